//! `driftguard wrong`: the human says that a finding is a false alarm.

use super::project::Project;
use super::{person, pick, print, report};
use crate::cli::Wrong;
use crate::cli::exit::{ExitStatus, Failure};
use crate::config::Config;
use crate::domain::{DriftEvent, FileList, Remark, RemarkKind, Session, SignalId, Standing, split_key};
use crate::drift;
use crate::guard::port::Store as _;
use crate::guard::{Facts, Guard, Surface};
use crate::host::Host;
use crate::store::SqliteStore;
use crate::text::plain::plain_line;
use std::fmt::Write as _;

/// Findings named at most that still count.
const MAX_OTHERS: usize = 8;
/// Assessments in which a finding is looked for.
const LOOK_BACK: usize = 500;
/// Characters of a goal by which a session is known again.
const GOAL: usize = 40;

/// Marks a finding of a session of this project: its evidence is dropped and it is not raised again.
pub fn run(host: &Host, project: &Project, request: &Wrong) -> anyhow::Result<ExitStatus> {
    person::only(host, "wrong")?;
    let mut store = pick::store(host, project)?;
    let (latest, several) = meant(&store, project, request)?;
    let mut session = store.session(&latest.id).map_err(pick::told)?.unwrap_or(latest);
    let history = store.drift_events(&session.id, LOOK_BACK).map_err(pick::told)?;
    let key = if let Some(named) = &request.finding {
        known(named, &history, &session).ok_or_else(|| unknown(named, &session, several))?
    } else {
        let texts = store.remarks(&session.id).map_err(pick::told)?;
        last_told(&history, &texts, &session).ok_or_else(|| nothing(&store, project, &session))?
    };
    let marks = store.wrong(Some(&session.id)).map_err(pick::told)?;
    if !still_counted(&session).contains(&key)
        && let Some(mark) = marks.iter().find(|mark| drops(&mark.finding_key, &key))
    {
        let text = format!("{} was dropped already, with {}", plain_line(&key), plain_line(&mark.finding_key));
        print::line(&format!("{text}: nothing changes, the score is {}", score(&session, &project.config)))?;
        return Ok(ExitStatus::Ok);
    }
    drift::withdraw(&mut session.drift, &key, &project.config);
    session.refuted.retain(|claim| claim.key != key);
    let id = session.id.clone();
    let text = answer(&key, &session, several, &project.config);
    // What is left is judged anew, so that whoever asks later is told the same.
    let files = &FileList::default();
    let facts = Facts { now: host.now_ms(), quiet: true, ..Facts::of(&project.config, &files) };
    let mut guard = Guard::resume(session, &facts);
    guard.assess(Surface::Past);
    // In the transaction in which the session was read: score and mark are written together or not at all.
    store.mark_wrong(&id, &key, host.now_ms()).map_err(pick::told)?;
    store.commit(&guard.finish_by_hand()).map_err(pick::told)?;
    print::answer(&crate::text::plain::plain(&text))?;
    Ok(ExitStatus::Ok)
}

/// The session that is meant, and whether the project has others. A text on somebody's screen is of the session that gave it,
/// whichever was active since.
fn meant(store: &SqliteStore, project: &Project, request: &Wrong) -> anyhow::Result<(Session, bool)> {
    let picked = pick::picked(store, project, request.session.as_deref())?;
    let mut sessions = pick::recent(store, project)?;
    let several = sessions.len() > 1;
    if request.session.is_some() || !several {
        return Ok((picked.session, several));
    }
    let chosen = match &request.finding {
        Some(named) => with(store, &sessions, named)?,
        None => told_last(store, &sessions)?,
    };
    Ok((chosen.map_or(picked.session, |at| sessions.swap_remove(at)), several))
}

