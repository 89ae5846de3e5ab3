//! Adapters: what one coding agent writes and reads, turned into the vocabulary and back.
//!
//! Owns the wire formats: hook payloads, transcript lines, tool inputs, decisions as the agent understands them. It
//! reads no file and keeps nothing between two calls. Adding an agent is a folder beside `claude` and a line in
//! [`adapters`].

mod claude;
mod clip;
mod fingerprint;
pub mod registration;
pub mod scenario;
pub mod status_line;

pub use claude::{ClaudeCode, HookFailure};
pub use fingerprint::{Failure, failure, failure_of};
pub use registration::Registration;

use crate::domain::{Decision, Event, HookEvent, HookInput};

/// What one line of a transcript was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// A record that can hold events; they went to the sink, possibly none.
    Events,
    /// A record that is known to hold nothing of interest; it was left as soon as that was clear, so that damage behind
    /// that point goes unnoticed.
    Skip,
    /// A record of a type that this version does not know.
    Unknown,
    /// No complete record.
    Broken,
}

/// Long texts of a transcript, as a hook is told them: for whoever needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// The whole texts of answers ([`crate::domain::Outcome::said`]). To read each answer whole takes several times as long.
    pub answers: bool,
    /// What calls write into files ([`crate::domain::Action::draft`]).
    pub drafts: bool,
    /// What a subagent was asked ([`crate::domain::What::Prompt`] of its own). In its parent's log the call that started it tells.
    pub tasks: bool,
}

/// Why a hook payload cannot be used. The hook fails open on each of them; `doctor` shows them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PayloadError {
    /// Nothing came.
    #[error("the payload is empty")]
    Empty,
    /// More came than is read.
    #[error("the payload is longer than {0} bytes")]
    TooLong(u64),
    /// It could not be read to its end.
    #[error("the payload cannot be read: {0}")]
    Unreadable(String),
    /// What came is not one complete JSON value.
    #[error("the payload is not JSON")]
    NotJson,
    /// What came is JSON but no object.
    #[error("the payload is not a JSON object")]
    NotAnObject,
    /// Without the session's id there is nothing to attach it to.
    #[error("the payload has no `session_id`")]
    MissingSession,
    /// A field that is needed has another type.
    #[error("the field `{0}` of the payload has the wrong type")]
    WrongType(&'static str),
}

impl PayloadError {
    /// What the human can do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Empty => "hook subcommands read the agent's payload from stdin; by hand use `driftguard check`",
            Self::TooLong(_) => "`input.max_stdin` is the limit; what is longer was not written by the agent's client",
            Self::NotJson | Self::NotAnObject | Self::Unreadable(_) => {
                "pass the payload through unchanged; `driftguard doctor` shows what a registered hook receives"
            }
            Self::MissingSession | Self::WrongType(_) => {
                "the agent may be older or newer than this driftguard; `driftguard doctor` compares them"
            }
        }
    }
}

/// What one agent writes and understands.
pub trait Adapter: Sync {
    /// The name used in configuration and reports ("claude-code").
    fn name(&self) -> &'static str;

    /// Reads what a hook was told. `subcommand` is ours ("prompt-inject") and decides which moment it is; what the
    /// payload says about the event's name does not.
    fn decode_hook(&self, subcommand: &str, payload: &[u8]) -> Result<HookInput, PayloadError>;

    /// Reads one line of a transcript, without its newline, with the texts that are `wanted`. Never fails; events come in the order of
    /// the record.
    fn decode_line(&self, line: &[u8], wanted: Texts, sink: &mut dyn FnMut(Event)) -> LineKind;

    /// The text for the agent on stdout; empty where nothing is to be said or the moment cannot express it.
    fn encode(&self, event: &HookEvent, decision: &Decision) -> String;

    /// As [`Adapter::encode`], with the passages of a spotlight set apart in the answer that `payload` holds, where the agent takes a
    /// changed answer.
    fn encode_marked(&self, event: &HookEvent, decision: &Decision, payload: &[u8]) -> String;

    /// What a line of a transcript tells of a hook of ours that failed.
    fn decode_hook_failure(&self, line: &[u8]) -> Option<HookFailure>;

    /// The hooks to register.
    fn registration(&self) -> &'static [Registration];
}

/// All adapters, the default one first.
pub fn adapters() -> &'static [&'static dyn Adapter] {
    &[&ClaudeCode]
}
