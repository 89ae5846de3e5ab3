//! How far a goal reaches: whether it says where the work lies.
//!
//! "Rename it everywhere", "make the tests pass" and "upgrade to node 22" may take a change of any file. Of such a goal nothing can
//! be said to lie beyond it by the names and words of files alone.

use super::prompt::sentence::{Mood, Sentence};
use crate::domain::Goal;
use crate::goal::prompt::word_class::{is_determiner, obliges};
use crate::text::word_set::WordSet;
use crate::text::{language, words};
use std::cell::Cell;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Words that take in the whole, and deeds that go through all of it.
#[rustfmt::skip]
static WHOLE: WordSet<64> = WordSet::new(&[
    "across", "all", "bump", "each", "entire", "every", "everything", "everywhere", "globally", "green", "i18n", "internationalize",
    "l10n", "localize", "migrate", "overall", "rename", "throughout", "translate", "translated", "upgrade", "whole",
]);

/// The same where they stand in what is to be done: "it rejects anything older" only tells.
static WHICHEVER: WordSet<8> = WordSet::new(&["any", "anything", "whatever"]);

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

/// What others said of the work: each may be about any place, and none of it stands in the prompt.
static REMARKS: WordSet<16> =
    WordSet::new(&["checklist", "comments", "feedback", "findings", "nits", "remarks", "suggestions", "todos"]);

/// What is done about them. "Add comments to the parser" is no answer to any.
#[rustfmt::skip]
static ANSWERING: WordSet<32> = WordSet::new(&[
    "address", "addressed", "addressing", "finish", "fix", "fixing", "incorporate", "resolve", "resolving", "respond",
]);

/// Words behind them that make something else of them: "the feedback form".
static OF_PROGRAMS: WordSet<32> = WordSet::new(&[
    "box", "button", "count", "counter", "endpoint", "field", "form", "page", "parser", "section", "table", "view",
    "widget",
]);

/// Words of a symptom whose cause is still to be found, and of what is slow: it may lie anywhere.
#[rustfmt::skip]
static SOUGHT: WordSet<64> = WordSet::new(&[
    "deadlock", "deadlocks", "diagnose", "faster", "flaky", "intermittent", "intermittently", "investigate", "latency", "leaks", "occasionally",
    "performance", "randomly", "segfault", "segfaults", "slow", "slower", "sometimes", "why",
]);

/// The same in two words.
const SOUGHT_PAIRS: [[&str; 2]; 6] = [
    ["cant", "reproduce"],
    ["figure", "out"],
    ["find", "out"],
    ["memory", "leak"],
    ["root", "cause"],
    ["the", "cause"],
];

/// Words by which a statement reports that something is not as it should be.
#[rustfmt::skip]
static AMISS: WordSet<128> = WordSet::new(&[
    "arent", "blank", "breaks", "broke", "broken", "bug", "bugs", "cant", "complain", "complained", "complains", "corrupt", "corrupted", "couldnt", "crash",
    "crashed", "crashes", "deadlocks", "didnt", "dies", "doesnt", "dont", "duplicate", "duplicated", "duplicates", "error", "errors", "exception",
    "fail", "failed", "failing", "fails", "freezes", "garbled", "got", "hang", "hangs", "isnt", "leak", "longer", "lose", "loses",
    "lost", "missing", "never", "not", "nothing", "panics", "segfault", "segfaults", "stuck", "twice", "wasnt", "weird", "went", "werent", "wont", "wrong", "wrongly",
]);

/// The same of time: "takes six seconds".
static TAKING: WordSet<8> = WordSet::new(&["take", "takes", "took"]);
static LONG: WordSet<16> = WordSet::new(&["ages", "forever", "hours", "long", "minutes", "ms", "seconds"]);

/// Sentences of a report that leaves open where the cause is.
const MAX_REPORT: usize = 3;

/// Whoever depends on what is changed: they lie wherever they are.
static DEPENDENTS: WordSet<16> =
    WordSet::new(&["callers", "clients", "consumers", "importers", "imports", "usages", "uses"]);

/// What is done to them when something that they depend on changes. "Fix the clients page" mends one place.
#[rustfmt::skip]
static FOLLOWING: WordSet<32> = WordSet::new(&[
    "adapt", "adapting", "adjust", "adjusting", "convert", "converting", "migrate", "move", "switch", "update", "updating",
]);

