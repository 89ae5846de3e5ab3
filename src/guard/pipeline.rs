//! What may be asked of the guard, each with the step that does it.
//!
//! Owns the pipeline's face. Nothing is decided here.

use super::facts::Surface;
use super::port::Change;
use super::state::Guard;
use super::turn::Prompted;
use super::{assess, live, met, observe, rebase, record, tamper, thread, turn, warn};
use crate::domain::{Assessment, Decision, DriftState, Event, Goal, Place, Relation, Reported, Untold};
use crate::{correction, goal};

impl Guard<'_> {
    /// Takes note of one event.
    pub fn observe(&mut self, event: Event) {
        match &event.agent {
            Some(agent) if self.session.agent.is_none() => {
                let agent = agent.clone();
                self.observe_child(&agent, event);
            }
            _ => observe::observe(self, event),
        }
    }

    /// What an event that is about to be observed is to the work before it; one prompt is one moment, however often it is met.
    pub fn prompted(&mut self, event: &Event) -> Prompted {
        turn::prompted(self, event)
    }

    /// True when a call of this id has ended since the session was resumed: its step is not stored yet.
    pub fn has_ended(&self, call_id: &str) -> bool {
        let id = record::step_id(&self.session, call_id);
        self.change.steps.iter().any(|step| step.id == id)
    }

    /// Takes note that a call which is known already is met on another way: by a hook, or in the transcript.
    pub fn meet_again(&mut self, event: &Event) {
        met::again(self, event);
    }

    /// Takes note of a call that is about to run and decides about it. `wiring` is `None` where the human has unlocked it.
    pub fn before(&mut self, call: Event, wiring: Option<&tamper::Wiring<'_>>) -> Decision {
        live::before(self, call, wiring)
    }

    /// Takes note of a call that was refused when nothing could be written.
    pub fn was_refused(&mut self, call: Event) {
        live::was_refused(self, call);
    }

    /// Decides about a call that is met again before it runs: by a second registration, or under an id that was used before.
    pub fn again(&self, call: &Event, wiring: Option<&tamper::Wiring<'_>>) -> Decision {
        live::again(self, call, wiring)
    }

    /// Takes note of an outcome and decides what is said about it at once; the assessment, where one was made. `surface`
    /// is [`Surface::After`], or [`Surface::Past`] where nobody can be told any more.
    pub fn after(&mut self, outcome: Event, surface: Surface) -> (Decision, Option<Assessment>) {
        live::after(self, outcome, surface)
    }

    /// Judges the session at the end of a turn: drift, and what `report`, the agent's last words, leaves out. `surface` is
    /// [`Surface::Stop`], or [`Surface::Past`] where nobody can be told any more.
    pub fn end_turn(&mut self, report: Option<&str>, surface: Surface, may_continue: bool) -> Decision {
        let decision = turn::end(self, report, surface, may_continue);
        record::remark(self, String::new(), &decision);
        decision
    }

    /// What the words with which a turn has ended claim, each held against the record of the session, and what they leave out.
    pub fn told(&mut self, words: &str) -> (Vec<Reported>, Untold) {
        turn::told(self, words)
    }

    /// What the memory knows of what a prompt asks for, as a text for the agent; [`Decision::Pass`] where it knows nothing.
    pub fn recall(&mut self, prompt: &str) -> Decision {
        let decision = warn::at_prompt(self, prompt);
        record::remark(self, String::new(), &decision);
        decision
    }

    /// Judges the session at this moment, decides, and takes note of both.
    pub fn assess(&mut self, surface: Surface) -> Assessment {
        assess::assess(self, surface)
    }

    /// The context was lost or shortened: its budget is free again. Returns the text that restores the goal, if there is one.
    pub fn restore_goal(&mut self) -> Option<String> {
        self.session.drift.spent_tokens = 0;
        if self.facts.quiet {
            return None;
        }
        let goal = self.session.goal.as_ref()?;
        let text = crate::text::plain::plain_line(&correction::goal_reminder(goal, &self.facts.config.correction));
        let tokens = self.count_tokens(&text);
        self.session.drift.spent_tokens = tokens;
        Some(text)
    }

    /// What a summary of the context must keep: the goal, the limits, and what was corrected and not answered yet.
    pub fn summary_words(&self) -> Option<String> {
        let goal = self.session.goal.as_ref().filter(|_| !self.facts.quiet)?;
        let open = self.session.drift.delivered.iter().any(|text| !text.answered);
        let corrected = self.session.drift.open.iter().filter(|item| open && item.cited);
        let corrected: Vec<&str> = corrected.map(|item| item.subject.as_str()).collect();
        Some(crate::text::plain::plain_line(&correction::for_summary(goal, &corrected, &self.facts.config.correction)))
    }

    /// The files changed for the present goal that nothing in their names connects with it: a hint for people.
    pub fn unasked(&self) -> Vec<String> {
        let Some(goal) = &self.session.goal else { return Vec::new() };
        // What the user named needs no guess.
        let open = |file: &&str| {
            let place = Place::Inside((*file).to_owned());
            let relation = self.scope.relate(goal, &place, &[], &self.session.changed);
            !(relation.is_neutral() || matches!(relation, Relation::Named | Relation::Planned))
        };
        let changed: Vec<&str> = self.session.changed.keys().map(String::as_str).collect();
        let told = goal::infer::unasked(goal, &changed, self.facts.files, self.facts.config);
        told.into_iter().filter(open).map(str::to_owned).collect()
    }

    /// Closes the piece of work that the present goal stands for: a task row with its tags.
    pub fn close_task(&mut self) {
        if let Some(task) = record::task(&self.session, self.facts) {
            self.change.tasks.retain(|known| known.revision != task.revision);
            self.change.tasks.push(task);
        }
    }

    /// Everything that changed, for the store.
    pub fn finish(mut self) -> Change {
        observe::settle_words(&mut self);
        self.session.updated_at = self.facts.now;
        if self.session.created_at == 0 {
            self.session.created_at = self.facts.now;
        }
        self.change.session = self.session;
        self.change.agents = self.children.into_values().collect();
        self.change
    }

    /// The same for what a person ordered at the terminal. That is no sign of the session: it stays as old as it was.
    pub fn finish_by_hand(self) -> Change {
        let last = self.session.updated_at;
        let mut change = self.finish();
        change.session.updated_at = last;
        change
    }

    /// Sets the goal as the human changed it by hand.
    pub fn set_goal(&mut self, mut goal: Goal) {
        self.add_imports(&mut goal);
        thread::begin(self, &goal.text);
        self.session.goal = Some(goal);
        rebase::rebase(self);
    }

    /// Sets a goal that the human gave by hand for another piece of work.
    pub fn replace_goal(&mut self, goal: Goal) {
        self.leave_goal();
        self.set_goal(goal);
    }

    /// Closes the present piece of work: its files and places say nothing about the next one.
    pub(super) fn leave_goal(&mut self) {
        self.close_task();
        self.session.changed.clear();
        self.session.consented.clear();
        self.session.working_folders.clear();
    }

    /// Forgets the goal: the next human prompt sets a new one.
    pub fn forget_goal(&mut self) {
        self.leave_goal();
        self.session.goal = None;
        self.session.drift = DriftState::default();
    }
}
