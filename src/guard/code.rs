//! Edits that bring in code which the user has ruled out.
//!
//! Owns when that is looked for: as the call is taken note of, since the lines of an edit live no longer.

use super::state::Guard;
use crate::domain::{Action, Brought, Code, ConstraintKind, Target};
use crate::text::code::brings;
use crate::text::words::{akin, words};

impl Guard<'_> {
    /// The first limit that an edit crosses by what it writes. What the user's own words ask for is nothing that they rule out:
    /// "replace moment by date-fns, no moment in new files".
    pub(super) fn brings_in(&self, action: &Action) -> Option<Brought> {
        let (goal, lines) = (self.session.goal.as_ref()?, action.lines.as_ref()?);
        let file = &action.effects.first()?.path;
        let told = goal.constraints.iter().filter(|limit| limit.kind == ConstraintKind::DoNot && !limit.denies);
        let mut codes = told.flat_map(|limit| {
            limit
                .targets
                .iter()
                .filter_map(move |target| if let Target::Code(code) = target { Some((limit, code)) } else { None })
        });
        let wanted = |code: &Code| {
            let asked = words(&goal.words_beside_limits());
            words(code.word()).iter().all(|word| asked.iter().any(|said| akin(said, word)))
        };
        let (limit, code) = codes.find(|(_, code)| brings(code, file, lines) && !wanted(code))?;
        Some(Brought { clause: limit.clause.clone(), code: code.shown() })
    }
}
