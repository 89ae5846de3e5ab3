//! The way back: a first action and what follows.

use crate::domain::{Finding, Goal, Pattern, RecoveryPlan, ScopeReason};

/// The plan for a verdict. The first action names a file, a folder or a command; nothing in it destroys work: what was
/// changed without being asked for is told to the user, who decides.
pub fn plan(goal: &Goal, findings: &[Finding]) -> Option<RecoveryPlan> {
    let worst = findings.first()?;
    let path = worst.evidence.paths.first();
    let mut steps = Vec::new();
    let (first_action, first_path) = match worst.signal.0 {
        "constraint-breach" => match path {
            Some(path) => (format!("put {path} back as it was before this work"), Some(path.clone())),
            None => ("tell the user that this command has run".to_owned(), None),
        },
        signal => match (way_out(signal), home(goal)) {
            (Some(way_out), _) => (way_out.to_owned(), None),
            (None, Some((shown, path))) => (format!("go back to {shown}"), Some(path)),
            (None, None) => ("go back to what the user asked for".to_owned(), None),
        },
    };
    if let (Some(path), true) = (path, worst.signal.0 != "constraint-breach") {
        steps.push(format!(
            "leave {path} as it is now and say in your reply that it was changed, or ask whether it is wanted"
        ));
    }
    Some(RecoveryPlan { first_action, first_path, steps })
}

/// The first thing to do about a loop; `None` for what is no loop.
pub(super) fn way_out(signal: &str) -> Option<&'static str> {
    Some(match signal {
        "action-repeat" | "alternation" => {
            "say what the last result shows and try something else than the same command"
        }
        "failure-loop" => "say what the error shows and look for another cause than so far",
        "edit-revert" => "say why neither version helps and look for the cause elsewhere",
        "read-loop" => "work with what was read, it has not changed",
        "monologue" => "do the next step, or tell the user what is missing for it",
        _ => return None,
    })
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
