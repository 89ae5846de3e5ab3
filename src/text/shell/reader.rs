//! What is known while a command is read: the effects so far, the working folder, the variables.
//!
//! Owns how a word becomes an effect (joined with the folder, dropped when unknown) and how far a `cd` or an assignment
//! reaches. It does not know what commands do.

use super::mention::mentioned_path;
use super::reading::Names;
use super::word::{Lookup, Word, expand};
use super::{Reading, parse};
use crate::domain::{FileEffect, FileVerb};
use crate::text::path;
use std::collections::HashSet;
use std::rc::Rc;

/// Texts inside texts (`bash -c`, `$(...)`, `eval`) and programs that run programs; deeper ones are opaque.
const MAX_TEXTS: usize = 5;
/// Effects kept of one command; what lies beyond makes it opaque.
const MAX_EFFECTS: usize = 1024;

/// Bytes of folders that are kept with commands and effects: `cd a` in a row makes each longer than the one before. With more of them
/// no folder is known any longer. Ordinary commands keep some hundred, long scripts some ten thousand.
const MAX_FOLDERS: usize = 256 * 1024;
/// Folders that `pushd` left; every subshell has its own copy.
const MAX_LEFT: usize = 64;

/// Assignments remembered; with more of them no variable is known any longer.
const MAX_ASSIGNMENTS: usize = 256;
/// Bytes of a value that is filled in: `a=$a$a` doubles it at each step.
const MAX_VALUE: usize = 512;

/// What a variable holds.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Literal(String),
    /// One name after the other.
    Handed(Rc<Names>),
    Unknown,
}

/// The variables that were assigned in this command, latest last.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    assigned: Vec<(String, Value)>,
    overflowed: bool,
}

impl Variables {
    /// What was assigned last.
    pub(super) fn last(&self, name: &str) -> Option<&Value> {
        let last = self.assigned.iter().rev().find(|(known, _)| known == name);
        last.map(|(_, value)| value).filter(|_| !self.overflowed)
    }

    fn push(&mut self, name: &str, value: Value) {
        if self.assigned.len() < MAX_ASSIGNMENTS {
            self.assigned.push((name.to_owned(), value));
        } else {
            self.overflowed = true;
        }
    }
}

impl Lookup for Variables {
    fn value(&self, name: &str) -> Option<&str> {
        if self.overflowed {
            return None;
        }
        match self.last(name) {
            Some(Value::Literal(value)) => return Some(value),
            Some(Value::Handed(_) | Value::Unknown) => return None,
            None => {}
        }
        match name {
            "HOME" => Some("~"),
            "PWD" => Some("."),
            // PowerShell's `2>$null`.
            "null" => Some("/dev/null"),
            _ => None,
        }
    }
}

/// Where a `cd` and an assignment stop to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// A subshell, a part of a pipeline: nothing reaches out of it.
    Subshell,
    /// It may or may not run: what it changes is unknown afterwards.
    Branch,
}

/// Reads one command.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) reading: Reading,
    /// The working folder, "" for the one at the start; `None` after `cd $X`.
    pub(super) folder: Option<String>,
    pub(super) variables: Variables,
    /// What `{}` and the words that `xargs` adds stand for.
    pub(super) handed: Option<Rc<Names>>,
    /// The names on the standard input, for `xargs` and `read`.
    pub(super) piped: Option<Rc<Names>>,
    /// The folder before the last `cd`, and those that `pushd` left.
    previous: Option<String>,
    left: Vec<Option<String>>,
    seen: HashSet<FileEffect>,
    doubted: HashSet<FileEffect>,
    /// Bytes of folders that were kept so far.
    kept: usize,
    texts: usize,
}

impl Reader {
    pub(super) fn new() -> Self {
        Self {
            reading: Reading::default(),
            folder: Some(String::new()),
            variables: Variables::default(),
            handed: None,
            piped: None,
            previous: None,
            left: Vec::new(),
            seen: HashSet::new(),
            doubted: HashSet::new(),
            kept: 0,
            texts: 0,
        }
    }

    /// A reader that knows the folder and the variables, to read something whose effects do not count; `None` where it lies too deep.
    pub(super) fn apart(&self) -> Option<Self> {
        let texts = self.texts + 1;
        let known = Self { folder: self.folder.clone(), variables: self.variables.clone(), texts, ..Self::new() };
        (texts < MAX_TEXTS).then_some(known)
    }

