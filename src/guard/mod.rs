//! The one pipeline: observe events, assess, decide.
//!
//! Hook, `check`, `replay` and the evaluation all come through here; they differ only in where events come from and how
//! a decision is written out. The guard reads no file and no clock: what it needs to know stands in [`Facts`].

mod addressed;
mod assess;
mod by_hand;
mod consent;
mod deed;
mod delegation;
mod filing;
mod find;
mod glob;
mod judge;
mod learn;
mod ledger;
mod live;
mod met;
mod observe;
mod packages;
mod playback;
pub mod port;
mod prohibition;
mod rebase;
mod recall;
mod record;
mod report;
mod script;
mod suspect;
pub mod tamper;
mod thread;
mod trail;
mod turn;
mod warn;
mod way_around;

use crate::config::{Config, Mode, Profile};
use crate::domain::{
    Assessment, Decision, DriftState, Entry, Event, EventId, FileList, Goal, Likely, OnDisk, Pattern, Pause, Place,
    Relation, Reported, ScopeEntry, ScopeReason, Score, Session, Step, Untold, Warning,
};
use crate::goal::{GoalContext, ScopeMap};
use crate::signal::Touched;
use crate::{correction, drift, goal};
pub use playback::Playback;
use port::{Ask, Change, Recall};
pub use recall::what_worked;
use std::collections::BTreeMap;
use std::ops::Deref;
pub use turn::Prompted;

/// What the guard is told about the world.
pub struct Facts<'a> {
    /// The numbers.
    pub config: &'a Config,
    /// The repository's files: a list, or a `LazyCell` that makes it when a goal first asks.
    pub files: &'a dyn Deref<Target = FileList>,
    /// What lies at a path of the project: asked for paths of a prompt that the list does not hold, since a file may be ignored,
    /// a folder empty or linked, and a list cut off.
    pub on_disk: &'a dyn Fn(&str) -> Option<OnDisk>,
    /// The files that a file of the repository imports.
    pub imports: &'a dyn Fn(&str) -> Vec<String>,
    /// What the repository's index knows to speak for a goal; empty where none was built.
    pub index: &'a dyn Fn(&Goal) -> Vec<Likely>,
    /// Milliseconds since 1970, for events that do not tell their time.
    pub now: i64,
    /// True when everything is recorded and nothing said (`mode = "monitor"`, a pause).
    pub quiet: bool,
    /// True when steps are kept for the store.
    pub recording: bool,
    /// What is stored of the record of this session from an event on, oldest first; it answers nothing where the record cannot be read. Asked only
    /// at the end of a turn. `None` where reports are not to be held against a record: then none is made.
    pub ledger: Option<&'a dyn Fn(EventId) -> Option<Vec<Entry>>>,
    /// What is stored of a subagent of this session.
    pub child: &'a dyn Fn(&str) -> Option<Session>,
    /// What worked before, from the store; empty where nothing is stored. Asked only when a text is about to be given.
    pub recall: &'a dyn Fn(&Recall) -> Vec<Step>,
    /// What the memory knows of a step that is about to be taken, the surest first. Asked before a call of which something is
    /// known, and at a prompt.
    pub memory: &'a dyn Fn(Ask<'_>) -> Vec<Warning>,
    /// An absolute path with its links followed, from whoever knows the disk. Asked only before a call runs, for the paths that
    /// it names and changes, and only where something is forbidden.
    pub real: &'a dyn Fn(&str) -> String,
    /// True for a package that a manifest of the project lists. Asked only where a new one is forbidden and one is added.
    pub listed: &'a dyn Fn(&str) -> bool,
    /// True when a human sits at the agent and can be asked.
    pub interactive: bool,
    /// Keys of findings that the human has marked as false alarms in this session: they are not found again.
    pub wrong: &'a [String],
}

