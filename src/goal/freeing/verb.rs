//! Whether a verb opens what is asked for, or stands behind a refusal: "push it", "still don't push".
//!
//! Owns this question alone. Which verb is which command is `asked_command`'s.

use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_prelude};

/// Words right before a verb that is asked for, where it does not open its clause.
pub(in crate::goal) const BEFORE: [&str; 29] = [
    "&", "again", "ahead", "alright", "also", "awesome", "can", "cool", "could", "directly", "fine", "good", "just",
    "k", "let's", "lets", "lgtm", "may", "must", "n", "nice", "now", "ok", "pass", "passes", "please", "should",
    "then", "to",
];

/// Words back to which a refusal is looked for.
const MAX_REFUSAL: usize = 4;

/// Words of a condition that are looked at, and words from an act to the time that is set for it.
const MAX_CONDITION: usize = 5;
const MAX_ACT: usize = 3;

/// True where the verb at `at` opens what is asked for.
pub(in crate::goal) fn leads(sentence: &Sentence<'_>, at: usize) -> bool {
    // "Do a git push", "make a commit", "you can git push", "go ahead with the push".
    let first = at - usize::from(at > 0 && sentence.word(at - 1) == "git");
    let first = first - usize::from(first > 0 && matches!(sentence.word(first - 1), "a" | "the"));
    let back = |far: usize| first.checked_sub(far).map_or("", |before| sentence.word(before));
    let done = first < at
        && (first == 0
            || sentence.head(first) != Head::Inside && sentence.word(first) != "the"
            || matches!(back(1), "allow" | "approve" | "do" | "make" | "permit" | "run")
            || matches!(back(1), "can" | "may") && back(2) == "you"
            || back(1) == "with" && back(2) == "ahead");
    let before = at.checked_sub(1).map_or("", |before| sentence.word(before));
    // "The worker should push to the queue" is about a program.
    let subject = |modal: usize| modal > 0 && matches!(sentence.word(modal - 1), "i" | "we" | "you");
    let of_a_program = at > 0 && matches!(before, "must" | "should") && !subject(at - 1)
        || before == "to"
            && sentence.mood == Mood::Statement
            && !sentence.tokens.iter().any(|token| is_person(&token.word))
        // "Is it safe to push?", "document how to push".
        || before == "to" && (sentence.mood == Mood::Question || at > 1 && sentence.word(at - 2) == "how");
    done || !of_a_program && sentence.head(at) != Head::Inside
        || !of_a_program && BEFORE.contains(&before)
        || before == "you"
            && (matches!(sentence.mood, Mood::Order | Mood::Request)
                || at == 1
                || at == 2 && is_prelude(sentence.word(0)))
        || matches!(before, "force" | "it" | "this" | "them" | "that")
}

/// True for a word of somebody who speaks to the agent: "feel free to push", "you forgot to push".
fn is_person(word: &str) -> bool {
    matches!(word, "allowed" | "feel" | "fine" | "free" | "i" | "i'd" | "ok" | "okay" | "ready" | "time" | "we" | "you")
}

/// "Still don't push", "but no push".
pub(in crate::goal) fn is_refused(sentence: &Sentence<'_>, at: usize) -> bool {
    let shut = |before: &usize| sentence.tokens[*before].ends_clause();
    (at.saturating_sub(MAX_REFUSAL)..at).rev().take_while(|before| !shut(before)).any(|before| {
        let word = sentence.word(before);
        word.ends_with("n't") || matches!(word, "never" | "no" | "not" | "without" | "before" | "until")
    })
}

/// "You may push once I have reviewed it", "push it tomorrow": not now. "Push when CI is green" the agent can find out.
pub(in crate::goal) fn is_deferred(sentence: &Sentence<'_>) -> bool {
    let clause = |from: usize, most: usize| {
        let shut = |at: &usize| sentence.tokens[*at - 1].ends_clause();
        (from..(from + most).min(sentence.tokens.len())).take_while(move |at| *at == from || !shut(at))
    };
    (1..sentence.tokens.len()).any(|at| match sentence.word(at) {
        "after" | "if" | "once" | "until" | "when" => clause(at + 1, MAX_CONDITION).any(|at| {
            matches!(
                sentence.word(at),
                "approve" | "approved" | "i" | "i'm" | "i've" | "me" | "review" | "reviewed" | "say"
            )
        }),
        "later" | "tomorrow" | "tonight" => (at.saturating_sub(MAX_ACT)..at).any(|act| {
            matches!(sentence.word(act), "commit" | "deploy" | "merge" | "migrate" | "publish" | "push" | "release")
        }),
        _ => false,
    })
}

/// True where a word of the sentence stands behind a refusal.
pub(in crate::goal) fn refuses(sentence: &Sentence<'_>) -> bool {
    (0..sentence.tokens.len()).any(|at| is_refused(sentence, at))
}
