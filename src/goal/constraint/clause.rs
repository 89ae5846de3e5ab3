//! Where a clause is over, and what its single words are.
//!
//! Owns what every form of the grammar asks of a word: a path, a verb of a state, an adverb, the end.

use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{is_copula, lets, obliges};
use crate::goal::prompt::{changing, closing};

pub(in crate::goal) fn is_path(token: &Token<'_>) -> bool {
    token.raw.trim_end_matches(['.', '!', '?']).contains(['/', '.'])
}

/// True for a verb that says something of what stands before it.
pub(super) fn is_linking(word: &str) -> bool {
    is_copula(word)
        || lets(word)
        || obliges(word)
        || changing::is_staying(word)
        || matches!(word, "aren't" | "can't" | "cannot" | "isn't" | "mustn't" | "shouldn't")
        || matches!(word, "has" | "have" | "require" | "requires")
}

pub(in crate::goal) fn is_adverb(word: &str) -> bool {
    matches!(word, "completely" | "strictly" | "all" | "also" | "exactly" | "just")
}

/// True where the clause that says how something is ends before `at`, or goes on with words that take nothing from it.
pub(super) fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    let (word, next) = (sentence.word(at), sentence.word(at + 1));
    let goes_on = match word {
        "after" => next == "all",
        "by" => next == "hand",
        "for" | "in" => matches!(next, "any" | "now" | "that" | "this" | "you"),
        _ => matches!(word, "also" | "as" | "at" | "directly" | "either" | "manually" | "too" | "under"),
    };
    at == 0 || goes_on || closing::closes(sentence, at)
}
