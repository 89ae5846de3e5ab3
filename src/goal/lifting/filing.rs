//! Whether a prompt asks for files to be made or taken away, where that alone was forbidden.
//!
//! Owns the words for it. "Fix src/a.rs" ends no "don't delete any files", while "delete src/a.rs" leaves that one file free.

use super::offer::Offer;
use crate::domain::{Constraint, Pattern, ScopeReason, Spares, Target};
use crate::goal::line::Line;
use crate::goal::names::Names;
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::goal::prompt::word_class::{is_file_noun, is_place_noun, is_pronoun};
use crate::goal::reading::Reading;
use crate::text::pattern::encloses;
use std::collections::HashSet;

/// Verbs that take files away.
const DELETING: [&str; 5] = ["delete", "deleting", "nuke", "rm", "unlink"];

/// Verbs that may mean lines as well as files, and words of what they are said of where files are meant.
#[rustfmt::skip]
const REMOVING: [&str; 10] = [
    "discard", "drop", "erase", "kill", "prune", "purge", "remove", "removing", "rid", "throw",
];
/// Verbs of order, which take files away only where files are meant: to clean up a folder is to tidy its code.
const CLEANING: [&str; 2] = ["clean", "cleanup"];
#[rustfmt::skip]
const FILES: [&str; 14] = [
    "all", "both", "code", "component", "components", "dead", "everything", "obsolete", "old", "page", "script", "scripts", "test", "unused",
];

/// Verbs by which one file takes the place of another.
#[rustfmt::skip]
const MOVING: [&str; 9] = ["consolidate", "convert", "merge", "migrate", "move", "moving", "relocate", "rename", "replace"];

/// Those of them with which a file goes whatever is named.
const TAKING: [&str; 5] = ["consolidate", "convert", "move", "relocate", "rename"];

/// Words that speak of something new, or of the next piece of work.
#[rustfmt::skip]
const MAKING: [&str; 29] = [
    "add", "adding", "another", "break", "build", "convert", "cover", "create", "creating", "document", "extract", "generate",
    "implement", "introduce", "make", "migrate", "new", "next", "own", "save", "scaffold", "separate", "set", "split", "start", "tackle", "turn", "write", "writing",
];

/// Verbs with which something is ordered to be built.
const BUILDING: [&str; 6] = ["add", "build", "create", "implement", "make", "write"];

/// Words at most from a verb to what it is said of.
const NEAR: usize = 4;

/// What later prompts leave of a limit on one thing done to files. Of the places that are named for it, only those are free.
pub(super) fn left_of<'p>(
    limit: &'p Constraint,
    lines: &[&'p Line<'_>],
    offer: &'p Offer,
    reading: &'p Reading<'_, '_>,
) -> Option<Constraint> {
    let mut left = Left::of(limit);
    let mut asked = false;
    let unneeded = reading.typed().filter(|line| limit.spares == Spares::Changes && is_unneeded(&line.sentence));
    for line in lines.iter().copied().chain(unneeded) {
        let free = meant(line, limit.spares, &reading.names);
        asked |= !left.spare(free.into_iter()) && asks_for(line, limit.spares);
    }
    let offered = offer.words.iter().any(|word| words_for(limit.spares, word));
    let agreed = left.spare(offer.places.iter());
    (agreed || !asked && !offered).then_some(left.limit)
}

/// What the prompt that sets the limit leaves free itself: "delete src/old.rs, but don't delete any other file"; `None` where it asks for
/// what nobody can tell.
pub(in crate::goal) fn beside(limit: &Constraint, reading: &Reading<'_, '_>) -> Option<Constraint> {
    // "Write an export. Never create any files, return a buffer" is about a program.
    let new = limit.clause.split_whitespace().any(|word| word.eq_ignore_ascii_case("new"));
    let whole = limit.targets.contains(&Target::Paths(Pattern::Folder(String::new())));
    let mut left = Left::of(limit);
    for line in reading.typed() {
        let builds = whole && !new && BUILDING.contains(&line.sentence.word(0));
        if limit.spares == Spares::Existing && (builds || makes_a_file(line)) {
            return None;
        }
        left.spare(meant(line, limit.spares, &reading.names).into_iter());
    }
    Some(left.limit)
}

