//! Paths as text: resolved lexically against a session's root, never looked up on a disk.
//!
//! Sessions name the same file in many ways: absolute, relative to a working folder that moves, through a worktree,
//! with Windows separators. One function answers for all of them where the path lies.

use crate::domain::{Place, Root};
use memchr::{memchr_iter, memrchr};
use std::borrow::Cow;

/// Folders below the root that hold other checkouts of the same repository: what lies in them is judged as if it lay in the root.
/// A folder of another name may be a part of the project; what git knows as a work tree is an alias of the root.
const WORKTREE_FOLDERS: [&str; 2] = [".claude/worktrees", ".worktrees"];

/// Bytes of the longest path that a system takes (`PATH_MAX` of Linux): a `cd` beyond it leads nowhere.
pub const LONGEST: usize = 4096;

/// Resolves `path` as the agent wrote it. `cwd` is the working folder of the call; without it relative paths start at the root.
///
/// `.` and `..` are resolved as text; `~` is the root's home; `C:\a\b` and `/c/a/b` are the same place; where the root
/// is a Windows path, case does not matter.
pub fn resolve(root: &Root, cwd: Option<&str>, path: &str) -> Place {
    let absolute = seen_from_the_top(root, cwd, path);
    for base in std::iter::once(&root.path).chain(&root.aliases) {
        let base = normal(unify(base, root.home.as_deref()));
        if let Some(inside) = strip_root(&absolute, &base) {
            return Place::Inside(out_of_worktree(inside).to_owned());
        }
    }
    Place::Outside(absolute.into_owned())
}

/// `path` as the agent wrote it, from the top of the file system: what [`resolve`] compares with the root.
pub fn absolute(root: &Root, cwd: Option<&str>, path: &str) -> String {
    seen_from_the_top(root, cwd, path).into_owned()
}

fn seen_from_the_top<'p>(root: &Root, cwd: Option<&str>, path: &'p str) -> Cow<'p, str> {
    let path = path.trim();
    let windows = is_windows(&root.path);
    // On a Windows root a backslash separates in relative paths too; elsewhere it is a part of a name.
    let unified = if windows {
        Cow::Owned(unify(&path.replace('\\', "/"), root.home.as_deref()).into_owned())
    } else {
        unify(path, root.home.as_deref())
    };
    let absolute = if is_absolute(&unified) {
        unified
    } else {
        let base = unify(cwd.unwrap_or(&root.path), root.home.as_deref());
        Cow::Owned([base.trim_end_matches('/'), "/", &unified].concat())
    };
    normal(if windows { with_drive(absolute) } else { absolute })
}

/// `/c/a` as the shells of Windows write `C:\a`, in the form of [`unify`].
fn with_drive(absolute: Cow<'_, str>) -> Cow<'_, str> {
    match absolute.as_bytes() {
        [b'/', drive] | [b'/', drive, b'/', ..] if drive.is_ascii_alphabetic() => {
            Cow::Owned(format!("/{}:{}", drive.to_ascii_lowercase() as char, &absolute[2..]))
        }
        _ => absolute,
    }
}

/// The folder of a path inside the project; "" for a file at the root.
pub fn folder(path: &str) -> &str {
    last(path, b'/').map_or("", |slash| &path[..slash])
}

/// The last component.
pub fn base_name(path: &str) -> &str {
    last(path, b'/').map_or(path, |slash| &path[slash + 1..])
}

/// The base name without its last extension: "token.test.ts" gives "token.test", ".env" stays ".env".
pub fn stem(path: &str) -> &str {
    let name = base_name(path);
    match last(name, b'.') {
        Some(dot) if dot > 0 => &name[..dot],
        _ => name,
    }
}

/// The last extension without its dot, if there is one.
pub fn extension(path: &str) -> Option<&str> {
    let name = base_name(path);
    match last(name, b'.') {
        Some(dot) if dot > 0 && dot + 1 < name.len() => Some(&name[dot + 1..]),
        _ => None,
    }
}

/// The last place of an ASCII mark. Every file changed so far is asked for its name at every change.
fn last(path: &str, mark: u8) -> Option<usize> {
    memrchr(mark, path.as_bytes())
}

/// True when `path` is `folder` or lies below it, by whole components; "" holds everything.
pub fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// True when `path` ends in `end`, by whole components, and has more before it.
pub fn ends_in(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.ends_with('/'))
}

/// Resolves `.`, `..` and double separators of an absolute or relative `/` path; `..` never climbs above the start.
pub fn normalise(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for component in path.split('/') {
        match component {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            name => kept.push(name),
        }
    }
    let body = kept.join("/");
    if path.starts_with('/') { format!("/{body}") } else { body }
}

/// [`normalise`] for an absolute path, which is taken as it is where there is nothing to resolve: nearly always.
fn normal(path: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = path.as_bytes();
    let plain = |slash: usize| !matches!(bytes[slash + 1..], [] | [b'/', ..] | [b'.'] | [b'.', b'/' | b'.', ..]);
    if bytes.first() == Some(&b'/') && memchr_iter(b'/', bytes).all(plain) {
        return path;
    }
    Cow::Owned(normalise(&path))
}

/// True for `/x`, and for `c:/x` as [`unify`] leaves a Windows path.
pub fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || has_drive(path)
}

fn is_windows(path: &str) -> bool {
    has_drive(path) || path.starts_with("\\\\")
}

fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
}

