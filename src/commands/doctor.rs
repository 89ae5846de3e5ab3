//! `driftguard doctor`: is driftguard wired up, does it run, and what went wrong lately. Each finding comes with its fix.
//!
//! Owns the list of checks and how it is shown. What only other rooms know (the database, counted faults, the
//! configuration) is passed in; the wiring is looked at in `doctor/wiring.rs`, programs are run in `doctor/probe.rs`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::commands::surroundings::Surroundings;
use crate::text::plain::plain_line;

mod liveness;
mod probe;
mod wiring;

pub use liveness::LivenessReport;

/// What the checks need.
#[derive(Clone, Debug)]
pub struct DoctorRequest {
    /// The machine.
    pub at: Surroundings,
    /// Settings that an administrator has put above the user's, where this system has a place for them.
    pub managed_settings: Option<PathBuf>,
    /// Our own version, as `--version` prints it behind the name.
    pub version: String,
    /// A hook that takes longer has failed. The registration's own limit is 5 s.
    pub hook_limit: Duration,
    /// One JSON object instead of lines.
    pub json: bool,
    /// The state of the database.
    pub database: DatabaseReport,
    /// The state of the lessons.
    pub memory: DatabaseReport,
    /// The state of the index of this project's files.
    pub index: DatabaseReport,
    /// The models that the configuration names.
    pub models: Vec<DatabaseReport>,
    /// Faults that hooks have swallowed so that the agent's work went on.
    pub faults: Vec<FaultCount>,
    /// What was heard of the latest session here, where there is one.
    pub liveness: Option<LivenessReport>,
    /// Problems of the configuration, one a line, each with its place.
    pub config_problems: Vec<String>,
    /// Why driftguard is silent on purpose: switched off, paused. One a line.
    pub silences: Vec<String>,
}

/// What is said about a database.
#[derive(Clone, Debug)]
pub struct DatabaseReport {
    /// Whether it can be used.
    pub state: State,
    /// Where it is, how large, which schema; or what is wrong.
    pub detail: String,
    /// What to do.
    pub fix: Option<String>,
}

/// Swallowed faults of one cause.
#[derive(Clone, Debug)]
pub struct FaultCount {
    /// The cause, as counted.
    pub cause: String,
    /// How often.
    pub count: u64,
    /// When the newest happened and what was said about it, as shown to the user.
    pub last: String,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// There was nothing to look at.
    Skipped,
    /// As it should be.
    Ok,
    /// It works, but not as well as it could.
    Warn,
    /// Driftguard does not do its work because of it.
    Fail,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skip",
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "FAIL",
        }
    }
}

/// One check and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked at.
    pub name: String,
    /// How it ended.
    pub state: State,
    /// What was seen, safe to show.
    pub seen: String,
    /// What to do, unless all is well.
    pub fix: Option<String>,
}

impl Check {
    fn new(name: impl Into<String>, state: State, seen: &str) -> Self {
        Self { name: name.into(), state, seen: plain_line(seen), fix: None }
    }

    fn fix(mut self, fix: &str) -> Self {
        self.fix = Some(plain_line(fix));
        self
    }
}

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    healthy: bool,
    checks: &'a [Check],
}

/// Makes all checks, in the order in which faults build on each other. Starts the registered programs.
pub fn examine(request: &DoctorRequest) -> Vec<Check> {
    let mut checks = wiring::examine(request);
    let files = [("database", &request.database), ("memory", &request.memory), ("index", &request.index)];
    for (name, told) in files.into_iter().chain(request.models.iter().map(|model| ("model", model))) {
        let mut check = Check::new(name, told.state, &told.detail);
        check.fix = told.fix.as_deref().map(plain_line);
        checks.push(check);
    }
    checks.push(liveness::check(request.liveness.as_ref()));
    checks.push(faults(&request.faults));
    checks.push(listed(
        "configuration",
        State::Warn,
        &request.config_problems,
        "correct these lines; `driftguard config check` shows each in its place",
    ));
    checks.push(listed(
        "switch",
        State::Warn,
        &request.silences,
        "where it is not meant so, unset DRIFTGUARD or end the pause",
    ));
    checks
}

/// Makes all checks and prints them. True when none failed.
pub fn run(request: &DoctorRequest, out: &mut dyn Write) -> anyhow::Result<bool> {
    let checks = examine(request);
    let healthy = checks.iter().all(|check| check.state != State::Fail);
    if request.json {
        serde_json::to_writer_pretty(&mut *out, &Report { version: 1, healthy, checks: &checks })?;
        writeln!(out)?;
        return Ok(healthy);
    }
    let width = checks.iter().map(|check| check.name.chars().count()).max().unwrap_or(0);
    for check in &checks {
        writeln!(out, "{:<4}  {:<width$}  {}", check.state.name(), check.name, check.seen)?;
        if let Some(fix) = &check.fix {
            writeln!(out, "{:<4}  {:<width$}  fix: {fix}", "", "")?;
        }
    }
    let count = |state| checks.iter().filter(|check| check.state == state).count();
    match (count(State::Fail), count(State::Warn)) {
        (0, 0) => writeln!(out, "all is well")?,
        (fails, warns) => writeln!(out, "{fails} failed, {warns} to look at")?,
    }
    Ok(healthy)
}

fn faults(faults: &[FaultCount]) -> Check {
    if faults.is_empty() {
        return Check::new("faults", State::Ok, "none swallowed");
    }
    let told: Vec<String> =
        faults.iter().map(|fault| format!("{} ({} times, last {})", fault.cause, fault.count, fault.last)).collect();
    Check::new("faults", State::Warn, &told.join("; "))
        .fix("the agent's work went on each time; report the cause if no other check here explains it")
}

fn listed(name: &str, state: State, lines: &[String], fix: &str) -> Check {
    if lines.is_empty() {
        return Check::new(name, State::Ok, "nothing to report");
    }
    Check::new(name, state, &lines.join("; ")).fix(fix)
}
