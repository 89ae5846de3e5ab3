//! Orders that take up what the agent said a limit costs: "legacy drops it silently", then "fix it there as well"; "two tests expect
//! the old text", then "adapt those two".
//!
//! Owns which of the agent's last words tell such a cost, and which order means it. Questions of the agent's are read in `offer`.

use super::implied::orders_elsewhere;
use super::offer::is_refusing;
use super::told::MAX_BRIEF;
use crate::domain::{Pattern, Target};
use crate::goal::line::{Ask, Line};
use crate::goal::prompt::sentence::is_inquiring;
use crate::goal::prompt::word_class::{is_determiner, is_prelude, is_pronoun, leads_into};
use crate::goal::reading::Reading;
use crate::text::words::{akin, is_telling, sentences, words};
use crate::text::{kind, path};

/// Words with which an agent tells what does not work so, or what it would take. Apostrophes are dropped.
#[rustfmt::skip]
const COSTING: [&str; 33] = [
    "aber", "braucht", "breaks", "bräuchte", "but", "cannot", "cant", "doesnt", "drops", "expect", "expects", "fail", "failing", "fails",
    "falta", "faudrait", "fehlt", "however", "ignores", "isnt", "lacks", "manque", "misses", "missing", "müsste", "needs", "no", "only", "same",
    "still", "though", "would", "yet",
];

/// Verbs that leave the files as they are, or are said of the work as a whole.
#[rustfmt::skip]
const OF_THE_WHOLE: [&str; 25] = [
    "check", "commit", "continue", "deploy", "explain", "finish", "forget", "go", "hold", "ignore", "keep", "leave", "let", "make", "merge",
    "open", "push", "release", "rerun", "revert", "run", "skip", "stop", "test", "undo",
];

/// Sentences of the agent's, from the end, in which a cost is looked for.
const MAX_TOLD: usize = 3;

/// True where the prompt orders what the agent's last words, `told`, say of the forbidden `target`. Of files alone: commands are
/// ordered by their verbs.
pub(super) fn takes_up(target: &Target, reading: &Reading<'_, '_>, told: &str) -> bool {
    // What was asked is read in `offer`.
    if told.contains('?') {
        return false;
    }
    let orders: Vec<Order<'_>> = reading.typed().filter_map(Order::of).collect();
    !orders.is_empty()
        && sentences(told).iter().rev().take(MAX_TOLD).map(|sentence| words(sentence)).any(|told| {
            let well = |word: &String| {
                matches!(word.as_str(), "fine" | "green" | "pass" | "passes" | "passing" | "work" | "works")
            };
            let costs = told.iter().any(|word| COSTING.contains(&word.as_str())) && !told.iter().any(well);
            costs && orders.iter().any(|order| order.means(&told, target))
        })
}

/// A brief order that names no place.
struct Order<'l> {
    line: &'l Line<'l>,
    /// What it says first, courtesy aside.
    verb: &'l str,
}

impl<'l> Order<'l> {
    fn of(line: &'l Line<'l>) -> Option<Self> {
        let sentence = &line.sentence;
        let said = || sentence.tokens.iter().map(|token| token.word.as_str());
        let verb = said().find(|word| !is_prelude(word))?;
        let open = !sentence.asks() && !line.forbids();
        let brief = sentence.tokens.len() <= MAX_BRIEF && line.wanted().next().is_none();
        let changes = !is_inquiring(verb) && !OF_THE_WHOLE.contains(&verb) && !said().any(is_refusing);
        (open && brief && changes).then_some(Self { line, verb })
    }

    /// True where `told`, the words of a sentence, tells of the target and this answers it.
    fn means(&self, told: &[String], target: &Target) -> bool {
        let shared = |word: &str| told.iter().any(|told| akin(told, word));
        // "Fix that in staging" names a place of its own.
        let sentence = &self.line.sentence;
        let elsewhere = sentence.any_from(1, |at| {
            let (before, word) = (sentence.word(at - 1), sentence.word(at));
            let first = if is_determiner(before) { sentence.back(at, 2) } else { before };
            let led = leads_into(first) || matches!(first, "at" | "on");
            led && is_telling(word) && !shared(word)
        });
        let impossible =
            told.iter().any(|word| matches!(word.as_str(), "cannot" | "cant" | "far" | "needs" | "outside" | "would"));
        let orders = self.line.ask == Ask::Work || shared(self.verb) || orders_elsewhere(self.line);
        // "I left legacy alone, though it has the same bug." "Make it faster" is not about legacy, "fix it there" is.
        let left = told.iter().any(|word| is_refusing(word));
        let back = |word: &str| is_pronoun(word) || matches!(word, "both" | "das" | "es" | "eso" | "one" | "ones");
        let points = sentence.says(&["there"]) || !left && sentence.any(back);
        orders
            && !elsewhere
            && match target {
                Target::Paths(pattern) => points && names(told, pattern),
                Target::Called(called) if called.deeds.is_empty() => {
                    points && called.names.iter().any(|name| name.iter().all(|word| shared(word)))
                }
                Target::Kind(wanted) => points && told.iter().any(|word| kind::kind_of_word(word) == Some(*wanted)),
                // "The wrapper would have to go." "Remove the wrapper then"
                Target::Outside(_) => {
                    let mut behind = self.line.asking().map(|(_, token)| token.word.as_str());
                    sentence.says(&["then"])
                        && !left
                        && impossible
                        && behind.any(|word| word != self.verb && is_telling(word) && shared(word))
                }
                _ => false,
            }
    }
}

