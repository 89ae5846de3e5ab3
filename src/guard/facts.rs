//! What the guard is told about the world, and at which moment it is asked.
//!
//! Owns the borders of the pipeline: whatever is read from a disk or a clock comes in here.

use super::port::{Ask, Recall};
use crate::config::{Config, Mode};
use crate::domain::{Entry, EventId, FileList, Goal, Likely, OnDisk, Pause, Session, Step, Warning};
use std::ops::Deref;

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
    /// The text of a script on the disk, by its absolute path; `None` where there is none, and for what is no text or long. Asked only
    /// before a call runs it, and only where something is forbidden.
    pub script: &'a dyn Fn(&str) -> Option<String>,
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
            script: &|_| None,
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

/// True when nothing may be said: monitor mode or a pause that has not ended.
pub fn quiet(config: &Config, pauses: &[Option<Pause>], now: i64) -> bool {
    config.mode == Mode::Monitor || pauses.iter().flatten().any(|pause| pause.in_force(now))
}
