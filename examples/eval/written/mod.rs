//! The tasks `limits` and `drift`: sessions that people wrote, each call labelled. One line a call with what was done about it; the last
//! line counts them.

mod drift;
mod limits;
mod play;

use crate::grounding::plain;
use crate::{Args, all, configured, create};
use anyhow::{Context, Result};
use play::{Answer, Repositories, Talk};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Write;

/// The task `limits`.
pub(crate) fn limits(args: &Args) -> Result<()> {
    hold(args, |answers| limits::Count::of(answers))
}

/// The task `drift`.
pub(crate) fn drift(args: &Args) -> Result<()> {
    hold(args, drift::Count::of)
}

/// Plays a set, and writes what was done and how `count` sums it up.
fn hold<L, C>(args: &Args, count: impl Fn(&[Answer<L>]) -> C) -> Result<()>
where
    L: Copy + Send + Sync + Serialize + DeserializeOwned,
    C: Serialize,
{
    let config = configured(args, Vec::new())?;
    let repositories = args.data.join("repos.json");
    let repositories =
        std::fs::read_to_string(&repositories).with_context(|| format!("cannot read {}", repositories.display()))?;
    let repositories: Repositories = serde_json::from_str(&repositories)?;
    let talks: Vec<Talk<L>> = plain(&args.data.join("set.jsonl"))?;
    let answers: Vec<Answer<L>> =
        all(&talks, |talk| Ok(play::play(talk, &repositories, &config)))?.into_iter().flatten().collect();
    let mut out = create(&args.out)?;
    for answer in &answers {
        writeln!(out, "{}", serde_json::to_string(answer)?)?;
    }
    writeln!(out, "{}", serde_json::to_string(&count(&answers))?)?;
    Ok(out.flush()?)
}
