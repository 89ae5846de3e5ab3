//! Lists under a line that limits: "Do not touch:" with places below it, "Only change these files:".
//!
//! Owns the bringing together of such a line and its items, so that everything behind it reads sentences. Each item of a
//! prohibition becomes a sentence of its own, those of a scope become one. A line that limits nothing is left as it is.

use super::changing;
use super::sentence::{Head, Sentence, is_prelude};

/// Words with which a line forbids what stands below it.
const FORBIDDING: &[&[&str]] = &[
    &["avoid"],
    &["do", "not"],
    &["don't"],
    &["dont"],
    &["hands", "off"],
    &["keep", "out", "of"],
    &["leave", "alone"],
    &["must", "not"],
    &["never"],
    &["no", "changes", "in"],
    &["no", "changes", "to"],
    &["stay", "away", "from"],
    &["stay", "out", "of"],
    &["you", "may", "not"],
    &["you", "must", "not"],
];

/// Labels of what is forbidden; a verb or a word for places may follow.
const FORBIDDEN: &[&[&str]] = &[
    &["files", "not", "to"],
    &["files", "that", "must", "not", "be"],
    &["files", "you", "may", "not"],
    &["files", "you", "must", "not"],
    &["files", "you", "should", "not"],
    &["forbidden"],
    &["off", "limits"],
    &["off-limits"],
    &["protected"],
    &["untouchable"],
];

/// Labels of what is no part of the work, which nobody forbids.
const LEFT_OUT: &[&[&str]] = &[&["not", "in", "scope"], &["out", "of", "scope"], &["out-of-scope"]];

/// Labels of all to which the work is kept.
const SCOPE: &[&[&str]] = &[
    &["allowed"],
    &["files", "in", "scope"],
    &["files", "you", "can"],
    &["files", "you", "may"],
    &["in", "scope"],
    &["in-scope"],
    &["scope"],
];

/// Words with which a line keeps the work to what stands below it.
const KEEPING: &[&[&str]] = &[
    &["keep", "to"],
    &["limit", "your", "changes", "to"],
    &["limit", "yourself", "to"],
    &["only", "change"],
    &["only", "edit"],
    &["only", "modify"],
    &["only", "touch"],
    &["stay", "in"],
    &["stick", "to"],
    &["you", "may", "only", "change"],
    &["you", "may", "only", "edit"],
    &["you", "may", "only", "touch"],
];

/// Words at the end of such a line that stand for its items.
const STANDING_FOR: [&str; 15] = [
    "any",
    "areas",
    "directories",
    "file",
    "files",
    "folder",
    "folders",
    "following",
    "of",
    "parts",
    "paths",
    "places",
    "the",
    "these",
    "this",
];

/// Words and bytes at most of a line that leads a list, and words of an item.
const MAX_LEAD: usize = 10;
const MAX_LEAD_BYTES: usize = 120;
const MAX_ITEM: usize = 40;

/// What a line makes of the items below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// Each is forbidden.
    Forbids,
    /// Each is forbidden or left out; the line is a label and no sentence.
    Labels,
    /// They are the scope.
    Keeps,
}

/// What a label says of the places behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// They are forbidden.
    Forbidden,
    /// They are no part of the work.
    LeftOut,
    /// The work is kept to them.
    Scope,
}

/// The label that opens at `at` and closes with a colon, and the token behind it.
pub(super) fn label_at(sentence: &Sentence<'_>, at: usize) -> Option<(Label, usize)> {
    if sentence.head(at) != Head::Opens {
        return None;
    }
    let last = sentence.tokens.len().min(at + MAX_LEAD);
    let colon = (at..last).find(|colon| sentence.tokens[*colon].stop())?;
    let words: Vec<&str> = (at..=colon).map(|at| sentence.word(at)).collect();
    label(&words).map(|label| (label, colon + 1))
}