/// How far the goal reaches, read once: it is asked for each place that seems to lie beyond the goal.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// A digest of the goal, and whether it is of the whole.
    whole: Answer,
    /// The same of whether its place is still to be found.
    open: Answer,
    /// The same of whether it only reports.
    reported: Answer,
}

/// What was read of a goal, by its digest.
type Answer = Cell<Option<(u64, bool)>>;

impl Reach {
    /// True for a goal that names a place, or has words that some file answers to, and does not ask for the whole. What has not
    /// been looked for yet may be there.
    pub(super) fn has_place(&self, goal: &Goal) -> bool {
        let located = !goal.scope.entries.is_empty() || goal.likely.as_ref().is_none_or(|likely| !likely.is_empty());
        located && !goal.unplaced && !self.is_of_the_whole(goal)
    }

    /// As [`is_open`].
    pub(super) fn is_open(&self, goal: &Goal) -> bool {
        once(&self.open, goal, is_open)
    }

    /// As [`only_reports`].
    pub(super) fn only_reports(&self, goal: &Goal) -> bool {
        once(&self.reported, goal, only_reports)
    }

    /// As [`is_of_the_whole`].
    pub(super) fn is_of_the_whole(&self, goal: &Goal) -> bool {
        once(&self.whole, goal, is_of_the_whole)
    }
}

/// What `read` says of the goal, asked once for the same goal.
fn once(known: &Answer, goal: &Goal, read: impl Fn(&Goal) -> bool) -> bool {
    // A text that may hold every prompt so far is not read for this: whatever changes it counts as a change of the goal.
    let changes = u64::from(goal.revision) << u32::BITS | goal.text.len() as u64;
    let digest = [&goal.line, &goal.latest].iter().fold(changes, |seed, line| xxh3_64_with_seed(line.as_bytes(), seed));
    if let Some((of, answer)) = known.get()
        && of == digest
    {
        return answer;
    }
    let answer = read(goal);
    known.set(Some((digest, answer)));
    answer
}

/// True for a goal that goes through all of the project, or through all of a kind that may lie anywhere. Any kind of file may be a part
/// of it. Behind the goal's line only an order counts: a report may speak of "the whole page".
fn is_of_the_whole(goal: &Goal) -> bool {
    let (mut orders_all, mut foreign, mut remarks) = (false, false, false);
    // One pass over a text that may hold every prompt so far; hardly any has such a word.
    words::each_word(&goal.text, |word| {
        orders_all |= STRONG.contains(word) || MANY.contains(word) || DEPENDENTS.contains(word) || word == "using";
        foreign |= ELSEWHERE.contains(word);
        remarks |= REMARKS.contains(word) || word == "todo";
    });
    let orders = |text: &&str| Sentence::new(text).orders();
    has_any(&goal.line, &WHOLE)
        || goal.line.split([',', ';']).any(|clause| has_any(clause, &WHICHEVER) && is_wanted(clause))
        || remarks && words::sentences(&goal.text).iter().any(|text| answers_remarks(text))
        || orders_all && words::sentences(&goal.text).iter().filter(|text| takes_in_all(text)).any(orders)
        || foreign && language::is_foreign(&goal.text)
}

/// "Address the comments", "finish the todo list": what is to be done was said elsewhere.
fn answers_remarks(text: &str) -> bool {
    let (mut remarks, mut answered, mut before) = (false, false, String::new());
    words::each_word(text, |word| {
        // "Fix the comments widget" is about a program.
        if OF_PROGRAMS.contains(word) && REMARKS.contains(&before) {
            remarks = false;
        }
        remarks |= REMARKS.contains(word) || before == "todo" && matches!(word, "item" | "items" | "list");
        answered |= ANSWERING.contains(word);
        word.clone_into(&mut before);
    });
    remarks && answered
}

/// True for a goal that tells of a symptom. In another language than that of the code no word of it tells where its work is.
fn is_open(goal: &Goal) -> bool {
    let sought = |line: &str| has_any(line, &SOUGHT) || has_a_pair(line);
    sought(&goal.line) || sought(&goal.latest) || language::is_foreign(&goal.line)
}

/// True where nothing is ordered and no place is named: "a guest got the mail twice" leaves the cause to be found, until a run shows that
/// it was.
fn only_reports(goal: &Goal) -> bool {
    let amiss = || has_any(&goal.line, &AMISS) || has_any(&goal.line, &TAKING) && has_any(&goal.line, &LONG);
    if !goal.scope.entries.is_empty() || !amiss() {
        return false;
    }
    let sentences = words::sentences(&goal.text);
    let tells = |text: &&str| matches!(Sentence::new(text).mood, Mood::Statement | Mood::Question);
    // Who files an issue describes where it happens.
    sentences.len() <= MAX_REPORT && sentences.iter().all(tells)
}

