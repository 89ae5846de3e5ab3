//! What a sentence calls all right: a change ("touching web is fine", "edits in web are ok"), or a place as it is ("web is fine").
//!
//! Owns the telling apart of the two. The first lets the place be changed; the second says that nothing is wrong there.

use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::goal::prompt::word_class::{denies, is_all_right, is_copula, is_prelude, is_preposition, is_pronoun};
use crate::goal::prompt::{changing, closing};
use std::ops::Range;

/// Words at most of a sentence that says no more than this.
const MAX_SENTENCE: usize = 24;

/// The tokens of what may be changed: those of "touching web" before "is fine".
pub(in crate::goal) fn granted(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let subject = subject(sentence)?;
    subject.clone().any(|at| is_deed(sentence.word(at))).then_some(subject)
}

/// "The tests are fine": it tells how something is, and of no change to it. With "now" it says that something else is over.
pub(in crate::goal) fn only_tells(sentence: &Sentence<'_>) -> bool {
    let told = |subject: Range<usize>| {
        let back = |at: usize| is_pronoun(sentence.word(at)) || sentence.word(at) == "all";
        let state = matches!(sentence.word(subject.end + 1), "fine" | "ok" | "okay");
        let at_last = sentence.word(subject.end + 2) == "now";
        // "Widen it in the prefab, 40px more is fine" orders.
        let alone = (0..subject.start).all(|at| is_prelude(sentence.word(at)));
        state && alone && !at_last && !back(subject.start) && !speaks_of_change(sentence)
    };
    subject(sentence).is_some_and(told)
}

fn speaks_of_change(sentence: &Sentence<'_>) -> bool {
    let such = |word: &str| changing::is_verb(word) || changing::is_participle(word) || is_deed(word);
    sentence.any(such)
}

/// A change by its name: "touching", "edits", "removing".
fn is_deed(word: &str) -> bool {
    changing::is_gerund(word)
        || changing::is_noun(word)
        || matches!(word, "deleting" | "deletion" | "moving" | "removing" | "renaming" | "replacing" | "rm")
}

/// What stands before "is fine" in a brief sentence that says no more.
fn subject(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let last = sentence.tokens.len();
    // "Only edits in web are fine", "if touching web is ok".
    let otherwise = |word: &str| denies(word) || matches!(word, "if" | "only" | "whether");
    if last > MAX_SENTENCE || sentence.mood == Mood::Question || sentence.any(otherwise) {
        return None;
    }
    let verdict = (1..last)
        .find(|at| is_copula(sentence.word(*at)) && is_all_right(sentence.word(*at + 1)) && ends(sentence, *at + 2))?;
    let begins = |at: &usize| sentence.tokens[*at].ends_clause() || closing::leads_on(sentence.word(*at));
    let first = (0..verdict).rev().find(begins).map_or(0, |end| end + 1);
    (first < verdict).then_some(first..verdict)
}

fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    closing::closes(sentence, at) || is_preposition(word) || matches!(word, "as" | "too")
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits_left};

    #[test]
    fn a_change_that_is_called_fine_may_be_made() {
        for said in [
            "touching legacy is fine",
            "changes to legacy are ok",
            "legacy edits are fine",
            "edits in legacy are allowed from now on",
            "ok, changing src/legacy/old.ts is ok with me",
            "changing the legacy code is fine now",
            "removing legacy is okay",
        ] {
            let left = limits_left("don't touch src/legacy", said);
            assert!(left.is_empty() || left.ends_with("except src/legacy/old.ts"), "{said}: {left}");
        }
        for said in [
            "only edits in src/ui are fine",
            "touching legacy is not ok",
            "changes to legacy are fine if I make them",
            "are changes to legacy ok?",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", said), "deny src/legacy/", "{said}");
        }
    }

    #[test]
    fn how_a_place_is_lets_nothing_be_changed() {
        for (limit, said, left) in [
            ("don't touch the tests", "the tests are fine", "deny tests"),
            ("don't touch the tests", "tests are ok as they are", "deny tests"),
            ("don't touch the docs", "docs are fine", "deny docs"),
            ("don't touch src/legacy", "legacy is ok", "deny src/legacy/"),
            ("don't touch src/legacy", "src/legacy is fine", "deny src/legacy/"),
            ("don't touch src/legacy", "rm -rf legacy is fine", ""),
            ("don't touch src/legacy", "legacy is fine now", ""),
            ("don't touch the tests", "the tests are fine to change", ""),
            ("don't touch the tests", "widen it in the tests, 40px more is fine", ""),
        ] {
            assert_eq!(limits_left(limit, said), left, "{limit} | {said}");
        }
        let asked = Stage::new().replied("Two tests check the old text. May I change the tests?");
        let first = asked.start("fix the token bug. don't touch the tests");
        assert_eq!(asked.revise(&first, "tests are fine").1.constraints, []);
    }
}
