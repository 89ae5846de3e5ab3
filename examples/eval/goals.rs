//! The tasks `goals` and `tangled`: which files of a repository a goal wants, and which changed files it did not ask for, by
//! the goal's text and the names of the files alone.

use super::{Args, all, configured, create, runs};
use anyhow::Result;
use driftguard::config::Config;
use driftguard::domain::{FileList, Goal, Prompt, PromptClass, Root};
use driftguard::goal::infer::{self, Features};
use driftguard::goal::{self, GoalContext};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// Files at most in a prediction's ranking.
const RANKED: usize = 20;

/// A record, as far as a predictor may read it.
#[derive(Deserialize)]
struct Record {
    id: String,
    goal: String,
}

#[derive(Serialize)]
struct Prediction<'a> {
    id: &'a str,
    ranked: Vec<&'a str>,
    in_scope: Vec<&'a str>,
}

/// A goal with its repository.
struct Asked {
    /// Unique: a repeated id has its number.
    id: String,
    text: String,
    files: FileList,
}

/// Writes one prediction a goal, and on request every file's features.
pub(crate) fn rank(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let asked = read(&args.data.join("scope"))?;
    let mut out = create(&args.out)?;
    let lines = all(&asked, |asked| {
        let goal = goal_of(&asked.text, &asked.files, &config);
        let found = Features::new(&goal, &asked.files, &config.infer).infer(&config.infer);
        let paths = |count: usize| {
            let best = found.ranked.iter().take(count);
            best.map(|(at, _)| asked.files.path(*at)).collect::<Vec<_>>()
        };
        let prediction = Prediction { id: &asked.id, ranked: paths(RANKED), in_scope: paths(found.in_scope) };
        Ok(serde_json::to_string(&prediction)?)
    })?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    args.features.as_deref().map_or(Ok(()), |path| write_features(path, &asked, &config))
}

/// The goal that a prompt of this text starts.
pub(crate) fn goal_of(text: &str, files: &FileList, config: &Config) -> Goal {
    let root = Root { path: "/repository".to_owned(), ..Root::default() };
    let changed = BTreeMap::new();
    let cx = GoalContext {
        config,
        root: &root,
        cwd: None,
        files,
        on_disk: &|_| None,
        changed: &changed,
        open: &[],
        committed: false,
        last_words: None,
    };
    goal::start(&Prompt { text: text.to_owned(), class: PromptClass::Human, prompt_id: None }, &cx)
}

fn read(folder: &Path) -> Result<Vec<Asked>> {
    let lists = file_lists(folder)?;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut asked = Vec::new();
    for line in runs::lines(&folder.join("goals.jsonl.zst"))? {
        let record: Record = serde_json::from_str(&line?)?;
        let count = seen.entry(record.id.clone()).or_default();
        *count += 1;
        let files = lists.get(&record.id).cloned().unwrap_or_default();
        let id = if *count > 1 { format!("{}#{count}", record.id) } else { record.id };
        asked.push(Asked { id, text: record.goal, files });
    }
    Ok(asked)
}

/// The files of each goal's repository, by the goal's id.
pub(crate) fn file_lists(folder: &Path) -> Result<BTreeMap<String, FileList>> {
    #[derive(Deserialize)]
    struct Row {
        id: String,
        files: Vec<String>,
    }
    let rows = runs::lines(&folder.join("filelists.jsonl.zst"))?;
    rows.map(|line| {
        let row: Row = serde_json::from_str(&line?)?;
        Ok((row.id, FileList::new(row.files, false)))
    })
    .collect()
}

/// One block a goal: a line of JSON with its id, its number of files and of features, then the rows as little-endian f32.
/// The rows stand in the order of the sorted list.
fn write_features(path: &Path, asked: &[Asked], config: &Config) -> Result<()> {
    let mut out = create(path)?;
    for asked in asked {
        let goal = goal_of(&asked.text, &asked.files, config);
        let rows = Features::new(&goal, &asked.files, &config.infer).rows;
        let width = rows.first().map_or(0, |row| row.len());
        writeln!(out, "{}", serde_json::json!({ "id": asked.id, "files": rows.len(), "features": width }))?;
        for value in rows.iter().flatten() {
            out.write_all(&value.to_le_bytes())?;
        }
    }
    out.flush()?;
    Ok(())
}

/// A change of several files, as far as a predictor may read it.
#[derive(Deserialize)]
struct Change {
    id: String,
    goal_id: String,
    goal: String,
    changed: Vec<String>,
}

/// Writes one prediction a change, and on request what is asked about every file.
pub(crate) fn doubt(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let folder = args.data.join("scope");
    let lists = file_lists(&folder)?;
    let changes =
        runs::lines(&folder.join("tangled.jsonl.zst"))?.map(|line| Ok(serde_json::from_str::<Change>(&line?)?));
    let changes: Vec<Change> = changes.collect::<Result<_>>()?;
    let lines = all(&changes, |change| {
        // A file that the change creates is in no list.
        let listed = lists.get(&change.goal_id).into_iter().flat_map(FileList::paths).map(str::to_owned);
        let files = FileList::new(listed.chain(change.changed.iter().cloned()).collect(), false);
        let goal = goal_of(&change.goal, &files, &config);
        let features = Features::new(&goal, &files, &config.infer);
        let inference = features.infer(&config.infer);
        let places = change.changed.iter().filter_map(|path| files.position(path));
        let places: Vec<usize> = places.collect();
        let made = infer::Change { goal: &goal, files: &files, changed: &places };
        let doubts = features.unasked(&inference, &made, &config.unasked);
        let told = doubts.iter().filter(|doubt| doubt.told).map(|doubt| change.changed[doubt.at].as_str());
        let verdicts: BTreeMap<&str, f64> =
            doubts.iter().map(|doubt| (change.changed[doubt.at].as_str(), doubt.chance)).collect();
        let prediction =
            serde_json::json!({ "id": change.id, "flagged": told.collect::<Vec<_>>(), "verdicts": verdicts });
        let evidence = match args.features {
            Some(_) => written(change, &features.evidence(&inference, &made, &config.unasked)).to_string(),
            None => String::new(),
        };
        Ok((prediction.to_string(), evidence))
    })?;
    let write = |path: &Path, lines: Vec<&String>| -> Result<()> {
        let mut out = create(path)?;
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(out.flush()?)
    };
    write(&args.out, lines.iter().map(|(line, _)| line).collect())?;
    args.features.as_deref().map_or(Ok(()), |path| write(path, lines.iter().map(|(_, line)| line).collect()))
}

/// What is asked about each file of a change, and what the two models weigh that questions rest on: a row for each doubted file, and
/// one for each pair of them.
fn written(change: &Change, evidence: &infer::Evidence) -> serde_json::Value {
    let asked: BTreeMap<&str, Option<Vec<f64>>> = change
        .changed
        .iter()
        .map(String::as_str)
        .zip(evidence.doubts.iter().map(|doubts| doubts.map(|doubts| doubts.to_vec())))
        .collect();
    let contrasts: Vec<Vec<f64>> = evidence.contrasts.iter().map(|row| row.to_vec()).collect();
    serde_json::json!({ "id": change.id, "files": asked, "contrasts": contrasts, "pairs": evidence.pairs })
}
