//! A finished session played through the guard, moment by moment, as the hooks would have seen it.
//!
//! `check`, `replay` and the evaluation are this: each human prompt is assessed as `prompt-inject` would, the end as
//! `stop` would.

use super::Prompted;
use super::facts::{Facts, Surface};
use super::state::Guard;
use crate::domain::{
    Assessment, ByHand, Decision, Event, Followed, Goal, Injected, Intent, Ordered, OutcomeStatus, Prohibited,
    Reported, Session, Stopped, Untold, What,
};
use crate::goal::{self, GoalContext};
use crate::text::shell;
use std::collections::VecDeque;

/// Claims of a session that are kept, and reports that left something out; texts that gave orders, and calls that followed one of them.
const MAX_REPORTED: usize = 1_024;
const MAX_ORDERS: usize = 256;
/// Calls that a hook would have stopped, the newest.
const MAX_STOPPED: usize = 4_096;
const MAX_FOLLOWED: usize = 64;

/// A session being played.
pub struct Playback<'a> {
    guard: Guard<'a>,
    assessments: Vec<Assessment>,
    fixed_goal: bool,
    /// The places of the work, given by hand: they hold whatever the prompts declare.
    scope: Vec<String>,
    /// What a person said about the goal at the terminal and has not been played yet, oldest first.
    by_hand: VecDeque<ByHand>,
    /// The agent's words since its last call: what it ends a turn with.
    words: String,
    /// What these words claimed at the end of each turn.
    reported: Vec<Reported>,
    /// What they left out.
    untold: Vec<Untold>,
    /// The texts in answers that gave the agent orders.
    orders: Vec<Ordered>,
    /// The calls that a hook before them would have stopped.
    stopped: Vec<Stopped>,
    /// Subagents that have ended and of which the parent has not heard yet.
    ended: Vec<String>,
}

