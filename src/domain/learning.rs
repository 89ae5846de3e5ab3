//! What a session may be about to learn, and what it was warned with. Bounded: it is read and written at every hook call.

use super::{EventId, Mark};
use serde::{Deserialize, Serialize};

/// A command that failed, until it is known what it failed for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedRun {
    /// What it is about (`memory::key`).
    pub key: String,
    /// The line that says what went wrong, redacted and cut.
    pub error: String,
    /// The failure as it is compared.
    pub failure: Mark,
    /// How often it failed so, one after the other.
    pub times: u8,
    /// True where the command itself was wrong, whatever the code says: no such option, no such script.
    pub misuse: bool,
    /// When it failed last.
    pub event: EventId,
    /// Files changed since, the first few.
    pub edited: Vec<String>,
}

/// A lesson that the session was warned with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warned {
    /// The lesson's number.
    pub lesson: i64,
    /// What was done then, as it is compared: a trigger is told once in a session.
    pub trigger: Mark,
    /// The key of the coming call, as it is compared; `None` after a prompt.
    pub key: Option<Mark>,
    /// True until it is known what became of it.
    pub open: bool,
}

/// What a session may be about to learn, and what it was warned with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learning {
    /// Commands that failed and did not pass since, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedRun>,
    /// What the session was warned with, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warned: Vec<Warned>,
    /// Keys of what the session itself has taught: it needs no warning with that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taught: Vec<Mark>,
}

impl Learning {
    /// True where there is nothing to remember.
    pub fn is_empty(&self) -> bool {
        self.failed.is_empty() && self.warned.is_empty() && self.taught.is_empty()
    }
}
