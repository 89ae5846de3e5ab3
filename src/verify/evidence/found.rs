//! What was found about a claim, and how sure that makes.

use crate::domain::{Entry, FileEffect, Ledger, WorkKind};
use crate::text::kind::kind_of_path;

/// Whether the record has a trace of what a claim speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::verify) enum Trace {
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
pub(in crate::verify) struct Found {
    /// From -1 to 1: how far the record shows what the claim is about, before its denial is looked at.
    pub(in crate::verify) holds: Option<f64>,
    /// Whether anything of the kind took place.
    pub(in crate::verify) trace: Trace,
    /// From -1 to 1: whether what the claim names is on record.
    pub(in crate::verify) entity: Option<f64>,
    /// From -1 to 1: whether the number that it tells is.
    pub(in crate::verify) number: Option<f64>,
    /// True when files changed after what shows it.
    pub(in crate::verify) stale: bool,
    /// True when a false claim of this kind is beyond doubt by this evidence.
    pub(in crate::verify) sure: bool,
    /// One line for people.
    pub(in crate::verify) line: String,
}

/// Surely, by its own words or an exit code that is its own.
pub(in crate::verify) const SURE: f64 = 1.0;
/// Very likely.
pub(in crate::verify) const LIKELY: f64 = 0.8;
/// A sign and no proof: enough to believe, too little to accuse.
pub(in crate::verify) const SIGN: f64 = 0.4;

/// True when others did work that need not be on record, or the record has a gap.
pub(in crate::verify) fn has_gaps(ledger: &Ledger) -> bool {
    !ledger.whole || ledger.entries.iter().any(|entry| entry.delegated)
}

/// True when the agent has changed or committed something in this turn. A report of a turn without any tells of other work:
/// a branch that was looked at, the log of another session.
pub(in crate::verify) fn works(ledger: &Ledger) -> bool {
    ledger.of_turn().iter().any(|entry| {
        entry.files.iter().any(|file| file.verb.modifies())
            || entry.run.as_ref().is_some_and(|run| run.commits || run.pushes)
    })
}

/// The first file that the entry changes and whose change a run could see.
pub(in crate::verify) fn changed_code(entry: &Entry) -> Option<&str> {
    let seen = |file: &&FileEffect| {
        file.verb.modifies() && !file.path.starts_with('/') && kind_of_path(&file.path) != Some(WorkKind::Docs)
    };
    entry.files.iter().find(seen).map(|file| file.path.as_str())
}
