//! Code that is ruled out by its letters or its one word, where nothing else tells a limit: "no `unwrap()`", "without any comments".

use super::heard::{Heard, behind, end_of_name, orders};
use crate::domain::Code;
use crate::goal::constraint::object::code::{is_bounded, named};
use crate::goal::prompt::sentence::Sentence;
use crate::text::code::called;

/// "No `unwrap()`", "avoid any comments". The name of a library is said of much else: "without login"; and so are letters behind "without":
/// "the command (without `pr_input`)" tells how it is called.
pub(super) fn ruled_out(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    if !matches!(
        sentence.word(at),
        "avoid" | "avoiding" | "no" | "ohne" | "sans" | "sem" | "senza" | "sin" | "without" | "zonder"
    ) {
        return None;
    }
    let end = end_of_name(sentence, at + 1)?;
    let behind = behind(sentence, &(at..end));
    let code = named(sentence.slice(at, end));
    let ordered = matches!(sentence.word(at), "avoid" | "avoiding" | "no");
    let tells = |code: &Code| match code {
        Code::Construct(_) => true,
        Code::Literal(_) => ordered,
        Code::Library(_) => false,
    };
    let bounded = is_bounded(&behind.split_whitespace().collect::<Vec<_>>());
    let certain = !bounded
        && orders(sentence, &(at..end))
        && !sentence.tokens[at].raw.starts_with('(')
        && !code.is_empty()
        && code.iter().all(tells);
    certain.then(|| Heard::new(at..end, called(&code)))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn code_is_ruled_out_by_its_letters_and_by_its_word() {
        for (said, expected) in [
            ("fix the parser, no unwrap()", "donot code unwrap"),
            ("fix the parser, no `useEffect` please", "donot code `useEffect`"),
            ("fix the parser, without any comments", "donot code comments"),
            ("change the default of the command (without pr_input) to the latest one", ""),
            ("the request without api_key fails", ""),
            ("add the login page, without login it fails", ""),
        ] {
            limits(said, expected);
        }
    }
}
