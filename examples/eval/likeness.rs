//! The task `likeness`: how alike the encoder alone finds the two texts of a pair, in the format of the task `paraphrase`. It is the
//! floor for whatever reads more of the texts.

use super::pairs::{best, encoder};
use super::{Args, all, configured, create};
use crate::grounding::plain;
use anyhow::Result;
use serde::Deserialize;
use std::io::Write;

/// The cosine from which seed 000 takes two texts for one.
const MERGE: f64 = 0.72;

/// A pair, as far as a predictor may read it.
#[derive(Deserialize)]
struct Pair {
    id: String,
    a: String,
    b: String,
}

/// Writes one prediction a pair.
pub(crate) fn pairs(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let pairs: Vec<Pair> = plain(&args.data.join("paraphrase").join("pairs.jsonl"))?;
    let encoder = encoder(&config)?;
    let vector = |text: &str| best(&encoder, text);
    let lines = all(&pairs, |pair| {
        let score = vector(&pair.a)?.zip(vector(&pair.b)?).and_then(|(a, b)| a.cosine(&b)).unwrap_or(0.0);
        Ok(serde_json::json!({"id": pair.id, "merge": score >= MERGE, "score": score}).to_string())
    })?;
    let mut out = create(&args.out)?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}
