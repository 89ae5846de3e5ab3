//! Which session is meant: by id, by the beginning of an id, or the last active of this project.

use super::project::Project;
use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::report;
use crate::domain::{ByHand, Remark, Session, SessionStatus, Step};
use crate::guard::port::{Recall, StoreError};
use crate::host::{Host, Paths};
use crate::store::Opening;
use crate::store::SqliteStore;
use std::path::Path;
use std::time::Duration;

/// Seconds that a command run by hand waits for the database.
const PATIENCE: Duration = Duration::from_secs(3);
/// Sessions of a project among which one is chosen, the last active first.
const RECENT: usize = 50;

/// Opens the store for a command run by hand.
pub fn store(host: &Host, project: &Project) -> anyhow::Result<SqliteStore> {
    home(host)?;
    store_at(&host.paths, project)
}

/// The store where there is one that can be used. Nothing is created.
pub fn known(host: &Host, project: &Project) -> Option<SqliteStore> {
    host.paths.database.exists().then(|| store(host, project).ok()).flatten()
}

/// Refuses a home folder that is not there and would hold the database.
pub fn home(host: &Host) -> Result<(), Failure> {
    let Paths { home, database, .. } = &host.paths;
    // A home that is not there is a mistake in the environment: to make it would hide the mistake and find nothing either.
    if let Some(home) = home.as_ref().filter(|home| database.starts_with(home) && !home.exists()) {
        let message = format!("the home folder {} does not exist", home.display());
        let hint = "set HOME to your home folder, or DRIFTGUARD_HOME to the folder in which all is to lie";
        return Err(Failure::new(ExitStatus::Config, message, hint));
    }
    Ok(())
}

/// Opens the store among `paths`, for a command that outlives its surroundings.
pub fn store_at(paths: &Paths, project: &Project) -> anyhow::Result<SqliteStore> {
    Ok(open(paths, project).map_err(told)?)
}

/// The same with the error as the store tells it.
pub fn open(paths: &Paths, project: &Project) -> Result<SqliteStore, StoreError> {
    let how = Opening { deadline: PATIENCE, checkpoint: true, history: project.config.store.history };
    SqliteStore::open(&paths.database, how)
}

/// A store's error with its way out.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
pub fn told(error: StoreError) -> Failure {
    let (status, hint) = match &error {
        StoreError::Busy => (ExitStatus::Unavailable, "another driftguard works on it: try again in a moment"),
        StoreError::Newer { .. } => {
            (ExitStatus::Unavailable, "install the newest driftguard; this one leaves the file as it is")
        }
        StoreError::Corrupt { .. } => (
            ExitStatus::BadInput,
            "move the file away, with its -wal and -shm beside it: the next hook call makes a new one. The goals, limits and marks in it are lost, lessons are not",
        ),
        StoreError::Refused { .. } => (ExitStatus::Io, "nothing was changed; `driftguard doctor` looks at the file"),
        StoreError::Unusable { .. } => {
            (ExitStatus::Io, "check that the folder exists, is yours, and that the disk has room")
        }
        StoreError::Undecodable { .. } => {
            (ExitStatus::BadInput, "`driftguard purge --session ID` removes the session concerned")
        }
    };
    Failure::new(status, error.to_string(), hint)
}

/// The session that a command works on.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The session.
    pub session: Session,
    /// Why it is this one; `None` where the project has no other, or its id was given.
    pub why: Option<String>,
}

/// The session that `id` names (whole, or the only one that begins so), or the one of the project that [`last`] chooses.
pub fn picked(store: &SqliteStore, project: &Project, id: Option<&str>) -> anyhow::Result<Picked> {
    match id {
        None => last(store, project)?.ok_or_else(|| none(store, &project.root.path).into()),
        Some(id) => {
            let known = beginning(store, id)?.ok_or_else(|| {
                Failure::new(ExitStatus::NotFound, format!("no session is known whose id begins with {id}"), NAMED)
            })?;
            Ok(Picked { session: known, why: None })
        }
    }
}

