//! The client's status line: what it tells on stdin, and how our command gets into its settings and out of them again.
//!
//! Owns the form of the entry. A user has one status line only: one that is there already is wrapped, never replaced, and
//! given back. It starts nothing and reads no file.

use serde::{Deserialize, Serialize};

use super::registration::{SettingsError, is_our_program, split_program};
use crate::text::jsonc::{Document, Node};

/// The key of the settings.
const KEY: &str = "statusLine";
/// Our subcommand.
const SUBCOMMAND: &str = "statusline";
/// The option that names the command which was there before.
const WITH: &str = "--with";

/// Of which session the client asks, from the JSON that it gives to a status line command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The session.
    pub session_id: String,
    /// The folder in which it was started, or works, where the client tells it.
    pub folder: Option<String>,
}

#[derive(Deserialize)]
struct Payload {
    session_id: String,
    cwd: Option<String>,
    workspace: Option<Workspace>,
}

#[derive(Deserialize)]
struct Workspace {
    project_dir: Option<String>,
    current_dir: Option<String>,
}

/// Reads what the client tells; `None` where it names no session.
pub fn asked(payload: &[u8]) -> Option<Asked> {
    let Payload { session_id, cwd, workspace } = serde_json::from_slice(payload).ok()?;
    let folder = workspace.and_then(|places| places.project_dir.or(places.current_dir)).or(cwd);
    Some(Asked { session_id, folder })
}

#[derive(Serialize)]
struct Entry {
    #[serde(rename = "type")]
    kind: &'static str,
    command: String,
}

/// `text` with our status line for the program `command`, and all else as it was; a line that is there already is kept
/// inside of ours. Twice is as once. The text holds an object: the hooks are registered in it before.
pub fn add(text: &str, command: &str) -> Result<String, SettingsError> {
    let document = Document::parse(text)?;
    let Some(root) = document.root() else { return Ok(text.to_owned()) };
    let Some(line) = root.get(KEY) else {
        let entry = Entry { kind: "command", command: written(command, None) };
        return Ok(document.appended(root, Some(KEY), &entry));
    };
    let Some((node, present)) = command_of(line) else { return Err(SettingsError::StatusLineNoCommand) };
    let wanted = match recognise(present, command) {
        Some(ours) => written(command, ours.former.as_deref()),
        None => written(command, Some(present)),
    };
    Ok(if wanted == present { text.to_owned() } else { document.replaced(node, &wanted) })
}

/// `text` without our status line: the command that it was wrapped around stands in its place again.
pub fn remove(text: &str, command: &str) -> Result<String, SettingsError> {
    let document = Document::parse(text)?;
    let Some(root) = document.root() else { return Ok(text.to_owned()) };
    let found = root.get(KEY).and_then(command_of);
    let Some((node, Ours { former })) = found.and_then(|(node, line)| Some((node, recognise(line, command)?))) else {
        return Ok(text.to_owned());
    };
    let place = root.members().and_then(|members| members.iter().rposition(|member| member.key == KEY));
    Ok(match (former, place) {
        (Some(former), _) => document.replaced(node, &former),
        (None, Some(place)) => document.without(root, place),
        (None, None) => text.to_owned(),
    })
}

/// True when the settings hold our status line with another one inside of it.
pub fn wraps(text: &str, command: &str) -> bool {
    let document = Document::parse(text).ok();
    let line = document.as_ref().and_then(|document| command_of(document.root()?.get(KEY)?));
    line.and_then(|(_, line)| recognise(line, command)).is_some_and(|ours| ours.former.is_some())
}

/// True when the settings hold our status line.
pub fn is_ours(text: &str, command: &str) -> Result<bool, SettingsError> {
    let document = Document::parse(text)?;
    let line = document.root().and_then(|root| command_of(root.get(KEY)?));
    Ok(line.is_some_and(|(_, line)| recognise(line, command).is_some()))
}

fn command_of(line: &Node) -> Option<(&Node, &str)> {
    let command = line.get("command")?;
    Some((command, command.text()?))
}

/// A line of ours.
#[derive(Debug, PartialEq)]
struct Ours {
    /// The command that it is wrapped around.
    former: Option<String>,
}

/// `None` for a line of somebody else's.
fn recognise(line: &str, own_command: &str) -> Option<Ours> {
    let (program, rest) = split_program(line)?;
    let rest = rest.trim().strip_prefix(SUBCOMMAND)?;
    if !is_our_program(program, own_command) {
        return None;
    }
    match rest.trim() {
        "" => Some(Ours { former: None }),
        options => Some(Ours { former: Some(unquoted(options.strip_prefix(WITH)?.trim())?) }),
    }
}

