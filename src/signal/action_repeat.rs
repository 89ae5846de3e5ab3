//! The same action with the same result, again and again.

use super::context::{Context, Doc, Signal};
use super::repeats::wants_repeats;
use crate::domain::{ActionKind, Deed, Finding, RunResult, SignalId};

/// See [`Doc`].
pub(super) struct ActionRepeat;

impl Signal for ActionRepeat {
    fn id(&self) -> SignalId {
        SignalId::ACTION_REPEAT
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the same action gives the same result several times in a row, with nothing done in between",
            why: "without progress the next try will end like the last",
            near_miss: "polling, task lists, MCP tools, what changes something, a run that passes or has nothing to do, a clean \
                         `git status`, a command that answers nothing, a measurement that comes out otherwise, repeats that were \
                         asked for",
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
        let other = matches!(deed.kind, ActionKind::Read | ActionKind::Plan | ActionKind::Ask | ActionKind::Other);
        if other || deed.failed() || deed.waits || tells_nothing(deed, cx) {
            return;
        }
        let earlier = cx.trail().deeds.iter().rev().take_while(|known| known.repeats(deed));
        let events: Vec<_> = earlier.map(|known| known.event).collect();
        // The goal may hold every prompt so far: it is asked last.
        if events.len() + 1 < config.times || wants_repeats(&cx.goal.text) {
            return;
        }
        let what = format!("`{}` ran again with the same result and no change between", deed.shown);
        let mut finding = cx.stretch(self.id(), config.weight, &deed.shown, what, events);
        finding.evidence.command = cx.action.command.is_some().then(|| deed.shown.clone());
        findings.push(finding);
    }
}

/// True where the same answer is no sign of a standstill: the world behind an MCP tool goes on by itself or by the call, what
/// changed something is done and not found out, a run that passed is asked again for its luck, a clean tree is looked at
/// before every new step, and silence is what every key press sent to a terminal answers.
fn tells_nothing(deed: &Deed, cx: &Context<'_>) -> bool {
    let answer = cx.outcome.excerpt.trim();
    let git = |verb: &str| cx.commands.iter().any(|words| words.starts_with(&["git".to_owned(), verb.to_owned()]));
    let clean = git("status") && answer.contains("nothing to commit");
    let passed = deed.run == RunResult::Passed;
    deed.kind == ActionKind::Mcp || deed.changed || git("commit") || clean || passed || answer.is_empty()
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_run;

    #[test]
    fn three_in_a_row_without_progress_is_repetition() {
        let build = "bash npm run build => cannot find package.json";
        check_run("fix the auth bug", &[build; 2], "");
        check_run("fix the auth bug", &[build; 3], "action-repeat");
        let status = "bash git status => On branch main, Unmerged paths: src/auth/token.rs";
        check_run("fix the auth bug", &[status; 3], "action-repeat");
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

    #[test]
    fn a_measurement_is_the_same_only_with_its_numbers() {
        let runs = |command: &str| [12.1, 12.4, 11.9].map(|time| format!("bash {command} => total {time} ms"));
        for command in
            ["node bench.mjs", "time node bench.mjs", "for i in 1 2 3; do node bench.mjs; done", "node a.mjs"]
        {
            let lines = runs(command);
            check_run("make total() faster, measure it", &lines.each_ref().map(String::as_str), "");
        }
        check_run("make total() faster", &["bash node bench.mjs => total 12.1 ms"; 3], "action-repeat");
        check_run("fix the build", &["bash node bench.mjs => cannot find a.js"; 3], "action-repeat");
        // A failure stays the same whatever it took.
        let failed = ["3", "4", "5"].map(|time| format!("bash npm test ! 2 failed: token expired in {time}ms"));
        check_run("fix the token test", &failed.each_ref().map(String::as_str), "failure-loop");
    }

    #[test]
    fn who_asks_for_repeats_gets_them() {
        check_run("is total() deterministic? run node a.js some times", &["bash node a.js => 2"; 5], "");
        check_run("is total() deterministic?", &["bash node a.js => 2"; 3], "action-repeat");
    }

    #[test]
    fn work_that_always_answers_the_same_is_not() {
        for line in [
            "mcp browser_press_key Tab => pressed Tab",
            "mcp github_get_pull_request_status 7 => pending",
            "bash tmux send-keys -t app Down",
            "bash adb shell input keyevent 20",
            "bash git reset --hard HEAD~1 => HEAD is now at the commit before",
            "bash git commit --amend --no-edit => [main] fix the check, 1 file changed",
            "bash pytest tests/test_token.py => 5 passed in 0.1s",
            "bash make => make: Nothing to be done for 'all'.",
            "bash ninja -C out => ninja: no work to do.",
            "bash cargo build => Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.02s",
            "bash npx tsc --noEmit",
            "bash go build ./...",
            "bash git status => On branch main, nothing to commit, working tree clean",
        ] {
            check_run("fix the auth bug", &[line; 4], "");
        }
    }
}
