//! Commands that hold other commands: shells, interpreters, `eval`, `find`, programs that run programs.

use super::arguments::Arguments;
use super::command::plain_name;
use super::mention::has_extension;
use super::reader::{Reader, Scope};
use super::reading::{Names, SimpleCommand};
use super::script::shows_write;
use super::table;
use super::table_interpreters::INLINE;
use super::table_row::{Effect, Row};
use super::word::{Word, nested_commands};
use super::wrapper::behind_flags;
use crate::domain::FileVerb;
use std::rc::Rc;

/// The line behind `-c`, and behind `-c --`.
fn inline<'a>(arguments: &'a Arguments<'_>) -> Option<&'a Word> {
    let code = arguments.values_of(INLINE).next()?;
    if code.text == "--" { arguments.operands.first().copied() } else { Some(code) }
}

/// The command line that a command carries as a text: `bash -c '...'`, `eval '...'`. `words` are its words.
pub(super) fn carried(words: &[String]) -> Option<String> {
    let program = plain_name(words.first()?);
    // Asked of every command of a session, and nearly none carries another.
    if !table::takes_a_line(program) {
        return None;
    }
    let words: Vec<Word> = words.iter().map(|word| Word::sure(word)).collect();
    let (row, _, arguments) = table::find(program, &words)?;
    match row.effect {
        Effect::Shell => inline(&arguments).map(|code| code.text.clone()),
        Effect::Evaluates { first_only: false } => {
            Some(arguments.operands.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}

impl Reader {
    /// `bash -c '...'`, `bash <<EOF`, `bash script.sh`.
    pub(super) fn shell(&mut self, arguments: &Arguments<'_>, input: Option<&str>) {
        if let Some(code) = inline(arguments) {
            self.scoped(Scope::Subshell, |reader| reader.text(&code.text));
            return;
        }
        match arguments.operands.first().copied().or_else(|| arguments.values_of("-File").next()) {
            Some(script) => self.script_file(script),
            None => {
                if let Some(input) = input {
                    self.scoped(Scope::Subshell, |reader| reader.text(input));
                }
            }
        }
    }

    /// An interpreter: opaque only where the script itself is seen and shows a write.
    pub(super) fn interpreter(&mut self, code: &str, arguments: &Arguments<'_>, input: Option<&str>) {
        let operands = arguments.operands.as_slice();
        let mut inline = arguments.values_of(code).map(|script| script.text.as_str()).peekable();
        if inline.peek().is_some() {
            self.reading.opaque |= inline.any(shows_write);
            self.mentions(operands.iter().copied());
            return;
        }
        match operands {
            [] => self.reading.opaque |= input.is_some_and(shows_write),
            [dash, ..] if dash.text == "-" => self.reading.opaque |= input.is_some_and(shows_write),
            // `deno eval 'code'`: the operand is the script.
            [script, ..] if code.is_empty() => self.reading.opaque |= shows_write(&script.text),
            [script, others @ ..] => {
                self.script_file(script);
                self.mentions(others.iter().copied());
            }
        }
    }

    fn script_file(&mut self, script: &Word) {
        if has_extension(&script.text) || script.text.contains('/') {
            self.effect(FileVerb::Read, script);
        }
    }

    /// `eval` and `trap`. What a variable holds may do anything; what a command prints is, in practice, the set-up of
    /// an environment (`eval "$(direnv hook bash)"`).
    pub(super) fn evaluates(&mut self, operands: &[&Word]) {
        let text = operands.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let unsure = operands.iter().any(|word| !word.sure);
        let mut printed = Vec::new();
        nested_commands(&text, &mut printed);
        if unsure && printed.is_empty() {
            self.reading.opaque = true;
        }
        if !unsure {
            self.text(&text);
        }
    }

    /// A program behind a program: `npx prettier --write .`, `uv run pytest`.
    pub(super) fn runs_another(&mut self, valued: &str, skip: usize, words: &[Word], input: Option<&str>) {
        let inner = behind_flags(words, valued, skip).to_vec();
        if !inner.is_empty() {
            self.deeper(|reader| reader.run(inner, input));
        }
    }

    /// `fd -x rm`: what it finds is handed to a command, `{}` or behind all its words. False where it runs none.
    pub(super) fn fd(&mut self, row: &Row, words: &[Word]) -> bool {
        let runs = |word: &Word| matches!(word.text.as_str(), "--exec" | "--exec-batch" | "-X" | "-x");
        let Some(at) = words.iter().position(runs) else { return false };
        let listing = std::iter::once(row.command).chain(words[..at].iter().map(|word| word.text.as_str()));
        let listing = SimpleCommand { words: listing.map(str::to_owned).collect(), folder: self.folder.clone() };
        let mut inner: Vec<Word> = words[at + 1..].iter().take_while(|word| word.text != ";").cloned().collect();
        let placed = inner.iter().any(|word| word.text.contains('{'));
        for word in &mut inner {
            word.sure &= !word.text.contains('{');
        }
        if !placed {
            inner.push(Word::unknown());
        }
        let before = self.handed.replace(Rc::new(Names::Printed(listing)));
        self.deeper(|reader| reader.run(inner, None));
        self.handed = before;
        true
    }

    /// `find`: the folders it looks through, and what it does to the files it finds.
    pub(super) fn find(&mut self, words: &[Word]) {
        for folder in words.iter().take_while(|word| !word.is_flag() && word.text != "(" && word.text != "!") {
            self.mention(folder);
        }
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            match word.text.as_str() {
                "-delete" => self.reading.opaque = true,
                "-fprint" | "-fprintf" | "-fls" => {
                    if let Some(target) = words.get(at) {
                        self.effect(FileVerb::Write, target);
                    }
                }
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let inner: Vec<Word> = words[at..]
                        .iter()
                        .take_while(|word| word.text != ";" && word.text != "+")
                        .map(|word| Word { text: word.text.clone(), sure: word.sure && !word.text.contains("{}") })
                        .collect();
                    at += inner.len();
                    self.deeper(|reader| reader.run(inner, None));
                }
                _ => {}
            }
        }
    }
}
