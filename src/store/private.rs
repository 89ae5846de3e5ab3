//! What the store keeps beside its databases, and who may read it: files under names that sort by time, room on the disk, modes.

use crate::private::{file_options, make_folder};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// The name of a folder that is driftguard's own. Any other folder was chosen by the user (`DRIFTGUARD_HOME=/srv/shared`),
/// may hold other things, and keeps its mode.
#[cfg(unix)]
const OWN_FOLDER: &str = "driftguard";

/// Bytes that the calls of some turns write.
const ROOM: usize = 256 * 1024;

/// Whether a database in `folder` could be written, with room for a session's log; where the folder is not there yet, whether it
/// could be made.
pub fn has_room(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|folder| folder.symlink_metadata().is_ok()).unwrap_or(folder);
    let mut trial = tempfile::tempfile_in(there)?;
    io::Write::write_all(&mut trial, &vec![1; ROOM])
}

/// Opens `file` for writing and creates it where it is missing, readable by nobody else.
pub(super) fn create_file(file: &Path) -> io::Result<File> {
    file_options().write(true).create(true).truncate(false).open(file)
}

/// How often a file is written: another process may remove the empty folder between the making of the folder and of the file.
const ATTEMPTS: u32 = 8;

/// What the names of files begin with that are being written, or were when their call was killed.
pub(super) const UNFINISHED: &str = ".new-";

/// Puts a file into `folder`, which is made where it is missing, under a name that sorts by `at`, milliseconds since 1970. It appears
/// whole.
pub(super) fn put_file(folder: &Path, at: i64, text: &[u8]) -> io::Result<()> {
    let mut written = try_to_put(folder, at, text);
    for _ in 1..ATTEMPTS {
        if written.is_ok() {
            break;
        }
        written = try_to_put(folder, at, text);
    }
    written
}

fn try_to_put(folder: &Path, at: i64, text: &[u8]) -> io::Result<()> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    make_folder(folder)?;
    let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    io::Write::write_all(&mut file, text)?;
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    // Leading zeros make names sort as times do until the year 2286; a time before 1970 counts as 1970.
    let name = format!("{:013}-{}-{count:04}.json", at.max(0), std::process::id());
    file.persist(folder.join(name)).map_err(|error| error.error)?;
    Ok(())
}

/// The names of the files in `folder` with an extension, in any order.
pub(super) fn files_in(folder: &Path, extension: &str) -> Vec<String> {
    let named = |name: &String| Path::new(name).extension().is_some_and(|found| found == extension);
    names_in(folder).into_iter().filter(named).collect()
}

/// The names of what lies in `folder`, in any order; none where it cannot be read.
pub(super) fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Removes `file`, named `name`, if it is older: by its name, which begins with the time, or else by when it was written.
pub(super) fn forget(file: &Path, name: &str, before: i64) {
    let named = name.split_once('-').and_then(|(time, _)| time.parse().ok());
    let written = || {
        let modified = std::fs::symlink_metadata(file).and_then(|facts| facts.modified()).ok()?;
        let since = modified.duration_since(std::time::UNIX_EPOCH).ok()?;
        i64::try_from(since.as_millis()).ok()
    };
    if named.or_else(written).is_some_and(|at: i64| at < before) {
        let _ = std::fs::remove_file(file);
    }
}

/// Takes away what group and others may do with the database, its side files and, where it is our own, its folder.
/// Best effort: a file that belongs to somebody else stays as it is.
#[cfg(unix)]
pub(super) fn tighten(database: &Path) {
    let mut side = database.as_os_str().to_owned();
    side.push("-wal");
    let mut shared = database.as_os_str().to_owned();
    shared.push("-shm");
    for file in [database, Path::new(&side), Path::new(&shared)] {
        close_to_others(file, 0o600);
    }
    if let Some(folder) = database.parent().filter(|folder| folder.file_name().is_some_and(|name| name == OWN_FOLDER)) {
        close_to_others(folder, 0o700);
    }
}

#[cfg(unix)]
fn close_to_others(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    if let Ok(metadata) = std::fs::metadata(path)
        && metadata.permissions().mode() & 0o077 != 0
    {
        // The error of a foreign file is of no use to a hook: the store itself reports what it cannot open.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    }
}

/// Access is the folder's on other systems.
#[cfg(not(unix))]
pub(super) fn tighten(_database: &Path) {}
