//! Limits that no strict form reads: "no migration please", "the golden files are sacred", "nothing gets pushed before I had a look".
//!
//! Owns forms that are said of programs too. So what they forbid is told and never denied, it must close its clause, and it is held
//! against calls word by word (`called`).

use super::called::{self, subject};
use super::circumstance::{self, Circumstance};
use super::stated::ends;
use super::{Limits, MAX_CONSTRAINTS};
use crate::domain::{Called, ConstraintKind, Target, WorkKind};
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::text::kind::kind_of_word;
use crate::text::words::akin;
use std::ops::Range;

/// Words at most of what must not be.
const MAX_NONE: usize = 6;

/// Words at most of what stands before a verb that shuts it.
const MAX_SUBJECT: usize = 10;

/// Words behind a "no" that tell how things are. Sorted.
#[rustfmt::skip]
const NO_ORDER: &[&str] = &[
    "answer", "bug", "bugs", "chance", "change", "changes", "clue", "commits", "crash", "difference", "doubt", "effect", "error",
    "errors", "explanation", "feedback", "file", "hurry", "idea", "issue", "issues", "longer", "luck", "match", "matter", "more", "need",
    "offense", "one", "output", "point", "problem", "problems", "progress", "pushes", "reason", "response", "restrictions", "result",
    "results", "rush", "such", "surprise", "sweat", "test", "tests", "thanks", "time", "use", "wait", "warning", "warnings", "way", "wonder",
    "worries",
];

/// A limit that was heard, and its words as tokens.
struct Heard {
    clause: Range<usize>,
    called: Called,
}

impl Limits {
    /// What is left, read more widely: it is told and never denied.
    pub(super) fn loose(&mut self, sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, last: usize, revision: u32) {
        let mut at = 0;
        while at < last && self.constraints.len() < MAX_CONSTRAINTS {
            let plain = !sentence.tokens[at].quoted && !sentence.tokens[at].code;
            let apart = |clause: &Range<usize>| {
                self.forbidding.iter().all(|known| known.end <= clause.start || clause.end <= known.start)
            };
            let heard = plain.then(|| heard(sentence, before, at)).flatten();
            at += 1;
            if let Some(Heard { clause, called }) = heard.filter(|heard| apart(&heard.clause)) {
                at = clause.end.max(at);
                let clause = sentence.slice(clause.start, clause.end);
                self.keep(ConstraintKind::DoNot, clause, vec![Target::Called(called)], false, revision);
            }
        }
    }
}

/// The limit whose first word stands at `at`.
fn heard(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, at: usize) -> Option<Heard> {
    if matches!(sentence.mood, Mood::Question | Mood::Suggestion) || sentence.head(at) == Head::Inside {
        return None;
    }
    none_of(sentence, at)
        .or_else(|| nothing_done(sentence, at))
        .or_else(|| mine(sentence, at))
        .or_else(|| away(sentence, before, at))
        .or_else(|| shut(sentence, before, at))
}

/// "No migration please", "no force push", "no new python packages".
fn none_of(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    let first = sentence.word(at + 1);
    if sentence.word(at) != "no"
        || sentence.tokens[at].comma()
        || sentence.tokens[at].stop()
        || NO_ORDER.binary_search(&first).is_ok()
    {
        return None;
    }
    // "Harden the server: no passwords" says what is to be built.
    let built = |verb: usize| (verb..at).any(|token| sentence.text[sentence.tokens[token].end..].starts_with(':'));
    if sentence.main_verb.is_some_and(|verb| verb < at && built(verb)) {
        return None;
    }
    let end = (at + 2..=at + 1 + MAX_NONE).find(|end| closes(sentence, *end))?;
    // "No module named onnx", "no changes detected".
    if (at + 1..end).any(|at| sentence.word(at).ends_with("ed") || sentence.word(at) == "found") {
        return None;
    }
    let last = end.min(sentence.tokens.len()).saturating_sub(1);
    // Of a path the strict forms decide, and "no edits there" names nothing.
    if changing::is_noun(first) || sentence.tokens.get(at + 1).is_some_and(|token| token.raw.contains('/')) {
        return None;
    }
    if last > at + 1 && changing::is_noun(sentence.word(last)) {
        let names = called::names(sentence, at + 1, last).filter(|names| !names.is_empty())?;
        return Some(Heard { clause: at..end, called: Called { deeds: Vec::new(), names } });
    }
    let names: Vec<_> = called::names(sentence, at + 1, end)?.into_iter().filter(|name| !is_test(name)).collect();
    (!names.is_empty()).then(|| Heard {
        clause: at..end,
        called: Called { deeds: vec!["run".to_owned(), "add".to_owned(), "create".to_owned()], names },
    })
}

/// "No tests please" asks for less work.
fn is_test(name: &[String]) -> bool {
    name.iter().all(|word| kind_of_word(word) == Some(WorkKind::Tests))
}

