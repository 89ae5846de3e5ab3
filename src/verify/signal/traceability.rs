//! Traceability: would the record have a trace of what the claim tells, and has it one?

use crate::domain::Claim;
use crate::verify::evidence::{Found, Trace};

/// A trace alone shows little: that something of the kind took place.
const THERE: f64 = 0.2;

/// The vote, and its reason; `None` where nobody can tell.
pub(super) fn vote(claim: &Claim, found: &Found) -> Option<(f64, String)> {
    match found.trace {
        Trace::There if claim.affirmed => Some((THERE, "something of the kind is on record".to_owned())),
        Trace::Missing if claim.affirmed => Some((-1.0, found.line.clone())),
        // "Some tests fail" tells of a run as well.
        Trace::Missing if claim.kind == crate::domain::ClaimKind::Ended => Some((-1.0, found.line.clone())),
        _ => None,
    }
}
