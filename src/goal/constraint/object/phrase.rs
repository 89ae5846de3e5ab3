//! What a prohibition forbids, once its verb and its object are found: places, kinds of files, any change, new packages, commands.
//!
//! Owns when such a phrase means less than it says: a part of a file, a manner, what is ordered in the same breath.

use super::commands::commands;
use super::{Object, antecedent, called, everything, filing, part};
use crate::domain::{Pattern, Spares, Target};
use crate::goal::constraint::act::{Act, Cue, is_versioning};
use crate::goal::constraint::passage::Passage;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence, is_inquiring};
use crate::goal::prompt::word_class::{is_first_person, is_pronoun};

/// Verbs that order a change of files.
#[rustfmt::skip]
pub(in crate::goal::constraint) const CHANGING_WORK: &[&str] = &[
    "add", "bump", "clean", "cleanup", "convert", "correct", "extend", "fix", "implement", "improve", "migrate", "move", "optimise",
    "optimize", "patch", "port", "refactor", "remove", "rename", "repair", "replace", "rewrite", "simplify", "split", "tidy",
    "upgrade",
];

/// What a prohibition says, once its verb and its object are found.
pub(in crate::goal::constraint) struct Phrase<'s, 't> {
    pub(in crate::goal::constraint) passage: Passage<'s, 't>,
    pub(in crate::goal::constraint) cue: &'s Cue,
    pub(in crate::goal::constraint) object: &'s Object,
    /// Its object stands in it, and not in what was said before.
    pub(in crate::goal::constraint) alone: bool,
}

/// What is known of how surely the object is all that is meant.
#[expect(clippy::struct_excessive_bools, reason = "each is an observation of its own about the phrase")]
pub(in crate::goal::constraint) struct Doubts {
    /// Parts of a list are sure where the whole is not.
    pub(in crate::goal::constraint) apart: bool,
    /// Something is excepted, and nobody can tell what.
    pub(in crate::goal::constraint) unclear: bool,
    /// "Leave it as it is": the place as a whole.
    pub(in crate::goal::constraint) untouched: bool,
    /// The object stands for existing files as a whole.
    pub(in crate::goal::constraint) whole: bool,
    pub(in crate::goal::constraint) spares: Spares,
}

impl Phrase<'_, '_> {
    /// What is forbidden, whether it may be denied, and the token behind its object.
    pub(in crate::goal::constraint) fn targets(&self, doubts: &Doubts) -> (Vec<Target>, bool, usize) {
        let Self { passage, cue, object, .. } = *self;
        let sentence = passage.sentence;
        let Doubts { apart, unclear, untouched, whole, spares } = *doubts;
        let bare = || self.alone && says_nothing(sentence, cue, object);
        // "The tests are fine, don't change": what is spoken of is meant, and the work is not.
        let of_that = || antecedent::is_spoken_of(passage, cue);
        let nothing = (Vec::new(), false, object.end);
        match cue.act {
            act if is_versioning(act) || matches!(act, Act::Run | Act::Tool) => {
                let (commands, pure, end) = commands(sentence, cue);
                // "src/gen.ts is generated, don't commit it": the file, and not the work.
                let of_a_file = cue.act == Act::Commit && antecedent::is_a_file(passage, cue);
                (if of_a_file { Vec::new() } else { commands }, pure, end)
            }
            // "Improve the comments, no code changes": what is ordered in the same breath may be changed.
            Act::Code if orders_words_or_tests(sentence, cue) || self.wrote_before() => nothing,
            // "src/db is frozen, no changes": the place is forbidden already.
            Act::Code if shuts_a_thing(sentence, cue.start) || is_shut_before(sentence, cue.start) && of_that() => {
                nothing
            }
            Act::Code if everything::is_meant(sentence, cue, &Object::default()) => {
                (vec![Target::AnyChange], false, object.end)
            }
            // "No other crates": what was asked for may need one more.
            Act::Packages => (vec![Target::NewPackages], !says_other(sentence, cue), cue.object),
            Act::Change if object.anything && object.more => nothing,
            // Who orders a change in the same breath means a part of it: "simplify it without changing anything".
            Act::Change if (object.anything || bare()) && also_orders_a_change(sentence, cue) => nothing,
            // "Write tests for the cart. Don't change any code": what is ordered may be written.
            Act::Change if object.anything && (orders_words_or_tests(sentence, cue) || self.wrote_before()) => {
                (called::beside_production(), false, object.end)
            }
            Act::Change if object.anything || bare() => {
                let all = (object.anything || !of_that()) && everything::is_meant(sentence, cue, object);
                (if all { vec![Target::AnyChange] } else { Vec::new() }, false, object.end)
            }
            // "The signature of run() in src/tax.py": other changes of the same file are not meant.
            Act::Change if !apart && speaks_of_a_part(sentence, cue, object, untouched) => nothing,
            // "Without adding tests" says how it may be changed.
            Act::Change if says_how(sentence, object.end) => nothing,
            // Nobody can tell what is left free.
            Act::Change | Act::Removal | Act::Creation if unclear => nothing,
            Act::Removal | Act::Creation if filing::means_all_files(sentence, cue, object) => {
                (vec![Target::Paths(Pattern::Folder(String::new()))], true, object.end)
            }
            // What is not to be made need not be there yet.
            Act::Creation => (targets(object), object.pure && object.certain && !object.vague, object.end),
            Act::Change | Act::Removal => (targets(object), spares != Spares::NewFiles && (whole || apart), object.end),
            _ => nothing,
        }
    }