/// True for a clause that does not merely tell what is.
fn is_wanted(clause: &str) -> bool {
    let sentence = Sentence::new(clause);
    sentence.mood != Mood::Statement || sentence.any(|word| obliges(word) || word == "want")
}

/// "Everything", "all the findings", "adapt the clients", "stop using default exports".
fn takes_in_all(text: &str) -> bool {
    let (mut found, mut all_of, mut follows, mut stops) = (false, false, false, false);
    words::each_word(text, |word| {
        let behind = is_determiner(word) || matches!(word, "all" | "whose");
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

/// True where two words that tell of a search stand side by side.
fn has_a_pair(text: &str) -> bool {
    let (mut found, mut before) = (false, String::new());
    words::each_word(text, |word| {
        found |= SOUGHT_PAIRS.iter().any(|[first, second]| *first == before && *second == word);
        word.clone_into(&mut before);
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
    use crate::domain::{Likely, Pattern, ScopeEntry, ScopeReason};

    #[track_caller]
    fn check(line: &str, likely: Option<usize>, expected: bool) {
        let likely = likely.map(|count| vec![Likely { path: "src/cart.ts".into(), why: String::new() }; count]);
        let goal = Goal { line: line.to_owned(), text: line.to_owned(), likely, ..Goal::default() };
        assert_eq!(Reach::default().has_place(&goal), expected, "{line}");
    }

    #[test]
    fn the_place_of_a_cause_is_still_to_be_found() {
        let open = |line: &str| is_open(&Goal { line: line.to_owned(), ..Goal::default() });
        assert!(open("the cart is slow with many lines"));
        assert!(open("people are logged out randomly, find out why"));
        assert!(open("die Rundung ist falsch und wird im Warenkorb nicht gezeigt"));
        assert!(open("find the root cause of the wrong total"));
        assert!(!open("fix the rounding of the cart"));
        assert!(!open("add a memory limit and a debug overlay to the cart"));
    }

    #[test]
    fn a_report_orders_nothing_and_names_no_place() {
        let reports = |text: &str| {
            let line = text.split_once(". ").map_or(text, |(line, _)| line);
            only_reports(&Goal { line: line.to_owned(), text: text.to_owned(), ..Goal::default() })
        };
        assert!(reports("a guest got the mail in german. He booked on the french page"));
        assert!(reports("the board takes 6 seconds to load. Should be under one"));
        assert!(reports("after a rotation some lines arrive twice. Any idea?"));
        assert!(!reports("some lines arrive twice. Please fix the rotation"));
        assert!(!reports("fix the mails that arrive twice"));
        assert!(!reports("csv export for the guests, with a header row"));
        assert!(!reports("the endpoint takes a limit"));
        let mut placed =
            Goal { line: "the cart loses lines".into(), text: "the cart loses lines".into(), ..Goal::default() };
        assert!(only_reports(&placed));
        placed.scope.entries.push(ScopeEntry {
            pattern: Pattern::Folder("src/cart".into()),
            reason: ScopeReason::Named,
            words: "src/cart".into(),
        });
        assert!(!only_reports(&placed));
    }

    #[test]
    fn a_goal_of_the_whole_has_no_place() {
        check("fix the rounding of the cart", None, true);
        check("fix the rounding of the cart", Some(1), true);
        check("fix the rounding of the cart", Some(0), false);
        check("add rate limiting to every endpoint of the cart", Some(1), false);
        check("Rename Customer to Client everywhere", Some(1), false);
        check("upgrade to node 22", Some(1), false);
        check("the cart should take old tokens, now it rejects anything older than a day", Some(1), true);
        check("the cart should take any currency", Some(1), false);
        check("finish the todo list in notes.md", Some(1), false);
        let behind = |text: &str| {
            is_of_the_whole(&Goal { line: "the report is here".into(), text: text.into(), ..Goal::default() })
        };
        assert!(behind("the report is here. Please fix all the findings: M1, M2"));
        assert!(behind("there are 4 new comments on the pr, feel free to address them if valid"));
        assert!(!behind("add comments to the parser. It is hard to read"));
        assert!(!behind("fix the comments widget on the profile page"));
        assert!(!behind("implement the feedback form"));
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
