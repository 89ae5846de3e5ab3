//! What of the session is to be remembered beyond it, and what became of what it was warned with.

use super::deed;
use super::judge::Done;
use super::port::Work;
use super::state::Guard;
use crate::domain::{
    ActionKind, EventId, Ledger, LessonKind, LessonOrigin, LessonVerdict, Level, Mark, Outcome, OutcomeStatus,
    PendingCall, Recording, RunResult, Said, SignalId, Warned, WarningEnding, split_key,
};
use crate::memory::capture::{self, Draft, Ended};
use crate::memory::key;
use crate::memory::summary::{self, EntityKind};
use crate::text::shell::{self, Gist};
use crate::text::volatile::steady;

/// Files and commands of one turn whose quiet is counted.
const MAX_WORK: usize = 16;
/// Words of a correction that are read as the command that it names.
const MAX_NAMED: usize = 16;

/// Learns from a call that has run; `gist` is what its command is about.
pub(super) fn from_call(guard: &mut Guard<'_>, done: &Done<'_>, gist: &Gist) {
    let Done { pending, outcome, commands, touched, .. } = done;
    let Some(deed) = done.deed else { return };
    if !guard.facts.config.memory.enabled {
        return;
    }
    let key = key::of_action(&guard.session.root, &pending.action, gist);
    let changed: Vec<String> = touched.iter().filter_map(|place| place.place.inside()).map(str::to_owned).collect();
    if let Some(key) = &key {
        let mark = capture::mark(key);
        end_warnings(
            guard,
            |warned| warned.key == Some(mark),
            || {
                if deed.failed() { WarningEnding::Repeated } else { WarningEnding::Refuted }
            },
        );
    }
    // What waits or answers a question tells nothing by its exit code.
    let comparable = !deed.waits && deed.kind == ActionKind::Bash;
    // A pipe hides the exit code: the words of a misuse are told all the same.
    let hidden = || commands.len() > 1 && capture::error::is_misuse(&outcome.excerpt);
    let failure = deed.failure.or_else(|| hidden().then(|| capture::mark(&steady(&outcome.excerpt))));
    let call = Ended {
        key: key.as_deref().filter(|_| comparable),
        event: pending.event,
        failure,
        passed: failure.is_none() && outcome.status == OutcomeStatus::Ok && deed.run != RunResult::Failed,
        ran: deed.run != RunResult::Unknown,
        printed: &outcome.excerpt,
        changed: &changed,
    };
    if let Some(draft) = capture::ended(&mut guard.session.learning, &call) {
        remember(guard, draft);
    }
}

/// Learns from a call that a person refused with words; a refusal without any tells nothing about the next time.
pub(super) fn from_refusal(guard: &mut Guard<'_>, pending: &PendingCall, outcome: &Outcome) {
    let Some(said) = outcome.objection.as_deref().filter(|_| guard.facts.config.memory.enabled) else { return };
    let reading = pending.action.command.as_deref().map(shell::read).unwrap_or_default();
    let Some(key) = key::of_action(&guard.session.root, &pending.action, &shell::gist(&reading)) else { return };
    // The next edit of the same file is another one; the next run of the same command is the same.
    let exact = key.starts_with("bash ").then(|| key.clone());
    let action = Said { text: capture::command(&key).to_owned(), key: exact, ..Said::default() };
    let outcome = "the user refused it".to_owned();
    capture::teach(&mut guard.session.learning, &key);
    remember(guard, Draft { origin: LessonOrigin::Refused, action, feedback: said.to_owned(), outcome });
}

/// Learns from a prompt that corrects what was just done.
pub(super) fn from_prompt(guard: &mut Guard<'_>, prompt: &str) {
    if guard.facts.config.memory.enabled
        && guard.session.calls > 0
        && let Some(mut draft) = capture::correction::read(prompt)
    {
        draft.action.key = ran_before(guard, &draft.action.text);
        remember(guard, draft);
    }
}

/// The key of the longest command with which the user's words begin and that the session has run: "run npm outdated here".
fn ran_before(guard: &Guard<'_>, words: &str) -> Option<String> {
    let named = words.strip_prefix("run ")?;
    let ends = named.match_indices(' ').map(|(end, _)| end).chain([named.len()]).take(MAX_NAMED);
    let mut beginnings: Vec<&str> = ends.map(|end| &named[..end]).collect();
    beginnings.reverse();
    let ran = guard.session.trail.deeds.iter().filter(|deed| deed.kind == ActionKind::Bash);
    let ran: Vec<Mark> = ran.map(|deed| deed.target).collect();
    let line = beginnings.into_iter().find(|line| ran.contains(&deed::mark(line)))?;
    key::of_line(line)
}

