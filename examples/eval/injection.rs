//! The task `injection`: which tool results give the agent orders, by their text alone.

use super::{Args, all, configured, create, runs};
use anyhow::Result;
use driftguard::injection;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// A record, as far as a predictor may read it: its provenance is left out, and its tool says too much about its source.
#[derive(Deserialize)]
struct Record {
    id: String,
    text: String,
}

#[derive(Serialize)]
struct Prediction<'a> {
    id: &'a str,
    score: f64,
    flag: bool,
}

/// A window of a text, for the script that fits the model.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    /// In bytes of the text.
    at: [usize; 2],
    dense: Vec<(usize, f32)>,
    grams: Vec<u16>,
}

/// A text with a text hidden in it: nothing about it is fitted.
#[derive(Serialize)]
struct Hidden<'a> {
    id: &'a str,
    hidden: bool,
}

/// The names of the dense features and the number of the hashed ones: the first line of the features.
#[derive(Serialize)]
struct Head {
    names: Vec<(String, f32)>,
    grams: usize,
}

/// The lines of a file of the data, plain or packed.
fn lines(folder: &Path, file: &str) -> Result<Box<dyn Iterator<Item = std::io::Result<String>>>> {
    let plain = folder.join(format!("{file}.jsonl"));
    Ok(match File::open(&plain) {
        Ok(plain) => Box::new(BufReader::new(plain).lines()),
        Err(_) => Box::new(runs::lines(&plain.with_extension("jsonl.zst"))?),
    })
}

/// Writes one prediction a record, and on request the features of every window.
pub(crate) fn flag(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let folder = args.data.join("injection");
    let mut records: Vec<Record> = Vec::new();
    for file in ["positives", "negatives"] {
        for line in lines(&folder, file)? {
            records.push(serde_json::from_str(&line?)?);
        }
    }
    let mut out = create(&args.out)?;
    let lines = all(&records, |record| {
        let found = injection::scan(&record.text, &config.injection);
        let prediction = Prediction { id: &record.id, score: found.score, flag: !found.suspicions.is_empty() };
        Ok(serde_json::to_string(&prediction)?)
    })?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    let Some(path) = &args.features else { return Ok(()) };
    let mut out = create(path)?;
    let (names, grams) = injection::feature_names();
    writeln!(out, "{}", serde_json::to_string(&Head { names, grams })?)?;
    let rows = all(&records, |record| {
        let (windows, hidden) = injection::features(&record.text, &config.injection);
        let row = |window: injection::Features| {
            let at = [window.at.start, window.at.end];
            serde_json::to_string(&Row { id: &record.id, at, dense: window.dense, grams: window.grams })
        };
        let mut rows = windows.into_iter().map(row).collect::<Result<Vec<_>, _>>()?;
        if hidden {
            rows.push(serde_json::to_string(&Hidden { id: &record.id, hidden })?);
        }
        Ok(rows)
    })?;
    for row in rows.iter().flatten() {
        writeln!(out, "{row}")?;
    }
    Ok(out.flush()?)
}
