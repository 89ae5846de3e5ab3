//! The tasks `segments`, `spliced` and `loops`: recorded runs in a neutral event format, scored after every event.

use anyhow::{Context, Result};
use driftguard::agent::{failure, failure_of};
use driftguard::config::{Config, Layer, LayerKind};
use driftguard::domain::{
    Action, ActionKind, Call, Digest, Event, FileEffect, FileList, FileVerb, Outcome, OutcomeStatus, Prompt,
    PromptClass, Relation, Root, Session, What,
};
use driftguard::guard::{Facts, Guard, Playback};
use driftguard::signal::{Bond, SIGNALS};
use driftguard::text::trace;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// A recorded run, as far as a predictor may read it.
#[derive(Deserialize)]
pub(crate) struct Run {
    id: String,
    goal: Option<String>,
    /// Leads to the goal's text where the run itself does not hold it.
    goal_id: Option<String>,
    events: Vec<RunEvent>,
}

/// One event of a run. Fields that tell labels are not read.
#[derive(Deserialize)]
struct RunEvent {
    kind: String,
    #[serde(default)]
    cls: Option<String>,
    #[serde(default)]
    tool: String,
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    cmd: Option<String>,
    /// The part of a file that was read: a number, or a scripted agent's words.
    #[serde(default)]
    off: Value,
    #[serde(default)]
    lim: Value,
    /// Digests of the text that an edit takes out and puts in.
    #[serde(default)]
    old: Option<String>,
    #[serde(default)]
    new: Option<String>,
    #[serde(default)]
    err: Option<bool>,
    #[serde(default)]
    oh: Option<String>,
    #[serde(default)]
    obs: String,
}

/// The score after every event.
#[derive(Serialize)]
pub(crate) struct Scores {
    id: String,
    scores: Vec<u8>,
}

/// The events of a window at which an alarm stands.
#[derive(Serialize)]
pub(crate) struct Alarms {
    id: String,
    alarms: Vec<Alarm>,
}

#[derive(Serialize)]
struct Alarm {
    i: usize,
    signal: String,
}

/// The runs of a packed file, in its order; a repeated id gets a number.
pub(crate) fn read(path: &Path) -> Result<Vec<Run>> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut runs = Vec::new();
    for line in lines(path)? {
        let mut run: Run = serde_json::from_str(&line?)?;
        let count = seen.entry(run.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            run.id = format!("{}#{count}", run.id);
        }
        runs.push(run);
    }
    Ok(runs)
}

/// The texts of goals by id.
pub(crate) fn goals(path: &Path) -> Result<BTreeMap<String, String>> {
    #[derive(Deserialize)]
    struct Row {
        id: String,
        goal: String,
    }
    lines(path)?
        .map(|line| serde_json::from_str::<Row>(&line?).map(|row| (row.id, row.goal)).map_err(Into::into))
        .collect()
}

pub(crate) fn lines(path: &Path) -> Result<impl Iterator<Item = std::io::Result<String>> + use<>> {
    let packed = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut decoder = zstd::Decoder::new(packed)?;
    decoder.window_log_max(24)?;
    Ok(BufReader::new(decoder).lines())
}

/// How one changed place hung together with the work when it was changed: what the fit of the signal reads.
#[derive(Serialize)]
pub(crate) struct Features {
    id: String,
    /// The event, as it is counted in the run.
    i: usize,
    path: String,
    /// What it had to do with the goal.
    relation: Relation,
    bond: Bond,
}

/// What a run gives.
pub(crate) struct Played {
    pub(crate) scores: Scores,
    pub(crate) features: Vec<Features>,
}

/// How what the last action changed hung together with the work; the call is counted among all of the session.
pub(crate) fn features_of(id: &str, guard: &Guard<'_>) -> impl Iterator<Item = Features> {
    let i = usize::try_from(guard.session().calls).unwrap_or(usize::MAX).saturating_sub(1);
    guard.touched().iter().filter_map(move |place| {
        let (path, relation) = (place.place.shown().to_owned(), place.relation.clone());
        place.bond.map(|bond| Features { id: id.to_owned(), i, path, relation, bond })
    })
}

/// Plays a run through the pipeline.
pub(crate) fn play(run: &Run, goals: &BTreeMap<String, String>, config: &Config) -> Played {
    let list = FileList::default();
    let files = &list;
    let facts = Facts::of(config, &files);
    let root = Root { path: "/repository".to_owned(), ..Root::default() };
    let mut playback = Playback::new(Session { id: run.id.clone(), root, ..Session::default() }, &facts);
    let goal = run.goal.as_ref().or_else(|| run.goal_id.as_ref().and_then(|id| goals.get(id)));
    if let Some(goal) = goal {
        playback.observe(prompt(goal));
    }
    let (mut scores, mut features) = (Vec::new(), Vec::new());
    for (index, given) in run.events.iter().enumerate() {
        let mut acted = false;
        for event in events(given, index) {
            acted |= matches!(event.what, What::Outcome(_));
            playback.play(event);
        }
        if acted {
            let of_it = features_of(&run.id, playback.guard());
            features.extend(of_it.map(|features| Features { i: index, ..features }));
        }
        scores.push(playback.guard().score().value());
    }
    Played { scores: Scores { id: run.id.clone(), scores }, features }
}

