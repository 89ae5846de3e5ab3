//! What the agent reports at the end of a turn, held against the record of its session.

use super::state::{Guard, newest};
use crate::domain::{ClaimDoubt, Ledger, Refuted, Reported};
use crate::text::{clip, secret};
use crate::verify;

/// Refuted claims that a session remembers, the newest.
const MAX_REFUTED: usize = 8;
/// Characters kept of one and of its evidence.
const KEPT: usize = 160;

/// The claims of a report, each with what the record says about it. The record is read only where a claim needs it and nobody has
/// read it into `record`. What the report itself tells of, and what the human has called a false alarm, counts as no weighty one.
pub(super) fn judged(guard: &Guard<'_>, report: &str, only_plain: bool, record: &mut Option<Ledger>) -> Vec<Reported> {
    if guard.facts.ledger.is_none() {
        return Vec::new();
    }
    let mut claims = verify::claims(report);
    claims.retain(|claim| claim.plain || !only_plain);
    if claims.is_empty() {
        return Vec::new();
    }
    let ledger = record.get_or_insert_with(|| guard.ledger());
    let event = newest(&guard.session);
    claims
        .into_iter()
        .map(|claim| {
            let mut judgement = verify::judge(&claim, ledger, guard.facts.config);
            if judgement.weighty && verify::admits(report, &claim, ledger) {
                judgement.doubted(ClaimDoubt::Admitted);
            }
            if guard.facts.wrong.contains(&claim.key()) {
                judgement.doubted(ClaimDoubt::Marked);
            }
            Reported { event, call: guard.session.calls, claim, judgement }
        })
        .collect()
}

/// The claims of a report that the record refutes beyond doubt.
pub(super) fn refuted(guard: &Guard<'_>, report: &str, record: &mut Option<Ledger>) -> Vec<Reported> {
    let mut found = judged(guard, report, true, record);
    found.retain(|one| one.judgement.weighty);
    // One sentence is told once.
    found.dedup_by(|later, earlier| later.claim.span == earlier.claim.span);
    found
}

/// Remembers what was refuted, and whether the agent was told.
pub(super) fn remember(guard: &mut Guard<'_>, refuted: &[Reported], told: bool) {
    let kept = |text: &str| clip::head(&secret::redacted(text), KEPT).to_owned();
    let known = &mut guard.session.refuted;
    known.extend(refuted.iter().map(|one| Refuted {
        event: one.event,
        key: one.claim.key(),
        claim: kept(&one.claim.text),
        evidence: kept(&one.judgement.evidence),
        told,
    }));
    known.drain(..known.len().saturating_sub(MAX_REFUTED));
}
