//! The record: from a finished call to what a report can be held against.
//!
//! Owns which facts of a call are kept, and how much of them. Output decides before exit codes do (`text::runner`): a
//! pipe hides the code of what stands before it.

mod output;
mod unnamed;

pub(super) use output::{is_hash, is_push_fault};
pub(super) use unnamed::{may_commit, may_push};

use crate::domain::{
    Action, ActionKind, Entry, EventId, FileEffect, FileVerb, Outcome, OutcomeStatus, Root, Run, RunCounts, RunKind,
    RunKinds, RunResult,
};
use crate::text::shell::{self, SimpleCommand, kinds_of};
use crate::text::{clip, path, runner, secret};

/// Files kept of one call.
const MAX_FILES: usize = 24;
/// Characters of a command that are kept.
const COMMAND: usize = 200;
/// Simple commands of one line that are kept, and characters of each.
const PARTS: (usize, usize) = (12, 120);
/// Characters of the line that says how a run ended.
const SUMMARY: usize = 120;
/// Numbers and hashes of an output that are kept.
const FIGURES: usize = 48;
const HASHES: usize = 12;

/// Bytes of an output from which on its middle may be missing.
const LONG: usize = 2_900;
/// Programs that show what ran elsewhere.
const SHOWS_LOGS: [&str; 7] = ["curl", "docker", "gh", "glab", "journalctl", "kubectl", "ssh"];

/// Programs that keep, move or clear away what was done, or wait for it, and tell nothing of it.
const KEEPING: [&str; 12] =
    ["chmod", "cp", "gh", "git", "kill", "mkdir", "mv", "pkill", "rm", "rmdir", "touch", "wait"];
/// Words by which a package manager brings what is listed already.
const RESTORING: [&str; 7] = ["ci", "fetch", "i", "install", "restore", "sync", "tidy"];

/// What commands that ended well say of work that was changed before: true where all that they run are tests, builds, lints or checks
/// of types, so that it holds; false where they try something else, so that its author is not done with it. `None` where they say
/// nothing: who looks, commits, lays code out anew, adds or restores packages.
pub fn holds(commands: &[SimpleCommand]) -> Option<bool> {
    let said = |command: &SimpleCommand| {
        let kinds = kinds_of(command.iter().map(String::as_str));
        if RunKind::ALL.into_iter().any(|kind| kinds.has(kind) && !matches!(kind, RunKind::Format | RunKind::Bench)) {
            return Some(true);
        }
        let says_nothing = kinds.has(RunKind::Format)
            || shell::only_looks(command)
            || !shell::packages(command).is_empty()
            || command.iter().skip(1).take(2).any(|word| RESTORING.contains(&word.as_str()))
            || command.first().is_none_or(|program| KEEPING.contains(&shell::plain_name(program)));
        (!says_nothing).then_some(false)
    };
    commands.iter().filter_map(said).reduce(|one, other| one && other)
}

/// When and by whom a call was made.
#[derive(Clone, Copy, Debug, Default)]
pub struct When {
    /// Its place in the session.
    pub event: EventId,
    /// Milliseconds since 1970; 0 where nobody tells.
    pub at: i64,
}

/// What is to be kept of a finished call; `None` for one that never ran, and for one that leaves nothing to speak of.
///
/// `reading` is what its shell command does; `action` already has the effects of that command among its own, and its command
/// holds no credentials any more.
pub fn entry(root: &Root, action: &Action, reading: &shell::Reading, outcome: &Outcome, when: When) -> Option<Entry> {
    if outcome.status == OutcomeStatus::Refused {
        return action.command.as_deref().filter(|_| action.runs_a_shell()).map(|command| Entry {
            event: when.event,
            at: when.at,
            run: Some(Run { command: kept(command, COMMAND), status: outcome.status, ..Run::default() }),
            ..Entry::default()
        });
    }
    let ran = outcome.status == OutcomeStatus::Ok || action.runs_a_shell();
    let hands_on = matches!(action.kind, ActionKind::Delegate | ActionKind::Mcp);
    let mut files = if ran { files(root, action) } else { Vec::new() };
    if ran && hands_on {
        files.extend(named_in(root, action, outcome, MAX_FILES.saturating_sub(files.len())));
    }
    let run = action.command.as_deref().filter(|_| action.runs_a_shell()).map(|command| run(command, reading, outcome));
    let unnamed = reading.commands.iter().any(|words| unnamed::may_run_more(words.iter().map(String::as_str)));
    // What prints the summary of a runner has run something, whatever it is called.
    let own = kinds_in(reading);
    let summed = run.as_ref().is_some_and(|run| {
        let told = || run.told != RunResult::Unknown || output::counts_runs(outcome.text());
        own.is_empty() && (told() || ((run.commits || run.pushes) && hooked(outcome.text())))
    });
    let entry = Entry {
        event: when.event,
        at: when.at,
        files,
        run,
        opaque: ran && action.opaque,
        scripted: unnamed || summed,
        delegated: ran && hands_on,
        told_of: if ran && hands_on { told_of(outcome) } else { RunKinds::default() },
    };
    let tells = !entry.files.is_empty() || entry.run.is_some() || entry.opaque || entry.delegated;
    tells.then_some(entry)
}

