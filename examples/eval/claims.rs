//! The task `claims`: single statements of a report, held against what the session's log shows.
//!
//! The log is written down as the agent's client would have written it, read by the client's adapter and observed by the
//! guard; the statement is read and judged as `stop` judges a report.

use crate::{Args, configured, create};
use anyhow::{Context, Result};
use driftguard::agent::{Adapter, Texts, adapters};
use driftguard::config::Config;
use driftguard::domain::{ClaimVerdict, FileList, Ledger, Root, Session};
use driftguard::guard::{Facts, Guard};
use driftguard::verify;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// A turn, as far as a predictor may read it.
#[derive(Deserialize)]
pub(crate) struct Turn {
    #[serde(rename = "turn")]
    pub id: String,
    #[serde(default)]
    prompt: String,
    #[serde(default)]
    report: String,
    #[serde(default)]
    events: Vec<Logged>,
    #[serde(default)]
    earlier_edited: Vec<String>,
    #[serde(default)]
    earlier_commands: Vec<String>,
}

/// A call of the log with its answer.
#[derive(Deserialize)]
struct Logged {
    tool: String,
    input: Value,
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    is_error: bool,
}

/// A statement.
#[derive(Deserialize)]
struct Statement {
    id: String,
    turn: String,
    claim: String,
}

#[derive(Serialize)]
struct Prediction {
    id: String,
    verdict: &'static str,
    score: f64,
    /// Why, for whoever reads the errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<String>,
}

/// Judges every statement of agents' reports.
pub(crate) fn agent(args: &Args) -> Result<()> {
    let folder = args.data.join("claims");
    let turns: Vec<Turn> = rows(&folder.join("agent_turns.jsonl"))?;
    let turns: BTreeMap<&str, &Turn> = turns.iter().map(|turn| (turn.id.as_str(), turn)).collect();
    let config = configured(args, Vec::new())?;
    let mut out = create(&args.out)?;
    let mut ledgers = BTreeMap::new();
    let mut features = args.features.as_deref().map(create).transpose()?;
    for statement in rows::<Statement>(&folder.join("agent_claims.jsonl"))? {
        let turn = turns.get(statement.turn.as_str()).with_context(|| format!("no turn {}", statement.turn))?;
        let ledger = ledgers.entry(turn.id.as_str()).or_insert_with(|| turn.ledger(&config));
        let judged: Vec<_> = verify::claims(&statement.claim)
            .into_iter()
            .map(|claim| {
                let judgement = verify::judge(&claim, ledger, &config);
                (claim, judgement)
            })
            .collect();
        let verdict = |verdict: ClaimVerdict| judged.iter().any(|(_, judgement)| judgement.verdict == verdict);
        // What a change made stale was true when it was shown, and a stale claim is no accusation.
        let word = if verdict(ClaimVerdict::Contradicted) {
            "contradicted"
        } else if verdict(ClaimVerdict::Fabricated) {
            "unsupported"
        } else if verdict(ClaimVerdict::Supported) || verdict(ClaimVerdict::Stale) {
            "supported"
        } else {
            "unverifiable"
        };
        let scores = judged.iter().map(|(_, judgement)| judgement.score);
        let score = if word == "supported" || word == "unverifiable" {
            scores.fold(0.5, f64::max)
        } else {
            scores.fold(0.5, f64::min)
        };
        let why = judged.iter().map(|(claim, judgement)| {
            let signals = judgement.signals.iter().map(|signal| format!("{} {:.1}", signal.signal, signal.vote));
            format!(
                "{} {:?} {} {:?}: {} [{}]",
                claim.kind.name(),
                claim.objects,
                claim.affirmed,
                claim.value,
                judgement.verdict.name(),
                signals.collect::<Vec<_>>().join(", ")
            ) + " "
                + &judgement.evidence
                + if judgement.weighty { " WEIGHTY" } else { "" }
        });
        let why = why.collect();
        writeln!(out, "{}", serde_json::to_string(&Prediction { id: statement.id, verdict: word, score, why })?)?;
    }
    out.flush()?;
    if let Some(features) = &mut features {
        for (turn, ledger) in &ledgers {
            let report = turns.get(turn).map_or("", |turn| turn.report.as_str());
            let judged: Vec<Value> = verify::claims(report)
                .iter()
                .map(|claim| json!({"claim": claim, "judgement": verify::judge(claim, ledger, &config)}))
                .collect();
            writeln!(features, "{}", json!({"turn": turn, "ledger": ledger, "report": judged}))?;
        }
        features.flush()?;
    }
    Ok(())
}

