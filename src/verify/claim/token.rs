//! The words, numbers, pieces of code and marks of one sentence.

use crate::text::{extension, path};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A word of prose.
    Word,
    /// A whole number.
    Number(u32),
    /// What stands between backticks, unless it is a file.
    Code,
    /// A path or the name of a file.
    File,
    /// A mark that parts words.
    Mark(char),
}

/// One token.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) shape: Shape,
    /// As written; of code what stands between the backticks, of a file without the line behind it.
    pub(super) raw: &'a str,
    /// A word in lower case, without apostrophes.
    pub(super) low: String,
}

impl Token<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        self.shape == Shape::Word && self.low == word
    }

    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        self.shape == Shape::Word && words.contains(&self.low.as_str())
    }

    pub(super) fn mark(&self) -> Option<char> {
        match self.shape {
            Shape::Mark(mark) => Some(mark),
            _ => None,
        }
    }
}

/// Extensions that reports rather write as fields and methods: `console.log`, `git.diff`.
const FIELDS: [&str; 4] = ["cmd", "diff", "http", "log"];
/// Names of files that begin with a dot, without it. A class of a style sheet is written as they are.
const HIDDEN: &[&str] = &[
    "bashrc",
    "dockerignore",
    "editorconfig",
    "env",
    "eslintignore",
    "eslintrc",
    "gitattributes",
    "gitignore",
    "gitmodules",
    "npmignore",
    "npmrc",
    "nvmrc",
    "prettierignore",
    "prettierrc",
    "profile",
    "zshrc",
];
/// Names of files without an ending.
const BARE_NAMES: &[&str] = &[
    "Brewfile",
    "Cargo.lock",
    "Dockerfile",
    "Gemfile",
    "Justfile",
    "LICENSE",
    "Makefile",
    "Procfile",
    "Rakefile",
    "justfile",
];

/// The path in `word`, without the line behind it (`a.rs:12-14`, `a.rs#L3`); `None` for what is no file.
fn file_in(word: &str) -> Option<&str> {
    let word = word.strip_prefix("./").unwrap_or(word);
    let end = word.find("#L").or_else(|| {
        let at = word.find(':')?;
        // `C:\a.rs` is a path with a drive.
        let drive = at == 1 && word.len() > 2;
        let from = if drive { at + 1 } else { at };
        word[from..].find(':').map(|found| found + from)
    });
    let word = &word[..end.unwrap_or(word.len())];
    let odd = |c: char| {
        c.is_whitespace() || matches!(c, '(' | ')' | '{' | '}' | '<' | '>' | '"' | '\'' | '=' | '|' | '*' | '$' | ',')
    };
    if word.is_empty() || word.contains(odd) || word.contains("://") || word.starts_with('-') {
        return None;
    }
    let name = path::base_name(word);
    if BARE_NAMES.contains(&name) {
        return Some(word);
    }
    let (stem, ending) = name.rsplit_once('.')?;
    let ending_in_lower = ending.to_ascii_lowercase();
    let known = extension::is_known(&ending_in_lower) && !FIELDS.contains(&ending_in_lower.as_str());
    let hidden = stem.is_empty() && HIDDEN.contains(&ending);
    ((known && !stem.is_empty() && !stem.ends_with('.')) || hidden).then_some(word)
}

/// The tokens of a sentence, in order. Emphasis, emoji and list marks are left out; of a link only its text is kept.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '`' => code(rest, &mut found),
            ']' if rest.starts_with("](") => rest.find(')').map_or(rest.len(), |end| end + 1),
            // "80/84"
            '/' if matches!(found.last(), Some(Token { shape: Shape::Number(_), .. })) => 1,
            c if c.is_alphanumeric() || matches!(c, '.' | '/' | '~' | '@') => word(rest, &mut found),
            ',' | ';' | ':' | '(' | ')' | '?' | '!' | '—' | '–' | '→' | '|' | '=' | '+' | '>' | '"' | '#' => {
                let mark = if first == '–' { '—' } else { first };
                found.push(Token { shape: Shape::Mark(mark), raw: &rest[..first.len_utf8()], low: String::new() });
                first.len_utf8()
            }
            '-' => dash(rest, text, &mut found),
            _ => first.len_utf8(),
        };
        rest = &rest[taken..];
    }
    found
}

/// "Node.js", "Next.js": what prose calls so is a project, and no file.
fn is_project(word: &str) -> bool {
    let capital = word.strip_suffix(".js").is_some_and(|stem| stem.starts_with(|c: char| c.is_ascii_uppercase()));
    !word.contains('/') && (capital || extension::is_product(word))
}

