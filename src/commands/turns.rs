//! What turns that have ended say: kept in files by the hook at their end, taken up by the memory between two sessions and before
//! somebody asks.

use super::swallowed::record;
use crate::config::{Config, EncoderKind};
use crate::guard::port::{Change, StoreError};
use crate::host::{Cause, Host, Paths};
use crate::inference::vector;
use crate::memory::summary::{Delta, no_model};
use crate::store::memory::{Memory, Turn, Turns};
use std::time::Duration;

/// Batches that are taken up before somebody asks: all that ever wait.
const ALL: usize = 16;

/// Keeps what the turn that has ended says, where it says something.
pub fn keep(paths: &Paths, project: &str, change: &Change, now: i64) -> Result<(), StoreError> {
    // Where nothing was ever learned nothing can be made of the work alone.
    if change.deltas.is_empty() && (change.work.is_empty() || !paths.memory.exists()) {
        return Ok(());
    }
    let (project, work, deltas) = (project.to_owned(), change.work.clone(), change.deltas.clone());
    Turns::new(&paths.turns).put(&Turn { project, at: now, work, deltas })
}

/// Lets the memory take up what waits: for whoever reads its texts, or how quiet work was. They go on without where it fails.
pub fn take_up(host: &Host, config: &Config, patience: Duration) -> Result<(), StoreError> {
    for _ in 0..ALL {
        if take_up_some(host, config, patience)? == 0 {
            break;
        }
    }
    Ok(())
}

/// The same for those who have nobody else to tell: a failure is counted.
pub fn try_to_take_up(host: &Host, config: &Config, patience: Duration) {
    if let Err(error) = take_up(host, config, patience) {
        complain(host, &error);
    }
}

/// The same as far as there is time in a hook; returns how many turns it was.
pub fn take_up_some(host: &Host, config: &Config, patience: Duration) -> Result<usize, StoreError> {
    let turns = Turns::new(&host.paths.turns);
    let now = host.now_ms();
    if !turns.wait(now) {
        return Ok(0);
    }
    // Opened before anything is claimed: a memory that cannot be had loses nothing.
    let mut memory = Memory::open(&host.paths.memory, patience)?;
    let mut stuck = None;
    let mut count = 0;
    for mut taken in turns.take(now) {
        // Behind the first one that has to wait the others wait too: they stand in order.
        if stuck.is_some() {
            taken.give_back();
            continue;
        }
        encode(&mut taken.turn.deltas, config.inference.encoder);
        match memory.take_up(&taken.turn, &config.memory.summary, &no_model) {
            // Another time there may be room, or nobody else.
            Err(error @ (StoreError::Busy | StoreError::Unusable { .. })) => {
                stuck = Some(error);
                taken.give_back();
                continue;
            }
            // It would fail the next time as well, and all later turns would wait behind it.
            Err(error) => complain(host, &error),
            Ok(_) => {}
        }
        count += 1;
        taken.done();
    }
    stuck.map_or(Ok(count), Err)
}

/// Counts that something could not be had of the memory.
pub fn complain(host: &Host, error: &StoreError) {
    record(host, "memory", Cause::Memory, &error.to_string());
}

/// Gives each fact of a turn its vector.
fn encode(deltas: &mut [Delta], encoder: EncoderKind) {
    for fact in deltas.iter_mut().flat_map(|delta| &mut delta.new) {
        fact.vector = vector(&fact.text, encoder);
    }
}
