//! A sentence that may claim something, and the claim that is made of it.

use super::token::Token;
use crate::domain::{Claim, ClaimKind, Quantifier, RunKinds};

/// One sentence while it is read.
pub(super) struct Sentence<'a> {
    pub(super) text: &'a str,
    /// Where it stands in the report.
    pub(super) at: usize,
    pub(super) tokens: Vec<Token<'a>>,
    /// True where somebody else's words may be told.
    pub(super) quoted: bool,
}

/// A claim of this kind that the sentence affirms; its reader fills in the rest.
pub(super) fn made(sentence: &Sentence<'_>, kind: ClaimKind) -> Claim {
    Claim {
        text: sentence.text.to_owned(),
        span: sentence.at..sentence.at + sentence.text.len(),
        kind,
        runs: RunKinds::default(),
        objects: Vec::new(),
        value: None,
        affirmed: true,
        quantifier: Quantifier::Plain,
        part: false,
        excepts: false,
        plain: true,
    }
}
