//! Tool calls of Claude Code as actions.
//!
//! Owns which tool is which verb and where its paths and contents stand. What a shell command does to files is not
//! read here.

use super::json::Json;
use super::{server_tool, spotlight};
use crate::agent::{clip, fingerprint};
use crate::domain::{Action, ActionKind, ChangedLines, Draft, FileEffect, FileVerb, Replacement, Rewrite, Trace};
use crate::text::rewrite::compare;
use crate::text::trace::TellingWords;

/// Characters kept of a shell command; the longest of 11,236 real ones are scripts in a heredoc.
const MAX_COMMAND: usize = 4_000;
/// Bytes kept of a plan: the longest real prompt with a plan has 87 KB, the 99th percentile 11 KB.
const MAX_PLAN: usize = 64 * 1024;
/// Characters kept of a delegated task.
const MAX_TASK: usize = 4_000;
/// Characters kept of what is searched for.
const MAX_SEARCH: usize = 400;
/// Bytes of JSON up to which the text of a write is kept for its judgement. Settings have a few kilobytes; what is longer
/// is not looked into, so that a hook does not copy megabytes.
const MAX_DRAFT: usize = 256 * 1024;
/// Bytes of a file that is written as a whole in which a limit on code is looked for.
const MAX_WHOLE: usize = 32 * 1024;
/// Bytes of an edit's texts that are read for telling words, and words that are kept.
const MAX_SAID: usize = 4_000;
const MAX_SAID_WORDS: usize = 64;
/// Fields with which a server's tool writes only a part of a file.
const PARTIAL: [&str; 6] = ["mode", "append", "line", "line_number", "insert_line", "position"];

/// The verb of a tool. Names of every version are known: `Task` became `Agent`, `MultiEdit`, `Grep` and `Glob` are gone.
fn kind(tool: &str) -> ActionKind {
    match tool {
        "Read" | "NotebookRead" => ActionKind::Read,
        "Edit" | "MultiEdit" | "NotebookEdit" => ActionKind::Edit,
        "Write" => ActionKind::Write,
        "Bash" | "Monitor" | "PowerShell" => ActionKind::Bash,
        "Grep" | "Glob" | "LS" | "ToolSearch" => ActionKind::Search,
        "WebFetch" | "WebSearch" => ActionKind::Fetch,
        "Task" | "Agent" => ActionKind::Delegate,
        "ExitPlanMode" | "exit_plan_mode" => ActionKind::Plan,
        "AskUserQuestion" => ActionKind::Ask,
        _ if tool.starts_with("mcp__") => ActionKind::Mcp,
        _ => ActionKind::Other,
    }
}

