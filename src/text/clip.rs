//! Text cut to a length, always between characters, and drawn together on one line.

/// The first `max` characters.
pub fn head(text: &str, max: usize) -> &str {
    // A character has at least one byte, so a short text needs no counting.
    if text.len() <= max {
        return text;
    }
    // Answers of tools are plain ASCII as a rule: there a character is a byte.
    if text.as_bytes()[..max].is_ascii() {
        return &text[..max];
    }
    let mut behind = text.chars();
    // Characters are passed over in blocks: their places, which are not asked for, would be counted one by one.
    if max > 0 {
        behind.nth(max - 1);
    }
    &text[..text.len() - behind.as_str().len()]
}

/// The first `max` bytes, less what would be a part of a character.
pub fn head_bytes(text: &str, max: usize) -> &str {
    if text.len() <= max { text } else { &text[..text.floor_char_boundary(max)] }
}

/// A text on one line: white space of any kind and length is one blank, and none stands at its ends.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of at most `max` characters: the last of them is an ellipsis where something was cut.
pub fn shortened(text: &str, max: usize) -> String {
    if head(text, max).len() == text.len() {
        text.to_owned()
    } else {
        format!("{}…", head(text, max.saturating_sub(1)))
    }
}

/// The first `max` characters, and an ellipsis behind them where more follows.
pub fn begun(text: &str, max: usize) -> String {
    let first = head(text, max);
    if first.len() == text.len() { text.to_owned() } else { format!("{first}…") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_cut_ends_in_an_ellipsis_within_the_length_or_behind_it() {
        assert_eq!(one_line(" a\n\t b\u{a0}c "), "a b c");
        assert_eq!([shortened("añb", 3), shortened("añbc", 3), shortened("ab", 0)], ["añb", "añ…", "…"]);
        assert_eq!([begun("añb", 3), begun("añbc", 3), begun("ab", 0)], ["añb", "añb…", "…"]);
    }

    proptest! {
        #[test]
        fn the_first_characters_are_kept(text in "[aä設]{0,60}", max in 0_usize..70) {
            prop_assert_eq!(head(&text, max), text.chars().take(max).collect::<String>());
        }
    }
}
