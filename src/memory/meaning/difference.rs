//! What differs between two texts that may be much alike.
//!
//! Owns the kinds of differences and their order; each is found in a file of its own below. A difference needs evidence on both
//! sides; what only one text says is more, not other.

mod arrangement;
mod direction;
mod number;
mod thing;

use super::Meaning;
use super::contrast::{contrasts, swaps};
use super::found::Found;
use super::matches::Matches;

/// Everything that differs.
pub(super) fn between(one: &Meaning, other: &Meaning, matches: &Matches) -> Found {
    let mut found = Found::new();
    direction::directions(one, other, matches, &mut found);
    thing::siblings(one, other, matches, &mut found);
    thing::reaches(one, other, &mut found);
    number::numbers(one, other, &mut found);
    arrangement::orders(one, other, &mut found);
    arrangement::roles(one, other, &mut found);
    swaps(one, other, &mut found);
    contrasts(one, other, &mut found);
    thing::names(one, other, &mut found);
    thing::things(one, other, matches, &mut found);
    thing::deeds(one, other, matches, &mut found);
    found
}
