//! From SQLite's errors to the guard's: what a caller can act on.

use crate::guard::port::StoreError;
use rusqlite::{Error, ErrorCode};
use std::path::Path;

/// Sorts an SQLite error by what can be done about it: wait, repair, make room, or upgrade.
pub(super) fn sort(path: &Path, error: &Error) -> StoreError {
    let place = || path.display().to_string();
    match error {
        Error::FromSqlConversionFailure(_, _, cause) => {
            StoreError::Undecodable { what: "value", detail: cause.to_string() }
        }
        Error::InvalidColumnType(..) | Error::IntegralValueOutOfRange(..) => {
            StoreError::Undecodable { what: "value", detail: error.to_string() }
        }
        _ => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
                StoreError::Busy
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Corrupt { path: place(), detail: words(error) }
            }
            _ => StoreError::Unusable { path: place(), detail: words(error) },
        },
    }
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
