//! Files that a person names to be written: old or new, never half, and no folder is made for them.

use crate::cli::exit::{ExitStatus, Failure};
use crate::host::Host;
use anyhow::Context as _;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The file that a person names; none where it is `-`, which is stdout in every shell's tools.
pub fn named(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| path.as_os_str() != "-")
}

/// Refuses a file of driftguard's own: who names it meant the file that is read and not the one that is written.
pub fn spare(host: &Host, path: &Path) -> Result<(), Failure> {
    let Ok(target) = dunce::canonicalize(path) else { return Ok(()) };
    let paths = &host.paths;
    let own =
        [&paths.database, &paths.memory, &paths.faults, &paths.token, &paths.user_config, &paths.index, &paths.spool];
    let of_log =
        target.to_str().and_then(|path| path.strip_suffix("-wal").or(path.strip_suffix("-shm"))).map(Path::new);
    let is_own = |own: &PathBuf| {
        dunce::canonicalize(own).is_ok_and(|own| target.starts_with(&own) || of_log == Some(own.as_path()))
    };
    if !own.into_iter().any(is_own) {
        return Ok(());
    }
    let message = format!("cannot write {}: it is a file of driftguard's own", path.display());
    Err(Failure::new(ExitStatus::CannotCreate, message, "name a file elsewhere; what is stored is found by itself"))
}

/// Writes the file `path` as a whole by `write`. A folder that is missing was mistyped more often than meant, so it is told and not
/// made.
pub fn write<T>(path: &Path, write: impl FnOnce(&mut File) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let message = format!("cannot write {}: there is no folder {}", path.display(), folder.display());
        let hint = "make the folder first, or name a file in one that is there";
        return Err(Failure::new(ExitStatus::CannotCreate, message, hint).into());
    }
    if path.is_dir() {
        let message = format!("cannot write {}: it is a folder", path.display());
        return Err(Failure::new(ExitStatus::CannotCreate, message, "name a file in it").into());
    }
    let failed = || format!("cannot write {}", path.display());
    // A link stays one: the file that it leads to is written.
    let led_to = dunce::canonicalize(path);
    let target = led_to.as_deref().unwrap_or(path);
    if target.exists() && !target.is_file() {
        // `/dev/stdout` and the like take what comes and cannot be replaced.
        return write(&mut File::options().write(true).open(target).with_context(failed)?).with_context(failed);
    }
    let beside = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Its error names the file beside, of which nobody has heard.
    let mut fresh =
        tempfile::NamedTempFile::new_in(beside).map_err(|error| io::Error::from(error.kind())).with_context(failed)?;
    let written = write(fresh.as_file_mut()).with_context(failed)?;
    if let Ok(known) = std::fs::metadata(target) {
        fresh.as_file().set_permissions(known.permissions()).with_context(failed)?;
    }
    fresh.persist(target).map_err(|error| error.error).with_context(failed)?;
    Ok(written)
}
