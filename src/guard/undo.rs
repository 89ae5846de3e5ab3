//! Which changes a call takes back without naming each file: by a folder, by a pattern, all at once.
//!
//! Owns the end of their evidence, and its return where they only lay in a stash. A file that a call names is `touch`'s.

use super::state::Guard;
use super::turn;
use crate::domain::{Action, FileVerb, Place};
use crate::drift;
use crate::signal::Touched;
use crate::text::shell::{self, Reading, Undoing, Undone};
use crate::text::{glob, path};
use std::collections::BTreeSet;

/// Takes note of what a call that has run takes back. Of several commands the one that `failed` may have been another.
pub(super) fn take_back(guard: &mut Guard<'_>, action: &Action, reading: &Reading, failed: bool) {
    if failed && reading.commands.len() < 2 {
        return;
    }
    let undone: Vec<Undone> = reading.commands.iter().filter_map(shell::undone).collect();
    // `git stash && npm test && git stash pop` leaves all as it was.
    let passing = |undone: &Undone| undone.undoing == Undoing::Stashed;
    let comes_back = undone.iter().any(|undone| undone.undoing == Undoing::Back) && undone.iter().any(passing);
    let config = guard.facts.config;
    for undone in undone.iter().filter(|undone| !comes_back || undone.undoing == Undoing::Gone) {
        if undone.undoing == Undoing::Back {
            drift::unstash(&mut guard.session.drift, config);
            continue;
        }
        for file in changed(guard, |file| reaches(guard, action, undone, file)) {
            if undone.undoing == Undoing::Stashed {
                drift::stash(&mut guard.session.drift, &file, config);
            } else {
                drift::put_back(&mut guard.session.drift, &file, config);
                turn::forget(guard, &file);
            }
        }
    }
    // Most calls remove nothing.
    let effects = action.effects.iter().chain(&reading.doubtful).filter(|effect| effect.verb == FileVerb::Delete);
    let resolved = effects.map(|effect| path::resolve(&guard.session.root, action.cwd.as_deref(), &effect.path));
    let removed: Vec<Place> = resolved.collect();
    if !removed.is_empty() {
        for file in changed(guard, |file| is_removed(guard, &removed, file)) {
            drift::put_back(&mut guard.session.drift, &file, config);
        }
    }
}

/// Those of the changed files that are such.
fn changed(guard: &Guard<'_>, such: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let of_places = guard.session.drift.open.iter().filter(|item| item.is_of_place());
    let stray = of_places.map(|item| &item.subject);
    stray.chain(guard.session.turn.changed.keys()).filter(|file| such(file)).cloned().collect()
}

/// True for a file that the work has made.
fn is_made(guard: &Guard<'_>, file: &str) -> bool {
    let mut known = guard.session.drift.open.iter().filter(|item| item.subject == file).peekable();
    if known.peek().is_some() { known.any(|item| item.made) } else { !guard.facts.files.has_file(file) }
}

/// True where a command reaches a changed file.
fn reaches(guard: &Guard<'_>, action: &Action, undone: &Undone, file: &str) -> bool {
    let place = |path: &str| path::resolve(&guard.session.root, action.cwd.as_deref(), path);
    let of_kind = if is_made(guard, file) {
        undone.new && (undone.new_folders || guard.facts.files.has_folder(path::folder(file)))
    } else {
        undone.known
    };
    let at = |path: &String| matches!(place(path), Place::Inside(path) if covers(&path, file));
    // Another repository has a stash of its own.
    let here = || matches!(place(if undone.folder.is_empty() { "." } else { &undone.folder }), Place::Inside(_));
    let met = || if undone.paths.is_empty() { here() } else { undone.paths.iter().any(at) };
    of_kind && met() && !undone.spared.iter().any(at)
}

/// True where a path or a pattern is that file or a folder above it.
fn covers(path: &str, file: &str) -> bool {
    path::is_below(file, path) || {
        let pattern = glob::blurred(path);
        !glob::is_unsure(&pattern) && glob::cover(&pattern, file).is_some()
    }
}

/// True for a file that the work has made and that goes with one of the removed places: its folder, or a pattern.
fn is_removed(guard: &Guard<'_>, removed: &[Place], file: &str) -> bool {
    let goes = |place: &Place| matches!(place, Place::Inside(path) if covers(path, file));
    removed.iter().any(goes) && is_made(guard, file)
}

/// True for the removal of a folder in which nothing lies but what the work has made there and nobody has asked for.
pub(super) fn removes_only_strays(guard: &Guard<'_>, touched: &Touched) -> bool {
    let Some(folder) = touched.place.inside().filter(|_| touched.verb == FileVerb::Delete) else { return false };
    let drift = &guard.session.drift;
    let stray = |file: &str| drift.open.iter().any(|item| item.made && item.subject == file);
    let inside = |file: &str| file != folder && path::is_below(file, folder);
    let mut known = guard.facts.files.below(folder).chain(guard.session.changed.keys().map(String::as_str));
    drift.open.iter().any(|item| item.made && inside(&item.subject)) && known.all(|file| !inside(file) || stray(file))
}
