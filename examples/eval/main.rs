//! The evaluation runner: plays labelled data through the library's one pipeline and writes predictions.
//!
//!     cargo run --release --example eval -- sessions --data DIR --out FILE
//!
//! One JSON object a line, in the order of the data. The runner judges nothing itself; a scoring tool of its own turns
//! predictions and labels into figures (ACCURACY.md). It reads no label.

mod claims;
mod gate;
mod goals;
mod grounding;
mod injection;
mod lessons;
mod likeness;
mod pairs;
mod runs;
mod streams;
mod written;

use anyhow::{Context, Result, ensure};
use clap::{Parser, ValueEnum};
use driftguard::agent::{Texts, adapters};
use driftguard::commands::analysis::{Question, listed, play as play_file};
use driftguard::commands::parallel::in_parallel;
use driftguard::commands::report::Tally;
use driftguard::config::{self, Config, Layer, LayerKind};
use driftguard::domain::{Assessment, Decision, Event, FileList, Place, Root, What};
use driftguard::guard::Playback;
use driftguard::text::path::resolve;
use driftguard::transcript::read_all;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Plays labelled data through the pipeline and writes predictions.
#[derive(Parser)]
pub(crate) struct Args {
    /// Which task
    task: Task,
    /// The folder that holds the data
    #[arg(long)]
    data: PathBuf,
    /// Where the predictions go
    #[arg(long)]
    out: PathBuf,
    /// Write 0 for every time, so that two runs give the same bytes
    #[arg(long)]
    timeless: bool,
    /// With `sessions`: no other signals than those about loops, and an alarm where the agent would be told in its turn
    #[arg(long)]
    loops_only: bool,
    /// Also write every limit that would deny, with its clause, to this file
    #[arg(long)]
    limits: Option<PathBuf>,
    /// Also write what the judgement rests on to this file, for the scripts that fit and check it: the features of every file
    /// (`goals`, `tangled`), what was measured of every claim (`claims`) or window (`injection`), how each changed place hung
    /// together with the work (`segments`, `spliced`, `sessions`), or what differs between two texts (`paraphrase`)
    #[arg(long)]
    features: Option<PathBuf>,
    /// A configuration over the defaults, as a user's own file
    #[arg(long)]
    config: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Task {
    /// Whole real transcripts: counts, alarms, speed
    Sessions,
    /// Parts of real runs that ended in an accepted commit: a score after every event
    Segments,
    /// Windows with and without a loop: the events at which an alarm stands
    Loops,
    /// Real runs with a stretch of another run spliced in, and their clean twins
    Spliced,
    /// Goals and the files of their repositories: which files each goal wants
    Goals,
    /// Changed files of which some may not have been asked for: which ones
    Tangled,
    /// Statements and what they are held against: a verdict each
    Claims,
    /// Tool results: which ones give the agent orders
    Injection,
    /// Sessions in the order of time, each warned with what those before it have learned
    Lessons,
    /// Texts while they are written, and traces of scores: where each is ended
    Stream,
    /// Pairs of texts: how alike the encoder alone finds them, in the format of `paraphrase`
    Likeness,
    /// Whole real transcripts, project by project: which of the texts about files, commands and branches are written
    Gate,
    /// Calls that break a limit of the user's, and calls that do not: what is done about each
    Limits,
    /// Changes that nobody asked for, in written sessions, and sessions without any: what is done about each call
    Drift,
    /// Pairs of texts: which say the same
    Paraphrase,
    /// Queries and texts: which text says what the query says
    Retrieval,
}

/// A row of `sessions/index.jsonl`, as far as a predictor may read it.
#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    kind: String,
    /// Whose sessions follow on each other.
    pub(crate) repo: String,
    pub(crate) file: String,
}

/// One prediction of the task `sessions`.
#[derive(Serialize)]
struct Prediction {
    id: String,
    tool_calls: BTreeMap<String, u64>,
    results: Results,
    prompts: u64,
    alarms: Vec<Alarm>,
    seconds: f64,
    bytes: u64,
}

#[derive(Serialize)]
struct Results {
    ok: u64,
    error: u64,
}

/// One moment at which the agent would be told.
#[derive(Serialize)]
struct Alarm {
    i: u64,
    signal: String,
    score: u8,
}

/// One limit that would deny.
#[derive(Serialize)]
struct Limit {
    id: String,
    clause: String,
    targets: String,
}

