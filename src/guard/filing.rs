//! Files made and taken away: whether the user forbade that, and when it is nothing.
//!
//! Owns the question what was there before. Which clause forbids it is `goal`'s.

use super::state::Guard;
use crate::domain::{Action, FileEffect, FileVerb, Goal, Place};
use crate::goal;
use crate::text::path;
use crate::text::shell::{self, SimpleCommand};

/// Endings of files in which a command's output is caught.
const CAUGHT: [&str; 8] = ["csv", "diff", "html", "json", "out", "patch", "txt", "xml"];

/// When an action is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Before it runs: the disk tells what is there.
    Before,
    /// After it ran. `created`: its answer tells of a file that was not there.
    Done { created: bool },
}

/// One effect of an action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deed<'a> {
    pub(super) effect: &'a FileEffect,
    pub(super) place: &'a Place,
    /// The same action makes it again, or takes it away again.
    pub(super) undone: bool,
    /// The simple commands of the action, each as its words.
    pub(super) commands: &'a [SimpleCommand],
    pub(super) when: When,
}

/// The clause that denies the making or the removal of a file, other changes of which it leaves free. What is moved is still there,
/// and what the session has made itself it may take away.
pub(super) fn forbids(guard: &Guard<'_>, goal: &Goal, deed: &Deed<'_>) -> Option<String> {
    let Place::Inside(file) = deed.place else { return None };
    if !forbids_one_deed(goal) || deed.undone || shell::moves(deed.commands, file) || goal::is_litter(file) {
        return None;
    }
    // What a command says, caught at the root to be read once, is no file that anybody minds.
    let caught = path::extension(file).is_some_and(|ending| CAUGHT.contains(&ending)) && !file.contains('/');
    let caught =
        !deed.commands.is_empty() && (caught || file.starts_with(".env") || path::extension(file) == Some("log"));
    let files = guard.facts.files;
    let found = match deed.effect.verb {
        FileVerb::Write if !caught && is_new(guard, file, deed.when) => {
            goal::forbidding_deed(goal, file, FileVerb::Write, true)
        }
        FileVerb::Delete if files.is_empty() || files.truncated || files.has_file(file) => {
            goal::forbidding_deed(goal, file, FileVerb::Delete, false)
        }
        // A folder goes with all that is in it.
        FileVerb::Delete => {
            let mut below = files.below(file);
            below.find_map(|file| goal::forbidding_deed(goal, file, FileVerb::Delete, false))
        }
        _ => None,
    };
    found.map(str::to_owned)
}

/// True where the user forbade to make or to remove files, and leaves other changes of them free.
pub(super) fn forbids_one_deed(goal: &Goal) -> bool {
    goal.constraints.iter().any(|limit| limit.denies && limit.spares.is_one_deed())
}

fn is_new(guard: &Guard<'_>, file: &str, when: When) -> bool {
    match when {
        When::Done { created } => created,
        When::Before => {
            let known = guard.session.changed.contains_key(file) || guard.facts.files.has_file(file);
            !known && (guard.facts.on_disk)(file).is_none()
        }
    }
}

/// True for the removal of what tools left behind, for what a command makes and removes again, and for the log of a command, where
/// the project lists none of them.
pub(super) fn takes_nothing(guard: &Guard<'_>, action: &Action, effect: &FileEffect, place: &Place) -> bool {
    let Place::Inside(file) = place else { return false };
    let removed = action.modifications().any(|other| other.verb == FileVerb::Delete && other.path == effect.path);
    let logs = effect.verb == FileVerb::Write && action.runs_a_shell() && path::extension(file) == Some("log");
    let named_twice = || {
        let name = path::base_name(file);
        action.whole_command().is_some_and(|command| command.matches(name).count() > 1)
    };
    let made = || !guard.session.changed.contains_key(file) && named_twice();
    if !(logs || removed && (goal::is_litter(file) || made())) {
        return false;
    }
    // Asked last: an ordinary edit does not wait for the list to be read.
    let files = guard.facts.files;
    !(files.is_empty() || files.truncated || files.has_file(file) || files.has_folder(file))
}