/// Brings separators, drive letters and `~` to one form: `C:\a` and `~/a` become `/c:/a` and `/home/x/a`.
fn unify<'p>(path: &'p str, home: Option<&str>) -> Cow<'p, str> {
    let mut text = if is_windows(path) { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) };
    if let (Some(rest), Some(home)) = (text.strip_prefix('~'), home)
        && (rest.is_empty() || rest.starts_with('/'))
    {
        text = Cow::Owned(format!("{}{rest}", home.trim_end_matches('/')));
        if has_drive(&text) {
            text = Cow::Owned(text.replace('\\', "/"));
        }
    }
    if has_drive(&text) {
        let (drive, rest) = text.split_at(1);
        text = Cow::Owned(format!("/{}{rest}", drive.to_ascii_lowercase()));
    }
    text
}

/// `absolute` seen from `base`, or `None` when it lies elsewhere.
fn strip_root<'a>(absolute: &'a str, base: &str) -> Option<&'a str> {
    if base == "/" || base.is_empty() {
        return None;
    }
    let windows = base.as_bytes().get(2) == Some(&b':');
    // `get` and not slicing: the cut may fall inside a character of a longer path.
    let head = absolute.get(..base.len())?;
    let same = if windows { head.eq_ignore_ascii_case(base) } else { head == base };
    let rest = &absolute[base.len()..];
    if !same {
        return None;
    }
    if rest.is_empty() { Some("") } else { rest.strip_prefix('/') }
}

fn out_of_worktree(inside: &str) -> &str {
    for folder in WORKTREE_FOLDERS {
        if let Some(rest) = inside.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'))
            && let Some(slash) = rest.find('/')
        {
            return &rest[slash + 1..];
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(path: &str) -> Root {
        Root { path: path.into(), aliases: vec![], home: Some("/home/u".into()), learned: false }
    }

    #[track_caller]
    fn check(root_path: &str, cwd: Option<&str>, path: &str, expected: &str) {
        let place = resolve(&root(root_path), cwd, path);
        let shown = match &place {
            Place::Inside(path) => format!("in {path}"),
            Place::Outside(path) => format!("out {path}"),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn one_file_has_many_spellings() {
        check("/p", None, "/p/src/a.rs", "in src/a.rs");
        check("/p", None, "src/a.rs", "in src/a.rs");
        check("/p", Some("/p/src"), "a.rs", "in src/a.rs");
        check("/p", Some("/p/src"), "../a.rs", "in a.rs");
        check("/p", Some("/p/src"), "./x/../a.rs", "in src/a.rs");
        check("/p/", None, "/p//src/./a.rs", "in src/a.rs");
        check("/p", None, "/p/.claude/worktrees/w1/src/a.rs", "in src/a.rs");
        check("/home/u/p", None, "~/p/a.rs", "in a.rs");
    }

    #[test]
    fn a_plain_path_is_taken_as_it_is() {
        for path in [
            "/", "/a", "/a/b.rs", "/a/", "/a//b", "/a/.", "/a/./b", "/a/../b", "/a/..b", "/.env", "/a/...", "", "a/./b",
        ] {
            assert_eq!(normal(Cow::Borrowed(path)), normalise(path), "{path}");
        }
        assert!(matches!(normal(Cow::Borrowed("/a/.env/b.rs")), Cow::Borrowed(_)));
    }

    #[test]
    fn outside_is_told_by_components() {
        check("/p", None, "/pp/a.rs", "out /pp/a.rs");
        check("/p", None, "/p/../q/a.rs", "out /q/a.rs");
        check("/p", Some("/tmp"), "a.rs", "out /tmp/a.rs");
        check("/p", None, "~/.claude/plans/x.md", "out /home/u/.claude/plans/x.md");
        check("/p", None, "/../../etc/passwd", "out /etc/passwd");
    }

    #[test]
    fn windows_paths_ignore_case_and_separator() {
        check("C:\\Code\\p", None, "C:\\Code\\p\\src\\a.rs", "in src/a.rs");
        check("C:\\Code\\p", None, "c:/code/P/src/a.rs", "in src/a.rs");
        check("C:\\Code\\p", Some("C:\\Code\\p\\src"), "a.rs", "in src/a.rs");
        check("C:\\Code\\p", None, "src\\sub\\..\\a.rs", "in src/a.rs");
        check("C:\\Code\\p", Some("C:\\Code\\p\\src"), "..\\a.rs", "in a.rs");
        check("/p", None, "odd\\name.rs", "in odd\\name.rs");
        check("C:\\Code\\p", None, "D:\\x.rs", "out /d:/x.rs");
        check("C:\\Code\\p", None, "/c/Code/p/src/a.rs", "in src/a.rs");
        check("C:\\Code\\p", Some("/c/Code/p/src"), "../a.rs", "in a.rs");
        check("C:\\Code\\p", None, "/d", "out /d:");
        check("C:\\Code\\p", None, "/tmp/a.rs", "out /tmp/a.rs");
        check("/c/p", None, "/c/p/a.rs", "in a.rs");
        check("/p", None, "/p/worktrees/a/b.rs", "in worktrees/a/b.rs");
    }

    #[test]
    fn parts_of_a_path() {
        assert_eq!(folder("a/b/c.rs"), "a/b");
        assert_eq!(folder("c.rs"), "");
        assert_eq!(stem("a/token.test.ts"), "token.test");
        assert_eq!(stem(".env"), ".env");
        assert_eq!(extension("a/token.test.ts"), Some("ts"));
        assert_eq!(extension(".env"), None);
        assert!(is_below("src/auth/x.ts", "src/auth"));
        assert!(!is_below("src/authz/x.ts", "src/auth"));
        assert!(is_below("x", ""));
    }
}
