//! Whether a prompt asks for files to be made or taken away, where that alone was forbidden.
//!
//! Owns the words for it. "Fix src/a.rs" ends no "don't delete any files", while "delete src/a.rs" leaves that one file free.

use super::offer::Offer;
use crate::domain::{Constraint, Pattern, ScopeReason, Spares, Target};
use crate::goal::names::Names;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::reading::{Line, Reading};
use crate::text::pattern::encloses;

/// Verbs that take files away, and those that may mean lines.
const DELETING: [&str; 4] = ["delete", "deleting", "rm", "unlink"];
#[rustfmt::skip]
const REMOVING: [&str; 13] = [
    "clean", "cleanup", "discard", "drop", "erase", "get", "merge", "prune", "purge", "remove", "removing", "replace", "throw",
];

/// Words that speak of something new.
#[rustfmt::skip]
const MAKING: [&str; 18] = [
    "add", "adding", "another", "create", "creating", "extract", "generate", "implement", "introduce", "make", "new", "put", "save",
    "scaffold", "separate", "split", "write", "writing",
];

/// What later prompts leave of a limit on one thing done to files. Of the places that are named for it, only those are free.
pub(super) fn left_of(limit: &Constraint, lines: &[&Line<'_>], offer: &Offer) -> Option<Constraint> {
    let asked: Vec<&&Line<'_>> = lines.iter().filter(|line| asks_for(line, limit.spares)).collect();
    let offered = offer.words.iter().any(|word| words_for(limit.spares, word));
    if asked.is_empty() && !offered {
        return Some(limit.clone());
    }
    let named = asked.iter().flat_map(|line| line.freed()).filter(|(reason, _)| *reason <= ScopeReason::Named);
    let offered = offer.places.iter().filter(|_| offered);
    with_exceptions(limit, named.map(|(_, place)| place).chain(offered))
}

/// What the prompt that sets the limit leaves free itself: "delete src/old.rs, but don't delete any other file"; `None` where it asks for
/// what nobody can tell.
pub(in crate::goal) fn beside(limit: &Constraint, reading: &Reading<'_, '_>) -> Option<Constraint> {
    let mut left = limit.clone();
    for line in reading.typed() {
        if limit.spares == Spares::Existing && makes_a_file(line) {
            return None;
        }
        let named: Vec<&Pattern> =
            line.freed().filter(|(reason, _)| *reason <= ScopeReason::Named).map(|(_, place)| place).collect();
        let free = named.into_iter().filter(|place| is_meant(line, limit.spares, place, &reading.names));
        left = with_exceptions(&left, free).unwrap_or(left);
    }
    Some(left)
}

/// The limit without these places; `None` where there is none in it.
fn with_exceptions<'p>(limit: &Constraint, places: impl Iterator<Item = &'p Pattern>) -> Option<Constraint> {
    let inside = |place: &&Pattern| {
        limit.targets.iter().any(|target| match target {
            Target::Paths(outer) => outer != *place && encloses(outer, place),
            Target::Kind(_) => true,
            _ => false,
        })
    };
    let mut left = limit.clone();
    let mut any = false;
    for place in places.filter(inside) {
        any = true;
        if !left.except.contains(place) {
            left.except.push(place.clone());
        }
    }
    any.then_some(left)
}

fn asks_for(line: &Line<'_>, spares: Spares) -> bool {
    line.asking().any(|(_, token)| words_for(spares, &token.word))
}

fn words_for(spares: Spares, word: &str) -> bool {
    match spares {
        Spares::Changes => DELETING.contains(&word) || REMOVING.contains(&word),
        Spares::Existing => MAKING.contains(&word),
        Spares::Nothing | Spares::NewFiles => false,
    }
}

/// True for a line that orders a file which it does not name: "put it into a new file".
fn makes_a_file(line: &Line<'_>) -> bool {
    let sentence: &Sentence<'_> = &line.sentence;
    let file = |at: usize| matches!(sentence.word(at), "file" | "files" | "module" | "modules");
    let new = |at: usize| matches!(sentence.word(at), "another" | "new" | "own" | "separate" | "test");
    line.asking().any(|(at, _)| at > 0 && file(at) && new(at - 1))
}

/// True for a place that the line wants made or taken away.
fn is_meant(line: &Line<'_>, spares: Spares, place: &Pattern, names: &Names<'_>) -> bool {
    let says = |list: &[&str]| line.asking().any(|(_, token)| list.contains(&token.word.as_str()));
    match spares {
        // "Remove the flag from src/a.rs".
        Spares::Changes => says(&DELETING) || line.sentence.word(0) == "remove" && !says(&["from", "in", "of"]),
        Spares::Existing => says(&MAKING) && !names.exists(place),
        Spares::Nothing | Spares::NewFiles => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints};

    /// The limits after a first prompt and a later one.
    #[track_caller]
    fn then(first: &str, later: &str, expected: &str) {
        let stage = Stage::new();
        let goal = stage.revise(&stage.start(first), later).1;
        assert_eq!(shown_constraints(&goal.constraints), expected, "{first} / {later}");
    }

    #[test]
    fn only_who_asks_for_it_ends_it() {
        let kept = "Fix the login. Don't delete any files.";
        then(kept, "fix src/parser.rs too", "deny removing the project");
        then(kept, "now delete src/parser.rs", "deny removing the project except src/parser.rs");
        then(kept, "clean up the unused files", "");
        let no_more = "Fix the login. Don't create any new files.";
        then(no_more, "also fix the logout", "deny creating the project");
        then(no_more, "add a settings page", "");
        then(no_more, "ok you can create new files", "");
        let stage = Stage::new().replied("Shall I delete src/parser.rs?");
        let goal = stage.revise(&stage.start(kept), "yes").1;
        assert_eq!(shown_constraints(&goal.constraints), "deny removing the project except src/parser.rs");
    }

    #[test]
    fn what_the_same_prompt_orders_is_free() {
        limits("Delete src/parser.rs but don't delete any files in src/legacy.", "deny removing src/legacy/");
        limits(
            "Delete src/parser.rs. Don't delete anything in src/legacy. Don't delete any files.",
            "deny removing src/legacy/; deny removing the project except src/parser.rs",
        );
        limits("Remove the flag from src/parser.rs. Don't delete any files.", "deny removing the project");
        limits("Put the helper in a new file. Don't create any files in src/legacy.", "donot creating src/legacy/");
    }
}
