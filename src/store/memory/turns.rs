//! What turns that have ended say about files, commands and topics, until the memory takes it up: one file each.
//!
//! To open the memory and to write to it costs a fifth of a hook at the end of a turn, and nobody asks for its texts before
//! the next session. A turn's file appears by a rename and is claimed by one: it is whole or not there, and one process takes it up.
//! What dies in the middle of that costs the texts of some turns and nothing else.

use crate::guard::port::{StoreError, Work};
use crate::memory::summary::Delta;
use crate::store::{failure, private};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Turns that are taken up at once: the client gives the end of a session little time.
const AT_ONCE: usize = 64;
/// Turns that wait at most; the oldest ones go. Nobody works so long between two sessions.
const KEPT: usize = 1_024;

/// What a turn that has ended says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The project, by its root.
    pub project: String,
    /// When it ended: milliseconds since 1970.
    pub at: i64,
    /// What was worked on.
    pub work: Vec<Work>,
    /// What is known of it now.
    pub deltas: Vec<Delta>,
}

/// The folder of the turns that wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    folder: PathBuf,
}

/// A turn that this process takes up.
#[derive(Debug)]
pub struct Taken {
    /// What it says.
    pub turn: Turn,
    file: PathBuf,
    claimed: PathBuf,
}

impl Taken {
    /// It has been taken up.
    pub fn done(self) {
        // One that stays is claimed, and nobody takes it up again.
        let _ = std::fs::remove_file(self.claimed);
    }

    /// It could not be: another time.
    pub fn give_back(self) {
        let _ = std::fs::rename(self.claimed, self.file);
    }
}

impl Turns {
    /// Those in `folder`, which is made with the first one.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Keeps a turn until somebody takes it up.
    pub fn put(&self, turn: &Turn) -> Result<(), StoreError> {
        let written = serde_json::to_vec(turn)
            .map_err(std::io::Error::from)
            .and_then(|text| private::put_file(&self.folder, turn.at, &text));
        written.map_err(|error| failure::system(&self.folder, &error))
    }

    /// True when one may wait: one look at the file system.
    pub fn wait(&self) -> bool {
        self.folder.is_dir()
    }

    /// Claims the turns that wait, oldest first, 64 at most. What does not read back goes.
    pub fn take(&self) -> Vec<Taken> {
        let mut names = private::files_in(&self.folder, "json");
        names.sort_unstable();
        for surplus in names.drain(..names.len().saturating_sub(KEPT)) {
            let _ = std::fs::remove_file(self.folder.join(surplus));
        }
        names.truncate(AT_ONCE);
        names.iter().filter_map(|name| self.claim(name)).collect()
    }

    fn claim(&self, name: &str) -> Option<Taken> {
        let file = self.folder.join(name);
        let claimed = file.with_extension("taken");
        // Of two processes one finds it gone.
        std::fs::rename(&file, &claimed).ok()?;
        let read = std::fs::read(&claimed).ok().and_then(|text| serde_json::from_slice(&text).ok());
        if read.is_none() {
            let _ = std::fs::remove_file(&claimed);
        }
        Some(Taken { turn: read?, file, claimed })
    }

    /// Removes all of them: the human purges.
    pub fn clear(&self) -> Result<(), StoreError> {
        match std::fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failure::system(&self.folder, &error)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::summary::{EntityKey, EntityKind};

    fn turn(at: i64) -> Turn {
        let key = EntityKey { kind: EntityKind::File, name: "src/a.rs".into() };
        let work = Work { kind: EntityKind::File, name: "src/a.rs".into(), spoken: true };
        Turn { project: "/p".into(), at, work: vec![work], deltas: vec![Delta::bare(key, Some(at))] }
    }

    fn taken(turns: &Turns) -> Vec<i64> {
        let taken = turns.take();
        let times = taken.iter().map(|taken| taken.turn.at).collect();
        taken.into_iter().for_each(Taken::done);
        times
    }

    #[test]
    fn each_turn_is_taken_up_once_and_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(&folder.path().join("turns"));
        assert!(!turns.wait() && turns.take().is_empty());
        for at in [3, 1, 2] {
            turns.put(&turn(at)).unwrap();
        }
        assert!(turns.wait());
        let claimed = turns.take();
        assert_eq!(claimed.iter().map(|taken| taken.turn.clone()).collect::<Vec<_>>(), [1, 2, 3].map(turn));
        // Another process meanwhile.
        assert!(turns.take().is_empty());
        claimed.into_iter().next().unwrap().give_back();
        assert_eq!(taken(&turns), [1]);
        assert!(turns.take().is_empty());
        turns.clear().unwrap();
        turns.clear().unwrap();
        assert!(!turns.wait());
    }

    #[test]
    fn what_does_not_read_back_goes_and_the_folder_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(folder.path());
        std::fs::write(folder.path().join("0000000000000-1-0000.json"), "{").unwrap();
        turns.put(&turn(5)).unwrap();
        assert_eq!(taken(&turns), [5]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        for at in 0..i64::try_from(KEPT).unwrap() + 10 {
            turns.put(&turn(at)).unwrap();
        }
        assert_eq!(taken(&turns)[0], 10);
    }

    #[test]
    fn nobody_else_can_read_them() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(&folder.path().join("turns"));
        turns.put(&turn(1)).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            let file = std::fs::read_dir(&turns.folder).unwrap().next().unwrap().unwrap().path();
            assert_eq!((mode(&turns.folder), mode(&file)), (0o700, 0o600));
        }
    }
}
