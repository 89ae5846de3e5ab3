//! Entity: is what the claim names, a file, a command, a hash, on record?

use crate::domain::Claim;
use crate::verify::evidence::Found;

/// The vote, and its reason; `None` where the claim names nothing or denies.
pub(super) fn vote(claim: &Claim, found: &Found) -> Option<(f64, String)> {
    let vote = found.entity.filter(|_| claim.affirmed)?;
    let name = claim.objects.join(", ");
    let reason = if vote > 0.0 { "is on record" } else { "is not on record" };
    Some((vote, format!("{name} {reason}: {}", found.line)))
}
