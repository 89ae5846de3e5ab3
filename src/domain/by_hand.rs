//! What a person says about a session's goal at the terminal.

use serde::{Deserialize, Serialize};

/// An order of `driftguard goal`, and when and where it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByHand {
    /// Milliseconds since 1970.
    pub at: i64,
    /// The terminal's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// What was ordered.
    pub order: GoalOrder,
}

/// What may be ordered about a goal. Places are as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalOrder {
    /// Another goal.
    Set {
        /// In the person's words, redacted.
        words: String,
        /// The declared places; none leaves what the words declare.
        scope: Vec<String>,
    },
    /// A place may be touched.
    Allow(String),
    /// A place may not be touched.
    Forbid(String),
    /// The goal is forgotten.
    Reset,
}
