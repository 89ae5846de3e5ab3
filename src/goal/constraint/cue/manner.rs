//! The adverbs between a negation and its verb: "don't ever touch it", "don't just touch it".
//!
//! Owns what they take from the prohibition. Most take nothing; those of a manner leave other manners free, and "don't just change the
//! test, fix the bug" forbids nothing.

use crate::goal::constraint::act::doing;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence, is_verb};
use crate::goal::prompt::word_class::is_too;

/// Adverbs between a negation and its verb that take nothing from it.
#[rustfmt::skip]
const ADVERBS: &[&str] = &[
    "actually", "also", "bother", "dare", "even", "ever", "go", "please", "really", "start", "to", "try", "you",
];

/// Adverbs that forbid a manner and not the act ("don't just push it through").
#[rustfmt::skip]
const MANNERS: &[&str] = &[
    "blindly", "directly", "hand", "just", "manually", "merely", "needlessly", "only", "simply", "unnecessarily",
];

/// "Don't hand-edit dist", "don't edit dist by hand", "… directly": a manner in the clause of the verb at `verb`. What a program makes there
/// may be made anew.
pub(in crate::goal::constraint) fn is_by_hand(sentence: &Sentence<'_>, verb: usize) -> bool {
    let own = |at: &usize| *at == verb || !sentence.tokens[at - 1].ends_clause();
    (verb..sentence.tokens.len()).take_while(own).any(|at| {
        let word = sentence.word(at);
        matches!(word, "directly" | "manually") || word.starts_with("hand-") || sentence.reads(at, "by hand")
    })
}

/// The token behind the adverbs at `at`, and whether they say a manner.
pub(in crate::goal::constraint) fn skip_adverbs(sentence: &Sentence<'_>, mut at: usize) -> (usize, bool) {
    let mut manner = false;
    loop {
        let word = sentence.word(at);
        if sentence.reads(at, "under any circumstances") {
            at += 2;
        } else if MANNERS.contains(&word) && (word != "hand" || is_verb(sentence.word(at + 1))) {
            manner = true;
        } else if !ADVERBS.contains(&word) || doing::starts(sentence, at).is_some() {
            return (at, manner);
        } else if word == "go" && sentence.word(at + 1) == "and" {
            at += 1;
        }
        at += 1;
    }
}

/// True where a "just" right before the verb at `verb` says that the act alone would not do, and what else is to be done stands behind it.
pub(in crate::goal::constraint) fn asks_for_more(sentence: &Sentence<'_>, verb: usize, object: usize) -> bool {
    let alone = matches!(sentence.word(verb - 1), "just" | "merely" | "only" | "simply");
    let adds = alone || changing::is_verb(sentence.word(verb));
    let more = |at: usize| {
        let word = sentence.word(at);
        adds && is_too(word) || alone && is_verb(word) && matches!(sentence.head(at), Head::Comma | Head::Opens)
    };
    sentence.any_from(object, more)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn what_alone_would_not_do_is_not_forbidden() {
        for said in [
            "don't just change the tests, fix the actual bug in src/auth/token.ts",
            "Don't only edit src/auth/token.ts, fix src/auth/index.ts",
            "don't simply update src/legacy, rewrite it",
            "Don't just push, test it first",
            "dont just delete the tests - fix them",
        ] {
            limits(said, "");
        }
        limits("just don't touch src/legacy, fix the login", "deny src/legacy/");
        limits("Fix the login, just don't push", "deny $ git push");
        // Nothing else is asked for, or another manner is meant.
        limits("don't just edit src/legacy/old.ts, I wrote it", "donot src/legacy/old.ts");
        limits("don't blindly change src/legacy, read it", "donot src/legacy/");
        limits("don't manually edit package.json, run npm", "donot package.json");
        for said in
            ["hand edit src/legacy", "hand-edit src/legacy", "edit src/legacy by hand", "edit src/legacy directly"]
        {
            limits(&format!("fix the login, don't {said}"), "donot src/legacy/");
        }
        limits("src/legacy is generated, don't edit it by hand", "donot src/legacy/");
        limits("Fix the login. don't push directly to main", "deny $ git push origin main");
    }
}
