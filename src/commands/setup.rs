//! The command line's `install`, `uninstall` and `doctor`, handed what they need to know about the machine.

use super::consent::{Consent, Outcome};
use super::doctor::State;
use super::doctor::{self, LivenessReport};
use super::doctor::{DatabaseReport, DoctorRequest, FaultCount};
use super::install::{self, InstallRequest};
use super::project::Project;
use super::surroundings::{Scope, Surroundings};
use super::uninstall::{self, UninstallRequest};
use super::{index, memory, model, person, pick, print, removal, report};
use crate::agent::adapters;
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{self, SettingsScope};
use crate::config::LivenessConfig;
use crate::domain::Pause;
use crate::host::{self, Host};
use crate::inference::model::remove_known;
use crate::repo::index::{Index, IndexFacts, last_attempt};
use crate::store::memory::Memory;
use crate::store::{self, Census, Spool, SqliteStore};
use crate::transcript::{self, Wanted};
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A hook that takes longer in `doctor` has failed; the client itself would wait 5 s.
const HOOK_LIMIT: Duration = Duration::from_secs(5);
/// Where an administrator's settings lie.
const MANAGED: [&str; 2] =
    ["/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json"];

/// `driftguard install`.
pub fn install(host: &Host, project: &Project, request: &cli::Install) -> anyhow::Result<ExitStatus> {
    let request = InstallRequest {
        at: surroundings(host, project)?,
        scope: scope(request.scope),
        also: request.also,
        unless_project: request.unless_project,
        status_line: request.statusline,
        temporary_folders: host.temporary_folders(),
        now: host.now_ms() / 1000,
        consent: Consent::from_flags(request.dry_run, request.yes, print::somebody_is_there()),
    };
    print::with_stdout(|out| install::run(&request, out, &mut |question| print::confirm(question).unwrap_or(false)))?;
    Ok(ExitStatus::Ok)
}

/// `driftguard uninstall`.
pub fn uninstall(host: &Host, project: &Project, request: &cli::Uninstall) -> anyhow::Result<ExitStatus> {
    if !request.dry_run {
        person::only(host, "uninstall")?;
    }
    let back = UninstallRequest {
        at: surroundings(host, project)?,
        scope: request.scope.map(scope),
        now: host.now_ms() / 1000,
        consent: Consent::from_flags(request.dry_run, request.yes, print::somebody_is_there()),
    };
    let mut ask = |question: &str| print::confirm(question).unwrap_or(false);
    let outcome = print::with_stdout(|out| uninstall::run(&back, out, &mut ask))?;
    if !request.purge || matches!(outcome, Outcome::Shown | Outcome::Declined) {
        return Ok(ExitStatus::Ok);
    }
    // Where hooks were taken out the user has just agreed to the whole; nobody is asked twice.
    let agreed = match (outcome, back.consent) {
        (Outcome::Changed, _) | (_, Consent::Given) => true,
        (_, Consent::Ask) => ask("Remove everything that driftguard has stored?"),
        (_, Consent::Missing | Consent::ShowOnly) => false,
    };
    if !agreed {
        let hint = "answer y, or pass --yes; `driftguard uninstall` without --purge keeps it";
        return Err(Failure::new(ExitStatus::Usage, "nothing that was stored was removed", hint).into());
    }
    remove_stored(host, project)?;
    print::answer("everything that was stored is removed\n")?;
    Ok(ExitStatus::Ok)
}

/// Removes all that was stored, with the database's file and the models that were fetched.
fn remove_stored(host: &Host, project: &Project) -> anyhow::Result<()> {
    removal::everything(host, project)?;
    removal::folder(&host.paths.settings)?;
    remove_known(&host.paths.data).map_err(|error| model::told(&error))?;
    removal::database(&host.paths.database)?;
    Ok(())
}

