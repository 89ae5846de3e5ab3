//! Paths of which parts are not told, and whether they may mean a known one.
//!
//! Owns the reading of shell patterns (`*`, `?`, `[..]`, `**`) and of values that nobody knows (`$f`, `$(..)`, `{}`)
//! against one path, component by component, as a shell would match them.

/// Stands for a value that the text does not tell; no path holds it.
const UNKNOWN: char = '\0';
/// A component that stands for any number of folders.
const ANY_FOLDERS: &str = "**";

/// How a doubtful path may mean a known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// It may be that path.
    Path,
    /// It may be a folder above it.
    Folder,
}

/// `text` with everything that is expanded to an unknown value made one.
pub fn blurred(text: &str) -> String {
    let mut blurred = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['$', '`', '{']) {
        blurred.push_str(&rest[..at]);
        let from = &rest[at..];
        let length = match from.as_bytes() {
            [b'$', b'(', ..] => closed(from, '(', ')'),
            [b'$', b'{', ..] => closed(from, '{', '}'),
            [b'{', b'}', ..] => 2,
            [b'`', ..] => from[1..].find('`').map_or(from.len(), |end| end + 2),
            [b'$', ..] => 1 + from[1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count(),
            _ => 0,
        };
        if length == 0 {
            blurred.push('{');
            rest = &from[1..];
        } else {
            blurred.push(UNKNOWN);
            rest = &from[length..];
        }
    }
    blurred.push_str(rest);
    blurred
}

fn closed(text: &str, open: char, close: char) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        if character == open {
            depth += 1;
        } else if character == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + close.len_utf8();
            }
        }
    }
    text.len()
}

/// True when a path begins with something unknown, so that it may lie anywhere.
pub fn is_adrift(path: &str) -> bool {
    path.starts_with(UNKNOWN) || path.starts_with(ANY_FOLDERS)
}

/// True when a path holds a value that nobody knows; without one it is a plain pattern.
pub fn is_unsure(path: &str) -> bool {
    path.contains(UNKNOWN) || is_adrift(path)
}

/// The folder of which a path tells all, before the first value that nobody knows.
pub fn told(path: &str) -> &str {
    let known = path.find([UNKNOWN, '*', '?', '[']).unwrap_or(path.len());
    crate::text::path::folder(&path[..known])
}

/// True when nothing in a path is told: it may be any file at all.
pub fn is_blank(path: &str) -> bool {
    path.split('/').all(|part| part.chars().all(|character| matches!(character, UNKNOWN | '*' | '?' | '.')))
}

/// How `pattern`, blurred, may mean `path`.
pub fn cover(pattern: &str, path: &str) -> Option<Cover> {
    // What an unknown value begins may lie anywhere.
    let anywhere = if pattern.starts_with(UNKNOWN) { Some(ANY_FOLDERS) } else { None };
    let own = pattern.split('/').filter(|part| !part.is_empty());
    let mut parts: Vec<&str> = anywhere.into_iter().chain(own).collect();
    if parts.get(1).is_some_and(|part| part.chars().all(|character| character == UNKNOWN)) && anywhere.is_some() {
        parts.remove(1);
    }
    parts.dedup_by(|next, known| *next == ANY_FOLDERS && *known == ANY_FOLDERS);
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    cover_parts(&parts, &path, is_adrift(pattern))
}

/// `hidden`: an unknown folder may have a name that begins with a dot; `**` in a pattern finds none.
fn cover_parts(pattern: &[&str], path: &[&str], hidden: bool) -> Option<Cover> {
    match (pattern, path) {
        ([], []) => Some(Cover::Path),
        ([], _) => Some(Cover::Folder),
        ([ANY_FOLDERS, rest @ ..], _) if !rest.is_empty() => {
            let plain = path.iter().take_while(|name| hidden || !name.starts_with('.')).count();
            (0..=plain.min(path.len().saturating_sub(1)))
                .find_map(|skipped| cover_parts(rest, &path[skipped..], hidden))
        }
        ([ANY_FOLDERS], _) => Some(Cover::Path),
        ([_, ..], []) => None,
        ([first, rest @ ..], [name, names @ ..]) => {
            if is_match(first, name) {
                cover_parts(rest, names, hidden)
            } else {
                None
            }
        }
    }
}

/// True when the pattern of one component matches a name. A pattern does not find names that begin with a dot; one that finds nothing
/// stands for itself: `app/[id]` is a folder of many a web project.
pub fn is_match(pattern: &str, name: &str) -> bool {
    if pattern == name {
        return true;
    }
    let hidden = name.starts_with('.') && pattern.starts_with(['*', '?', '[']);
    !hidden && is_like(pattern, name)
}

/// True when a pattern matches a text as a whole, dots and separators like any other character: what `find` makes of one. Read
/// carefully: a set stands for any letter, and case is passed over.
pub fn is_like(pattern: &str, name: &str) -> bool {
    Wild::new(pattern).is_like(name)
}

/// A pattern that is held against many texts.
#[derive(Clone, Debug)]
pub struct Wild {
    signs: Vec<Sign>,
    /// It holds a set, which leaves open what it matches.
    has_set: bool,
}

impl Wild {
    /// Reads a pattern.
    pub fn new(pattern: &str) -> Self {
        Self { signs: signs(pattern), has_set: pattern.contains('[') }
    }

