//! The summary lines of runners, as data. A new runner is a few new rows.

use super::counts::Order;
use crate::text::openings::Openings;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Where a row's text stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// The line begins with it.
    Start,
    /// The line is it, and nothing else.
    Whole,
    /// The line holds it.
    Within,
    /// The line is a number and then it, and perhaps a duration in brackets.
    Behind,
    /// The line begins with a number and ends with it and a duration.
    Timed,
}

/// What such a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The run went well.
    Passed,
    /// It did not.
    Failed,
    /// Its counts decide.
    Counts(Order),
    /// It went well, and this is how many.
    PassedWith(Order),
    /// It did not, and this is how many.
    FailedWith(Order),
}

/// One kind of summary line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Where the text stands.
    at: At,
    /// The text.
    text: &'static str,
    /// A second text that the line holds as well; "" for none.
    and: &'static str,
    /// What it says.
    pub says: Says,
}

const fn row(at: At, text: &'static str, says: Says) -> Row {
    Row { at, text, and: "", says }
}

impl Row {
    const fn and(mut self, text: &'static str) -> Self {
        self.and = text;
        self
    }

    /// True for a line about tests: it counts them, or is one that only their runners print.
    pub(super) fn is_of_tests(&self) -> bool {
        match self.says {
            Counts(order) | PassedWith(order) | FailedWith(order) => order != Faults && self.and != " problem",
            Passed | Failed => OF_TESTS.contains(&self.text),
        }
    }

    /// True when the row is about this line, which has no space around it. It is asked of those that [`OPENINGS`] gives.
    pub(super) fn matches(&self, line: &str) -> bool {
        let there = match self.at {
            At::Start => line.starts_with(self.text),
            At::Whole => line == self.text,
            At::Within => line.contains(self.text),
            At::Behind => is_counted(line, self.text),
            At::Timed => is_timed(line, self.text),
        };
        there && (self.and.is_empty() || line.contains(self.and))
    }
}

/// The rows of which `text` may hold a line, a bit for each: all those where the beginning of a line decides, and of the others those
/// whose words it holds.
pub(super) fn possible(text: &str) -> u128 {
    /// Building a finder costs more than a search in an output.
    static FINDERS: LazyLock<Vec<(usize, Finder<'static>)>> = LazyLock::new(|| {
        let within = ROWS.iter().enumerate().filter(|(_, row)| row.at == At::Within);
        within.map(|(number, row)| (number, Finder::new(row.text))).collect()
    });
    let absent = FINDERS.iter().filter(|(_, finder)| finder.find(text.as_bytes()).is_none());
    absent.fold(u128::MAX, |rows, (number, _)| rows & !(1 << number))
}

/// "5 passing (20ms)" for "passing".
fn is_counted(line: &str, name: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.strip_prefix(' ').and_then(|rest| rest.strip_prefix(name));
    rest.len() < line.len() && behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(" ("))
}

/// "5 passed in 0.12s" for " in ".
fn is_timed(line: &str, name: &str) -> bool {
    let duration = line.rsplit_once(name).and_then(|(_, behind)| behind.strip_suffix('s'));
    line.starts_with(|c: char| c.is_ascii_digit()) && duration.is_some_and(|seconds| seconds.parse::<f64>().is_ok())
}

use At::{Behind, Start, Timed, Whole, Within};
use Order::{Faults, NameFirst, NumberFirst, OutOf};
use Says::{Counts, Failed, FailedWith, Passed, PassedWith};

/// The rows by how the lines begin that they are about. Those that look through a whole line are asked of all.
pub(super) static OPENINGS: Openings = {
    let mut openings = Openings::none();
    let mut number = 0;
    while number < ROWS.len() {
        match ROWS[number].at {
            Start | Whole => openings.add(ROWS[number].text, number),
            Behind | Timed => {
                let mut digit = 0;
                while digit < DIGITS.len() {
                    openings.add(DIGITS[digit], number);
                    digit += 1;
                }
            }
            Within => openings.add("", number),
        }
        number += 1;
    }
    openings
};

/// How a line begins that counts.
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// What runners of tests print without counting.
const OF_TESTS: [&str; 11] = [
    "ok  \t",
    "FAIL\t",
    "FAIL",
    "--- FAIL: ",
    "OK",
    "FAILURES!",
    "ERRORS!",
    "** TEST FAILED **",
    "** TEST SUCCEEDED **",
    "All tests passed!",
    "Some tests failed.",
];

/// What Maven and Gradle say where the sources did not compile: nothing was built, and no test ran.
pub(super) const UNCOMPILED: [&str; 2] = ["COMPILATION ERROR", "Compilation failed"];

