//! Which tests a sentence or a command speaks of: those of units, of parts together, or of the whole from outside.
//!
//! A claim about the unit tests says nothing of the browser's, and the other way round. A command that tells no kind may be
//! of any.

use crate::domain::{Run, RunKind};
use crate::text::shell;

/// A kind of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suite {
    /// Of a unit alone.
    Unit,
    /// Of parts that work together: a database, a service.
    Integration,
    /// Of the whole as its users meet it: in a browser, on a device.
    EndToEnd,
}

use Suite::{EndToEnd, Integration, Unit};

/// Words that call a kind where they stand before "tests", and those that do wherever they stand.
#[rustfmt::skip]
const BEFORE_TESTS: [(&str, Suite); 9] = [
    ("acceptance", EndToEnd), ("browser", EndToEnd), ("device", EndToEnd), ("gui", EndToEnd), ("instrumented", EndToEnd),
    ("integration", Integration), ("simulator", EndToEnd), ("ui", EndToEnd), ("unit", Unit),
];
#[rustfmt::skip]
const ALONE: [(&str, Suite); 11] = [
    ("cypress", EndToEnd), ("detox", EndToEnd), ("e2e", EndToEnd), ("end-to-end", EndToEnd), ("maestro", EndToEnd),
    ("nightwatch", EndToEnd), ("playwright", EndToEnd), ("puppeteer", EndToEnd), ("selenium", EndToEnd), ("testcafe", EndToEnd),
    ("webdriver", EndToEnd),
];
/// What stands in a command of one kind, anywhere in it.
#[rustfmt::skip]
const IN_COMMANDS: [(&str, Suite); 13] = [
    ("androidtest", EndToEnd), ("connectedcheck", EndToEnd), ("cypress", EndToEnd), ("detox", EndToEnd), ("e2e", EndToEnd),
    ("end-to-end", EndToEnd), ("integration", Integration), ("maestro", EndToEnd), ("nightwatch", EndToEnd),
    ("playwright", EndToEnd), ("selenium", EndToEnd), ("testcafe", EndToEnd), ("uitest", EndToEnd),
];
/// Words for tests of any kind.
const TESTS: [&str; 6] = ["spec", "specs", "suite", "suites", "test", "tests"];
/// Words between a kind and its tests: "unit and integration tests".
const JOINS: [&str; 4] = ["and", "level", "or", "the"];
/// Words before "tests" in which its kind stands.
const REACH: usize = 4;

