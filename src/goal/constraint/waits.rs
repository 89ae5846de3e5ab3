//! What an order waits for: "don't commit yet", "don't push until I say so", "not without my approval".
//!
//! Owns the question who may lift a limit: what waits for the user's word holds against all work of the agent's, while "until the tests
//! pass" is for the agent to judge.

use super::cue::asking::{MAX_BETWEEN, MAX_CASE, SPEAKING};
use super::softened::{REPORTING, SOFTENERS, is_part, own_end};
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_first_person, is_of_the_user, is_proviso};

/// What a limit waits for, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wait {
    /// For an answer: "without asking", "unless I say so".
    Answer,
    /// For the user's own time: "until I say so", "before I've reviewed it".
    Word,
    /// For later: "yet", "first I want to look".
    Later,
}

/// What the order whose cue stands at `cue` waits for: "don't commit yet", "don't push until I say so", "not without my approval".
/// `None` where something else than the user's word would lift it, or nothing.
pub(super) fn waits(sentence: &Sentence<'_>, cue: usize, versions: bool) -> Option<Wait> {
    let near = |at: usize, words: &[&str]| (at..at + MAX_BETWEEN).any(|at| words.contains(&sentence.word(at)));
    let user = |at: usize| {
        let word = sentence.word(at);
        is_first_person(word) || is_of_the_user(word) || word == "told"
    };
    // "Unless we have to" is for the agent to judge.
    let speaks = |at: usize| user(at) && near(at, SPEAKING);
    let asks = |at: usize| {
        let at = sentence.past(at, |word| matches!(word, "explicit" | "explicitly" | "first" | "prior"));
        match sentence.word(at) {
            "approval" | "asking" | "permission" => true,
            "checking" | "confirming" | "consulting" | "talking" => near(at + 1, &["me", "us"]),
            _ => false,
        }
    };
    let reviews = || {
        let last = sentence.tokens.len().min(cue + MAX_CASE);
        (cue..last).any(|at| match sentence.word(at) {
            "i'll" => true,
            "i" => matches!(sentence.word(at + 1), "gotta" | "have" | "must" | "need" | "wanna" | "want"),
            "i'd" => sentence.word(at + 1) == "like",
            _ => false,
        })
    };
    let waits = |at: usize| match sentence.word(at) {
        "yet" => Some(Wait::Later),
        "first" if reviews() => Some(Wait::Later),
        "before" | "without" if asks(at + 1) => Some(Wait::Answer),
        "unless" if sentence.reads(at + 1, "you ask") => Some(Wait::Answer),
        "unless" | "without" if speaks(at + 1) || asks(at + 1) => Some(Wait::Answer),
        "before" | "till" | "until" if speaks(at + 1) || asks(at + 1) => Some(Wait::Word),
        // Of a commit or a push whatever the user does holds.
        word if is_proviso(word) && versions && user(at + 1) => Some(Wait::Later),
        // "Without asking me first", "unless you ask me first".
        "first" if (at.saturating_sub(MAX_BETWEEN)..at).any(|verb| sentence.word(verb) == "ask" || asks(verb)) => {
            Some(Wait::Answer)
        }
        _ => None,
    };
    let softens = |at: &usize| {
        let word = sentence.word(*at);
        sentence.back(*at, 1) != "even"
            && (word == "without" && *at > cue || SOFTENERS.binary_search(&word).is_ok())
            && !is_part(sentence, *at)
    };
    if (0..cue).any(|at| REPORTING.contains(&sentence.word(at))) {
        return None;
    }
    let conditions = (0..own_end(sentence, cue)).filter(softens);
    let each: Option<Vec<Wait>> = conditions.map(|at| waits(at).filter(|_| at > cue)).collect();
    each?.into_iter().max()
}
