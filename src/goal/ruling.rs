//! Whether a prompt decides about work that strayed: it orders it taken back, or lets it stand.
//!
//! Owns the reading of such a decision. What it does to the goal is `revise`'s and `compose`'s, what it does to the evidence the guard's.

use super::GoalContext;
use super::line::{Ask, Line};
use super::prompt::changing;
use super::prompt::sentence::{Head, Sentence};
use super::reading::Reading;
use crate::domain::{Pattern, Relation, ScopeEntry, WorkKind};
use crate::goal::prompt::word_class::{is_article, is_file_noun, is_prelude, is_pronoun};
use crate::text::kind::kind_of_path;
use crate::text::words::{akin, is_telling, path_words};
use crate::text::{path, pattern};

/// What a prompt decides about work that strayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is to be taken back.
    TakenBack,
    /// It may stand.
    Allowed,
}

/// Verbs that take away what was added, or bring back what was there.
const TAKING_AWAY: [&str; 9] = ["delete", "discard", "ditch", "drop", "remove", "reset", "restore", "rm", "scrap"];
/// The same in several words.
const TAKING_AWAY_PHRASES: [&str; 5] = ["back out", "get rid of", "git checkout", "git restore", "git stash"];
/// Verbs that do so with a "back" behind what they are said of: "put that back".
const BACK: [&str; 9] = ["bring", "change", "get", "move", "put", "roll", "set", "take", "turn"];
/// Words at most between such a verb and its "back".
const MAX_PUT: usize = 6;

/// The places that strayed.
fn astray<'a>(cx: &GoalContext<'a>) -> impl Iterator<Item = &'a str> {
    let strays = |relation: &Relation| matches!(relation, Relation::Unrelated(_) | Relation::Forbidden(_));
    cx.open.iter().filter(move |item| strays(&item.relation)).map(|item| item.subject.as_str())
}

