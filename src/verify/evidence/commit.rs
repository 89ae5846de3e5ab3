//! What the record shows about commits and pushes.

use super::found::{Found, LIKELY, SURE, Trace, has_gaps, works};
use crate::domain::{Claim, ClaimKind, Ledger, OutcomeStatus, Run};
use crate::verify::ledger;

/// Whether a commit was made, or pushed, and which.
pub(super) fn find(claim: &Claim, ledger: &Ledger) -> Found {
    let pushed = claim.kind == ClaimKind::Pushed;
    let did = |run: &Run| if pushed { run.pushes } else { run.commits };
    let what = if pushed { "push" } else { "commit" };
    let Some((place, run)) = ledger.runs().find(|(_, run)| did(run)) else { return none(claim, ledger, what) };
    let in_turn = place >= ledger.turn;
    // A commit of an earlier turn says nothing about what was changed since.
    let holds = match (in_turn, claim.affirmed) {
        (true, _) => SURE,
        (false, true) => LIKELY,
        (false, false) => 0.0,
    };
    let line = run.commit.as_ref().map_or_else(
        || format!("`{}`", run.command),
        |commit| format!("`{}`: [{} {}] {}", run.command, commit.branch, commit.hash, commit.subject),
    );
    let entity = claim.objects.first().and_then(|hash| entity(hash, ledger));
    Found { holds: Some(holds), trace: Trace::There, sure: works(ledger), entity, line, ..Found::default() }
}

/// Whether the hash is one that was printed.
fn entity(hash: &str, ledger: &Ledger) -> Option<f64> {
    let same = |known: &String| known.starts_with(hash) || hash.starts_with(known.as_str());
    let printed =
        |run: &Run| run.hashes.iter().any(same) || run.commit.as_ref().is_some_and(|commit| same(&commit.hash));
    if ledger.runs().any(|(_, run)| printed(run)) {
        return Some(SURE);
    }
    let known = ledger
        .of_turn()
        .iter()
        .filter_map(|entry| entry.run.as_ref())
        .any(|run| run.commit.is_some() || !run.hashes.is_empty());
    known.then_some(-SURE)
}

/// The command of a deed: where it stands in a line that could not be read, nobody knows whether it was done.
fn what_of(what: &str) -> &'static str {
    if what == "push" { "git push" } else { "git commit" }
}

/// How a command ended that was to commit or push, and did not.
fn failed(run: &Run, what: &str) -> String {
    if what == "push" && ledger::is_push_fault(&run.summary) {
        return format!("`git push` failed: {}", run.summary);
    }
    match (run.status, run.summary.as_str()) {
        (OutcomeStatus::Ok, _) => format!("`{}` ended and shows no {what}", run.command),
        (_, "") => format!("`{}` failed and shows no {what}", run.command),
        (_, fault) => format!("`{}` failed and shows no {what}: {fault}", run.command),
    }
}

fn none(claim: &Claim, ledger: &Ledger, what: &str) -> Found {
    // Where a hash was printed that the claim names, somebody else made the commit. That it was pushed no hash tells.
    let hash = claim.objects.first().filter(|_| claim.kind == ClaimKind::Committed);
    let entity = hash.and_then(|hash| entity(hash, ledger)).filter(|found| *found > 0.0);
    // What is pushed was committed, by somebody.
    let unread = |run: &Run| {
        run.command.contains(what_of(what)) && !run.parts.iter().any(|part| part.starts_with(what_of(what)))
    };
    let tried = ledger.runs().find(|(_, run)| run.parts.iter().any(|part| part.starts_with(what_of(what))));
    let line = tried.map_or_else(|| format!("no `git {what}` ran in this session"), |(_, run)| failed(run, what));
    // Who tries to push and tells of it speaks of this push, whatever else was done in the turn.
    let own = works(ledger) || claim.kind == ClaimKind::Pushed && tried.is_some_and(|(place, _)| place >= ledger.turn);
    let may = |part: &String| {
        let words = part.split_whitespace();
        if claim.kind == ClaimKind::Pushed { ledger::may_push(words) } else { ledger::may_commit(words) }
    };
    let otherwise = |run: &Run| run.parts.iter().any(may);
    let hidden = has_gaps(ledger)
        || entity.is_some()
        || ledger.runs().any(|(_, run)| run.pushes || unread(run) || otherwise(run));
    Found {
        trace: if hidden { Trace::Unknown } else { Trace::Missing },
        entity,
        sure: !hidden && own,
        line,
        ..Found::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::{ClaimKind, ClaimVerdict, Ledger};
    use crate::verify;
    use crate::verify::ledger::testing::recorded;

    /// What becomes of a report's claim of this kind after these calls, how it is told, and whether it is beyond doubt.
    fn told(lines: &[&str], report: &str, kind: ClaimKind) -> (ClaimVerdict, String, bool) {
        let ledger = Ledger {
            entries: lines.iter().map(|line| recorded(line).unwrap_or_default()).collect(),
            turn: 0,
            whole: true,
        };
        let claim = verify::claims(report).into_iter().find(|claim| claim.kind == kind).expect("a claim");
        let judged = verify::judge(&claim, &ledger, &crate::config::defaults());
        (judged.verdict, judged.evidence, judged.weighty)
    }

    #[test]
    fn a_push_that_failed_is_told_by_its_own_words() {
        let fault = "fatal: No configured push destination.";
        let failed = format!("`git push` failed: {fault}");
        let pushed = ["Committed and pushed.", "Pushed."];
        for line in ["git commit -qam x && git push", "git commit -am x && git push", "git push"] {
            let line = format!("bash {line} ! {fault}");
            for report in pushed {
                let expected = (ClaimVerdict::Fabricated, failed.clone(), true);
                assert_eq!(told(&[&line], report, ClaimKind::Pushed), expected, "{line}");
            }
        }
        // The commit before it was made.
        let line = format!("bash git commit -qam x && git push ! {fault}");
        assert_eq!(told(&[&line], pushed[0], ClaimKind::Committed).0, ClaimVerdict::Supported);
        // Tried again with success.
        let lines = [&*line, "bash git push -u origin main => main -> main"];
        assert_eq!(told(&lines, pushed[1], ClaimKind::Pushed).0, ClaimVerdict::Supported);
        let line = "bash git commit -qam x && git push ! husky - pre-commit hook failed";
        assert_eq!(
            told(&[line], pushed[1], ClaimKind::Pushed).1,
            "`git commit -qam x && git push` failed and shows no push"
        );
    }
}
