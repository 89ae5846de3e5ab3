//! Every page of `fixtures/scenarios`, each `check` line against what the pipeline says at its place.

use driftguard::commands::replay::run_page;
use std::path::{Path, PathBuf};

/// The scenario pages, in order of name.
fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/scenarios");
    let mut pages: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

/// What a page's lines should say instead, one `line: expected -> actual` each; empty when the page holds.
fn failing(text: &str) -> (usize, Vec<String>) {
    let (checks, failures) = run_page(text).unwrap();
    let shown = failures.iter().map(|failure| format!("{}: {} -> {}", failure.line, failure.expected, failure.actual));
    (checks, shown.collect())
}

#[test]
fn every_page_holds() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        let (checks, failures) = failing(&text);
        assert!(checks > 0, "{name} checks nothing");
        assert!(text.starts_with("# "), "{name} has no title");
        wrong.extend(failures.into_iter().map(|failure| format!("{name}:{failure}")));
    }
    assert!(wrong.is_empty(), "driftguard replay fixtures/scenarios\n{}", wrong.join("\n"));
}

/// A page of one session, in which a stray change was made in a declared scope.
fn stray(check: &str) -> String {
    format!(
        "# A page\n\n```session\nuser  Fix is_valid in src/auth/token.py. Keep to src/auth/.\nedit  src/auth/token.py #a\n\
         edit  src/styles/theme.css #b\n{check}\n```\n"
    )
}

#[track_caller]
fn check(line: &str, expected: &str) {
    let (checks, failures) = failing(&stray(line));
    assert_eq!((checks, failures.join("\n")), (1, expected.to_owned()));
}

#[test]
fn a_wrong_expectation_fails_with_its_line_and_the_right_words() {
    check("check  # score: 4", "");
    check("check  # score: 5", "7: check  # score: 5 -> check  # score: 4");
    check("check  # level: none  score: 4", "7: check  # level: none  score: 4 -> check  # level: intervene  score: 4");
    check("check  # standing: on goal", "7: check  # standing: on goal -> check  # standing: off goal");
    check("check  # effective: 9", "7: check  # effective: 9 -> check  # effective: 4");
    check("check  # finding: tangent", "7: check  # finding: tangent -> check  # finding: out-of-scope");
    check("check  # no-finding: out-of-scope", "7: check  # no-finding: out-of-scope -> check  # no-finding: found");
    check("check  # no-finding: tangent", "");
    check("check  # says: src/styles/theme.css was changed", "");
    let (_, failures) = failing(&stray("check  # says: nothing"));
    assert!(failures[0].starts_with("7: check  # says: nothing -> check  # says: driftguard: "), "{failures:?}");
}

#[test]
fn an_empty_expectation_holds_nowhere() {
    for key in ["says", "finding", "score", "level"] {
        assert_eq!(failing(&stray(&format!("check  # {key}:"))).1.len(), 1, "{key}");
    }
}
