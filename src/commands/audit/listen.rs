//! One session as the hooks would have met it: each moment at which something would have been said.

use crate::agent::adapters;
use crate::commands::analysis::{self, Question};
use crate::commands::report::{self, Report, Said, Way, Words};
use crate::config::Config;
use crate::domain::{Assessment, Decision, Event, EventId, Ordered, Session, Stopped, What};
use crate::guard::Playback;
use crate::transcript::TranscriptError;
use std::collections::HashMap;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// A session that was played.
pub(super) struct Listened {
    pub(super) report: Report,
    /// Digests of the ids of its calls.
    pub(super) calls: Vec<u64>,
    /// True when something in it is a subagent's.
    pub(super) of_subagents: bool,
    /// What would have been said, in the order of the session.
    pub(super) said: Vec<Said>,
}

/// Where in a session something is said.
struct Moment {
    at: Option<i64>,
    record: Option<String>,
    goal: String,
}

/// Plays a session, and takes note of each moment at which a hook would have said something.
pub(super) fn listen(path: &Path, config: &Config, question: &Question) -> Result<Listened, TranscriptError> {
    let (mut calls, mut of_subagents, mut now) = (Vec::new(), false, None);
    // By the number of the assessment.
    let mut spoken: HashMap<usize, Moment> = HashMap::new();
    let mut assessed = 0;
    // Where turns end, by the newest event before the next prompt.
    let mut ends: Vec<(EventId, Moment)> = Vec::new();
    let mut last_record = None;
    let each = |playback: &mut Playback<'_>, event: Event| {
        if matches!(&event.what, What::Prompt(prompt) if prompt.class.ends_a_turn()) && event.agent.is_none() {
            let session = playback.guard().session();
            let newest = EventId(session.next_event.0.saturating_sub(1));
            ends.push((newest, Moment { at: now, record: last_record.clone(), goal: goal(session) }));
        }
        now = event.at.or(now);
        of_subagents |= event.agent.is_some();
        if let What::Call(call) = &event.what {
            calls.push(xxh3_64(call.call_id.as_bytes()));
        }
        let record = event.uuid.clone();
        if matches!(event.what, What::Reply(_)) {
            last_record.clone_from(&record);
        }
        // What subagents did comes before the event, and is an assessment of its own.
        if playback.hear_of_subagents().is_some() {
            spoken.insert(assessed, Moment { at: now, record: None, goal: goal(playback.guard().session()) });
            assessed += 1;
        }
        let Some(assessment) = playback.play(event) else { return };
        if assessment.decision != Decision::Pass {
            spoken.insert(assessed, Moment { at: now, record, goal: goal(playback.guard().session()) });
        }
        assessed += 1;
    };
    let report = analysis::play(path, adapters()[0], config, question, each, |playback, read| {
        Report::of(path.display().to_string(), playback, read)
    })?;
    // The end is no event.
    for end in assessed..report.assessments.len() {
        spoken.insert(end, Moment { at: now, record: None, goal: goal(&report.session) });
    }
    // Those that were denied or asked about, all of them.
    let settled: Vec<EventId> = report.stopped.iter().map(|one| one.event).collect();
    let mut said: Vec<(EventId, Said)> =
        report.stopped.iter().filter(|one| !one.again).map(|one| (one.event, denial(one))).collect();
    for (index, assessment) in report.assessments.iter().enumerate() {
        let (Some(moment), Some(way)) = (spoken.remove(&index), way(assessment)) else { continue };
        let worst = assessment.verdict.findings.first();
        // What is denied never happens, and what the user has let run is not spoken of afterwards.
        let never_was = |event: &EventId| settled.contains(event);
        if worst.is_some_and(|worst| worst.evidence.events.iter().all(never_was)) {
            continue;
        }
        let words = Said {
            at: moment.at,
            moment: report::moment(&report, index),
            record: moment.record,
            way,
            signal: worst.map_or_else(String::new, |worst| worst.signal.0.to_owned()),
            seen: report::facts(&assessment.verdict),
            goal: moment.goal,
        };
        said.push((assessment.event, words));
    }
    said.extend(
        report
            .orders
            .iter()
            .flat_map(|one| ordered(one, &goal(&report.session)))
            .filter(|(event, _)| !settled.contains(event)),
    );
    ends.push((EventId(u64::MAX), Moment { at: now, record: last_record, goal: goal(&report.session) }));
    said.extend(replies(&report, &ends));
    said.sort_by_key(|(event, _)| *event);
    Ok(Listened { report, calls, of_subagents, said: said.into_iter().map(|(_, said)| said).collect() })
}

