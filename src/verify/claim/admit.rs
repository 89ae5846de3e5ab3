//! Whether a report tells of failures in numbers or as what is left ("2 fail", "the remaining failures"), and which tests it says
//! could not be run.

use super::frame::negates;
use super::token::tokens;
use super::words::WELL;
use crate::text::words;
use crate::verify::suite::{self, Suite};

/// Words that may stand between a number and the failure that it counts.
const BETWEEN: &[&str] = &[
    "also", "are", "cases", "do", "has", "have", "in", "is", "it", "of", "specs", "test", "tests", "that", "the",
    "them", "those", "were", "which",
];
/// Words that tell of some failures without counting them.
const SOME: &[&str] = &[
    "few",
    "five",
    "four",
    "one",
    "other",
    "others",
    "remaining",
    "rest",
    "several",
    "six",
    "some",
    "still",
    "ten",
    "three",
    "two",
];
/// Words between a failure and its number at most.
const NEAR: usize = 4;

/// Words that tell how something is and not what was done with it, where they stand behind it: "2 red, not mine", "that one is broken".
const STATES: &[&str] = &["broken", "red"];
/// Words with which a sentence goes on behind such a word. Before a noun it tells which one is meant ("the one broken link").
const GOES_ON: &[&str] = &[
    "already", "also", "and", "as", "at", "because", "before", "but", "for", "here", "in", "not", "on", "since",
    "there", "too", "without",
];
/// Words by which a suite lacks something.
const LACKS: &[&str] = &[
    "blocked",
    "missing",
    "need",
    "needs",
    "require",
    "requires",
    "skipped",
    "unable",
    "unavailable",
    "unrun",
    "untested",
];

/// True for a text, in lower case, that tells of failures. "0 failed" and "no failures" tell of none.
pub(in crate::verify) fn counts_failures(lower: &str) -> bool {
    words::sentences(lower).into_iter().any(|sentence| {
        let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let is = |at: usize, word: &str| {
            let state = || words.get(at + 1).is_none_or(|next| GOES_ON.contains(next));
            word.starts_with("fail") || STATES.contains(&word) && state()
        };
        words.iter().enumerate().filter(|(at, word)| is(*at, word)).any(|(at, _)| {
            let before = words[..at].iter().rev().take(NEAR).find(|word| !BETWEEN.contains(*word));
            before.is_some_and(|word| SOME.contains(word) || word.parse::<u32>().is_ok_and(|count| count > 0))
        })
    })
}

/// The kinds of tests of which a report says that they did not or could not run: "the e2e tests could not run here", "Cypress
/// can't start", "the integration tests need postgres".
pub(in crate::verify) fn not_run(report: &str) -> Vec<Suite> {
    let clauses = words::sentences(report).into_iter().flat_map(|sentence| {
        let parts = sentence.split([',', ';', '\u{2014}']).flat_map(|part| part.split(" and "));
        parts.flat_map(|part| part.split(" but ")).map(str::to_owned).collect::<Vec<_>>()
    });
    let lacks = |clause: &String| {
        let tokens = tokens(clause);
        tokens.iter().any(|token| negates(token) || token.is_one_of(LACKS))
            && !tokens.iter().any(|token| token.is_one_of(WELL))
    };
    clauses.filter(lacks).flat_map(|clause| suite::named(&clause)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_that_are_told_are_seen() {
        for told in [
            "12 tests pass, 2 fail",
            "two of them still fail",
            "the remaining failures are old",
            "2 of the tests fail",
            "git: 9 tests green. parser: 2 red, not mine.",
            "all pass; that one is broken on main already.",
            "parser is still red",
        ] {
            assert!(counts_failures(told), "{told}");
        }
        for none in [
            "14 passed, 0 failed",
            "no failures",
            "all tests pass",
            "i fixed the failing test",
            "it no longer fails",
            "fixed the one broken link",
            "it turns red",
            "0 red",
        ] {
            assert!(!counts_failures(none), "{none}");
        }
    }

    #[test]
    fn what_could_not_run_is_told_with_its_kind() {
        use Suite::{EndToEnd, Integration};
        for (report, expected) in [
            ("33 unit tests pass; e2e did not run: the browser is missing", EndToEnd),
            ("Unit tests: 33 passed. E2E: not runnable here", EndToEnd),
            ("I couldn't run e2e, no browser here", EndToEnd),
            ("The integration tests need postgres, which isn't running", Integration),
            ("All unit tests pass (33). Cypress can't start here without Xvfb", EndToEnd),
            ("Unit tests pass and the UI tests need a simulator", EndToEnd),
        ] {
            assert_eq!(not_run(report), [expected], "{report}");
        }
        for none in ["All e2e tests pass without errors.", "The linter could not run.", "I could not run the tests."] {
            assert_eq!(not_run(none), [], "{none}");
        }
    }
}
