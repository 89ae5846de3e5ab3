//! The store itself: one connection, and the one transaction of a hook call.
//!
//! Owns the connection and what the guard asks of a [`Store`]. What is written is `write`'s, what is read `query`'s.

use super::row::Json;
use super::spool::{Pending, Spool, Spooled};
use super::stamp::Known;
use super::{database, failure, migrations, row, spool};
use crate::domain::{Session, Step};
use crate::guard::port::{Change, Recall, Store, StoreError};
use rusqlite::{Connection, Params, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a store is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// How long to wait for the lock before [`StoreError::Busy`].
    pub deadline: Duration,
    /// True where a wait for the disk is allowed: a commit is then followed by [`SqliteStore::checkpoint`]. False in
    /// prompt and tool hooks.
    pub checkpoint: bool,
    /// Assessments kept in the session's row (`store.history`).
    pub history: usize,
}

/// Sessions in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    pub(super) how: Opening,
    /// The session as it was read last.
    pub(super) known: Option<Known>,
}

impl SqliteStore {
    /// Opens the database and creates it where it is missing or of no length. Folder and files are for their owner only.
    ///
    /// A damaged, foreign or newer file is refused and left as it is.
    pub fn open(path: &Path, how: Opening) -> Result<Self, StoreError> {
        let connection = database::open(path, how.deadline, migrations::ALL)?;
        Ok(Self { connection, path: path.to_owned(), how, known: None })
    }

    /// Opens a database that is there in order to read it alone, where nothing can be written. A file of another version answers with
    /// errors.
    pub fn open_to_read(path: &Path, how: Opening) -> Result<Self, StoreError> {
        let connection = database::open_to_read(path, how.deadline)?;
        Ok(Self { connection, path: path.to_owned(), how, known: None })
    }

    /// An empty database in memory: nothing is known in it, and nothing of it is kept.
    pub fn in_memory(how: Opening) -> Result<Self, StoreError> {
        let connection = database::in_memory(migrations::ALL)?;
        Ok(Self { connection, path: PathBuf::new(), how, known: None })
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The present memory of a subagent, if there is one. Inside a transaction it cannot change before the commit.
    pub fn agent(&self, session_id: &str, agent_id: &str) -> Result<Option<Session>, StoreError> {
        let sql = "SELECT state, goal FROM agents WHERE session_id = ?1 AND agent_id = ?2";
        Ok(self.read(sql, [session_id, agent_id], row::agent)?.pop())
    }

    /// The spooled events of a session that no commit has merged yet, oldest first, and marks them as merged by the
    /// open transaction: after its commit they are never returned again, after a rollback they are. Give them to
    /// [`Spool::done`] after the commit. What did not read back is counted with them.
    pub fn merge(&mut self, spool: &Spool, session_id: &str) -> Result<Pending, StoreError> {
        if !spool.holds(session_id) {
            return Ok(Pending::default());
        }
        // Listed under the write lock: another hook that merges the same files has either committed or not begun.
        self.begin()?;
        let Pending { events: waiting, broken } = spool.pending(session_id);
        if waiting.is_empty() {
            spool.tidy(session_id);
        }
        if waiting.len() < spool::AT_ONCE {
            // All files are known: a mark without its file has done its work.
            let names: Vec<&str> = waiting.iter().map(Spooled::name).collect();
            self.execute(
                "DELETE FROM spool_merged WHERE session_id = ?1 AND name NOT IN (SELECT value FROM json_each(?2))",
                params![session_id, Json(&names)],
            )?;
        }
        let mut fresh = Vec::with_capacity(waiting.len());
        let mut stale = Vec::new();
        for spooled in waiting {
            let new = self.execute(
                "INSERT OR IGNORE INTO spool_merged (session_id, name) VALUES (?1, ?2)",
                params![session_id, spooled.name()],
            )?;
            if new == 1 { fresh.push(spooled) } else { stale.push(spooled) }
        }
        // Committed by a call that ended before it could remove them.
        spool.done(&stale);
        Ok(Pending { events: fresh, broken })
    }

    /// Takes the write lock, unless this store holds it already.
    pub(super) fn begin(&self) -> Result<(), StoreError> {
        if self.connection.is_autocommit() {
            self.connection.execute_batch("BEGIN IMMEDIATE").map_err(|error| self.sorted(&error))?;
        }
        Ok(())
    }

    /// Runs `work` in a transaction, or as a part of the open one.
    pub(super) fn in_transaction<T>(&self, work: impl FnOnce(&Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let outer = !self.connection.is_autocommit();
        self.begin()?;
        let done = work(self);
        if outer {
            return done;
        }
        self.end(done)
    }

    /// Commits what went well and takes back what did not, so that the lock is free in either case.
    pub(super) fn end<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        let committed = done.and_then(|value| {
            self.connection.execute_batch("COMMIT").map_err(|error| self.sorted(&error))?;
            Ok(value)
        });
        if committed.is_err() && !self.connection.is_autocommit() {
            // The first error is the one to tell; closing the connection takes the change back as well.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        committed
    }

    pub(super) fn statement(&self, sql: &str) -> Result<rusqlite::CachedStatement<'_>, StoreError> {
        self.connection.prepare_cached(sql).map_err(|error| self.sorted(&error))
    }

    pub(super) fn execute(&self, sql: &str, values: impl Params) -> Result<usize, StoreError> {
        self.statement(sql)?.execute(values).map_err(|error| self.sorted(&error))
    }

    pub(super) fn sorted(&self, error: &rusqlite::Error) -> StoreError {
        failure::sort(&self.path, error)
    }
}

impl Store for SqliteStore {
    fn session(&mut self, id: &str) -> Result<Option<Session>, StoreError> {
        self.begin()?;
        let read = self.read_whole(id);
        if read.is_err() {
            // Nobody can commit on top of what could not be read: the lock is given back.
            return self.end(read.map(|_| None));
        }
        let read = read?;
        let (session, known) = read.map(Known::of).unzip();
        self.known = known;
        Ok(session)
    }