fn files(root: &Root, action: &Action) -> Vec<FileEffect> {
    let mut kept: Vec<FileEffect> = Vec::new();
    // What is changed is asked for more than what is read.
    let (changed, read): (Vec<_>, Vec<_>) = action.effects.iter().partition(|effect| effect.verb.modifies());
    for effect in changed.into_iter().chain(read) {
        if kept.len() >= MAX_FILES {
            break;
        }
        let place = path::resolve(root, action.cwd.as_deref(), &effect.path);
        let effect = FileEffect { verb: effect.verb, path: place.shown().to_owned() };
        let merely_named = effect.verb == FileVerb::Read && action.kind == ActionKind::Bash;
        if !merely_named && !kept.contains(&effect) {
            kept.push(effect);
        }
    }
    kept
}

/// The files that the answer of another agent names: what it has done is told there.
fn named_in(root: &Root, action: &Action, outcome: &Outcome, max: usize) -> Vec<FileEffect> {
    let mut named: Vec<FileEffect> = Vec::new();
    let breaks = |c: char| c.is_whitespace() || "\"'`()[]{}<>,;|*".contains(c);
    for word in outcome.text().split(breaks) {
        let word = word.split_once(':').map_or(word, |(file, _)| file).trim_end_matches('.');
        if named.len() >= max {
            break;
        }
        if word.len() > 3 && path::extension(word).is_some() && !word.contains("//") {
            let place = path::resolve(root, action.cwd.as_deref(), word);
            let effect = FileEffect { verb: FileVerb::Read, path: place.shown().to_owned() };
            if !named.contains(&effect) {
                named.push(effect);
            }
        }
    }
    named
}

/// The kinds of runs that an answer speaks of; all of them where it is not there yet.
fn told_of(outcome: &Outcome) -> RunKinds {
    let text = outcome.text().to_ascii_lowercase();
    let all = RunKind::ALL.iter().fold(RunKinds::default(), |kinds, kind| kinds.and(RunKinds::of(*kind)));
    if text.trim().is_empty() || outcome.agent.is_some() {
        return all;
    }
    let ran = ["pass", "green", "ran ", "succe", "clean", "ok"].iter().any(|word| text.contains(word));
    let words: [(&str, RunKind); 8] = [
        ("test", RunKind::Test),
        ("lint", RunKind::Lint),
        ("build", RunKind::Build),
        ("compil", RunKind::Build),
        ("typecheck", RunKind::Types),
        ("type check", RunKind::Types),
        ("format", RunKind::Format),
        ("bench", RunKind::Bench),
    ];
    let spoken = words.iter().filter(|(word, _)| ran && text.contains(word));
    spoken.fold(RunKinds::default(), |kinds, (_, kind)| kinds.and(RunKinds::of(*kind)))
}

