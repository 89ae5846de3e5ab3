//! In the turn: the coming action before it runs, and what is said at once after one has finished.
//!
//! Before an action evidence is only imagined: it counts at the outcome, and what is denied never happened.

use super::{Guard, Surface, assess, observe, record};
use crate::config::Mode;
use crate::correction;
use crate::domain::{
    Assessment, Call, Decision, Event, Finding, GuardState, Level, Outcome, OutcomeStatus, PendingCall, Relation,
    StepOutcome, What,
};
use crate::drift;
use crate::signal::Touched;
use crate::text::plain::plain;

/// Decides about an observed call that is about to run. A hook that is registered twice decides twice in the same way.
pub(super) fn before(guard: &mut Guard<'_>, call: &Call) -> Decision {
    let Some(index) = guard.session.pending.iter().position(|pending| pending.call_id == call.call_id) else {
        return Decision::Pass;
    };
    let decision = judge(guard, &guard.session.pending[index]);
    if matches!(decision, Decision::Deny { .. }) {
        let denied = guard.session.pending.remove(index);
        record::step(guard, &denied, StepOutcome::Denied, &[], None);
    }
    decision
}

fn judge(guard: &Guard<'_>, pending: &PendingCall) -> Decision {
    let config = &guard.facts.config.correction;
    let Some(goal) = guard.session.goal.as_ref().filter(|_| !guard.facts.quiet) else { return Decision::Pass };
    let imagined = imagine(guard, pending);
    let forbidden = imagined.findings.iter().find(|finding| is_prohibition(guard, finding));
    if let Some(finding) = forbidden {
        return Decision::Deny { reason: plain(&correction::prohibited(finding, goal, config)), end_turn: false };
    }
    let places = imagined.off_goal();
    if places.is_empty() {
        return Decision::Pass;
    }
    let halted = imagined.level == Level::Halt;
    let reason = || plain(&correction::off_goal(&places, goal, config));
    match guard.facts.config.mode {
        Mode::Enforce if imagined.level >= Level::Intervene => Decision::Deny { reason: reason(), end_turn: halted },
        Mode::Guide if halted && guard.facts.interactive => Decision::Ask { reason: reason() },
        Mode::Monitor | Mode::Guide | Mode::Enforce => Decision::Pass,
    }
}

/// What would be found and how it would be judged if the coming action ran.
struct Imagined {
    touched: Vec<Touched>,
    findings: Vec<Finding>,
    level: Level,
    forced: bool,
}

impl Imagined {
    /// The changes that the goal does not cover. While FORCED those of which nothing is known are among them.
    fn off_goal(&self) -> Vec<&str> {
        let beyond = self.touched.iter().filter(|place| match place.relation {
            Relation::Unrelated(_) | Relation::Forbidden(_) => true,
            Relation::Unknown => self.forced,
            Relation::Named | Relation::Planned | Relation::Related(_) | Relation::Neutral(_) => false,
        });
        beyond.map(|place| place.place.shown()).collect()
    }
}

fn imagine(guard: &Guard<'_>, pending: &PendingCall) -> Imagined {
    let (pending, reading) = observe::read(pending.clone());
    let touched = observe::touched(guard, &pending.action);
    // Of what is not known yet nothing may look like a repetition.
    let outcome = Outcome { call_id: pending.call_id.clone(), status: OutcomeStatus::Ok, ..Outcome::default() };
    let findings = observe::detect(guard, &pending, &outcome, &reading.commands, &touched, None);
    let mut state = guard.session.drift.clone();
    for item in observe::weigh(guard, pending.event, &touched, &findings) {
        drift::add(&mut state, item, guard.facts.config);
    }
    let config = guard.facts.config;
    let raw = drift::score(state.statistic, &config.score);
    let forced = state.state == GuardState::Forced;
    let level = if forced { Level::Halt } else { drift::level(drift::effective(raw, state.escalation, config)) };
    Imagined { touched, findings, level, forced }
}

/// True for a limit that denies by itself: the user's own prohibition, or a path that the configuration protects.
fn is_prohibition(guard: &Guard<'_>, finding: &Finding) -> bool {
    let Some(clause) = &finding.evidence.clause else { return false };
    let limits = guard.session.goal.iter().flat_map(|goal| &goal.constraints);
    let softer = limits.filter(|limit| !limit.denies).any(|limit| limit.clause == *clause);
    finding.signal.0 == "constraint-breach" && !softer
}

/// What is said at once about a call that has finished: a correction where it added evidence, one line for the human
/// where the work has come back to the goal.
pub(super) fn after(guard: &mut Guard<'_>, outcome: Event, surface: Surface) -> (Decision, Option<Assessment>) {
    let What::Outcome(Outcome { call_id, .. }) = &outcome.what else { return (Decision::Pass, None) };
    let event = guard.session.pending.iter().find(|pending| pending.call_id == *call_id).map(|pending| pending.event);
    let unanswered = waiting(guard);
    guard.observe(outcome);
    let added = guard.session.drift.open.iter().any(|item| Some(item.event) == event);
    if added {
        let assessment = assess::assess(guard, surface);
        return (assessment.decision.clone(), Some(assessment));
    }
    let returned = unanswered > 0 && waiting(guard) == 0;
    let decision = match &guard.session.goal {
        Some(goal) if returned && !guard.facts.quiet && surface == Surface::After => {
            Decision::Notify { notice: plain(&correction::recovered(goal, &guard.facts.config.correction)) }
        }
        _ => Decision::Pass,
    };
    (decision, None)
}

/// Corrections that the work has not answered yet.
fn waiting(guard: &Guard<'_>) -> usize {
    guard.session.drift.delivered.iter().filter(|text| text.level >= Level::Correct && !text.answered).count()
}
