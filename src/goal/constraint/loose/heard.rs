//! A limit that was heard, and where its words end.
//!
//! Owns what all loose forms share.

use crate::domain::{Called, Target};
use crate::goal::constraint::object::called::{beside_production, speaks_of_signatures, subject};
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::goal::prompt::word_class::is_proviso;
use crate::text::words::akin;
use std::ops::Range;

/// Words at most of what must not be.
pub(super) const MAX_NONE: usize = 6;

/// Words at most of what stands before a verb that shuts it.
pub(super) const MAX_SUBJECT: usize = 10;

/// A limit that was heard, and its words as tokens.
pub(super) struct Heard {
    /// The tokens of the clause.
    pub(super) clause: Range<usize>,
    /// What it forbids: by the words that call it, or by what calls are not to do.
    pub(super) target: Target,
}

impl Heard {
    /// A limit on what answers these words.
    pub(super) const fn new(clause: Range<usize>, called: Called) -> Self {
        Self { clause, target: Target::Called(called) }
    }

    /// A limit on what has one of these names.
    pub(super) fn named(clause: Range<usize>, names: Vec<Vec<String>>) -> Self {
        Self::new(clause, Called { names, ..Called::default() })
    }

    /// A limit on these deeds, whatever they are done to.
    pub(super) fn done(clause: Range<usize>, deeds: Vec<String>) -> Self {
        Self::new(clause, Called { deeds, ..Called::default() })
    }

    /// What it forbids: of the names of a signature its declaration is meant.
    pub(super) fn targets(self, sentence: &Sentence<'_>) -> Vec<Target> {
        let called = match self.target {
            Target::Called(called) if called.deeds.is_empty() => called,
            target => return vec![target],
        };
        // "Production code stays as it is".
        if matches!(&called.names[..], [one] if one[..] == ["production"]) {
            return beside_production();
        }
        let signatures = speaks_of_signatures(sentence, self.clause.start, self.clause.end);
        vec![if signatures { Target::Signatures } else { Target::Called(called) }]
    }
}

/// What a pronoun at `at` means.
pub(super) fn meant(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, at: usize) -> Option<Vec<Vec<String>>> {
    subject(sentence, at).or_else(|| subject(before?, before?.tokens.len()))
}

/// True where nothing of the clause stands at `at` any more.
pub(super) fn closes_loosely(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    at == 0
        || closing::closes(sentence, at)
        || is_proviso(word) && word != "without"
        || matches!(word, "either" | "except" | "for" | "from" | "just" | "or")
        || akin(word, "thanks")
}

/// Where what is named from `from` on closes.
pub(super) fn end_of_name(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    (from + 1..=from + MAX_NONE).find(|end| closes_loosely(sentence, *end))
}

/// What the sentence goes on with behind a clause.
pub(super) fn behind<'s>(sentence: &'s Sentence<'_>, clause: &Range<usize>) -> &'s str {
    sentence.slice(clause.end.min(sentence.tokens.len()), sentence.tokens.len())
}

/// True where somebody orders how code is to be written: "exit code 1, no logs" tells what happens, "mode: no comments, no types" what there
/// is, and "no `user_id` -> 401" what is to be.
pub(super) fn orders(sentence: &Sentence<'_>, clause: &Range<usize>) -> bool {
    let last = clause.end.min(sentence.tokens.len()).saturating_sub(1);
    let courteous = closing::is_courtesy(sentence.word(last + 1)) || sentence.word(last) == "all";
    let next = sentence.text[sentence.tokens[last].end..].trim_start();
    let leads = next.starts_with([':', '=', '\u{2192}']) || next.starts_with("->");
    // "Vanilla js, no jquery".
    let plainly = || (0..clause.start).any(|at| matches!(sentence.word(at), "native" | "plain" | "pure" | "vanilla"));
    (clause.start == 0 || sentence.mood == Mood::Order || courteous || plainly()) && !leads
}
