//! Hook payloads of Claude Code.

use super::action;
use super::json::Json;
use super::line::MAX_REPLY;
use super::outcome::{self, Answer, Signs};
use super::prompt::{self, Marks};
use super::spotlight;
use crate::agent::{PayloadError, clip};
use crate::domain::{Call, Event, HookEvent, HookInput, Outcome, Prompt, PromptClass, StartSource, What};
use std::collections::BTreeMap;

/// The name given to the subagent that summarises a context; its end is nobody's end of work.
const SUMMARISER: &str = "compaction summariser";

/// Reads a payload; see [`crate::agent::Adapter::decode_hook`].
pub(super) fn decode(subcommand: &str, payload: &[u8]) -> Result<HookInput, PayloadError> {
    let payload = payload.strip_prefix(b"\xef\xbb\xbf").unwrap_or(payload).trim_ascii();
    if payload.is_empty() {
        return Err(PayloadError::Empty);
    }
    let payload = Json::parse(payload).map_err(|_| PayloadError::NotJson)?;
    if !payload.is_object() {
        return Err(PayloadError::NotAnObject);
    }
    let [session_id, transcript_path, cwd, agent_id, permission_mode] =
        payload.fields(["session_id", "transcript_path", "cwd", "agent_id", "permission_mode"]);
    let session_id = text(session_id, "session_id")?.ok_or(PayloadError::MissingSession)?;
    let mut input = HookInput {
        event: event(subcommand, payload),
        session_id,
        transcript_path: text(transcript_path, "transcript_path")?,
        cwd: text(cwd, "cwd")?,
        agent_id: text(agent_id, "agent_id")?,
        permission_mode: if_text(permission_mode),
        events: Vec::new(),
        refused: false,
    };
    let told = match &input.event {
        HookEvent::PromptSubmitted => [prompt(payload)?.map(What::Prompt), None],
        HookEvent::Stopped { .. } | HookEvent::SubagentStopped => [reply(payload)?.map(What::Reply), None],
        HookEvent::BeforeTool => [call(payload, input.cwd.as_deref())?.map(What::Call), None],
        // The call is told again, for the case that nobody heard of it before it ran.
        HookEvent::AfterTool { .. } => {
            [call(payload, input.cwd.as_deref())?.map(What::Call), answer(payload).map(What::Outcome)]
        }
        HookEvent::SessionStart(_) | HookEvent::BeforeCompaction | HookEvent::SessionEnded | HookEvent::Other(_) => {
            [None, None]
        }
    };
    let (agent, cwd) = (input.agent_id.clone(), input.cwd.clone());
    let event = |what| Event { at: None, agent: agent.clone(), uuid: None, cwd: cwd.clone(), what };
    input.events.extend(told.into_iter().flatten().map(event));
    Ok(input)
}

fn event(subcommand: &str, payload: Json<'_>) -> HookEvent {
    let [name, source, again, background, agent_type] =
        payload.fields(["hook_event_name", "source", "stop_hook_active", "background_tasks", "agent_type"]);
    match subcommand {
        "session-start" => HookEvent::SessionStart(start_source(source)),
        "prompt-inject" => HookEvent::PromptSubmitted,
        "pre-tool-use" => HookEvent::BeforeTool,
        "post-tool-use" => HookEvent::AfterTool { failed: name.is_some_and(|name| name.is("PostToolUseFailure")) },
        "stop" => HookEvent::Stopped {
            again: again.is_some_and(Json::is_true),
            background: background.is_some_and(|tasks| tasks.items().next().is_some()),
        },
        "subagent-stop" if agent_type.is_some_and(|agent_type| agent_type.is("")) => {
            HookEvent::Other(SUMMARISER.into())
        }
        "subagent-stop" => HookEvent::SubagentStopped,
        "pre-compact" => HookEvent::BeforeCompaction,
        "session-end" => HookEvent::SessionEnded,
        other => HookEvent::Other(name.and_then(Json::owned).unwrap_or_else(|| other.to_owned())),
    }
}

/// A source that is not known yet is taken as a start: it claims least about what was there before.
fn start_source(source: Option<Json<'_>>) -> StartSource {
    match source.and_then(Json::text).as_deref() {
        Some("resume") => StartSource::Resume,
        Some("clear") => StartSource::Clear,
        Some("compact") => StartSource::Compact,
        Some("fork") => StartSource::Fork,
        _ => StartSource::Startup,
    }
}

