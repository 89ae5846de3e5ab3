//! What an agent's report says that a record can confirm or refute, and the judgement on it.

use super::{EventId, RunKind, RunKinds};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// How runs of a kind, or one command, ended.
    Ended,
    /// Whether runs of a kind, or one command, took place at all.
    Ran,
    /// Files that were changed or made.
    FileChanged,
    /// Files that were left as they were.
    FileUntouched,
    /// The only files that were changed.
    OnlyFiles,
    /// How many files were changed.
    FileCount,
    /// A commit was made.
    Committed,
    /// Commits were pushed.
    Pushed,
    /// A number in what a command printed.
    Figure,
    /// Something was fixed or built.
    Fixed,
}

impl ClaimKind {
    /// The word of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ended => "ended",
            Self::Ran => "ran",
            Self::FileChanged => "file-changed",
            Self::FileUntouched => "file-untouched",
            Self::OnlyFiles => "only-files",
            Self::FileCount => "file-count",
            Self::Committed => "committed",
            Self::Pushed => "pushed",
            Self::Figure => "figure",
            Self::Fixed => "fixed",
        }
    }
}

/// Of how much a claim speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantifier {
    /// The text does not tell.
    #[default]
    Plain,
    /// "All tests", "everything".
    All,
    /// "Some tests", "2 tests".
    Some,
    /// "No other file", "only".
    Only,
}

/// One checkable statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the wording")]
pub struct Claim {
    /// The sentence or clause that says it, as written.
    pub text: String,
    /// Where it stands in the report, in bytes.
    pub span: Range<usize>,
    /// What it is about.
    pub kind: ClaimKind,
    /// Of which kinds of runs it speaks; empty for other claims.
    pub runs: RunKinds,
    /// What it names: files, commands, hashes of commits.
    pub objects: Vec<String>,
    /// The number that it tells.
    pub value: Option<u32>,
    /// False when it denies: "tests do not pass", "not committed", "the linter was not run".
    pub affirmed: bool,
    /// Of how much it speaks.
    pub quantifier: Quantifier,
    /// True when it speaks of a part of a kind: "the new tests".
    pub part: bool,
    /// True when it takes something out: "all pass but one", "only `a.rs` changed, apart from its test".
    pub excepts: bool,
    /// True when it is put plainly enough to be held against the agent; the others inform.
    pub plain: bool,
}

impl Claim {
    /// What it is about, the same for every wording: by it a human marks a false alarm.
    pub fn key(&self) -> String {
        let runs = RunKind::ALL.iter().filter(|kind| self.is_about(**kind)).map(|kind| kind.name());
        let about: Vec<&str> = runs.chain(self.objects.iter().map(String::as_str)).collect();
        let about = if about.is_empty() { String::new() } else { format!(":{}", about.join("+")) };
        format!("claim:{}{about}", self.kind.name())
    }

    /// True when it is about runs of this kind.
    pub const fn is_about(&self, kind: RunKind) -> bool {
        self.runs.has(kind)
    }
}

/// What the record says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The record shows it.
    Supported,
    /// The record shows the contrary.
    Contradicted,
    /// The record would hold a trace of it, and holds none.
    Fabricated,
    /// The record showed it, and what it is about has changed since.
    Stale,
    /// The record cannot tell.
    Unverifiable,
}

impl ClaimVerdict {
    /// The word of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Contradicted => "contradicted",
            Self::Fabricated => "fabricated",
            Self::Stale => "stale",
            Self::Unverifiable => "unverifiable",
        }
    }

    /// True where the report says what is not so.
    pub const fn accuses(self) -> bool {
        matches!(self, Self::Contradicted | Self::Fabricated)
    }
}

/// What one of the five signals says about a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimSignal {
    /// entailment, entity, number, negation or traceability.
    pub signal: &'static str,
    /// From -1, the record speaks against the claim, to 1, it speaks for it.
    pub vote: f64,
    /// How much it counts.
    pub weight: f64,
    /// Why it says so.
    pub reason: String,
}

/// Why a claim that the record speaks against is not sent back to the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimDoubt {
    /// The sentence may mean something else, or says more than this.
    Wording,
    /// Nothing was changed or committed in the turn: it may tell of other work.
    OtherWork,
    /// The record may not hold all that happened, or not how it ended.
    Record,
    /// The report itself tells of it.
    Admitted,
    /// The human has called it a false alarm.
    Marked,
}

impl ClaimDoubt {
    /// The words of reports.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Wording => "not sent back: the sentence may mean something else",
            Self::OtherWork => {
                "not sent back: nothing was changed or committed in this turn, so that it may tell of other work"
            }
            Self::Record => "not sent back: the record may not hold all that ran, or not how it ended",
            Self::Admitted => "not sent back: the reply itself tells of it",
            Self::Marked => "marked as a false alarm",
        }
    }
}

/// What is thought of a claim, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// What the record says.
    pub verdict: ClaimVerdict,
    /// From 0, false, to 1, true; 0.5 where nothing is known.
    pub score: f64,
    /// The signals that spoke.
    pub signals: Vec<ClaimSignal>,
    /// What the record shows, in one line for people; empty where it shows nothing.
    pub evidence: String,
    /// True when the claim is false, and plain and weighty enough that the agent is asked to correct it.
    pub weighty: bool,
    /// Why it is not, where the record speaks against the claim all the same.
    pub doubt: Option<ClaimDoubt>,
}

impl Judgement {
    /// Takes a reason not to ask the agent for a correction. Of what is not held against it there is nothing to take back.
    pub fn doubted(&mut self, doubt: ClaimDoubt) {
        if self.verdict.accuses() {
            self.weighty = false;
            self.doubt = Some(doubt);
        }
    }
}

/// A claim of a report with what the record says about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reported {
    /// The position in the session at which it was made.
    pub event: EventId,
    /// How many calls were seen by then.
    pub call: u64,
    /// The claim.
    pub claim: Claim,
    /// What is thought of it.
    pub judgement: Judgement,
}

/// What the agent's last words of a turn leave out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Untold {
    /// The position in the session at which the turn ended.
    pub event: EventId,
    /// How many calls were seen by then.
    pub call: u64,
    /// Files that were changed although the prompt only asked a question; empty where it asked for work.
    pub unwanted: Vec<String>,
    /// Changed files that the words do not mention.
    pub missing: Vec<String>,
    /// Those of them with which the turn went beyond the goal: the agent is to tell of them.
    pub beyond: Vec<String>,
    /// Files in which tests were taken out or switched off behind a run that failed, without a word of it.
    pub silenced: Vec<String>,
}

impl Untold {
    /// True where nothing is to be said about the turn.
    pub const fn is_empty(&self) -> bool {
        self.unwanted.is_empty() && self.missing.is_empty() && self.silenced.is_empty()
    }
}

/// A refuted claim as a session remembers it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refuted {
    /// The position in the session at which it was made.
    pub event: EventId,
    /// See [`Claim::key`].
    pub key: String,
    /// What was said; capped, without credentials.
    pub claim: String,
    /// What the record shows; capped, without credentials.
    pub evidence: String,
    /// True when the agent was asked to correct it.
    #[serde(default)]
    pub told: bool,
}
