//! "Don't touch X", "never push", "you must not edit X", and the second act behind an "or".
//!
//! Owns the verb behind a negation. What it does is read in `act::deed`.

use super::manner::{asks_for_more, skip_adverbs};
use super::run_on;
use crate::goal::constraint::act::deed::acts;
use crate::goal::constraint::act::{Cue, act_of, is_of_several_words};
use crate::goal::constraint::clause::is_path;
use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_verb};
use crate::goal::prompt::word_class::{is_copula, is_modal, is_prelude, is_pronoun, rules};

/// Words back to which the "don't" of a second act is looked for.
const MAX_JOINED: usize = 8;

/// "don't touch X", "never push", "make sure you don't edit X", "you must not edit X".
pub(super) fn negation(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let word = sentence.word(at);
    let (verb, soft) = refused(sentence, at)?;
    let warned = at >= 2
        && matches!(sentence.word(at - 1), "that" | "to" | "you")
        && (at.saturating_sub(4)..at)
            .any(|before| sentence.reads(before, "make sure") || sentence.word(before) == "ensure");
    let ordered = sentence.mood != Mood::Statement;
    let of_a_state = |at: usize| is_copula(sentence.word(at));
    let mut loose = false;
    let tied = match sentence.head(at) {
        Head::Opens => true,
        // "The workers read it, never touch src/db" tells; "third_party is vendored, never edit it" orders.
        Head::Comma => word != "never" || ordered || is_pronoun(sentence.word(verb + 1)) && (1..at).any(of_a_state),
        // "It is archived so don't edit it".
        Head::Tied if sentence.back(at, 1) == "so" && act_of(sentence.word(verb)).is_some() => true,
        // The subject of "works but don't know" is left out.
        Head::Tied if ordered || word != "never" && sentence.may_order() => true,
        // "Looks good but don't push".
        Head::Tied => {
            loose = true;
            run_on::is_contrast(sentence, at)
        }
        // "Be careful not to touch it" orders, though no verb of work stands in it.
        Head::Inside if warned || word == "not" => {
            ordered || sentence.back(at, 2) == "be" && sentence.head(at - 2) != Head::Inside
        }
        Head::Inside => {
            loose = true;
            ordered && run_on::is_second_order(sentence, at, verb)
        }
    };
    if !tied {
        return None;
    }
    let (verb, manner) = skip_adverbs(sentence, verb);
    // "Don't bother with X" asks for less work, whatever X is.
    if sentence.word(verb) == "with" {
        return None;
    }
    let (act, object) = acts(sentence, verb)?;
    // "Don't ignore routes.ts any more" asks for it.
    if matches!(sentence.word(verb), "forget" | "ignore" | "skip") && sentence.tokens.get(object).is_some_and(is_path) {
        return None;
    }
    // "Don't just touch src/auth, also ...", "don't only edit the test, fix the bug" ask for more.
    if manner && asks_for_more(sentence, verb, object) {
        return None;
    }
    Some(Cue::new(at, object, act).mildly_if(soft || manner).loosely_if(loose))
}

/// The verb that is refused by the words at `at`, and whether mildly.
fn refused(sentence: &Sentence<'_>, at: usize) -> Option<(usize, bool)> {
    Some(match sentence.word(at) {
        "do" if sentence.word(at + 1) == "not" => (at + 2, false),
        "don't" | "never" => (at + 1, false),
        "you" => {
            let modal = sentence.word(at + 1);
            let verb = match modal {
                "mustn't" | "can't" | "cannot" | "shouldn't" | "won't" => at + 2,
                _ if sentence.word(at + 2) == "not" && (rules(modal) || modal == "will") => at + 3,
                "are" if sentence.word(at + 2) == "not" => permitted(sentence, at + 3)?,
                "aren't" => permitted(sentence, at + 2)?,
                _ => return None,
            };
            (verb, modal.starts_with("should") || modal.starts_with("can"))
        }
        "you're" if sentence.word(at + 1) == "not" => (permitted(sentence, at + 2)?, false),
        // A wish is heard, and denies nothing.
        "i" | "we" if sentence.reads(at + 1, "don't want you to") => (at + 5, true),
        "i'd"
            if matches!(sentence.word(at + 1), "prefer" | "rather")
                && sentence.word(at + 2) == "you"
                && matches!(sentence.word(at + 3), "didn't" | "don't" | "not") =>
        {
            (at + 4, true)
        }
        "must" if sentence.word(at + 1) == "not" && sentence.head(at) == Head::Opens => (at + 2, false),
        // "No need to write tests" asks for less work; what need not be touched is to stay.
        "no" if sentence.reads(at + 1, "need to") && sentence.word(at + 3) == "touch" => (at + 3, true),
        // "Please not install it".
        "not" if is_verb(sentence.word(at + 1)) && (0..at).all(|before| is_prelude(sentence.word(before))) => {
            (at + 1, false)
        }
        // "Under no circumstances should you modify it", "... are you to modify it".
        "at" | "in" | "on" | "under" if let Some(verb) = in_no_case(sentence, at) => (verb, false),
        "not" if sentence.word(at + 1) == "to" && at > 0 => match sentence.word(at - 1) {
            "sure" | "care" | "careful" | "remember" | "you" => (at + 2, false),
            "try" => (at + 2, true),
            _ => return None,
        },
        _ => return None,
    })
}

