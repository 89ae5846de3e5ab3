//! Lessons in a SQLite file of their own (ADR 7): a graph of what was done, what was said of it and what came of it.
//!
//! Owns where lessons lie and how candidates are found; whether two texts are one and how sure a warning is, `memory` decides.
//! The file is made with the first lesson. Every change is one transaction.

mod deep;
mod learn;
mod node;
mod picture;
mod prune;
mod read;
mod recall;
mod record;
mod search;
mod source;
mod split;
mod summary;
mod transfer;
mod turns;
mod upkeep;
mod vectors;

pub use picture::{Picture, PicturedEdge, PicturedNode};
pub use prune::{Pruned, Pruning};
pub use read::{Form, Merged, Stats, Taught, Why};
pub use recall::{Answer, Query};
pub use record::Recorded;
pub use source::Source;
pub use transfer::{Imported, Leaving, Told, ToldForm, ToldRecord, Transfer};
pub use turns::{Taken, Turn, Turns};
pub use upkeep::{MemoryHealth, remove};

use super::{database, failure};
use crate::guard::port::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The schema of the file, forward only, as `store::migrations` says.
const SCHEMA: &[&str] = &[
    include_str!("0001_graph.sql"),
    include_str!("0002_texts.sql"),
    include_str!("0003_sources.sql"),
    include_str!("0004_deep_vectors.sql"),
    include_str!("0005_few_segments.sql"),
];

/// Bytes of log that are folded back at once, whoever waits: some five lessons, or the texts of some twenty turns. A longer one costs
/// every later process more than the one wait for the disk.
const LONGEST_LOG: u64 = 256 << 10;

/// Bytes of the file that are read where the system keeps them, without a copy: one question meets some three hundred pages,
/// and copies of them are a third of its time. More than a million nodes take.
const MAPPED: i64 = 1 << 30;

/// Lessons in one SQLite file.
#[derive(Debug)]
pub struct Memory {
    connection: Connection,
    path: PathBuf,
}

impl Memory {
    /// Opens the file and creates it where it is missing. A damaged, foreign or newer one is refused and left as it is.
    pub fn open(path: &Path, deadline: Duration) -> Result<Self, StoreError> {
        let connection = database::open(path, deadline, SCHEMA)?;
        connection.pragma_update(None, "mmap_size", MAPPED).map_err(|error| failure::sort(path, &error))?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Opens the file where there is one: without it nothing was ever learned.
    pub fn open_existing(path: &Path, deadline: Duration) -> Result<Option<Self>, StoreError> {
        if path.exists() { Self::open(path, deadline).map(Some) } else { Ok(None) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` as one transaction under the write lock: whole or not at all.
    fn change<T>(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let done = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        });
        let done = done.map_err(|error| failure::sort(&self.path, &error))?;
        if database::log_bytes(&self.path) > LONGEST_LOG {
            // What was changed is safe in the log: a later change tries again.
            let _ = self.checkpoint();
        }
        Ok(done)
    }

    /// Reads without the write lock, all of it as the file stood at one moment. One transaction for many questions: each by
    /// itself would take and give back the file's locks.
    fn look<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let read = self.connection.unchecked_transaction().and_then(|moment| work(&moment));
        read.map_err(|error| failure::sort(&self.path, &error))
    }

    /// Runs what is no question and stands in no transaction.
    fn run<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| failure::sort(&self.path, &error))
    }

    /// Folds the log back into the file and empties it; waits for the disk. For commands and the end of a session. A log that
    /// stays is read from end to end by every process that comes after: 1 ms for each megabyte.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.run(|connection| connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
    }
}

#[cfg(test)]
mod tests;
