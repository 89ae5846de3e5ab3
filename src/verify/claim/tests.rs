//! Sentences and the claims in them.

use super::*;
use crate::domain::RunKind;

/// One claim on one line: kind, what it is about, `!` before what is denied, `~` behind what is not plain.
fn shown(claim: &Claim) -> String {
    let runs: Vec<&str> = RunKind::ALL.iter().filter(|kind| claim.is_about(**kind)).map(|kind| kind.name()).collect();
    let mut about = if runs.len() > 3 { vec!["all".to_owned()] } else { vec![runs.join("+")] };
    about.extend(claim.objects.iter().cloned());
    about.extend(claim.value.map(|value| value.to_string()));
    about.retain(|part| !part.is_empty());
    let denied = if claim.affirmed { "" } else { "!" };
    let plain = if claim.plain { "" } else { "~" };
    format!("{denied}{} {}{plain}", claim.kind.name(), about.join(" ")).replace(" ~", "~").trim_end().to_owned()
}

/// `expected`: the claims of the text, joined by "; ".
#[track_caller]
fn check(text: &str, expected: &str) {
    let found: Vec<String> = claims(text).iter().map(shown).collect();
    assert_eq!(found.join("; "), expected, "{text}");
}

#[test]
fn how_tests_ended() {
    check("All tests pass.", "ended tests");
    check("Tests do not pass.", "!ended tests~");
    check("Not all tests pass yet.", "!ended tests~");
    check("Some tests are still failing.", "!ended tests~");
    check("All 1,187 tests pass.", "ended tests 1187");
    check("All tests pass (1290/1290) and lint is clean.", "ended tests 1290; ended lint");
    check("The test suite passes without failures.", "ended tests");
    check("All tests pass and linting is not clean.", "ended tests; !ended lint~");
    check("1309 tests fail, lint clean.", "!ended tests 1309~; ended lint");
    check(
        "Format, lint, and full test suite (unit + integration) all fail.",
        "!ended format~; !ended lint~; !ended tests~",
    );
    check("Linting passes with 0 issues and all tests pass.", "ended lint; ended tests");
    check("Tests pass for both strategies", "ended tests");
    check("The build succeeds.", "ended build");
    check("No tests fail.", "ended tests");
    check("Tests: 0 fail.", "ended tests");
    check("All checks passed (1321 tests, 0 failed; lint clean).", "ended tests 1321; ended lint");
    check("The suite ended with 0 passing.", "!ended tests~");
}

#[test]
fn a_part_of_the_tests_is_not_all_of_them() {
    check("The tests in tests/api all pass.", "ended tests~");
    check("The tests for it pass.", "ended tests~");
    check("12 of the 14 tests pass.", "ended tests 12~");
    check("Most tests pass.", "ended tests~");
    check("All e2e tests pass.", "ended tests");
    check("The new e2e tests pass.", "ended tests~");
    check("All tests pass apart from two.", "ended tests~");
    check("All tests except `test_old` pass.", "ended tests~");
    check("Lint is clean for the files I changed.", "ended lint~");
    check("Lint passes on app/api.", "ended lint~");
    check("Tests pass, ignoring test_importer as you said.", "ended tests~");
    check("All tests pass in 2.1s.", "ended tests");
    check("All tests pass in the whole project.", "ended tests");
}

#[test]
fn tests_of_a_formatter_are_tests() {
    check("The format tests pass.", "ended tests~");
    check("The lint test passes.", "ended tests~");
    check("All 3 linter tests pass.", "ended tests 3~");
    check("I ran the format tests.", "ran tests");
    check("The format test suite passes.", "ended tests~");
    check("The format pass is done, and format passes.", "ended format");
    check("cargo fmt is clean.", "ended format~");
    check("Format and tests pass.", "ended format; ended tests");
    check("Lint, format, tests all pass.", "ended lint; ended format; ended tests");
    check("The lint suite passes.", "ended lint");
    check("The ruff benchmarks pass.", "ended benchmarks");
}

#[test]
fn what_stands_before_is_another_statement() {
    check("Fixed the bug and the tests pass.", "ended tests");
    check("It is an integer now, so all tests pass.", "ended tests");
    check("I verified that all tests pass.", "ended tests");
    check("Every single test passes.", "ended tests");
    check("The complete test suite passes.", "ended tests");
    check("Lint and tests pass.", "ended lint; ended tests");
}

#[test]
fn a_bare_verb_asks_for_a_change_and_tells_of_none() {
    check("Update the comment in `src/a.rs` to the new format", "");
    check("1. Fix the loop in `src/a.rs`", "");
    check("Change `src/a.rs` so that it waits.", "");
    check("Fix in `src/a.rs`", "file-changed src/a.rs~");
    check("Update to `src/a.rs`: none", "file-changed src/a.rs~");
    check("Updated the comment in `src/a.rs`", "file-changed src/a.rs~");
}

#[test]
fn what_is_not_stated_is_no_claim() {
    for text in [
        "Do all tests pass?",
        "Once merged, all tests should pass.",
        "Make sure the tests pass.",
        "If the tests pass, we can merge.",
        "The tests were failing.",
        "> All tests pass.",
        "```\nAll tests pass\n```",
        "- [ ] All tests pass",
        "The test passes a string to the parser.",
        "Found the test that fails on Windows.",
        "Run the tests with `npm test`.",
        "A first pass over the tests is done.",
        "\u{0412}\u{0441}\u{0435} \u{0442}\u{0435}\u{0441}\u{0442}\u{044b} \u{043f}\u{0440}\u{043e}\u{0445}\u{043e}\u{0434}\u{044f}\u{0442}.",
        "",
    ] {
        check(text, "");
    }
}

