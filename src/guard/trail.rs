//! The trail under guard: deeds and words that come into it, and how long a loop signal rests.

use super::deed;
use super::state::Guard;
use crate::config::Config;
use crate::domain::{
    Action, ActionKind, Deed, EventId, Finding, Outcome, PendingCall, RunResult, Session, SignalId, Trail,
};
use crate::{drift, signal};

/// Takes the deed into the trail. A run that passes ends the loops of failures before it; what no longer fails, or fails otherwise,
/// its own.
pub(super) fn remember(guard: &mut Guard<'_>, deed: Deed) {
    let (drift, config) = (&mut guard.session.drift, guard.facts.config);
    if deed.kind == ActionKind::Bash && deed.run == RunResult::Passed {
        drift::end(drift, signal::lasts_until_a_run_passes, config);
    } else if !deed.failed() || fails_otherwise(&guard.session.trail, &deed) {
        let about = |key: &str| SignalId::FAILURE_LOOP.subject_of(key) == Some(deed.shown.as_str());
        let mut keys = drift.open.iter().flat_map(|item| &item.findings).map(|found| &found.key);
        if let Some(key) = keys.find(|key| about(key)).cloned() {
            drift::withdraw(drift, &key, config);
        }
    }
    guard.session.trail.push(deed, config.trail.window);
}

/// True for a command that fails, and not as it did before.
fn fails_otherwise(trail: &Trail, deed: &Deed) -> bool {
    let last = trail.deeds.iter().rev().find(|known| known.same_target(deed));
    deed.kind == ActionKind::Bash && last.is_some_and(|last| last.error != deed.error && last.result != deed.result)
}

/// Takes words into the trail; true when the agent said them before and has done nothing since.
pub(super) fn say(guard: &mut Guard<'_>, event: EventId, text: &str) -> bool {
    let Some(words) = deed::words(text) else { return false };
    let trail = &mut guard.session.trail;
    trail.say(words, event, guard.facts.config.trail.window);
    trail.said.as_ref().is_some_and(|said| said.events.len() > 1)
}

/// Words as signals see them: nothing was asked for, and nothing was answered.
pub(super) fn only_words(event: EventId) -> (PendingCall, Outcome) {
    (PendingCall::bare(String::new(), event, Action::bare(ActionKind::Other)), Outcome::default())
}

/// Lets the loop signals rest: each tells a loop once and then waits, since the next rounds of the same loop are nothing
/// new. Every round moves the signal's average, which lengthens the rest. Notes, which cost no point, are
/// taken down once a key. True when an average is newly saturated.
pub(super) fn rest(session: &mut Session, findings: &mut Vec<Finding>, now: EventId, config: &Config) -> bool {
    let state = &mut session.drift;
    let note = |finding: &Finding| drift::is_note(finding.severity, config);
    let loops = |finding: &&Finding| signal::is_loop(finding.signal.0) && !note(finding);
    let found: Vec<&str> = findings.iter().filter(loops).map(|finding| finding.signal.0).collect();
    let resting: Vec<&str> =
        found.iter().copied().filter(|name| drift::resting(state, name, session.trail.made, config)).collect();
    let saturated = drift::remember_occurrences(state, signal::is_loop, &found, now, config);
    for name in found.iter().filter(|name| !resting.contains(name)) {
        drift::remember_found(state, name, session.trail.made);
    }
    findings.retain(|finding| {
        let known = || state.open.iter().any(|item| item.findings.iter().any(|found| found.key == finding.key));
        !signal::is_loop(finding.signal.0)
            || (if note(finding) { !known() } else { !resting.contains(&finding.signal.0) })
    });
    saturated
}
