//! Reports for tests: a goal made by hand and the lines of a scenario, played as `check` plays a transcript.

use super::{ExplainedChange, Positions, Read, Report, Tally, Trail};
use crate::agent::scenario::{Line, read_page};
use crate::config::Config;
use crate::domain::{
    Constraint, ConstraintKind, Event, FileList, Goal, GoalChange, OutcomeStatus, Pattern, Revision, Root, Scope,
    ScopeEntry, ScopeReason, Score, Session, Spares, Step, Target, What,
};
use crate::guard::{Facts, Playback};
use std::ops::Deref;

/// "Fix the token bug", limited to src/auth, without touching the changelog.
pub(super) fn declared_goal() -> Goal {
    Goal {
        text: "fix the expired token bug, keep to src/auth and do not touch CHANGELOG.md".into(),
        line: "fix the expired token bug, keep to src/auth and do not touch CHANGELOG.md".into(),
        constraints: vec![Constraint {
            kind: ConstraintKind::DoNot,
            clause: "do not touch CHANGELOG.md".into(),
            targets: vec![Target::Paths(Pattern::File("CHANGELOG.md".into()))],
            denies: true,
            asks: false,
            spares: Spares::Nothing,
            except: Vec::new(),
            revision: 1,
        }],
        scope: Scope {
            entries: vec![ScopeEntry {
                pattern: Pattern::Folder("src/auth".into()),
                reason: ScopeReason::Declared,
                words: "keep to src/auth".into(),
            }],
        },
        revision: 1,
        history: vec![Revision {
            revision: 1,
            change: GoalChange::Start,
            reason: "the first prompt".into(),
            prompt: "fix the expired token bug, keep to src/auth".into(),
        }],
        ..Goal::default()
    }
}

/// The events of scenario lines.
pub(super) fn events(lines: &[&str]) -> Vec<Event> {
    let page = format!("```session\n{}\n```\n", lines.join("\n"));
    let session = read_page(&page).expect("the lines read").sessions.remove(0);
    let of_line = |line| match line {
        Line::Events(events) => events,
        Line::Check { .. } | Line::Ends(_) => Vec::new(),
    };
    session.lines.into_iter().flat_map(of_line).collect()
}

fn facts<'a>(config: &'a Config, files: &'a dyn Deref<Target = FileList>) -> Facts<'a> {
    Facts::of(config, files)
}

fn begin(goal: Option<Goal>) -> Session {
    let root = Root { path: "/project".into(), ..Root::default() };
    Session { id: "5f0c2a1e-session".into(), root, goal, ..Session::default() }
}

/// Plays the lines as `check` does.
pub(super) fn report(goal: Option<Goal>, lines: &[&str]) -> Report {
    let config = crate::config::defaults();
    let list = FileList::default();
    let files = &list;
    let facts = facts(&config, &files);
    let mut playback = Playback::new(begin(goal), &facts);
    let (mut positions, mut tally) = (Positions::default(), Tally::default());
    for event in events(lines) {
        positions.note(playback.guard().session().next_event, &event);
        count(&mut tally, &event);
        playback.play(event);
    }
    let read = Read { tally, positions, ..Read::default() };
    let transcript = "/home/user/.claude/projects/-project/5f0c2a1e-session.jsonl".to_owned();
    Report { unasked: Vec::new(), ..Report::of(transcript, playback, read) }
}

/// Plays the lines as `explain` does.
pub(super) fn explained(goal: Option<Goal>, lines: &[&str]) -> Vec<ExplainedChange> {
    let config = crate::config::defaults();
    let list = FileList::default();
    let files = &list;
    let facts = facts(&config, &files);
    let mut playback = Playback::new(begin(goal), &facts);
    let mut trail = Trail::new(&config);
    for event in events(lines) {
        trail.play(&mut playback, event);
    }
    trail.finish(playback)
}

/// A session that leaves its declared scope, is told, goes on, and crosses a limit.
pub(super) fn drifting() -> Report {
    report(
        Some(declared_goal()),
        &[
            "user go on",
            "read src/auth/token.ts",
            "edit src/auth/token.ts",
            "user go on",
            "edit src/styles/theme.css",
            "user and now finish it",
            "edit CHANGELOG.md",
            "edit src/styles/theme.css",
        ],
    )
}

/// A session that keeps to its goal.
pub(super) fn steady() -> Report {
    report(
        Some(declared_goal()),
        &["user go on", "read src/auth/token.ts", "edit src/auth/token.ts", "edit src/auth/session.ts"],
    )
}

/// The report with so many findings in its last verdict, the worst first.
pub(super) fn with_findings(mut report: Report, number: usize) -> Report {
    let verdict = &mut report.assessments.last_mut().expect("an end").verdict;
    let model = verdict.findings[0].clone();
    verdict.findings = (0..number)
        .map(|index| {
            let mut finding = model.clone();
            finding.what = format!("changed src/styles/part{index}.css");
            finding.key = format!("out-of-scope:src/styles/part{index}.css");
            finding.evidence.paths = vec![format!("src/styles/part{index}.css")];
            finding
        })
        .collect();
    report
}

/// An edit and eleven commands that went well, as the store keeps them.
pub(super) fn worked_steps() -> Vec<Step> {
    let edit = Step { drift_score: Score::new(9), ..Step::good("edit", "src/auth/token.ts") };
    let run = |number: usize| Step {
        id: format!("s:c{number}"),
        command: Some(format!("npm test -- auth-{number}{}", " --verbose".repeat(number - 1))),
        drift_score: Score::new(9),
        ..Step::good("bash", "")
    };
    std::iter::once(Step { id: "s:c0".into(), ..edit }).chain((1..12).map(run)).collect()
}

/// The defaults.
pub(super) fn config() -> Config {
    crate::config::defaults()
}

fn count(tally: &mut Tally, event: &Event) {
    tally.lines += 1;
    match &event.what {
        What::Prompt(prompt) if prompt.class.is_human() => tally.prompts += 1,
        What::Call(call) => *tally.calls.entry(call.tool.clone()).or_default() += 1,
        What::Outcome(outcome) if outcome.status == OutcomeStatus::Ok => tally.ok += 1,
        What::Outcome(_) => tally.failed += 1,
        _ => {}
    }
}
