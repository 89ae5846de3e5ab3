//! Limits on all that was not named: "and nothing else", "no other files should change", "everything else stays as it is".
//!
//! Owns the names that people have for it and what they say of it. Which places are not meant is what the prompt names.

use super::cue::{Act, Cue, is_over};
use super::stated::{self, is_as_it_was};
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence};

/// Words at most between the name and the verb that says that it is not to change.
const MAX_SPAN: usize = 6;

/// What else there is of.
const THINGS: [&str; 9] = ["classes", "code", "file", "files", "modules", "parts", "places", "stuff", "things"];

/// The limit that begins at `at`.
pub(super) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if sentence.head(at) == Head::Inside {
        return None;
    }
    let end = match (sentence.word(at), sentence.word(at + 1), sentence.word(at + 2)) {
        ("leave" | "keep", _, _) => named(sentence, at + 1).filter(|end| is_as_it_was(sentence, *end)),
        ("hands", "off", _) => named(sentence, at + 2).filter(|end| stated::ends(sentence, *end)),
        ("nothing" | "nowhere", "else", _) => Some(at + 2).filter(|end| is_over(sentence, end - 1)),
        ("no", "other", "change" | "changes" | "edits") => Some(at + 3).filter(|end| is_over(sentence, end - 1)),
        ("only" | "just", "that" | "this", "file" | "one") => {
            Some(at + 3 + usize::from(sentence.word(at + 3) == "file")).filter(|end| is_over(sentence, end - 1))
        }
        ("that" | "this" | "it", "is", "the") => the_only(sentence, at + 3),
        ("that's" | "it's", "the", _) => the_only(sentence, at + 2),
        _ => None,
    };
    let none = |end: usize| is_over(sentence, end - 1) || stated::let_change(sentence, end).is_some();
    let end = end
        .or_else(|| nothing_else(sentence, at).filter(|end| none(*end)))
        .or_else(|| named(sentence, at).filter(|end| stays(sentence, *end)))?;
    Some(Cue::new(at, end, Act::Rest).until(end).mildly())
}

/// "Only file", "only file you should touch": the token behind.
fn the_only(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    if !sentence.reads(at, &["only", "file"]) {
        return None;
    }
    let yours =
        sentence.word(at + 2) == "you" && (at + 3..at + MAX_SPAN).any(|at| changing::is_verb(sentence.word(at)));
    let to_change = sentence.word(at + 2) == "to" && changing::is_verb(sentence.word(at + 3));
    (yours || to_change).then_some(at + 2)
}

/// "Nothing else", "no other files": the token behind.
fn nothing_else(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    match (sentence.word(at), sentence.word(at + 1)) {
        ("nothing", "else") => Some(at + 2),
        ("no", "other") if THINGS.contains(&sentence.word(at + 2)) => Some(at + 3),
        _ => None,
    }
}

/// "Everything else", "all other files", "the rest of the code": the token behind.
fn named(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let start = at + usize::from(sentence.word(at) == "all");
    let start = start + usize::from(sentence.word(start) == "the");
    match (sentence.word(start), sentence.word(start + 1)) {
        ("everything" | "anything", "else") if start == at => Some(at + 2),
        ("other" | "remaining", thing) if THINGS.contains(&thing) => Some(start + 2),
        ("rest", "of") => Some(start + 3 + usize::from(sentence.word(start + 2) == "the")),
        ("rest", _) => Some(start + 1),
        _ => None,
    }
}

/// "Must stay as it is", "shouldn't change", "doesn't get touched", "is off limits", "untouched".
fn stays(sentence: &Sentence<'_>, at: usize) -> bool {
    let must = matches!(sentence.word(at), "can" | "must" | "should" | "shall");
    let verb = at + usize::from(must);
    let shut = matches!(sentence.word(at), "is" | "are")
        && (changing::is_shut(sentence.word(at + 1)) || sentence.reads(at + 1, &["off", "limits"]));
    let kept = matches!(sentence.word(verb), "stay" | "stays" | "remain" | "remains");
    let as_it_was = is_as_it_was(sentence, verb + usize::from(kept)) && (kept || !must);
    as_it_was || shut || is_not_to_change(sentence, at)
}

/// "Must not be changed", "don't need to change", "are not to be touched".
fn is_not_to_change(sentence: &Sentence<'_>, at: usize) -> bool {
    let verb = sentence.word(at);
    let denied = verb.ends_with("n't")
        || verb == "cannot"
        || matches!(verb, "are" | "can" | "do" | "does" | "is" | "may" | "must" | "need" | "should")
            && sentence.word(at + 1) == "not";
    let changes = |at: &usize| changing::is_verb(sentence.word(*at)) || changing::is_participle(sentence.word(*at));
    let between = |at: &usize| matches!(sentence.word(*at), "be" | "get" | "have" | "need" | "not" | "to");
    let behind = (at + 1..at + MAX_SPAN).find(|at| !between(at)).filter(changes);
    denied && behind.is_some_and(|changed| stated::ends(sentence, changed + 1))
}

#[cfg(test)]
mod tests {
    use crate::goal::relation::declared_text;
    use crate::goal::stage::Stage;

    #[track_caller]
    fn check(prompt: &str, expected: bool) {
        let goal = Stage::new().start(prompt);
        assert_eq!(goal.scope.declared(), expected, "{prompt}: {}", declared_text(&goal));
    }

    #[test]
    fn what_is_said_of_all_else_declares_what_is_named() {
        for said in [
            "and nothing else",
            "no other files",
            "no other files should change",
            "nothing else may be touched",
            "other files must stay as they are",
            "the other files don't get touched",
            "all other files are off limits",
            "other files don't need to change and shouldn't",
            "everything else stays as is",
            "everything else must not be changed",
            "the rest of the code is not to be touched",
            "rest untouched",
            "leave everything else alone",
            "keep the rest as it is",
            "hands off the rest",
            "only this file",
            "just that one file please",
            "this is the only file you should touch",
            "that's the only file to change",
        ] {
            check(&format!("fix src/auth/token.ts, {said}"), true);
        }
    }

    #[test]
    fn what_describes_the_rest_limits_nothing() {
        for said in [
            "the rest is fine",
            "everything else works",
            "other files use the same format",
            "the rest of the tokens must not be changed by it before they expire",
            "no other files are there",
            "the rest should be easy",
            "this is the only file you will find the bug in",
            "it's the only file",
        ] {
            check(&format!("fix src/auth/token.ts, {said}"), false);
        }
    }
}
