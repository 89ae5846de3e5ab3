//! What is kept of an assessment and of a finished piece of work.

use super::{DriftKind, EventId, Goal, Level, Score, Standing, Verdict};
use serde::{Deserialize, Serialize};

/// One assessment as kept for ever (`drift_events`); the last 50 also stand in `session_states.drift_history`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriftEvent {
    /// Milliseconds since 1970.
    pub timestamp: i64,
    /// The raw score.
    pub score: Score,
    /// The score after escalation.
    pub effective: Score,
    /// The level of the effective score.
    pub level: Level,
    /// The kind of the raw score.
    pub kind: DriftKind,
    /// On goal, unsure, off goal or not checked.
    pub standing: Standing,
    /// True when a text was given to the agent.
    pub spoken: bool,
    /// The goal revision that was in force.
    pub revision: u32,
    /// What was seen.
    pub diagnostic: String,
    /// The keys of the findings.
    pub findings: Vec<String>,
    /// The position in the session at which it was judged.
    pub event: EventId,
}

impl DriftEvent {
    /// True when it judged `goal` as it now is: a goal that was set, limited or extended since has not been judged yet.
    pub fn judged(&self, goal: Option<&Goal>) -> bool {
        self.standing != Standing::NotChecked && self.revision == goal.map_or(0, |goal| goal.revision)
    }
}

/// A verdict and where it was reached; what `check`, `replay` and the evaluation list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assessment {
    /// The position in the session: the newest event that was considered.
    pub event: EventId,
    /// The number of tool calls seen by then: the index that the next call will have.
    pub call: u64,
    /// The judgement.
    pub verdict: Verdict,
    /// What would be done about it.
    pub decision: super::Decision,
}

/// A finished or abandoned piece of work (`tasks`): one row a session and goal revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The session.
    pub session_id: String,
    /// The goal revision.
    pub revision: u32,
    /// The goal in the user's words.
    pub goal: String,
    /// Files changed for it.
    pub files: Vec<String>,
    /// Key decisions, one line each.
    pub decisions: Vec<String>,
    /// Number of assessments below 8.
    pub drift_events: u32,
    /// The last raw score.
    pub final_score: Score,
    /// True when the last raw score is 8 or more.
    pub resolved: bool,
    /// `needs-review`, `had-drift`.
    pub tags: Vec<String>,
    /// `complete` or `partial`.
    pub status: String,
    /// Lines for the human reviewer: the drift summary and, after a halt, the warning.
    pub reasoning_trace: Vec<String>,
    /// Milliseconds since 1970.
    pub timestamp: i64,
}
