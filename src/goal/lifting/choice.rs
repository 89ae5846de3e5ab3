//! The option that a prompt chooses of several that the agent has put forward: "B", "option 2", "I like the first one more".
//!
//! Owns the reading of such a choice, and the finding of the option in the agent's words, in a list or in one line.

use crate::text::word_set::sorted;
use crate::text::words::words;

/// Bytes at most of a prompt that only chooses.
const MAX_CHOICE: usize = 60;

/// Words beside the option in a prompt that chooses one, as [`words`] gives them.
#[rustfmt::skip]
const CHOOSING: &[&str] = sorted(&[
    "best", "better", "choose", "do", "for", "go", "i", "id", "ill", "is", "just", "let", "lets", "like", "more", "number", "ok",
    "okay", "one", "option", "please", "pls", "prefer", "sounds", "take", "the", "vote", "want", "with", "yes",
]);

/// An option, and what was said before the first of them.
pub(super) struct Choice<'s> {
    pub(super) text: &'s str,
    pub(super) before: &'s str,
}

/// The number of the option that a prompt chooses and nothing else: "1", "option 2", "the first one", "B".
pub(super) fn chosen(prompt: &str) -> Option<usize> {
    // "1, but keep it minimal", "2. and add a test".
    let prompt = prompt.trim();
    let stops = [", ", ". ", "; ", " but ", " and ", " - "].iter().filter_map(|stop| prompt.find(stop));
    let prompt = &prompt[..stops.min().unwrap_or(prompt.len())];
    if prompt.len() > MAX_CHOICE {
        return None;
    }
    let said = words(prompt);
    let mut telling = said.iter().map(String::as_str).filter(|word| CHOOSING.binary_search(word).is_err());
    let choice = match telling.next()? {
        "first" | "former" => 1,
        "second" => 2,
        "third" => 3,
        word => match word.as_bytes() {
            [digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
            [letter @ b'a'..=b'f'] => usize::from(letter - b'a') + 1,
            _ => return None,
        },
    };
    telling.next().is_none().then_some(choice)
}

/// The option with this number in what the agent said: "2. Edit src/db", "b) ...", "Option 1: ...", "A) edit it, B) leave it".
pub(super) fn option(said: &str, number: usize) -> Option<Choice<'_>> {
    let (text, _) = listed(said, number).or_else(|| in_line(said, number))?;
    let first = listed(said, 1).or_else(|| in_line(said, 1)).map_or(0, |(_, start)| start);
    Some(Choice { text, before: &said[..first] })
}

/// The option in a line of its own, and where that line begins.
fn listed(said: &str, number: usize) -> Option<(&str, usize)> {
    let (letter, numbered) = marks(number)?;
    said.lines().find_map(|whole| {
        let line = whole.trim().trim_start_matches(['-', '*', ' ']);
        let lower = line.to_ascii_lowercase();
        let bare = lower.strip_prefix("option ").unwrap_or(&lower);
        let behind = bare.strip_prefix(&numbered).or_else(|| bare.strip_prefix(letter))?;
        let start = whole.as_ptr() as usize - said.as_ptr() as usize;
        behind.starts_with(['.', ')', ':']).then(|| (&line[line.len() - behind.len() + 1..], start))
    })
}

/// The option between others in one line: "Options: A) add it, B) use updatedAt". Only a bracket tells it from other letters.
fn in_line(said: &str, number: usize) -> Option<(&str, usize)> {
    let start = mark(said, number)?;
    let behind = start + said[start..].find(')')? + 1;
    let rest = &said[behind..];
    let next = mark(rest, number + 1).unwrap_or(rest.len());
    let end = rest[..next].find('\n').unwrap_or(next);
    Some((rest[..end].trim_end_matches([' ', ',', ';', '(']), start))
}

/// Where "A)", "(a)" or "1)" stands.
fn mark(said: &str, number: usize) -> Option<usize> {
    let (letter, numbered) = marks(number)?;
    said.match_indices(')').find_map(|(at, _)| {
        let start = said[..at].rfind(|sign: char| !sign.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
        let name = &said[start..at];
        let stands = name.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])) || name == numbered;
        let opened = said[..start].trim_end_matches(['(', '*']);
        let free = opened.is_empty() || opened.ends_with([' ', '\n']);
        (stands && free).then_some(start)
    })
}

/// The letter and the digits of an option.
fn marks(number: usize) -> Option<(char, String)> {
    let letter = char::from(b'a' + u8::try_from(number).ok()?.saturating_sub(1));
    Some((letter, number.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{Stage, shown_constraints};

    #[test]
    fn a_choice_names_one_option() {
        for (prompt, number) in [
            ("A", 1),
            ("b", 2),
            ("option 2", 2),
            ("the first one", 1),
            ("I like option A more", 1),
            ("I'd go for B", 2),
            ("I prefer the second one", 2),
            ("2, but keep it small", 2),
        ] {
            assert_eq!(chosen(prompt), Some(number), "{prompt}");
        }
        for prompt in ["I like both", "not A", "A or B?", "I like the idea", "add it", ""] {
            assert_eq!(chosen(prompt), None, "{prompt}");
        }
    }

    #[test]
    fn options_stand_in_lists_and_in_lines() {
        let text = |said, number| option(said, number).map(|option| option.text.trim());
        for said in [
            "Two ways:\n1. edit it\n2. leave it",
            "A) edit it\nB) leave it",
            "Ways: A) edit it, B) leave it",
            "(a) edit it; (b) leave it",
        ] {
            assert_eq!((text(said, 1), text(said, 2)), (Some("edit it"), Some("leave it")), "{said}");
            assert_eq!(text(said, 3), None, "{said}");
        }
        assert_eq!(text("call f(a) or g(b)", 1), None);
        assert_eq!(option("No column. A) add it, B) stop", 1).map(|option| option.before), Some("No column. "));
    }

    /// What is left of `limit` when the prompt answers the agent's words.
    #[track_caller]
    fn left(limit: &str, said: &str, prompt: &str, lifted: bool) {
        let stage = Stage::new().replied(said);
        let first = stage.start(&format!("show the order date. {limit}"));
        let before = shown_constraints(&first.constraints);
        let after = stage.left(&first, prompt);
        assert_eq!(after, if lifted { "" } else { &before }, "{limit} | {said} | {prompt}");
    }

    #[test]
    fn a_letter_chooses_what_the_agent_put_forward() {
        let said = "There is no date column in the schema. Options: A) add it, B) use updatedAt, C) leave it";
        left("don't change the schema", said, "A", true);
        left("don't change the schema", said, "I like option A more", true);
        for other in ["B", "C", "I like B more", "not A", "what is A?"] {
            left("don't change the schema", said, other, false);
        }
        let named = "It lies in src/legacy. A) edit src/legacy, B) copy it";
        left("don't touch src/legacy", named, "A please", true);
        left("don't touch src/legacy", named, "B", false);
        left("don't touch the schema", "Should I add a column to the schema?", "yes", true);
        left("don't touch the schema", "Should I look at the schema?", "yes", false);
    }
}
