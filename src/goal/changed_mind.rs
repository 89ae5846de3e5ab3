//! A changed mind: "forget the cart, do the header first", "scrap that", "change of plan: the header", "actually no, the header instead".
//!
//! Owns the words with which the work so far is given up, and what of the prompt is left behind them. Whether that is other work, so that it
//! takes the goal's place, is `revise`'s: "scrap that, use a map instead" is the same work in another way.

use super::freeing::granted;
use super::line::{Ask, Line};
use super::prompt::closing;
use super::prompt::prose::Prose;
use super::prompt::sentence::{Mood, Sentence, is_verb};
use super::reading::Reading;
use super::{GoalContext, ask};
use crate::domain::Goal;
use crate::goal::prompt::word_class::{
    is_determiner, is_exclamation, is_person, is_prelude, is_pronoun, is_quantifier, is_subordinator,
};
use crate::text::words::{akin, each_path_word, is_telling};

/// Words at most of what is given up: "the whole cart total thing".
const MAX_GIVEN_UP: usize = 6;

/// Verbs by which the work is given up where they have it for their object.
const GIVING_UP: [&str; 9] =
    ["abandon", "ditch", "forget about", "forget", "never mind", "nevermind", "nvm", "scrap", "shelve"];

/// Verbs that are said of code too: they give the work up where they mean "it" alone, or "the task".
const OF_CODE_TOO: [&str; 5] = ["cancel", "drop", "leave", "park", "skip"];

/// Phrases that say it by themselves.
#[rustfmt::skip]
const BY_THEMSELVES: [&str; 10] = [
    "change of plan", "change of plans", "changed my mind", "i changed my mind", "i've changed my mind", "new plan", "plan changed",
    "plans changed", "plans have changed", "slight change of plans",
];

/// A prompt whose beginning gives up the work so far.
pub(super) struct ChangedMind {
    /// The words that say so, for the reason that is shown.
    pub(super) cue: String,
    /// What the prompt says behind them.
    pub(super) left: Prose,
    /// The words alone tell that other work follows.
    pub(super) is_open: bool,
}

impl ChangedMind {
    /// Reads a prompt against the goal that it may give up.
    pub(super) fn of(goal: &Goal, reading: &Reading<'_, '_>) -> Option<Self> {
        let says = |line: &&Line<'_>| {
            !ask::only_exclaims(&line.sentence) && opening(&line.sentence) < line.sentence.tokens.len()
        };
        let line = reading.typed().find(says)?;
        let sentence = &line.sentence;
        // "Never mind, src/db is fine" takes back a limit, and not the work.
        if sentence.mood == Mood::Question || granted::opens_now(sentence) {
            return None;
        }
        let from = opening(sentence);
        let (end, is_open) = given_up(sentence, from, goal).or_else(|| Some((replaced(sentence, from)?, false)))?;
        // The cue of "no, the header instead" stands before and behind what is wanted.
        let cue = sentence.slice(if end == from { 0 } else { from }, end);
        let begins = reading.text.find(sentence.text)?;
        let behind = sentence.tokens.get(end).map_or(sentence.text.len(), |token| token.start);
        let left = reading.text.get(begins + behind..)?;
        Some(Self { cue: cue.trim_end_matches([',', ' ']).to_lowercase(), left: Prose::new(left), is_open })
    }

    /// What it leaves of the prompt, read; `None` where that asks for no work.
    pub(super) fn wanted<'c>(&self, cx: &'c GoalContext<'c>, revision: u32) -> Option<Reading<'_, 'c>> {
        let reading = Reading::new(&self.left, cx, revision);
        let wants = |line: &Line<'_>| {
            let sentence = &line.sentence;
            let wished = sentence.has_phrase(&["i need", "i want", "i'd like", "we need", "we want"]);
            let tells = self.is_open || wished || sentence.says(&["first", "instead"]);
            match line.ask {
                ask_for if ask_for.is_for_work() => !in_another_way(sentence),
                Ask::Nothing => tells && !in_another_way(sentence),
                _ => false,
            }
        };
        let back = reading.typed().any(|line| points_back(&line.sentence));
        (!back && reading.typed().any(wants)).then_some(reading)
    }
}

/// The first word behind exclamations and courtesy: "nah, let's just forget ...".
fn opening(sentence: &Sentence<'_>) -> usize {
    let leads =
        |word: &str| is_prelude(word) || is_exclamation(word) || matches!(word, "let's" | "lets" | "sorry" | "wait");
    (0..sentence.tokens.len()).find(|at| !leads(sentence.word(*at))).unwrap_or(sentence.tokens.len())
}

