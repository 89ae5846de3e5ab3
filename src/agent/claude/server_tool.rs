//! Tools of MCP servers, which everybody names as they like: what their input says about files and commands.
//!
//! Owns the reading of such an input. A server's tools are no list that could be known, so the input counts first (who
//! gives a text or a destination writes) and the words of the name second.

use super::json::Json;
use crate::domain::{FileEffect, FileVerb};

/// Words of a tool's name with which it only looks.
const LOOKING: [&str; 22] = [
    "analyze", "check", "describe", "diff", "exists", "fetch", "find", "get", "glob", "grep", "info", "inspect",
    "list", "ls", "open", "query", "read", "search", "show", "stat", "tree", "view",
];
/// Words of a tool's name with which it changes the file that it is given.
const CHANGING: [&str; 12] = [
    "append", "create", "edit", "insert", "modify", "patch", "replace", "save", "truncate", "update", "write", "touch",
];
/// Words of a tool's name with which a file goes away.
const REMOVING: [&str; 4] = ["delete", "remove", "rm", "unlink"];
/// Words of a tool's name with which a file gets another path.
const MOVING: [&str; 3] = ["move", "mv", "rename"];
/// Words of a tool's name that speak of folders: one that is made changes no file.
const FOLDERS: [&str; 4] = ["dir", "directory", "folder", "mkdir"];

/// Fields that name one file, or a list of files.
#[rustfmt::skip]
const PATHS: [&str; 19] = [
    "file_path", "notebook_path", "path", "filepath", "filePath", "file", "paths", "files", "file_paths", "filePaths",
    "relative_path", "relativePath", "absolute_path", "absolutePath", "filename", "fileName", "file_name", "target_file", "targetFile",
];
/// Fields that hold a list of things to do, each with its own files.
const PARTS: [&str; 5] = ["files", "edits", "changes", "operations", "patches"];
/// Files that are taken from one call. A call that names more may change more than what is told.
const MAX_FILES: usize = 1_000;
/// Lists within lists that are looked into.
const MAX_DEPTH: usize = 3;

/// The files that the input of `tool` names, and whether some of them may change in a way that neither tells.
pub(super) fn effects(tool: &str, input: Json<'_>) -> (Vec<FileEffect>, bool) {
    let mut found = Found { words: words(tool), effects: Vec::new(), doubtful: false };
    found.read(input, false, MAX_DEPTH);
    (found.effects, found.doubtful)
}

/// The file that each of the given parts names by itself: what is said beside it holds for that file alone.
pub(super) fn names_a_file(part: Json<'_>) -> bool {
    part.fields(PATHS).iter().any(Option::is_some)
}

/// What was found in an input so far.
struct Found {
    words: Vec<String>,
    effects: Vec<FileEffect>,
    doubtful: bool,
}

impl Found {
    /// Reads one object; `gives_text` where a text stands beside the list that it comes from.
    fn read(&mut self, input: Json<'_>, gives_text: bool, depth: usize) {
        let texts =
            input.fields(["content", "contents", "edits", "file_text", "new_string", "new_str", "newText", "patch"]);
        let [source, from, old, old_path] = input.fields(["source", "from", "oldPath", "old_path"]);
        let [destination, to, new, new_path, dest] = input.fields(["destination", "to", "newPath", "new_path", "dest"]);
        let target = destination.or(to).or(new).or(new_path).or(dest).and_then(Json::owned);
        let is = |known: &[&str]| self.words.iter().any(|word| known.contains(&word.as_str()));
        let looks = is(&LOOKING);
        let gives_text = (gives_text || texts.iter().any(Option::is_some)) && !looks;
        let changes = gives_text || is(&CHANGING) && !is(&FOLDERS);
        let moves = target.is_some() && is(&MOVING);
        let (verb, told) = match () {
            () if is(&REMOVING) || moves => (FileVerb::Delete, true),
            () if target.is_some() => (FileVerb::Read, true),
            () if changes || is(&MOVING) => (FileVerb::Edit, true),
            () => (FileVerb::Read, looks || is(&FOLDERS)),
        };
        let before = self.effects.len();
        for named in input.fields(PATHS).into_iter().flatten() {
            self.add_all(verb, std::iter::once(named).chain(named.items()).filter_map(Json::owned));
        }
        // A message goes `to` somebody as well: without a file that goes there it is no path.
        let sources = [source, from, old, old_path].into_iter().filter(|_| target.is_some());
        self.add_all(verb, sources.flatten().filter_map(Json::owned));
        let named = self.effects.len() > before;
        if named && !looks {
            self.add_all(FileVerb::Write, target.into_iter());
        }
        self.doubtful |= named && !told;
        if depth > 0 {
            for part in input.fields(PARTS).into_iter().flatten().flat_map(Json::items).filter(|part| part.is_object())
            {
                self.read(part, gives_text, depth - 1);
            }
        }
    }