/// What is left of a limit, line by line: a prompt may name thousands of places, each in a line of its own.
struct Left<'p> {
    limit: Constraint,
    /// Those that it leaves free already.
    free: HashSet<&'p Pattern>,
}

impl<'p> Left<'p> {
    fn of(limit: &'p Constraint) -> Self {
        Self { limit: limit.clone(), free: limit.except.iter().collect() }
    }

    /// Leaves these places free; false where there is none in it.
    fn spare(&mut self, places: impl Iterator<Item = &'p Pattern>) -> bool {
        let mut any = false;
        for place in places {
            let held = self.limit.targets.iter().any(|target| match target {
                Target::Paths(outer) => outer != place && encloses(outer, place),
                Target::Kind(_) => true,
                _ => false,
            });
            any |= held;
            if held && self.free.insert(place) {
                self.limit.except.push(place.clone());
            }
        }
        any
    }
}

/// True for a line that wants it done, whatever it names.
fn asks_for(line: &Line<'_>, spares: Spares) -> bool {
    let word = |at: usize| line.sentence.word(at);
    line.asking().any(|(at, token)| match spares {
        // "Remove the flag".
        Spares::Changes if REMOVING.contains(&token.word.as_str()) || CLEANING.contains(&token.word.as_str()) => {
            let files = |word: &str| is_pronoun(word) || is_place_noun(word) || FILES.contains(&word);
            (at + 1..=at + NEAR).any(|near| files(word(near)))
        }
        Spares::Changes if TAKING.contains(&token.word.as_str()) => true,
        Spares::Existing if token.word == "make" => word(at + 1) != "sure",
        _ => words_for(spares, &token.word),
    })
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
    let file = |at: usize| is_file_noun(sentence.word(at)) || matches!(sentence.word(at), "module" | "modules");
    let new = |at: usize| matches!(sentence.word(at), "another" | "new" | "own" | "separate" | "test");
    line.asking().any(|(at, _)| at > 0 && file(at) && new(at - 1))
}

/// "We don't need backfill.py anymore", "backfill.py is obsolete": who says that of a file wants it gone.
fn is_unneeded(sentence: &Sentence<'_>) -> bool {
    let no_more = || sentence.has_phrase(&["anymore", "any more", "any longer"]);
    let useless = |at: usize| {
        matches!(
            sentence.word(at),
            "dead" | "needless" | "obsolete" | "redundant" | "superfluous" | "unused" | "useless"
        )
    };
    sentence.mood != Mood::Question
        && sentence.any_at(|at| match sentence.word(at) {
            "don't" | "not" => matches!(sentence.word(at + 1), "need" | "needed") && no_more(),
            "no" => sentence.word(at + 1) == "longer" && matches!(sentence.word(at + 2), "need" | "needed"),
            "are" | "is" => useless(at + 1) && matches!(sentence.word(at + 2), "" | "anyway" | "now"),
            _ => false,
        })
}

