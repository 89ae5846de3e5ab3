//! What became of one fixture.

use std::time::Duration;

/// The ending of what is expected of a recording; it stands beside the transcript.
pub(super) const EXPECTED: &str = "expected.json";

/// One thing that was replayed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    /// The file, as shown to people.
    pub name: String,
    /// The first difference; `None` where all is as expected.
    pub difference: Option<String>,
    /// How many assessments were compared.
    pub compared: usize,
    /// True when the expectations were written anew.
    pub updated: bool,
    /// How long it took.
    pub took: Duration,
}
