//! One line of a Claude Code transcript as events.
//!
//! A line is walked once from left to right. Records that hold nothing of interest are left as soon as their `type` is
//! seen, wherever it stands; in the others only the leaves that make events are decoded, after the whole line has
//! proved to be complete.

use super::json::{Json, Scanner, Torn};
use super::outcome::{self, Answer, Signs};
use super::prompt::{self, Marks};
use super::{action, spotlight};
use crate::agent::{LineKind, Texts, clip};
use crate::domain::{ActionKind, Call, Event, Outcome, Prompt, What};

/// Characters kept from the beginning and the end of a reply.
pub(super) const MAX_REPLY: (usize, usize) = (3_000, 995);
/// The agent's name when a sidechain line does not tell the subagent's id.
const SIDECHAIN: &str = "sidechain";
/// The model named on lines that the client wrote in the assistant's place.
const SYNTHETIC: &str = "<synthetic>";

/// What the `type` of a record means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordType {
    User,
    Assistant,
    Attachment,
    System,
    Useless,
    Unknown,
}

impl RecordType {
    fn of(value: Json<'_>) -> Self {
        match value.text().as_deref() {
            Some("user") => Self::User,
            Some("assistant") => Self::Assistant,
            Some("attachment") => Self::Attachment,
            Some("system") => Self::System,
            Some(
                "progress"
                | "file-history-snapshot"
                | "summary"
                | "queue-operation"
                | "last-prompt"
                | "custom-title"
                | "ai-title"
                | "agent-name"
                | "mode"
                | "permission-mode"
                | "pr-link"
                | "frame-link"
                | "tools-used"
                | "cost-state"
                | "atis-latch"
                | "api-request"
                | "api-request-shape"
                | "api-request-blob",
            ) => Self::Useless,
            _ => Self::Unknown,
        }
    }
}

/// The parts of a record that make events, as slices of the line.
#[derive(Debug, Default)]
struct Record<'a> {
    subtype: Option<Json<'a>>,
    sidechain: Option<Json<'a>>,
    meta: Option<Json<'a>>,
    compact_summary: Option<Json<'a>>,
    api_error: Option<Json<'a>>,
    denial: Option<Json<'a>>,
    uuid: Option<Json<'a>>,
    timestamp: Option<Json<'a>>,
    cwd: Option<Json<'a>>,
    agent_id: Option<Json<'a>>,
    prompt_id: Option<Json<'a>>,
    tool_use_result: Option<Json<'a>>,
    attachment: Option<Json<'a>>,
    model: Option<Json<'a>>,
    blocks: Vec<Block<'a>>,
}

/// One content block; a plain string is a text block.
#[derive(Debug, Default)]
struct Block<'a> {
    kind: Option<Json<'a>>,
    text: Option<Json<'a>>,
    thinking: Option<Json<'a>>,
    id: Option<Json<'a>>,
    name: Option<Json<'a>>,
    input: Option<Json<'a>>,
    tool_use_id: Option<Json<'a>>,
    content: Option<Json<'a>>,
    is_error: bool,
}

/// Reads one line; see [`crate::agent::Adapter::decode_line`]. The texts that are `wanted` are told whole.
pub(super) fn decode(line: &[u8], wanted: Texts, sink: &mut dyn FnMut(Event)) -> LineKind {
    // Some editors put a byte order mark before the first record.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return LineKind::Skip;
    }
    let mut record = Record::default();
    match record.walk(line) {
        Ok(RecordType::Useless) => LineKind::Skip,
        Ok(RecordType::Unknown) => LineKind::Unknown,
        Ok(kind) => {
            record.tell(kind, wanted, sink);
            LineKind::Events
        }
        Err(Torn) => LineKind::Broken,
    }
}

