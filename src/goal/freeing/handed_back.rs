//! Places that somebody has finished with and gives back: "I'm done with the parser", "you can have parser.rs now", "unlock legacy".
//!
//! Owns these forms. Who has finished what he kept for himself lets others work there.

use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::goal::prompt::word_class::{
    is_copula, is_first_person, is_of_the_user, is_pronoun, is_second_person, lets, refuses,
};

/// Words from the giving back to the name of the place.
const MAX_BETWEEN: usize = 3;

/// True where the sentence gives back what is named at `at`.
pub(in crate::goal) fn is_handed_back(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.mood != Mood::Question && (is_given(sentence, at) || is_open_again(sentence, at)) && !is_put_off(sentence)
}

/// Who is said to have finished: "Kim's done!", "sara merged hers", "ops is through".
pub(in crate::goal) fn finished<'s>(sentence: &'s Sentence<'_>) -> Option<&'s str> {
    // "Kim has just merged", "kim's finally done".
    let past = |at: usize| sentence.past(at, |word| matches!(word, "already" | "finally" | "just" | "now"));
    let done = |at: usize| matches!(sentence.word(at), "done" | "finished" | "merged" | "ready" | "through");
    let closes = |at: usize| {
        closing::closes(sentence, at)
            || matches!(sentence.word(at), "editing" | "for" | "hers" | "his" | "it" | "theirs" | "with")
    };
    let first = (0..sentence.tokens.len().min(3)).find(|at| {
        let behind = past(at + 1);
        let linked = past(at + 2);
        let owner = sentence.word(*at).ends_with("'s") && done(behind) && closes(behind + 1);
        let is = matches!(sentence.word(at + 1), "are" | "has" | "have" | "is") && done(linked) && closes(linked + 1);
        let did = matches!(sentence.word(behind), "finished" | "merged") && closes(behind + 1);
        owner || is || did
    })?;
    let word = sentence.word(first);
    let owner = word.strip_suffix("'s").unwrap_or(word);
    let somebody = !(is_pronoun(owner) || is_first_person(owner) || is_second_person(owner));
    (sentence.mood != Mood::Question && somebody && !is_put_off(sentence)).then_some(owner)
}

/// "I finished parser.rs", "I'm done with legacy", "you can have parser.rs now", "unfreeze legacy".
fn is_given(sentence: &Sentence<'_>, at: usize) -> bool {
    (at.saturating_sub(MAX_BETWEEN + 1)..at).any(|verb| {
        let before = sentence.back(verb, 1);
        let with = || (verb + 1..at).any(|between| sentence.word(between) == "with");
        let mine = || is_first_person(before) || matches!(before, "am" | "are" | "have");
        match sentence.word(verb) {
            "done" | "through" => with() && (mine() || verb == 0),
            "finished" => mine() || verb == 0,
            "merged" | "pushed" => mine() && is_of_the_user(sentence.word(verb + 1)),
            "have" | "take" => lets(before) && sentence.back(verb, 2) == "you",
            "unfreeze" | "unlock" => true,
            _ => false,
        }
    })
}

/// "Legacy is unlocked", "parser.rs is all yours".
fn is_open_again(sentence: &Sentence<'_>, at: usize) -> bool {
    let behind = at + 2 + usize::from(sentence.word(at + 2) == "all");
    is_copula(sentence.word(at + 1))
        && matches!(
            sentence.word(behind),
            "available" | "done" | "finished" | "free" | "open" | "unfrozen" | "unlocked" | "yours"
        )
}

/// "I'm not done with legacy", "when I'm done with it".
fn is_put_off(sentence: &Sentence<'_>) -> bool {
    let puts_off = |word: &str| matches!(word, "before" | "if" | "once" | "until" | "when");
    sentence.any(|word| puts_off(word) || refuses(word) && word != "no")
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits_left};

    #[test]
    fn what_its_owner_has_finished_is_free() {
        for told in [
            "I finished legacy, you can go on there",
            "i'm done with legacy, add a spinner",
            "you can have legacy now",
            "I pushed my legacy changes, go on with it",
            "unfreeze legacy",
            "legacy is unlocked",
            "done with src/legacy",
            "legacy is all yours",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", told), "", "{told}");
        }
        for told in [
            "I'm not done with legacy",
            "when I'm done with legacy you can have it",
            "are you done with legacy?",
            "I have legacy open here",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", told), "deny src/legacy/", "{told}");
        }
    }

    #[test]
    fn whose_work_it_was_has_finished() {
        let stage = Stage::new();
        let first = stage.start("fix the token bug. don't touch src/legacy, Kim is rewriting it");
        let left = |said: &str| stage.left(&first, said);
        for said in [
            "Kim's done! add a spinner",
            "kim merged hers. log it too",
            "Kim is through, go on",
            "kim just merged, go ahead",
        ] {
            assert_eq!(left(said), "", "{said}");
        }
        for said in ["Kim isn't done", "Ben's done", "the token is done", "is Kim done?", "when Kim is done you may"] {
            assert_eq!(left(said), "deny src/legacy/", "{said}");
        }
    }
}
