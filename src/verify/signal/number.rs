//! Number: is the count that the claim tells one that a command told?

use crate::domain::Claim;
use crate::verify::evidence::Found;

/// The vote, and its reason; `None` where the claim tells no number or the record none.
pub(super) fn vote(claim: &Claim, found: &Found) -> Option<(f64, String)> {
    let (vote, value) = (found.number?, claim.value?);
    let reason = if vote > 0.0 { "is on record" } else { "is not on record" };
    Some((vote, format!("{value} {reason}: {}", found.line)))
}
