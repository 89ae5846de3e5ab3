//! `driftguard status`: mode, goal, score and state of one session of this project, or a line about each.

use super::project::Project;
use super::report::{self, Fault, Listed, StatusView};
use super::{memory, pick, print};
use crate::cli::Status;
use crate::cli::exit::ExitStatus;
use crate::domain::Pause;
use crate::host::{self, Host};
use crate::store::SqliteStore;

/// Tasks looked at for those that need a review, and assessments for the last ones that had something to judge.
const LOOK_BACK: usize = 50;

/// Sessions listed at most.
const MAX_SESSIONS: usize = 50;

/// Prints the status.
pub fn run(host: &Host, project: &Project, request: &Status) -> anyhow::Result<ExitStatus> {
    let store = pick::store(host, project)?;
    if request.all {
        return all(&store, project, request.json);
    }
    let picked = match request.session() {
        Some(id) => Some(pick::picked(&store, project, Some(id))?),
        None => pick::last(&store, project)?,
    };
    let below = if picked.is_none() { pick::below(&store, &project.root.path) } else { None };
    let (session, why) = picked.map(|picked| (picked.session, picked.why)).unzip();
    let why = why.flatten();
    let history = session.as_ref().map(|session| store.drift_events(&session.id, LOOK_BACK));
    let history = history.transpose().map_err(pick::told)?.unwrap_or_default();
    let figures = session.as_ref().map(|session| store.figures(Some(&session.id)));
    let figures = figures.transpose().map_err(pick::told)?.unwrap_or_default();
    let mut review = store.tasks_of_project(&project.root.path, LOOK_BACK).map_err(pick::told)?;
    review.retain(|task| task.tags.iter().any(|tag| tag == "needs-review"));
    let in_force = |pause: &Pause| pause.in_force(host.now_ms());
    let own = session.as_ref().and_then(|session| session.pause);
    let of_all = store.pause().map_err(pick::told)?.filter(in_force);
    let pause = of_all.or(own.filter(in_force));
    let counts = host::counts(&host::read(&host.paths));
    let faults: Vec<Fault> = counts
        .into_iter()
        .map(|(cause, times)| Fault { what: cause.name().to_owned(), times: u64::try_from(times).unwrap_or(u64::MAX) })
        .collect();
    let memory = memory::overview(host, &project.config);
    let view = StatusView {
        memory: memory.as_ref(),
        version: env!("CARGO_PKG_VERSION"),
        mode: project.config.mode,
        pause,
        pause_of_session: of_all.is_none(),
        session: session.as_ref(),
        why: why.as_deref(),
        below: below.as_deref(),
        history: &history,
        figures,
        review: &review,
        faults: &faults,
        database: &host.paths.database.display().to_string(),
    };
    print::answer(&if request.json { report::status_json(&view) } else { report::status(&view, print::style()) })?;
    Ok(ExitStatus::Ok)
}

/// A line about each session of the project.
fn all(store: &SqliteStore, project: &Project, json: bool) -> anyhow::Result<ExitStatus> {
    let sessions = store.sessions_of_project(&project.root.path, MAX_SESSIONS).map_err(pick::told)?;
    let mut listed = Vec::with_capacity(sessions.len());
    for session in &sessions {
        let last = store.drift_events(&session.id, 1).map_err(pick::told)?.pop();
        listed.push(Listed { session, last });
    }
    print::answer(&if json { report::sessions_json(&listed) } else { report::sessions(&listed, print::style()) })?;
    Ok(ExitStatus::Ok)
}
