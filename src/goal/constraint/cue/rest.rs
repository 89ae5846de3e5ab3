//! Limits on all that was not named: "and nothing else", "no other files should change", "everything else stays as it is".
//!
//! Owns the names that people have for it and what they say of it. Which places are not meant is what the prompt names. Nearly all of it is
//! said of programs, too ("only the avatar updates, everything else stays as it is"): what is no order of its own counts beside one that
//! names a place, or where it speaks of touching files.

use crate::goal::constraint::act::{Act, Cue, is_over};
use crate::goal::constraint::clause;
use crate::goal::constraint::state::{self, is_as_it_was};
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence};
use crate::goal::prompt::word_class::{is_article, is_copula, is_determiner, is_modal, is_place_noun, is_subordinator};

/// Words at most between the name and the verb that says that it is not to change.
const MAX_SPAN: usize = 6;

/// The limit that begins at `at`.
pub(in crate::goal::constraint) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if sentence.head(at) == Head::Inside {
        return None;
    }
    let end = ordered(sentence, at).or_else(|| said(sentence, at).filter(|_| is_meant(sentence, at)))?;
    Some(Cue::new(at, end, Act::Rest).until(end).mildly())
}

/// "Leave the rest alone", "and nothing else", "only this file": the token behind.
fn ordered(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let over = |end: &usize| is_over(sentence, end - 1);
    match (sentence.word(at), sentence.word(at + 1), sentence.word(at + 2)) {
        ("leave" | "keep", ..) => named(sentence, at + 1).filter(|end| is_as_it_was(sentence, *end)),
        ("hands", "off", _) => named(sentence, at + 2).filter(|end| clause::ends(sentence, *end)),
        ("nothing" | "nowhere", "else", _) => Some(at + 2).filter(over),
        ("no", "other", "change" | "changes" | "edits" | "file" | "files") => Some(at + 3).filter(over),
        ("apart" | "aside", "from", "that" | "this") | ("other", "than", "that" | "this") => {
            nothing(sentence, at + 3).filter(over)
        }
        ("besides", "that" | "this", _) => nothing(sentence, at + 2).filter(over),
        ("only" | "just", "that" | "this", "file" | "one") => {
            Some(at + 3 + usize::from(sentence.word(at + 3) == "file")).filter(over)
        }
        ("that" | "this" | "it", "is", "the") => the_only(sentence, at + 3),
        ("that's" | "it's", "the", _) => the_only(sentence, at + 2),
        _ => None,
    }
}

/// "No changes", "nothing", "don't touch anything", behind "other than that": the token behind.
fn nothing(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    match (sentence.word(at), sentence.word(at + 1), sentence.word(at + 2)) {
        ("no", noun, _) if changing::is_noun(noun) => Some(at + 2),
        ("nothing", ..) => Some(at + 1),
        ("don't", verb, "anything") if changing::is_verb(verb) => Some(at + 3),
        ("change" | "touch", "nothing", _) => Some(at + 2),
        _ => None,
    }
}

/// "Only file", "only file you should touch": the token behind.
fn the_only(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    if !sentence.reads(at, "only file") {
        return None;
    }
    let yours =
        sentence.word(at + 2) == "you" && (at + 3..at + MAX_SPAN).any(|at| changing::is_verb(sentence.word(at)));
    let to_change = sentence.word(at + 2) == "to" && changing::is_verb(sentence.word(at + 3));
    (yours || to_change).then_some(at + 2)
}

/// "No other files should change", "everything else stays as is": the token behind the name.
fn said(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let none = match (sentence.word(at), sentence.word(at + 1)) {
        ("nothing", "else") => Some(at + 2),
        ("no", "other") if is_thing(sentence.word(at + 2)) => Some(at + 3),
        _ => None,
    };
    let may_change = |end: &usize| state::let_change(sentence, *end).is_some();
    none.filter(may_change).or_else(|| named(sentence, at).filter(|end| stays(sentence, *end)))
}

/// "Everything else", "all other files", "the rest of the code": the token behind.
fn named(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let start = at + usize::from(sentence.word(at) == "all");
    let start = sentence.past(start, is_article);
    let end = match (sentence.word(start), sentence.word(start + 1)) {
        ("everything" | "anything", "else") if start == at => at + 2,
        ("other" | "remaining", thing) if is_thing(thing) => start + 2,
        ("rest", "of") => sentence.past(start + 2, is_determiner) + 1,
        ("rest", _) => start + 1,
        _ => return None,
    };
    (end <= sentence.tokens.len()).then_some(end)
}

