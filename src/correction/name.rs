//! A name in the middle of a sentence of ours.
//!
//! Owns how it is shown: what a file is called is not ours, and may look like words of ours.

use crate::text::clip::shortened;
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
    Cow::Owned(format!("“{}”", shortened(&name, MAX_NAME)))
}

/// Words at most of a protected place: more make a sentence.
const MAX_WORDS: usize = 4;

/// Characters of a protected place that are shown.
const MAX_ENTRY: usize = 240;

/// An entry of `scope.protect`. A repository may add entries: one that is no glob is not repeated to the model.
pub(super) fn entry(place: &str) -> String {
    let words: Vec<&str> = place.split_whitespace().collect();
    let like_a_glob = |sign: char| sign.is_alphanumeric() || "/._-*?[]{},!@+~#()$ ".contains(sign);
    let place = shortened(&words.join(" "), MAX_ENTRY);
    if words.len() > MAX_WORDS || !place.chars().all(like_a_glob) {
        return "an entry of `scope.protect`".to_owned();
    }
    format!("“{place}”")
}
