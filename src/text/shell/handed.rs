//! Names that a command is handed: printed by another one before a pipe, put in by `$(...)`, or gone through by a loop.
//!
//! Owns where such names come from, as far as the text tells. Which files they are is for whoever knows the repository.

use super::reader::{Reader, Value};
use super::reading::{Handed, Names};
use super::table_looks::{lists as is_lister, searches};
use super::word::Word;
use super::{SimpleCommand, parse};
use crate::domain::FileVerb;
use crate::text::path;
use std::rc::Rc;

/// Names that are kept of one list; the rest of a longer one is not known.
const MAX_NAMES: usize = 64;
/// What is kept of one command.
const MAX_HANDED: usize = 16;

/// What stands on the standard input of a command, where that is known.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// This text.
    Text(String),
    /// Names, one a line.
    Names(Rc<Names>),
}

impl Input {
    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// True for a program that passes the lines of its input on, all of them and as they are.
fn passes_on(words: &[String]) -> bool {
    let flags_alone = words[1..].iter().all(|word| word.starts_with('-'));
    words[0] == "cat" && words.len() == 1 || matches!(words[0].as_str(), "sort" | "uniq") && flags_alone
}

/// True for a command that prints names of files.
fn prints_names(words: &[String]) -> bool {
    let has = |flags: &[&str]| words.iter().any(|word| flags.contains(&word.as_str()));
    // `-rl`, `-il`: one of several letters.
    let lists = || words.iter().any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains('l'));
    match path::base_name(&words[0]) {
        program if is_lister(program) => true,
        "git" => {
            words.get(1).is_some_and(|verb| verb == "ls-files") || has(&["grep"]) && (lists() || has(&["--name-only"]))
        }
        program if searches(program) => lists() || has(&["--files", "--files-with-matches"]),
        _ => false,
    }
}

impl Reader {
    /// What a simple command that was just read gives to the next one of its pipeline. `input`: what it was given.
    pub(super) fn output_of(command: &SimpleCommand, all_sure: bool, input: Option<Input>) -> Option<Input> {
        if passes_on(command) {
            // Who sorts a text makes another script of it.
            return input.filter(|input| command[0] == "cat" || input.text().is_none());
        }
        if command[0] == "echo" && all_sure {
            let words = command[1..].iter().skip_while(|word| matches!(word.as_str(), "-n" | "-e" | "-E"));
            return Some(Input::Text(words.map(String::as_str).collect::<Vec<_>>().join(" ")));
        }
        prints_names(command).then(|| Input::Names(Rc::new(Names::Printed(command.clone()))))
    }

    /// An input as names: each word of a text is one, as seen from the folder in which it is read.
    pub(super) fn as_names(&self, input: &Input) -> Rc<Names> {
        match input {
            Input::Names(names) => Rc::clone(names),
            Input::Text(text) => {
                let words = text.split_whitespace().take(MAX_NAMES);
                Rc::new(Names::Listed(words.filter_map(|word| self.located(word)).collect()))
            }
        }
    }

    /// The names that a loop goes through.
    pub(super) fn looped(&mut self, words: &[Word]) -> Option<Rc<Names>> {
        if let [only] = words
            && !only.sure
            && let Some(names) = self.names_of(&only.text)
        {
            return Some(names);
        }
        let told = words.iter().filter(|word| !word.text.contains(['$', '`']));
        let names: Vec<String> = told.take(MAX_NAMES).filter_map(|word| self.located(&word.text)).collect();
        (!names.is_empty()).then(|| Rc::new(Names::Listed(names)))
    }

    /// Takes note that each of some names is changed, where `text` stands for them.
    pub(super) fn hand(&mut self, verb: FileVerb, text: &str) {
        if self.reading.handed.len() >= MAX_HANDED {
            return;
        }
        let Some(names) = self.names_of(text) else { return };
        let by = self.reading.commands.last().map(|command| command.words.clone()).unwrap_or_default();
        let handed = Handed { names: Names::clone(&names), verb, by };
        let same = |known: &Handed| known.verb == verb && known.names == handed.names;
        // Only `find` asks which command it is.
        let listed = matches!(handed.names, Names::Listed(_));
        if !self.reading.handed.iter().any(|known| same(known) && (listed || known.by == handed.by)) {
            self.reading.handed.push(handed);
        }
    }

    /// The names that a word stands for as a whole: `{}`, `$file`, `$(git ls-files)`.
    fn names_of(&self, text: &str) -> Option<Rc<Names>> {
        if text == "{}" {
            return self.handed.clone();
        }
        if let Some(printing) = text.strip_prefix("$(").and_then(|rest| rest.strip_suffix(')')) {
            return self.printed_by(printing);
        }
        if let Some(printing) = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            return self.printed_by(printing);
        }
        let name = text.strip_prefix('$')?;
        let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
        match self.variables.last(name)? {
            Value::Handed(names) => Some(Rc::clone(names)),
            Value::Literal(_) | Value::Unknown => None,
        }
    }

    /// What a command line prints, read apart: its own effects were read with the words.
    fn printed_by(&self, text: &str) -> Option<Rc<Names>> {
        let mut apart = self.apart()?;
        let program = parse::parse(text)?;
        let [list] = program.complete_commands.as_slice() else { return None };
        apart.list(list).map(|output| apart.as_names(&output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected`: each change of names that stand elsewhere, as `verb names`, printed ones behind `$`.
    #[track_caller]
    fn check(command: &str, expected: &str) {
        let shown = |handed: &Handed| match &handed.names {
            Names::Listed(names) => format!("{:?} {}", handed.verb, names.join(" ")),
            Names::Printed(by) => format!("{:?} $ {}", handed.verb, by.join(" ")),
        };
        let found: Vec<String> = super::super::read(command).handed.iter().map(shown).collect();
        assert_eq!(found.join("; "), expected, "{command}");
    }

    #[test]
    fn a_loop_hands_on_what_it_goes_through() {
        check("for f in a.ts web/*.ts; do rm \"$f\"; done", "Delete a.ts web/*.ts");
        check("cd web; for f in a.ts b.ts; do sed -i s/a/b/ ${f}; done", "Edit web/a.ts web/b.ts");
        check("for f in $(git ls-files db); do rm $f; done", "Delete $ git ls-files db");
        check("find db -type f | while read -r f; do rm \"$f\"; done", "Delete $ find db -type f");
        check("while read f; do rm $f; done < <(find db)", "Delete $ find db");
        check("for f in a.ts; do cat $f; done > \"$OUT\"; rm $TMP", "");
        check("for f in a.ts; do f=$(mktemp); rm $f; done", "");
        check("for f in a.ts; do rm out/$f.bak; done", "");
    }

    #[test]
    fn a_pipe_hands_on_what_is_printed() {
        check("ls db/*.sql | xargs rm", "Delete $ ls db/*.sql");
        check("git ls-files | sort -u | xargs -n1 sed -i s/a/b/", "Edit $ git ls-files");
        check("grep -rl foo src | xargs -I{} rm {}", "Delete $ grep -rl foo src");
        check("echo a.ts b.ts | xargs rm", "Delete a.ts b.ts");
        check("grep -rn foo src | xargs rm", "");
        check("ls db/*.sql | grep old | xargs rm", "");
        check("ls db/*.sql | xargs wc -l; rm -f \"$OUT\"", "");
        check("rm $(git ls-files db)", "Delete $ git ls-files db");
        check("rm `find db`", "Delete $ find db");
        check("read f <<< a.ts; rm $f", "Delete a.ts");
        check("git commit -m \"xargs rm db\" && rm $TMP", "");
    }
}
