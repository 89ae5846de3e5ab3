//! The way back: a first action and what follows.

use super::name::named;
use crate::domain::{Finding, Goal, Pattern, RecoveryPlan, ScopeReason, SignalId, Step};

/// The plan for a verdict. The first action names a file, a folder or a command; nothing in it destroys work: what was
/// changed without being asked for is told to the user, who decides. `worked` is earlier work on the goal, the best example
/// first: it makes the way back to a folder a way back to a file.
pub fn plan(goal: &Goal, findings: &[Finding], worked: &[Step]) -> Option<RecoveryPlan> {
    let worst = findings.first()?;
    let path = worst.evidence.paths.first();
    let mut steps = Vec::new();
    let (first_action, first_path) = match worst.signal {
        SignalId::CONSTRAINT_BREACH => match path {
            // There is nothing to put back.
            Some(path) if worst.what.starts_with("created ") => {
                (format!("remove {} again, which this work created", named(path)), Some(path.clone()))
            }
            Some(path) if let Some(code) = &worst.evidence.code => {
                (format!("take {code} out of {} again", named(path)), Some(path.clone()))
            }
            Some(path) => (format!("put {} back as it was before this work", named(path)), Some(path.clone())),
            None => ("tell the user that this command has run".to_owned(), None),
        },
        // The chain may go on where no word shows it: the agent knows, and is asked.
        SignalId::THREAD_BREAK | SignalId::STRAY_SCRIPT => {
            let (shown, home) =
                home(goal).map_or(("what the user asked for".to_owned(), None), |(shown, home)| (shown, Some(home)));
            (format!("say what this change has to do with the goal, or go back to {shown}"), home)
        }
        SignalId::OVERREACH => {
            ("tell the user that this has run and what it has changed, and run no more of it".to_owned(), None)
        }
        SignalId::SCOPE_CREEP => (
            "say what this has to do with the goal, or stop here and tell the user what else could be done".to_owned(),
            None,
        ),
        signal => match (way_out(signal), home(goal)) {
            (Some(way_out), _) => (way_out.to_owned(), None),
            (None, Some((shown, path))) => (format!("go back to {shown}{}", proven(&path, worked)), Some(path)),
            (None, None) => ("go back to what the user asked for".to_owned(), None),
        },
    };
    if let (Some(path), true) = (path, worst.signal != SignalId::CONSTRAINT_BREACH) {
        steps.push(format!(
            "leave {} as it is now and say in your reply that it was changed, or ask whether it is wanted",
            named(path)
        ));
    }
    Some(RecoveryPlan { first_action, first_path, steps })
}

/// The first thing to do about a loop; `None` for what is no loop.
pub(super) fn way_out(signal: SignalId) -> Option<&'static str> {
    Some(match signal {
        SignalId::ACTION_REPEAT | SignalId::ALTERNATION => {
            "say what the last result shows and try something else than the same command"
        }
        SignalId::FAILURE_LOOP => "say what the error shows and look for another cause than so far",
        SignalId::EDIT_REVERT => "say why neither version helps and look for the cause elsewhere",
        SignalId::READ_LOOP => "work with what was read, it has not changed",
        SignalId::MONOLOGUE => "do the next step, or tell the user what is missing for it",
        _ => return None,
    })
}

/// Which file below the goal's place was changed while the work was on the goal, as the end of "go back to ...". Only that
/// is said of it: whether a test passed then is more than a step tells. A place that is a file needs no other name.
fn proven(home: &str, worked: &[Step]) -> String {
    let below = |file: &str| file.strip_prefix(home).is_some_and(|rest| rest.starts_with('/'));
    let changes = worked.iter().filter(|step| matches!(step.action_type.as_str(), "edit" | "write"));
    let file = changes.flat_map(|step| &step.files).find(|file| below(file));
    file.map_or_else(String::new, |file| format!(", where the work on {file} was on the goal"))
}

/// Where the goal's work is: the first file the user named, else the first folder; as shown and as a path.
fn home(goal: &Goal) -> Option<(String, String)> {
    let places = |wanted: fn(&Pattern) -> bool| {
        goal.scope
            .entries
            .iter()
            .filter(|entry| !matches!(entry.reason, ScopeReason::Mentioned | ScopeReason::Imported))
            .find(|entry| wanted(&entry.pattern))
    };
    let entry = places(|pattern| matches!(pattern, Pattern::File(_)))
        .or_else(|| places(|pattern| matches!(pattern, Pattern::Folder(folder) if !folder.is_empty())))?;
    let (Pattern::File(path) | Pattern::Folder(path) | Pattern::Glob(path)) = &entry.pattern;
    Some((entry.pattern.shown(), path.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{EventId, Evidence, Scope, ScopeEntry, Severity, SignalId};

    #[track_caller]
    fn check(home: Option<Pattern>, worked: &[(&str, &str)], expected: &str) {
        let entry = |pattern| ScopeEntry { pattern, reason: ScopeReason::Named, words: String::new() };
        let goal = Goal { scope: Scope { entries: home.map(entry).into_iter().collect() }, ..Goal::default() };
        let finding = Finding {
            signal: SignalId::OUT_OF_SCOPE,
            severity: Severity::new(0.4),
            what: "changed web/theme.css".into(),
            evidence: Evidence { events: vec![EventId(1)], ..Evidence::default() },
            key: "out-of-scope:web/theme.css".into(),
        };
        let worked: Vec<Step> = worked.iter().map(|(action, file)| Step::good(action, file)).collect();
        assert_eq!(plan(&goal, &[finding], &worked).unwrap().first_action, expected);
    }

    #[test]
    fn what_was_forbidden_is_taken_back_as_it_was_done() {
        let way_back = |what: &str| {
            let finding = Finding {
                signal: SignalId::CONSTRAINT_BREACH,
                severity: Severity::new(1.0),
                what: format!("{what} src/db/009.sql"),
                evidence: Evidence { paths: vec!["src/db/009.sql".into()], ..Evidence::default() },
                key: "constraint-breach:src/db/009.sql".into(),
            };
            plan(&Goal::default(), &[finding], &[]).unwrap().first_action
        };
        assert_eq!(way_back("changed"), "put src/db/009.sql back as it was before this work");
        assert_eq!(way_back("created"), "remove src/db/009.sql again, which this work created");
    }

    #[test]
    fn the_way_back_names_the_work_that_was_on_the_goal() {
        let folder = || Some(Pattern::Folder("src/auth".into()));
        let file = || Some(Pattern::File("src/auth/token.py".into()));
        let (token, session) = (("edit", "src/auth/token.py"), ("write", "src/auth/session.py"));
        check(None, &[token], "go back to what the user asked for");
        check(folder(), &[], "go back to src/auth/");
        check(folder(), &[token], "go back to src/auth/, where the work on src/auth/token.py was on the goal");
        check(
            folder(),
            &[session, token],
            "go back to src/auth/, where the work on src/auth/session.py was on the goal",
        );
        check(folder(), &[("edit", "src/authority.py"), ("bash", "src/auth/token.py")], "go back to src/auth/");
        check(file(), &[session, token], "go back to src/auth/token.py");
    }
}
