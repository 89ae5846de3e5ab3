//! How a thing is left: "untouched", "stays off limits", "only src/auth may change".
//!
//! Owns the words for it, wherever a form speaks of a state.

use super::circumstance::{self, Circumstance};
use super::clause::{ends, is_adverb, is_linking, is_path};
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_conjunction, rules};

/// Words at most from the first of a place to the verb behind it.
pub(super) const MAX_SPAN: usize = 20;

/// True where one or several places begin at `at` and the verb behind them, before `limit`, says something of them: "src/auth is fine".
pub(super) fn speaks_of_a_place(sentence: &Sentence<'_>, at: usize, limit: usize) -> bool {
    let named =
        |at: &usize| sentence.tokens.get(*at).is_some_and(|token| is_path(token) || is_conjunction(&token.word));
    let verb = (at..limit).find(|at| !named(at)).unwrap_or(limit);
    verb > at && verb < limit && is_linking(sentence.word(verb))
}

/// "Only src/auth may change": where the words stand that let the places from `from` on be changed, and where they end.
pub(in crate::goal) fn let_change(sentence: &Sentence<'_>, from: usize) -> Option<(usize, usize)> {
    let last = sentence.tokens.len().min(from + MAX_SPAN);
    let verb = (from..last)
        .take_while(|at| *at == from || !sentence.tokens[at - 1].stop())
        .find(|at| is_linking(sentence.word(*at)))?;
    let behind = match (sentence.word(verb), sentence.word(verb + 1)) {
        (modal, "change") if rules(modal) => verb + 2,
        (modal, "be") if rules(modal) && changing::is_participle(sentence.word(verb + 2)) => verb + 3,
        _ => return None,
    };
    let of_work = circumstance::behind(sentence, verb) != Circumstance::OfProgram;
    (of_work && ends(sentence, behind)).then_some((verb, behind))
}

/// "stays untouched", "remain exactly as they are".
pub(super) fn stays(sentence: &Sentence<'_>, at: usize) -> bool {
    let how = at + 1 + usize::from(is_adverb(sentence.word(at + 1)));
    changing::is_staying(sentence.word(at)) && is_as_it_was(sentence, how)
}

/// "stays off limits", "remains frozen", "still frozen".
pub(in crate::goal) fn stays_shut(sentence: &Sentence<'_>, at: usize) -> bool {
    let how = match sentence.word(at) {
        "is" | "are" if sentence.word(at + 1) == "still" => at + 2,
        word if changing::is_staying(word) || word == "still" => at + 1,
        _ => return false,
    };
    is_off_limits(sentence, how + usize::from(is_adverb(sentence.word(how))))
}

/// "off limits", "frozen": what a thing is that nobody may change.
pub(in crate::goal) fn is_off_limits(sentence: &Sentence<'_>, at: usize) -> bool {
    changing::is_shut(sentence.word(at)) && ends(sentence, at + 1)
        || sentence.reads_one(at, &["off limits", "read only"]) && ends(sentence, at + 2)
}

/// "alone", "untouched", "as it is": what a thing is left in.
pub(super) fn is_as_it_was(sentence: &Sentence<'_>, at: usize) -> bool {
    changing::is_left(sentence.word(at))
        || sentence.reads_one(at, &["as is", "byte for byte identical"])
        || is_the_way_it_was(sentence, at)
}

/// "It is documented", "they were assigned", behind an "as" or a "how": what somebody does to a thing.
pub(super) fn is_done_so(sentence: &Sentence<'_>, thing: usize) -> bool {
    let done = sentence.word(thing + 2);
    let who = matches!(sentence.word(thing), "it" | "they")
        && matches!(sentence.word(thing + 1), "are" | "is" | "was" | "were");
    who && (done.ends_with("ed") || matches!(done, "built" | "made" | "set" | "shown" | "written"))
}

/// "As it is", "how they are", "the way it was".
fn is_the_way_it_was(sentence: &Sentence<'_>, at: usize) -> bool {
    let thing = match sentence.word(at) {
        "as" | "how" | "like" => at + 1,
        "the" if sentence.word(at + 1) == "way" => at + 2,
        _ => return false,
    };
    matches!((sentence.word(thing), sentence.word(thing + 1)), ("it", "is" | "was") | ("they", "are" | "were"))
        && !is_done_so(sentence, thing)
}