impl<'a> Record<'a> {
    /// Takes in the parts of a line, as far as it is worth reading.
    fn walk(&mut self, line: &'a [u8]) -> Result<RecordType, Torn> {
        let mut scanner = Scanner::new(line);
        if !scanner.enter(b'{') || !line.ends_with(b"}") {
            return Err(Torn);
        }
        let mut kind = None;
        while let Some(key) = scanner.key()? {
            match &*key {
                // Of a type given twice the first one counts: the line may be left here.
                b"type" if kind.is_none() => match RecordType::of(scanner.value()?) {
                    left @ (RecordType::Useless | RecordType::Unknown) => return Ok(left),
                    known => kind = Some(known),
                },
                b"subtype" => self.subtype = Some(scanner.value()?),
                b"message" => self.message(&mut scanner)?,
                b"attachment" => self.attachment = Some(scanner.value()?),
                b"uuid" => self.uuid = Some(scanner.value()?),
                b"timestamp" => self.timestamp = Some(scanner.value()?),
                b"cwd" => self.cwd = Some(scanner.value()?),
                b"agentId" => self.agent_id = Some(scanner.value()?),
                b"promptId" => self.prompt_id = Some(scanner.value()?),
                b"isSidechain" => self.sidechain = Some(scanner.value()?),
                b"isMeta" => self.meta = Some(scanner.value()?),
                b"isCompactSummary" => self.compact_summary = Some(scanner.value()?),
                b"isApiErrorMessage" => self.api_error = Some(scanner.value()?),
                b"toolDenialKind" => self.denial = Some(scanner.value()?),
                b"toolUseResult" => self.tool_use_result = Some(scanner.value()?),
                _ => {
                    scanner.value()?;
                }
            }
        }
        scanner.finish()?;
        Ok(kind.unwrap_or(RecordType::Unknown))
    }

    fn message(&mut self, scanner: &mut Scanner<'a>) -> Result<(), Torn> {
        if !scanner.enter(b'{') {
            scanner.value()?;
            return Ok(());
        }
        self.blocks.clear();
        while let Some(key) = scanner.key()? {
            match &*key {
                b"model" => self.model = Some(scanner.value()?),
                b"content" => self.content(scanner)?,
                _ => {
                    scanner.value()?;
                }
            }
        }
        Ok(())
    }

    fn content(&mut self, scanner: &mut Scanner<'a>) -> Result<(), Torn> {
        self.blocks.clear();
        if !scanner.enter(b'[') {
            let text = scanner.value()?;
            self.blocks.push(Block { text: Some(text), ..Block::default() });
            return Ok(());
        }
        while scanner.item()? {
            self.blocks.push(Block::walk(scanner)?);
        }
        Ok(())
    }

    /// Tells what the record holds, in its order.
    fn tell(&self, kind: RecordType, wanted: Texts, sink: &mut dyn FnMut(Event)) {
        match kind {
            RecordType::User => {
                self.blocks.iter().filter_map(|block| self.of_user(block, wanted)).for_each(sink);
            }
            RecordType::Assistant => {
                self.blocks.iter().filter_map(|block| self.of_assistant(block, wanted.drafts)).for_each(sink);
            }
            RecordType::Attachment => self.queued_prompt().into_iter().for_each(sink),
            RecordType::System if self.subtype.is_some_and(|subtype| subtype.is("compact_boundary")) => {
                sink(self.event(What::Compaction));
            }
            _ => {}
        }
    }

    fn of_user(&self, block: &Block<'a>, wanted: Texts) -> Option<Event> {
        if block.is("tool_result") {
            let signs = Signs {
                error: block.is_error,
                denied: self.denial.is_some_and(|kind| !kind.is_null()),
                // Only shells answer with an object that begins with their output.
                shell: self.tool_use_result.is_some_and(|result| result.begins_with_key("stdout")),
            };
            let call_id = block.tool_use_id.and_then(Json::owned)?;
            let outcome = outcome::outcome(call_id, &Answer::read(block.content), signs);
            let said = block.content.filter(|_| wanted.answers).map(spotlight::text_of);
            return Some(self.event(What::Outcome(Outcome { said, ..outcome })));
        }
        // The prompts of a subagent are the main agent's words.
        if self.is_sidechain() && !wanted.tasks || !block.is_text() {
            return None;
        }
        self.prompt(block.text?)
    }

    fn of_assistant(&self, block: &Block<'a>, drafts: bool) -> Option<Event> {
        if block.is("tool_use") {
            let tool = block.name.and_then(Json::owned).unwrap_or_else(|| "?".to_owned());
            let mut action = action::decode(&tool, block.input);
            action.cwd = self.cwd.and_then(Json::owned);
            if drafts && matches!(action.kind, ActionKind::Edit | ActionKind::Write) {
                action.draft = block.input.and_then(|input| action::draft(action.kind, input));
            }
            let call_id = block.id.and_then(Json::owned).unwrap_or_default();
            return Some(self.event(What::Call(Call { call_id, tool, action })));
        }
        if block.is("thinking") {
            let thought = block.thinking.and_then(Json::text)?;
            return (!thought.trim().is_empty()).then(|| self.event(What::Thought));
        }
        // What the client wrote in the assistant's place is not the agent's word.
        if !block.is_text() || is_set(self.api_error) || self.model.is_some_and(|model| model.is(SYNTHETIC)) {
            return None;
        }
        let reply = block.text.and_then(Json::text)?;
        let reply = clip::ends(reply.trim(), MAX_REPLY.0, MAX_REPLY.1);
        (!reply.is_empty()).then(|| self.event(What::Reply(reply)))
    }

