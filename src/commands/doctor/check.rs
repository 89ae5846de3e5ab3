//! One thing that `doctor` looked at, and what came of it.

use crate::text::plain::plain_line;
use serde::Serialize;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// There was nothing to look at.
    Skipped,
    /// As it should be.
    Ok,
    /// It works, but not as well as it could.
    Warn,
    /// Driftguard does not do its work because of it.
    Fail,
}

impl State {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skip",
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "FAIL",
        }
    }
}

/// One check and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked at.
    pub name: String,
    /// How it ended.
    pub state: State,
    /// What was seen, safe to show.
    pub seen: String,
    /// What to do, unless all is well.
    pub fix: Option<String>,
}

impl Check {
    pub(super) fn new(name: impl Into<String>, state: State, seen: &str) -> Self {
        Self { name: name.into(), state, seen: plain_line(seen), fix: None }
    }

    pub(super) fn fix(mut self, fix: &str) -> Self {
        self.fix = Some(plain_line(fix));
        self
    }
}
