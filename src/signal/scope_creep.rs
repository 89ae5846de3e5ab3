//! A change of something new after what was asked for is done.

use super::context::{Context, Doc, Signal};
use super::touched::{Bond, Touched};
use crate::config::Config;
use crate::domain::{ActionKind, Finding, Progress, Relation, SignalId};

/// See [`Doc`].
pub(super) struct ScopeCreep;

impl Signal for ScopeCreep {
    fn id(&self) -> SignalId {
        SignalId::SCOPE_CREEP
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "what was asked for was changed and a run passed, and now a file is changed that is new to the work and that neither the user's words nor what was written before connect with it",
            why: "an agent that is done and has a turn left looks for more to do: a clean-up nearby, an upgrade, the next feature",
            near_miss: "tests and documents of the work; a file that was read before the work was done, or that a check, or a search for words of the work, names; a change that speaks of what was asked, or in words that the work has written; everything before a run has passed, and after one that failed or tried something else; a goal of the whole, or of a cause that nobody knows",
            source: "written sessions with work that nobody asked for: the first stray change follows a passing run in half of them, one asked change of code in fifty does (ACCURACY.md, task drift)",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let weight = cx.config.signal.scope_creep.weight;
        let after = match cx.session.thread.progress() {
            Progress::Passed => "after the work had passed its checks",
            _ => "after the work had its test",
        };
        for touched in cx.touched.iter().filter(|touched| goes_beyond(touched, cx.action.kind, cx.config)) {
            let mut finding = cx.finding_at(self.id(), weight, touched);
            finding.what = format!("{} {after}", touched.what());
            findings.push(finding);
        }
        if let Some((package, command)) = cx.package_beyond {
            let mut finding = cx.finding(self.id(), weight, package, format!("added the package {package}"));
            finding.evidence.command = Some(command.to_owned());
            findings.push(finding);
        }
    }
}

