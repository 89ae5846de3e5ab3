//! `driftguard unlock`: the human, in a terminal, lets the agent change driftguard's own wiring for a while.

use super::project::Project;
use super::{person, pick, print};
use crate::cli;
use crate::cli::exit::ExitStatus;
use crate::domain::Pause;
use crate::host::{Host, shown_time};

/// Unlocks for the time that was asked for, or locks again. Refused inside the agent: what a program can say is no word
/// of the human's.
pub fn run(host: &Host, project: &Project, request: &cli::Unlock) -> anyhow::Result<ExitStatus> {
    if !request.end {
        person::only(host, "unlock")?;
        if !print::somebody_is_there() {
            return Err(person::refusal("unlock").into());
        }
    }
    let mut store = pick::store(host, project)?;
    let length = i64::try_from(request.duration.as_millis()).unwrap_or(i64::MAX);
    let until = host.now_ms().saturating_add(length);
    let unlocked = (!request.end).then_some(Pause { until: Some(until) });
    store.set_unlocked(unlocked).map_err(pick::told)?;
    let state = if request.end {
        "locked: the agent cannot change driftguard's own wiring".to_owned()
    } else {
        format!("unlocked until {}: the agent may change driftguard's settings, files and program", shown_time(until))
    };
    print::line(&state)?;
    Ok(ExitStatus::Ok)
}
