//! The guard's seam to whatever keeps sessions: a trait in terms of plain data.

use crate::domain::{DriftEvent, LessonVerdict, Recording, Remark, Session, Step, Task};
use crate::memory::summary::{Delta, EntityKind};
use serde::{Deserialize, Serialize};

/// Everything that one hook call changes. Committed whole or not at all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// The session as it now stands.
    pub session: Session,
    /// The memories of the subagents that were met, as they now stand.
    pub agents: Vec<Session>,
    /// New steps, oldest first; storing a known id again changes nothing.
    pub steps: Vec<Step>,
    /// The agent's words before calls whose steps were stored without them, by the id of the step; what is known stays.
    pub reasoning: Vec<(String, String)>,
    /// New assessments, oldest first.
    pub drift_events: Vec<DriftEvent>,
    /// What was said about steps before they were taken, oldest first.
    pub remarks: Vec<Remark>,
    /// The finished or abandoned piece of work, replacing the row of the same session and revision.
    pub tasks: Vec<Task>,
    /// What is to be remembered beyond the session, oldest first.
    pub lessons: Vec<Recording>,
    /// What became of the lessons that the session was warned with.
    pub verdicts: Vec<LessonVerdict>,
    /// What the turn that has ended says about files, commands and topics.
    pub deltas: Vec<Delta>,
    /// The work of a turn that has ended: files and commands, and whether driftguard spoke about them.
    pub work: Vec<Work>,
    /// Ids of human prompts seen, the transcript's and the agent's own: none is taken twice, and a fork finds its parent.
    pub prompt_marks: Vec<String>,
}

/// Work on something in one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// What it is.
    pub kind: EntityKind,
    /// The path, or the command in short.
    pub name: String,
    /// True where driftguard spoke about it.
    pub spoken: bool,
}

/// What the memory is asked before a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask<'a> {
    /// The lessons about a call that is about to run, by what it is about (`memory::key`).
    Key(&'a str),
    /// The lessons that the words of a prompt are like.
    Words(&'a str),
}

/// Entries of a session's record that are read for a report, the newest.
pub const LEDGER_ENTRIES: usize = 2_000;

/// What worked before is looked for: the four questions of seed 004 about the steps of one session. Only steps that ran well
/// while the work was on its goal are examples, and looking at files is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// The session.
    pub session_id: String,
    /// First: steps that touched one of these files.
    pub files: Vec<String>,
    /// Second: steps that touched a file in one of these folders, or below it; the project itself ("") is no neighbourhood.
    pub folders: Vec<String>,
    /// Third: steps that share one of these goal words. Last come the key decisions.
    pub keywords: Vec<String>,
    /// Files whose steps are no examples: what is held against the goal now.
    pub without: Vec<String>,
    /// At least this score (seed 004: 5).
    pub min_score: u8,
    /// At most so many (seed 004: the top 10).
    pub limit: usize,
}

/// Why a store could not serve. Every variant says what the human can do about it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process holds the database longer than the deadline allows, or brings its tables to another version just now.
    #[error("the database is busy")]
    Busy,
    /// The file is no database or is damaged.
    #[error("the database {path} is damaged: {detail}")]
    Corrupt {
        /// The file.
        path: String,
        /// What SQLite said.
        detail: String,
    },
    /// A newer driftguard wrote the database.
    #[error("the database {path} has schema {found}, this driftguard knows up to {known}")]
    Newer {
        /// The file.
        path: String,
        /// Its schema version.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// The folder or file cannot be read or written: rights, room, memory, the disk itself, or tables that are not ours.
    #[error("cannot use the database {path}: {detail}")]
    Unusable {
        /// The file.
        path: String,
        /// What the system said.
        detail: String,
    },
    /// The database takes no such value: it would refuse it the next time as well.
    #[error("the database {path} refuses a value: {detail}")]
    Refused {
        /// The file.
        path: String,
        /// What SQLite said.
        detail: String,
    },
    /// A stored value does not read back.
    #[error("stored {what} does not read back: {detail}")]
    Undecodable {
        /// Which value.
        what: &'static str,
        /// What the decoder said.
        detail: String,
    },
}

/// Keeps sessions between two hook calls. One `session` .. `commit` pair is one transaction: what was read cannot change in between.
pub trait Store {
    /// The session, if it is known. Takes the write lock, so that a following [`Store::commit`] loses nothing.
    fn session(&mut self, id: &str) -> Result<Option<Session>, StoreError>;
    /// What worked before: the answers to the four questions in their order, newest first within each. A step that does
    /// the same as one before it is left out.
    fn recall(&mut self, query: &Recall) -> Result<Vec<Step>, StoreError>;
    /// Writes the change and ends the transaction.
    fn commit(&mut self, change: &Change) -> Result<(), StoreError>;
}
