//! Does the guard see what happens? The calls that its hooks told of, against those that the transcript holds.

use super::check::{Check, State};
use crate::agent::HookFailure;
use crate::commands::report::heard;
use crate::domain::{HookEvent, Liveness};
use std::collections::BTreeMap;

/// What is known of the latest session.
#[derive(Clone, Debug, Default)]
pub struct LivenessReport {
    /// What was heard.
    pub liveness: Liveness,
    /// What the client noted about our hooks at the end of the transcript.
    pub failures: BTreeMap<HookFailure, u64>,
    /// Percent of the calls that must have been told of.
    pub min_coverage: u8,
    /// Calls before that is judged.
    pub min_calls: u64,
}

/// `None` where there is no session yet.
pub(super) fn check(report: Option<&LivenessReport>) -> Check {
    let name = "liveness";
    let Some(report) = report else { return Check::new(name, State::Skipped, "no session of this folder yet") };
    let liveness = &report.liveness;
    let mut seen = vec![match liveness.coverage() {
        Some(percent) => {
            format!("coverage {percent} %: hooks told of {} of {} finished calls", liveness.met, liveness.calls())
        }
        None => "no finished call yet".to_owned(),
    }];
    seen.extend(heard(liveness));
    seen.extend(report.failures.iter().map(|(failure, times)| format!("{} {times} times", told(*failure))));
    let seen = seen.join("; ");
    let low = liveness.coverage().is_some_and(|percent| percent < report.min_coverage);
    let harmed = report.failures.keys().any(|failure| *failure != HookFailure::Cancelled);
    if (low && liveness.calls() >= report.min_calls) || harmed {
        return Check::new(name, State::Warn, &seen).fix(likely_cause(report));
    }
    Check::new(name, State::Ok, &seen)
}

fn told(failure: HookFailure) -> &'static str {
    match failure {
        HookFailure::TimedOut => "the client ended a hook that took too long",
        HookFailure::Cancelled => "the client ended a hook before it answered",
        HookFailure::Failed => "the client could not start a hook, or it crashed",
    }
}

/// What most likely keeps the hooks from being heard. The client's own records say more than any guess.
fn likely_cause(report: &LivenessReport) -> &'static str {
    let silent = |moment| report.liveness.heard(moment) == 0;
    if report.failures.contains_key(&HookFailure::Failed) {
        "look at the program and hook checks above: the client failed to run what is registered"
    } else if report.failures.contains_key(&HookFailure::TimedOut) {
        "the machine or its disk was too slow for the registered timeout: raise `timeout` in the entries, in seconds"
    } else if silent(HookEvent::BEFORE_TOOL) && silent(HookEvent::AFTER_TOOL) {
        "no tool hook was heard: run `driftguard install` again, which adds entries that are missing, and start a new \
         session; where nothing is missing, this version of the client may not call them"
    } else {
        "hooks were off for a part of the session (DRIFTGUARD=off, `disableAllHooks`), or this version of the client \
         does not call them for every tool; what they missed was read from the transcript later"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Beat;

    /// `beats`: how often a tool hook was heard.
    #[track_caller]
    fn examine(met: u64, missed: u64, beats: u64, failures: &[(HookFailure, u64)], expected: (State, &str, &str)) {
        let mut liveness = Liveness { met, missed, ..Liveness::default() };
        if beats > 0 {
            let beat = Beat { times: beats, last: 1_785_000_000_000 };
            liveness.beats.insert(HookEvent::AFTER_TOOL.to_owned(), beat);
        }
        let failures = failures.iter().copied().collect();
        let report = LivenessReport { liveness, failures, min_coverage: 90, min_calls: 10 };
        let check = check(Some(&report));
        let (state, seen, fix) = expected;
        assert_eq!(check.state, state, "{check:?}");
        assert!(check.seen.contains(seen), "{check:?}");
        assert!(check.fix.unwrap_or_default().contains(fix));
    }

    #[test]
    fn a_guard_that_is_not_called_is_told_with_the_likely_cause() {
        assert_eq!(check(None).state, State::Skipped);
        examine(0, 0, 0, &[], (State::Ok, "no finished call yet", ""));
        examine(
            20,
            0,
            20,
            &[],
            (State::Ok, "coverage 100 %: hooks told of 20 of 20 finished calls; heard: after-tool 20", ""),
        );
        examine(19, 1, 19, &[], (State::Ok, "coverage 95 %", ""));
        examine(0, 9, 0, &[], (State::Ok, "coverage 0 %", ""));
        examine(0, 20, 0, &[], (State::Warn, "hooks told of 0 of 20 finished calls", "no tool hook was heard"));
        examine(10, 10, 10, &[], (State::Warn, "coverage 50 %", "off for a part of the session"));
        examine(20, 0, 20, &[(HookFailure::TimedOut, 3)], (State::Warn, "took too long 3 times", "raise `timeout`"));
        examine(2, 30, 2, &[(HookFailure::Failed, 30)], (State::Warn, "could not start", "program and hook checks"));
        examine(20, 0, 20, &[(HookFailure::Cancelled, 1)], (State::Ok, "before it answered 1 times", ""));
    }
}
