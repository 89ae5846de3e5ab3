//! The repository's index: what is in its files, what belongs together, and when it changed.
//!
//! Owns one SQLite file a repository in driftguard's data folder, made and kept by an indexing process ([`refresh`]) and
//! asked by everyone else ([`Index`]). It can be thrown away at any time: a question to a damaged one fails, and the next
//! indexing process makes it anew.

mod content;
mod database;
mod history;
mod likely;
mod pair;
mod query;
mod reader;
mod refresh;
mod symbols;
mod writer;

pub use history::Git;
pub use query::{Index, IndexFacts};
pub use refresh::{HistoryState, IndexReport, Look, Place, Progress, Stage, refresh};

use std::path::Path;
use std::time::SystemTime;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// The file is damaged or no database; the next [`refresh`] makes it anew.
    #[error("the index is damaged: {0}")]
    Damaged(String),
    /// It cannot be read or written: rights, a full disk, a lock.
    #[error("the index cannot be used: {0}")]
    Unusable(String),
    /// Another process is indexing this repository.
    #[error("another process is indexing this repository")]
    Busy,
}

impl IndexError {
    const fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged(_))
    }
}

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
