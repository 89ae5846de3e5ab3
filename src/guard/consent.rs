//! What the user lets through where a limit wants them to be asked, or where the work has left the goal.
//!
//! Owns what a yes is worth: this call, and later changes of the same files. Other files are asked about again.

use super::state::Guard;
use crate::domain::{Action, Pattern, Place, Relation, Target};
use crate::goal;
use crate::text::path;
use crate::text::pattern::{covers, means};

/// Most files that a limit leaves free in this way.
const MAX_FREE: usize = 64;

/// Takes note that an action ran about which the user was asked.
pub(super) fn take(guard: &mut Guard<'_>, action: &Action) {
    let root = &guard.session.root;
    let files: Vec<String> = action
        .modifications()
        .filter_map(|effect| Some(path::resolve(root, action.cwd.as_deref(), &effect.path).inside()?.to_owned()))
        .collect();
    let limits = guard.session.goal.iter_mut().flat_map(|goal| &mut goal.constraints).filter(|limit| limit.asks);
    for limit in limits {
        for file in &files {
            // A folder of the limit is no file of it: what lies in it is asked about again.
            let folder = |target: &Target| matches!(target, Target::Paths(Pattern::Folder(place)) if path::is_below(place, file));
            let held = limit.targets.iter().any(|target| means(target, file)) && !limit.targets.iter().any(folder);
            if held && limit.except.len() < MAX_FREE && !limit.excepts(|place| covers(place, file)) {
                limit.except.push(Pattern::File(file.clone()));
            }
        }
    }
    open(guard, &files);
}

/// Those of the files that lie beyond the goal belong to it from now on. What else has strayed is forgiven by nobody.
fn open(guard: &mut Guard<'_>, files: &[String]) {
    for file in files.iter().take(MAX_FREE) {
        let Some(goal) = &guard.session.goal else { return };
        let place = Place::Inside(file.clone());
        let relation = guard.scope.relate(goal, &place, &[], &guard.session.changed);
        if matches!(relation, Relation::Unrelated(_) | Relation::Unknown)
            && let Some(goal) = guard.with_goal_context(None, |cx| goal::allow(goal, file, cx))
        {
            guard.session.goal = Some(goal);
        }
    }
}
