//! Where a clause is over, and the words that may stand at its end without taking anything from it.
//!
//! Owns the question for every form of the grammar: a mark ends a clause, and so do courtesy and the next clause. What a form takes for its
//! end beside these stands where the form is read.

use super::changing;
use super::sentence::Sentence;
use super::word_class::{is_copula, is_first_person};

const COURTESY: [&str; 7] = ["ok", "okay", "please", "pls", "plz", "thanks", "thx"];
const OF_THE_MOMENT: [&str; 6] = ["again", "anymore", "here", "now", "today", "yet"];

/// True for a word that closes an order and takes nothing from it.
pub(in crate::goal) fn is_courtesy(word: &str) -> bool {
    COURTESY.contains(&word)
}

/// True for a word that says of when or where an order is, or that it is said once more: "don't push yet", "run it again".
pub(in crate::goal) fn is_of_the_moment(word: &str) -> bool {
    OF_THE_MOMENT.contains(&word)
}

/// True for a word with which the next clause begins. "Or" and "nor" are none: they mostly join two things of one clause.
pub(in crate::goal) fn leads_on(word: &str) -> bool {
    matches!(word, "and" | "because" | "but" | "since" | "so" | "then")
}

/// True where the clause is closed at `at`, or goes on with words that take nothing from it.
pub(in crate::goal) fn closes(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    leads_on(word) || is_of_the_moment(word) || is_closed(sentence, at)
}

/// True where a reason begins at `at` with no mark before it: "don't commit I wanna look first", "leave the api alone it's frozen". What says
/// which is meant begins alike and ends otherwise: "the tests I wrote", "the files they are using".
pub(in crate::goal) fn begins_a_reason(sentence: &Sentence<'_>, at: usize) -> bool {
    let (word, next, behind) = (sentence.word(at), sentence.word(at + 1), sentence.word(at + 2));
    // "Without touching src/legacy it breaks src/auth" tells.
    if at == 0 || sentence.word(0) == "without" {
        return false;
    }
    let doing = |word: &str| word.is_empty() || word.ends_with("ing") && word.len() > 4;
    let costs = |verb: &str| {
        let verb = verb.strip_suffix('s').unwrap_or(verb);
        matches!(verb, "break" | "cost" | "crash" | "fail" | "hang" | "hit" | "take")
    };
    match word {
        "it's" | "they're" => !doing(next),
        "its" => changing::is_shut(next) || STATES.contains(&next),
        "it" | "they" => is_copula(next) && !doing(behind) || costs(next) && !behind.is_empty(),
        _ if is_first_person(word) => {
            // "Don't push we have a freeze": right behind the verb nothing else can stand.
            let whole = matches!(sentence.back(at, 1), "commit" | "deploy" | "it" | "merge" | "push" | "them");
            let closes = |at: usize| {
                let word = sentence.word(at);
                matches!(word, "first" | "it" | "myself" | "that" | "them")
                    && (word == "first" || is_closed(sentence, at + 1))
            };
            whole || (at + 2..sentence.clause_end(at)).any(closes)
        }
        _ => false,
    }
}

/// What a place is called that is to be left, beside words that shut it: "its slow".
const STATES: [&str; 12] =
    ["broken", "flaky", "fragile", "generated", "legacy", "live", "not", "slow", "still", "too", "vendored", "wip"];

/// True where nothing of a clause is left at `at`: a mark stands before it, a word of courtesy there, or no word at all.
pub(in crate::goal) fn is_closed(sentence: &Sentence<'_>, at: usize) -> bool {
    // "Don't run the tests any more", and not "any more files".
    let no_longer =
        || sentence.reads(at, "any more") && (sentence.is_parted(at + 2) || sentence.word(at + 2).is_empty());
    let over = || sentence.word(at).is_empty() || is_courtesy(sentence.word(at)) || no_longer();
    sentence.is_parted(at) || over() || begins_a_reason(sentence, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{Stage, limits, limits_left, shown_constraints};

    #[test]
    fn a_reason_needs_no_mark_before_it() {
        for (said, expected) in [
            ("dont commit i wanna look first", "deny $ git commit"),
            ("dont commit anything i wanna look first", "deny $ git commit"),
            ("don't push we have a freeze", "deny $ git push"),
            ("don't push it i'll do that myself", "deny $ git push"),
            ("don't run the tests they are slow", "deny test"),
            ("dont run the tests they take 20min", "deny test"),
            ("don't run the tests it takes forever", "deny test"),
            ("don't touch src/legacy it's frozen", "deny src/legacy/"),
            ("don't touch src/legacy its frozen", "deny src/legacy/"),
            ("don't touch src/legacy it is frozen", "deny src/legacy/"),
            ("don't touch legacy it's not ours", "deny src/legacy/"),
            ("don't touch src/legacy i'm editing it", "deny src/legacy/"),
            ("don't touch the tests they're flaky", "deny tests"),
            ("leave package.json alone i'm on it", "deny package.json"),
        ] {
            limits(&format!("fix the login. {said}"), expected);
        }
        // What says which is meant leaves the rest free.
        for said in [
            "don't run the tests you wrote",
            "don't run the tests they are using",
            "don't touch the tests I wrote",
            "don't touch the tests we need for the release",
            "don't touch the tests they broke",
            "don't touch the files it needs",
            "don't touch the files you don't need",
            "don't touch the file it's reading",
            "don't commit what you don't understand",
            "don't commit the files I added",
            "don't touch src/legacy its tests are enough",
            "don't delete the tests I want to keep",
            "don't touch the part that's frozen",
        ] {
            let left = shown_constraints(&Stage::new().start(&format!("fix the login. {said}")).constraints);
            assert!(!left.contains("deny"), "{said}: {left}");
        }
    }

    #[test]
    fn orders_close_with_courtesy_and_with_the_moment() {
        let check = |said: &str, expected: &str| {
            limits(said, expected);
        };
        for word in COURTESY {
            check(&format!("fix the bug, don't touch src/legacy {word}"), "deny src/legacy/");
            check(&format!("src/legacy is off-limits {word}"), "deny src/legacy/");
        }
        for word in COURTESY.into_iter().chain(OF_THE_MOMENT) {
            assert_eq!(limits_left("don't deploy", &format!("ok go live {word}")), "", "{word}");
        }
        check("fix the bug, don't touch src/legacy any more", "deny src/legacy/");
        // What stands behind "but" may take it back.
        assert_ne!(limits_left("don't deploy", "ok go live but not yet"), "");
    }
}
