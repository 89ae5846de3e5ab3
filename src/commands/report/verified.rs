//! What `verify` shows of a judged report: for reading, and for build servers.

use super::layout::{Page, Style, Tone, count, line, number};
use crate::domain::ClaimVerdict;
use crate::verify::{Checked, CheckedReport};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

/// Lines of one statement or of its evidence that are shown at most.
const MAX_LINES: usize = 6;

/// A judged report with its name.
pub struct VerifiedReport<'a> {
    /// The file, or stdin.
    pub name: String,
    /// The report, as written.
    pub text: &'a str,
    /// What was found.
    pub checked: &'a CheckedReport,
}

impl VerifiedReport<'_> {
    /// The line of the report that a byte stands in, from 1.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        1 + self.text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
    }
}

/// The verdicts for reading, statement by statement.
pub fn verified(report: &VerifiedReport<'_>, style: Style) -> String {
    let mut page = Page::new(style);
    let claims = &report.checked.claims;
    let surely_false = claims.iter().filter(|claim| claim.surely_false).count();
    let counted = count(number(claims.len()), "checkable statement");
    let (tone, told) = match (claims.is_empty(), surely_false) {
        (true, _) => (Tone::Plain, format!("{}: nothing in it can be checked", line(&report.name))),
        (_, 0) => (Tone::Strong, format!("{}: {counted}, none surely false", line(&report.name))),
        _ => (Tone::Bad, format!("{}: {counted}, {surely_false} surely false", line(&report.name))),
    };
    page.line(tone, &told);
    for claim in claims {
        page.gap();
        page.line(
            tone_of(claim),
            &format!("{}, line {}", claim.judgement.verdict.name(), report.line_of(claim.span.start)),
        );
        page.hanging("  says   ", 9, &claim.text, MAX_LINES);
        if !claim.judgement.evidence.is_empty() {
            page.hanging("  shows  ", 9, &claim.judgement.evidence, MAX_LINES);
        }
    }
    if report.checked.cut {
        page.gap();
        page.line(Tone::Doubtful, "there are more statements, which were not looked at");
    }
    page.finish()
}

fn tone_of(claim: &Checked) -> Tone {
    match claim.judgement.verdict {
        ClaimVerdict::Supported => Tone::Good,
        ClaimVerdict::Contradicted | ClaimVerdict::Fabricated if claim.surely_false => Tone::Bad,
        ClaimVerdict::Contradicted | ClaimVerdict::Fabricated | ClaimVerdict::Stale => Tone::Doubtful,
        ClaimVerdict::Unverifiable => Tone::Faint,
    }
}

/// The verdicts as JUnit XML: a test case a statement. One that is surely false fails; what cannot be told is skipped, so
/// that it never counts as passed.
pub fn verified_junit(report: &VerifiedReport<'_>) -> String {
    let mut suite = TestSuite::new(line(&report.name));
    for claim in &report.checked.claims {
        suite.add_test_case(test_case(report, claim));
    }
    let mut document = quick_junit::Report::new("driftguard");
    document.add_test_suite(suite);
    match document.to_string() {
        Ok(text) => text,
        Err(error) => unreachable!("XML in memory always serialises: {error}"),
    }
}

fn test_case(report: &VerifiedReport<'_>, claim: &Checked) -> TestCase {
    let verdict = claim.judgement.verdict;
    let evidence = line(&claim.judgement.evidence);
    let mut status = match verdict {
        _ if claim.surely_false => TestCaseStatus::non_success(NonSuccessKind::Failure),
        ClaimVerdict::Supported => TestCaseStatus::success(),
        _ => TestCaseStatus::skipped(),
    };
    match &status {
        TestCaseStatus::NonSuccess { .. } => {
            status.set_message(verdict.name()).set_type(verdict.name()).set_description(evidence);
        }
        TestCaseStatus::Skipped { .. } => {
            status.set_message(verdict.name());
        }
        TestCaseStatus::Success { .. } => {}
    }
    let mut case = TestCase::new(format!("line {}: {}", report.line_of(claim.span.start), line(&claim.text)), status);
    case.set_classname("driftguard");
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::verify::text::Evidence;
    use crate::verify::{self, Sources};

    fn with<T>(show: impl FnOnce(&VerifiedReport<'_>) -> T) -> T {
        let config = config::defaults();
        let evidence = Evidence::new("Paris is the capital of France. It has \u{1b}[31m bridges.", 100);
        let text = "Paris is the capital of France.\nParis is not the capital of France.\nВсе тесты проходят.";
        let checked = verify::report(text, Sources { text: Some(&evidence), ..Sources::default() }, &config);
        show(&VerifiedReport { name: "a.md".into(), text, checked: &checked })
    }

    #[test]
    fn each_statement_is_shown_with_its_verdict_and_place() {
        let shown = with(|report| verified(report, Style { colour: false, width: 80 }));
        for part in
            ["3 checkable statements, 1 surely false", "supported, line 1", "contradicted, line 2", "says   Paris"]
        {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
    }

    #[test]
    fn a_build_server_sees_what_is_surely_false() {
        let xml = with(verified_junit);
        assert!(xml.contains("tests=\"3\"") && xml.contains("failures=\"1\""), "{xml}");
        assert!(xml.contains("<failure message=\"contradicted\""), "{xml}");
    }

    #[test]
    fn code_scanning_sees_the_same() {
        let sarif: serde_json::Value = serde_json::from_str(&with(super::super::verified_sarif)).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 1);
        assert_eq!(results[0]["ruleId"], "contradicted");
        assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    }
}
