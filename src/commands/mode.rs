//! `driftguard mode`: what driftguard may do, seen and set.

use super::project::Project;
use super::{person, print};
use crate::cli::SetMode;
use crate::cli::exit::{ExitStatus, Failure};
use crate::config::with_mode;
use crate::host::Host;
use crate::text::plain::plain;
use std::io::ErrorKind;
use std::path::Path;

/// Shows the mode in force, or writes a new one into the user's own file, where everything else stays as it is.
pub fn run(host: &Host, project: &Project, request: &SetMode) -> anyhow::Result<ExitStatus> {
    let Some(mode) = request.mode else {
        let from = project.mode_from.as_deref().unwrap_or("the default");
        print::answer(&plain(&format!("{} ({from})\n", project.config.mode.name())))?;
        return Ok(ExitStatus::Ok);
    };
    person::only(host, "mode")?;
    let path = &host.paths.user_config;
    // A pipe would be waited for until somebody writes to it.
    if std::fs::metadata(path).is_ok_and(|facts| !facts.is_file()) {
        return Err(cannot(path, &std::io::Error::other("it is not a file")).into());
    }
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(cannot(path, &error).into()),
    };
    let changed = with_mode(&text, mode).map_err(|error| {
        Failure::new(
            ExitStatus::Config,
            format!("{}: {error}", path.display()),
            "`driftguard config check` names the mistake",
        )
    })?;
    crate::host::replace_file(path, &changed).map_err(|error| cannot(path, &error))?;
    print::line(&format!("{} (in {})", mode.name(), path.display()))?;
    let in_force = Project::at(host, Path::new(&project.root.path), None).config.mode;
    if in_force != mode {
        let message = format!(
            "this repository's .driftguard.toml asks for {}, which is stricter and stays in force here",
            in_force.name()
        );
        print::warning(&message, "`driftguard config show` names the file and line of every value");
    }
    Ok(ExitStatus::Ok)
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        ExitStatus::CannotCreate,
        format!("cannot write {}: {error}", path.display()),
        "check that you may write there",
    )
}
