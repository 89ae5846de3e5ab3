//! Whether a sentence states what is, or only speaks of what may be, was, or ought to be.

use super::token::{Shape, Token};
use super::words::{EXCEPTING, GENERIC, WHOLE, word_kind};
use crate::domain::RunKind;

/// Words behind which a statement is a wish, a plan, a condition or an order.
const NOT_STATED: &[&str] = &[
    "assuming",
    "can",
    "cannot",
    "could",
    "ensure",
    "ensures",
    "ensuring",
    "eventually",
    "expect",
    "expected",
    "goal",
    "hopefully",
    "ideally",
    "if",
    "ill",
    "im",
    "lets",
    "likely",
    "may",
    "maybe",
    "might",
    "must",
    "need",
    "needs",
    "ought",
    "perhaps",
    "plan",
    "planned",
    "please",
    "probably",
    "recommend",
    "remember",
    "shall",
    "should",
    "suggest",
    "todo",
    "unless",
    "until",
    "want",
    "wants",
    "whenever",
    "whether",
    "will",
    "wont",
    "would",
    "youll",
];
/// Words that put a statement into the past, before the work.
const BEFORE: &[&str] =
    &["before", "earlier", "formerly", "initially", "original", "originally", "previously", "was", "were", "had"];
/// Words of negation.
const NEGATIONS: &[&str] = &[
    "arent", "cannot", "cant", "couldnt", "didnt", "doesnt", "dont", "hasnt", "havent", "isnt", "neither", "never",
    "no", "none", "nor", "not", "nothing", "wasnt", "werent", "without", "wont",
];

/// True for a word that turns a statement round.
pub(super) fn negates(token: &Token<'_>) -> bool {
    token.is_one_of(NEGATIONS)
}

/// True for a word behind which nothing is stated.
pub(super) fn is_unstated(token: &Token<'_>) -> bool {
    token.is_one_of(NOT_STATED)
}

/// True for a word that tells of the time before the work.
pub(super) fn is_past(token: &Token<'_>) -> bool {
    token.is_one_of(BEFORE)
}

/// True for a sentence that asks.
pub(super) fn asks(tokens: &[Token<'_>]) -> bool {
    tokens.last().is_some_and(|token| token.shape == Shape::Mark('?'))
}
/// True for a word or a command that names a run: "lint and tests" are one statement.
pub(super) fn is_run(token: &Token<'_>) -> bool {
    match token.shape {
        Shape::Word => word_kind(&token.low).is_some() || token.is_one_of(GENERIC),
        Shape::Code => true,
        _ => false,
    }
}

/// True for a word that names another run than tests where it stands before "tests": "the format tests" are tests.
pub(super) fn is_tested(tokens: &[Token<'_>], at: usize) -> bool {
    let run = |token: &Token<'_>| word_kind(&token.low).is_some_and(|kind| kind != RunKind::Test);
    let tests = |token: &Token<'_>| token.is_one_of(&["spec", "specs", "test", "tests"]);
    run(&tokens[at]) && tokens.get(at + 1).is_some_and(tests)
}

/// Tokens behind an end in which an exception begins: "pass, with the exception of".
const EXCEPTION: usize = 5;

/// True where something is taken out of what ended, by the words up to it or `behind` its end: "all but one test", "pass, bar one".
pub(super) fn takes_out(subject: &[Token<'_>], behind: &[Token<'_>]) -> bool {
    let out = |token: &Token<'_>| token.is_one_of(EXCEPTING) || token.raw.contains("--deselect");
    subject.windows(2).any(|two| two[0].is("all") && two[1].is("but")) || behind.iter().take(EXCEPTION).any(out)
}

/// "Clean for the files I changed", "pass in tests/api": behind the verb a place is told, and it is not the whole project. How long it
/// took ("in 2.1s") is none.
pub(super) fn of_a_place(behind: &[Token]) -> bool {
    let [led, place, rest @ ..] = behind else { return false };
    let whole = |token: &Token| token.is_one_of(WHOLE);
    led.is_one_of(&["for", "in", "on", "under"])
        && !place.low.starts_with(|sign: char| sign.is_ascii_digit())
        && !whole(place)
        && !rest.first().is_some_and(whole)
}
