//! The newest transcript beside what the hooks know: `check` and `explain` read the one without being told of a session, `status`,
//! `goal` and `wrong` go by the other.

use super::project::Project;
use super::report::short;
use super::{pick, print};
use crate::domain::Session;
use crate::store::SqliteStore;
use std::path::{Path, PathBuf};

/// What `driftguard wrong` can do about the findings of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Marking {
    /// It marks them without more.
    Plain,
    /// It has to be told of the session.
    Session(String),
    /// Nothing: no hook ran in the session.
    Nowhere,
}

/// How the findings of a session are marked.
pub fn marking(store: Option<&SqliteStore>, project: &Project, id: &str) -> Marking {
    let Some(store) = store else { return Marking::Nowhere };
    match store.read_session(id) {
        Ok(None) => Marking::Nowhere,
        Ok(Some(_)) if last(store, project).is_none_or(|last| last.id == id) => Marking::Plain,
        _ => Marking::Session(short(id)),
    }
}

/// Says why the session with the newest transcript, which ran in `root`, is not the one that the other commands mean.
pub fn tell(store: Option<&SqliteStore>, project: &Project, root: Option<PathBuf>, id: &str) {
    if let Some(root) = root.filter(|root| root != Path::new(&project.root.path)) {
        let message = format!("session {} has the newest transcript, and ran in {}", short(id), root.display());
        print::warning(&message, "`driftguard status`, `goal` and `wrong` know of it there");
        return;
    }
    let Some(store) = store else { return };
    let Some(last) = last(store, project).filter(|last| last.id != id) else { return };
    let ran = match store.read_session(id) {
        Ok(None) => ", and no hook ran in it",
        _ => "",
    };
    let other = short(&last.id);
    print::warning(
        &format!("session {} has the newest transcript{ran}", short(id)),
        &format!("`driftguard status`, `goal` and `wrong` are about {other}; `driftguard explain {other}` explains it"),
    );
}

fn last(store: &SqliteStore, project: &Project) -> Option<Session> {
    Some(pick::last(store, project).ok()??.session)
}