impl<'a> Playback<'a> {
    /// Begins with a session: empty, or with a root, a goal or a declared scope set by hand.
    pub fn new(session: Session, facts: &'a Facts<'a>) -> Self {
        Self {
            guard: Guard::resume(session, facts),
            assessments: Vec::new(),
            fixed_goal: false,
            scope: Vec::new(),
            by_hand: VecDeque::new(),
            words: String::new(),
            reported: Vec::new(),
            untold: Vec::new(),
            orders: Vec::new(),
            stopped: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// Plays one event; returns the assessment that a hook would have made at it. What has run has run: nothing is denied.
    pub fn play(&mut self, event: Event) -> Option<&Assessment> {
        self.hear_of_subagents();
        self.obey_until(event.at);
        self.listen(&event);
        self.watch(&event);
        self.hold(&event);
        if let What::Outcome(outcome) = &event.what {
            if outcome.status == OutcomeStatus::Refused {
                self.note_refusal(&outcome.call_id);
            }
            let at = event.at;
            let (_, assessment) = self.guard.after(event, Surface::After);
            self.note_orders(at);
            self.assessments.push(assessment?);
            return self.assessments.last();
        }
        let prompted = self.guard.prompted(&event);
        let human = prompted != Prompted::Unheard;
        if !(human && self.fixed_goal) {
            self.guard.observe(event);
            if human {
                self.declare_scope();
            }
        }
        (prompted == Prompted::Later).then(|| self.assess(Surface::Prompt))
    }

    /// A subagent with a transcript of its own did its last step: its parent hears of it before its own next one.
    pub fn subagent_ends(&mut self, agent: String) {
        self.ended.push(agent);
    }

    /// True where [`Playback::hear_of_subagents`] has any to tell of.
    pub fn has_subagents_to_hear_of(&self) -> bool {
        !self.ended.is_empty()
    }

    /// Tells the parent of the subagents that have ended, as the hooks do before its next call; the assessment, where there is
    /// something to tell.
    pub fn hear_of_subagents(&mut self) -> Option<&Assessment> {
        if self.ended.is_empty() {
            return None;
        }
        for agent in std::mem::take(&mut self.ended) {
            self.guard.child_ended(&agent);
        }
        let assessment = self.guard.delegated_work()?;
        self.assessments.push(assessment);
        self.assessments.last()
    }

    /// Takes note of a text that gives orders, where the answer that was just taken in holds one.
    fn note_orders(&mut self, at: Option<i64>) {
        let session = self.guard.session();
        let Some(suspect) = session.suspects.last() else { return };
        let known = self
            .orders
            .iter()
            .any(|known| known.suspect.call_id == suspect.call_id && known.suspect.excerpt == suspect.excerpt);
        if !known && self.orders.len() < MAX_ORDERS {
            self.orders.push(Ordered { call: session.calls, at, suspect: suspect.clone(), followed: Vec::new() });
        }
    }

    /// Holds a call against the texts that gave orders before it, as `pre-tool-use` would.
    fn watch(&mut self, event: &Event) {
        if self.orders.is_empty() || event.agent.is_some() {
            return;
        }
        let Intent::Injected(injected) = self.intent(event) else { return };
        let (call, id) = (self.guard.session().calls + 1, self.guard.session().next_event);
        let text = self.orders.iter_mut().rev().find(|known| known.suspect.excerpt == injected.suspect.excerpt);
        if let Some(text) = text.filter(|text| text.followed.len() < MAX_FOLLOWED) {
            let Injected { seen, shared, danger, .. } = injected;
            let followed = Followed { call, event: id, at: event.at, seen, shared, danger, ran: true };
            text.followed.push(followed);
        }
    }

    /// A call was denied, by a hook at the time or by a person.
    fn note_refusal(&mut self, call_id: &str) {
        let Some(call) = self.guard.session().pending.iter().find(|call| call.call_id == call_id) else { return };
        let refused = self.orders.iter_mut().flat_map(|text| &mut text.followed).find(|one| one.event == call.event);
        if let Some(followed) = refused {
            followed.ran = false;
        }
        if let Some(stopped) = self.stopped.iter_mut().find(|one| one.event == call.event) {
            stopped.ran = false;
        }
    }

    /// The texts in the answers of tools that gave the agent orders so far, where answers are told whole.
    pub fn orders(&mut self) -> Vec<Ordered> {
        std::mem::take(&mut self.orders)
    }

    /// Keeps the words with which a turn ends, and holds them against the record when the next one begins.
    fn listen(&mut self, event: &Event) {
        if event.agent.is_some() {
            return;
        }
        match &event.what {
            What::Reply(text) => {
                self.words.push_str(text);
                self.words.push_str("\n\n");
            }
            What::Prompt(prompt) if prompt.class.ends_a_turn() => self.end_report(),
            // An agent that goes on or is interrupted has not reported.
            What::Call(_) | What::Prompt(_) => self.words.clear(),
            _ => {}
        }
    }

    fn end_report(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.is_empty() {
            return;
        }
        let (reported, untold) = self.guard.told(&words);
        self.reported.extend(reported);
        self.untold.extend(Some(untold).filter(|untold| !untold.is_empty()));
        self.reported.drain(..self.reported.len().saturating_sub(MAX_REPORTED));
        self.untold.drain(..self.untold.len().saturating_sub(MAX_REPORTED));
    }

    /// What the reports of the session claimed so far, each held against the record as it then stood; the newest ones.
    pub fn reported(&mut self) -> Vec<Reported> {
        self.end_report();
        std::mem::take(&mut self.reported)
    }

    /// What the reports of the session left out so far; the newest ones.
    pub fn untold(&mut self) -> Vec<Untold> {
        self.end_report();
        std::mem::take(&mut self.untold)
    }

    /// Takes note of a call that a hook before it would have stopped.
    fn hold(&mut self, event: &Event) {
        let Some(prohibited) = self.forbidden(event) else { return };
        let session = self.guard.session();
        // A yes lets later changes of the same file run.
        let again = prohibited.asks && self.stopped.iter().any(|known| known.prohibited.seen == prohibited.seen);
        self.stopped.push(Stopped {
            event: session.next_event,
            call: session.calls + 1,
            at: event.at,
            record: event.uuid.clone(),
            goal: session.goal.as_ref().map(|goal| goal.line.clone()).unwrap_or_default(),
            prohibited,
            ran: true,
            again,
        });
        let surplus = self.stopped.len().saturating_sub(MAX_STOPPED);
        self.stopped.drain(..surplus);
    }

    /// The calls so far that a hook before them would have stopped, oldest first.
    pub fn stopped(&mut self) -> Vec<Stopped> {
        std::mem::take(&mut self.stopped)
    }

    /// What a hook would have denied, or asked the user about, at a call that is about to be played: what the user's words or the
    /// configuration forbid. A subagent's calls are its own guard's. What the user answered to a question is in no transcript.
    fn forbidden(&self, event: &Event) -> Option<Prohibited> {
        let What::Call(call) = &event.what else { return None };
        // Mostly nothing is forbidden: a command need not be read then.
        let any = self.guard.session().limits().any(|limit| limit.denies)
            || !self.guard.facts.config.scope.protect.is_empty();
        if event.agent.is_some() || !any {
            return None;
        }
        let reading = shell::reading_of(&call.action);
        self.guard.prohibited(&call.action, &reading)
    }

    /// What a call that is about to be played has to do with a text that gave orders.
    pub fn intent(&self, event: &Event) -> Intent {
        let What::Call(call) = &event.what else { return Intent::Grounded };
        let reading = shell::reading_of(&call.action);
        self.guard.intent(&call.action, &reading)
    }

    /// Takes note of an event without assessing, as a scenario page does between its checks.
    pub fn observe(&mut self, event: Event) {
        self.obey_until(event.at);
        self.guard.observe(event);
    }

    /// Ends a turn with the agent's last words, as `stop` does where no task runs in the background.
    pub fn end_turn(&mut self, words: &str) -> Decision {
        self.guard.end_turn(Some(words), Surface::Stop, true)
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
        let goal = self.guard.with_goal_context(None, make);
        self.guard.set_goal(goal);
    }

    /// Plays with what a person said about the goal at the terminal, oldest first: each counts from its moment on.
    pub fn set_by_hand(&mut self, said: Vec<ByHand>) {
        self.by_hand = said.into();
    }

    fn obey_until(&mut self, now: Option<i64>) {
        self.obey_while(|said| now.is_some_and(|now| said.at <= now));
    }

    fn obey_while(&mut self, wanted: impl Fn(&ByHand) -> bool) {
        while let Some(said) = self.by_hand.pop_front_if(|said| wanted(said)) {
            // A place that is gone since was one when it was named: nothing can be touched there.
            let _ = self.guard.obey(said);
        }
    }

    /// With a fixed goal (`check --goal`) prompts are moments to assess, and change nothing.
    pub fn fix_goal(&mut self, fixed: bool) {
        self.fixed_goal = fixed;
    }

    /// With a scope of its own (`check --scope`) every goal of the prompts is kept to it.
    pub fn keep_to(&mut self, scope: Vec<String>) {
        self.scope = scope;
    }

    fn declare_scope(&mut self) {
        let Some(goal) = self.guard.session().goal.clone().filter(|_| !self.scope.is_empty()) else { return };
        let scope = std::mem::take(&mut self.scope);
        self.set_goal(|cx| goal::declare(&goal, &scope, cx));
        self.scope = scope;
    }

    /// The session's guard.
    pub fn guard(&self) -> &Guard<'a> {
        &self.guard
    }

    /// Ends the session as `stop` does. What a person said about the goal behind its last event counts for how it stands now.
    /// Returns what was assessed, the end last, and the session.
    pub fn finish(mut self) -> (Vec<Assessment>, Session) {
        self.hear_of_subagents();
        self.obey_while(|_| true);
        self.assess(Surface::Stop);
        (self.assessments, self.guard.finish().session)
    }
}
