//! Pass or fail, as a run's own summary line tells it.
//!
//! Half of all runs are piped into something, so their exit code says nothing: the text decides. Owns what the lines of
//! test runners, compilers and linters look like (`table`) and how their counts are read (`counts`). What no line tells
//! is unknown, never guessed.

mod counts;
mod table;

use crate::domain::RunResult;
pub use counts::Counts;
use table::{OPENINGS, ROWS, Row, Says};

/// Begins a colour code.
const ESCAPE: char = '\u{1b}';

/// What the summary lines of one output tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Failed if one line says so; passed if one says so and none says failed.
    pub result: RunResult,
    /// The same of the lines that count tests alone.
    pub tests: RunResult,
    /// The counts over all summary lines; `None` where none tells them.
    pub counts: Option<Counts>,
}

/// Reads the summary lines in `output`, which may be cut at both ends.
pub fn read(output: &str) -> Report {
    let mut report = Report::default();
    scan(output, |_, tests, result, counts| report.take(tests, result, counts));
    report
}

/// The same with the last of the lines that decide how the run ended, without colours; "" where none tells. That the sources did not
/// compile decides before all else.
pub fn read_with_line(output: &str) -> (Report, String) {
    let mut report = Report::default();
    let (mut passed, mut failed) = (String::new(), String::new());
    scan(output, |line, tests, result, counts| {
        report.take(tests, result, counts);
        match result {
            RunResult::Passed => line.clone_into(&mut passed),
            RunResult::Failed if !is_uncompiled(&failed) => line.clone_into(&mut failed),
            RunResult::Failed | RunResult::Unknown => {}
        }
    });
    (report, if failed.is_empty() { passed } else { failed })
}

/// True for a line that says that the sources did not compile.
pub fn is_uncompiled(line: &str) -> bool {
    table::UNCOMPILED.iter().any(|words| line.contains(words))
}

/// Gives every summary line with whether it is about tests, and what it says.
fn scan(output: &str, mut told: impl FnMut(&str, bool, RunResult, Option<Counts>)) {
    // Most outputs are no run's: the rows that look through a whole line are asked for the whole output first.
    let possible = table::possible(output);
    let coloured = output.contains(ESCAPE);
    for line in output.lines() {
        let line = if coloured { without_colour(line) } else { line.into() };
        let line = line.trim();
        let mut rows = OPENINGS.of(line, possible).map(|number| &ROWS[number]);
        if let Some(row) = rows.find(|row| row.matches(line)) {
            let (result, counts) = judged(row, line);
            told(line, row.is_of_tests(), result, counts);
        }
    }
}

impl Report {
    fn take(&mut self, tests: bool, result: RunResult, counts: Option<Counts>) {
        self.result = worse(self.result, result);
        if tests {
            self.tests = worse(self.tests, result);
        }
        if let Some(counts) = counts {
            self.counts = Some(self.counts.unwrap_or_default().plus(counts));
        }
    }
}

/// What one line says by its row.
fn judged(row: &Row, line: &str) -> (RunResult, Option<Counts>) {
    match row.says {
        Says::Passed => (RunResult::Passed, None),
        Says::Failed => (RunResult::Failed, None),
        Says::Counts(order) => {
            let Some(counts) = counts::read(line, order) else { return (RunResult::Unknown, None) };
            (counts.result(), Some(counts))
        }
        Says::PassedWith(order) => (RunResult::Passed, counts::read(line, order)),
        Says::FailedWith(order) => (RunResult::Failed, counts::read(line, order)),
    }
}

/// True where the dots of a Python runner have a failure among them: ".F..   [ 50%]". Where no line counts, they tell.
pub fn shows_a_failure(output: &str) -> bool {
    output.lines().map(str::trim).filter(|line| line.starts_with(['.', 'E', 'F'])).any(|line| {
        let dots = match line.split_once(" [") {
            Some((dots, share)) if share.ends_with("%]") => dots.trim_end(),
            _ => line,
        };
        dots.len() > 2
            && dots.bytes().all(|sign| b".EFXsx".contains(&sign))
            && dots.contains('.')
            && dots.contains(['E', 'F'])
    })
}

fn worse(one: RunResult, other: RunResult) -> RunResult {
    match (one, other) {
        (RunResult::Failed, _) | (_, RunResult::Failed) => RunResult::Failed,
        (RunResult::Passed, _) | (_, RunResult::Passed) => RunResult::Passed,
        _ => RunResult::Unknown,
    }
}

