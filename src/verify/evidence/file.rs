//! What the record shows about files.

use super::changes::left;
use super::found::{Found, LIKELY, SIGN, SURE, Trace, has_gaps};
use crate::domain::{Claim, ClaimKind, Entry, FileEffect, FileVerb, Ledger, Run};
use crate::text::{dependency, path};

/// Commands that change files to what others wrote.
const BRINGS: &[&str] = &[
    "git apply",
    "git am",
    "git cherry-pick",
    "git merge",
    "git pull",
    "git rebase",
    "git revert",
    "git stash",
    "patch",
];
/// Commands that show the changes of others, or of another time.
const SHOWS: &[&str] =
    &["gh pr", "gh api", "git diff", "git log", "git show", "git range-diff", "git whatchanged", "glab mr"];
/// Files named in one line of evidence.
const NAMED: usize = 4;

/// What was done to the files of the claim, or to how many.
pub(super) fn find(claim: &Claim, ledger: &Ledger) -> Found {
    let session = changed(&ledger.entries);
    let hidden = has_gaps(ledger) || ledger.entries.iter().any(|entry| entry.opaque);
    match claim.kind {
        ClaimKind::FileCount => count(claim, ledger, hidden),
        ClaimKind::OnlyFiles => only(claim, ledger),
        ClaimKind::FileUntouched => untouched(claim, ledger, hidden),
        ClaimKind::Fixed => fixed(ledger, &session, hidden),
        _ => touched(claim, ledger, &session, hidden),
    }
}

/// Whether anything was changed at all: more cannot be told of a fix.
fn fixed(ledger: &Ledger, session: &[&str], hidden: bool) -> Found {
    // A description, a comment, a branch can be fixed elsewhere.
    let elsewhere = ledger
        .runs()
        .any(|(_, run)| run.parts.iter().any(|part| SHOWS.iter().any(|command| part.starts_with(command))));
    let trace = match (session.is_empty(), hidden || elsewhere) {
        (false, _) => Trace::There,
        (true, true) => Trace::Unknown,
        (true, false) => Trace::Missing,
    };
    Found { trace, sure: true, line: "nothing was changed in this session".to_owned(), ..Found::default() }
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
    ends(path, name)
        || (path.contains('/') && ends(name, path))
        || (!path.contains('/') && path::base_name(name) == path)
}

fn touched(claim: &Claim, ledger: &Ledger, session: &[&str], hidden: bool) -> Found {
    let known = |name: &&String| session.iter().any(|path| same_file(name, path));
    let there = claim.objects.iter().filter(known).count();
    let missing = claim.objects.iter().find(|name| !known(name));
    let named = || claim.objects.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    if there > 0 && is_of_removal(claim) && !removes(ledger) {
        return Found {
            holds: Some(if hidden { 0.0 } else { -LIKELY }),
            trace: Trace::There,
            line: format!("{} changed, and nothing was deleted", named()),
            ..Found::default()
        };
    }
    if there > 0 {
        let holds = if missing.is_none() { SURE } else { SIGN };
        return Found {
            holds: Some(holds),
            entity: Some(holds),
            trace: Trace::There,
            line: format!("{} changed", named()),
            ..Found::default()
        };
    }
    // A command that names the file, or brings in the work of others, may have changed it.
    let spoken = |run: &Run| claim.objects.iter().any(|name| run.command.contains(path::stem(path::base_name(name))));
    let brings = |run: &Run| run.parts.iter().any(|part| BRINGS.iter().any(|command| part.starts_with(command)));
    let may = |entry: &Entry| entry.opaque && entry.run.as_ref().is_some_and(|run| spoken(run) || brings(run));
    // Of what a diff or a request of somebody shows, a report tells as well.
    let shows = |run: &Run| run.parts.iter().any(|part| SHOWS.iter().any(|command| part.starts_with(command)));
    let by_hand = |entry: &Entry| entry.run.is_none() && entry.files.iter().any(|file| file.verb.modifies());
    // Another agent names in its answer what it has changed.
    let told = |entry: &Entry| {
        entry.delegated
            && (entry.files.is_empty()
                || entry.files.iter().any(|file| claim.objects.iter().any(|name| same_file(name, &file.path))))
    };
    let unknown = !ledger.whole || ledger.entries.iter().any(|entry| may(entry) || told(entry));
    Found {
        trace: if unknown { Trace::Unknown } else { Trace::Missing },
        entity: (!unknown).then_some(-LIKELY),
        sure: !hidden
            && !ledger.runs().any(|(_, run)| spoken(run) || shows(run))
            && ledger.of_turn().iter().any(by_hand),
        line: format!("no change of {} in this session", named()),
        ..Found::default()
    }
}

