//! `driftguard replay`: recorded sessions and scenario pages, held against what is expected of them.

mod junit;
mod outcome;
mod page;
mod recording;

use super::replay::outcome::{Held, Outcome};
use super::{output, print, progress};
use crate::cli::Replay;
use crate::cli::exit::{ExitStatus, Failure};
use crate::text::plain::{plain, plain_line};
use comfy_table::{Table, presets};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use walkdir::WalkDir;

pub use page::{PageFailure, run_page};

/// Findings shown of a recording of which nothing is expected.
const MAX_FOUND: usize = 20;

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
    let differs = outcomes.iter().any(|outcome| matches!(outcome.held, Held::Differs(_) | Held::New(_)));
    let not_played = outcomes.into_iter().find_map(|outcome| match outcome.held {
        Held::Not(failure) => Some(failure),
        _ => None,
    });
    match not_played {
        Some(failure) => Err(failure.into()),
        None => Ok(if differs { ExitStatus::Findings } else { ExitStatus::Ok }),
    }
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

/// Replays one file. One that cannot be read keeps no other from being played.
fn replay(file: &Path, update: bool) -> anyhow::Result<Outcome> {
    let begun = Instant::now();
    let is_page = file.extension().is_some_and(|ending| ending == "md");
    let played = if is_page { page::replay(file, update) } else { recording::replay(file, update) };
    let (compared, held) = match played {
        Ok((0, held)) if held != Held::Updated => {
            let message = format!("{} holds nothing to compare", file.display());
            let hint = "a page has `check` lines (fixtures/scenarios shows some), a recording calls or prompts";
            (0, Held::Not(Failure::new(ExitStatus::BadInput, message, hint)))
        }
        Ok(played) => played,
        Err(error) => (0, Held::Not(error.downcast::<Failure>()?)),
    };
    Ok(Outcome { name: name(file), held, compared, took: begun.elapsed() })
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
        let result = match &outcome.held {
            Held::AsExpected => "as expected",
            Held::Updated => "updated",
            Held::Differs(_) => "differs",
            Held::New(_) => "nothing expected",
            Held::Not(_) => "not played",
        };
        let took = format!("{:.1}", outcome.took.as_secs_f64() * 1000.0);
        table.add_row([result, &outcome.compared.to_string(), &took, &plain_line(&outcome.name)]);
    }
    let well = outcomes.iter().filter(|outcome| matches!(outcome.held, Held::AsExpected | Held::Updated)).count();
    let mut text = format!("{table}\n\n{well} of {} as expected\n", outcomes.len());
    let first = outcomes.iter().find_map(|outcome| match &outcome.held {
        Held::Differs(difference) => Some((&outcome.name, difference)),
        _ => None,
    });
    if let Some((name, difference)) = first {
        text.extend(["\n", &plain_line(name), ":\n", &plain(difference), "\n"]);
    }
    // The first of them is what the command ends with.
    let not_played = outcomes.iter().filter_map(|outcome| match &outcome.held {
        Held::Not(failure) => Some(failure),
        _ => None,
    });
    for (index, failure) in not_played.skip(1).enumerate() {
        text.push_str(if index == 0 { "\nNot played besides:\n" } else { "" });
        let _ = writeln!(text, "  {}", plain_line(&failure.message));
    }
    let new = outcomes.iter().filter_map(|outcome| match &outcome.held {
        Held::New(found) => Some((&outcome.name, found)),
        _ => None,
    });
    for (index, (name, found)) in new.enumerate() {
        if index == 0 {
            text.push_str("\nThere is nothing yet that these are held against; --update writes what was found beside each, as what is expected:\n");
        }
        let none = if found.is_empty() { " no finding" } else { "" };
        let _ = writeln!(text, "{}:{none}", plain_line(name));
        for line in found.iter().take(MAX_FOUND) {
            text.extend(["  ", &plain_line(line), "\n"]);
        }
        if found.len() > MAX_FOUND {
            let _ = writeln!(text, "  and {} more", found.len() - MAX_FOUND);
        }
    }
    text
}