/// The line without the colour codes that some runners write even into a pipe.
fn without_colour(line: &str) -> std::borrow::Cow<'_, str> {
    if !line.contains(ESCAPE) {
        return line.into();
    }
    let mut parts = line.split(ESCAPE);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.strip_prefix('[').unwrap_or(part);
        plain.push_str(
            code.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').strip_prefix('m').unwrap_or(code),
        );
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `expected`: the result, then the counts as passed/failed/skipped where told.
    #[track_caller]
    fn check(output: &str, expected: &str) {
        let report = read(output);
        let result = match report.result {
            RunResult::Passed => "passed",
            RunResult::Failed => "failed",
            RunResult::Unknown => "unknown",
        };
        let shown = report.counts.map_or_else(String::new, |counts| {
            let part = |count: Option<u32>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
            format!(" {}/{}/{}", part(counts.passed), part(counts.failed), part(counts.skipped))
        });
        assert_eq!(format!("{result}{shown}"), expected, "{output}");
    }

    #[test]
    fn the_line_that_decides_is_told() {
        let line = |output: &str| read_with_line(output).1;
        assert_eq!(line("ok  \ta\nFAIL\tb\nok  \tc"), "FAIL\tb");
        assert_eq!(line("\u{1b}[32mTests:  5 passed, 5 total\u{1b}[0m\nDone"), "Tests:  5 passed, 5 total");
        assert_eq!(line("nothing of a run"), "");
    }

    #[test]
    fn rust() {
        check(
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s",
            "passed 12/0/1",
        );
        check(
            "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s",
            "failed 3/1/0",
        );
        check(
            "test result: ok. 2 passed; 0 failed; 0 ignored\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored",
            "failed 3/2/0",
        );
        check("error: could not compile `web` (lib) due to 2 previous errors", "failed");
        check("    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.31s", "passed");
        check("     Summary [   0.1s] 12 tests run: 11 passed, 1 failed, 3 skipped", "failed 11/1/3");
    }

    #[test]
    fn go() {
        check("ok  \tweb/store\t0.312s", "passed");
        check("ok  \tweb/store\t(cached)\nFAIL\tweb/api\t0.1s\nFAIL", "failed");
        check("--- FAIL: TestToken (0.00s)\n    token_test.go:12: expired", "failed");
        check("?   \tweb/cmd\t[no test files]", "unknown");
        check("0 issues.", "passed ?/0/?");
        check("3 issues:\n* errcheck: 3", "failed ?/3/?");
    }

    #[test]
    fn python() {
        check("===== 2 failed, 31 passed, 1 skipped in 1.24s =====", "failed 31/2/1");
        check("5 passed in 0.12s", "passed 5/?/?");
        check("================ 1 error in 0.05s ================", "failed ?/1/?");
        check("Ran 4 tests in 0.001s\n\nOK", "passed");
        check("Ran 4 tests in 0.001s\n\nOK (skipped=1)", "passed ?/?/1");
        check("Ran 4 tests in 0.001s\n\nFAILED (failures=1, errors=2)", "failed ?/3/?");
        check("Success: no issues found in 3 source files", "passed");
        check("Found 2 errors in 1 file (checked 3 source files)", "failed ?/2/?");
        check("All checks passed!", "passed");
        check("1 error, 0 warnings, 0 informations", "failed ?/1/?");
    }

    #[test]
    fn javascript() {
        check("Test Suites: 1 failed, 2 total\nTests:       1 failed, 2 skipped, 5 passed, 8 total", "failed 5/1/2");
        check(" Test Files  1 passed (1)\n      Tests  5 passed (5)\n   Duration  300ms", "passed 5/?/?");
        check("      Tests  1 failed | 2 passed (3)", "failed 2/1/?");
        check(" 5 pass\n 1 fail\nRan 6 tests across 1 files. [12.00ms]", "failed 5/1/?");
        check("  5 passing (20ms)\n  1 failing", "failed 5/1/?");
        check("# tests 6\n# pass 5\n# fail 1\n# skipped 0", "failed 5/1/0");
        check("\u{2139} pass 5\n\u{2139} fail 0", "passed 5/0/?");
        check("npm ERR! Test failed.  See above for more details.", "failed");
        check("npm error code ELIFECYCLE", "failed");
        check("src/a.ts(3,1): error TS2304: Cannot find name 'x'.", "failed");
        check("Found 3 errors in 2 files.", "failed ?/3/?");
        check("\u{2716} 3 problems (2 errors, 1 warning)", "failed ?/2/?");
        check("\u{2716} 1 problem (0 errors, 1 warning)", "passed ?/0/?");
        check("\u{1b}[31m\u{1b}[1mTests:\u{1b}[22m  1 failed, 8 total\u{1b}[39m", "failed 7/1/?");
    }

    #[test]
    fn others() {
        check("BUILD SUCCESSFUL in 3s", "passed");
        check("12 tests completed, 1 failed, 2 skipped\n\nBUILD FAILED in 3s", "failed 9/1/2");
        check("[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1", "failed 2/2/1");
        check("[INFO] BUILD SUCCESS", "passed");
        check("100% tests passed, 0 tests failed out of 12", "passed 12/0/?");
        check("83% tests passed, 2 tests failed out of 12", "failed 10/2/?");
        check("Passed!  - Failed:     0, Passed:     5, Skipped:     1, Total:     6", "passed 5/0/1");
        check("Failed!  - Failed:     2, Passed:     3, Skipped:     0, Total:     5", "failed 3/2/0");
        check("5 examples, 1 failure, 2 pending", "failed 2/1/2");
        check("5 runs, 8 assertions, 1 failures, 0 errors, 1 skips", "failed 3/1/1");
        check("OK (5 tests, 8 assertions)", "passed 5/?/?");
        check("FAILURES!\nTests: 5, Assertions: 8, Failures: 1.", "failed 4/1/?");
        check("FAILED | 1 passed | 1 failed (10ms)", "failed 1/1/?");
        check("Executed 5 tests, with 1 failure (0 unexpected) in 0.012 seconds", "failed 4/1/?");
        check("make: *** [Makefile:12: test] Error 2", "failed");
        check("[lint] ERROR task failed", "failed");
    }

    #[test]
    fn lines_about_tests_count_for_themselves() {
        let tests = |output: &str| read(output).tests;
        assert_eq!(tests("21 passed in 0.9s\nFound 1 error."), RunResult::Passed);
        assert_eq!(
            tests("Tests:       12 passed, 12 total\n\u{2716} 2 problems (2 errors, 0 warnings)"),
            RunResult::Passed
        );
        assert_eq!(tests("1 failed, 20 passed in 0.9s"), RunResult::Failed);
        assert_eq!(tests("FAIL\tweb/api\t0.1s"), RunResult::Failed);
        assert_eq!(tests("Found 1 error."), RunResult::Unknown);
        assert!(shows_a_failure(".F..                                     [100%]") && shows_a_failure("x\n..F."));
        assert!(
            !shows_a_failure("....                                     [100%]")
                && !shows_a_failure("..")
                && !shows_a_failure("F")
        );
    }

    #[test]
    fn what_is_up_to_date_went_well() {
        check("make: Nothing to be done for 'all'.", "passed");
        check("make[1]: Entering directory '/p'\nmake[1]: Nothing to be done for `all'.", "passed");
        check("make: 'app' is up to date.", "passed");
        check("ninja: no work to do.", "passed");
        check("[ 50%] Built target core\n[100%] Built target app", "passed");
        check("make[1]: Nothing to be done for 'lib'.\nmake: *** [Makefile:3: app] Error 1", "failed");
        check("make sure that it is up to date.", "unknown");
        check("there is nothing to be done for it", "unknown");
    }

    #[test]
    fn what_no_line_tells_is_unknown() {
        check("", "unknown");
        check("done", "unknown");
        check("src/a.rs: failed attempts are counted", "unknown");
        check("3 files changed, 2 insertions(+)", "unknown");
        check("the build passed yesterday", "unknown");
        check("0 passed in 3 rounds of the draft", "unknown");
    }

    proptest! {
        #[test]
        fn no_text_ends_the_reading(text in "[ -~\\n\u{1b}\u{e4}\u{2716}0-9]{0,200}") {
            let report = read(&text);
            prop_assert!(report.counts.is_none() || text.bytes().any(|byte| byte.is_ascii_digit()));
        }

        #[test]
        fn counts_are_read_as_they_are_written(passed in 0_u32..100_000, failed in 0_u32..100_000) {
            let report = read(&format!("test result: x. {passed} passed; {failed} failed; 0 ignored"));
            let counts = report.counts.unwrap();
            prop_assert_eq!((counts.passed, counts.failed), (Some(passed), Some(failed)));
        }
    }
}