/// `driftguard doctor`.
pub fn doctor(host: &Host, project: &Project, request: &cli::Json) -> anyhow::Result<ExitStatus> {
    let store = pick::known(host, project);
    let request = DoctorRequest {
        at: surroundings(host, project)?,
        managed_settings: MANAGED.iter().map(PathBuf::from).find(|path| path.exists()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        hook_limit: HOOK_LIMIT,
        json: request.json,
        database: database(host, project),
        memory: lessons(host),
        index: file_index(host, project),
        spool: spool(host, project),
        models: model::reports(host, project),
        faults: faults(host),
        liveness: liveness(host, project, store.as_ref()),
        config_problems: project.problem_lines(),
        silences: silences(host, store.as_ref()),
    };
    let healthy = print::with_stdout(|out| doctor::run(&request, print::asked_width(), out))?;
    Ok(if healthy { ExitStatus::Ok } else { ExitStatus::Findings })
}

fn surroundings(host: &Host, project: &Project) -> anyhow::Result<Surroundings> {
    Ok(Surroundings {
        claude_dir: host.paths.claude.clone(),
        project: PathBuf::from(&project.root.path),
        records: host.paths.settings.clone(),
        home: host.paths.home.clone(),
        path_env: host.env("PATH").unwrap_or_default(),
        binary: std::env::current_exe().context("cannot find its own program")?,
    })
}

const fn scope(scope: SettingsScope) -> Scope {
    match scope {
        SettingsScope::User => Scope::User,
        SettingsScope::Project => Scope::Project,
        SettingsScope::Local => Scope::Local,
    }
}

/// What the store says about its database. A missing one is no fault: the first hook call makes it.
fn database(host: &Host, project: &Project) -> DatabaseReport {
    let path = host.paths.database.display().to_string();
    if let Some((folder, error)) = host.paths.database.parent().and_then(|at| Some((at, store::has_room(at).err()?))) {
        let folder = folder.display();
        return DatabaseReport {
            state: State::Fail,
            detail: format!("{folder} cannot be written: {error}"),
            fix: Some(format!(
                "make room, or give yourself the folder {folder}: until then nothing new is kept, no goal and no limit"
            )),
        };
    }
    if !host.paths.database.exists() {
        let detail = format!("{path}: not there yet; the first hook call makes it");
        return DatabaseReport { state: State::Skipped, detail, fix: None };
    }
    let health = pick::store(host, project).and_then(|store| Ok(store.integrity().map_err(pick::told)?));
    match health {
        Ok(health) if health.problems.is_empty() => DatabaseReport {
            state: State::Ok,
            detail: format!(
                "{path}: schema {}, {}, {}, {} KB",
                health.schema,
                report::count(health.sessions, "session"),
                report::count(health.steps, "step"),
                (health.bytes + health.log_bytes) / 1024
            ),
            fix: None,
        },
        Ok(health) => DatabaseReport {
            state: State::Fail,
            detail: format!("{path}: {}", health.problems.join("; ")),
            fix: Some(
                "move the file away, with its -wal and -shm beside it: a new one is made at the next hook call"
                    .to_owned(),
            ),
        },
        Err(error) => DatabaseReport {
            state: State::Fail,
            detail: format!("{error:#}"),
            fix: error.downcast_ref::<crate::cli::exit::Failure>().map(|failure| failure.hint.clone()),
        },
    }
}

/// What the memory says about its file. A missing one is no fault: the first lesson makes it.
fn lessons(host: &Host) -> DatabaseReport {
    let path = host.paths.memory.display().to_string();
    let health = Memory::open_existing(&host.paths.memory, HOOK_LIMIT)
        .and_then(|memory| memory.map(|memory| memory.integrity()).transpose());
    let (state, detail, fix) = match health {
        Ok(None) => (State::Skipped, format!("{path}: not there yet; the first lesson makes it"), None),
        Ok(Some(health)) if health.problems.is_empty() => {
            let size = (health.bytes) / 1024;
            (
                State::Ok,
                format!("{path}: schema {}, {}, {size} KB", health.schema, report::count(health.lessons, "lesson")),
                None,
            )
        }
        Ok(Some(health)) => {
            let fix = "move the file away: lessons are learned anew, or read back from its backup beside it";
            (State::Fail, format!("{path}: {}", health.problems.join("; ")), Some(fix.to_owned()))
        }
        Err(error) => {
            let failure = memory::told(error);
            (State::Fail, failure.message, Some(failure.hint))
        }
    };
    DatabaseReport { state, detail, fix }
}

/// What there is of the project's index. A missing one is no fault: a session's start makes it.
fn file_index(host: &Host, project: &Project) -> DatabaseReport {
    let (folder, root) = (&host.paths.index, Path::new(&project.root.path));
    let skipped = |detail: &str| DatabaseReport { state: State::Skipped, detail: detail.to_owned(), fix: None };
    let facts =
        Index::open(folder, root, &project.config.index).and_then(|index| index.map(|index| index.facts()).transpose());
    match facts {
        Ok(None) => skipped("not there yet; the next session's start or `driftguard index` makes it"),
        Ok(Some(facts)) => {
            let IndexFacts { files, bytes, complete, .. } = facts;
            let age = last_attempt(folder, root).and_then(|at| at.elapsed().ok()).map_or(0, |age| age.as_secs() / 60);
            let part = if complete { "" } else { ", not all of them read yet" };
            let (files, age) = (report::count(files, "file"), report::count(age, "minute"));
            let detail = format!("{files}{part}, {}, refreshed {age} ago", report::size(bytes));
            DatabaseReport { state: State::Ok, detail, fix: None }
        }
        Err(error) => {
            DatabaseReport { state: State::Warn, detail: error.to_string(), fix: Some(index::told(error).hint) }
        }
    }
}

/// What waits in the spool, and what of it did not read back.
fn spool(host: &Host, project: &Project) -> DatabaseReport {
    let folder = host.paths.spool.display();
    let Census { sessions, waiting, broken } = Spool::new(&host.paths.spool).census();
    let number = |of: usize, noun| report::count(report::number(of), noun);
    let waits = if waiting == 0 {
        "nothing waits to be taken in".to_owned()
    } else {
        let (events, sessions) = (number(waiting, "event"), number(sessions, "session"));
        format!("{events} of {sessions} to be taken in with the next hook call of the session")
    };
    if broken == 0 {
        return DatabaseReport { state: State::Ok, detail: waits, fix: None };
    }
    let days = project.config.store.keep_days;
    DatabaseReport {
        state: State::Warn,
        detail: format!("{} did not read back, and what they told is not known; {waits}", number(broken, "event")),
        fix: Some(format!(
            "look at the files ending in .bad in {folder} and remove them; they go by themselves after {days} days"
        )),
    }
}

/// What was heard of the latest session, and what its transcript tells of hooks that failed.
fn liveness(host: &Host, project: &Project, store: Option<&SqliteStore>) -> Option<LivenessReport> {
    let session = store?.latest_session(&project.root.path).ok()??;
    let adapter = adapters()[0];
    let mut failures = BTreeMap::new();
    let mut count = |line: &[u8]| {
        if let Some(failure) = adapter.decode_hook_failure(line) {
            *failures.entry(failure).or_default() += 1;
        }
    };
    // Without a transcript there is nothing to read, and the counts still stand.
    if let Ok(path) = transcript::locate(&host.paths.claude, Wanted::Session(&session.id), adapter) {
        let _ = transcript::last_lines(&path, project.config.input.max_first, &mut count);
    }
    let LivenessConfig { min_coverage, min_calls } = project.config.liveness;
    Some(LivenessReport { liveness: session.liveness, failures, min_coverage, min_calls })
}

fn faults(host: &Host) -> Vec<FaultCount> {
    let faults = host::read(&host.paths);
    let counts = host::counts(&faults);
    counts
        .into_iter()
        .map(|(cause, count)| FaultCount {
            cause: cause.name().to_owned(),
            count: u64::try_from(count).unwrap_or(u64::MAX),
            last: faults
                .iter()
                .rev()
                .find(|fault| fault.cause == cause)
                .map_or_else(String::new, |fault| format!("{}: {}", host::shown_time(fault.at), fault.detail)),
        })
        .collect()
}

/// Why nothing is said although all is well, and what stands open.
fn silences(host: &Host, store: Option<&SqliteStore>) -> Vec<String> {
    let mut silences = Vec::new();
    if host.off() {
        silences.push("DRIFTGUARD=off is set in this environment".to_owned());
    }
    let in_force = |until: Option<Pause>| until.filter(|until| until.in_force(host.now_ms()));
    if let Some(pause) = in_force(store.and_then(|store| store.pause().ok()).flatten()) {
        let until = pause.until.map_or_else(String::new, |until| format!(" until {}", host::shown_time(until)));
        silences.push(format!("paused{until}"));
    }
    if let Some(until) =
        in_force(store.and_then(|store| store.unlocked().ok()).flatten()).and_then(|unlocked| unlocked.until)
    {
        silences.push(format!(
            "the agent may change driftguard's own wiring until {}: `driftguard unlock --end` locks it",
            host::shown_time(until)
        ));
    }
    silences
}