fn written(command: &str, former: Option<&str>) -> String {
    let program = if command.chars().all(is_plain) { command.to_owned() } else { quoted(command) };
    match former {
        Some(former) => format!("{program} {SUBCOMMAND} {WITH} {}", quoted(former)),
        None => format!("{program} {SUBCOMMAND}"),
    }
}

/// True for a character that a shell takes as it is.
fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "/._-+:@%,=".contains(character)
}

/// A word for a POSIX shell, which reads nothing inside of single quotes.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The way back from [`quoted`].
fn unquoted(word: &str) -> Option<String> {
    Some(word.strip_prefix('\'')?.strip_suffix('\'')?.replace(r"'\''", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PROGRAM: &str = "/opt/dg/driftguard";

    /// Adds, compares the command that then stands there, adds again, and takes out.
    #[track_caller]
    fn check(before: &str, command: &str) {
        let added = add(before, PROGRAM).unwrap();
        let document: serde_json::Value = serde_json::from_str(&added).unwrap();
        assert_eq!(document[KEY]["command"], command, "{added}");
        assert_eq!(document[KEY]["type"], "command");
        assert_eq!(add(&added, PROGRAM).unwrap(), added, "a second time");
        assert!(is_ours(&added, PROGRAM).unwrap());
        assert!(!is_ours(before, PROGRAM).unwrap());
        assert_eq!(remove(&added, PROGRAM).unwrap(), before, "the way back");
    }

    #[test]
    fn a_line_of_the_users_is_kept_inside_of_ours() {
        check("{}", "/opt/dg/driftguard statusline");
        check("{\n  \"hooks\": {}\n}\n", "/opt/dg/driftguard statusline");
        check(
            r#"{"statusLine":{"type":"command","command":"~/bin/line.sh --short","padding":0},"model":"opus"}"#,
            "/opt/dg/driftguard statusline --with '~/bin/line.sh --short'",
        );
        check(
            r#"{"statusLine":{"type":"command","command":"echo \"it's $(date)\""}}"#,
            r#"/opt/dg/driftguard statusline --with 'echo "it'\''s $(date)"'"#,
        );
    }

    #[test]
    fn a_program_that_moved_is_followed_and_foreign_lines_stay() {
        let old = r#"{"statusLine":{"type":"command","command":"'/my tools/driftguard' statusline --with 'a b'"}}"#;
        let new = r#"{"statusLine":{"type":"command","command":"/opt/dg/driftguard statusline --with 'a b'"}}"#;
        assert_eq!(add(old, PROGRAM).unwrap(), new);
        let foreign = r#"{"statusLine":{"type":"command","command":"driftguardian statusline"}}"#;
        assert_eq!(remove(foreign, PROGRAM).unwrap(), foreign);
        let odd = r#"{"statusLine":true}"#;
        assert_eq!(add(odd, PROGRAM), Err(SettingsError::StatusLineNoCommand));
        assert_eq!(remove(odd, PROGRAM).unwrap(), odd);
        assert_eq!(remove("", PROGRAM).unwrap(), "");
    }

    #[test]
    fn the_client_tells_the_session_and_its_folder() {
        let check = |payload: &str, expected: Option<(&str, Option<&str>)>| {
            let found = asked(payload.as_bytes());
            let expected =
                expected.map(|(id, folder)| Asked { session_id: id.to_owned(), folder: folder.map(str::to_owned) });
            assert_eq!(found, expected, "{payload}");
        };
        check(
            r#"{"session_id":"s","cwd":"/p/sub","workspace":{"current_dir":"/p/sub","project_dir":"/p"},"model":{}}"#,
            Some(("s", Some("/p"))),
        );
        check(r#"{"session_id":"s","workspace":{"current_dir":"/p/sub"}}"#, Some(("s", Some("/p/sub"))));
        check(r#"{"session_id":"s","cwd":"/p"}"#, Some(("s", Some("/p"))));
        check(r#"{"session_id":"s"}"#, Some(("s", None)));
        check(r#"{"cwd":"/p"}"#, None);
        check("", None);
        check("[1]", None);
    }

    proptest! {
        #[test]
        fn every_former_line_comes_back(former in ".{0,40}", program in "[ -~]{0,12}/driftguard") {
            prop_assume!(!program.contains(['\'', '"']));
            prop_assert_eq!(recognise(&written(&program, Some(&former)), &program), Some(Ours { former: Some(former) }));
            prop_assert_eq!(recognise(&written(&program, None), &program), Some(Ours { former: None }));
        }
    }
}
