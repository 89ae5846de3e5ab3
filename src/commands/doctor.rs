//! `driftguard doctor`: is driftguard wired up, does it run, and what went wrong lately. Each finding comes with its fix.
//!
//! Owns the list of checks and how it is shown. What only other rooms know (the database, counted faults, the
//! configuration) is passed in; the wiring is looked at in `doctor/wiring.rs`, programs are run in `doctor/probe.rs`.

mod check;
mod liveness;
mod probe;
mod request;
mod wiring;

pub use check::{Check, State};
pub use liveness::LivenessReport;
pub use request::{DatabaseReport, DoctorRequest, FaultCount};

use super::report::wrap;
use crate::text::plain::plain_line;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    healthy: bool,
    checks: &'a [Check],
}

/// Makes all checks, in the order in which faults build on each other. Starts the registered programs.
pub fn examine(request: &DoctorRequest) -> Vec<Check> {
    let mut checks = wiring::examine(request);
    let files = [
        ("database", &request.database),
        ("spool", &request.spool),
        ("memory", &request.memory),
        ("index", &request.index),
    ];
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
        "where it is not meant so: unset DRIFTGUARD, `driftguard pause --end`, `driftguard unlock --end`",
    ));
    checks
}

/// Columns of what a check saw at least, however narrow the terminal is.
const NARROWEST: usize = 20;

/// Makes all checks and prints them, on lines of at most `columns`. True when none failed.
pub fn run(request: &DoctorRequest, columns: Option<usize>, out: &mut dyn Write) -> anyhow::Result<bool> {
    let checks = examine(request);
    let healthy = checks.iter().all(|check| check.state != State::Fail);
    if request.json {
        serde_json::to_writer_pretty(&mut *out, &Report { version: 1, healthy, checks: &checks })?;
        writeln!(out)?;
        return Ok(healthy);
    }
    let width = checks.iter().map(|check| check.name.chars().count()).max().unwrap_or(0);
    let lines = |text: &str| match columns {
        // Behind the state, the name and two gaps of two columns.
        Some(columns) => wrap(text, columns.saturating_sub(4 + 2 + width + 2).max(NARROWEST)),
        None => vec![text.to_owned()],
    };
    for check in &checks {
        let fix = check.fix.as_ref().map(|fix| format!("fix: {fix}"));
        let said = lines(&check.seen).into_iter().chain(fix.iter().flat_map(|fix| lines(fix)));
        for (index, line) in said.enumerate() {
            let (state, name) = if index == 0 { (check.state.name(), check.name.as_str()) } else { ("", "") };
            writeln!(out, "{state:<4}  {name:<width$}  {line}")?;
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
