//! What a window weighs: a linear model over its features.
//!
//! Owns the weights, which `scripts/fit_injection.py` fits to what `window` sees and writes to `model.bin`.

use super::window::{DENSE, GRAMS, Sums, Window};

/// The dense weights and then the intercept and the unit of the hashed ones, each a little-endian `f32`; the hashed weights, one
/// signed byte each.
static MODEL: &[u8; DENSE * 4 + 8 + GRAMS] = include_bytes!("model.bin");

/// The log-odds that a window is an order to the agent; `whole` are the sums of the text that it stands in.
pub(super) fn log_odds(window: &Window, whole: Sums) -> f64 {
    let mut odds = intercept();
    window.dense(whole, &mut |feature, value| odds += f64::from(number(feature)) * f64::from(value));
    odds + hashed(window)
}

/// What its words alone contribute.
fn hashed(window: &Window) -> f64 {
    let weights = &MODEL[DENSE * 4 + 8..];
    let sum: i32 = window.grams.iter().map(|gram| i32::from(weights[usize::from(*gram)].cast_signed())).sum();
    f64::from(number(DENSE + 1)) * f64::from(sum)
}

/// The log-odds of a window in which nothing is seen.
pub(super) fn intercept() -> f64 {
    f64::from(number(DENSE))
}

/// The weight of a cue.
pub(super) fn weight(feature: usize) -> f32 {
    number(feature)
}

fn number(index: usize) -> f32 {
    let at = index * 4;
    f32::from_le_bytes([MODEL[at], MODEL[at + 1], MODEL[at + 2], MODEL[at + 3]])
}

/// Log-odds as a chance.
pub(super) fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}
