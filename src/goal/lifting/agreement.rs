//! Whether a prompt agrees to what the agent has said: "yes", "sure, but don't rename it", "fix it there"; a "no" to "do you mind?".
//!
//! Owns the answers and how they are read. What was put forward is read in `offer`.

use crate::domain::Pattern;
use crate::goal::ask;
use crate::goal::line::{Ask, Line};
use crate::goal::prompt::foreign::{LATER, LEAVING};
use crate::goal::prompt::sentence::{Head, Mood, is_verb};
use crate::goal::prompt::word_class::{is_pronoun, is_too, leaves, lets};
use crate::goal::reading::Reading;
use crate::text::clip::head;
use crate::text::words::{is_telling, last_question, path_words, words};

/// Bytes of a prompt that are looked at for a yes.
const MAX_YES: usize = 200;

/// Words at the end of what the agent said in which a question is turned.
const MAX_TURNED: usize = 24;

/// Words behind "ok" that make a yes of it; others begin the next order.
const BEHIND_OK: [&str; 9] = ["ahead", "allowed", "do", "fine", "go", "granted", "it", "sure", "yes"];

/// Words with which a yes is none to what was asked.
const TAKING_BACK: [&str; 5] = ["instead", "later", "myself", "tomorrow", "unless"];

/// Refusals of other languages behind a yes, beside [`LATER`] and [`LEAVING`]: "sim, mas não agora", "va bene, in un altro PR".
const BACK_ELSEWHERE: [&str; 7] = ["altro", "nicht", "niet", "não", "otro", "outro", "pas"];

/// True for a prompt that agrees to these words of the agent's.
pub(super) fn agrees(reading: &Reading<'_, '_>, said: &str) -> bool {
    if is_turned(said) {
        says_no(reading.text) || says_yes(reading) && tells_to_go_on(reading.text)
    } else {
        ask::is_acknowledgement(reading.text) || says_yes(reading) && last_question(said).is_some()
    }
}

/// True for a prompt that takes up what the agent has said without a yes: it names no place of its own, and permits or points.
pub(super) fn takes_up(reading: &Reading<'_, '_>) -> bool {
    let names_none = reading.typed().all(|line| line.wanted().next().is_none() && !line.forbids());
    let refused = reading.typed().next().is_some_and(|line| ask::refuses(&line.sentence));
    let permits = |line: &Line<'_>| line.ask == Ask::Permission || allows(line);
    !refused && names_none && reading.typed().any(|line| permits(line) || points(line))
}

/// True for a prompt that says yes and perhaps goes on: "yes. and add a test", "sure, but don't rename it", "ok allowed". "Ok now look
/// at x" leaves the question unanswered, "yes, but only in src/auth" answers another one.
pub(super) fn says_yes(reading: &Reading<'_, '_>) -> bool {
    let prompt = head(reading.text, MAX_YES).trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let stops = [",", ".", "!", ";", " - ", " but ", " and "].iter().filter_map(|stop| prompt.find(stop));
    let cut = stops.min();
    let answer = &prompt[..cut.unwrap_or(prompt.len())];
    let said = words(answer);
    let (Some(first), second) = (said.first(), said.get(1).map_or("", String::as_str)) else { return false };
    let plain = !matches!(first.as_str(), "do" | "go" | "ok" | "okay" | "please");
    let whole =
        plain || BEHIND_OK.contains(&second) || cut.is_some() && said.len() == 1 || ask::is_acknowledgement(answer);
    let takes_back = || {
        let said = words(prompt);
        let not_now =
            said.windows(2).any(|pair| pair[0] == "not" && matches!(pair[1].as_str(), "now" | "today" | "yet"));
        let only_that =
            said.windows(2).any(|pair| pair[0] == "only" && matches!(pair[1].as_str(), "it" | "that" | "this"));
        let not_there = said.windows(2).any(|pair| pair[0] == "not" && matches!(pair[1].as_str(), "here" | "there"));
        // "Yes, but leave the tests alone" is about the tests.
        let at_once = |at: usize| {
            let next = said.get(at + 1).map_or("", String::as_str);
            is_pronoun(next) || matches!(next, "" | "alone")
        };
        let back = |(at, word): (usize, &String)| match word.as_str() {
            "only" => !only_that,
            "leave" | "skip" | "wait" => at_once(at),
            word => TAKING_BACK.contains(&word),
        };
        let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
        let elsewhere = [&BACK_ELSEWHERE[..], &LATER, &LEAVING].into_iter().any(has);
        elsewhere || not_now || not_there || said.iter().enumerate().any(back)
    };
    // "Yes, and in de.json too" names one place more.
    let adds = |line: &Line<'_>| line.sentence.word(1) == "and" || line.sentence.any(is_too);
    let elsewhere = || reading.typed().next().is_some_and(|line| line.wanted().next().is_some() && !adds(line));
    let agrees = ask::agrees(answer) || ask::is_acknowledgement(answer);
    agrees && whole && !takes_back() && !elsewhere()
}

