//! One turn of one thing: facts, gate, text, and the state that is kept whether a text was written or not.

use super::compose::appended;
use super::drift::{pooled, terms};
use super::extract::{Told, summarise};
use super::gate::{GateDecision, Permit, fact_hash, gate};
use super::merge::{Merged, merge};
use super::sentence::cut_at_sentence;
use super::state::{Delta, Entity};
use crate::config::SummaryConfig;
use crate::text::clip::head_bytes;
use crate::text::secret::redacted;

/// Bytes of a model's answer that are looked at.
const MAX_BYTES: usize = 64 * 1024;

/// What a text is to be written from.
#[derive(Debug)]
pub struct Request<'a> {
    /// Kind and name of the thing.
    pub entity: &'a super::EntityKey,
    /// The text as it stands.
    pub text: &'a str,
    /// The facts that hold, oldest first.
    pub facts: Vec<&'a str>,
    /// Characters that the new text may have.
    pub max_chars: usize,
}

/// Somebody who writes texts, a model as a rule. It takes the gate's leave with every text, so that it can be asked for none that
/// the gate has not allowed. `None` where there is no answer: the sentences are then chosen without it.
pub type Writer<'a> = dyn Fn(Permit, &Request<'_>) -> Option<String> + 'a;

/// Nobody writes: sentences are chosen.
pub fn no_model(_permit: Permit, _request: &Request<'_>) -> Option<String> {
    None
}

/// What a turn did to a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Updated {
    /// The word of the gate's decision ([`GateDecision::name`]).
    pub decision: &'static str,
    /// True when the text stayed as it was.
    pub skipped: bool,
    /// What became of the facts.
    pub merged: Merged,
}

/// Takes a turn's facts up and lets the gate decide about the text. `now` in milliseconds since 1970.
pub fn update(entity: &mut Entity, mut delta: Delta, now: i64, config: &SummaryConfig, writer: &Writer<'_>) -> Updated {
    entity.state.met(delta.episode, now, config);
    let merged = merge(&mut entity.state, &mut entity.facts, &delta, now, config);
    delta.polarity_changed |= merged.flipped;
    let decision = gate(&entity.state, &delta, &entity.facts, now, config);
    let updated = Updated { decision: decision.name(), skipped: matches!(decision, GateDecision::Skip(_)), merged };
    match decision {
        GateDecision::Skip(super::SkipReason::BurstDeferral) => {
            entity.state.deferred = entity.state.deferred.saturating_add(u32::from(delta.episode.is_some()));
        }
        GateDecision::Skip(_) => {}
        GateDecision::Append => {
            let untold = entity.facts.iter().filter(|fact| fact.is_active() && !fact.told);
            let text = appended(&entity.state.text, untold.map(|fact| fact.text.as_str()));
            written(entity, text, now);
        }
        GateDecision::Refresh(_, permit) => {
            let text = rewritten(entity, permit, config, writer);
            written(entity, text, now);
        }
    }
    updated
}

/// The text written anew: by whoever may write, or else of the sentences that tell most.
fn rewritten(entity: &Entity, permit: Permit, config: &SummaryConfig, writer: &Writer<'_>) -> String {
    let request = Request {
        entity: &entity.key,
        text: &entity.state.text,
        facts: entity.active().map(|fact| fact.text.as_str()).collect(),
        max_chars: config.short_chars.min(config.max_chars),
    };
    let own = writer(permit, &request).map(|text| {
        let clean = redacted(head_bytes(&text, MAX_BYTES));
        cut_at_sentence(clean.trim(), config.short_chars.min(config.max_chars)).to_owned()
    });
    own.filter(|text| !text.is_empty()).unwrap_or_else(|| {
        let told: Vec<Told<'_>> =
            entity.active().map(|fact| Told { text: fact.text.as_str(), at: fact.added_at }).collect();
        summarise(&told, config)
    })
}

/// Takes note of a text that tells what is known.
fn written(entity: &mut Entity, text: String, now: i64) {
    let state = &mut entity.state;
    state.text = text;
    state.fact_hash = Some(fact_hash(&entity.facts));
    let active = || entity.facts.iter().filter(|fact| fact.is_active());
    state.terms = terms(active().map(|fact| fact.text.as_str()));
    state.vector = pooled(active().map(|fact| fact.vector.as_ref()));
    state.last_summary_at = Some(now);
    state.deferred = 0;
    state.outdated = false;
    for fact in &mut entity.facts {
        fact.told = fact.is_active();
    }
}
