//! The list of a repository's files.

use super::ignored::{Ignored, holds_no_trap, is_folder};
use crate::domain::{FileList, OnDisk};
use ignore::{DirEntry, Walk, WalkBuilder};
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

/// Folders that hold other checkouts of the same repository, by custom.
const WORKTREE_HOLDERS: [&str; 2] = ["worktrees", ".worktrees"];

/// Entries between two looks at the clock.
const ENTRIES_A_LOOK: usize = 64;

/// Where a listing stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files at most.
    pub max_files: usize,
    /// Time at most.
    pub budget: Duration,
}

/// Lists the files below `root` that git would see, hidden ones included, in the same order on every machine. What
/// `.gitignore` files name is left out, whether or not there is a `.git`; links are listed, never followed. Names that
/// are not Unicode or hold control characters are left out: no payload can name them. At a limit the list is marked as
/// truncated.
pub fn list(root: &Path, limits: Limits) -> FileList {
    collect(root, limits, belongs, &mut |_, _| {})
}

/// Lists as [`list`] does, below the folders that `enter` lets in, and shows each folder that was read with its path below the root.
pub(super) fn collect(
    root: &Path,
    limits: Limits,
    enter: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
    folder: &mut dyn FnMut(&str, &Path),
) -> FileList {
    let began = Instant::now();
    let mut paths = Vec::new();
    for (count, entry) in walk(root, enter).enumerate() {
        if count % ENTRIES_A_LOOK == 0 && began.elapsed() >= limits.budget {
            return FileList::new(paths, true);
        }
        // A folder that cannot be read hides its files as a limit does not: nothing in it can be edited either.
        let Ok(entry) = entry else { continue };
        let Some(path) = named(&entry, root) else { continue };
        if is_folder(&entry) {
            folder(&slashed(path), entry.path());
        }
        if !is_file(&entry) {
            continue;
        }
        if paths.len() == limits.max_files {
            return FileList::new(paths, true);
        }
        paths.push(slashed(path).into_owned());
    }
    FileList::new(paths, false)
}

/// What lies at a path below `root`, be it ignored, linked, or beyond what was listed. A path that leaves the root is not looked at.
pub fn on_disk(root: &Path, path: &str) -> Option<OnDisk> {
    let inside = !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let facts = std::fs::metadata(inside.then(|| root.join(path))?).ok()?;
    match facts {
        facts if facts.is_dir() => Some(OnDisk::Folder),
        facts => facts.is_file().then_some(OnDisk::File),
    }
}

/// The files below `root` that [`list`] leaves out for their names, for those who read files and name none.
pub fn odd_names(root: &Path) -> Vec<PathBuf> {
    let files = walk(root, belongs).flatten().filter(|entry| is_file(entry) && named(entry, root).is_none());
    files.map(DirEntry::into_path).collect()
}

fn walk(root: &Path, enter: impl Fn(&DirEntry) -> bool + Send + Sync + 'static) -> Walk {
    let ignored = Ignored::below(root);
    WalkBuilder::new(root)
        // The ignore files are read in `ignored`; the user's global one lies in a home that only `host` may look into.
        .standard_filters(false)
        .follow_links(false)
        .sort_by_file_name(std::cmp::Ord::cmp)
        .filter_entry(move |entry| {
            let listed = !ignored.leaves_out(entry) && enter(entry);
            if listed && is_folder(entry) {
                ignored.enter(entry.path(), entry.depth());
            }
            listed
        })
        .build()
}

/// A path with `/` between its components, on every system.
pub(super) fn slashed(path: &str) -> Cow<'_, str> {
    if std::path::MAIN_SEPARATOR == '/' { Cow::Borrowed(path) } else { Cow::Owned(path.replace('\\', "/")) }
}

/// The path below `root`, where a payload can name it.
pub(super) fn named<'e>(entry: &'e DirEntry, root: &Path) -> Option<&'e str> {
    let path = entry.path().strip_prefix(root).ok().and_then(Path::to_str)?;
    (!path.chars().any(char::is_control)).then_some(path)
}