fn run(command: &str, reading: &shell::Reading, outcome: &Outcome) -> Run {
    let parts = || reading.commands.iter().filter(|words| !words.is_empty());
    let mut kinds = kinds_in(reading);
    let output = outcome.text();
    // What a program shows of a file was said by another run.
    let views = kinds.is_empty() && shell::gist_of(&reading.commands).views;
    let (report, line) = if views { Default::default() } else { runner::read_with_line(output) };
    // `pytest; echo $?`: the code that was printed is the run's.
    let told = match output::printed_code(command, output) {
        Some(code) if report.result == RunResult::Unknown => code,
        None if report.result == RunResult::Unknown && kinds.has(RunKind::Test) && runner::shows_a_failure(output) => {
            RunResult::Failed
        }
        _ => report.result,
    };
    // The hook of a commit, a script of any name: what counts passed tests has run tests, unless it shows the log of others.
    let asks = parts().any(|words| SHOWS_LOGS.contains(&words[0].as_str()));
    if kinds.is_empty() && !asks && report.counts.is_some_and(|counts| counts.passed.is_some()) {
        kinds = RunKinds::of(RunKind::Test);
    }
    // A file that is not there, a filter that leaves nothing: nothing was tested.
    let none = report.counts.is_none_or(|counts| counts.passed.unwrap_or(0) == 0 && counts.failed.unwrap_or(0) == 0);
    if none && output::ran_no_test(output) {
        kinds = kinds.without(RunKind::Test);
    }
    // A command that cannot be read to its end, and one of another name, is known by what it printed.
    let may_commit = || parts().any(|words| unnamed::may_commit(words.iter().map(String::as_str)));
    let commit =
        (reading.commits || command.contains("commit") || may_commit()).then(|| output::commit(output)).flatten();
    let pushes = parts().any(|words| words.len() > 1 && words[0] == "git" && words[1] == "push");
    let git = parts().any(|words| matches!(words[0].as_str(), "git" | "gh"));
    let status = outcome.status;
    let unpushed = pushes && (status != OutcomeStatus::Ok || output::refuses_push(output));
    let line = match output::git_fault(output).filter(|_| line.is_empty() && (unpushed || reading.commits)) {
        Some(fault) if status != OutcomeStatus::Ok || unpushed => fault.to_owned(),
        _ => line,
    };
    let unfinished = output.starts_with("Command running in background")
        || output.starts_with("Command was manually")
        || is_sent_off(command);
    Run {
        command: kept(command, COMMAND),
        parts: parts().take(PARTS.0).map(|words| clip::head(&words.join(" "), PARTS.1).to_owned()).collect(),
        kinds,
        status,
        told,
        tests: report.tests,
        cut: output.len() >= LONG,
        quiet: !kinds.is_empty() && is_quiet(output),
        piped: is_piped(command),
        unfinished,
        counts: report.counts.map(|counts| RunCounts {
            passed: counts.passed,
            failed: counts.failed,
            skipped: counts.skipped,
        }),
        summary: kept(&secret::redacted(&line), SUMMARY),
        figures: if git || !kinds.is_empty() { output::figures(output, FIGURES) } else { Vec::new() },
        hashes: if git { output::hashes(output, HASHES) } else { Vec::new() },
        // A chain may have committed before another part of it failed.
        commits: commit.is_some()
            || (reading.commits
                && (status == OutcomeStatus::Ok || unpushed && pushes_what_it_commits(command, output))
                && !output::refuses_commit(output)),
        commit,
        pushes: pushes && !unpushed,
    }
}

/// `git commit -q && git push`: a push that did not work was tried, so that there was a commit.
fn pushes_what_it_commits(command: &str, output: &str) -> bool {
    let pushed = command.rfind("push").map(|at| &command[..at]);
    let behind = |before: &str| before.contains("commit") && before.trim_end_matches("git ").trim_end().ends_with("&&");
    pushed.is_some_and(behind) && output::is_push_fault(output)
}

/// What the commands of a line are.
fn kinds_in(reading: &shell::Reading) -> RunKinds {
    let of = |words: &SimpleCommand| kinds_of(words.iter().map(String::as_str));
    reading.commands.iter().fold(RunKinds::default(), |kinds, words| kinds.and(of(words)))
}

/// True where a commit or push tells that hooks ran before it.
fn hooked(output: &str) -> bool {
    let lower = output.to_ascii_lowercase();
    ["hook", "husky", "lint", "passed", "pre-commit", "test", "typecheck"].iter().any(|word| lower.contains(word))
}

/// On one line, as far as it is kept.
fn kept(text: &str, max: usize) -> String {
    clip::head(&clip::one_line(text), max).to_owned()
}

/// True for an output in which nothing is called a fault.
fn is_quiet(output: &str) -> bool {
    let lower = output.to_ascii_lowercase();
    !["error", "warning", "fail", "problem", "panic", "\u{2716}", "not found"].iter().any(|word| lower.contains(word))
}

/// `npm test &`: what runs on behind the line has not ended with it.
fn is_sent_off(command: &str) -> bool {
    let command = command.trim_end();
    command.ends_with('&') && !command.ends_with("&&")
}

