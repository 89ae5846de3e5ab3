//! The text of a goal in four zones that weigh differently: its title, its prose, what is marked as a name, and code or logs.

use crate::text::word_set::sorted;
use crate::text::words::{each_word, is_telling, stem};
use std::collections::{HashMap, HashSet};

/// The zones, in the order of every table of weights: title, prose, marked, code.
pub(super) const ZONES: usize = 4;
const TITLE: usize = 0;
const PROSE: usize = 1;
const MARKED: usize = 2;
const CODE: usize = 3;

/// A title has so many bytes at most; of a longer first line the first sentence is the title.
const MAX_TITLE: usize = 160;
/// A line that ends in a colon and is shorter announces what follows and is no title ("Implement the following plan:").
const MAX_ANNOUNCEMENT: usize = 60;
/// Words written as one at most: "read the docs" as `readthedocs`.
const MAX_JOINED: usize = 4;

/// Words that stand in goals of every kind: they count for less.
#[rustfmt::skip]
const GENERIC: &[&str] = sorted(&[
    "actual", "additional", "alternative", "approach", "args", "behavior", "behaviour", "bin", "break", "broken",
    "bug", "case", "cause", "class", "cleanup", "code", "complete", "const", "context", "crash", "data", "debug",
    "def", "describe", "description", "detail", "discussion", "error", "example", "exception", "expect", "expected",
    "explain", "fail", "failed", "failing", "fails", "failure", "false", "feature", "file", "files", "fn", "follow",
    "following", "full", "function", "happens", "home", "impl", "import", "improve", "improvement", "include",
    "info", "information", "initial", "int", "issue", "issues", "java", "kwargs", "latest", "lib", "line", "lines",
    "link", "local", "log", "main", "message", "method", "minimal", "move", "mut", "name", "node", "none", "note",
    "npm", "null", "number", "object", "open", "output", "package", "plan", "point", "print", "problem", "project",
    "pub", "python", "question", "read", "ready", "reason", "refactor", "release", "rename", "report", "reproduce",
    "request", "result", "results", "return", "returns", "run", "running", "rust", "search", "section", "self",
    "set", "side", "site", "snippet", "solution", "src", "step", "steps", "str", "string", "struct", "summary",
    "support", "task", "tasks", "test", "tests", "text", "time", "title", "todo", "trace", "traceback", "true",
    "type", "types", "understand", "user", "valid", "value", "values", "var", "version", "wrong",
]);

/// Beginnings of lines that a program or a terminal wrote.
const LOG_STARTS: [&str; 12] =
    [">>>", "...", "In [", "Out[", "$ ", "File \"", "at ", "error:", "error[", "warning:", "-->", "thread '"];

/// A goal's text, read for its words.
pub(super) struct Zones {
    /// Per zone: stem and weight, 1 + ln(times), less for generic words.
    pub(super) salience: [HashMap<String, f32>; ZONES],
    /// Per zone: one to four neighbouring words written as one, as stems.
    pub(super) joined: [HashSet<String>; ZONES],
    /// The words of the title, as they stand.
    pub(super) title: HashSet<String>,
}

impl Zones {
    /// Reads `text`; words of generic meaning weigh `generic` of others.
    pub(super) fn new(text: &str, generic: f32) -> Self {
        let parts = split(text);
        let mut title = HashSet::new();
        each_word(&parts[TITLE], |word| {
            title.insert(word.to_owned());
        });
        Self {
            salience: std::array::from_fn(|zone| salience(&parts[zone], generic)),
            joined: std::array::from_fn(|zone| joined(&parts[zone])),
            title,
        }
    }

    /// True when the text holds no telling word at all.
    pub(super) fn is_empty(&self) -> bool {
        self.salience.iter().all(HashMap::is_empty)
    }
}

/// True for a word that stands in goals of every kind.
pub(super) fn is_generic(word: &str) -> bool {
    GENERIC.binary_search(&word).is_ok()
}

fn split(text: &str) -> [String; ZONES] {
    let mut parts: [String; ZONES] = Default::default();
    let mut fenced = false;
    for line in text.lines() {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
        } else if bare.is_empty() || is_template(bare) {
        } else if fenced || (is_log(line) && !parts[TITLE].is_empty()) {
            push(&mut parts[CODE], bare);
        } else if parts[TITLE].is_empty() {
            let announces = bare.ends_with(':') && bare.len() < MAX_ANNOUNCEMENT && text.len() > MAX_TITLE;
            if !announces {
                let title = title_of(bare.trim_start_matches(['#', '*', ' ']));
                push(&mut parts[TITLE], title);
                mark(&mut parts[MARKED], title);
                prose(&mut parts, &bare[bare.len().min(bare.find(title).unwrap_or(0) + title.len())..]);
            }
        } else {
            prose(&mut parts, bare);
        }
    }
    parts
}

