//! A change of something that nothing connects with the work before it.

use super::context::{Context, Doc, Signal};
use super::touched::Bond;
use crate::config::ThreadBreakConfig;
use crate::domain::{ActionKind, Finding, Relation, SignalId};

/// See [`Doc`].
pub(super) struct ThreadBreak;

impl Signal for ThreadBreak {
    fn id(&self) -> SignalId {
        SignalId::THREAD_BREAK
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "a file is changed after actions that met nothing the work knew, and nothing connects it with the goal or with what was worked on before",
            why: "work is a chain: what is touched next shares words with the goal, with an answer or with what was touched before; where the chain breaks, another piece of work has begun",
            near_miss: "what follows a prompt, an answered question, an approved plan or a commit; a file that an error or a search for known words points into; a change that itself speaks of what was asked; the test of a known file; a goal that only reports what is amiss, while its cause is sought; reading",
            source: "a change point over new against known words (Page 1954), reduced to a rule of four conditions on runs with a stretch of another run in them",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.thread_break;
        // A declared scope needs no second opinion. What a command changes on its way is often scratch: the agent's tools
        // for editing say what is meant.
        let edits = matches!(cx.action.kind, ActionKind::Edit | ActionKind::Write);
        if !config.enabled || !edits || cx.goal.scope.declared() {
            return;
        }
        for touched in cx.touched {
            let open =
                matches!(touched.relation, Relation::Unknown | Relation::Unrelated(_)) && !touched.is_translation();
            if open && touched.bond.is_some_and(|bond| breaks(&bond, config)) {
                let mut finding = cx.finding_at(self.id(), config.weight, touched);
                finding.what =
                    format!("changed {}, which nothing connects with the work before", touched.place.shown());
                findings.push(finding);
            }
        }
    }
}