    /// As [`is_like`] says.
    pub fn is_like(&self, name: &str) -> bool {
        self.fits(name, |wanted, letter| wanted.eq_ignore_ascii_case(&letter))
    }

    /// The same, case and all; `None` where a set or case leaves it open.
    pub fn is_surely_like(&self, name: &str) -> Option<bool> {
        if !self.is_like(name) {
            return Some(false);
        }
        (!self.has_set && self.fits(name, |wanted, letter| wanted == letter)).then_some(true)
    }

    fn fits(&self, name: &str, same: impl Fn(char, char) -> bool) -> bool {
        let (mut at, mut rest) = (0, name);
        // Where to go on after a run turned out too short.
        let mut retry: Option<(usize, &str)> = None;
        while let Some(letter) = rest.chars().next() {
            let behind = &rest[letter.len_utf8()..];
            match self.signs.get(at) {
                Some(Sign::Run) => {
                    retry = Some((at, rest));
                    at += 1;
                }
                Some(Sign::One) => (at, rest) = (at + 1, behind),
                Some(Sign::Letter(wanted)) if same(*wanted, letter) => (at, rest) = (at + 1, behind),
                _ => {
                    let Some((run, begun)) = retry else { return false };
                    let begun = &begun[begun.chars().next().map_or(0, char::len_utf8)..];
                    retry = Some((run, begun));
                    (at, rest) = (run + 1, begun);
                }
            }
        }
        self.signs[at..].iter().all(|sign| *sign == Sign::Run)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// Any run of letters.
    Run,
    /// Any one letter; a set counts as any, which is the careful reading here.
    One,
    /// This letter.
    Letter(char),
}

fn signs(pattern: &str) -> Vec<Sign> {
    let mut signs = Vec::new();
    let last_close = pattern.rfind(']').unwrap_or(0);
    let mut rest = pattern.char_indices();
    while let Some((at, character)) = rest.next() {
        signs.push(match character {
            '*' | UNKNOWN => Sign::Run,
            '?' => Sign::One,
            '[' if at < last_close => {
                rest.by_ref().find(|(_, inner)| *inner == ']');
                Sign::One
            }
            other => Sign::Letter(other),
        });
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SETTINGS: &str = "/home/u/.claude/settings.json";

    #[track_caller]
    fn check(pattern: &str, expected: Option<Cover>) {
        assert_eq!(cover(&blurred(pattern), SETTINGS), expected, "{pattern}");
    }

    #[test]
    fn patterns_mean_what_a_shell_makes_of_them() {
        check("/home/u/.claude/*", Some(Cover::Path));
        check("/home/u/.claude/s*.json", Some(Cover::Path));
        check("/home/u/.claude/settings.jso?", Some(Cover::Path));
        check("/home/u/.claude/[a-z]ettings.json", Some(Cover::Path));
        check("/home/u/.cl*", Some(Cover::Folder));
        check("/home/*/.claude", Some(Cover::Folder));
        check("/home/u/.claude/**", Some(Cover::Path));
        check("/home/u/*", None);
        check("/home/u/*/settings.json", None);
        assert_eq!(cover(&blurred("app/[id]/page.tsx"), "app/[id]/page.tsx"), Some(Cover::Path));
        assert_eq!(cover(&blurred("app/[id]"), "app/[id]/page.tsx"), Some(Cover::Folder));
        check("/home/u/.claude/*.md", None);
        check("/home/u/.claude/*/x", None);
        check("/home/u/*.json", None);
        check("/home/u/**/*.json", None);
        check("/home/u/**/.claude/*", Some(Cover::Path));
    }

    #[test]
    fn unknown_values_may_be_anything() {
        check("$D/settings.json", Some(Cover::Path));
        check("**/settings.json", Some(Cover::Path));
        check("$(pwd)/.claude", Some(Cover::Folder));
        check("`pwd`/.claude/${NAME}.json", Some(Cover::Path));
        check("/home/u/.claude/{}", Some(Cover::Path));
        check("/home/u/.claude/$X", Some(Cover::Path));
        check("/home/u/$X", Some(Cover::Folder));
        check("$D/notes.md", None);
        check("/srv/$X", None);
    }

    /// For each bracket the rest was searched for one that closes it.
    #[test]
    fn brackets_without_end_are_letters_however_many_they_are() {
        let open = "a[".repeat(2_000_000);
        assert!(is_like(&open, &open) && !is_like(&open, "a[") && is_like("a[]b]", "axb]") && !is_like("][", "]x"));
    }

    #[test]
    fn a_path_that_tells_nothing_is_blank() {
        let check = |path: &str, expected| assert_eq!(is_blank(&blurred(path)), expected, "{path}");
        check("$f", true);
        check("**/*", true);
        check("{}", true);
        check("$D/a.ts", false);
        check("*.log", false);
    }

    proptest! {
        #[test]
        fn any_pattern_is_read(pattern in "[a.*?\\[\\]{}$(`/\\x00é]{0,24}", path in "[a./é]{0,16}") {
            cover(&blurred(&pattern), &path);
            is_blank(&pattern);
        }

        #[test]
        fn a_path_covers_itself(path in "(/[a-z.]{1,6}){1,5}") {
            prop_assert_eq!(cover(&path, &path), Some(Cover::Path));
        }
    }
}