    fn recall(&mut self, query: &Recall) -> Result<Vec<Step>, StoreError> {
        self.what_worked(query)
    }

    fn commit(&mut self, change: &Change) -> Result<(), StoreError> {
        if self.connection.is_autocommit() {
            // What was read without the lock may have changed since.
            self.known = None;
        }
        self.begin()?;
        let log = self.log_bytes();
        let written = self.write(change);
        self.known = None;
        self.end(written)?;
        self.settle(log);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Goal;

    const HOOK: Opening = Opening { deadline: Duration::from_millis(150), checkpoint: false, history: 50 };

    fn change(id: &str, goal: &str) -> Change {
        let goal = Goal { text: goal.to_owned(), ..Goal::default() };
        Change { session: Session { id: id.into(), goal: Some(goal), ..Session::default() }, ..Change::default() }
    }

    #[test]
    fn a_full_disk_is_told_and_nothing_stored_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("driftguard.db");
        let mut store = SqliteStore::open(&path, HOOK).unwrap();
        let before = change("s1", "fix the token");
        store.commit(&before).unwrap();
        // The page limit of a connection is the end of the disk as SQLite sees it.
        let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store.connection.pragma_update(None, "max_page_count", pages).unwrap();
        store.session("s2").unwrap();
        let error = store.commit(&change("s2", &"x".repeat(200_000))).unwrap_err();
        assert!(matches!(&error, StoreError::Unusable { detail, .. } if detail.contains("full")), "{error}");
        // The lock is free again, and everything from before is there.
        let mut other = SqliteStore::open(&path, HOOK).unwrap();
        assert_eq!(other.session("s2").unwrap(), None);
        assert_eq!(other.session("s1").unwrap(), Some(before.session));
        other.commit(&change("s3", "go on")).unwrap();
    }

    #[test]
    fn a_stored_value_of_another_shape_is_told_and_the_lock_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("driftguard.db");
        let mut store = SqliteStore::open(&path, HOOK).unwrap();
        store.commit(&change("s1", "x")).unwrap();
        store.connection.execute_batch("UPDATE guard_states SET state = '{\"id\":7}'").unwrap();
        let error = store.session("s1").unwrap_err();
        assert!(matches!(error, StoreError::Undecodable { .. }), "{error}");
        SqliteStore::open(&path, HOOK).unwrap().commit(&change("s2", "y")).unwrap();
    }
}
