//! The detectors: one file each, and the registry.
//!
//! A signal looks at one finished action in its context and says what it found, with evidence. It keeps no state of
//! its own, gives no score and speaks to nobody: `drift` weighs, `correction` speaks.

mod action_repeat;
mod alternation;
mod constraint_breach;
mod context;
mod delegated_drift;
mod edit_revert;
mod failure_loop;
mod ignored_correction;
mod monologue;
mod out_of_scope;
mod over_edit;
mod overreach;
mod read_loop;
mod repeats;
mod scope_creep;
mod stray_script;
mod stuck;
mod tangent;
mod thread_break;
mod touched;

pub use constraint_breach::{forbidden_commands, forbidden_tool};
pub use context::{Context, Doc, Signal};
pub use over_edit::asks_for_much;
pub use touched::{Bond, Course, Touched};

use crate::config::Config;
use crate::domain::{ActionKind, Finding, Relation, SignalId, Standing};

/// All signals, in the order in which they are asked.
pub const SIGNALS: &[&dyn Signal] = &[
    &constraint_breach::ConstraintBreach,
    &out_of_scope::OutOfScope,
    &tangent::Tangent,
    &thread_break::ThreadBreak,
    &stray_script::StrayScript,
    &scope_creep::ScopeCreep,
    &overreach::Overreach,
    &ignored_correction::IgnoredCorrection,
    &delegated_drift::DelegatedDrift,
    &action_repeat::ActionRepeat,
    &read_loop::ReadLoop,
    &failure_loop::FailureLoop,
    &edit_revert::EditRevert,
    &alternation::Alternation,
    &monologue::Monologue,
    &stuck::Stuck,
    &over_edit::OverEdit,
];

/// Asks every signal about one action.
pub fn detect(cx: &Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for signal in SIGNALS {
        signal.detect(cx, &mut findings);
    }
    findings
}

/// True for the name of a signal about a stretch of work.
pub fn is_loop(name: &str) -> bool {
    SIGNALS.iter().any(|signal| signal.is_loop() && signal.id().0 == name)
}

/// The words for a standing, by the signal of the worst finding: work that goes round in circles has not left its goal.
pub fn standing_words(standing: Standing, worst: Option<&str>) -> &'static str {
    match standing {
        Standing::OffGoal if worst.is_some_and(is_loop) => "going in circles",
        standing => standing.name(),
    }
}

/// True for the name of a signal whose finding stands until a run passes.
pub fn lasts_until_a_run_passes(name: &str) -> bool {
    SIGNALS.iter().any(|signal| signal.lasts_until_a_run_passes() && signal.id().0 == name)
}

/// True for the name of the signal that ends with the thread of work: a person has spoken, or the work came back.
pub fn is_about_threads(name: &str) -> bool {
    name == thread_break::ThreadBreak.id().0
}

/// True for the name of a signal that ends when a person speaks: what comes then was asked for anew.
pub fn ends_with_a_prompt(name: &str) -> bool {
    SignalId::is_of_course(name) || name == overreach::Overreach.id().0
}

/// True for a change of something that goes on behind what was asked for.
pub fn goes_beyond(touched: &Touched, kind: ActionKind, config: &Config) -> bool {
    scope_creep::goes_beyond(touched, kind, config)
}

/// True for the name of the signal that tells a parent of its subagents' work.
pub fn is_about_delegation(name: &str) -> bool {
    name == delegated_drift::DelegatedDrift.id().0
}

/// True for a change of which nothing is known but that it breaks the thread of work.
pub fn breaks_thread(touched: &Touched, config: &Config) -> bool {
    let numbers = &config.signal.thread_break;
    let unknown = touched.relation == Relation::Unknown && touched.verb.modifies() && !touched.is_translation();
    numbers.enabled && unknown && touched.bond.is_some_and(|bond| thread_break::breaks(&bond, numbers))
}

/// The registered id of a name, for findings that were stored.
pub fn id_of(name: &str) -> Option<SignalId> {
    SIGNALS.iter().map(|signal| signal.id()).find(|id| id.0 == name)
}

/// One way to test a signal: a prompt, lines of a scenario, and what must be found.
#[cfg(test)]
mod testing {
    use crate::agent::scenario::{Line, read_page};
    use crate::domain::{Root, Session};
    use crate::guard::{Facts, Guard};

    /// The severities of what `signal` finds over the lines, to two places.
    pub(super) fn check_found(prompt: &str, lines: &[&str], signal: &str) -> Vec<f64> {
        let found = play(prompt, lines).into_iter().filter(|(name, _, _)| name == signal);
        found.map(|(_, severity, _)| (severity * 100.0).round() / 100.0).collect()
    }

    /// Plays `lines` after `prompt` and returns the findings of the open evidence: (signal, severity, what).
    fn play(prompt: &str, lines: &[&str]) -> Vec<(String, f64, String)> {
        let page = format!("```session\nuser {prompt}\n{}\n```\n", lines.join("\n"));
        let scenario = read_page(&page).expect("the lines read").sessions.remove(0);
        let config = crate::config::defaults();
        let files = &scenario.files;
        let facts = Facts { quiet: true, ..Facts::of(&config, &files) };
        let root = Root { path: "/project".into(), ..Root::default() };
        let mut guard = Guard::resume(Session { root, ..Session::default() }, &facts);
        let events = scenario.lines.into_iter().filter_map(|line| match line {
            Line::Events(events) => Some(events),
            Line::Check { .. } | Line::Ends(_) => None,
        });
        let mut found = Vec::new();
        for event in events.flatten() {
            let known = guard.session().drift.open.clone();
            guard.observe(event);
            // Good work closes evidence: what was found is taken down as it appears.
            let new = guard.session().drift.open.iter().filter(|item| !known.contains(item));
            found.extend(
                new.flat_map(|item| &item.findings)
                    .map(|found| (found.signal.clone(), found.severity.value(), found.what.clone())),
            );
        }
        found
    }

    /// `expected` are "signal severity what" of everything found about one action.
    #[track_caller]
    pub(super) fn check(prompt: &str, action: &str, expected: &[&str]) {
        let found: Vec<String> = play(prompt, &[action])
            .into_iter()
            .map(|(signal, severity, what)| format!("{signal} {severity:.2} {what}"))
            .collect();
        assert_eq!(found, expected, "{prompt} / {action}");
    }

    /// `signal` is the only signal that may be found over the lines; "" when nothing may be.
    #[track_caller]
    pub(super) fn check_run(prompt: &str, lines: &[&str], signal: &str) {
        let loud = |(_, severity, _): &(String, f64, String)| *severity > 0.02;
        let mut found: Vec<String> =
            play(prompt, lines).into_iter().filter(loud).map(|(signal, _, _)| signal).collect();
        found.dedup();
        let expected: Vec<&str> = if signal.is_empty() { vec![] } else { vec![signal] };
        assert_eq!(found, expected, "{prompt} / {lines:?}");
    }
}