/// "I deleted `a`": the file itself is said to be gone.
fn is_of_removal(claim: &Claim) -> bool {
    let lower = claim.text.to_lowercase();
    let first = lower.split(|sign: char| !sign.is_alphabetic()).find(|word| !["", "i", "ve", "have"].contains(word));
    claim.plain && matches!(first, Some("deleted" | "removed"))
}

/// True where the session deleted or moved anything at all: which files a folder held is not on record.
fn removes(ledger: &Ledger) -> bool {
    ledger.entries.iter().flat_map(|entry| &entry.files).any(|file| file.verb == FileVerb::Delete)
}

fn untouched(claim: &Claim, ledger: &Ledger, hidden: bool) -> Found {
    let session = left(ledger, 0);
    // A bare name is of the project: a copy in a folder for passing things is another file.
    let meant = |name: &str, path: &str| same_file(name, path) && (name.contains('/') || !path.starts_with('/'));
    let hit = claim.objects.iter().find_map(|name| session.iter().find(|path| meant(name, path)));
    if let Some(path) = hit {
        // Of two files with one name the report may mean the other.
        let name = path::base_name(path);
        let others = ledger.entries.iter().flat_map(|entry| &entry.files);
        let mut others = others.filter(|file| path::base_name(&file.path) == name && file.path != **path);
        let bare = claim.objects.iter().all(|object| !object.contains('/'));
        // A package manager writes its files anew and mostly leaves them as they were: `go mod tidy`, `npm install`.
        let wrote = |entry: &&Entry| entry.files.iter().any(|file| file.verb.modifies() && file.path == **path);
        let kept = dependency::is_managed(path) && ledger.entries.iter().filter(wrote).all(|entry| entry.run.is_some());
        let doubt = bare && others.next().is_some() || kept;
        let holds = if doubt { -LIKELY } else { -SURE };
        return Found {
            holds: Some(holds),
            trace: Trace::There,
            sure: !doubt,
            line: format!("{path} was changed in this session"),
            ..Found::default()
        };
    }
    let holds = if hidden { SIGN } else { SURE };
    Found {
        holds: Some(holds),
        trace: Trace::There,
        line: "no change of it is on record".to_owned(),
        ..Found::default()
    }
}

fn only(claim: &Claim, ledger: &Ledger) -> Found {
    let turn = left(ledger, ledger.turn);
    let named = |path: &&&str| claim.objects.iter().any(|name| same_file(name, path));
    let others: Vec<&str> = turn.iter().filter(|path| !named(path)).copied().collect();
    // Files outside the project are no part of the work.
    let others: Vec<&str> = others.into_iter().filter(|path| !path.starts_with('/')).collect();
    let hidden = has_gaps(ledger) || ledger.of_turn().iter().any(|entry| entry.opaque);
    if others.is_empty() {
        let all = claim.objects.iter().all(|name| turn.iter().any(|path| same_file(name, path)));
        let holds = if all && !hidden { SURE } else { SIGN };
        return Found {
            holds: Some(holds),
            trace: Trace::There,
            line: "no other change in this turn".to_owned(),
            ..Found::default()
        };
    }
    let more = if others.len() > NAMED { format!(" and {} more", others.len() - NAMED) } else { String::new() };
    let listed = others.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    // What is taken out is among them, or not.
    if claim.excepts {
        return Found::default();
    }
    Found {
        holds: Some(-SURE),
        trace: Trace::There,
        sure: true,
        line: format!("also changed in this turn: {listed}{more}"),
        ..Found::default()
    }
}

