//! The task `stream`: where a text is ended while it is written, and where a trace of scores is.

use super::{Args, all, claims, configured, create};
use crate::grounding::plain;
use anyhow::{Context, Result};
use driftguard::config::StreamConfig;
use driftguard::verify::stream::{Basis, Flow, Kernel, Known, Stream};
use driftguard::verify::text::Evidence;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::Write;

/// A stream, as far as a predictor may read it.
#[derive(Deserialize)]
struct Record {
    id: String,
    evidence: Source,
    tokens: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    Turn(String),
    Text(String),
}

/// A trace of scores.
#[derive(Deserialize)]
struct Trace {
    id: String,
    scores: Vec<f64>,
}

/// Writes one prediction a stream and a trace.
pub(crate) fn halts(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let folder = args.data.join("stream");
    let records: Vec<Record> = plain(&folder.join("streams.jsonl"))?;
    let turns: Vec<claims::Turn> = plain(&args.data.join("claims").join("agent_turns.jsonl"))?;
    let turns: BTreeMap<&str, &claims::Turn> = turns.iter().map(|turn| (turn.id.as_str(), turn)).collect();
    let lines = all(&records, |record| {
        let mut known = Known::new(config.stream.max_known);
        let (text, ledger) = match &record.evidence {
            Source::Text(text) => {
                known.add(text);
                (Some(Evidence::new(text, config.grounding.max_words)), None)
            }
            Source::Turn(id) => {
                let turn = turns.get(id.as_str()).with_context(|| format!("no turn {id}"))?;
                turn.texts(&mut |text| known.add(text));
                (None, Some(turn.ledger(&config)))
            }
        };
        let basis = Basis { known: &known, text: text.as_ref(), ledger: ledger.as_ref() };
        let mut stream = Stream::new(basis, &config);
        let halt = record.tokens.iter().find_map(|token| stream.push(token).cloned());
        Ok(serde_json::json!({
            "id": record.id,
            "halt": halt.as_ref().map(|halt| halt.token),
            "rule": halt.as_ref().map(|halt| halt.rule.name()),
            "why": halt.as_ref().map(|halt| &halt.why),
        }))
    })?;
    let mut out = create(&args.out)?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    let traces = folder.join("score_traces.jsonl");
    // A trace has no sentences to wait for.
    let config = StreamConfig { soft: false, ..config.stream };
    for trace in if traces.exists() { plain::<Trace>(&traces)? } else { Vec::new() } {
        let mut kernel = Kernel::new(&config);
        let halt = trace.scores.iter().enumerate().find_map(|(at, score)| match kernel.push(*score, false) {
            Flow::Halted(rule) => Some((at, rule.name())),
            _ => None,
        });
        let line =
            serde_json::json!({ "id": trace.id, "halt": halt.map(|halt| halt.0), "rule": halt.map(|halt| halt.1) });
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}