fn prose(parts: &mut [String; ZONES], text: &str) {
    push(&mut parts[PROSE], text);
    mark(&mut parts[MARKED], text);
}

fn push(zone: &mut String, text: &str) {
    for word in text.split_whitespace().filter(|word| !word.contains("://")) {
        zone.push_str(word);
        zone.push(' ');
    }
    zone.push('\n');
}

fn title_of(line: &str) -> &str {
    let end = if line.len() > MAX_TITLE {
        line.find(". ").or_else(|| line.find("? ")).unwrap_or(MAX_TITLE).min(MAX_TITLE)
    } else {
        line.len()
    };
    &line[..line.floor_char_boundary(end)]
}

/// What stands in backticks, and identifiers: `snake_case`, kebab-case, camelCase.
fn mark(marked: &mut String, line: &str) {
    for (index, part) in line.split('`').enumerate() {
        if index % 2 == 1 {
            push(marked, part);
        } else {
            for word in part.split_whitespace().filter(|word| is_identifier(word)) {
                push(marked, word);
            }
        }
    }
}

fn is_identifier(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let mut letters = word.chars().zip(word.chars().skip(1));
    word.contains("::")
        || letters.any(|(one, next)| {
            (one.is_lowercase() && next.is_uppercase()) || (one.is_alphanumeric() && matches!(next, '_' | '-'))
        })
}

/// Check boxes and comments of an issue's template.
fn is_template(line: &str) -> bool {
    line.starts_with("<!--") || line.starts_with("- [ ] ") || line.starts_with("- [x] ") || line.starts_with("- [X] ")
}

fn is_log(line: &str) -> bool {
    let bare = line.trim_start();
    let indented = line.starts_with('\t') || line.starts_with("    ");
    let listed = bare.starts_with(['-', '*', '+']) || bare.starts_with(|first: char| first.is_ascii_digit());
    bare.starts_with('|') || LOG_STARTS.iter().any(|start| bare.starts_with(start)) || (indented && !listed)
}

fn salience(text: &str, generic: f32) -> HashMap<String, f32> {
    let mut counts: HashMap<String, (u32, bool)> = HashMap::new();
    each_word(text, |word| {
        if is_telling(word) {
            let root = stem(word);
            let plain = is_generic(word) || is_generic(&root);
            if let Some((count, _)) = counts.get_mut(root.as_ref()) {
                *count += 1;
            } else {
                counts.insert(root.into_owned(), (1, plain));
            }
        }
    });
    #[expect(clippy::cast_precision_loss, reason = "a text holds far fewer than 2^23 words")]
    let weight = |(count, plain): (u32, bool)| (1.0 + (count as f32).ln()) * if plain { generic } else { 1.0 };
    counts.into_iter().map(|(root, uses)| (root, weight(uses))).collect()
}

fn joined(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    for line in text.lines() {
        let mut words: Vec<String> = Vec::new();
        each_word(line, |word| words.push(word.to_owned()));
        for from in 0..words.len() {
            for to in from + 1..=words.len().min(from + MAX_JOINED) {
                if is_telling(&words[from]) || is_telling(&words[to - 1]) {
                    found.insert(stem(&words[from..to].concat()).into_owned());
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: [&str; ZONES]) {
        let parts = split(text).map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(parts, expected, "{text}");
    }

    #[test]
    fn a_text_has_a_title_prose_names_and_code() {
        check(
            "Fix the `TokenStore`\n\nIt fails in parse_line.\n```\nlet x;\n```\n$ cargo test\n",
            ["Fix the `TokenStore`", "It fails in parse_line.", "TokenStore parse_line.", "let x; $ cargo test"],
        );
        check("", ["", "", "", ""]);
        check("see https://a.b/c now", ["see now", "", "", ""]);
    }

    #[test]
    fn an_announcement_is_no_title() {
        let plan = format!("Implement the following plan:\n\n# Token life cycle\n\n{}", "Text. ".repeat(40));
        assert!(split(&plan)[TITLE].starts_with("Token life cycle"));
        let long = format!("Fix the parser. {}", "And more words. ".repeat(20));
        assert_eq!(split(&long)[TITLE].trim(), "Fix the parser");
        assert!(split(&long)[PROSE].contains("And more"));
    }

    #[test]
    fn words_count_by_how_often_and_what_they_are() {
        let zones = Zones::new("parse parse error", 0.5);
        let weight = |word: &str| zones.salience[TITLE][&*stem(word)];
        assert!((weight("parse") - (1.0 + 2.0_f32.ln())).abs() < 1e-6);
        assert!((weight("error") - 0.5).abs() < 1e-6);
        assert!(zones.joined[TITLE].contains("parsepars"), "{:?}", zones.joined[TITLE]);
        assert!(Zones::new("the of 7", 0.5).is_empty());
    }
}
