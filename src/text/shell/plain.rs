//! Text that is no valid Bash, read word by word: PowerShell, torn commands, constructs nested too deep.
//!
//! Owns a splitter that knows quotes and separators and nothing else. Redirects are not followed: what is written to
//! by one makes the command opaque, as does any word that is not known only to read.

use super::reader::Reader;
use super::script::shows_write;
use super::table_looks::{self, Look};
use super::word::Word;
use crate::text::word_set::sorted;

/// What changes no file whatever its operands are, beside the programs of which that is known: words of the shells, commands of
/// PowerShell and of Windows, and what writes to a file by a flag alone (lower case).
#[rustfmt::skip]
const READ_ONLY: &[&str] = sorted(&[
    "else", "format-list", "format-table", "get-childitem", "get-command", "get-content", "get-date", "get-item", "get-location",
    "get-process", "if", "measure-object", "resolve-path", "rg", "select-object", "select-string", "set-location", "sort",
    "sort-object", "test-path", "uniq", "where", "where-object", "write-host", "write-output",
]);
/// Words of Bash behind which a command begins.
const RESERVED: [&str; 7] = ["!", "do", "elif", "else", "then", "time", "until"];
/// Git subcommands that change no file.
const READ_ONLY_GIT: [&str; 7] = ["status", "log", "diff", "show", "blame", "rev-parse", "ls-files"];

impl Reader {
    /// Reads text that the grammar refused.
    pub(super) fn plain_text(&mut self, text: &str) {
        for command in split(text) {
            self.reading.opaque |= command.writes || !command.only_reads();
            self.run(command.words, None);
        }
    }
}

/// What the word behind `>` or `<` is: a target, a source or a here-document's tag, but no operand.
#[derive(Clone, Copy)]
enum Redirect {
    Output,
    Input,
}

/// One command of a plain split.
#[derive(Debug, Default)]
struct Plain {
    words: Vec<Word>,
    /// A redirect to something else than a null device.
    writes: bool,
}

impl Plain {
    fn only_reads(&self) -> bool {
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        match words.as_slice() {
            ["git", subcommand, ..] => READ_ONLY_GIT.contains(subcommand),
            // `$x = command` is what the command is; `$x.Count` and `[Type]::Call()` are expressions.
            [first, "=", name, ..] if first.starts_with('$') => is_harmless(name),
            [first, ..] => is_harmless(first) && !words.iter().any(|word| shows_write(word)),
            [] => true,
        }
    }
}

fn is_harmless(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    name.starts_with(['$', '[', ')'])
        || table_looks::is(Look::Reads, &lower)
        || READ_ONLY.binary_search(&lower.as_str()).is_ok()
}

/// Splits at `;`, `|`, `&`, newlines, blanks, lone braces and opening parentheses outside of quotes. Behind a here-document operator nothing is read:
/// its body is no command.
fn split(text: &str) -> Vec<Plain> {
    let mut commands = vec![Plain::default()];
    let mut word = String::new();
    let (mut started, mut sure) = (false, true);
    let mut quote = None;
    let mut redirect = None;
    let mut here_document = false;
    let mut previous = ' ';
    for character in text.chars().chain(['\n']) {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => (quote, started) = (Some(character), true),
            (Some(_), _) => word.push(character),
            (None, ' ' | '\t' | '\r' | '\n' | ';' | '|' | '&' | '>' | '<') => {
                if started || !word.is_empty() {
                    let text = std::mem::take(&mut word);
                    finish(&mut commands, text, sure, redirect);
                    (started, sure) = (false, true);
                    redirect = None;
                }
                match character {
                    '>' => redirect = Some(Redirect::Output),
                    '<' => {
                        redirect = Some(Redirect::Input);
                        here_document |= previous == '<';
                    }
                    '\n' if here_document => break,
                    // `2>&1` and `&>` belong to a redirect.
                    '&' if redirect.is_some() => {}
                    '\n' | ';' | '|' | '&' => commands.push(Plain::default()),
                    _ => {}
                }
            }
            // `(rm a)` and `if (Test-Path a)`: what stands behind the parenthesis is a command.
            (None, '(') if word.is_empty() && !started => commands.push(Plain::default()),
            (None, _) => {
                sure &= !matches!(character, '$' | '*' | '?' | '`' | '(' | ')' | '{' | '}' | '[' | ']' | '@');
                word.push(character);
            }
        }
        previous = character;
    }
    if quote.is_some() {
        // The quote never ends: what it holds is a word, without the newline that was put behind the text.
        word.pop();
        finish(&mut commands, word, sure, redirect);
    }
    commands.retain(|command| !command.words.is_empty());
    commands
}

fn finish(commands: &mut Vec<Plain>, text: String, sure: bool, redirect: Option<Redirect>) {
    if matches!(text.as_str(), "{" | "}") {
        commands.push(Plain::default());
        return;
    }
    let Some(command) = commands.last_mut() else { return };
    match redirect {
        Some(Redirect::Output) => {
            let harmless = matches!(text.as_str(), "$null" | "/dev/null" | "NUL" | "nul" | "1" | "2");
            command.writes |= !harmless;
        }
        Some(Redirect::Input) => {}
        // `select x in a; do rm a; done`: what stands behind these begins a command.
        None if command.words.is_empty() && RESERVED.contains(&text.as_str()) => {}
        None => command.words.push(Word { text, sure }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = split(text)
            .iter()
            .map(|command| {
                let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
                words.join(" ") + if command.writes { " >" } else { "" }
            })
            .collect();
        assert_eq!(shown.join(" | "), expected, "{text}");
    }

    #[test]
    fn words_and_commands_are_split_outside_of_quotes() {
        check("a 'b c' \"d;e\"; f|g && h", "a b c d;e | f | g | h");
        check("a > b c", "a c >");
        check("a 2>&1 2>$null", "a 2 2");
        check("cat <<EOF\nrm x\nEOF", "cat");
        check("echo 'open rm x", "echo open rm x");
        check("if (a) { b } else { c }", "if | a) | b | c");
        check("(rm a); x(y z", "rm a) | x(y z");
        check("", "");
    }
}