/// "Nothing gets pushed before I had a look", "nothing may be deleted".
fn nothing_done(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    if sentence.word(at) != "nothing" {
        return None;
    }
    // "Nothing goes live until I say so".
    if matches!((sentence.word(at + 1), sentence.word(at + 2)), ("goes", "live" | "out")) {
        let called = Called { deeds: vec!["deploy".to_owned()], names: Vec::new() };
        return Some(Heard { clause: at..at + 3, called });
    }
    let behind = match (sentence.word(at + 1), sentence.word(at + 2)) {
        ("gets" | "is", "to") if sentence.word(at + 3) == "be" => at + 4,
        ("gets", _) => at + 2,
        ("may" | "must" | "should" | "can" | "will", "be" | "get") => at + 3,
        _ => return None,
    };
    let deed = sentence.word(behind);
    if !deed.ends_with("ed") || changing::is_participle(deed) {
        return None;
    }
    let end = (behind + 1..=behind + MAX_NONE).find(|end| closes(sentence, *end)).unwrap_or(behind + 1);
    Some(Heard { clause: at..end, called: Called { deeds: vec![deed.to_owned()], names: Vec::new() } })
}

/// "I'll run the version bump and the tag myself", "publishing is my job".
fn mine(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    let verb = match (sentence.word(at), sentence.word(at + 1)) {
        ("i'll" | "ill", _) => at + 1,
        ("i", "will" | "do") => at + 2,
        (gerund, "is") if gerund.ends_with("ing") && sentence.reads(at + 2, &["my", "job"]) => {
            let called = Called { deeds: vec![gerund.to_owned()], names: Vec::new() };
            return Some(Heard { clause: at..at + 4, called });
        }
        _ => return None,
    };
    let last = sentence.tokens.len().min(verb + MAX_SUBJECT);
    let end = (verb + 1..last).find(|end| sentence.word(*end) == "myself")?;
    let names = called::names(sentence, verb + 1, end).filter(|names| !names.is_empty())?;
    let deeds = vec!["run".to_owned()];
    Some(Heard { clause: at..end + 1, called: Called { deeds, names } })
}

/// "The auth stuff is being reworked, so keep away from it".
fn away(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, at: usize) -> Option<Heard> {
    let away = matches!(sentence.word(at), "keep" | "stay" | "steer")
        && matches!((sentence.word(at + 1), sentence.word(at + 2)), ("away", "from") | ("clear" | "out", "of"));
    if !away {
        return None;
    }
    let end = (at + 4..at + 4 + MAX_NONE).find(|end| closes(sentence, *end))?;
    let names = match sentence.word(at + 3) {
        "it" | "that" | "them" | "there" | "those" => {
            subject(sentence, at).or_else(|| subject(before?, before?.tokens.len()))
        }
        _ => called::names(sentence, at + 3, end),
    };
    let names = names.filter(|names| !names.is_empty())?;
    Some(Heard { clause: at..end, called: Called { deeds: Vec::new(), names } })
}

/// "The golden files are sacred", "lib/pulse stays as is", "the seeds must not change".
fn shut(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, at: usize) -> Option<Heard> {
    let last = sentence.tokens.len().min(at + MAX_SUBJECT);
    let verb = (at + 1..last)
        .take_while(|verb| !sentence.tokens[verb - 1].stop() || is_bracket(sentence, verb - 1))
        .find(|verb| is_shutting(sentence, *verb))?;
    let opens = sentence.word(at);
    if matches!(
        opens,
        "because" | "i" | "if" | "nothing" | "since" | "so" | "that" | "we" | "when" | "which" | "while" | "you"
    ) {
        return None;
    }
    // "Stays as it is after a reload".
    if circumstance::behind(sentence, verb) == Circumstance::OfProgram {
        return None;
    }
    // "That one stays as it is".
    if sentence.word(at + 1) == "one" {
        return None;
    }
    // "Everything else in src is off limits": but for what was asked for.
    if (at..verb).any(|word| matches!(sentence.word(word), "else" | "other" | "others" | "rest")) {
        return None;
    }
    // "The specs are the contract, they stay as they are".
    let names = if matches!(opens, "it" | "they" | "this" | "those" | "these" | "that") && verb == at + 1 {
        subject(sentence, at).or_else(|| subject(before?, before?.tokens.len()))
    } else {
        called::names(sentence, at, verb)
    };
    let names = names.filter(|names| !names.is_empty())?;
    let end = (verb + 1..sentence.tokens.len()).find(|end| closes(sentence, *end)).unwrap_or(sentence.tokens.len());
    Some(Heard { clause: at..end, called: Called { deeds: Vec::new(), names } })
}

/// True where a bracket opens or closes behind the token: "lib/pulse (the contexts) stays as is".
fn is_bracket(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.text[sentence.tokens[at].end..].trim_start().starts_with(['(', ')'])
}