/// The verb behind "under no circumstances", "on no account should you".
fn in_no_case(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let noun = sentence.word(at + 2);
    let said = sentence.word(at + 1) == "no"
        && match sentence.word(at) {
            "at" => matches!(noun, "point" | "time"),
            "in" => noun == "case",
            "on" => noun == "account",
            _ => noun == "circumstances",
        };
    let verb = match (sentence.word(at + 3), sentence.word(at + 4), sentence.word(at + 5)) {
        ("are", "you", "to") => at + 6,
        (modal, "you", _) | ("you", modal, _) if is_modal(modal) => at + 5,
        // "At no point is the token checked" tells.
        _ if sentence.word(at) == "under" => at + 3,
        _ => return None,
    };
    said.then_some(verb)
}

/// The verb behind "allowed to" or "to".
fn permitted(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let to = at + usize::from(sentence.word(at) == "allowed");
    (sentence.word(to) == "to").then_some(to + 1)
}

/// "Don't push or touch src/db": the second act is of another kind, and the same words forbid it.
pub(super) fn joined(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if !matches!(sentence.word(at), "nor" | "or") || at == 0 {
        return None;
    }
    // "Don't forget to add or update it" forbids nothing.
    let negated = |before: usize| {
        matches!(sentence.word(before), "do" | "don't" | "never") && negation(sentence, before).is_some()
    };
    let shut = |before: &usize| sentence.tokens[*before].ends_clause();
    let begun = (at.saturating_sub(MAX_JOINED)..at).rev().take_while(|before| !shut(before)).any(negated);
    // "Never ask me before committing or deploying" goes on with what stands behind the "before".
    let anew = begun && sentence.mood != Mood::Statement && !sentence.word(at + 1).ends_with("ing");
    let (act, object) = acts(sentence, at + 1).filter(|_| anew)?;
    let known = act_of(sentence.word(at + 1)).is_some() || is_of_several_words(act);
    known.then_some(Cue::new(at, object, act))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn in_no_case_and_with_care_nothing_is_touched() {
        for said in [
            "Under no circumstances should you modify src/legacy",
            "Under no circumstances are you to edit src/legacy",
            "Under no circumstances modify src/legacy",
            "On no account may you touch src/legacy",
            "At no point should you change src/legacy",
            "Be careful not to change src/legacy",
            "Please be sure not to touch src/legacy",
            "Take care not to change src/legacy",
        ] {
            limits(&format!("Fix the token bug in src/auth. {said}."), "deny src/legacy/");
        }
        for said in [
            "I was careful not to change src/legacy",
            "At no point is src/legacy changed",
            "In no case should the reader change src/legacy",
            "at no point does it touch src/legacy, fix that",
        ] {
            limits(said, "");
        }
    }

    #[test]
    fn no_part_of_a_list_spoils_the_others() {
        for (said, expected) in [
            ("fix the login, don't touch src/legacy and dont push", "deny src/legacy/; deny $ git push"),
            ("Fix the login. don't touch src/legacy and no new dependencies", "deny src/legacy/; deny new packages"),
            ("Fix the login, no changes in src/legacy and no new deps", "deny src/legacy/; deny new packages"),
            ("Fix the login. Don't edit src/parser.rs or anything in src/legacy", "deny src/parser.rs + src/legacy/"),
            ("Fix the login. Don't edit src/parser.rs or anything in app", "deny src/parser.rs + app/"),
            ("Fix the login. Don't delete or skip tests", "deny removing tests"),
            ("Fix the login. Don't edit or lint src/legacy/old.ts", "deny src/legacy/old.ts"),
            ("Fix the login. do not commit & push.", "deny $ git commit + $ git push"),
            ("Fix the login. Do not publish or tag", "deny publish"),
            ("Fix the login. Don't tag or publish", "deny $ git tag; deny publish"),
            ("Fix the login. don't push or publish", "deny $ git push; deny publish"),
            ("Fix the login. don't push or tag", "deny $ git push"),
            ("Fix the login. don't touch src/legacy or publish", "deny src/legacy/; deny publish"),
        ] {
            limits(said, expected);
        }
        // What stands behind is an object, a circumstance, or told of a program.
        for (said, expected) in [
            ("Fix the login. don't push to main or staging", "deny $ git push origin main"),
            ("don't change anything in production, fix src/parser.rs", "donot"),
            ("Don't edit and run the tests", "donot"),
            ("Don't publish events or tag rows twice", "donot"),
            ("Fix the login. Don't touch src/legacy (nor any of its tests)", "deny src/legacy/"),
            ("never ask me before committing or publishing", "donot"),
        ] {
            limits(said, expected);
        }
    }
}
