//! Everything that driftguard has stored, and how it is removed: what `purge --all` and `uninstall --purge` have in common.

use super::project::Project;
use super::{index, memory, pick};
use crate::cli::exit::{ExitStatus, Failure};
use crate::guard::port::StoreError;
use crate::host::Host;
use crate::repo::index::remove_all;
use crate::store::{Purge, Purged, Spool};
use std::io;
use std::path::{Path, PathBuf};

/// Empties the database, for whoever still reads it, and removes all that lies beside it. What cannot be removed is an error, and
/// keeps nothing else. What was in the database; `None` where it was damaged.
pub(super) fn everything(host: &Host, project: &Project) -> anyhow::Result<Option<Purged>> {
    let paths = &host.paths;
    let purged = emptied(host, project)?;
    let removed = [
        Spool::new(&paths.spool).clear(None).map_err(pick::told),
        remove_all(&paths.index).map_err(index::told),
        memory::remove(paths).map_err(pick::told),
        file(&paths.token),
        // Last: whatever failed until now may have been recorded there.
        file(&paths.faults),
    ];
    removed.into_iter().collect::<Result<(), Failure>>()?;
    Ok(purged)
}

/// Empties the database. A damaged one cannot be emptied, and goes as a whole.
fn emptied(host: &Host, project: &Project) -> anyhow::Result<Option<Purged>> {
    if !host.paths.database.exists() {
        return Ok(Some(Purged::default()));
    }
    let purged = pick::open(&host.paths, project).and_then(|mut store| store.purge(&Purge::All));
    match purged {
        Ok(purged) => Ok(Some(purged)),
        Err(StoreError::Corrupt { .. } | StoreError::Undecodable { .. }) => {
            database(&host.paths.database)?;
            Ok(None)
        }
        Err(error) => Err(pick::told(error).into()),
    }
}

/// Removes a database with the files that SQLite keeps beside it. Those first: a new database must not take them for its own.
pub(super) fn database(path: &Path) -> Result<(), Failure> {
    for end in ["-wal", "-shm", ""] {
        file(&PathBuf::from(format!("{}{end}", path.display())))?;
    }
    Ok(())
}

/// Removes a file. What was never written is not there.
pub(super) fn file(path: &Path) -> Result<(), Failure> {
    gone(path, std::fs::remove_file(path))
}

/// Removes a folder with all that is in it.
pub(super) fn folder(path: &Path) -> Result<(), Failure> {
    gone(path, std::fs::remove_dir_all(path))
}

fn gone(path: &Path, removed: io::Result<()>) -> Result<(), Failure> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            let message = format!("cannot remove {}: {error}", path.display());
            Err(Failure::new(ExitStatus::Io, message, "check that it is yours, and do this again"))
        }
        _ => Ok(()),
    }
}
