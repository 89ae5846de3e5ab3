//! What of a session is worth remembering: commands that were wrong in themselves, failures that took more than one try, and
//! what the user did not want.
//!
//! Seen from the outcomes alone. A failing test that the next edit mends is work and no lesson: what is remembered must have
//! cost something, and must be told by the record what helped.

pub mod correction;
pub mod error;

use crate::domain::{EventId, FailedRun, Learning, LessonOrigin, Mark, Said};
use crate::text::secret::redacted;
use crate::text::volatile::steady;

/// Failed commands that are remembered until something helps.
const MAX_FAILED: usize = 4;
/// Files named as what helped.
const MAX_EDITED: usize = 4;
/// Keys that a session has taught.
const MAX_TAUGHT: usize = 16;
/// Events after which a success is no answer to a failure any more: some five calls.
const NEAR: u64 = 12;
/// The same failure so often, one after the other, was hard.
const HARD: u8 = 2;

/// A call that has ended, as far as something can be learned from it.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// What it is about; `None` where nothing names it.
    pub key: Option<&'a str>,
    /// When it was made.
    pub event: EventId,
    /// The failure as it is compared; `None` where it went well.
    pub failure: Option<Mark>,
    /// True where it went well beyond doubt.
    pub passed: bool,
    /// True where it did what it is there for, whatever that showed: tests that ran and failed did run.
    pub ran: bool,
    /// What it printed, or its two ends.
    pub printed: &'a str,
    /// The files that it changed.
    pub changed: &'a [String],
}

/// A lesson as a session tells it, before it has a project and a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// How it came to be known.
    pub origin: LessonOrigin,
    /// What was done.
    pub action: Said,
    /// What was said of it.
    pub feedback: String,
    /// What came of it.
    pub outcome: String,
}

/// Takes note of a call that has ended; what is to be learned from it, if anything.
pub fn ended(learning: &mut Learning, call: &Ended<'_>) -> Option<Draft> {
    let draft = match (call.key, call.failure) {
        (Some(key), Some(failure)) if is_single(key) => {
            let answered = if call.ran { answered(learning, key, call.event) } else { None };
            failed(learning, key, failure, call);
            answered
        }
        (Some(key), None) if call.passed => passed(learning, key).or_else(|| answered(learning, key, call.event)),
        _ => None,
    };
    for run in &mut learning.failed {
        for file in call.changed {
            if run.edited.len() < MAX_EDITED && !run.edited.contains(file) {
                run.edited.push(file.clone());
            }
        }
    }
    if let Some(key) = draft.as_ref().and_then(|draft| draft.action.key.as_deref()) {
        teach(learning, key);
    }
    draft
}

/// Takes note that the session itself knows what is to be known of a key.
pub fn teach(learning: &mut Learning, key: &str) {
    learning.taught.push(mark(key));
    let surplus = learning.taught.len().saturating_sub(MAX_TAUGHT);
    learning.taught.drain(..surplus);
}

/// A text as a session compares it.
pub fn mark(text: &str) -> Mark {
    crate::domain::Digest(xxhash_rust::xxh3::xxh3_64(text.as_bytes())).into()
}

/// One command: of several nobody can tell which went wrong.
fn is_single(key: &str) -> bool {
    key.starts_with("bash ") && !key.contains("; ")
}

fn failed(learning: &mut Learning, key: &str, failure: Mark, call: &Ended<'_>) {
    let Some(error) = error::telling_line(call.printed) else { return };
    // Each run has its own times and addresses: with them the next one would be another failure.
    let error = steady(&redacted(error)).into_owned();
    let misuse = error::is_misuse(call.printed);
    if let Some(run) = learning.failed.iter_mut().find(|run| run.key == key) {
        run.times = if run.failure == failure { run.times.saturating_add(1) } else { 1 };
        (run.error, run.failure, run.misuse, run.event) = (error, failure, misuse, call.event);
        return;
    }
    let (key, event) = (key.to_owned(), call.event);
    learning.failed.push(FailedRun { key, error, failure, times: 1, misuse, event, edited: Vec::new() });
    let surplus = learning.failed.len().saturating_sub(MAX_FAILED);
    learning.failed.drain(..surplus);
}

/// What fails no more after its files were changed.
fn passed(learning: &mut Learning, key: &str) -> Option<Draft> {
    let at = learning.failed.iter().position(|run| run.key == key)?;
    let run = learning.failed.remove(at);
    let helped = !run.misuse && run.times >= HARD && !run.edited.is_empty();
    helped.then(|| Draft {
        origin: LessonOrigin::Failure,
        action: Said::words(format!("{} fails: {}", command(key), run.error)),
        feedback: run.error,
        outcome: format!("a change of {} made it pass", run.edited.join(", ")),
    })
}

/// The wrong command that this one is the right one for.
fn answered(learning: &mut Learning, key: &str, now: EventId) -> Option<Draft> {
    let near = |run: &FailedRun| now.0.saturating_sub(run.event.0) <= NEAR;
    let answers = |run: &FailedRun| run.misuse && run.edited.is_empty() && near(run) && error::akin(&run.key, key);
    let at = learning.failed.iter().rposition(answers)?;
    let run = learning.failed.remove(at);
    Some(Draft {
        origin: LessonOrigin::Misuse,
        action: Said { text: command(&run.key).to_owned(), key: Some(run.key.clone()), ..Said::default() },
        feedback: run.error,
        outcome: format!("`{}` worked", command(key)),
    })
}

