//! `driftguard explain`: why the score is what it is, change by change, and what worked before.

use super::project::Project;
use super::report::{self, Explained, Trail};
use super::{analysis, check, memory, newest, pick, print};
use crate::agent::adapters;
use crate::cli::Explain;
use crate::cli::exit::ExitStatus;
use crate::guard::{self, Playback};
use crate::host::Host;
use crate::store::SqliteStore;
use std::cell::RefCell;
use std::path::Path;

/// Plays the session again and prints every change of the score with its event, evidence and weight.
pub fn run(host: &Host, project: &Project, request: &Explain) -> anyhow::Result<ExitStatus> {
    // No id names a file; what does is a transcript, whether it is one or not.
    let is_file = |path: &&Path| path.exists() || path.components().count() > 1 || path.extension().is_some();
    let named = request.session().map(Path::new).filter(is_file);
    let store = pick::known(host, project);
    let store = store.as_ref();
    let (path, id) = match check::locate(host, project, store, named, request.session()) {
        Ok(found) => found,
        Err(refused) => return stored(store, project, request, refused),
    };
    let session_id = id.clone().unwrap_or_default();
    if request.session().is_none() && !request.json {
        newest::tell(store, project, check::ran_in(host, project, &path), &session_id);
    }
    let marking = newest::marking(store, project, &session_id);
    let question = check::question(host, project, store, &path, id);
    let trail = RefCell::new(Trail::new(&project.config));
    let each = |playback: &mut Playback<'_>, event| trail.borrow_mut().play(playback, event);
    let (session, worked, reported, untold, files, changes) =
        analysis::play(&path, adapters()[0], &project.config, &question, each, |mut playback, _| {
            let (reported, untold) = (playback.reported(), playback.untold());
            let session = playback.guard().session();
            let worked = guard::what_worked(session, &project.config);
            let files: Vec<String> = session.changed.keys().cloned().collect();
            (
                session.id.clone(),
                worked,
                reported,
                untold,
                files,
                trail.replace(Trail::new(&project.config)).finish(playback),
            )
        })
        .map_err(|error| check::told(&error))?;
    let worked = worked.map_or_else(Vec::new, |query| pick::worked(store, &query));
    let trust = memory::trust(host, project, &files);
    let remarks = pick::remarks(store, &session);
    let told = Explained {
        played: true,
        marking: &marking,
        quiet: question.quiet,
        trust: &trust,
        session: &session,
        changes: &changes,
        worked: &worked,
        reported: &reported,
        untold: &untold,
        remarks: &remarks,
    };
    show(told, project, request)
}

/// Without a transcript no change of the score can be played again; what was said is stored all the same.
fn stored(
    store: Option<&SqliteStore>,
    project: &Project,
    request: &Explain,
    refused: anyhow::Error,
) -> anyhow::Result<ExitStatus> {
    let known = store.and_then(|store| pick::session(store, project, request.session()).ok());
    let Some(session) = known else { return Err(refused) };
    let remarks = pick::remarks(store, &session.id);
    let marking = newest::marking(store, project, &session.id);
    if remarks.is_empty() {
        return Err(refused);
    }
    let told = Explained {
        played: false,
        marking: &marking,
        quiet: false,
        trust: &[],
        session: &session.id,
        changes: &[],
        worked: &[],
        reported: &[],
        untold: &[],
        remarks: &remarks,
    };
    show(told, project, request)
}

fn show(told: Explained<'_>, project: &Project, request: &Explain) -> anyhow::Result<ExitStatus> {
    let text = if request.json {
        report::explain_json(told, &project.config)
    } else {
        report::explain(told, &project.config, print::style())
    };
    print::answer(&text)?;
    Ok(ExitStatus::Ok)
}
