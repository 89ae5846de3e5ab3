//! What a sentence calls all right: a change ("touching web is fine", "edits in web are ok"), or a place as it is ("web is fine").
//!
//! Owns the telling apart of the two. The first lets the place be changed; the second says that nothing is wrong there. A place that is fine
//! "now", after a "never mind", or about which nobody cares any more, is open: what was said of it before is over.

use crate::goal::prompt::sentence::{Mood, Sentence, is_verb};
use crate::goal::prompt::word_class::{
    denies, is_all_right, is_copula, is_determiner, is_first_person, is_place_noun, is_prelude, is_preposition,
    is_pronoun, leaves, refuses,
};
use crate::goal::prompt::{changing, closing};
use std::ops::Range;

/// Words at most of a sentence that says no more than this.
const MAX_SENTENCE: usize = 24;

/// The tokens of what may be changed: those of "touching web" before "is fine".
pub(in crate::goal) fn granted(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let subject = subject(sentence)?;
    subject.clone().any(|at| is_deed(sentence.word(at))).then_some(subject)
}

/// Words at most of what is opened: "the api folder".
const MAX_NAME: usize = 3;

/// True where what is named at `at` is open from now on: "src/db is fine now", "nvm, src/db is ok", "I don't care about src/db any more",
/// "src/db ist jetzt ok".
pub(in crate::goal) fn is_open_now(sentence: &Sentence<'_>, at: usize) -> bool {
    let last = |end: usize| at + 1 == end || at + 2 == end && is_place_noun(sentence.word(at + 1));
    opened(sentence).is_some_and(|subject| subject.contains(&at) && last(subject.end))
}

/// True for a sentence that opens something so.
pub(in crate::goal) fn opens_now(sentence: &Sentence<'_>) -> bool {
    opened(sentence).is_some()
}

/// The tokens of what is open from now on.
fn opened(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    if sentence.mood == Mood::Question || sentence.tokens.len() > MAX_SENTENCE {
        return None;
    }
    let subject = fine_now(sentence).or_else(|| fine_now_in_german(sentence)).or_else(|| cared_about(sentence))?;
    let small = |word: &str| is_prelude(word) || is_determiner(word) || matches!(word, "das" | "der" | "die" | "mind");
    let first = subject.clone().find(|at| !small(sentence.word(*at)) && !is_never_mind(sentence, *at))?;
    // "I think the parser is fine now" is an opinion of it, "make sure it is ok now" an order.
    let tells = |at: usize| {
        let word = sentence.word(at);
        is_verb(word) || is_pronoun(word) || is_first_person(word) || word.ends_with("n't") || word == "if"
    };
    let named = subject.end - first <= MAX_NAME && !(first..subject.end).any(tells);
    named.then_some(first..subject.end)
}

/// "Src/db is fine now", "never mind, src/db is ok".
fn fine_now(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let verdict = (1..sentence.tokens.len()).find(|at| {
        let said = sentence.word(*at + 1);
        let now = sentence.word(*at + 2) == "now";
        // "Is good now" as "is fine now"; "is good" praises.
        let fine = matches!(said, "fine" | "ok" | "okay") || matches!(said, "allowed" | "good" | "open") && now;
        let forgotten = || (0..*at).any(|before| is_never_mind(sentence, before));
        is_copula(sentence.word(*at)) && fine && (now || forgotten() && closing::is_closed(sentence, *at + 2))
    })?;
    let behind = verdict + 2 + usize::from(sentence.word(verdict + 2) == "now");
    goes_on(sentence, behind).then(|| clause(sentence, verdict))
}

/// "Die api ist jetzt ok", "src/db ist ok jetzt".
fn fine_now_in_german(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let fine = |at: usize| match sentence.word(at) {
        "frei" | "ok" | "okay" => Some(at + 1),
        "in" if sentence.word(at + 1) == "ordnung" => Some(at + 2),
        _ => None,
    };
    let (verdict, behind) = (1..sentence.tokens.len()).find_map(|at| {
        let is = matches!(sentence.word(at), "ist" | "sind");
        let behind = match sentence.word(at + 1) {
            "jetzt" => fine(at + 2),
            _ => fine(at + 1).filter(|end| sentence.word(*end) == "jetzt").map(|end| end + 1),
        };
        behind.filter(|_| is).map(|behind| (at, behind))
    })?;
    goes_on(sentence, behind).then(|| clause(sentence, verdict))
}

