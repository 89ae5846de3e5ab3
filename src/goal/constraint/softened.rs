//! What makes an order conditional, passing or mild, so that it may not deny: "if", "ideally", "until the tests pass".
//!
//! Owns these words and how far they reach. What waits for the user's word is `waits`'s.

use super::act::{Act, Cue};
use super::cue::asking::{self, MAX_CASE, is_asked_at};
use super::cue::subordinate;
use crate::goal::prompt::sentence::{Head, Sentence, is_verb};
use crate::goal::prompt::word_class::{is_determiner, is_first_person, is_second_person, is_weekday, obliges};
use crate::text::word_set::sorted;

/// True for the "before" of "ask me before", and of "before touching X, ask me": it softens no order beside it.
pub(super) fn is_part(sentence: &Sentence<'_>, at: usize) -> bool {
    matches!(sentence.word(at), "before" | "if" | "when" | "whenever")
        && (is_asked_at(sentence, at) || asking::cue(sentence, at).is_some())
}

/// The token behind what belongs to the order at `cue`: the next order begins there.
pub(super) fn own_end(sentence: &Sentence<'_>, cue: usize) -> usize {
    let begins = |at: &usize| {
        let word = sentence.word(*at);
        let orders = matches!(word, "ask" | "don't" | "let" | "never") || sentence.reads(*at, "do not");
        let head = sentence.head(*at);
        // "Don't touch src/db, run the tests when you are done."
        *at > cue + 1 && (orders && head != Head::Inside || head == Head::Comma && is_verb(word))
    };
    (cue + 1..sentence.tokens.len().min(cue + MAX_CASE)).find(begins).unwrap_or(sentence.tokens.len())
}

/// Words anywhere in a sentence that make an order conditional, passing or mild.
#[rustfmt::skip]
pub(super) const SOFTENERS: &[&str] = sorted(&[
    "before", "first", "ideally", "if", "maybe", "much", "needlessly", "once", "perhaps", "preferably", "probably",
    "should", "till", "too", "unless", "unnecessarily", "until", "when", "whenever", "while", "yet",
]);

/// Words before an order that make it somebody else's: "the header says: don't edit".
pub(super) const REPORTING: &[&str] =
    &["called", "had", "reads", "said", "saying", "says", "states", "titled", "told", "was", "were", "wrote"];

/// Phrases with the same effect. "For now" has none: it holds until the user says otherwise.
const SOFT_PHRASES: &[&str] =
    &["at this point", "at this stage", "for the time being", "for today", "new one", "new ones", "this time"];

/// True when a word of the sentence makes an order conditional, passing or mild; for "without", one behind the cue.
pub(super) fn is_softened(sentence: &Sentence<'_>, cue: usize) -> bool {
    let own = own_end(sentence, cue);
    let before = another_order(sentence, cue);
    // ", until the tests pass" closes all that was said before it.
    let counts = |at: usize| at >= before && (at < own || sentence.tokens[at - 1].comma());
    let softens = |at: usize| {
        // "Even if all is green" takes nothing from it, "while leaving it alone" is itself the order.
        let even = sentence.back(at, 1) == "even" || subordinate::is_left(sentence, at + 1);
        // "While you rename it" is the work itself, "until the release" no condition of it.
        let work = sentence.word(at) == "while" && is_second_person(sentence.word(at + 1));
        // "src/db stays as it is, the handler should check it": said of something else.
        let of_another = sentence.word(at) == "should" && (cue..at).any(|at| sentence.tokens[at].comma());
        // "Under no circumstances should you touch it".
        let in_no_case = sentence.word(at) == "should" && at == cue + 3 && sentence.word(cue + 1) == "no";
        !even
            && !work
            && !in_no_case
            && !of_another
            && !ends_by_itself(sentence, at)
            && SOFTENERS.binary_search(&sentence.word(at)).is_ok()
            && !is_part(sentence, at)
    };
    let single = sentence.any_at(|at| softens(at) && counts(at));
    let phrase = sentence.has_phrase(SOFT_PHRASES);
    let reported = (0..cue).any(|at| REPORTING.contains(&sentence.word(at)));
    let without = sentence.any_from(cue + 1, |at| sentence.word(at) == "without" && counts(at));
    // "In dry run do not push" is a rule for a program.
    let leads = matches!(sentence.word(0), "during" | "in" | "on" | "with");
    let of_a_mode = leads && (1..cue.min(4)).any(|at| matches!(sentence.word(at), "--dry-run" | "dry" | "dry-run"));
    single || phrase || reported || without || of_a_mode
}

/// "If possible without changing src/api", "don't touch src/api unless you have to": the agent is to judge.
pub(super) fn leaves_it_open(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    let of_files = matches!(cue.act, Act::Change | Act::Creation | Act::Removal);
    let possible = |at: usize| {
        matches!(sentence.word(at), "if" | "where" | "wherever") && sentence.word(at + 1) == "possible"
            || sentence.reads_one(at, &["if you can", "if it can be avoided"])
    };
    let before = (0..cue.start).any(|at| possible(at) || matches!(sentence.word(at), "ideally" | "preferably"));
    let needed = |at: usize| {
        let rest = (at + 1..sentence.tokens.len().min(at + NEED)).map(|at| sentence.word(at));
        let judged = |word: &str| {
            obliges(word) || matches!(word, "have" | "inevitable" | "necessary" | "needed" | "unavoidable" | "way")
        };
        sentence.word(at) == "unless"
            && rest.clone().any(judged)
            && !rest.clone().any(|word| is_first_person(word) || word == "ask")
    };
    of_files && (before || (cue.start..sentence.tokens.len()).any(|at| possible(at) || needed(at)))
}

/// Days that come by themselves, beside those of the week, and what people set a day for.
const DAYS: [&str; 9] = ["autumn", "demo", "freeze", "launch", "release", "spring", "summer", "tomorrow", "winter"];

/// Words at most from "unless" to what makes it necessary.
const NEED: usize = 7;

/// "Commit it when the tests pass but don't push": where an order that stands before the "but" is over.
fn another_order(sentence: &Sentence<'_>, cue: usize) -> usize {
    let ordered = sentence.orders();
    let but = (1..cue).rev().find(|at| sentence.word(*at) == "but").filter(|_| ordered);
    but.filter(|but| sentence.main_verb.is_some_and(|verb| verb < *but) && *but + 1 == cue).unwrap_or(0)
}

/// "Until the release", "until monday": a day that comes by itself; the user says when it has come.
fn ends_by_itself(sentence: &Sentence<'_>, at: usize) -> bool {
    let noun = sentence.past(at + 1, is_determiner);
    matches!(sentence.word(at), "till" | "until")
        && (is_weekday(sentence.word(noun)) || DAYS.contains(&sentence.word(noun)))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn what_is_said_of_another_order_softens_none() {
        limits("add a check. commit it when the tests pass but don't push", "deny $ git push");
        limits("Fix the login. src/legacy stays as it is, the handler should check it", "deny src/legacy/");
        limits("don't touch src/legacy while you rename it", "deny src/legacy/");
        limits("don't touch src/legacy until the release", "deny src/legacy/");
        // Conditions of the order itself.
        limits("don't push when the tests fail", "donot $ git push");
        limits("don't touch src/legacy until the tests pass", "donot src/legacy/");
        limits("don't touch src/legacy while the build runs", "donot src/legacy/");
        // Nobody can tell when what is left to judgement was crossed.
        for judged in ["unless you have to", "unless necessary", "unless there's no other way", "if you can avoid it"] {
            limits(&format!("don't touch package.json {judged}"), "donot");
        }
    }
}
