//! What the scripts of `sed`, `awk` and `vim` write, beside the files that they are given: `sed 's/a/b/w f'`, `awk '{print > "f"}'`.
//!
//! Owns just as much of these languages as it takes to tell a file from everything else. What cannot be followed writes nothing.

use crate::text::path;

/// Commands of vim and ex by which a file is saved.
const SAVES: [&str; 11] = ["exit", "up", "update", "w", "wa", "wall", "wq", "wqa", "write", "x", "xa"];

/// The files that a script of `sed` writes with `w`. Such a name goes to the end of its line.
pub(super) fn by_sed(script: &str) -> Vec<&str> {
    let mut files = Vec::new();
    let mut rest = script;
    while let Some(behind) = behind_address(rest) {
        let Some(command) = behind.chars().next() else { break };
        let behind = &behind[command.len_utf8()..];
        // Looked for only where it is wanted: a script of one line would be gone through for each command.
        let lines = || behind.split_once('\n').unwrap_or((behind, ""));
        rest = match command {
            '{' | '}' | ';' => behind,
            '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'l' | 'L' | 'n' | 'N' | 'p' | 'P' | 'q' | 'Q' | 'x' | 'z'
            | 'F' => behind.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == ' '),
            'w' | 'W' => {
                let (line, next) = lines();
                files.push(line.trim());
                next
            }
            's' | 'y' => {
                let Some(flags) = behind_parts(behind) else { break };
                let end = flags.find([';', '\n', '}']).unwrap_or(flags.len());
                match flags[..end].find('w').filter(|_| command == 's') {
                    Some(at) => {
                        let (name, next) = flags[at + 1..].split_once('\n').unwrap_or((&flags[at + 1..], ""));
                        files.push(name.trim());
                        next
                    }
                    None => &flags[end..],
                }
            }
            'b' | 't' | 'T' => &behind[behind.find([';', '\n', '}']).unwrap_or(behind.len())..],
            ':' | '#' | 'e' | 'r' | 'R' => lines().1,
            // `a`, `c` and `i` have a text behind them, which may go over several lines.
            _ => break,
        };
    }
    files
}

/// What the substitutions of a command put in: `sed -i 's#/a.js#/b.js#' c.js` puts in `/b.js`.
pub fn substitutes(words: &[String]) -> impl Iterator<Item = &str> {
    let edits = words.first().is_some_and(|program| matches!(path::base_name(program), "gsed" | "perl" | "sed"));
    words.iter().skip(1).filter(move |_| edits).filter_map(|word| {
        let parts = word.strip_prefix('s').filter(|rest| rest.starts_with(|sign: char| sign.is_ascii_punctuation()))?;
        let mark = parts.chars().next()?;
        let put = behind_part(&parts[mark.len_utf8()..], mark)?;
        let behind = behind_part(put, mark)?;
        Some(&put[..put.len() - behind.len() - mark.len_utf8()])
    })
}

/// What stands behind blanks and the address of a command: `1,5w f`, `/x/!w f`.
fn behind_address(script: &str) -> Option<&str> {
    let mut rest = script;
    loop {
        rest = rest.trim_start_matches(|sign: char| {
            sign.is_ascii_digit() || sign.is_whitespace() || matches!(sign, '$' | ',' | '!' | '~' | '+')
        });
        rest = match rest.chars().next() {
            Some('/') => behind_part(&rest[1..], '/')?.trim_start_matches(['I', 'M']),
            Some('\\') => {
                let mark = rest[1..].chars().next()?;
                behind_part(&rest[1 + mark.len_utf8()..], mark)?
            }
            Some(_) => return Some(rest),
            None => return None,
        };
    }
}

/// What stands behind `/a/b/`, with any sign for the slash.
fn behind_parts(text: &str) -> Option<&str> {
    let mark = text.chars().next()?;
    behind_part(behind_part(&text[mark.len_utf8()..], mark)?, mark)
}

/// What stands behind the next such sign that no backslash takes away.
fn behind_part(text: &str, mark: char) -> Option<&str> {
    let mut escaped = false;
    let end = text.char_indices().find(|(_, sign)| {
        let ends = *sign == mark && !escaped;
        escaped = *sign == '\\' && !escaped;
        ends
    });
    end.map(|(at, sign)| &text[at + sign.len_utf8()..])
}

