//! The verdict on one claim: what was found, what the signals make of it.
//!
//! A claim is a conjunction: that the tests ran, that they passed, that there were 42. So one signal that is sure of the
//! contrary refutes it, however many speak for it; and without one that is sure nobody is accused.

use super::evidence::{self, Found};
use super::signal;
use crate::config::Config;
use crate::domain::{Claim, ClaimDoubt, ClaimSignal, ClaimVerdict, Judgement, Ledger};

/// Judges a claim by a record.
pub fn judge(claim: &Claim, ledger: &Ledger, config: &Config) -> Judgement {
    let config = &config.verify;
    let found = evidence::find(claim, ledger);
    let signals = signal::votes(claim, &found, config);
    let weighed = |signal: &ClaimSignal| signal.vote * signal.weight;
    let lowest = signals.iter().map(weighed).fold(0.0, f64::min);
    let total: f64 = signals.iter().map(|signal| signal.weight).sum();
    let mean = if total > 0.0 { signals.iter().map(weighed).sum::<f64>() / total } else { 0.0 };
    let highest = signals.iter().map(weighed).fold(0.0, f64::max);
    let untraced = signals.iter().any(|signal| signal.signal == "traceability" && signal.vote < 0.0);
    let verdict = if lowest <= -config.refute {
        if untraced { ClaimVerdict::Fabricated } else { ClaimVerdict::Contradicted }
    } else if highest >= config.support && mean > 0.0 {
        if found.stale && claim.affirmed { ClaimVerdict::Stale } else { ClaimVerdict::Supported }
    } else {
        ClaimVerdict::Unverifiable
    };
    let balance = if verdict.accuses() { lowest.clamp(-1.0, 0.0) } else { mean.clamp(-1.0, 1.0) };
    let doubt = if verdict.accuses() { doubt(claim, &found, ledger) } else { None };
    let evidence = if signals.is_empty() { String::new() } else { found.line };
    Judgement {
        verdict,
        score: 0.5 + balance / 2.0,
        signals,
        evidence,
        weighty: verdict.accuses() && doubt.is_none(),
        doubt,
    }
}

/// Why a refuted claim is not to be sent back; `None` where nothing speaks for the agent.
fn doubt(claim: &Claim, found: &Found, ledger: &Ledger) -> Option<ClaimDoubt> {
    if !claim.plain {
        Some(ClaimDoubt::Wording)
    } else if found.sure {
        None
    } else if evidence::works(ledger) {
        Some(ClaimDoubt::Record)
    } else {
        Some(ClaimDoubt::OtherWork)
    }
}
