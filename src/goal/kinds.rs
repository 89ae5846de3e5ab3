//! Places that a kind of work stands for: "also update the docs", "keep the css change".

use super::GoalContext;
use super::line::{Ask, Line};
use crate::domain::{Pattern, ScopeReason, WorkKind};
use crate::text::{kind, pattern, words};

/// Places that the kinds of a sentence stand for: all of the kind where it is allowed or asked for by its files' name
/// ("also update the docs"), those changed so far where a change is kept or taken back.
pub(super) fn places_of_kinds(line: &Line<'_>, permission: bool, cx: &GoalContext<'_>) -> Vec<(Pattern, ScopeReason)> {
    let reversal = line.ask == Ask::Reversal;
    let ordered = line.sentence.orders();
    let reason = if permission { ScopeReason::Allowed } else { ScopeReason::Named };
    let mut places = Vec::new();
    if permission || reversal {
        let (files, _) = spoken_of(line, cx.changed.keys(), &line.kinds);
        places.extend(files.into_iter().map(|file| (file, reason)));
    }
    let by_name = |kind: WorkKind| {
        line.asking().any(|(_, token)| kind::is_file_word(&token.word) && kind::kind_of_word(&token.word) == Some(kind))
    };
    for kind in &line.kinds_by_word() {
        if permission || (ordered && !reversal && by_name(*kind)) {
            places.extend(pattern::of_kind(*kind).map(|place| (place, reason)));
        }
    }
    places
}

/// Of these files those that a line speaks of, by their names or as of one of `spoken`, and the kinds of work by which it does.
pub(super) fn spoken_of<'f>(
    line: &Line<'_>,
    files: impl Iterator<Item = &'f String>,
    spoken: &[WorkKind],
) -> (Vec<Pattern>, Vec<WorkKind>) {
    let told: Vec<&str> =
        line.asking().map(|(_, token)| token.word.as_str()).filter(|word| words::is_telling(word)).collect();
    let (mut meant, mut kinds) = (Vec::new(), Vec::new());
    for file in files {
        let kind = kind::kind_of_path(file).filter(|kind| spoken.contains(kind));
        let akin = || words::path_words(file).iter().any(|part| told.iter().any(|word| words::akin(part, word)));
        if kind.is_some() || akin() {
            meant.push(Pattern::File(file.clone()));
        }
        kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
    }
    (meant, kinds)
}
