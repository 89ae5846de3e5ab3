//! One moment of the agent's loop, passed through the pipeline.

use super::lessons;
use super::opening::opening;
use super::wiring::Places;
use crate::agent::Adapter;
use crate::commands::project::Project;
use crate::commands::swallowed::{cause_in_store, record};
use crate::domain::{
    ActionKind, Cursor, Decision, Event, EventId, FileList, Goal, HookEvent, HookInput, Likely, MAX_UNLOCK_MS, Root,
    Session, SessionStatus, StartSource, What,
};
use crate::guard::port::{Change, StoreError};
use crate::guard::{self, Facts, Guard, Prompted, Surface};
use crate::host::{Cause, Host, Links};
use crate::repo::index::Index;
use crate::store::Beginning;
use crate::store::SqliteStore;
use crate::transcript::{self, Limits, Progress, TranscriptError};
use crate::{correction, repo};
use std::cell::{LazyCell, OnceCell};
use std::path::Path;
use std::time::Duration;

/// What one hook call works with.
pub(super) struct Moment<'a> {
    pub(super) host: &'a Host,
    pub(super) project: &'a Project,
    pub(super) store: &'a SqliteStore,
    pub(super) adapter: &'static dyn Adapter,
    pub(super) now: i64,
    /// True while the human has unlocked driftguard's own wiring.
    pub(super) unlocked: bool,
    links: Links,
}

/// What came of it.
pub(super) struct Passed {
    /// About the present event.
    pub(super) decision: Decision,
    /// For the store.
    pub(super) change: Change,
    /// The file list, where it was made anew.
    pub(super) files: Option<FileList>,
}

impl<'a> Moment<'a> {
    pub(super) fn new(
        host: &'a Host,
        project: &'a Project,
        store: &'a SqliteStore,
        adapter: &'static dyn Adapter,
        now: i64,
        beginning: &Beginning,
    ) -> Self {
        // An end further away was made by a clock that was wrong.
        let soon = |until: i64| until.saturating_sub(now) <= MAX_UNLOCK_MS;
        let in_force = beginning.unlocked.filter(|unlocked| unlocked.in_force(now));
        let unlocked = in_force.is_some_and(|unlocked| unlocked.until.is_some_and(soon));
        Self { host, project, store, adapter, now, unlocked, links: Links::default() }
    }

    /// Passes spooled events, each with the time at which it was heard, and then the present one through the guard.
    pub(super) fn pass<'s>(
        &self,
        beginning: Beginning,
        spooled: impl Iterator<Item = (&'s HookInput, i64)>,
        input: &HookInput,
    ) -> anyhow::Result<Passed> {
        let config = &self.project.config;
        let (listed, unread) = (OnceCell::new(), OnceCell::new());
        let files = LazyCell::new(|| self.files(&listed, input));
        let imports = |file: &str| repo::imports(Path::new(&self.project.root.path), file, &files);
        let Beginning { session: known, pause, wrong, .. } = beginning;
        let pauses = [pause, known.as_ref().and_then(|session| session.pause)];
        let facts = Facts {
            config,
            files: &files,
            on_disk: &|path| repo::on_disk(Path::new(&self.project.root.path), path),
            imports: &imports,
            index: &|goal| self.speaks_for(goal),
            now: self.now,
            quiet: guard::quiet(config, &pauses, self.now),
            child: &|agent| self.child(&unread, &input.session_id, agent),
            ledger: Some(&|first| self.read_back(self.store.ledger(&input.session_id, first))),
            recall: &|query| self.read_back(self.store.what_worked(query)).unwrap_or_default(),
            memory: &|ask| lessons::ask(self.host, self.project, self.store, ask, self.now),
            real: &|path| self.links.follow(path),
            script: &|path| repo::script(Path::new(path)),
            listed: &|name| repo::lists_package(Path::new(&self.project.root.path), &files, name),
            interactive: self.interactive(input),
            recording: true,
            wrong: &wrong,
        };
        let session = known.unwrap_or_else(|| self.new_session(&input.session_id));
        let mut guard = Guard::resume(session, &facts);
        for (earlier, at) in spooled {
            guard.session_mut().liveness.beat(earlier.event.name(), at);
            self.route(&mut guard, earlier, true)?;
        }
        guard.session_mut().liveness.beat(input.event.name(), self.now);
        let decision = self.route(&mut guard, input, false)?;
        let change = guard.finish();
        // Listing the repository is the one thing a session can wait for at its start.
        if matches!(input.event, HookEvent::SessionStart(_)) {
            LazyCell::force(&files);
        }
        drop(files);
        if let Some(error) = unread.into_inner() {
            return Err(error.into());
        }
        Ok(Passed { decision, change, files: listed.into_inner() })
    }