/// The token behind the words from `from` on that give the work up, and whether more is to follow by them.
fn given_up(sentence: &Sentence<'_>, from: usize, goal: &Goal) -> Option<(usize, bool)> {
    let parted = |end: usize| sentence.word(end).is_empty() || sentence.is_parted(end);
    let told = BY_THEMSELVES.iter().filter_map(|phrase| sentence.end_of(from, phrase)).max();
    if let Some(end) = told.filter(|end| parted(*end)) {
        return Some((end, true));
    }
    let behind = |verbs: &[&str]| verbs.iter().find_map(|verb| sentence.end_of(from, verb));
    let (object, of_code) =
        behind(&GIVING_UP).map(|object| (object, false)).or_else(|| Some((behind(&OF_CODE_TOO)?, true)))?;
    let end = (object..sentence.tokens.len().min(object + MAX_GIVEN_UP + 1))
        .find(|end| parted(*end) || ends_the_object(sentence, *end))
        .unwrap_or(sentence.tokens.len());
    let (behind, later) = past_later(sentence, end);
    let whole = means_the_work(sentence, object, end);
    if end > object + MAX_GIVEN_UP || !(whole || (later || !of_code) && is_of(goal, sentence, object, end)) {
        return None;
    }
    // "Leave it" may be all that is said of a change.
    (later || sentence.word(from) != "leave").then_some((behind, false))
}

/// "No, do the header instead": where what is wanted begins.
fn replaced(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    let refused = (0..from).any(|at| matches!(sentence.word(at), "nah" | "no" | "nope" | "wait"));
    let orders = is_verb(sentence.word(from)) && sentence.word(from) != "stop";
    let last = sentence.tokens.len().checked_sub(1)?;
    let instead = sentence.word(last) == "instead" || (0..from).any(|at| sentence.word(at) == "instead");
    (refused && orders && instead).then_some(from)
}

/// "Forget the cart and ...", "scrap that i need ...", "drop it do ...".
fn ends_the_object(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    closing::leads_on(word)
        || closing::is_courtesy(word)
        || closing::is_of_the_moment(word)
        || is_subordinator(word)
        || is_person(word)
        || matches!(word, "aside" | "first" | "for" | "instead" | "let's" | "lets" | "on" | "to")
        || is_verb(word) && !is_determiner(sentence.back(at, 1))
}

/// "It", "all of that", "the whole thing", "the task"; nothing at all of "never mind".
fn means_the_work(sentence: &Sentence<'_>, from: usize, to: usize) -> bool {
    let small = |word: &str| {
        is_pronoun(word) || is_determiner(word) || is_quantifier(word) || matches!(word, "of" | "old" | "whole")
    };
    let general = |word: &str| {
        matches!(word, "above" | "everything" | "first" | "idea" | "job" | "last" | "one" | "plan" | "previous")
            || matches!(word, "request" | "task" | "thing" | "work")
    };
    let empty = from == to && matches!(sentence.back(from, 1), "mind" | "nevermind" | "nvm");
    // "That one" is one of several.
    let pointed = |at: usize| sentence.word(at) == "one" && is_pronoun(sentence.back(at, 1));
    let last = to.checked_sub(1).map_or("", |last| sentence.word(last));
    let all = (from..to).all(|at| (small(sentence.word(at)) || general(sentence.word(at))) && !pointed(at));
    empty || to > from && all && (is_pronoun(last) || is_quantifier(last) || general(last))
}

/// The goal's own words, and none beside them: "the cart", "the cart thing".
fn is_of(goal: &Goal, sentence: &Sentence<'_>, from: usize, to: usize) -> bool {
    let known = |word: &str| {
        let mut spoken = goal.keywords.iter().any(|known| akin(known, word));
        each_path_word(&goal.line, |of_line| spoken |= akin(of_line, word));
        spoken
    };
    let mut told =
        (from..to).map(|at| sentence.word(at)).filter(|word| is_telling(word) && !is_filling(word)).peekable();
    told.peek().is_some() && told.all(known)
}

/// A word behind what is given up that takes nothing from it.
fn is_filling(word: &str) -> bool {
    matches!(word, "bit" | "bug" | "fix" | "issue" | "part" | "problem" | "stuff" | "task" | "thing" | "work")
}

/// Past "for now", "for later", "until tomorrow"; true where such words stand there.
fn past_later(sentence: &Sentence<'_>, at: usize) -> (usize, bool) {
    let later = match sentence.word(at) {
        "for" | "until" | "till" => {
            let when = sentence.past(at + 1, is_determiner);
            let such = matches!(
                sentence.word(when),
                "later" | "minute" | "moment" | "now" | "sec" | "second" | "today" | "tomorrow" | "while"
            );
            such.then_some(when + 1)
        }
        "aside" | "now" | "today" => Some(at + 1),
        _ => None,
    };
    (later.unwrap_or(at), later.is_some())
}

