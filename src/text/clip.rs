//! Text cut to a length, always between characters.

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_characters_are_kept(text in "[aä設]{0,60}", max in 0_usize..70) {
            prop_assert_eq!(head(&text, max), text.chars().take(max).collect::<String>());
        }
    }
}
