//! Places that a kind of work stands for: "also update the docs", "keep the css change".

use super::GoalContext;
use super::line::{Ask, Line};
use crate::domain::{Pattern, ScopeReason, WorkKind};
use crate::text::{kind, words};

/// Places that the kinds of a sentence stand for: all of the kind where it is allowed or asked for by its files' name
/// ("also update the docs"), those changed so far where a change is kept or taken back.
pub(super) fn places_of_kinds(line: &Line<'_>, permission: bool, cx: &GoalContext<'_>) -> Vec<(Pattern, ScopeReason)> {
    let reversal = line.ask == Ask::Reversal;
    let ordered = line.sentence.orders();
    let reason = if permission { ScopeReason::Allowed } else { ScopeReason::Named };
    let mut places = Vec::new();
    if permission || reversal {
        let said: Vec<&str> =
            line.asking().map(|(_, token)| token.word.as_str()).filter(|word| words::is_telling(word)).collect();
        for changed in cx.changed.keys() {
            let of_kind = kind::kind_of_path(changed).is_some_and(|kind| line.kinds.contains(&kind));
            let akin = || words::path_words(changed).iter().any(|word| said.iter().any(|said| words::akin(word, said)));
            if of_kind || akin() {
                places.push((Pattern::File(changed.clone()), reason));
            }
        }
    }
    let by_name = |kind: WorkKind| {
        line.asking().any(|(_, token)| kind::is_file_word(&token.word) && kind::kind_of_word(&token.word) == Some(kind))
    };
    for kind in &line.kinds_by_word() {
        if permission || (ordered && !reversal && by_name(*kind)) {
            places.extend(kind::globs(*kind).iter().map(|glob| (Pattern::Glob((*glob).to_owned()), reason)));
        }
    }
    places
}
