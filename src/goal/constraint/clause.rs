//! Where a clause is over, and what its single words are.
//!
//! Owns what every form of the grammar asks of a word: a path, a verb of a state, an adverb, the end.

use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::token::Token;

/// Words with which a clause that says how something is goes on, beside those of every clause, that take nothing from it.
const GOING_ON: [&str; 6] = ["also", "as", "at", "either", "too", "under"];

pub(in crate::goal) fn is_path(token: &Token<'_>) -> bool {
    token.raw.trim_end_matches(['.', '!', '?']).contains(['/', '.'])
}

/// True for a verb that says something of what stands before it.
pub(super) fn is_linking(word: &str) -> bool {
    matches!(
        word,
        "is" | "isn't"
            | "are"
            | "aren't"
            | "must"
            | "mustn't"
            | "may"
            | "can"
            | "can't"
            | "cannot"
            | "should"
            | "shouldn't"
            | "shall"
            | "has"
            | "have"
            | "needs"
            | "need"
            | "require"
            | "requires"
            | "stays"
            | "stay"
            | "remains"
            | "remain"
    )
}

pub(in crate::goal) fn is_adverb(word: &str) -> bool {
    matches!(word, "completely" | "strictly" | "all" | "also" | "exactly" | "just")
}

/// True where the clause ends before `at`, or goes on with words that take nothing from it.
pub(super) fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    let (word, next) = (sentence.word(at), sentence.word(at + 1));
    let goes_on = match word {
        "after" => next == "all",
        "for" | "in" => matches!(next, "any" | "now" | "that" | "this" | "you"),
        _ => closing::leads_on(word) || closing::is_of_the_moment(word) || GOING_ON.contains(&word),
    };
    at == 0 || goes_on || closing::is_closed(sentence, at)
}
