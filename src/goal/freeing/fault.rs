//! What a sentence says is wrong at a place: "parser.rs still crashes on empty input", "there's a bug in the parser", "typo in the guide".
//!
//! Owns these forms. Who tells what is wrong wants it mended there: it is the commonest way to take a limit back without a word about it.
//! What tells of a fault and wants no mending is read in `unmended`.

use super::unmended;
use crate::goal::constraint::state;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{denies, is_copula, is_determiner, is_fault, is_place_noun, leads_into, obliges};
use crate::text::words::{is_telling, stem};

/// What a faulty place does, each as its stem.
#[rustfmt::skip]
const FAILING: [&str; 27] = [
    "blink", "break", "brok", "burst", "chok", "clip", "corrupt", "crash", "duplic", "explod", "fail", "flak", "flicker", "freez", "garbl", "hang",
    "hardcod", "leak", "los", "misalign", "miscount", "overflow", "overlap", "panic", "panick", "swallow", "trunc",
];

/// What a faulty place is.
#[rustfmt::skip]
const BROKEN: [&str; 17] = [
    "broken", "buggy", "empty", "faulty", "flaky", "garbled", "incomplete", "missing", "outdated", "slow", "stale", "stuck", "unreadable", "unsafe",
    "unused", "wonky", "wrong",
];

/// Words from a place to what is wrong there.
const MAX_BETWEEN: usize = 3;

/// Words at most of what fails at a place.
const MAX_SUBJECT: usize = 6;

/// True where the sentence says what is wrong with what is named at `at`.
pub(in crate::goal) fn is_told_of(sentence: &Sentence<'_>, at: usize) -> bool {
    // What a question asks for is an answer, and "then the parser breaks" tells what would be.
    let tells = !sentence.asks() && !matches!(sentence.word(0), "else" | "or" | "otherwise" | "then");
    tells && has_a_fault(sentence, at) && !unmended::is_meant(sentence, at)
}

/// True where it says what is wrong there and wants it told of, written down or left: "explain why the parser breaks", "the parser breaks, but leave
/// it".
pub(in crate::goal) fn is_only_told_of(sentence: &Sentence<'_>, at: usize) -> bool {
    has_a_fault(sentence, at) && unmended::is_meant(sentence, at)
}

/// The same where nobody asks for an answer, so that no order elsewhere can mean it.
pub(in crate::goal) fn is_given_up(sentence: &Sentence<'_>, at: usize) -> bool {
    has_a_fault(sentence, at) && unmended::is_given_up(sentence, at)
}

/// Whatever is wanted of it.
fn has_a_fault(sentence: &Sentence<'_>, at: usize) -> bool {
    is_telling(sentence.word(at))
        && (does_wrong(sentence, at) || holds_a_fault(sentence, at) || shows_a_fault(sentence, at))
}

/// "Parser.rs still crashes", "the parser doesn't handle it", "parser.rs must not panic", "the parser has the same bug".
fn does_wrong(sentence: &Sentence<'_>, at: usize) -> bool {
    if sentence.tokens.get(at).is_none_or(Token::ends_clause) {
        return false;
    }
    let verb = (at + 1..=at + MAX_BETWEEN).find(|at| !is_between(sentence.word(*at))).unwrap_or(at + 1);
    let still = (at + 1..verb).any(|between| sentence.word(between) == "still");
    let word = sentence.word(verb);
    let next = sentence.word(verb + 1);
    let noun = |from: usize| (from..from + MAX_BETWEEN).any(|at| is_fault(sentence.word(at)));
    // "Legacy still off limits" reminds.
    if state::is_off_limits(sentence, verb) {
        return false;
    }
    fails(word)
        || matches!(word, "can't" | "cannot" | "doesn't" | "lacks" | "misses") && next != "need"
        || is_copula(word) && (BROKEN.contains(&next) || fails(next))
        || matches!(word, "has" | "have") && noun(verb + 1)
        || still && !matches!(word, "" | "is" | "passes" | "uses" | "works")
        || obliges(word) && (matches!(next, "handle" | "return") || denies(next) && fails(sentence.word(verb + 2)))
        || matches!(word, "mustn't" | "shouldn't") && fails(next)
}

/// True for a word that may stand between the name of a place and what is wrong there.
fn is_between(word: &str) -> bool {
    is_place_noun(word)
        || matches!(word, "code" | "page" | "part" | "stuff")
        || matches!(word, "also" | "always" | "just" | "now" | "only" | "sometimes" | "still")
}

/// "There's a bug in the parser", "typo in the english file", "crash in parser.rs on empty files".
fn holds_a_fault(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(led) = (0..at).rev().find(|at| !is_determiner(sentence.word(*at))) else { return false };
    let leads = leads_into(sentence.word(led)) || matches!(sentence.word(led), "at" | "of" | "on" | "with");
    leads && is_fault(sentence.back(led, 1))
}

/// "In the parser the last token gets lost": what fails there follows at once.
fn shows_a_fault(sentence: &Sentence<'_>, at: usize) -> bool {
    let led = (1..=2).any(|far| leads_into(sentence.back(at, far)) || matches!(sentence.back(at, far), "at" | "on"));
    let last = sentence.tokens.len().min(at + 1 + MAX_SUBJECT);
    let whole = |verb: &usize| !(at..*verb).any(|between| sentence.tokens[between].stop());
    let failing = |verb: &usize| sentence.word(*verb).ends_with('s') && fails(sentence.word(*verb));
    led && (at + 2..last).find(failing).is_some_and(|verb| whole(&verb))
}

fn fails(word: &str) -> bool {
    // "The freeze" is a limit.
    word != "freeze" && FAILING.contains(&stem(word).as_ref())
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[test]
    fn who_tells_what_is_wrong_there_wants_it_mended() {
        for told in [
            "src/parser.rs still crashes on empty input",
            "src/parser.rs panics on empty input, see the trace",
            "parser.rs still hardcodes the limit, read it from env",
            "parser.rs doesn't handle an empty line",
            "parser.rs has the same bug",
            "there's a bug in parser.rs",
            "bug in parser.rs, it loses the last token",
            "typo in parser.rs: \"emtpy\"",
            "next bug: parser.rs hangs on a NUL",
        ] {
            assert_eq!(limits_left("don't touch src/parser.rs", told), "", "{told}");
        }
        for told in [
            "legacy crashes on empty input",
            "the legacy code is broken",
            "there's a bug in legacy",
            "legacy has the same bug",
            "legacy still shows the old colour",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", told), "", "{told}");
        }
    }

    #[test]
    fn what_is_no_fault_ends_nothing() {
        for told in [
            "does legacy crash on empty input?",
            "legacy still works",
            "legacy uses it too",
            "the error in legacy is expected",
            "no bug in legacy",
            "legacy is still used by the importer",
            "update the docs, legacy still frozen",
            "legacy still frozen",
        ] {
            assert_eq!(limits_left("don't touch src/legacy", told), "deny src/legacy/", "{told}");
        }
    }
}
