//! When "anything", "the code" or nothing at all behind a prohibition means any change whatever: "don't change anything", "do NOT edit".
//!
//! Owns the doubts. Read so wrongly it stands against the very work that was asked for, and most sentences with these words mean less:
//! a condition ("before you ran the tests"), one subject ("anything to do with payments"), a line of a report ("Docs: no changes").

use super::Object;
use crate::goal::constraint::act::Cue;
use crate::goal::prompt::closing;
use crate::goal::prompt::lists::EXCEPTIONS;
use crate::goal::prompt::sentence::{Sentence, is_inquiring};
use crate::goal::prompt::word_class::{is_first_person, is_pronoun, is_proviso};

/// Words before a colon behind which the user gives an order.
#[rustfmt::skip]
const ORDERING: [&str; 16] = [
    "attention", "careful", "constraint", "constraints", "important", "nb", "note", "please", "ps", "reminder", "rule", "rules", "so",
    "task", "todo", "warning",
];

/// True where the prohibition leaves nothing that may be changed.
pub(in crate::goal::constraint) fn is_meant(sentence: &Sentence<'_>, cue: &Cue, object: &Object) -> bool {
    let last = sentence.back(object.end, 1);
    // "Don't touch anything except:" goes on below.
    let excepts = EXCEPTIONS.contains(&last) || last == "from";
    // "Don't change anything in there", "don't touch my code".
    let points = |word: &str| is_pronoun(word) || matches!(word, "here" | "my" | "our" | "there");
    let points = excepts || (cue.object..object.end).any(|at| points(sentence.word(at)));
    !points
        && ends_the_whole(sentence, object.end.max(cue.object))
        && !is_conditional(sentence, cue)
        && is_ordered(sentence, cue.start)
}

/// True where nothing behind `at` narrows it.
fn ends_the_whole(sentence: &Sentence<'_>, at: usize) -> bool {
    let (word, next) = (sentence.word(at), sentence.word(at + 1));
    // "A read-only analysis of src/auth".
    let reads = matches!(sentence.back(at, 1), "read-only" | "readonly");
    let goes_on = match word {
        "at" => matches!(next, "all" | "the" | "this"),
        "for" => matches!(next, "now" | "the" | "this" | "today"),
        "even" => next == "if",
        "until" | "till" | "before" => is_first_person(next) || matches!(next, "told" | "further" | "approval"),
        "in" => sentence.word(at + 2) == "session",
        _ => matches!(word, "anyway" | "just" | "only" | "or" | "unless" | "without" | "yourself"),
    };
    goes_on || reads || closing::closes(sentence, at)
}

/// "Without reading it first", "before you ran the tests", "if all tests pass": the work goes on when that is done.
fn is_conditional(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    let mine = |at: usize| {
        let word = sentence.word(at);
        is_first_person(word) || matches!(word, "approval" | "asking" | "further" | "my" | "permission" | "told")
    };
    // The "before" of "ask me before changing anything" belongs to the prohibition.
    let said = if cue.asks { cue.object } else { cue.start };
    sentence.any_at(|at| match sentence.word(at) {
        "if" | "once" | "when" => at < cue.start,
        word => (is_proviso(word) || word == "after") && at > said && !mine(at + 1),
    })
}

/// "Docs: no changes" tells; "Review src/a.rs: do NOT edit" and "Note: no changes" order.
pub(in crate::goal::constraint) fn is_ordered(sentence: &Sentence<'_>, start: usize) -> bool {
    let Some(label) = start.checked_sub(1).filter(|label| sentence.tokens[*label].stop()) else { return true };
    let from = (0..label).rev().find(|at| sentence.tokens[*at].stop()).map_or(0, |at| at + 1);
    let orders = |at: usize| {
        let word = sentence.word(at);
        ORDERING.contains(&word) || is_inquiring(word) || matches!(word, "only" | "plan" | "research")
    };
    let reports = matches!(sentence.word(label), "says" | "said" | "shows" | "prints" | "reports");
    !reports && (from..=label).any(orders)
}
