//! The small words of a phrase: those that narrow nothing, those that end it, and how much a bare word may stand for.
//!
//! Owns these words. They are read in `object` and `place`.

use crate::goal::prompt::word_class::{
    is_conjunction, is_determiner, is_file_noun, is_folder_noun, is_joining, is_pronoun, is_quantifier,
    is_subordinator, leads_into,
};
use crate::goal::prompt::{changing, closing};

/// True for a word that stands beside a place without narrowing it.
pub(in crate::goal::constraint) fn is_filler(word: &str) -> bool {
    is_determiner(word)
        || is_quantifier(word)
        || is_pronoun(word)
        || leads_into(word)
        || is_filing_noun(word)
        || matches!(word, "anything" | "at" | "either" | "everything" | "nothing" | "of" | "on" | "there" | "things")
        || matches!(
            word,
            "actual" | "content" | "contents" | "entire" | "existing" | "part" | "parts" | "related" | "whole"
        )
}

/// True for a filler that means files and not behaviour.
pub(in crate::goal::constraint) fn is_filing_noun(word: &str) -> bool {
    is_file_noun(word) || is_folder_noun(word) || matches!(word, "code" | "layer" | "source" | "stuff")
}

/// True for a word behind which nothing belongs to the object.
pub(in crate::goal::constraint) fn ends_an_object(word: &str) -> bool {
    closing::is_courtesy(word)
        || closing::is_of_the_moment(word) && word != "here"
        || is_conjunction(word) && !is_joining(word)
        || is_subordinator(word) && !matches!(word, "after" | "as" | "before")
        || matches!(word, "anyway" | "either" | "else" | "ever" | "first" | "for" | "instead" | "just")
        || changing::is_left(word)
}

/// Words behind a phrase that take nothing from it.
#[rustfmt::skip]
pub(in crate::goal::constraint) const WHOLLY: [&str; 17] = [
    "any longer", "any more", "at all", "by hand", "directly", "in any case", "in any way", "in this change", "in this pr", "itself",
    "manually", "no matter what", "right now", "themselves", "under any circumstances", "while you", "while you're",
];

/// Letters at most of a file's ending.
pub(in crate::goal::constraint) const MAX_ENDING: usize = 6;

/// How readily a word is taken for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal::constraint) enum Taking {
    /// What is forbidden: "the tests" are a kind of file before they are a folder.
    Kinds,
    /// What must not be touched at all: the same, and then a bare word is the file or folder called so ("the parser").
    Untouched,
    /// The grammar says that a place follows: "keep to tests" is a folder, and "keep to src/new" one though no list knows it.
    Folders,
    /// The same, and bare words too: "only touch the parser".
    Words,
}