    fn add_all(&mut self, verb: FileVerb, paths: impl Iterator<Item = String>) {
        for path in paths {
            let effect = FileEffect { verb, path };
            if self.effects.len() >= MAX_FILES {
                self.doubtful = true;
                return;
            }
            if !self.effects.contains(&effect) {
                self.effects.push(effect);
            }
        }
    }
}

/// The shell command that the input gives, with the words and the folder that stand beside it.
pub(super) fn command(input: Json<'_>) -> Option<String> {
    let [command, cmd, arguments, args] = input.fields(["command", "cmd", "arguments", "args"]);
    let [cwd, folder, directory] = input.fields(["cwd", "workingDirectory", "working_directory"]);
    let command = command.or(cmd)?;
    let mut text = if command.is_list() { quoted(command) } else { command.owned()? };
    if let Some(more) = arguments.or(args).filter(|list| list.is_list()) {
        text = format!("{text} {}", quoted(more));
    }
    let folder = cwd.or(folder).or(directory).and_then(Json::owned);
    Some(folder.map_or_else(|| text.clone(), |folder| format!("cd {} && {text}", quote(&folder))))
}

fn quoted(list: Json<'_>) -> String {
    let words: Vec<String> = list.items().filter_map(Json::text).map(|word| quote(&word)).collect();
    words.join(" ")
}

