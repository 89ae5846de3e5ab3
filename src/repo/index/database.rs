//! The file of an index: where it lies, who may write it, its tables.
//!
//! What is in it can be made again from the repository, so nothing waits for the disk and a damaged file is thrown away.

use super::IndexError;
use crate::private::{file_options, make_folder};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Counts the shapes that the tables and the kept words have had. An index of another shape is made anew.
const SHAPE: i64 = 3;

/// How long a question waits for a lock; readers do not wait for the indexer, which writes to a log beside the file.
const WAIT: Duration = Duration::from_millis(100);

/// The words of a file stand in one row, each with a mark of where it was found: a list of files a mark and word is all
/// that a question reads. Of 6,000 files of crates `detail=none` with marks makes 1.0 MB, `column` 2.5 and `full` 3.9, at the same
/// speed. SQLite's own `bm25` needs `full`; each word stands in a row once, so that its formula is short (`query`).
const TABLES: &str = "
    CREATE TABLE facts (key TEXT PRIMARY KEY, value);
    CREATE TABLE files (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        size INTEGER,
        modified INTEGER,
        words INTEGER NOT NULL DEFAULT 0,
        changed INTEGER,
        commits INTEGER NOT NULL DEFAULT 0,
        subject TEXT,
        is_test INTEGER NOT NULL
    );
    CREATE INDEX files_by_subject ON files (subject) WHERE subject IS NOT NULL;
    CREATE TABLE imports (file INTEGER, imported INTEGER, PRIMARY KEY (file, imported)) WITHOUT ROWID;
    CREATE INDEX imports_by_imported ON imports (imported);
    CREATE TABLE together (file INTEGER, other INTEGER, times INTEGER, PRIMARY KEY (file, other)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE texts USING fts5
        (words, content='', contentless_delete=1, detail=none, tokenize=\"ascii tokenchars '=/'\");
";

/// Where the index of the repository at `root` lies: the same however the root is spelled.
pub(super) fn path(folder: &Path, root: &Path) -> PathBuf {
    let name = xxhash_rust::xxh3::xxh3_128(real(root).as_os_str().as_encoded_bytes());
    folder.join(format!("{name:032x}.db"))
}

/// The name of a repository in its index.
pub(super) fn name(root: &Path) -> String {
    real(root).to_string_lossy().into_owned()
}

fn real(root: &Path) -> PathBuf {
    dunce::canonicalize(root).unwrap_or_else(|_| root.to_owned())
}

/// The file that an indexing process holds locked. Its time is that of the last attempt.
pub(super) fn lock_path(database: &Path) -> PathBuf {
    database.with_extension("lock")
}

/// Opens an index for questions; `None` where none was finished.
pub(super) fn open(path: &Path) -> Result<Option<Connection>, IndexError> {
    if !path.exists() {
        return Ok(None);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(WAIT)?;
    // A question leaves the log to the indexer.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok((shape(&connection)? == SHAPE).then_some(connection))
}

/// Opens an index for an indexing process and makes it where it is missing, of another shape, or not whole.
pub(super) fn open_for_writing(path: &Path, root: &Path, numbers: &str) -> Result<Connection, IndexError> {
    let known = match connect(path) {
        Ok(connection) if holds(&connection, path, root, numbers).unwrap_or(false) => return Ok(connection),
        Ok(connection) if is_new(&connection) => Some(connection),
        Err(error) if !error.is_damage() => return Err(error),
        // Closed before its file goes: a connection removes its log by name.
        other => {
            drop(other);
            None
        }
    };
    let connection = if let Some(connection) = known {
        connection
    } else {
        remove(path)?;
        connect(path)?
    };
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "user_version", SHAPE)?;
    connection.execute("INSERT INTO facts VALUES ('root', ?1), ('numbers', ?2)", [name(root).as_str(), numbers])?;
    Ok(connection)
}

fn connect(path: &Path) -> Result<Connection, IndexError> {
    create_file(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(WAIT)?;
    // Questions go on while it is written.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    Ok(connection)
}

/// True for an index of this repository, of the present shape and numbers, whose file is as long as it says.
fn holds(connection: &Connection, path: &Path, root: &Path, numbers: &str) -> Result<bool, IndexError> {
    let fact = |key: &str| -> rusqlite::Result<String> {
        connection.query_row("SELECT value FROM facts WHERE key = ?1", [key], |row| row.get(0))
    };
    let pragma = |name: &str| -> rusqlite::Result<i64> { connection.pragma_query_value(None, name, |row| row.get(0)) };
    let long_enough = {
        // Pages that are still in the log alone are counted too: it is folded back first.
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        pragma("page_count")?.saturating_mul(pragma("page_size")?).unsigned_abs() <= fs::metadata(path)?.len()
    };
    // Numbers of files that are gone are not used again: what is as long as the highest number must not grow for ever.
    let dense: bool =
        connection
            .query_row("SELECT coalesce(max(id), 0) <= 16 * count(*) + 100000 FROM files", [], |row| row.get(0))?;
    Ok(shape(connection)? == SHAPE
        && long_enough
        && dense
        && fact("root")? == name(root)
        && fact("numbers")? == numbers)
}

fn is_new(connection: &Connection) -> bool {
    connection
        .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))
        .is_ok_and(|count| count == 0)
}

fn shape(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Removes an index; its lock stays, since another process may wait for it.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    for end in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(end);
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// A count as SQLite takes it.
pub(super) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Takes the lock of an index for as long as the file is open; `None` where another process has it. Marks the time.
pub(super) fn lock(database: &Path) -> Result<Option<File>, IndexError> {
    if let Some(folder) = database.parent() {
        make_folder(folder)?;
    }
    let file = create_file(&lock_path(database))?;
    match file.try_lock() {
        Ok(()) => {
            file.set_modified(SystemTime::now())?;
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Opens a file for writing and creates it where it is missing, readable by nobody else.
fn create_file(path: &Path) -> io::Result<File> {
    file_options().read(true).write(true).create(true).truncate(false).open(path)
}

/// Removes the indexes of which no refresh was begun for `keep`.
pub(super) fn remove_unused(folder: &Path, keep: Duration) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let unused = || entry.metadata().ok()?.modified().ok()?.elapsed().ok().map(|age| age > keep);
        if path.extension().is_some_and(|end| end == "lock")
            && unused() == Some(true)
            && let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            // Best effort: what cannot be removed now is met again.
            let _ = remove(&path.with_extension("db"));
            let _ = fs::remove_file(&path);
        }
    }
}

impl From<rusqlite::Error> for IndexError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Unusable(error.to_string()),
        }
    }
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::Unusable(error.to_string())
    }
}
