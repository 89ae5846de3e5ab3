//! A hook call, normalised over agents.

use super::Event;
use serde::{Deserialize, Serialize};

/// Why a session started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartSource {
    /// A new session.
    Startup,
    /// An old session goes on.
    Resume,
    /// The context was cleared: a new session id.
    Clear,
    /// The context was summarised.
    Compact,
    /// A copy of another session under a new id.
    Fork,
}

/// Which moment of the agent's loop called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookEvent {
    /// A session began or goes on.
    SessionStart(StartSource),
    /// A prompt was sent.
    PromptSubmitted,
    /// The agent ended its turn.
    Stopped {
        /// True when this turn already goes on because of a stop hook.
        again: bool,
        /// True while tasks run in the background.
        background: bool,
    },
    /// A subagent ended its turn.
    SubagentStopped,
    /// A tool is about to run.
    BeforeTool,
    /// A tool ran.
    AfterTool {
        /// True when the client reports a failure, which is an event of its own to it.
        failed: bool,
    },
    /// The context is about to be summarised.
    BeforeCompaction,
    /// The session ended.
    SessionEnded,
    /// A moment that this version does not know; the client's own name.
    Other(String),
}

impl HookEvent {
    /// The word by which it is counted and shown.
    pub fn name(&self) -> &str {
        match self {
            Self::SessionStart(_) => "session-start",
            Self::PromptSubmitted => "prompt",
            Self::Stopped { .. } => "stop",
            Self::SubagentStopped => "subagent-stop",
            Self::BeforeTool => Self::BEFORE_TOOL,
            Self::AfterTool { .. } => Self::AFTER_TOOL,
            Self::BeforeCompaction => "compaction",
            Self::SessionEnded => "session-end",
            Self::Other(name) => name,
        }
    }

    /// The name of a tool that is about to run.
    pub const BEFORE_TOOL: &str = "before-tool";
    /// The name of a tool that ran or failed.
    pub const AFTER_TOOL: &str = "after-tool";
}

/// What a hook was told. The payload is the truth of the moment; the transcript only serves to catch up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HookInput {
    /// The moment.
    pub event: HookEvent,
    /// The agent's session id: the key of all state.
    pub session_id: String,
    /// Where the transcript is or will be.
    pub transcript_path: Option<String>,
    /// The agent's working folder, which moves with its `cd`.
    pub cwd: Option<String>,
    /// Id of the subagent inside which the hook fired.
    pub agent_id: Option<String>,
    /// The client's permission mode (`default`, `acceptEdits`, `plan`, ...).
    pub permission_mode: Option<String>,
    /// What the payload itself reports: the prompt, the coming call, the finished call with its outcome, the last reply.
    pub events: Vec<Event>,
    /// True for a call that was refused when nothing could be written: whoever merges it records the refusal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
}
