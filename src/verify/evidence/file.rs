//! What the record shows about files.

use super::{Found, LIKELY, SIGN, SURE, Trace};
use crate::domain::{Claim, ClaimKind, Entry, FileVerb, Ledger};
use crate::text::path;

/// Files named in one line of evidence.
const NAMED: usize = 4;

/// What was done to the files of the claim, or to how many.
pub(super) fn find(claim: &Claim, ledger: &Ledger) -> Found {
    let turn = changed(ledger.of_turn());
    let session = changed(&ledger.entries);
    let hidden = !ledger.whole || ledger.entries.iter().any(|entry| entry.hides_files);
    match claim.kind {
        ClaimKind::FileCount => count(claim, &turn, &session, hidden),
        ClaimKind::OnlyFiles => only(claim, ledger, &turn),
        ClaimKind::FileUntouched => untouched(claim, ledger, &session, hidden),
        ClaimKind::Fixed => Found {
            trace: if !session.is_empty() { Trace::There } else if hidden { Trace::Unknown } else { Trace::Missing },
            sure: !hidden,
            line: "nothing was changed in this session".to_owned(),
            ..Found::default()
        },
        _ => touched(claim, ledger, &session, hidden),
    }
}

/// The files that the entries changed and did not put back, each once.
fn changed(entries: &[Entry]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for file in entries.iter().flat_map(|entry| &entry.files) {
        match file.verb {
            FileVerb::Restore => found.retain(|known| *known != file.path),
            verb if verb.modifies() && !found.contains(&file.path.as_str()) => found.push(&file.path),
            _ => {}
        }
    }
    found
}

/// True when a report's `name` may mean the file at `path`: the same, or the end of it.
fn same_file(name: &str, path: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.len() >= short.len() && long.is_char_boundary(long.len() - short.len()) && {
            let (front, back) = long.split_at(long.len() - short.len());
            back.eq_ignore_ascii_case(short) && (front.is_empty() || front.ends_with(['/', '\\']))
        }
    };
    let name = name.trim_start_matches("./").trim_start_matches(".../").trim_start_matches("~/");
    let path = path.trim_start_matches("./");
    // `pkg/a.go` of a report may leave folders out in between, never another name.
    ends(path, name) || (path.contains('/') && ends(name, path)) || (!path.contains('/') && path::base_name(name) == path)
}

fn touched(claim: &Claim, ledger: &Ledger, session: &[&str], hidden: bool) -> Found {
    let known = |name: &&String| session.iter().any(|path| same_file(name, path));
    let there = claim.objects.iter().filter(known).count();
    let missing = claim.objects.iter().find(|name| !known(name));
    let named = || claim.objects.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    if there > 0 {
        let holds = if missing.is_none() { SURE } else { SIGN };
        return Found { holds: Some(holds), entity: Some(holds), trace: Trace::There, line: format!("{} changed", named()), ..Found::default() };
    }
    // What an opaque command may have changed cannot be told, unless the file was never met at all.
    let met = ledger.entries.iter().flat_map(|entry| &entry.files).any(|file| claim.objects.iter().any(|name| same_file(name, &file.path)))
        || ledger.runs().any(|(_, run)| claim.objects.iter().any(|name| run.command.contains(path::base_name(name))));
    let unknown = !ledger.whole || (hidden && met);
    Found {
        trace: if unknown { Trace::Unknown } else { Trace::Missing },
        entity: (!unknown).then_some(-LIKELY),
        sure: !hidden,
        line: format!("no change of {} in this session", named()),
        ..Found::default()
    }
}

fn untouched(claim: &Claim, ledger: &Ledger, session: &[&str], hidden: bool) -> Found {
    let hit = claim.objects.iter().find_map(|name| session.iter().find(|path| same_file(name, path)));
    if let Some(path) = hit {
        // Of two files with one name the report may mean the other.
        let name = path::base_name(path);
        let others = ledger.entries.iter().flat_map(|entry| &entry.files);
        let mut others = others.filter(|file| path::base_name(&file.path) == name && file.path != **path);
        let bare = claim.objects.iter().all(|object| !object.contains('/'));
        let doubt = bare && others.next().is_some();
        let holds = if doubt { -SIGN } else { -SURE };
        return Found { holds: Some(holds), trace: Trace::There, sure: !doubt, line: format!("{path} was changed in this session"), ..Found::default() };
    }
    let holds = if hidden { SIGN } else { SURE };
    Found { holds: Some(holds), trace: Trace::There, line: "no change of it is on record".to_owned(), ..Found::default() }
}

fn only(claim: &Claim, ledger: &Ledger, turn: &[&str]) -> Found {
    let named = |path: &&&str| claim.objects.iter().any(|name| same_file(name, path));
    let others: Vec<&str> = turn.iter().filter(|path| !named(path)).copied().collect();
    // Files outside the project and of the agent itself are no part of the work.
    let others: Vec<&str> = others.into_iter().filter(|path| !path.starts_with('/') || ledger.entries.is_empty()).collect();
    let hidden = !ledger.whole || ledger.of_turn().iter().any(|entry| entry.hides_files);
    if others.is_empty() {
        let all = claim.objects.iter().all(|name| turn.iter().any(|path| same_file(name, path)));
        let holds = if all && !hidden { SURE } else { SIGN };
        return Found { holds: Some(holds), trace: Trace::There, line: "no other change in this turn".to_owned(), ..Found::default() };
    }
    let more = if others.len() > NAMED { format!(" and {} more", others.len() - NAMED) } else { String::new() };
    let listed = others.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    Found {
        holds: Some(-SURE),
        trace: Trace::There,
        sure: true,
        line: format!("also changed in this turn: {listed}{more}"),
        ..Found::default()
    }
}

fn count(claim: &Claim, turn: &[&str], session: &[&str], hidden: bool) -> Found {
    let value = claim.value.and_then(|value| usize::try_from(value).ok()).unwrap_or_default();
    let inside = |files: &[&str]| files.iter().filter(|path| !path.starts_with('/')).count();
    let fits = [turn.len(), session.len(), inside(turn), inside(session)].contains(&value);
    let number = match (fits, hidden) {
        (true, _) => Some(SURE),
        (false, false) => Some(-SURE),
        // More may have been changed than is on record, fewer not.
        (false, true) => (value < turn.len()).then_some(-LIKELY),
    };
    Found { number, trace: Trace::There, line: format!("{} files changed in this turn", turn.len()), ..Found::default() }
}
