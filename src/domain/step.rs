//! An action as stored for later retrieval.

use super::{DriftKind, Entry, Score};
use serde::{Deserialize, Serialize};

/// How the action of a step ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepOutcome {
    /// It ran.
    #[default]
    Ok,
    /// It ran and reported an error.
    Error,
    /// The user, a permission rule or another hook refused it, or its input was invalid: nothing was done.
    Refused,
    /// driftguard denied it: nothing was done.
    Denied,
}

impl StepOutcome {
    /// The word stored in the `outcome` column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::Refused => "refused",
            Self::Denied => "denied",
        }
    }
}

/// An action as stored, with the columns of seed 004.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// `<session id>:<call id>`: storing a step twice stores it once.
    pub id: String,
    /// The session.
    pub session_id: String,
    /// Id of the subagent that did it; `None` for the main agent.
    pub agent_id: Option<String>,
    /// `ActionKind::name`.
    pub action_type: String,
    /// How it ended; what was refused or denied was never done.
    pub outcome: StepOutcome,
    /// Files touched, relative to the root where inside it.
    pub files: Vec<String>,
    /// Their folders.
    pub folders: Vec<String>,
    /// The shell command, capped; one that went on ends with "… (cut)".
    pub command: Option<String>,
    /// The last assistant text before the call, at most 200 characters.
    pub reasoning: Option<String>,
    /// The drift score after this step.
    pub drift_score: Score,
    /// The kind of that score.
    pub drift_type: DriftKind,
    /// The level of the last text about the same goal before the step, if any.
    pub correction_given: Option<String>,
    /// First edit of a file of the approved plan, a new dependency, a user's choice.
    pub is_key_decision: bool,
    /// False when the score was below 5 or the session had drifted: never recalled as a good example.
    pub is_validated: bool,
    /// Goal keywords that the step shares.
    pub keywords: Vec<String>,
    /// Milliseconds since 1970.
    pub timestamp: i64,
    /// What a report can be held against; `None` for what leaves nothing to speak of. Not read back with the step.
    pub proof: Option<Entry>,
}

#[cfg(test)]
impl Step {
    /// A step that ran well while the work was on its goal; no file where `file` is "".
    pub(crate) fn good(action_type: &str, file: &str) -> Self {
        let files: Vec<String> = (!file.is_empty()).then(|| file.to_owned()).into_iter().collect();
        Self {
            id: "s:c1".into(),
            session_id: "s".into(),
            agent_id: None,
            action_type: action_type.into(),
            outcome: StepOutcome::Ok,
            proof: None,
            folders: files.iter().filter_map(|file| Some(file.rsplit_once('/')?.0.to_owned())).collect(),
            files,
            command: None,
            reasoning: None,
            drift_score: Score::PERFECT,
            drift_type: DriftKind::None,
            correction_given: None,
            is_key_decision: false,
            is_validated: true,
            keywords: Vec::new(),
            timestamp: 0,
        }
    }
}
