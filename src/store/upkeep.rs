//! What keeps the database small, tidy and trusted: the log folded back, old sessions removed, health told.

use super::row::{iso, key_before};
use super::sqlite::SqliteStore;
use super::{database, migrations};
use crate::guard::port::StoreError;
use rusqlite::params;
use std::path::PathBuf;

/// Frames (pages) in the log below which folding it back is not worth two waits for the disk: some 25 calls. A hook reads and adds
/// up the log's live frames once when no other connection is open. With twice as many, in both logs, a prompt's hook took a fifth
/// longer; with half as many no less.
const WORTHWHILE_FRAMES: i64 = 128;

/// Bytes of log after which even a prompt or tool hook folds it back. Without other connections a hook reads the whole
/// log (0.5 ms per MB, measured), so that a turn of many hundred calls would make each call dearer than the last; one wait
/// for the disk in some 400 calls is the smaller evil. Turns that end before it never wait.
const LONGEST_LOG: u64 = 4 << 20;

/// Bytes to which the log file is cut when it starts anew after a long turn.
const LOG_KEPT: i64 = 1 << 20;

/// Sessions removed in one transaction: other hooks must get the lock in between, within their deadline.
const SLICE: usize = 16;

/// What a session owns, table by table: first what is found by its number, which the table of the states knows.
const OF_A_SESSION: [&str; 11] = [
    "step_files",
    "steps",
    "guard_states",
    "goals",
    "drift_events",
    "remarks",
    "tasks",
    "agents",
    "prompt_marks",
    "wrong_findings",
    "spool_merged",
];

/// What is to be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purge {
    /// All sessions and file lists; settings stay.
    All,
    /// One session.
    Session(String),
    /// Sessions without a sign since this time, in milliseconds since 1970.
    OlderThan(i64),
}

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// Sessions.
    pub sessions: usize,
    /// Their steps.
    pub steps: usize,
    /// Their assessments.
    pub drift_events: usize,
    /// Their pieces of work.
    pub tasks: usize,
}

/// What `doctor` tells about the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// The file.
    pub path: PathBuf,
    /// Its schema version.
    pub schema: i64,
    /// Size of the database in bytes, by its page count.
    pub bytes: u64,
    /// Size of the log file in bytes.
    pub log_bytes: u64,
    /// Rows.
    pub sessions: u64,
    /// Rows.
    pub steps: u64,
    /// Rows.
    pub drift_events: u64,
    /// Rows.
    pub tasks: u64,
    /// What SQLite's quick check found; empty when the file is sound.
    pub problems: Vec<String>,
}

