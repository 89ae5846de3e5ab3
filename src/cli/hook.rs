//! The subcommands that the agent's client calls.
//!
//! Owns their names and their help. Each reads a payload on stdin and fails open.

use super::inject::{InjectFormat, PromptInject};
use clap::Subcommand;

/// A hook that this version serves.
#[derive(Debug, Subcommand)]
pub enum Hook {
    /// Opens a session; restores its goal after resume or compaction
    ///
    /// Reads the payload of the agent's `SessionStart` event on stdin. Prints nothing
    /// unless a goal would otherwise be lost. Exit code: always 0.
    ///
    /// Registered by `driftguard install`; there is no need to call it by hand.
    #[command(verbatim_doc_comment)]
    SessionStart,
    /// Follows the user's goal, judges the work, corrects if needed
    ///
    /// Reads the payload of the agent's `UserPromptSubmit` event on stdin and prints what
    /// the agent should know, mostly nothing. Exit code: always 0.
    ///
    /// Example, to see what the agent would be told:
    ///   driftguard prompt-inject --format text < payload.json
    ///
    /// With --format text the words can be given to a client by hand:
    ///   claude --append-system-prompt \
    ///       "$(driftguard prompt-inject --print < payload.json)"
    /// Note that the client ignores new append-system-prompt text on --resume: it keeps
    /// the text that the session began with. The registered hook has no such limit.
    #[command(verbatim_doc_comment)]
    PromptInject(PromptInject),
    /// Decides about a tool call before it runs
    ///
    /// Reads the payload of the agent's `PreToolUse` event on stdin. Denies what the user or
    /// `scope.protect` forbids, what would switch driftguard off, what follows orders that a
    /// tool's answer gave, and with `memory.policy = "block"` a step that went wrong before;
    /// in mode enforce also a change beyond the goal that would bring the score to the level
    /// intervene. Warns of known mistakes; asks at a halt. Mostly it says nothing.
    /// Exit code: always 0.
    ///
    /// See what was denied, and why: `driftguard explain`.
    #[command(verbatim_doc_comment)]
    PreToolUse,
    /// Takes note of a finished call, and corrects at once if needed
    ///
    /// Reads the payload of the agent's `PostToolUse` or `PostToolUseFailure` event on
    /// stdin. What it prints reaches the agent before its next step. Exit code: always 0.
    #[command(verbatim_doc_comment)]
    PostToolUse,
    /// Takes stock of a subagent that has ended
    ///
    /// Reads the payload of the agent's `SubagentStop` event on stdin. Exit code: always 0.
    #[command(verbatim_doc_comment)]
    SubagentStop,
    /// Tells a summary of the context what to keep: goal and limits
    ///
    /// Reads the payload of the agent's `PreCompact` event on stdin and prints plain text,
    /// which the client adds to its instructions. Exit code: always 0.
    #[command(verbatim_doc_comment)]
    PreCompact,
    /// Closes the session's record when the client ends
    ///
    /// Reads the payload of the agent's `SessionEnd` event on stdin. Exit code: always 0.
    #[command(verbatim_doc_comment)]
    SessionEnd,
    /// Takes stock when the agent ends its turn
    ///
    /// Reads the payload of the agent's `Stop` event on stdin and stores the task: goal,
    /// files, decisions, drift. Exit code: always 0.
    ///
    /// See what it stored with `driftguard status`.
    #[command(verbatim_doc_comment)]
    Stop,
}

impl Hook {
    /// The hook as `install` registers it: its name, without options.
    pub(super) fn registered(name: &str) -> Option<Self> {
        Some(match name {
            "session-start" => Self::SessionStart,
            "prompt-inject" => Self::PromptInject(PromptInject { format: InjectFormat::Json, print: false }),
            "pre-tool-use" => Self::PreToolUse,
            "post-tool-use" => Self::PostToolUse,
            "stop" => Self::Stop,
            "subagent-stop" => Self::SubagentStop,
            "pre-compact" => Self::PreCompact,
            "session-end" => Self::SessionEnd,
            _ => return None,
        })
    }

    /// Its name on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::PromptInject(_) => "prompt-inject",
            Self::PreToolUse => "pre-tool-use",
            Self::PostToolUse => "post-tool-use",
            Self::Stop => "stop",
            Self::SubagentStop => "subagent-stop",
            Self::PreCompact => "pre-compact",
            Self::SessionEnd => "session-end",
        }
    }

    /// How it prints its words; only one of them leaves a choice.
    pub fn format(&self) -> InjectFormat {
        match self {
            Self::PromptInject(options) => options.format(),
            _ => InjectFormat::Json,
        }
    }
}
