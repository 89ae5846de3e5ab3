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

/// What the memory holds, in short, for whoever tells of the whole of driftguard; `None` where nothing was learned, or where it
/// cannot be read: `doctor` tells of that.
pub fn overview(host: &Host, config: &Config) -> Option<Overview> {
    // What cannot be taken up now waits; what is known is told all the same.
    let _ = turns::take_up(host, config, PATIENCE);
    let memory = Memory::open_existing(&host.paths.memory, PATIENCE).ok().flatten()?;
    let stats = memory.stats().ok()?;
    let texts = memory.gate_counts().ok()?.0.into_iter().collect();
    Some(Overview { lessons: stats.mistakes + stats.successes, retired: stats.retired, texts })
}

/// How quiet the work on these files was, of those about which driftguard ever spoke; the least quiet first.
pub fn trust(host: &Host, project: &Project, files: &[String]) -> Vec<(String, Trust)> {
    turns::try_to_take_up(host, &project.config, PATIENCE);
    let Some(memory) = Memory::open_existing(&host.paths.memory, PATIENCE).ok().flatten() else { return Vec::new() };
    let of = |file: &String| memory.trust_of(&project.root.path, "file", file).ok().flatten();
    let mut known: Vec<(String, Trust)> = files.iter().filter_map(|file| Some((file.clone(), of(file)?))).collect();
    known.retain(|(_, trust)| trust.wrong > SPOKEN_PRIOR);
    known.sort_by(|one, other| one.1.mean().total_cmp(&other.1.mean()).then(one.0.cmp(&other.0)));
    known
}

/// Removes all that was learned, and what waits to be.
pub fn remove(paths: &Paths) -> Result<(), StoreError> {
    store::memory::remove(&paths.memory)?;
    Turns::new(&paths.turns).clear()
}
