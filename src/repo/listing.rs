//! A list of files that is brought up to date by the folders that changed.
//!
//! A file that comes or goes changes its folder's time, so that a tree of 100,000 files is known to be as it was from the times
//! of its folders. What is edited in place changes no folder: whoever reads files looks at them as well, now and then.

use super::files::{Limits, belongs, collect, named, slashed};
use super::ignored::{EXCLUDED, RULES, is_folder};
use crate::domain::FileList;
use ignore::DirEntry;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::{Metadata, symlink_metadata};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The time of what changed so short ago that it may change again within the same tick of its clock: it differs from every other.
const UNSETTLED: i64 = -1;

/// Threads that ask the disk: two take half the time of one, and four no less (17,000 folders on two cores).
const THREADS: usize = 2;

/// The files of a repository and the folders they were found in.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) files: FileList,
    pub(super) folders: Folders,
}

/// The folders that a listing read, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Folders(Vec<Folder>);

/// A folder, and when it last changed: nanoseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Folder {
    /// Below the root; "" is the root.
    path: String,
    /// A name in it came or went.
    entries: i64,
    /// An ignore file in it changed; 0 where it has none.
    rules: i64,
}

/// What differs from a listing.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// Nothing.
    None,
    /// The entries of these folders.
    In(Vec<String>),
    /// What is ignored: any folder may hold other files.
    Anywhere,
}

impl Listing {
    /// Lists all files below `root`. What changed at or after `unsettled`, in nanoseconds since 1970, differs at the next look.
    pub(super) fn read(root: &Path, limits: Limits, unsettled: i64) -> Self {
        read_below(root, limits, unsettled, belongs)
    }

    /// Lists again what changed, and gives the folders that were read with it; `None` where a limit is hit.
    pub(super) fn again(
        &self,
        root: &Path,
        limits: Limits,
        unsettled: i64,
        changed: &[String],
    ) -> Option<(Self, HashSet<String>)> {
        let mut to_read: HashSet<String> = HashSet::new();
        for folder in changed {
            let mut folder = folder.as_str();
            while to_read.insert(folder.to_owned()) && !folder.is_empty() {
                folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
            }
        }
        let known: HashSet<String> = self.folders.0.iter().map(|folder| folder.path.clone()).collect();
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (keep, below) = (Arc::clone(&kept), PathBuf::from(root));
        let mut now = read_below(root, limits, unsettled, move |entry| {
            if !belongs(entry) {
                return false;
            }
            let Some(path) = named(entry, &below).map(slashed).filter(|_| is_folder(entry)) else { return true };
            let as_it_was = known.contains(&*path) && !to_read.contains(&*path);
            if as_it_was {
                keep.lock().unwrap_or_else(PoisonError::into_inner).push(path.into_owned());
            }
            !as_it_was
        });
        let read = now.folders.0.iter().map(|folder| folder.path.clone()).collect();
        let mut paths: Vec<String> = now.files.paths().map(str::to_owned).collect();
        for folder in kept.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            paths.extend(self.files.below(folder).map(str::to_owned));
            now.folders.0.extend(self.folders.from(folder).cloned());
        }
        now.folders.0.sort_unstable();
        let full = now.files.truncated || paths.len() > limits.max_files;
        now.files = FileList::new(paths, false);
        (!full).then_some((now, read))
    }
}

fn read_below(
    root: &Path,
    limits: Limits,
    unsettled: i64,
    enter: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
) -> Listing {
    let mut folders = Vec::new();
    let files = collect(root, limits, enter, &mut |path, place| {
        // Asked for after the names were read: what came in between is not settled.
        folders.push(Folder {
            path: path.to_owned(),
            entries: stamp([time_of(place), 0], unsettled),
            rules: stamp(rules_in(place, path), unsettled),
        });
    });
    folders.sort_unstable();
    Listing { files, folders: Folders(folders) }
}

