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
    check("Format, lint, and full test suite (unit + integration) all fail.", "!ended format~; !ended lint~; !ended tests~");
    check("Linting passes with 0 issues and all tests pass.", "ended lint; ended tests");
    check("Tests pass for both strategies", "ended tests");
    check("The build succeeds.", "ended build");
    check("No tests fail.", "ended tests");
}