/// False for git's own folder and for other checkouts of the repository, whose files would all be listed twice.
pub(super) fn belongs(entry: &DirEntry) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    if entry.file_name() == ".git" {
        return false;
    }
    if is_folder(entry) && !holds_no_trap(entry.path()) {
        return false;
    }
    let holder = entry.path().parent().and_then(Path::file_name);
    let held = holder.is_some_and(|name| WORKTREE_HOLDERS.iter().any(|known| name == *known));
    !(held && entry.path().join(".git").is_file())
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file() || (kind.is_symlink() && entry.path().is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const ENOUGH: Limits = Limits { max_files: 1000, budget: Duration::from_mins(1) };

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let (path, content) = file.split_once('=').unwrap_or((file, ""));
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    #[track_caller]
    fn check(files: &[&str], expected: &[&str]) {
        let folder = tree(files);
        let found = list(folder.path(), ENOUGH);
        assert_eq!(found.paths().collect::<Vec<_>>(), expected);
        assert!(!found.truncated);
    }

    #[test]
    fn what_lies_on_the_disk_is_found_unlisted_and_never_outside() {
        let root = tree(&["src/a.rs", "out/b.js"]);
        let lies = |path: &str| on_disk(root.path(), path);
        assert_eq!((lies("src"), lies("out/b.js"), lies("src/c.rs")), (Some(OnDisk::Folder), Some(OnDisk::File), None));
        assert_eq!((lies(""), lies("../"), lies("/etc"), lies("src/../../etc")), (None, None, None, None));
    }

    #[cfg(unix)]
    #[test]
    fn an_ignore_file_that_is_a_device_is_not_read() {
        let folder = tree(&["a.rs", "src/b.rs", "lib/c.rs"]);
        let link = |place: &str| std::os::unix::fs::symlink("/dev/zero", folder.path().join(place)).unwrap();
        link("src/.gitignore");
        assert_eq!(list(folder.path(), ENOUGH).paths().collect::<Vec<_>>(), ["a.rs", "lib/c.rs"]);
        link(".gitignore");
        assert!(list(folder.path(), ENOUGH).paths().any(|file| file == "a.rs"));
    }

    #[test]
    fn hidden_files_count_and_git_itself_does_not() {
        check(
            &["src/b.rs", "src/a.rs", ".github/ci.yml", ".env", ".git/HEAD", "a b/ü.txt"],
            &[".env", ".github/ci.yml", "a b/ü.txt", "src/a.rs", "src/b.rs"],
        );
        check(&[], &[]);
    }

    #[test]
    fn ignored_files_are_left_out_with_and_without_git() {
        check(
            &[
                ".gitignore=target/\n*.log\n!keep.log\n",
                "target/x",
                "a.log",
                "keep.log",
                "sub/.gitignore=y\n",
                "sub/y",
                "sub/z",
            ],
            &[".gitignore", "keep.log", "sub/.gitignore", "sub/z"],
        );
        check(&[".git/info/exclude=secret\n", "secret", "open"], &["open"]);
    }

    #[test]
    fn other_checkouts_are_left_out() {
        check(
            &[
                ".claude/worktrees/w/.git=gitdir: x",
                ".claude/worktrees/w/a.rs",
                ".worktrees/v/.git=gitdir: x",
                ".worktrees/v/a.rs",
            ],
            &[],
        );
        check(
            &["worktrees/readme.md", "vendor/lib/.git=gitdir: x", "vendor/lib/a.c"],
            &["vendor/lib/a.c", "worktrees/readme.md"],
        );
    }

    #[test]
    fn a_limit_truncates_and_says_so() {
        let folder = tree(&["a", "b", "c"]);
        let few = list(folder.path(), Limits { max_files: 2, ..ENOUGH });
        assert!(few.paths().eq(["a", "b"]) && few.truncated);
        assert!(!list(folder.path(), Limits { max_files: 3, ..ENOUGH }).truncated);
        assert!(list(folder.path(), Limits { budget: Duration::ZERO, ..ENOUGH }).truncated);
        assert!(list(&folder.path().join("gone"), ENOUGH).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_listed_and_not_followed() {
        let folder = tree(&["docs/a.md", "out/x"]);
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
        link("docs/a.md", "A.md");
        link("docs", "also-docs");
        link("loop", "loop");
        link("..", "out/up");
        let odd: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"bad\xff.txt");
        let made = fs::write(folder.path().join(odd), "");
        assert!(made.is_ok() || cfg!(target_os = "macos"), "macOS alone refuses such a name: {made:?}");
        fs::write(folder.path().join("two\nlines"), "").unwrap();
        assert!(list(folder.path(), ENOUGH).paths().eq(["A.md", "docs/a.md", "out/x"]));
    }
}
