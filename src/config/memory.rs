//! The shape of the table `[memory]` and those below it.

use serde::{Deserialize, Serialize};

/// What a recalled lesson does before the step; ordered from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryPolicy {
    /// Nothing: lessons are kept and not spoken of.
    RecordOnly,
    /// A text.
    Warn,
    /// A person is asked.
    Acknowledge,
    /// The call is denied.
    Block,
}

/// What is remembered, for how long, and what a recalled lesson does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "default.toml documents each key once")]
pub struct MemoryConfig {
    pub enabled: bool,
    pub policy: MemoryPolicy,
    pub max_warnings: usize,
    pub min_confidence: f64,
    pub min_similarity: f64,
    pub top: usize,
    pub recency_weight: f64,
    pub depth: usize,
    pub branching: usize,
    pub paths: usize,
    pub max_chars: usize,
    pub candidates: usize,
    pub max_sources: usize,
    pub refused_often: u32,
    pub retire_after: u32,
    pub retire_below: f64,
    pub stale_days: u32,
    pub min_frequency: u32,
    pub prune_days: u32,
    pub prune_share: f64,
    pub search: SearchConfig,
    pub merge: MergeConfig,
    pub meaning: MeaningConfig,
    pub summary: SummaryConfig,
}

/// How far a question is followed into the memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "default.toml documents each key once")]
pub struct SearchConfig {
    pub postings: usize,
    pub pairs: usize,
    pub pair_postings: usize,
    pub vectors: u32,
    pub cell_vectors: u32,
}

/// How alike two texts of a role must be to be one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "default.toml documents each key once")]
pub struct MergeConfig {
    pub action: f64,
    pub feedback: f64,
    pub outcome: f64,
    pub entity: f64,
}

/// How the likeness of two texts is made up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "default.toml documents each key once")]
pub struct MeaningConfig {
    pub shared: f64,
    pub knee: f64,
    pub knee_likeness: f64,
    pub vector_share: f64,
    pub ranking_share: f64,
    pub opposed: f64,
    pub apart: f64,
}

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
