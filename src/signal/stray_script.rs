//! A script to try something out that tries out something else than the work.

use super::context::{Context, Doc, Signal};
use super::touched::{Bond, Touched};
use crate::config::StrayScriptConfig;
use crate::domain::{ActionKind, Finding, Relation, SignalId};

/// See [`Doc`].
pub(super) struct StrayScript;

impl Signal for StrayScript {
    fn id(&self) -> SignalId {
        SignalId::STRAY_SCRIPT
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the agent writes a script of its own at the root of the project, and at least half of its words are new: neither spoken by the user nor met by the work, told by an answer or written before",
            why: "what an agent tries out is what it works on: a script that reproduces another problem is the first sign that another piece of work has begun, before any source is changed",
            near_miss: "a script that says a good part of the work's words; one of few words; one that was read, or that an error or a search points into; the first actions behind a prompt; sources, tests, documents and settings; a project that keeps its sources at its root; a goal that names no place, wants the whole or looks for a cause; a declared scope",
            source: "runs of a scripted agent with a stretch of another run in them, whose scripts are known word by word: nearly every stretch begins with one (ACCURACY.md, task spliced)",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.stray_script;
        if !config.enabled || !matches!(cx.action.kind, ActionKind::Edit | ActionKind::Write) {
            return;
        }
        for touched in cx.touched.iter().filter(|touched| strays(touched, config)) {
            let mut finding = cx.finding_at(self.id(), config.weight, touched);
            finding.what = format!("{}, a script whose words are mostly new to the work", touched.what());
            findings.push(finding);
        }
    }
}

/// True for a script in words of which too few are the work's.
fn strays(touched: &Touched, config: &StrayScriptConfig) -> bool {
    let open = matches!(touched.relation, Relation::Unknown | Relation::Unrelated(_) | Relation::Beside(_));
    let others = |bond: Bond| bond.says >= config.says && bond.heard * 100 <= bond.says * config.heard;
    let judged =
        |Bond { course, .. }: Bond| course.placed && !course.open && !course.declared && course.since >= config.settle;
    let found = |bond: Bond| bond.script && judged(bond) && others(bond);
    open && touched.verb.modifies() && touched.bond.is_some_and(found)
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_found;

    const GOAL: &str = "make the rounding of invoices exact";
    /// Work on what was asked.
    const WORK: [&str; 3] = [
        "read lib/invoice/rounding.rb => def round(amount)",
        "search banker => lib/invoice/ledger.rb",
        "read lib/invoice/ledger.rb => class Ledger, balance, halves",
    ];
    const STRAY: &str = "write try.rb #1 :avatar,thumbnail,crop,portrait => created";

    #[track_caller]
    fn check(lines: &[&[&str]], expected: &[f64]) {
        assert_eq!(check_found(GOAL, &lines.concat(), "stray-script"), expected, "{lines:?}");
    }

    #[test]
    fn a_script_about_something_else_is_found() {
        check(&[&WORK, &[STRAY]], &[0.16]);
        check(&[&WORK, &["write try.rb #1 => created", "edit try.rb #2 :avatar,thumbnail,crop,portrait"]], &[0.16]);
        check(&[&WORK, &["write try.rb #1 :avatar,thumbnail,rounding,crop => created"]], &[0.16]);
    }

    #[test]
    fn a_script_about_the_work_is_not() {
        check(&[&WORK, &["write try.rb #1 :rounding,ledger,banker,crop,avatar => created"]], &[]);
        check(&[&WORK, &["write try.rb #1 :avatar,thumbnail,crop => created"]], &[]);
    }

    #[test]
    fn the_first_actions_are_not_judged() {
        check(&[&WORK[..1], &[STRAY]], &[]);
        check(&[&WORK, &["user try it with the portraits too", STRAY]], &[]);
    }

    #[test]
    fn what_something_led_to_is_no_stray() {
        check(&[&WORK, &["read try.rb => puts 1", STRAY]], &[]);
    }

    #[test]
    fn sources_tests_and_settings_are_no_scripts() {
        for file in ["lib/avatar.rb", "avatar_spec.rb", "avatar.yml", "AVATAR.md", "Rakefile"] {
            check(&[&WORK, &[&STRAY.replace("try.rb", file)]], &[]);
        }
        // The sources of this one lie at its root.
        check(&[&WORK, &["read app.rb => class App", STRAY]], &[]);
        // It was there before.
        check(&[&WORK, &["write try.rb #1 :avatar,thumbnail,crop,portrait => changed"]], &[]);
    }

    #[test]
    fn of_a_goal_without_a_place_and_of_a_declared_scope_nothing_is_said() {
        let found = |goal: &str| check_found(goal, &[&WORK[..], &[STRAY]].concat(), "stray-script");
        assert_eq!(found("fix the rounding of every amount everywhere"), [0.0; 0]);
        assert_eq!(found("make it nice"), [0.0; 0]);
        assert_eq!(found("make the rounding exact, keep to lib/invoice/"), [0.0; 0]);
    }
}