    /// What was read; a path that is modified is not listed as read too.
    pub(super) fn finish(self) -> Reading {
        let mut reading = self.reading;
        let modified: HashSet<String> = reading.modifications().map(|effect| effect.path.clone()).collect();
        reading.effects.retain(|effect| effect.verb.modifies() || !modified.contains(&effect.path));
        reading
    }

    /// Reads a text that is a command of its own. Text that is no valid Bash is read word by word.
    pub(super) fn text(&mut self, text: &str) {
        self.deeper(|reader| match parse::parse(text) {
            Some(program) => reader.program(&program),
            None => reader.plain_text(text),
        });
    }

    /// Goes one text deeper, or gives up: what is not read may do anything.
    pub(super) fn deeper(&mut self, read: impl FnOnce(&mut Self)) {
        if self.texts >= MAX_TEXTS {
            self.reading.opaque = true;
            return;
        }
        self.texts += 1;
        read(self);
        self.texts -= 1;
    }

    /// Reads something whose `cd` and assignments do not simply hold afterwards.
    pub(super) fn scoped(&mut self, scope: Scope, read: impl FnOnce(&mut Self)) {
        let before = (self.folder.clone(), self.previous.clone(), self.left.clone());
        let known = self.variables.assigned.len();
        read(self);
        if scope == Scope::Subshell || self.folder == before.0 {
            (self.folder, self.previous, self.left) = before;
        } else {
            self.lose_the_way();
        }
        for (name, _) in self.variables.assigned.split_off(known) {
            if scope == Scope::Branch {
                self.variables.assigned.push((name, Value::Unknown));
            }
        }
    }

    /// Reads something that runs in another folder.
    pub(super) fn in_folder(&mut self, folder: &Word, read: impl FnOnce(&mut Self)) {
        self.in_folders(std::slice::from_ref(folder), read);
    }

    /// As [`Reader::in_folder`], with one folder in the other; without any it runs where it stands.
    pub(super) fn in_folders(&mut self, folders: &[Word], read: impl FnOnce(&mut Self)) {
        if folders.is_empty() {
            read(self);
            return;
        }
        let before = (self.folder.clone(), self.previous.clone());
        for folder in folders {
            self.enter(folder);
        }
        read(self);
        (self.folder, self.previous) = before;
    }

    /// `cd folder`.
    pub(super) fn enter(&mut self, folder: &Word) {
        let entered = match folder.text.as_str() {
            "-" => self.previous.take(),
            text if folder.sure => self.entered(text),
            _ => None,
        };
        self.previous = std::mem::replace(&mut self.folder, entered);
    }

    /// `pushd folder`.
    pub(super) fn enter_for_a_while(&mut self, folder: &Word) {
        if self.left.len() < MAX_LEFT {
            self.left.push(self.folder.clone());
            self.enter(folder);
        } else {
            self.lose_the_way();
        }
    }

    /// From here on nobody knows where it runs.
    pub(super) fn lose_the_way(&mut self) {
        (self.folder, self.previous) = (None, None);
        self.left.clear();
    }

    /// `popd`.
    pub(super) fn leave(&mut self) {
        self.folder = self.left.pop().flatten();
    }

    /// Remembers `name=value`; a value that is not literal makes the variable unknown.
    pub(super) fn assign(&mut self, name: &str, value: Option<&Word>) {
        let known =
            |word: &&Word| word.sure && word.text.len() <= MAX_VALUE && !word.text.contains(char::is_whitespace);
        let literal = value.filter(known);
        self.variables.push(name, literal.map_or(Value::Unknown, |word| Value::Literal(word.text.clone())));
    }

    /// Remembers that a variable holds one name after the other.
    pub(super) fn assign_each(&mut self, name: &str, names: Option<Rc<Names>>) {
        self.variables.push(name, names.map_or(Value::Unknown, Value::Handed));
    }

    /// The words of a raw word; the commands in its expansions are read, each in a subshell.
    pub(super) fn words(&mut self, raw: &str) -> Vec<Word> {
        let mut nested = Vec::new();
        let words = expand(raw, &self.variables, &mut nested);
        self.nested(&nested);
        words
    }

    /// Reads the commands of expansions.
    pub(super) fn nested(&mut self, texts: &[String]) {
        for text in texts {
            self.scoped(Scope::Subshell, |reader| reader.text(text));
        }
    }

    /// Something happens to the file that `word` names; modifying what cannot be named is opaque.
    pub(super) fn effect(&mut self, verb: FileVerb, word: &Word) {
        if word.sure {
            self.effect_on(verb, &word.text);
        } else {
            self.doubt(verb, &word.text);
        }
    }

