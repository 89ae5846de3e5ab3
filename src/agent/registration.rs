//! Which hooks driftguard registers with Claude Code, and how they get into a settings text and out of it again.
//!
//! Owns the registry as data, the recognition of entries that are ours, and the edits on the text. It reads and writes
//! no file: where settings lie, backups and questions to the user belong to the commands.

use serde::Serialize;

use crate::text::jsonc::{Document, Kind, Node, SyntaxError};

/// One hook of the client that driftguard sits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The client's name for the event.
    pub client_event: &'static str,
    /// Our subcommand for it.
    pub subcommand: &'static str,
    /// After so many seconds the client kills the hook and goes on. Its own default for some events is ten minutes.
    pub timeout_seconds: u32,
}

/// The registry: what `install` writes and `hooks/hooks.json` holds. No matcher: each of these events is one kind.
pub const CLAUDE_HOOKS: &[Registration] = &[
    Registration { client_event: "SessionStart", subcommand: "session-start", timeout_seconds: 5 },
    Registration { client_event: "UserPromptSubmit", subcommand: "prompt-inject", timeout_seconds: 5 },
    Registration { client_event: "PreToolUse", subcommand: "pre-tool-use", timeout_seconds: 5 },
    Registration { client_event: "PostToolUse", subcommand: "post-tool-use", timeout_seconds: 5 },
    Registration { client_event: "PostToolUseFailure", subcommand: "post-tool-use", timeout_seconds: 5 },
    Registration { client_event: "Stop", subcommand: "stop", timeout_seconds: 5 },
    Registration { client_event: "SubagentStop", subcommand: "subagent-stop", timeout_seconds: 5 },
    Registration { client_event: "PreCompact", subcommand: "pre-compact", timeout_seconds: 5 },
    Registration { client_event: "SessionEnd", subcommand: "session-end", timeout_seconds: 5 },
];

/// The name of the binary, on `PATH` and in recognising entries.
pub const BINARY_NAME: &str = "driftguard";

/// Every hook subcommand that any version registers. Another tool of the same name has other subcommands, and its
/// entries are not touched.
pub const HOOK_SUBCOMMANDS: [&str; 8] = [
    "session-start",
    "prompt-inject",
    "pre-tool-use",
    "post-tool-use",
    "stop",
    "subagent-stop",
    "pre-compact",
    "session-end",
];

/// The settings text cannot be edited safely. Nothing is changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// No JSON. The client ignores such a file without a word, so nothing in it is in force.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The whole text is, for example, a list.
    #[error("the settings are no JSON object")]
    NoObject,
    /// `hooks` exists and is something else.
    #[error("`hooks` is no JSON object")]
    HooksNoObject,
    /// The list of an event that we register is something else.
    #[error("`hooks.{0}` is no list")]
    EventNoList(String),
    /// There is a status line, and no command in it that ours could be wrapped around.
    #[error("`statusLine` holds no command")]
    StatusLineNoCommand,
}

/// A registration as the client wants to read it, in the exec form: with `args` the client starts the program itself,
/// without a shell.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    command: &'a str,
    args: [&'a str; 1],
    timeout: u32,
}

impl Registration {
    fn entry<'a>(&'a self, command: &'a str) -> Entry<'a> {
        Entry { kind: "command", command, args: [self.subcommand], timeout: self.timeout_seconds }
    }
}

/// An entry of ours in a settings text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The client's event under which it stands.
    pub event: String,
    /// The program, without the shell's quotes in the old form.
    pub command: String,
    /// Its arguments; never empty, the first one is a hook subcommand.
    pub args: Vec<String>,
    /// True for `command` with `args`, false for the old form, one line for a shell.
    pub exec_form: bool,
    /// True when the entry limits its own time.
    pub has_timeout: bool,
    /// The tools that it is called for, where the user has limited them.
    pub matcher: Option<String>,
}

/// What stands in the list of an event: `{"matcher"?, "hooks": [entry, ..]}`.
#[derive(Serialize)]
struct Group<'a> {
    hooks: [Entry<'a>; 1],
}

