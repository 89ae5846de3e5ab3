//! From SQLite's errors to the guard's: what a caller can act on.

use crate::guard::port::StoreError;
use rusqlite::ErrorCode::{
    ConstraintViolation, DatabaseBusy, DatabaseCorrupt, DatabaseLocked, FileLockingProtocolFailed, NotADatabase,
    SchemaChanged, TooBig, TypeMismatch,
};
use rusqlite::{Error, ErrorCode};
use std::path::Path;

/// Sorts an SQLite error by what can be done about it: wait, repair, make room, upgrade, or let go what was to be written.
pub(super) fn sort(path: &Path, error: &Error) -> StoreError {
    let place = || path.display().to_string();
    match error {
        Error::FromSqlConversionFailure(_, _, cause) => {
            StoreError::Undecodable { what: "value", detail: cause.to_string() }
        }
        Error::InvalidColumnType(..) | Error::IntegralValueOutOfRange(..) => {
            StoreError::Undecodable { what: "value", detail: error.to_string() }
        }
        Error::ToSqlConversionFailure(cause) => StoreError::Refused { path: place(), detail: cause.to_string() },
        _ => match error.sqlite_error_code() {
            Some(code) if is_transient(code) => StoreError::Busy,
            Some(ConstraintViolation | TooBig | TypeMismatch) => {
                StoreError::Refused { path: place(), detail: words(error) }
            }
            Some(DatabaseCorrupt | NotADatabase) => StoreError::Corrupt { path: place(), detail: words(error) },
            _ => StoreError::Unusable { path: place(), detail: words(error) },
        },
    }
}

/// True where another process alone is the reason: it holds the lock, or it brings the tables to another version just now. The same
/// call goes through once it is done.
///
/// A full disk, no memory, a disk that fails and missing rights may end as well, but not by waiting a moment: there something is
/// to be done first, so they make the database unusable. Nobody here interrupts SQLite. What is left (a table that is not there, a
/// value that no column takes) is the same at each attempt.
const fn is_transient(code: ErrorCode) -> bool {
    matches!(code, DatabaseBusy | DatabaseLocked | FileLockingProtocolFailed | SchemaChanged)
}

/// What SQLite says, without the statement: a migration is a page long.
fn words(error: &Error) -> String {
    match error {
        Error::SqlInputError { msg, .. } => msg.clone(),
        error => error.to_string(),
    }
}

/// The system refused a file or folder.
pub(super) fn system(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Unusable { path: path.display().to_string(), detail: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    #[test]
    fn waiting_helps_against_another_process_alone() {
        let sorted = |code| match sort(Path::new("a.db"), &Error::SqliteFailure(ffi::Error::new(code), None)) {
            StoreError::Busy => "busy",
            StoreError::Corrupt { .. } => "corrupt",
            StoreError::Refused { .. } => "refused",
            StoreError::Unusable { .. } => "unusable",
            error => panic!("{code}: {error}"),
        };
        let check = |expected: &str, codes: &[std::ffi::c_int]| {
            for code in codes {
                assert_eq!(sorted(*code), expected, "{}", ffi::code_to_str(*code));
            }
        };
        check("busy", &[ffi::SQLITE_BUSY, ffi::SQLITE_BUSY_SNAPSHOT, ffi::SQLITE_BUSY_RECOVERY, ffi::SQLITE_LOCKED]);
        check("busy", &[ffi::SQLITE_PROTOCOL, ffi::SQLITE_SCHEMA]);
        check("corrupt", &[ffi::SQLITE_CORRUPT, ffi::SQLITE_CORRUPT_INDEX, ffi::SQLITE_NOTADB]);
        // Room, memory, the disk, rights.
        check("unusable", &[ffi::SQLITE_FULL, ffi::SQLITE_NOMEM, ffi::SQLITE_IOERR, ffi::SQLITE_IOERR_LOCK]);
        check("unusable", &[ffi::SQLITE_READONLY, ffi::SQLITE_PERM, ffi::SQLITE_CANTOPEN, ffi::SQLITE_AUTH]);
        // What would be the same the next time.
        check(
            "refused",
            &[ffi::SQLITE_CONSTRAINT, ffi::SQLITE_CONSTRAINT_NOTNULL, ffi::SQLITE_MISMATCH, ffi::SQLITE_TOOBIG],
        );
        check(
            "unusable",
            &[ffi::SQLITE_ERROR, ffi::SQLITE_INTERRUPT, ffi::SQLITE_ABORT, ffi::SQLITE_MISUSE, ffi::SQLITE_INTERNAL],
        );
    }
}
