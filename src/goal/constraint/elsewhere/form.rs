//! What every form in another language is made of: its words, what takes from it, and what it forbids.
//!
//! Owns these. The forms are `elsewhere`'s (places) and `deeds`'.

use crate::domain::{Pattern, Spares, Target};
use crate::goal::prompt::sentence::Sentence;
use crate::text::word_set::sorted;
use std::ops::Range;

/// Words anywhere in the sentence that make it conditional.
#[rustfmt::skip]
pub(super) const SOFTENERS: &[&str] = sorted(&[
    "antes", "außer", "avant", "bevor", "bis", "cuando", "erst", "falls", "hasta", "jusqu'à", "quand",
    "quando", "sauf", "se", "si", "sobald", "solange", "sollte", "wenn",
]);

/// Words that join two things, or two limits.
pub(super) const AND: [&str; 6] = ["e", "en", "et", "und", "y", "и"];

/// What a form forbids.
pub(in crate::goal::constraint) struct Forbidden {
    /// The tokens of the clause.
    pub(in crate::goal::constraint) clause: Range<usize>,
    pub(in crate::goal::constraint) targets: Vec<Target>,
    /// What is not there yet, beside what is.
    pub(in crate::goal::constraint) absent: Vec<Target>,
    /// What is forbidden is there and nothing takes from it.
    pub(in crate::goal::constraint) denies: bool,
    /// "No toques los tests existentes": new ones are free.
    pub(in crate::goal::constraint) spares: Spares,
    /// The places to which it keeps the work, where it is such a limit.
    pub(in crate::goal::constraint) keeps_to: Vec<Pattern>,
}

impl Forbidden {
    /// A clause of which nothing is known yet.
    pub(super) const fn nothing(clause: Range<usize>) -> Self {
        Self {
            clause,
            targets: Vec::new(),
            absent: Vec::new(),
            denies: false,
            spares: Spares::Nothing,
            keeps_to: Vec::new(),
        }
    }
}

/// The first word of a form as far as it is spelled: `touche` of `touche* pas`.
pub(super) const fn first_of(form: &str) -> &str {
    let mut end = 0;
    while end < form.len() && !matches!(form.as_bytes()[end], b' ' | b'*') {
        end += 1;
    }
    form.split_at(end).0
}

/// The token behind the words of a form, where they begin at `at`. A word that ends in `*` stands for all that begin so.
#[inline]
pub(super) fn end_of(sentence: &Sentence<'_>, at: usize, form: &str) -> Option<usize> {
    // Most forms are held against words that begin with another letter.
    let first = sentence.word(at).as_bytes().first();
    if first == form.as_bytes().first() { read_to_end(sentence, at, form) } else { None }
}

fn read_to_end(sentence: &Sentence<'_>, mut at: usize, form: &str) -> Option<usize> {
    let mut rest = form;
    loop {
        let (word, wanted) = (sentence.word(at), rest.bytes().position(|byte| byte == b' ').unwrap_or(rest.len()));
        let (wanted, behind) = rest.split_at(wanted);
        if !wanted.strip_suffix('*').map_or(word == wanted, |begins| word.starts_with(begins)) {
            return None;
        }
        at += 1;
        match behind.strip_prefix(' ') {
            Some(behind) => rest = behind,
            None => return Some(at),
        }
    }
}

/// True where a clause ends.
pub(super) fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.tokens[at].ends_clause()
}
