//! What a prompt does to the goal, and what a changed goal does to the evidence that is open.

use super::state::Guard;
use super::suspect;
use crate::domain::{
    Constraint, EvidenceItem, Goal, GoalChange, GuardState, Place, Prompt, Relation, ScopeEntry, ScopeReason,
};
use crate::drift;
use crate::goal::{self, Revised, Ruling};

/// Reads a prompt against the goal, or begins one with it.
pub(super) fn revise_goal(guard: &mut Guard<'_>, prompt: &Prompt) {
    let known = guard.session.goal.take();
    let Revised { change, goal: mut revised, only_asks, ruling } =
        goal::revise(known.as_ref(), prompt, &guard.goal_context());
    guard.session.turn.asked = only_asks;
    let Some(known) = known else {
        guard.add_imports(&mut revised);
        guard.session.goal = Some(revised);
        guard.last_change = Some(change);
        return;
    };
    let acknowledges = goal::is_acknowledgement(&prompt.text);
    if acknowledges && revised.constraints == known.constraints && revised.scope == known.scope {
        guard.session.goal = Some(known);
        guard.last_change = Some(GoalChange::Keep);
        return;
    }
    let known_limits = known.constraints.clone();
    let known_places = known.scope.entries.clone();
    guard.last_change = Some(change);
    if change == GoalChange::Replace {
        guard.session.goal = Some(known);
        guard.leave_goal();
    }
    if change != GoalChange::Keep {
        guard.add_imports(&mut revised);
    }
    let still_holds = |limit: &Constraint| revised.constraints.iter().any(|known| known.clause == limit.clause);
    let lifted = !known_limits.iter().all(still_holds);
    // A "yes" to the agent's question opens places, and changes nothing else of the goal.
    let opens = |entry: &ScopeEntry| entry.reason == ScopeReason::Allowed && !known_places.contains(entry);
    let opened = revised.scope.entries.iter().any(opens);
    guard.session.goal = Some(revised);
    // What was accepted by a commit, or is asked for by the new words, is no drift any more. Bare words ask for nothing.
    let accepted = guard.session.committed && !acknowledges;
    match change {
        GoalChange::Replace | GoalChange::Extend => rebase(guard),
        _ if lifted || opened || accepted => rebase(guard),
        _ => {}
    }
    if let Some(ruling) = ruling {
        guard.session.turn.undoing = ruling == Ruling::TakenBack;
        drift::decided(&mut guard.session.drift);
    }
}

/// Takes in what the person answered to the agent's questions.
pub(super) fn take_answers(guard: &mut Guard<'_>, answers: &[(String, String)]) {
    for (question, answer) in answers {
        let asked = if goal::agrees(answer) { format!("{answer}\n{question}") } else { answer.clone() };
        suspect::asked_for(guard, &asked);
        let Some(known) = guard.session.goal.take() else { return };
        let answered = goal::answered(&known, question, answer, &guard.goal_context());
        let differs = answered.constraints != known.constraints || answered.scope != known.scope;
        guard.session.goal = Some(answered);
        if differs {
            rebase(guard);
        }
    }
}

/// Judges the open evidence against the goal as it now is, and begins the conversation about drift anew.
pub(super) fn rebase(guard: &mut Guard<'_>) {
    if still_astray(guard) {
        guard.look_closer();
    }
    let Some(goal) = guard.session.goal.as_ref() else { return };
    let (scope, working, changed) = (&guard.scope, &guard.session.working_folders, &guard.session.changed);
    let accepted = guard.session.committed;
    drift::rebase(&mut guard.session.drift, guard.facts.config, |item| {
        if !item.is_of_place() {
            return (!crosses_a_limit(goal, item)).then(|| Relation::Neutral("belongs to the goal before".to_owned()));
        }
        let place = Place::Inside(item.subject.clone());
        match (scope.relate(goal, &place, working, changed), &item.relation) {
            // A commit accepts what nobody spoke of, never what the user forbade.
            (Relation::Forbidden(clause), _) => Some(Relation::Forbidden(clause)),
            _ if accepted => Some(Relation::Neutral("committed".to_owned())),
            (relation, Relation::Unrelated(_) | Relation::Forbidden(_) | Relation::Unknown) => Some(relation),
            (relation, _) => (!crosses_a_limit(goal, item)).then_some(relation),
        }
    });
    let state = &mut guard.session.drift;
    state.escalation = 0;
    state.raised = false;
    state.delivered.clear();
    state.told.clear();
    state.handed_over = false;
    state.plan = None;
    state.checkpoint = None;
    // Of what lies in a stash nobody has spoken.
    state.stashed.clear();
    state.judged = 0;
    state.known = 0;
    state.score = drift::score(state.statistic, &guard.facts.config.score);
    state.state = GuardState::Normal;
    state.state = drift::next(state, state.score, guard.facts.config);
}

/// True while a place of the open evidence has nothing to do with the goal as it now is.
fn still_astray(guard: &Guard<'_>) -> bool {
    let session = &guard.session;
    let Some(goal) = &session.goal else { return false };
    session.drift.open.iter().filter(|item| item.is_of_place()).any(|item| {
        let place = Place::Inside(item.subject.clone());
        let relation = guard.scope.relate(goal, &place, &session.working_folders, &session.changed);
        matches!(relation, Relation::Unrelated(_))
    })
}

/// True while a limit that the evidence was held against is one of the goal's.
fn crosses_a_limit(goal: &Goal, item: &EvidenceItem) -> bool {
    let clauses = item.findings.iter().filter_map(|found| found.evidence.clause.as_deref());
    clauses.into_iter().any(|clause| goal.constraints.iter().any(|limit| limit.clause == clause))
}