/// What one transcript gives.
struct Played {
    prediction: Prediction,
    limits: Vec<Limit>,
    features: Vec<runs::Features>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    match args.task {
        Task::Sessions => sessions(&args),
        Task::Segments => scored(&args, &["trajectories-claude", "trajectories-sweagent"]),
        Task::Spliced => scored(&args, &["spliced"]),
        Task::Loops => loops(&args),
        Task::Goals => goals::rank(&args),
        Task::Tangled => goals::doubt(&args),
        // The second adds to the files of the first.
        Task::Claims => claims::agent(&args).and_then(|()| grounding::public(&args)),
        Task::Injection => injection::flag(&args),
        Task::Lessons => lessons::warn(&args),
        Task::Stream => streams::halts(&args),
        Task::Likeness => likeness::pairs(&args),
        Task::Gate => gate::decide(&args),
        Task::Limits => written::limits(&args),
        Task::Drift => written::drift(&args),
        Task::Paraphrase => pairs::merges(&args),
        Task::Retrieval => pairs::answers(&args),
    }
}

fn sessions(args: &Args) -> Result<()> {
    let folder = args.data.join("sessions");
    let rows = rows(&folder)?;
    let config = configured(args, if args.loops_only { vec![runs::loops_only()] } else { Vec::new() })?;
    let played = all(&rows, |row| play(&folder, row, &config, args))?;
    let mut out = create(&args.out)?;
    for one in &played {
        writeln!(out, "{}", serde_json::to_string(&one.prediction)?)?;
    }
    out.flush()?;
    if let Some(path) = &args.features {
        let mut out = create(path)?;
        for row in played.iter().flat_map(|one| &one.features) {
            writeln!(out, "{}", serde_json::to_string(row)?)?;
        }
        out.flush()?;
    }
    if let Some(path) = &args.limits {
        let mut out = create(path)?;
        for limit in played.iter().flat_map(|one| &one.limits) {
            writeln!(out, "{}", serde_json::to_string(limit)?)?;
        }
        out.flush()?;
    }
    Ok(())
}

pub(crate) fn create(path: &Path) -> Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?))
}

/// The defaults under what the task asks for and under the configuration that was given. A mistake in that is an error.
pub(crate) fn configured(args: &Args, mut layers: Vec<Layer>) -> Result<Config> {
    if let Some(path) = &args.config {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        layers.push(Layer { kind: LayerKind::User, name: path.display().to_string(), text });
    }
    let loaded = config::load(&layers);
    ensure!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    Ok(loaded.config)
}

/// A score after every event of every run in these files.
fn scored(args: &Args, files: &[&str]) -> Result<()> {
    let folder = args.data.join("scope");
    let goals = runs::goals(&folder.join("goals.jsonl.zst"))?;
    let config = configured(args, Vec::new())?;
    let mut out = create(&args.out)?;
    let mut features = args.features.as_deref().map(create).transpose()?;
    for file in files {
        let recorded = runs::read(&folder.join(format!("{file}.jsonl.zst")))?;
        for played in all(&recorded, |run| Ok(runs::play(run, &goals, &config)))? {
            writeln!(out, "{}", serde_json::to_string(&played.scores)?)?;
            if let Some(features) = &mut features {
                for row in &played.features {
                    writeln!(features, "{}", serde_json::to_string(row)?)?;
                }
            }
        }
    }
    out.flush()?;
    if let Some(mut features) = features {
        features.flush()?;
    }
    Ok(())
}

