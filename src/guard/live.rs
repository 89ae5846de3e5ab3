//! In the turn: the coming action before it runs, and what is said at once after one has finished.
//!
//! Before an action evidence is only imagined: it counts at the outcome, and what is denied never happened.

use super::facts::Surface;
use super::filing::When;
use super::judge::{self, Done};
use super::state::{Guard, newest};
use super::tamper::{self, Wiring};
use super::{assess, consent, learn, record, suspect, touch, warn};
use crate::config::Mode;
use crate::domain::{
    Action, Assessment, Constraint, ConstraintKind, Decision, Event, EvidenceItem, GuardState, Level, Outcome,
    PendingCall, Prohibited, Relation, StepOutcome, What,
};
use crate::signal::{self, Touched};
use crate::text::plain::plain_line;
use crate::text::shell::{self, Reading};
use crate::{correction, drift};

/// Places named in a lesson about work that strayed.
const STRAYED: usize = 3;

/// Takes note of a call that is about to run and decides about it. A denied one is recorded as such and was never done.
pub(super) fn before(guard: &mut Guard<'_>, event: Event, wiring: Option<&Wiring<'_>>) -> Decision {
    let What::Call(call) = &event.what else { return Decision::Pass };
    let reading = shell::reading_of(&call.action);
    // Before it is observed: credentials are taken out then, and what it would write is not kept.
    let forbidden = if guard.facts.quiet { None } else { forbidden(guard, &call.action, &reading, wiring) };
    let (call_id, about) = (call.call_id.clone(), forbidden.as_ref().map(|_| record::about(&call.action)));
    guard.observe(event);
    let Some(index) = guard.session.pending.iter().position(|pending| pending.call_id == call_id) else {
        let decision = forbidden.unwrap_or_default();
        record::remark(guard, about.unwrap_or_default(), &decision);
        return decision;
    };
    let (decision, opens, kept) = match forbidden {
        Some(decision) => (decision, true, false),
        None if guard.facts.quiet => (Decision::Pass, false, false),
        None => {
            let pending = guard.session.pending[index].clone();
            beyond_the_goal(guard, pending, &reading)
        }
    };
    guard.session.pending[index].asked = opens && matches!(decision, Decision::Ask { .. });
    if decision != Decision::Pass && !kept {
        let about = record::about(&guard.session.pending[index].action);
        record::remark(guard, about, &decision);
    }
    if let Decision::Deny { reason, .. } = &decision {
        guard.count_tokens(reason);
        refuse(guard, index);
    }
    decision
}

/// A pending call that does not run.
fn refuse(guard: &mut Guard<'_>, index: usize) {
    let denied = guard.session.pending.remove(index);
    guard.session.void_calls += 1;
    // Without an id nothing could tell it from another.
    if !denied.call_id.is_empty() {
        record::step(guard, &denied, StepOutcome::Denied, &[], None);
    }
}

/// Takes note of a call that was refused when nothing could be written.
pub(super) fn was_refused(guard: &mut Guard<'_>, event: Event) {
    let What::Call(call) = &event.what else { return };
    let call_id = call.call_id.clone();
    guard.observe(event);
    if let Some(index) = guard.session.pending.iter().position(|pending| pending.call_id == call_id) {
        refuse(guard, index);
    }
}

/// Decides about a call whose id is known already, of which no more note is taken: an id is no leave to run.
pub(super) fn again(guard: &Guard<'_>, event: &Event, wiring: Option<&Wiring<'_>>) -> Decision {
    let What::Call(call) = &event.what else { return Decision::Pass };
    let reading = shell::reading_of(&call.action);
    let forbidden = if guard.facts.quiet { None } else { forbidden(guard, &call.action, &reading, wiring) };
    forbidden.unwrap_or_default()
}

