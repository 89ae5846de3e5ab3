//! The chance that a window is an order to the agent: a linear model over its features.
//!
//! Owns the sum. The weights are `model`'s, the features `window`'s.

use super::model;
use super::window::{Sums, Window};

/// The log-odds that a window is an order to the agent; `whole` are the sums of the text that it stands in.
pub(super) fn log_odds(window: &Window, whole: Sums) -> f64 {
    let mut odds = model::intercept();
    window.dense(whole, &mut |feature, value| odds += f64::from(model::weight(feature)) * f64::from(value));
    odds + model::hashed(&window.grams)
}

/// Log-odds as a chance.
pub(super) fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}