    /// The sentence before orders tests or words.
    fn wrote_before(&self) -> bool {
        self.passage.before.is_some_and(|before| writes_words_or_tests(before, 0..before.tokens.len()))
    }
}

fn targets(object: &Object) -> Vec<Target> {
    // "Leave error handling alone" is not said of errors.ts.
    let told = object.certain || object.pure;
    let places = object.places.iter().filter(|_| told).cloned().map(Target::Paths);
    let outside = object.outside.iter().cloned().map(Target::Outside);
    let kinds = object.whole_kinds().iter().copied().map(Target::Kind);
    places.chain(outside).chain(kinds).collect()
}

/// "Do not edit.", "look but don't touch".
pub(in crate::goal::constraint) fn says_nothing(sentence: &Sentence<'_>, cue: &Cue, object: &Object) -> bool {
    if cue.object == 0 {
        return false;
    }
    let (behind, left) = (&sentence.tokens[cue.object - 1], cue.object < sentence.tokens.len());
    // Behind "do not touch:" stands what is meant, here or below; "do not edit: it is fragile" gives a reason.
    let reason = || {
        let word = sentence.word(cue.object);
        is_first_person(word) || is_pronoun(word) || matches!(word, "because" | "just" | "only") || is_inquiring(word)
    };
    let spoken = object.speaks() && object.pure;
    let listed = !left && sentence.text.trim_end_matches(['*', '_', ' ']).ends_with(':');
    // A clause that is said of a place begins with it.
    cue.object > cue.start && !listed && (!left || behind.stop() && !spoken && reason())
}

/// "src/db is frozen": said before `at`.
fn is_shut_before(sentence: &Sentence<'_>, at: usize) -> bool {
    (0..at).any(|before| changing::is_shut(sentence.word(before)))
}

/// "A journal that is closed must stay unchanged: no edits": of a thing, and not of the work as a whole.
fn shuts_a_thing(sentence: &Sentence<'_>, at: usize) -> bool {
    const WHOLE: [&str; 8] = ["all", "code", "codebase", "everything", "nothing", "project", "repo", "repository"];
    let said = |words: &[&str]| (0..at).any(|before| words.contains(&sentence.word(before)));
    said(&["unchanged", "untouched"]) && !said(&WHOLE)
}

/// True where the sentence orders a change outside of the clause that forbids.
fn also_orders_a_change(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    let orders = |at: usize| CHANGING_WORK.contains(&sentence.word(at)) && sentence.head(at) != Head::Inside;
    (0..cue.start).chain(cue.object..sentence.tokens.len()).any(orders)
}

/// "Only change comments", "write a failing test": an order that is no change of the code.
fn orders_words_or_tests(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    writes_words_or_tests(sentence, (0..cue.start).chain(cue.object..sentence.tokens.len()))
}

fn writes_words_or_tests(sentence: &Sentence<'_>, tokens: impl IntoIterator<Item = usize>) -> bool {
    #[rustfmt::skip]
    const OTHERS: [&str; 15] = [
        "comment", "comments", "doc", "docs", "docstring", "docstrings", "documentation", "javadoc", "jsdoc", "readme", "rustdoc", "test",
        "tests", "typos", "wording",
    ];
    let orders = |at: usize| {
        let word = sentence.word(at);
        let changes = CHANGING_WORK.contains(&word) || changing::is_verb(word) || matches!(word, "document" | "write");
        changes && (sentence.head(at) != Head::Inside || sentence.back(at, 1) == "only")
    };
    // What is ordered is the first thing behind the verb: "write a summary of what the tests miss" changes nothing.
    let about = |at: usize| (at + 1..at + 4).any(|at| OTHERS.contains(&sentence.word(at)));
    tokens.into_iter().any(|at| orders(at) && about(at))
}

/// True when the phrase speaks of something in a file.
fn speaks_of_a_part(sentence: &Sentence<'_>, cue: &Cue, object: &Object, untouched: bool) -> bool {
    let some = |at: usize| matches!(sentence.word(at), "more" | "much");
    (cue.object..object.end).any(some)
        || part::is_meant(sentence, object, cue.object)
        || object.of_a_file
        || !untouched && !object.pure && object.places.iter().any(|place| !matches!(place, Pattern::Glob(_)))
}

/// "Don't change it without adding tests", and not "without asking me".
fn says_how(sentence: &Sentence<'_>, behind: usize) -> bool {
    let gerund = sentence.word(behind + 1);
    sentence.word(behind) == "without"
        && matches!(gerund, "adding" | "extending" | "regenerating" | "rerunning" | "running" | "updating" | "writing")
}

fn says_other(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    let other = |at: usize| sentence.word(at) == "other" && sentence.word(at + 1) != "than";
    (cue.start..sentence.tokens.len().min(cue.object + 3)).any(other)
}
