//! What happened in a session, one thing at a time.

use super::{Action, Digest};
use serde::{Deserialize, Serialize};

/// Position of an event in its session, counted from 0 over everything observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
pub struct EventId(pub u64);

/// One thing that happened in a session. Adapters make it; the guard gives it its [`EventId`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Milliseconds since 1970, as the agent's record tells it; records may go back in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// Id of the subagent that did it; `None` for the main agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The agent's own id of the record (Claude Code: `uuid`); forks share it with their parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    /// Working folder named by the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// What it was.
    pub what: What,
}

impl Event {
    /// Something that happened, of which no record tells when, where and by whom.
    pub const fn bare(what: What) -> Self {
        Self { at: None, agent: None, uuid: None, cwd: None, what }
    }
}

/// The content of an [`Event`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Text that came to the agent as a user turn, typed or not.
    Prompt(Prompt),
    /// The agent thought; of what is not kept.
    Thought,
    /// The agent's words to the user, capped.
    Reply(String),
    /// The agent asked for a tool.
    Call(Call),
    /// A tool answered.
    Outcome(Outcome),
    /// The context was summarised.
    Compaction,
}

/// A user turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// What it says, whole.
    pub text: String,
    /// Who or what wrote it.
    pub class: PromptClass,
    /// The agent's id of the prompt: the same in the hook payload and in the transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_id: Option<String>,
}

/// Who or what wrote a user turn. Only [`PromptClass::Human`] and [`PromptClass::Plan`] can change the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromptClass {
    /// Typed by a person.
    Human,
    /// A person's "Implement the following plan: ..." with the plan in it.
    Plan,
    /// A slash command's envelope.
    Command,
    /// What a local command printed.
    CommandOutput,
    /// The client's caveat before local commands.
    Caveat,
    /// A `!` command the person ran, or its output.
    BashMode,
    /// The client's own reminder.
    SystemReminder,
    /// A background task ended.
    TaskNotification,
    /// A message from another agent.
    Teammate,
    /// "[Request interrupted by user ...]".
    Interrupt,
    /// The body of a skill.
    SkillBody,
    /// What the editor selected or opened.
    Ide,
    /// An image without words.
    Image,
    /// Text that a hook sent back.
    HookFeedback,
    /// The summary that stands in for a compacted context.
    CompactSummary,
    /// Other text marked as not typed.
    Meta,
}

impl PromptClass {
    /// True when a person typed it.
    pub const fn is_human(self) -> bool {
        matches!(self, Self::Human | Self::Plan)
    }

    /// True where a turn has ended before it: a person speaks, or a hook makes the agent go on after it has reported.
    pub const fn ends_a_turn(self) -> bool {
        self.is_human() || matches!(self, Self::HookFeedback)
    }
}

/// The agent asks for a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Pairs the call with its [`Outcome`]; unique in a session.
    pub call_id: String,
    /// The tool's own name (`Edit`, `mcp__db__query`).
    pub tool: String,
    /// What it does.
    pub action: Action,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeStatus {
    /// It ran.
    #[default]
    Ok,
    /// It ran and reported an error.
    Error,
    /// It did not run: the user, a permission rule or a hook refused it, or its input was invalid.
    Refused,
}

/// A tool's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The call it answers.
    pub call_id: String,
    /// How it ended.
    pub status: OutcomeStatus,
    /// Digest of the answer with volatile parts (times, durations, ids) taken out.
    pub content: Digest,
    /// Digest of the error lines, the same for the same failure; `None` where nothing failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Digest>,
    /// The subagent that the call has started and does not wait for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The subagent that the call has waited for: its work is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came_back: Option<String>,
    /// The same with the numbers in the lines: "9 failed" and "8 failed" are one failure and two errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Digest>,
    /// True where the call has made a file that was not there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub created: bool,
    /// What a person said who refused the call, capped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objection: Option<String>,
    /// What a person answered to the agent's questions: each question with its answer. Never stored.
    #[serde(skip)]
    pub answers: Vec<(String, String)>,
    /// The whole answer, where a hook tells it: it lives as long as the hook call and is never stored.
    #[serde(skip)]
    pub said: Option<String>,
    /// The beginning and the end of the answer, capped.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub excerpt: String,
    /// More of the answer, for as long as the call is looked at; never stored. Empty where the excerpt is all of it.
    #[serde(skip)]
    pub ends: String,
}

impl Outcome {
    /// As much of the answer as is at hand.
    pub fn text(&self) -> &str {
        if self.ends.is_empty() { &self.excerpt } else { &self.ends }
    }
}
