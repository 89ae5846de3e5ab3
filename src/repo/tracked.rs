//! Whether git tracks a file: a look into the index of its repository, without a `git` process.
//!
//! Owns the reading of the names in that index, and no more of it. Where the names cannot be told, the file counts as tracked: what
//! asks here leaves such files to those who share them.

use super::root::first_line;
use std::fs;
use std::path::{Path, PathBuf};

/// What an index begins with.
const MAGIC: &[u8] = b"DIRC";
/// Bytes before the first entry: the magic, the version, the number of entries.
const HEADER: usize = 12;
/// Bytes of an entry before its hash: times, device, mode, owner, size.
const STAT: usize = 40;
/// Bytes of a hash, SHA-1 or SHA-256; the index itself does not say which.
const HASHES: [usize; 2] = [20, 32];
/// The bits of an entry's flags that hold the length of its name, or all ones where it is longer.
const NAME_LENGTH: usize = 0xfff;
/// The flag of an entry that has two more bytes of flags.
const EXTENDED: u16 = 0x4000;
/// The extension of an index that keeps most of its entries in a file beside it.
const SPLIT: &[u8] = b"link";

/// True where `file`, or what it leads to behind links, is in the index of the repository that it lies in.
pub fn is_tracked(file: &Path) -> bool {
    let real = dunce::canonicalize(file).ok().filter(|real| real != file);
    in_index(file) || real.is_some_and(|real| in_index(&real))
}

fn in_index(file: &Path) -> bool {
    let Some(root) = file.ancestors().skip(1).find(|folder| folder.join(".git").exists()) else { return false };
    let Some(name) = file.strip_prefix(root).ok().and_then(Path::to_str) else { return false };
    let index = git_folder(root).join("index");
    if !index.exists() {
        return false;
    }
    let bytes = if index.is_file() { fs::read(index).unwrap_or_default() } else { Vec::new() };
    HASHES.iter().find_map(|hash| holds(&bytes, *hash, super::files::slashed(name).as_bytes())).unwrap_or(true)
}

/// `.git` itself, or what the `.git` file of a worktree or submodule names.
fn git_folder(root: &Path) -> PathBuf {
    let git = root.join(".git");
    match first_line(&git).as_deref().and_then(|line| line.strip_prefix("gitdir:")) {
        Some(named) => root.join(named.trim()),
        None => git,
    }
}

/// Whether an index with hashes of `hash` bytes has an entry `wanted`; `None` where it cannot be read as one.
fn holds(index: &[u8], hash: usize, wanted: &[u8]) -> Option<bool> {
    let version = number(index, MAGIC.len())?;
    if !index.starts_with(MAGIC) || !(2..=4).contains(&version) {
        return None;
    }
    let (mut at, mut name, mut found) = (HEADER, Vec::new(), false);
    for _ in 0..number(index, 8)? {
        let start = at;
        let flags = index.get(at + STAT + hash..at + STAT + hash + 2)?;
        let flags = u16::from_be_bytes([flags[0], flags[1]]);
        at += STAT + hash + if flags & EXTENDED == 0 { 2 } else { 4 };
        // The fourth version writes how many bytes of the name before are not kept, and then what is new.
        let kept = if version == 4 { name.len().checked_sub(offset(index, &mut at)?)? } else { 0 };
        let length = index.get(at..)?.iter().position(|byte| *byte == 0)?;
        name.truncate(kept);
        name.extend_from_slice(&index[at..at + length]);
        if name.len().min(NAME_LENGTH) != usize::from(flags) & NAME_LENGTH {
            return None;
        }
        at += length + 1;
        if version < 4 {
            at = start + (at - start).next_multiple_of(8);
        }
        found |= name == wanted;
    }
    if !found && index.get(at..)?.starts_with(SPLIT) { None } else { Some(found) }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).and_then(|four| Some(u32::from_be_bytes(four.try_into().ok()?)))
}

