//! How a line asks for work at a place by nothing but its name: "actually legacy too", "next: legacy", "go ahead with legacy", "legacy
//! has to change as well", "I need legacy fixed".
//!
//! Owns these forms, whatever the name at the position stands for. What makes another sentence of it ("then legacy breaks", "legacy has to
//! stay") lifts nothing.

use super::verb::is_refused;
use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_verb};
use crate::goal::prompt::word_class::{
    begins_another_thing, is_determiner, is_place_noun, is_prelude, is_pronoun, is_too, obliges, refuses,
};
use crate::goal::prompt::{changing, closing};
use crate::text::word_set::sorted;

/// Words before and behind the name that turn to something: "ok legacy" may be anything.
#[rustfmt::skip]
const TURNING: [&str; 16] = [
    "actually", "also", "and", "anyway", "auch", "dann", "finally", "jetzt", "next", "now", "nun", "please", "then", "time", "too", "well",
];

/// Participles of what is done to code.
#[rustfmt::skip]
const DONE: &[&str] = sorted(&[
    "adapted", "added", "adjusted", "adopted", "aligned", "bumped", "cleaned", "converted", "corrected", "deleted", "done", "dropped",
    "extended", "finished", "fixed", "implemented", "improved", "included", "migrated", "moved", "patched", "ported", "redone",
    "refactored", "removed", "renamed", "replaced", "reworked", "rewritten", "simplified", "solved", "split", "upgraded",
]);

/// Words at most of a line that turns to a place.
const MAX_TURN: usize = 9;

/// "Actually legacy too", "next: legacy", "jetzt auch legacy": nothing but the name at `at` and words that turn to it.
fn turns_to(sentence: &Sentence<'_>, at: usize) -> bool {
    let (count, name) = (sentence.tokens.len(), sentence.word(at));
    // "Please deploy" orders, "now the deploy" turns to the folder.
    let orders = || is_verb(name) && !is_determiner(sentence.back(at, 1));
    let such = || may_lead(name) || may_close(name) || orders();
    if count > MAX_TURN || sentence.mood == Mood::Question || such() {
        return false;
    }
    let leads = |before: usize| may_lead(sentence.word(before));
    let closes = |behind: usize| may_close(sentence.word(behind));
    let turns = |other: usize| other != at && TURNING.contains(&sentence.word(other));
    (0..at).all(leads) && (at + 1..count).all(closes) && (0..count).any(turns)
}

/// The one name to which a line turns.
pub(in crate::goal) fn turned_to<'s>(sentence: &'s Sentence<'_>) -> Option<&'s str> {
    let mut spoken = (0..sentence.tokens.len().min(MAX_TURN + 1)).filter(|at| {
        let word = sentence.word(*at);
        !may_lead(word) && !may_close(word)
    });
    let at = spoken.next()?;
    (spoken.next().is_none() && turns_to(sentence, at)).then(|| sentence.word(at))
}

/// True where the line wants work at what is named at `at`.
pub(in crate::goal) fn asks_for(sentence: &Sentence<'_>, at: usize) -> bool {
    turns_to(sentence, at)
        || goes_ahead_with(sentence, at)
        || has_to_change(sentence, at)
        || is_needed(sentence, at)
        || is_to_be_mended(sentence, at)
}

/// "The receipt should show the discount as well": what others do already is wanted of it, too.
pub(in crate::goal) fn wants_too(sentence: &Sentence<'_>, at: usize) -> bool {
    let deed = ["apply", "do", "get", "handle", "have", "include", "print", "send", "show", "support"];
    let wanted = obliges(sentence.word(at + 1)) && deed.contains(&sentence.word(at + 2));
    wanted && sentence.any(is_too) && !sentence.any(|word| refuses(word) && word != "no")
}

/// "Great. Next: the legacy cart": a line that begins with the next thing, and orders nothing by a verb.
pub(in crate::goal) fn opens_the_next(sentence: &Sentence<'_>) -> bool {
    if sentence.tokens.len() > MAX_TURN || sentence.mood == Mood::Question {
        return false;
    }
    sentence.first_word() == "next" && !sentence.any(is_verb)
}

/// "Go ahead with legacy", "continue with the store".
fn goes_ahead_with(sentence: &Sentence<'_>, at: usize) -> bool {
    let with = sentence.with_determiner(at);
    let ahead = |word: &str| matches!(word, "ahead" | "begin" | "continue" | "go" | "on" | "proceed" | "start");
    with > 1
        && sentence.word(with - 1) == "with"
        && ahead(sentence.word(with - 2))
        && closes_a_request(sentence, at + 1)
}

