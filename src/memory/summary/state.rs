//! What is kept of a thing, and what a turn brings.

use crate::config::SummaryConfig;
use crate::domain::{Digest, Vector};
use serde::{Deserialize, Serialize};

/// What a summary is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntityKind {
    /// A file of the project, by its path.
    File,
    /// A command, without what stands around it.
    Command,
    /// Anything that has a name.
    Topic,
}

impl EntityKind {
    /// The word that is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Command => "command",
            Self::Topic => "topic",
        }
    }
}

/// Which thing a summary is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EntityKey {
    /// What it is.
    pub kind: EntityKind,
    /// Its name: a path inside the project, a command, words.
    pub name: String,
}

/// Whether a fact says that something is so, or that it is not: passes and fails, exists and is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Polarity {
    /// It is so.
    #[default]
    Positive,
    /// It is not.
    Negative,
}

/// A fact about a thing as it is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactState {
    /// Which question it answers: a later answer takes its place. `None` where facts stand beside each other.
    pub slot: Option<String>,
    /// One plain sentence; capped, without credentials.
    pub text: String,
    /// What it says of its question.
    pub polarity: Polarity,
    /// When it became known: milliseconds since 1970.
    pub added_at: i64,
    /// Since when it does not hold any more; `None` while it does.
    pub invalidated_at: Option<i64>,
    /// True when the text about the thing was written with it.
    pub told: bool,
    /// Its meaning as a vector, where there was an encoder.
    pub vector: Option<Vector>,
}

impl FactState {
    /// True while it holds.
    pub const fn is_active(&self) -> bool {
        self.invalidated_at.is_none()
    }
}

/// A fact that a turn brings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NewFact {
    /// As [`FactState::slot`].
    pub slot: Option<String>,
    /// One plain sentence.
    pub text: String,
    /// What it says of its question.
    pub polarity: Polarity,
    /// Its meaning as a vector, where there was an encoder.
    pub vector: Option<Vector>,
}

/// What one turn says about one thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delta {
    /// The thing.
    pub entity: EntityKey,
    /// What became known, in the order of the turn.
    pub new: Vec<NewFact>,
    /// The texts of facts that do not hold any more.
    pub invalidated: Vec<String>,
    /// True when somebody found a contradiction that the facts themselves do not show.
    pub polarity_changed: bool,
    /// When the turn was: milliseconds since 1970. `None` for a look at the thing without a turn.
    pub episode: Option<i64>,
}

impl Delta {
    /// A turn that says nothing yet.
    pub const fn bare(entity: EntityKey, episode: Option<i64>) -> Self {
        Self { entity, new: Vec::new(), invalidated: Vec::new(), polarity_changed: false, episode }
    }
}

/// The state of the gate for one thing: kept whether a text was written or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EntityState {
    /// The text about it; of at most `memory.summary.max_chars` characters. It stands in a column of its own.
    #[serde(skip)]
    pub text: String,
    /// The hash of the facts that the text was written with; `None` before the first text.
    pub fact_hash: Option<Digest>,
    /// The concepts of these facts, hashed, sorted; bounded.
    pub terms: Vec<u32>,
    /// The pooled meaning of these facts, where there was an encoder.
    pub vector: Option<Vector>,
    /// When the text was last written anew or grew: milliseconds since 1970.
    pub last_summary_at: Option<i64>,
    /// The latest turns that spoke of it, oldest first; bounded.
    pub recent_episodes: Vec<i64>,
    /// True while so many turns in a short time speak of it that writing waits.
    pub burst_active: bool,
    /// Turns since writing began to wait.
    pub deferred: u32,
    /// True when the text tells something that does not hold any more.
    pub outdated: bool,
}

impl EntityState {
    /// Takes note of a turn. A clock that went back makes nothing wait for the time that it once showed: what lies ahead of
    /// `now` counts as now.
    pub fn met(&mut self, episode: Option<i64>, now: i64, config: &SummaryConfig) {
        for known in &mut self.recent_episodes {
            *known = (*known).min(now);
        }
        self.last_summary_at = self.last_summary_at.map(|at| at.min(now));
        if let Some(episode) = episode {
            self.recent_episodes.push(episode.min(now));
            self.recent_episodes.sort_unstable();
        }
        // A turn that is told twice is one.
        self.recent_episodes.dedup();
        let since = now.saturating_sub(i64::from(config.burst_minutes).saturating_mul(60_000));
        let surplus = self.recent_episodes.len().saturating_sub(config.max_episodes);
        self.recent_episodes.drain(..surplus);
        let lately = self.recent_episodes.iter().filter(|at| **at > since).count();
        self.burst_active = lately >= config.burst_episodes;
    }
}

/// A thing with all that is kept of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// Which one.
    pub key: EntityKey,
    /// The text and the state of its gate.
    pub state: EntityState,
    /// What is known of it, oldest first, what does not hold any more included; bounded.
    pub facts: Vec<FactState>,
}

impl Entity {
    /// A thing that nothing is known of.
    pub fn new(key: EntityKey) -> Self {
        Self { key, state: EntityState::default(), facts: Vec::new() }
    }

    /// The facts that hold.
    pub fn active(&self) -> impl Iterator<Item = &FactState> {
        self.facts.iter().filter(|fact| fact.is_active())
    }
}
