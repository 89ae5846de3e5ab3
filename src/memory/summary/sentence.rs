//! Where sentences end, so that no text is cut within one.

use crate::text::clip;

/// Ends of sentences in the scripts that have their own.
const WIDE_ENDS: [char; 3] = ['。', '！', '？'];

/// The first `max` characters of a text, less what follows the last sentence end among them; where there is none, the
/// characters themselves. A full stop within "1.2.3" ends nothing, and nothing is added.
pub fn cut_at_sentence(text: &str, max: usize) -> &str {
    let head = clip::head(text, max);
    if head.len() == text.len() {
        return text;
    }
    match ends(text).take_while(|end| *end <= head.len()).last() {
        Some(end) => text[..end].trim_end(),
        None => head.trim_end(),
    }
}

/// The sentences of a text, in order, trimmed, none empty; a line ends one too.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        for end in ends(line).chain([line.len()]) {
            let sentence = line[start..end].trim();
            if !sentence.is_empty() {
                found.push(sentence);
            }
            start = end;
        }
    }
    found
}

/// The places behind the ends of sentences: a stop, and what closes behind it, before a space or the end of the text.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    let mut stopped = false;
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        for (at, letter) in letters.by_ref() {
            let next = at + letter.len_utf8();
            let wide = WIDE_ENDS.contains(&letter);
            stopped = wide
                || matches!(letter, '.' | '!' | '?')
                || (stopped && matches!(letter, '"' | '\'' | ')' | ']' | '”' | '’' | '`'));
            let followed = text[next..].chars().next();
            if stopped && (wide || followed.is_none_or(char::is_whitespace)) {
                return Some(next);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, max: usize, expected: &str) {
        assert_eq!(cut_at_sentence(text, max), expected);
    }

    #[test]
    fn a_text_is_cut_where_a_sentence_ends() {
        check("One. Two. Three.", 10, "One. Two.");
        check("Use v1.2.3 now. It is out. Then", 17, "Use v1.2.3 now.");
        check("He said \"no.\" Then he left.", 20, "He said \"no.\"");
        check("これは文です。次の文です。", 9, "これは文です。");
        check("no end in here", 6, "no end");
        check("", 0, "");
    }

    #[test]
    fn sentences_are_taken_apart() {
        assert_eq!(sentences("See a.rs. It fails!\nNo stop"), ["See a.rs.", "It fails!", "No stop"]);
        assert_eq!(sentences(" \n "), [""; 0]);
    }

    proptest! {
        #[test]
        fn what_is_cut_is_the_begin_of_the_text(text in "[a-z設.!? \"\n]{0,60}", max in 0_usize..70) {
            let cut = cut_at_sentence(&text, max);
            prop_assert!(text.starts_with(cut) && cut.chars().count() <= max.max(text.chars().count().min(max)));
        }
    }
}
