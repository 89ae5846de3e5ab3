//! On which way a call was met: a hook told of it, or only the transcript did.
//!
//! Owns the count of both, and what the second way adds to the first: the agent's words before a call stand in the
//! transcript alone.

use super::record;
use super::state::Guard;
use crate::domain::{Event, PendingCall, Session, StepOutcome, What};

/// A call that is known is met on the other way: a hook tells of one that the transcript has told already, or the
/// transcript of one that a hook has.
pub(super) fn again(guard: &mut Guard<'_>, event: &Event) {
    let What::Call(call) = &event.what else { return };
    if event.agent.is_some() && guard.session.agent.is_none() {
        return;
    }
    // Between the words before it and those after it something was done.
    guard.session.trail.said = None;
    let words = guard.session.last_reply.clone().filter(|_| event.uuid.is_some());
    if let Some(pending) = guard.session.pending.iter_mut().find(|pending| pending.call_id == call.call_id) {
        pending.heard |= event.uuid.is_none();
        pending.read |= event.uuid.is_some();
        pending.reasoning = pending.reasoning.take().or(words);
    } else if let Some(words) = words.filter(|_| guard.facts.recording) {
        guard.change.reasoning.push((record::step_id(&guard.session, &call.call_id), words));
    }
}

/// A prompt voids the calls before it that wait for an outcome. One that only the transcript tells, since its hook was not
/// heard, comes late: a call that the transcript has not told yet was made after it.
pub(super) fn void(session: &mut Session, heard: bool) {
    let waiting = session.pending.len();
    session.pending.retain(|pending| !heard && !pending.read);
    session.void_calls += (waiting - session.pending.len()) as u64;
}

/// Counts a call that ran. What ran before the session's first hook was not missed.
pub(super) fn count(session: &mut Session, pending: &PendingCall, ended: StepOutcome, at: Option<i64>) {
    let ran = matches!(ended, StepOutcome::Ok | StepOutcome::Error);
    if !ran || pending.agent.is_some() || session.agent.is_some() {
        return;
    }
    if pending.heard {
        session.liveness.met += 1;
    } else if at.is_none_or(|at| at >= session.created_at) {
        session.liveness.missed += 1;
    }
}
