//! What an action must not do, found before it runs.

use super::event::EventId;

/// A part of driftguard's own wiring, without which it would guard nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wired {
    /// Its hooks in the client's settings.
    Registration,
    /// The switch with which all hooks, or driftguard alone, are turned off.
    Switch,
    /// The files of its plugin, and that the plugin is enabled.
    Plugin,
    /// Database, spool, records of faults and of earlier settings.
    State,
    /// Its configuration files.
    Configuration,
    /// Its program.
    Program,
    /// The client's record of the session, the evidence of everything.
    Transcript,
    /// Its commands that only the person gives.
    Command,
    /// A further client that would run without it.
    Client,
}

/// An action that would change driftguard's own wiring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tampering {
    /// The file or the command, as the agent wrote it.
    pub seen: String,
    /// What it concerns.
    pub wired: Wired,
    /// False when the text of the action does not tell its result: it may be harmless.
    pub certain: bool,
}

/// A call of a session that was played: a hook before it would have denied it, or asked the user about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The call.
    pub event: EventId,
    /// Its number, from 1.
    pub call: u64,
    /// When, in milliseconds since 1970, where the records tell it.
    pub at: Option<i64>,
    /// The agent's id of its record.
    pub record: Option<String>,
    /// The goal of that moment, one line in the user's words; empty where there was none.
    pub goal: String,
    /// What it does, and what speaks against it.
    pub prohibited: Prohibited,
    /// False where it was refused at the time.
    pub ran: bool,
    /// True where the user would have been asked about the same before: once asked is asked.
    pub again: bool,
}

/// The beginning of the clause of what the configuration protects.
const PROTECTED: &str = "protected by the configuration: ";

/// The clause of an entry of `scope.protect`.
pub fn protected(entry: &str) -> String {
    format!("{PROTECTED}{entry}")
}

/// The entry of such a clause; `None` for one in the user's words.
pub fn protecting_entry(clause: &str) -> Option<&str> {
    clause.strip_prefix(PROTECTED)
}

/// An action that the user's own words, or a `protect` glob of the configuration, speak against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prohibited {
    /// "change src/db/schema.sql", "run `git push`".
    pub seen: String,
    /// The file or folder that would be changed, as `seen` names it; empty for a command.
    pub place: String,
    /// The script or task that does it, where the call only runs that; else empty.
    pub through: String,
    /// The clause in the user's words; with `configured` the glob.
    pub clause: String,
    /// True for a `protect` glob: no sentence in the chat lifts it.
    pub configured: bool,
    /// True where that glob stands in the project's own file alone.
    pub of_project: bool,
    /// True where the user wants to be asked first.
    pub asks: bool,
}