    /// A prompt typed while the agent worked stands only here: no user line repeats it.
    fn queued_prompt(&self) -> Option<Event> {
        let [attachment_type, prompt, mode] = self.attachment?.fields(["type", "prompt", "commandMode"]);
        let typed = attachment_type?.is("queued_command") && mode?.is("prompt");
        if !typed || self.is_sidechain() { None } else { self.prompt(prompt?) }
    }

    fn prompt(&self, text: Json<'a>) -> Option<Event> {
        let text = text.text().filter(|text| !text.trim().is_empty())?.into_owned();
        let marks = Marks { meta: is_set(self.meta), compact_summary: is_set(self.compact_summary) };
        let class = prompt::classify(&text, marks);
        let prompt_id = self.prompt_id.and_then(Json::owned);
        Some(self.event(What::Prompt(Prompt { text, class, prompt_id })))
    }

    fn is_sidechain(&self) -> bool {
        is_set(self.sidechain)
    }

    fn event(&self, what: What) -> Event {
        let agent = || self.agent_id.and_then(Json::owned).unwrap_or_else(|| SIDECHAIN.to_owned());
        Event {
            at: self.timestamp.and_then(milliseconds),
            agent: self.is_sidechain().then(agent),
            uuid: self.uuid.and_then(Json::owned),
            cwd: self.cwd.and_then(Json::owned),
            what,
        }
    }
}

impl<'a> Block<'a> {
    fn walk(scanner: &mut Scanner<'a>) -> Result<Self, Torn> {
        let mut block = Self::default();
        if !scanner.enter(b'{') {
            block.text = Some(scanner.value()?);
            return Ok(block);
        }
        while let Some(key) = scanner.key()? {
            let value = scanner.value()?;
            match &*key {
                b"type" => block.kind = Some(value),
                b"text" => block.text = Some(value),
                b"thinking" => block.thinking = Some(value),
                b"id" => block.id = Some(value),
                b"name" => block.name = Some(value),
                b"input" => block.input = Some(value),
                b"tool_use_id" => block.tool_use_id = Some(value),
                b"content" => block.content = Some(value),
                b"is_error" => block.is_error = value.is_true(),
                _ => {}
            }
        }
        // An object without a type is of a type that is not known; only a plain string goes without.
        block.kind.get_or_insert(Json::NULL);
        Ok(block)
    }

    fn is(&self, name: &str) -> bool {
        self.kind.is_some_and(|kind| kind.is(name))
    }

    fn is_text(&self) -> bool {
        self.kind.is_none_or(|kind| kind.is("text"))
    }
}

/// True for a flag that is given and `true`.
fn is_set(flag: Option<Json<'_>>) -> bool {
    flag.is_some_and(Json::is_true)
}