/// The word as a shell reads it, whatever it holds.
fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+~".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The words of the tool's own name, in lower case: `mcp__fs__readTextFile` has `read`, `text` and `file`.
fn words(tool: &str) -> Vec<String> {
    let name = tool.rsplit("__").next().unwrap_or(tool);
    let mut words = vec![String::new()];
    for character in name.chars() {
        let starts = character.is_ascii_uppercase() || !character.is_ascii_alphanumeric();
        if starts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_ascii_alphanumeric()) {
            word.push(character.to_ascii_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected`: the effects as `r:` read, `e:` edit, `w:` write, `d:` delete, then `?` where more may happen, then the
    /// command.
    #[track_caller]
    fn check(tool: &str, input: &str, expected: &str) {
        let input = Json::parse(input.as_bytes()).unwrap();
        let (effects, doubtful) = effects(tool, input);
        let mut shown: Vec<String> = effects
            .iter()
            .map(|effect| format!("{}:{}", &format!("{:?}", effect.verb).to_lowercase()[..1], effect.path))
            .collect();
        shown.extend(doubtful.then(|| "?".to_owned()));
        shown.extend(command(input).map(|command| format!("`{command}`")));
        assert_eq!(shown.join(" "), expected, "{tool}");
    }

    #[test]
    fn the_input_and_the_name_tell_what_happens_to_a_file() {
        check("mcp__filesystem__read_text_file", r#"{"path":"a.rs"}"#, "r:a.rs");
        check("mcp__filesystem__list_directory", r#"{"path":"src"}"#, "r:src");
        check("mcp__filesystem__search_files", r#"{"path":"src","content":"x"}"#, "r:src");
        check("mcp__filesystem__create_directory", r#"{"path":"src"}"#, "r:src");
        check("mcp__filesystem__edit_file", r#"{"path":"a.rs","edits":[{"oldText":"a","newText":"b"}]}"#, "e:a.rs");
        check("mcp__filesystem__write_file", r#"{"path":"a.rs","content":"x"}"#, "e:a.rs");
        check("mcp__filesystem__move_file", r#"{"source":"a.rs","destination":"b.rs"}"#, "d:a.rs w:b.rs");
        check("mcp__files__copyFile", r#"{"source":"a.rs","destination":"b.rs"}"#, "r:a.rs w:b.rs");
        check("mcp__files__deleteFile", r#"{"path":"a.rs"}"#, "d:a.rs");
        check("mcp__lsp__rename_symbol", r#"{"file":"a.rs","name":"x"}"#, "e:a.rs");
        check("mcp__files__search_and_replace", r#"{"path":"a.rs"}"#, "e:a.rs");
        check("mcp__browser__screenshot", r#"{"path":"a.png"}"#, "r:a.png ?");
        check("mcp__mail__send", r#"{"to":"ann","content":"x"}"#, "");
        check("mcp__db__query", r#"{"sql":"select 1"}"#, "");
    }

    #[test]
    fn each_file_of_a_list_is_seen() {
        check("mcp__fs__read_multiple_files", r#"{"paths":["a.rs","b.rs"]}"#, "r:a.rs r:b.rs");
        check("mcp__fs__delete_files", r#"{"paths":["a.rs","b.rs"]}"#, "d:a.rs d:b.rs");
        check("mcp__fs__delete_files", r#"{"path":["a.rs","b.rs"]}"#, "d:a.rs d:b.rs");
        check("mcp__fs__format", r#"{"files":["a.rs","b.rs"]}"#, "r:a.rs r:b.rs ?");
        check("mcp__fs__replace_in_files", r#"{"file_paths":["a.rs","a.rs"],"new_str":"x"}"#, "e:a.rs");
        check(
            "mcp__git__push_files",
            r#"{"files":[{"path":"a.rs","content":"x"},{"path":"b.rs"}]}"#,
            "e:a.rs r:b.rs ?",
        );
        check(
            "mcp__fs__multi_edit",
            r#"{"edits":[{"path":"a.rs","oldText":"a","newText":"b"},{"file_path":"b.rs","range":[1,2]}]}"#,
            "e:a.rs e:b.rs",
        );
        check("mcp__fs__apply", r#"{"path":"a.rs","changes":[{"file":"b.rs","content":"x"}]}"#, "r:a.rs e:b.rs ?");
        check("mcp__fs__move_all", r#"{"operations":[{"source":"a.rs","destination":"b.rs"}]}"#, "d:a.rs w:b.rs");
        check("mcp__fs__search", r#"{"files":[{"path":"a.rs","content":"x"}],"paths":[7,null,{}]}"#, "r:a.rs");
        check("mcp__mail__send", r#"{"to":"ann","files":[]}"#, "");
    }

    #[test]
    fn a_list_without_an_end_is_cut_and_told() {
        let paths: Vec<String> = (0..2 * MAX_FILES).map(|number| format!("f{number}.rs")).collect();
        let input = serde_json::json!({ "paths": paths }).to_string();
        let (effects, doubtful) = effects("mcp__fs__delete_files", Json::parse(input.as_bytes()).unwrap());
        assert_eq!((effects.len(), doubtful), (MAX_FILES, true));
        let deep = format!("{}{}", r#"{"path":"a","files":["#.repeat(50), "]}".repeat(50));
        assert_eq!(super::effects("mcp__fs__list", Json::parse(deep.as_bytes()).unwrap()).0.len(), 1);
    }

    #[test]
    fn a_command_is_put_together_as_a_shell_reads_it() {
        check("mcp__shell__run_command", r#"{"command":"rm a b"}"#, "`rm a b`");
        check("mcp__shell__exec", r#"{"cmd":"rm","args":["-f","a b"]}"#, "`rm -f 'a b'`");
        check(
            "mcp__shell__exec",
            r#"{"command":["bash","-c","rm it's"],"cwd":"/a b"}"#,
            r"`cd '/a b' && bash -c 'rm it'\''s'`",
        );
        check("mcp__shell__exec", r#"{"command":7}"#, "");
    }
}