fn count(claim: &Claim, ledger: &Ledger, hidden: bool) -> Found {
    // What was put back or removed again may be counted or not.
    let turn = changed(ledger.of_turn());
    let value = claim.value.and_then(|value| usize::try_from(value).ok()).unwrap_or_default();
    // What commands write, and what lies outside the project, may be counted or not.
    let by_hand = |path: &str| {
        let wrote = |file: &FileEffect| file.verb.modifies() && file.path == path;
        ledger.of_turn().iter().any(|entry| entry.run.is_none() && entry.files.iter().any(wrote))
    };
    let fewest = left(ledger, ledger.turn).iter().filter(|path| !path.starts_with('/') && by_hand(path)).count();
    let number = if (fewest..=turn.len()).contains(&value) {
        Some(SURE)
    } else if value < fewest || !hidden {
        Some(-SURE)
    } else if value > turn.len() + 1 {
        None
    } else {
        // A formatter changes what is changed already, as a rule.
        Some(-LIKELY)
    };
    Found {
        number,
        trace: Trace::There,
        line: format!("{} files changed in this turn", turn.len()),
        ..Found::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::{ClaimVerdict, Entry, FileEffect, FileVerb, Ledger};
    use crate::verify;
    use crate::verify::ledger::testing::recorded;

    /// What becomes of a report's first claim after these effects on files.
    #[track_caller]
    fn check(effects: &[(FileVerb, &str)], report: &str, expected: ClaimVerdict) {
        let entry = |(verb, path): &(FileVerb, &str)| Entry {
            files: vec![FileEffect { verb: *verb, path: (*path).to_owned() }],
            ..Entry::default()
        };
        let ledger = Ledger { entries: effects.iter().map(entry).collect(), whole: true, ..Ledger::default() };
        let claims = verify::claims(report);
        let claim = claims.first().unwrap_or_else(|| panic!("no claim in {report}"));
        assert_eq!(verify::judge(claim, &ledger, &crate::config::defaults()).verdict, expected, "{report}");
    }

    #[test]
    fn a_file_that_is_said_to_be_deleted_is_not_merely_changed() {
        let edited = [(FileVerb::Edit, "src/report.py")];
        check(&edited, "I deleted `src/report.py`.", ClaimVerdict::Contradicted);
        check(&edited, "I updated `src/report.py`.", ClaimVerdict::Supported);
        check(&edited, "I removed the debug output from `src/report.py`.", ClaimVerdict::Supported);
        let deleted = [(FileVerb::Edit, "src/report.py"), (FileVerb::Delete, "src/report.py")];
        check(&deleted, "I deleted `src/report.py`.", ClaimVerdict::Supported);
        // A folder may have gone with it.
        check(
            &[(FileVerb::Edit, "src/a.py"), (FileVerb::Delete, "src")],
            "Removed `src/a.py`.",
            ClaimVerdict::Supported,
        );
    }

    /// The same where each line of a scenario is a turn's call, and `turn` the place at which the present turn begins.
    #[track_caller]
    fn after(lines: &[&str], turn: usize, report: &str, expected: ClaimVerdict) {
        let entries: Vec<Entry> = lines.iter().map(|line| recorded(line).unwrap_or_default()).collect();
        let ledger = Ledger { entries, turn, whole: true };
        let claims = verify::claims(report);
        let claim = claims.first().unwrap_or_else(|| panic!("no claim in {report}"));
        let judged = verify::judge(claim, &ledger, &crate::config::defaults());
        assert_eq!(judged.verdict, expected, "{lines:?}: {report}");
    }

    const ONLY: &str = "Only src/a.js is changed.";

    #[test]
    fn what_the_session_made_and_removed_is_no_change() {
        let (made, gone) = ("write src/b.css #b", "bash rm src/b.css");
        for lines in [
            &["edit src/a.js #a", made, gone][..],
            &["edit src/a.js #a", made, "bash git checkout src && rm src/b.css"],
            &["edit src/a.js #a", "write scratch/b.js #b", "bash rm -r scratch"],
            &[
                "edit src/a.js #a",
                "bash echo x > notes.txt",
                "bash git commit -am x => [main 1a2b3c4] x",
                "bash rm notes.txt",
            ],
        ] {
            after(lines, 0, ONLY, ClaimVerdict::Supported);
            // In a turn of its own it removes what an earlier one made.
            after(lines, lines.len() - 1, ONLY, ClaimVerdict::Supported);
        }
        for lines in [
            &["edit src/a.js #a", gone][..],
            &["edit src/a.js #a", "read src/b.css => x", gone],
            &["edit src/a.js #a", made],
            &["edit src/a.js #a", gone, made],
            &["edit src/a.js #a", "write scratch/b.js #b", "edit scratch/c.js #c", "bash rm -r scratch"],
            &["edit src/a.js #a", made, "bash git add -A && git commit -m x => [main 1a2b3c4] x", gone],
        ] {
            after(lines, 0, ONLY, ClaimVerdict::Contradicted);
        }
    }

    #[test]
    fn what_git_puts_back_is_no_change() {
        for back in [
            "git checkout src/styles",
            "git checkout .",
            "git restore src/styles/b.css",
            "git stash",
            "git reset --hard",
        ] {
            let back = format!("bash {back}");
            after(&["edit src/styles/b.css #b", &back, "edit src/a.js #a"], 0, ONLY, ClaimVerdict::Supported);
            after(
                &["edit src/styles/b.css #b", &back, "edit src/a.js #a"],
                0,
                "1 file was changed.",
                ClaimVerdict::Supported,
            );
        }
        // What git does not know it leaves as it is.
        for back in
            ["git checkout src/styles", "git checkout .", "git checkout docs", "git stash && npm test && git stash pop"]
        {
            let back = format!("bash {back}");
            after(&["write src/styles/b.css #b", &back, "edit src/a.js #a"], 0, ONLY, ClaimVerdict::Contradicted);
        }
        after(
            &["edit b.css #b", "bash git stash", "bash git stash pop", "edit src/a.js #a"],
            0,
            ONLY,
            ClaimVerdict::Contradicted,
        );
    }
}
