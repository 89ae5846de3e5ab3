//! A shell command: the files it changes, the files it may change, and the programs it runs.

use super::file::is_profile;
use super::harm::{Change, Harm};
use super::program;
use super::whole::Whole;
use super::wiring::{Wiring, with_home};
use crate::domain::{Action, FileEffect, FileVerb, Tampering, Wired};
use crate::text::glob::{self, Cover};
use crate::text::path;
use crate::text::shell::{self, Reading, written};

/// What the command of `action` does to the wiring.
pub(super) fn judge(action: &Action, reading: &Reading, wiring: &Wiring<'_>) -> Option<Tampering> {
    let command = action.whole_command().unwrap_or_default();
    let cwd = action.cwd.as_deref();
    let whole = Whole::new(command, reading, wiring);
    let modified = reading.modifications();
    let seen = |path: &str, harm: Harm| Tampering { seen: path.to_owned(), wired: harm.wired, certain: harm.certain };
    for effect in modified {
        if let Some(harm) = of_effect(effect, &whole, cwd, wiring) {
            return Some(seen(&effect.path, harm));
        }
    }
    for doubt in &reading.doubtful {
        if let Some(harm) = of_doubt(doubt, &whole, cwd, wiring) {
            return Some(seen(&doubt.path, harm));
        }
    }
    for folder in &reading.folders {
        if let Some(harm) = of_folder(&wiring.absolute(cwd, folder), wiring) {
            return Some(seen(folder, harm));
        }
    }
    if shell::is_too_long(command) {
        // Behind its first line nothing was read.
        let wired = whole.named(cwd)?;
        let seen = command.lines().next().unwrap_or_default().to_owned();
        return whole.acts_in_shell().then_some(Tampering { seen, wired, certain: false });
    }
    program::judge(&whole, cwd, wiring)
}

fn of_effect(effect: &FileEffect, whole: &Whole<'_>, cwd: Option<&str>, wiring: &Wiring<'_>) -> Option<Harm> {
    let absolute = wiring.absolute(cwd, &effect.path);
    if effect.verb.modifies() && is_profile(&absolute) && whole.turns_off() {
        return Some(Harm::certain(Wired::Switch));
    }
    let is_settings = wiring.part(&absolute) == Some(Wired::Registration);
    if is_settings && written::only_touches(whole.reading) {
        return None;
    }
    let text = if is_settings { whole.written() } else { None };
    let change = match (effect.verb, text) {
        (_, Some(text)) => Change::Content(text),
        (FileVerb::Delete, _) => Change::Removed,
        (FileVerb::Restore | FileVerb::CheckOut, _) => Change::PutBack,
        _ => Change::Unknown,
    };
    wiring.harm(&absolute, change)
}

/// A folder in which files change that nobody names: `cd ~/.claude && tar xf a.tar`.
fn of_folder(folder: &str, wiring: &Wiring<'_>) -> Option<Harm> {
    if !wiring.is_home_of_wiring(folder) {
        return None;
    }
    let inside = wiring.places().into_iter().filter(|(place, _)| path::folder(place) == folder);
    // Settings without our entries lose nothing.
    let harm = inside.into_iter().find_map(|(place, _)| wiring.harm(&place, Change::PutBack));
    harm.map(|harm| Harm::possible(harm.wired))
}

/// A pattern or an unknown value that may mean a part of the wiring.
fn of_doubt(doubt: &FileEffect, whole: &Whole<'_>, cwd: Option<&str>, wiring: &Wiring<'_>) -> Option<Harm> {
    if doubt.path.contains("$DRIFTGUARD_HOME") || doubt.path.contains("${DRIFTGUARD_HOME") {
        return Some(Harm::possible(Wired::State));
    }
    let known = with_home(&doubt.path);
    let pattern = glob::blurred(known.as_deref().unwrap_or(&doubt.path));
    if glob::is_blank(&pattern) && glob::is_adrift(&pattern) {
        return whole.named(cwd).map(Harm::possible);
    }
    let pattern = if glob::is_adrift(&pattern) {
        // What may lie anywhere lies near only when something in the command does.
        if !whole.comes_near() {
            return None;
        }
        pattern
    } else {
        wiring.absolute(cwd, &pattern)
    };
    let change = match doubt.verb {
        FileVerb::Delete => Change::Removed,
        FileVerb::Edit | FileVerb::Write if glob::is_unsure(&pattern) => Change::Unknown,
        // A pattern finds what exists: settings without our entries lose nothing.
        _ => Change::PutBack,
    };
    let removes = doubt.verb == FileVerb::Delete;
    let covered = wiring.places().into_iter().find_map(|(place, _)| match glob::cover(&pattern, &place) {
        Some(Cover::Path) => wiring.harm(&place, change),
        Some(Cover::Folder) if removes => wiring.harm(&place, change),
        _ => None,
    });
    // `~/.claude/projects/-p/*.jsonl` names records one by one: the pattern itself is one among them.
    covered.or_else(|| wiring.harm(&pattern, change)).map(|harm| Harm::possible(harm.wired))
}
