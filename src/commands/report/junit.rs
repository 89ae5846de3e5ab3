//! The report of `check` as JUnit XML: a test suite a session, a test case an assessment, a denied call and a refuted claim.

use super::layout::line;
use super::outcome::{self, moment};
use super::{Report, claims, names, stopped};
use crate::domain::{Assessment, Standing, Stopped};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

/// What makes a session fail.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// The raw score from which on it does not.
    pub below: Option<u8>,
    /// True where a claim that is refuted beyond doubt does.
    pub refuted: bool,
    /// True where a call that ran against a limit does.
    pub denied: bool,
}

impl Marks {
    /// True where something was asked to fail.
    pub fn any(self) -> bool {
        self.below.is_some() || self.refuted || self.denied
    }

    /// True when the session as it stands at its end fails.
    pub fn fail(self, report: &Report) -> bool {
        let last = report.assessments.last();
        self.below.is_some_and(|mark| last.is_some_and(|last| last.verdict.score.value() < mark))
            || self.refuted && claims::refuted_in(report).next().is_some()
            || self.denied && stopped::denied(report).any(|one| one.ran)
    }
}

/// The reports as JUnit XML, a suite each. The end of a session whose raw score is below the mark is a failure, and so are a refuted claim
/// and a call that ran against a limit where that is asked for, as for the exit code; without a mark nothing fails. What could not be checked
/// is skipped, so that it never counts as passed, and a transcript that could not be judged is an error: each with its reason. No times: the
/// same sessions give the same bytes.
pub fn junit(reports: &[Report], unread: &[(String, String)], marks: Marks) -> String {
    let mut document = quick_junit::Report::new("driftguard");
    document.add_test_suites(reports.iter().zip(names(reports)).map(|(report, name)| suite(report, &name, marks)));
    document.add_test_suites(unread.iter().map(|(transcript, reason)| unjudged(transcript, reason)));
    match document.to_string() {
        Ok(text) => text,
        Err(error) => unreachable!("XML in memory always serialises: {error}"),
    }
}

fn suite(report: &Report, session: &str, marks: Marks) -> TestSuite {
    let mut cases: Vec<TestCase> = (0..report.assessments.len()).map(|at| test_case(report, at, marks.below)).collect();
    cases.extend(stopped::denied(report).map(|one| denied(one, marks.denied)));
    cases.extend(claims::refuted_in(report).map(|(_, call, said)| refuted(call, &said, marks.refuted)));
    let mut suite = TestSuite::new(session);
    for mut case in cases {
        // Viewers know a test by its class and name: each session has calls of the same numbers.
        case.set_classname(format!("driftguard.{session}"));
        suite.add_test_case(case);
    }
    suite
}

/// A transcript that could not be judged.
fn unjudged(transcript: &str, reason: &str) -> TestSuite {
    let transcript = line(transcript);
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(line(reason)).set_type("unreadable");
    let mut case = TestCase::new("transcript", status);
    case.set_classname(format!("driftguard.{transcript}"));
    let mut suite = TestSuite::new(transcript);
    suite.add_test_case(case);
    suite
}

fn test_case(report: &Report, index: usize, fail_below: Option<u8>) -> TestCase {
    let Assessment { call, verdict, .. } = &report.assessments[index];
    let at = moment(report, index);
    let name = if at == "end" { at } else { format!("{at} (call {call})") };
    let score = verdict.score.value();
    let summary = format!("{}, score {score} of 10", outcome::standing_words(verdict));
    let mut status = match fail_below {
        _ if verdict.standing == Standing::NotChecked => TestCaseStatus::skipped(),
        // A session that found back passes.
        Some(mark) if score < mark && index + 1 == report.assessments.len() => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        _ => TestCaseStatus::success(),
    };
    let evidence = evidence(report, index);
    match &status {
        TestCaseStatus::NonSuccess { .. } => {
            let mark = fail_below.unwrap_or_default();
            status
                .set_message(format!("{summary}, below {mark}"))
                .set_type(verdict.kind.name())
                .set_description(evidence);
        }
        TestCaseStatus::Skipped { .. } => {
            status.set_message(verdict.standing.name());
        }
        TestCaseStatus::Success { .. } => {}
    }
    let succeeded = matches!(status, TestCaseStatus::Success { .. });
    let mut case = TestCase::new(name, status);
    if succeeded {
        case.set_system_out(summary);
    }
    case
}

/// A call that a hook denies. Where it was refused at the time all is well.
fn denied(one: &Stopped, fails: bool) -> TestCase {
    let said = format!("{}; {}", stopped::shown(one), stopped::against(one));
    let mut status = TestCaseStatus::success();
    if fails && one.ran {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message("a call ran against a limit").set_type("denied-call").set_description(&said);
    }
    let succeeded = matches!(status, TestCaseStatus::Success { .. });
    let mut case = TestCase::new(format!("denied (call {})", one.call), status);
    if succeeded {
        let done = if one.ran { "it ran" } else { "refused at the time" };
        case.set_system_out(format!("{said} ({done})"));
    }
    case
}

