//! From an action and its outcome to a [`Deed`]: what is compared when the guard looks for circles.

use crate::domain::{
    Action, ActionKind, Deed, Digest, EventId, FileVerb, Mark, Outcome, OutcomeStatus, PendingCall, Place, Root,
    RunResult, Trail,
};
use crate::text::clip::{begun, one_line};
use crate::text::shell::Gist;
use crate::text::{path, runner, volatile};
use xxhash_rust::xxh3::xxh3_64;

/// Characters of a command or path that messages and keys show.
const SHOWN: usize = 80;

/// The deed of a finished call; `gist` is what a shell action is about.
pub(super) fn deed(root: &Root, pending: &PendingCall, outcome: &Outcome, gist: &Gist) -> Deed {
    let action = &pending.action;
    let subject = subject(root, action, &gist.words);
    let run = match action.kind {
        ActionKind::Bash if !gist.views => runner::read(&outcome.excerpt).result,
        _ => RunResult::Unknown,
    };
    // An exit code speaks where no summary does, unless it is an answer ("no match").
    let failed = run == RunResult::Failed || (outcome.status != OutcomeStatus::Ok && !gist.asks);
    // A failure with another time is the same failure.
    let measured =
        action.kind == ActionKind::Bash && !failed && (gist.measures || volatile::tells_durations(outcome.text()));
    let restored = action.modifications().any(|effect| matches!(effect.verb, FileVerb::Restore | FileVerb::CheckOut));
    Deed {
        event: pending.event,
        kind: action.kind,
        target: mark(&subject),
        whole: action.command.as_deref().map_or(action.digest.into(), |command| mark(command.trim())),
        shown: shown(&subject, action),
        before: action.replaced.map(Mark::from),
        after: after(action, outcome),
        result: result(action, outcome, pending.event, measured),
        error: failed.then(|| outcome.error.unwrap_or(outcome.content).into()),
        failure: failed.then(|| outcome.failure.unwrap_or(outcome.content).into()),
        run,
        changed: (action.modifies() || restored || gist.acts) && outcome.status != OutcomeStatus::Refused,
        waits: gist.waits,
    }
}

/// True for an edit of `file` that undoes the last one, or writes the content from before the first.
pub(super) fn takes_back(trail: &Trail, action: &Action, file: &str) -> bool {
    let (target, content) = (mark(file), action.content.map(Mark::from));
    let last = trail.deeds.iter().rev().find(|deed| deed.is_edit() && !deed.failed() && deed.target == target);
    let inverse = |deed: &Deed| deed.before == content && deed.after == action.replaced.map(Mark::from);
    match action.kind {
        // Of an edit before the last prompt is known what it took out.
        ActionKind::Edit => content.is_some() && last.map_or_else(|| trail.original(target) == content, inverse),
        ActionKind::Write => content.is_some() && trail.original(target) == content,
        _ => false,
    }
}

/// The words of the agent as they are compared: case, spacing and what is no word set aside.
pub(super) fn words(text: &str) -> Option<Mark> {
    let mut said = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        said.push_str(word);
        said.push(' ');
    }
    if said.is_ascii() {
        said.make_ascii_lowercase();
    } else {
        said = said.to_lowercase();
    }
    (!said.is_empty()).then(|| mark(&said))
}

/// What a text is compared by: the words of a command, a file.
pub(super) fn mark(text: &str) -> Mark {
    Digest(xxh3_64(text.as_bytes())).into()
}

/// What the action is about: the file, the command without what stands around it, or its whole input.
fn subject(root: &Root, action: &Action, command: &str) -> String {
    match action.kind {
        ActionKind::Bash => command.to_owned(),
        ActionKind::Read | ActionKind::Edit | ActionKind::Write | ActionKind::Delete => {
            let file = action.effects.first();
            file.map_or_else(String::new, |effect| match path::resolve(root, action.cwd.as_deref(), &effect.path) {
                Place::Inside(file) | Place::Outside(file) => file,
            })
        }
        kind => format!("{} {:016x}", kind.name(), action.digest.0),
    }
}

/// The content that the file has now, as far as it is known.
fn after(action: &Action, outcome: &Outcome) -> Option<Mark> {
    match action.kind {
        ActionKind::Read => action.content.or((!outcome.excerpt.is_empty()).then_some(outcome.content)).map(Mark::from),
        ActionKind::Edit | ActionKind::Write => action.content.map(Mark::from),
        _ => None,
    }
}