/// An entry of ours with all that stands around it.
struct Position<'n> {
    /// Index of the event among the members of `hooks`.
    event: usize,
    /// The event's list, and the index of the group in it.
    groups: &'n Node,
    group: usize,
    /// The group's list, and the index of the entry in it.
    entries: &'n Node,
    entry: usize,
    found: Found,
}

/// `text` with [`CLAUDE_HOOKS`] registered for the program `command`, and all else as it was. Twice is as once.
///
/// Entries of ours from an older version or another path are brought up to date where they stand and keep what the user
/// added to them (`statusMessage`, another timeout); surplus ones are taken out. A matcher goes, as the client would tell of some
/// tools alone; where it is that of other hooks too, ours leaves their group.
pub fn register(text: &str, command: &str) -> Result<String, SettingsError> {
    let mut text = text.to_owned();
    while let Some(edited) = next_edit(&text, command)? {
        text = edited;
    }
    Ok(text)
}

/// `text` without our entries. Lists, groups and the `hooks` object go too where ours was the only content.
pub fn unregister(text: &str, command: &str) -> Result<String, SettingsError> {
    let mut text = text.to_owned();
    loop {
        let document = Document::parse(&text)?;
        let Some((root, hooks)) = hooks_object(&document)? else { return Ok(text) };
        let Some(position) = positions(hooks, command).into_iter().next() else { return Ok(text) };
        text = without_entry(&document, root, hooks, &position);
    }
}

/// The entries of ours, in the order of the text: those that start `command`, or a program named driftguard, with one of
/// our hook subcommands.
pub fn ours(text: &str, command: &str) -> Result<Vec<Found>, SettingsError> {
    let document = Document::parse(text)?;
    let hooks = hooks_object(&document)?;
    Ok(hooks.map_or_else(Vec::new, |(_, hooks)| {
        positions(hooks, command).into_iter().map(|position| position.found).collect()
    }))
}

/// The entries of ours with all that decides when and how they run, each in a form that layout and the order of keys do
/// not change: as long as every one of them is found again, an edit has left our registration alone.
pub fn standing(text: &str, command: &str) -> Result<Vec<String>, SettingsError> {
    let document = Document::parse(text)?;
    let Some((_, hooks)) = hooks_object(&document)? else { return Ok(Vec::new()) };
    let shown = positions(hooks, command).into_iter().map(|position| {
        let around = position.groups.elements().and_then(|groups| groups.get(position.group)?.members());
        let mut conditions: Vec<String> = around
            .unwrap_or_default()
            .iter()
            .filter(|member| member.key != "hooks")
            .map(|member| format!("{:?}:{}", member.key, meaning(text, &member.value)))
            .collect();
        conditions.sort_unstable();
        let entry = position.entries.elements().and_then(|entries| entries.get(position.entry));
        let entry = entry.map(|entry| meaning(text, entry)).unwrap_or_default();
        format!("{} {} {entry}", position.found.event, conditions.join(","))
    });
    Ok(shown.collect())
}

/// A value without its layout: no space around it, keys in order.
fn meaning(text: &str, node: &Node) -> String {
    match &node.kind {
        Kind::Object(members) => {
            let mut shown: Vec<String> =
                members.iter().map(|member| format!("{:?}:{}", member.key, meaning(text, &member.value))).collect();
            shown.sort_unstable();
            format!("{{{}}}", shown.join(","))
        }
        Kind::Array(elements) => {
            let shown: Vec<String> = elements.iter().map(|element| meaning(text, element)).collect();
            format!("[{}]", shown.join(","))
        }
        Kind::String(value) => format!("{value:?}"),
        Kind::Bool(value) => value.to_string(),
        Kind::Other => text[node.span.clone()].to_owned(),
    }
}

/// True when the settings switch `name` on, for example `disableAllHooks`.
pub fn is_on(text: &str, name: &str) -> Result<bool, SettingsError> {
    let document = Document::parse(text)?;
    let value = document.root().and_then(|root| root.get(name));
    Ok(value.is_some_and(|value| value.kind == Kind::Bool(true)))
}

