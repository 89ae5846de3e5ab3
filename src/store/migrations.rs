//! The schema, forward only: each file in `migrations/` brings the database one version further.

use super::failure;
use crate::guard::port::StoreError;
use rusqlite::{Connection, ErrorCode};
use std::path::Path;
use std::time::Duration;

/// All migrations, oldest first; the number of a version is its place here, from 1. Old ones are never edited.
pub(super) const ALL: &[&str] = &[
    include_str!("migrations/0001_initial.sql"),
    include_str!("migrations/0002_live_guard.sql"),
    include_str!("migrations/0003_short_keys.sql"),
    include_str!("migrations/0004_proofs.sql"),
    include_str!("migrations/0005_facts.sql"),
    include_str!("migrations/0006_lesson_keys.sql"),
    include_str!("migrations/0007_remarks.sql"),
];

/// Marks the file as ours (`application_id`, "drfg"), so that another program's database is never taken for an empty one.
const APPLICATION_ID: i32 = 0x6472_6667;

/// Bytes of a page. A change of some bytes writes a whole page to the log, and the next hook reads the log once, page by
/// page: what a session is remembered by should fit in one, and a step with its indexes should not write much more.
const PAGE_SIZE: u32 = 2048;

/// How often a new database is asked to use a write-ahead log while others create it too, and the pause in between.
const WAL_ATTEMPTS: u32 = 100;
const WAL_PAUSE: Duration = Duration::from_millis(2);

/// Brings the database to the newest version of `migrations`, in one transaction; an up-to-date one costs one read.
///
/// A newer or foreign database is refused before anything is written.
pub(super) fn run(connection: &Connection, path: &Path, migrations: &[&str]) -> Result<(), StoreError> {
    let sorted = |error: rusqlite::Error| failure::sort(path, &error);
    let known = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    let found = version(connection).map_err(sorted)?;
    if found == known {
        return Ok(());
    }
    if found > known || found < 0 {
        return Err(StoreError::Newer { path: path.display().to_string(), found, known });
    }
    if found == 0 {
        refuse_foreign(connection, path)?;
        // Of no effect on a file that has pages already.
        connection.pragma_update(None, "page_size", PAGE_SIZE).map_err(sorted)?;
        use_write_ahead_log(connection).map_err(sorted)?;
    } else {
        refuse_other(connection, path, migrations)?;
    }
    connection.execute_batch("BEGIN IMMEDIATE").map_err(sorted)?;
    let done = migrate(connection, migrations, known);
    connection.execute_batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }).map_err(sorted)?;
    done.map_err(sorted)
}

/// The schema version of the open database.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Applies what is missing. The version is read again: another process may have been faster.
fn migrate(connection: &Connection, migrations: &[&str], newest: i64) -> rusqlite::Result<()> {
    let found = version(connection)?;
    if found >= newest {
        return Ok(());
    }
    for migration in migrations.iter().skip(usize::try_from(found).unwrap_or(0)) {
        connection.execute_batch(migration)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", newest)
}

fn refuse_foreign(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let sorted = |error: rusqlite::Error| failure::sort(path, &error);
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sorted)?;
    let owner: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(sorted)?;
    // Ours while another process is just creating it: the version was read before its commit, the tables after it.
    if objects == 0 || owner == APPLICATION_ID {
        return Ok(());
    }
    Err(of_another(path))
}

/// Refuses a database with a version that has no table of ours: another program counts its versions too, and so does the other one of
/// driftguard's own files.
fn refuse_other(connection: &Connection, path: &Path, migrations: &[&str]) -> Result<(), StoreError> {
    let first = migrations.first().and_then(|sql| sql.split_once("CREATE TABLE ")).map_or("", |(_, table)| table);
    let name = first.split([' ', '(']).next().unwrap_or_default();
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    let known: i64 =
        connection.query_row(sql, [name], |row| row.get(0)).map_err(|error| failure::sort(path, &error))?;
    if known == 0 { Err(of_another(path)) } else { Ok(()) }
}