fn milliseconds(timestamp: Json<'_>) -> Option<i64> {
    let time: jiff::Timestamp = timestamp.text()?.parse().ok()?;
    Some(time.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::OutcomeStatus;
    use proptest::prelude::*;

    fn read(line: &[u8]) -> (LineKind, Vec<Event>) {
        let mut events = Vec::new();
        let kind = decode(line, Texts::default(), &mut |event| events.push(event));
        (kind, events)
    }

    /// A line's kind and events in one text.
    fn shown(line: &[u8]) -> String {
        let (kind, events) = read(line);
        let mut text = format!("{kind:?}");
        for event in events {
            let what = match event.what {
                What::Prompt(prompt) => format!("{:?}({})", prompt.class, prompt.text),
                What::Thought => "thought".to_owned(),
                What::Reply(reply) => format!("reply({reply})"),
                What::Call(call) => format!("call({} {} {})", call.tool, call.call_id, call.action.effects.len()),
                What::Outcome(outcome) => {
                    format!("outcome({} {:?} {})", outcome.call_id, outcome.status, outcome.excerpt)
                }
                What::Compaction => "compaction".to_owned(),
            };
            text += &event.agent.map_or_else(|| format!(" {what}"), |agent| format!(" {agent}/{what}"));
        }
        text
    }

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(shown(line.as_bytes()), expected, "{line}");
        assert_eq!(shown(line.replace("\":", "\" : ").replace(",\"", " , \"").as_bytes()), expected, "spaced {line}");
    }

    #[test]
    fn each_record_gives_its_events() {
        check(r#"{"type":"user","message":{"content":"do it"}}"#, "Events Human(do it)");
        check(
            r#"{"type":"user","message":{"content":[{"type":"text","text":"a"},"b",{"type":"image","source":{}}]}}"#,
            "Events Human(a) Human(b)",
        );
        check(
            r#"{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"hm","signature":"s"},
            {"type":"text","text":"I read."},{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"a"}}]}}"#,
            "Events thought reply(I read.) call(Read t1 1)",
        );
        check(r#"{"type":"assistant","message":{"content":"words"}}"#, "Events reply(words)");
        check(
            r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"x","is_error":true}]}}"#,
            "Events outcome(t1 Error x)",
        );
        check(r#"{"type":"system","subtype":"compact_boundary","content":"c"}"#, "Events compaction");
        check(r#"{"type":"system","subtype":"turn_duration"}"#, "Events");
        check(r#"{"type":"user","message":{"content":" "}}"#, "Events");
        check(r#"{"type":"user","message":"odd"}"#, "Events");
        check(r#"{"type":"user","message":{"content":null}}"#, "Events");
        check(r#"{"type":"assistant","message":{"content":[{"text":"untyped"}]}}"#, "Events");
    }

    #[test]
    fn other_records_are_left() {
        check(r#"{"type":"progress","data":{"message":{"type":"assistant"}}}"#, "Skip");
        check(r#"{"data":{"type":"user"},"type":"progress"}"#, "Skip");
        check(r#"{"type":"brand-new","message":{"content":"x"}}"#, "Unknown");
        check(r#"{"message":{"content":"x"}}"#, "Unknown");
        check(r#"{"type":7}"#, "Unknown");
        check("{}", "Unknown");
        check("   ", "Skip");
    }

    #[test]
    fn keys_stand_in_any_order_and_spelling() {
        check(r#"{"message":{"content":"x"},"isSidechain":false,"type":"user"}"#, "Events Human(x)");
        check(r#"{"message":{"content":"x"},"type":"us\u0065r"}"#, "Events Human(x)");
        check(r#"{"m\u0065ssage":{"content":"x"},"type":"user"}"#, "Events Human(x)");
        check(r#"{"type":"user","type":"progress","message":{"content":"x"}}"#, "Events Human(x)");
        check(r#"{"type":"user","message":{"content":"x","content":"y"}}"#, "Events Human(y)");
        check(r#"{"toolUseResult":{"type":"assistant"},"type":"user","message":{"content":"x"}}"#, "Events Human(x)");
    }

    #[test]
    fn broken_lines_give_nothing() {
        for line in [
            r#"{"type":"user","message":{"content":"x"}"#,
            r#"{"type":"user","message":{"content":"x"#,
            r#"{"type":"progress","data":{"#,
            r#"{"type":"user","message":{"content":"x"}} trailing"#,
            r#"{"type":"user","message":{"content":"cut{"type":"summary","summary":"s"}"#,
            "not json",
            "[1]",
            "\"x\"",
        ] {
            assert_eq!(shown(line.as_bytes()), "Broken", "{line}");
        }
    }

    #[test]
    fn a_depth_bomb_is_only_a_long_line() {
        let bomb = format!("{{\"type\":\"user\",\"x\":{}{}}}", "[".repeat(200_000), "]".repeat(200_000));
        assert_eq!(shown(bomb.as_bytes()), "Events");
        assert_eq!(shown("[".repeat(200_000).as_bytes()), "Broken");
    }

    #[test]
    fn text_that_is_no_text_is_replaced() {
        check(r#"{"type":"user","message":{"content":"a\ud83db"}}"#, "Events Human(a\u{fffd}b)");
        assert_eq!(shown(b"{\"type\":\"user\",\"message\":{\"content\":\"a\xffb\"}}"), "Events Human(a\u{fffd}b)");
        assert_eq!(shown(b"\xef\xbb\xbf{\"type\":\"user\",\"message\":{\"content\":\"a\"}}\r"), "Events Human(a)");
    }

    #[test]
    fn subagents_are_named_and_their_prompts_left() {
        check(r#"{"isSidechain":true,"type":"user","message":{"content":"task"}}"#, "Events");
        check(
            r#"{"isSidechain":true,"agentId":"a1","type":"assistant","message":{"content":"hi"}}"#,
            "Events a1/reply(hi)",
        );
        check(r#"{"isSidechain":true,"type":"assistant","message":{"content":"hi"}}"#, "Events sidechain/reply(hi)");
        check(
            r#"{"isSidechain":false,"agentId":"a1","type":"assistant","message":{"content":"hi"}}"#,
            "Events reply(hi)",
        );
    }

    #[test]
    fn the_clients_words_are_not_the_agents() {
        check(r#"{"type":"assistant","message":{"model":"<synthetic>","content":"No response requested."}}"#, "Events");
        check(r#"{"type":"assistant","isApiErrorMessage":true,"message":{"content":"API Error: 529"}}"#, "Events");
        check(r#"{"type":"user","isMeta":true,"message":{"content":"x"}}"#, "Events Meta(x)");
        check(r#"{"type":"user","isCompactSummary":true,"message":{"content":"x"}}"#, "Events CompactSummary(x)");
    }

    #[test]
    fn a_prompt_typed_in_mid_turn_stands_in_an_attachment() {
        check(
            r#"{"attachment":{"type":"queued_command","prompt":"and css","commandMode":"prompt"},"type":"attachment"}"#,
            "Events Human(and css)",
        );
        check(
            r#"{"attachment":{"type":"queued_command","prompt":"x","commandMode":"task-notification"},"type":"attachment"}"#,
            "Events",
        );
        check(r#"{"attachment":{"type":"skill_listing","content":"x"},"type":"attachment"}"#, "Events");
    }

    #[test]
    fn a_result_knows_whether_a_shell_gave_it() {
        let line = |result: &str| {
            let line = format!(
                r#"{{"type":"user","toolUseResult":{result},"message":{{"content":[{{"type":"tool_result","tool_use_id":"t","content":"2 failed"}}]}}}}"#
            );
            let (_, events) = read(line.as_bytes());
            match &events[0].what {
                What::Outcome(outcome) => (outcome.status, outcome.failure.is_some()),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(line(r#"{"stdout":"2 failed","stderr":""}"#), (OutcomeStatus::Ok, true));
        assert_eq!(line(r#"{"file":{"content":"2 failed"}}"#), (OutcomeStatus::Ok, false));
    }

    #[test]
    fn an_event_carries_its_record() {
        let (_, events) = read(
            br#"{"type":"user","uuid":"u1","cwd":"/p","promptId":"p1","timestamp":"2026-11-21T10:00:00.123Z","message":{"content":"x"}}"#,
        );
        let event = &events[0];
        assert_eq!(
            (event.at, event.uuid.as_deref(), event.cwd.as_deref()),
            (Some(1_795_255_200_123), Some("u1"), Some("/p"))
        );
        let What::Prompt(prompt) = &event.what else { panic!() };
        assert_eq!(prompt.prompt_id.as_deref(), Some("p1"));
        let (_, events) = read(br#"{"type":"user","timestamp":"yesterday","cwd":7,"message":{"content":"x"}}"#);
        assert_eq!((events[0].at, events[0].cwd.as_deref()), (None, None));
    }

    proptest! {
        #[test]
        fn no_change_of_bytes_makes_it_fail(changes in prop::collection::vec((0_usize..400, any::<u8>()), 1..6)) {
            let mut line = br#"{"type":"assistant","isSidechain":false,"timestamp":"2026-11-21T10:00:00.123Z","message":{"model":"opus",
"content":[{"type":"text","text":"a \u00e9 b"},{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/p/a.rs",
"old_string":"x"}}]},"toolUseResult":{"stdout":"3 failed"}}"#.to_vec();
            let length = line.len();
            for (at, byte) in changes {
                line[at % length] = byte;
            }
            let (kind, events) = read(&line);
            prop_assert!(events.is_empty() || kind == LineKind::Events);
        }
    }

    #[test]
    fn long_words_are_capped() {
        let line = |kind: &str, field: &str| {
            format!(
                r#"{{"type":"assistant","message":{{"content":[{{"type":"{kind}","{field}":"{}"}}]}}}}"#,
                "é".repeat(9_000)
            )
        };
        let length = |line: String| match &read(line.as_bytes()).1[0].what {
            What::Reply(text) => text.chars().count(),
            other => panic!("{other:?}"),
        };
        assert_eq!(length(line("text", "text")), 4_000);
    }
}