#[test]
fn builds_lint_and_commands() {
    check("Build succeeds, 0 lint issues.", "ended build; ended lint");
    check("TypeScript compiles.", "ended type check");
    check(
        "`go build ./...` and `GOOS=linux go build ./...` \u{2014} clean.",
        "ended build go build ./...; ended build GOOS=linux go build ./...",
    );
    check("`gh pr view 1` ran without an error.", "ended gh pr view 1~");
    check("`gh pr view 1` ended with an error.", "!ended gh pr view 1~");
    check("All green \u{2014} fmt, lint (0 issues), and test:ci all pass.", "ended lint; ended format; ended tests");
    check("I ran the tests and everything passes.", "ran tests; ended tests");
    check("No tests were run.", "!ran tests~");
    check("I did not run the linter.", "!ran lint~");
    check("Linting was not part of this change.", "!ran lint~");
    check("All 6 new tests pass", "ended tests 6~");
}

#[test]
fn another_statement_behind_a_comma_is_about_something_else() {
    check("When `resume` then ran `git status`, the workspace appeared clean.", "ran git status~");
    check("Wrote the tests, the parser is clean.", "");
    check("When it is done all tests pass.", "ended tests~");
}

#[test]
fn files() {
    check("Created `src/a.rs`.", "file-changed src/a.rs");
    check("`src/a.rs:12` \u{2014} added a check", "file-changed src/a.rs");
    check("Added a test for `parse` in `src/a.rs`", "file-changed src/a.rs~");
    check("Removed X from `root.go`", "file-changed root.go~");
    check("`src/a.rs` already handles this", "");
    check("I did not modify `src/a.rs`.", "file-untouched src/a.rs");
    check("`src/a.rs` was left unchanged.", "file-untouched src/a.rs");
    check("index.ts of package b is unchanged.", "file-untouched index.ts~");
    check("Only `a.go`, `b.go` changed; no other files were touched.", "only-files a.go b.go");
    check("I only changed `a.go`.", "only-files a.go");
    check("I only changed `a.go` and its test.", "only-files a.go~");
    check("Only `a.go` and the corresponding tests were changed.", "only-files a.go~");
    check("I only changed `a.go` and nothing else.", "only-files a.go");
    check("100% of tests pass.", "ended tests~");
    check("I've changed only a.go.", "only-files a.go");
    check("I changed `a.go` only.", "only-files a.go");
    check("All tests pass and I only changed `a.go`.", "ended tests; only-files a.go");
    check("All tests pass, and I changed `a.go` only.", "ended tests; only-files a.go");
    check("I ran the tests and they all pass.", "ran tests; ended tests");
    check("I changed `a.go` and `b.go` only.", "only-files a.go b.go");
    check("I changed `a.go` only where it reads the token.", "file-changed a.go");
    check("I changed nothing but `a.go`.", "only-files a.go");
    check("Nothing but `a.go` was changed.", "only-files a.go");
    check("For the total: I only changed `a.go`.", "only-files a.go~");
    check("1. Total: I changed `a.go` only.", "only-files a.go~");
    check("I changed nothing in `a.go`.", "file-untouched a.go");
    check("The parser only changed `a.go` when asked.", "only-files a.go~");
    check("In total 3 files were edited.", "file-count 3~");
    check("26 files changed, 335 insertions(+)", "figure files 26~; figure insertions 335~");
    check("You should update `src/a.rs` next.", "");
}

#[test]
fn a_fix_is_a_change_at_least() {
    check("I fixed the rounding.", "fixed");
    check("I've also implemented the export.", "fixed");
    check("The fixed rounding is applied.", "");
    check("I fixed the rounding and all tests pass.", "ended tests");
}

#[test]
fn commits() {
    check("Committed.", "committed");
    check("Not committed.", "!committed~");
    check("Nothing is committed yet.", "!committed~");
    check("Everything is committed.", "committed");
    check("Committed as `1510f554`.", "committed 1510f554");
    check("Fixed src/tax.py and committed it.", "committed; file-changed src/tax.py");
    check("The user fixed it and committed it.", "committed~");
    check("Fixed, and I committed it.", "committed");
    check("I fixed the bug and committed the change.", "committed");
    check("Rounded, and I've also pushed it.", "pushed");
    check("I've committed the changes to main.", "committed");
    check("The tests pass, and I have committed everything.", "committed; ended tests");
    check("Fixed earlier, and I committed it.", "committed~");
    check("It fails when I committed it.", "");
    check("I tried it and committed the queue offset.", "committed~");
    check("I added a hook that formatted the file and committed it.", "committed~");
    check("I found that the worker locked the row and committed the change.", "committed~");
    check("I checked: Ann fixed and committed it.", "committed~");
    check("Line 3 of the log shows: Ann, and I committed it.", "committed~");
    check("I deleted the branch, and I committed it.", "committed~");
    check("I committed it in the previous session.", "committed~");
    check("Committed and not pushed.", "committed; !pushed~");
    check("I pushed to origin.", "pushed");
    check("Committed and pushed to the main branch.", "committed; pushed");
    check("I pushed it to the list.", "pushed~");
    check("I pushed to the stack.", "pushed~");
    check("Both settings are committed to git.", "committed~");
    check("When the branch is pushed, CI runs.", "");
    check("Shall I commit it?", "");
}

#[test]
fn places_are_told_in_bytes() {
    let text = "Done.\n\n- \u{2705} All tests pass.";
    let found = claims(text);
    assert_eq!(&text[found[0].span.clone()], found[0].text);
}

proptest::proptest! {
    #[test]
    fn no_text_ends_the_reading(text in "[ -~\\n`\u{e4}\u{2014}\u{2705}0-9]{0,200}") {
        for claim in claims(&text) {
            proptest::prop_assert_eq!(&text[claim.span.clone()], claim.text.as_str());
        }
    }
}
