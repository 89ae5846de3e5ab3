//! A name in the middle of a sentence of ours.
//!
//! Owns how it is shown: what a file is called is not ours, and may look like words of ours.

use std::borrow::Cow;

/// Characters of a name with blanks that are shown.
const MAX_NAME: usize = 60;

/// A name in the middle of a sentence. One with blanks or signs of markup is quoted, on one line, and cut: a file may be called like a
/// sentence of ours, or like the end of what the client says.
pub(super) fn named(name: &str) -> Cow<'_, str> {
    let unlike =
        |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '<' | '>' | '“' | '”');
    if !name.contains(unlike) {
        return Cow::Borrowed(name);
    }
    let shown = |letter: char| match letter {
        '“' | '”' | '"' => '\'',
        '<' => '‹',
        '>' => '›',
        letter if letter.is_control() => '·',
        letter => letter,
    };
    let name: String = name.chars().map(shown).collect();
    Cow::Owned(format!("“{}”", capped(&name, MAX_NAME)))
}

/// Cuts at a character boundary and says so with an ellipsis.
pub(super) fn capped(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    text.chars().take(max.saturating_sub(1)).chain(['…']).collect()
}