/// Plays a window through the pipeline. The prompt that began the work lies before the window and names nothing. An alarm
/// stands from the event that completes a pattern until the score is clean again, as in the other tasks; the first of them
/// is the moment at which the product speaks.
pub(crate) fn alarms(window: &Run, config: &Config) -> Alarms {
    let list = FileList::default();
    let files = &list;
    let facts = Facts::of(config, &files);
    let root = Root { path: "/repository".to_owned(), ..Root::default() };
    let mut guard = Guard::resume(Session { id: window.id.clone(), root, ..Session::default() }, &facts);
    guard.observe(prompt("Go on with the work."));
    let mut alarms = Vec::new();
    for (index, given) in window.events.iter().enumerate() {
        for event in events(given, index) {
            guard.observe(event);
        }
        if let Some(signal) = alarm(&guard, config) {
            alarms.push(Alarm { i: index, signal });
        }
    }
    Alarms { id: window.id.clone(), alarms }
}

/// The signal behind the alarm that stands at this moment; `None` where the score is clean.
pub(crate) fn alarm(guard: &Guard<'_>, config: &Config) -> Option<String> {
    if guard.score().value() >= config.score.clean {
        return None;
    }
    let worst = guard.session().drift.open.iter().max_by(|one, other| one.weight.total_cmp(&other.weight));
    Some(worst.and_then(|item| item.findings.first()).map_or_else(String::new, |found| found.signal.clone()))
}

/// No other signals than those about loops.
pub(crate) fn loops_only() -> Layer {
    let others = SIGNALS.iter().filter(|signal| !signal.is_loop());
    let text =
        others.map(|signal| format!("[signal.{}]\nenabled = false\n", signal.id().0)).collect::<Vec<_>>().concat();
    Layer { kind: LayerKind::User, name: "loops only".to_owned(), text }
}

fn prompt(text: &str) -> Event {
    Event::bare(What::Prompt(Prompt { text: text.to_owned(), class: PromptClass::Human, prompt_id: None }))
}

fn events(given: &RunEvent, index: usize) -> Vec<Event> {
    let (kind, verb) = match given.kind.as_str() {
        "text" => return vec![Event { uuid: Some(index.to_string()), ..Event::bare(What::Reply(given.obs.clone())) }],
        "user" if given.cls.as_deref().is_none_or(|class| class == "prompt") => return vec![prompt(&given.obs)],
        "user" => return Vec::new(),
        "read" => (ActionKind::Read, FileVerb::Read),
        "edit" => (ActionKind::Edit, FileVerb::Edit),
        "write" => (ActionKind::Write, FileVerb::Write),
        "bash" => (ActionKind::Bash, FileVerb::Read),
        "search" | "list" => (ActionKind::Search, FileVerb::Read),
        "task" => (ActionKind::Delegate, FileVerb::Read),
        "ask" => (ActionKind::Ask, FileVerb::Read),
        _ => (ActionKind::Other, FileVerb::Read),
    };
    let mut action = Action::bare(kind);
    action.effects = given.files.iter().map(|path| FileEffect { verb, path: path.clone() }).collect();
    action.command.clone_from(&given.cmd);
    if kind != ActionKind::Bash {
        action.text.clone_from(&given.cmd);
    }
    if matches!(kind, ActionKind::Edit | ActionKind::Write) {
        // What a scripted agent changes stands in its command; of other runs the data holds its digest alone.
        action.says = trace::of_words(given.cmd.as_deref().unwrap_or_default(), 40);
    }
    let text = format!("{} {:?} {:?} {} {} {:?}", given.tool, given.files, given.cmd, given.off, given.lim, given.new);
    let digest = |text: &String| Digest(xxh3_64(text.as_bytes()));
    action.replaced = given.old.as_ref().map(digest);
    action.content = given.new.as_ref().map(digest);
    action.digest = Digest(xxh3_64(text.as_bytes()));
    let call_id = index.to_string();
    let status = if given.err == Some(true) { OutcomeStatus::Error } else { OutcomeStatus::Ok };
    let content = Digest(xxh3_64(given.oh.as_deref().unwrap_or_default().as_bytes()));
    let failure = match (kind, status) {
        (_, OutcomeStatus::Error) => Some(failure_of(&given.obs)),
        (ActionKind::Bash, _) => failure(&given.obs),
        _ => None,
    };
    let outcome = Outcome {
        call_id: call_id.clone(),
        status,
        content,
        failure: failure.map(|failure| failure.kind),
        error: failure.map(|failure| failure.error),
        excerpt: given.obs.clone(),
        ..Outcome::default()
    };
    vec![
        Event::bare(What::Call(Call { call_id, tool: given.tool.clone(), action })),
        Event::bare(What::Outcome(outcome)),
    ]
}