/// A number as git packs it: seven bits a byte, the highest first, and one more for each byte that follows.
fn offset(bytes: &[u8], at: &mut usize) -> Option<usize> {
    let mut value = 0usize;
    loop {
        let byte = *bytes.get(*at)?;
        *at += 1;
        value = value.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
        value = value.checked_add(1)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &[u8] = b".claude/settings.json";

    /// An index as git writes it, of these names.
    fn index(version: u32, hash: usize, names: &[&str], end: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend(u32::try_from(names.len()).unwrap().to_be_bytes());
        let mut before = "";
        for name in names {
            let start = bytes.len();
            bytes.extend(vec![7; STAT + hash]);
            bytes.extend(u16::try_from(name.len()).unwrap().to_be_bytes());
            if version == 4 {
                let shared = before.bytes().zip(name.bytes()).take_while(|(one, other)| one == other).count();
                bytes.push(u8::try_from(before.len() - shared).unwrap());
                bytes.extend(&name.as_bytes()[shared..]);
            } else {
                bytes.extend(name.as_bytes());
            }
            bytes.push(0);
            while version < 4 && !(bytes.len() - start).is_multiple_of(8) {
                bytes.push(0);
            }
            before = name;
        }
        bytes.extend(end);
        bytes.extend(vec![9; hash]);
        bytes
    }

    fn ask(bytes: &[u8]) -> Option<bool> {
        HASHES.iter().find_map(|hash| holds(bytes, *hash, SETTINGS))
    }

    #[test]
    fn a_name_is_found_in_every_form_of_the_index() {
        let with = [".claude/hooks.sh", ".claude/settings.json", "src/main.rs"];
        let without = [".claude/settings.json.bak", "sub/.claude/settings.json"];
        for version in 2..=4 {
            for hash in HASHES {
                assert_eq!(ask(&index(version, hash, &with, b"")), Some(true), "{version} {hash}");
                assert_eq!(ask(&index(version, hash, &without, b"TREE\0\0\0\0")), Some(false), "{version} {hash}");
            }
        }
    }

    #[test]
    fn what_cannot_be_told_is_no_answer() {
        assert_eq!(ask(b""), None);
        assert_eq!(ask(b"DIRC\0\0\0\x09\0\0\0\0"), None, "a version to come");
        assert_eq!(ask(&index(2, 20, &["a"], b"link\0\0\0\0")), None, "most of the names lie elsewhere");
        let whole = index(2, 20, &["a", "b"], b"");
        assert_eq!(ask(&whole[..whole.len() - 60]), None, "cut off");
    }

    /// A repository with an index of these names, and whether `file` in it is tracked.
    #[track_caller]
    fn check(git: &str, names: &[&str], file: &str, expected: bool) {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at(git)).unwrap();
        fs::create_dir_all(at("p/.claude")).unwrap();
        if git != "p/.git" {
            fs::write(at("p/.git"), format!("gitdir: ../{git}\n")).unwrap();
        }
        fs::write(at(git).join("index"), index(2, 20, names, b"")).unwrap();
        fs::write(at("p/.claude/settings.json"), "{}").unwrap();
        assert_eq!(is_tracked(&at(file)), expected);
    }

    #[test]
    fn a_file_is_looked_for_in_the_index_of_its_own_repository() {
        let settings = [".claude/settings.json"];
        check("p/.git", &settings, "p/.claude/settings.json", true);
        check("p/.git", &settings, "p/.claude/settings.local.json", false);
        check("p/.git", &["readme.md"], "p/.claude/settings.json", false);
        check("main/.git/worktrees/p", &settings, "p/.claude/settings.json", true);
        check("p/.git", &settings, "elsewhere/settings.json", false);
    }

    #[test]
    fn a_repository_without_an_index_tracks_nothing() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join(".git")).unwrap();
        assert!(!is_tracked(&folder.path().join("a")));
        fs::write(folder.path().join(".git/index"), "damaged").unwrap();
        assert!(is_tracked(&folder.path().join("a")));
    }
}
