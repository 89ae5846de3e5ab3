//! What a model of entailment says of two texts.

/// Whether a statement follows from a text, as three shares that sum to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entailed {
    /// It follows.
    pub entails: f64,
    /// The text does not tell.
    pub neutral: f64,
    /// The text says the contrary. 0 from a model that only knows whether a statement follows.
    pub contradicts: f64,
}