/// "I don't care about src/db any more", "idc about the api anymore".
fn cared_about(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let about = (1..sentence.tokens.len()).find(|about| {
        let mine = match sentence.back(*about, 1) {
            "idc" => true,
            "care" => match sentence.back(*about, 2) {
                "don't" => is_first_person(sentence.back(*about, 3)),
                "longer" => sentence.back(*about, 3) == "no" && is_first_person(sentence.back(*about, 4)),
                _ => false,
            },
            _ => false,
        };
        mine && sentence.word(*about) == "about"
    })?;
    let no_longer = (0..about).any(|at| sentence.reads(at, "no longer"));
    let end = (about + 1..sentence.tokens.len())
        .find(|at| sentence.word(*at) == "anymore" || sentence.reads_one(*at, &["any more", "any longer"]))
        .or_else(|| no_longer.then(|| sentence.clause_end(about)))?;
    Some(about + 1..end)
}

/// "Never mind", "nvm": what was said before is over.
fn is_never_mind(sentence: &Sentence<'_>, at: usize) -> bool {
    matches!(sentence.word(at), "nevermind" | "nvm") || sentence.reads(at, "never mind")
}

/// True where nothing stands at `behind` that leaves the place as it is: "go ahead", and not "leave it", "the bug is in cart.js".
fn goes_on(sentence: &Sentence<'_>, behind: usize) -> bool {
    let leads = |word: &str| closing::leads_on(word) || closing::is_courtesy(word) || matches!(word, "also" | "you");
    let next = (behind..sentence.tokens.len()).find(|at| !leads(sentence.word(*at)));
    let kept = |at: usize| leaves(sentence.word(at)) || refuses(sentence.word(at));
    let orders = |at: usize| is_verb(sentence.word(at)) || matches!(sentence.word(at), "can" | "leg" | "mach" | "may");
    next.is_none_or(orders) && !sentence.any_from(behind, kept)
}

/// The clause before the verb at `verb`.
fn clause(sentence: &Sentence<'_>, verb: usize) -> Range<usize> {
    let begins = |at: &usize| sentence.tokens[*at].ends_clause() || closing::leads_on(sentence.word(*at));
    (0..verb).rev().find(begins).map_or(0, |end| end + 1)..verb
}

/// "The tests are fine": it tells how something is, and of no change to it. With "now" it says that something else is over.
pub(in crate::goal) fn only_tells(sentence: &Sentence<'_>) -> bool {
    let told = |subject: Range<usize>| {
        let back = |at: usize| is_pronoun(sentence.word(at)) || sentence.word(at) == "all";
        let state = matches!(sentence.word(subject.end + 1), "fine" | "ok" | "okay");
        // "Widen it in the prefab, 40px more is fine" orders.
        let alone = (0..subject.start).all(|at| is_prelude(sentence.word(at)));
        state && alone && !opens_now(sentence) && !back(subject.start) && !speaks_of_change(sentence)
    };
    subject(sentence).is_some_and(told)
}

fn speaks_of_change(sentence: &Sentence<'_>) -> bool {
    let such = |word: &str| changing::is_verb(word) || changing::is_participle(word) || is_deed(word);
    sentence.any(such)
}

/// A change by its name: "touching", "edits", "removing".
fn is_deed(word: &str) -> bool {
    changing::is_gerund(word)
        || changing::is_noun(word)
        || matches!(word, "deleting" | "deletion" | "moving" | "removing" | "renaming" | "replacing" | "rm")
}

/// What stands before "is fine" in a brief sentence that says no more.
fn subject(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let last = sentence.tokens.len();
    // "Only edits in web are fine", "if touching web is ok".
    let otherwise = |word: &str| denies(word) || matches!(word, "if" | "only" | "whether");
    if last > MAX_SENTENCE || sentence.mood == Mood::Question || sentence.any(otherwise) {
        return None;
    }
    let verdict = (1..last)
        .find(|at| is_copula(sentence.word(*at)) && is_all_right(sentence.word(*at + 1)) && ends(sentence, *at + 2))?;
    Some(clause(sentence, verdict)).filter(|clause| !clause.is_empty())
}

fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    closing::closes(sentence, at) || is_preposition(word) || matches!(word, "as" | "too")
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits_left};

    #[test]
    fn a_change_that_is_called_fine_may_be_made() {
        for said in [
            "touching legacy is fine",
            "changes to legacy are ok",
            "legacy edits are fine",
            "edits in legacy are allowed from now on",
            "ok, changing src/legacy/old.ts is ok with me",
            "changing the legacy code is fine now",
            "removing legacy is okay",
        ] {
            let left = limits_left("don't touch src/legacy", said);
            assert!(left.is_empty() || left.ends_with("except src/legacy/old.ts"), "{said}: {left}");
        }
        for said in [
            "only edits in src/ui are fine",
            "touching legacy is not ok",
            "changes to legacy are fine if I make them",
            "are changes to legacy ok?",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", said), "deny src/legacy/", "{said}");
        }
    }

    #[test]
    fn a_place_that_is_fine_now_is_open() {
        for said in [
            "ok legacy is fine now",
            "go for it, legacy is fine now",
            "nice. the legacy folder is ok now",
            "legacy is ok now go ahead",
            "legacy is ok now, you can change it",
            "src/legacy is good now",
            "ok src/legacy is okay now",
            "nvm legacy is ok",
            "never mind, src/legacy is fine",
            "nevermind legacy is ok now",
            "i dont care about legacy anymore, change what u need",
            "I don't care about src/legacy any more",
            "we no longer care about legacy",
            "idc about legacy anymore",
            "legacy ist jetzt ok",
            "src/legacy ist jetzt in ordnung, mach",
            "legacy ist ok jetzt",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", said), "", "{said}");
        }
        assert_eq!(limits_left("leave package.json alone", "nvm package.json is ok"), "");
        assert_eq!(limits_left("leave package.json alone", "i dont care about package.json anymore"), "");
        assert_eq!(limits_left("leave the tests alone", "ok tests are fine now"), "");
        let two = limits_left("don't touch src/legacy or src/database", "src/legacy is fine now");
        assert_eq!(two, "deny src/database/");
    }

    #[test]
    fn how_a_place_is_lets_nothing_be_changed() {
        for (limit, said, left) in [
            ("don't touch the tests", "the tests are fine", "deny tests"),
            ("don't touch the tests", "tests are ok as they are", "deny tests"),
            ("don't touch the docs", "docs are fine", "deny docs"),
            ("don't touch src/legacy", "legacy is ok", "deny src/legacy/"),
            ("don't touch src/legacy", "src/legacy is fine", "deny src/legacy/"),
            ("don't touch src/legacy", "rm -rf legacy is fine", ""),
            ("don't touch src/legacy", "legacy is fine now", ""),
            ("don't touch the tests", "the tests are fine to change", ""),
            ("don't touch the tests", "widen it in the tests, 40px more is fine", ""),
        ] {
            assert_eq!(limits_left(limit, said), left, "{limit} | {said}");
        }
        for (limit, said) in [
            ("don't touch src/legacy", "legacy is fine now, leave it"),
            ("don't touch src/legacy", "src/legacy is fine now, the bug is in src/auth"),
            ("don't touch src/legacy", "legacy is ok now? no"),
            ("don't touch src/legacy", "legacy works fine now"),
            ("don't touch src/legacy", "is legacy ok now?"),
            ("don't touch src/legacy", "check if legacy is ok now"),
            ("don't touch src/legacy", "I hope legacy is fine now"),
            ("don't touch src/legacy", "the legacy tests are fine now"),
            ("don't touch src/legacy", "legacy is not ok now"),
            ("don't touch src/legacy", "legacy is good"),
            ("don't touch src/legacy", "nvm, legacy is ok, it was src/auth"),
            ("don't touch src/legacy", "nvm the legacy tests"),
            ("don't touch src/legacy", "nvm"),
            ("don't touch src/legacy", "I don't care about legacy"),
            ("don't touch src/legacy", "I don't care about the legacy style anymore"),
            ("don't touch src/legacy", "users don't care about legacy anymore"),
            ("don't touch src/legacy", "legacy ist jetzt ok?"),
            ("don't touch src/legacy", "legacy ist ok so"),
            ("don't touch src/legacy", "legacy ist jetzt kaputt, aber lass es"),
            ("don't touch src/legacy", "the header is fine now"),
            ("don't touch src/legacy", "src/auth is ok now, go ahead"),
        ] {
            let left = limits_left(limit, said);
            assert!(left.starts_with("deny src/legacy/"), "{limit} | {said}: {left}");
        }
        let stays = |said: &str| {
            let left = limits_left("don't touch src/legacy", said);
            assert!(left.starts_with("deny src/legacy/"), "{said}: {left}");
        };
        ["make sure legacy is ok now", "legacy is fine now so leave it alone"].into_iter().for_each(stays);
        let asked = Stage::new().replied("Two tests check the old text. May I change the tests?");
        let first = asked.start("fix the token bug. don't touch the tests");
        assert_eq!(asked.revise(&first, "tests are fine").1.constraints, []);
    }
}
