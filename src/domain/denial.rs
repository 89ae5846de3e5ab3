//! What an action must not do, found before it runs.

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

/// An action that the user's own words, or a `protect` glob of the configuration, speak against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prohibited {
    /// "change src/db/schema.sql", "run `git push`".
    pub seen: String,
    /// The script or task that does it, where the call only runs that; else empty.
    pub through: String,
    /// The clause in the user's words; with `configured` the glob.
    pub clause: String,
    /// True for a `protect` glob: no sentence in the chat lifts it.
    pub configured: bool,
    /// True where the user wants to be asked first.
    pub asks: bool,
}