/// What the settings put into the environment of every hook as `variable`.
pub fn in_env(text: &str, variable: &str) -> Result<Option<String>, SettingsError> {
    let document = Document::parse(text)?;
    let value = document.root().and_then(|root| root.get("env")?.get(variable));
    Ok(value.and_then(|value| if let Kind::String(said) = &value.kind { Some(said.clone()) } else { None }))
}

/// True when the settings enable driftguard's plugin, whose hooks then run beside registered ones.
pub fn enables_plugin(text: &str) -> Result<bool, SettingsError> {
    let document = Document::parse(text)?;
    let plugins = document.root().and_then(|root| root.get("enabledPlugins")?.members()).unwrap_or_default();
    Ok(plugins
        .iter()
        .any(|plugin| plugin.key.split('@').next() == Some(BINARY_NAME) && plugin.value.kind == Kind::Bool(true)))
}

/// The text after the first edit that is still needed, or `None` when everything stands as it should.
fn next_edit(text: &str, command: &str) -> Result<Option<String>, SettingsError> {
    let document = Document::parse(text)?;
    let Some(root) = document.root() else {
        return Ok(Some(document.with_root(&serde_json::Map::new())));
    };
    let Some((_, hooks)) = hooks_object(&document)? else {
        return Ok(Some(document.appended(root, Some("hooks"), &serde_json::Map::new())));
    };
    let found = positions(hooks, command);
    // Surplus first: the second of two for one event, and those of events that this version does not register.
    let surplus = found.iter().enumerate().find(|(index, position)| {
        let event = &position.found.event;
        let registered = CLAUDE_HOOKS.iter().any(|hook| hook.client_event == event);
        !registered || found[..*index].iter().any(|earlier| earlier.found.event == *event)
    });
    if let Some((_, position)) = surplus {
        return Ok(Some(without_entry(&document, root, hooks, position)));
    }
    for hook in CLAUDE_HOOKS {
        let edited = match found.iter().find(|position| position.found.event == hook.client_event) {
            Some(position) => match updated(text, position, &hook.entry(command))? {
                None => widened(text, position, hook.entry(command))?,
                edited => edited,
            },
            None => Some(added(&document, hooks, hook, command)?),
        };
        if edited.is_some() {
            return Ok(edited);
        }
    }
    Ok(None)
}

fn added(document: &Document<'_>, hooks: &Node, hook: &Registration, command: &str) -> Result<String, SettingsError> {
    let group = Group { hooks: [hook.entry(command)] };
    match hooks.get(hook.client_event) {
        None => Ok(document.appended(hooks, Some(hook.client_event), &[group])),
        Some(groups) if groups.elements().is_some() => Ok(document.appended(groups, None, &group)),
        Some(_) => Err(SettingsError::EventNoList(hook.client_event.to_owned())),
    }
}

/// The text in which no matcher narrows the entry at `position`, or `None` when none does.
fn widened(text: &str, position: &Position<'_>, fresh: Entry<'_>) -> Result<Option<String>, SettingsError> {
    if position.found.matcher.is_none() {
        return Ok(None);
    }
    let document = Document::parse(text)?;
    let entries = position.entries.elements().unwrap_or_default();
    let Some(group) = position.groups.elements().and_then(|groups| groups.get(position.group)) else { return Ok(None) };
    if entries.len() == 1 {
        let matcher = group.members().and_then(|members| members.iter().rposition(|member| member.key == "matcher"));
        return Ok(matcher.map(|matcher| document.without(group, matcher)));
    }
    // A group of its own at the end, laid out as a fresh one is, and the very words of the entry in it.
    let Some(words) = entries.get(position.entry).map(|entry| &text[entry.span.clone()]) else { return Ok(None) };
    let mut moved = document.appended(position.groups, None, &Group { hooks: [fresh] });
    let place = entry_at(&Document::parse(&moved)?, position.event, None)?.map(|entry| entry.span.clone());
    if let Some(place) = place {
        moved.replace_range(place, words);
    }
    // What was put in stands behind the entry, which is where it was.
    Ok(Some(Document::parse(&moved)?.without(position.entries, position.entry)))
}