/// The answer. Without text (an image, an empty file) nothing is known of it: it is like no other. What measures answers with its
/// numbers, and they are volatile elsewhere.
fn result(action: &Action, outcome: &Outcome, event: EventId, measured: bool) -> Mark {
    match action.kind {
        ActionKind::Read if outcome.excerpt.is_empty() => mark(&format!("unknown {}", event.0)),
        _ if measured => mark(outcome.text()),
        _ => outcome.content.into(),
    }
}

/// The subject on one line, cut: it stands in messages, in keys that people type, and in each kept assessment.
fn shown(subject: &str, action: &Action) -> String {
    let words = match action.kind {
        ActionKind::Search | ActionKind::Fetch | ActionKind::Delegate | ActionKind::Mcp => {
            action.text.as_deref().unwrap_or(action.kind.name())
        }
        ActionKind::Plan | ActionKind::Ask | ActionKind::Other => action.kind.name(),
        _ => subject,
    };
    begun(&one_line(words), SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::scenario::read_line;
    use crate::domain::What;
    use crate::text::shell;

    fn made(line: &str) -> Deed {
        let mut pending = None;
        for event in read_line(line, 1).unwrap() {
            match event.what {
                What::Call(call) => {
                    let (call_id, action, event) = (call.call_id, call.action, EventId(7));
                    let (agent, reasoning, heard, read) = (None, None, true, false);
                    pending = Some(PendingCall {
                        agent,
                        reasoning,
                        heard,
                        read,
                        ..PendingCall::bare(call_id, event, action)
                    });
                }
                What::Outcome(outcome) => {
                    let pending = pending.as_ref().unwrap();
                    let reading = pending.action.command.as_deref().map(shell::read).unwrap_or_default();
                    let root = Root { path: "/project".into(), ..Root::default() };
                    return deed(&root, pending, &outcome, &shell::gist(&reading));
                }
                _ => {}
            }
        }
        unreachable!("an action line is answered")
    }

    /// `expected`: what is shown, then what else holds.
    #[track_caller]
    fn check(line: &str, expected: &str) {
        let deed = made(line);
        let mut shown = deed.shown.clone();
        for (name, holds) in [
            ("failed", deed.failed()),
            ("passed", deed.run == RunResult::Passed),
            ("changed", deed.changed),
            ("waits", deed.waits),
        ] {
            if holds {
                shown = format!("{shown} | {name}");
            }
        }
        assert_eq!(shown, expected, "{line}");
    }

    #[test]
    fn the_output_decides_what_failed() {
        check("bash cd a && npm test | tail -5 => Tests: 2 failed, 3 passed, 5 total", "npm test | failed");
        check("bash npm test => Tests: 5 passed, 5 total", "npm test | passed");
        check("bash npm test ! Exit code 1", "npm test | failed");
        check("bash npm test | grep FAIL ! Exit code 1", "npm test");
        check("bash grep -rn x src ! Exit code 1", "grep -rn x src");
        check("bash cat test.log => Tests: 2 failed, 5 total", "cat test.log");
        check("bash sleep 5; gh run view 1 => in progress", "sleep 5; gh run view 1 | waits");
        check("edit src/a.rs #1 ! not found", "src/a.rs | failed | changed");
        check("edit src/a.rs #1", "src/a.rs | changed");
        check("read src/a.rs => fn a() {}", "src/a.rs");
    }

    #[test]
    fn the_same_thing_has_the_same_marks() {
        let target = |line: &str| made(line).target;
        assert_eq!(target("bash npm test"), target("bash cd a && npm test 2>&1 | tail -3"));
        assert_ne!(target("bash npm test"), target("bash npm run build"));
        assert_eq!(target("read src/a.rs 1-9 => x"), target("edit src/a.rs #1"));
        assert_ne!(made("read src/a.rs 1-9 => x").whole, made("read src/a.rs 10-19 => x").whole);
        let result = |line: &str| made(line).result;
        assert_ne!(result("bash node bench.mjs => total 12.1 ms"), result("bash node bench.mjs => total 12.2 ms"));
        assert_ne!(result("bash node a.mjs => total 12.1 ms"), result("bash node a.mjs => total 12.2 ms"));
        assert_eq!(result("bash node bench.mjs => total 12.1 ms"), result("bash node bench.mjs => total 12.1 ms"));
        assert_ne!(made("read a.png").result, Mark::default());
        assert_eq!(words("It is\n  DONE"), words("it is done"));
        assert_eq!(words("  "), None);
    }

    #[test]
    fn a_subject_is_shown_on_one_line() {
        check("bash cat   <<EOF", "cat");
        let long = made(&format!("bash echo {}", "é".repeat(5000)));
        assert_eq!(long.shown.chars().count(), SHOWN + 1);
    }
}