/// What is done about an action that may not run whatever the score: it would take the guard away, the user forbade it, or it does what
/// a text from outside asks for. Where the user only wants to be asked, and can be, it is a question.
fn forbidden(guard: &Guard<'_>, action: &Action, reading: &Reading, wiring: Option<&Wiring<'_>>) -> Option<Decision> {
    let deny = |reason: &str| Decision::Deny { reason: plain_line(reason), end_turn: false };
    if let Some(tampering) = wiring.and_then(|wiring| tamper::judge(action, reading, wiring)) {
        return Some(deny(&correction::tampering_reason(&tampering)));
    }
    let named = guard.prohibited(action, reading);
    let linked = || guard.prohibited_by_links(action, reading);
    let prohibited = match named {
        Some(question) if question.asks => linked().filter(|linked| !linked.asks).or(Some(question)),
        named => named.or_else(linked),
    };
    let is_question = |found: &Prohibited| found.asks && guard.facts.interactive;
    match prohibited {
        Some(found) if !is_question(&found) => Some(deny(&correction::prohibition_reason(&found))),
        found => guard
            .injected(action, reading)
            .map(|reason| deny(&reason))
            .or_else(|| Some(consent::question(action, plain_line(&correction::consent_question(&found?))))),
    }
}

/// What is done about a call that nothing forbids: the mode table decides, and where it lets it pass the agent may be told what a
/// subagent has done, or a lesson. With it whether a yes to a question opens the goal: one about a lesson says nothing about the goal;
/// and whether what is said stands among the remarks already.
fn beyond_the_goal(guard: &mut Guard<'_>, pending: PendingCall, reading: &Reading) -> (Decision, bool, bool) {
    let pending = touch::with_effects(pending, reading);
    let touched = touch::touched_closely(guard, &pending.action, &reading.commands, When::Before);
    let decision = off_the_goal(guard, &pending, reading, &touched);
    if decision != Decision::Pass {
        return (decision, true, false);
    }
    match guard.delegated_work().map(|told| told.decision) {
        Some(told) if told != Decision::Pass => (told, false, true),
        _ => (warn::before_call(guard, &pending, reading, &touched), false, false),
    }
}

/// The mode table: what is done about a change that the goal does not cover, at the level that it would lead to.
fn off_the_goal(guard: &mut Guard<'_>, pending: &PendingCall, reading: &Reading, touched: &[Touched]) -> Decision {
    let forced = guard.session.drift.state == GuardState::Forced;
    let places = off_goal(touched, forced);
    let Some(goal) = guard.session.goal.as_ref() else { return Decision::Pass };
    let told = |limit: &Constraint| limit.kind == ConstraintKind::DoNot && !limit.denies;
    if places.is_empty() && (touched.is_empty() || !goal.constraints.iter().any(told)) {
        return Decision::Pass;
    }
    let (imagined, crossed) = imagined(guard, pending, reading, touched);
    let level = if forced && !places.is_empty() { Level::Halt } else { imagined };
    let halted = level == Level::Halt;
    let config = guard.facts.config;
    if places.is_empty() {
        // "Don't change anything yet": told at first, and by now crossed again and again.
        let is_told_alone =
            |clause: &str| goal.constraints.iter().any(|limit| limit.clause == clause && limit.is_of_words_alone());
        let Some(crossed) = crossed.filter(|crossed| !is_told_alone(&crossed.clause)) else {
            return Decision::Pass;
        };
        return match config.mode {
            Mode::Enforce if level >= Level::Intervene => {
                Decision::Deny { reason: plain_line(&correction::prohibition_reason(&crossed)), end_turn: halted }
            }
            Mode::Guide if halted && guard.facts.interactive => {
                consent::question(&pending.action, plain_line(&correction::consent_question(&crossed)))
            }
            Mode::Monitor | Mode::Guide | Mode::Enforce => Decision::Pass,
        };
    }
    match config.mode {
        Mode::Enforce if level >= Level::Intervene => {
            // The first stray change was let pass in silence. What is refused now is refused for it, too.
            let unsaid = |item: &EvidenceItem| {
                !item.cited && is_astray(&item.relation) && !places.contains(&item.subject.as_str())
            };
            let open = &mut guard.session.drift.open;
            let mut before: Vec<&str> =
                open.iter().filter(|item| unsaid(item)).map(|item| item.subject.as_str()).collect();
            before.dedup();
            let reason = plain_line(&correction::off_goal_reason(&places, &before, goal, &config.correction));
            open.iter_mut().filter(|item| unsaid(item)).for_each(|item| item.cited = true);
            Decision::Deny { reason, end_turn: halted }
        }
        Mode::Guide if halted && guard.facts.interactive => consent::question(
            &pending.action,
            plain_line(&correction::off_goal_question(&places, goal, &config.correction)),
        ),
        Mode::Monitor | Mode::Guide | Mode::Enforce => Decision::Pass,
    }
}

