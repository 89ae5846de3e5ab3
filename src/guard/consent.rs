//! What the user lets through where a limit wants them to be asked, or where the work has left the goal.
//!
//! Owns how a question is put, and what a yes is worth: this call, and later changes of the same files for this goal. Other files are
//! asked about again. What a yes has opened is told in its own words wherever the goal is shown: nobody gave a command for it.

use super::record;
use super::state::Guard;
use crate::domain::{
    Action, ActionKind, Constraint, ConstraintKind, Decision, Pattern, Place, Relation, RemarkKind, Target,
};
use crate::goal;
use crate::text::path;
use crate::text::pattern::{covers, means};

/// Most files that a limit leaves free in this way.
const MAX_FREE: usize = 64;
/// Answers that are remembered to be shown, the newest.
const MAX_SHOWN: usize = 16;

/// A question to the person. Beside a command the client shows its reason; beside the change of a file it shows the change alone, so
/// that the reason stands in a line below it.
pub(super) fn question(action: &Action, reason: String) -> Decision {
    let shows_the_change_alone = matches!(action.kind, ActionKind::Edit | ActionKind::Write);
    Decision::Ask { notice: shows_the_change_alone.then(|| reason.clone()), reason }
}

/// Takes note that an action ran about which the user was asked.
pub(super) fn take(guard: &mut Guard<'_>, action: &Action) {
    let root = &guard.session.root;
    let files: Vec<String> = action
        .modifications()
        .filter_map(|effect| Some(path::resolve(root, action.cwd.as_deref(), &effect.path).inside()?.to_owned()))
        .collect();
    let limits = guard.session.goal.iter_mut().flat_map(|goal| &mut goal.constraints).filter(|limit| is_asked(limit));
    for limit in limits {
        for file in &files {
            // A folder of the limit is no file of it: what lies in it is asked about again.
            let folder = |target: &Target| matches!(target, Target::Paths(Pattern::Folder(place)) if path::is_below(place, file));
            let meant = |target: &Target| *target == Target::AnyChange || means(target, file);
            let held = limit.targets.iter().any(meant) && !limit.targets.iter().any(folder);
            if held && limit.except.len() < MAX_FREE && !limit.excepts(|place| covers(place, file)) {
                limit.except.push(Pattern::File(file.clone()));
            }
        }
    }
    open(guard, &files);
    remember(guard, action, &files);
}

/// True for a limit that a question may have been about: the user wants to be asked, or it is told and was crossed again and again.
fn is_asked(limit: &Constraint) -> bool {
    limit.asks || limit.kind == ConstraintKind::DoNot && !limit.denies
}

/// Those of the files that lie beyond the goal belong to it from now on. What else has strayed is forgiven by nobody.
fn open(guard: &mut Guard<'_>, files: &[String]) {
    for file in files.iter().take(MAX_FREE) {
        let Some(goal) = &guard.session.goal else { return };
        let place = Place::Inside(file.clone());
        let relation = guard.scope.relate(goal, &place, &[], &guard.session.changed);
        if matches!(relation, Relation::Unrelated(_) | Relation::Unknown)
            && let Some(goal) = guard.with_goal_context(None, |cx| goal::let_through(goal, file, cx))
        {
            guard.session.goal = Some(goal);
        }
    }
}

/// What was let through, for people who ask later.
fn remember(guard: &mut Guard<'_>, action: &Action, files: &[String]) {
    let about = record::about(action);
    let seen: Vec<String> = match files {
        [] => vec![format!("run `{about}`")],
        files => files.iter().take(MAX_SHOWN).map(|file| format!("change {file}")).collect(),
    };
    let further = if files.is_empty() {
        "The next one is asked about again."
    } else {
        "Later changes of the same file run unasked for this goal; no command of driftguard was given for it."
    };
    let text = format!("It ran after the question, so the answer was yes: {}. {further}", seen.join(", "));
    let known = &mut guard.session.consented;
    known.retain(|one| !seen.contains(one));
    known.extend(seen);
    known.drain(..known.len().saturating_sub(MAX_SHOWN));
    record::keep(guard, RemarkKind::Consent, about, &text);
}