/// What else there is of.
fn is_thing(word: &str) -> bool {
    is_place_noun(word) || matches!(word, "classes" | "code")
}

/// "Must stay as it is", "shouldn't change", "doesn't get touched", "is off limits", "untouched".
fn stays(sentence: &Sentence<'_>, at: usize) -> bool {
    let must = is_modal(sentence.word(at));
    let verb = at + usize::from(must);
    let kept = changing::is_staying(sentence.word(verb));
    let state = verb + usize::from(kept);
    // "As it is" has three words, "untouched" one.
    let behind = (state + 1..state + 5).any(|end| end <= sentence.tokens.len() && clause::ends(sentence, end));
    let as_it_was = is_as_it_was(sentence, state) && (kept || !must) && behind;
    as_it_was || is_shut(sentence, at) || is_not_to_change(sentence, at)
}

/// "Is off limits". What is frozen or read-only may be so on a disk.
fn is_shut(sentence: &Sentence<'_>, at: usize) -> bool {
    is_copula(sentence.word(at)) && sentence.reads(at + 1, "off limits")
}

/// "Must not be changed", "don't need to change", "are not to be touched".
fn is_not_to_change(sentence: &Sentence<'_>, at: usize) -> bool {
    let verb = sentence.word(at);
    let may = is_copula(verb) || is_modal(verb) || matches!(verb, "do" | "does");
    let denied = verb.ends_with("n't") || verb == "cannot" || may && sentence.word(at + 1) == "not";
    denied && change(sentence, at).is_some_and(|changed| clause::ends(sentence, changed + 1))
}

/// The verb of changing in what is said from `at` on.
fn change(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let changes = |at: &usize| changing::is_verb(sentence.word(*at)) || changing::is_participle(sentence.word(*at));
    let between = |at: &usize| matches!(sentence.word(*at), "be" | "get" | "have" | "need" | "not" | "to");
    (at + 1..at + MAX_SPAN).find(|at| !between(at)).filter(changes)
}

/// True where what is said at `at` limits the work and describes no program.
fn is_meant(sentence: &Sentence<'_>, at: usize) -> bool {
    // "Only the avatar updates, everything else stays as it is" tells what happens in a program.
    let tells = |word: &str| is_subordinator(word) || matches!(word, "currently" | "now" | "only");
    if (0..at).any(|at| tells(sentence.word(at))) {
        return false;
    }
    let beside_an_order =
        sentence.orders() && sentence.tokens[..at].iter().any(|token| clause::is_path(token) || token.code);
    // Nobody touches files but an editor of them; "need to change" is said of code alone.
    let of_files = named(sentence, at).is_some_and(|end| {
        let files = (at..end).any(|at| is_thing(sentence.word(at)));
        let needs = (end..end + 3).any(|at| sentence.word(at) == "need");
        let touched = change(sentence, end)
            .is_some_and(|at| matches!(sentence.word(at), "touch" | "touched" | "edit" | "edited"));
        files && (needs || is_shut(sentence, end)) || sentence.head(at) == Head::Opens && touched
    });
    beside_an_order || of_files
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
            "other than that no changes please",
            "apart from that don't touch anything",
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
        for said in [
            "Everything else must not be touched.",
            "Other files don't need to change.",
            "The rest of the code is off limits.",
        ] {
            check(&format!("fix src/auth/token.ts. {said}"), true);
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
            "hands off the rest of",
            "other files are read-only in the container, so the write fails",
        ] {
            check(&format!("fix src/auth/token.ts, {said}"), false);
        }
        for prompt in [
            "Bug: after clicking Save in src/auth/token.ts only the avatar updates, everything else stays as it is. Fix that.",
            "When I change the currency in src/auth/token.ts the total updates, the rest doesn't change",
            "Write capitalize() in src/auth/token.ts. First letter upper-case, the rest unchanged.",
            "fix src/auth/token.ts: users may edit their name, nothing else can be changed. They should",
            "fix src/auth/token.ts. The rest of the page is frozen. Unfreeze it",
            "log out only the current tab in src/auth/token.ts, the rest stays untouched",
            "fix src/auth/token.ts. It should show the last four digits, the rest stays as it is",
            "fix src/auth/token.ts. the first file is replaced, other files are not updated.",
            "src/auth/token.ts should only upload changed files, other files should not be touched",
            "fix src/auth/token.ts. The rest should stay as it is for logged-out users",
            "fix src/auth/token.ts. when one file is saved, the other files must not be changed. Right now they are",
        ] {
            check(prompt, false);
        }
    }
}
