//! `driftguard index`: builds or refreshes the index of this project's files, by hand or as the process that a session's
//! start leaves behind.

use super::project::Project;
use super::surroundings::git_program;
use super::{print, progress, report};
use crate::cli;
use crate::cli::exit::{ExitStatus, Failure};
use crate::host::Host;
use crate::repo::Git;
use crate::repo::index::{Index, IndexError, Look, Place, Progress, Stage, last_attempt, refresh};
use indicatif::ProgressBar;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Indexes the project's files and says what is known about them; in the background it says nothing.
pub fn run(host: &Host, project: &Project, request: &cli::IndexFiles) -> anyhow::Result<ExitStatus> {
    let root = Path::new(&project.root.path);
    if !is_project(root, host.paths.home.as_deref()) {
        let message = format!("{} is no project", project.root.path);
        let hint = "call it in the folder of a project: neither a home folder nor the root of the machine is indexed";
        return Err(Failure::new(ExitStatus::Usage, message, hint).into());
    }
    let numbers = &project.config.index;
    let git = git(host, root);
    let place = Place { folder: &host.paths.index, root, git: git.as_ref() };
    let bar = if request.background || request.json { progress::hidden() } else { progress::spinner(String::new()) };
    // Whoever calls it by hand wants to know that every file was looked at.
    let look = if request.background { Look::Folders } else { Look::Files };
    let refreshed = refresh(&place, numbers, look, &mut |progress| show(&bar, progress));
    bar.finish_and_clear();
    if request.background {
        // Nobody reads what it would say. The next session's start tries again.
        return Ok(ExitStatus::Ok);
    }
    let done = refreshed.map_err(told)?;
    let index = Index::open(&host.paths.index, root, numbers).map_err(told)?;
    let facts = index.map(|index| index.facts()).transpose().map_err(told)?.unwrap_or_default();
    print::answer(&if request.json {
        report::index_json(&project.root.path, &done, &facts)
    } else {
        report::index(&project.root.path, &done, &facts, print::style())
    })?;
    Ok(ExitStatus::Ok)
}

/// An index's error with its way out.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands the error over")]
pub fn told(error: IndexError) -> Failure {
    let (status, hint) = match &error {
        IndexError::Busy => {
            (ExitStatus::Unavailable, "it is up to date in a moment; `driftguard doctor` shows its age")
        }
        IndexError::Damaged(_) => (ExitStatus::BadInput, "`driftguard index` makes it anew"),
        IndexError::Unusable(_) => (ExitStatus::Io, "check that the data folder is yours and that the disk has room"),
    };
    Failure::new(status, error.to_string(), hint)
}

/// True for a folder that may be indexed: neither the root of the machine nor a home folder.
pub fn is_project(root: &Path, home: Option<&Path>) -> bool {
    let real = |path: &Path| dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    root.is_absolute() && root.parent().is_some() && home.map(real) != Some(real(root))
}

/// True when the index of the project is missing or older than the settings want it.
pub fn is_due(host: &Host, project: &Project) -> bool {
    let root = Path::new(&project.root.path);
    let fresh = Duration::from_secs(project.config.index.fresh_minutes.saturating_mul(60));
    // A time in the future is no age: the clock was set back, and the next attempt sets it right.
    let age = last_attempt(&host.paths.index, root).and_then(|at| at.elapsed().ok());
    project.config.index.background
        && host.may_index()
        && is_project(root, host.paths.home.as_deref())
        && age.is_none_or(|age| age >= fresh)
}

/// Starts the indexing process and does not wait for it: closed streams, a group of its own, so that the end of the client
/// or a key pressed in its terminal does not reach it.
pub fn start(host: &Host, root: &Path) -> std::io::Result<()> {
    let mut command = Command::new(host.program()?);
    command.args(["index", "--background"]).current_dir(root);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // A child that nobody waits for is the system's once this process ends, which is in a moment.
    command.spawn().map(drop)
}

/// Git, where it is installed: never one that lies in the project.
fn git(host: &Host, root: &Path) -> Option<Git> {
    let path = host.env("PATH").unwrap_or_default();
    let program = git_program(OsStr::new(&path), root)?;
    Some(Git { program, home: host.paths.home.clone() })
}

fn show(bar: &ProgressBar, progress: Progress) {
    let stage = match progress.stage {
        Stage::Listing => "listing the files",
        Stage::Reading => "reading the files",
        Stage::History => "reading the history",
    };
    bar.set_message(format!("{stage} {}/{}", progress.done, progress.total));
}
