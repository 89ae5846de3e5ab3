//! The repository's index: what is in its files, what belongs together, and when it changed.
//!
//! Owns one SQLite file a repository in driftguard's data folder, made and kept by an indexing process ([`refresh`]) and
//! asked by everyone else ([`Index`]). It can be thrown away at any time: a question to a damaged one fails, and the next
//! indexing process makes it anew.

mod content;
mod database;
mod error;
mod history;
mod likely;
mod pair;
mod place;
mod query;
mod reader;
mod refresh;
mod symbols;
mod writer;

pub use error::IndexError;
pub use history::HistoryState;
pub use place::Place;
pub use query::{Index, IndexFacts};
pub use refresh::{IndexReport, Look, Progress, Stage, refresh};

use std::path::Path;
use std::time::SystemTime;

/// When an indexing process of the repository at `root` last began; `None` where none ever did.
pub fn last_attempt(folder: &Path, root: &Path) -> Option<SystemTime> {
    std::fs::metadata(database::lock_path(&database::path(folder, root))).ok()?.modified().ok()
}

/// Removes all indexes.
pub fn remove_all(folder: &Path) -> Result<(), IndexError> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
