//! What is remembered from the past: action, what was said of it, what came of it.

use super::Vector;
use serde::{Deserialize, Serialize};

/// What a node of the memory's graph stands for. One node may be several: what came of one thing is what another began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Something that was done, or asked for.
    Action,
    /// What was said of it: an error, a correction, a refusal.
    Feedback,
    /// What came of it.
    Outcome,
    /// A file, a command, a topic that summaries are kept of.
    Entity,
}

impl Role {
    /// All of them, in the order of a chain.
    pub const ALL: [Self; 4] = [Self::Action, Self::Feedback, Self::Outcome, Self::Entity];

    /// The word that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Feedback => "feedback",
            Self::Outcome => "outcome",
            Self::Entity => "entity",
        }
    }

    /// The bit that stands for the role in a stored set of roles.
    pub const fn bit(self) -> i64 {
        1 << self as i64
    }
}

/// Which of the two graphs a lesson belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LessonKind {
    /// Something that went wrong: recalled as a warning.
    #[default]
    Mistake,
    /// Something worth repeating: shown when asked for, never a warning.
    Success,
}

impl LessonKind {
    /// The word that people read and files hold.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mistake => "mistake",
            Self::Success => "success",
        }
    }
}

/// How a lesson came to be known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LessonOrigin {
    /// A person recorded it.
    #[default]
    Stated,
    /// An agent recorded it, over MCP.
    Agent,
    /// A command was wrong in itself, and another one did what it was to do.
    Misuse,
    /// A command failed until files were changed.
    Failure,
    /// The user refused an action.
    Refused,
    /// The user corrected the agent: "no, don't ...".
    Corrected,
    /// The work left its goal, was corrected, and came back.
    Drift,
    /// It was read from a file.
    Imported,
}

impl LessonOrigin {
    /// The word that people read and files hold.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Agent => "agent",
            Self::Misuse => "misuse",
            Self::Failure => "failure",
            Self::Refused => "refused",
            Self::Corrected => "corrected",
            Self::Drift => "drift",
            Self::Imported => "imported",
        }
    }
}

/// One of the three texts of a lesson, as it is to be remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// In the words in which it was said; whoever remembers it redacts and caps it.
    pub text: String,
    /// What it is about where that is known exactly ("bash npm test"): texts of different keys are never one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What it means, where an encoder is at hand.
    #[serde(skip)]
    pub vector: Option<Vector>,
    /// The same by a model, where one is at hand: kept beside, and compared in its place.
    #[serde(skip)]
    pub deep: Option<Vector>,
}

impl Said {
    /// A text that is known by nothing but its words.
    pub fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The vector that it is compared by: a model's where there is one.
    pub fn meant(&self) -> Option<&Vector> {
        self.deep.as_ref().or(self.vector.as_ref())
    }
}

/// Something to be remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// The root of the project it belongs to; empty where it holds in all of them.
    pub project: String,
    /// Which graph it goes into.
    pub kind: LessonKind,
    /// How it came to be known.
    pub origin: LessonOrigin,
    /// What was done.
    pub action: Said,
    /// What was said of it.
    pub feedback: Said,
    /// What came of it.
    pub outcome: Said,
    /// The session it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// When: milliseconds since 1970.
    pub at: i64,
}

/// How useful a lesson has been, as a Beta distribution over "it was right": 1 and 1 before anything is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trust {
    /// Times it was right, and the prior.
    pub right: f64,
    /// Times it was wrong, and the prior.
    pub wrong: f64,
}

impl Trust {
    /// The share of right ones that is to be expected, 0 to 1.
    pub fn mean(&self) -> f64 {
        let all = self.right + self.wrong;
        if all > 0.0 { self.right / all } else { 0.5 }
    }
}

/// A lesson as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lesson {
    /// The number that names it.
    pub number: i64,
    /// The root of its project; empty where it holds in all of them.
    pub project: String,
    /// Which graph it belongs to.
    pub kind: LessonKind,
    /// How it came to be known first.
    pub origin: LessonOrigin,
    /// What was done.
    pub action: String,
    /// What exactly, where that is known.
    pub key: Option<String>,
    /// What was said of it.
    pub feedback: String,
    /// What came of it.
    pub outcome: String,
    /// How often it was met.
    pub frequency: u32,
    /// When it was met first: milliseconds since 1970.
    pub first_seen: i64,
    /// When it was met last.
    pub last_seen: i64,
    /// How useful it has been.
    pub trust: Trust,
    /// True where it was wrong too often: it is not recalled any more.
    pub retired: bool,
}

/// How a warning was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecalledBy {
    /// The coming action is the remembered one.
    Key,
    /// The words or the meaning are alike.
    Likeness,
}

/// A lesson recalled before a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    /// The lesson's number.
    pub lesson: i64,
    /// What was done then.
    pub trigger: String,
    /// What was said of it.
    pub risk: String,
    /// What came of it: the end of the chain.
    pub outcome: String,
    /// How it came to be known.
    pub origin: LessonOrigin,
    /// How often it was met.
    pub frequency: u32,
    /// How alike the step is, 0 to 1.
    pub similarity: f64,
    /// How sure the memory is, 0 to 1.
    pub confidence: f64,
    /// How it was found.
    pub by: RecalledBy,
}

/// What a session has learned about a lesson that it was warned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonVerdict {
    /// The lesson's number.
    pub lesson: i64,
    /// What became of the warning.
    pub ending: WarningEnding,
}

/// What became of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningEnding {
    /// The step was not taken.
    Heeded,
    /// It was taken and failed again: the lesson was right.
    Repeated,
    /// It was taken and went well: the lesson was wrong.
    Refuted,
}
