//! What the record shows about a claim: the facts, before anything is weighed.
//!
//! Owns the search of the ledger, one file a kind of claim. It says what is there, how surely, and what would be there if
//! the claim were true; what follows from that is for the signals.

mod commit;
mod file;
mod run;

use crate::domain::{Claim, ClaimKind, Ledger};

/// Whether the record has a trace of what a claim speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trace {
    /// It has.
    There,
    /// It has none, and would have one.
    Missing,
    /// It cannot tell: not all of the session is on record, or something hides more.
    #[default]
    Unknown,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// From -1 to 1: how far the record shows what the claim is about, before its denial is looked at.
    pub(super) holds: Option<f64>,
    /// Whether anything of the kind took place.
    pub(super) trace: Trace,
    /// From -1 to 1: whether what the claim names is on record.
    pub(super) entity: Option<f64>,
    /// From -1 to 1: whether the number that it tells is.
    pub(super) number: Option<f64>,
    /// True when files changed after what shows it.
    pub(super) stale: bool,
    /// True when a false claim of this kind is beyond doubt by this evidence.
    pub(super) sure: bool,
    /// One line for people.
    pub(super) line: String,
}

/// Surely, by its own words or an exit code that is its own.
const SURE: f64 = 1.0;
/// Very likely.
const LIKELY: f64 = 0.8;
/// A sign and no proof: enough to believe, too little to accuse.
const SIGN: f64 = 0.4;

/// Looks a claim up.
pub(super) fn find(claim: &Claim, ledger: &Ledger) -> Found {
    match claim.kind {
        ClaimKind::Ended | ClaimKind::Ran => run::find(claim, ledger),
        ClaimKind::FileChanged
        | ClaimKind::FileUntouched
        | ClaimKind::OnlyFiles
        | ClaimKind::FileCount
        | ClaimKind::Fixed => file::find(claim, ledger),
        ClaimKind::Committed | ClaimKind::Pushed => commit::find(claim, ledger),
        ClaimKind::Figure => run::figure(claim, ledger),
    }
}

/// True when others did work that need not be on record, or the record has a gap.
fn has_gaps(ledger: &Ledger) -> bool {
    !ledger.whole || ledger.entries.iter().any(|entry| entry.delegated)
}

/// True when the agent has changed or committed something in this turn. A report of a turn without any tells of other work:
/// a branch that was looked at, the log of another session.
fn works(ledger: &Ledger) -> bool {
    ledger.of_turn().iter().any(|entry| {
        entry.files.iter().any(|file| file.verb.modifies())
            || entry.run.as_ref().is_some_and(|run| run.commits || run.pushes)
    })
}
