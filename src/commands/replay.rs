//! `driftguard replay`: recorded sessions and scenario pages, held against what is expected of them.

mod junit;
mod outcome;
mod page;
mod recording;

use super::replay::outcome::Outcome;
use super::{output, print, progress};
use crate::cli::Replay;
use crate::cli::exit::{ExitStatus, Failure};
use crate::text::plain::{plain, plain_line};
use comfy_table::{Table, presets};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use walkdir::WalkDir;

pub use page::{PageFailure, run_page};

/// The name of a recording that fills a folder of its own.
const TRANSCRIPT: &str = "transcript.jsonl";

/// Replays every path and prints a table; the first difference is shown as a diff.
pub fn run(request: &Replay) -> anyhow::Result<ExitStatus> {
    let files = collect(&request.paths)?;
    let bar = progress::bar(u64::try_from(files.len()).unwrap_or(u64::MAX), "replaying".to_owned());
    let mut outcomes = Vec::with_capacity(files.len());
    for file in &files {
        outcomes.push(replay(file, request.update)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(path) = &request.junit {
        let xml = junit::junit(&outcomes)?;
        output::write(path, |out| Ok(out.write_all(xml.as_bytes())?))?;
    }
    print::answer(&shown(&outcomes))?;
    let differs = outcomes.iter().any(|outcome| outcome.difference.is_some());
    Ok(if differs { ExitStatus::Findings } else { ExitStatus::Ok })
}

/// The pages and recordings among the paths, in order of name.
fn collect(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.exists() {
            let message = format!("{} does not exist", path.display());
            return Err(Failure::new(
                ExitStatus::NotFound,
                message,
                "name a scenario page, a transcript, or a folder of them",
            )
            .into());
        }
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|error| {
                Failure::new(ExitStatus::Io, error.to_string(), "check that the folder can be read")
            })?;
            let wanted = entry.path().extension().is_some_and(|ending| ending == "md" || ending == "jsonl");
            if entry.file_type().is_file() && wanted {
                files.push(entry.into_path());
            }
        }
    }
    if files.is_empty() {
        return Err(Failure::new(
            ExitStatus::NotFound,
            "nothing to replay there",
            "pages end in .md, recordings in .jsonl",
        )
        .into());
    }
    Ok(files)
}

fn replay(file: &Path, update: bool) -> anyhow::Result<Outcome> {
    let begun = Instant::now();
    let is_page = file.extension().is_some_and(|ending| ending == "md");
    let (compared, difference, updated) =
        if is_page { page::replay(file, update)? } else { recording::replay(file, update)? };
    if compared == 0 && !updated {
        let message = format!("{} holds nothing to compare", file.display());
        let hint = "a page has `check` lines (fixtures/scenarios shows some), a recording calls or prompts";
        return Err(Failure::new(ExitStatus::BadInput, message, hint).into());
    }
    Ok(Outcome { name: name(file), difference, compared, updated, took: begun.elapsed() })
}

/// A recording that fills its own folder is called by the folder: `sessions/scope-drift`.
fn name(file: &Path) -> String {
    let folder = file.parent().filter(|folder| folder.file_name().is_some());
    let own = file.file_name().is_some_and(|name| name == TRANSCRIPT);
    folder.filter(|_| own).unwrap_or(file).display().to_string()
}

fn shown(outcomes: &[Outcome]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["result", "checks", "ms", "session"]);
    for outcome in outcomes {
        let result = match (&outcome.difference, outcome.updated) {
            (Some(_), _) => "differs",
            (None, true) => "updated",
            (None, false) => "as expected",
        };
        let took = format!("{:.1}", outcome.took.as_secs_f64() * 1000.0);
        table.add_row([result, &outcome.compared.to_string(), &took, &plain_line(&outcome.name)]);
    }
    let differing: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.difference.is_some()).collect();
    let mut text = format!("{table}\n\n{} of {} as expected\n", outcomes.len() - differing.len(), outcomes.len());
    if let Some(first) = differing.first() {
        let difference = first.difference.as_deref().unwrap_or_default();
        text.extend(["\n", &plain_line(&first.name), ":\n", &plain(difference), "\n"]);
    }
    text
}
