//! What the user lets through where a limit wants them to be asked.
//!
//! Owns what a yes is worth: this call, and later changes of the same files. Other files of the limit are asked about again.

use super::state::Guard;
use crate::domain::{Action, Pattern, Target};
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
}