/// True for a verb with which something is shut for the agent, and not said of a program.
fn is_shutting(sentence: &Sentence<'_>, verb: usize) -> bool {
    let skip = |at: usize| {
        at + usize::from(matches!(
            sentence.word(at),
            "absolutely" | "all" | "also" | "completely" | "exactly" | "just" | "strictly"
        ))
    };
    let closed = |at: usize| ends(sentence, at) || closes(sentence, at);
    // "Off limits for normal users" tells of a program.
    let off = |at: usize| {
        let behind = [&["off", "limits"][..], &["hands", "off"], &["out", "of", "bounds"]];
        let said = behind.into_iter().find(|words| sentence.reads(at, words)).map(|words| at + words.len());
        said.is_some_and(|end| {
            let for_you = matches!(sentence.word(end + 1), "now" | "this" | "today" | "you");
            closed(end) && (sentence.word(end) != "for" || for_you)
        })
    };
    let kept = |at: usize| {
        let at = skip(at);
        matches!(sentence.word(at), "as" | "byte" | "where")
            || matches!(sentence.word(at), "frozen" | "put" | "unchanged" | "untouched") && closed(at + 1)
            || off(at)
            || sentence.reads(at, &["the", "way"])
            || sentence.word(at) == "at" && sentence.word(at + 1).starts_with(|first: char| first.is_ascii_digit())
    };
    let unchanged = |at: usize| {
        let be = usize::from(matches!(sentence.word(at), "be" | "get"));
        let done = sentence.word(at + be);
        (be == 0 && matches!(done, "change" | "move") || be == 1 && (changing::is_participle(done) || done == "moved"))
            && closed(at + be + 1)
    };
    match sentence.word(verb) {
        "stay" | "stays" | "remain" | "remains" => kept(verb + 1),
        "must" | "should" | "has" | "have" | "needs" | "shall" => {
            let at = verb + 1 + usize::from(sentence.word(verb + 1) == "to");
            matches!(sentence.word(at), "stay" | "remain") && kept(at + 1)
                || sentence.word(verb + 1) == "not" && unchanged(verb + 2)
        }
        "mustn't" | "shouldn't" => unchanged(verb + 1),
        // "Billing code off limits for you".
        "off" => {
            off(verb)
                && !matches!(sentence.word(verb - 1), "are" | "aren't" | "is" | "isn't" | "longer" | "not" | "was")
        }
        "may" => sentence.word(verb + 1) == "not" && unchanged(verb + 2),
        "is" | "are" => {
            let at = skip(verb + 1);
            matches!(sentence.word(at), "sacred" | "taboo" | "tabu" | "untouchable" | "off-limits") && closed(at + 1)
                || off(at)
                || matches!(sentence.word(at), "forbidden" | "prohibited") && sentence.reads(at + 1, &["for", "you"])
                || sentence.word(at) == "not"
                    && (matches!(sentence.word(at + 1), "yours")
                        || sentence.reads(at + 1, &["part", "of", "this"])
                        || sentence.word(at + 1) == "to" && unchanged(at + 2))
                || sentence.word(at) == "left"
                    && (sentence.word(at + 1) == "alone" || sentence.reads(at + 1, &["as", "is"]))
        }
        _ => false,
    }
}

/// True where nothing of the clause stands at `at` any more.
fn closes(sentence: &Sentence<'_>, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| sentence.tokens.get(before));
    let shut = before.is_none_or(|token| token.comma() || token.stop());
    let word = sentence.word(at);
    shut || word.is_empty()
        || changing::is_courtesy(word)
        || matches!(
            word,
            "and"
                | "because"
                | "before"
                | "but"
                | "either"
                | "except"
                | "for"
                | "from"
                | "just"
                | "or"
                | "since"
                | "so"
                | "then"
                | "till"
                | "today"
                | "unless"
                | "until"
                | "yet"
        )
        || akin(word, "thanks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::shown_called;

    #[test]
    fn the_table_is_sorted() {
        assert!(NO_ORDER.is_sorted());
    }

    #[test]
    fn what_is_said_of_programs_too_is_told() {
        for (said, expected) in [
            ("fix the slots, no migration please", "run/add/create migration"),
            ("fix it. No network! i am on a train", "run/add/create network"),
            ("Ground rules: no gem changes. Fix the cart", "gem"),
            ("fix the checker. golden files are sacred.", "golden"),
            ("fix the checker. The seeds must not change, finance needs them", "seeds"),
            ("the seeds are the contract, they stay as they are", "seeds"),
            ("fix the cart, but no legacy please", "run/add/create legacy"),
            ("Billing code off limits for you, always", "billing"),
            ("the billing stuff is being reworked by sam so keep away from it", "billing"),
            ("tidy up. Nothing gets pushed before I had a look", "pushed"),
            ("update the notes. I'll run the version bump myself", "run version bump"),
            ("check the notes. publishing is my job", "publishing"),
        ] {
            assert_eq!(shown_called(said), expected, "{said}");
        }
        for said in [
            "fix the list, no idea why it fails",
            "no tests please",
            "harden the server: no root login, no passwords",
            "the button stays disabled after a click",
            "the cursor must not change the tree",
            "no module named onnx",
            "the title does not change",
            "the admin page is off limits for normal users, the url still works",
            "open a branch for it. main stays untouched",
        ] {
            assert_eq!(shown_called(said), "", "{said}");
        }
    }
}
