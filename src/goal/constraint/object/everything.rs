//! When "anything", "the code" or nothing at all behind a prohibition means any change whatever: "don't change anything", "do NOT edit".
//!
//! Owns the doubts. Read so wrongly it stands against the very work that was asked for, and most sentences with these words mean less:
//! a condition ("before you ran the tests"), one subject ("anything to do with payments"), a line of a report ("Docs: no changes").

use super::Object;
use crate::goal::constraint::act::Cue;
use crate::goal::prompt::closing;
use crate::goal::prompt::lists::EXCEPTIONS;
use crate::goal::prompt::sentence::{Sentence, is_inquiring};

/// Words before a colon behind which the user gives an order.
#[rustfmt::skip]
const ORDERING: [&str; 16] = [
    "attention", "careful", "constraint", "constraints", "important", "nb", "note", "please", "ps", "reminder", "rule", "rules", "so",
    "task", "todo", "warning",
];

/// Words that point at something named before.
const POINTING: [&str; 10] = ["here", "it", "my", "our", "that", "them", "there", "these", "this", "those"];

/// True where the prohibition leaves nothing that may be changed.
pub(in crate::goal::constraint) fn is_meant(sentence: &Sentence<'_>, cue: &Cue, object: &Object) -> bool {
    let last = object.end.checked_sub(1).map_or("", |last| sentence.word(last));
    // "Don't touch anything except:" goes on below.
    let excepts = EXCEPTIONS.contains(&last) || last == "from";
    let points = excepts || (cue.object..object.end).any(|at| POINTING.contains(&sentence.word(at)));
    !points
        && closes(sentence, object.end.max(cue.object))
        && !is_conditional(sentence, cue)
        && is_ordered(sentence, cue.start)
}

/// True where nothing behind `at` narrows it.
fn closes(sentence: &Sentence<'_>, at: usize) -> bool {
    let (word, next) = (sentence.word(at), sentence.word(at + 1));
    // "A read-only analysis of src/auth".
    let reads = at.checked_sub(1).is_some_and(|before| matches!(sentence.word(before), "read-only" | "readonly"));
    let goes_on = match word {
        "at" => matches!(next, "all" | "the" | "this"),
        "for" => matches!(next, "now" | "the" | "this" | "today"),
        "even" => next == "if",
        "until" | "till" | "before" => matches!(next, "i" | "i've" | "we" | "told" | "further" | "approval"),
        "in" => sentence.word(at + 2) == "session",
        _ => {
            closing::leads_on(word)
                || closing::is_of_the_moment(word)
                || matches!(word, "anyway" | "just" | "only" | "or" | "unless" | "without" | "yourself")
        }
    };
    goes_on || reads || closing::is_closed(sentence, at)
}

/// "Without reading it first", "before you ran the tests", "if all tests pass": the work goes on when that is done.
fn is_conditional(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    let mine = |at: usize| {
        matches!(
            sentence.word(at),
            "approval" | "asking" | "further" | "i" | "i've" | "my" | "permission" | "told" | "we"
        )
    };
    (0..sentence.tokens.len()).any(|at| match sentence.word(at) {
        "if" | "once" | "when" => at < cue.start,
        "after" | "before" | "till" | "until" | "unless" | "without" => at > cue.start && !mine(at + 1),
        _ => false,
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
