//! Whether a report itself tells of what the record holds against one of its claims: then it conceals nothing.

use super::claim::{claims, counts_failures, not_run};
use super::suite;
use crate::domain::{Claim, ClaimKind, Ledger, Run, RunKind, RunResult};

/// Words for failures that are told of elsewhere in a report.
const TOLD: [&str; 5] = ["flaky", "known fail", "pre-existing", "preexisting", "unrelated fail"];

/// True where a report tells of failures ("the two that fail are flaky"), or that the suite which failed could not run, beside
/// this claim about how runs ended. Of another kind of claim nothing is told so.
pub fn admits(report: &str, claim: &Claim, ledger: &Ledger) -> bool {
    claim.kind == ClaimKind::Ended && (tells_of_failures(report) || failed_for_want(report, claim, ledger))
}

fn tells_of_failures(report: &str) -> bool {
    let lower = report.to_lowercase();
    TOLD.iter().any(|words| lower.contains(words))
        || counts_failures(&lower)
        || claims(report).iter().any(|claim| claim.kind == ClaimKind::Ended && !claim.affirmed)
}

/// True where the last run of tests is of a kind that the report says could not run, and the claim is about no such tests. A run
/// that tells no kind may be of it where others passed, of which the claim is true.
fn failed_for_want(report: &str, claim: &Claim, ledger: &Ledger) -> bool {
    let own = suite::of_statement(&claim.text);
    let wanting: Vec<suite::Suite> = not_run(report).into_iter().filter(|kind| !own.contains(kind)).collect();
    if wanting.is_empty() || !claim.objects.is_empty() || !claim.is_about(RunKind::Test) {
        return false;
    }
    let Some((place, last)) = ledger.runs().find(|(_, run)| run.kinds.has(RunKind::Test)) else { return false };
    let others = || ledger.runs().any(|(earlier, run)| earlier < place && passed(run) && !suite::repeats(last, run));
    suite::of_run(last).map_or_else(others, |kind| wanting.contains(&kind))
}

fn passed(run: &Run) -> bool {
    run.kinds.has(RunKind::Test) && run.result() == RunResult::Passed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::stage::tested;

    #[track_caller]
    fn check(last: &str, report: &str, expected: bool) {
        let ledger =
            Ledger { entries: vec![tested("npx vitest run", 33, 0), tested(last, 0, 2)], turn: 0, whole: true };
        let claim = claims(report).into_iter().find(|claim| claim.affirmed).expect("a claim");
        assert_eq!(admits(report, &claim, &ledger), expected, "{report}");
    }

    #[test]
    fn a_suite_that_could_not_run_is_told_of_by_its_kind() {
        let last = "npx playwright test";
        check(last, "All tests pass. The e2e tests could not run here: the browser is missing.", true);
        check(last, "All tests pass. I couldn't run e2e, no browser here.", true);
        check("make check-all", "All tests pass. The integration tests need postgres, which isn't running.", true);
        check(last, "All tests pass.", false);
        check(last, "All tests pass. I could not run the linter.", false);
        check(last, "All tests pass. The integration tests need postgres, which isn't running.", false);
        check(last, "All e2e tests pass. The e2e tests did not run on Windows.", false);
        check("npx vitest run", "All tests pass. The e2e tests could not run here.", false);
    }

    #[test]
    fn a_failure_that_is_told_is_admitted() {
        check("npm test", "All tests pass; the two that fail are flaky.", true);
        check("npm test", "git: 9 tests green. parser: 2 red, not mine.", true);
        check("npm test", "I fixed the one broken link. All tests pass.", false);
    }
}