/// True where a sentence calls a place by its own name.
fn names(told: &[String], place: &Pattern) -> bool {
    let held = |name: &str| {
        let name = words(name);
        !name.is_empty() && name.iter().all(|word| told.contains(word))
    };
    let first = |name: &str| words(name).first().is_some_and(|word| is_telling(word) && told.contains(word));
    match place {
        Pattern::Folder(folder) => held(path::base_name(folder)) || first(path::base_name(folder)),
        Pattern::File(file) => held(path::stem(file)),
        Pattern::Glob(glob) => {
            told.iter().filter_map(|word| kind::part_of_word(word)).any(|part| part.globs.contains(&glob.as_str()))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::Stage;

    /// True where the limit is over after the agent's words and the prompt.
    fn over(limit: &str, told: &str, prompt: &str) -> bool {
        let stage = Stage::new().replied(told);
        let first = stage.start(&format!("fix the token bug. {limit}"));
        assert!(!first.constraints.is_empty(), "{limit}");
        stage.revise(&first, prompt).1.constraints.is_empty()
    }

    #[test]
    fn an_order_takes_up_what_the_limit_costs() {
        let legacy = "leave src/legacy alone";
        for (limit, told, prompt) in [
            (legacy, "Done. legacy silently drops it.", "hm that's bad. fix it there as well"),
            (legacy, "Done. I left legacy alone, though it has the same bug.", "fix it there"),
            ("don't touch src/parser.rs", "Done, but parser.rs doesn't call it yet.", "well then call it"),
            ("tests should not be changed", "Done, but two tests check the old text.", "then adapt those two"),
            ("don't touch the tests", "Done, but two tests check the old text.", "then adapt those two"),
            ("don't touch the tests", "Done. No test covers it.", "then cover it"),
            ("fass das css nicht an", "Fertig, dafür bräuchte es CSS.", "ok dann mach das"),
            (
                "fix the layout, css only",
                "That's as far as CSS goes; the wrapper would have to go.",
                "remove the wrapper then",
            ),
        ] {
            assert!(over(limit, told, prompt), "{limit} | {told} | {prompt}");
        }
        for (limit, told, prompt) in [
            (legacy, "Done. I left legacy alone, though it has the same bug.", "make it faster"),
            (legacy, "Done. I left legacy alone, though it has the same bug.", "leave it like that"),
            (legacy, "Done; legacy still works.", "run the tests and fix them"),
            (legacy, "Done, but legacy still has the old colour.", "change it in the docs"),
            ("don't touch the tests", "I renamed the helper; the tests still pass.", "rename it to loadUser"),
            ("work only in src/auth", "Done, but the error message is still unclear.", "then fix the error message"),
            (legacy, "Done. The parser drops it.", "fix it there as well"),
            (legacy, "Done. legacy silently drops it.", "why is it dropped there?"),
            ("don't touch the tests", "All tests pass.", "fix it there as well"),
            ("fix the layout, css only", "I only changed the css.", "then make it faster"),
        ] {
            assert!(!over(limit, told, prompt), "{limit} | {told} | {prompt}");
        }
    }

    #[test]
    fn an_answer_to_the_question_that_was_to_be_asked_says_how() {
        let ask = "ask me before you commit";
        let shall = "Done. Shall I commit with \"Fix role filter\"?";
        for answer in ["better \"Fix filter by role\"", "with scope: fix(api): role filter"] {
            assert!(over(ask, shall, answer), "{answer}");
        }
        for answer in
            ["no", "nah", "not yet", "fix the typo first", "which files?", "wait", "let me look at the diff", "moment"]
        {
            assert!(!over(ask, shall, answer), "{answer}");
        }
        assert!(!over(ask, "Done. Should I add a test?", "better not a big one"));
    }

    #[test]
    fn orders_in_other_languages_end_the_waiting() {
        assert!(over("nichts ändern", "Es fehlt die clientId.", "ok verstanden, dann bau das mit clientId so ein"));
        assert!(!over("nichts ändern", "Es fehlt die clientId.", "ok verstanden, noch nicht"));
        assert!(over("don't touch src/legacy", "Done.", "the freeze is over since noon, so go ahead"));
    }

    #[test]
    fn what_is_needed_after_all_is_free() {
        let schema = "refactor src/auth, without changing the database schema";
        assert!(over(schema, "Done.", "we do need the unique index after all, write the migration"));
        assert!(over("don't touch src/legacy", "Done.", "I talked to the team, legacy is fair game now. add it there"));
        assert!(!over("don't touch src/legacy", "Done.", "I talked to the team about legacy"));
    }
}
