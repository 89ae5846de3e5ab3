//! What became of one fixture.

use crate::cli::exit::Failure;
use std::time::Duration;

/// The ending of what is expected of a recording; it stands beside the transcript.
pub(super) const EXPECTED: &str = "expected.json";

/// How what was found compares with what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// All is as expected.
    AsExpected,
    /// The expectations were written anew.
    Updated,
    /// The first difference.
    Differs(String),
    /// Nothing is expected yet; what was found, a line each.
    New(Vec<String>),
    /// It could not be played.
    Not(Failure),
}

/// One thing that was replayed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// The file, as shown to people.
    pub name: String,
    /// How it compares with what is expected of it.
    pub held: Held,
    /// How many assessments were made.
    pub compared: usize,
    /// How long it took.
    pub took: Duration,
}
