//! What takes the strictness from a prohibition: that it is soft, left to the agent, unclear in what it excepts, or over with an answer.
//!
//! Owns what of all that is said in and around a prohibition counts. Its words are read where they are owned: in `softened`, `waits` and
//! `cue`.

use super::act::{Act, Cue, act_of, is_versioning};
use super::cue::manner::is_by_hand;
use super::object::Object;
use super::softened::{is_softened, leaves_it_open};
use super::waits::{Wait, waits};
use crate::domain::Pattern;
use crate::goal::prompt::sentence::Sentence;

/// What takes the strictness from a prohibition.
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation about the order")]
pub(super) struct Mildness {
    /// It is told, and denies nothing.
    pub(super) soft: bool,
    /// It is left to the agent's judgement: kept in mind, and nobody can tell when it was crossed.
    pub(super) open: bool,
    /// Something is excepted from it, and nobody can tell what.
    pub(super) unclear: bool,
    /// It ends with the user's answer.
    pub(super) asks: bool,
}

impl Mildness {
    /// `excepted`: the places that the clause leaves free, where it leaves any, and where they end.
    pub(super) fn of(
        sentence: &Sentence<'_>,
        cue: &Cue,
        object: &Object,
        excepted: Option<&(Vec<Pattern>, usize)>,
    ) -> Self {
        let versions = is_versioning(cue.act);
        // Of packages what is excepted is named, and what is named may be added.
        let unclear = cue.act != Act::Packages && excepted.is_some_and(|(places, _)| places.is_empty());
        let wait = if cue.asks { Some(Wait::Answer) } else { waits(sentence, cue.start, versions) };
        let held = wait.is_some_and(|wait| versions || wait < Wait::Later);
        // "Don't push but commit it" forbids one of two.
        let other = || act_of(sentence.word(object.end + 1)).is_some_and(is_versioning);
        let contrast = object.contrast && !(versions && other());
        let by_hand = cue.act == Act::Change && is_by_hand(sentence, cue.start);
        Self {
            soft: cue.soft || contrast || unclear || by_hand || !held && is_softened(sentence, cue.start),
            open: leaves_it_open(sentence, cue),
            unclear,
            asks: wait.is_some_and(|wait| wait == Wait::Answer || wait == Wait::Word && !versions),
        }
    }
}
