//! Code that is ruled out by its letters or its one word, where nothing else tells a limit: "no `unwrap()`", "without any comments".

use super::heard::{Heard, MAX_NONE, closes};
use crate::domain::{Called, Code};
use crate::goal::constraint::object::code::named;
use crate::goal::prompt::sentence::Sentence;
use crate::text::words::words;

/// "No `unwrap()`", "without `useEffect`", "avoid any comments". The name of a library is said of much else: "without login".
pub(super) fn ruled_out(sentence: &Sentence<'_>, at: usize) -> Option<Heard> {
    if !matches!(
        sentence.word(at),
        "avoid" | "avoiding" | "no" | "ohne" | "sans" | "sem" | "senza" | "sin" | "without" | "zonder"
    ) {
        return None;
    }
    let end = (at + 2..=at + 1 + MAX_NONE).find(|end| closes(sentence, *end))?;
    let code = named(sentence.slice(at, end));
    let certain = !code.is_empty() && code.iter().all(|code| !matches!(code, Code::Library(_)));
    let names = code.iter().map(|code| words(code.word())).filter(|name| !name.is_empty()).collect();
    certain.then(|| Heard { clause: at..end, called: Called { deeds: vec!["use".to_owned()], names } })
}
