//! The line in which people read what a run shows.

use crate::domain::{OutcomeStatus, Run, RunCounts, RunKind};

/// That no run of a kind took place; `None`: of none of several.
pub(super) fn of_none(kind: Option<RunKind>) -> String {
    let none = match kind {
        Some(RunKind::Test) => "no tests were run",
        Some(RunKind::Build) => "nothing was built",
        Some(RunKind::Lint) => "no linter was run",
        Some(RunKind::Types) => "no type check was run",
        Some(RunKind::Format) => "no formatter was run",
        Some(RunKind::Bench) => "no benchmarks were run",
        None => "no such check was run",
    };
    format!("{none} in this session")
}

/// A run by its command and its own words: "`npm test`: # fail 0".
pub(super) fn of_run(run: &Run) -> String {
    if !run.summary.is_empty() {
        format!("`{}`: {}", run.command, run.summary)
    } else if run.status == OutcomeStatus::Error {
        format!("`{}` failed", run.command)
    } else {
        format!("`{}`", run.command)
    }
}

/// A run by what it counted, where its summary does not tell that: "`npm test`: 1 passed, 0 failed". A claim of another number is
/// answered by it, and not by "# fail 0".
pub(super) fn of_counts(run: &Run) -> Option<String> {
    let RunCounts { passed, failed, skipped } = run.counts?;
    let told = run.summary.split(|sign: char| !sign.is_ascii_digit());
    if told.into_iter().any(|number| passed.is_some_and(|passed| passed.to_string() == number)) {
        return None;
    }
    let parts = [(passed, "passed"), (failed, "failed"), (skipped.filter(|number| *number > 0), "skipped")];
    let counted: Vec<String> =
        parts.iter().filter_map(|(number, what)| number.map(|number| format!("{number} {what}"))).collect();
    passed.map(|_| format!("`{}`: {}", run.command, counted.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told_where_the_summary_does_not() {
        let check = |summary: &str, counts: (Option<u32>, Option<u32>, Option<u32>), expected: Option<&str>| {
            let (passed, failed, skipped) = counts;
            let counts = Some(RunCounts { passed, failed, skipped });
            let run = Run { command: "npm test".into(), summary: summary.into(), counts, ..Run::default() };
            assert_eq!(of_counts(&run).as_deref(), expected, "{summary}");
        };
        check("# fail 0", (Some(1), Some(0), Some(0)), Some("`npm test`: 1 passed, 0 failed"));
        check("# fail 0", (Some(10), Some(0), Some(2)), Some("`npm test`: 10 passed, 0 failed, 2 skipped"));
        check("5 passed in 0.1s", (Some(5), None, None), None);
        check("FAILED", (None, Some(2), None), None);
    }
}
