//! A file that is swapped between the same contents.

use super::context::{Context, Doc, Signal};
use crate::config::Profile;
use crate::domain::{ActionKind, Deed, EventId, Finding, Mark, RunResult, SignalId, Trail};
use std::collections::BTreeSet;

/// See [`Doc`].
pub(super) struct EditRevert;

impl Signal for EditRevert {
    fn id(&self) -> SignalId {
        SignalId::EDIT_REVERT
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "a file is swapped between the same contents while the same failure stays; a single revert is only recorded",
            why: "the agent undoes its own work and does it again: neither version is the answer",
            near_miss: "one revert, on request or as cleaning up (all 45 that were found in real sessions); swaps that a passing run separates",
            source: "seed 002, edit-revert, with the failure as evidence",
        }
    }

    fn is_loop(&self) -> bool {
        true
    }

    fn lasts_until_a_run_passes(&self) -> bool {
        true
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.edit_revert;
        let Some(deed) = cx.deed.filter(|deed| config.enabled && deed.is_edit() && !deed.failed()) else { return };
        let edits: Vec<&Deed> =
            cx.trail().deeds.iter().filter(|known| known.same_file(deed) && !known.failed()).chain([deed]).collect();
        if !returns(&edits, cx.trail().original(deed.target)) {
            return;
        }
        let swaps = (1..edits.len()).filter(|at| is_swap(&edits[..=*at])).count();
        let circling = swaps >= config.swaps && same_failure_throughout(cx.trail(), first_swapped(&edits), &edits);
        let (weight, what) = if circling || cx.config.profile == Profile::Seed {
            (config.weight, format!("{} was put back and forth between the same contents", deed.shown))
        } else {
            (config.single, format!("{} was put back to an earlier content", deed.shown))
        };
        let events: Vec<EventId> = edits.iter().map(|edit| edit.event).collect();
        findings.push(cx.stretch(self.id(), weight, &deed.shown, what, events));
    }
}

/// True when the last edit brings back what the file, or this part of it, held before.
fn returns(edits: &[&Deed], original: Option<Mark>) -> bool {
    let Some((last, earlier)) = edits.split_last() else { return false };
    let Some(after) = last.after else { return false };
    let previous = earlier.last().and_then(|edit| edit.after);
    let undoes =
        |edit: &&Deed| edit.before == Some(after) && last.before.is_none_or(|before| edit.after == Some(before));
    let whole = last.before.is_none();
    // Writing the same content twice changes nothing: there is nothing to go back to.
    let known = || whole && (original == Some(after) || earlier.iter().any(|edit| edit.after == Some(after)));
    is_swap(edits) || (previous != Some(after) && (earlier.iter().any(undoes) || known()))
}

/// True when the last edit is one that was made before, with another one between.
fn is_swap(edits: &[&Deed]) -> bool {
    let Some((last, earlier)) = edits.split_last() else { return false };
    let first = earlier.iter().position(|edit| same(edit, last));
    last.after.is_some() && first.is_some_and(|first| !earlier[first..].iter().all(|edit| same(edit, last)))
}

/// The first edit that was made once more later.
fn first_swapped(edits: &[&Deed]) -> EventId {
    let repeated =
        |at: &usize| (at + 1..edits.len()).any(|end| is_swap(&edits[*at..=end]) && same(edits[*at], edits[end]));
    (0..edits.len()).find(repeated).map_or_else(EventId::default, |at| edits[at].event)
}

/// True for two edits that take out and put in the same.
fn same(one: &Deed, other: &Deed) -> bool {
    one.after == other.after && one.before == other.before
}

/// True when the runs since `from` all failed in the same way, and the contents of `edits` only bring the same errors
/// back: no more errors than contents, and fewer than runs.
fn same_failure_throughout(trail: &Trail, from: EventId, edits: &[&Deed]) -> bool {
    let runs = trail.deeds.iter().filter(|known| known.event > from && known.kind == ActionKind::Bash);
    let failed: Vec<&Deed> = runs.clone().filter(|run| run.failed()).collect();
    let passed = runs.into_iter().any(|run| run.run == RunResult::Passed);
    let errors = distinct(failed.iter().map(|run| run.error));
    let contents = distinct(edits.iter().map(|edit| edit.after));
    !passed && errors < failed.len() && errors <= contents && failed.iter().all(|run| run.failure == failed[0].failure)
}

fn distinct(marks: impl Iterator<Item = Option<Mark>>) -> usize {
    marks.collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::{check_found, check_run};

    const GOAL: &str = "fix the expired token bug in src/auth";
    const A: &str = "edit src/auth/token.ts #a";
    const B: &str = "edit src/auth/token.ts #b";
    const FAIL: &str = "bash npm test ! 2 failed: token expired";

    /// The severities of what edit-revert finds: 0.01 is the note of a single revert.
    #[track_caller]
    fn check(lines: &[&str], expected: &[f64]) {
        let found = check_found(GOAL, lines, "edit-revert");
        assert_eq!(found, expected, "{lines:?}");
    }

    #[test]
    fn two_swaps_with_the_same_failure_are_circling() {
        check(&[A, FAIL, B, FAIL, A, FAIL], &[0.01]);
        check(&[A, FAIL, B, FAIL, A, FAIL, B], &[0.01, 0.25]);
        let (there, back) = ("edit src/auth/token.ts -o #n", "edit src/auth/token.ts -n #o");
        check(&[there, FAIL, back, FAIL, there], &[0.01]);
        check(&[there, FAIL, back, FAIL, there, back], &[0.01, 0.25]);
    }

    #[test]
    fn without_the_same_failure_it_is_only_recorded() {
        check(&[A, B, A, B], &[0.01]);
        check(&[A, FAIL, B, "bash npm test => 5 passed", A, FAIL, B], &[0.01]);
        check(&[A, FAIL, B, "bash npm test ! 1 failed: no such user", A, FAIL, B], &[0.01]);
        let fewer = ["bash npm test ! 3 failed: token expired", "bash npm test ! 1 failed: token expired"];
        check(&[A, fewer[0], B, FAIL, A, fewer[1], B], &[0.01]);
    }

    #[test]
    fn one_revert_is_recorded_and_the_same_content_twice_is_nothing() {
        check(&[A, B, A], &[0.01]);
        check(&[A, A, A], &[]);
        check(&["read src/auth/token.ts #o", A, "write src/auth/token.ts #o"], &[0.01]);
        check(&["edit src/auth/token.ts -o #n", "edit src/auth/token.ts -n #o"], &[0.01]);
        check(&["edit src/auth/token.ts -x #y", "edit src/auth/token.ts -z #x"], &[]);
        check_run(GOAL, &[A, B, "edit src/auth/other.ts #a"], "");
    }
}
