//! Something that is held to be true, and who says so.

use serde::Serialize;

/// Who states a fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactSource {
    /// The user, with `driftguard fact add`.
    User,
    /// The user, in the goal of the latest session.
    Constraint,
    /// A page of the repository that is written for agents, by its name.
    Page(String),
    /// Whoever asks.
    Given,
}

/// Something that is held to be true.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Fact {
    /// What is true.
    pub text: String,
    /// Who states it.
    pub source: FactSource,
}