/// "Use a map instead", "try it with a loop", "run the tests": how the work is done, and not which.
fn in_another_way(sentence: &Sentence<'_>) -> bool {
    let verb = sentence.main_verb.map_or("", |verb| sentence.word(verb));
    matches!(
        verb,
        "continue" | "execute" | "follow" | "go" | "keep" | "let" | "match" | "rerun" | "run" | "test" | "try" | "use"
    )
}

/// True for "it", "still" and their kin, where nothing in the sentence was named before them.
fn points_back(sentence: &Sentence<'_>) -> bool {
    let mut named = false;
    (0..sentence.tokens.len()).any(|at| {
        let word = sentence.word(at);
        let back = matches!(word, "again" | "same" | "still") || is_pronoun(contracted(word)) && !named;
        // "That page" names one.
        let of_a_noun = is_determiner(word) && is_telling(sentence.word(at + 1));
        named |= is_telling(word) && !is_verb(word);
        back && !of_a_noun
    })
}

/// The "that" of "that's".
fn contracted(word: &str) -> &str {
    word.strip_suffix("'s").unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use crate::domain::GoalChange;
    use crate::goal::stage::{Stage, shown_constraints, shown_scope};

    const GOAL: &str = "fix the quantity in the cart total";

    #[test]
    fn other_work_takes_the_place_of_what_is_given_up() {
        let stage = Stage::new();
        for (said, left) in [
            (
                "nah forget the cart, i need a dark theme first, make src/styles/dark.css",
                "i need a dark theme first, make src/styles/dark.css",
            ),
            ("scrap that. make a dark theme", "make a dark theme"),
            ("drop it, do the header flicker instead", "do the header flicker instead"),
            ("change of plan: make the header sticky", "make the header sticky"),
            ("ok change of plans, the header flickers", "the header flickers"),
            ("actually no, fix the header flicker instead", "fix the header flicker instead"),
            ("leave that for later, first the dark theme", "first the dark theme"),
            ("leave the cart for later, do the login page first", "do the login page first"),
            ("ok leave it for now, fix the header first", "fix the header first"),
            ("wait no. forget it, add a login page", "add a login page"),
            ("i changed my mind, build a login page", "build a login page"),
            ("never mind the cart, do the login page", "do the login page"),
            ("never mind, add a login page", "add a login page"),
            ("skip the cart thing for now and do the login page", "and do the login page"),
            ("let's forget about the total for a moment. we need a login page", "we need a login page"),
            ("cool. scrap the whole thing, build a login page", "build a login page"),
        ] {
            let (change, goal) = stage.revise(&stage.start(GOAL), said);
            assert_eq!((change, goal.text.as_str()), (GoalChange::Replace, left), "{said}");
            assert!(!goal.keywords.iter().any(|word| word == "cart"), "{said}: {:?}", goal.keywords);
        }
    }

    #[test]
    fn what_only_sounds_like_it_keeps_the_goal() {
        let stage = Stage::new();
        for said in [
            "forget the semicolon and fix the rounding",
            "don't forget to write a test for the header",
            "don't forget the header",
            "drop the column and add an index",
            "drop the cart column and add an index",
            "stop the server, then make the footer blue",
            "skip that test, fix the header",
            "scrap that, use a map instead",
            "scrap that and do it with a loop",
            "forget that, keep going",
            "forget it",
            "forget the cart, ben has it",
            "forget the cart, why does the header flicker?",
            "drop it. run the tests instead",
            "forget it, that was my mistake",
            "forget that, the tests are flaky anyway",
            "leave it, fix the header",
            "no, put it in the header instead",
            "no, the blue one instead",
            "no, stop touching css",
            "change of plan?",
            "change of plan: use a map",
            "forget the cart total, fix the checkout total instead",
        ] {
            let (change, goal) = stage.revise(&stage.start(GOAL), said);
            assert_ne!(change, GoalChange::Replace, "{said}");
            assert_eq!(goal.line, GOAL, "{said}");
        }
    }

    #[test]
    fn limits_outlive_a_changed_mind_and_a_declared_scope_does_not() {
        let stage = Stage::new();
        let first = stage.start("fix the quantity in the cart total. keep to src/cart. don't push");
        let (_, goal) =
            stage.revise(&first, "forget the cart, make a dark theme in src/styles. don't touch src/legacy");
        assert_eq!(shown_scope(&goal), "named src/styles/");
        assert_eq!(shown_constraints(&goal.constraints), "deny $ git push; deny src/legacy/");
    }
}