    /// To the main agent's guard, or to that of the subagent inside which the hook fired.
    fn route(&self, guard: &mut Guard<'_>, input: &HookInput, late: bool) -> anyhow::Result<Decision> {
        let Some(agent) = &input.agent_id else { return self.step(guard, input, late) };
        let mut child = guard.take_child(agent);
        let decision = self.step(&mut child, input, late)?;
        guard.put_child(child);
        // The client fires no hook at the end of one that a refusal has stopped.
        if input.event == HookEvent::SubagentStopped || matches!(decision, Decision::Deny { end_turn: true, .. }) {
            guard.child_ended(agent);
        }
        Ok(decision)
    }

    /// What is stored of a subagent. One that cannot be read fails the call: it must not be taken for a new one.
    fn child(&self, unread: &OnceCell<StoreError>, session: &str, agent: &str) -> Option<Session> {
        self.store.agent(session, agent).unwrap_or_else(|error| {
            let _ = unread.set(error);
            None
        })
    }

    /// True where the client can put a question to a human: `-p` and the SDKs answer each with no.
    fn interactive(&self, input: &HookInput) -> bool {
        let entry = self.host.env("CLAUDE_CODE_ENTRYPOINT").unwrap_or_default();
        let asks = !matches!(input.permission_mode.as_deref(), Some("bypassPermissions" | "dontAsk"));
        asks && !entry.is_empty() && !entry.starts_with("sdk")
    }

    fn new_session(&self, id: &str) -> Session {
        Session { id: id.to_owned(), root: self.project.root.clone(), created_at: self.now, ..Session::default() }
    }

    /// What the repository's index knows to speak for a goal. Without an index, or with one that cannot be read, the names alone
    /// decide: the next indexing process mends it.
    fn speaks_for(&self, goal: &Goal) -> Vec<Likely> {
        let config = &self.project.config;
        let index = Index::open(&self.host.paths.index, Path::new(&self.project.root.path), &config.index);
        let found = index.ok().flatten().map(|index| index.speaks_for(goal, config.infer.max_indexed));
        found.and_then(Result::ok).unwrap_or_default()
    }

    /// The stored list, or a new one within the budget; a session's start always lists anew.
    fn files(&self, listed: &OnceCell<FileList>, input: &HookInput) -> FileList {
        let root = &self.project.root.path;
        let starting = matches!(input.event, HookEvent::SessionStart(_));
        if !starting && let Some(files) = self.read_back(self.store.files(root)).flatten() {
            return files;
        }
        let numbers = &self.project.config.repository;
        let limits = repo::Limits { max_files: numbers.max_files, budget: Duration::from_millis(numbers.budget_ms) };
        let files = repo::list(Path::new(root), limits);
        listed.get_or_init(|| files).clone()
    }

    /// One event through the guard. What is said about a `late` one, which waited in the spool, reaches nobody.
    fn step(&self, guard: &mut Guard<'_>, input: &HookInput, late: bool) -> anyhow::Result<Decision> {
        guard.session_mut().status = SessionStatus::Active;
        match input.event {
            HookEvent::SessionStart(source) => self.start(guard, input, source, late),
            HookEvent::PromptSubmitted => self.prompted(guard, input, late),
            HookEvent::Stopped { again, background } => self.stopped(guard, input, late, (again, background)),
            HookEvent::BeforeTool => self.coming(guard, input, late),
            HookEvent::AfterTool { .. } => self.finished(guard, input, late),
            HookEvent::BeforeCompaction => {
                Ok(guard.summary_words().map_or(Decision::Pass, |text| Decision::Inject { text, notice: None }))
            }
            HookEvent::SessionEnded => {
                self.catch_up(guard, input)?;
                if guard.has_news() {
                    guard.assess(Surface::Past);
                }
                guard.close_task();
                guard.session_mut().status = SessionStatus::Completed;
                Ok(Decision::Pass)
            }
            HookEvent::SubagentStopped | HookEvent::Other(_) => Ok(Decision::Pass),
        }
    }

