//! A lesson is told before the step that it is about: once in a session, two at a time, and only where it is sure.

use super::Guard;
use super::port::Ask;
use crate::config::MemoryPolicy;
use crate::correction;
use crate::domain::{ActionKind, Decision, LessonOrigin, PendingCall, Relation, Warned, Warning};
use crate::memory::capture;
use crate::memory::key;
use crate::signal::Touched;
use crate::text::plain::plain;

/// Warnings that a session remembers.
const MAX_WARNED: usize = 16;

/// What is known of a prompt. After a prompt nothing more than a text is ever given: likeness is no proof.
pub(super) fn at_prompt(guard: &mut Guard<'_>, prompt: &str) -> Decision {
    if !may_speak(guard) {
        return Decision::Pass;
    }
    let known = (guard.facts.memory)(Ask::Words(prompt));
    let told = worth_telling(guard, &known);
    tell(guard, &told, None)
}

/// What is known of a call that is about to run: its exact key alone is looked for.
pub(super) fn before_call(
    guard: &mut Guard<'_>,
    pending: &PendingCall,
    commands: &[Vec<String>],
    touched: &[Touched],
) -> Decision {
    let writes =
        matches!(pending.action.kind, ActionKind::Bash | ActionKind::Edit | ActionKind::Write | ActionKind::Delete);
    // What the user names now is wanted now, whatever came of it before.
    let asked_for = touched.iter().any(|place| matches!(place.relation, Relation::Named | Relation::Planned));
    if !writes || asked_for || !may_speak(guard) {
        return Decision::Pass;
    }
    let Some(key) = key::of_action(&guard.session.root, &pending.action, commands) else { return Decision::Pass };
    if guard.session.learning.taught.contains(&capture::mark(&key)) {
        return Decision::Pass;
    }
    let known = (guard.facts.memory)(Ask::Key(&key));
    let told = worth_telling(guard, &known);
    if told.is_empty() {
        return Decision::Pass;
    }
    let reason = || plain(&correction::lesson_reason(&told, &guard.facts.config.correction));
    match guard.facts.config.memory.policy {
        MemoryPolicy::Block => {
            let decision = Decision::Deny { reason: reason(), end_turn: false };
            remember(guard, &told, Some(&key));
            decision
        }
        MemoryPolicy::Acknowledge if guard.facts.interactive => {
            let decision = Decision::Ask { reason: reason() };
            remember(guard, &told, Some(&key));
            decision
        }
        MemoryPolicy::Acknowledge | MemoryPolicy::Warn => tell(guard, &told, Some(&key)),
        MemoryPolicy::RecordOnly => Decision::Pass,
    }
}

/// True where a text about lessons may be given at all.
fn may_speak(guard: &Guard<'_>) -> bool {
    let config = guard.facts.config;
    config.memory.enabled
        && config.memory.policy > MemoryPolicy::RecordOnly
        && !guard.facts.quiet
        && guard.session.agent.is_none()
        && guard.session.drift.spent_tokens < config.correction.budget_tokens
}

/// The sure ones that the session was not told yet.
fn worth_telling(guard: &Guard<'_>, known: &[Warning]) -> Vec<Warning> {
    let config = &guard.facts.config.memory;
    let warned = &guard.session.learning.warned;
    // One refusal is of the moment ("not now"); the second, in whatever words, is a rule.
    let refusals = |trigger: &str| -> u32 {
        let same = known.iter().filter(|one| one.origin == LessonOrigin::Refused && one.trigger == trigger);
        same.map(|one| one.frequency).sum()
    };
    let of_the_moment = |warning: &Warning| {
        warning.origin == LessonOrigin::Refused && refusals(&warning.trigger) < config.refused_often
    };
    let fresh = |warning: &&Warning| {
        let trigger = capture::mark(&warning.trigger);
        warning.confidence >= config.min_confidence
            && !of_the_moment(warning)
            && !warned.iter().any(|told| told.trigger == trigger || told.lesson == warning.lesson)
    };
    known.iter().filter(fresh).take(config.max_warnings).cloned().collect()
}

fn tell(guard: &mut Guard<'_>, told: &[Warning], key: Option<&str>) -> Decision {
    if told.is_empty() {
        return Decision::Pass;
    }
    let config = &guard.facts.config.correction;
    let text = plain(&correction::lesson_text(told, config));
    let notice = Some(plain(&correction::lesson_notice(told, config)));
    let tokens = guard.count_tokens(&text);
    let state = &mut guard.session.drift;
    state.spent_tokens = state.spent_tokens.saturating_add(tokens);
    remember(guard, told, key);
    Decision::Inject { text, notice }
}

fn remember(guard: &mut Guard<'_>, told: &[Warning], key: Option<&str>) {
    let warned = &mut guard.session.learning.warned;
    warned.extend(told.iter().map(|warning| Warned {
        lesson: warning.lesson,
        trigger: capture::mark(&warning.trigger),
        key: key.map(capture::mark),
        open: true,
    }));
    let surplus = warned.len().saturating_sub(MAX_WARNED);
    warned.drain(..surplus);
}
