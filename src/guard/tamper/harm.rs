//! What a change does to a file of the wiring, and what that would harm.

use crate::domain::{Replacement, Wired};

/// What happens to a file, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<'c> {
    /// It has this text afterwards.
    Content(&'c str),
    /// These parts of it are replaced.
    Replacements(&'c [Replacement]),
    /// It is gone afterwards, with all below it where it is a folder.
    Removed,
    /// It is put back to an earlier text, with all below it where it is a folder.
    PutBack,
    /// It is written, and the action does not tell what.
    Unknown,
}

/// What a change does to the wiring: which part it concerns, and whether that is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Harm {
    /// The part.
    pub wired: Wired,
    /// False when the result cannot be told.
    pub certain: bool,
}

impl Harm {
    /// What cannot be otherwise.
    pub(super) const fn certain(wired: Wired) -> Self {
        Self { wired, certain: true }
    }

    /// What cannot be judged.
    pub(super) const fn possible(wired: Wired) -> Self {
        Self { wired, certain: false }
    }
}
