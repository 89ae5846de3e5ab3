//! Which files the record leaves changed. What was put back, and what the session made and removed again, is as it was.

use crate::domain::{Entry, FileVerb, Ledger, OutcomeStatus};
use crate::text::path;
use crate::text::shell::{self, Undoing, Undone};

/// The files that the entries from `begin` on left otherwise than they found them, each once.
pub(super) fn left(ledger: &Ledger, begin: usize) -> Vec<&str> {
    let (mut found, mut stashed): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (at, entry) in ledger.entries.iter().enumerate().skip(begin) {
        for file in &entry.files {
            if file.verb == FileVerb::Restore {
                // A folder gets back what git knows of it.
                let back = |known: &str| path::is_below(known, &file.path) && !is_made(ledger, known, at);
                found.retain(|known| *known != file.path && !back(known));
            } else if file.verb.modifies() && !found.contains(&file.path.as_str()) {
                found.push(&file.path);
            }
        }
        for undone in undone(entry) {
            if undone.undoing == Undoing::Back {
                found.append(&mut stashed);
                continue;
            }
            let (gone, kept): (Vec<&str>, Vec<&str>) =
                found.into_iter().partition(|file| reaches(&undone, file, is_made(ledger, file, at)));
            found = kept;
            if undone.undoing == Undoing::Stashed {
                stashed = gone;
            }
        }
    }
    found.retain(|file| !is_gone(ledger, file));
    found
}

/// What an entry takes back without naming each file: `git checkout .`, `git stash`.
fn undone(entry: &Entry) -> Vec<Undone> {
    let Some(run) = &entry.run else { return Vec::new() };
    // Of several commands the one that failed may have been another.
    if run.status != OutcomeStatus::Ok && run.parts.len() < 2 {
        return Vec::new();
    }
    let parts = run.parts.iter().filter(|part| part.starts_with("git "));
    let mut found: Vec<Undone> =
        parts.flat_map(|part| shell::read(part).commands).filter_map(|command| shell::undone(&command)).collect();
    let has = |undoing| found.iter().any(|undone| undone.undoing == undoing);
    // `git stash && npm test && git stash pop` leaves all as it was.
    if has(Undoing::Stashed) && has(Undoing::Back) {
        found.retain(|undone| undone.undoing == Undoing::Gone);
    }
    found
}

/// True where such a command reaches a file; of one that git does not know yet only what takes those too.
fn reaches(undone: &Undone, file: &str, is_new: bool) -> bool {
    let meets = |place: &String| place == "." || path::is_below(file, place.trim_end_matches('/'));
    (if is_new { undone.new } else { undone.known })
        && (undone.paths.is_empty() || undone.paths.iter().any(meets))
        && !undone.spared.iter().any(meets)
}

/// True for a file that the session has made, and that no commit before the entry `end` has taken in.
fn is_made(ledger: &Ledger, file: &str, end: usize) -> bool {
    let met = |entry: &Entry| entry.files.iter().find(|effect| effect.path == file).map(|effect| effect.verb);
    let first = ledger.entries.iter().enumerate().find_map(|(at, entry)| met(entry).map(|verb| (at, verb)));
    first.is_some_and(|(at, verb)| {
        verb == FileVerb::Write && !commits_new(ledger.entries.get(at..end).unwrap_or_default())
    })
}

/// True where a file that git did not know may have been committed: without `git add` none is.
fn commits_new(entries: &[Entry]) -> bool {
    let runs = || entries.iter().filter_map(|entry| entry.run.as_ref());
    let adds = |part: &String| part.starts_with("git add") || part.starts_with("git stage");
    runs().any(|run| run.commits) && runs().any(|run| run.parts.iter().any(adds))
}

/// True for a file that the session has made and removed again, by itself or with its folder, and for a folder that held nothing
/// else.
fn is_gone(ledger: &Ledger, path: &str) -> bool {
    let effects =
        || ledger.entries.iter().enumerate().flat_map(|(at, entry)| entry.files.iter().map(move |file| (at, file)));
    let about = |file: &str, verb: FileVerb| file == path || verb == FileVerb::Delete && path::is_below(path, file);
    let last = effects().rfind(|(_, file)| about(&file.path, file.verb));
    let Some((removed, _)) = last.filter(|(_, file)| file.verb == FileVerb::Delete) else { return false };
    let mut inside = effects()
        .filter(|(at, file)| *at <= removed && file.path != path && path::is_below(&file.path, path))
        .map(|(_, file)| file.path.as_str())
        .peekable();
    if inside.peek().is_none() {
        is_made(ledger, path, removed)
    } else {
        inside.all(|file| is_made(ledger, file, removed))
    }
}