/// True for a no to such a question.
fn says_no(answer: &str) -> bool {
    let said = words(head(answer, MAX_YES));
    let word = |at: usize| said.get(at).map_or("", String::as_str);
    // "No, keep going".
    let leaves = |word: &str| leaves(word) && word != "keep";
    let refuses = said.iter().any(|word| leaves(word) || matches!(word.as_str(), "dont" | "stop" | "wait"));
    !refuses && (matches!(word(0), "nah" | "no" | "nope" | "none") || word(0) == "not" && word(1) == "at")
}

/// "Sure, go ahead", and not "yes", which says that it is.
fn tells_to_go_on(answer: &str) -> bool {
    let said = words(head(answer, MAX_YES));
    said.iter()
        .any(|word| matches!(word.as_str(), "ahead" | "change" | "do" | "go" | "ok" | "okay" | "please" | "sure"))
        && !said.iter().any(|word| word == "i")
}

/// "Right, do that", "ok go for it": who says more than that he agrees.
pub(super) fn orders_it(answer: &str) -> bool {
    let said = words(head(answer, MAX_YES));
    said.windows(2).any(|pair| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("do", "it" | "so" | "that" | "this") | ("please", "do") | ("go", "for")
        )
    })
}

/// "Yes, but leave legacy": of what was offered the answer leaves this place out.
pub(super) fn leaves_out(answer: &str, place: &Pattern) -> bool {
    let said = words(head(answer, MAX_YES));
    let names = path_words(&place.shown());
    let refused = said.iter().position(|word| leaves(word) || matches!(word.as_str(), "except" | "not" | "without"));
    refused.is_some_and(|at| said[at + 1..].iter().any(|word| is_telling(word) && names.contains(word)))
}

/// "Do you mind if I change it?", "is it still off limits?": a no lets it be done.
fn is_turned(said: &str) -> bool {
    // A word that stands behind white space is no part of the one before.
    let from = said.rmatch_indices(char::is_whitespace).nth(MAX_TURNED).map_or(0, |(at, _)| at);
    let said = words(&said[from..]);
    let last = &said[said.len().saturating_sub(MAX_TURNED)..];
    last.windows(2).any(|two| {
        matches!(
            (two[0].as_str(), two[1].as_str()),
            ("mind", "if") | ("any", "objections") | ("still", "off" | "forbidden" | "frozen")
        )
    })
}

/// "Yes you may", "you are allowed to".
fn allows(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let may = |at: usize| {
        let last = at + 1 == sentence.tokens.len() || sentence.tokens[at].ends_clause();
        last && lets(sentence.word(at)) && sentence.back(at, 1) == "you"
    };
    sentence.any_at(may) || sentence.has_phrase(&["you are allowed", "you're allowed", "exception granted"])
}

/// True for an order that names no place of its own and points to one: "fix it there", "apply the same", "the test is wrong, adapt it".
pub(super) fn points(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let behind_comma = |at: usize| at > 0 && sentence.head(at) != Head::Inside && is_verb(sentence.word(at));
    let orders =
        line.ask == Ask::Work || sentence.mood == Mood::Statement && sentence.any_at(behind_comma) && !line.forbids();
    // "Skip it", "leave it for later", "let's do that in a follow-up".
    let later = ["follow-up", "followup", "later", "separate", "tomorrow"];
    let refused = sentence
        .main_verb
        .is_some_and(|verb| leaves(sentence.word(verb)) || matches!(sentence.word(verb), "drop" | "stop"));
    let negated = matches!(sentence.word(0), "don't" | "never");
    // "Put it into meta", "use meta", "let me think about it".
    let put = (0..sentence.tokens.len()).find(|verb| matches!(sentence.word(*verb), "add" | "move" | "put" | "write"));
    let elsewhere = |at: usize| {
        let behind = put.is_some_and(|verb| verb < at);
        (matches!(sentence.word(at), "in" | "into") || sentence.word(at) == "to" && behind)
            && !matches!(sentence.word(at + 1), "" | "it" | "that" | "there" | "the")
    };
    let other = sentence.reads(0, "let me")
        || sentence.main_verb.is_some_and(|verb| sentence.word(verb) == "use")
        || line.wanted().next().is_none() && sentence.any_at(elsewhere);
    if refused || negated || other || sentence.says(&later) {
        return false;
    }
    let alone = sentence.tokens.len() <= 2;
    let places_none = || line.wanted().next().is_none();
    orders && (sentence.mood == Mood::Statement || places_none() && (alone || refers_back(line)))
}

/// True for a sentence that speaks of what was said before it.
pub(super) fn refers_back(line: &Line<'_>) -> bool {
    line.sentence.any(|word| is_pronoun(word) || matches!(word, "same" | "there" | "too"))
}
