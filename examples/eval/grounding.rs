//! The task `claims`, set `public`: sentences held against a text.

use super::{Args, all, configured};
use anyhow::{Context, Result};
use driftguard::host::Host;
use driftguard::inference::Entailment;
use driftguard::verify::text::{Asked, Evidence, features, judge_with};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

/// A record, as far as a predictor may read it.
#[derive(Deserialize)]
struct Record {
    id: String,
    evidence: String,
    claim: String,
}

/// The records of a file that is not packed.
pub(crate) fn plain<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    BufReader::new(file).lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

/// Adds one prediction a claim to the file, and on request what was measured of each.
pub(crate) fn public(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let model = Entailment::open(&config.inference, &Host::real()?.paths.data)?;
    let ask = |text: &str, statement: &str| model.as_ref()?.ask(text, statement).ok();
    let config = config.grounding;
    let records: Vec<Record> = plain(&args.data.join("claims").join("public_claims.jsonl"))?;
    let judged = all(&records, |record| {
        let evidence = Evidence::new(&record.evidence, config.max_words);
        let asked = model.as_ref().map(|_| Asked::new(&record.evidence, &ask));
        Ok((judge_with(&record.claim, &evidence, asked, &config), features(&record.claim, &evidence)))
    })?;
    let mut out = add_to(&args.out)?;
    for (record, (judged, _)) in records.iter().zip(&judged) {
        let line = serde_json::json!({ "id": record.id, "verdict": judged.verdict.name(), "score": judged.score });
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    let Some(path) = &args.features else { return Ok(()) };
    let mut out = add_to(path)?;
    for (record, (_, row)) in records.iter().zip(&judged) {
        writeln!(out, "{}", serde_json::json!({ "id": record.id, "features": row }))?;
    }
    Ok(out.flush()?)
}

fn add_to(path: &Path) -> Result<BufWriter<File>> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    Ok(BufWriter::new(file.with_context(|| format!("cannot write {}", path.display()))?))
}
