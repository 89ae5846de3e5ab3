//! What a window weighs: a linear model over its features.
//!
//! Owns the weights, which `scripts/fit_injection.py` fits to what `window` sees and writes to `model.bin`.

use super::feature::{DENSE, GRAMS};

/// The dense weights and then the intercept and the unit of the hashed ones, each a little-endian `f32`; the hashed weights, one
/// signed byte each.
static MODEL: &[u8; DENSE * 4 + 8 + GRAMS] = include_bytes!("model.bin");

/// The log-odds of a window in which nothing is seen.
pub(super) fn intercept() -> f64 {
    f64::from(number(DENSE))
}

/// The weight of a cue.
pub(super) fn weight(feature: usize) -> f32 {
    number(feature)
}

/// The unit of the hashed weights times their sum, over the hashed words of a window.
pub(super) fn hashed(grams: &[u16]) -> f64 {
    let weights = &MODEL[DENSE * 4 + 8..];
    let sum: i32 = grams.iter().map(|gram| i32::from(weights[usize::from(*gram)].cast_signed())).sum();
    f64::from(number(DENSE + 1)) * f64::from(sum)
}

fn number(index: usize) -> f32 {
    let at = index * 4;
    f32::from_le_bytes([MODEL[at], MODEL[at + 1], MODEL[at + 2], MODEL[at + 3]])
}
