//! Starts a registered program the way the client does, away from the user's data, and judges the answer.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How often a running program is looked at.
const POLL: Duration = Duration::from_millis(1);
/// A hook's answer is at most 10,000 characters, or the client cuts it; more than this is not read.
const ANSWER_LIMIT: usize = 64 * 1024;

/// How a program ended.
pub(super) struct Ended {
    /// Exit code; `None` when a signal ended it or time ran out.
    pub(super) code: Option<i32>,
    /// True when it was stopped because it took too long.
    pub(super) late: bool,
    /// What it printed.
    pub(super) answer: String,
    /// From start to end.
    pub(super) took: Duration,
}

/// Runs `program` with `input` on stdin in a folder of its own, which also serves as driftguard's data folder.
///
/// Files stand in for pipes: a program that leaves a child behind cannot hold this one up.
pub(super) fn run(program: &Path, args: &[String], input: &str, limit: Duration) -> io::Result<Ended> {
    let scratch = tempfile::Builder::new().prefix("driftguard-doctor-").tempdir()?;
    let project = scratch.path().join("project");
    fs::create_dir(&project)?;
    let (stdin, stdout) = (scratch.path().join("stdin"), scratch.path().join("stdout"));
    fs::write(&stdin, input.replace("@PROJECT@", &project.display().to_string()))?;
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .current_dir(&project)
        .env("DRIFTGUARD_HOME", scratch.path().join("data"))
        .env("CLAUDE_PROJECT_DIR", &project)
        // What the user has switched off is reported by a check of its own; here the program itself is on trial.
        .env_remove("DRIFTGUARD")
        // A process that is left behind would index a folder that is gone.
        .env("DRIFTGUARD_INDEX", "off")
        .stdin(File::open(&stdin)?)
        .stdout(File::create(&stdout)?)
        .stderr(Stdio::null())
        .spawn()?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if started.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(POLL);
    };
    let took = started.elapsed();
    let mut printed = fs::read(&stdout)?;
    printed.truncate(ANSWER_LIMIT);
    let answer = String::from_utf8_lossy(&printed).into_owned();
    Ok(Ended { code: status.and_then(|status| status.code()), late: status.is_none(), answer, took })
}

/// A payload as the client sends it for `event`, of a session that has only begun.
pub(super) fn sample_payload(event: &str) -> String {
    let mut payload = json!({
        "session_id": "00000000-0000-4000-8000-000000000000",
        "transcript_path": "@PROJECT@/transcript.jsonl",
        "cwd": "@PROJECT@",
        "hook_event_name": event,
    });
    let specific = match event {
        "SessionStart" => json!({ "source": "startup" }),
        "UserPromptSubmit" => json!({ "permission_mode": "default", "prompt": "check that the hooks answer" }),
        "Stop" => json!({
            "permission_mode": "default",
            "stop_hook_active": false,
            "last_assistant_message": "Done.",
            "background_tasks": [],
            "session_crons": [],
        }),
        _ => Value::Null,
    };
    if let (Value::Object(payload), Value::Object(specific)) = (&mut payload, specific) {
        payload.extend(specific);
    }
    format!("{payload}\n")
}

/// What is wrong with a hook's answer, if anything: nothing at all and a fitting JSON object are right.
pub(super) fn fault_of(event: &str, ended: &Ended) -> Option<String> {
    if ended.late {
        return Some("did not end in time and was stopped".to_owned());
    }
    match ended.code {
        Some(0) => {}
        Some(code) => return Some(format!("ended with exit code {code}")),
        None => return Some("was ended by a signal".to_owned()),
    }
    if ended.answer.trim().is_empty() {
        return None;
    }
    let Ok(Value::Object(answer)) = serde_json::from_str(&ended.answer) else {
        let start: String = ended.answer.chars().take(60).collect();
        return Some(format!("prints what is no hook answer: {start}"));
    };
    let named = answer.get("hookSpecificOutput").and_then(|output| output.get("hookEventName"));
    let fits = named.is_none_or(|named| named == event);
    (!fits).then(|| "answers for another event".to_owned())
}
