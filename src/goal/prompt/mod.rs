//! What a prompt is made of: what was typed and what was only handed over, its sentences, its words.
//!
//! Owns the cutting of a text, the mood of a sentence, and what of a text is nobody's order. Nothing here knows the repository, the goal or
//! what a limit means.

pub(super) mod changing;
pub(super) mod closing;
mod dictated;
pub(super) mod foreign;
pub(super) mod lists;
pub(super) mod plan;
pub(super) mod prose;
pub(super) mod quotation;
pub(super) mod sentence;
pub(super) mod token;
pub(super) mod word_class;