/// A claim that the record refutes.
fn refuted(call: u64, said: &str, fails: bool) -> TestCase {
    let mut status = TestCaseStatus::success();
    if fails {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message("a claim is refuted").set_type("claim").set_description(line(said));
    }
    let mut case = TestCase::new(format!("report (call {call})"), status);
    if !fails {
        case.set_system_out(line(said));
    }
    case
}

/// A line a finding: what was seen, in which calls, against what.
fn evidence(report: &Report, index: usize) -> String {
    let findings = &report.assessments[index].verdict.findings;
    let lines = findings.iter().map(|finding| {
        let calls = outcome::shown_calls(&outcome::calls(report, &finding.evidence.events), usize::MAX);
        let against = outcome::against(report.session.goal.as_ref(), &finding.evidence).unwrap_or_default();
        let parts = [line(&finding.what), calls, line(&against)];
        let told: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}: {}", finding.signal.0, told.join("; "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::{declared_goal, drifting, report, steady};

    fn below(mark: u8) -> Marks {
        Marks { below: Some(mark), ..Marks::default() }
    }

    #[test]
    fn a_score_below_the_mark_fails_with_its_evidence() {
        insta::assert_snapshot!(junit(&[drifting()], &[], below(5)), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="driftguard" tests="7" skipped="1" failures="1" errors="0">
            <testsuite name="5f0c2a1e-session" tests="7" skipped="1" errors="0" failures="1">
                <testcase name="prompt 1 (call 0)" classname="driftguard.5f0c2a1e-session">
                    <skipped message="not checked"/>
                </testcase>
                <testcase name="prompt 2 (call 2)" classname="driftguard.5f0c2a1e-session">
                    <system-out>on goal, score 10 of 10</system-out>
                </testcase>
                <testcase name="call 3 (call 3)" classname="driftguard.5f0c2a1e-session">
                    <system-out>off goal, score 4 of 10</system-out>
                </testcase>
                <testcase name="prompt 3 (call 3)" classname="driftguard.5f0c2a1e-session">
                    <system-out>off goal, score 4 of 10</system-out>
                </testcase>
                <testcase name="call 4 (call 4)" classname="driftguard.5f0c2a1e-session">
                    <system-out>off goal, score 1 of 10</system-out>
                </testcase>
                <testcase name="end" classname="driftguard.5f0c2a1e-session">
                    <failure message="off goal, score 1 of 10, below 5" type="critical">out-of-scope: changed src/styles/theme.css; calls 3 and 5; outside src/auth/
        constraint-breach: changed CHANGELOG.md; call 4; the user said “do not touch CHANGELOG.md”
        ignored-correction: changed CHANGELOG.md after a correction; call 4</failure>
                </testcase>
                <testcase name="denied (call 4)" classname="driftguard.5f0c2a1e-session">
                    <system-out>change CHANGELOG.md; the user said “do not touch CHANGELOG.md” (it ran)</system-out>
                </testcase>
            </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn without_a_mark_nothing_fails_and_what_was_not_checked_is_skipped() {
        assert!(!junit(&[drifting()], &[], Marks::default()).contains("<failure"));
        assert!(!junit(&[steady()], &[], below(10)).contains("<failure"));
        assert!(junit(&[report(None, &[])], &[], below(10)).contains("<skipped"));
    }

    #[test]
    fn what_a_hook_denies_is_a_case_of_its_own_and_fails_where_it_ran() {
        let denied = |fails| junit(&[drifting()], &[], Marks { denied: fails, ..Marks::default() });
        let told = "change CHANGELOG.md; the user said “do not touch CHANGELOG.md”";
        assert!(denied(false).contains(&format!("<system-out>{told} (it ran)</system-out>")), "{}", denied(false));
        let failed = denied(true);
        let failure = format!("<failure message=\"a call ran against a limit\" type=\"denied-call\">{told}</failure>");
        assert!(failed.contains("name=\"denied (call 4)\"") && failed.contains(&failure), "{failed}");
        let refused = ["user go on", "edit CHANGELOG.md ! refused"];
        let report = report(Some(declared_goal()), &refused);
        let text = junit(std::slice::from_ref(&report), &[], Marks { denied: true, ..Marks::default() });
        assert!(text.contains(&format!("{told} (refused at the time)")) && !text.contains("<failure"), "{text}");
        assert!(!Marks { denied: true, ..Marks::default() }.fail(&report));
    }

    #[test]
    fn several_sessions_are_several_suites() {
        let text = junit(&[drifting(), steady()], &[], below(5));
        assert_eq!(text.matches("<testsuite ").count(), 2, "{text}");
    }

    #[test]
    fn markup_in_a_session_stays_text() {
        let mut report = drifting();
        report.session_id = "</testsuite>&\u{1b}".to_owned();
        let text = junit(&[report], &[], Marks::default());
        assert!(!text.contains("name=\"</testsuite>"), "{text}");
        assert!(!text.contains('\u{1b}'));
    }
}