/// What the prompt decides; `None` where nothing strayed, and for a prompt that speaks of something else.
pub(super) fn ruling(reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Option<Ruling> {
    astray(cx).next()?;
    let is = |such: &dyn Fn(&Line<'_>) -> bool| reading.typed().any(|line| such(line) && is_about(line, cx));
    if is(&orders_it_back) { Some(Ruling::TakenBack) } else { is(&lets_it_stand).then_some(Ruling::Allowed) }
}

/// True for a prompt of which all that is ordered is to take back what strayed.
pub(super) fn only_takes_back(reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> bool {
    let mut orders = reading.typed().filter(|line| matches!(line.ask, Ask::Work | Ask::Suggestion | Ask::Reversal));
    ruling(reading, cx) == Some(Ruling::TakenBack) && orders.all(|line| orders_it_back(line) && is_about(line, cx))
}

/// True for a part of the scope that is only spoken of because something strayed there: who orders that back asks for no work in it.
pub(super) fn is_ordered_back(entry: &ScopeEntry, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> bool {
    let of_its_kind = |line: &Line<'_>| line.sentence.text.starts_with(&entry.words) && orders_it_back(line);
    holds_a_stray(&entry.pattern, cx) || matches!(entry.pattern, Pattern::Glob(_)) && reading.typed().any(of_its_kind)
}

fn holds_a_stray(pattern: &Pattern, cx: &GoalContext<'_>) -> bool {
    astray(cx).any(|file| pattern::covers(pattern, file))
}

/// True for a kind of work that is only spoken of because something of it strayed.
pub(super) fn is_of_strays(kind: WorkKind, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> bool {
    let mut spoken = reading.lines.iter().filter(|line| line.kinds.contains(&kind));
    strayed_in(kind, cx) || spoken.all(|line| orders_it_back(line) && is_about(line, cx))
}

fn strayed_in(kind: WorkKind, cx: &GoalContext<'_>) -> bool {
    astray(cx).any(|file| kind_of_path(file) == Some(kind))
}

fn orders_it_back(line: &Line<'_>) -> bool {
    line.ask == Ask::Reversal
        || line.sentence.may_order() && line.asking().any(|(at, _)| takes_away(&line.sentence, at))
}

fn lets_it_stand(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    // "Keep going", "keep to src/auth", "leave it to me".
    let goes_on =
        |at: usize| sentence.word(at + 1).ends_with("ing") || sentence.any_from(at, |at| sentence.word(at) == "to");
    let keeps = |at: usize| matches!(sentence.word(at), "accept" | "keep" | "leave") && !goes_on(at);
    let ordered = || sentence.may_order() && sentence.main_verb.is_some_and(keeps);
    line.ask == Ask::Permission || !line.forbids() && ordered() && !points_at_more(sentence)
}

/// "Keep it simple": more is said than a verb and what it is about.
fn points_at_more(sentence: &Sentence<'_>) -> bool {
    sentence.any(is_pronoun) && !is_bare(sentence)
}

/// True for a sentence that names nothing beside its verb: "undo", "keep it", "leave those two files".
fn is_bare(sentence: &Sentence<'_>) -> bool {
    let says_little = |word: &str| {
        is_prelude(word)
            || changing::is_change(word)
            || is_file_noun(word)
            || matches!(word, "ones" | "pls" | "undo" | "revert" | "rollback" | "three" | "two")
    };
    let verb = |at: usize| sentence.main_verb == Some(at);
    !sentence.any_at(|at| !verb(at) && is_telling(sentence.word(at)) && !says_little(sentence.word(at)))
}

/// True for the verb at `at` of an order that takes something away or puts it back.
fn takes_away(sentence: &Sentence<'_>, at: usize) -> bool {
    let verb = sentence.word(at);
    let ends = |behind: usize| match sentence.word(behind) {
        // "Put a back button there".
        "back" => BACK.contains(&verb) && !is_article(sentence.back(behind, 1)),
        "away" | "out" => matches!(verb, "take" | "throw"),
        _ => false,
    };
    let such = TAKING_AWAY.contains(&verb)
        || sentence.reads_one(at, &TAKING_AWAY_PHRASES)
        || (at + 1..sentence.clause_end(at).min(at + MAX_PUT)).any(ends);
    such && (sentence.main_verb == Some(at) || sentence.head(at) != Head::Inside)
}

/// True for a line that speaks of what strayed: by its name, by its kind, or by a word that means what was done.
fn is_about(line: &Line<'_>, cx: &GoalContext<'_>) -> bool {
    let sentence = &line.sentence;
    let whole = |word: &str| matches!(word, "all" | "both" | "everything" | "rest" | "stuff");
    let named = || line.named.iter().flat_map(|(_, named)| &named.patterns);
    let called = |file: &str| {
        let words = path_words(path::base_name(file));
        let is = |word: &str| path::extension(file) == Some(word) || words.iter().any(|part| akin(part, word));
        line.said().iter().any(|word| is_telling(word) && is(word))
    };
    if sentence.any(whole)
        || named().any(|pattern| holds_a_stray(pattern, cx))
        || line.kinds_spoken_of().into_iter().any(|kind| strayed_in(kind, cx))
        || astray(cx).any(called)
    {
        return true;
    }
    let points = |word: &str| is_pronoun(word) || changing::is_change(word) || is_file_noun(word) || word == "ones";
    let elsewhere = named().next().is_some() || !line.kinds_spoken_of().is_empty();
    !elsewhere && (sentence.any(points) || line.ask == Ask::Reversal && is_bare(sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::revise;
    use crate::goal::stage::{Stage, shown_scope, typed};

    const GOAL: &str = "fix the expired token bug. stay in src/auth";

    fn stage() -> Stage {
        Stage::new().astray(&["src/ui/button.css", "README.md"])
    }

    #[track_caller]
    fn check(prompt: &str, expected: Option<Ruling>) {
        let stage = stage();
        let revised = revise(Some(&stage.start(GOAL)), &typed(prompt), &stage.cx());
        assert_eq!(revised.ruling, expected, "{prompt}");
    }

    #[test]
    fn an_order_to_take_back_what_strayed_is_one() {
        for prompt in [
            "no, undo the css change",
            "undo all the css changes please",
            "undo that modification",
            "wtf why did you touch the css?? put that back",
            "wtf. put it all back",
            "put the css back how it was",
            "delete the new css files",
            "can you remove those files?",
            "please get rid of the readme change",
            "undo everything outside src/auth please",
            "revert that",
            "restore README.md",
            "change the readme back",
            "keep the token fix but discard the rest",
            "throw that css away",
            "pls undo",
            "no no no. undo!!",
            "roll that back",
            "get the css back to what it was",
            "git restore everything outside src/auth",
            "rm the new files",
            "that css was not asked for. remove it",
        ] {
            check(prompt, Some(Ruling::TakenBack));
        }
    }

    #[test]
    fn so_is_a_word_that_lets_it_stand() {
        for prompt in [
            "keep the css change",
            "you may touch the css",
            "the readme is fine",
            "ok, keep it",
            "leave those two files",
            "keep button.css",
        ] {
            check(prompt, Some(Ruling::Allowed));
        }
    }

    #[test]
    fn what_speaks_of_something_else_decides_nothing() {
        for prompt in [
            "why did you touch the css?",
            "now fix the tests",
            "go on",
            "looks good",
            "remove the debug print in src/auth/token.ts",
            "delete it from src/auth/token.ts",
            "undo the last change in src/auth/token.ts",
            "you may change src/db/schema.sql too",
            "don't delete the css files",
            "put a back button on the page",
            "set the clock back in the test",
            "restore the session after login",
            "drop the index",
            "undo the rename",
            "keep it simple",
            "keep going",
            "keep to src/auth",
            "should I delete them?",
            "> put it all back",
        ] {
            check(prompt, None);
        }
        let stage = Stage::new();
        let revised = revise(Some(&stage.start(GOAL)), &typed("undo that"), &stage.cx());
        assert_eq!(revised.ruling, None);
    }

    #[test]
    fn what_is_ordered_back_is_not_asked_for() {
        let scope = |prompt: &str| {
            let stage = stage();
            let goal = stage.start(GOAL);
            let (change, revised) = stage.revise(&goal, prompt);
            assert_eq!(change, crate::domain::GoalChange::Narrow, "{prompt}");
            assert_eq!(revised.kinds, goal.kinds, "{prompt}");
            shown_scope(&revised)
        };
        for prompt in ["undo the css change", "put src/ui back", "delete the new css files", "wtf. put it all back"] {
            assert_eq!(scope(prompt), shown_scope(&stage().start(GOAL)), "{prompt}");
        }
    }
}
