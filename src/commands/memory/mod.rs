//! `driftguard memory`: the lessons, by hand. One file for each thing that is done with them.
//!
//! Owns how the memory is opened for a person, and that the list which hooks look into is renewed after every change.

mod change;
mod foreign;
mod look;
mod transfer;

use super::exit::{ExitStatus, Failure};
use super::pick;
use super::project::Project;
use crate::cli::Memory as Request;
use crate::host::Host;
use crate::memory::key;
use crate::store::memory::Memory;
use std::time::Duration;

/// Seconds that a command run by hand waits for the file.
const PATIENCE: Duration = Duration::from_secs(3);

/// Does what was asked for.
pub fn run(host: &Host, project: &Project, request: &Request) -> anyhow::Result<ExitStatus> {
    match request {
        Request::Record(request) => change::record(host, project, request),
        Request::List(request) => look::list(host, project, request),
        Request::Search(request) => look::search(host, project, request),
        Request::Show(request) => look::show(host, request),
        Request::Why(request) => look::why(host, request),
        Request::Graph { number, output } => look::graph(host, project, *number, output.as_deref()),
        Request::Stats { json } => look::stats(host, *json),
        Request::Split { form } => change::split(host, project, *form),
        Request::Forget { number } => change::forget(host, project, *number),
        Request::Prune { yes } => change::prune(host, project, *yes),
        Request::Export { file } => transfer::export(host, file.as_deref()),
        Request::Import(request) => transfer::import(host, project, request),
    }
}

/// The memory, where there is one.
fn known(host: &Host) -> anyhow::Result<Option<Memory>> {
    Memory::open_existing(&host.paths.memory, PATIENCE).map_err(|error| pick::told(error).into())
}

/// The memory, made where there is none.
fn open(host: &Host) -> anyhow::Result<Memory> {
    Memory::open(&host.paths.memory, PATIENCE).map_err(|error| pick::told(error).into())
}

/// Makes the list anew that hooks look into, after lessons were removed, split or read from a file.
fn renew(host: &Host, project: &Project, memory: &Memory) -> anyhow::Result<()> {
    let keys = memory.keys().map_err(pick::told)?;
    let all: Vec<(i64, i64)> = keys.iter().map(|(root, key, lesson)| (key::identity(root, key), *lesson)).collect();
    pick::store(host, project)?.know_lessons(&all).map_err(pick::told)?;
    Ok(())
}

/// No lesson has this number.
fn unknown(number: i64) -> Failure {
    let message = format!("there is no lesson {number}");
    Failure::new(ExitStatus::NotFound, message, "`driftguard memory list --all` shows the numbers")
}
