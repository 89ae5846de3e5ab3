//! What a signal found, with its evidence.

use super::EventId;
use serde::{Deserialize, Serialize};

/// The kebab-case name of a signal; also its key in the configuration (`[signal.<id>]`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SignalId(pub &'static str);

/// The signals about how a change follows the work before it, by no word of the goal's: they tell one stray change from two sides.
pub const OF_COURSE: [&str; 2] = ["thread-break", "scope-creep"];

/// How bad a finding is, 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Severity(f64);

impl Severity {
    /// Clamps to 0..=1; not-a-number becomes 0.
    pub fn new(value: f64) -> Self {
        Self(if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) })
    }

    /// The value, 0..=1.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// What a finding rests on. A finding without evidence does not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The events, ascending; never empty in a finding.
    pub events: Vec<EventId>,
    /// The files, as shown to people.
    pub paths: Vec<String>,
    /// A command, where one is the evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The user's words it is held against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// What a signal found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// Who found it.
    pub signal: SignalId,
    /// How bad, 0..=1.
    pub severity: Severity,
    /// What was seen, one sentence without a full stop: "edited src/styles/theme.css".
    pub what: String,
    /// What it rests on.
    pub evidence: Evidence,
    /// Stable over a session: the same thing found again has the same key. The unit of the cooldown and of `driftguard wrong`.
    pub key: String,
}
