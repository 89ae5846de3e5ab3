//! The tasks `paraphrase` and `retrieval`: whether two texts say the same, and which texts answer a query.

use super::grounding::plain;
use super::{Args, all, configured, create};
use anyhow::Result;
use driftguard::memory::meaning::{Meaning, compare, rank};
use serde::Deserialize;
use std::io::Write;

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

/// One prediction a pair: they merge as actions do; the score is what a ranking goes by.
pub(crate) fn merges(args: &Args) -> Result<()> {
    let threshold = configured(args, Vec::new())?.memory.merge.action;
    let pairs: Vec<Pair> = plain(&args.data.join("paraphrase").join("pairs.jsonl"))?;
    let compared = all(&pairs, |pair| Ok(compare(&Meaning::of(&pair.a), &Meaning::of(&pair.b), None)))?;
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

/// One ranking a query, over the texts that share a term with it.
pub(crate) fn answers(args: &Args) -> Result<()> {
    let folder = args.data.join("paraphrase");
    let corpus: Vec<Text> = plain(&folder.join("retrieval_corpus.jsonl"))?;
    let queries: Vec<Text> = plain(&folder.join("retrieval_queries.jsonl"))?;
    let read: Vec<(Meaning, Vec<String>)> = corpus
        .iter()
        .map(|text| {
            let meaning = Meaning::of(&text.text);
            let terms = meaning.terms();
            (meaning, terms)
        })
        .collect();
    let ranked = all(&queries, |query| {
        let asked = Meaning::of(&query.text);
        let terms = asked.terms();
        let chosen: Vec<usize> = (0..read.len())
            .filter(|at| corpus[*at].id != query.id && read[*at].1.iter().any(|term| terms.contains(term)))
            .collect();
        let candidates: Vec<(Meaning, Option<f64>)> = chosen.iter().map(|at| (read[*at].0.clone(), None)).collect();
        let order = rank(&asked, &candidates);
        Ok(order.into_iter().map(|place| corpus[chosen[place]].id.clone()).collect::<Vec<_>>())
    })?;
    let mut out = create(&args.out)?;
    for (query, ranked) in queries.iter().zip(ranked) {
        writeln!(out, "{}", serde_json::json!({ "id": query.id, "ranked": ranked }))?;
    }
    Ok(out.flush()?)
}