fn prompt(payload: Json<'_>) -> Result<Option<Prompt>, PayloadError> {
    let [said, prompt_id] = payload.fields(["prompt", "prompt_id"]);
    let prompt_id = if_text(prompt_id);
    Ok(text(said, "prompt")?.filter(|said| !said.trim().is_empty()).map(|said| Prompt {
        class: if is_command(&said) { PromptClass::Command } else { prompt::classify(&said, Marks::default()) },
        text: said,
        prompt_id,
    }))
}

/// What is said of a route: "/healthz returns 200 even when redis is down".
#[rustfmt::skip]
const OF_A_ROUTE: [&str; 23] = [
    "answers", "breaks", "crashes", "does", "doesn't", "fails", "gets", "gives", "hangs", "has", "is", "isn't", "lacks", "needs", "redirects",
    "responds", "returns", "sends", "should", "shows", "takes", "throws", "works",
];

/// A slash command comes as it was typed; the transcript has it in its envelope. A path has more slashes or a dot, and of a route something
/// is said.
fn is_command(said: &str) -> bool {
    let Some(rest) = said.trim_start().strip_prefix('/') else { return false };
    let mut words = rest.split_whitespace();
    let name = words.next().filter(|name| rest.starts_with(name)).unwrap_or_default();
    let told = words.next().is_some_and(|word| OF_A_ROUTE.contains(&word.to_lowercase().as_str()));
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))
        && !told
}

fn reply(payload: Json<'_>) -> Result<Option<String>, PayloadError> {
    let [said] = payload.fields(["last_assistant_message"]);
    let said = text(said, "last_assistant_message")?;
    Ok(said.map(|said| clip::ends(said.trim(), MAX_REPLY.0, MAX_REPLY.1)).filter(|said| !said.is_empty()))
}

fn call(payload: Json<'_>, cwd: Option<&str>) -> Result<Option<Call>, PayloadError> {
    let [tool, input, call_id] = payload.fields(["tool_name", "tool_input", "tool_use_id"]);
    let Some(tool) = text(tool, "tool_name")? else { return Ok(None) };
    if input.is_some_and(|input| !input.is_object() && !input.is_null()) {
        return Err(PayloadError::WrongType("tool_input"));
    }
    let mut action = action::decode(&tool, input);
    action.cwd = cwd.map(str::to_owned);
    action.draft = input.and_then(|input| action::draft(action.kind, input));
    Ok(Some(Call { call_id: if_text(call_id).unwrap_or_default(), tool, action }))
}

/// The outcome of a finished call. A failure carries `error`, a success `tool_response` in the tool's own shape. The
/// transcript words the same answer otherwise, so the digests of the two do not match; the call's id does.
fn answer(payload: Json<'_>) -> Option<Outcome> {
    let [call_id, error, interrupt, response, tool] =
        payload.fields(["tool_use_id", "error", "is_interrupt", "tool_response", "tool_name"]);
    let call_id = if_text(call_id)?;
    let error = error.filter(|error| !error.is_null());
    // What the agent itself wrote needs no second look, and the answer repeats the whole file.
    let writes =
        tool.is_some_and(|tool| ["Edit", "Write", "MultiEdit", "NotebookEdit"].iter().any(|name| tool.is(name)));
    let [stdout, stderr] = response.map_or([None; 2], |response| response.fields(["stdout", "stderr"]));
    let signs = Signs { error: error.is_some(), denied: interrupt.is_some_and(Json::is_true), shell: stdout.is_some() };
    let answer = match (error, stdout) {
        (Some(error), _) => Answer::read(Some(error)),
        (None, Some(_)) => Answer::of_shell(stdout, stderr),
        (None, None) => Answer::read(response),
    };
    let [agent, apart, done] = response
        .filter(|response| response.is_object())
        .map_or([None; 3], |response| response.fields(["agentId", "isAsync", "type"]));
    let (agent, came_back) = match (agent.and_then(Json::owned), apart.is_some_and(Json::is_true)) {
        (agent, true) => (agent, None),
        (agent, false) => (None, agent),
    };
    let said = response.or(error).filter(|_| !writes).map(spotlight::text_of);
    let outcome = outcome::outcome(call_id, &answer, signs);
    let created = outcome.created || writes && done.is_some_and(|done| done.is("create"));
    let answers = match tool.zip(response) {
        Some((tool, response)) if tool.is("AskUserQuestion") && response.is_object() => answers(response),
        _ => outcome.answers,
    };
    Some(Outcome { agent, came_back, created, answers, said, ..outcome })
}

