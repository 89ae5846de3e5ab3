//! `driftguard statusline`: goal and score for the client's status line, behind the line that was there before.
//!
//! Owns the composing of the two. It only reads, waits for no lock, and whatever goes wrong shows less: the other line
//! alone, or nothing.

use super::project::Project;
use super::report::{self, LineView};
use super::{hook, print};
use crate::agent::status_line::asked;
use crate::cli::Statusline;
use crate::cli::exit::ExitStatus;
use crate::domain::Pause;
use crate::guard::port::StoreError;
use crate::host::Host;
use crate::store::SqliteStore;
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// What stands there where hooks cannot use what is stored: they let everything pass, and record why.
const UNGUARDED: &str = "driftguard cannot read its database and guards nothing: driftguard doctor";

/// Prints the line. The exit code tells the client nothing that it could use.
pub fn run(request: &Statusline) -> anyhow::Result<ExitStatus> {
    // A panic belongs onto nobody's screen.
    std::panic::set_hook(Box::new(|_| {}));
    let payload = hook::from_stdin().unwrap_or_default();
    let own = || catch_unwind(AssertUnwindSafe(|| own_line(&payload))).ok().flatten().unwrap_or_default();
    let (other, own) = match &request.with {
        None => (Vec::new(), own()),
        // The one program beside the doctor's: the user's own command, which the client ran itself before.
        Some(command) => thread::scope(|scope| {
            let other = scope.spawn(|| line_of(command, &payload).unwrap_or_default());
            let own = own();
            (other.join().unwrap_or_default(), own)
        }),
    };
    // A client that no longer listens has lost nothing.
    let _ = print::raw(&composed(&other, &own));
    Ok(ExitStatus::Ok)
}

/// Ours; `None` where nothing can be told.
fn own_line(payload: &[u8]) -> Option<String> {
    let host = Host::real().ok()?;
    if host.off() {
        return Some("driftguard off".to_owned());
    }
    let asked = asked(payload)?;
    let start = host.env("CLAUDE_PROJECT_DIR").or(asked.folder);
    let project = Project::at(&host, &start.map_or_else(|| host.cwd(), PathBuf::from), None);
    let (mode, mut view) = (project.config.mode, None);
    // Opening would make one, which is a hook's to do.
    if host.paths.database.exists() {
        let read = || {
            let mut store = SqliteStore::open(&host.paths.database, hook::opening(&project.config, false))?;
            let beginning = store.look(&asked.session_id)?;
            let last = store.drift_events(&asked.session_id, 1)?.pop();
            Ok(beginning.session.map(|session| (session, last, beginning.pause)))
        };
        view = match read() {
            Ok(view) => view,
            // Another hook writes: the next line tells again.
            Err(StoreError::Busy) => return None,
            // Hooks go on in silence then, and here alone somebody looks.
            Err(_) => return Some(UNGUARDED.to_owned()),
        };
    }
    let in_force = |pause: &Pause| pause.in_force(host.now_ms());
    let paused = view.as_ref().is_some_and(|(session, _, all)| [session.pause, *all].iter().flatten().any(in_force));
    let (session, last) = view.as_ref().map_or((None, None), |(session, last, _)| (Some(session), last.as_ref()));
    Some(report::status_line(&LineView { mode, paused, session, last }))
}

/// What the other command prints for the same payload.
fn line_of(command: &str, payload: &[u8]) -> io::Result<Vec<u8>> {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut child = Command::new(shell)
        .args([flag, command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        // Beside the reading: it may print more than a pipe holds before it reads, or not read at all.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(payload)));
        child.wait_with_output().map(|output| output.stdout)
    })
}

/// The other's lines with ours at the end of the first one: some versions of the client show no other.
fn composed(other: &[u8], own: &str) -> Vec<u8> {
    let other = other.trim_ascii_end();
    let first = other.iter().position(|byte| *byte == b'\n').unwrap_or(other.len());
    let (first, rest) = other.split_at(first);
    let between: &str = if first.is_empty() || own.is_empty() { "" } else { " | " };
    let end: &str = if first.is_empty() && own.is_empty() { "" } else { "\n" };
    [first.trim_ascii_end(), between.as_bytes(), own.as_bytes(), rest, end.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_line_comes_first_and_either_may_be_missing() {
        let check = |other: &str, own: &str, expected: &str| {
            assert_eq!(String::from_utf8(composed(other.as_bytes(), own)).unwrap(), expected);
        };
        check("", "", "");
        check("", "ours", "ours\n");
        check("theirs\n", "", "theirs\n");
        check("theirs\r\n", "ours", "theirs | ours\n");
        check("\u{1b}[32mone\u{1b}[0m\ntwo\n\n", "ours", "\u{1b}[32mone\u{1b}[0m | ours\ntwo\n");
    }
}
