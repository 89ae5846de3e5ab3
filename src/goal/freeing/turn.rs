//! How a line asks for work at a place by nothing but its name: "actually legacy too", "next: legacy", "go ahead with legacy", "legacy
//! has to change as well", "I need legacy fixed".
//!
//! Owns these forms, whatever the name at the position stands for. What makes another sentence of it ("then legacy breaks", "legacy has to
//! stay") lifts nothing.

use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_prelude, is_verb};
use crate::goal::prompt::token::Token;

/// Words before the name in a line that turns to it. Sorted.
#[rustfmt::skip]
const LEADING: &[&str] = &[
    "actually", "alright", "also", "and", "auch", "bitte", "but", "dann", "finally", "first", "for", "good", "great", "hm", "hmm", "jetzt",
    "just", "k", "lgtm", "my", "next", "now", "nun", "ok", "okay", "on", "our", "perfect", "please", "pls", "plz", "right", "so", "sorry",
    "sure", "thanks", "the", "then", "thx", "time", "to", "und", "well", "yeah", "yep", "yes",
];

/// Words behind it there. Sorted.
#[rustfmt::skip]
const CLOSING: &[&str] = &[
    "actually", "also", "anyway", "as", "auch", "bitte", "code", "dir", "directory", "files", "folder", "jetzt", "module", "next", "now",
    "package", "please", "pls", "plz", "side", "thanks", "then", "thx", "too", "up", "well",
];

/// Those of both that turn to something: "ok legacy" may be anything.
#[rustfmt::skip]
const TURNING: [&str; 16] = [
    "actually", "also", "and", "anyway", "auch", "dann", "finally", "jetzt", "next", "now", "nun", "please", "then", "time", "too", "well",
];

/// Participles of what is done to code. Sorted.
#[rustfmt::skip]
const DONE: &[&str] = &[
    "adapted", "added", "adjusted", "adopted", "aligned", "bumped", "cleaned", "converted", "corrected", "deleted", "done", "dropped",
    "extended", "finished", "fixed", "implemented", "improved", "included", "migrated", "moved", "patched", "ported", "redone",
    "refactored", "removed", "renamed", "replaced", "reworked", "rewritten", "simplified", "solved", "split", "upgraded",
];

/// Words at most of a line that turns to a place.
const MAX_TURN: usize = 9;

/// "Actually legacy too", "next: legacy", "jetzt auch legacy": nothing but the name at `at` and words that turn to it.
fn turns_to(sentence: &Sentence<'_>, at: usize) -> bool {
    let (count, name) = (sentence.tokens.len(), sentence.word(at));
    // "Please deploy" orders, "now the deploy" turns to the folder.
    let orders = || is_verb(name) && !(at > 0 && is_article(sentence.word(at - 1)));
    let such = || LEADING.contains(&name) || CLOSING.contains(&name) || orders();
    if count > MAX_TURN || sentence.mood == Mood::Question || such() {
        return false;
    }
    let leads = |before: usize| LEADING.contains(&sentence.word(before));
    let closes = |behind: usize| CLOSING.contains(&sentence.word(behind));
    let turns = |other: usize| other != at && TURNING.contains(&sentence.word(other));
    (0..at).all(leads) && (at + 1..count).all(closes) && (0..count).any(turns)
}

/// The one name to which a line turns.
pub(in crate::goal) fn turned_to<'s>(sentence: &'s Sentence<'_>) -> Option<&'s str> {
    let mut spoken = (0..sentence.tokens.len().min(MAX_TURN + 1)).filter(|at| {
        let word = sentence.word(*at);
        !LEADING.contains(&word) && !CLOSING.contains(&word)
    });
    let at = spoken.next()?;
    (spoken.next().is_none() && turns_to(sentence, at)).then(|| sentence.word(at))
}

/// True where the line wants work at what is named at `at`.
pub(in crate::goal) fn asks_for(sentence: &Sentence<'_>, at: usize) -> bool {
    turns_to(sentence, at)
        || goes_ahead_with(sentence, at)
        || obliges(sentence, at)
        || is_needed(sentence, at)
        || is_to_be_mended(sentence, at)
}