/// The places that the line wants made or taken away: what is not there yet, what is to go, and what is moved.
fn meant<'l>(line: &'l Line<'_>, spares: Spares, names: &Names<'_>) -> Vec<&'l Pattern> {
    let says = |list: &[&str]| line.asking().any(|(_, token)| list.contains(&token.word.as_str()));
    // "Get rid of src/a.rs", "src/a.rs can go".
    let away = || {
        is_unneeded(&line.sentence) || says(&["rid"]) || line.asking().any(|(at, _)| line.sentence.reads(at, "can go"))
    };
    // "Remove the flag from src/a.rs".
    let goes = || says(&DELETING) || says(&MOVING) || away() || says(&REMOVING) && !says(&["from", "in", "of"]);
    let such = |place: &Pattern| match spares {
        Spares::Changes => goes(),
        Spares::Existing => !names.exists(place),
        Spares::Nothing | Spares::NewFiles => false,
    };
    line.freed()
        .filter(|(reason, place)| *reason <= ScopeReason::Named && such(place))
        .map(|(_, place)| place)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ConstraintKind;
    use crate::goal::stage::{Stage, limits, shown_constraints};

    /// The limits after a first prompt and a later one.
    #[track_caller]
    fn then(first: &str, later: &str, expected: &str) {
        let stage = Stage::new();
        let goal = stage.revise(&stage.start(first), later).1;
        assert_eq!(shown_constraints(&goal.constraints), expected, "{first} / {later}");
    }

    /// The limit was copied for each line, with all that the lines before it had left free.
    #[test]
    fn a_place_costs_no_more_where_many_are_free() {
        let project = vec![Target::Paths(Pattern::Folder(String::new()))];
        let limit = Constraint::bare(ConstraintKind::DoNot, "don't delete any files".to_owned(), project);
        let limit = Constraint { denies: true, spares: Spares::Changes, ..limit };
        let places: Vec<Pattern> = (0..100_000).map(|at| Pattern::File(format!("src/{at}.py"))).collect();
        let mut left = Left::of(&limit);
        for place in places.iter().chain(&places) {
            assert!(left.spare(std::iter::once(place)));
        }
        assert!(left.limit.except == places);
    }

    #[test]
    fn only_who_asks_for_it_ends_it() {
        let kept = "Fix the login. Don't delete any files.";
        then(kept, "fix src/parser.rs too", "deny removing the project");
        then(kept, "now delete src/parser.rs", "deny removing the project except src/parser.rs");
        then(kept, "get rid of src/parser.rs", "deny removing the project except src/parser.rs");
        then(kept, "src/parser.rs can go now", "deny removing the project except src/parser.rs");
        then(kept, "clean up the unused files", "");
        then(kept, "great, get rid of both", "");
        then(kept, "src/parser.rs is obsolete", "deny removing the project except src/parser.rs");
        then(kept, "we don't need src/parser.rs anymore", "deny removing the project except src/parser.rs");
        then(kept, "src/parser.rs is no longer needed", "deny removing the project except src/parser.rs");
        for prompt in [
            "we still need src/parser.rs",
            "src/parser.rs is not obsolete",
            "is src/parser.rs obsolete?",
            "we don't need src/parser.rs for that",
            "src/parser.rs is dead slow",
            "get both dates right",
        ] {
            then(kept, prompt, "deny removing the project");
        }
        let no_more = "Fix the login. Don't create any new files.";
        then(no_more, "also fix the logout", "deny creating the project");
        then(no_more, "add a settings page", "");
        then(no_more, "ok you can create new files", "");
        then(no_more, "now fix src/parser.rs too and write tests for both", "");
        then(no_more, "also move the helpers to src/helpers.rs", "deny creating the project except src/helpers.rs");
        then(no_more, "make sure the tests pass", "deny creating the project; must");
        then(kept, "get the tests green", "deny removing the project");
        then(kept, "remove the flag from src/parser.rs", "deny removing the project");
        then(kept, "drop the dead code", "");
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
        limits(
            "Move src/parser.rs to src/core.rs. Don't delete any files.",
            "deny removing the project except src/parser.rs except src/core.rs",
        );
        limits("Remove the flag from src/parser.rs. Don't delete any files.", "deny removing the project");
        limits("Clean up src/parser.rs. Don't delete any files.", "deny removing the project");
        limits("Don't delete any files. Clean up src/legacy/.", "deny removing the project");
        limits("Put the helper in a new file. Don't create any files in src/legacy.", "donot creating src/legacy/");
    }
}
