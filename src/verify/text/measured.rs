//! What one signal measures of a sentence held against its sources.

/// What one signal measured: 0 for no difference.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measured<const WIDTH: usize> {
    pub(super) values: [f64; WIDTH],
    pub(super) reason: Option<String>,
}

impl<const WIDTH: usize> Default for Measured<WIDTH> {
    fn default() -> Self {
        Self { values: [0.0; WIDTH], reason: None }
    }
}

/// One of the five signals about one claim.
#[derive(Clone, Debug, PartialEq)]
pub struct TextSignal {
    /// Its name.
    pub name: &'static str,
    /// What it takes from the claim, in nats: 0 or below. A model's may give back what others took.
    pub nats: f64,
    /// What it saw, where it saw a difference.
    pub reason: Option<String>,
}
