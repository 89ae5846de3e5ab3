//! The words with which a sentence begins to forbid.
//!
//! Owns the order in which the forms are tried; each has a file. What they apply to is read in `object`; whether they may deny is decided in
//! `constraint`.

pub(super) mod asking;
mod instead;
mod left_out;
pub(in crate::goal) mod looking;
pub(super) mod manner;
pub(super) mod negation;
pub(super) mod rest;
pub(super) mod run_on;
pub(in crate::goal) mod stated;
pub(super) mod subordinate;
mod unlawful;
pub(super) mod warning;
pub(super) mod wished;

use super::act::{Cue, dependency, version_control};
use crate::goal::prompt::sentence::Sentence;
use negation::{joined, negation};

/// The prohibition whose first word stands at `at`.
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    // "Don't bother with it" begins as a negation does.
    left_out::cue(sentence, at)
        .or_else(|| negation(sentence, at))
        .or_else(|| unlawful::cue(sentence, at))
        .or_else(|| instead::cue(sentence, at))
        .or_else(|| rest::cue(sentence, at))
        .or_else(|| joined(sentence, at))
        .or_else(|| warning::cue(sentence, at))
        .or_else(|| wished::cue(sentence, at))
        .or_else(|| subordinate::cue(sentence, at))
        .or_else(|| stated::left_alone(sentence, at))
        .or_else(|| stated::of_a_place(sentence, at))
        .or_else(|| stated::of_a_deed(sentence, at))
        .or_else(|| stated::of_the_work(sentence, at))
        .or_else(|| stated::freeze(sentence, at))
        .or_else(|| dependency::ruled_out(sentence, at))
        .or_else(|| looking::only(sentence, at))
        .or_else(|| version_control::left_to_the_user(sentence, at))
        .or_else(|| asking::cue(sentence, at))
}