/// Reads a tool's input. Fields that are missing or of another type are left out.
pub(super) fn decode(tool: &str, input: Option<Json<'_>>) -> Action {
    let kind = kind(tool);
    let mut action = Action::bare(kind);
    let raw = input.map_or(&[] as &[u8], Json::raw);
    action.digest = fingerprint::digest(&[tool.as_bytes(), b"\0", raw].concat());
    let Some(input) = input.filter(|input| input.is_object()) else {
        return action;
    };
    let [file_path, notebook_path, path, command, plan, prompt, description] =
        input.fields(["file_path", "notebook_path", "path", "command", "plan", "prompt", "description"]);
    let verb = match kind {
        ActionKind::Edit => FileVerb::Edit,
        ActionKind::Write => FileVerb::Write,
        _ => FileVerb::Read,
    };
    if kind == ActionKind::Mcp {
        (action.effects, action.opaque) = server_tool::effects(tool, input);
        set_command(&mut action, server_tool::command(input).as_deref());
        action.text = Some(tool.to_owned());
        return action;
    }
    if kind == ActionKind::Other {
        // A tool of the client that is not known yet: what its input names is seen, what it leaves open stays open.
        (action.effects, _) = server_tool::effects(tool, input);
        return action;
    }
    let named = [file_path, notebook_path, path].into_iter().flatten().find_map(Json::owned);
    action.effects.extend(named.map(|path| FileEffect { verb, path }));
    match kind {
        ActionKind::Bash => set_command(&mut action, command.and_then(Json::text).as_deref()),
        ActionKind::Plan => action.text = plan.and_then(Json::text).map(|plan| up_to_bytes(&plan, MAX_PLAN).to_owned()),
        // An action has no tool: the name tells one MCP tool from another.
        ActionKind::Delegate => {
            action.text =
                prompt.or(description).and_then(Json::text).map(|task| clip::head(&task, MAX_TASK).to_owned());
        }
        ActionKind::Fetch => {
            let [url] = input.fields(["url"]);
            action.text = url.and_then(Json::text).map(|url| clip::head(&url, MAX_SEARCH).to_owned());
        }
        ActionKind::Search => {
            let [pattern, query] = input.fields(["pattern", "query"]);
            action.text = pattern.or(query).and_then(Json::text).map(|words| clip::head(&words, MAX_SEARCH).to_owned());
        }
        ActionKind::Edit | ActionKind::Write => {
            let [old] = input.fields(["old_string"]);
            action.replaced = old.map(|old| fingerprint::digest(old.raw()));
            action.content = written(input);
            (action.rewrite, action.lines) = rewrite(input).unzip();
            action.lines = action.lines.or_else(|| whole(input));
            action.says = says(input);
        }
        _ => {}
    }
    action
}

/// Gives the action as much of the command as is kept.
fn set_command(action: &mut Action, command: Option<&str>) {
    let kept = command.map(|command| clip::head(command, MAX_COMMAND));
    action.cut = kept.map(str::len) < command.map(str::len);
    action.command = kept.map(str::to_owned);
}

/// The digest of what an edit puts in, or of the content written.
fn written(input: Json<'_>) -> Option<crate::domain::Digest> {
    let parts = input.fields(["new_string", "edits", "content", "new_source"]);
    parts.into_iter().flatten().next().map(|part| fingerprint::digest(part.raw()))
}

/// The telling words of what an edit puts in and takes out.
fn says(input: Json<'_>) -> Vec<Trace> {
    let [edits, texts @ ..] = input.fields(["edits", "new_string", "content", "new_source", "old_string"]);
    let edits = edits.filter(|edits| edits.is_list()).into_iter().flat_map(Json::items);
    let parts = edits.flat_map(|edit| edit.fields(["new_string", "old_string"]));
    let mut found = TellingWords::new(MAX_SAID_WORDS);
    for text in texts.into_iter().chain(parts).flatten() {
        if found.is_full() {
            break;
        }
        // Of a long text the beginning is read.
        if let Some((text, _)) = text.ends(MAX_SAID, 0) {
            found.add(&text);
        }
    }
    found.into_traces()
}

/// The content of a file that is written as a whole.
fn whole(input: Json<'_>) -> Option<ChangedLines> {
    let [content, source] = input.fields(["content", "new_source"]);
    let (came, _) = content.or(source)?.ends(MAX_WHOLE, 0)?;
    Some(ChangedLines { gone: String::new(), came: came.into_owned() })
}

/// What an edit does to the lines of its file.
fn rewrite(input: Json<'_>) -> Option<(Rewrite, ChangedLines)> {
    let [edits] = input.fields(["edits"]);
    let parts = match edits.filter(|edits| edits.is_list()) {
        Some(edits) => edits.items().map(lines_of).collect::<Option<Vec<_>>>()?,
        None => vec![lines_of(input)?],
    };
    parts.into_iter().reduce(|(rewrite, mut lines), (other, more)| {
        lines.gone.push_str(&more.gone);
        lines.came.push_str(&more.came);
        (rewrite.and(other), lines)
    })
}

fn lines_of(edit: Json<'_>) -> Option<(Rewrite, ChangedLines)> {
    let [old, new] = edit.fields(["old_string", "new_string"]);
    let (old, new) = (old?, new?);
    (old.raw().len() + new.raw().len() <= MAX_DRAFT).then(|| Some(compare(&old.text()?, &new.text()?))).flatten()
}