/// The first session in which a finding still counts, else in which it was found.
fn with(store: &SqliteStore, sessions: &[Session], named: &str) -> anyhow::Result<Option<usize>> {
    if let Some(counts) = sessions.iter().position(|session| known(named, &[], session).is_some()) {
        return Ok(Some(counts));
    }
    for (at, session) in sessions.iter().enumerate() {
        let history = store.drift_events(&session.id, LOOK_BACK).map_err(pick::told)?;
        if known(named, &history, session).is_some() {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The session in which a text was given last, whether something of it is left to drop or not: who asks once more does not mean an
/// older text of another session.
fn told_last(store: &SqliteStore, sessions: &[Session]) -> anyhow::Result<Option<usize>> {
    let mut newest: Option<(i64, usize)> = None;
    for (at, session) in sessions.iter().enumerate() {
        let history = store.drift_events(&session.id, LOOK_BACK).map_err(pick::told)?;
        let texts = store.remarks(&session.id).map_err(pick::told)?;
        let spoken = history.iter().filter(|event| event.spoken).map(|event| event.timestamp);
        let told = texts.iter().filter(|text| is_of_the_work(text.kind)).map(|text| text.at);
        // What was only recorded was told nowhere: the last moment of its session stands for it.
        let recorded = || last_told(&history, &texts, session).map(|_| session.updated_at);
        let Some(when) = spoken.chain(told).max().or_else(recorded) else { continue };
        if newest.is_none_or(|(known, _)| known < when) {
            newest = Some((when, at));
        }
    }
    Ok(newest.map(|(_, at)| at))
}

/// The finding that is meant: as it is named inside, or as it was printed, where a control character of a name is written out.
fn known(named: &str, history: &[DriftEvent], session: &Session) -> Option<String> {
    let counted = still_counted(session);
    let all = || counted.iter().chain(history.iter().rev().flat_map(|event| &event.findings));
    all().find(|key| *key == named).or_else(|| all().find(|key| plain_line(key) == named)).cloned()
}

/// True when a mark on `marked` took `key` out as well: what says once more that the same place is beyond the goal goes with it.
fn drops(marked: &str, key: &str) -> bool {
    let ((_, place), (signal, other)) = (split_key(marked), split_key(key));
    let of_a_stray =
        || SignalId::OUT_OF_SCOPE.subject_of(marked).is_some() || SignalId::is_of_course(split_key(marked).0);
    marked == key || (place == other && SignalId::is_echo(signal) && of_a_stray())
}

/// "4", or why there is none: the work for the present goal has not been judged.
fn score(session: &Session, config: &Config) -> String {
    let score = session.drift.score;
    let judged = session.goal.is_some() && drift::standing(&session.drift, score, config) != Standing::NotChecked;
    if judged { score.value().to_string() } else { "open: nothing was checked for the present goal yet".to_owned() }
}

fn answer(key: &str, session: &Session, several: bool, config: &Config) -> String {
    let others = still_counted(session);
    let whose = if several { called(session) } else { "this session".to_owned() };
    let mut text = format!("{} counts as a false alarm and is not raised again in {whose}\n", plain_line(key));
    let _ = writeln!(text, "the score is now {}", score(session, config));
    if !others.is_empty() {
        let of = if several { format!(" --session {}", report::short(&session.id)) } else { String::new() };
        let _ = writeln!(text, "still counted; `driftguard wrong{of} FINDING` drops one of these too:");
        for other in others.iter().take(MAX_OTHERS) {
            let _ = writeln!(text, "  {}", plain_line(other));
        }
        if others.len() > MAX_OTHERS {
            let _ = writeln!(text, "  and {} more; `driftguard explain` names them", others.len() - MAX_OTHERS);
        }
    }
    text
}

/// "session 5f0c2a1e (“fix the token bug”)": for people who have several before them.
fn called(session: &Session) -> String {
    let goal = session.goal.as_ref().map(|goal| format!(" ({})", report::quoted(&report::cut(&goal.line, GOAL))));
    format!("session {}{}", report::short(&session.id), goal.unwrap_or_default())
}

/// The findings that still weigh and the claims that count as refuted, the newest of each first.
fn still_counted(session: &Session) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let findings = session.drift.open.iter().rev().flat_map(|item| &item.findings).map(|found| &found.key);
    for key in findings.chain(session.refuted.iter().rev().map(|claim| &claim.key)) {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    keys
}

/// What the last text named of what still counts: the worst finding of its assessment, or a claim that the record refuted. What was
/// only recorded comes behind that, and then what weighs most.
fn last_told(history: &[DriftEvent], texts: &[Remark], session: &Session) -> Option<String> {
    let open = &session.drift.open;
    let counts = |key: &&String| open.iter().flat_map(|item| &item.findings).any(|found| found.key == **key);
    let named = |event: &DriftEvent| Some((event.event, event.findings.iter().find(counts)?.clone()));
    // At the end of a turn the person is told and the agent is not.
    let noticed = |event: &DriftEvent| texts.iter().any(|text| text.at == event.timestamp && is_of_the_work(text.kind));
    let told = history.iter().rev().filter(|event| event.spoken || noticed(event)).find_map(named);
    let claim = session.refuted.iter().next_back().map(|claim| (claim.event, claim.key.clone()));
    match (claim, told) {
        // A claim is judged where the turn ends, behind all else that was said in it.
        (Some((at, claim)), Some((event, _))) if at >= event => Some(claim),
        (_, Some((_, key))) => Some(key),
        (Some((_, claim)), None) => Some(claim),
        (None, None) => {
            let recorded = history.iter().rev().find_map(named).map(|(_, key)| key);
            recorded.or_else(|| {
                let heaviest = open.iter().max_by(|one, other| one.weight.total_cmp(&other.weight))?;
                heaviest.findings.first().map(|found| found.key.clone())
            })
        }
    }
}

/// True for a text about where the work went, and not about one step or a lesson.
const fn is_of_the_work(kind: RemarkKind) -> bool {
    matches!(kind, RemarkKind::Correction | RemarkKind::SentBack | RemarkKind::Notice)
}

fn unknown(named: &str, session: &Session, several: bool) -> Failure {
    let message = format!("session {} has no finding {named}", session.id);
    let hint = if several {
        "`driftguard status --all` lists the sessions of this project, `driftguard explain ID` names the findings of one; one in \
         which no hook ran has none to mark"
    } else {
        "`driftguard explain` names the findings; a session in which no hook ran has none to mark"
    };
    Failure::new(ExitStatus::NotFound, message, hint)
}

fn nothing(store: &SqliteStore, project: &Project, session: &Session) -> Failure {
    let hint = match left_elsewhere(store, project, session) {
        Some(other) => format!(
            "{} has one left: `driftguard wrong --session {}` drops it",
            called(&other),
            report::short(&other.id)
        ),
        None => "`driftguard explain` names all findings; `driftguard wrong FINDING` marks one of them all the same"
            .to_owned(),
    };
    let message = format!("session {} has no finding left that counts: there is nothing to drop", session.id);
    Failure::new(ExitStatus::NotFound, message, hint)
}

/// The last active of the project's other sessions in which something is left to drop.
fn left_elsewhere(store: &SqliteStore, project: &Project, session: &Session) -> Option<Session> {
    let others = pick::recent(store, project).ok()?.into_iter().filter(|other| other.id != session.id);
    others.into_iter().find(|other| !still_counted(other).is_empty())
}
