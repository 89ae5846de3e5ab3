//! The same command that fails with the same error, again and again.

use super::context::{Context, Doc, Signal};
use super::repeats::wants_repeats;
use crate::config::Profile;
use crate::domain::{ActionKind, Deed, EventId, Finding, Mark, SignalId, Trail};

/// See [`Doc`].
pub(super) struct FailureLoop;

impl Signal for FailureLoop {
    fn id(&self) -> SignalId {
        SignalId::FAILURE_LOOP
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the same command fails with the same error again, nothing (or nothing that helped) changed in between; \
                      edits of one file are refused again and again",
            why: "the attempts do not touch the cause",
            near_miss: "another error, fewer failures, a passing run between, something started, installed or waited for, two attempts \
                        that did not help yet, repeats that were asked for, grep's exit code",
            source: "seed 002, test-fail-loop; the output decides what failed, because half of 3,444 real runs are piped",
        }
    }

    fn is_loop(&self) -> bool {
        true
    }

    fn lasts_until_a_run_passes(&self) -> bool {
        true
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.failure_loop;
        let Some(deed) = cx.deed.filter(|deed| config.enabled && deed.failed() && !deed.waits) else { return };
        if matches!(deed.kind, ActionKind::Plan | ActionKind::Ask | ActionKind::Other) || wants_repeats(&cx.goal.text) {
            return;
        }
        let trail = cx.trail();
        let about: Vec<&Deed> = trail.deeds.iter().rev().filter(|known| known.same_target(deed)).collect();
        let same = about.iter().take_while(|known| known.failed() && alike(known, deed));
        let events: Vec<EventId> = same.map(|known| known.event).collect();
        let times = events.len() + 1;
        let literal = cx.config.profile == Profile::Seed;
        // Two attempts that did not help are work; three are none, nor is trying again what was taken back.
        let stuck = times >= config.attempts || (times >= config.times && (literal || nothing_changed(trail, &events)));
        if stuck {
            findings.push(self.finding(
                cx,
                deed,
                format!("`{}` failed {times} times with the same error", deed.shown),
                events,
            ));
            return;
        }
        let refused: Vec<EventId> = about.iter().take_while(|known| known.failed()).map(|known| known.event).collect();
        if deed.is_edit() && refused.len() + 1 >= config.refused {
            let what = format!("{} edits of {} in a row were refused", refused.len() + 1, deed.shown);
            findings.push(self.finding(cx, deed, what, refused));
        }
    }
}

impl FailureLoop {
    fn finding(&self, cx: &Context<'_>, deed: &Deed, what: String, events: Vec<EventId>) -> Finding {
        let weight = cx.config.signal.failure_loop.weight;
        let mut finding = cx.stretch(self.id(), weight, &deed.shown, what, events);
        finding.evidence.command = cx.action.command.is_some().then(|| deed.shown.clone());
        finding
    }
}

/// True for the same attempt with the same error. A command is the same run however its output is cut; an edit is the same
/// only with the same texts.
fn alike(known: &Deed, deed: &Deed) -> bool {
    let attempt = deed.kind == ActionKind::Bash || known.whole == deed.whole;
    attempt && (known.error == deed.error || known.result == deed.result)
}

/// True when nothing was changed or waited for since the first of these events, or all of it was taken back to where the work
/// began.
fn nothing_changed(trail: &Trail, events: &[EventId]) -> bool {
    let Some(first) = events.iter().min() else { return false };
    let helped = |known: &&Deed| known.event > *first && (known.changed || known.waits) && !known.failed();
    let changed: Vec<&Deed> = trail.deeds.iter().filter(helped).collect();
    changed.iter().all(|known| known.is_edit() && taken_back(trail, known.target))
}