/// The questions that a person answered: `{"questions": [..], "answers": {"Push?": "Yes"}}`.
fn answers(response: Json<'_>) -> Vec<(String, String)> {
    let [given] = response.fields(["answers"]);
    let given = given.and_then(|given| serde_json::from_slice::<BTreeMap<String, serde_json::Value>>(given.raw()).ok());
    let text = |(question, answer): (String, serde_json::Value)| Some((question, answer.as_str()?.to_owned()));
    given.unwrap_or_default().into_iter().filter_map(text).collect()
}

/// A field that is a string where it is given; an empty one counts as not given.
fn text(value: Option<Json<'_>>, field: &'static str) -> Result<Option<String>, PayloadError> {
    match value {
        None => Ok(None),
        Some(value) if value.is_null() => Ok(None),
        Some(value) => {
            let text = value.text().ok_or(PayloadError::WrongType(field))?;
            Ok(if text.is_empty() { None } else { Some(text.into_owned()) })
        }
    }
}

/// A field without which a call can be judged all the same: one that is no string counts as not given. A later client may have another
/// shape for it, and every call would run unjudged.
fn if_text(value: Option<Json<'_>>) -> Option<String> {
    text(value, "").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, OutcomeStatus};

    /// A payload as the client writes it, with the fields of one event.
    fn payload(name: &str, fields: &str) -> String {
        let common = r#""session_id":"s1","transcript_path":"/c/projects/-p/s1.jsonl","cwd":"/p","prompt_id":"p1""#;
        let comma = if fields.is_empty() { "" } else { "," };
        format!(r#"{{{common},"permission_mode":"acceptEdits","hook_event_name":"{name}"{comma}{fields}}}"#)
    }

    fn read(subcommand: &str, name: &str, fields: &str) -> HookInput {
        decode(subcommand, payload(name, fields).as_bytes()).unwrap()
    }

    #[track_caller]
    fn check_event(subcommand: &str, name: &str, fields: &str, expected: &HookEvent) {
        let input = read(subcommand, name, fields);
        assert_eq!(&input.event, expected);
        assert_eq!((input.session_id.as_str(), input.cwd.as_deref()), ("s1", Some("/p")));
    }

    #[test]
    fn each_moment_is_known() {
        let started = |source: &str, expected: StartSource| {
            let fields = format!(r#""source":"{source}","model":"opus","context_tokens":120"#);
            check_event("session-start", "SessionStart", &fields, &HookEvent::SessionStart(expected));
        };
        started("startup", StartSource::Startup);
        started("resume", StartSource::Resume);
        started("clear", StartSource::Clear);
        started("compact", StartSource::Compact);
        started("fork", StartSource::Fork);
        started("teleport", StartSource::Startup);
        check_event("session-start", "SessionStart", "", &HookEvent::SessionStart(StartSource::Startup));
        check_event("prompt-inject", "UserPromptSubmit", r#""prompt":"x""#, &HookEvent::PromptSubmitted);
        check_event(
            "pre-compact",
            "PreCompact",
            r#""trigger":"auto","custom_instructions":null"#,
            &HookEvent::BeforeCompaction,
        );
        check_event("session-end", "SessionEnd", r#""reason":"clear""#, &HookEvent::SessionEnded);
        check_event("notification", "Notification", r#""message":"m""#, &HookEvent::Other("Notification".into()));
        check_event("prompt-inject", "SomethingElse", r#""prompt":"x""#, &HookEvent::PromptSubmitted);
    }

    #[test]
    fn stops_tell_why_they_may_not_be_continued() {
        let stopped = |fields: &str, again: bool, background: bool| {
            check_event("stop", "Stop", fields, &HookEvent::Stopped { again, background });
        };
        stopped(r#""stop_hook_active":false,"background_tasks":[],"session_crons":[]"#, false, false);
        stopped(r#""stop_hook_active":true,"background_tasks":[{"id":"b1","status":"running"}]"#, true, true);
        stopped("", false, false);
        check_event(
            "subagent-stop",
            "SubagentStop",
            r#""agent_id":"a1","agent_type":"Explore""#,
            &HookEvent::SubagentStopped,
        );
        let summariser = HookEvent::Other("compaction summariser".into());
        check_event("subagent-stop", "SubagentStop", r#""agent_id":"a1","agent_type":"""#, &summariser);
    }

    #[test]
    fn a_prompt_comes_with_its_class_and_id() {
        let told = |prompt: &str| {
            let fields = format!("\"prompt\":{}", serde_json::Value::from(prompt));
            match read("prompt-inject", "UserPromptSubmit", &fields).events.pop().map(|event| event.what) {
                Some(What::Prompt(prompt)) => Some((prompt.class, prompt.text, prompt.prompt_id)),
                None => None,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(told("fix \"it\"\n"), Some((PromptClass::Human, "fix \"it\"\n".into(), Some("p1".into()))));
        assert_eq!(
            told("<task-notification>\n<task-id>b</task-id>").map(|told| told.0),
            Some(PromptClass::TaskNotification)
        );
        assert_eq!(told(" "), None);
        let class = |prompt: &str| told(prompt).map(|told| told.0);
        assert_eq!(class("/init"), Some(PromptClass::Command));
        assert_eq!(class(" /team:fix-issue 12 now"), Some(PromptClass::Command));
        assert_eq!(class("/etc/hosts is wrong"), Some(PromptClass::Human));
        assert_eq!(class("/main.rs is wrong"), Some(PromptClass::Human));
        assert_eq!(class("/ is full"), Some(PromptClass::Human));
    }

    #[test]
    fn the_last_words_come_with_a_stop() {
        let input = read("stop", "Stop", r#""last_assistant_message":"All done.""#);
        assert!(
            matches!(&input.events[..], [Event { what: What::Reply(reply), agent: None, .. }] if reply == "All done.")
        );
        let fields = r#""agent_id":"a1","agent_type":"Explore","last_assistant_message":"Found.""#;
        let input = read("subagent-stop", "SubagentStop", fields);
        assert_eq!(input.agent_id.as_deref(), Some("a1"));
        assert_eq!(input.events[0].agent.as_deref(), Some("a1"));
        assert!(read("stop", "Stop", r#""last_assistant_message":null"#).events.is_empty());
    }

    #[test]
    fn a_coming_call_is_the_call_of_the_transcript() {
        let fields = r#""tool_name":"Edit","tool_input":{"file_path":"/p/a.rs","old_string":"a","new_string":"b"},"tool_use_id":"t1""#;
        let mut input = read("pre-tool-use", "PreToolUse", fields);
        assert_eq!(input.event, HookEvent::BeforeTool);
        let What::Call(call) = &mut input.events[0].what else { panic!("no call") };
        assert_eq!((call.call_id.as_str(), call.tool.as_str(), call.action.kind), ("t1", "Edit", ActionKind::Edit));
        assert_eq!((call.action.effects[0].path.as_str(), call.action.cwd.as_deref()), ("/p/a.rs", Some("/p")));
        assert!(call.action.draft.take().is_some(), "before it runs, what it would write is known");
        let line = br#"{"type":"assistant","cwd":"/p","message":{"content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/p/a.rs","old_string":"a","new_string":"b"}}]}}"#;
        crate::agent::claude::line::decode(line, crate::agent::Texts::default(), &mut |event| {
            assert_eq!(event.what, input.events[0].what);
        });
    }

    #[track_caller]
    fn check_outcome(fields: &str, status: OutcomeStatus, excerpt: &str, failed: bool) {
        let input = read("post-tool-use", "PostToolUse", &format!("{fields},\"tool_use_id\":\"t1\",\"duration_ms\":4"));
        let Some(What::Outcome(outcome)) = input.events.last().map(|event| &event.what) else { panic!("{input:?}") };
        assert_eq!((outcome.status, outcome.excerpt.as_str(), outcome.failure.is_some()), (status, excerpt, failed));
        assert!(matches!(&input.events[0].what, What::Call(call) if call.call_id == "t1"), "{input:?}");
    }

    #[test]
    fn a_finished_call_has_an_outcome() {
        check_outcome(
            r#""tool_name":"Bash","tool_response":{"stdout":"3 passed","stderr":"","interrupted":false}"#,
            OutcomeStatus::Ok,
            "3 passed",
            false,
        );
        check_outcome(
            r#""tool_name":"Bash","tool_response":{"stdout":"ran","stderr":"error: no"}"#,
            OutcomeStatus::Ok,
            "ran\nerror: no",
            true,
        );
        check_outcome(
            r#""tool_name":"Bash","error":"Exit code 3\nx","is_interrupt":false"#,
            OutcomeStatus::Error,
            "Exit code 3\nx",
            true,
        );
        check_outcome(
            r#""tool_name":"Bash","error":"stopped","is_interrupt":true"#,
            OutcomeStatus::Refused,
            "stopped",
            false,
        );
        check_outcome(r#""tool_name":"X","tool_response":"plain""#, OutcomeStatus::Ok, "plain", false);
        check_outcome(r#""tool_name":"X","tool_response":[{"type":"text","text":"a"}]"#, OutcomeStatus::Ok, "a", false);
        check_outcome(
            r#""tool_name":"X","tool_response":{"taskId":"1"}"#,
            OutcomeStatus::Ok,
            r#"{"taskId":"1"}"#,
            false,
        );
    }

    #[track_caller]
    fn check_error(payload: &[u8], expected: &PayloadError) {
        let error = decode("prompt-inject", payload).unwrap_err();
        assert_eq!(&error, expected, "{}", String::from_utf8_lossy(payload));
        assert!(!error.hint().is_empty());
    }

    #[test]
    fn bad_payloads_are_named() {
        check_error(b"", &PayloadError::Empty);
        check_error(b" \n", &PayloadError::Empty);
        check_error(b"hello", &PayloadError::NotJson);
        check_error(br#"{"session_id":"s1","prompt":"cut"#, &PayloadError::NotJson);
        check_error(b"\x00\xff\xfe", &PayloadError::NotJson);
        check_error(b"[]", &PayloadError::NotAnObject);
        check_error(b"\"s1\"", &PayloadError::NotAnObject);
        check_error(b"{}", &PayloadError::MissingSession);
        check_error(br#"{"session_id":""}"#, &PayloadError::MissingSession);
        check_error(br#"{"session_id":7}"#, &PayloadError::WrongType("session_id"));
        check_error(br#"{"session_id":"s1","prompt":["x"]}"#, &PayloadError::WrongType("prompt"));
        let call = br#"{"session_id":"s1","tool_name":"Edit","tool_input":"x"}"#;
        assert_eq!(decode("pre-tool-use", call).unwrap_err(), PayloadError::WrongType("tool_input"));
    }

    #[test]
    fn a_call_is_judged_whatever_shape_its_marks_have() {
        for shape in ["null", "7", "{}", "[\"x\"]"] {
            let marks =
                format!(r#""session_id":"s1","permission_mode":{shape},"tool_use_id":{shape},"prompt_id":{shape}"#);
            let read = |subcommand: &str, fields: &str| {
                let input = decode(subcommand, format!("{{{marks},{fields}}}").as_bytes()).unwrap();
                assert_eq!(input.permission_mode, None, "{shape}");
                input.events.into_iter().next().map(|event| event.what)
            };
            let call = read("pre-tool-use", r#""tool_name":"Bash","tool_input":{"command":"git push"}"#);
            assert!(
                matches!(call, Some(What::Call(call)) if call.call_id.is_empty() && call.tool == "Bash"),
                "{shape}"
            );
            let said = read("prompt-inject", r#""prompt":"don't push""#);
            assert!(matches!(said, Some(What::Prompt(prompt)) if prompt.prompt_id.is_none()), "{shape}");
        }
    }

    #[test]
    fn text_that_is_no_text_is_replaced() {
        let input = decode("prompt-inject", b"{\"session_id\":\"s1\",\"prompt\":\"a\xff\\ud83d\"}").unwrap();
        assert!(matches!(&input.events[0].what, What::Prompt(prompt) if prompt.text == "a\u{fffd}\u{fffd}"));
    }
}
