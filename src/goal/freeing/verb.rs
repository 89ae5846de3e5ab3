//! Whether a verb opens what is asked for, or stands behind a refusal: "push it", "still don't push".
//!
//! Owns this question alone. Which verb is which command is `asked_command`'s.

use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_verb};
use crate::goal::prompt::word_class::{
    is_all_right, is_article, is_copula, is_first_person, is_person, is_prelude, is_pronoun, is_second_person, lets,
    obliges, refuses,
};

/// Words right before a verb that is asked for, where it does not open its clause.
pub(in crate::goal) const BEFORE: [&str; 29] = [
    "&", "again", "ahead", "alright", "also", "awesome", "can", "cool", "could", "directly", "fine", "good", "just",
    "k", "let's", "lets", "lgtm", "may", "must", "n", "nice", "now", "ok", "pass", "passes", "please", "should",
    "then", "to",
];

/// Words back to which a refusal is looked for.
const MAX_REFUSAL: usize = 4;

/// Words back to which is looked for who wishes something.
const MAX_WISH: usize = 6;

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
    if is_by_another(sentence, at) {
        return false;
    }
    done || !of_a_program && sentence.head(at) != Head::Inside
        || !of_a_program && BEFORE.contains(&before)
        || before == "you" && (sentence.orders() || at == 1 || at == 2 && is_prelude(sentence.word(0)))
        || before == "force"
        || is_pronoun(before)
}

/// "Clean up so I can push", "get it ready to push", "I want to push today, so fix the lint": who pushes is not the agent, or the push is what
/// other work is for.
fn is_by_another(sentence: &Sentence<'_>, at: usize) -> bool {
    let (before, subject) = (sentence.back(at, 1), sentence.back(at, 2));
    if lets(before) || obliges(before) {
        // "Clean up so that we can push"; "tests pass, so we can push" draws a conclusion.
        let so = |far: usize| sentence.back(at, far) == "so";
        let ordered = sentence.main_verb.is_some_and(|verb| verb + 2 < at);
        let purpose = ordered && (so(3) || so(4) && sentence.back(at, 3) == "that");
        let somebody = is_person(subject) && !is_second_person(subject);
        // "Ok so can push", "we can push now".
        let spoken = !subject.is_empty() && !is_prelude(subject) && !is_second_person(subject);
        return sentence.mood != Mood::Question && spoken && (purpose || somebody && subject != "we");
    }
    if before != "to" {
        return false;
    }
    let earlier = |far: usize| sentence.words_back(at - far, MAX_WISH);
    let mine = |far: usize| is_first_person(sentence.back(at, far));
    match subject {
        // "It's ready to push" offers it.
        "ready" => {
            let word = sentence.back(at, 3);
            let offered = is_copula(word) || word.ends_with("'s") || matches!(word, "all" | "looks" | "now" | "seems");
            let ordered = sentence.orders();
            ordered || !offered && earlier(2).any(|word| is_verb(word) || matches!(word, "need" | "want"))
        }
        "about" | "going" | "hope" | "intend" | "plan" | "planning" => earlier(2).any(is_first_person),
        "have" | "like" | "love" | "need" | "want" => {
            // What "we" want the agent may do.
            let alone = mine(3) && sentence.back(at, 3).starts_with('i');
            alone && (sentence.any(|word| word == "myself") || is_followed_by_an_order(sentence, at))
        }
        // "Ready for me to push".
        who => sentence.back(at, 3) == "for" && !is_second_person(who),
    }
}

/// "..., so please fix the lint": another order in a clause of its own. "Then" tells what comes after.
fn is_followed_by_an_order(sentence: &Sentence<'_>, at: usize) -> bool {
    let other = |word: &str| is_verb(word) && !matches!(word, "commit" | "continue" | "do" | "go" | "push");
    sentence.any_from(at + 1, |verb| {
        let begins = (at + 1..verb).rev().find(|before| sentence.tokens[before - 1].ends_clause()).unwrap_or(verb);
        let then = (begins..verb).any(|between| sentence.word(between) == "then");
        other(sentence.word(verb)) && matches!(sentence.head(verb), Head::Comma | Head::Opens) && !then
    })
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
    sentence.any_from(1, |at| match sentence.word(at) {
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
    sentence.any_at(|at| is_refused(sentence, at))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[test]
    fn what_somebody_else_will_do_is_no_order() {
        for told in [
            "prepare everything so I can push",
            "clean up so that we can push",
            "make it green so that Kim can push",
            "now I can push",
            "get this ready to push",
            "can you get it ready for me to push",
            "I want to push this today, so please fix the lint",
            "I need to push this before noon, fix the tests",
            "I'm going to push it myself",
        ] {
            assert_eq!(limits_left("don't push", told), "deny $ git push", "{told}");
        }
        for told in [
            "you can push",
            "we can push now",
            "it's ready to push",
            "the fix is ready to push",
            "tests pass, so we can push",
            "I think that we can push",
            "ready, push",
            "I want you to push",
            "I want to push this now, do it",
            "I need to push and open a PR",
            "it's time for you to push",
            "clean up so you can push",
            "ok to push",
        ] {
            assert_eq!(limits_left("don't push", told), "", "{told}");
        }
        assert_eq!(limits_left("don't commit", "write the message so I can commit"), "deny $ git commit");
        assert_eq!(limits_left("don't deploy", "get it ready to deploy"), "deny deploy");
    }
}
