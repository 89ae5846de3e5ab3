//! Claude Code: hook payloads, transcript lines and hook output, as measured with client 2.1.329 and read from
//! transcripts of versions 1.0.24 to 2.1.219.
//!
//! Owns nothing but the wiring; each direction has its own file.

mod action;
mod encode;
mod hook;
mod hook_record;
mod json;
mod line;
mod outcome;
mod prompt;
mod server_tool;
mod spotlight;

use super::{Adapter, LineKind, PayloadError, Registration, Texts};
use crate::domain::{Decision, Event, HookEvent, HookInput};
pub use hook_record::HookFailure;

/// The adapter of Claude Code.
#[derive(Clone, Copy, Debug)]
pub struct ClaudeCode;

#[cfg(test)]
impl ClaudeCode {
    /// Reads a tool's input (JSON text), for tests of what is made of it.
    pub(crate) fn decode_action(tool: &str, input: &str) -> crate::domain::Action {
        // Input that is torn is no input; the tool's name alone still tells the kind.
        action::decode(tool, json::Json::parse(input.as_bytes()).ok())
    }
}

impl Adapter for ClaudeCode {
    fn name(&self) -> &'static str {
        "claude-code"
    }

    fn decode_hook(&self, subcommand: &str, payload: &[u8]) -> Result<HookInput, PayloadError> {
        hook::decode(subcommand, payload)
    }

    fn decode_line(&self, line: &[u8], wanted: Texts, sink: &mut dyn FnMut(Event)) -> LineKind {
        line::decode(line, wanted, sink)
    }

    fn encode(&self, event: &HookEvent, decision: &Decision) -> String {
        encode::encode(event, decision, None)
    }

    fn encode_marked(&self, event: &HookEvent, decision: &Decision, payload: &[u8]) -> String {
        let marked = match decision {
            Decision::Spotlight { passages, .. } => spotlight::marked(payload, passages),
            _ => None,
        };
        encode::encode(event, decision, marked)
    }

    fn decode_hook_failure(&self, line: &[u8]) -> Option<HookFailure> {
        hook_record::decode(line)
    }

    fn registration(&self) -> &'static [Registration] {
        super::registration::CLAUDE_HOOKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ActionKind;

    #[test]
    fn what_is_registered_is_understood_and_can_answer() {
        for hook in ClaudeCode.registration() {
            let input = ClaudeCode.decode_hook(hook.subcommand, br#"{"session_id":"s1"}"#).unwrap();
            assert!(!matches!(input.event, HookEvent::Other(_)), "{hook:?}");
            // Before a compaction only text can be told, and at the end of a session nobody listens.
            let silent = matches!(input.event, HookEvent::BeforeCompaction | HookEvent::SessionEnded);
            let notice = Decision::Notify { notice: "seen".into() };
            let expected = if silent { "" } else { r#"{"systemMessage":"seen"}"# };
            assert_eq!(ClaudeCode.encode(&input.event, &notice), expected, "{hook:?}");
        }
    }

    #[test]
    fn an_action_is_read_from_json_text() {
        let action = ClaudeCode::decode_action("Write", r#"{"file_path":"a.rs","content":"x"}"#);
        assert_eq!((action.kind, action.effects.len()), (ActionKind::Write, 1));
        assert_eq!(ClaudeCode::decode_action("Write", "{\"file_path\":").kind, ActionKind::Write);
    }
}
