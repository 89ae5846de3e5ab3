//! The shape of the table `[memory.summary]`.

use serde::{Deserialize, Serialize};

/// When the short text about a thing stays, grows or is written anew, and how long it may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "default.toml documents each key once")]
pub struct SummaryConfig {
    pub max_chars: usize,
    pub short_chars: usize,
    pub max_facts: usize,
    pub max_fact_chars: usize,
    pub max_entities: usize,
    pub drift: f64,
    pub drift_terms: f64,
    pub burst_episodes: usize,
    pub burst_minutes: u32,
    pub burst_cap: u32,
    pub stale_days: u32,
    pub max_episodes: usize,
    pub recency: f64,
    pub sample_one_in: u64,
    pub max_samples: usize,
    pub name_chars: usize,
    pub name_words: usize,
    pub name_bits: f64,
    pub name_alike: f64,
}