/// The alarms in every window of these files.
fn loops(args: &Args) -> Result<()> {
    let config = configured(args, vec![runs::loops_only()])?;
    let mut out = create(&args.out)?;
    for file in ["real", "sweagent", "constructed"] {
        let windows = runs::read(&args.data.join("loops").join(format!("{file}.jsonl.zst")))?;
        for alarms in all(&windows, |window| Ok(runs::alarms(window, &config)))? {
            writeln!(out, "{}", serde_json::to_string(&alarms)?)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The sessions of Claude Code in a folder of sessions; an error where there is none.
pub(crate) fn rows(folder: &Path) -> Result<Vec<Row>> {
    let index = folder.join("index.jsonl");
    let file = File::open(&index).with_context(|| format!("cannot read {}", index.display()))?;
    let mut rows = Vec::new();
    for line in BufReader::new(file).lines() {
        let row: Row = serde_json::from_str(&line?)?;
        if row.kind == "claude" {
            rows.push(row);
        }
    }
    ensure!(!rows.is_empty(), "no session of kind `claude` in {}", folder.display());
    Ok(rows)
}

fn play(folder: &Path, row: &Row, config: &Config, args: &Args) -> Result<Played> {
    let transcript = unpack(&folder.join(&row.file)).with_context(|| row.id.clone())?;
    let bytes = transcript.as_file().metadata()?.len();
    let mut limits: Vec<Limit> = Vec::new();
    let mut in_turn: Vec<Alarm> = Vec::new();
    let mut standing = false;
    let mut features = Vec::new();
    let each = |playback: &mut Playback<'_>, event: Event| {
        let acted = matches!(event.what, What::Outcome(_));
        playback.play(event);
        if acted {
            features.extend(runs::features_of(&row.id, playback.guard()));
        }
        let alarm = runs::alarm(playback.guard(), config);
        let begins = !std::mem::replace(&mut standing, alarm.is_some());
        if let Some(signal) = alarm.filter(|_| begins) {
            let guard = playback.guard();
            in_turn.push(Alarm { i: guard.session().calls.saturating_sub(1), signal, score: guard.score().value() });
        }
        let goal = playback.guard().session().goal.as_ref();
        for constraint in goal.iter().flat_map(|goal| &goal.constraints).filter(|limit| limit.denies) {
            let targets = format!("{:?}", constraint.targets);
            if !limits.iter().any(|known| known.clause == constraint.clause && known.targets == targets) {
                limits.push(Limit { id: row.id.clone(), clause: constraint.clause.clone(), targets });
            }
        }
    };
    let question = Question { files: Some(listed(files_touched(transcript.path(), config)?)), ..Question::default() };
    let begun = Instant::now();
    let (tally, assessments) =
        play_file(transcript.path(), adapters()[0], config, &question, each, |playback, read| {
            (read.tally, playback.finish().0)
        })?;
    let seconds = if args.timeless { 0.0 } else { begun.elapsed().as_secs_f64() };
    let mut prediction = prediction(row, tally, &assessments, seconds, bytes);
    if args.loops_only {
        prediction.alarms = in_turn;
    }
    Ok(Played { prediction, limits, features })
}

/// A repository for a session whose repository is not at hand: every file of the project that the session touches, and
/// more than it knew at any moment. Names in prompts then resolve as they would have.
pub(crate) fn files_touched(transcript: &Path, config: &Config) -> Result<FileList> {
    let mut root = Root::default();
    let mut paths = BTreeSet::new();
    read_all(transcript, config.input.max_line, Texts::default(), adapters()[0], &mut |event| {
        if let (true, Some(cwd)) = (root.path.is_empty(), &event.cwd) {
            root.path.clone_from(cwd);
        }
        if let What::Call(call) = event.what {
            for effect in call.action.effects {
                if let Place::Inside(path) = resolve(&root, event.cwd.as_deref(), &effect.path) {
                    paths.insert(path);
                }
            }
        }
    })?;
    Ok(FileList::new(paths.into_iter().filter(|path| path.contains('.')).collect(), true))
}

fn prediction(row: &Row, tally: Tally, assessments: &[Assessment], seconds: f64, bytes: u64) -> Prediction {
    let mut tool_calls = tally.calls;
    for (tool, count) in tally.sidechain_calls {
        *tool_calls.entry(tool).or_default() += count;
    }
    let spoken = assessments.iter().filter(|one| matches!(one.decision, Decision::Inject { .. }));
    let alarms = spoken.map(|one| Alarm {
        i: one.call.saturating_sub(1),
        signal: one.verdict.findings.first().map_or_else(String::new, |finding| finding.signal.0.to_owned()),
        score: one.verdict.score.value(),
    });
    Prediction {
        id: row.id.clone(),
        tool_calls,
        results: Results { ok: tally.ok, error: tally.failed },
        prompts: tally.prompts,
        alarms: alarms.collect(),
        seconds,
        bytes,
    }
}

/// Unpacks into a temporary file: the product reads files, and so does its evaluation.
pub(crate) fn unpack(path: &Path) -> Result<tempfile::NamedTempFile> {
    let packed = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut unpacked = tempfile::NamedTempFile::new()?;
    let mut decoder = zstd::Decoder::new(packed)?;
    // The data was packed with a window of 16 MB.
    decoder.window_log_max(24)?;
    std::io::copy(&mut decoder, &mut unpacked)?;
    unpacked.flush()?;
    Ok(unpacked)
}

/// Runs `work` over the items on all cores, with a bar; the results stand in the order of the items.
pub(crate) fn all<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> Result<R> + Sync) -> Result<Vec<R>> {
    let style = ProgressStyle::with_template("{pos}/{len} [{bar:30}] {eta} left")?.progress_chars("=> ");
    let bar = ProgressBar::new(items.len() as u64).with_style(style);
    let results = in_parallel(items, work, |_| bar.inc(1));
    bar.finish_and_clear();
    results.into_iter().collect()
}
