//! "No, don't ...": what the user did not want, out of a prompt that begins with it.

use super::Draft;
use crate::domain::{LessonOrigin, Said};

/// How a correction may begin, before what it says. Lower case.
const LEADS: [&str; 12] =
    ["no", "nope", "nah", "wait", "stop", "hey", "please", "again", "ok", "hmm", "sorry", "i said"];
/// What denies, before what is denied. Lower case, the longest first.
const DENIALS: [&str; 8] = ["do not ever", "don't ever", "never again", "do not", "don't", "dont", "never", "stop"];
/// Words of what is denied: fewer name nothing ("don't"), more are no longer one thing.
const WORDS: (usize, usize) = (2, 16);
/// What begins the half of a correction that says what is wanted. Lower case.
const WANTED: [&str; 4] = [" but ", " instead", " use ", " rather "];
/// Bytes of a prompt in which a correction must begin and end.
const BEGINNING: usize = 400;
/// What is denied without naming anything: the user speaks of the talk, not of the work. Lower case.
const EMPTY: [&str; 8] = ["worry", "know", "think", "care", "forget", "hesitate", "see", "understand"];

/// What the first sentence of a prompt corrects. `None` for a wish, a question and a sentence that denies nothing.
pub fn read(prompt: &str) -> Option<Draft> {
    // Some keyboards write another apostrophe.
    let begun = prompt.get(..prompt.floor_char_boundary(BEGINNING))?.replace('’', "'");
    let sentence = first_sentence(begun.trim());
    if sentence.ends_with('?') {
        return None;
    }
    let mut rest = sentence;
    let mut led = false;
    while let Some(after) = LEADS.iter().find_map(|lead| after_word(rest, lead)) {
        // "stop touching css" denies by itself.
        if rest.get(..4).is_some_and(|begun| begun.eq_ignore_ascii_case("stop"))
            && !after.starts_with([',', '.', '!', ';', '-'])
        {
            break;
        }
        led = true;
        rest = after.trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    let denied = DENIALS.iter().find_map(|denial| after_word(rest, denial))?.trim();
    // A bare "don't" in the middle of a task's description is a limit and not a correction.
    if !led && !begins_with_denial(sentence) {
        return None;
    }
    // What is wanted instead is no part of it.
    let denied = denied.split([',', ';', ':']).next().unwrap_or_default();
    let denied = WANTED.iter().find_map(|word| denied.split_once(word)).map_or(denied, |(before, _)| before).trim();
    let denied = denied.trim_end_matches(['.', '!', ',', ';', ' ']);
    let words: Vec<&str> = denied.split_whitespace().collect();
    let first = words.first()?.to_lowercase();
    let within = (WORDS.0..=WORDS.1).contains(&words.len());
    (within && !EMPTY.contains(&first.as_str())).then(|| Draft {
        origin: LessonOrigin::Corrected,
        action: Said::words(denied),
        feedback: sentence.to_owned(),
        outcome: "the user corrected it".to_owned(),
    })
}

fn begins_with_denial(sentence: &str) -> bool {
    DENIALS.iter().any(|denial| after_word(sentence, denial).is_some())
}

/// What follows a word at the beginning of a text.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    let rest = &text[word.len()..];
    let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '\'');
    (head.eq_ignore_ascii_case(word) && ends).then(|| rest.trim_start_matches([' ', '\t']))
}

fn first_sentence(text: &str) -> &str {
    let end = text.char_indices().find(|(at, letter)| {
        let next = text[at + letter.len_utf8()..].chars().next();
        *letter == '\n' || (matches!(letter, '.' | '!' | '?') && next.is_none_or(char::is_whitespace))
    });
    end.map_or(text, |(at, letter)| &text[..at + if letter == '\n' { 0 } else { letter.len_utf8() }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(prompt: &str, expected: Option<&str>) {
        assert_eq!(read(prompt).map(|draft| draft.action.text).as_deref(), expected, "{prompt}");
    }

    #[test]
    fn a_correction_names_what_was_not_wanted() {
        check("No, don't use lodash for that. Write it by hand.", Some("use lodash for that"));
        check("no - do not mock the database", Some("mock the database"));
        check("No, don't use toISOString there, use the helper iso", Some("use toISOString there"));
        check("No, don't run npm outdated here, it takes ages.", Some("run npm outdated here"));
        check("no, don't mock the clock but pass it in", Some("mock the clock"));
        check("stop touching the css", Some("touching the css"));
        check("No, don’t use lodash", Some("use lodash"));
        check("Please don't rename public functions!", Some("rename public functions"));
        check("wait, never commit to main\nfirst open a branch", Some("commit to main"));
    }

    #[test]
    fn what_is_no_correction() {
        check("Add a parser, and don't touch the tests", None);
        check("don't worry about it", None);
        check("No, that is fine", None);
        check("no über alles", None);
        check("Why don't we use tokio?", None);
        check("don't you think we should use tokio?", None);
        check("", None);
        check("don't", None);
        check("не надо", None);
    }
}