impl Folders {
    /// What differs below `root` from what these folders were.
    pub(super) fn difference(&self, root: &Path) -> Difference {
        let share = self.0.len().div_ceil(THREADS).max(1);
        let parts: Vec<Difference> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                self.0.chunks(share).map(|folders| scope.spawn(move || difference(root, folders))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or(Difference::Anywhere)).collect()
        });
        parts.into_iter().fold(Difference::None, |all, part| match (all, part) {
            (Difference::None, other) | (other, Difference::None) => other,
            (Difference::In(mut all), Difference::In(part)) => {
                all.extend(part);
                Difference::In(all)
            }
            _ => Difference::Anywhere,
        })
    }

    /// A folder and those below it.
    fn from<'a>(&'a self, folder: &str) -> impl Iterator<Item = &'a Folder> {
        // Siblings such as "a-b" sort between "a" and "a/".
        let below = format!("{folder}/");
        let at = |path: &str| self.0.partition_point(|other| other.path.as_str() < path);
        let own = self.0.get(at(folder)).filter(|own| own.path == folder);
        let others = self.0[at(&below)..].iter().take_while(move |other| other.path.starts_with(&below));
        own.into_iter().chain(others)
    }

    /// As lines: the two times and the path.
    pub(super) fn to_lines(&self) -> String {
        let mut lines = String::new();
        for Folder { path, entries, rules } in &self.0 {
            // Writing to a text does not fail.
            let _ = writeln!(lines, "{entries} {rules} {path}");
        }
        lines
    }

    /// Takes them back; `None` where the lines are none of theirs.
    pub(super) fn from_lines(lines: &str) -> Option<Self> {
        let folder = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let (entries, rules) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            Some(Folder { path: parts.next()?.to_owned(), entries, rules })
        };
        lines.lines().map(folder).collect::<Option<Vec<_>>>().map(Self)
    }
}

fn difference(root: &Path, folders: &[Folder]) -> Difference {
    let mut changed = Vec::new();
    for folder in folders {
        let place = root.join(&folder.path);
        let same = time_of(&place) == folder.entries;
        // A folder without an ignore file changes when it gets one.
        if (!same || folder.rules != 0) && stamp(rules_in(&place, &folder.path), i64::MAX) != folder.rules {
            return Difference::Anywhere;
        }
        if !same {
            changed.push(folder.path.clone());
        }
    }
    if changed.is_empty() { Difference::None } else { Difference::In(changed) }
}

/// The times of the ignore files that a folder holds; 0 where there is none.
fn rules_in(place: &Path, path: &str) -> [i64; 2] {
    let of_all = if path.is_empty() { time_of(&place.join(EXCLUDED)) } else { 0 };
    [time_of(&place.join(RULES)), of_all]
}

/// One number for two times, another one as soon as one of them is another.
fn stamp(times: [i64; 2], unsettled: i64) -> i64 {
    if times.iter().any(|time| *time >= unsettled) { UNSETTLED } else { times[0] ^ times[1] }
}

fn time_of(place: &Path) -> i64 {
    symlink_metadata(place).map_or(0, |facts| changed_at(&facts))
}

/// When a name in a folder, or a file, last changed. Unix tells it so that no program can set it back.
#[cfg(unix)]
fn changed_at(facts: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt as _;
    facts.ctime().saturating_mul(1_000_000_000).saturating_add(facts.ctime_nsec())
}

