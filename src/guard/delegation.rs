//! Subagents: each has a memory and a guard of its own. Its parent counts its calls and hears of one thing only, work
//! that ended off the goal.

use super::facts::Surface;
use super::judge::{self, Done};
use super::state::{Guard, newest};
use super::{ledger, observe, thread};
use crate::domain::{
    Action, ActionKind, Assessment, DriftState, Event, EventId, EvidenceItem, Goal, Outcome, OutcomeStatus,
    PendingCall, Session, What,
};
use crate::text::{clip, secret};
use crate::{drift, goal, signal};

/// Characters kept of a delegated task.
const MAX_TASK: usize = 4_000;

impl<'a> Guard<'a> {
    /// The guard of a subagent, with the same facts; give it back with [`Guard::put_child`]. One that was not met before
    /// works for its parent's goal and the places of the tasks that wait for an outcome: which of them is its own is not
    /// known, and in doubt the scope is wider.
    #[must_use]
    pub fn take_child(&mut self, agent: &str) -> Guard<'a> {
        let known = self.children.remove(agent).or_else(|| (self.facts.child)(agent));
        let waiting = || {
            let calls = self.session.pending.iter().filter(|call| call.action.kind == ActionKind::Delegate);
            calls.filter_map(|call| call.action.text.as_deref()).collect::<Vec<_>>().join("\n\n")
        };
        let mut memory = known.unwrap_or_else(|| self.new_child(agent, &waiting()));
        // What the user has said since holds for the work that was handed on, too.
        let of = |goal: &Option<Goal>| goal.as_ref().map(|goal| (goal.revision, goal.constraints.clone()));
        if of(&memory.goal) != of(&self.session.goal) {
            memory.goal = self.session.goal.as_ref().map(|parents| self.widened(parents, &memory.task));
        }
        let mut child = Guard::resume(memory, self.facts);
        // Until it is given back it keeps the steps: what has ended in this transaction has ended for it too.
        child.change.steps = std::mem::take(&mut self.change.steps);
        child
    }

    /// Takes back the guard of a subagent: its steps are the session's, its assessments stay its own.
    pub fn put_child(&mut self, mut child: Guard<'a>) {
        // What its report tells of is work of both.
        ledger::extend(self, std::mem::take(&mut child.ledger));
        let change = child.finish();
        self.change.steps.extend(change.steps);
        self.change.reasoning.extend(change.reasoning);
        self.change.remarks.extend(change.remarks);
        if let Some(agent) = change.session.agent.clone() {
            self.children.insert(agent, change.session);
        }
    }

    /// A call has started a subagent and does not wait for it.
    pub fn delegate(&mut self, agent: &str, task: &str) {
        if self.children.contains_key(agent) || (self.facts.child)(agent).is_some() {
            return;
        }
        let child = self.new_child(agent, &secret::redacted(task));
        self.children.insert(agent.to_owned(), child);
    }

    fn new_child(&self, agent: &str, task: &str) -> Session {
        let session = &self.session;
        Session {
            id: session.id.clone(),
            agent: Some(agent.to_owned()),
            root: session.root.clone(),
            goal: session.goal.as_ref().map(|parents| self.widened(parents, task)),
            task: clip::head(task, MAX_TASK).to_owned(),
            working_folders: session.working_folders.clone(),
            thread: thread::handed_on(&session.thread, task),
            pause: session.pause,
            // What it does for its task may still be the work of a text that its parent has read.
            suspects: session.suspects.clone(),
            created_at: self.facts.now,
            ..Session::default()
        }
    }

    fn widened(&self, parents: &Goal, task: &str) -> Goal {
        goal::delegate(parents, task, &self.goal_context())
    }

    /// Takes note of an event of a subagent.
    pub(super) fn observe_child(&mut self, agent: &str, event: Event) {
        self.session.next_event = EventId(self.session.next_event.0 + 1);
        self.session.calls += u64::from(matches!(event.what, What::Call(_)));
        let mut child = self.take_child(agent);
        // Evidence of both is told by the same numbers.
        child.session.next_event = newest(&self.session);
        if let (What::Prompt(task), Some(goal)) = (&event.what, &child.session.goal) {
            // What a subagent is prompted with is its task: no person typed it.
            let task = secret::redacted(&task.text);
            child.session.goal = Some(child.widened(goal, &task));
            child.session.thread = thread::handed_on(&child.session.thread, &task);
            clip::head(&task, MAX_TASK).clone_into(&mut child.session.task);
        } else {
            observe::observe(&mut child, event);
        }
        self.put_child(child);
    }

    /// A call that handed work on has its outcome: what the subagents did off the goal is known now. One that was stopped ends
    /// without a word of its own.
    pub(super) fn children_ended(&mut self, call: EventId, outcome: &Outcome) {
        if outcome.status != OutcomeStatus::Ok || outcome.agent.is_some() {
            return;
        }
        let agents: Vec<String> = match &outcome.came_back {
            Some(agent) => vec![agent.clone()],
            None => self.children.keys().cloned().collect(),
        };
        for agent in agents {
            self.ended(&agent, call);
        }
    }

    /// What the parent has not heard yet about a subagent that ended off the goal beside its own work. It is told before the next
    /// call, whatever that is: work on the goal that it finishes meanwhile makes up for nothing that was done elsewhere.
    pub(super) fn delegated_work(&mut self) -> Option<Assessment> {
        let tells = |item: &EvidenceItem| {
            !item.cited && item.findings.iter().any(|found| signal::is_about_delegation(&found.signal))
        };
        let state = &self.session.drift;
        let told = self.session.agent.is_some() || state.handed_over || !state.open.iter().any(tells);
        if told || self.score().value() >= self.facts.config.score.clean {
            return None;
        }
        let assessment = self.assess(Surface::After);
        // Where nothing may be said of it now, it has had its moment.
        self.session.drift.open.iter_mut().filter(|item| tells(item)).for_each(|item| item.cited = true);
        Some(assessment)
    }

    /// A subagent has ended: its parent hears of it, once, where its work was off the goal.
    pub fn child_ended(&mut self, agent: &str) {
        let call = self.session.pending.iter().find(|call| call.action.kind == ActionKind::Delegate);
        let event = call.map_or_else(|| newest(&self.session), |call| call.event);
        self.ended(agent, event);
    }

    /// `event` is that of the call that handed its work on.
    fn ended(&mut self, agent: &str, event: EventId) {
        let Some(mut child) = self.children.remove(agent).or_else(|| (self.facts.child)(agent)) else { return };
        let pending = PendingCall::bare(agent.to_owned(), event, Action::bare(ActionKind::Delegate));
        let findings = judge::detect(
            self,
            &Done {
                pending: &pending,
                outcome: &Outcome::default(),
                commands: &[],
                wrappers: &[],
                touched: &[],
                unnamed: None,
                deed: None,
                delegated: Some(&child),
            },
        );
        for item in judge::weigh(self, event, &[], &findings) {
            drift::add(&mut self.session.drift, item, signal::lasts_until_a_run_passes, self.facts.config);
        }
        self.session.drift.score = self.score();
        if !findings.is_empty() {
            // What it goes on with begins anew.
            child.drift = DriftState::default();
        }
        self.children.insert(agent.to_owned(), child);
    }
}
