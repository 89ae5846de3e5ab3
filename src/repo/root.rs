//! Where a project begins.

use crate::domain::Root;
use std::fs;
use std::path::{Path, PathBuf};

/// Worktrees of a repository that are remembered as aliases of its root.
const MOST_WORKTREES: usize = 32;

/// The folder at the top of macOS that holds what links beside it lead to.
const BEHIND_LINKS: &str = "private";

/// The folder that holds `cwd` and a `.git` entry, the nearest one; without one, `cwd` itself.
///
/// A `.git` file counts (worktrees, submodules). The search ends at `home`: a home under version control (dotfiles) is
/// the project only of a session that runs right in it, and nothing above a home is.
pub fn root_of(cwd: &Path, home: Option<&Path>) -> PathBuf {
    for folder in cwd.ancestors() {
        let at_home = home == Some(folder);
        if (at_home && folder != cwd) || folder.parent().is_none() {
            break;
        }
        if folder.join(".git").exists() {
            return folder.to_owned();
        }
        if at_home {
            break;
        }
    }
    cwd.to_owned()
}

/// The session's root as the rest of the program knows it: its path as spelled, its real path where that differs, and
/// the other worktrees of the same repository.
pub fn root(cwd: &Path, home: Option<&Path>) -> Root {
    let path = root_of(cwd, home);
    let mut aliases: Vec<String> = Vec::new();
    let others = dunce::canonicalize(&path).into_iter().chain(by_link(&path, Path::new("/"))).chain(worktrees(&path));
    for other in others {
        let other = shown(&other);
        if other != shown(&path) && !aliases.contains(&other) {
            aliases.push(other);
        }
    }
    Root { path: shown(&path), aliases, home: home.map(shown), learned: false }
}

/// `/tmp/p` for `/private/tmp/p`: on macOS `/tmp`, `/var` and `/etc` are links, a session's folder is told with them followed, and
/// everybody writes it as `/tmp/p`.
fn by_link(path: &Path, top: &Path) -> Option<PathBuf> {
    let named = top.join(path.strip_prefix(top.join(BEHIND_LINKS)).ok()?);
    dunce::canonicalize(&named).is_ok_and(|real| real == path).then_some(named)
}

/// A path without its trailing separator. A path that is not Unicode can name no file in a payload either.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let trimmed = text.trim_end_matches('/');
    if trimmed.is_empty() { text.into_owned() } else { trimmed.to_owned() }
}

/// The other folders into which the repository at `root` is checked out, sorted.
fn worktrees(root: &Path) -> Vec<PathBuf> {
    let Some(common) = common_git_folder(root) else { return Vec::new() };
    // A `gitdir` file names the `.git` file of its worktree.
    let mut found: Vec<PathBuf> = fs::read_dir(common.join("worktrees"))
        .into_iter()
        .flatten()
        .flatten()
        .take(MOST_WORKTREES)
        .filter_map(|entry| first_line(&entry.path().join("gitdir")))
        .filter_map(|git_file| Path::new(&git_file).parent().map(Path::to_owned))
        .filter(|folder| folder.is_absolute())
        .collect();
    if common.file_name().is_some_and(|name| name == ".git") {
        found.extend(common.parent().map(Path::to_owned));
    }
    found.retain(|folder| folder != root);
    found.sort_unstable();
    found
}

/// The git folder that all worktrees share: `.git` itself, or what a worktree's `.git` file points into.
fn common_git_folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let line = first_line(&git)?;
    let own = root.join(line.strip_prefix("gitdir:")?.trim());
    // `<common>/worktrees/<name>`; a submodule's lies in `modules` and shares nothing.
    let list = own.parent()?;
    if list.file_name()? == "worktrees" { list.parent().map(Path::to_owned) } else { None }
}