/// The entry at its place under an event, or without one the first of the event's last group.
fn entry_at<'d>(
    document: &'d Document<'_>,
    event: usize,
    place: Option<(usize, usize)>,
) -> Result<Option<&'d Node>, SettingsError> {
    Ok(hooks_object(document)?.and_then(|(_, hooks)| {
        let groups = hooks.members()?.get(event)?.value.elements()?;
        let (group, entry) = place.unwrap_or((groups.len().checked_sub(1)?, 0));
        groups.get(group)?.get("hooks")?.elements()?.get(entry)
    }))
}

/// `text` with the entry at `position` as `wanted`, or `None` when it is so already.
///
/// Several edits on one entry: between them it is no longer recognised as ours, so it is found again by its place.
fn updated(text: &str, position: &Position<'_>, wanted: &Entry<'_>) -> Result<Option<String>, SettingsError> {
    let mut latest = None;
    loop {
        let document = Document::parse(latest.as_deref().unwrap_or(text))?;
        let entry = entry_at(&document, position.event, Some((position.group, position.entry)))?;
        match entry.and_then(|entry| first_difference(&document, entry, wanted)) {
            Some(edited) => latest = Some(edited),
            None => return Ok(latest),
        }
    }
}

/// The text with the first difference between `entry` and `wanted` put right; the timeout only where there is none.
fn first_difference(document: &Document<'_>, entry: &Node, wanted: &Entry<'_>) -> Option<String> {
    for (key, text) in [("type", wanted.kind), ("command", wanted.command)] {
        match entry.get(key) {
            Some(value) if value.text() == Some(text) => {}
            Some(value) => return Some(document.replaced(value, &text)),
            None => return Some(document.appended(entry, Some(key), &text)),
        }
    }
    match entry.get("args") {
        Some(value) if texts_of(value).is_some_and(|args| args == wanted.args) => {}
        Some(value) => return Some(document.replaced(value, &wanted.args)),
        None => return Some(document.appended(entry, Some("args"), &wanted.args)),
    }
    entry.get("timeout").is_none().then(|| document.appended(entry, Some("timeout"), &wanted.timeout))
}

/// Takes one entry out, with every list and object around it that holds nothing else, not even a comment.
fn without_entry(document: &Document<'_>, root: &Node, hooks: &Node, position: &Position<'_>) -> String {
    if !document.is_alone(position.entries, position.entry) {
        return document.without(position.entries, position.entry);
    }
    if !document.is_alone(position.groups, position.group) {
        return document.without(position.groups, position.group);
    }
    let members = root.members().unwrap_or_default();
    match members.iter().rposition(|member| member.key == "hooks") {
        Some(index) if document.is_alone(hooks, position.event) => document.without(root, index),
        _ => document.without(hooks, position.event),
    }
}

/// The root and its `hooks`, where there are hooks.
fn hooks_object<'d>(document: &'d Document<'_>) -> Result<Option<(&'d Node, &'d Node)>, SettingsError> {
    let Some(root) = document.root() else { return Ok(None) };
    if root.members().is_none() {
        return Err(SettingsError::NoObject);
    }
    match root.get("hooks") {
        Some(hooks) if hooks.members().is_none() => Err(SettingsError::HooksNoObject),
        hooks => Ok(hooks.map(|hooks| (root, hooks))),
    }
}

fn positions<'n>(hooks: &'n Node, command: &str) -> Vec<Position<'n>> {
    let mut positions = Vec::new();
    for (event, member) in hooks.members().unwrap_or_default().iter().enumerate() {
        let groups = &member.value;
        for (group, node) in groups.elements().unwrap_or_default().iter().enumerate() {
            let Some(entries) = node.get("hooks") else { continue };
            let tools = node.get("matcher").and_then(Node::text).filter(|tools| !matches!(*tools, "" | "*" | ".*"));
            for (entry, node) in entries.elements().unwrap_or_default().iter().enumerate() {
                if let Some(found) = recognise(&member.key, node, command) {
                    let found = Found { matcher: tools.map(str::to_owned), ..found };
                    positions.push(Position { event, groups, group, entries, entry, found });
                }
            }
        }
    }
    positions
}

