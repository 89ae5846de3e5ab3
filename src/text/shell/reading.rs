//! What a shell command does, as far as its text tells: the answer of the reader.

use crate::domain::{FileEffect, FileVerb};
use std::ops::Deref;

/// The words of a simple command, quotes removed, behind variable prefixes and wrappers (`sudo`, `env`, `timeout`, `xargs`, `rtk`);
/// `git -C dir commit` is `git commit`. Words with unknown parts stay as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimpleCommand {
    /// The words, the program first; never empty in a [`Reading`].
    pub words: Vec<String>,
    /// The folder in which it runs, as seen from where the whole command starts: "" for that place, `None` after `cd $X`.
    pub folder: Option<String>,
}

impl Deref for SimpleCommand {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.words
    }
}

/// What one shell command does, as far as its text tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The files it touches, in order and without duplicates: modifying effects first seen first, and reads and
    /// mentions of paths that are not modified. Paths are as written, quotes removed, joined with the folder of a
    /// preceding literal `cd`; a folder stands for what is in it.
    pub effects: Vec<FileEffect>,
    /// Changes of files that the text names only in part: a pattern (`rm a/*`), an unknown value (`rm $f`), an unknown
    /// folder (`**/a.ts` after `cd $X`). As written, joined with the folder; each of them also makes the command opaque.
    pub doubtful: Vec<FileEffect>,
    /// Folders in which files change that the text does not name: a formatter over a folder, an archive unpacked there. As written,
    /// joined with the folder; each of them also makes the command opaque.
    pub folders: Vec<String>,
    /// Changes of names that stand elsewhere: what `xargs` is handed, what a loop goes through. Each of them is doubtful too.
    pub handed: Vec<Handed>,
    /// The simple commands in order. Of a program that runs another (`npx eslint`, `bash -c '...'`) both are listed.
    pub commands: Vec<SimpleCommand>,
    /// The wrappers that are left out, each once as a command of its own: who forbids `sudo` means them.
    pub wrappers: Vec<SimpleCommand>,
    /// Those among them that answer in their own way, with their subcommand (`rtk`, `rtk test`): what fails behind one
    /// may run without it.
    pub through: Vec<String>,
    /// True when files may change that cannot be named: a branch switch, a formatter over a folder, a `$VAR` path.
    pub opaque: bool,
    /// True when a `git commit` is among the commands.
    pub commits: bool,
}

impl Reading {
    /// The effects that change files.
    pub fn modifications(&self) -> impl Iterator<Item = &FileEffect> {
        self.effects.iter().filter(|effect| effect.verb.modifies())
    }
}

/// Where names come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// They stand in the text: paths and patterns, joined with the folder.
    Listed(Vec<String>),
    /// This command prints them.
    Printed(SimpleCommand),
}

/// A change of each of some names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// What is changed.
    pub names: Names,
    /// How.
    pub verb: FileVerb,
    /// The words of the command that does it.
    pub by: Vec<String>,
}
