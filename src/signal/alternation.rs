//! A few actions in turn, again and again.

use super::context::{Context, Doc, Signal};
use crate::domain::{ActionKind, Deed, Finding, RunResult, SignalId};

/// See [`Doc`].
pub(super) struct Alternation;

/// The shortest cycle: one action by itself is told by other signals.
const SHORTEST: usize = 2;

impl Signal for Alternation {
    fn id(&self) -> SignalId {
        SignalId::ALTERNATION
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "two to four actions are done in turn, again and again, each with the same result and without a change",
            why: "the cycle has no way out that it has not tried",
            near_miss: "edit and test in turn, polling with a look at something else between, checks that all pass, another result in one of the rounds",
            source: "the alternations of OpenHands' stuck detector and gemini-cli's loop detection (cycles of 2 to 5)",
        }
    }

    fn is_loop(&self) -> bool {
        true
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.alternation;
        let Some(deed) = cx.deed.filter(|_| config.enabled) else { return };
        let deeds: Vec<&Deed> = cx.trail().deeds.iter().chain([deed]).collect();
        for length in SHORTEST..=config.longest {
            let Some(from) = deeds.len().checked_sub(length * config.rounds) else { return };
            let rounds = &deeds[from..];
            if !is_cycle(rounds, length) {
                continue;
            }
            let names: Vec<String> = rounds[..length].iter().map(|deed| named(deed)).collect();
            let what =
                format!("{} were done in turn {} times with the same results", names.join(" and "), config.rounds);
            let events = rounds.iter().map(|deed| deed.event).collect();
            findings.push(cx.stretch(self.id(), config.weight, &names.join(", "), what, events));
            return;
        }
    }
}

/// True when each action repeats the one a round before it, they are not all the same, none changes or waits, and not
/// every one of them went well: checks that are all green are asked again for their luck.
fn is_cycle(deeds: &[&Deed], length: usize) -> bool {
    let idle = |deed: &&Deed| {
        let changed = deed.changed && !deed.failed();
        changed || deed.waits || matches!(deed.kind, ActionKind::Plan | ActionKind::Ask | ActionKind::Other)
    };
    let repeating = (length..deeds.len()).all(|at| deeds[at].repeats(deeds[at - length]));
    let green = deeds.iter().all(|deed| deed.run == RunResult::Passed);
    repeating && !green && !deeds.iter().any(idle) && deeds[1..length].iter().any(|deed| !deed.repeats(deeds[0]))
}

fn named(deed: &Deed) -> String {
    match deed.kind {
        ActionKind::Bash => format!("`{}`", deed.shown),
        kind => format!("{} {}", kind.name(), deed.shown),
    }
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::{check_found, check_run};

    const GOAL: &str = "fix the auth bug";
    const LIST: &str = "bash ls src => a.rs";
    const LOG: &str = "bash git log -1 => abc";
    const SHOW: &str = "search token => src/a.rs";

    #[test]
    fn three_rounds_are_a_loop() {
        check_run(GOAL, &[LIST, LOG, LIST, LOG, LIST], "");
        check_run(GOAL, &[LIST, LOG, LIST, LOG, LIST, LOG], "alternation");
        check_run(GOAL, &[LIST, LOG, SHOW, LIST, LOG, SHOW, LIST, LOG, SHOW], "alternation");
        let round = [LIST, LOG, SHOW, "search expiry => src/b.rs"];
        check_run(GOAL, &[round, round, round].concat(), "alternation");
        check_run(GOAL, &[round, round, round].concat()[..11], "");
    }

    #[test]
    fn progress_and_polling_are_not() {
        let other = "bash git log -1 => def";
        check_run(GOAL, &[LIST, LOG, LIST, other, LIST, LOG], "");
        let (edit, test) = ("edit src/auth/a.rs #1", "bash cargo test => 3 passed");
        check_run(GOAL, &[edit, test, edit, test, edit, test], "");
        let build = "bash make => make: Nothing to be done for 'all'.";
        check_run(GOAL, &[build, test, build, test, build, test], "");
        let wait = "bash sleep 10 => ";
        check_run(GOAL, &[wait, LOG, wait, LOG, wait, LOG, wait, LOG], "");
        assert_eq!(check_found(GOAL, &[LIST; 8], "alternation"), Vec::<f64>::new());
    }
}
