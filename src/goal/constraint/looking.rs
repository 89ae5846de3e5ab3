//! "Review only", "read-only please", "just look": nothing is to be made but a report.
//!
//! Owns these forms. The same words are said of programs ("a read-only flag"), so that they must be all that is said, or stand beside
//! a verb of looking.

use super::cue::{Act, Cue};
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Head, Sentence, is_inquiring, is_prelude};

/// Verbs of somebody who wants a report.
const LOOKING: [&str; 9] =
    ["analyse", "analyze", "diagnose", "investigate", "look", "plan", "read", "report", "review"];

/// "Review only", "read-only please", "just look": nothing is to be made but a report.
pub(super) fn only(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let looks = |at: usize| LOOKING.contains(&sentence.word(at));
    let end = match sentence.word(at) {
        // By itself it may be a line of a list.
        "read-only" | "readonly" if sentence.tokens.len() > at + 1 => at + 1,
        "analysis" | "investigation" | "reading" if sentence.word(at + 1) == "only" => at + 2,
        "just" | "only" if looks(at + 1) => at + 2 + usize::from(matches!(sentence.word(at + 2), "it" | "this")),
        word if looks(at) && word != "read" && sentence.word(at + 1) == "only" => at + 2,
        _ => return None,
    };
    // "Just look, then mend it" and "Read-only: hide the button" go on.
    let closing = |word: &str| {
        changing::is_courtesy(word)
            || matches!(word, "at" | "for" | "here" | "moment" | "now" | "the" | "today" | "yet")
    };
    let last = sentence.tokens.get(end..)?.iter().all(|token| closing(&token.word));
    // "Add a header, report only for now": what is made is to report.
    let alone = sentence.tokens[..at].iter().all(|token| is_prelude(&token.word));
    let beside = || {
        let looks = sentence.main_verb.is_some_and(|verb| verb < at && is_inquiring(sentence.word(verb)));
        looks && matches!(sentence.head(at), Head::Opens | Head::Comma)
    };
    (last && (alone || beside())).then_some(Cue::new(at, end, Act::Code).until(end))
}