    /// A prompt was sent: the work before it is judged, and what the memory knows of it is told.
    fn prompted(&self, guard: &mut Guard<'_>, input: &HookInput, late: bool) -> anyhow::Result<Decision> {
        self.inherit(guard, input)?;
        self.catch_up(guard, input)?;
        let mut said = Decision::Pass;
        for event in &input.events {
            let prompted = guard.prompted(event);
            self.take(guard, event.clone())?;
            if prompted == Prompted::Later {
                said = guard.assess(heard(Surface::Prompt, late)).decision;
            }
            // One thing at a time: what is wrong now comes before what went wrong once.
            if let (Prompted::First | Prompted::Later, What::Prompt(prompt)) = (prompted, &event.what)
                && said == Decision::Pass
                && !late
            {
                said = guard.recall(&prompt.text);
            }
        }
        Ok(said)
    }

    /// A turn has ended. `again`: it had gone on because of a stop hook; `background`: something still runs.
    fn stopped(
        &self,
        guard: &mut Guard<'_>,
        input: &HookInput,
        late: bool,
        (again, background): (bool, bool),
    ) -> anyhow::Result<Decision> {
        self.catch_up(guard, input)?;
        input.events.iter().cloned().for_each(|event| guard.observe(event));
        let report = input.events.iter().find_map(|event| match &event.what {
            What::Reply(text) => Some(text.as_str()),
            _ => None,
        });
        // A turn that goes on because of a stop hook was assessed when it first ended.
        let decision =
            if again { Decision::Pass } else { guard.end_turn(report, heard(Surface::Stop, late), !background) };
        guard.close_task();
        Ok(decision)
    }

    /// A call is about to run.
    fn coming(&self, guard: &mut Guard<'_>, input: &HookInput, late: bool) -> anyhow::Result<Decision> {
        // Nothing is known of a session in its midst where what was stored is lost: its transcript tells the goal again.
        let session = guard.session();
        let unread = session.goal.is_none() && session.cursor == Cursor::default();
        if !late && input.agent_id.is_none() && unread {
            self.catch_up(guard, input)?;
        }
        let mut decision = Decision::Pass;
        for event in input.events.iter().cloned() {
            if late && input.refused {
                if !self.is_stored(guard, &event)? {
                    guard.was_refused(event);
                }
            } else if late {
                // Nothing can stop any more what waited in the spool.
                self.take(guard, event)?;
            } else {
                let known = self.is_stored(guard, &event)?;
                decision = self.before(guard, event, input, known);
            }
        }
        Ok(decision)
    }

    /// A call has finished, well or ill.
    fn finished(&self, guard: &mut Guard<'_>, input: &HookInput, late: bool) -> anyhow::Result<Decision> {
        let mut decision = Decision::Pass;
        for event in input.events.iter().cloned() {
            match event.what {
                What::Outcome(_) => decision = guard.after(event, heard(Surface::After, late)).0,
                _ => self.take(guard, event)?,
            }
        }
        for (agent, task) in started(input) {
            guard.delegate(agent, task.unwrap_or_default());
        }
        Ok(decision)
    }