/// The replies at the end of turns that leave something out or claim what the record refutes.
fn replies(report: &Report, ends: &[(EventId, Moment)]) -> Vec<(EventId, Said)> {
    let said = |event: EventId, call: u64, sent_back: bool, seen: Vec<String>| {
        let end = &ends[ends.partition_point(|(end, _)| *end < event).min(ends.len() - 1)].1;
        let (at, record, goal) = (end.at, end.record.clone(), end.goal.clone());
        let way = Way::Reply { sent_back };
        (event, Said { at, moment: format!("call {call}"), record, way, signal: String::new(), seen, goal })
    };
    let refuted = report::refuted(report).map(|(event, call, seen)| said(event, call, true, vec![seen]));
    let untold = report.untold.iter().map(|turn| {
        let sent_back = !turn.beyond.is_empty();
        said(turn.event, turn.call, sent_back, report::untold(turn))
    });
    refuted.chain(untold).collect()
}

/// A text that gave the agent orders, of which both would have been told, and the calls that would have been denied for it.
fn ordered(one: &Ordered, goal: &str) -> Vec<(EventId, Said)> {
    let said = |call: u64, at, way, seen| Said {
        at,
        moment: format!("call {call}"),
        record: None,
        way,
        signal: String::new(),
        seen: vec![seen],
        goal: goal.to_owned(),
    };
    let excerpt = &one.suspect.excerpt;
    let told =
        said(one.call, one.at, Way::Orders { excerpt: excerpt.clone() }, format!("text in {}", one.suspect.source));
    let denied = one.followed.iter().map(|followed| {
        let way = Way::Denied { clause: excerpt.clone() };
        (followed.event, said(followed.call, followed.at, way, format!("{}, which a text asks for", followed.seen)))
    });
    std::iter::once((one.suspect.event, told)).chain(denied).collect()
}

fn goal(session: &Session) -> String {
    session.goal.as_ref().map(|goal| goal.line.clone()).unwrap_or_default()
}

/// A call that would not have run, or not without a question.
fn denial(stopped: &Stopped) -> Said {
    let clause = stopped.prohibited.clause.clone();
    Said {
        at: stopped.at,
        moment: format!("call {}", stopped.call),
        record: stopped.record.clone(),
        way: if stopped.prohibited.asks { Way::Asked { clause } } else { Way::Denied { clause } },
        signal: String::new(),
        seen: vec![report::stopped_shown(stopped)],
        goal: stopped.goal.clone(),
    }
}

/// Who would have been told at an assessment, and what.
fn way(assessment: &Assessment) -> Option<Way> {
    let words = |text: &String| Words {
        score: assessment.verdict.score,
        effective: assessment.verdict.effective,
        level: assessment.verdict.level,
        text: text.clone(),
    };
    match &assessment.decision {
        Decision::Pass => None,
        Decision::Inject { text, .. } | Decision::Spotlight { text, .. } | Decision::Continue { reason: text, .. } => {
            Some(Way::Agent(words(text)))
        }
        Decision::Notify { notice: text } | Decision::Ask { reason: text, .. } => Some(Way::User(words(text))),
        Decision::Deny { reason, .. } => Some(Way::Agent(words(reason))),
    }
}