/// The same session by itself.
pub fn session(store: &SqliteStore, project: &Project, id: Option<&str>) -> anyhow::Result<Session> {
    Ok(picked(store, project, id)?.session)
}

/// The session of the project that was active last. One that has no goal yet was only opened: it does not hide an open one that
/// people work in. One that has ended is not gone back to: what is said now is meant for what comes.
pub fn last(store: &SqliteStore, project: &Project) -> anyhow::Result<Option<Picked>> {
    let mut sessions = recent(store, project)?;
    let Some(newest) = sessions.first() else { return Ok(None) };
    let works = |session: &Session| session.goal.is_some() && session.status == SessionStatus::Active;
    let chosen = if newest.goal.is_some() { 0 } else { sessions.iter().position(works).unwrap_or(0) };
    let why = match (chosen, sessions.len()) {
        (0, 1) => None,
        (0, RECENT) => Some("the last active of many".to_owned()),
        (0, several) => Some(format!("the last active of {several}")),
        _ => Some(format!("the last active that has a goal; {} has none yet", report::short(&newest.id))),
    };
    let why = why.map(|why| format!("{why}; --session ID names another"));
    Ok(Some(Picked { session: sessions.swap_remove(chosen), why }))
}

/// The sessions of the project, the last active first.
pub fn recent(store: &SqliteStore, project: &Project) -> anyhow::Result<Vec<Session>> {
    Ok(store.sessions_of_project(&project.root.path, RECENT).map_err(told)?)
}

/// Where the last active session below a folder ran.
pub fn below(store: &SqliteStore, folder: &str) -> Option<String> {
    let projects = store.projects().unwrap_or_default();
    projects.into_iter().find(|path| path != folder && Path::new(path).starts_with(folder))
}

/// Where people find a session's id.
const NAMED: &str = "`driftguard status --all` lists the sessions of this project";

/// The only known session whose id is `id` or begins so; `None` where there is none, an error where there are several.
pub fn beginning(store: &SqliteStore, id: &str) -> anyhow::Result<Option<Session>> {
    if let Some(session) = store.read_session(id).map_err(told)? {
        return Ok(Some(session));
    }
    // An unset variable of the shell begins every id.
    if id.trim().is_empty() {
        return Err(Failure::new(ExitStatus::Usage, "the id of the session is empty", NAMED).into());
    }
    match &store.beginning_with(id).map_err(told)?[..] {
        [] => Ok(None),
        [only] => Ok(store.read_session(only).map_err(told)?),
        _ => {
            let message = format!("several sessions begin with {id}");
            Err(Failure::new(ExitStatus::NotFound, message, "give more of the id").into())
        }
    }
}

/// What the user said of a session at the terminal: the findings that are false alarms, and what its goal is. Nothing where the
/// store cannot tell.
pub fn said(store: Option<&SqliteStore>, session_id: &str) -> (Vec<String>, Vec<ByHand>) {
    let Some(store) = store else { return Default::default() };
    let marks = store.wrong(Some(session_id)).unwrap_or_default();
    let session = store.read_session(session_id).ok().flatten();
    (
        marks.into_iter().map(|mark| mark.finding_key).collect(),
        session.map(|session| session.by_hand).unwrap_or_default(),
    )
}

/// What worked before; nothing where the store cannot tell.
pub fn worked(store: Option<&SqliteStore>, query: &Recall) -> Vec<Step> {
    store.and_then(|store| store.what_worked(query).ok()).unwrap_or_default()
}

/// What was said about the steps of a session before they were taken; nothing where the store cannot tell.
pub fn remarks(store: Option<&SqliteStore>, session_id: &str) -> Vec<Remark> {
    store.and_then(|store| store.remarks(session_id).ok()).unwrap_or_default()
}

fn none(store: &SqliteStore, project: &str) -> Failure {
    let hint = below(store, project).map_or_else(
        || "start one in Claude Code; `driftguard doctor` shows whether the hooks run".to_owned(),
        |below| format!("the last session below it ran in {below}: go there first"),
    );
    Failure::new(ExitStatus::NotFound, format!("no session of {project} is known"), hint)
}
