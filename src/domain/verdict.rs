//! The judgement: score, kind, level, and the way back.

use super::{Finding, GoalChange};
use serde::{Deserialize, Serialize};

/// Drift score: 10 = perfect alignment, 1 = complete tangent (seed 004).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Score(u8);

impl Score {
    /// Perfect alignment.
    pub const PERFECT: Self = Self(10);

    /// Clamps to 1..=10.
    pub const fn new(value: i64) -> Self {
        // A match instead of a cast: the value is in range in every arm.
        Self(match value {
            i64::MIN..=1 => 1,
            2 => 2,
            3 => 3,
            4 => 4,
            5 => 5,
            6 => 6,
            7 => 7,
            8 => 8,
            9 => 9,
            10.. => 10,
        })
    }

    /// 1..=10.
    pub const fn value(self) -> u8 {
        self.0
    }
}

impl Default for Score {
    fn default() -> Self {
        Self::PERFECT
    }
}

/// The name of a raw score's range (seed 004): none 8-10, minor 5-7, major 3-4, critical 1-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriftKind {
    /// 8-10.
    None,
    /// 5-7.
    Minor,
    /// 3-4.
    Major,
    /// 1-2.
    Critical,
}

impl DriftKind {
    /// The word stored as `drift_type`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
        }
    }
}

/// How strongly to correct (seed 004).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Say nothing.
    #[default]
    None,
    /// A brief reminder of goal and scope.
    Nudge,
    /// What was seen, the goal, the way back.
    Correct,
    /// The same, and the next change is checked against the plan.
    Intervene,
    /// Stop and do one named thing first.
    Halt,
}

impl Level {
    /// The word used everywhere.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Nudge => "nudge",
            Self::Correct => "correct",
            Self::Intervene => "intervene",
            Self::Halt => "halt",
        }
    }
}

/// The four outcomes that are told apart everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The work follows the goal.
    OnGoal,
    /// Something speaks against it, but not enough, or no scope is known.
    Unsure,
    /// The work has left the goal.
    OffGoal,
    /// There was no goal or nothing to check.
    #[default]
    NotChecked,
}

impl Standing {
    /// The words shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnGoal => "on goal",
            Self::Unsure => "unsure",
            Self::OffGoal => "off goal",
            Self::NotChecked => "not checked",
        }
    }
}

/// The way back to the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveryPlan {
    /// The first thing to do: an imperative sentence that names a file or a command.
    pub first_action: String,
    /// The path that the first action is about, where there is one; a modifying action on it counts as recovery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_path: Option<String>,
    /// What follows, in order; may be empty.
    pub steps: Vec<String>,
}

/// The judgement of a session at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The raw score.
    pub score: Score,
    /// The score after escalation, 1..=10.
    pub effective: Score,
    /// The name of the raw score's range.
    pub kind: DriftKind,
    /// The level of the effective score.
    pub level: Level,
    /// On goal, unsure, off goal or not checked.
    pub standing: Standing,
    /// What speaks against the work, worst first.
    pub findings: Vec<Finding>,
    /// One line: what was seen.
    pub diagnostic: String,
    /// The way back, from level `correct` on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<RecoveryPlan>,
    /// How the prompt at which this was judged changed the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_change: Option<GoalChange>,
}