/// Learns from work that left its goal, was corrected, and came back.
pub(super) fn from_recovery(guard: &mut Guard<'_>, strayed: &[String]) {
    let (Some(goal), false) = (&guard.session.goal, strayed.is_empty()) else { return };
    if !guard.facts.config.memory.enabled {
        return;
    }
    let draft = Draft {
        origin: LessonOrigin::Drift,
        action: Said::words(goal.line.clone()),
        feedback: format!("the work strayed to {}", strayed.join(", ")),
        outcome: "it came back to the goal after a correction".to_owned(),
    };
    remember(guard, draft);
}

/// The session or its turn is over, or the person speaks again: what was not done by now was heeded.
pub(super) fn end_turn(guard: &mut Guard<'_>) {
    end_warnings(guard, |warned| warned.key.is_some(), || WarningEnding::Heeded);
}

fn end_warnings(guard: &mut Guard<'_>, ends: impl Fn(&Warned) -> bool, ending: impl Fn() -> WarningEnding) {
    for warned in guard.session.learning.warned.iter_mut().filter(|warned| warned.open && ends(warned)) {
        warned.open = false;
        guard.change.verdicts.push(LessonVerdict { lesson: warned.lesson, ending: ending() });
    }
}

/// Takes note of the files and commands of a turn that has ended: what driftguard said about them since `began`, and what the record
/// says of them. Whoever asks it next finds it in `record`.
pub(super) fn of_turn(guard: &mut Guard<'_>, changed: &[String], began: EventId, record: &mut Option<Ledger>) {
    if !guard.facts.recording || !guard.facts.config.memory.enabled {
        return;
    }
    let spoken: Vec<(&str, &str)> = guard
        .session
        .drift
        .delivered
        .iter()
        .filter(|text| text.event >= began && text.level >= Level::Nudge)
        .map(|text| split_key(&text.key))
        .collect();
    let about = |name: &str| spoken.iter().any(|(_, subject)| *subject == name);
    let mut work: Vec<Work> = changed
        .iter()
        .take(MAX_WORK)
        .map(|file| Work { kind: EntityKind::File, name: file.clone(), spoken: about(file) })
        .collect();
    for (signal, subject) in &spoken {
        let command = [SignalId::FAILURE_LOOP.0, SignalId::ACTION_REPEAT.0].contains(signal);
        if command && work.len() < MAX_WORK {
            work.push(Work { kind: EntityKind::Command, name: (*subject).to_owned(), spoken: true });
        }
    }
    guard.change.work = work;
    end_turn(guard);
    if record.is_none() {
        let turn = guard.ledger_of_turn();
        if !summary::looks_back(&turn) {
            guard.change.deltas = summary::deltas(&turn);
            return;
        }
    }
    guard.change.deltas = summary::deltas(record.get_or_insert_with(|| guard.ledger()));
}

fn remember(guard: &mut Guard<'_>, draft: Draft) {
    if !guard.facts.recording {
        return;
    }
    let Draft { origin, action, feedback, outcome } = draft;
    guard.change.lessons.push(Recording {
        project: guard.session.root.path.clone(),
        kind: LessonKind::Mistake,
        origin,
        action,
        feedback: Said::words(feedback),
        outcome: Said::words(outcome),
        session: Some(guard.session.id.clone()),
        at: guard.facts.now,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::scenario::read_line;
    use crate::domain::Session;
    use crate::guard::Facts;

    #[track_caller]
    fn check(words: &str, expected: Option<&str>) {
        let config = crate::config::defaults();
        let files = crate::domain::FileList::default();
        let files = &files;
        let facts = Facts { quiet: true, ..Facts::of(&config, &files) };
        let mut guard = Guard::resume(Session::default(), &facts);
        let lines = [
            "user fix the parser",
            "bash cargo test => ok",
            "bash cd web && cargo test --workspace -q | tail -3 => ok",
        ];
        for (at, line) in lines.iter().enumerate() {
            read_line(line, at).unwrap().into_iter().for_each(|event| guard.observe(event));
        }
        assert_eq!(ran_before(&guard, words).as_deref(), expected, "{words}");
    }

    #[test]
    fn a_correction_names_the_longest_command_that_has_run() {
        check("run cargo test here", Some("bash cargo test"));
        // Longer than what is shown of a command.
        check("run cargo test --workspace -q here", Some("bash cargo test --workspace -q"));
        check("run cargo test --workspace here", Some("bash cargo test"));
        check("run cargo testing", None);
        check("use cargo test", None);
    }
}
