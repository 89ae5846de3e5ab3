//! Paths with blanks in them, as prompts write them: in quotes, in backticks, escaped, or bare.
//!
//! Owns where such a path stands in a text. Only what the file list holds is one: bare words that make a listed path are
//! that path, the end of one (a file's name alone) must stand in quotes or backticks.

use crate::domain::FileList;
use crate::text::path::ends_in;

/// Listed paths with blanks that are looked for in one prompt.
const MAX_PATHS: usize = 256;

/// The listed paths with blanks that a prompt may speak of.
#[derive(Debug, Default)]
pub(in crate::goal) struct SpacedPaths<'a> {
    paths: Vec<&'a str>,
}

impl<'a> SpacedPaths<'a> {
    /// Those of `files` whose last name stands in one of `texts`.
    pub(in crate::goal) fn new(files: &'a FileList, texts: &[&str]) -> Self {
        let spaced = files.paths().filter(|path| path.as_bytes().contains(&b' '));
        let spoken = spaced.filter(|path| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let escaped = escaped(name);
            texts.iter().any(|text| text.contains(name) || text.contains(&escaped))
        });
        Self { paths: spoken.take(MAX_PATHS).collect() }
    }

    /// Where in `text` a path begins and ends, the first one first; none lies in another.
    pub(in crate::goal) fn spans(&self, text: &str) -> Vec<(usize, usize)> {
        let mut spans = Vec::new();
        for path in &self.paths {
            for start in path.match_indices('/').map(|(slash, _)| slash + 1).chain([0]) {
                let end = &path[start..];
                if !end.contains(' ') {
                    continue;
                }
                for form in [end.to_owned(), escaped(end)] {
                    let found = text.match_indices(&form).map(|(at, form)| (at, at + form.len()));
                    spans.extend(found.filter(|(from, to)| stands_alone(text, *from, *to, start == 0)));
                }
            }
        }
        spans.sort_unstable_by_key(|(from, to)| (*from, std::cmp::Reverse(*to)));
        let mut reached = 0;
        spans.retain(|(from, to)| {
            let free = *from >= reached;
            reached = if free { *to } else { reached };
            free
        });
        spans
    }

    /// The listed file that `raw` names: all of its path, or its end where only one file has it.
    pub(in crate::goal) fn file(&self, raw: &str) -> Option<&'a str> {
        let name = raw.trim_start_matches(['@', '"', '\'']).replace("\\ ", " ");
        let name = name.strip_prefix("./").unwrap_or(&name);
        let ends = |path: &&&'a str| ends_in(path, name);
        let whole = self.paths.iter().find(|path| **path == name);
        let mut all = self.paths.iter().filter(ends);
        whole.or_else(|| all.next().filter(|_| all.next().is_none())).copied()
    }
}

fn escaped(path: &str) -> String {
    path.replace(' ', "\\ ")
}

/// True where nothing of a longer name stands around; the end of a path needs quotes or backticks on both sides.
fn stands_alone(text: &str, from: usize, to: usize, whole: bool) -> bool {
    let before = text[..from].trim_end_matches("./").chars().next_back();
    let after = &text[to..];
    let mark = |side: Option<char>| side.is_some_and(|side| "\"'`“”‘’".contains(side));
    let next = after.chars().next();
    if mark(before) && mark(next) {
        return true;
    }
    let opens = before.is_none_or(|side| side.is_whitespace() || "([@\"'`“‘".contains(side));
    let rest = after.trim_start_matches([',', '.', ':', ';', '!', '?', ')', ']', '"', '\'', '`', '”', '’']);
    let closes = next.is_none_or(|side| !side.is_alphanumeric()) && rest.chars().next().is_none_or(char::is_whitespace);
    whole && opens && closes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let paths = ["docs/my notes.md", "docs/my notes.md.bak", "a b/c.md", "plan b.txt", "src/auth/token.rs"];
        let files = FileList::new(paths.map(str::to_owned).into(), false);
        let spaced = SpacedPaths::new(&files, &[text]);
        let found: Vec<&str> = spaced.spans(text).into_iter().map(|(from, to)| &text[from..to]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_listed_path_is_found_however_it_is_written() {
        check("fix docs/my notes.md, please", &["docs/my notes.md"]);
        check("fix \"docs/my notes.md\".", &["docs/my notes.md"]);
        check("fix `docs/my notes.md` and 'plan b.txt'", &["docs/my notes.md", "plan b.txt"]);
        check("fix docs/my\\ notes.md", &["docs/my\\ notes.md"]);
        check("fix \"my notes.md\"", &["my notes.md"]);
        check("see ./a b/c.md", &["a b/c.md"]);
        check("see docs/my notes.md.bak", &["docs/my notes.md.bak"]);
    }

    #[test]
    fn bare_words_that_only_end_a_path_are_words() {
        check("write my notes.md", &[]);
        check("fix olddocs/my notes.md", &[]);
        check("the docs/my notes.mdx", &[]);
        check("see \"docs/our notes.md\"", &[]);
        check("plan b.txtual", &[]);
        check("", &[]);
    }
}
