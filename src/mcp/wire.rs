//! What the tools take and answer. The schemas that a client reads are made of these types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that went wrong, to be warned of next time.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterMistake {
    /// What was done, in one sentence
    pub action: String,
    /// What was said of it: the error, the user's correction, the refusal
    pub feedback: String,
    /// What came of it, or what to do instead
    pub outcome: String,
    /// The exact command line, where the action was one: then a coming call of it is recognised before it runs
    #[serde(default)]
    pub command: Option<String>,
}

/// Something that went well, worth repeating.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterSuccess {
    /// What was done, in one sentence
    pub action: String,
    /// What was said of it
    pub feedback: String,
    /// What came of it
    pub outcome: String,
    /// The exact command line, where the action was one
    #[serde(default)]
    pub command: Option<String>,
}

/// Which of the two graphs is asked.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// What went wrong
    #[default]
    Mistakes,
    /// What went well
    Successes,
}

/// A question before a step.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryMemory {
    /// The step that comes, in words
    pub step: String,
    /// The exact command line, where the step is one
    #[serde(default)]
    pub command: Option<String>,
    /// A file of the project, by its path from the root: what is known of it is told too
    #[serde(default)]
    pub file: Option<String>,
    /// Mistakes, or successes
    #[serde(default)]
    pub kind: Kind,
}

/// Nothing is asked.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// What became of a lesson.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Registered {
    /// The number that names it
    pub lesson: i64,
    /// True where it was not known before
    pub new: bool,
    /// Texts that were taken for known ones
    pub merged: Vec<Likeness>,
}

/// A text that was taken for a known one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Likeness {
    /// action, feedback or outcome
    pub part: &'static str,
    /// The known text
    pub known: String,
    /// How alike they are, 0 to 1
    pub similarity: f64,
}

/// What is known of a step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    /// The surest first
    pub lessons: Vec<Recalled>,
    /// What is known of the file and the command that were named
    pub about: Vec<About>,
}

/// A lesson that belongs to a step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Recalled {
    /// The number that names it
    pub lesson: i64,
    /// What was done then
    pub trigger: String,
    /// What was said of it
    pub risk: String,
    /// What came of it
    pub outcome: String,
    /// How often it was met
    pub frequency: u32,
    /// How alike the step is, 0 to 1
    pub similarity: f64,
    /// How sure the memory is, 0 to 1
    pub confidence: f64,
}

/// A text about a thing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct About {
    /// file or command
    pub kind: &'static str,
    /// Its name
    pub name: String,
    /// What is known of it
    pub text: String,
}

/// What went, or would go.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Pruned {
    /// Lessons that were met too seldom, and not for long
    pub weak: usize,
    /// Nodes of the graph without a sign for long
    pub stale: usize,
    /// Lessons that would go with these
    pub stale_lessons: usize,
    /// Nodes that nothing leads to or from, without a sign for long
    pub isolated: usize,
}

/// How much is remembered.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Stats {
    /// Lessons about mistakes, in all projects
    pub mistakes: u64,
    /// Lessons about successes
    pub successes: u64,
    /// Lessons that were wrong too often
    pub retired: u64,
    /// Nodes of the graph
    pub nodes: u64,
    /// Edges of the graph
    pub edges: u64,
    /// Texts about files, commands and topics that stayed as they were
    pub texts_kept: u64,
    /// Texts that grew
    pub texts_grown: u64,
    /// Texts that were written anew
    pub texts_rewritten: u64,
}

/// What the latest session of the project works for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CurrentGoal {
    /// False where no session is known yet, or none of it has a goal
    pub known: bool,
    /// The session
    pub session: String,
    /// The user's own words, capped
    pub goal: String,
    /// What the user forbade or demanded, in the user's words
    pub limits: Vec<String>,
    /// How well the work keeps to it: 10 is on the goal, 1 is far from it; null before anything was judged
    pub score: Option<u8>,
    /// Where the guard stands
    pub state: String,
    /// Files that were changed for it
    pub changed: Vec<String>,
}