fn recognise(event: &str, entry: &Node, own_command: &str) -> Option<Found> {
    let line = entry.get("command")?.text()?;
    let exec_form = entry.get("args").is_some();
    let (command, args) = if let Some(args) = entry.get("args") {
        (line, texts_of(args)?)
    } else {
        let (program, rest) = split_program(line)?;
        (program, rest.split_whitespace().collect())
    };
    let is_hook = args.first().is_some_and(|first| HOOK_SUBCOMMANDS.contains(first));
    (is_hook && is_our_program(command, own_command)).then(|| Found {
        event: event.to_owned(),
        command: command.to_owned(),
        args: args.into_iter().map(str::to_owned).collect(),
        exec_form,
        has_timeout: entry.get("timeout").is_some(),
        matcher: None,
    })
}

/// True for the program `own_command` and for every one that is named driftguard.
pub(super) fn is_our_program(command: &str, own_command: &str) -> bool {
    let name = command.rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".exe").unwrap_or(name) == BINARY_NAME || command == own_command
}

/// The first word of a shell line and what follows it. Plain and quoted words only: nothing else was ever registered.
pub(super) fn split_program(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    match line.chars().next()? {
        quote @ ('"' | '\'') => line[1..].split_once(quote),
        _ => line.split_once(char::is_whitespace),
    }
}