fn of_another(path: &Path) -> StoreError {
    StoreError::Unusable { path: path.display().to_string(), detail: "it is a database of another program".to_owned() }
}

/// Switches to a write-ahead log. It persists in the file, so it is asked for once in the file's life. SQLite does not
/// wait for this lock by itself: two processes that both upgrade would wait for each other. Where the file system has no
/// shared memory (network folders) SQLite keeps its rollback journal, and everything else works as well.
fn use_write_ahead_log(connection: &Connection) -> rusqlite::Result<()> {
    let mut attempts = 0;
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && attempts < WAL_ATTEMPTS => {
                attempts += 1;
                std::thread::sleep(WAL_PAUSE);
            }
            outcome => return outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);";
    const SECOND: &str = "ALTER TABLE notes ADD COLUMN weight REAL NOT NULL DEFAULT 1.5;";

    struct Fixture {
        folder: tempfile::TempDir,
    }

    impl Fixture {
        /// A database of version 1 with one row, built by SQL as an older driftguard would have left it.
        fn older() -> Self {
            let fixture = Self { folder: tempfile::tempdir().unwrap() };
            let connection = fixture.connect();
            connection.execute_batch(FIRST).unwrap();
            connection.execute_batch("INSERT INTO notes (text) VALUES ('kept'); PRAGMA user_version = 1;").unwrap();
            fixture
        }

        fn path(&self) -> std::path::PathBuf {
            self.folder.path().join("db")
        }

        fn connect(&self) -> Connection {
            Connection::open(self.path()).unwrap()
        }

        fn run(&self, migrations: &[&str]) -> Result<(), StoreError> {
            run(&self.connect(), &self.path(), migrations)
        }
    }

    #[test]
    fn an_older_database_is_brought_forward_with_its_rows() {
        let fixture = Fixture::older();
        fixture.run(&[FIRST, SECOND]).unwrap();
        fixture.run(&[FIRST, SECOND]).unwrap();
        let connection = fixture.connect();
        assert_eq!(version(&connection).unwrap(), 2);
        let row: (String, f64) =
            connection.query_row("SELECT text, weight FROM notes", [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(row, ("kept".to_owned(), 1.5));
    }

    #[test]
    fn a_failing_migration_changes_nothing() {
        let fixture = Fixture::older();
        let error = fixture.run(&[FIRST, SECOND, "CREATE TABLE notes (again INTEGER);"]).unwrap_err();
        assert!(matches!(error, StoreError::Unusable { .. }), "{error}");
        let connection = fixture.connect();
        assert_eq!(version(&connection).unwrap(), 1);
        assert!(connection.prepare("SELECT weight FROM notes").is_err());
    }

    #[test]
    fn a_newer_database_is_left_alone() {
        let fixture = Fixture::older();
        fixture.connect().execute_batch("PRAGMA user_version = 9;").unwrap();
        let before = std::fs::read(fixture.path()).unwrap();
        let error = fixture.run(&[FIRST, SECOND]).unwrap_err();
        assert!(matches!(error, StoreError::Newer { found: 9, known: 2, .. }), "{error}");
        assert_eq!(std::fs::read(fixture.path()).unwrap(), before);
    }

    #[test]
    fn the_database_of_another_program_is_left_alone() {
        let fixture = Fixture { folder: tempfile::tempdir().unwrap() };
        fixture.connect().execute_batch("CREATE TABLE bookmarks (url TEXT);").unwrap();
        for version in 0..3 {
            fixture.connect().pragma_update(None, "user_version", version).unwrap();
            let before = std::fs::read(fixture.path()).unwrap();
            let error = fixture.run(ALL).unwrap_err();
            assert!(error.to_string().contains("another program"), "{error}");
            assert_eq!(std::fs::read(fixture.path()).unwrap(), before);
        }
    }
}