/// The first row that is about a line reads it. By runner, each with the form it prints.
pub(super) const ROWS: &[Row] = &[
    // cargo test (libtest), cargo nextest, cargo build, check, clippy
    row(Start, "test result: ", Counts(NumberFirst)),
    row(Start, "Summary [", Counts(NumberFirst)).and(" run: "),
    row(Start, "error: could not compile ", Failed),
    row(Start, "Finished ", Passed).and(" target(s) in "),
    // go test, go vet; golangci-lint
    row(Start, "ok  \t", Passed),
    row(Start, "FAIL\t", Failed),
    row(Whole, "FAIL", Failed),
    row(Start, "--- FAIL: ", Failed),
    row(Whole, "0 issues.", Counts(Faults)),
    row(Behind, "issues:", FailedWith(Faults)),
    // dotnet test and build
    row(Start, "Passed!  - ", PassedWith(NameFirst)),
    row(Start, "Failed!  - ", FailedWith(NameFirst)),
    row(Whole, "Build succeeded.", Passed),
    row(Whole, "Build FAILED.", Failed),
    // deno test
    row(Start, "ok | ", PassedWith(NumberFirst)).and(" passed"),
    row(Start, "FAILED | ", FailedWith(NumberFirst)),
    // pytest, with its frame and without
    row(Start, "=", Counts(NumberFirst)).and(" in "),
    row(Timed, " in ", Counts(NumberFirst)),
    // unittest; phpunit
    row(Whole, "OK", Passed),
    row(Start, "OK (", PassedWith(NumberFirst)).and(" assertion"),
    row(Start, "OK (", PassedWith(NameFirst)).and("="),
    row(Start, "FAILED (", FailedWith(NameFirst)).and("="),
    row(Start, "Tests: ", Counts(NameFirst)).and(" Assertions: "),
    row(Whole, "FAILURES!", Failed),
    row(Whole, "ERRORS!", Failed),
    // jest, vitest
    row(Start, "Tests: ", Counts(NumberFirst)),
    row(Start, "Tests  ", Counts(NumberFirst)),
    // bun test, mocha, playwright
    row(Behind, "pass", PassedWith(NumberFirst)),
    row(Behind, "fail", Counts(NumberFirst)),
    row(Behind, "passing", PassedWith(NumberFirst)),
    row(Behind, "failing", Counts(NumberFirst)),
    row(Behind, "passed", PassedWith(NumberFirst)),
    row(Behind, "failed", Counts(NumberFirst)),
    row(Behind, "skipped", Counts(NumberFirst)),
    // node --test, TAP
    row(Start, "# pass ", Counts(NameFirst)),
    row(Start, "# fail ", Counts(NameFirst)),
    row(Start, "# skipped ", Counts(NameFirst)),
    row(Start, "\u{2139} pass ", Counts(NameFirst)),
    row(Start, "\u{2139} fail ", Counts(NameFirst)),
    // npm, pnpm, yarn, mise, make
    row(Start, "npm ERR! code ELIFECYCLE", Failed),
    row(Start, "npm ERR! Test failed", Failed),
    row(Start, "npm error code ELIFECYCLE", Failed),
    row(Start, "npm error Lifecycle script ", Failed),
    row(Start, "ELIFECYCLE", Failed),
    row(Start, "error Command failed with exit code ", Failed),
    row(Within, "] ERROR task failed", Failed),
    row(Start, "make: *** ", Failed),
    row(Start, "make[", Failed).and("]: *** "),
    // Nothing is to be built: make, ninja, and what cmake prints of either
    row(Start, "make: ", Passed).and("Nothing to be done for "),
    row(Start, "make[", Passed).and("]: Nothing to be done for "),
    row(Start, "make: ", Passed).and("' is up to date."),
    row(Start, "make[", Passed).and("' is up to date."),
    row(Start, "ninja: no work to do.", Passed),
    row(Start, "[100%] Built target ", Passed),
    // tsc; eslint; biome; prettier
    row(Within, ": error TS", Failed),
    row(Start, "error TS", Failed),
    row(Start, "\u{2716} ", Counts(NumberFirst)).and(" problem"),
    row(Start, "All matched files use Prettier code style!", Passed),
    row(Within, "Code style issues found in ", Failed),
    // tsc, mypy, ruff, biome: "Found 2 errors in 1 file."
    row(Start, "Found ", Counts(Faults)).and(" error"),
    row(Start, "Success: no issues found in ", Passed),
    row(Whole, "All checks passed!", Passed),
    // pyright
    row(Within, " error", Counts(Faults)).and(" informations"),
    // gradle, maven
    row(Start, "BUILD SUCCESSFUL", Passed),
    row(Start, "BUILD FAILED", Failed),
    row(Within, " tests completed, ", Counts(NumberFirst)),
    row(Within, "Tests run: ", Counts(NameFirst)),
    row(Within, "BUILD SUCCESS", Passed).and("[INFO]"),
    row(Within, "BUILD FAILURE", Failed),
    row(Within, UNCOMPILED[0], Failed),
    row(Within, UNCOMPILED[1], Failed),
    // ctest
    row(Within, "% tests passed, ", Counts(OutOf)),
    // rspec, minitest, elixir
    row(Within, " examples, ", Counts(NumberFirst)).and(" failure"),
    row(Within, " runs, ", Counts(NumberFirst)).and(" assertions, "),
    row(Within, " tests, ", Counts(NumberFirst)).and(" failure"),
    // swift, xcodebuild; flutter; gcc and clang behind a build tool
    row(Start, "Executed ", Counts(NumberFirst)).and(" failure"),
    row(Within, "** TEST FAILED **", Failed),
    row(Within, "** TEST SUCCEEDED **", Passed),
    row(Within, "All tests passed!", Passed),
    row(Within, "Some tests failed.", Failed),
    row(Start, "ninja: build stopped: ", Failed),
    row(Start, "Failed to compile", Failed),
];
