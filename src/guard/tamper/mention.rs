//! Free text that names the wiring: inline scripts, what is piped into a shell.
//!
//! Such text is not parsed. It counts when it names a part of the wiring and shows that something is changed or run.

use super::reserved;
use super::wiring::Wiring;
use crate::agent::registration::BINARY_NAME;
use crate::domain::Wired;
use crate::text::glob;
use crate::text::{path, shell};
use std::borrow::Cow;
use std::collections::HashSet;

/// Words of scripts that change, remove or run something, beside the calls that [`shell::shows_write`] knows. Lower case.
const DEEDS: [&str; 21] = [
    "system(",
    "system ",
    "subprocess",
    "popen",
    "exec",
    "spawn",
    "child_process",
    "eval",
    "unlink",
    "rename",
    "truncate",
    "chmod",
    "symlink",
    "rmtree",
    "rm_",
    "rmsync",
    "delete",
    "shutil",
    "fileutils",
    "writefile",
    "open(my",
];
/// What a line for a shell begins or holds when it changes files.
const SHELL_DEEDS: [&str; 14] = [
    "rm ",
    "mv ",
    "cp ",
    "ln ",
    "dd ",
    "tee ",
    ">",
    "sed -i",
    "truncate",
    "unlink",
    "chmod ",
    "shred",
    "git checkout",
    "git restore",
];
/// Calls and commands that take a whole folder away.
const REMOVALS: [&str; 6] = ["rm ", "rm(", "rmtree", "rmSync", "rm_r", "rimraf"];
/// How many words of a script count as those of the client that it starts.
const CLIENT_WORDS: usize = 6;

/// True when a script shows that it changes files or runs something.
pub(super) fn acts(script: &str) -> bool {
    if shell::shows_write(script) {
        return true;
    }
    let lower = script.to_ascii_lowercase();
    DEEDS.iter().any(|deed| lower.contains(deed)) || calls_remove(&lower)
}

/// True when a text for a shell shows that it changes files.
pub(super) fn acts_in_shell(text: &str) -> bool {
    SHELL_DEEDS.iter().any(|deed| says(text, deed))
}

/// True when the word stands in the text by itself: the `rm` of `docker run --rm` takes nothing away.
fn says(text: &str, deed: &str) -> bool {
    let inside = |before: char| before.is_alphanumeric() || matches!(before, '-' | '_');
    let begins = |at: usize| !text[..at].ends_with(inside);
    text.match_indices(deed).any(|(at, _)| !deed.starts_with(char::is_alphabetic) || begins(at))
}

/// True when a script calls something like `os.remove`; a field named `removed` is none.
fn calls_remove(text: &str) -> bool {
    text.match_indices("remove").any(|(at, word)| {
        let rest = &text[at + word.len()..];
        !rest.starts_with('d') || rest.starts_with("dirs")
    })
}

/// The part of the wiring that the text names.
pub(super) fn named(text: &str, cwd: Option<&str>, wiring: &Wiring<'_>) -> Option<Wired> {
    Mention::of(text, wiring).named(cwd, wiring)
}

/// What a text says about the wiring, wherever it is run.
pub(super) enum Mention<'t> {
    /// Nothing.
    Far,
    /// It gives one of our commands, or starts a client without us.
    Commanded(Wired),
    /// It may name a place.
    Near(Near<'t>),
}

/// The words of a text that may name a place.
pub(super) struct Near<'t> {
    /// Each once, in order: those with a separator or an ending. Other words are no paths.
    paths: Vec<Cow<'t, str>>,
    /// It names a folder of the client's.
    client_folder: bool,
    /// It speaks of settings.
    settings: bool,
    /// It takes something away.
    removes: bool,
}

impl<'t> Mention<'t> {
    /// Goes through the text.
    pub(super) fn of(text: &'t str, wiring: &Wiring<'_>) -> Self {
        if !wiring.comes_near(text) {
            return Self::Far;
        }
        commanded(text).map_or_else(|| Self::Near(Near::of(text, wiring)), Self::Commanded)
    }

    /// True when it speaks of the client, of driftguard or of a listed place at all.
    pub(super) const fn comes_near(&self) -> bool {
        !matches!(self, Self::Far)
    }

    /// The part of the wiring that it names where its relative paths begin at `cwd`.
    pub(super) fn named(&self, cwd: Option<&str>, wiring: &Wiring<'_>) -> Option<Wired> {
        match self {
            Self::Far => None,
            Self::Commanded(wired) => Some(*wired),
            Self::Near(near) => near.named(cwd, wiring),
        }
    }
}

impl<'t> Near<'t> {
    fn of(text: &'t str, wiring: &Wiring<'_>) -> Self {
        let removes = REMOVALS.iter().any(|removal| says(text, removal)) || calls_remove(text);
        let mut near = Self { paths: Vec::new(), client_folder: false, settings: false, removes };
        let mut known = HashSet::new();
        for token in shell::pieces(text).filter(|token| known.insert(*token)) {
            let rest = token.strip_prefix("$HOME");
            let token = rest.map_or(Cow::Borrowed(token), |rest| Cow::Owned(format!("~{rest}")));
            near.client_folder |= path::base_name(token.trim_end_matches('/')).eq_ignore_ascii_case(".claude");
            near.settings |= token.to_ascii_lowercase().contains("settings");
            // `/*` is a comment in most languages.
            let comment = is_pattern(&token) && !wiring.comes_near(&token);
            if token.contains(['/', '\\', '.', '~']) && !comment {
                near.paths.push(token);
            }
        }
        near
    }

    fn named(&self, cwd: Option<&str>, wiring: &Wiring<'_>) -> Option<Wired> {
        let places = wiring.places();
        let mut settings = self.settings;
        for token in &self.paths {
            let absolute = wiring.absolute(cwd, token);
            let part = if is_pattern(token) {
                let mut places = places.iter();
                places.find(|(place, _)| glob::cover(&absolute, place).is_some()).map(|(_, wired)| *wired)
            } else {
                wiring.part(&absolute)
            };
            if part.is_some() {
                return part;
            }
            // The folder alone is named by every script that looks for something in it; it counts when it may go as a whole.
            settings |= self.removes && wiring.is_home_of_wiring(&absolute);
        }
        (self.client_folder && settings).then_some(Wired::Registration)
    }
}

fn is_pattern(token: &str) -> bool {
    token.contains(['*', '?'])
}

/// A script that gives one of our commands, or starts a client without us.
fn commanded(text: &str) -> Option<Wired> {
    let words: HashSet<&str> = shell::pieces(text).collect();
    let has = |word: &str| words.contains(word);
    if has("claude") && reserved::BARE.iter().any(|flag| has(flag)) {
        return Some(Wired::Client);
    }
    // What stands soon behind the client's name is its own: `--continue` is git's as well.
    let mut behind = shell::pieces(text).skip_while(|token| path::base_name(token) != "claude").take(CLIENT_WORDS);
    if behind.any(reserved::resumes) {
        return Some(Wired::Client);
    }
    let is_ours = |token: &str| path::base_name(token) == BINARY_NAME;
    let mut ours = shell::pieces(text);
    while let Some(token) = ours.next() {
        let mut behind = ours.clone().skip_while(|word| word.starts_with('-'));
        if is_ours(token) && behind.next().is_some_and(|command| reserved::is_persons(command, behind, has)) {
            return Some(Wired::Command);
        }
    }
    let named = shell::pieces(text).any(is_ours);
    (named && reserved::ANYWHERE.iter().any(|command| has(command))).then_some(Wired::Command)
}
