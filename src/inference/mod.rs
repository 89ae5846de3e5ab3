//! Who may be asked beside the words themselves: the table of word vectors in this program, and models and programs that the user
//! names. None of the latter by default.
//!
//! No hook asks a program or a model: that may take seconds and cost money. The table takes microseconds.

pub mod judge;
pub mod table;

use crate::config::EncoderKind;
use crate::domain::Vector;

/// What a text is about, by the chosen encoder. None without one, and for a text that it knows nothing of.
pub fn vector(text: &str, encoder: EncoderKind) -> Option<Vector> {
    match encoder {
        EncoderKind::None => None,
        EncoderKind::Table => table::encode(text),
    }
}