/// "Legacy has to be changed as well"; not "legacy has to stay".
fn has_to_change(sentence: &Sentence<'_>, at: usize) -> bool {
    let has = matches!(sentence.word(at + 1), "has" | "have") && sentence.word(at + 2) == "to";
    let done = if sentence.word(at + 3) == "be" {
        is_done(sentence.word(at + 4))
    } else {
        matches!(sentence.word(at + 3), "adapt" | "change" | "follow" | "go" | "move")
    };
    has && done && heads(sentence, at)
}

/// "You'll need legacy too", "I need legacy fixed", "get the store done".
fn is_needed(sentence: &Sentence<'_>, at: usize) -> bool {
    let need = sentence.with_determiner(at);
    let verb = sentence.back(need, 1);
    let wants = matches!(verb, "need" | "want");
    let behind = sentence.word(at + 1);
    let done = is_done(behind) && closes_a_request(sentence, at + 2);
    let too = is_too(behind) || sentence.reads(at + 1, "as well");
    ((wants || verb == "get") && done || wants && too) && !is_refused(sentence, need)
}

/// "Fixed", "migrated", "done": what is done to code; not "kept" or "drained".
fn is_done(word: &str) -> bool {
    changing::is_participle(word) || DONE.binary_search(&word).is_ok()
}

/// "The importer has the same bug, please fix", "legacy has it too, fix that".
fn is_to_be_mended(sentence: &Sentence<'_>, at: usize) -> bool {
    // "The client has requested it" tells what was done.
    let other = sentence.word(at + 2) == "to" || sentence.word(at + 2).ends_with("ed");
    let has = matches!(sentence.word(at + 1), "contains" | "has" | "have" | "shows") && !other;
    let mends = |verb: usize| {
        let word = sentence.word(verb);
        let fixes = changing::is_work_on(word) || word == "mend";
        // "Fix it in src/auth" is about another place.
        let behind = sentence.past(verb + 1, is_pronoun);
        let back = closes_a_request(sentence, behind) || sentence.word(behind) == "there";
        fixes && back && sentence.head(verb) != Head::Inside && !is_refused(sentence, verb)
    };
    has && heads(sentence, at) && sentence.any_from(at + 2, mends)
}

/// True where the name at `at` opens the sentence or a part of it: "ok and the importer ...".
fn heads(sentence: &Sentence<'_>, at: usize) -> bool {
    let from = sentence.with_determiner(at);
    sentence.head(from) != Head::Inside || from > 0 && sentence.tokens[from - 1].comma()
}

/// True for a word that may stand before the name in a line that turns to it.
fn may_lead(word: &str) -> bool {
    is_prelude(word) && !begins_another_thing(word)
        || is_determiner(word)
        || matches!(word, "alright" | "good" | "k" | "lgtm" | "next" | "sorry" | "time" | "to")
        || matches!(word, "auch" | "bitte" | "dann" | "jetzt" | "nun" | "und")
}

/// True for a word that may stand behind the name in a line that turns to it.
fn may_close(word: &str) -> bool {
    is_place_noun(word)
        || is_too(word)
        || closing::is_courtesy(word)
        || matches!(word, "actually" | "anyway" | "as" | "code" | "next" | "now" | "side" | "then" | "up")
        || matches!(word, "auch" | "bitte" | "jetzt")
}

/// True where nothing, or nothing but words that close a request, stands from `at` on in the clause.
fn closes_a_request(sentence: &Sentence<'_>, at: usize) -> bool {
    let ended = |at: usize| sentence.is_parted(at);
    (at..sentence.tokens.len())
        .take_while(|at| !ended(*at))
        .all(|at| may_close(sentence.word(at)) || is_prelude(sentence.word(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_turns_to_what_it_names_alone() {
        for line in ["actually legacy too", "next: legacy", "then the store please", "jetzt auch legacy", "legacy now"]
        {
            assert!(turned_to(&Sentence::new(line)).is_some(), "{line}");
        }
        for line in [
            "legacy",
            "ok legacy",
            "legacy?",
            "please deploy",
            "then legacy breaks",
            "no, legacy too",
            "next please",
            "",
        ] {
            assert!(turned_to(&Sentence::new(line)).is_none(), "{line}");
        }
    }
}
