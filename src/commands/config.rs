//! `driftguard config`: what is in force, where it comes from, what is wrong with it, and a file to begin with.

use super::print;
use super::report::{count, number};
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{Config as Request, ConfigOf};
use crate::config::{Layer, Severity, load, render, show, template};
use crate::host::{ConfigFile, Host, PROJECT_FILE};
use crate::text::plain::plain_line;
use anyhow::Context as _;
use std::fs::{File, create_dir_all};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

/// Answers `request` for the project at `root`; `named` is the file of `--config`.
pub fn run(host: &Host, request: &ConfigOf, root: &Path, named: Option<&Path>) -> anyhow::Result<ExitStatus> {
    match request.what.as_ref().unwrap_or(&Request::Show) {
        Request::Show => show_values(&host.config_files(root, named)),
        Request::Check => check(&host.config_files(root, named)),
        Request::Path => list(&host.config_files(root, named)),
        Request::Init { project } => init(host, root, *project),
    }
}

fn show_values(files: &[ConfigFile]) -> anyhow::Result<ExitStatus> {
    let layers = layers(files)?;
    let loaded = load(&layers);
    print::answer(&show(&loaded))?;
    if !loaded.problems.is_empty() {
        let count = count(number(loaded.problems.len()), "problem");
        print::warning(&format!("{count} in the configuration"), "`driftguard config check` names the lines");
    }
    Ok(ExitStatus::Ok)
}

fn check(files: &[ConfigFile]) -> anyhow::Result<ExitStatus> {
    let layers = layers(files)?;
    let problems = load(&layers).problems;
    if problems.is_empty() {
        print::answer(&format!("{} read, no mistakes\n", count(number(layers.len()), "file")))?;
        return Ok(ExitStatus::Ok);
    }
    print::aside(&format!("{}\n", render(&problems, &layers, print::stderr_has_colour())));
    let mistaken = problems.iter().any(|problem| problem.severity == Severity::Error);
    Ok(if mistaken { ExitStatus::Config } else { ExitStatus::Ok })
}

fn list(files: &[ConfigFile]) -> anyhow::Result<ExitStatus> {
    let mut text = String::new();
    for file in files {
        let state = match &file.text {
            Ok(Some(_)) => "read".to_owned(),
            Ok(None) => "absent".to_owned(),
            Err(error) => format!("unreadable: {error}"),
        };
        text.push_str(&plain_line(&file.path.display().to_string()));
        text.extend(["  (", &state, ")\n"]);
    }
    print::answer(&text)?;
    Ok(ExitStatus::Ok)
}

fn init(host: &Host, root: &Path, project: bool) -> anyhow::Result<ExitStatus> {
    let path = if project { root.join(PROJECT_FILE) } else { host.paths.user_config.clone() };
    if let Some(folder) = path.parent() {
        create_dir_all(folder).map_err(|error| cannot_create(folder, &error))?;
    }
    // `create_new` refuses an existing file in the same step that would create it: nothing is ever overwritten.
    let mut file = File::create_new(&path).map_err(|error| cannot_create(&path, &error))?;
    if let Err(error) = file.write_all(template(project).as_bytes()) {
        // Half a file would be in the way of the next try.
        let _ = std::fs::remove_file(&path);
        return Err(error).with_context(|| format!("cannot write {}", path.display()));
    }
    print::line(&format!("{} written; every key is commented out", path.display()))?;
    Ok(ExitStatus::Ok)
}

fn cannot_create(path: &Path, error: &std::io::Error) -> Failure {
    let path = path.display();
    let (message, hint) = if error.kind() == ErrorKind::AlreadyExists {
        (
            format!("{path} exists already"),
            "edit it, or move it away first; `driftguard config check` tells of mistakes",
        )
    } else {
        (format!("cannot create {path}: {error}"), "check that you may write there")
    };
    Failure::new(ExitStatus::CannotCreate, message, hint)
}

/// What is said about a file behind `--config` that is not there.
pub fn missing(path: &Path) -> Failure {
    Failure::new(ExitStatus::NotFound, format!("{} does not exist", path.display()), "check the path after --config")
}

/// The layers of all readable files. A file that is named or exists but cannot be read is an answer of its own: by hand
/// nothing is guessed.
fn layers(files: &[ConfigFile]) -> anyhow::Result<Vec<Layer>> {
    for file in files {
        match &file.text {
            Ok(None) if file.kind == crate::config::LayerKind::CommandLine => {
                return Err(missing(&file.path).into());
            }
            Err(error) => {
                let hint = "check that it is a file that you may read, saved as UTF-8";
                return Err(Failure::new(ExitStatus::Config, error.to_string(), hint).into());
            }
            Ok(_) => {}
        }
    }
    Ok(files.iter().filter_map(ConfigFile::layer).collect())
}