/// True where neither the file nor a word of its name was met before the branch, what is changed says nothing of what was asked or of what
/// the work has written, and the branch is more than a look aside.
pub(super) fn breaks(bond: &Bond, config: &ThreadBreakConfig) -> bool {
    let connected =
        bond.file || bond.subject || bond.pointed || bond.asked || bond.known > 0 || bond.written >= config.shared;
    let sought = bond.course.open || bond.course.reported;
    bond.course.placed
        && !sought
        && !connected
        && bond.branch.length >= config.apart
        && bond.branch.before >= config.settle
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_found;

    const GOAL: &str = "make the rounding of invoices exact";
    /// Work on what was asked.
    const WORK: [&str; 5] = [
        "read lib/invoice/rounding.rb => def round(amount)",
        "edit lib/invoice/rounding.rb #1",
        "bash bundle exec rspec invoice => 3 examples, 0 failures",
        "read lib/invoice/ledger.rb => class Ledger",
        "edit lib/invoice/ledger.rb #2",
    ];
    /// The way into something else.
    const AWAY: [&str; 2] = ["search avatar thumbnail => 2 files", "read lib/profile/avatar.rb => class Avatar"];
    const STRAY: &str = "edit lib/profile/avatar.rb #9";

    #[track_caller]
    fn check(lines: &[&[&str]], expected: &[f64]) {
        assert_eq!(check_found(GOAL, &lines.concat(), "thread-break"), expected, "{lines:?}");
    }

    #[test]
    fn a_change_after_a_break_of_the_chain_is_found() {
        check(&[&WORK, &AWAY, &[STRAY]], &[0.16]);
        check(&[&WORK, &AWAY, &["write lib/profile/avatar.rb #9"]], &[0.16]);
    }

    #[test]
    fn looking_is_never_found() {
        check(&[&WORK, &AWAY, &["read lib/profile/crop.rb => x", "bash ls lib/profile"]], &[]);
        check(&[&WORK, &AWAY, &["say the avatar of the profile needs work"]], &[]);
    }

    #[test]
    fn a_look_aside_is_no_break() {
        check(&[&WORK, &AWAY[1..], &[STRAY]], &[]);
        check(&[&WORK, &[STRAY]], &[]);
    }

    #[test]
    fn a_young_session_is_not_judged() {
        check(&[&AWAY, &[STRAY]], &[]);
        check(&[&WORK[..3], &AWAY, &[STRAY]], &[]);
    }

    #[test]
    fn what_a_person_wants_or_accepts_begins_a_thread() {
        check(&[&WORK, &["user now crop the avatar"], &AWAY, &[STRAY]], &[]);
        check(&[&WORK, &["user go on"], &AWAY, &[STRAY]], &[]);
        check(&[&WORK, &["ask Which part is next? => the pictures of people"], &AWAY, &[STRAY]], &[]);
        check(&[&WORK, &["plan crop the avatar => approved"], &AWAY, &[STRAY]], &[]);
        check(&[&WORK, &["bash git commit -m rounding => 1 file changed"], &AWAY, &[STRAY]], &[]);
        check(&[&WORK, &["ask Which part is next? ! refused"], &AWAY, &[STRAY]], &[0.16]);
    }

    #[test]
    fn a_link_of_the_chain_connects() {
        let error = "bash bundle exec rspec invoice ! lib/profile/avatar.rb:12: undefined method round";
        check(&[&WORK, &[error], &AWAY, &[STRAY]], &[]);
        let find = "search rounding => lib/profile/avatar.rb:12: rounding(size)";
        check(&[&WORK, &[find], &AWAY, &[STRAY]], &[]);
        check(&[&WORK, &AWAY, &["edit spec/invoice/ledger_spec.rb #3"]], &[]);
        check(&[&WORK, &AWAY, &["edit lib/profile/invoice_total.rb #3"]], &[]);
        check(&[&WORK, &AWAY, &["edit lib/invoice/ledger.rb #3"]], &[]);
    }

    #[test]
    fn a_change_that_speaks_of_what_was_asked_connects() {
        check(&[&WORK, &AWAY, &["edit lib/profile/avatar.rb #9 :invoices,crop"]], &[]);
        check(&[&WORK, &AWAY, &["edit lib/profile/avatar.rb #9 :thumbnail,crop"]], &[0.16]);
    }

    #[test]
    fn the_cause_of_a_reported_symptom_may_lie_elsewhere() {
        let found = |goal: &str| check_found(goal, &[&WORK[..], &AWAY, &[STRAY]].concat(), "thread-break");
        assert_eq!(found("the rounding of invoices is wrong since friday"), [0.0; 0]);
        assert_eq!(found("the rounding of invoices is wrong since friday, make it exact"), [0.16]);
    }

    #[test]
    fn of_a_goal_without_a_place_nothing_is_said() {
        let found = |goal: &str| check_found(goal, &[&WORK[..], &AWAY, &[STRAY]].concat(), "thread-break");
        assert_eq!(found("fix the rounding of every amount everywhere"), [0.0; 0]);
        // None of its words is met in the work.
        assert_eq!(found("we fly blind, make it nice"), [0.0; 0]);
    }

    #[test]
    fn work_that_was_away_and_came_back_has_one_thread() {
        let back =
            ["read lib/invoice/rounding.rb => x", "read lib/invoice/ledger.rb => y", "search invoice ledger => z"];
        check(&[&WORK, &AWAY, &back, &[STRAY]], &[]);
    }

    #[test]
    fn a_declared_scope_and_neutral_files_are_judged_elsewhere() {
        check(&[&WORK, &AWAY, &["edit Gemfile.lock #9"]], &[]);
        check(&[&WORK, &AWAY, &["edit /elsewhere/avatar.rb #9"]], &[]);
        check(&[&WORK, &AWAY, &["bash echo x > lib/profile/avatar.rb"]], &[]);
        let lines = [&WORK[..], &AWAY, &[STRAY]].concat();
        assert!(check_found("keep to lib/invoice/", &lines, "thread-break").is_empty());
    }
}
