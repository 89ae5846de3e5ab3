//! Files that are not there yet: "create any new files", "no new files".
//!
//! Owns the phrase. What a limit leaves free of its files is `object::filing`'s.

use super::is_over;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_file_noun, is_joining, is_proviso, leads_to_a_place};
use crate::text::kind;

/// Words before "files" that take nothing from it.
pub(in crate::goal::constraint) const ANY: [&str; 8] =
    ["a", "additional", "an", "any", "brand", "brand-new", "extra", "new"];

/// Words before "files" that say of which kind they are, beside those of `text::kind`.
const KINDS: [&str; 3] = ["doc", "markdown", "test"];

/// Words behind "files" with which something else follows.
const BEHIND: [&str; 9] = ["anywhere", "at", "because", "besides", "either", "except", "only", "other", "there"];

/// The object of "create any new files in src" where files are what is made: the token of their kind, or of "files". None where a word
/// tells what they are for: "don't create backup files" may leave others free.
pub(in crate::goal::constraint) fn new_files(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let mut object = from;
    while ANY.contains(&sentence.word(object)) {
        object += 1;
    }
    let of_a_kind = |at: usize| {
        let (word, token) = (sentence.word(at), sentence.tokens.get(at));
        KINDS.contains(&word) || kind::is_file_word(word) || token.is_some_and(|token| token.raw.starts_with('.'))
    };
    let noun = object + usize::from(of_a_kind(object));
    let behind = sentence.word(noun + 1);
    let goes_on = leads_to_a_place(behind) || is_joining(behind) || behind == "but" || is_proviso(behind);
    let ends = goes_on || BEHIND.contains(&behind) || is_over(sentence, noun);
    (is_file_noun(sentence.word(noun)) && ends).then_some(object)
}

/// The same behind a "no" or "I don't want", where only the word tells that files are to be made: "no new files".
pub(in crate::goal::constraint) fn none_new(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let noun = at + usize::from(sentence.word(at) == "any");
    new_files(sentence, at).filter(|_| matches!(sentence.word(noun), "additional" | "extra" | "new"))
}
