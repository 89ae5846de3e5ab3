//! A call of a program, as the judgement about the wiring sees it.

use super::wiring::Wiring;
use crate::text::shell::Reading;

/// One program with its words.
pub(super) struct Call<'a> {
    /// The program as it is written.
    pub(super) first: &'a str,
    /// Its plain name.
    pub(super) name: &'a str,
    /// The words behind it.
    pub(super) operands: &'a [String],
    /// The whole command around it, and what was read in it.
    pub(super) command: &'a str,
    pub(super) reading: &'a Reading,
    /// The folder it runs in.
    pub(super) folder: Option<&'a str>,
    pub(super) wiring: &'a Wiring<'a>,
}
