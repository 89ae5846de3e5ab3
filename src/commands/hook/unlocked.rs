//! What is answered where the database cannot be written or not even be read: another hook holds it, the disk is full or may only be
//! read, the file is damaged or of a newer version.
//!
//! A limit in force and a question to the person hold there too. Where nothing of the session can be read, what the configuration protects
//! and driftguard's own settings are still kept: they need no memory.

use super::moment::{Moment, Passed};
use super::opening::opening;
use crate::agent::Adapter;
use crate::commands::project::Project;
use crate::domain::{Decision, HookEvent, HookInput};
use crate::host::Host;
use crate::store::SqliteStore;

/// The denial of a call that is about to run, or the question about it.
pub(super) fn stopped(
    host: &Host,
    project: &Project,
    input: &HookInput,
    adapter: &'static dyn Adapter,
) -> Option<Decision> {
    if input.event != HookEvent::BeforeTool {
        return None;
    }
    let how = opening(&project.config, false);
    let path = &host.paths.database;
    let stored = SqliteStore::open(path, how).or_else(|_| SqliteStore::open_to_read(path, how));
    let known =
        stored.ok().and_then(|mut store| seen(host, project, adapter, input, &mut store, host.now_ms()).ok()?);
    let passed = known.or_else(|| unknown(host, project, adapter, input))?;
    matches!(passed.decision, Decision::Deny { .. } | Decision::Ask { .. }).then_some(passed.decision)
}

/// The present event, passed through the session as it is stored; `None` for one that is not known yet. Nothing is written.
pub(super) fn seen(
    host: &Host,
    project: &Project,
    adapter: &'static dyn Adapter,
    input: &HookInput,
    store: &mut SqliteStore,
    now: i64,
) -> anyhow::Result<Option<Passed>> {
    let beginning = store.look(&input.session_id)?;
    if beginning.session.is_none() {
        return Ok(None);
    }
    let moment = Moment::new(host, project, store, adapter, now, &beginning);
    moment.pass(beginning, std::iter::empty(), input).map(Some)
}

/// The same for a session of which nothing can be read.
fn unknown(host: &Host, project: &Project, adapter: &'static dyn Adapter, input: &HookInput) -> Option<Passed> {
    let mut store = SqliteStore::in_memory(opening(&project.config, false)).ok()?;
    let beginning = store.look(&input.session_id).ok()?;
    let moment = Moment::new(host, project, &store, adapter, host.now_ms(), &beginning);
    moment.pass(beginning, std::iter::empty(), input).ok()
}
