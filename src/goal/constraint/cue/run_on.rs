//! Second orders with no mark before them: "fix login pls dont touch src/db", "Fix the login Don't touch src/db", "looks good but don't push".
//!
//! Owns the doubts: the same words tell of the tests that don't touch something, and of texts that are shown.

use super::manner::skip_adverbs;
use crate::goal::constraint::act::{Act, act_of, is_versioning};
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_article, is_person, is_prelude, is_pronoun};

/// Words back to which a second order without a mark before it is looked at.
const RUN_ON: usize = 20;

/// Words behind which "don't" is told of something, or is a text.
#[rustfmt::skip]
const NOT_RUNNING_ON: [&str; 18] = [
    "add", "because", "display", "if", "label", "print", "say", "says", "show", "sure", "that", "when", "where", "which", "while", "who",
    "whose", "write",
];

/// "fix login pls dont touch src/db", "Fix the login Don't touch src/db": nobody has set the mark between two orders. "The tests that
/// don't touch it" are none, "Print Do not touch" is a text.
pub(in crate::goal::constraint) fn is_second_order(sentence: &Sentence<'_>, at: usize, verb: usize) -> bool {
    let word = sentence.word(at);
    let anew = sentence.tokens[at].raw.starts_with('D')
        && sentence.tokens[at - 1].raw.bytes().any(|byte| byte.is_ascii_lowercase());
    let asked = closing::is_courtesy(sentence.word(at - 1));
    let begins = word == "don't" || word == "do" && (anew || asked);
    let back = || (at.saturating_sub(RUN_ON)..at).rev().map(|at| sentence.word(at));
    let known = match act_of(sentence.word(skip_adverbs(sentence, verb).0)) {
        Some(Act::Change) => true,
        Some(Act::Commit | Act::Push) => {
            // "Commit it dont push"; "commit hooks dont push" tells of a program.
            let it = |at: usize| {
                let word = sentence.word(at);
                is_pronoun(word) || is_article(word) || matches!(word, "all" | "changes" | "everything")
            };
            let versions = |verb: usize| act_of(sentence.word(verb)).is_some_and(is_versioning);
            let of_work = |verb: usize| versions(verb) && (verb + 1..at).all(it);
            if sentence.main_verb.is_some_and(of_work) {
                return begins;
            }
            asked
        }
        _ => false,
    };
    if !begins || !known {
        return false;
    }
    let before = back().find(|word| !is_prelude(word)).unwrap_or_default();
    let told_of = is_person(before) || matches!(before, "it" | "make" | "nobody" | "people" | "to" | "user" | "who");
    !back().any(|word| NOT_RUNNING_ON.contains(&word)) && (anew || !(told_of || before.ends_with('s')))
}

/// "Looks good but don't push": what is told before the "but" is over.
pub(in crate::goal::constraint) fn is_contrast(sentence: &Sentence<'_>, at: usize) -> bool {
    let before = (at.saturating_sub(2)..at).rev().map(|at| sentence.word(at)).find(|word| !closing::is_courtesy(word));
    matches!(sentence.word(at), "do" | "don't") && before == Some("but")
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn emphasis_and_missing_marks_hide_no_order() {
        let check = |said: &str, expected: &str| {
            limits(said, expected);
        };
        for said in [
            "**Do not touch src/legacy.**",
            "**Do not touch `src/legacy`.**",
            "*do not touch src/legacy*",
            "_Do not touch src/legacy_",
            "Fix it. **Don't touch src/legacy!**",
            "⚠️ do not touch src/legacy",
            "❗Don't touch src/legacy",
            "fix login dont touch src/legacy",
            "fix login pls dont touch src/legacy",
            "Fix the login Don't touch src/legacy",
        ] {
            check(said, "deny src/legacy/");
        }
        check("don't touch src/legacy/**", "deny src/legacy/**");
        check("fix the tests that dont touch src/legacy", "");
        check("fix tests dont touch src/legacy", "");
        check("add a check if the user dont touch src/legacy", "");
    }
}
