//! What is on record: the finished calls of a session, as far as a report can be held against them.

use super::{EventId, FileEffect, OutcomeStatus, RunResult};
use serde::{Deserialize, Serialize};

/// What a command does, as far as reports speak of it. Several may hold of one command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunKind {
    /// Runs tests.
    Test,
    /// Compiles or packs.
    Build,
    /// Looks for faults without running anything.
    Lint,
    /// Checks types.
    Types,
    /// Checks or sets the layout of code.
    Format,
    /// Measures.
    Bench,
}

impl RunKind {
    /// All of them, in their order.
    pub const ALL: [Self; 6] = [Self::Test, Self::Build, Self::Lint, Self::Types, Self::Format, Self::Bench];

    /// What people call such a run.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Test => "tests",
            Self::Build => "build",
            Self::Lint => "lint",
            Self::Types => "type check",
            Self::Format => "format",
            Self::Bench => "benchmarks",
        }
    }
}

/// A set of [`RunKind`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunKinds(u8);

impl RunKinds {
    /// The set of one.
    pub const fn of(kind: RunKind) -> Self {
        Self(1 << kind as u8)
    }

    /// Both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set without one.
    #[must_use]
    pub const fn without(self, kind: RunKind) -> Self {
        Self(self.0 & !(1 << kind as u8))
    }

    /// True when the kind is among them.
    pub const fn has(self, kind: RunKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// True when there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// What the summary of a run counts; `None` for what it leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunCounts {
    /// Tests that passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<u32>,
    /// Tests, files or rules that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
    /// Tests that did not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<u32>,
}

/// A commit as `git commit` told of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The beginning of its hash, as printed.
    pub hash: String,
    /// The branch it was made on.
    pub branch: String,
    /// The first line of its message, capped.
    pub subject: String,
}

/// A shell command that ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own; together they are no state")]
pub struct Run {
    /// What was typed: capped, without credentials.
    pub command: String,
    /// The simple commands in it, each with its words joined by one space, capped and without credentials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// What it does.
    #[serde(default, skip_serializing_if = "RunKinds::is_empty_ref")]
    pub kinds: RunKinds,
    /// How it ended by its exit code.
    pub status: OutcomeStatus,
    /// How it ended by its own summary.
    pub told: RunResult,
    /// How its tests ended, where lines that count tests tell.
    #[serde(default, skip_serializing_if = "RunResult::is_unknown")]
    pub tests: RunResult,
    /// True when its output calls nothing a fault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
    /// True when its exit code is that of another program behind it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub piped: bool,
    /// True when its output was too long to be seen whole: there may be more than it counts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// True when it was still running when it was answered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// What its summary counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<RunCounts>,
    /// The line of its output that says how it ended; capped, without credentials.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Numbers of its output, each once, the first ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<u32>,
    /// The commit that it made, where it told of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Commit>,
    /// Hashes of commits in its output, each once, the first ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hashes: Vec<String>,
    /// True when it was to commit, and nothing says that it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub commits: bool,
    /// True when it was to push, and nothing says that it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pushes: bool,
}

impl RunKinds {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    const fn is_empty_ref(&self) -> bool {
        self.is_empty()
    }
}

impl Run {
    /// How it ended: its summary decides, then its exit code where that is its own.
    pub const fn result(&self) -> RunResult {
        match (self.told, self.status) {
            _ if self.unfinished => RunResult::Unknown,
            (RunResult::Failed, _) => RunResult::Failed,
            (RunResult::Passed, OutcomeStatus::Ok) => RunResult::Passed,
            (RunResult::Unknown, OutcomeStatus::Ok) if !self.piped => RunResult::Passed,
            (_, OutcomeStatus::Error) if !self.piped => RunResult::Failed,
            _ => RunResult::Unknown,
        }
    }
}

/// One finished call on record. Of what was refused only the command is kept: it never ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the session.
    pub event: EventId,
    /// Milliseconds since 1970; 0 where nobody tells.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub at: i64,
    /// What it did to files, read ones included: paths inside the project, absolute ones outside. Bounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileEffect>,
    /// The command that it ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// True when files may have changed that its text does not name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opaque: bool,
    /// True when its text does not tell all that it runs: a script, a task with a name of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scripted: bool,
    /// True when others did the work, another agent or the tool of a server: nothing of it need be on record.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub delegated: bool,
    /// The kinds of runs of which their answer speaks.
    #[serde(default, skip_serializing_if = "RunKinds::is_empty_ref")]
    pub told_of: RunKinds,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(at: &i64) -> bool {
    *at == 0
}

/// The record of a session, oldest entry first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// What happened.
    pub entries: Vec<Entry>,
    /// Where the present turn begins among the entries.
    pub turn: usize,
    /// True when everything since the session's begin is on record: only then what is not on record did not happen.
    pub whole: bool,
}

impl Ledger {
    /// What happened in the present turn.
    pub fn of_turn(&self) -> &[Entry] {
        self.entries.get(self.turn..).unwrap_or_default()
    }

    /// The runs among `entries`, newest first, each with its place in the ledger.
    pub fn runs(&self) -> impl Iterator<Item = (usize, &Run)> {
        let all = self.entries.iter().enumerate().rev();
        all.filter_map(|(at, entry)| entry.run.as_ref().map(|run| (at, run)))
            .filter(|(_, run)| run.status != OutcomeStatus::Refused)
    }

    /// The commands that were asked for and refused: they never ran.
    pub fn refused(&self) -> impl Iterator<Item = &Run> {
        self.entries.iter().filter_map(|entry| entry.run.as_ref()).filter(|run| run.status == OutcomeStatus::Refused)
    }
}