    /// Something may happen to files that `text` tells only in part.
    pub(super) fn doubt(&mut self, verb: FileVerb, text: &str) {
        if !verb.modifies() {
            return;
        }
        self.reading.opaque = true;
        self.hand(verb, text);
        if self.reading.doubtful.len() < MAX_EFFECTS {
            let path = self.located(text).unwrap_or_else(|| format!("**/{text}"));
            let doubt = FileEffect { verb, path };
            if self.doubted.insert(doubt.clone()) {
                self.reading.doubtful.push(doubt);
                self.keep_folder();
            }
        }
    }

    /// Some of the files in a folder change.
    pub(super) fn change_within(&mut self, folder: &str) {
        let Some(folder) = self.located(folder) else { return };
        let known = &mut self.reading.folders;
        if known.len() < MAX_EFFECTS && !known.contains(&folder) {
            known.push(folder);
            self.keep_folder();
        }
    }

    /// As [`Reader::effect`], for each of several words.
    pub(super) fn effects<'a>(&mut self, verb: FileVerb, words: impl IntoIterator<Item = &'a Word>) {
        for word in words {
            self.effect(verb, word);
        }
    }

    /// As [`Reader::effect`], for a path that is known.
    pub(super) fn effect_on(&mut self, verb: FileVerb, path: &str) {
        if path.is_empty() || is_device(path) {
            return;
        }
        match self.located(path) {
            Some(_) if self.reading.effects.len() >= MAX_EFFECTS => self.reading.opaque |= verb.modifies(),
            Some(path) => {
                let effect = FileEffect { verb, path };
                if self.seen.insert(effect.clone()) {
                    self.reading.effects.push(effect);
                    self.keep_folder();
                }
            }
            None => self.doubt(verb, path),
        }
    }

    /// A read when the word looks like a file.
    pub(super) fn mention(&mut self, word: &Word) {
        if word.sure
            && let Some(path) = mentioned_path(&word.text)
        {
            self.effect_on(FileVerb::Read, path);
        }
    }

    /// As [`Reader::mention`], for each of several words.
    pub(super) fn mentions<'a>(&mut self, words: impl IntoIterator<Item = &'a Word>) {
        for word in words {
            self.mention(word);
        }
    }

    /// Counts the folder of what is kept in it.
    pub(super) fn keep_folder(&mut self) {
        self.kept += self.folder.as_ref().map_or(0, String::len);
        if self.kept > MAX_FOLDERS {
            self.lose_the_way();
        }
    }

    /// Where `cd text` leads; `cd web; cd ..` is back where it was.
    fn entered(&self, text: &str) -> Option<String> {
        let (Some(mut folder), mut rest) = (self.folder.as_deref(), text) else { return self.located(text) };
        while let Some(further) =
            rest.strip_prefix("..").filter(|further| further.is_empty() || further.starts_with('/'))
            && let Some(above) = above(folder)
        {
            (folder, rest) = (above, further.trim_start_matches('/'));
        }
        match rest {
            "" => Some(folder.to_owned()),
            rest if rest.len() < text.len() => joined(folder, rest),
            text => self.located(text),
        }
    }

    /// The path as seen from the start of the command; `None` when the working folder is not known.
    pub(super) fn located(&self, path: &str) -> Option<String> {
        if path::is_absolute(path) || path.starts_with('~') || path.starts_with("\\\\") {
            return Some(path.to_owned());
        }
        joined(self.folder.as_deref()?, path)
    }
}

/// `path` inside the folder, "" for the one at the start; `None` where it is longer than any.
fn joined(folder: &str, path: &str) -> Option<String> {
    if folder.is_empty() {
        return Some(path.to_owned());
    }
    Some(join(folder, path)).filter(|path| path.len() <= path::LONGEST)
}

/// The folder above one that was entered by its name.
fn above(folder: &str) -> Option<&str> {
    let (above, name) = folder.rsplit_once('/').unwrap_or(("", folder));
    let by_name = !matches!(name, "" | "." | "..") && !name.starts_with('~') && !name.contains('\\');
    (by_name && !(above.is_empty() && folder.starts_with('/'))).then_some(above)
}

/// `path` inside `folder`.
pub(super) fn join(folder: &str, path: &str) -> String {
    format!("{}/{}", folder.trim_end_matches('/'), path.strip_prefix("./").unwrap_or(path))
}

fn is_device(path: &str) -> bool {
    path.starts_with("/dev/") || path.eq_ignore_ascii_case("nul")
}
