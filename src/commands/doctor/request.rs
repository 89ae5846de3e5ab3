//! What the checks of `doctor` need.

use super::check::State;
use super::liveness::LivenessReport;
use crate::commands::surroundings::Surroundings;
use std::path::PathBuf;
use std::time::Duration;

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
    /// The events of hooks that could not have the database in time.
    pub spool: DatabaseReport,
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
