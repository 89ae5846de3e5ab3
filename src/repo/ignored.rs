//! What the ignore files of a repository leave out of its list.
//!
//! Owns the reading of `.gitignore` in any folder and of `info/exclude` in git's own. The walk could read them itself, but hands each
//! line to its compiler as it stands: a hook ended by one line of 160 KB.

use crate::domain::nests_too_deep;
use ignore::DirEntry;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::fs::{File, metadata, symlink_metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The ignore file of a folder.
pub(super) const RULES: &str = ".gitignore";
/// The ignore file of a repository beside those of its folders.
pub(super) const EXCLUDED: &str = ".git/info/exclude";

/// Bytes of the longest ignore file that is read.
const MAX_IGNORE: u64 = 1 << 20;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Bytes of the longest path that Linux takes: more stand in no line that says where a repository lies, and a longer line of an ignore
/// file names nothing. One of a megabyte takes 600 to compile.
const MAX_PATH: usize = 4096;

/// The ignore files of the folders above the entry that a walk is at, the root's first; `None` where none of them counts.
#[derive(Debug)]
pub(super) struct Ignored(Option<Mutex<Vec<Rules>>>);

/// The lines of one ignore file.
#[derive(Debug)]
struct Rules {
    /// How deep its folder lies; the root lies at 0.
    depth: usize,
    /// It is git's own, which counts where no folder's says anything.
    of_git: bool,
    lines: Gitignore,
}

impl Ignored {
    /// For a walk that begins at `root`.
    pub(super) fn below(root: &Path) -> Self {
        let plain = holds_no_trap(root) && is_plain(&root.join(EXCLUDED));
        let ignored = Self(plain.then(Mutex::default));
        ignored.enter(root, 0);
        ignored
    }

    /// True for what the ignore files name. Entries come as a walk meets them: each folder before what is in it.
    pub(super) fn leaves_out(&self, entry: &DirEntry) -> bool {
        let Some(rules) = &self.0 else { return false };
        let mut rules = rules.lock().unwrap_or_else(PoisonError::into_inner);
        while rules.last().is_some_and(|last| last.depth >= entry.depth()) {
            rules.pop();
        }
        let said = |of_git: bool| {
            let nearest = rules.iter().rev().filter(|rules| rules.of_git == of_git);
            nearest.map(|rules| rules.lines.matched(entry.path(), is_folder(entry))).find(|said| !said.is_none())
        };
        said(false).or_else(|| said(true)).is_some_and(|said| said.is_ignore())
    }

    /// Reads the ignore files of a folder that the walk goes into; that of its own [holds no trap](holds_no_trap).
    pub(super) fn enter(&self, folder: &Path, depth: usize) {
        let Some(rules) = &self.0 else { return };
        let own = read(folder, &folder.join(RULES)).map(|lines| Rules { depth, of_git: false, lines });
        let of_git = excluded(folder).map(|lines| Rules { depth, of_git: true, lines });
        rules.lock().unwrap_or_else(PoisonError::into_inner).extend(own.into_iter().chain(of_git));
    }
}

/// True where the ignore file of a folder, if it has one, can be read to its end. A repository may hold a link to a device there,
/// which gives bytes for ever; git does not follow such links either.
pub(super) fn holds_no_trap(folder: &Path) -> bool {
    is_plain(&folder.join(RULES))
}

pub(super) fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn is_plain(file: &Path) -> bool {
    symlink_metadata(file).map_or(true, |facts| facts.is_file() && facts.len() <= MAX_IGNORE)
}

/// What git itself leaves out in the checkout that begins in a folder.
fn excluded(folder: &Path) -> Option<Gitignore> {
    let git = folder.join(".git");
    let place = if metadata(&git).ok()?.is_file() { repository(&git)? } else { git };
    let file = place.join("info/exclude");
    let readable = metadata(&file).is_ok_and(|facts| facts.is_file() && facts.len() <= MAX_IGNORE);
    readable.then(|| read(folder, &file)).flatten()
}

/// The repository of a checkout that has a file in the place of git's folder.
fn repository(git: &Path) -> Option<PathBuf> {
    let own = PathBuf::from(first_line(git)?.strip_prefix("gitdir: ")?);
    let shared = first_line(&own.join("commondir"))?;
    Some(if shared.starts_with('.') { own.join(shared) } else { PathBuf::from(shared) })
}

fn first_line(file: &Path) -> Option<String> {
    let mut text = Vec::new();
    metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    File::open(file).ok()?.take(MAX_PATH as u64).read_to_end(&mut text).ok()?;
    Some(std::str::from_utf8(&text).ok()?.lines().next()?.to_owned())
}

/// The lines of an ignore file about what lies in a folder; `None` where there are none. A line that is no glob, or an absurd one, is
/// passed over; what stands behind one that is no text is not read.
fn read(folder: &Path, file: &Path) -> Option<Gitignore> {
    let mut text = Vec::new();
    File::open(file).ok()?.take(MAX_IGNORE).read_to_end(&mut text).ok()?;
    let mut builder = GitignoreBuilder::new(folder);
    let lines = text.split(|byte| *byte == b'\n').map_while(|line| std::str::from_utf8(line).ok());
    for (at, line) in lines.enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let line = if at == 0 { line.trim_start_matches(BYTE_ORDER_MARK) } else { line };
        if line.len() <= MAX_PATH && !nests_too_deep(line) {
            // The walk passed over them, too.
            let _ = builder.add_line(None, line);
        }
    }
    builder.build().ok().filter(|lines| !lines.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::files::{Limits, list};
    use ignore::WalkBuilder;
    use proptest::prelude::*;
    use std::fs;
    use std::time::Duration;

    const ENOUGH: Limits = Limits { max_files: 1000, budget: Duration::from_mins(1) };

    fn tree(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    fn listed(root: &Path) -> Vec<String> {
        list(root, ENOUGH).paths().map(str::to_owned).collect()
    }

    /// What the walk lists where it reads the ignore files itself.
    fn walked(root: &Path) -> Vec<String> {
        let walk = WalkBuilder::new(root)
            .hidden(false)
            .parents(false)
            .ignore(false)
            .git_global(false)
            .require_git(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        let files = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
        let mut paths: Vec<String> =
            files.map(|entry| entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned()).collect();
        paths.sort_unstable();
        paths
    }

    /// A compiler that calls itself for each brace ends the program here.
    #[test]
    fn an_absurd_line_is_passed_over_and_the_rest_counts() {
        let long = "?*".repeat(200_000);
        let rules = format!("*.log\n{}a{}\n{long}\n/out/\n", "{".repeat(200_000), "}".repeat(200_000));
        for (file, folder) in [(".gitignore", ""), (".git/info/exclude", ""), ("sub/.gitignore", "sub/")] {
            let of = |name: &str| format!("{folder}{name}");
            let names = [of("a.log"), of("a.rs"), of("out/x")];
            let files = names.iter().map(|name| (name.as_str(), b"".as_slice())).chain([(file, rules.as_bytes())]);
            let mut found = listed(tree(&files.collect::<Vec<_>>()).path());
            found.retain(|name| name != file);
            assert_eq!(found, [of("a.rs")], "{file}");
        }
    }

    /// One regular expression that is refused would take all others of its file with it.
    #[test]
    fn braces_up_to_the_bound_count() {
        let deep = format!("{}x{}\n*.[l]og\n", "{a,b".repeat(64), "}".repeat(64));
        let root = tree(&[(".gitignore", deep.as_bytes()), ("a.log", b""), ("c", b"")]);
        assert_eq!(listed(root.path()), [".gitignore", "c"]);
    }

    #[test]
    fn lines_are_read_as_the_walk_reads_them() {
        let check = |rules: &[u8]| {
            let names = ["#a", "!a", "a", "a ", "b/a", "b/c/a", "b/d", "é"];
            let files = names.iter().map(|name| (*name, b"".as_slice())).chain([(".gitignore", rules)]);
            let root = tree(&files.collect::<Vec<_>>());
            assert_eq!(listed(root.path()), walked(root.path()), "{rules:?}");
        };
        check("\u{feff}a\r\nb/c\r\n".as_bytes());
        check(b"b/d\n\xff\na\n");
        check(b"\\#a\n\\!a\na\\ \n");
        check("é\n*\n!b/\n!b/d".as_bytes());
        check(b"[\n{\na\n");
    }

    #[test]
    fn a_checkout_elsewhere_has_the_exclusions_of_its_repository() {
        let root = tree(&[
            ("main/.git/info/exclude", b"secret\n"),
            ("main/.git/worktrees/w/commondir", b"../..\n"),
            ("w/open", b""),
            ("w/secret", b""),
        ]);
        let place = root.path().join("main/.git/worktrees/w");
        fs::write(root.path().join("w/.git"), format!("gitdir: {}\n", place.display())).unwrap();
        assert_eq!(listed(&root.path().join("w")), ["open"]);
        fs::write(root.path().join("w/.git"), "gitdir: /gone\n").unwrap();
        assert_eq!(listed(&root.path().join("w")), ["open", "secret"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_left_out_is_what_the_walk_leaves_out(
            files in prop::collection::vec("[ab](/[ab]{1,2}){0,3}", 0..12),
            rules in prop::collection::vec(("([ab]/){0,2}(\\.gitignore|\\.git/info/exclude)", "(!?/?(\\*\\*/)?[ab*]{1,2}(/[ab*])?/?\n){1,3}"), 0..5),
        ) {
            let root = tempfile::tempdir().unwrap();
            let plain = files.iter().map(|file| (file.as_str(), ""));
            for (path, content) in rules.iter().map(|(path, rules)| (path.as_str(), rules.as_str())).chain(plain) {
                let path = root.path().join(path);
                // Where a file lies in the way nothing is written.
                let _ = fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(&path, content));
            }
            prop_assert_eq!(listed(root.path()), walked(root.path()));
        }
    }
}
