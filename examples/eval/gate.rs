//! The task `gate`: the sessions of each project in the order of time, every turn taken up into the texts about files, commands and
//! branches. One line a decision; the last line counts them, and how many skips left a text behind what was true.
//!
//! What was true is kept here by itself, without hashes: the sentences that hold after each turn, compared with those that held when
//! the text was last written.

use crate::{Args, Row, all, configured, create, files_touched, rows, unpack};
use anyhow::{Context, Result};
use driftguard::agent::adapters;
use driftguard::commands::analysis::{Question, listed, play as play_file};
use driftguard::config::Config;
use driftguard::domain::What;
use driftguard::memory::summary::{EntityKey, deltas, no_model};
use driftguard::store::memory::{Memory, Turn};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Serialize)]
struct Prediction<'a> {
    repo: &'a str,
    at: i64,
    entity: &'a str,
    decision: &'a str,
    /// True when what holds is not what held when the text was written.
    behind: bool,
}

/// What holds of one thing: answers by their questions, and what stands beside each other.
#[derive(Clone, Default, PartialEq)]
struct Truth {
    answers: BTreeMap<String, String>,
    beside: BTreeSet<String>,
}

pub(crate) fn decide(args: &Args) -> Result<()> {
    let folder = args.data.join("sessions");
    let rows = rows(&folder)?;
    let config = configured(args, Vec::new())?;
    let told = all(&rows, |row| turns(&folder, row, &config))?;
    let mut projects: BTreeMap<&str, Vec<Turn>> = BTreeMap::new();
    for (row, turns) in rows.iter().zip(told) {
        projects.entry(&row.repo).or_default().extend(turns);
    }
    let mut out = create(&args.out)?;
    let mut counts: BTreeMap<&'static str, (u64, u64)> = BTreeMap::new();
    let mut times: Vec<Duration> = Vec::new();
    for (repo, mut turns) in projects {
        turns.sort_by_key(|turn| turn.at);
        project(repo, turns, &config, &mut out, &mut counts, &mut times)?;
    }
    times.sort_unstable();
    let time = |share: usize| times.get(times.len() * share / 100).map_or(0.0, Duration::as_secs_f64);
    let summed = |word: &str| {
        let found = counts.iter().filter(|(decision, _)| decision.starts_with(word));
        found.fold((0, 0), |sum, (_, count)| (sum.0 + count.0, sum.1 + count.1))
    };
    let (skipped, behind) = summed("skipped");
    let summary = json!({
        "decisions": summed("").0,
        "skipped": skipped,
        "skipped_behind": behind,
        "by_reason": counts.iter().map(|(word, count)| json!({"decision": word, "count": count.0, "behind": count.1})).collect::<Vec<_>>(),
        "turn_seconds": if args.timeless { json!(null) } else { json!({"median": time(50), "p99": time(99)}) },
    });
    writeln!(out, "{summary}")?;
    out.flush()?;
    Ok(())
}

/// What each turn of a session says.
fn turns(folder: &Path, row: &Row, config: &Config) -> Result<Vec<Turn>> {
    let transcript = unpack(&folder.join(&row.file)).with_context(|| row.file.clone())?;
    let question = Question { files: Some(listed(files_touched(transcript.path(), config)?)), ..Question::default() };
    let (mut told, mut last) = (Vec::new(), 0);
    let mut take = |at: i64, ledger| {
        let deltas = deltas(&ledger);
        if !deltas.is_empty() {
            told.push(Turn { project: row.repo.clone(), at, work: Vec::new(), deltas });
        }
    };
    let end = play_file(
        transcript.path(),
        adapters()[0],
        config,
        &question,
        |playback, event| {
            if matches!(&event.what, What::Prompt(prompt) if prompt.class.is_human() && event.agent.is_none()) {
                take(last, playback.guard().ledger());
            }
            last = event.at.unwrap_or(last).max(last);
            playback.play(event);
        },
        |playback, _| playback.guard().ledger(),
    )?;
    take(last, end);
    Ok(told)
}

fn project(
    repo: &str,
    turns: Vec<Turn>,
    config: &Config,
    out: &mut impl Write,
    counts: &mut BTreeMap<&'static str, (u64, u64)>,
    times: &mut Vec<Duration>,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut store = Memory::open(&folder.path().join("memory.db"), Duration::from_secs(5))?;
    let (mut truths, mut written): (BTreeMap<EntityKey, Truth>, BTreeMap<EntityKey, Truth>) = Default::default();
    for turn in turns {
        for delta in &turn.deltas {
            let truth = truths.entry(delta.entity.clone()).or_default();
            for fact in &delta.new {
                match &fact.slot {
                    Some(slot) => {
                        truth.answers.insert(slot.clone(), fact.text.clone());
                    }
                    None => {
                        truth.beside.insert(fact.text.clone());
                    }
                }
            }
        }
        let begun = Instant::now();
        let decided = store.take_up(&turn, &config.memory.summary, &no_model)?;
        times.push(begun.elapsed());
        for (key, updated) in &decided {
            let truth = truths.get(key).cloned().unwrap_or_default();
            let behind = updated.skipped && written.get(key).is_none_or(|known| *known != truth);
            if !updated.skipped {
                written.insert(key.clone(), truth);
            }
            let count = counts.entry(updated.decision).or_default();
            count.0 += 1;
            count.1 += u64::from(behind);
            let row = Prediction { repo, at: turn.at, entity: key.kind.name(), decision: updated.decision, behind };
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        }
    }
    Ok(())
}
