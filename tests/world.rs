//! A throw-away home with a project in it, in which the real binary is called the way an agent calls it.

use rusqlite::Connection;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Where everything of one test lies: `home` (the user's), `project` (a repository), `transcripts`.
pub(crate) struct World {
    folder: TempDir,
}

impl World {
    /// A world with a small repository of invoices.
    pub(crate) fn new() -> Self {
        let world = Self { folder: folder("driftguard-world") };
        for file in [
            ".git/HEAD",
            "src/billing/invoice.py",
            "src/billing/tax.py",
            "tests/test_invoice.py",
            "web/theme.css",
            "web/cart.js",
            "README.md",
        ] {
            let path = world.project().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "\n").unwrap();
        }
        fs::create_dir_all(world.home()).unwrap();
        fs::create_dir_all(world.transcripts()).unwrap();
        world
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub(crate) fn transcripts(&self) -> PathBuf {
        self.folder.path().join("transcripts")
    }

    /// The folder of driftguard's own files.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("driftguard")
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.data().join("driftguard.db")
    }

    /// A connection of the test's own.
    pub(crate) fn sql(&self) -> Connection {
        Connection::open(self.database()).unwrap()
    }

    /// One number out of the database.
    pub(crate) fn count(&self, sql: &str) -> i64 {
        self.sql().query_row(sql, [], |row| row.get(0)).unwrap()
    }

    /// What is remembered of the only session, its goal included.
    pub(crate) fn state(&self) -> serde_json::Value {
        let sql = "SELECT json_set(state, '$.goal', json(goal)) FROM guard_states LEFT JOIN goals USING (session_id)";
        let state: String = self.sql().query_row(sql, [], |row| row.get(0)).unwrap();
        serde_json::from_str(&state).unwrap()
    }

    /// The binary with nothing of the caller's environment.
    pub(crate) fn driftguard(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_driftguard"));
        command.args(arguments).current_dir(self.project()).env_clear();
        command.env("HOME", self.home()).env("DRIFTGUARD_HOME", self.data());
        #[cfg(windows)]
        command.env("SystemRoot", std::env::var_os("SystemRoot").unwrap_or_default());
        command.env("CLAUDE_CONFIG_DIR", self.home().join(".claude")).env("CLAUDE_PROJECT_DIR", self.project());
        // A process that is left behind would outlive the test and its folder.
        command.env("DRIFTGUARD_INDEX", "off");
        command
    }

    /// Calls a command or hook with `input` on stdin.
    pub(crate) fn call(&self, arguments: &[&str], input: &[u8]) -> Output {
        feed(&mut self.driftguard(arguments), input)
    }

    /// `$PROJECT` and `$TRANSCRIPTS` stand for this world's folders in the JSON of payloads and transcripts.
    pub(crate) fn placed(&self, text: &str) -> String {
        text.replace("$PROJECT", &in_json(&self.project())).replace("$TRANSCRIPTS", &in_json(&self.transcripts()))
    }

    /// The way back, from JSON and from what people read.
    pub(crate) fn displaced(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (folder, name) in [(self.project(), "$PROJECT"), (self.transcripts(), "$TRANSCRIPTS")] {
            text = text.replace(&in_json(&folder), name).replace(folder.to_str().unwrap(), name);
        }
        text
    }

    pub(crate) fn transcript(&self, session: &str) -> PathBuf {
        self.transcripts().join(format!("{session}.jsonl"))
    }

    /// Adds lines to a transcript in one write, as the client does.
    pub(crate) fn append(&self, session: &str, lines: &str) {
        let mut file = OpenOptions::new().append(true).create(true).open(self.transcript(session)).unwrap();
        file.write_all(self.placed(lines).as_bytes()).unwrap();
    }

    /// A payload of a session, with the fields of one event.
    pub(crate) fn payload(&self, session: &str, event: &str, fields: &str) -> String {
        let common = format!(
            r#""session_id":"{session}","transcript_path":"$TRANSCRIPTS/{session}.jsonl","cwd":"$PROJECT","hook_event_name":"{event}""#
        );
        self.placed(&format!("{{{common},{fields}}}"))
    }

    /// A prompt with an id, through its hook.
    pub(crate) fn prompt(&self, session: &str, id: &str, words: &str) -> Output {
        let fields = format!(r#""prompt_id":"{id}","prompt":"{words}""#);
        self.call(&["prompt-inject"], self.payload(session, "UserPromptSubmit", &fields).as_bytes())
    }

    /// The end of a turn, through its hook.
    pub(crate) fn stop(&self, session: &str) -> Output {
        let fields = r#""stop_hook_active":false,"last_assistant_message":"Done.","background_tasks":[]"#;
        self.call(&["stop"], self.payload(session, "Stop", fields).as_bytes())
    }

    /// How often `doctor --json` has counted a cause.
    pub(crate) fn counted(&self, cause: &str) -> usize {
        let told = self.call(&["doctor", "--json"], b"");
        let page: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
        let checks = page["checks"].as_array().unwrap();
        let faults = checks.iter().find(|check| check["name"] == "faults").unwrap()["seen"].as_str().unwrap();
        let times = faults.split("; ").find_map(|fault| fault.strip_prefix(&format!("{cause} (")));
        times.map_or(0, |rest| rest.split(' ').next().unwrap().parse().unwrap())
    }

    /// A link to nowhere but itself.
    #[cfg(unix)]
    pub(crate) fn looped(path: &std::path::Path) {
        std::os::unix::fs::symlink(path, path).unwrap();
    }
}

/// A folder that goes away, named as the system tells a working folder: on macOS links lead to where temporary folders lie.
pub(crate) fn folder(prefix: &str) -> TempDir {
    let top = dunce::canonicalize(std::env::temp_dir()).unwrap();
    tempfile::Builder::new().prefix(prefix).tempdir_in(top).unwrap()
}

/// A path as it stands in a JSON string: Windows separates with what JSON escapes with.
fn in_json(path: &std::path::Path) -> String {
    path.to_str().unwrap().replace('\\', "\\\\")
}

/// Runs a command with `input` on stdin. A hook may answer without having read all of it.
pub(crate) fn feed(command: &mut Command, input: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().unwrap();
    if let Err(error) = stdin.write_all(input) {
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "{error}");
    }
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// What a call printed, as text.
pub(crate) fn shown(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A hook that lets the agent go on: nothing said, nothing wrong.
#[track_caller]
pub(crate) fn assert_silent(output: &Output) {
    assert_eq!(shown(output), (Some(0), String::new(), String::new()));
}

/// A finished edit as the transcript holds it: call and outcome, two lines.
pub(crate) fn edit(session: &str, call: &str, file: &str) -> String {
    let common = format!(
        r#""isSidechain":false,"cwd":"$PROJECT","sessionId":"{session}","timestamp":"2026-05-04T08:00:00.000Z""#
    );
    let input = format!(r#"{{"file_path":"$PROJECT/{file}","old_string":"a","new_string":"{call}"}}"#);
    let used = format!(r#"{{"type":"tool_use","id":"{call}","name":"Edit","input":{input}}}"#);
    let result = format!(r#"{{"type":"tool_result","tool_use_id":"{call}","content":"updated {call}"}}"#);
    format!(
        "{{{common},\"type\":\"assistant\",\"uuid\":\"a-{call}\",\"message\":{{\"role\":\"assistant\",\"content\":[{used}]}}}}\n\
         {{{common},\"type\":\"user\",\"uuid\":\"u-{call}\",\"message\":{{\"role\":\"user\",\"content\":[{result}]}}}}\n"
    )
}

/// A typed prompt as the transcript holds it.
pub(crate) fn typed(session: &str, id: &str, words: &str) -> String {
    format!(
        "{{\"isSidechain\":false,\"cwd\":\"$PROJECT\",\"sessionId\":\"{session}\",\"type\":\"user\",\"promptId\":\"{id}\",\
         \"uuid\":\"p-{id}\",\"timestamp\":\"2026-05-04T08:00:00.000Z\",\
         \"message\":{{\"role\":\"user\",\"content\":\"{words}\"}}}}\n"
    )
}
