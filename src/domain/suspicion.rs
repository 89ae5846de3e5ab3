//! A place in a text that seems to give the agent orders.

use serde::Serialize;
use std::ops::Range;

/// A place in a text that seems to give the agent orders.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suspicion {
    /// Where it stands, in bytes of the text.
    pub at: Range<usize>,
    /// The chance that it does, 0..=1.
    pub score: f64,
    /// What speaks for it, in words for people, bounded.
    pub reasons: Vec<String>,
    /// What it says, decoded where it was encoded; at most 400 characters, neither redacted nor neutralised.
    pub excerpt: String,
    /// True where it is written so that a person does not see or read it: unseen characters, letters in disguise, a code.
    #[serde(skip)]
    pub disguised: bool,
    /// True where it works against the user: sets earlier words aside, keeps something from people, forges a talk.
    #[serde(skip)]
    pub defiant: bool,
}
