//! The report of `audit` for scripts. The shape is a promise: `docs/json.md` describes it.

use super::audit::{Audit, Checked, Heard, Said, Way, Ways};
use super::layout::{line, number, pretty};
use crate::domain::{Level, Score};
use serde::Serialize;
use std::collections::BTreeMap;

/// The report as JSON: every session that would have heard something, with `limit` moments in all.
pub fn audit_json(audit: &Audit, limit: usize) -> String {
    let Ways { texts, lines: to_user, denied, asked, orders, replies } = audit.ways();
    let mut room = limit;
    let heard: Vec<HeardJson> = audit.heard.iter().map(|session| HeardJson::new(session, &mut room)).collect();
    pretty(&Document {
        version: 1,
        folder: line(&audit.folder),
        sessions: audit.sessions(),
        prompts: audit.prompts,
        calls: audit.calls(),
        heard: number(audit.heard.len()),
        said: Counts {
            times: number(audit.said().count()),
            per_100_calls: (audit.per_100_calls() * 1000.0).round() / 1000.0,
            to_agent: texts.iter().map(|(level, times)| (level.name(), *times)).collect(),
            to_user,
            denied,
            asked,
            orders,
            replies,
        },
        silent: Silent {
            judged: audit.silent(Checked::Judged),
            unsure: audit.silent(Checked::Unsure),
            unchanged: audit.silent(Checked::Unchanged),
            no_goal: audit.silent(Checked::NoGoal),
        },
        copies: audit.copies,
        without_repository: audit.without_repository,
        unread_scripts: audit.unread_scripts,
        moments: heard.into_iter().filter(|session| !session.said.is_empty()).collect(),
        more: number(audit.said().count().saturating_sub(limit)),
        left_out: LeftOut {
            subagents: audit.left_out.subagents,
            older: audit.left_out.older,
            elsewhere: audit.left_out.elsewhere,
        },
        skipped: audit
            .skipped
            .iter()
            .map(|(file, reason)| Skipped { file: line(file), reason: line(reason) })
            .collect(),
        bytes: audit.bytes,
        seconds: (audit.seconds * 1000.0).round() / 1000.0,
    })
}

#[derive(Serialize)]
struct Document {
    version: u32,
    folder: String,
    sessions: u64,
    prompts: u64,
    calls: u64,
    heard: u64,
    said: Counts,
    silent: Silent,
    copies: u64,
    without_repository: u64,
    unread_scripts: u64,
    moments: Vec<HeardJson>,
    more: u64,
    left_out: LeftOut,
    skipped: Vec<Skipped>,
    bytes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Counts {
    times: u64,
    per_100_calls: f64,
    to_agent: BTreeMap<&'static str, u64>,
    to_user: u64,
    denied: u64,
    asked: u64,
    orders: u64,
    replies: u64,
}

#[derive(Serialize)]
struct Silent {
    judged: u64,
    unsure: u64,
    unchanged: u64,
    no_goal: u64,
}

#[derive(Serialize)]
struct HeardJson {
    session: String,
    transcript: String,
    folder: Option<String>,
    said: Vec<Moment>,
}

#[derive(Serialize)]
struct Moment {
    timestamp: Option<i64>,
    at: String,
    record: Option<String>,
    way: &'static str,
    score: Option<Score>,
    effective: Option<Score>,
    level: Option<Level>,
    signal: Option<String>,
    seen: Vec<String>,
    goal: String,
    text: Option<String>,
    against: Option<String>,
}

#[derive(Serialize)]
struct LeftOut {
    subagents: u64,
    older: u64,
    elsewhere: u64,
}

#[derive(Serialize)]
struct Skipped {
    file: String,
    reason: String,
}

impl HeardJson {
    fn new(heard: &Heard, room: &mut usize) -> Self {
        let shown = heard.said.len().min(*room);
        *room -= shown;
        Self {
            session: line(&heard.session),
            transcript: line(&heard.transcript),
            folder: heard.folder.as_deref().map(line),
            said: heard.said[..shown].iter().map(Moment::new).collect(),
        }
    }
}

impl Moment {
    fn new(said: &Said) -> Self {
        let (way, words, against) = match &said.way {
            Way::Agent(words) => ("agent", Some(words), None),
            Way::User(words) => ("user", Some(words), None),
            Way::Denied { clause } => ("denied", None, Some(clause)),
            Way::Asked { clause } => ("asked", None, Some(clause)),
            Way::Orders { excerpt } => ("orders", None, Some(excerpt)),
            Way::Reply { sent_back: true } => ("sent-back", None, None),
            Way::Reply { sent_back: false } => ("reply", None, None),
        };
        Self {
            timestamp: said.at,
            at: said.moment.clone(),
            record: said.record.as_deref().map(line),
            way,
            score: words.map(|words| words.score),
            effective: words.map(|words| words.effective),
            level: words.map(|words| words.level),
            signal: (!said.signal.is_empty()).then(|| line(&said.signal)),
            seen: said.seen.iter().map(|fact| line(fact)).collect(),
            goal: line(&said.goal),
            text: words.map(|words| line(&words.text)),
            against: against.map(|clause| line(clause)),
        }
    }
}
