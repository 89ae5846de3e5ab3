//! What must not be, and what nobody but the user does: "no migration please", "nothing gets pushed", "I'll tag it myself".

use super::heard::{Heard, MAX_SUBJECT, end_of_name};
use crate::domain::{Called, WorkKind};
use crate::goal::constraint::act::version_control::tells_of_none;
use crate::goal::constraint::circumstance;
use crate::goal::constraint::object::called;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Sentence, is_verb};
use crate::goal::prompt::word_class::{is_person, is_pronoun, lets, obliges};
use crate::text::kind::kind_of_word;
use crate::text::word_set::sorted;

/// Words behind a "no" that tell how things are.
#[rustfmt::skip]
const NO_ORDER: &[&str] = sorted(&[
    "answer", "bug", "bugs", "chance", "change", "changes", "clue", "commits", "crash", "difference", "doubt", "effect", "error",
    "errors", "explanation", "feedback", "file", "fix", "fixes", "hurry", "idea", "issue", "issues", "longer", "luck", "match", "matter", "more", "need",
    "offense", "one", "output", "point", "problem", "problems", "progress", "pushes", "reason", "response", "restrictions", "result",
    "results", "right", "rush", "such", "surprise", "sweat", "test", "tests", "thanks", "time", "use", "wait", "warning", "warnings", "way", "wonder",
    "worries",
]);

/// What somebody does who takes no work from another.
const TAKES_NO_WORK: [&str; 10] = ["check", "decide", "have", "look", "need", "read", "review", "see", "try", "use"];

/// "No migration please", "no force push", "no new python packages".
pub(super) fn none_of(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    let first = sentence.word(at + 1);
    if sentence.word(at) != "no"
        || sentence.tokens[at].ends_clause()
        || NO_ORDER.binary_search(&first).is_ok()
        || is_person(first)
        || is_pronoun(first)
        || matches!(first, "hagas" | "it's" | "its" | "that's" | "thats")
    {
        return None;
    }
    // "Harden the server: no passwords" says what is to be built.
    let built = |verb: usize| (verb..at).any(|token| sentence.text[sentence.tokens[token].end..].starts_with(':'));
    if sentence.main_verb.is_some_and(|verb| verb < at && built(verb)) {
        return None;
    }
    let end = end_of_name(sentence, at + 1)?;
    // "No module named onnx", "no changes detected", "no PR template exists", "no PR comments since tuesday".
    let tells = |word: &str| word.ends_with("ed") || matches!(word, "exist" | "exists" | "found");
    let yours = sentence.word(end) == "from" && matches!(sentence.word(end + 1), "now" | "you" | "your");
    if (at + 1..end).any(|at| tells(sentence.word(at))) || tells_of_none(sentence, end) && !yours {
        return None;
    }
    // "No joins: returns twice the rows".
    let last = end.min(sentence.tokens.len()).saturating_sub(1);
    let led = sentence.text[sentence.tokens[last].end..].starts_with(':');
    if led {
        return None;
    }
    // "No colours when not a tty" is said of a program.
    if (at + 2..=end).any(|at| circumstance::is_of_a_program(sentence, at)) {
        return None;
    }
    // Of a path the strict forms decide, and "no edits there" names nothing.
    if changing::is_noun(first) || sentence.tokens.get(at + 1).is_some_and(|token| token.raw.contains('/')) {
        return None;
    }
    if last > at + 1 && changing::is_noun(sentence.word(last)) {
        let names = called::names(sentence, at + 1, last).filter(|names| !names.is_empty())?;
        return Some(Heard::named(at..end, names));
    }
    let names: Vec<_> = called::names(sentence, at + 1, end)?.into_iter().filter(|name| !is_test(name)).collect();
    let deeds = ["run", "add", "create"].map(str::to_owned).to_vec();
    (!names.is_empty()).then(|| Heard::new(at..end, Called { deeds, names, ..Called::default() }))
}

/// "No tests please" asks for less work.
fn is_test(name: &[String]) -> bool {
    name.iter().all(|word| kind_of_word(word) == Some(WorkKind::Tests))
}

/// "Nothing gets pushed before I had a look", "nothing may be deleted".
pub(super) fn nothing_done(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    let before = sentence.back(at, 1) == "before";
    if sentence.word(at) != "nothing" && !(sentence.word(at) == "anything" && before) {
        return None;
    }
    // "Nothing goes live until I say so".
    if matches!((sentence.word(at + 1), sentence.word(at + 2)), ("goes", "live" | "out")) {
        return Some(Heard::done(at..at + 3, vec!["deploy".to_owned()]));
    }
    let behind = match (sentence.word(at + 1), sentence.word(at + 2)) {
        ("gets" | "is", "to") if sentence.word(at + 3) == "be" => at + 4,
        ("gets", _) => at + 2,
        ("is", _) if before => at + 2,
        (modal, "be" | "get") if lets(modal) || obliges(modal) || modal == "will" => at + 3,
        _ => return None,
    };
    let deed = sentence.word(behind);
    if !deed.ends_with("ed") || changing::is_participle(deed) {
        return None;
    }
    Some(Heard::done(at..end_of_name(sentence, behind).unwrap_or(behind + 1), vec![deed.to_owned()]))
}

/// "I'll run the version bump and the tag myself", "publishing is my job".
pub(super) fn mine(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    let verb = match (sentence.word(at), sentence.word(at + 1)) {
        ("i'll" | "ill", _) => at + 1,
        ("i", "will" | "do") => at + 2,
        ("i", verb) if is_verb(verb) => at + 1,
        (gerund, "is") if gerund.ends_with("ing") && sentence.reads(at + 2, "my job") => {
            return Some(Heard::done(at..at + 4, vec![gerund.to_owned()]));
        }
        _ => return None,
    };
    // "I'll use it in web myself", "I'll review it myself" leave the work to the agent.
    if TAKES_NO_WORK.contains(&sentence.word(verb)) {
        return None;
    }
    let last = sentence.tokens.len().min(verb + MAX_SUBJECT);
    let end = (verb + 1..last).find(|end| sentence.word(*end) == "myself")?;
    // "I tag and push myself".
    if verb == at + 1 && sentence.word(at) == "i" {
        let deeds: Vec<String> =
            (verb..end).map(|at| sentence.word(at)).filter(|word| is_verb(word)).map(str::to_owned).collect();
        return Some(Heard::done(at..end + 1, deeds));
    }
    let names = called::names(sentence, verb + 1, end).filter(|names| !names.is_empty())?;
    let deeds = vec!["run".to_owned()];
    Some(Heard::new(at..end + 1, Called { deeds, names, ..Called::default() }))
}