fn code<'a>(rest: &'a str, found: &mut Vec<Token<'a>>) -> usize {
    let fence = rest.bytes().take_while(|byte| *byte == b'`').count();
    let Some(length) = rest[fence..].find(&rest[..fence]) else { return fence };
    let inner = &rest[fence..fence + length];
    let file = file_in(inner.trim());
    let shape = if file.is_some() { Shape::File } else { Shape::Code };
    found.push(Token { shape, raw: file.unwrap_or(inner), low: inner.to_lowercase() });
    fence + length + fence
}

/// A dash between words parts them; one at the begin of a line is a list's.
fn dash<'a>(rest: &'a str, text: &'a str, found: &mut Vec<Token<'a>>) -> usize {
    let length = rest.bytes().take_while(|byte| *byte == b'-').count();
    let inside = rest.len() < text.len() && !found.is_empty();
    if inside {
        found.push(Token { shape: Shape::Mark('—'), raw: &rest[..length], low: String::new() });
    }
    length
}

fn word<'a>(rest: &'a str, found: &mut Vec<Token<'a>>) -> usize {
    let belongs = |c: char| {
        c.is_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | '\'' | '’' | '~' | '@' | '\\' | ':' | ',' | '#')
    };
    let mut end = rest.find(|c: char| !belongs(c)).unwrap_or(rest.len());
    // A comma belongs to a number, a colon to a line or a task (`a.rs:12`, `test:ci`).
    let bytes = rest.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let broken = (0..end).find(|at| match bytes[*at] {
        b',' => !(*at > 0 && digit(at - 1) && digit(at + 1)),
        b':' => !(*at > 0 && letter(at + 1)),
        b'#' => !(rest[*at..].starts_with("#L")),
        b'-' => rest[*at..].starts_with("--"),
        b'/' => *at > 0 && digit(at - 1) && digit(at + 1),
        _ => false,
    });
    end = broken.unwrap_or(end).max(rest.chars().next().map_or(1, char::len_utf8));
    let raw = rest[..end].trim_end_matches(['.', '\'', '’', ':', '-', '/', ',']);
    let taken = end;
    if raw.is_empty() || !raw.contains(char::is_alphanumeric) {
        return taken;
    }
    let plain: String = raw.chars().filter(|c| *c != ',').collect();
    if rest[taken..].starts_with('%') {
        // A share counts nothing.
        found.push(Token { shape: Shape::Word, raw, low: format!("{plain}%") });
    } else if let Ok(number) = plain.parse::<u32>() {
        found.push(Token { shape: Shape::Number(number), raw, low: plain });
    } else if let Some(file) = file_in(raw).filter(|file| !is_project(file)) {
        found.push(Token { shape: Shape::File, raw: file, low: raw.to_lowercase() });
    } else {
        let low = raw.chars().filter(|c| !matches!(c, '\'' | '’')).collect::<String>().to_lowercase();
        found.push(Token { shape: Shape::Word, raw, low });
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected`: the tokens; files in `<>`, code in `{}`.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = tokens(text)
            .into_iter()
            .map(|token| match token.shape {
                Shape::Word => token.low,
                Shape::Number(number) => number.to_string(),
                Shape::Code => format!("{{{}}}", token.raw),
                Shape::File => format!("<{}>", token.raw),
                Shape::Mark(mark) => mark.to_string(),
            })
            .collect();
        assert_eq!(shown.join(" "), expected, "{text}");
    }

    #[test]
    fn a_sentence_in_tokens() {
        check("**All 1,187 tests pass**, lint is clean.", "all 1187 tests pass , lint is clean");
        check("- ✅ Unit tests don't pass (`mise run test`)", "unit tests dont pass ( {mise run test} )");
        check("`src/a.rs:12-14` — new", "<src/a.rs> — new");
        check("see [build.ps1](packages/build.ps1): done", "see <build.ps1> : done");
        check("80/84 tests, test:ci, a.b.x, v1.2", "80 84 tests , test:ci , a.b.x , v1.2");
        check("Node.js and next.js, app.js and `Vue.js`", "node.js and next.js , <app.js> and <Vue.js>");
        check("Only `a.go`, `b.go` changed; no other", "only <a.go> , <b.go> changed ; no other");
        check("Dockerfile and .gitignore", "<Dockerfile> and <.gitignore>");
        check("e.g. this - that", "e.g this — that");
        check("", "");
    }
}
