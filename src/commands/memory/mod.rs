//! `driftguard memory`: the lessons, by hand. One file for each thing that is done with them.
//!
//! Owns how the memory is opened for a person, and that the list which hooks look into is renewed after every change.

mod change;
mod foreign;
mod look;
mod open;
mod transfer;

use super::project::Project;
use super::report::Overview;
use super::{output, turns};
use crate::cli::Memory as Request;
use crate::cli::exit::ExitStatus;
use crate::config::Config;
use crate::domain::Trust;
use crate::guard::port::StoreError;
use crate::host::{Host, Paths};
use crate::store;
use crate::store::memory::{Memory, Turns};
use open::PATIENCE;
pub(super) use open::told;

/// What stands for "spoken about" of a file before anybody did (`Beta(2, 2)`).
const SPOKEN_PRIOR: f64 = 2.0;

/// Does what was asked for.
pub fn run(host: &Host, project: &Project, request: &Request) -> anyhow::Result<ExitStatus> {
    match request {
        Request::Record(request) => change::record(host, project, request),
        Request::List(request) => look::list(host, project, request),
        Request::Search(request) => look::search(host, project, request),
        Request::Show(request) => look::show(host, request),
        Request::Why(request) => look::why(host, request),
        Request::Graph { number, output } => look::graph(host, project, *number, output::named(output.as_deref())),
        Request::Texts { name, skips: true, json } => look::skips(host, project, name.as_deref(), *json),
        Request::Texts { name, skips: false, json } => look::texts(host, project, name.as_deref(), *json),
        Request::Stats { json } => look::stats(host, project, *json),
        Request::Split { form } => change::split(host, project, *form),
        Request::Forget { number } => change::forget(host, project, *number),
        Request::Prune { yes } => change::prune(host, project, *yes),
        Request::Export { file } => transfer::export(host, output::named(file.as_deref())),
        Request::Import(request) => transfer::import(host, project, request),
    }
}

/// What the memory holds, in short, for whoever tells of the whole of driftguard; `None` where nothing was learned. What cannot be
/// read is counted: `doctor` tells of it.
pub fn overview(host: &Host, config: &Config) -> Option<Overview> {
    turns::try_to_take_up(host, config, PATIENCE);
    in_short(host).unwrap_or_else(|error| nothing(host, &error))
}

/// What was decided about its texts, for a service that is asked again and again and counts by itself what failed.
pub fn decisions(host: &Host, config: &Config) -> Result<Vec<(String, u64)>, StoreError> {
    // What cannot be taken up now waits, and the hooks count it; what is known is told all the same.
    let _ = turns::take_up(host, config, PATIENCE);
    Ok(in_short(host)?.map_or_else(Vec::new, |overview| overview.texts))
}

fn in_short(host: &Host) -> Result<Option<Overview>, StoreError> {
    let Some(memory) = Memory::open_existing(&host.paths.memory, PATIENCE)? else { return Ok(None) };
    let stats = memory.stats()?;
    let texts = memory.gate_counts()?.0.into_iter().collect();
    Ok(Some(Overview { lessons: stats.mistakes + stats.successes, retired: stats.retired, texts }))
}

/// How quiet the work on these files was, of those about which driftguard ever spoke; the least quiet first. What cannot be read is
/// counted.
pub fn trust(host: &Host, project: &Project, files: &[String]) -> Vec<(String, Trust)> {
    turns::try_to_take_up(host, &project.config, PATIENCE);
    let read = || -> Result<Vec<(String, Trust)>, StoreError> {
        let Some(memory) = Memory::open_existing(&host.paths.memory, PATIENCE)? else { return Ok(Vec::new()) };
        let of = |file: &String| {
            let trust = memory.trust_of(&project.root.path, "file", file);
            trust.map(|trust| trust.map(|trust| (file.clone(), trust))).transpose()
        };
        files.iter().filter_map(of).collect()
    };
    let mut known = read().unwrap_or_else(|error| nothing(host, &error));
    known.retain(|(_, trust)| trust.wrong > SPOKEN_PRIOR);
    known.sort_by(|one, other| one.1.mean().total_cmp(&other.1.mean()).then(one.0.cmp(&other.0)));
    known
}

/// Counts that the memory could not be read, and goes on with nothing of it.
fn nothing<T: Default>(host: &Host, error: &StoreError) -> T {
    turns::complain(host, error);
    T::default()
}

/// The numbers of the lessons that a session taught, alone or with others.
pub fn taught_by(host: &Host, session: &str) -> anyhow::Result<Vec<i64>> {
    let memory = open::known(host)?;
    Ok(memory.map(|memory| memory.taught_by(session)).transpose().map_err(told)?.unwrap_or_default())
}

/// Removes all that was learned, and what waits to be.
pub fn remove(paths: &Paths) -> Result<(), StoreError> {
    store::memory::remove(&paths.memory)?;
    Turns::new(&paths.turns).clear()
}
