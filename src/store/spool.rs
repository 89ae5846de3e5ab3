//! Events of hook calls that could not have the database in time: one file each, merged by the session's next call.
//!
//! One file an event and not one file they are all appended to: a call that opened such a file before another call took
//! it away would append to a file that is about to be removed, and its event would be lost. A whole file that appears by
//! a rename is either there or not.

use super::{failure, private};
use crate::domain::HookInput;
use crate::guard::port::StoreError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

/// Files merged by one call at most; the rest waits for the next one, since a hook has milliseconds.
pub(super) const AT_ONCE: usize = 512;

/// The extension of a file that did not read back.
const BROKEN: &str = "bad";

/// Bytes of a session's folder name before the rest is replaced by a digest: file systems allow 255.
const LONGEST_NAME: usize = 120;

/// The folder of spooled events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spool {
    folder: PathBuf,
}

/// An event that waits to be merged.
#[derive(Clone, Debug, PartialEq)]
pub struct Spooled {
    /// What the hook was told.
    pub input: HookInput,
    /// When, in milliseconds since 1970.
    pub at: i64,
    file: PathBuf,
    name: String,
}

impl Spooled {
    /// The file's name: unique in its session, and it sorts by time.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// What a session's spool holds for a merge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pending {
    /// The events, oldest first.
    pub events: Vec<Spooled>,
    /// Files that did not read back and were moved aside.
    pub broken: usize,
}

/// How many files lie in the spool, for `doctor`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Sessions with a folder of their own.
    pub sessions: usize,
    /// Events that wait.
    pub waiting: usize,
    /// Files that did not read back and were moved aside, into the spool itself.
    pub broken: usize,
}

/// A file that did not read back.
struct Broken;

#[derive(Serialize)]
struct RecordRef<'a> {
    at: i64,
    input: &'a HookInput,
}

#[derive(Deserialize)]
struct Record {
    at: i64,
    input: HookInput,
}

impl Spool {
    /// The spool in `folder`, which is made with its first event.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Keeps an event until the session's next call. `now` in milliseconds since 1970.
    pub fn put(&self, input: &HookInput, now: i64) -> Result<(), StoreError> {
        let folder = self.of(&input.session_id);
        let written = serde_json::to_vec(&RecordRef { at: now, input })
            .map_err(std::io::Error::from)
            .and_then(|text| private::put_file(&folder, now, &text));
        written.map_err(|error| failure::system(&folder, &error))
    }

    /// True when something of the session may wait: one look at the file system.
    pub fn holds(&self, session_id: &str) -> bool {
        self.of(session_id).is_dir()
    }

    /// The events of a session that wait, oldest first, at most 512. A file that does not read back is moved aside.
    ///
    /// Two calls at once would see the same files: [`super::SqliteStore::merge`] asks under the write lock.
    pub fn pending(&self, session_id: &str) -> Pending {
        let mut names = private::files_in(&self.of(session_id), "json");
        names.sort_unstable();
        names.truncate(AT_ONCE);
        let mut pending = Pending::default();
        for name in names {
            match self.read(session_id, name) {
                Some(Ok(spooled)) => pending.events.push(spooled),
                Some(Err(Broken)) => pending.broken += 1,
                None => {}
            }
        }
        pending
    }

    /// `None` for a file that is gone.
    fn read(&self, session_id: &str, name: String) -> Option<Result<Spooled, Broken>> {
        let file = self.of(session_id).join(&name);
        let special = std::fs::metadata(&file).is_ok_and(|facts| !facts.is_file());
        let text = match if special { Ok(Vec::new()) } else { std::fs::read(&file) } {
            Ok(text) => text,
            // Merged and removed by another call since the folder was listed.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
            Err(_) => Vec::new(),
        };
        match serde_json::from_slice::<Record>(&text) {
            // The folder's name is only an encoding: the id inside decides whose event it is.
            Ok(record) if record.input.session_id == session_id => {
                Some(Ok(Spooled { input: record.input, at: record.at, file, name }))
            }
            _ => {
                // Kept for a human to look at, beside the folder, so that this one goes with its last event; should even that fail,
                // the next call tries again.
                let _ = std::fs::rename(&file, self.folder.join(format!("{}.{name}.{BROKEN}", safe_name(session_id))));
                let _ = std::fs::remove_dir(self.of(session_id));
                Some(Err(Broken))
            }
        }
    }

