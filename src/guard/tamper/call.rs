//! A call of a program, as the judgement about the wiring sees it.

use super::whole::Whole;
use super::wiring::Wiring;

/// One program with its words.
pub(super) struct Call<'a, 'w> {
    /// The program as it is written.
    pub(super) first: &'a str,
    /// Its plain name.
    pub(super) name: &'a str,
    /// The words behind it.
    pub(super) operands: &'a [String],
    /// The whole command around it, and what was read in it.
    pub(super) whole: &'a Whole<'w>,
    /// The folder it runs in.
    pub(super) folder: Option<&'a str>,
    pub(super) wiring: &'a Wiring<'a>,
}
