//! "Review only", "read-only please", "just look": nothing is to be made but a report.
//!
//! Owns these forms. The same words are said of programs ("a read-only flag"), so that they must be all that is said, or stand beside
//! a verb of looking.

use crate::goal::constraint::act::{Act, Cue};
use crate::goal::prompt::sentence::{Head, Sentence, is_inquiring};
use crate::goal::prompt::word_class::{is_first_person, is_prelude, is_preposition, is_pronoun, is_question_word};
use crate::goal::prompt::{changing, closing};

/// Verbs of somebody who wants a report.
const LOOKING: [&str; 9] =
    ["analyse", "analyze", "diagnose", "investigate", "look", "plan", "read", "report", "review"];

/// "A read-only analysis", "this is read-only:", said of what the agent is to do.
fn is_of_the_task(sentence: &Sentence<'_>, at: usize) -> bool {
    let changes = |word: &str| changing::is_verb(word) || matches!(word, "add" | "fix" | "make" | "mend" | "refactor");
    if sentence.any(changes) {
        return false;
    }
    let (next, behind) = (sentence.word(at + 1), sentence.word(at + 2));
    let task = matches!(next, "analysis" | "audit" | "investigation" | "pass" | "review" | "session" | "task")
        && (closing::is_closed(sentence, at + 2) || is_preposition(behind));
    let ordered = || {
        sentence.back(at, 1) == "a"
            && (matches!(sentence.back(at, 2), "do" | "perform") || at == 3 && sentence.reads(0, "this is"))
    };
    let said = || at == 2 && sentence.reads(0, "this is") && sentence.tokens[at].stop() && is_inquiring(next);
    said() || task && at > 1 && ordered()
}

/// "Review only", "read-only please", "just look": nothing is to be made but a report.
pub(in crate::goal::constraint) fn only(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let looks = |at: usize| LOOKING.contains(&sentence.word(at));
    let end = match sentence.word(at) {
        // "Do a read-only analysis of src/auth", "this is read-only: review it".
        "read-only" | "readonly" if is_of_the_task(sentence, at) => {
            return Some(Cue::new(at, at + 1, Act::Code).until(at + 1));
        }
        // By itself it may be a line of a list.
        "read-only" | "readonly" if sentence.tokens.len() > at + 1 => at + 1,
        "read" if at == 0 && sentence.word(1) == "only" && sentence.tokens.len() > 2 => {
            2 + usize::from(matches!(sentence.word(2), "mode" | "session" | "task"))
        }
        "only" if matches!(sentence.word(at + 1), "describe" | "explain") && sentence.tokens[at + 1].comma() => at + 2,
        "analysis" | "investigation" | "reading" if sentence.word(at + 1) == "only" => at + 2,
        "just" | "only" if looks(at + 1) => sentence.past(at + 2, is_pronoun),
        word if looks(at) && word != "read" && sentence.word(at + 1) == "only" => at + 2,
        _ => return None,
    };
    // "Just look, then mend it" and "Read-only: hide the button" go on.
    let closing = |word: &str| {
        closing::is_courtesy(word) || closing::is_of_the_moment(word) || matches!(word, "at" | "for" | "moment" | "the")
    };
    let rest = sentence.tokens.get(end..)?;
    let over = rest.iter().position(|token| !closing(&token.word)).unwrap_or(rest.len());
    // "Review only: what would you object to", "read only please: which groups are open", "only explain, I am writing docs".
    let behind = &sentence.tokens[end + over - 1];
    let next = sentence.word(end + over);
    let asks = behind.stop() && (is_inquiring(next) || is_question_word(next));
    // "Plan only, I apply it myself" is said of terraform, and not of a plan for the work.
    let of_a_tool = behind.comma() && sentence.word(at) == "plan" && sentence.says(&["apply"]);
    let tells = behind.comma() && is_first_person(next) && !of_a_tool;
    let last = over == rest.len() || asks || tells;
    // "Add a header, report only for now": what is made is to report.
    let alone = sentence.tokens[..at].iter().all(|token| is_prelude(&token.word));
    let beside = || {
        let looks = sentence.main_verb.is_some_and(|verb| verb < at && is_inquiring(sentence.word(verb)));
        looks && matches!(sentence.head(at), Head::Opens | Head::Comma)
    };
    (last && (alone || beside())).then_some(Cue::new(at, end, Act::Code).until(end))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    #[test]
    fn a_look_changes_nothing() {
        let shown = |said: &str| shown_constraints(&Stage::new().start(said).constraints);
        for said in [
            "Do a read-only analysis of src/auth.",
            "This is read-only: review src/auth and tell me what is wrong.",
            "Plan the refactor of src/auth. Don't implement anything.",
            "Plan the refactor of src/auth. Don't implement it yet.",
        ] {
            assert_eq!(shown(said), "donot any", "{said}");
        }
        for said in [
            "Add a read-only review mode to src/auth.",
            "This is read-only for guests, fix it.",
            "Do a read-only review of src/auth, then fix the bugs you find in src/parser.rs.",
            "This is a read-only session bug: see src/parser.rs",
            "This is read-only: the field id of src/parser.rs",
            "Improve the comments in src/parser.rs, no code changes please",
            "Only write a failing test for src/auth, don't fix anything",
            "need to bump rds in src/auth to 15.6. plan only, i apply myself",
        ] {
            assert!(!shown(said).contains("any"), "{said}: {}", shown(said));
        }
    }
}