impl<'a> Facts<'a> {
    /// A session that nobody sits at and of which nothing is stored or kept: to begin with, for what differs.
    pub fn of(config: &'a Config, files: &'a dyn Deref<Target = FileList>) -> Self {
        Self {
            config,
            files,
            on_disk: &|_| None,
            imports: &|_| Vec::new(),
            index: &|_| Vec::new(),
            recall: &|_| Vec::new(),
            memory: &|_| Vec::new(),
            ledger: Some(&|_| Some(Vec::new())),
            child: &|_| None,
            real: &str::to_owned,
            listed: &|_| false,
            now: 0,
            quiet: false,
            interactive: false,
            recording: false,
            wrong: &[],
        }
    }
}

/// At which moment an assessment is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A prompt was sent: the agent can be told.
    Prompt,
    /// A tool has finished: the agent can be told before it goes on.
    After,
    /// The agent ended its turn: only the human can be told.
    Stop,
    /// The moment is over (its event waited in the spool): it is judged and recorded, and nobody can be told.
    Past,
}

/// One session under guard.
pub struct Guard<'a> {
    facts: &'a Facts<'a>,
    session: Session,
    scope: ScopeMap,
    change: Change,
    /// The memories of the subagents that were met since, by their ids.
    children: BTreeMap<String, Session>,
    last_change: Option<crate::domain::GoalChange>,
    touched: Vec<Touched>,
    /// What was put on record since the session was resumed, oldest first, bounded.
    ledger: Vec<Entry>,
    /// A text that gave the agent orders, met in the answer that came last.
    met: Option<suspect::Met>,
    /// The end of the agent's last words as they are; cleaned only for a prompt or for the store, since most are followed by more.
    said: Option<String>,
    /// The working folder at the prompt that is read.
    cwd: Option<String>,
}

/// In-scope files whose imports are looked up for one goal.
const IMPORTERS: usize = 5;

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
    fn finished_calls(&self) -> u64 {
        let open = self.session.void_calls.saturating_add(self.session.pending.len() as u64);
        self.session.calls.saturating_sub(open)
    }

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

    /// Adds a text for the agent to what the session has cost; returns its tokens.
    fn count_tokens(&mut self, text: &str) -> u32 {
        let tokens = correction::tokens(text, &self.facts.config.correction);
        self.session.said_tokens = self.session.said_tokens.saturating_add(tokens);
        tokens
    }

    /// What a summary of the context must keep: the goal, the limits, and what was corrected and not answered yet.
    pub fn summary_words(&self) -> Option<String> {
        let goal = self.session.goal.as_ref().filter(|_| !self.facts.quiet)?;
        let open = self.session.drift.delivered.iter().any(|text| !text.answered);
        let corrected = self.session.drift.open.iter().filter(|item| open && item.cited);
        let corrected: Vec<&str> = corrected.map(|item| item.subject.as_str()).collect();
        Some(crate::text::plain::plain_line(&correction::for_summary(goal, &corrected, &self.facts.config.correction)))
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
    fn leave_goal(&mut self) {
        self.close_task();
        self.session.changed.clear();
        self.session.working_folders.clear();
    }

    /// Forgets the goal: the next human prompt sets a new one.
    pub fn forget_goal(&mut self) {
        self.leave_goal();
        self.session.goal = None;
        self.session.drift = DriftState::default();
    }

    /// What the goal room is told about the session.
    fn goal_context(&self) -> GoalContext<'_> {
        GoalContext {
            config: self.facts.config,
            root: &self.session.root,
            cwd: self.cwd.as_deref(),
            files: self.facts.files,
            on_disk: self.facts.on_disk,
            changed: &self.session.changed,
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
    fn look_closer(&mut self) -> bool {
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
    fn add_imports(&self, goal: &mut Goal) {
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

/// True when nothing may be said: monitor mode or a pause that has not ended.
pub fn quiet(config: &Config, pauses: &[Option<Pause>], now: i64) -> bool {
    config.mode == Mode::Monitor || pauses.iter().flatten().any(|pause| pause.in_force(now))
}

/// The newest event that was observed.
fn newest(session: &Session) -> EventId {
    EventId(session.next_event.0.saturating_sub(1))
}
