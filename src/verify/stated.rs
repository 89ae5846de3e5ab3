//! What a page written for agents states: CLAUDE.md, AGENTS.md.
//!
//! Such a page mostly gives orders. An order is no fact: only sentences that say how something is are taken.

use crate::text::words;

/// Facts of one page that are taken at most.
const MAX_FACTS: usize = 200;
/// Words of a sentence that can state something, and that one line of facts may have.
const WORDS: std::ops::RangeInclusive<usize> = 3..=40;

/// Words that say how something is.
const STATING: &[&str] = &[
    "are",
    "belong",
    "belongs",
    "build",
    "builds",
    "calls",
    "come",
    "comes",
    "consists",
    "contain",
    "contains",
    "depends",
    "expects",
    "exposes",
    "generates",
    "handles",
    "has",
    "have",
    "holds",
    "implements",
    "is",
    "lists",
    "listens",
    "live",
    "lives",
    "means",
    "needs",
    "owns",
    "provides",
    "reads",
    "requires",
    "return",
    "returns",
    "runs",
    "serves",
    "stands",
    "store",
    "stores",
    "supports",
    "takes",
    "targets",
    "uses",
    "was",
    "were",
    "writes",
];

/// The first words of orders.
const ORDERING: &[&str] = &[
    "add", "always", "ask", "avoid", "be", "check", "do", "don't", "ensure", "follow", "if", "keep", "make", "must",
    "never", "no", "note", "please", "prefer", "run", "see", "should", "use", "when", "write", "you",
];

/// The sentences of a page that state something, in their order; each on one line.
pub fn stated(page: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut in_code = false;
    for line in page.lines() {
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
            continue;
        }
        let is_prose = !in_code && !line.starts_with(['#', '|', '<', '>', '@', '!']) && !line.ends_with(':');
        if !is_prose {
            continue;
        }
        let line = line.trim_start_matches(['-', '*', '+', ' ']);
        let new = words::sentences(line).into_iter().map(str::trim).filter(|sentence| states(sentence));
        for sentence in new {
            if found.len() >= MAX_FACTS {
                return found;
            }
            if !found.iter().any(|known| known == sentence) {
                found.push(sentence.to_owned());
            }
        }
    }
    found
}

/// Whether a sentence says how something is.
fn states(sentence: &str) -> bool {
    if sentence.ends_with('?') {
        return false;
    }
    let plain = |word: &str| word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    let words: Vec<String> = sentence.split_whitespace().map(plain).collect();
    let first = words.first().map(String::as_str).unwrap_or_default();
    WORDS.contains(&words.len())
        && !ORDERING.contains(&first)
        && words.iter().skip(1).any(|word| STATING.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(page: &str, expected: &[&str]) {
        assert_eq!(stated(page), expected, "{page}");
    }

    #[test]
    fn sentences_that_say_how_something_is_are_facts() {
        check("The API listens on port 8080.", &["The API listens on port 8080."]);
        check("- Migrations live in `db/migrate`.\n", &["Migrations live in `db/migrate`."]);
        check("* Tests are run with pnpm.\n* Tests are run with pnpm.\n", &["Tests are run with pnpm."]);
        check("The build uses Bazel. Never edit BUILD files.", &["The build uses Bazel."]);
    }

    #[test]
    fn orders_headings_code_and_questions_are_none() {
        for page in [
            "Use pnpm, it is faster.",
            "Never commit what is generated.",
            "# The API is here",
            "```\nthe API is here\n```",
            "| a | is | b |",
            "The layout is:",
            "Is the API here or there?",
            "It is.",
            "If the port is taken, stop.",
            "",
        ] {
            check(page, &[]);
        }
    }

    #[test]
    fn a_long_page_is_cut() {
        let lines: Vec<String> = (0..1000).map(|number| format!("Module {number} is a module.")).collect();
        assert_eq!(stated(&lines.join("\n")).len(), MAX_FACTS);
        check(&format!("It is {}.", "very ".repeat(100)), &[]);
    }
}