/// True for a place that nothing connects with work that is done. What a command changes on its way is often scratch.
pub(super) fn goes_beyond(touched: &Touched, kind: ActionKind, config: &Config) -> bool {
    let Some(Bond { course, .. }) = touched.bond else { return false };
    // Half of a program may lie in one folder: what lies beside work that has passed is not yet a part of it.
    let near = matches!(touched.relation, Relation::Beside(_)) && course.progress < Progress::Passed;
    let edits = matches!(kind, ActionKind::Edit | ActionKind::Write) && touched.verb.modifies();
    edits && course.is_done(config) && !near && !touched.is_connected(config)
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_found;

    const GOAL: &str = "make the rounding of invoices exact";
    /// Work on what was asked.
    const WORK: [&str; 4] = [
        "read lib/invoice/rounding.rb => def round(amount)",
        "read lib/invoice/ledger.rb => class Ledger",
        "edit lib/invoice/rounding.rb #1 :amount,halves,banker",
        "edit lib/invoice/ledger.rb #2 :balance",
    ];
    const GREEN: &str = "bash bundle exec rspec invoice => 3 examples, 0 failures";
    const RED: &str = "bash bundle exec rspec invoice ! 3 examples, 1 failure";
    const TEST: &str = "edit spec/invoice/rounding_spec.rb #3 :halves";
    const LOOK: &str = "read lib/profile/avatar.rb => class Avatar";
    const STRAY: &str = "edit lib/profile/avatar.rb #9 :thumbnail,crop";

    #[track_caller]
    fn check(lines: &[&[&str]], expected: &[f64]) {
        assert_eq!(check_found(GOAL, &lines.concat(), "scope-creep"), expected, "{lines:?}");
    }

    #[test]
    fn what_follows_a_passing_run_and_has_nothing_to_do_with_the_work_is_found() {
        check(&[&WORK, &[GREEN, LOOK, STRAY]], &[0.16]);
        check(&[&WORK, &[GREEN, STRAY, "write lib/profile/crop.rb #8 :square"]], &[0.16, 0.16]);
        check(&[&WORK, &["bash bundle exec rubocop => no offenses detected", STRAY]], &[0.16]);
        check(&[&WORK, &[GREEN, "edit lib/invoice/avatar.rb #9 :thumbnail"]], &[0.16]);
    }

    #[test]
    fn so_is_what_follows_the_test_of_the_work_unless_it_lies_beside_it() {
        check(&[&WORK, &[TEST, STRAY]], &[0.16]);
        check(&[&WORK, &[TEST, "edit lib/invoice/avatar.rb #9 :thumbnail"]], &[]);
    }

    #[test]
    fn what_versions_leave_out_follows_the_work() {
        check(&[&WORK, &[GREEN, "edit .gitignore #9 :coverage,profile"]], &[]);
    }

    #[test]
    fn before_that_nothing_is_found_nor_after_a_run_that_failed() {
        check(&[&WORK, &[LOOK, STRAY]], &[]);
        check(&[&WORK, &[GREEN, RED, STRAY]], &[]);
        check(&[&[GREEN], &WORK, &[STRAY]], &[]);
        check(&[&WORK[2..], &[GREEN, STRAY]], &[]);
        // Tests alone are no work that is done, and who tries something else is not done with it.
        check(&[&WORK[..2], &[TEST, "edit spec/invoice/ledger_spec.rb #4 :odd", LOOK, STRAY]], &[]);
        check(&[&WORK, &[GREEN, "bash ./bin/invoice --demo => total 3", STRAY]], &[]);
        check(&[&WORK, &[GREEN, "user crop the pictures of people", STRAY]], &[]);
    }

    #[test]
    fn polishing_is_a_part_of_the_work_and_a_commit_does_not_open_it_again() {
        check(&[&WORK, &[GREEN, "edit lib/invoice/ledger.rb #4 :sum"]], &[]);
        check(&[&WORK, &[GREEN, "edit lib/invoice/ledger.rb #4 :sum", STRAY]], &[0.16]);
        check(&[&WORK, &[GREEN, STRAY, STRAY, "edit lib/profile/crop.rb #8 :thumbnail,crop"]], &[0.16, 0.16, 0.16]);
        check(&[&WORK, &[GREEN, "bash git commit -am rounding => 2 files changed", STRAY]], &[0.16]);
    }

    #[test]
    fn what_the_user_or_the_work_has_spoken_of_connects() {
        check(&[&WORK, &[GREEN, "edit lib/profile/avatar.rb #9 :invoices"]], &[]);
        check(&[&WORK, &[GREEN, "edit lib/profile/invoice_total.rb #9 :crop"]], &[]);
        check(&[&WORK, &[GREEN, "edit lib/profile/avatar.rb #9 :halves,banker"]], &[]);
        check(&[&WORK, &[GREEN, "edit lib/profile/avatar.rb #9 :halves,crop"]], &[0.16]);
        let found = "search invoice => lib/profile/avatar.rb:12: invoice(size)";
        check(&[&WORK, &[GREEN, found, STRAY]], &[]);
        // Names alone, and a place that was looked at before the work was done.
        check(&[&WORK, &[GREEN, "search invoice => lib/profile/avatar.rb", STRAY]], &[]);
        check(&[&WORK, &[GREEN, "search thumbnail => lib/profile/avatar.rb", STRAY]], &[0.16]);
        check(&[&[LOOK], &WORK, &[GREEN, STRAY]], &[]);
    }

    #[test]
    fn tests_documents_and_what_says_nothing_are_passed_over_and_build_files_are_not() {
        check(&[&WORK, &[GREEN, "edit spec/profile/avatar_spec.rb #9 :crop", "edit README.md #8 :crop"]], &[]);
        check(&[&WORK, &[GREEN, "edit lib/profile/avatar.rb #9"]], &[]);
        check(&[&WORK, &[GREEN, "edit Makefile #9 :thumbnail"]], &[0.16]);
        check(&[&WORK, &[GREEN, "edit Gemfile.lock #9 :thumbnail"]], &[]);
    }

    #[test]
    fn a_package_that_nobody_spoke_of_is_found_by_its_command() {
        check(&[&WORK, &[GREEN, "bash bundle add sorbet => added"]], &[0.16]);
        check(&[&WORK, &[GREEN, "bash bundle add invoice-kit => added", "bash bundle install => done"]], &[]);
        check(&[&WORK, &["bash bundle add sorbet => added"]], &[]);
        check(&[&WORK, &[GREEN, "bash bundle add sorbet ! Exit code 1: could not find gem 'sorbet'"]], &[]);
        check(&[&WORK, &[GREEN, "bash npm install -D vitest => added"]], &[]);
    }

    #[test]
    fn of_a_goal_without_a_place_and_of_a_declared_scope_nothing_is_said() {
        let found = |goal: &str| check_found(goal, &[&WORK[..], &[GREEN, STRAY]].concat(), "scope-creep");
        assert_eq!(found("fix the rounding of every amount everywhere"), [0.0; 0]);
        assert_eq!(found("we fly blind, make it nice"), [0.0; 0]);
        assert_eq!(found("make the rounding exact, keep to lib/invoice/"), [0.0; 0]);
    }
}
