//! `driftguard wrong`: the human says that a finding is a false alarm.

use super::project::Project;
use super::{person, pick, print};
use crate::cli::Wrong;
use crate::cli::exit::{ExitStatus, Failure};
use crate::domain::{DriftEvent, FileList, Refuted, Score, Session};
use crate::drift;
use crate::guard::port::Store as _;
use crate::guard::{Facts, Guard, Surface};
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
        last_spoken(&history, &session.refuted, &marked).ok_or_else(|| nothing(&session))?
    };
    let known = history.iter().any(|event| event.findings.contains(&key))
        || session.refuted.iter().any(|claim| claim.key == key)
        || session.drift.open.iter().any(|item| item.findings.iter().any(|found| found.key == key));
    if !known {
        let message = format!("session {} has no finding {key}", session.id);
        return Err(Failure::new(ExitStatus::NotFound, message, "`driftguard explain` names the findings").into());
    }
    drift::withdraw(&mut session.drift, &key, &project.config);
    session.refuted.retain(|claim| claim.key != key);
    let id = session.id.clone();
    let text = answer(&key, session.drift.score, &still_open(&session));
    // What is left is judged anew, so that whoever asks later is told the same.
    let files = &FileList::default();
    let facts = Facts { now: host.now_ms(), quiet: true, ..Facts::of(&project.config, &files) };
    let mut guard = Guard::resume(session, &facts);
    guard.assess(Surface::Past);
    store.commit(&guard.finish()).map_err(pick::told)?;
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

/// The findings that still weigh and the claims that count as refuted, the newest of each first.
fn still_open(session: &Session) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let findings = session.drift.open.iter().rev().flat_map(|item| &item.findings).map(|found| &found.key);
    for key in findings.chain(session.refuted.iter().rev().map(|claim| &claim.key)) {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    keys
}

/// What was spoken of last and is not `marked` yet: the worst finding of an assessment, or a claim that the record refuted; what was
/// only recorded comes behind that.
fn last_spoken(history: &[DriftEvent], refuted: &[Refuted], marked: &[String]) -> Option<String> {
    let finding = |event: &DriftEvent| {
        let key = event.findings.iter().find(|key| !marked.contains(key))?;
        Some((event.event, key.clone()))
    };
    let found = |spoken: bool| history.iter().rev().filter(|event| event.spoken || !spoken).find_map(finding);
    let claim = refuted.iter().rev().map(|claim| (claim.event, claim.key.clone())).next();
    let (last, rest) = (found(true), found(false));
    // A claim is judged where the turn ends, behind all else that was said in it.
    match (claim, last) {
        (Some((told, claim)), Some((event, _))) if told >= event => Some(claim),
        (_, Some((_, key))) => Some(key),
        (Some((_, claim)), None) => Some(claim),
        (None, None) => rest.map(|(_, key)| key),
    }
}

fn nothing(session: &Session) -> Failure {
    Failure::new(
        ExitStatus::NotFound,
        format!("session {} has no finding left", session.id),
        "there is nothing to mark",
    )
}
