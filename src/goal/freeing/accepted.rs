//! How a sentence accepts what was changed beside the goal: "keep it", "that css change is good", "i wanted the color change too".
//!
//! Owns these forms. Which changes are meant, and whether there are any, is asked in `beside`; a bare "looks good" accepts none, for who says
//! it may not have seen them.

use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::word_class::{
    is_all_right, is_copula, is_determiner, is_exclamation, is_first_person, is_praise, is_prelude, is_pronoun,
    is_settled, is_too, refuses,
};
use crate::goal::prompt::{changing, closing};

/// Words at most of a sentence that accepts something.
const MAX_SENTENCE: usize = 24;

/// Words at most of a thing that is kept: "the new color change".
const MAX_KEPT: usize = 4;

/// Words at most of a line that only adds something: "css too then, please".
const MAX_ASIDE: usize = 8;

/// Which changes a sentence accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal) enum Accepted {
    /// Those that it names.
    Named,
    /// Whatever was changed.
    All,
}

/// What the sentence accepts.
pub(in crate::goal) fn accepted(sentence: &Sentence<'_>) -> Option<Accepted> {
    let denied = |word: &str| refuses(word) && word != "no" || matches!(word, "if" | "only" | "revert" | "undo");
    if sentence.tokens.len() > MAX_SENTENCE || sentence.mood == Mood::Question || sentence.any(denied) {
        return None;
    }
    let kept = (0..sentence.tokens.len()).find_map(|at| kept(sentence, at));
    kept.or_else(|| (is_called_good(sentence) || was_wanted(sentence) || adds(sentence)).then_some(Accepted::Named))
}

/// "Keep it", "keep the color"; "leave the color, its fine", for "leave it" alone may mean anything.
fn kept(sentence: &Sentence<'_>, at: usize) -> Option<Accepted> {
    let verb = sentence.word(at);
    let opens =
        sentence.head(at) != Head::Inside || is_exclamation(sentence.back(at, 1)) || is_praise(sentence.back(at, 1));
    let approved = || sentence.any_from(at, |verdict| is_verdict(sentence, verdict));
    if !opens || !(matches!(verb, "accept" | "keep") || verb == "leave" && approved()) {
        return None;
    }
    let from = sentence.past(at + 1, |word| is_determiner(word) && !is_pronoun(word));
    if is_pronoun(sentence.word(from)) || sentence.word(from) == "both" {
        let noun = sentence.past(from + 1, changing::is_change);
        let behind = sentence.past(noun, |word| matches!(word, "in" | "there"));
        if closes_a_verdict(sentence, behind) {
            return Some(Accepted::All);
        }
    } else if changing::is_change(sentence.word(from)) && closes_a_verdict(sentence, from + 1) {
        return Some(Accepted::All);
    }
    (from + 1..=from + MAX_KEPT).any(|end| closes_a_verdict(sentence, end)).then_some(Accepted::Named)
}

/// "That css change is good", "the color edits look fine".
fn is_called_good(sentence: &Sentence<'_>) -> bool {
    let spoken = |verdict: usize| (0..verdict).any(|at| changing::is_change(sentence.word(at)));
    sentence.any_at(|at| is_verdict(sentence, at) && spoken(at))
}

/// "I wanted the color change too", "we need that css"; "I like the color change", where "I like the color" may be of any.
fn was_wanted(sentence: &Sentence<'_>) -> bool {
    sentence.any_at(|at| {
        let own =
            is_first_person(sentence.back(at, 1)) || sentence.back(at, 1) == "did" || is_prelude(sentence.back(at, 1));
        let liked = || sentence.any_from(at, |noun| changing::is_change(sentence.word(noun)));
        own && match sentence.word(at) {
            "like" | "love" | "liked" => liked(),
            word => matches!(word, "asked" | "intended" | "meant" | "need" | "needed" | "want" | "wanted"),
        }
    })
}

/// "Also do the colors", "css too".
fn adds(sentence: &Sentence<'_>) -> bool {
    sentence.any(is_too) && (sentence.orders() || sentence.tokens.len() <= MAX_ASIDE)
}

/// "Is good", "looks fine", "its ok": said from `at` on.
pub(in crate::goal) fn is_verdict(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    let links =
        is_copula(word) || matches!(word, "its" | "it's" | "look" | "looks" | "thats" | "that's" | "was" | "were");
    let how = sentence.past(at + 1, |word| {
        matches!(word, "actually" | "all" | "perfectly" | "pretty" | "quite" | "really" | "so" | "totally")
    });
    let good = |word: &str| {
        is_all_right(word)
            || is_praise(word)
            || is_settled(word) && word != "gone"
            || matches!(word, "right" | "wanted")
    };
    links && good(sentence.word(how)) && closes_a_verdict(sentence, how + 1)
}

fn closes_a_verdict(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    let for_now = word == "for" && matches!(sentence.word(at + 1), "me" | "now");
    let as_well = word == "as" && sentence.word(at + 1) == "well";
    closing::closes(sentence, at) || is_too(word) || for_now || as_well || matches!(word, "anyway" | "then" | "though")
}
