//! How far a goal reaches: whether it says where the work lies.
//!
//! "Rename it everywhere", "make the tests pass" and "upgrade to node 22" may take a change of any file. Of such a goal nothing can
//! be said to lie beyond it by the names and words of files alone.

use super::prompt::sentence::{Mood, Sentence};
use crate::domain::Goal;
use crate::text::word_set::WordSet;
use crate::text::{language, words};
use std::cell::Cell;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Words that take in the whole, and deeds that go through all of it.
static WHOLE: WordSet<64> = WordSet::new(&[
    "across",
    "all",
    "any",
    "anything",
    "bump",
    "each",
    "entire",
    "every",
    "everything",
    "everywhere",
    "globally",
    "green",
    "migrate",
    "overall",
    "rename",
    "throughout",
    "upgrade",
    "whatever",
    "whole",
]);

/// Words that take in the whole wherever they stand in an order: what they are said of is not looked at. What is to be green is as red
/// as its worst part.
static STRONG: WordSet<16> = WordSet::new(&["entire", "everything", "everywhere", "green", "throughout", "whole"]);

/// The same in German, French, Spanish and Italian, where no grammar is read.
static ELSEWHERE: WordSet<64> = WordSet::new(&[
    "alles", "entera", "entero", "entier", "entière", "ganze", "ganzen", "ganzes", "gesamte", "gesamten", "intera",
    "intero", "ovunque", "partout", "toda", "todo", "tout", "toute", "tutto", "überall",
]);

/// Things of which "all" are as many as there are, wherever they lie.
static MANY: WordSet<32> =
    WordSet::new(&["errors", "findings", "issues", "of", "pages", "places", "problems", "vulnerabilities", "warnings"]);

/// Whoever depends on what is changed: they lie wherever they are.
static DEPENDENTS: WordSet<16> =
    WordSet::new(&["callers", "clients", "consumers", "importers", "imports", "usages", "uses"]);

/// What is done to them when something that they depend on changes. "Fix the clients page" mends one place.
static FOLLOWING: WordSet<32> = WordSet::new(&[
    "adapt",
    "adapting",
    "adjust",
    "adjusting",
    "convert",
    "converting",
    "migrate",
    "move",
    "switch",
    "update",
    "updating",
]);

/// How far the goal reaches, read once: it is asked for each place that seems to lie beyond the goal.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// A digest of the goal's words, and whether it is of the whole.
    read: Cell<Option<(u64, bool)>>,
}

impl Reach {
    /// True for a goal that names a place, or has words that some file answers to, and does not ask for the whole. What has not
    /// been looked for yet may be there.
    pub(super) fn has_place(&self, goal: &Goal) -> bool {
        let located = !goal.scope.entries.is_empty() || goal.likely.as_ref().is_none_or(|likely| !likely.is_empty());
        located && !goal.unplaced && !self.is_of_the_whole(goal)
    }

    /// As [`is_of_the_whole`].
    pub(super) fn is_of_the_whole(&self, goal: &Goal) -> bool {
        let words = xxh3_64_with_seed(goal.text.as_bytes(), xxh3_64(goal.line.as_bytes()));
        if let Some((known, whole)) = self.read.get()
            && known == words
        {
            return whole;
        }
        let whole = is_of_the_whole(goal);
        self.read.set(Some((words, whole)));
        whole
    }
}

/// True for a goal that goes through all of the project, or through all of a kind that may lie anywhere. Any kind of file may be a part
/// of it. Behind the goal's line only an order counts: a report may speak of "the whole page".
fn is_of_the_whole(goal: &Goal) -> bool {
    let (mut orders_all, mut foreign) = (false, false);
    // One pass over a text that may hold every prompt so far; hardly any has such a word.
    words::each_word(&goal.text, |word| {
        orders_all |= STRONG.contains(word) || MANY.contains(word) || DEPENDENTS.contains(word) || word == "using";
        foreign |= ELSEWHERE.contains(word);
    });
    let orders = |text: &&str| matches!(Sentence::new(text).mood, Mood::Order | Mood::Request);
    has_any(&goal.line, &WHOLE)
        || orders_all && words::sentences(&goal.text).iter().filter(|text| takes_in_all(text)).any(orders)
        || foreign && language::is_foreign(&goal.text)
}

/// "Everything", "all the findings", "adapt the clients", "stop using default exports".
fn takes_in_all(text: &str) -> bool {
    let (mut found, mut all_of, mut follows, mut stops) = (false, false, false, false);
    words::each_word(text, |word| {
        let behind = matches!(word, "all" | "its" | "their" | "the" | "whose");
        found |= STRONG.contains(word)
            || all_of && MANY.contains(word)
            || follows && DEPENDENTS.contains(word)
            || stops && word == "using";
        all_of = matches!(word, "all" | "every") || all_of && word == "the";
        follows = FOLLOWING.contains(word) || follows && behind;
        stops = word == "stop";
    });
    found
}

/// True where one of the words stands in the text.
fn has_any<const SLOTS: usize>(text: &str, wanted: &WordSet<SLOTS>) -> bool {
    let mut found = false;
    words::each_word(text, |word| found |= wanted.contains(word));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Likely;

    #[track_caller]
    fn check(line: &str, likely: Option<usize>, expected: bool) {
        let likely = likely.map(|count| vec![Likely { path: "src/cart.ts".into(), why: String::new() }; count]);
        let goal = Goal { line: line.to_owned(), text: line.to_owned(), likely, ..Goal::default() };
        assert_eq!(Reach::default().has_place(&goal), expected, "{line}");
    }

    #[test]
    fn a_goal_of_the_whole_has_no_place() {
        check("fix the rounding of the cart", None, true);
        check("fix the rounding of the cart", Some(1), true);
        check("fix the rounding of the cart", Some(0), false);
        check("add rate limiting to every endpoint of the cart", Some(1), false);
        check("Rename Customer to Client everywhere", Some(1), false);
        check("upgrade to node 22", Some(1), false);
        let behind = |text: &str| {
            is_of_the_whole(&Goal { line: "the report is here".into(), text: text.into(), ..Goal::default() })
        };
        assert!(behind("the report is here. Please fix all the findings: M1, M2"));
        assert!(behind("CI is red since friday. Get it green please"));
        assert!(behind("make the api in src/app/api return camelCase, and adapt the clients"));
        assert!(behind("stop using default exports in src/lib"));
        assert!(behind("change the signature of open() and update all its callers"));
        assert!(!behind("fix the client of the cart. The users are annoyed"));
        assert!(!behind("the worker should stop. It is using too much memory"));
        assert!(behind("we have to be accessible. Go through the whole shop and fix everything"));
        assert!(!behind("fix the cart. All tests must pass, any review is welcome"));
        assert!(!behind("fix the cart. The whole page was empty"));
        assert!(behind(
            "Bis Juni müssen wir barrierefrei sein. Bitte geh durch den ganzen Shop und behebe alles, auch die Mails."
        ));
        assert!(!behind("Bitte die Rundung in der Rechnung reparieren, sie ist falsch."));
    }
}
