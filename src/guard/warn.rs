//! A lesson is told before the step that it is about: once in a session, two at a time, and only where it is sure.

use super::consent;
use super::port::Ask;
use super::state::Guard;
use crate::config::MemoryPolicy;
use crate::correction;
use crate::domain::{ActionKind, Decision, LessonOrigin, PendingCall, Relation, Warned, Warning};
use crate::memory::policy::{self, Measure};
use crate::memory::{capture, key};
use crate::signal::Touched;
use crate::text::plain::plain_line;
use crate::text::shell;
use std::collections::BTreeMap;

/// Warnings that a session remembers.
const MAX_WARNED: usize = 16;

/// What is known of a prompt. After a prompt nothing more than a text is ever given: likeness is no proof.
pub(super) fn at_prompt(guard: &mut Guard<'_>, prompt: &str) -> Decision {
    // Who corrects something now need not be told that it was corrected before.
    if !may_speak(guard) || capture::correction::read(prompt).is_some() {
        return Decision::Pass;
    }
    let known = (guard.facts.memory)(Ask::Words(prompt));
    let (told, _) = worth_telling(guard, known, false);
    tell(guard, &told, None)
}

/// What is known of a call that is about to run: its exact key alone is looked for.
pub(super) fn before_call(
    guard: &mut Guard<'_>,
    pending: &PendingCall,
    reading: &shell::Reading,
    touched: &[Touched],
) -> Decision {
    let writes =
        matches!(pending.action.kind, ActionKind::Bash | ActionKind::Edit | ActionKind::Write | ActionKind::Delete);
    // What the user names now is wanted now, whatever came of it before.
    let asked_for = touched.iter().any(|place| matches!(place.relation, Relation::Named | Relation::Planned));
    if !writes || asked_for || !may_speak(guard) {
        return Decision::Pass;
    }
    let Some(key) = key::of_action(&guard.session.root, &pending.action, &shell::gist(reading)) else {
        return Decision::Pass;
    };
    if guard.session.learning.taught.contains(&capture::mark(&key)) {
        return Decision::Pass;
    }
    let known = (guard.facts.memory)(Ask::Key(&key));
    let (told, measure) = worth_telling(guard, known, true);
    let stops = match measure {
        Measure::Nothing => return Decision::Pass,
        Measure::Deny => true,
        Measure::Ask => guard.facts.interactive,
        Measure::Text => false,
    };
    if !stops {
        return tell(guard, &told, Some(&key));
    }
    remember(guard, &told, Some(&key));
    let config = &guard.facts.config.correction;
    if measure == Measure::Deny {
        return Decision::Deny { reason: plain_line(&correction::lesson_reason(&told, config)), end_turn: false };
    }
    consent::question(&pending.action, plain_line(&correction::lesson_question(&told, config)))
}

/// True where anything may be done about lessons at all. What stops a call is not bound to the budget of texts.
fn may_speak(guard: &Guard<'_>) -> bool {
    let config = guard.facts.config;
    config.memory.enabled
        && config.memory.policy > MemoryPolicy::RecordOnly
        && !guard.facts.quiet
        && guard.session.agent.is_none()
}

/// The sure ones that the session was not told yet, and what they do. What was recalled at a prompt does not use up what is known
/// of the exact call (`exact`); and a call that is stopped is stopped again, until the person has spoken.
fn worth_telling(guard: &Guard<'_>, mut known: Vec<Warning>, exact: bool) -> (Vec<Warning>, Measure) {
    let config = &guard.facts.config.memory;
    // One refusal is of the moment ("not now"); the second, in whatever words, is a rule.
    let mut refusals: BTreeMap<String, u32> = BTreeMap::new();
    for warning in known.iter().filter(|warning| warning.origin == LessonOrigin::Refused) {
        *refusals.entry(warning.trigger.clone()).or_default() += warning.frequency;
    }
    let warned = &guard.session.learning.warned;
    known.retain(|warning| {
        let trigger = capture::mark(&warning.trigger);
        let of_the_moment = warning.origin == LessonOrigin::Refused
            && refusals.get(&warning.trigger).is_none_or(|times| *times < config.refused_often);
        let stops = exact && policy::measure(config.policy, warning, config) > Measure::Text;
        let told = |told: &&Warned| told.trigger == trigger || told.lesson == warning.lesson;
        let counts = |told: &&Warned| if exact { told.key.is_some() && !(stops && told.open) } else { true };
        !of_the_moment && !warned.iter().filter(told).any(|told| counts(&told))
    });
    let (given, measure) = policy::given(config.policy, &known, config);
    (given.into_iter().cloned().collect(), measure)
}

fn tell(guard: &mut Guard<'_>, told: &[Warning], key: Option<&str>) -> Decision {
    let config = &guard.facts.config.correction;
    if told.is_empty() || guard.session.drift.spent_tokens >= config.budget_tokens {
        return Decision::Pass;
    }
    let text = plain_line(&correction::lesson_text(told, config));
    let notice = Some(plain_line(&correction::lesson_notice(told, config)));
    let tokens = guard.count_tokens(&text);
    let state = &mut guard.session.drift;
    state.spent_tokens = state.spent_tokens.saturating_add(tokens);
    remember(guard, told, key);
    Decision::Inject { text, notice }
}

fn remember(guard: &mut Guard<'_>, told: &[Warning], key: Option<&str>) {
    let warned = &mut guard.session.learning.warned;
    let again =
        |one: &Warned| told.iter().any(|warning| warning.lesson == one.lesson) && key.is_some() == one.key.is_some();
    warned.retain(|one| !again(one));
    warned.extend(told.iter().map(|warning| Warned {
        lesson: warning.lesson,
        trigger: capture::mark(&warning.trigger),
        key: key.map(capture::mark),
        open: true,
    }));
    let surplus = warned.len().saturating_sub(MAX_WARNED);
    warned.drain(..surplus);
}
