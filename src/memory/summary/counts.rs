//! What the gate did, counted by reason, and which of its skips are kept for people to look at.

use super::state::EntityKey;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

/// Decisions counted by their words ([`super::GateDecision::name`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GateCounts(pub BTreeMap<String, u64>);

impl GateCounts {
    /// Counts one decision.
    pub fn add(&mut self, decision: &str) {
        *self.0.entry(decision.to_owned()).or_default() += 1;
    }

    /// Texts that stayed.
    pub fn skipped(&self) -> u64 {
        self.of("skipped")
    }

    /// Texts that grew.
    pub fn appended(&self) -> u64 {
        self.of("appended")
    }

    /// Texts that were written anew.
    pub fn refreshed(&self) -> u64 {
        self.of("refreshed")
    }

    fn of(&self, word: &str) -> u64 {
        self.0.iter().filter(|(decision, _)| decision.starts_with(word)).map(|(_, count)| count).sum()
    }
}

/// A skip that was kept for review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The thing.
    pub entity: EntityKey,
    /// The word of the decision.
    pub decision: String,
    /// When it was made: milliseconds since 1970.
    pub at: i64,
    /// The text that stayed.
    pub text: String,
    /// The facts that held, one a line.
    pub facts: String,
}

/// True for one skip of about `one_in`, chosen by a hash of the thing and the moment: the same input, the same choice.
pub fn is_sampled(entity: &EntityKey, at: i64, one_in: u64) -> bool {
    let key = format!("{}\0{}\0{at}", entity.kind.name(), entity.name);
    xxh3_64(key.as_bytes()).is_multiple_of(one_in.max(1))
}
