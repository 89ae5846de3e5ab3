//! One finished transcript through the one pipeline: what `check`, `explain`, `replay` and the evaluation share.

use super::report::{Read, Report, Tally};
use super::scripts::Scripts;
use crate::agent::{Adapter, Texts};
use crate::config::Config;
use crate::domain::{ByHand, Event, FileList, OutcomeStatus, Prompt, PromptClass, Session, What};
use crate::goal;
use crate::guard::{Facts, Playback};
use crate::repo;
use crate::transcript::{self, Beside, TranscriptError};
use std::cell::LazyCell;
use std::collections::{HashSet, VecDeque};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// The files of a repository, listed when they are first asked for and then the same for every session that shares them.
pub type Files = LazyLock<FileList, Box<dyn FnOnce() -> FileList + Send>>;

/// What is asked about a transcript.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The goal in place of the prompts' own.
    pub goal: Option<String>,
    /// What may be touched, beside what the prompts say.
    pub scope: Vec<String>,
    /// What the user said about the goal with `driftguard goal`, oldest first; a goal or scope given here stands in their place.
    pub by_hand: Vec<ByHand>,
    /// The repository, where it is at hand: names in prompts are then resolved against its files.
    pub repository: Option<PathBuf>,
    /// Where the repository lay when the session ran, where that is another place.
    pub recorded_at: Option<String>,
    /// The repository's files, where only their list is at hand or several sessions share it; else they are listed.
    pub files: Option<Arc<Files>>,
    /// The user's home folder, for `~`.
    pub home: Option<String>,
    /// The session's id where the caller knows it; else the file's name.
    pub session_id: Option<String>,
    /// Findings that the user called false alarms; they are not raised.
    pub wrong: Vec<String>,
    /// True when reports are not to be held against what the session shows.
    pub scores_only: bool,
    /// True where nobody was told anything while the session ran (`mode = "monitor"`): then nothing can have been ignored.
    pub quiet: bool,
    /// True when the answers of tools are searched for orders to the agent, as the hooks do.
    pub answers: bool,
}

/// Plays a transcript and reports.
pub fn analyse(
    path: &Path,
    adapter: &dyn Adapter,
    config: &Config,
    question: &Question,
) -> Result<Report, TranscriptError> {
    let each = |playback: &mut Playback<'_>, event: Event| {
        playback.play(event);
    };
    let drift_only = question.scores_only && !question.answers;
    let quiet = question.quiet;
    let end = |playback: Playback<'_>, read| Report {
        drift_only,
        quiet,
        ..Report::of(path.display().to_string(), playback, read)
    };
    play(path, adapter, config, question, each, end)
}

