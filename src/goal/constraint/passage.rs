//! A sentence in which limits are looked for, with all that it is understood by.

use crate::goal::names::Names;
use crate::goal::prompt::sentence::Sentence;

/// A typed sentence, the one in front of it, and the places that names call.
#[derive(Clone, Copy)]
pub(super) struct Passage<'s, 't> {
    pub(super) sentence: &'s Sentence<'t>,
    pub(super) before: Option<&'s Sentence<'t>>,
    pub(super) names: &'s Names<'s>,
}
