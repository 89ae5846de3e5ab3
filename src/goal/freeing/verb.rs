//! Whether a verb opens what is asked for, or stands behind a refusal: "push it", "still don't push".
//!
//! Owns this question alone. Which verb is which command is `asked_command`'s.

use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::word_class::{
    is_all_right, is_article, is_first_person, is_prelude, is_pronoun, is_second_person, lets, obliges, refuses,
};

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
    let first = at - usize::from(sentence.back(at, 1) == "git");
    let first = first - usize::from(is_article(sentence.back(first, 1)));
    let back = |far: usize| sentence.back(first, far);
    let done = first < at
        && (first == 0
            || sentence.head(first) != Head::Inside && sentence.word(first) != "the"
            || matches!(back(1), "allow" | "approve" | "do" | "make" | "permit" | "run")
            || lets(back(1)) && back(2) == "you"
            || back(1) == "with" && back(2) == "ahead");
    let before = sentence.back(at, 1);
    let subject = sentence.back(at, 2);
    // "The worker should push to the queue" is about a program.
    let of_a_program = obliges(before) && !is_first_person(subject) && !is_second_person(subject)
        || before == "to" && sentence.mood == Mood::Statement && !sentence.any(speaks_to_the_agent)
        // "Is it safe to push?", "document how to push".
        || before == "to" && (sentence.mood == Mood::Question || subject == "how");
    done || !of_a_program && sentence.head(at) != Head::Inside
        || !of_a_program && BEFORE.contains(&before)
        || before == "you"
            && (matches!(sentence.mood, Mood::Order | Mood::Request)
                || at == 1
                || at == 2 && is_prelude(sentence.word(0)))
        || before == "force"
        || is_pronoun(before)
}

/// True for a word of somebody who speaks to the agent: "feel free to push", "you forgot to push".
fn speaks_to_the_agent(word: &str) -> bool {
    is_first_person(word)
        || is_second_person(word)
        || is_all_right(word)
        || matches!(word, "feel" | "free" | "ready" | "time")
}

/// "Still don't push", "but no push", "before you push".
pub(in crate::goal) fn is_refused(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.words_back(at, MAX_REFUSAL).any(|word| refuses(word) || matches!(word, "before" | "until"))
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
pub(in crate::goal) fn is_any_refused(sentence: &Sentence<'_>) -> bool {
    (0..sentence.tokens.len()).any(|at| is_refused(sentence, at))
}