/// "The receipt should show the discount as well": what others do already is wanted of it, too.
pub(in crate::goal) fn wants_too(sentence: &Sentence<'_>, at: usize) -> bool {
    let deed = ["apply", "do", "get", "handle", "have", "include", "print", "send", "show", "support"];
    let wanted = matches!(sentence.word(at + 1), "must" | "should") && deed.contains(&sentence.word(at + 2));
    let too = |token: &Token| matches!(token.word.as_str(), "also" | "too" | "well");
    let refused = |token: &Token| token.word.ends_with("n't") || matches!(token.word.as_str(), "not" | "never");
    wanted && sentence.tokens.iter().any(too) && !sentence.tokens.iter().any(refused)
}

/// "Great. Next: the legacy cart": a line that begins with the next thing, and orders nothing by a verb.
pub(in crate::goal) fn opens_the_next(sentence: &Sentence<'_>) -> bool {
    if sentence.tokens.len() > MAX_TURN || sentence.mood == Mood::Question {
        return false;
    }
    let first = (0..sentence.tokens.len()).find(|at| !is_prelude(sentence.word(*at)));
    let next = first.is_some_and(|at| sentence.word(at) == "next");
    next && !(0..sentence.tokens.len()).any(|at| is_verb(sentence.word(at)))
}

/// "Go ahead with legacy", "continue with the store".
fn goes_ahead_with(sentence: &Sentence<'_>, at: usize) -> bool {
    let with = at - usize::from(at > 0 && is_article(sentence.word(at - 1)));
    let ahead = |word: &str| matches!(word, "ahead" | "begin" | "continue" | "go" | "on" | "proceed" | "start");
    with > 1 && sentence.word(with - 1) == "with" && ahead(sentence.word(with - 2)) && closes(sentence, at + 1)
}

/// "Legacy has to be changed as well"; not "legacy has to stay".
fn obliges(sentence: &Sentence<'_>, at: usize) -> bool {
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
    let need = at - usize::from(at > 0 && is_article(sentence.word(at - 1)));
    let Some(verb) = need.checked_sub(1).map(|verb| sentence.word(verb)) else { return false };
    let wants = matches!(verb, "need" | "want") && !is_refused(sentence, need);
    let behind = sentence.word(at + 1);
    let done = is_done(behind) && closes(sentence, at + 2);
    let too = matches!(behind, "also" | "too") || sentence.reads(at + 1, &["as", "well"]);
    (wants || verb == "get" && !is_refused(sentence, need)) && done || wants && too
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
        let fixes =
            changing::is_verb(word) || matches!(word, "adapt" | "adjust" | "correct" | "fix" | "mend" | "patch");
        // "Fix it in src/auth" is about another place.
        let it = usize::from(matches!(sentence.word(verb + 1), "it" | "that" | "them"));
        let back = closes(sentence, verb + 1 + it) || sentence.word(verb + 1 + it) == "there";
        fixes && back && sentence.head(verb) != Head::Inside && !is_refused(sentence, verb)
    };
    has && heads(sentence, at) && (at + 2..sentence.tokens.len()).any(mends)
}

/// True where the name at `at` opens the sentence or a part of it: "ok and the importer ...".
fn heads(sentence: &Sentence<'_>, at: usize) -> bool {
    let from = at - usize::from(at > 0 && is_article(sentence.word(at - 1)));
    sentence.head(from) != Head::Inside || from > 0 && sentence.tokens[from - 1].comma()
}

fn is_article(word: &str) -> bool {
    matches!(word, "my" | "our" | "that" | "the" | "this" | "your")
}

/// True where nothing, or nothing but words that close a request, stands from `at` on in the clause.
fn closes(sentence: &Sentence<'_>, at: usize) -> bool {
    let ended = |at: usize| sentence.is_parted(at);
    (at..sentence.tokens.len())
        .take_while(|at| !ended(*at))
        .all(|at| CLOSING.contains(&sentence.word(at)) || is_prelude(sentence.word(at)))
}

/// True where a word right before `at` refuses: "I don't need legacy fixed".
fn is_refused(sentence: &Sentence<'_>, at: usize) -> bool {
    (at.saturating_sub(4)..at).any(|before| {
        let word = sentence.word(before);
        word.ends_with("n't") || matches!(word, "cannot" | "never" | "no" | "not" | "nobody" | "without")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [LEADING, CLOSING, &TURNING, DONE] {
            assert!(table.is_sorted(), "{table:?}");
        }
    }

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
