//! `driftguard trial report`: what driftguard would have done in the recorded days.

use super::project::Project;
use super::report::{self, Trial, Worst};
use super::{pick, print};
use crate::cli::Json;
use crate::cli::exit::ExitStatus;
use crate::guard::port::StoreError;
use crate::host::Host;
use crate::store::SqliteStore;

/// Sums what is stored of all sessions and prints it.
pub fn run(host: &Host, project: &Project, request: &Json) -> anyhow::Result<ExitStatus> {
    let store = pick::store(host, project)?;
    let mut trial = Trial::default();
    for session in store.assessed_sessions().map_err(pick::told)? {
        let history = store.drift_events(&session, usize::MAX).map_err(pick::told)?;
        trial.add(&session, &history, &project.config);
    }
    for worst in trial.worst_mut() {
        worst.goal = goal(&store, worst).map_err(pick::told)?;
    }
    let figures = store.figures(None).map_err(pick::told)?;
    let (config, mode) = (&project.config, project.config.mode);
    print::answer(&if request.json {
        report::trial_json(&trial, figures, mode)
    } else {
        report::trial(&trial, figures, mode, config, print::style())
    })?;
    Ok(ExitStatus::Ok)
}

/// The goal of that moment: the session's present one, else that of the piece of work that was closed.
fn goal(store: &SqliteStore, worst: &Worst) -> Result<Option<String>, StoreError> {
    let present = store.read_session(&worst.session)?.and_then(|session| session.goal);
    if let Some(goal) = present.filter(|goal| goal.revision == worst.revision) {
        return Ok(Some(goal.line));
    }
    let tasks = store.tasks(&worst.session, usize::MAX)?;
    Ok(tasks.into_iter().find(|task| task.revision == worst.revision).map(|task| task.goal))
}