impl Turn {
    /// What is on record of it.
    pub(crate) fn ledger(&self, config: &Config) -> Ledger {
        let list = FileList::default();
        let files = &list;
        let facts = Facts::of(config, &files);
        // The log does not tell where its repository lies: around all that was changed.
        let root = Root { path: common_folder(self), ..Root::default() };
        let mut guard = Guard::resume(Session { id: self.id.clone(), root, ..Session::default() }, &facts);
        play(self, adapters()[0], &mut guard);
        guard.ledger()
    }

    /// All texts of it but the report.
    pub(crate) fn texts(&self, give: &mut impl FnMut(&str)) {
        give(&self.prompt);
        self.earlier_edited.iter().chain(&self.earlier_commands).for_each(|text| give(text));
        for event in &self.events {
            each_text(&event.input, give);
            give(event.result.as_deref().unwrap_or_default());
        }
    }
}

fn each_text(value: &Value, give: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => give(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, give)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, give)),
        _ => {}
    }
}

/// The folder around all changed files whose place is known.
fn common_folder(turn: &Turn) -> String {
    let changes = turn.events.iter().filter(|event| matches!(event.tool.as_str(), "Edit" | "MultiEdit" | "Write"));
    let paths = changes.filter_map(|event| event.input.get("file_path").and_then(Value::as_str));
    let folders = paths
        .map(|path| path.replace('\\', "/").rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned()));
    let common = folders.reduce(|one, other| {
        let same = one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other);
        same.map(|(part, _)| part).collect::<Vec<_>>().join("/")
    });
    common.filter(|folder| !folder.is_empty()).unwrap_or_else(|| "/project".to_owned())
}

/// Lets the guard read the turn from the lines of a transcript.
fn play(turn: &Turn, adapter: &dyn Adapter, guard: &mut Guard<'_>) {
    let mut number = 0;
    let mut call = |tool: &str, input: &Value, result: &str, error: bool| -> [Value; 2] {
        number += 1;
        let id = format!("call-{number}");
        [
            json!({"type": "assistant", "uuid": format!("a{number}"), "message": {"role": "assistant", "content":
                [{"type": "tool_use", "id": id, "name": tool, "input": input}]}}),
            json!({"type": "user", "uuid": format!("u{number}"), "message": {"role": "user", "content":
                [{"type": "tool_result", "tool_use_id": id, "content": result, "is_error": error}]}}),
        ]
    };
    let prompt =
        |text: &str, uuid: &str| json!({"type": "user", "uuid": uuid, "message": {"role": "user", "content": text}});
    let mut lines = vec![prompt("Begin.", "p0")];
    for file in &turn.earlier_edited {
        // Of earlier edits only the names are told: the turn's own paths tell where the same file lies.
        let paths = turn.events.iter().filter_map(|event| event.input.get("file_path").and_then(Value::as_str));
        let file = paths.clone().find(|path| path.rsplit(['/', '\\']).next() == Some(file)).unwrap_or(file);
        let input = json!({"file_path": file, "old_string": "", "new_string": "-"});
        lines.extend(call("Edit", &input, "The file has been updated successfully.", false));
    }
    for command in &turn.earlier_commands {
        lines.extend(call("Bash", &json!({"command": command}), "", false));
    }
    lines.push(prompt(if turn.prompt.trim().is_empty() { "Go on." } else { &turn.prompt }, "p1"));
    for event in &turn.events {
        lines.extend(call(&event.tool, &event.input, event.result.as_deref().unwrap_or_default(), event.is_error));
    }
    for line in lines {
        adapter.decode_line(line.to_string().as_bytes(), Texts::default(), &mut |event| guard.observe(event));
    }
}

fn rows<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    BufReader::new(file).lines().map(|line| serde_json::from_str(&line?).map_err(Into::into)).collect()
}
