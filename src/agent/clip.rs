//! Text of which only the two ends are kept.

pub(super) use crate::text::clip::head;

/// The last `max` characters.
pub(super) fn tail(text: &str, max: usize) -> &str {
    if max == 0 {
        return "";
    }
    if text.len() > max && text.as_bytes()[text.len() - max..].is_ascii() {
        return &text[text.len() - max..];
    }
    text.char_indices().rev().nth(max - 1).map_or(text, |(at, _)| &text[at..])
}

/// The text itself when it is at most `first + last` characters long, else its first and last characters with a line
/// of dots between; the dots come on top.
pub(super) fn ends(text: &str, first: usize, last: usize) -> String {
    if head(text, first + last).len() == text.len() {
        return text.to_owned();
    }
    [head(text, first), "\n...\n", tail(text, last)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_fall_between_characters() {
        assert_eq!(head("añb", 2), "añ");
        assert_eq!(head("ab", 2), "ab");
        assert_eq!(tail("añb", 2), "ñb");
        assert_eq!(tail("ab", 0), "");
        assert_eq!((tail("ñab", 2), tail("ab", 2), tail("ab", 3)), ("ab", "ab", "ab"));
        assert_eq!(ends("äöüß", 2, 2), "äöüß");
        assert_eq!(ends("äöüßx", 2, 2), "äö\n...\nßx");
        assert_eq!(ends("abc", 2, 0), "ab\n...\n");
    }
}