/// What the call would write, for the judgement before it runs. A transcript's calls have run: nobody asks there.
pub(super) fn draft(kind: ActionKind, input: Json<'_>) -> Option<Draft> {
    let known = known_draft(kind, input);
    // A tool with other fields may do anything with their texts: send them, run them, write them.
    let unread = known.is_none()
        && match kind {
            ActionKind::Mcp => server_tool::command(input).is_none(),
            ActionKind::Other => true,
            _ => false,
        }
        && input.raw().len() <= MAX_DRAFT;
    known.or_else(|| unread.then(|| Draft::Words(spotlight::text_of(input))))
}

fn known_draft(kind: ActionKind, input: Json<'_>) -> Option<Draft> {
    match kind {
        ActionKind::Bash => {
            let [command] = input.fields(["command"]);
            long_command(command?.owned()?)
        }
        // Where a request goes to says what it may carry there.
        ActionKind::Fetch => {
            let [url] = input.fields(["url"]);
            url?.owned().map(Draft::Content)
        }
        ActionKind::Mcp if let Some(command) = server_tool::command(input) => long_command(command),
        // What is put somewhere into the file is not what it holds afterwards.
        ActionKind::Mcp if input.fields(PARTIAL).iter().any(Option::is_some) => None,
        ActionKind::Edit | ActionKind::Write | ActionKind::Mcp if input.raw().len() <= MAX_DRAFT => {
            let [content, edits] = input.fields(["content", "edits"]);
            if let Some(content) = content.and_then(Json::text) {
                return Some(Draft::Content(content.into_owned()));
            }
            match edits.filter(|edits| edits.is_list()) {
                // Each part has its file: together they are the draft of none.
                Some(edits) if edits.items().any(server_tool::names_a_file) => None,
                Some(edits) => edits.items().map(replacement).collect::<Option<Vec<_>>>().map(Draft::Replacements),
                None => replacement(input).map(|only| Draft::Replacements(vec![only])),
            }
        }
        _ => None,
    }
}

/// The whole of a command of which an action holds only the beginning.
fn long_command(command: String) -> Option<Draft> {
    (clip::head(&command, MAX_COMMAND).len() < command.len()).then_some(Draft::Command(command))
}

fn replacement(edit: Json<'_>) -> Option<Replacement> {
    let [old, new, all] = edit.fields(["old_string", "new_string", "replace_all"]);
    // The reference server of files says the same in its own words.
    let [old_text, new_text] = edit.fields(["oldText", "newText"]);
    Some(Replacement {
        old: old.or(old_text).and_then(Json::text)?.into_owned(),
        new: new.or(new_text).and_then(Json::text)?.into_owned(),
        all: all.is_some_and(Json::is_true),
    })
}

