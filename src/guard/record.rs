//! What is kept of the work: steps, assessments, tasks.

use super::facts::Facts;
use super::state::Guard;
use crate::domain::{
    Action, Decision, Goal, Level, PendingCall, Place, Relation, Remark, RemarkKind, Session, Step, StepOutcome, Task,
    TaskTally,
};
use crate::signal::Touched;
use crate::text::plain::plain_line;
use crate::text::{clip, path, secret, words};
use crate::{correction, drift};

/// What stands behind a stored command that went on.
const CUT: &str = " … (cut)";

/// Adds the step of a finished or denied call to what is stored.
pub(super) fn step(
    guard: &mut Guard<'_>,
    pending: &PendingCall,
    outcome: StepOutcome,
    touched: &[Touched],
    at: Option<i64>,
) {
    if !guard.facts.recording {
        return;
    }
    let session = &guard.session;
    let places: Vec<Place> = pending
        .action
        .effects
        .iter()
        .map(|effect| path::resolve(&session.root, pending.action.cwd.as_deref(), &effect.path))
        .collect();
    let mut files: Vec<String> = places.iter().map(|place| place.shown().to_owned()).collect();
    files.dedup();
    let mut folders: Vec<String> = files.iter().map(|file| path::folder(file).to_owned()).collect();
    folders.sort_unstable();
    folders.dedup();
    let raw = session.drift.score;
    let healthy = raw.value() >= guard.facts.config.escalation.drifted_below;
    let normal = session.drift.state == crate::domain::GuardState::Normal;
    guard.change.steps.push(Step {
        id: step_id(session, &pending.call_id),
        session_id: session.id.clone(),
        agent_id: pending.agent.clone(),
        action_type: pending.action.kind.name().to_owned(),
        outcome,
        keywords: shared_keywords(session, &files),
        files,
        folders,
        command: pending
            .action
            .command
            .as_ref()
            .map(|kept| format!("{kept}{}", if pending.action.cut { CUT } else { "" })),
        reasoning: pending.reasoning.clone(),
        drift_score: raw,
        drift_type: drift::kind(raw),
        correction_given: session.drift.delivered.last().map(|text| text.level.name().to_owned()),
        is_key_decision: is_key_decision(session, touched),
        is_validated: healthy && normal && outcome == StepOutcome::Ok,
        timestamp: at.unwrap_or(guard.facts.now),
        proof: guard.ledger.last().filter(|entry| entry.event == pending.event).cloned(),
    });
}

/// Characters of what a remark is about.
const ABOUT: usize = 200;

/// What a remark about an action names: its command, the file, or what kind it is. Without credentials, on one line.
pub(super) fn about(action: &Action) -> String {
    let file = action.effects.first().map(|effect| effect.path.as_str());
    let named = action.command.as_deref().or(file).unwrap_or(action.kind.name());
    clip::head(&plain_line(&secret::redacted(named)), ABOUT).to_owned()
}

/// Keeps what is said, for people who ask later; `about` is "" where no step is meant. A text for the agent is a lesson here.
pub(super) fn remark(guard: &mut Guard<'_>, about: String, decision: &Decision) {
    let (kind, text) = match decision {
        Decision::Deny { reason, .. } => (RemarkKind::Denial, reason),
        Decision::Ask { reason, .. } => (RemarkKind::Question, reason),
        Decision::Inject { text, .. } => (RemarkKind::Warning, text),
        Decision::Spotlight { text, .. } => (RemarkKind::Orders, text),
        Decision::Continue { reason, .. } => (RemarkKind::SentBack, reason),
        Decision::Notify { notice } => (RemarkKind::Notice, notice),
        Decision::Pass => return,
    };
    keep(guard, kind, about, text);
}

