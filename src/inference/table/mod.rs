//! The meaning of a text as a vector, out of a table of word pieces that is part of the program: the sum of their rows.
//!
//! It knows what a text is about, not what it says of it: "increase" and "decrease" are neighbours, and so are a sentence and its
//! negation. Whoever merges texts by it must hold their structure against each other too. Microseconds a text, no start-up, the
//! same numbers on every machine (whole numbers up to the last step). `scripts/distil_table.py` makes the table; NOTICE names
//! the model behind it.

mod blob;
mod pieces;

use crate::domain::Vector;
use blob::Blob;

/// The encoder's name in stored vectors. Another table needs another name: their numbers do not compare.
pub const ENCODER: &str = "table-1";

/// What a text is about. None where no piece of it is known. Of a long text the beginning counts: 4,096 letters, 256 pieces.
pub fn encode(text: &str) -> Option<Vector> {
    let blob = Blob::new()?;
    let mut sum = vec![0_i32; blob.dims];
    for place in pieces::pieces(&blob, text) {
        blob.add(place, &mut sum);
    }
    let largest = i64::from(sum.iter().map(|value| value.unsigned_abs()).max()?);
    let values = sum.into_iter().map(|value| nearest(i64::from(value) * 127, largest)).collect::<Option<_>>()?;
    Some(Vector { encoder: ENCODER.to_owned(), values })
}

/// The known pieces of a text in their order; one inside a word begins with `##`.
pub fn pieces(text: &str) -> Vec<&'static str> {
    let Some(blob) = Blob::new() else { return Vec::new() };
    pieces::pieces(&blob, text).into_iter().filter_map(|place| blob.piece(place)).collect()
}

/// A quotient as the nearest whole number, halves away from 0; None for a division by 0.
fn nearest(value: i64, by: i64) -> Option<i8> {
    let half = if value < 0 { -by / 2 } else { by / 2 };
    i8::try_from((value + half).checked_div(by)?).ok()
}
