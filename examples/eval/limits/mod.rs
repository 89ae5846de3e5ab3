//! The task `limits`: calls that break what the user forbade, and calls that do not. One line a call with what was done about it; the
//! last line counts them.

mod play;

use crate::grounding::plain;
use crate::{Args, all, configured, create};
use anyhow::{Context, Result};
use play::{Answer, Count, Repositories, Talk};
use std::io::Write;

pub(crate) fn hold(args: &Args) -> Result<()> {
    let config = configured(args, Vec::new())?;
    let repositories = args.data.join("repos.json");
    let repositories =
        std::fs::read_to_string(&repositories).with_context(|| format!("cannot read {}", repositories.display()))?;
    let repositories: Repositories = serde_json::from_str(&repositories)?;
    let talks: Vec<Talk> = plain(&args.data.join("set.jsonl"))?;
    let answers: Vec<Answer> =
        all(&talks, |talk| Ok(play::play(talk, &repositories, &config)))?.into_iter().flatten().collect();
    let mut out = create(&args.out)?;
    for answer in &answers {
        writeln!(out, "{}", serde_json::to_string(answer)?)?;
    }
    writeln!(out, "{}", serde_json::to_string(&Count::of(&answers))?)?;
    Ok(out.flush()?)
}