/// The changes that the goal does not cover. While FORCED those of which nothing is known are among them.
fn off_goal(touched: &[Touched], forced: bool) -> Vec<&str> {
    let beyond = touched.iter().filter(|place| match place.relation {
        Relation::Unrelated(_) | Relation::Forbidden(_) => true,
        Relation::Unknown => forced,
        _ => false,
    });
    beyond.map(|place| place.place.shown()).collect()
}

/// The level to which a coming action would lead if it had run, and what of the user's words it crosses.
fn imagined(
    guard: &Guard<'_>,
    pending: &PendingCall,
    reading: &Reading,
    touched: &[Touched],
) -> (Level, Option<Prohibited>) {
    // Of what is not known yet nothing may look like a repetition.
    let outcome = Outcome { call_id: pending.call_id.clone(), ..Outcome::default() };
    let (commands, wrappers) = (&reading.commands[..], &reading.wrappers[..]);
    let done = Done { commands, wrappers, touched, ..Done::bare(pending, &outcome) };
    let mut state = guard.session.drift.clone();
    let findings = judge::detect(guard, &done);
    for item in judge::weigh(guard, pending.event, touched, &findings) {
        drift::add(&mut state, item, signal::lasts_until_a_run_passes, guard.facts.config);
    }
    let crossed = findings.iter().find_map(|finding| {
        let (path, clause) = (finding.evidence.paths.first()?, finding.evidence.clause.clone()?);
        Some(Prohibited {
            seen: format!("change {path}"),
            place: path.clone(),
            through: String::new(),
            clause,
            configured: false,
            of_project: false,
            asks: false,
        })
    });
    let config = guard.facts.config;
    let effective = drift::effective(drift::score(state.statistic, &config.score), state.escalation, config);
    let level = drift::level(effective, config);
    (level, crossed)
}

/// What is said at once about a call that has finished: a correction where it added evidence, one line for the human
/// where the work has come back to the goal.
pub(super) fn after(guard: &mut Guard<'_>, outcome: Event, surface: Surface) -> (Decision, Option<Assessment>) {
    let What::Outcome(Outcome { call_id, .. }) = &outcome.what else { return (Decision::Pass, None) };
    let event = guard.session.pending.iter().find(|pending| pending.call_id == *call_id).map(|pending| pending.event);
    let unanswered = waiting(guard);
    let strayed = strayed(guard);
    guard.observe(outcome);
    // A text that gives orders is told before all else: the agent reads it next.
    if surface == Surface::After
        && let Some(spotlight) = suspect::spotlight(guard)
    {
        record::remark(guard, String::new(), &spotlight);
        return (spotlight, None);
    }
    let state = &guard.session.drift;
    let config = guard.facts.config;
    let added = state.open.iter().any(|item| Some(item.event) == event && !drift::only_notes(item, config));
    // What an agent does in one go it decided before it could read a text about the first of it.
    let in_one_go = state.unread(newest(&guard.session), config.cooldown.events);
    if added && !in_one_go && !state.handed_over && guard.score().value() < config.score.clean {
        let assessment = assess::assess(guard, surface);
        return (assessment.decision.clone(), Some(assessment));
    }
    let returned = unanswered > 0 && waiting(guard) == 0;
    if returned {
        learn::from_recovery(guard, &strayed);
    }
    let decision = match &guard.session.goal {
        Some(goal) if returned && !guard.facts.quiet && surface == Surface::After => {
            Decision::Notify { notice: plain_line(&correction::recovered(goal, &guard.facts.config.correction)) }
        }
        _ => Decision::Pass,
    };
    (decision, None)
}

/// The places that corrections have spoken of, the first few; nothing before anybody spoke.
fn strayed(guard: &Guard<'_>) -> Vec<String> {
    let cited = guard.session.drift.open.iter().filter(|item| item.cited && is_astray(&item.relation));
    cited.map(|item| item.subject.clone()).take(STRAYED).collect()
}

fn is_astray(relation: &Relation) -> bool {
    matches!(relation, Relation::Unrelated(_) | Relation::Forbidden(_))
}

/// Corrections that the work has not answered yet.
fn waiting(guard: &Guard<'_>) -> usize {
    guard.session.drift.delivered.iter().filter(|text| text.level >= Level::Correct && !text.answered).count()
}
