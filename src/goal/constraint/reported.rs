//! Prohibitions of others that the user tells of and then overrules: "my colleague said: don't touch a.ts. He's wrong, fix it".
//!
//! Owns the second sentence. What others said is heard and denies nothing; who orders the change in the next breath does not pass it on.

use super::object::phrase::CHANGING_WORK;
use super::softened::REPORTING;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence};
use crate::goal::prompt::word_class::{is_prelude, is_pronoun};

/// Words of the sentence before in which somebody is said to speak.
const MAX_REPORT: usize = 8;

/// First words of what is said about that or about the speaker.
#[rustfmt::skip]
const ABOUT_IT: [&str; 10] = ["but", "he", "he's", "ignore", "she", "she's", "that", "that's", "they", "they're"];

/// True where the sentence orders the change that somebody, in the one before, is reported to forbid.
pub(in crate::goal) fn is_overruled(before: &Sentence<'_>, sentence: &Sentence<'_>) -> bool {
    let orders = |at: usize| {
        let word = sentence.word(at);
        let changes = CHANGING_WORK.contains(&word) || changing::is_verb(word);
        changes && is_pronoun(sentence.word(at + 1)) && sentence.head(at) != Head::Inside
    };
    let first = (0..sentence.tokens.len()).find(|at| sentence.word(*at) == "but" || !is_prelude(sentence.word(*at)));
    let about_it = first.is_some_and(|first| orders(first) || ABOUT_IT.contains(&sentence.word(first)));
    let reports = || (0..before.tokens.len().min(MAX_REPORT)).any(|at| REPORTING.contains(&before.word(at)));
    about_it && reports() && sentence.any_at(orders)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints, shown_scope};

    #[test]
    fn what_the_user_orders_after_all_is_forbidden_by_nobody() {
        for said in [
            "my colleague said: don't touch src/auth/token.ts. he's wrong, fix it",
            "The header says don't edit src/auth/token.ts. That's outdated, change it.",
            "He told me: never touch src/auth/token.ts. Fix it anyway.",
        ] {
            let goal = Stage::new().start(said);
            assert_eq!(shown_constraints(&goal.constraints), "", "{said}");
            assert_eq!(shown_scope(&goal), "named src/auth/token.ts", "{said}");
        }
    }

    #[test]
    fn what_is_passed_on_is_heard() {
        for said in [
            "He told me: never touch src/legacy. He's right.",
            "My colleague said: don't touch src/legacy. The login is broken, fix it.",
            "He told me: never touch src/legacy. Fix the login.",
        ] {
            limits(said, "donot src/legacy/");
        }
        // The user's own words stand.
        limits("Don't touch src/legacy. That's generated, fix it in the script.", "deny src/legacy/");
        limits("Never touch src/legacy. Fix it in src/auth.", "deny src/legacy/");
    }
}
