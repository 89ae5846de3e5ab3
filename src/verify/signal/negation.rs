//! Negation: the claim denies what the record shows, or what it does not.

use crate::domain::Claim;
use crate::verify::evidence::{Found, Trace};

/// The vote, and its reason; `None` where the claim affirms or the record cannot tell.
pub(super) fn vote(claim: &Claim, found: &Found) -> Option<(f64, String)> {
    if claim.affirmed {
        return None;
    }
    match (found.holds, found.trace) {
        (Some(holds), _) if holds != 0.0 => {
            let reason = if holds > 0.0 {
                "it is denied, and the record shows it"
            } else {
                "it is denied, and so says the record"
            };
            Some((-holds, format!("{reason}: {}", found.line)))
        }
        // What never ran did not end ill either: only that it took place can be denied then.
        (None, Trace::Missing) if claim.kind != crate::domain::ClaimKind::Ended => {
            Some((1.0, format!("it is denied, and the record has none: {}", found.line)))
        }
        _ => None,
    }
}