/// Keeps what would have been said at the end of a turn that was only recorded, for the trial.
pub(super) fn rehearsed(guard: &mut Guard<'_>, decision: &Decision) {
    match decision {
        Decision::Continue { reason, .. } => keep(guard, RemarkKind::WouldSendBack, String::new(), reason),
        Decision::Notify { notice } => keep(guard, RemarkKind::WouldNotice, String::new(), notice),
        _ => {}
    }
}

/// Keeps what is said about the work at `level` between two steps or at a prompt, for people who ask later.
pub(super) fn correction(guard: &mut Guard<'_>, level: Level, decision: &Decision) {
    match decision {
        Decision::Inject { text, .. } => keep(guard, RemarkKind::Correction, level.name().to_owned(), text),
        other => remark(guard, String::new(), other),
    }
}

/// Keeps one remark, where anything is kept.
pub(super) fn keep(guard: &mut Guard<'_>, kind: RemarkKind, about: String, text: &str) {
    if guard.facts.recording {
        let text = secret::redacted(text).into_owned();
        guard.change.remarks.push(Remark { kind, about, text, at: guard.facts.now });
    }
}

/// The id under which the step of a call is stored.
pub(super) fn step_id(session: &Session, call_id: &str) -> String {
    format!("{}:{call_id}", session.id)
}

/// The first change of a file that the approved plan names, and the first change of a build file.
fn is_key_decision(session: &Session, touched: &[Touched]) -> bool {
    touched.iter().any(|place| {
        let Some(file) = place.place.inside() else { return false };
        let first = session.changed.get(file).is_some_and(|count| *count == 1);
        let build = crate::text::kind::kind_of_path(file) == Some(crate::domain::WorkKind::Build);
        first && (place.relation == Relation::Planned || build)
    })
}

fn shared_keywords(session: &Session, files: &[String]) -> Vec<String> {
    let Some(goal) = &session.goal else { return Vec::new() };
    let in_paths: Vec<String> = files.iter().flat_map(|file| words::path_words(file)).collect();
    goal.keywords.iter().filter(|keyword| in_paths.iter().any(|word| words::akin(keyword, word))).cloned().collect()
}

/// What was decided on the way to the present goal: why it changed, oldest first.
pub(super) fn decisions(goal: &Goal) -> Vec<String> {
    let changes = goal.history.iter().filter(|change| change.revision > 1);
    changes.map(|change| change.reason.clone()).collect()
}

/// The task row of the present goal; `None` before there is a goal.
pub(super) fn task(session: &Session, facts: &Facts<'_>) -> Option<Task> {
    let goal = session.goal.as_ref()?;
    let config = facts.config;
    let none = TaskTally::default();
    let tally = Some(&session.drift.tally).filter(|tally| tally.revision == goal.revision).unwrap_or(&none);
    let resolved = drift::resolved(tally, config);
    let tags = drift::tags(tally, session.drift.escalation, config);
    let mut reasoning_trace = Vec::new();
    if tally.drift_events > 0 {
        let end = if resolved { "resolved" } else { "not resolved" };
        reasoning_trace.push(format!(
            "drift: {} of {} assessments below {}, {} corrections, {end}, last score {}",
            tally.drift_events,
            tally.assessments,
            config.score.clean,
            tally.corrections,
            tally.final_score.value()
        ));
    }
    if tally.halts > 0 {
        reasoning_trace.push(correction::halt_trace(goal));
    }
    if let Some(checkpoint) = &session.drift.checkpoint {
        reasoning_trace.push(format!("checkpoint: {}", checkpoint.open_question));
    }
    let status = if tags.iter().any(|tag| tag == "needs-review") { "partial" } else { "complete" };
    Some(Task {
        session_id: session.id.clone(),
        revision: goal.revision,
        goal: goal.text.clone(),
        files: session.changed.keys().cloned().collect(),
        decisions: decisions(goal),
        drift_events: tally.drift_events,
        final_score: tally.final_score,
        resolved,
        tags,
        status: status.to_owned(),
        reasoning_trace,
        timestamp: facts.now,
    })
}
