//! What worked before, as the store is asked for it.

use super::port::Recall;
use crate::config::Config;
use crate::domain::{Goal, Pattern, ScopeReason, Session};
use crate::text::path;

/// Files, and folders, that are asked for at most: a text names one place, and a plan may hold a hundred.
const PLACES: usize = 8;

/// The question after earlier good work on the session's goal: the files and folders that may be touched for it, and its
/// words. `None` before there is a goal.
pub fn what_worked(session: &Session, config: &Config) -> Option<Recall> {
    let goal = session.goal.as_ref()?;
    let (files, folders) = places(goal);
    Some(Recall {
        session_id: session.id.clone(),
        files,
        folders,
        keywords: goal.keywords.clone(),
        without: session.drift.open.iter().map(|item| item.subject.clone()).collect(),
        min_score: config.escalation.drifted_below,
        limit: config.correction.max_recalled,
    })
}

/// The files and folders of a goal, what the user named first and the files' own folders last. What a file merely imports
/// is not what was asked for.
fn places(goal: &Goal) -> (Vec<String>, Vec<String>) {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    let mut entries: Vec<_> = goal.scope.entries.iter().filter(|entry| entry.reason != ScopeReason::Imported).collect();
    entries.sort_by_key(|entry| entry.reason);
    for entry in entries {
        match &entry.pattern {
            Pattern::File(file) => files.push(file.clone()),
            Pattern::Folder(folder) => folders.push(folder.clone()),
            Pattern::Glob(_) => {}
        }
    }
    files.truncate(PLACES);
    for file in &files {
        let folder = path::folder(file);
        if !folders.iter().any(|known| known == folder) {
            folders.push(folder.to_owned());
        }
    }
    folders.truncate(PLACES);
    (files, folders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::scenario::{Line, read_page};
    use crate::domain::{Decision, EventId, EvidenceItem, FileList, Relation, Root, Scope, ScopeEntry, Step};
    use crate::guard::{Facts, Playback};
    use std::cell::Cell;

    #[track_caller]
    fn check(entries: &[(Pattern, ScopeReason)], files: &[&str], folders: &[&str]) {
        let entry = |(pattern, reason): &(Pattern, ScopeReason)| ScopeEntry {
            pattern: pattern.clone(),
            reason: *reason,
            words: String::new(),
        };
        let scope = Scope { entries: entries.iter().map(entry).collect() };
        assert_eq!(
            places(&Goal { scope, ..Goal::default() }),
            (files.iter().map(ToString::to_string).collect(), folders.iter().map(ToString::to_string).collect())
        );
    }

    #[test]
    fn the_places_of_a_goal_are_asked_for_once() {
        let file = |path: &str| Pattern::File(path.into());
        let folder = |path: &str| Pattern::Folder(path.into());
        check(&[], &[], &[]);
        check(&[(file("src/a.rs"), ScopeReason::Named)], &["src/a.rs"], &["src"]);
        check(&[(file("src/a.rs"), ScopeReason::Imported)], &[], &[]);
        check(
            &[
                (file("src/b.rs"), ScopeReason::Mentioned),
                (file("src/a.rs"), ScopeReason::Named),
                (folder("src"), ScopeReason::Declared),
                (Pattern::Glob("docs/**".into()), ScopeReason::Allowed),
            ],
            &["src/a.rs", "src/b.rs"],
            &["src"],
        );
    }

    #[test]
    fn what_is_held_against_the_goal_is_no_example() {
        let config = crate::config::defaults();
        assert_eq!(what_worked(&Session::default(), &config), None);
        let mut session = Session { goal: Some(Goal::default()), ..Session::default() };
        session.drift.open.push(EvidenceItem {
            event: EventId(1),
            subject: "web/theme.css".into(),
            relation: Relation::Unknown,
            weight: 1.0,
            findings: Vec::new(),
            cited: false,
            made: false,
        });
        let asked = what_worked(&session, &config).unwrap();
        assert_eq!((asked.without, asked.min_score, asked.limit), (vec!["web/theme.css".to_owned()], 5, 10));
    }

    /// Plays a session whose store remembers good work on `src/auth/token.ts`; how often it is asked, and the last text.
    #[track_caller]
    fn check_asked(quiet: bool, lines: &[&str], times: usize, said: &str) {
        let page = format!("```session\n{}\n```\n", lines.join("\n"));
        let session = read_page(&page).expect("the lines read").sessions.remove(0);
        let (config, list, asked) = (crate::config::defaults(), FileList::default(), Cell::new(0));
        let files = &list;
        let recall = |_: &Recall| {
            asked.set(asked.get() + 1);
            vec![Step::good("edit", "src/auth/token.ts")]
        };
        let facts = Facts { quiet, recall: &recall, recording: true, ..Facts::of(&config, &files) };
        let root = Root { path: "/project".into(), ..Root::default() };
        let mut playback = Playback::new(Session { root, ..Session::default() }, &facts);
        for line in session.lines {
            let Line::Events(events) = line else { continue };
            for event in events {
                playback.play(event);
            }
        }
        let given = playback.finish().0.into_iter().rev().find_map(|assessment| match assessment.decision {
            Decision::Inject { text, .. } => Some(text),
            _ => None,
        });
        let text = given.unwrap_or_default();
        assert!(text.contains(said) && text.is_empty() == said.is_empty(), "{text}");
        assert_eq!(asked.get(), times, "{text}");
    }

    #[test]
    fn the_store_is_asked_only_for_a_text_from_correct_on() {
        const GOAL: &str = "user fix the expired token bug, keep to src/auth";
        let way_back = "Next: go back to src/auth/, where the work on src/auth/token.ts was on the goal; leave";
        check_asked(false, &[GOAL, "edit src/auth/token.ts", "edit src/auth/session.ts"], 0, "");
        check_asked(false, &[GOAL, "edit src/styles/theme.css"], 1, way_back);
        // The same evidence is not spoken of again: nobody asks.
        check_asked(false, &[GOAL, "edit src/styles/theme.css", "read a.ts", "user go on", "user go on"], 1, way_back);
        check_asked(true, &[GOAL, "edit src/styles/theme.css"], 0, "");
    }
}
