//! How many things the model is told of a window, by their sort.
//!
//! Owns the sizes: the weights stand in this order, and `window` fills it.

use super::cue::CUES;
use super::decode::Way;
use super::group::GROUPS;

/// Hashed words and pairs of words have so many weights.
pub(super) const GRAMS: usize = 1 << 14;

/// How many features the carriers and the ways to encode a text are.
pub(super) const CARRIERS: usize = Way::ALL.len() + 10;

/// Figures of the window and of the rest of the text.
pub(super) const FIGURES: usize = 16;

/// Dense features of a window.
pub(super) const DENSE: usize = CUES.len() + GROUPS.len() + CARRIERS + FIGURES;
