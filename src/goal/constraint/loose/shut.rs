//! What is said of a thing that nobody is to change: "the golden files are sacred", "the seeds must not change".

use super::heard::{Heard, MAX_SUBJECT, closes_loosely, meant};
use crate::domain::Called;
use crate::goal::constraint::circumstance::{self, Circumstance};
use crate::goal::constraint::clause::{ends, is_adverb};
use crate::goal::constraint::object::called::{self, points_back, speaks_of_signatures};
use crate::goal::constraint::state::is_done_so;
use crate::goal::prompt::changing;
use crate::goal::prompt::sentence::{Sentence, is_verb};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{is_article, is_copula, obliges, refuses};

/// "The golden files are sacred", "lib/pulse stays as is", "the seeds must not change".
pub(super) fn shut(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, at: usize) -> Option<Heard> {
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
    // "Refactor the auth module, tests should not be changed": the place begins behind the comma.
    let unknown = at == 0
        && match sentence.word(1) {
            "out" | "up" => true,
            word => is_article(word) && sentence.may_order(),
        };
    let ordered = unknown || sentence.main_verb.is_some_and(|ordered| (at..verb).contains(&ordered));
    if ordered && sentence.tokens[at..verb].iter().any(Token::comma) {
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
    let names = if points_back(opens) && verb == at + 1 {
        meant(sentence, before, at)
    } else {
        called::names(sentence, at, verb)
    };
    let signed = speaks_of_signatures(sentence, at, verb);
    let names = names.filter(|names| !names.is_empty() || signed)?;
    let end =
        (verb + 1..sentence.tokens.len()).find(|end| closes_loosely(sentence, *end)).unwrap_or(sentence.tokens.len());
    // "Pod update is forbidden" is said of a command.
    let of_a_deed = is_forbidden(sentence, verb) && is_verb(sentence.word(verb - 1));
    let deeds = if of_a_deed { vec!["run".to_owned()] } else { Vec::new() };
    Some(Heard::new(at..end, Called { deeds, names, ..Called::default() }))
}

/// "Is forbidden for you", and of a deed "is forbidden": access to a page may be forbidden to its users.
fn is_forbidden(sentence: &Sentence<'_>, verb: usize) -> bool {
    let of_a_deed = is_verb(sentence.back(verb, 1));
    matches!(sentence.word(verb + 1), "forbidden" | "prohibited")
        && (sentence.reads(verb + 2, "for you") || of_a_deed && closes_loosely(sentence, verb + 2))
}

/// True where a bracket opens or closes behind the token: "lib/pulse (the contexts) stays as is".
fn is_bracket(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.text[sentence.tokens[at].end..].trim_start().starts_with(['(', ')'])
}

/// True for a verb with which something is shut for the agent, and not said of a program.
fn is_shutting(sentence: &Sentence<'_>, verb: usize) -> bool {
    let skip = |at: usize| sentence.past(at, |word| is_adverb(word) || word == "absolutely");
    let closed = |at: usize| ends(sentence, at) || closes_loosely(sentence, at);
    // "Off limits for normal users" tells of a program.
    let off = |at: usize| {
        let behind = ["off limits", "hands off", "off the table", "out of bounds"];
        let said = behind.into_iter().find(|words| sentence.reads(at, words)).map(|words| at + words.len());
        said.is_some_and(|end| {
            let for_you = matches!(sentence.word(end + 1), "now" | "this" | "today" | "you");
            closed(end) && (sentence.word(end) != "for" || for_you)
        })
    };
    let kept = |at: usize| {
        let at = skip(at);
        matches!(sentence.word(at), "as" | "byte" | "where") && !is_done_so(sentence, at + 1)
            || matches!(sentence.word(at), "frozen" | "put" | "unchanged" | "untouched") && closed(at + 1)
            || off(at)
            || sentence.reads(at, "the way") && !is_done_so(sentence, at + 2)
            || sentence.word(at) == "at" && sentence.word(at + 1).starts_with(|first: char| first.is_ascii_digit())
    };
    let unchanged = |at: usize| {
        let be = usize::from(matches!(sentence.word(at), "be" | "get"));
        let done = sentence.word(at + be);
        (be == 0 && matches!(done, "change" | "move") || be == 1 && (changing::is_participle(done) || done == "moved"))
            && closed(at + be + 1)
    };
    match sentence.word(verb) {
        word if changing::is_staying(word) => kept(verb + 1),
        word if obliges(word) || matches!(word, "has" | "have") => {
            let at = verb + 1 + usize::from(sentence.word(verb + 1) == "to");
            changing::is_staying(sentence.word(at)) && kept(at + 1)
                || sentence.word(verb + 1) == "not" && unchanged(verb + 2)
        }
        "mustn't" | "shouldn't" => unchanged(verb + 1),
        // "Billing code off limits for you".
        "off" => {
            let before = sentence.word(verb - 1);
            off(verb) && !is_copula(before) && !refuses(before) && !matches!(before, "longer" | "was")
        }
        "may" => sentence.word(verb + 1) == "not" && unchanged(verb + 2),
        "is" | "are" => {
            let at = skip(verb + 1);
            matches!(sentence.word(at), "sacred" | "taboo" | "tabu" | "untouchable" | "off-limits") && closed(at + 1)
                || off(at)
                || is_forbidden(sentence, verb)
                || sentence.word(at) == "not"
                    && (sentence.word(at + 1) == "yours"
                        || sentence.reads(at + 1, "part of this")
                        || sentence.word(at + 1) == "to" && unchanged(at + 2))
                || sentence.word(at) == "left" && (sentence.word(at + 1) == "alone" || sentence.reads(at + 1, "as is"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::shown_called;

    #[test]
    fn what_is_shut_begins_behind_the_order() {
        for (said, called) in [
            ("Refactor the auth module, tests should not be changed", "tests"),
            ("Speed up the parser, the seeds must not change", "seeds"),
            ("The lexer, the cli and the seeds must not change", "lexer, cli, seeds"),
        ] {
            assert_eq!(shown_called(said), called, "{said}");
        }
    }
}
