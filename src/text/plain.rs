//! Text from outside made safe to show on a terminal.
//!
//! Owns what a reader sees in place of control characters. It does not shorten, wrap or translate.

/// `text` with every control character written out, so that nothing in it can move the cursor, recolour or rewrite what
/// the terminal already shows. Line feeds and tabs stay; [`plain_line`] is for places that hold one line.
///
/// Terminal escapes become visible (ESC as `\u{1b}`), and so do the characters that reverse the reading direction or
/// have no width: with them a shown file name or command can read differently from what it is.
pub fn plain(text: &str) -> String {
    neutralise(text, |character| matches!(character, '\n' | '\t'))
}

/// As [`plain`], on one line: line feeds and tabs are written out too.
pub fn plain_line(text: &str) -> String {
    neutralise(text, |_| false)
}

/// JSON that is safe to show: the same characters as JSON itself writes them out. Outside of its strings there are none.
pub fn in_json(json: String) -> String {
    let written_out = |character: char| {
        character == '\u{7f}' || !character.is_ascii() && (character.is_control() || is_hidden(character))
    };
    // A report may be long, and is nearly always safe already.
    if !json.contains(written_out) {
        return json;
    }
    let mut shown = String::with_capacity(json.len());
    for character in json.chars() {
        if written_out(character) {
            let mut units = [0; 2];
            shown.extend(character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            shown.push(character);
        }
    }
    shown
}

fn neutralise(text: &str, stays: impl Fn(char) -> bool) -> String {
    // Nearly every text is plain already.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if !stays(character) && (character.is_control() || is_hidden(character)) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Characters of the Unicode classes "format" and "line separator" that change how the text around them is read.
fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}' |
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(plain_line(text), expected);
    }

    #[test]
    fn terminal_escapes_become_visible() {
        check("\x1b[31mred\x1b[0m", "\\u{1b}[31mred\\u{1b}[0m");
        check("\x1b]0;title\x07", "\\u{1b}]0;title\\u{7}");
        check("\u{9b}2J", "\\u{9b}2J");
        check("over\rwritten", "over\\rwritten");
        check("back\x08space\x7f", "back\\u{8}space\\u{7f}");
    }

    #[test]
    fn hidden_characters_become_visible() {
        check("user\u{202e}gpj.exe", "user\\u{202e}gpj.exe");
        check("a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}");
        check("tag\u{e0041}", "tag\\u{e0041}");
    }

    #[test]
    fn json_stays_what_it_says() {
        for text in ["\u{9b}2J \u{7f}", "user\u{202e}gpj", "tag\u{e0041}", "Grüße 👍"] {
            let shown = in_json(serde_json::to_string(text).unwrap());
            assert!(!shown.chars().any(|character| character.is_control() || is_hidden(character)), "{shown}");
            assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
        }
    }

    #[test]
    fn ordinary_text_stays() {
        check("src/auth/token.ts", "src/auth/token.ts");
        check("Grüße, 世界 👍", "Grüße, 世界 👍");
        check("two\nlines\t", "two\\nlines\\t");
        assert_eq!(plain("two\nlines\t\x1b"), "two\nlines\t\\u{1b}");
    }

    proptest! {
        #[test]
        fn one_line_holds_no_control_character(text in any::<String>()) {
            let shown = plain_line(&text);
            prop_assert!(!shown.chars().any(|character| character.is_control() || is_hidden(character)));
            prop_assert_eq!(plain_line(&shown), shown.clone());
        }
    }
}