    fn start(
        &self,
        guard: &mut Guard<'_>,
        input: &HookInput,
        source: StartSource,
        late: bool,
    ) -> anyhow::Result<Decision> {
        if source == StartSource::Fork {
            self.inherit(guard, input)?;
        }
        if source != StartSource::Startup && source != StartSource::Clear {
            self.catch_up(guard, input)?;
        }
        // Only a summary loses the goal's words: after a resume or a fork they still stand in the agent's context.
        if source == StartSource::Compact && !late {
            let restored = guard.restore_goal();
            return Ok(restored.map_or(Decision::Pass, |text| Decision::Inject { text, notice: None }));
        }
        // The transcript lags behind the last stop hook, and an interrupted turn fires none: what they missed is closed here.
        if source == StartSource::Resume && guard.has_news() {
            let decision = guard.assess(heard(Surface::Stop, late)).decision;
            guard.close_task();
            return Ok(decision);
        }
        Ok(Decision::Pass)
    }

    /// A fork's transcript is a copy under a new id: the prompts' own ids lead to the session that was copied. It may
    /// be written as late as the fork's first prompt, so that one looks too.
    fn inherit(&self, guard: &mut Guard<'_>, input: &HookInput) -> anyhow::Result<()> {
        if guard.session().goal.is_some() || guard.session().next_event != EventId::default() {
            return Ok(());
        }
        let mut uuids = Vec::new();
        let mut collect = |event: Event| {
            if matches!(&event.what, What::Prompt(prompt) if prompt.class.is_human()) {
                uuids.extend(event.uuid);
            }
        };
        // What keeps it from being read is recorded by `catch_up`.
        let Ok(Some(progress)) = self.read(&Cursor::default(), input, &mut collect) else { return Ok(()) };
        let parent = self.store.find_parent(&uuids, &input.session_id)?;
        let parent = parent.map(|id| self.store.read_session(&id)).transpose()?.flatten();
        if let Some(parent) = parent {
            guard.inherit(parent, uuids);
            guard.session_mut().cursor = progress.cursor;
        }
        Ok(())
    }

    /// Takes note of what the transcript has since the last call. A transcript that was cut or rewritten is read anew,
    /// but for what is stored already.
    fn catch_up(&self, guard: &mut Guard<'_>, input: &HookInput) -> anyhow::Result<()> {
        let mut cursor = guard.session().cursor.clone();
        let path = input.transcript_path.as_deref().map(Path::new);
        let replaced = path.is_some_and(|path| matches!(transcript::continues(path, &cursor), Ok(false)));
        if replaced {
            cursor = Cursor::default();
        }
        let mut taken = Ok(());
        let read = self.read(&cursor, input, &mut |event| {
            if taken.is_ok() {
                taken = self.take(guard, event);
            }
        });
        taken?;
        match read {
            Ok(Some(progress)) => {
                // Met in mid-life: what came before is not on record.
                guard.session_mut().unrecorded |= progress.skipped;
                if progress.broken + progress.too_long > 0 {
                    let Progress { broken, too_long, .. } = progress;
                    self.complain(&format!("{broken} lines hold no record and {too_long} are too long"));
                }
                guard.session_mut().cursor = progress.cursor;
            }
            Ok(None) => {}
            // The payload is the truth of the moment: a transcript that cannot be read must not cost the prompt.
            Err(error) => self.complain(&error.to_string()),
        }
        Ok(())
    }

    /// Takes note of an event, unless it is known already: a prompt or a call that came on another way (the payload, a
    /// spooled moment, a second registration, a transcript that is read anew). A call without an id is only met in the
    /// transcript: nothing could pair it.
    fn take(&self, guard: &mut Guard<'_>, event: Event) -> Result<(), StoreError> {
        let session = guard.session().id.as_str();
        match &event.what {
            What::Call(call) if call.call_id.is_empty() => {}
            What::Call(call) if guard.awaits(&call.call_id) => guard.meet_again(&event),
            What::Call(_) if self.is_stored(guard, &event)? => guard.meet_again(&event),
            What::Prompt(prompt) if prompt.class.is_human() => {
                let known = |id: &Option<String>| match id {
                    Some(id) => Ok(guard.has_marked(id) || self.store.has_prompt(session, id)?),
                    None => Ok(false),
                };
                if known(&prompt.prompt_id)? || known(&event.uuid)? {
                    guard.mark_prompt(event.uuid);
                } else {
                    guard.observe(event);
                }
            }
            _ => guard.observe(event),
        }
        Ok(())
    }