/// True when the edits of a file cancel each other out.
fn taken_back(trail: &Trail, file: Mark) -> bool {
    let edits = trail.deeds.iter().filter(|known| known.is_edit() && known.target == file && !known.failed());
    let mut standing: Vec<&Deed> = Vec::new();
    for edit in edits {
        let inverse = |known: &&Deed| edit.before.is_some() && known.after == edit.before && known.before == edit.after;
        match standing.iter().rposition(inverse) {
            Some(index) => drop(standing.remove(index)),
            None => standing.push(edit),
        }
    }
    let rewritten = |last: &&Deed| last.before.is_none() && last.after.is_some() && last.after == trail.original(file);
    standing.is_empty() || standing.last().is_some_and(rewritten)
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_run;

    const GOAL: &str = "fix the expired token bug in src/auth";
    const FAIL: &str = "bash npm test ! 2 failed: token expired";

    #[test]
    fn the_third_same_failure_without_a_change_is_a_loop() {
        check_run(GOAL, &[FAIL; 2], "");
        check_run(GOAL, &[FAIL; 3], "failure-loop");
        check_run(GOAL, &[FAIL, "search token", FAIL, "bash ls src", FAIL], "failure-loop");
        let piped = "bash cd web && npm test 2>&1 | tail -5 => Tests: 2 failed, 3 passed, 5 total";
        check_run(GOAL, &[piped; 3], "failure-loop");
    }

    #[test]
    fn three_attempts_that_did_not_help_are_a_loop() {
        let lines = [FAIL, "edit src/auth/a.ts #1", FAIL, "edit src/auth/b.ts #2", FAIL, "edit src/auth/a.ts #3"];
        check_run(GOAL, &lines, "");
        check_run(GOAL, &[&lines[..], &[FAIL]].concat(), "failure-loop");
    }

    #[test]
    fn an_attempt_that_was_taken_back_is_no_change() {
        let (there, back) = ("edit src/auth/a.ts -old #new", "edit src/auth/a.ts -new #old");
        check_run(GOAL, &[FAIL, there, FAIL, back, FAIL], "failure-loop");
        check_run(GOAL, &[FAIL, there, FAIL, "edit src/auth/a.ts -x #y", back, FAIL], "");
        let write =
            ["read src/auth/a.ts #old", FAIL, "write src/auth/a.ts #new", FAIL, "write src/auth/a.ts #old", FAIL];
        check_run(GOAL, &write, "failure-loop");
    }

    #[test]
    fn progress_is_not() {
        check_run(GOAL, &[FAIL, FAIL, "bash npm test ! 1 failed: token expired"], "");
        check_run(GOAL, &[FAIL, FAIL, "bash npm test => 5 passed", FAIL], "");
        check_run(
            GOAL,
            &["bash cd a && npm test ! bad a", "bash cd b && npm run x ! bad a", "bash cd c && cargo test ! bad a"],
            "",
        );
        check_run(GOAL, &["bash cargo test a ! bad", "bash cargo test b ! bad", "bash cargo test c ! bad"], "");
        check_run(
            GOAL,
            &[
                "bash grep -rn missing src ! Exit code 1",
                "read src/a.ts => x",
                "bash grep -rn missing src ! Exit code 1",
                "read src/b.ts => y",
                "bash grep -rn missing src ! Exit code 1",
            ],
            "",
        );
        check_run(GOAL, &["bash curl -s localhost:3000 ! connection refused"; 4], "");
    }

    #[test]
    fn who_asks_for_repeats_gets_them() {
        let flaky = "run the token test ten times and count the failures";
        check_run(flaky, &[FAIL; 4], "");
        check_run("reproduce the flaky token test", &[FAIL; 4], "");
        check_run("fix the token test, it failed at all times", &[FAIL; 3], "failure-loop");
    }

    #[test]
    fn waiting_and_starting_what_is_missing_are_attempts() {
        let up = "bash docker compose up -d ! cannot connect to the daemon";
        check_run(GOAL, &[up, up, "bash sudo systemctl start docker", up], "");
        check_run(GOAL, &[up, "bash sudo systemctl start docker", up, "bash kill 4711", up, up], "failure-loop");
        check_run(GOAL, &[FAIL, "bash sleep 10", FAIL, "bash sleep 20", FAIL], "");
    }

    #[test]
    fn refused_edits_are_a_loop_at_the_third_same_and_the_fifth_in_a_row() {
        let refused = |text: &str| format!("edit src/auth/a.ts #{text} ! not found: {text}");
        let run = |texts: &[&str], signal| {
            let lines: Vec<String> = texts.iter().map(|text| refused(text)).collect();
            check_run(GOAL, &lines.iter().map(String::as_str).collect::<Vec<_>>(), signal);
        };
        run(&["a", "a"], "");
        run(&["a", "a", "a"], "failure-loop");
        run(&["a", "b", "c", "d"], "");
        run(&["a", "b", "c", "d", "e"], "failure-loop");
    }
}