#[cfg(not(unix))]
fn changed_at(facts: &Metadata) -> i64 {
    let since = facts.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    since.map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;
    use std::time::Duration;

    const ENOUGH: Limits = Limits { max_files: 1000, budget: Duration::from_mins(1) };
    /// Longer than the tick of a file system's clock.
    const TICK: Duration = Duration::from_millis(20);

    /// A tree, and its listing with settled times.
    fn listed(files: &[&str]) -> (tempfile::TempDir, Listing) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            write(folder.path(), file);
        }
        let listing = Listing::read(folder.path(), ENOUGH, i64::MAX);
        std::thread::sleep(TICK);
        (folder, listing)
    }

    /// Writes `PATH=CONTENT` or an empty file.
    fn write(root: &Path, file: &str) {
        let (path, content) = file.split_once('=').unwrap_or((file, ""));
        let path = root.join(path);
        // Where a file lies in the way nothing is written.
        let _ = fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(&path, content));
    }

    /// What the folders tell after a change; what they do not tell is checked against a listing made anew.
    #[track_caller]
    fn after(files: &[&str], change: impl Fn(&Path)) -> Difference {
        let (folder, before) = listed(files);
        let root = folder.path();
        change(root);
        let difference = before.folders.difference(root);
        let changed = match &difference {
            Difference::None => &[][..],
            Difference::In(changed) => changed,
            Difference::Anywhere => return Difference::Anywhere,
        };
        let (again, read) = before.again(root, ENOUGH, i64::MAX, changed).unwrap();
        let anew = Listing::read(root, ENOUGH, i64::MAX);
        assert_eq!((&again.files, &again.folders), (&anew.files, &anew.folders));
        let listed = |folder: &String| again.folders.0.iter().any(|known| known.path == *folder);
        assert!(changed.iter().filter(|folder| listed(folder)).all(|folder| read.contains(folder)), "{read:?}");
        assert_eq!(again.folders.difference(root), Difference::None);
        difference
    }

    fn folders(paths: &[&str]) -> Difference {
        Difference::In(paths.iter().map(|path| (*path).to_owned()).collect())
    }

    #[test]
    fn what_comes_and_goes_is_seen_in_its_folder() {
        let files = ["a/b/x", "a/b/y", "a/c/z", "a-b/w", "top"];
        assert_eq!(after(&files, |_| {}), Difference::None);
        assert_eq!(after(&files, |root| write(root, "a/b/x=edited in place")), Difference::None);
        assert_eq!(after(&files, |root| write(root, "a/b/new")), folders(&["a/b"]));
        assert_eq!(after(&files, |root| write(root, "a/c/d/e/new")), folders(&["a/c"]));
        assert_eq!(after(&files, |root| fs::remove_file(root.join("a-b/w")).unwrap()), folders(&["a-b"]));
        assert_eq!(after(&files, |root| fs::remove_dir_all(root.join("a/b")).unwrap()), folders(&["a", "a/b"]));
        assert_eq!(after(&files, |root| fs::rename(root.join("a"), root.join("b")).unwrap()), {
            folders(&["", "a", "a/b", "a/c"])
        });
    }

    #[test]
    fn another_rule_is_seen_and_asks_for_all() {
        let files = [".gitignore=made/\n", "made/x", "a/.gitignore=y\n", "a/y", "b/z", ".git/info/exclude=secret\n"];
        assert_eq!(after(&files, |root| write(root, "made/new")), Difference::None);
        assert_eq!(after(&files, |root| write(root, "a/y2")), folders(&["a"]));
        assert_eq!(after(&files, |root| write(root, ".gitignore=b/\n")), Difference::Anywhere);
        assert_eq!(after(&files, |root| write(root, "a/.gitignore=z\n")), Difference::Anywhere);
        assert_eq!(after(&files, |root| write(root, "b/.gitignore=z\n")), Difference::Anywhere);
        assert_eq!(after(&files, |root| write(root, ".git/info/exclude=a\n")), Difference::Anywhere);
        assert_eq!(after(&files, |root| fs::remove_file(root.join("a/.gitignore")).unwrap()), Difference::Anywhere);
        assert_eq!(after(&files, |root| fs::remove_file(root.join(".gitignore")).unwrap()), Difference::Anywhere);
    }

    #[test]
    fn another_checkout_leaves_the_list() {
        let files = ["worktrees/w/a", "b"];
        assert_eq!(after(&files, |root| write(root, "worktrees/w/.git=gitdir: x")), folders(&["worktrees/w"]));
    }

    #[test]
    fn what_changed_a_moment_ago_differs_once_more() {
        let (folder, _) = listed(&["a/x", "b/.gitignore=y\n"]);
        let listing = Listing::read(folder.path(), ENOUGH, 0);
        assert_eq!(listing.folders.difference(folder.path()), Difference::Anywhere);
        fs::remove_file(folder.path().join("b/.gitignore")).unwrap();
        let listing = Listing::read(folder.path(), ENOUGH, 1);
        assert_eq!(listing.folders.difference(folder.path()), folders(&["", "a", "b"]));
        assert_eq!(Listing::default().folders.difference(folder.path()), Difference::None);
    }

    #[test]
    fn a_limit_is_said() {
        let (folder, before) = listed(&["a/x", "b/y"]);
        write(folder.path(), "a/z");
        let again =
            |max_files: usize| before.again(folder.path(), Limits { max_files, ..ENOUGH }, 0, &["a".to_owned()]);
        assert!(again(2).is_none() && again(3).is_some());
    }

    #[test]
    fn folders_come_back_from_their_lines() {
        let (_folder, listing) = listed(&["a b/c/x", "ü/y", "z"]);
        let lines = listing.folders.to_lines();
        assert_eq!(lines.lines().count(), 4);
        assert_eq!(Folders::from_lines(&lines), Some(listing.folders));
        assert_eq!((Folders::from_lines(""), Folders::from_lines("x")), (Some(Folders::default()), None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn whatever_changes_the_list_is_that_of_a_listing_made_anew(
            files in prop::collection::vec("[ab]{1,2}(/[ab-]{1,2}){0,3}", 0..12),
            written in prop::collection::vec("[ab]{1,2}(/[ab-]{1,2}){0,3}", 0..4),
            removed in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        ) {
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            after(&files, |root| {
                for at in removed.iter().filter(|_| !files.is_empty()) {
                    let place = root.join(files[at.index(files.len())]);
                    // What lay in the way of another one was never written.
                    let _ = fs::remove_file(&place).or_else(|_| fs::remove_dir_all(&place));
                }
                for file in &written {
                    write(root, file);
                }
            });
        }
    }
}
