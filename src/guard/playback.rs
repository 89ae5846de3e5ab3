//! A finished session played through the guard, moment by moment, as the hooks would have seen it.
//!
//! `check`, `replay` and the evaluation are this: each human prompt is assessed as `prompt-inject` would, the end as
//! `stop` would.

use super::{Facts, Guard, Surface};
use crate::domain::{Assessment, Event, Goal, Prohibited, Session, What};
use crate::goal::GoalContext;
use crate::text::shell;

/// A session being played.
pub struct Playback<'a> {
    guard: Guard<'a>,
    assessments: Vec<Assessment>,
    fixed_goal: bool,
}

impl<'a> Playback<'a> {
    /// Begins with a session: empty, or with a root, a goal or a declared scope set by hand.
    pub fn new(session: Session, facts: &'a Facts<'a>) -> Self {
        Self { guard: Guard::resume(session, facts), assessments: Vec::new(), fixed_goal: false }
    }

    /// Plays one event; returns the assessment that a hook would have made at it. What has run has run: nothing is denied.
    pub fn play(&mut self, event: Event) -> Option<&Assessment> {
        if matches!(event.what, What::Outcome(_)) {
            let (_, assessment) = self.guard.after(event, Surface::After);
            self.assessments.push(assessment?);
            return self.assessments.last();
        }
        let prompted = event.agent.is_none() && matches!(&event.what, What::Prompt(prompt) if prompt.class.is_human());
        let checked_before = self.guard.session().goal.is_some();
        if !(prompted && self.fixed_goal) {
            self.guard.observe(event);
        }
        // Before the first goal there was nothing to hold the work against.
        (prompted && checked_before).then(|| self.assess(Surface::Prompt))
    }

    /// What a hook would have denied at a call that is about to be played: what the user's words or the configuration
    /// forbid. A subagent's calls are its own guard's.
    pub fn forbidden(&self, event: &Event) -> Option<Prohibited> {
        let What::Call(call) = &event.what else { return None };
        let limits = self.guard.session().goal.iter().flat_map(|goal| &goal.constraints);
        // Mostly nothing is forbidden: a command need not be read then.
        let any = limits.into_iter().any(|limit| limit.denies) || !self.guard.facts.config.scope.protect.is_empty();
        if event.agent.is_some() || !any {
            return None;
        }
        let reading = call.action.whole_command().map(shell::read).unwrap_or_default();
        self.guard.prohibited(&call.action, &reading)
    }

    /// Takes note of an event without assessing, as a scenario page does between its checks.
    pub fn observe(&mut self, event: Event) {
        self.guard.observe(event);
    }

    /// Assesses at this moment, as a scenario page's `check` does.
    pub fn assess(&mut self, surface: Surface) -> &Assessment {
        let assessment = self.guard.assess(surface);
        self.assessments.push(assessment);
        // Just pushed; the index is the last one.
        &self.assessments[self.assessments.len() - 1]
    }

    /// Gives the session a goal by hand (`check --goal`, `--scope`).
    pub fn set_goal(&mut self, make: impl FnOnce(&GoalContext<'_>) -> Goal) {
        let goal = self.guard.with_goal_context(make);
        self.guard.set_goal(goal);
    }

    /// With a fixed goal (`check --goal`) prompts are moments to assess, and change nothing.
    pub fn fix_goal(&mut self, fixed: bool) {
        self.fixed_goal = fixed;
    }

    /// The session's guard.
    pub fn guard(&self) -> &Guard<'a> {
        &self.guard
    }

    /// Ends the session as `stop` does. Returns what was assessed, the end last, and the session.
    pub fn finish(mut self) -> (Vec<Assessment>, Session) {
        self.assess(Surface::Stop);
        (self.assessments, self.guard.finish().session)
    }
}
