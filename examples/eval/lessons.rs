//! The task `lessons`: the sessions of each project in the order of time, each learning from those before it. One line a warning that
//! would have been given, with what followed; the last line counts them, beside warnings given at random.
//!
//! The calls go through the live guard, decided before they run as a hook would; what has run has run all the same.

use crate::{Args, Row, all, configured, create, files_touched, rows, unpack};
use anyhow::{Context, Result};
use driftguard::agent::{Texts, adapters};
use driftguard::config::Config;
use driftguard::domain::{Decision, Event, FileList, OutcomeStatus, Root, Session, Warning, What};
use driftguard::guard::port::Ask;
use driftguard::guard::{Facts, Guard, Surface};
use driftguard::inference::vector;
use driftguard::memory::key;
use driftguard::store::memory::{Memory, Query};
use driftguard::text::{shell, words};
use driftguard::transcript::read_all;
use serde::Serialize;
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// A session as it is played.
struct Played {
    began: i64,
    files: FileList,
    events: Vec<Event>,
}

#[derive(Serialize)]
struct Prediction<'a> {
    id: &'a str,
    repo: &'a str,
    /// `call` or `prompt`.
    at: &'a str,
    origin: &'a str,
    trigger: &'a str,
    risk: &'a str,
    outcome: &'a str,
    confidence: f64,
    /// What was about to be done, or asked for.
    step: &'a str,
    /// After a warning before a call: true where that call, or a later one with its key, failed in the session.
    followed: Option<bool>,
}

/// A call with a key, and whether it failed.
struct Run {
    call_id: String,
    key: String,
    failed: bool,
}

pub(crate) fn warn(args: &Args) -> Result<()> {
    let folder = args.data.join("sessions");
    let rows = rows(&folder)?;
    let config = configured(args, Vec::new())?;
    let played = all(&rows, |row| read(&folder, row, &config))?;
    let mut projects: BTreeMap<&str, Vec<(&Row, Played)>> = BTreeMap::new();
    for (row, played) in rows.iter().zip(played) {
        projects.entry(&row.repo).or_default().push((row, played));
    }
    let projects: Vec<(&str, Vec<(&Row, Played)>)> = projects.into_iter().collect();
    let told = all(&projects, |(repo, sessions)| project(repo, sessions, &config))?;
    let mut out = create(&args.out)?;
    let mut sum = Sum::default();
    for (lines, one) in told {
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        sum.add(&one);
    }
    let share = |part: f64, of: f64| if of > 0.0 { part / of } else { 0.0 };
    let summary = json!({
        "sessions": rows.len(),
        "projects": projects.len(),
        "lessons": sum.lessons,
        "warnings": sum.warnings,
        "warnings_per_session": share(sum.warnings, f64::from(u32::try_from(rows.len())?)),
        "most_in_a_session": sum.most,
        "before_calls": sum.calls,
        "followed_by_the_same_failure": share(sum.followed, sum.calls),
        "at_random": share(sum.random, sum.calls),
    });
    writeln!(out, "{summary}")?;
    out.flush()?;
    Ok(())
}

/// What came of a project's sessions.
#[derive(Default)]
struct Sum {
    lessons: BTreeMap<&'static str, u32>,
    warnings: f64,
    most: f64,
    calls: f64,
    followed: f64,
    /// The share of followed ones that the same number of warnings before random calls of the same sessions would have.
    random: f64,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        for (origin, count) in &other.lessons {
            *self.lessons.entry(origin).or_default() += count;
        }
        self.warnings += other.warnings;
        self.most = self.most.max(other.most);
        self.calls += other.calls;
        self.followed += other.followed;
        self.random += other.random;
    }
}

fn read(folder: &Path, row: &Row, config: &Config) -> Result<Played> {
    let transcript = unpack(&folder.join(&row.file)).with_context(|| row.id.clone())?;
    let files = files_touched(transcript.path(), config)?;
    let mut events = Vec::new();
    read_all(transcript.path(), config.input.max_line, Texts::default(), adapters()[0], &mut |event| {
        events.push(event);
    })?;
    let began = events.iter().find_map(|event| event.at).unwrap_or_default();
    Ok(Played { began, files, events })
}

fn project(repo: &str, sessions: &[(&Row, Played)], config: &Config) -> Result<(Vec<String>, Sum)> {
    let folder = tempfile::tempdir()?;
    let memory = RefCell::new(Memory::open(&folder.path().join("memory.db"), Duration::from_secs(5))?);
    let mut order: Vec<&(&Row, Played)> = sessions.iter().collect();
    order.sort_by_key(|(row, played)| (played.began, &row.id));
    let (mut lines, mut sum) = (Vec::new(), Sum::default());
    for (row, played) in order {
        session(repo, row, played, &memory, config, &mut lines, &mut sum)?;
    }
    Ok((lines, sum))
}

/// A warning that was given, and before what.
struct Given {
    at: &'static str,
    call_id: String,
    step: String,
    warnings: Vec<Warning>,
}

