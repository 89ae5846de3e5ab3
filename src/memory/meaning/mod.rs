//! Placeholder until the branch on meanings lands.

use crate::text::words;

/// A text.
#[derive(Clone, Debug)]
pub struct Meaning {
    stems: Vec<String>,
    raw: String,
}

/// What sets two texts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// One denies.
    Negation,
}

/// How alike.
#[derive(Clone, Debug)]
pub struct Likeness {
    /// 0 to 1.
    pub similarity: f64,
    /// With words.
    pub differences: Vec<(Difference, String)>,
}

impl Meaning {
    /// Reads.
    pub fn of(text: &str) -> Self {
        let stems = words::content_words(text).iter().map(|w| words::stem(w).into_owned()).collect();
        Self { stems, raw: text.to_owned() }
    }
    /// Normal form.
    pub fn normalised(&self) -> String {
        if self.stems.is_empty() { self.raw.clone() } else { words::words(&self.raw).join(" ") }
    }
    /// Terms.
    pub fn terms(&self) -> Vec<String> {
        self.stems.clone()
    }
}

impl Likeness {
    /// One thing.
    pub fn same(&self, threshold: f64) -> bool {
        self.differences.is_empty() && self.similarity > threshold
    }
    /// The opposite.
    pub fn opposed(&self) -> bool {
        !self.differences.is_empty()
    }
}

/// Compares.
pub fn compare(one: &Meaning, other: &Meaning, cosine: Option<f64>) -> Likeness {
    let shared = one.stems.iter().filter(|s| other.stems.contains(s)).count();
    let all = one.stems.len() + other.stems.len() - shared;
    #[expect(clippy::cast_precision_loss, reason = "few")]
    let jaccard = if all == 0 { f64::from(u8::from(one.raw == other.raw)) } else { shared as f64 / all as f64 };
    let not = |m: &Meaning| m.raw.to_lowercase().contains(" not ");
    let differences = if not(one) == not(other) { Vec::new() } else { vec![(Difference::Negation, String::new())] };
    Likeness { similarity: jaccard.max(cosine.unwrap_or(0.0)), differences }
}
