//! The rhythm of the last actions: does it look like work, or like the runs that got stuck?
//!
//! A first-order Markov chain (Kemeny and Snell 1960) over eight states of an action, once as fitted to working and once
//! as fitted to stuck runs; the log-likelihood ratio of the two is summed over the trail, never below zero (Page 1954).

use super::context::{Context, Doc, Signal};
use crate::config::StuckConfig;
use crate::domain::{ActionKind, Deed, Finding, SignalId};

/// See [`Doc`].
pub(super) struct Stuck;

impl Signal for Stuck {
    fn id(&self) -> SignalId {
        SignalId("stuck")
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the order of the last actions is far likelier in runs that got stuck than in runs that work",
            why: "a loop that no pattern names still has its rhythm; it is a note for `explain` and costs no point",
            near_miss: "a slow search for a cause, which tries something new at each step",
            source: "transitions of 270 real sessions (11,806) and of 129 loops (818), development part; counts of 10 at the overall \
                     shares are added to each row, and no step counts for more than 4 nats",
        }
    }

    fn is_loop(&self) -> bool {
        true
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.stuck;
        let Some(deed) = cx.deed.filter(|_| config.enabled) else { return };
        let deeds: Vec<&Deed> = cx.trail().deeds.iter().chain([deed]).filter(|deed| is_work(deed)).collect();
        let Some(newest) = deeds.len().checked_sub(1).filter(|_| is_work(deed)) else { return };
        let mut ratio: f64 = 0.0;
        let mut before = 0.0;
        let mut last = None;
        for at in 0..=newest {
            let state = State::of(deeds[at], &deeds[..at]);
            if let Some(last) = last {
                before = ratio;
                ratio = (ratio + step(config, last, state)).max(0.0);
            }
            last = Some(state);
        }
        // Only the step that reaches the threshold is noted.
        if ratio >= config.threshold && before < config.threshold {
            let what = "the last actions look more like going in circles than like work".to_owned();
            let events = deeds.iter().map(|deed| deed.event).collect();
            findings.push(cx.stretch(self.id(), config.weight, "actions", what, events));
        }
    }
}

/// Task lists, questions, plans and delegated work have a rhythm of their own.
fn is_work(deed: &Deed) -> bool {
    !matches!(deed.kind, ActionKind::Plan | ActionKind::Ask | ActionKind::Other | ActionKind::Delegate)
}

/// What an action is, seen against those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Look,
    LookAgain,
    Change,
    ChangeBack,
    Run,
    RunAgain,
    Fail,
    FailAgain,
}

impl State {
    fn of(deed: &Deed, earlier: &[&Deed]) -> Self {
        let any = |test: &dyn Fn(&Deed) -> bool| earlier.iter().any(|known| test(known));
        if deed.failed() {
            let again = any(&|known| known.failed() && known.same_target(deed));
            return if again { Self::FailAgain } else { Self::Fail };
        }
        if deed.is_edit() {
            let content =
                |known: &Deed| deed.after.is_some() && (known.after == deed.after || known.before == deed.after);
            let back = any(&|known| known.same_file(deed) && !known.failed() && content(known));
            return if back { Self::ChangeBack } else { Self::Change };
        }
        let again = any(&|known| known.repeats(deed));
        match (deed.kind, again) {
            (ActionKind::Bash | ActionKind::Mcp, false) => Self::Run,
            (ActionKind::Bash | ActionKind::Mcp, true) => Self::RunAgain,
            (_, false) => Self::Look,
            (_, true) => Self::LookAgain,
        }
    }
}

/// The nats of one step.
fn step(config: &StuckConfig, from: State, to: State) -> f64 {
    let row = match from {
        State::Look => &config.after_look,
        State::LookAgain => &config.after_look_again,
        State::Change => &config.after_change,
        State::ChangeBack => &config.after_change_back,
        State::Run => &config.after_run,
        State::RunAgain => &config.after_run_again,
        State::Fail => &config.after_fail,
        State::FailAgain => &config.after_fail_again,
    };
    let [look, look_again, change, change_back, run, run_again, fail, fail_again] = *row;
    match to {
        State::Look => look,
        State::LookAgain => look_again,
        State::Change => change,
        State::ChangeBack => change_back,
        State::Run => run,
        State::RunAgain => run_again,
        State::Fail => fail,
        State::FailAgain => fail_again,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::testing::check_found;

    const GOAL: &str = "fix the expired token bug in src/auth";

    #[track_caller]
    fn check(lines: &[&str], expected: &[f64]) {
        assert_eq!(check_found(GOAL, lines, "stuck"), expected, "{lines:?}");
    }

    #[test]
    fn the_rhythm_of_stuck_runs_is_noted_once() {
        let (fail, look) = ("bash npm test ! token expired", "read src/auth/a.ts => x");
        check(&[fail, look, fail, look, fail, look, fail], &[0.01]);
        check(&[fail, look], &[]);
    }

    #[test]
    fn work_has_another_rhythm() {
        let mut lines = Vec::new();
        for number in 0..6 {
            lines.push(format!("read src/auth/{number}.ts => {number}"));
            lines.push(format!("edit src/auth/{number}.ts #{number}"));
            lines.push(format!("bash npm test => {number} passed"));
        }
        check(&lines.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    }

    #[test]
    fn a_repeated_step_never_counts_for_work() {
        let config = crate::config::defaults().signal.stuck;
        for state in [State::Look, State::Change, State::Run, State::Fail] {
            assert!(step(&config, state, State::LookAgain) > step(&config, state, State::Look));
            assert!(step(&config, state, State::FailAgain) > step(&config, state, State::Fail));
        }
    }
}
