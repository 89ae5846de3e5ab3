//! How many passed, failed and were skipped, out of one summary line.

use crate::domain::RunResult;

/// The counts that a summary tells; `None` for what it leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tests that passed; worked out where a total is told.
    pub passed: Option<u32>,
    /// Tests, files or rules that failed.
    pub failed: Option<u32>,
    /// Tests that did not run.
    pub skipped: Option<u32>,
}

impl Counts {
    /// Both together.
    pub(super) fn plus(self, other: Self) -> Self {
        let sum = |one: Option<u32>, other: Option<u32>| match (one, other) {
            (None, None) => None,
            (one, other) => Some(one.unwrap_or(0).saturating_add(other.unwrap_or(0))),
        };
        Self {
            passed: sum(self.passed, other.passed),
            failed: sum(self.failed, other.failed),
            skipped: sum(self.skipped, other.skipped),
        }
    }

    /// What the numbers say.
    pub(super) fn result(self) -> RunResult {
        match (self.failed, self.passed) {
            (Some(1..), _) => RunResult::Failed,
            (Some(0), _) | (_, Some(1..)) => RunResult::Passed,
            _ => RunResult::Unknown,
        }
    }
}

/// How a line tells its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// "3 passed, 1 failed"
    NumberFirst,
    /// "Failures: 1", "failures=1", "# fail 1"
    NameFirst,
    /// "2 errors": the first number counts what is wrong.
    Faults,
    /// "2 tests failed out of 12": the last number is the total.
    OutOf,
}

/// What a word beside a number counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Passed,
    Failed,
    Skipped,
    Total,
}

fn meaning(word: &str) -> Option<Of> {
    Some(match word.to_ascii_lowercase().as_str() {
        "ok" | "pass" | "passed" | "passing" => Of::Passed,
        "error" | "errors" | "fail" | "failed" | "failing" | "failure" | "failures" => Of::Failed,
        "disabled" | "ignored" | "pending" | "skip" | "skipped" | "skips" | "todo" => Of::Skipped,
        "examples" | "run" | "runs" | "tests" | "total" => Of::Total,
        _ => return None,
    })
}

/// Reads the counts of a line; `None` where it tells none.
pub(super) fn read(line: &str, order: Order) -> Option<Counts> {
    let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |word: &&str| word.parse::<u32>().ok();
    if order == Order::Faults {
        let failed = words.iter().find_map(number)?;
        return Some(Counts { passed: None, failed: Some(failed), skipped: None });
    }
    let mut counts = Counts::default();
    let mut total = None;
    for pair in words.windows(2) {
        let (count, name) = match order {
            Order::NameFirst => (number(&pair[1]), pair[0]),
            _ => (number(&pair[0]), pair[1]),
        };
        let (Some(count), Some(of)) = (count, meaning(name)) else { continue };
        let one = Some(count);
        match of {
            Of::Total if order != Order::OutOf => total = one,
            Of::Total => counts.failed = one,
            Of::Passed => counts = counts.plus(Counts { passed: one, ..Counts::default() }),
            Of::Failed => counts = counts.plus(Counts { failed: one, ..Counts::default() }),
            Of::Skipped => counts = counts.plus(Counts { skipped: one, ..Counts::default() }),
        }
    }
    if order == Order::OutOf {
        total = words.iter().rev().find_map(number);
    }
    if let (None, Some(total)) = (counts.passed, total) {
        let others = counts.failed.unwrap_or(0).saturating_add(counts.skipped.unwrap_or(0));
        counts.passed = Some(total.saturating_sub(others));
    }
    (counts != Counts::default()).then_some(counts)
}