fn session(
    repo: &str,
    row: &Row,
    played: &Played,
    memory: &RefCell<Memory>,
    config: &Config,
    lines: &mut Vec<String>,
    sum: &mut Sum,
) -> Result<()> {
    let encode = |text: &str| vector(text, config.inference.encoder);
    let recalled: RefCell<Vec<Warning>> = RefCell::default();
    let now = RefCell::new(played.began);
    let ask = |ask: Ask<'_>| {
        let keys: Vec<String> = match ask {
            Ask::Key(key) => vec![key.to_owned()],
            Ask::Words(_) => Vec::new(),
        };
        let texts = match ask {
            Ask::Key(_) => Vec::new(),
            Ask::Words(prompt) => {
                words::sentences(prompt).into_iter().take(6).map(|text| (text, encode(text))).collect()
            }
        };
        let unkeyed = keys.is_empty();
        let query = Query { project: repo, texts, keys: &keys, unkeyed, now: *now.borrow(), ..Query::default() };
        let found =
            memory.borrow().before_step(&query, &config.memory).map(|answer| answer.warnings).unwrap_or_default();
        recalled.borrow_mut().clone_from(&found);
        found
    };
    let files = &played.files;
    let facts = Facts { memory: &ask, recording: true, ..Facts::of(config, &files) };
    let first = Session { id: row.id.clone(), root: Root::default(), ..Session::default() };
    let mut guard = Guard::resume(first, &facts);
    let (mut given, mut runs): (Vec<Given>, Vec<Run>) = (Vec::new(), Vec::new());
    for event in &played.events {
        if let Some(at) = event.at {
            let mut now = now.borrow_mut();
            *now = at.max(*now);
        }
        let before = guard.session().learning.warned.len();
        let answered = match &event.what {
            What::Call(call) if event.agent.is_none() => {
                let reading = call.action.command.as_deref().map(shell::read).unwrap_or_default();
                if let Some(key) = key::of_action(&guard.session().root, &call.action, &shell::gist(&reading)) {
                    runs.push(Run { call_id: call.call_id.clone(), key, failed: false });
                }
                let decision = guard.before(event.clone(), None);
                Some(("call", call.call_id.clone(), call.action.command.clone().unwrap_or_default(), decision))
            }
            What::Outcome(outcome) => {
                let failed = outcome.status == OutcomeStatus::Error || outcome.failure.is_some();
                if let Some(run) = runs.iter_mut().find(|run| run.call_id == outcome.call_id) {
                    run.failed = failed;
                }
                guard.after(event.clone(), Surface::After);
                None
            }
            What::Prompt(prompt) if event.agent.is_none() && prompt.class.is_human() => {
                let checked = guard.session().goal.is_some();
                guard.observe(event.clone());
                let said = if checked { guard.assess(Surface::Prompt).decision } else { Decision::Pass };
                let decision = if said == Decision::Pass { guard.recall(&prompt.text) } else { Decision::Pass };
                Some(("prompt", String::new(), prompt.text.clone(), decision))
            }
            _ => {
                guard.observe(event.clone());
                None
            }
        };
        let warned = &guard.session().learning.warned;
        if let Some((at, call_id, step, Decision::Inject { .. })) = answered
            && warned.len() > before.min(warned.len().saturating_sub(1))
        {
            let numbers: Vec<i64> =
                warned.iter().rev().take(config.memory.max_warnings).map(|one| one.lesson).collect();
            let mut warnings = recalled.borrow().clone();
            warnings.retain(|warning| numbers.contains(&warning.lesson));
            warnings.truncate(config.memory.max_warnings);
            given.push(Given { at, call_id, step, warnings });
        }
    }
    let change = guard.finish();
    for lesson in change.lessons {
        *sum.lessons.entry(lesson.origin.name()).or_default() += 1;
        let mut lesson = driftguard::domain::Recording { project: repo.to_owned(), at: *now.borrow(), ..lesson };
        lesson.action.vector = encode(&lesson.action.text);
        lesson.feedback.vector = encode(&lesson.feedback.text);
        lesson.outcome.vector = encode(&lesson.outcome.text);
        memory.borrow_mut().record(&lesson, &config.memory)?;
    }
    memory.borrow_mut().learn(&change.verdicts, *now.borrow(), &config.memory)?;
    told(repo, row, &given, &runs, lines, sum)
}

/// Writes down what was given, and what followed.
fn told(repo: &str, row: &Row, given: &[Given], runs: &[Run], lines: &mut Vec<String>, sum: &mut Sum) -> Result<()> {
    sum.most = sum.most.max(given.iter().fold(0.0, |count, _| count + 1.0));
    for one in given {
        let place = runs.iter().position(|run| run.call_id == one.call_id);
        let followed = place.map(|place| fails_later(runs, place));
        sum.warnings += 1.0;
        if let Some(followed) = followed {
            sum.calls += 1.0;
            sum.followed += if followed { 1.0 } else { 0.0 };
            let likely = (0..runs.len()).fold(0.0, |sum, place| sum + if fails_later(runs, place) { 1.0 } else { 0.0 });
            sum.random += likely / f64::from(u32::try_from(runs.len())?);
        }
        for warning in &one.warnings {
            lines.push(serde_json::to_string(&Prediction {
                id: &row.id,
                repo,
                at: one.at,
                origin: warning.origin.name(),
                trigger: &warning.trigger,
                risk: &warning.risk,
                outcome: &warning.outcome,
                confidence: warning.confidence,
                step: one.step.get(..one.step.floor_char_boundary(200)).unwrap_or_default(),
                followed,
            })?);
        }
    }
    Ok(())
}

/// True where the call at `place`, or a later one with its key, failed.
fn fails_later(runs: &[Run], place: usize) -> bool {
    runs[place..].iter().any(|run| run.failed && run.key == runs[place].key)
}