fn label(words: &[&str]) -> Option<Label> {
    let is = |forms: &[&[&str]]| {
        let beside =
            |word: &&str| STANDING_FOR.contains(word) || changing::is_verb(word) || changing::is_participle(word);
        forms.iter().any(|form| words.strip_prefix(*form).is_some_and(|rest| rest.len() < 3 && rest.iter().all(beside)))
    };
    let labels = [(FORBIDDEN, Label::Forbidden), (LEFT_OUT, Label::LeftOut), (SCOPE, Label::Scope)];
    labels.into_iter().find(|(forms, _)| is(forms)).map(|(_, label)| label)
}

/// True for a heading under which a list limits: "## Do not touch".
pub(super) fn is_limiting(heading: &str) -> bool {
    lead(heading).is_some()
}

/// The text with each such list as sentences; every other line as it was.
pub(super) fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut at = 0;
    while at < lines.len() {
        let (before, last) = last_clause(lines[at]);
        let list = lead(last).map(|lead| (lead, items(&lines, at + 1)));
        let Some(((lead, words), (items, behind))) = list.filter(|(_, (items, _))| !items.is_empty()) else {
            spread.push_str(lines[at]);
            at += 1;
            continue;
        };
        if !before.is_empty() {
            spread.extend([before, "\n"]);
        }
        // A heading still says where a document begins.
        if lines[at].trim_start().starts_with('#') {
            spread.push_str(lines[at]);
        }
        let each = |item: &&str| match lead {
            Lead::Labels => format!("- {words}: {item}\n"),
            Lead::Forbids | Lead::Keeps => format!("- {words} {item}\n"),
        };
        match lead {
            Lead::Keeps => spread.push_str(&[&words, ": ", &items.join(", "), "\n"].concat()),
            Lead::Forbids | Lead::Labels => spread.extend(items.iter().map(each)),
        }
        at = behind;
    }
    spread
}

/// "Fix the login. Do not touch:" leads with its last sentence, "fix it, but do not touch:" with its last clause.
fn last_clause(line: &str) -> (&str, &str) {
    let whole = ("", line);
    if !line.trim_end().ends_with([':', '*', '_']) {
        return whole;
    }
    let cut = |at: usize| (line[..at].trim_end_matches([',', ' ']), &line[at..]);
    let stops =
        line.match_indices(['.', '!', '?', ';', ',']).map(|(at, _)| at + 1).filter(|at| line[*at..].starts_with(' '));
    let leads = |at: &usize| line.len() - at <= MAX_LEAD_BYTES && lead(&line[*at..]).is_some();
    stops.filter(leads).last().map_or(whole, cut)
}

/// The items of the list whose first line is `from`, and the line behind it. One blank line may part it from what leads it.
fn items<'t>(lines: &[&'t str], from: usize) -> (Vec<&'t str>, usize) {
    let first = from + usize::from(lines.get(from).is_some_and(|line| line.trim().is_empty()));
    let found: Vec<&str> = lines[first.min(lines.len())..].iter().map_while(|line| item(line)).collect();
    let behind = first + found.len();
    (found, behind)
}

/// What a line of a list says, without its mark.
fn item(line: &str) -> Option<&str> {
    let line = line.trim();
    let numbered = || {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        line[digits..].strip_prefix(['.', ')']).filter(|_| (1..3).contains(&digits))
    };
    let said = line.strip_prefix(['-', '*', '•', '+']).or_else(numbered)?;
    let said = said.strip_prefix(char::is_whitespace)?.trim();
    (!said.is_empty() && said.split_whitespace().nth(MAX_ITEM).is_none()).then_some(said)
}