    /// True for a call whose end is stored, or will be by this transaction.
    fn is_stored(&self, guard: &Guard<'_>, event: &Event) -> Result<bool, StoreError> {
        match &event.what {
            What::Call(call) if guard.has_ended(&call.call_id) => Ok(true),
            What::Call(call) => self.store.has_step(&guard.session().id, &call.call_id),
            _ => Ok(false),
        }
    }

    /// A call that is about to run: what it might do to the wiring is only looked at where it can do anything.
    fn before(&self, guard: &mut Guard<'_>, event: Event, input: &HookInput, known: bool) -> Decision {
        let decide = |guard: &mut Guard<'_>, event: Event, wiring: Option<&guard::tamper::Wiring<'_>>| {
            if known { guard.again(&event, wiring) } else { guard.before(event, wiring) }
        };
        let harmless = |event: &Event| match &event.what {
            What::Call(call) => matches!(
                call.action.kind,
                ActionKind::Read | ActionKind::Search | ActionKind::Fetch | ActionKind::Delegate | ActionKind::Plan
            ),
            _ => true,
        };
        if self.unlocked || harmless(&event) {
            return decide(guard, event, None);
        }
        let root = guard.session().root.clone();
        let places = Places::new(self.host, self.project, input, &self.links);
        places.with(&root, &self.links, |wiring| decide(guard, event, Some(wiring)))
    }

    /// What the store gave; a failure is counted, and the hook goes on without.
    fn read_back<T>(&self, read: Result<T, StoreError>) -> Option<T> {
        read.inspect_err(|error| record(self.host, "store", cause_in_store(error), &error.to_string())).ok()
    }

    fn complain(&self, detail: &str) {
        record(self.host, "transcript", Cause::Transcript, detail);
    }

    /// Reads the transcript from a place on; `None` where there is none: before the first answer, and for ever with
    /// `--no-session-persistence`.
    fn read(
        &self,
        cursor: &Cursor,
        input: &HookInput,
        sink: &mut dyn FnMut(Event),
    ) -> Result<Option<Progress>, TranscriptError> {
        let Some(path) = input.transcript_path.as_deref().map(Path::new) else { return Ok(None) };
        let numbers = &self.project.config.input;
        let limits = Limits { max_bytes: numbers.max_catch_up, max_line: numbers.max_line };
        // Met in mid-life: of a long transcript only the last part is read. The goal is in the user's last words.
        let from = if cursor.offset == 0 { transcript::near_end(path, numbers.max_first) } else { Ok(cursor.clone()) };
        match from.and_then(|from| {
            let progress = transcript::catch_up(path, &from, &limits, self.adapter, sink)?;
            Ok(Progress { skipped: from.offset > cursor.offset, ..progress })
        }) {
            Err(TranscriptError::Missing(_)) => Ok(None),
            other => other.map(Some),
        }
    }
}

/// Who can be told of something: nobody any more where it waited in the spool.
const fn heard(surface: Surface, late: bool) -> Surface {
    if late { Surface::Past } else { surface }
}

/// The subagents that finished calls have started without waiting for them, each with its task.
fn started(input: &HookInput) -> impl Iterator<Item = (&str, Option<&str>)> {
    let task = input.events.iter().find_map(|event| match &event.what {
        What::Call(call) => call.action.text.as_deref(),
        _ => None,
    });
    input.events.iter().filter_map(move |event| match &event.what {
        What::Outcome(outcome) => outcome.agent.as_deref().map(|agent| (agent, task)),
        _ => None,
    })
}

/// `prompt-inject --print` without a payload: the goal of this project's latest session, for a wrapper script.
pub(super) fn words_for_wrapper(host: &Host) -> anyhow::Result<String> {
    let project = Project::at(host, &host.cwd(), None);
    let Root { path, .. } = &project.root;
    let store = SqliteStore::open(&host.paths.database, opening(&project.config, false))?;
    let goal = store.latest_session(path)?.and_then(|session| session.goal);
    Ok(goal.map_or_else(String::new, |goal| {
        crate::text::plain::plain(&correction::plain_goal(&goal, &project.config.correction))
    }))
}
