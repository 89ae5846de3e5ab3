//! What turns that have ended say about files, commands and topics, until the memory takes it up: one file each.
//!
//! To open the memory and to write to it costs a fifth of a hook at the end of a turn, and nobody asks for its texts before
//! the next session. A turn's file appears by a rename and is claimed by one: it is whole or not there, and one process takes it up.
//! What dies in the middle of that costs the texts of some turns and nothing else. The folder is there while something waits: to
//! look for it is all that a session without news pays.

use crate::guard::port::{StoreError, Work};
use crate::memory::summary::Delta;
use crate::store::{failure, private};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The extension of a turn that waits.
const WAITING: &str = "json";
/// Turns that are taken up at once: the client gives the end of a session little time.
const AT_ONCE: usize = 64;
/// Turns that wait at most; the oldest ones go. Nobody works so long between two sessions.
const KEPT: usize = 1_024;
/// Milliseconds after which nobody works any more on a file that was never put in its place, or was claimed.
const LEFT_BEHIND: i64 = 86_400_000;

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
        let _ = std::fs::remove_file(&self.claimed);
        if let Some(folder) = self.claimed.parent() {
            // Fails, as it should, while something else waits there.
            let _ = std::fs::remove_dir(folder);
        }
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

    /// True when one waits at `now`, in milliseconds since 1970: one look at the file system where none does. Where there is only
    /// what killed calls have left, the folder goes with it, a day later at the latest.
    pub fn wait(&self, now: i64) -> bool {
        if !self.folder.is_dir() {
            return false;
        }
        let waits = !private::files_in(&self.folder, WAITING).is_empty();
        if !waits {
            self.tidy(now);
        }
        waits
    }

    /// Claims the turns that wait, oldest first, 64 at most. What does not read back goes, and what killed calls have left.
    pub fn take(&self, now: i64) -> Vec<Taken> {
        self.tidy(now);
        let mut names = private::files_in(&self.folder, WAITING);
        names.sort_unstable();
        for surplus in names.drain(..names.len().saturating_sub(KEPT)) {
            let _ = std::fs::remove_file(self.folder.join(surplus));
        }
        names.truncate(AT_ONCE);
        names.iter().filter_map(|name| self.claim(name, now)).collect()
    }

    fn claim(&self, name: &str, now: i64) -> Option<Taken> {
        let file = self.folder.join(name);
        // How long it has been claimed stands in its name: a turn may have waited for weeks before.
        let claimed = self.folder.join(format!("{:013}-{name}", now.max(0))).with_extension("taken");
        // Of two processes one finds it gone.
        std::fs::rename(&file, &claimed).ok()?;
        let read = std::fs::read(&claimed).ok().and_then(|text| serde_json::from_slice(&text).ok());
        if read.is_none() {
            let _ = std::fs::remove_file(&claimed);
            let _ = std::fs::remove_dir(&self.folder);
        }
        Some(Taken { turn: read?, file, claimed })
    }

    /// Removes what killed calls have left more than a day ago, and the folder where nothing else lies in it. A call that is just
    /// writing there does so again.
    fn tidy(&self, now: i64) {
        let is_left = |name: &String| Path::new(name).extension().is_none_or(|end| end != WAITING);
        self.forget(now.saturating_sub(LEFT_BEHIND), is_left);
    }

    /// Removes all that is older than `before`, waiting or not: the human purges. Best effort: what stays goes the next time.
    pub fn forget_older(&self, before: i64) {
        self.forget(before, |_| true);
    }

    fn forget(&self, before: i64, which: impl Fn(&String) -> bool) {
        for name in private::names_in(&self.folder).into_iter().filter(which) {
            private::forget(&self.folder.join(&name), &name, before);
        }
        // Fails, as it should, while something waits there.
        let _ = std::fs::remove_dir(&self.folder);
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

    const NOW: i64 = 20 * LEFT_BEHIND;

    fn taken(turns: &Turns) -> Vec<i64> {
        let taken = turns.take(NOW);
        let times = taken.iter().map(|taken| taken.turn.at).collect();
        taken.into_iter().for_each(Taken::done);
        times
    }

    #[test]
    fn each_turn_is_taken_up_once_and_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(&folder.path().join("turns"));
        assert!(!turns.wait(NOW) && turns.take(NOW).is_empty());
        for at in [3, 1, 2] {
            turns.put(&turn(at)).unwrap();
        }
        assert!(turns.wait(NOW));
        let claimed = turns.take(NOW);
        assert_eq!(claimed.iter().map(|taken| taken.turn.clone()).collect::<Vec<_>>(), [1, 2, 3].map(turn));
        // Another process meanwhile.
        assert!(turns.take(NOW).is_empty());
        claimed.into_iter().next().unwrap().give_back();
        assert_eq!(taken(&turns), [1]);
        assert!(turns.take(NOW).is_empty());
        turns.clear().unwrap();
        turns.clear().unwrap();
        assert!(!turns.wait(NOW));
    }

    #[test]
    fn the_folder_is_there_while_something_waits() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(&folder.path().join("turns"));
        turns.put(&turn(1)).unwrap();
        turns.put(&turn(2)).unwrap();
        let mut claimed = turns.take(NOW);
        claimed.pop().unwrap().done();
        assert!(turns.folder.exists(), "one of them is not done");
        claimed.pop().unwrap().done();
        assert!(!turns.folder.exists());
        turns.put(&turn(3)).unwrap();
        assert_eq!(taken(&turns), [3]);
    }

    #[test]
    fn what_a_killed_call_left_goes_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(&folder.path().join("turns"));
        let left = || std::fs::read_dir(&turns.folder).map_or(0, Iterator::count);
        let unfinished = |at: i64| {
            let file = std::fs::File::create(turns.folder.join(format!("{}x{at}", private::UNFINISHED))).unwrap();
            let since = std::time::Duration::from_millis(at.unsigned_abs());
            file.set_modified(std::time::UNIX_EPOCH + since).unwrap();
        };
        turns.put(&turn(1)).unwrap();
        turns.put(&turn(2)).unwrap();
        // Killed with both claimed, and while it wrote.
        assert_eq!(turns.take(NOW).len(), 2);
        unfinished(NOW);
        assert!(!turns.wait(NOW + LEFT_BEHIND));
        assert_eq!(left(), 3, "somebody may still work on them");
        turns.put(&turn(3)).unwrap();
        assert_eq!(turns.take(NOW + LEFT_BEHIND + 1).len(), 1);
        assert_eq!(left(), 1, "the newly claimed one");
        assert!(!turns.wait(NOW + 3 * LEFT_BEHIND) && !turns.folder.exists());
    }

    #[test]
    fn a_purge_takes_what_is_older_and_leaves_what_is_newer() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(&folder.path().join("turns"));
        turns.put(&turn(NOW - 2)).unwrap();
        assert_eq!(turns.take(NOW - 1).len(), 1);
        turns.put(&turn(NOW - 1)).unwrap();
        turns.put(&turn(NOW)).unwrap();
        turns.forget_older(NOW);
        assert_eq!(taken(&turns), [NOW]);
        turns.put(&turn(NOW)).unwrap();
        turns.forget_older(NOW + 1);
        assert!(!turns.folder.exists());
    }

    #[test]
    fn what_does_not_read_back_goes_and_the_folder_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::new(&folder.path().join("turns"));
        std::fs::create_dir(&turns.folder).unwrap();
        std::fs::write(turns.folder.join("0000000000000-1-0000.json"), "{").unwrap();
        turns.put(&turn(5)).unwrap();
        assert_eq!(taken(&turns), [5]);
        assert!(!turns.folder.exists());
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