fn texts_of(list: &Node) -> Option<Vec<&str>> {
    list.elements()?.iter().map(Node::text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PROGRAM: &str = "/opt/dg/driftguard";

    /// Registers, compares with the whole expected text, registers again, and unregisters.
    #[track_caller]
    fn check(before: &str, after: &str) {
        let registered = register(before, PROGRAM).unwrap();
        assert_eq!(registered, after);
        assert_eq!(register(&registered, PROGRAM).unwrap(), registered, "a second time");
        assert_eq!(unregister(&registered, PROGRAM).unwrap(), before, "the way back");
    }

    fn entry(subcommand: &str) -> String {
        format!(r#"{{"type":"command","command":"/opt/dg/driftguard","args":["{subcommand}"],"timeout":5}}"#)
    }

    /// What is registered, as `shown` writes one entry of it.
    fn every(shown: impl Fn(&Registration) -> Option<String>, separator: &str) -> String {
        CLAUDE_HOOKS.iter().filter_map(shown).collect::<Vec<_>>().join(separator)
    }

    #[expect(clippy::unnecessary_wraps, reason = "`every` can leave entries out")]
    fn on_one_line(hook: &Registration) -> Option<String> {
        Some(format!(r#""{}":[{{"hooks":[{}]}}]"#, hook.client_event, entry(hook.subcommand)))
    }

    #[expect(clippy::unnecessary_wraps, reason = "`every` can leave entries out")]
    fn written_out(hook: &Registration) -> Option<String> {
        let lines = [
            format!("    \"{}\": [", hook.client_event),
            "      {".into(),
            "        \"hooks\": [".into(),
            "          {".into(),
            "            \"type\": \"command\",".into(),
            format!("            \"command\": \"{PROGRAM}\","),
            "            \"args\": [".into(),
            format!("              \"{}\"", hook.subcommand),
            "            ],".into(),
            "            \"timeout\": 5".into(),
            "          }".into(),
            "        ]".into(),
            "      }".into(),
            "    ]".into(),
        ];
        Some(lines.join("\n"))
    }

    #[test]
    fn hooks_are_added_in_the_style_of_the_file() {
        check(
            "{\n  \"model\": \"opus\"\n}\n",
            &format!("{{\n  \"model\": \"opus\",\n  \"hooks\": {{\n{}\n  }}\n}}\n", every(written_out, ",\n")),
        );
        check(r#"{"model":"opus"}"#, &format!(r#"{{"model":"opus","hooks":{{{}}}}}"#, every(on_one_line, ",")));
    }

    #[test]
    fn foreign_entries_stay_beside_ours() {
        let stop = entry("stop");
        let rest = |hook: &Registration| on_one_line(hook).filter(|_| hook.client_event != "Stop");
        check(
            r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}],"Other":[]}}"#,
            &format!(
                r#"{{"hooks":{{"Stop":[{{"hooks":[{{"type":"command","command":"say done"}}]}},{{"hooks":[{stop}]}}],"Other":[],{}}}}}"#,
                every(rest, ",")
            ),
        );
    }

    /// An old registration of the `Stop` hook, and what becomes of it.
    #[track_caller]
    fn check_update(stop_entry: &str, expected: &str) {
        let around = |entry: &str| {
            let rest = every(|hook| on_one_line(hook).filter(|_| hook.client_event != "Stop"), ",");
            format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{entry}]}}],{rest}}}}}"#)
        };
        assert_eq!(register(&around(stop_entry), PROGRAM).unwrap(), around(expected));
    }

    #[test]
    fn an_old_entry_is_brought_up_to_date_in_place() {
        check_update(r#"{"type":"command","command":"/old/driftguard","args":["stop"],"timeout":5}"#, &entry("stop"));
        check_update(
            r#"{"type":"command","command":"/old/driftguard stop"}"#,
            r#"{"type":"command","command":"/opt/dg/driftguard","args":["stop"],"timeout":5}"#,
        );
        check_update(
            r#"{"command":"'/my tools/driftguard' stop --quiet","timeout":9,"statusMessage":"mine","type":"command"}"#,
            r#"{"command":"/opt/dg/driftguard","timeout":9,"statusMessage":"mine","type":"command","args":["stop"]}"#,
        );
        check_update(
            r#"{"type":"command","command":"/opt/dg/driftguard","args":["session-end"],"timeout":5}"#,
            &entry("stop"),
        );
        let twice = format!("{0},{0}", entry("stop"));
        check_update(&twice, &entry("stop"));
    }

    /// The list of `PreToolUse` with a matcher that narrows our entry, and what becomes of it.
    #[track_caller]
    fn check_widened(groups: &str, expected: &str) {
        let around = |groups: &str| {
            let rest = every(|hook| on_one_line(hook).filter(|_| hook.client_event != "PreToolUse"), ",");
            format!("{{\"hooks\":{{\"PreToolUse\":{groups},{rest}}}}}")
        };
        let after = register(&around(groups), PROGRAM).unwrap();
        assert_eq!(after, around(expected));
        assert_eq!(register(&after, PROGRAM).unwrap(), after, "a second time");
    }

    #[test]
    fn a_matcher_that_narrows_ours_goes() {
        let ours = entry("pre-tool-use");
        let alone = format!(r#"[{{"hooks":[{ours}]}}]"#);
        check_widened(&format!(r#"[{{"matcher":"Edit|Write","hooks":[{ours}]}}]"#), &alone);
        check_widened(&format!(r#"[{{"hooks":[{ours}],"matcher":"Bash"}}]"#), &alone);
        let any = format!(r#"[{{"matcher":"*","hooks":[{ours}]}}]"#);
        check_widened(&any, &any);
        // One that was written by hand keeps its own keys, order and comments, and so does all around it.
        let own =
            r#"{"command":"/opt/dg/driftguard", "args":["pre-tool-use"],/* slow disk */"timeout":9,"type":"command"}"#;
        check_widened(
            &format!("[ // mine\n{{\"matcher\":\"Edit\", /* tools */ \"hooks\":[{own}]}}]"),
            &format!("[ // mine\n{{/* tools */ \"hooks\":[{own}]}}]"),
        );
        check_widened(
            "[{\"matcher\":\"Edit\",\"hooks\":[{\"command\":\"/old/driftguard pre-tool-use\",\"type\":\"command\",\"timeout\":9}]}]",
            r#"[{"hooks":[{"command":"/opt/dg/driftguard","type":"command","timeout":9,"args":["pre-tool-use"]}]}]"#,
        );
    }

    #[test]
    fn a_matcher_of_other_hooks_stays_with_them() {
        let other = r#"{"type":"command","command":"lint"}"#;
        let own = r#"{"command":"/opt/dg/driftguard","args":["pre-tool-use"],"timeout":9,"type":"command"}"#;
        let moved = format!(r#"[{{"matcher":"Edit","hooks":[{other}]}},{{"hooks":[{own}]}}]"#);
        check_widened(&format!(r#"[{{"matcher":"Edit","hooks":[{own},{other}]}}]"#), &moved);
        check_widened(&format!(r#"[{{"matcher":"Edit","hooks":[{other},{own}]}}]"#), &moved);
        let hooks = format!("[\n    {own}, // guard\n    {other} // lint\n  ]");
        let left = format!("[\n    // guard\n    {other} // lint\n  ]");
        let fresh = format!("{{\n    \"hooks\": [\n      {own}\n    ]\n  }}");
        check_widened(
            &format!("[\n  {{\"matcher\":\"Edit\",\"hooks\":{hooks}}}, // edits\n  {{\"hooks\":[]}}\n]"),
            &format!("[\n  {{\"matcher\":\"Edit\",\"hooks\":{left}}}, // edits\n  {{\"hooks\":[]}},\n  {fresh}\n]"),
        );
    }

    #[test]
    fn entries_of_events_that_are_no_longer_registered_go() {
        let registered = register("{}", PROGRAM).unwrap();
        let stale = format!(r#"{{"hooks":{{"Notification":[{{"hooks":[{}]}}]}}}}"#, entry("session-end"));
        let updated = register(&stale, PROGRAM).unwrap();
        assert!(!updated.contains("Notification"), "{updated}");
        assert_eq!(ours(&updated, PROGRAM).unwrap(), ours(&registered, PROGRAM).unwrap());
    }

    #[track_caller]
    fn check_ours(entry: &str, expected: bool) {
        let text = format!(r#"{{"hooks":{{"SessionStart":[{{"hooks":[{entry}]}}]}}}}"#);
        assert_eq!(!ours(&text, "/usr/local/bin/dg").unwrap().is_empty(), expected, "{entry}");
    }

    #[test]
    fn only_our_entries_are_ours() {
        check_ours(r#"{"command": "driftguard", "args": ["session-start"]}"#, true);
        check_ours(r#"{"command": "/a b/driftguard", "args": ["session-start", "--x"]}"#, true);
        check_ours(r#"{"command": "C:\\tools\\driftguard.exe", "args": ["stop"]}"#, true);
        check_ours(r#"{"command": "\"/a b/driftguard\" session-start"}"#, true);
        check_ours(r#"{"command": "/usr/local/bin/dg", "args": ["session-start"]}"#, true);
        check_ours(r#"{"command": "driftguard pulse"}"#, false);
        check_ours(r#"{"command": "driftguard", "args": ["pulse"]}"#, false);
        check_ours(r#"{"command": "my-driftguard", "args": ["stop"]}"#, false);
        check_ours(r#"{"command": "echo driftguard stop"}"#, false);
        check_ours(r#"{"command": "driftguard"}"#, false);
        check_ours(r#"{"type": "prompt", "prompt": "driftguard stop"}"#, false);
    }

    #[test]
    fn comments_around_ours_keep_their_list() {
        let text =
            format!("{{\n  \"hooks\": {{\n    // mine\n    \"Stop\": [{{\"hooks\": [{}]}}]\n  }}\n}}\n", entry("stop"));
        assert_eq!(unregister(&text, PROGRAM).unwrap(), "{\n  \"hooks\": {\n    // mine\n  }\n}\n");
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(register(text, PROGRAM).unwrap_err().to_string(), expected);
    }

    #[test]
    fn what_cannot_be_edited_safely_is_refused() {
        check_refused("{\n  \"model\": \n}", "line 3, column 1: unexpected close brace");
        check_refused("[]", "the settings are no JSON object");
        check_refused("null", "the settings are no JSON object");
        check_refused(r#"{"hooks": []}"#, "`hooks` is no JSON object");
        check_refused(r#"{"hooks": null}"#, "`hooks` is no JSON object");
        check_refused(r#"{"hooks": {"Stop": {}}}"#, "`hooks.Stop` is no list");
    }

    /// `settings` with `from` replaced by `to`: is every entry of ours still there, as it was?
    #[track_caller]
    fn check_standing(from: &str, to: &str, expected: bool) {
        let before = register(r#"{"model":"opus"}"#, PROGRAM).unwrap();
        let after = before.replacen(from, to, 1);
        assert_ne!(before, after, "{from} does not occur");
        let left = standing(&after, PROGRAM).unwrap();
        let kept = standing(&before, PROGRAM).unwrap().iter().all(|entry| left.contains(entry));
        assert_eq!(kept, expected, "{from} -> {to}");
    }

    #[test]
    fn only_a_change_of_meaning_changes_what_stands() {
        check_standing(r#""model":"opus""#, r#""model": "sonnet", "env": {}"#, true);
        check_standing(
            r#""command":"/opt/dg/driftguard","args":["stop"]"#,
            r#""args": [ "stop" ], "command":"/opt/dg/driftguard" "#,
            true,
        );
        check_standing(r#""hooks":{"#, r#""hooks":{"PreCompact":[],"#, true);
        check_standing(r#""timeout":5"#, r#""timeout":0"#, false);
        check_standing(r#""Stop":[{"#, r#""Stop":[{"matcher":"never","#, false);
        check_standing(r#""Stop":"#, r#""SubagentStop":"#, false);
        check_standing(r#"["stop"]"#, r#"["session-end"]"#, false);
        check_standing("/opt/dg/driftguard", "/tmp/driftguard", false);
        check_standing(r#""type":"command""#, r#""type":"command","async":true"#, false);
    }

    #[test]
    fn switches_are_read() {
        let text =
            r#"{"disableAllHooks": true, "other": "true", "enabledPlugins": {"driftguard@market": true, "x@y": true}}"#;
        assert!(is_on(text, "disableAllHooks").unwrap());
        assert!(!is_on(text, "other").unwrap());
        assert!(!is_on("", "disableAllHooks").unwrap());
        assert!(enables_plugin(text).unwrap());
        assert!(
            !enables_plugin(r#"{"enabledPlugins": {"driftguard@market": false, "driftguardian@x": true}}"#).unwrap()
        );
    }

    /// Settings as people have them: other keys, other hooks, in several styles.
    fn settings() -> impl Strategy<Value = String> {
        let foreign = r#"{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "x" }] }"#;
        let members = prop_oneof![
            Just(r#""model": "opus""#.to_owned()),
            Just(r#""permissions": { "allow": ["Bash(ls *)"], }"#.to_owned()),
            Just("// a note\n  \"env\": {}".to_owned()),
            Just(format!(r#""hooks": {{ "Stop": [{foreign}] }}"#)),
            Just(format!(
                "\"hooks\": {{\n    \"Stop\": [\n      {foreign}, // keep\n    ],\n    \"PreToolUse\": [{foreign}]\n  }}"
            )),
        ];
        let styles = prop_oneof![Just(("\n  ", "\n")), Just(("\r\n\t", "\r\n")), Just((" ", " "))];
        (
            proptest::sample::subsequence(vec![0usize, 1, 2, 3, 4], 0..4),
            proptest::collection::vec(members, 5),
            styles,
            any::<bool>(),
        )
            .prop_map(|(picked, members, (lead, tail), bom)| {
                let mut hooks_seen = false;
                let body: Vec<String> = picked
                    .iter()
                    .map(|index| members[*index].clone())
                    .filter(|member| !member.starts_with("\"hooks\"") || !std::mem::replace(&mut hooks_seen, true))
                    .map(|member| format!("{lead}{member}"))
                    .collect();
                format!("{}{{{}{tail}}}{tail}", if bom { "\u{feff}" } else { "" }, body.join(","))
            })
    }

    proptest! {
        #[test]
        fn registering_is_idempotent_and_loses_nothing(text in settings()) {
            let registered = register(&text, PROGRAM).unwrap();
            prop_assert_eq!(ours(&registered, PROGRAM).unwrap().len(), CLAUDE_HOOKS.len());
            prop_assert_eq!(register(&registered, PROGRAM).unwrap(), registered.clone());
            let moved = register(&registered, "/new/driftguard").unwrap();
            prop_assert_eq!(moved.replace("/new/driftguard", PROGRAM), registered.clone());
            // An empty root is the one layout that is not restored to the byte: `{ }` comes back as `{}`.
            let back = unregister(&registered, PROGRAM).unwrap();
            let squeeze = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(squeeze(&back), squeeze(&text));
            if text.contains(',') {
                prop_assert_eq!(back, text);
            }
        }
    }
}