fn up_to_bytes(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tool: &str, input: &str) -> Action {
        decode(tool, Json::parse(input.as_bytes()).ok())
    }

    /// An action in one line: kind, effects, command, text.
    fn shown(action: &Action) -> String {
        let effects = action.effects.iter().map(|effect| format!("{:?}:{}", effect.verb, effect.path));
        let texts = [&action.command, &action.text].into_iter().flatten().map(|text| format!("`{text}`"));
        let parts: Vec<String> = std::iter::once(action.kind.name().to_owned()).chain(effects).chain(texts).collect();
        parts.join(" ")
    }

    #[track_caller]
    fn check(tool: &str, input: &str, expected: &str) {
        assert_eq!(shown(&read(tool, input)), expected);
    }

    #[test]
    fn each_tool_has_a_verb() {
        check("Read", r#"{"file_path":"/p/a.rs","offset":3}"#, "read Read:/p/a.rs");
        check("NotebookRead", r#"{"notebook_path":"/p/n.ipynb"}"#, "read Read:/p/n.ipynb");
        check("Edit", r#"{"file_path":"/p/a.rs","old_string":"a","new_string":"b"}"#, "edit Edit:/p/a.rs");
        check("MultiEdit", r#"{"file_path":"/p/a.rs","edits":[]}"#, "edit Edit:/p/a.rs");
        check("NotebookEdit", r#"{"notebook_path":"/p/n.ipynb","edit_mode":"delete"}"#, "edit Edit:/p/n.ipynb");
        check("Write", r#"{"content":"x","file_path":"C:\\w\\a.rs"}"#, "write Write:C:\\w\\a.rs");
        check("Bash", r#"{"command":"rm a.rs","description":"d"}"#, "bash `rm a.rs`");
        check("PowerShell", r#"{"command":"ls"}"#, "bash `ls`");
        check("Grep", r#"{"pattern":"x","path":"src"}"#, "search Read:src `x`");
        check("Glob", r#"{"pattern":"**/*.rs"}"#, "search `**/*.rs`");
        check("ToolSearch", r#"{"query":"select:Edit"}"#, "search `select:Edit`");
        check("WebFetch", r#"{"url":"https://example.com","prompt":"read"}"#, "fetch `https://example.com`");
        check("Task", r#"{"description":"look","prompt":"find it"}"#, "delegate `find it`");
        check("Agent", r#"{"description":"look"}"#, "delegate `look`");
        check("mcp__db__query", r#"{"sql":"select 1"}"#, "mcp `mcp__db__query`");
        check("ExitPlanMode", r##"{"plan":"# Plan\n1. do"}"##, "plan `# Plan\n1. do`");
        check("AskUserQuestion", r#"{"questions":[]}"#, "ask");
        check("exit_plan_mode", r#"{"plan":"p"}"#, "plan `p`");
        check("ApplyPatch", r#"{"files":[{"path":"a.rs","content":"x"}]}"#, "other Edit:a.rs");
        check("SendFile", r#"{"files":["a.rs","b.rs"]}"#, "other Read:a.rs Read:b.rs");
        check("TodoWrite", r#"{"todos":[]}"#, "other");
        check("Task\" >\n<parameter name=\"description", r#"{"prompt":"x"}"#, "other");
    }

    #[test]
    fn unexpected_input_is_left_out() {
        check("Read", "[]", "read");
        check("Read", r#"{"file_path":7,"path":"b.rs"}"#, "read Read:b.rs");
        check("Read", r#"{"file_path":""}"#, "read");
        check("Bash", r#"{"command":null}"#, "bash");
        check("Edit", "torn", "edit");
    }

    #[test]
    fn long_texts_are_capped_between_characters() {
        let command = format!("{{\"command\":\"{}\"}}", "é".repeat(5_000));
        assert_eq!(read("Bash", &command).command.unwrap().chars().count(), MAX_COMMAND);
        let plan = format!("{{\"plan\":\"x{}\"}}", "é".repeat(40_000));
        assert_eq!(read("ExitPlanMode", &plan).text.unwrap().len(), MAX_PLAN - 1);
    }

    #[track_caller]
    fn check_draft(tool: &str, input: &str, expected: Option<&Draft>) {
        assert_eq!(draft(kind(tool), Json::parse(input.as_bytes()).unwrap()).as_ref(), expected, "{tool} {input}");
        assert_eq!(read(tool, input).draft, None, "a call of a transcript has run");
    }

    #[test]
    fn a_coming_write_is_known_whole() {
        let part = |old: &str, new: &str, all| Replacement { old: old.into(), new: new.into(), all };
        let parts = |parts: &[Replacement]| Draft::Replacements(parts.to_vec());
        check_draft("Write", r#"{"file_path":"a","content":"x\ny"}"#, Some(&Draft::Content("x\ny".into())));
        check_draft("Edit", r#"{"old_string":"a","new_string":"b"}"#, Some(&parts(&[part("a", "b", false)])));
        check_draft(
            "Edit",
            r#"{"old_string":"a","new_string":"","replace_all":true}"#,
            Some(&parts(&[part("a", "", true)])),
        );
        check_draft(
            "MultiEdit",
            r#"{"edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"d"}]}"#,
            Some(&parts(&[part("a", "b", false), part("c", "d", false)])),
        );
        check_draft("MultiEdit", r#"{"edits":[{"old_string":"a"}]}"#, None);
        check_draft("Edit", r#"{"old_string":1,"new_string":"b"}"#, None);
        check_draft("Read", r#"{"file_path":"a"}"#, None);
        check_draft("Bash", r#"{"command":"ls"}"#, None);
        let long = "x ".repeat(MAX_COMMAND);
        check_draft("Bash", &format!(r#"{{"command":"{long}"}}"#), Some(&Draft::Command(long.clone())));
        let huge = "x".repeat(MAX_DRAFT);
        check_draft("Write", &format!(r#"{{"content":"{huge}"}}"#), None);
    }

    #[test]
    fn every_text_of_a_tool_that_nobody_knows_is_seen() {
        let words = |words: &str| Some(Draft::Words(words.into()));
        let mail = r#"{"to":"a@example.org","parts":[{"body":"the key"},7],"size":3}"#;
        check_draft("mcp__mail__send", mail, words("a@example.org\nthe key").as_ref());
        check_draft("SendFile", r#"{"url":"https://example.org"}"#, words("https://example.org").as_ref());
        check_draft("mcp__shell__run", r#"{"command":"ls","note":"x"}"#, None);
        check_draft("mcp__files__save", r#"{"path":"a","content":"x"}"#, Some(&Draft::Content("x".into())));
        let part = r#"{"path":"a","line":3,"content":"x"}"#;
        check_draft("mcp__files__insert", part, words("a\nx").as_ref());
        check_draft("TodoWrite", &format!(r#"{{"x":"{}"}}"#, "x".repeat(MAX_DRAFT)), None);
    }

    #[test]
    fn an_edit_tells_what_it_does_to_lines() {
        let rewritten = |tool: &str, input: &str| read(tool, input).rewrite.map(|found| (found.removed, found.added));
        assert_eq!(rewritten("Edit", r#"{"old_string":"a\nb","new_string":"a\nc\nd"}"#), Some((1, 2)));
        let parts = r#"{"edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":""}]}"#;
        assert_eq!(rewritten("MultiEdit", parts), Some((2, 1)));
        assert_eq!(rewritten("MultiEdit", r#"{"edits":[{"old_string":"a"}]}"#), None);
        assert_eq!(rewritten("Write", r#"{"content":"a"}"#), None);
    }

    #[test]
    fn the_contents_of_files_are_never_stored() {
        let mut action = read("Write", r#"{"file_path":"a","content":"the text"}"#);
        action.draft = Some(Draft::Content("the text".into()));
        assert!(action.lines.is_some(), "a limit on code is held against them");
        let stored = serde_json::to_string(&action).unwrap();
        assert!(!stored.contains("the text"), "{stored}");
        assert_eq!(serde_json::from_str::<Action>(&stored).unwrap(), Action { draft: None, lines: None, ..action });
    }

    #[test]
    fn digests_tell_actions_and_contents_apart() {
        let edit = |old: &str, new: &str| {
            read("Edit", &format!(r#"{{"file_path":"a","old_string":"{old}","new_string":"{new}"}}"#))
        };
        assert_eq!(edit("a", "b"), edit("a", "b"));
        assert_ne!(edit("a", "b").content, edit("b", "a").content);
        assert_eq!(edit("a", "b").replaced, edit("b", "a").content);
        assert_ne!(edit("a", "b").digest, edit("b", "a").digest);
        assert_ne!(read("Read", "{}").digest, read("Write", "{}").digest);
        assert!(read("Write", r#"{"content":"x"}"#).content.is_some());
        assert_eq!(read("Read", r#"{"file_path":"a"}"#).content, None);
    }
}
