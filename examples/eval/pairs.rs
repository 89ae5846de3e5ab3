//! The tasks `paraphrase` and `retrieval`: whether two texts say the same, and which texts answer a query.

use super::grounding::plain;
use super::{Args, all, configured, create};
use anyhow::Result;
use driftguard::config::{Config, MemoryConfig, MergeConfig};
use driftguard::domain::{Recording, Said, Vector};
use driftguard::host::Host;
use driftguard::inference::Encoder;
use driftguard::memory::meaning::{Meaning, compare};
use driftguard::store::memory::{Memory, Query};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// Texts of one ranking.
const MOST: usize = 10;
/// Texts that a query is compared with, word by word.
const CANDIDATES: usize = 32;

/// Two texts, as far as a predictor may read them.
#[derive(Deserialize)]
struct Pair {
    id: String,
    a: String,
    b: String,
}

/// A text of the corpus, or a query.
#[derive(Deserialize)]
struct Text {
    id: String,
    text: String,
}

/// The encoder that the configuration names, as commands by hand open it.
pub(crate) fn encoder(config: &Config) -> Result<Encoder> {
    Ok(Encoder::open(&config.inference, &Host::real()?.paths.data)?)
}

/// What a text means, by the best that there is.
pub(crate) fn best(encoder: &Encoder, text: &str) -> Result<Option<Vector>> {
    Ok(encoder.deep(text)?.or_else(|| encoder.quick(text)))
}

/// One prediction a pair: they merge as actions do; the score is what a ranking goes by.
pub(crate) fn merges(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let (threshold, meaning) = (config.memory.merge.action, &config.memory.meaning);
    let pairs: Vec<Pair> = plain(&args.data.join("paraphrase").join("pairs.jsonl"))?;
    let encoder = encoder(&config)?;
    let cosine = |pair: &Pair| -> Result<Option<f64>> {
        Ok(best(&encoder, &pair.a)?.zip(best(&encoder, &pair.b)?).and_then(|(a, b)| a.cosine(&b)))
    };
    let compared =
        all(&pairs, |pair| Ok(compare(&Meaning::of(&pair.a), &Meaning::of(&pair.b), cosine(pair)?, meaning)))?;
    let mut out = create(&args.out)?;
    for (pair, likeness) in pairs.iter().zip(&compared) {
        let merge = likeness.same(threshold);
        writeln!(out, "{}", serde_json::json!({ "id": pair.id, "merge": merge, "score": likeness.standing() }))?;
    }
    let Some(path) = &args.features else { return Ok(out.flush()?) };
    let mut told = create(path)?;
    for (pair, likeness) in pairs.iter().zip(&compared) {
        let differences: Vec<String> =
            likeness.differences.iter().map(|(difference, seen)| format!("{}: {seen}", difference.name())).collect();
        let row = serde_json::json!({ "id": pair.id, "similarity": likeness.similarity, "differences": differences });
        writeln!(told, "{row}")?;
    }
    told.flush()?;
    Ok(out.flush()?)
}

/// One ranking a query: the corpus is remembered as actions, each for itself, and each query asked as before a step.
pub(crate) fn answers(args: &Args) -> Result<()> {
    let folder = args.data.join("paraphrase");
    let corpus: Vec<Text> = plain(&folder.join("retrieval_corpus.jsonl"))?;
    let queries: Vec<Text> = plain(&folder.join("retrieval_queries.jsonl"))?;
    let config = configured(args, Vec::new())?;
    let encoder = encoder(&config)?;
    // Nothing is merged, and nothing is too little alike or too much to be named: the order is what is asked for.
    let merge = MergeConfig { action: 1.0, feedback: 1.0, outcome: 1.0, entity: 1.0 };
    let memory =
        MemoryConfig { merge, min_similarity: 0.0, top: MOST, candidates: CANDIDATES, ..config.memory.clone() };
    let home = tempfile::tempdir()?;
    let mut kept = Memory::open(&home.path().join("memory.db"), Duration::from_secs(5))?;
    let mut ids: BTreeMap<i64, &str> = BTreeMap::new();
    for text in &corpus {
        let action = Said {
            vector: encoder.quick(&text.text),
            deep: encoder.deep(&text.text)?,
            ..Said::words(text.text.as_str())
        };
        let (feedback, outcome) = (Said::words(text.id.as_str()), Said::words("known"));
        let recording = Recording { action, feedback, outcome, ..Recording::default() };
        if let Some(recorded) = kept.record(&recording, &memory)? {
            ids.insert(recorded.lesson, &text.id);
        }
    }
    let mut out = create(&args.out)?;
    for query in &queries {
        let texts = vec![(query.text.as_str(), best(&encoder, &query.text)?)];
        let answer = kept.before_step(&Query { texts, ..Query::default() }, &memory)?;
        let ranked: Vec<&str> = answer
            .warnings
            .iter()
            .filter_map(|warning| ids.get(&warning.lesson).copied())
            .filter(|id| *id != query.id)
            .collect();
        writeln!(out, "{}", serde_json::json!({ "id": query.id, "ranked": ranked }))?;
    }
    Ok(out.flush()?)
}
