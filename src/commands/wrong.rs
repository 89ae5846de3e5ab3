//! `driftguard wrong`: the human says that a finding is a false alarm.

use super::exit::{ExitStatus, Failure};
use super::project::Project;
use super::{person, pick, print};
use crate::cli::Wrong;
use crate::domain::{DriftEvent, Score, Session};
use crate::drift;
use crate::guard::port::{Change, Store as _};
use crate::host::Host;
use crate::text::plain::plain_line;
use std::fmt::Write as _;

/// Findings named at most that still count.
const MAX_OTHERS: usize = 8;
/// Assessments in which a finding is looked for.
const LOOK_BACK: usize = 500;

/// Marks a finding of this project's latest session: its evidence is dropped and it is not raised again.
pub fn run(host: &Host, project: &Project, request: &Wrong) -> anyhow::Result<ExitStatus> {
    person::only(host, "wrong")?;
    let mut store = pick::store(host, project)?;
    let latest = pick::session(&store, project, None)?;
    let mut session = store.session(&latest.id).map_err(pick::told)?.unwrap_or(latest);
    let history = store.drift_events(&session.id, LOOK_BACK).map_err(pick::told)?;
    let key = if let Some(key) = &request.finding {
        key.clone()
    } else {
        let marked = store.wrong(Some(&session.id)).map_err(pick::told)?;
        let marked: Vec<String> = marked.into_iter().map(|mark| mark.finding_key).collect();
        last_spoken(&history, &marked).ok_or_else(|| nothing(&session))?
    };
    let known = history.iter().any(|event| event.findings.contains(&key))
        || session.drift.open.iter().any(|item| item.findings.iter().any(|found| found.key == key));
    if !known {
        let message = format!("session {} has no finding {key}", session.id);
        return Err(Failure::new(ExitStatus::NotFound, message, "`driftguard explain` names the findings").into());
    }
    drift::withdraw(&mut session.drift, &key, &project.config);
    let id = session.id.clone();
    let text = answer(&key, session.drift.score, &still_open(&session));
    store.commit(&Change { session, ..Change::default() }).map_err(pick::told)?;
    store.mark_wrong(&id, &key, host.now_ms()).map_err(pick::told)?;
    print::answer(&crate::text::plain::plain(&text))?;
    Ok(ExitStatus::Ok)
}

fn answer(key: &str, score: Score, others: &[String]) -> String {
    let mut text = format!("{} counts as a false alarm and is not raised again in this session\n", plain_line(key));
    let _ = writeln!(text, "the score is now {}", score.value());
    if !others.is_empty() {
        let _ = writeln!(text, "still counted; `driftguard wrong FINDING` drops one of these too:");
        for other in others.iter().take(MAX_OTHERS) {
            let _ = writeln!(text, "  {}", plain_line(other));
        }
        if others.len() > MAX_OTHERS {
            let _ = writeln!(text, "  and {} more; `driftguard explain` names them", others.len() - MAX_OTHERS);
        }
    }
    text
}

/// The findings that still weigh, the newest first.
fn still_open(session: &Session) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for found in session.drift.open.iter().rev().flat_map(|item| &item.findings) {
        if !keys.contains(&found.key) {
            keys.push(found.key.clone());
        }
    }
    keys
}

/// The worst finding of the last assessment with one that is not `marked` yet, assessments that were spoken first.
fn last_spoken(history: &[DriftEvent], marked: &[String]) -> Option<String> {
    let unmarked = |event: &DriftEvent| event.findings.iter().find(|key| !marked.contains(key)).cloned();
    let mut history = history.iter().rev();
    let spoken = history.clone().filter(|event| event.spoken).find_map(unmarked);
    spoken.or_else(|| history.find_map(unmarked))
}

fn nothing(session: &Session) -> Failure {
    Failure::new(
        ExitStatus::NotFound,
        format!("session {} has no finding left", session.id),
        "there is nothing to mark",
    )
}