fn words(text: &str) -> Vec<String> {
    let breaks = |sign: char| !sign.is_alphanumeric() && sign != '-';
    text.to_lowercase()
        .split(breaks)
        .map(|word| word.trim_matches('-').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn called(word: &str, lists: &[&[(&str, Suite)]]) -> Option<Suite> {
    lists.iter().flat_map(|list| list.iter()).find(|(known, _)| *known == word).map(|(_, suite)| *suite)
}

/// True for a word that calls a kind of tests where it stands before them.
pub(super) fn calls(word: &str) -> bool {
    called(word, &[&BEFORE_TESTS, &ALONE]).is_some()
}

/// True where a run is of the tests that a statement speaks of: of units any run may be, of the others one that tells it.
pub(super) fn is_of(statement: &str, run: &Run) -> bool {
    let kinds = of_statement(statement);
    kinds.iter().all(|kind| *kind == Unit) || of_run(run).is_some_and(|kind| kinds.contains(&kind))
}

/// The kinds of the tests that stand at `at`: "unit tests", "unit and e2e tests".
fn before(words: &[String], at: usize) -> Vec<Suite> {
    let mut found = Vec::new();
    for word in words[..at].iter().rev().take(REACH) {
        match called(word, &[&BEFORE_TESTS, &ALONE]) {
            Some(suite) => found.push(suite),
            None if JOINS.contains(&word.as_str()) || TESTS.contains(&word.as_str()) => {}
            None => break,
        }
    }
    found
}

/// The kinds to which a statement about tests is limited; empty where it speaks of any.
pub(super) fn of_statement(text: &str) -> Vec<Suite> {
    let words = words(text);
    let mut found = Vec::new();
    for at in (0..words.len()).filter(|at| TESTS.contains(&words[*at].as_str())) {
        let kinds = before(&words, at);
        if kinds.is_empty() {
            return Vec::new();
        }
        found.extend(kinds.into_iter().filter(|kind| !found.contains(kind)).collect::<Vec<_>>());
    }
    found
}

/// The kinds that are named anywhere in a clause.
pub(super) fn named(clause: &str) -> Vec<Suite> {
    let words = words(clause);
    let alone = words.iter().filter_map(|word| called(word, &[&ALONE]));
    let tests = (0..words.len()).filter(|at| TESTS.contains(&words[*at].as_str()));
    alone.chain(tests.flat_map(|at| before(&words, at))).collect()
}

/// The simple commands of a run that run tests. Of `npx jest` the program is listed as well, and counts once.
pub(super) fn commands(run: &Run) -> Vec<&str> {
    let inner = |part: &String| run.parts.iter().any(|other| other.ends_with(&format!(" {part}")));
    let tests = |part: &&String| shell::kinds_of(part.split_whitespace()).has(RunKind::Test) && !inner(part);
    run.parts.iter().filter(tests).map(String::as_str).collect()
}

/// The kind of tests that a run ran, where its command tells one.
pub(super) fn of_run(run: &Run) -> Option<Suite> {
    let parts = commands(run);
    let text = match parts.as_slice() {
        [] => run.command.as_str(),
        [one] => one,
        _ => return None,
    };
    let lower = text.to_lowercase();
    let unit = words(text).iter().any(|word| word.split('-').any(|part| part == "unit")).then_some(Unit);
    let mut kinds = IN_COMMANDS.iter().filter(|(part, _)| lower.contains(part)).map(|(_, kind)| *kind).chain(unit);
    let first = kinds.next()?;
    kinds.all(|kind| kind == first).then_some(first)
}

/// True where a later run may have run again what an earlier one did: the same command with more or fewer words, or as many tests.
pub(super) fn repeats(later: &Run, earlier: &Run) -> bool {
    let told = |run: &Run| -> Vec<String> {
        let typed = commands(run);
        let line = typed.first().map_or(run.command.as_str(), |part| part);
        line.split_whitespace().filter(|word| !word.starts_with('-')).map(str::to_owned).collect()
    };
    let (one, other) = (told(later), told(earlier));
    let counted = |run: &Run| {
        let counts = run.counts.unwrap_or_default();
        [counts.passed, counts.failed, counts.skipped].into_iter().flatten().fold(0, u32::saturating_add)
    };
    one.starts_with(&other) || other.starts_with(&one) || counted(later) >= counted(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::RunCounts;

    #[test]
    fn a_statement_is_limited_to_a_kind() {
        assert_eq!(of_statement("The 33 unit tests pass"), [Unit]);
        assert_eq!(of_statement("All e2e and integration test suites are green"), [Integration, EndToEnd]);
        assert_eq!(of_statement("33 unit tests pass, e2e did not run"), [Unit]);
        assert_eq!(of_statement("UI tests pass"), [EndToEnd]);
        for any in ["All tests pass (unit and e2e).", "All tests pass, the unit tests too", "The integration is done"] {
            assert_eq!(of_statement(any), [], "{any}");
        }
        assert_eq!(named("Cypress cannot start here"), [EndToEnd]);
        assert_eq!(named("The integration tests need postgres"), [Integration]);
        assert_eq!(named("the ui needs a coat of paint"), []);
    }

    fn run(command: &str, passed: u32) -> Run {
        let parts = command.split(" && ").map(str::to_owned).collect();
        let counts = Some(RunCounts { passed: Some(passed), ..RunCounts::default() });
        Run { command: command.to_owned(), parts, counts, ..Run::default() }
    }

    #[test]
    fn a_command_tells_its_kind_or_none() {
        for (command, expected) in [
            ("npx playwright test", Some(EndToEnd)),
            ("npm run test:e2e", Some(EndToEnd)),
            ("pytest tests/integration", Some(Integration)),
            ("npm run test:unit", Some(Unit)),
            ("python -m unittest", None),
            ("npx vitest run", None),
            ("npm run test:unit && npx playwright test", None),
        ] {
            assert_eq!(of_run(&run(command, 1)), expected, "{command}");
        }
    }

    #[test]
    fn a_run_is_repeated_by_the_same_command_or_as_many_tests() {
        let again =
            |later: (&str, u32), earlier: (&str, u32)| repeats(&run(later.0, later.1), &run(earlier.0, earlier.1));
        assert!(again(("npx vitest run", 2), ("npx vitest", 33)));
        assert!(again(("npm test", 33), ("npx vitest", 33)));
        assert!(!again(("npx playwright test", 2), ("npx vitest run", 33)));
        assert!(!again(("cargo test -p parser", 2), ("cargo test -p git", 9)));
    }
}
