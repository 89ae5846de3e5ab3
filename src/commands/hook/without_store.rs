//! What is answered where the database cannot be written or not even be read: another hook holds it, the disk is full or may only be
//! read, the file is damaged or of a newer version.
//!
//! A limit in force and a question to the person hold there too. Where nothing of the session can be read, what the configuration protects
//! and driftguard's own settings are still kept: they need no memory.

use super::moment::Moment;
use super::opening::opening;
use crate::agent::Adapter;
use crate::commands::project::Project;
use crate::domain::{Decision, HookEvent, HookInput};
use crate::host::Host;
use crate::store::SqliteStore;

/// The denial of a call that is about to run, or the question about it. Nothing is written.
pub(super) fn stopped(
    host: &Host,
    project: &Project,
    input: &HookInput,
    adapter: &'static dyn Adapter,
) -> Option<Decision> {
    if input.event != HookEvent::BeforeTool {
        return None;
    }
    let decided = |mut store: SqliteStore| {
        let beginning = store.look(&input.session_id).ok()?;
        let moment = Moment::new(host, project, &store, adapter, host.now_ms(), &beginning);
        Some(moment.pass(beginning, std::iter::empty(), input).ok()?.decision)
    };
    let how = opening(&project.config, false);
    let path = &host.paths.database;
    let stored = SqliteStore::open(path, how).or_else(|_| SqliteStore::open_to_read(path, how));
    // What is stored says that driftguard is paused, too.
    let decision = stored.ok().and_then(decided).or_else(|| SqliteStore::in_memory(how).ok().and_then(decided))?;
    matches!(decision, Decision::Deny { .. } | Decision::Ask { .. }).then_some(decision)
}
