//! Decisions as Claude Code understands them, per hook event.
//!
//! A wrong key or type voids the client's reading of the whole output, so each form is written out as measured and
//! every other combination says nothing.

use crate::domain::{Decision, HookEvent};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Output<'a> {
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    goes_on: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(rename = "hookSpecificOutput", skip_serializing_if = "Option::is_none")]
    specific: Option<Specific<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_message: Option<&'a str>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Specific<'a> {
    hook_event_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<&'a str>,
    /// Keeps the shape of the tool's own answer; another one is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_tool_output: Option<Value>,
}

/// The text for stdout; empty where nothing is to be said or the event cannot express it.
pub(super) fn encode(event: &HookEvent, decision: &Decision, marked: Option<Value>) -> String {
    // Before a compaction stdout becomes a part of the summary's instructions as it is, JSON included.
    if let (HookEvent::BeforeCompaction, Decision::Inject { text, .. }) = (event, decision) {
        return text.clone();
    }
    output(event, decision, marked).and_then(|output| serde_json::to_string(&output).ok()).unwrap_or_default()
}

fn output<'a>(event: &HookEvent, decision: &'a Decision, marked: Option<Value>) -> Option<Output<'a>> {
    let nothing = Output::default();
    Some(match decision {
        Decision::Pass => return None,
        Decision::Inject { text, notice } | Decision::Spotlight { text, notice, .. } => Output {
            specific: Some(Specific {
                hook_event_name: takes_context(event)?,
                additional_context: Some(text),
                updated_tool_output: marked,
                ..Specific::default()
            }),
            system_message: notice.as_deref(),
            ..nothing
        },
        Decision::Notify { notice } => {
            // Before a compaction all of stdout becomes part of the summary's instructions, and at the end of a
            // session nobody reads it.
            if matches!(event, HookEvent::BeforeCompaction | HookEvent::SessionEnded | HookEvent::Other(_)) {
                return None;
            }
            Output { system_message: Some(notice), ..nothing }
        }
        Decision::Ask { reason, notice } => {
            Output { specific: Some(permission(event, "ask", reason)?), system_message: notice.as_deref(), ..nothing }
        }
        // A blocked prompt never becomes a turn: there is none to end.
        Decision::Deny { reason, .. } if *event == HookEvent::PromptSubmitted => {
            Output { decision: Some("block"), reason: Some(reason), ..nothing }
        }
        // `continue: false` alone lets the tool run; together with `deny` it does not run and the turn ends.
        Decision::Deny { reason, end_turn } => {
            Output { goes_on: end_turn.then_some(false), specific: Some(permission(event, "deny", reason)?), ..nothing }
        }
        Decision::Continue { reason, notice } => match event {
            HookEvent::Stopped { .. } | HookEvent::SubagentStopped => {
                let system_message = notice.as_deref();
                Output { decision: Some("block"), reason: Some(reason), system_message, ..nothing }
            }
            _ => return None,
        },
    })
}

fn permission<'a>(event: &HookEvent, decision: &'static str, reason: &'a str) -> Option<Specific<'a>> {
    (*event == HookEvent::BeforeTool).then_some(Specific {
        hook_event_name: "PreToolUse",
        permission_decision: Some(decision),
        permission_decision_reason: Some(reason),
        ..Specific::default()
    })
}

/// The client's name of an event whose `additionalContext` reaches the model without starting another turn.
fn takes_context(event: &HookEvent) -> Option<&'static str> {
    match event {
        HookEvent::SessionStart(_) => Some("SessionStart"),
        HookEvent::PromptSubmitted => Some("UserPromptSubmit"),
        HookEvent::BeforeTool => Some("PreToolUse"),
        HookEvent::AfterTool { failed: false } => Some("PostToolUse"),
        HookEvent::AfterTool { failed: true } => Some("PostToolUseFailure"),
        HookEvent::Stopped { .. }
        | HookEvent::SubagentStopped
        | HookEvent::BeforeCompaction
        | HookEvent::SessionEnded
        | HookEvent::Other(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::StartSource;

    const STOPPED: HookEvent = HookEvent::Stopped { again: false, background: false };

    #[track_caller]
    fn check(event: &HookEvent, decision: &Decision, expected: &str) {
        assert_eq!(encode(event, decision, None), expected, "{event:?} {decision:?}");
    }

    fn inject(notice: Option<&str>) -> Decision {
        Decision::Inject { text: "keep to \"src\"\n\u{1b}[1m".into(), notice: notice.map(str::to_owned) }
    }

    fn deny(end_turn: bool) -> Decision {
        Decision::Deny { reason: "no".into(), end_turn }
    }

    #[test]
    fn each_form_is_written_as_the_client_reads_it() {
        check(
            &HookEvent::PromptSubmitted,
            &inject(None),
            r#"{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"keep to \"src\"\n\u001b[1m"}}"#,
        );
        check(
            &HookEvent::SessionStart(StartSource::Resume),
            &inject(Some("goal kept")),
            r#"{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"keep to \"src\"\n\u001b[1m"},"systemMessage":"goal kept"}"#,
        );
        check(&STOPPED, &Decision::Notify { notice: "drift 4".into() }, r#"{"systemMessage":"drift 4"}"#);
        check(
            &STOPPED,
            &Decision::Continue { reason: "go on".into(), notice: None },
            r#"{"decision":"block","reason":"go on"}"#,
        );
        check(
            &HookEvent::BeforeTool,
            &deny(false),
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#,
        );
        check(
            &HookEvent::BeforeTool,
            &deny(true),
            r#"{"continue":false,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#,
        );
        check(
            &HookEvent::BeforeTool,
            &Decision::Ask { reason: "sure?".into(), notice: None },
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}"#,
        );
        check(
            &HookEvent::BeforeTool,
            &Decision::Ask { reason: "sure?".into(), notice: Some("why".into()) },
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"},"systemMessage":"why"}"#,
        );
        for end_turn in [false, true] {
            check(&HookEvent::PromptSubmitted, &deny(end_turn), r#"{"decision":"block","reason":"no"}"#);
        }
    }

    #[test]
    fn before_a_compaction_the_text_stands_alone() {
        check(&HookEvent::BeforeCompaction, &inject(Some("seen")), "keep to \"src\"\n\u{1b}[1m");
    }

    #[test]
    fn what_an_event_cannot_express_is_not_said() {
        check(&HookEvent::PromptSubmitted, &Decision::Pass, "");
        check(&STOPPED, &inject(None), "");
        check(&STOPPED, &deny(true), "");
        check(&HookEvent::AfterTool { failed: false }, &deny(false), "");
        check(&HookEvent::PromptSubmitted, &Decision::Ask { reason: "x".into(), notice: None }, "");
        check(&HookEvent::PromptSubmitted, &Decision::Continue { reason: "x".into(), notice: None }, "");
        check(&HookEvent::BeforeCompaction, &deny(false), "");
        check(&HookEvent::BeforeCompaction, &Decision::Notify { notice: "x".into() }, "");
        check(&HookEvent::SessionEnded, &inject(None), "");
        check(&HookEvent::SessionEnded, &Decision::Notify { notice: "x".into() }, "");
        check(&HookEvent::Other("Notification".into()), &inject(None), "");
    }
}
