//! The gate: whether the text about a thing stays, grows by a few facts, or is written anew.
//!
//! Exact reasons in a fixed order over plain data, so that the same inputs give the same decision. A [`Permit`] is made here and
//! nowhere else: whoever writes a text anew needs one, and a model is asked only by who holds one.

use super::compose::fits;
use super::drift::{Moved, drift, pooled, terms};
use super::state::{Delta, EntityState, FactState, Polarity};
use crate::config::SummaryConfig;
use crate::domain::Digest;
use crate::text::clip::one_line;
use std::collections::BTreeSet;
use xxhash_rust::xxh3::xxh3_64;

/// Leave to write one text anew. It cannot be made, copied or kept for a second time outside the gate:
///
/// ```compile_fail
/// let permit = driftguard::memory::summary::Permit { private: () };
/// ```
///
/// ```compile_fail
/// fn twice(permit: driftguard::memory::summary::Permit) {
///     let other = permit.clone();
/// }
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Permit {
    private: (),
}

/// Why a text stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SkipReason {
    /// There is nothing to tell.
    Nothing,
    /// What is known is what the text was written with.
    UnchangedHash,
    /// Turns follow each other so fast that the rest of them is waited for.
    BurstDeferral,
    /// What is new hardly moves what the text says.
    LowDrift,
}

/// Why a text is written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RefreshReason {
    /// What was so is not so any more, or the reverse.
    Polarity,
    /// As many turns were waited for as is allowed.
    BurstCap,
    /// The turns that were waited for have ended.
    BurstEnd,
    /// The text tells something that does not hold any more.
    Invalidated,
    /// The text is older than is allowed.
    Staleness,
    /// What is known has moved away from what the text says.
    Drift,
}

/// What becomes of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum GateDecision {
    /// It stays.
    Skip(SkipReason),
    /// The facts that it does not tell yet are put behind it.
    Append,
    /// It is written anew, with this leave.
    Refresh(RefreshReason, Permit),
}

impl GateDecision {
    /// The word under which it is counted and shown.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Skip(SkipReason::Nothing) => "skipped: nothing",
            Self::Skip(SkipReason::UnchangedHash) => "skipped: unchanged hash",
            Self::Skip(SkipReason::BurstDeferral) => "skipped: burst deferral",
            Self::Skip(SkipReason::LowDrift) => "skipped: low drift",
            Self::Append => "appended",
            Self::Refresh(RefreshReason::Polarity, _) => "refreshed: polarity",
            Self::Refresh(RefreshReason::BurstCap, _) => "refreshed: burst cap",
            Self::Refresh(RefreshReason::BurstEnd, _) => "refreshed: burst end",
            Self::Refresh(RefreshReason::Invalidated, _) => "refreshed: invalidated",
            Self::Refresh(RefreshReason::Staleness, _) => "refreshed: staleness",
            Self::Refresh(RefreshReason::Drift, _) => "refreshed: drift",
        }
    }
}

/// A hash of the facts that hold, the same in whatever order and however often each is given.
pub fn fact_hash<'a>(facts: impl IntoIterator<Item = &'a FactState>) -> Digest {
    let active = facts.into_iter().filter(|fact| fact.is_active());
    let lines: BTreeSet<String> = active
        .map(|fact| {
            let mark = if fact.polarity == Polarity::Negative { '-' } else { '+' };
            format!("{mark}{}", one_line(&fact.text))
        })
        .collect();
    Digest(xxh3_64(lines.into_iter().collect::<Vec<_>>().join("\n").as_bytes()))
}

/// Decides about the text of a thing. `state` has taken note of the turn ([`EntityState::met`]) and `facts`, all that is known of
/// the thing, of what it brought; `now` in milliseconds since 1970.
pub fn gate(state: &EntityState, delta: &Delta, facts: &[FactState], now: i64, config: &SummaryConfig) -> GateDecision {
    let refresh = |reason| GateDecision::Refresh(reason, Permit { private: () });
    let active = || facts.iter().filter(|fact| fact.is_active());
    if state.text.is_empty() && active().next().is_none() {
        return GateDecision::Skip(SkipReason::Nothing);
    }
    if delta.polarity_changed {
        return refresh(RefreshReason::Polarity);
    }
    if state.fact_hash == Some(fact_hash(facts)) {
        return GateDecision::Skip(SkipReason::UnchangedHash);
    }
    let untold = || active().filter(|fact| !fact.told).map(|fact| fact.text.as_str());
    if !state.outdated && fits(&state.text, untold(), config.max_chars) {
        return GateDecision::Append;
    }
    if state.burst_active {
        let waited = state.deferred.saturating_add(1) >= config.burst_cap;
        return if waited { refresh(RefreshReason::BurstCap) } else { GateDecision::Skip(SkipReason::BurstDeferral) };
    }
    if state.deferred > 0 {
        return refresh(RefreshReason::BurstEnd);
    }
    if state.outdated {
        return refresh(RefreshReason::Invalidated);
    }
    let oldest = i64::from(config.stale_days).saturating_mul(24 * 60 * 60 * 1000);
    if state.last_summary_at.is_none_or(|at| now.saturating_sub(at) >= oldest) {
        return refresh(RefreshReason::Staleness);
    }
    let meaning = pooled(active().map(|fact| fact.vector.as_ref()));
    let concepts = terms(active().map(|fact| fact.text.as_str()));
    let moved = match drift((state.vector.as_ref(), &state.terms), (meaning.as_ref(), &concepts)) {
        Moved::Meaning(distance) => distance >= config.drift,
        Moved::Terms(share) => share >= config.drift_terms,
    };
    if moved { refresh(RefreshReason::Drift) } else { GateDecision::Skip(SkipReason::LowDrift) }
}