/// What the line makes of the list below it, and its words without what stands for the items.
fn lead(line: &str) -> Option<(Lead, String)> {
    let mark =
        |letter: char| letter.is_whitespace() || matches!(letter, '#' | '*' | '_' | '>' | '-') || !letter.is_ascii();
    let heading = line.trim_start().starts_with('#');
    let line = line.trim_matches(mark);
    let said = line.strip_suffix(':').or(heading.then_some(line))?.trim_matches(mark);
    let words: Vec<&str> = said.split_whitespace().collect();
    if words.is_empty() || words.len() > MAX_LEAD {
        return None;
    }
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let first = lower.iter().position(|word| !is_prelude(word.trim_end_matches([',', ':'])))?;
    let begins = |forms: &[&[&str]]| {
        forms
            .iter()
            .any(|form| form.len() <= lower.len() - first && form.iter().zip(&lower[first..]).all(|(a, b)| a == b))
    };
    // What only stands for the items says nothing beside them.
    let last = lower.iter().rposition(|word| !STANDING_FOR.contains(&word.as_str()))?;
    let kept = words[first..=last.max(first)].join(" ");
    let plain: Vec<&str> = lower[first..].iter().map(String::as_str).collect();
    match label(&plain) {
        Some(Label::Scope) => Some((Lead::Keeps, kept)),
        Some(_) => Some((Lead::Labels, kept)),
        None if begins(KEEPING) => Some((Lead::Keeps, kept)),
        None => begins(FORBIDDING).then_some((Lead::Forbids, kept)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{Stage, shown_constraints};

    #[track_caller]
    fn check(prompt: &str, expected: &str) {
        assert_eq!(shown_constraints(&Stage::new().start(prompt).constraints), expected, "{prompt}");
    }

    #[test]
    fn each_item_is_forbidden() {
        let both = "deny src/legacy/; deny src/database/";
        check("Fix the login.\nDo not touch:\n- src/legacy\n- src/database", both);
        check(
            "Fix the login.\n\n**Do not touch:**\n\n* `src/legacy` (old)\n* src/database\n\nThen run the tests.",
            both,
        );
        check("Fix the login.\nDo not modify the following files:\n1. src/legacy\n2. src/database", both);
        check("Fix the login.\nFiles you must not touch:\n- src/legacy\n- src/database", both);
        check("Fix the login.\nOff limits:\n- src/legacy\n- src/database", both);
        check("Fix the login.\n## Do not touch\n- src/legacy\n- src/database\n", both);
        check(
            "# Login\nFix the login.\n\n## Off limits\n\n- src/legacy\n- src/database\n\n## Notes\nDo not touch src/ui.",
            both,
        );
        check("Fix the login. Do not touch:\n- src/legacy\n- src/database", both);
        check("Fix the login, but please don't touch:\n- src/legacy\n- src/database", both);
        check("Fix the login.\nForbidden: src/legacy, src/database", "deny src/legacy/ + src/database/");
        check("Fix the login.\nOut of scope:\n- src/legacy", "donot src/legacy/");
        check("Fix the login.\nDon't:\n- touch src/legacy\n- push", "deny src/legacy/; deny $ git push");
        check("Fix the login.\nDo not:\n- edit src/legacy\n- add dependencies", "deny src/legacy/; deny new packages");
    }

    #[test]
    fn a_scope_is_one() {
        let both = "only outside src/auth/ + outside tests/";
        for prompt in [
            "Fix the login.\nOnly touch:\n- src/auth\n- tests",
            "Fix the login.\nOnly change these files:\n- src/auth\n- tests\n\nThanks!",
            "Fix the login.\nScope:\n- src/auth\n- tests",
            "Fix the login.\nFiles in scope: src/auth, tests",
            "Fix the login.\nFiles you may touch:\n- src/auth\n- tests",
            "Fix the login.\n\n### In scope\n\n- src/auth\n- tests",
        ] {
            check(prompt, both);
        }
    }

    #[test]
    fn other_lists_are_left_as_they_are() {
        for text in [
            "Do not touch src/legacy.\n- fix the login",
            "Steps:\n- fix the login\n- run the tests",
            "Scope:\n\nThe login.",
            "Fix:\n- a\n- b\n",
            "Do not touch:",
            "",
            "a\n\n\nb",
        ] {
            assert_eq!(spread(text), text);
        }
        check("Scope:\n- add a login form\n- cover it with tests", "");
    }
}