/// The first line of a plain file; a pipe would be waited for.
pub(super) fn first_line(file: &Path) -> Option<String> {
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    let text = fs::read_to_string(file).ok()?;
    text.lines().next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lays out entries (a folder ends in `/`, a file may be `path=content`) and shows the root of `cwd`, where `home` is `home`.
    #[track_caller]
    fn check(entries: &[&str], cwd: &str, expected: &str) {
        let base = tempfile::tempdir().unwrap();
        lay_out(base.path(), entries);
        fs::create_dir_all(base.path().join(cwd)).unwrap();
        let found = root_of(&base.path().join(cwd), Some(&base.path().join("home")));
        assert_eq!(found, base.path().join(expected));
    }

    fn lay_out(base: &Path, entries: &[&str]) {
        for entry in entries {
            let (path, content) = entry.split_once('=').unwrap_or((entry, ""));
            let path = base.join(path);
            fs::create_dir_all(if entry.ends_with('/') { &path } else { path.parent().unwrap() }).unwrap();
            if !entry.ends_with('/') {
                fs::write(path, content.replace('@', &base.display().to_string())).unwrap();
            }
        }
    }

    #[test]
    fn the_nearest_git_entry_is_the_root() {
        check(&["home/p/.git/"], "home/p/src/auth", "home/p");
        check(&["home/p/.git/", "home/p/sub/.git=gitdir: ../.git/modules/sub"], "home/p/sub/src", "home/p/sub");
        check(&[], "home/p/src", "home/p/src");
        check(&["srv/app/.git/"], "srv/app/src", "srv/app");
    }

    #[test]
    fn a_home_is_a_root_only_of_sessions_right_in_it() {
        check(&["home/.git/"], "home/p/src", "home/p/src");
        check(&["home/.git/"], "home", "home");
        check(&[".git/"], "home/p", "home/p");
        check(&[".git/"], "home", "home");
    }

    #[test]
    fn other_spellings_of_the_root_are_known() {
        let base = tempfile::tempdir().unwrap();
        let real = dunce::canonicalize(base.path()).unwrap();
        lay_out(
            &real,
            &[
                "p/.git/worktrees/fix/gitdir=@/fix/.git\n",
                "fix/.git=gitdir: @/p/.git/worktrees/fix\n",
                "fix/src/",
                "p/src/",
            ],
        );
        let text = |name: &str| real.join(name).display().to_string();
        let with_link = |name: &str, others: &[String]| -> Vec<String> {
            let link = by_link(&real.join(name), Path::new("/")).map(|link| link.display().to_string());
            link.into_iter().chain(others.to_vec()).collect()
        };
        // git writes `/` everywhere.
        let by_git = |name: &str| format!("{}/{name}", real.display());
        let main = root(&real.join("p/src"), None);
        assert_eq!((main.path, main.aliases), (text("p"), with_link("p", &[by_git("fix")])));
        let worktree = root(&real.join("fix/src"), Some(&real));
        assert_eq!((worktree.path, worktree.aliases), (text("fix"), with_link("fix", &[by_git("p")])));
        assert_eq!(worktree.home, Some(real.display().to_string()));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(real.join("p"), real.join("link")).unwrap();
            let linked = root(&real.join("link"), None);
            assert_eq!(
                (linked.path, linked.aliases),
                (text("link"), [vec![text("p")], with_link("link", &[text("fix")])].concat())
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_at_the_top_leads_to_is_known_by_its_link() {
        let base = tempfile::tempdir().unwrap();
        let top = dunce::canonicalize(base.path()).unwrap();
        lay_out(&top, &["private/tmp/p/", "private/other/p/", "tmp/"]);
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(by_link(&top.join(path), &top), expected.map(|path| top.join(path)), "{path}");
        };
        check("private/tmp/p", None);
        fs::remove_dir(top.join("tmp")).unwrap();
        std::os::unix::fs::symlink("private/tmp", top.join("tmp")).unwrap();
        check("private/tmp/p", Some("tmp/p"));
        check("private/other/p", None);
        check("tmp/p", None);
    }
}
