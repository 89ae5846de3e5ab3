//! An edit that does more to a file than the goal asks for.

use super::context::{Context, Doc, Signal};
use crate::domain::{Finding, Goal, Rewrite, SignalId, WorkKind};
use crate::text::words::{each_word, stem};

/// See [`Doc`].
pub(super) struct OverEdit;

/// Stems of words that ask for tests to go, or for a file to be made anew: then a large edit is the work. Sorted.
const ASKS_FOR_MUCH: [&str; 18] = [
    "clean",
    "cleanup",
    "delet",
    "drop",
    "extract",
    "migr",
    "mov",
    "obsolet",
    "overhaul",
    "redesign",
    "refactor",
    "remov",
    "renam",
    "replac",
    "restructur",
    "rewrit",
    "simplify",
    "split",
];

/// Stems of words that ask for another layout. Sorted.
const ASKS_FOR_LAYOUT: [&str; 8] = ["eslint", "format", "indent", "layout", "lint", "prettier", "reformat", "styl"];

/// Stems of words with which people ask for little. Sorted.
const ASKS_FOR_LITTLE: [&str; 9] =
    ["bump", "liner", "minimal", "minor", "misspell", "spell", "tiny", "trivial", "typo"];

impl Signal for OverEdit {
    fn id(&self) -> SignalId {
        SignalId("over-edit")
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "an edit takes tests out, lays code out anew, or rewrites many lines where a small fix was asked for",
            why: "what was not asked for hides inside a file that was; it is a note and weighs only beside other evidence",
            near_miss: "a goal that speaks of tests, of removing, moving or rewriting, or of formatting; tests that are renamed",
            source: "over-editing by coding models (whole functions rewritten for one-line fixes); thresholds from 270 real sessions",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.over_edit;
        let (true, Some(rewrite)) = (config.enabled, cx.action.rewrite) else { return };
        let [touched] = cx.touched else { return };
        let Some(file) = touched.place.inside() else { return };
        let Some((what, weight)) = excess(cx, rewrite) else { return };
        let finding = cx.finding(self.id(), weight, file, format!("{what} in {file}"));
        // Once for a file: the second edit of a rewrite is the same rewrite.
        let known = |found: &str| found == finding.key;
        if !cx.session.drift.open.iter().flat_map(|item| &item.findings).any(|found| known(&found.key)) {
            findings.push(finding);
        }
    }
}

/// What the edit does beyond the goal, in words, with its nats.
fn excess(cx: &Context<'_>, rewrite: Rewrite) -> Option<(String, f64)> {
    let config = &cx.config.signal.over_edit;
    let speaks_of_tests = || cx.goal.kinds.contains(&WorkKind::Tests);
    if rewrite.tests_lost >= config.tests && !speaks_of_tests() && !asks_for_much(cx.goal) {
        let lost = rewrite.tests_lost;
        return Some((format!("{lost} {} taken out", if lost == 1 { "test" } else { "tests" }), config.tests_weight));
    }
    if rewrite.reformatted && rewrite.removed >= config.layout_lines && !asks(cx.goal, &ASKS_FOR_LAYOUT) {
        return Some((format!("{} lines only laid out anew", rewrite.removed), config.weight));
    }
    let rewrites = rewrite.removed.min(rewrite.added) >= config.rewritten_lines;
    (rewrites && asks(cx.goal, &ASKS_FOR_LITTLE) && !asks_for_much(cx.goal))
        .then(|| (format!("{} lines rewritten for a small fix", rewrite.removed), config.weight))
}

/// True for a goal that asks for things to go, to move or to be made anew.
pub fn asks_for_much(goal: &Goal) -> bool {
    asks(goal, &ASKS_FOR_MUCH)
}

/// True when one of the goal's words has its stem in `list`.
fn asks(goal: &Goal, list: &[&str]) -> bool {
    let mut found = false;
    each_word(&goal.text, |word| found |= list.binary_search(&stem(word).as_ref()).is_ok());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::testing::check_found;

    #[track_caller]
    fn check(goal: &str, lines: &[&str], expected: &[f64]) {
        assert_eq!(check_found(goal, lines, "over-edit"), expected, "{goal} / {lines:?}");
    }

    #[test]
    fn lists_are_sorted_stems() {
        for list in [&ASKS_FOR_MUCH[..], &ASKS_FOR_LAYOUT, &ASKS_FOR_LITTLE] {
            assert!(list.is_sorted());
        }
        for word in
            ["cleaning", "deleted", "moving", "obsolete", "removes", "rename", "replaced", "rewrite", "simplify"]
        {
            assert!(ASKS_FOR_MUCH.contains(&stem(word).as_ref()), "{word} {}", stem(word));
        }
        for word in ["typos", "spelling", "misspelled", "liner", "trivial", "minor"] {
            assert!(ASKS_FOR_LITTLE.contains(&stem(word).as_ref()), "{word} {}", stem(word));
        }
        for word in ["format", "formatting", "reformat", "lint", "indentation", "styles"] {
            assert!(ASKS_FOR_LAYOUT.contains(&stem(word).as_ref()), "{word} {}", stem(word));
        }
    }

    #[test]
    fn tests_that_go_are_a_note() {
        const EDIT: &str = "edit src/parser.rs ~tests-2";
        check("fix the parser", &[EDIT], &[0.03]);
        check("fix the parser", &[EDIT, EDIT], &[0.03]);
        check("fix the parser and its tests", &[EDIT], &[]);
        check("remove the old parser", &[EDIT], &[]);
        check("fix the parser", &["edit src/parser.rs ~-2+4"], &[]);
    }

    #[test]
    fn another_layout_is_a_note_unless_asked_for() {
        check("fix the parser", &["edit src/parser.rs ~-40+60="], &[0.02]);
        check("format the parser", &["edit src/parser.rs ~-40+60="], &[]);
        check("fix the parser", &["edit src/parser.rs ~-3+6="], &[]);
    }

    #[test]
    fn a_rewrite_counts_only_where_little_was_asked_for() {
        check("fix the typo in the parser", &["edit src/parser.rs ~-60+60"], &[0.02]);
        check("fix the typo in the parser", &["edit src/parser.rs ~-1+1"], &[]);
        check("fix the typo in the parser", &["edit src/parser.rs ~-0+60"], &[]);
        check("fix the parser", &["edit src/parser.rs ~-60+60"], &[]);
        check("rewrite the parser, minor changes first", &["edit src/parser.rs ~-60+60"], &[]);
    }

    #[test]
    fn it_never_speaks_alone() {
        let lines: Vec<String> = (0..20).map(|file| format!("edit src/parser{file}.rs ~tests-9")).collect();
        let page = format!("```session\nuser fix the parser\n{}\ncheck # score: 8\n```\n", lines.join("\n"));
        let config = crate::config::defaults();
        let scenario = crate::agent::scenario::read_page(&page).unwrap().sessions.remove(0);
        let files = &scenario.files;
        let facts = crate::guard::Facts::of(&config, &files);
        let root = crate::domain::Root { path: "/project".into(), ..Default::default() };
        let mut guard = crate::guard::Guard::resume(crate::domain::Session { root, ..Default::default() }, &facts);
        for line in scenario.lines {
            if let crate::agent::scenario::Line::Events(events) = line {
                for event in events {
                    guard.observe(event);
                }
            }
        }
        assert!(guard.score().value() >= config.score.clean, "{}", guard.score().value());
    }
}