/// True when the exit code of the line may be that of another program than the one that ran first.
fn is_piped(command: &str) -> bool {
    if command.contains("pipefail") {
        return false;
    }
    let mut quote = None;
    for letter in command.trim_end().trim_end_matches(';').chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            (None, '|' | ';' | '\n') => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
pub(in crate::verify) mod testing {
    use super::*;
    use crate::agent::scenario::read_line;
    use crate::domain::What;

    /// What is kept of a line of a scenario, a call and how it was answered.
    pub(in crate::verify) fn recorded(line: &str) -> Option<Entry> {
        let mut called = None;
        for event in read_line(line, 1).unwrap() {
            match event.what {
                What::Call(call) => called = Some(call.action),
                What::Outcome(outcome) => {
                    let mut action = called.clone().unwrap();
                    let reading = action.command.as_deref().map(shell::read).unwrap_or_default();
                    action.effects.extend(reading.effects.iter().cloned());
                    action.opaque |= reading.opaque;
                    let root = Root { path: "/project".into(), ..Root::default() };
                    return entry(&root, &action, &reading, &outcome, When::default());
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::testing::recorded as made;
    use super::*;
    use crate::domain::{RunKind, RunResult};

    #[test]
    fn commands_tell_whether_the_work_holds() {
        let told = |command: &str| holds(&shell::read(command).commands);
        for command in
            ["cd api && npm test | tail -3", "cargo check", "npx tsc --noEmit && rm -rf out", "pytest -q | tee log"]
        {
            assert_eq!(told(command), Some(true), "{command}");
        }
        for command in ["./run.sh", "cargo build && ./target/debug/tool --once", "curl -s localhost", "hyperfine ./a"] {
            assert_eq!(told(command), Some(false), "{command}");
        }
        for command in ["cargo fmt", "git status --short", "rg total src | head", "npm install zod", "ls; cat a.md", ""]
        {
            assert_eq!(told(command), None, "{command}");
        }
    }

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let Some(Run { kinds, commit, pushes, .. }) = made(line).and_then(|entry| entry.run) else {
            assert_eq!(expected, "nothing", "{line}");
            return;
        };
        let run = made(line).and_then(|entry| entry.run).unwrap_or_default();
        let mut shown: Vec<String> =
            RunKind::ALL.iter().filter(|kind| kinds.has(**kind)).map(|kind| kind.name().to_owned()).collect();
        shown.push(match run.result() {
            RunResult::Passed => "passed".into(),
            RunResult::Failed => "failed".into(),
            RunResult::Unknown => "unknown".into(),
        });
        shown.extend(commit.map(|commit| commit.hash));
        if run.commits {
            shown.push("commits".into());
        }
        if pushes {
            shown.push("pushes".into());
        }
        assert_eq!(shown.join(" "), expected, "{line}");
    }

    #[test]
    fn the_output_decides_before_the_exit_code() {
        check("bash npm test | tail -5 => Tests: 2 failed, 3 passed, 5 total", "tests failed");
        check("bash npm test => Tests: 5 passed, 5 total", "tests passed");
        check("bash npm test => logged an error: x", "tests passed");
        check("bash npm test | tail -1 => something", "tests unknown");
        check("bash npm test ! Exit code 1", "tests failed");
        check("bash npm test ! refused", "unknown");
        check("bash npm test 2>&1 | grep ok ! Exit code 1", "tests unknown");
        check("bash ls => a", "passed");
    }

    #[test]
    fn commits_and_pushes_are_kept_with_what_they_print() {
        check("bash git commit -m x => [main 1a2b3c4] x", "passed 1a2b3c4 commits");
        check("bash git commit -m x => nothing to commit, working tree clean", "passed");
        check("bash git commit -m x && git push => [main 1a2b3c4] x", "passed 1a2b3c4 commits pushes");
        check("bash git push ! Exit code 1", "failed");
        let unpushed = "fatal: No configured push destination.";
        check(&format!("bash git commit -qam x && git push ! {unpushed}"), "failed commits");
        check(&format!("bash git commit -qam x; git push ! {unpushed}"), "unknown");
        check("bash git commit -qam x && git push ! husky - pre-commit hook exited with code 1", "failed");
        let summary = |line: &str| made(line).and_then(|entry| entry.run).unwrap().summary;
        assert_eq!(summary(&format!("bash git push ! {unpushed}")), unpushed);
        assert_eq!(summary("bash git push => error: nothing of note"), "");
    }

    #[test]
    fn what_never_ran_is_not_on_record() {
        assert_eq!(made("edit src/a.rs #1 ! refused"), None);
        let failed = made("edit src/a.rs #1 ! not found");
        assert_eq!(failed, None, "a failed edit changes nothing");
        let files: Vec<String> =
            made("edit src/a.rs #1").unwrap().files.into_iter().map(|effect| effect.path).collect();
        assert_eq!(files, ["src/a.rs"]);
    }
}
