//! A turn's facts taken up beside the known ones.

use super::drift::terms;
use super::sentence::cut_at_sentence;
use super::state::{Delta, EntityState, FactState, NewFact, Polarity};
use crate::config::SummaryConfig;
use crate::text::clip::{head_bytes, one_line};
use crate::text::plain::plain_line;
use crate::text::secret::redacted;

/// Bytes of a fact that are looked at at all.
const MAX_BYTES: usize = 16 * 1024;

/// What became of a turn's facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Facts that were not known.
    pub added: usize,
    /// Facts that do not hold any more.
    pub invalidated: usize,
    /// True when something that was so is not so any more, or the reverse.
    pub flipped: bool,
}

/// Takes the facts of a turn up. Of several answers to one question in one turn the last counts; an answer takes the place of
/// the one before, and a sentence that of the one which says the opposite with the same words.
pub fn merge(
    state: &mut EntityState,
    facts: &mut Vec<FactState>,
    delta: &Delta,
    now: i64,
    config: &SummaryConfig,
) -> Merged {
    let mut merged = Merged::default();
    for text in &delta.invalidated {
        let text = kept(text, config);
        for fact in facts.iter_mut().filter(|fact| fact.is_active() && fact.text == text) {
            end(state, fact, now);
            merged.invalidated += 1;
        }
    }
    for (place, new) in delta.new.iter().enumerate() {
        let answered_later = |other: &NewFact| new.slot.is_some() && other.slot == new.slot;
        let text = kept(&new.text, config);
        if text.is_empty() || delta.new[place + 1..].iter().any(answered_later) {
            continue;
        }
        if facts.iter().any(|fact| fact.is_active() && fact.text == text && fact.polarity == new.polarity) {
            continue;
        }
        let concepts = terms([text.as_str()]);
        for fact in facts.iter_mut().filter(|fact| fact.is_active()) {
            let answers = new.slot.is_some() && fact.slot == new.slot;
            let flips = fact.polarity != new.polarity;
            let opposes = flips && !concepts.is_empty() && terms([fact.text.as_str()]) == concepts;
            if answers || opposes {
                end(state, fact, now);
                merged.invalidated += 1;
                merged.flipped |= flips;
            }
        }
        facts.retain(|fact| fact.is_active() || fact.text != text);
        facts.push(FactState {
            slot: new.slot.clone(),
            text,
            polarity: new.polarity,
            added_at: now,
            invalidated_at: None,
            told: false,
            vector: new.vector.clone(),
        });
        merged.added += 1;
    }
    forget(facts, config);
    merged
}

/// A fact does not hold any more: a text that tells it is out of date.
fn end(state: &mut EntityState, fact: &mut FactState, now: i64) {
    fact.invalidated_at = Some(now);
    state.outdated |= fact.told;
    fact.told = false;
}

/// Keeps as many facts as are allowed: what does not hold goes first, then the oldest. A text that tells it is not out of date
/// for it: it holds all the same.
fn forget(facts: &mut Vec<FactState>, config: &SummaryConfig) {
    while facts.len() > config.max_facts {
        facts.remove(facts.iter().position(|fact| !fact.is_active()).unwrap_or(0));
    }
}

/// A fact as it is kept: one line, capped, without credentials.
fn kept(text: &str, config: &SummaryConfig) -> String {
    let clean = redacted(head_bytes(text, MAX_BYTES));
    cut_at_sentence(&plain_line(&one_line(&clean)), config.max_fact_chars).to_owned()
}

impl NewFact {
    /// An answer to the question `slot`, which takes the place of the answer before.
    pub fn answer(slot: &str, text: String, polarity: Polarity) -> Self {
        Self { slot: Some(slot.to_owned()), text, polarity, vector: None }
    }

    /// A fact that stands beside others.
    pub const fn beside(text: String) -> Self {
        Self { slot: None, text, polarity: Polarity::Positive, vector: None }
    }
}
