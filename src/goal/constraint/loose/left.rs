//! What is to be left: "keep away from it", "leave the navbar out of it", "not in the UI tests".

use super::heard::{Heard, MAX_NONE, MAX_SUBJECT, closes_loosely, end_of_name, meant};
use crate::goal::constraint::clause::is_adverb;
use crate::goal::constraint::object::called::{self, points_back, speaks_of_signatures};
use crate::goal::constraint::passage::Passage;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence};
use crate::goal::prompt::word_class::{is_determiner, leads_to_a_place};
use crate::text::kind::{is_file_word, kind_of_word};

/// Words at most behind a bare "not".
const MAX_NOT: usize = 3;

/// Words of a topic at most.
const MAX_TOPIC: usize = 4;

/// "The auth stuff is being reworked, so keep away from it".
pub(super) fn away(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, at: usize) -> Option<Heard> {
    // "The session has nothing to do with it so hands off".
    if sentence.reads(at, "hands off") && closes_loosely(sentence, at + 2) {
        let names = meant(sentence, before, at).or_else(|| topic(sentence, at))?;
        return Some(Heard::named(at..at + 2, names));
    }
    let away = matches!(sentence.word(at), "keep" | "stay" | "steer")
        && matches!((sentence.word(at + 1), sentence.word(at + 2)), ("away", "from") | ("clear" | "out", "of"));
    if !away {
        return None;
    }
    let end = end_of_name(sentence, at + 3)?;
    let pronoun = points_back(sentence.word(at + 3));
    let names = if pronoun { meant(sentence, before, at) } else { called::names(sentence, at + 3, end) };
    names.filter(|names| !names.is_empty()).map(|names| Heard::named(at..end, names))
}

/// "The driver app: hands off": what stands before a colon.
fn topic(sentence: &Sentence<'_>, end: usize) -> Option<Vec<Vec<String>>> {
    let led = end > 0 && end <= MAX_TOPIC && sentence.tokens[end - 1].stop();
    called::names(sentence, 0, end).filter(|names| led && !names.is_empty())
}

/// "Backend is fine so leave it", "we leave it untouched", "keep the card layout exactly as it is", "leave the navbar out of it".
pub(super) fn left(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, at: usize) -> Option<Heard> {
    if !matches!(sentence.word(at), "keep" | "leave" | "let") {
        return None;
    }
    // "We have two options: leave it alone or fix it".
    if (0..at).any(|word| matches!(sentence.word(word), "choice" | "either" | "options" | "whether")) {
        return None;
    }
    let last = (sentence.tokens.len() + 1).min(at + 2 + MAX_SUBJECT);
    let as_it_is = |end: usize| {
        let end = sentence.past(end, is_adverb);
        let like = matches!(sentence.word(end), "as" | "how" | "like")
            && matches!(sentence.word(end + 1), "it" | "is" | "they");
        like || sentence.reads_one(end, &["the same", "the way"])
    };
    let out = |end: usize| {
        sentence.word(end) == "out"
            && (closes_loosely(sentence, end + 1) || sentence.reads_one(end + 1, &["of it", "of this"]))
    };
    let kept = |end: usize| match sentence.word(at) {
        "let" => sentence.word(end) == "be" && closes_loosely(sentence, end + 1),
        _ => as_it_is(end) || out(end) || matches!(sentence.word(end), "alone" | "be" | "unchanged" | "untouched"),
    };
    // "Keep the public signatures".
    let over = (at + 2..last).find(|end| closes_loosely(sentence, *end));
    if let Some(end) = over.filter(|end| sentence.word(at) == "keep" && speaks_of_signatures(sentence, at, *end)) {
        return Some(Heard::named(at..end, Vec::new()));
    }
    let pronoun = points_back(sentence.word(at + 1));
    let bare = sentence.word(at) == "leave" && pronoun && closes_loosely(sentence, at + 2);
    let end = if bare {
        at + 2
    } else {
        (at + 2..last).take_while(|end| !sentence.tokens[end - 1].stop()).find(|end| kept(*end))?
    };
    let names = if pronoun { meant(sentence, before, at) } else { called::names(sentence, at + 1, end) };
    let clause = at..(end + 1).min(sentence.tokens.len());
    let signed = speaks_of_signatures(sentence, at, end);
    names.filter(|names| !names.is_empty() || signed).map(|names| Heard::named(clause, names))
}

/// "Rename it everywhere. Not in the UI tests", "write nothing to the german folder".
pub(super) fn beside(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    let to_place = |at: usize| leads_to_a_place(sentence.word(at)) && sentence.word(at) != "outside";
    let from = match (sentence.word(at), sentence.word(at + 1)) {
        ("not", "in" | "inside" | "under") if sentence.word(at + 2) != "scope" && (sentence.may_order() || at <= 1) => {
            at + 2
        }
        (verb, "nothing") if (changing::is_verb(verb) || verb == "write") && to_place(at + 2) => at + 3,
        _ => return None,
    };
    // "Not in cli or server" is one clause.
    let end = (from + 1..=from + MAX_NONE).find(|end| closes_loosely(sentence, *end) && sentence.word(*end) != "or")?;
    let names = called::names(sentence, from, end.min(sentence.tokens.len())).filter(|names| !names.is_empty())?;
    Some(Heard::named(at..end, names))
}

/// "Bump it in dev and staging, not prod", and as a whole prompt "not prod yet!": something that is there, beside a change of other things.
/// "Use vitest, not jest" takes one for the other.
pub(super) fn but_not(passage: Passage<'_, '_>, at: usize) -> Option<Heard> {
    let Passage { sentence, names, .. } = passage;
    let changed = || {
        let verb = sentence.main_verb.filter(|_| sentence.may_order());
        let changes = |word: &str| {
            changing::is_verb(word)
                || matches!(word, "add" | "apply" | "bump" | "do" | "fix" | "refactor" | "remove" | "speed" | "tidy")
                // "Make it faster, but not the api"; "make it blue, not red" takes one for the other.
                || word == "make" && sentence.back(at, 1) == "but"
        };
        verb.is_some_and(|verb| verb < at && changes(sentence.word(verb)))
    };
    if sentence.word(at) != "not" || !(at == 0 || sentence.head(at) != Head::Inside && changed()) {
        return None;
    }
    let from = sentence.past(at + 1, is_determiner);
    let end = (from + 1..=from + MAX_NOT).find(|end| closes_loosely(sentence, *end))?;
    let there = |at: usize| {
        let word = sentence.word(at);
        names.lookup().in_paths(word)
            || kind_of_word(word).is_some_and(|kind| is_file_word(word) && names.has_kind(kind))
    };
    let called = called::names(sentence, from, end.min(sentence.tokens.len()))?;
    let known = (from..end).all(there);
    (known && !called.is_empty()).then(|| Heard::named(at..end, called))
}
