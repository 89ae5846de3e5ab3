//! Entailment: does what the record shows follow the claim? Asked of claims that affirm.
//!
//! The record is structured, so this is a comparison and no model: a run that ended red refutes "all tests pass".

use crate::domain::Claim;
use crate::verify::evidence::Found;

/// The vote, and its reason; `None` where the claim denies or the record shows nothing.
pub(super) fn vote(claim: &Claim, found: &Found) -> Option<(f64, String)> {
    let holds = found.holds.filter(|_| claim.affirmed)?;
    let reason = if holds > 0.0 { "the record shows it" } else { "the record shows the contrary" };
    (holds != 0.0).then(|| (holds, format!("{reason}: {}", found.line)))
}