    /// Removes events whose merge is committed.
    pub fn done(&self, merged: &[Spooled]) {
        for spooled in merged {
            // One that stays is known to the store as merged and goes with the next call.
            let _ = std::fs::remove_file(&spooled.file);
        }
        if let Some(folder) = merged.first().and_then(|spooled| spooled.file.parent()) {
            // Fails, as it should, while other events wait there.
            let _ = std::fs::remove_dir(folder);
        }
    }

    /// Removes a session's folder where no event waits in it, with what a call that was killed left half written: while it is there,
    /// [`Self::holds`] costs each call the lock. A call that is just writing there does so again.
    pub(super) fn tidy(&self, session_id: &str) {
        let folder = self.of(session_id);
        for name in private::names_in(&folder) {
            if name.starts_with(private::UNFINISHED) {
                let _ = std::fs::remove_file(folder.join(name));
            }
        }
        // Fails, as it should, where an event has come in the meantime.
        let _ = std::fs::remove_dir(folder);
    }

    /// Removes what has lain here since `before`, in milliseconds since 1970: events of sessions that no call has come from since,
    /// files that did not read back, and what was never written whole. Best effort: what stays goes the next time.
    pub fn forget_older(&self, before: i64) {
        for name in private::names_in(&self.folder) {
            let path = self.folder.join(&name);
            if Path::new(&name).extension().is_some_and(|end| end == BROKEN) {
                // No session's folder has a dot in its name.
                let file = name.split_once('.').map_or(name.as_str(), |(_, file)| file);
                private::forget(&path, file, before);
                continue;
            }
            for file in private::names_in(&path) {
                private::forget(&path.join(&file), &file, before);
            }
            // Fails, as it should, while other events wait there.
            let _ = std::fs::remove_dir(path);
        }
    }

    /// Removes the events of one session, or of all, unmerged: the human purges.
    pub fn clear(&self, session_id: Option<&str>) -> Result<(), StoreError> {
        let folder = session_id.map_or_else(|| self.folder.clone(), |id| self.of(id));
        let gone = |error: &std::io::Error| error.kind() == std::io::ErrorKind::NotFound;
        let checked = |path: &Path, removed: std::io::Result<()>| match removed {
            Err(error) if !gone(&error) => Err(failure::system(path, &error)),
            _ => Ok(()),
        };
        let aside = session_id.map(|id| format!("{}.", safe_name(id)));
        for name in private::files_in(&self.folder, BROKEN) {
            let file = self.folder.join(&name);
            if aside.as_ref().is_some_and(|aside| name.starts_with(aside)) {
                checked(&file, std::fs::remove_file(&file))?;
            }
        }
        checked(&folder, std::fs::remove_dir_all(&folder))
    }

    /// Counts what lies in the spool.
    pub fn census(&self) -> Census {
        let broken = private::files_in(&self.folder, BROKEN).len();
        let mut census = Census { broken, ..Census::default() };
        for session in private::names_in(&self.folder)
            .iter()
            .filter(|name| Path::new(name).extension().is_none_or(|end| end != BROKEN))
        {
            census.sessions += 1;
            census.waiting += private::files_in(&self.folder.join(session), "json").len();
        }
        census
    }

    fn of(&self, session_id: &str) -> PathBuf {
        self.folder.join(safe_name(session_id))
    }
}

/// A folder name for a session id, which comes from outside and may hold anything: letters, digits, `-` and `_` stay,
/// every other byte becomes `~` and two digits, and a long name ends in the digest of the whole id.
fn safe_name(session_id: &str) -> String {
    let safe = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' => char::from(byte).to_string(),
        byte => format!("~{byte:02x}"),
    };
    let name: String = std::iter::once("s-".to_owned()).chain(session_id.bytes().map(safe)).collect();
    if name.len() <= LONGEST_NAME {
        return name;
    }
    let digest = format!("~~{:032x}", xxh3_128(session_id.as_bytes()));
    format!("{}{digest}", &name[..LONGEST_NAME - digest.len()])
}
