//! Where a clause is over, and the words that may stand at its end without taking anything from it.
//!
//! Owns the question for every form of the grammar: a mark ends a clause, and so do courtesy and the next clause. What a form takes for its
//! end beside these stands where the form is read.

use super::sentence::Sentence;

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

/// True where nothing of a clause is left at `at`: a mark stands before it, a word of courtesy there, or no word at all.
pub(in crate::goal) fn is_closed(sentence: &Sentence<'_>, at: usize) -> bool {
    // "Don't run the tests any more", and not "any more files".
    let no_longer =
        || sentence.reads(at, "any more") && (sentence.is_parted(at + 2) || sentence.word(at + 2).is_empty());
    sentence.is_parted(at) || sentence.word(at).is_empty() || is_courtesy(sentence.word(at)) || no_longer()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{limits, limits_left};

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