/// The command of a key.
pub fn command(key: &str) -> &str {
    key.strip_prefix("bash ").unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays calls: a command with what it printed (`!` before it: it failed), or `edit FILE`.
    fn play(calls: &[(&str, &str)]) -> Vec<Draft> {
        let mut learning = Learning::default();
        let mut drafts = Vec::new();
        for (place, (line, printed)) in calls.iter().enumerate() {
            let event = EventId(2 * place as u64);
            let file: Vec<String> = line.strip_prefix("edit ").map(str::to_owned).into_iter().collect();
            let failed = line.starts_with("! ");
            let key = crate::memory::key::of_line(line.trim_start_matches("! ")).filter(|_| file.is_empty());
            let call = Ended {
                key: key.as_deref(),
                event,
                failure: failed.then(|| mark(printed)),
                passed: !failed && file.is_empty(),
                ran: printed.contains("passed"),
                printed,
                changed: &file,
            };
            drafts.extend(ended(&mut learning, &call));
            assert!(learning.failed.len() <= MAX_FAILED && learning.taught.len() <= MAX_TAUGHT);
        }
        drafts
    }

    #[track_caller]
    fn check(calls: &[(&str, &str)], expected: &[[&str; 3]]) {
        let drafts = play(calls);
        let found: Vec<[&str; 3]> =
            drafts.iter().map(|draft| [&*draft.action.text, &*draft.feedback, &*draft.outcome]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_wrong_command_and_the_one_that_worked_are_a_lesson() {
        let wrong = ("! npm run tset", "npm ERR! missing script: tset");
        check(
            &[wrong, ("npm run test", "5 passed")],
            &[["npm run tset", "npm ERR! missing script: tset", "`npm run test` worked"]],
        );
        check(
            &[("! python run.py", "bash: python: command not found"), ("python3 run.py", "done")],
            &[["python run.py", "bash: python: command not found", "`python3 run.py` worked"]],
        );
        // Its tests fail, and it did run.
        check(
            &[wrong, ("! npm run test", "1 failed, 4 passed")],
            &[["npm run tset", "npm ERR! missing script: tset", "`npm run test` worked"]],
        );
        check(
            &[("! rtk bun run test", "error: unrecognized subcommand 'bun'"), ("bun run test", "4 passed")],
            &[["rtk bun run test", "error: unrecognized subcommand 'bun'", "`bun run test` worked"]],
        );
        // Something else in between: another thing was done.
        check(&[wrong, ("git status", "clean")], &[]);
        // The code was changed: that may have helped.
        check(&[wrong, ("edit package.json", ""), ("npm run test", "5 passed")], &[]);
        let far: Vec<(&str, &str)> =
            std::iter::once(wrong).chain((0..8).map(|_| ("git status", "x"))).chain([("npm run test", "ok")]).collect();
        check(&far, &[]);
    }

    #[test]
    fn a_failure_that_took_more_than_one_try_is_a_lesson() {
        let red = ("! cargo test", "error[E0502]: cannot borrow `x` as mutable");
        let green = ("cargo test", "test result: ok. 5 passed");
        check(&[red, ("edit a.rs", ""), green], &[]);
        check(
            &[red, ("edit a.rs", ""), red, ("edit b.rs", ""), green],
            &[[
                "cargo test fails: error[E0502]: cannot borrow `x` as mutable",
                "error[E0502]: cannot borrow `x` as mutable",
                "a change of a.rs, b.rs made it pass",
            ]],
        );
        // It passed by itself: nothing helped.
        check(&[red, red, green], &[]);
        let other = ("! cargo test", "error: another thing");
        check(&[red, ("edit a.rs", ""), other, ("edit a.rs", ""), green], &[]);
    }

    #[test]
    fn what_changes_from_run_to_run_is_no_part_of_a_failure() {
        let run = |at: &str, name: &str, took: &str| {
            format!("{at} error: cannot open /tmp/{name}/lock (0x7ffe{took}), took 3.{took}s")
        };
        let (one, two) = (run("10:11:12", "11aB2c", "12"), run("10:14:59", "77xY9z", "407"));
        let learnt = play(&[("! make", &one), ("edit a.rs", ""), ("! make", &one), ("edit a.rs", ""), ("make", "ok")]);
        let again = play(&[("! make", &two), ("edit a.rs", ""), ("! make", &two), ("edit a.rs", ""), ("make", "ok")]);
        assert_eq!(learnt, again);
        assert!(learnt[0].feedback.starts_with("… error: cannot open /tmp/…/lock"), "{learnt:?}");
    }

    #[test]
    fn what_names_nothing_teaches_nothing() {
        check(&[("! npm run tset && npm run lnit", "missing script: tset"), ("npm run test", "ok")], &[]);
        check(&[("! npm run tset", ""), ("npm run test", "ok")], &[]);
    }
}