/// Plays a transcript event by event through `each`, which passes it on to the playback, and hands both to `end`.
pub fn play<T>(
    path: &Path,
    adapter: &dyn Adapter,
    config: &Config,
    question: &Question,
    mut each: impl FnMut(&mut Playback<'_>, Event),
    end: impl FnOnce(Playback<'_>, Read) -> T,
) -> Result<T, TranscriptError> {
    let own =
        LazyCell::new(|| question.repository.as_deref().map_or_else(FileList::default, |root| list(root, config)));
    let files: &dyn Deref<Target = FileList> = match &question.files {
        Some(shared) => &**shared,
        None => &own,
    };
    let imports = |file: &str| match &question.repository {
        Some(root) => repo::imports(root, file, files),
        None => Vec::new(),
    };
    let nothing: &dyn Fn(_) -> _ = &|_| Some(Vec::new());
    let ledger = (!question.scores_only).then_some(nothing);
    let on_disk = |path: &str| repo::on_disk(question.repository.as_deref()?, path);
    let scripts = Scripts::of(question.repository.as_deref());
    let script = |file: &str| scripts.text(file);
    let facts = Facts {
        imports: &imports,
        on_disk: &on_disk,
        script: &script,
        wrong: &question.wrong,
        quiet: question.quiet,
        ledger,
        ..Facts::of(config, files)
    };
    let mut playback = Playback::new(session_of(path, question), &facts);
    let mut read = Read::default();
    begin_goal(&mut playback, &mut read, question);
    playback.fix_goal(question.goal.is_some());
    let mut calls = Calls::default();
    let wanted = Texts { answers: question.answers && config.injection.enabled, drafts: true, ..Texts::default() };
    let mut take = |playback: &mut Playback<'_>, mut event: Event| {
        calls.count(&event, &mut read.tally);
        read.positions.note(playback.guard().session().next_event, &event);
        scripts.note(&mut event, &playback.guard().session().root);
        scripts.begin();
        each(playback, event);
        read.tally.unread_scripts += u64::from(scripts.unread());
    };
    let mut subagents = Subagents::of(transcript::beside(path, config.input.max_line, wanted, adapter));
    let progress = transcript::read_all(path, config.input.max_line, wanted, adapter, &mut |mut event| {
        subagents.play_before(event.at, &mut playback, &mut take);
        subagents.meet(&mut event);
        take(&mut playback, event);
    })?;
    subagents.play_before(Some(i64::MAX), &mut playback, &mut take);
    read.tally.lines = progress.lines;
    read.tally.broken = progress.broken;
    read.tally.unknown = progress.unknown;
    read.tally.too_long = progress.too_long;
    // Another program's lines may be JSON too.
    if read.tally.lines == read.tally.broken + read.tally.unknown {
        return Err(TranscriptError::NoRecord(path.to_path_buf()));
    }
    if question.repository.is_none() && question.goal.is_none() {
        read.stray = stray(&playback, question);
    }
    // At the end: the session itself may have made what is meant.
    read.absent = playback.guard().with_goal_context(None, |cx| goal::absent(&question.scope, cx).cloned());
    Ok(end(playback, read))
}

/// The session that is played, at the place of its repository where that is known.
fn session_of(path: &Path, question: &Question) -> Session {
    let mut session = Session { id: session_id(path, question), ..Session::default() };
    session.root.home.clone_from(&question.home);
    if let Some(repository) = &question.repository {
        session.root = repo::root(repository, question.home.as_deref().map(Path::new));
        session.root.aliases.extend(question.recorded_at.clone());
    }
    session
}

/// Gives the session the goal and the scope of the question; where it has none, what was said by hand at the time.
fn begin_goal(playback: &mut Playback<'_>, read: &mut Read, question: &Question) {
    if question.goal.is_none() && question.scope.is_empty() {
        playback.set_by_hand(question.by_hand.clone());
        return;
    }
    // Without a repository the root is the first working folder, and known once that was met.
    if question.repository.is_some() || question.goal.is_some() {
        read.stray = stray(playback, question);
    }
    match &question.goal {
        Some(text) => playback.set_goal(|cx| {
            let typed = Prompt { text: text.clone(), class: PromptClass::Human, prompt_id: None };
            goal::declare(&goal::start(&typed, cx), &question.scope, cx)
        }),
        None => playback.keep_to(question.scope.clone()),
    }
}

/// The first place of the scope given by hand that is none in the project, as far as that is known by now.
fn stray(playback: &Playback<'_>, question: &Question) -> Option<String> {
    playback.guard().with_goal_context(None, |cx| goal::stray(&question.scope, cx).cloned())
}

fn session_id(path: &Path, question: &Question) -> String {
    let stem = || path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    question.session_id.clone().unwrap_or_else(stem)
}

/// The files of a repository. By hand there is time: the budget of a hook does not hold.
pub fn list(root: &Path, config: &Config) -> FileList {
    repo::list(root, repo::Limits { max_files: config.repository.max_files, budget: Duration::MAX })
}

/// A list that is at hand.
pub fn listed(files: FileList) -> Arc<Files> {
    Arc::new(LazyLock::new(Box::new(|| files)))
}

/// The subagents of a session that have transcripts of their own, played between the events of their parent.
#[derive(Default)]
struct Subagents {
    waiting: VecDeque<Beside>,
    any: bool,
    /// The calls of the parent so far: a transcript that begins with a copy of its parent's repeats them.
    known: HashSet<String>,
}

impl Subagents {
    fn of(events: Vec<Beside>) -> Self {
        Self { any: !events.is_empty(), waiting: events.into(), known: HashSet::new() }
    }

    /// Plays what subagents did before a moment.
    fn play_before(
        &mut self,
        moment: Option<i64>,
        playback: &mut Playback<'_>,
        take: &mut impl FnMut(&mut Playback<'_>, Event),
    ) {
        let Some(moment) = moment.filter(|_| self.any) else { return };
        while let Some(Beside { event, last, .. }) = self.waiting.pop_front_if(|next| next.at < moment) {
            let agent = event.agent.clone().filter(|_| last);
            let copied = match &event.what {
                What::Call(call) => self.known.contains(&call.call_id),
                What::Outcome(outcome) => self.known.contains(&outcome.call_id),
                _ => false,
            };
            if !copied {
                take(playback, event);
            }
            if let Some(agent) = agent {
                playback.subagent_ends(agent);
            }
        }
    }

    /// Takes note of an event of the parent.
    fn meet(&mut self, event: &mut Event) {
        if !self.any {
            return;
        }
        match &mut event.what {
            What::Call(call) => {
                self.known.insert(call.call_id.clone());
            }
            // How a subagent ended its own transcript tells; the answer of the call that started it may come long before.
            What::Outcome(outcome) => {
                outcome.came_back.get_or_insert_default();
            }
            _ => {}
        }
    }
}

/// Pairs calls with their first answers, for the tally.
#[derive(Default)]
struct Calls {
    open: HashSet<String>,
}

impl Calls {
    fn count(&mut self, event: &Event, tally: &mut Tally) {
        match &event.what {
            What::Prompt(prompt) if event.agent.is_none() && prompt.class.is_human() => tally.prompts += 1,
            What::Call(call) => {
                let tools = if event.agent.is_some() { &mut tally.sidechain_calls } else { &mut tally.calls };
                match tools.get_mut(&call.tool) {
                    Some(count) => *count += 1,
                    None => {
                        tools.insert(call.tool.clone(), 1);
                    }
                }
                self.open.insert(call.call_id.clone());
            }
            What::Outcome(outcome) if self.open.remove(&outcome.call_id) => {
                let count = if outcome.status == OutcomeStatus::Ok { &mut tally.ok } else { &mut tally.failed };
                *count += 1;
            }
            _ => {}
        }
    }
}
