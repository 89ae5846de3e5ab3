//! What a signal found, with its evidence.

use super::EventId;
use serde::{Deserialize, Serialize};

/// The kebab-case name of a signal; also its key in the configuration (`[signal.<id>]`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SignalId(pub &'static str);

/// Stands between the signal and the subject in a finding's key.
const OF_SUBJECT: char = ':';

/// The key of a text about the score alone: no single finding is behind it.
pub const SCORE_KEY: &str = "score:";

/// The signals that something besides their own file asks for by name; any other is known to its file alone.
impl SignalId {
    /// The same action with the same result, again.
    pub const ACTION_REPEAT: Self = Self("action-repeat");
    /// Two actions in turns.
    pub const ALTERNATION: Self = Self("alternation");
    /// The user's limit was crossed.
    pub const CONSTRAINT_BREACH: Self = Self("constraint-breach");
    /// A file goes back to what it was.
    pub const EDIT_REVERT: Self = Self("edit-revert");
    /// The same failure, again.
    pub const FAILURE_LOOP: Self = Self("failure-loop");
    /// A stray change behind a correction.
    pub const IGNORED_CORRECTION: Self = Self("ignored-correction");
    /// The same words, and nothing done.
    pub const MONOLOGUE: Self = Self("monologue");
    /// A change outside the goal's places.
    pub const OUT_OF_SCOPE: Self = Self("out-of-scope");
    /// A command that reaches beyond the work, and of which the user has not spoken.
    pub const OVERREACH: Self = Self("overreach");
    /// The same place read again.
    pub const READ_LOOP: Self = Self("read-loop");
    /// More is added to work that is done.
    pub const SCOPE_CREEP: Self = Self("scope-creep");
    /// A script about something else than the work.
    pub const STRAY_SCRIPT: Self = Self("stray-script");
    /// A kind of work that the goal does not speak of.
    pub const TANGENT: Self = Self("tangent");
    /// A change that nothing of the work leads to.
    pub const THREAD_BREAK: Self = Self("thread-break");

    /// The signals about how a change follows the work before it, by no word of the goal's: they tell one stray change from
    /// several sides.
    pub const OF_COURSE: [Self; 3] = [Self::THREAD_BREAK, Self::STRAY_SCRIPT, Self::SCOPE_CREEP];

    /// True for the name of a signal that tells of the course of the work.
    pub fn is_of_course(name: &str) -> bool {
        Self::OF_COURSE.iter().any(|signal| signal.0 == name)
    }

    /// True for the name of a signal that says once more what another one says of the same place.
    pub fn is_echo(name: &str) -> bool {
        name == Self::TANGENT.0 || name == Self::IGNORED_CORRECTION.0 || Self::is_of_course(name)
    }

    /// The key of what it found about a subject.
    pub fn key(self, subject: &str) -> String {
        format!("{}{OF_SUBJECT}{subject}", self.0)
    }

    /// The subject of a key, where this signal found it.
    pub fn subject_of(self, key: &str) -> Option<&str> {
        Some(split_key(key)).filter(|(signal, _)| *signal == self.0).map(|(_, subject)| subject)
    }
}

/// The name of the signal that a finding's key begins with, and the subject; a key of neither is all name.
pub fn split_key(key: &str) -> (&str, &str) {
    key.split_once(OF_SUBJECT).unwrap_or((key, ""))
}

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
    /// Code that was brought in, where it and not the file is what speaks against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
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
    /// Stable over a session: the same thing found again has the same key ([`SignalId::key`]). The unit of the cooldown and of
    /// `driftguard wrong`.
    pub key: String,
}
