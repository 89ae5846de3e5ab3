//! One session under guard: what is remembered of it while events come in.
//!
//! Owns the memory and what every step of the pipeline asks of it. The steps stand beside it, one file each; `pipeline` is their order.

use super::facts::Facts;
use super::port::Change;
use crate::config::Profile;
use crate::domain::{Entry, EventId, Goal, Pattern, ScopeEntry, ScopeReason, Score, Session, Suspect};
use crate::goal::{self, GoalContext, ScopeMap};
use crate::signal::Touched;
use crate::{correction, drift};
use std::collections::BTreeMap;

/// In-scope files whose imports are looked up for one goal.
const IMPORTERS: usize = 5;

/// A suspect text that was met just now: what is said about it.
pub(super) struct Met {
    pub(super) suspect: Suspect,
    pub(super) reasons: Vec<String>,
    /// The places as they stand in the answer.
    pub(super) passages: Vec<String>,
}

/// One session under guard.
pub struct Guard<'a> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) session: Session,
    pub(super) scope: ScopeMap,
    pub(super) change: Change,
    /// The memories of the subagents that were met since, by their ids.
    pub(super) children: BTreeMap<String, Session>,
    pub(super) last_change: Option<crate::domain::GoalChange>,
    pub(super) touched: Vec<Touched>,
    /// What was put on record since the session was resumed, oldest first, bounded.
    pub(super) ledger: Vec<Entry>,
    /// A text that gave the agent orders, met in the answer that came last.
    pub(super) met: Option<Met>,
    /// The end of the agent's last words as they are; cleaned only for a prompt or for the store, since most are followed by more.
    pub(super) said: Option<String>,
    /// The working folder at the prompt that is read.
    pub(super) cwd: Option<String>,
}

impl<'a> Guard<'a> {
    /// Goes on with a session as it was stored, or begins with an empty one.
    pub fn resume(session: Session, facts: &'a Facts<'a>) -> Self {
        Self {
            facts,
            session,
            scope: ScopeMap::new(facts.config),
            change: Change::default(),
            children: BTreeMap::new(),
            last_change: None,
            touched: Vec::new(),
            ledger: Vec::new(),
            met: None,
            said: None,
            cwd: None,
        }
    }

    /// The session as it now stands.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The places that the call which ended last has changed, as they were judged.
    pub fn touched(&self) -> &[Touched] {
        &self.touched
    }

    /// The session, for what the human sets by hand.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The raw score at this moment. In the seed profile scores exist only at assessments.
    pub fn score(&self) -> Score {
        match self.facts.config.profile {
            Profile::Default => drift::score(self.session.drift.statistic, &self.facts.config.score),
            Profile::Seed => self.session.drift.score,
        }
    }

    /// True when the agent has finished something since the last assessment.
    pub fn has_news(&self) -> bool {
        self.finished_calls() > self.session.drift.assessed_calls
    }

    /// Calls that have an outcome: neither those that wait for it nor those that never happened.
    pub(super) fn finished_calls(&self) -> u64 {
        let open = self.session.void_calls.saturating_add(self.session.pending.len() as u64);
        self.session.calls.saturating_sub(open)
    }

    /// True when a prompt of this id was met since the session was resumed.
    pub fn has_marked(&self, id: &str) -> bool {
        self.change.prompt_marks.iter().any(|mark| mark == id)
    }

    /// A prompt that is known is met again: only the id that the transcript gives it may be new.
    pub fn mark_prompt(&mut self, uuid: Option<String>) {
        self.change.prompt_marks.extend(uuid);
    }

    /// True when a call of this id waits for its outcome.
    pub fn awaits(&self, call_id: &str) -> bool {
        self.session.pending.iter().any(|pending| pending.call_id == call_id)
    }

    /// Adds a text for the agent to what the session has cost; returns its tokens.
    pub(super) fn count_tokens(&mut self, text: &str) -> u32 {
        let tokens = correction::tokens(text, &self.facts.config.correction);
        self.session.said_tokens = self.session.said_tokens.saturating_add(tokens);
        tokens
    }

    /// Takes over what a fork's parent knew. The fork keeps its own id and reads its own transcript; the prompts that
    /// were copied are its own too (`uuids`), so that a fork of the fork finds it.
    pub fn inherit(&mut self, parent: Session, uuids: Vec<String>) {
        self.change.prompt_marks.extend(uuids);
        let own = std::mem::take(&mut self.session);
        self.session = Session {
            id: own.id,
            root: own.root,
            cursor: own.cursor,
            status: own.status,
            created_at: own.created_at,
            updated_at: own.updated_at,
            // Nobody tells the fork how they end.
            void_calls: parent.void_calls + parent.pending.len() as u64,
            pending: Vec::new(),
            said_tokens: 0,
            pause: None,
            // What the parent did stands on its own record.
            unrecorded: true,
            refuted: Vec::new(),
            liveness: own.liveness,
            ..parent
        };
    }

    /// What the goal room is told about the session.
    pub(super) fn goal_context(&self) -> GoalContext<'_> {
        GoalContext {
            config: self.facts.config,
            root: &self.session.root,
            cwd: self.cwd.as_deref(),
            files: self.facts.files,
            on_disk: self.facts.on_disk,
            changed: &self.session.changed,
            open: &self.session.drift.open,
            committed: self.session.committed,
            last_words: self.session.last_words.as_deref(),
        }
    }

    /// Calls `make` with the goal's context: for `--scope`, `goal allow`, `goal forbid`. `cwd` is the terminal's folder, where a
    /// person speaks from one.
    pub fn with_goal_context<T>(&self, cwd: Option<&str>, make: impl FnOnce(&GoalContext<'_>) -> T) -> T {
        let context = self.goal_context();
        make(&GoalContext { cwd: cwd.or(context.cwd), ..context })
    }

    /// Asks once for each goal what else it speaks for, by names and by the repository's index: before a change is taken for one
    /// that nothing connects with the goal. True where something was found. Most goals are never asked, so that no prompt waits.
    pub(super) fn look_closer(&mut self) -> bool {
        let Some(goal) = self.session.goal.as_mut().filter(|goal| goal.likely.is_none()) else { return false };
        let mut likely = goal::infer::likely(goal, self.facts.files, &self.facts.config.infer);
        if !goal.scope.declared() {
            for found in (self.facts.index)(goal) {
                if !likely.iter().any(|known| known.path == found.path) {
                    likely.push(found);
                }
            }
        }
        let found = !likely.is_empty();
        goal.likely = Some(likely);
        found
    }

    /// Adds what the named files import to the scope of a goal.
    pub(super) fn add_imports(&self, goal: &mut Goal) {
        let named: Vec<String> = goal
            .scope
            .entries
            .iter()
            .filter(|entry| matches!(entry.reason, ScopeReason::Named | ScopeReason::Declared | ScopeReason::Allowed))
            .filter_map(|entry| match &entry.pattern {
                Pattern::File(path) => Some(path.clone()),
                Pattern::Folder(_) | Pattern::Glob(_) => None,
            })
            .take(IMPORTERS)
            .collect();
        for file in named {
            for imported in (self.facts.imports)(&file) {
                let pattern = Pattern::File(imported);
                let known = goal.scope.entries.iter().any(|entry| entry.pattern == pattern);
                if !known && goal.scope.entries.len() < self.facts.config.scope.max_entries {
                    goal.scope.entries.push(ScopeEntry { pattern, reason: ScopeReason::Imported, words: file.clone() });
                }
            }
        }
    }
}

/// The newest event that was observed.
pub(super) fn newest(session: &Session) -> EventId {
    EventId(session.next_event.0.saturating_sub(1))
}
