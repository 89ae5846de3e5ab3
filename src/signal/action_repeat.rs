//! The same action with the same result, again and again.

use super::{Context, Doc, Signal};
use crate::domain::{ActionKind, Finding, SignalId};

/// See [`Doc`].
pub(super) struct ActionRepeat;

impl Signal for ActionRepeat {
    fn id(&self) -> SignalId {
        SignalId("action-repeat")
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the same action gives the same result several times in a row, with nothing done in between",
            why: "without progress the next try will end like the last",
            near_miss: "polling, task lists, a test after each edit, the same command with another result",
            source: "seed 004, repetition, with the no-progress evidence that real sessions ask for (1 of 667 repeats three times)",
        }
    }

    fn is_loop(&self) -> bool {
        true
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.action_repeat;
        let Some(deed) = cx.deed.filter(|_| config.enabled) else { return };
        // Reading and failing again are told by signals of their own; task lists and questions are no work.
        let other = matches!(deed.kind, ActionKind::Read | ActionKind::Plan | ActionKind::Other);
        if other || deed.failed() || deed.waits {
            return;
        }
        let earlier = cx.trail().deeds.iter().rev().take_while(|known| known.repeats(deed));
        let events: Vec<_> = earlier.map(|known| known.event).collect();
        if events.len() + 1 < config.times {
            return;
        }
        let what = format!("`{}` ran again with the same result and no change between", deed.shown);
        let mut finding = cx.stretch(self.id(), config.weight, &deed.shown, what, events);
        finding.evidence.command = cx.action.command.is_some().then(|| deed.shown.clone());
        findings.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_run;

    #[test]
    fn three_in_a_row_without_progress_is_repetition() {
        let build = "bash npm run build => cannot find package.json";
        check_run("fix the auth bug", &[build; 2], "");
        check_run("fix the auth bug", &[build; 3], "action-repeat");
        check_run("fix the auth bug", &["search token_ttl => src/auth/token.rs"; 3], "action-repeat");
    }

    #[test]
    fn progress_and_polling_are_not() {
        let test = "bash npm test => 2 passed";
        check_run("fix the auth bug", &[test, "edit src/auth/a.rs", test, "edit src/auth/a.rs", test], "");
        check_run("fix the auth bug", &[test, "bash npm test => 3 passed", test], "");
        check_run("fix the auth bug", &["bash sleep 5; gh run view 12 => in progress"; 4], "");
        check_run("fix the auth bug", &["bash gh pr checks 12 => pending"; 4], "");
        check_run("fix the auth bug", &[test, test, "user and now the parser", test], "");
    }
}
