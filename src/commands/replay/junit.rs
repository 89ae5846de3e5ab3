//! A replay as JUnit XML: one test suite, a test case a page or recording.

use super::outcome::{Held, Outcome};
use crate::text::plain::plain;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The outcomes as JUnit XML. No times: the same files give the same bytes.
pub(super) fn junit(outcomes: &[Outcome]) -> Result<String, quick_junit::SerializeError> {
    let mut suite = TestSuite::new("replay");
    for outcome in outcomes {
        let mut status = TestCaseStatus::success();
        match &outcome.held {
            Held::AsExpected | Held::Updated => {}
            Held::Differs(difference) => {
                status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message("differs from what is expected").set_description(plain(difference));
            }
            Held::Not(failure) => {
                status = TestCaseStatus::non_success(NonSuccessKind::Error);
                status.set_message(plain(&failure.message)).set_description(plain(&failure.hint));
            }
            Held::New(found) => {
                status = TestCaseStatus::skipped();
                status.set_message("nothing is expected of it yet").set_description(plain(&found.join("\n")));
            }
        }
        suite.add_test_case(TestCase::new(plain(&outcome.name), status));
    }
    let mut report = Report::new("driftguard");
    report.add_test_suite(suite);
    report.to_string()
}
