//! A connection as every store needs it.

use super::{failure, migrations, private};
use crate::guard::port::StoreError;
use crate::private::make_folder;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::{Duration, Instant};

/// The first and the longest pause between two attempts to get the write lock. A hook holds it for less than a
/// millisecond, so that SQLite's own pauses of up to 100 ms would waste most of a deadline of 150 ms.
const SHORTEST_PAUSE: Duration = Duration::from_micros(500);
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// Opens a database and creates it where it is missing or of no length, at the newest version of `schema`. Folder and files are
/// for their owner only; a damaged, foreign or newer file is refused and left as it is.
pub(super) fn open(path: &Path, deadline: Duration, schema: &[&str]) -> Result<Connection, StoreError> {
    if let Some(folder) = path.parent() {
        make_folder(folder).map_err(|error| failure::system(folder, &error))?;
    }
    refuse_special(path)?;
    // SQLite would create it readable for all and gives its side files the mode of the main file.
    private::create_file(path).map_err(|error| failure::system(path, &error))?;
    private::tighten(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(|error| failure::sort(path, &error))?;
    set_up(&mut connection, deadline).map_err(|error| failure::sort(path, &error))?;
    migrations::run(&connection, path, schema)?;
    Ok(connection)
}

/// Opens a database that nothing is to be written to, on a disk that is full or may only be read. Its schema is taken as it is.
pub(super) fn open_to_read(path: &Path, deadline: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    refuse_special(path)?;
    let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
        connection.busy_timeout(deadline)?;
        Ok(connection)
    });
    opened.map_err(|error| failure::sort(path, &error))
}

/// An empty database that nothing outlives, for a call whose own cannot be used.
pub(super) fn in_memory(schema: &[&str]) -> Result<Connection, StoreError> {
    let path = Path::new(":memory:");
    let connection = Connection::open_in_memory().map_err(|error| failure::sort(path, &error))?;
    migrations::run(&connection, path, schema)?;
    Ok(connection)
}

/// Asked before a file is opened: opening a named pipe would wait for whoever reads it.
fn refuse_special(path: &Path) -> Result<(), StoreError> {
    if !std::fs::metadata(path).is_ok_and(|facts| !facts.is_file()) {
        return Ok(());
    }
    Err(StoreError::Unusable { path: path.display().to_string(), detail: "it is no regular file".to_owned() })
}

/// The length of a database's log file; 0 where there is none.
pub(super) fn log_bytes(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(&log).map_or(0, |metadata| metadata.len())
}

/// What every connection needs, the wait for the lock first: from then on nothing fails at once.
fn set_up(connection: &mut Connection, deadline: Duration) -> rusqlite::Result<()> {
    let mut began = Instant::now();
    connection.busy_handler(Some(move |attempts: i32| {
        if attempts == 0 {
            began = Instant::now();
        }
        let left = deadline.saturating_sub(began.elapsed());
        let pause = SHORTEST_PAUSE.saturating_mul(attempts.unsigned_abs().saturating_add(1)).min(LONGEST_PAUSE);
        std::thread::sleep(pause.min(left));
        !left.is_zero()
    }))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Else SQLite plans a statement anew for the values bound to it: one with a bound `LIMIT` was parsed twice before it ran.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // Only a checkpoint that is asked for folds the log back: SQLite's own trigger would sync the disk inside a prompt hook.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "synchronous", "NORMAL")
}