/// The files that a script of `awk` prints into. What is compared with a text (`$1 > "b"`) is none, and neither is a name that is
/// put together.
pub(super) fn by_awk(script: &str) -> Vec<&str> {
    let mut files = Vec::new();
    let (mut prints, mut depth, mut at) = (false, 0_usize, 0);
    let bytes = script.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_text(script, at),
            b'#' => at = script[at..].find('\n').map_or(bytes.len(), |end| at + end - 1),
            b';' | b'\n' | b'{' | b'}' => (prints, depth) = (false, 0),
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'>' if prints && depth == 0 => {
                let to = script[at..].trim_start_matches('>').trim_start();
                let from = script.len() - to.len();
                if to.starts_with('"') {
                    at = end_of_text(script, from);
                    let behind = script.get(at + 1..).unwrap_or_default().trim_start_matches(' ');
                    if at < script.len() && (behind.is_empty() || behind.starts_with([';', '\n', '}'])) {
                        files.push(&script[from + 1..at]);
                    }
                } else {
                    at = from - 1;
                }
            }
            sign if sign.is_ascii_alphabetic() || sign == b'_' => {
                let length =
                    bytes[at..].iter().take_while(|sign| sign.is_ascii_alphanumeric() || **sign == b'_').count();
                prints |= matches!(&script[at..at + length], "print" | "printf");
                at += length - 1;
            }
            _ => {}
        }
        at += 1;
    }
    files
}

/// Where the text ends whose first quote stands at `from`.
fn end_of_text(script: &str, from: usize) -> usize {
    behind_part(&script[from + 1..], '"').map_or(script.len(), |behind| script.len() - behind.len() - 1)
}

/// True for a command of vim that saves the file: `wq`, `%s/a/b/ | x`, `w!`.
pub(super) fn saves(command: &str) -> bool {
    command.split('|').any(|part| {
        let part = part.trim_start_matches([':', ' ']).trim_end();
        SAVES.contains(&part.trim_end_matches('!'))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_substitution_puts_its_second_part_in() {
        let put = |command: &str| {
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            substitutes(&words).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(put("sed -i s#/format.js#/money.js# src/cart.js"), "/money.js");
        assert_eq!(put("sed -i -e s/a/b/g -e s|c|d| src/style.css"), "b d");
        assert_eq!(put("perl -pi -e s{a}{b} x"), "");
        assert_eq!(put("sed -n s/a x"), "");
        assert_eq!(put("grep s/a/b/ x"), "");
    }

    #[test]
    fn sed_writes_what_stands_behind_its_w() {
        for (script, files) in [
            ("w out.txt", &["out.txt"][..]),
            ("/x/w out.txt", &["out.txt"]),
            ("1,$!w out.txt", &["out.txt"]),
            ("s/a/b/w out.txt", &["out.txt"]),
            ("s|/w a|/w b|gw out.txt", &["out.txt"]),
            ("/a/{p;w a.txt\n};\\,b,w b.txt", &["a.txt", "b.txt"]),
            ("s/a/b/; s/c/d/w out.txt\nw b.txt", &["out.txt", "b.txt"]),
            ("s/a\\/w x/b/", &[]),
            ("s/a/w b/", &[]),
            ("y/abc/wxy/", &[]),
            ("/w out.txt/d", &[]),
            ("1,20p", &[]),
            ("a w out.txt", &[]),
            ("r w out.txt", &[]),
            (":w\ns/a/b/;tw", &[]),
            ("$d", &[]),
            ("s/unfinished", &[]),
        ] {
            assert_eq!(by_sed(script), files, "{script}");
        }
    }

    /// For each command the whole rest was searched for the end of its line.
    #[test]
    fn a_script_of_one_line_is_gone_through_once() {
        assert_eq!(by_sed(&("s/a/b/;".repeat(1_000_000) + "w out.txt")), ["out.txt"]);
    }

    #[test]
    fn awk_writes_what_it_prints_into() {
        for (script, files) in [
            ("{print > \"out.txt\"}", &["out.txt"][..]),
            ("{ print $1, $2 >> \"out.txt\"; print }", &["out.txt"]),
            ("/x/ { printf(\"%s > \", $1) > \"out.txt\" }", &["out.txt"]),
            ("{ print \"a > b\" > \"out.txt\" }", &["out.txt"]),
            ("$1 > \"2024-01-01\"", &[]),
            ("$1 > \"2024\" { print }", &[]),
            ("{ if ($1 > \"b\") print $2 }", &[]),
            ("{ print ($1 > \"b\") }", &[]),
            ("{ print > $1 \".txt\" }", &[]),
            ("{ print > \"a\" NR }", &[]),
            ("{ print \"x > \\\"out.txt\\\"\" }", &[]),
            ("{ print } # > \"out.txt\"", &[]),
            ("{ printed > \"out.txt\" }", &[]),
            ("{ print > \"out.txt", &[]),
        ] {
            assert_eq!(by_awk(script), files, "{script}");
        }
    }

    #[test]
    fn vim_saves_by_several_commands() {
        for command in ["wq", ":x", "%s/a/b/ge | w!", "w", "g/x/d|wqa!"] {
            assert!(saves(command), "{command}");
        }
        for command in ["q!", "set nu", "%s/w/x/", "echo 'w'", "w other.txt"] {
            assert!(!saves(command), "{command}");
        }
    }

    proptest! {
        #[test]
        fn any_script_is_read(script in "[a-z/\\\\;{}\"> \n#()é$!,w]{0,40}") {
            let _ = (by_sed(&script), by_awk(&script), saves(&script));
        }
    }
}
