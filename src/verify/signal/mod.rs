//! The five signals: each looks at a claim and what was found about it in its own way, and votes.

mod entailment;
mod entity;
mod negation;
mod number;
mod traceability;

use super::evidence::Found;
use crate::config::VerifyConfig;
use crate::domain::{Claim, ClaimSignal};

/// A look at a claim and its evidence: the vote from -1 to 1, and why; `None` for no vote.
type Vote = fn(&Claim, &Found) -> Option<(f64, String)>;

/// What the signals say, in a fixed order; those that have nothing to say are left out.
pub(super) fn votes(claim: &Claim, found: &Found, config: &VerifyConfig) -> Vec<ClaimSignal> {
    let signals: [(&'static str, f64, Vote); 5] = [
        ("entailment", config.entailment, entailment::vote),
        ("entity", config.entity, entity::vote),
        ("number", config.number, number::vote),
        ("negation", config.negation, negation::vote),
        ("traceability", config.traceability, traceability::vote),
    ];
    signals
        .into_iter()
        .filter_map(|(signal, weight, look)| {
            look(claim, found).map(|(vote, reason)| ClaimSignal { signal, vote, weight, reason })
        })
        .collect()
}
