//! The pieces of a text between white space, each with the classes of its bytes: one pass tells what need not be looked for in them.

use std::ops::Range;

/// White space.
const BLANK: u8 = 1;
/// A part of a character that is none of ASCII.
const WIDE: u8 = 2;
/// `:` or `=`.
pub(super) const SIGN: u8 = 4;
/// A digit.
pub(super) const DIGIT: u8 = 8;
/// The class of each byte, 0 for all others.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut at = 0;
    while at < 256 {
        class[at] = match at {
            9..=13 | 0x20 => BLANK,
            0x3a | 0x3d => SIGN,
            0x30..=0x39 => DIGIT,
            0x80.. => WIDE,
            _ => 0,
        };
        at += 1;
    }
    class
};

/// The ranges between white space, each with the classes of its bytes. Most of a text is ASCII: characters are asked only where others
/// stand.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = (Range<usize>, u8)> {
    let class = |at: usize| CLASS[usize::from(text.as_bytes()[at])];
    // Bytes of the character at a byte that is none of ASCII, and whether it is white space.
    let wide = |at: usize| text[at..].chars().next().map_or((1, false), |one| (one.len_utf8(), one.is_whitespace()));
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            match class(at) {
                BLANK => at += 1,
                WIDE if wide(at).1 => at += wide(at).0,
                _ => break,
            }
        }
        let (start, mut classes) = (at, 0);
        while at < text.len() {
            match class(at) {
                BLANK => break,
                WIDE => match wide(at) {
                    (_, true) => break,
                    (width, false) => at += width,
                },
                other => {
                    classes |= other;
                    at += 1;
                }
            }
        }
        (start < at).then_some((start..at, classes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, u8)]) {
        let found: Vec<(&str, u8)> = pieces(text).map(|(range, classes)| (&text[range], classes)).collect();
        assert_eq!(found, expected, "{text:?}");
        let plain: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(found.into_iter().map(|(piece, _)| piece).collect::<Vec<_>>(), plain);
    }

    #[test]
    fn pieces_are_told_with_what_is_in_them() {
        check("", &[]);
        check(" \t\n", &[]);
        check("a b1\tTOKEN=x1 ", &[("a", 0), ("b1", DIGIT), ("TOKEN=x1", SIGN | DIGIT)]);
        check("\u{a0}größe\u{2003}é: ü", &[("größe", 0), ("é:", SIGN), ("ü", 0)]);
        check("a\u{2028}b\u{85}c\u{b}d", &[("a", 0), ("b", 0), ("c", 0), ("d", 0)]);
    }
}
