//! Does an action take the guard itself away?
//!
//! Owns the recognition of changes to driftguard's own wiring: its entries in the client's settings, its files, its
//! program, the transcript, and the commands that only the person gives. What counts is the result: an edit of the
//! settings that leaves our entries as they are is anybody's business. Reading is never tampering. In which words it is
//! refused is `correction`'s; who may unlock it is the caller's.

mod call;
mod command;
mod file;
mod harm;
mod mention;
mod person;
mod program;
mod reserved;
mod settings;
mod sweep;
mod whole;
mod wiring;

pub use wiring::Wiring;

use crate::domain::{Action, ActionKind, Tampering};
use crate::text::shell::Reading;

/// What `action`, which is about to run, would do to the wiring. `reading` is what the shell reader found in its whole
/// command ([`Action::whole_command`]); for other tools it is not looked at.
///
/// To be asked before the action is observed: credentials are taken out then, and the draft is gone in the next call.
pub fn judge(action: &Action, reading: &Reading, wiring: &Wiring<'_>) -> Option<Tampering> {
    match action.kind {
        ActionKind::Bash => command::judge(action, reading, wiring),
        ActionKind::Mcp if action.runs_a_shell() => {
            command::judge(action, reading, wiring).or_else(|| file::judge(action, wiring))
        }
        ActionKind::Edit | ActionKind::Write | ActionKind::Delete | ActionKind::Mcp => file::judge(action, wiring),
        ActionKind::Read
        | ActionKind::Search
        | ActionKind::Fetch
        | ActionKind::Delegate
        | ActionKind::Plan
        | ActionKind::Ask
        | ActionKind::Other => None,
    }
}