impl SqliteStore {
    /// Folds the log back into the database, as far as nobody reads it, when it has grown; waits for the disk.
    ///
    /// After it the log would start anew with the next write, and SQLite syncs a new log's header. One small write here
    /// takes that wait too, so that it never falls to a prompt or tool hook.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        if self.log_frames("NOOP")?.0 < WORTHWHILE_FRAMES {
            return Ok(());
        }
        self.fold("PASSIVE")
    }

    /// After a commit: folds back where that is allowed or overdue. `before` is the log's length before the commit, which
    /// makes the one call that passes a multiple of the bound do it, and not all that run at once.
    pub(super) fn settle(&self, before: u64) {
        let overdue = before / LONGEST_LOG != self.log_bytes() / LONGEST_LOG;
        // The change is safe in the log. A later call that may wait for the disk tries again.
        let _ = match (self.how.checkpoint, overdue) {
            (true, _) => self.checkpoint(),
            (false, true) => self.fold("PASSIVE"),
            (false, false) => Ok(()),
        };
    }

    /// The length of the log file; 0 where there is none.
    pub(super) fn log_bytes(&self) -> u64 {
        database::log_bytes(&self.path)
    }

    /// Folds the log back by a checkpoint of a kind and, where nothing of it was left in use, starts it anew.
    fn fold(&self, kind: &str) -> Result<(), StoreError> {
        let (live, folded) = self.log_frames(kind)?;
        if live != folded {
            return Ok(());
        }
        self.connection.pragma_update(None, "journal_size_limit", LOG_KEPT).map_err(|error| self.sorted(&error))?;
        self.execute(
            "INSERT INTO settings (key, value) VALUES ('checkpoints', '1')
             ON CONFLICT (key) DO UPDATE SET value = value + 1",
            [],
        )?;
        Ok(())
    }

    /// Runs a checkpoint of a kind and returns the frames in the log and those folded back; (-1, -1) without a log.
    fn log_frames(&self, kind: &str) -> Result<(i64, i64), StoreError> {
        self.connection
            .query_row(&format!("PRAGMA wal_checkpoint({kind})"), [], |row| Ok((row.get(1)?, row.get(2)?)))
            .map_err(|error| self.sorted(&error))
    }

    /// Marks active sessions without a sign for `days` days before `now` as abandoned and returns how many there were.
    pub fn abandon_idle(&mut self, now: i64, days: u32) -> Result<usize, StoreError> {
        let before = now.saturating_sub(i64::from(days) * 24 * 60 * 60 * 1000);
        self.execute(
            "UPDATE session_states SET status = 'abandoned' WHERE status = 'active' AND updated_at < ?1",
            [iso(before)],
        )
    }

    /// When a session other than this one was last active, in milliseconds since 1970; `None` where there is none.
    pub fn last_active_beside(&self, session_id: &str) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT CAST(strftime('%s', MAX(updated_at)) AS INTEGER) FROM session_states WHERE session_id <> ?1";
        let seconds: Vec<Option<i64>> = self.read(sql, [session_id], |row| row.get(0))?;
        Ok(seconds.into_iter().flatten().next().map(|seconds| seconds.saturating_mul(1000)))
    }

    /// Removes sessions with everything that belongs to them and overwrites what is freed. Many sessions go in slices of
    /// one transaction each, so that an interrupted purge keeps what it has done and goes on at the next call. What the
    /// human names ([`Purge::All`], [`Purge::Session`]) also leaves no trace in the file, which is rebuilt for it; mere
    /// age does not cost a `session-start` hook that much.
    pub fn purge(&mut self, what: &Purge) -> Result<Purged, StoreError> {
        self.connection.pragma_update(None, "secure_delete", true).map_err(|error| self.sorted(&error))?;
        let mut purged = Purged::default();
        match what {
            Purge::Session(id) => self.remove(std::slice::from_ref(id), &mut purged)?,
            Purge::OlderThan(time) => self.remove_slices(&iso(*time), &mut purged)?,
            Purge::All => {
                // Sorts behind every ISO time.
                self.remove_slices("~", &mut purged)?;
                self.execute("DELETE FROM project_files", [])?;
                self.execute("DELETE FROM facts", [])?;
                // Which lessons there are: they go with their own file.
                self.execute("DELETE FROM lesson_keys", [])?;
                // Left over from sessions that never had a row of their own.
                for table in OF_A_SESSION {
                    self.execute(&format!("DELETE FROM {table}"), [])?;
                }
            }
        }
        if !matches!(what, Purge::OlderThan(_)) {
            // Overwriting leaves copies that a page kept when its rows moved; only a rebuild takes those away.
            self.connection.execute_batch("VACUUM").map_err(|error| self.sorted(&error))?;
        }
        // The log still holds what was removed; where another process reads it, the next checkpoint takes it away.
        self.fold("TRUNCATE")?;
        Ok(purged)
    }

    fn remove_slices(&self, before: &str, purged: &mut Purged) -> Result<(), StoreError> {
        loop {
            let sql = format!("SELECT session_id FROM session_states WHERE updated_at < ?1 LIMIT {SLICE}");
            let ids: Vec<String> = self.read(&sql, [before], |row| row.get(0))?;
            if ids.is_empty() {
                return Ok(());
            }
            self.remove(&ids, purged)?;
        }
    }

    fn remove(&self, ids: &[String], purged: &mut Purged) -> Result<(), StoreError> {
        self.in_transaction(|store| {
            for id in ids {
                let number = store.number(id)?.unwrap_or_default();
                for table in OF_A_SESSION {
                    let rows = match table {
                        "step_files" => store.execute("DELETE FROM step_files WHERE session = ?1", params![number]),
                        "steps" => store.execute(
                            "DELETE FROM steps WHERE key > ?1 AND key < ?2",
                            params![key_before(number), key_before(number + 1)],
                        ),
                        _ => store.execute(&format!("DELETE FROM {table} WHERE session_id = ?1"), params![id]),
                    }?;
                    match table {
                        "steps" => purged.steps += rows,
                        "drift_events" => purged.drift_events += rows,
                        "tasks" => purged.tasks += rows,
                        _ => {}
                    }
                }
                purged.sessions += store.execute("DELETE FROM session_states WHERE session_id = ?1", params![id])?;
            }
            Ok(())
        })
    }

    /// How the database is, for `doctor`: reads all of it once.
    pub fn integrity(&self) -> Result<Health, StoreError> {
        let pragma = |name: &str| -> Result<i64, StoreError> {
            self.connection.pragma_query_value(None, name, |row| row.get(0)).map_err(|error| self.sorted(&error))
        };
        let mut problems = self.read("PRAGMA quick_check(20)", [], |row| row.get::<_, String>(0))?;
        problems.retain(|line| line != "ok");
        Ok(Health {
            path: self.path.clone(),
            schema: migrations::version(&self.connection).map_err(|error| self.sorted(&error))?,
            bytes: pragma("page_count")?.saturating_mul(pragma("page_size")?).unsigned_abs(),
            log_bytes: self.log_bytes(),
            sessions: self.count("session_states")?,
            steps: self.count("steps")?,
            drift_events: self.count("drift_events")?,
            tasks: self.count("tasks")?,
            problems,
        })
    }

    fn count(&self, table: &str) -> Result<u64, StoreError> {
        self.statement(&format!("SELECT count(*) FROM {table}"))?
            .query_row([], |row| row.get::<_, i64>(0))
            .map(i64::unsigned_abs)
            .map_err(|error| self.sorted(&error))
    }
}
