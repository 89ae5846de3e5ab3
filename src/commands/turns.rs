//! What turns that have ended say: kept in files by the hook at their end, taken up by the memory between two sessions and before
//! somebody asks.

use crate::config::{Config, EncoderKind};
use crate::guard::port::{Change, StoreError};
use crate::host::{Host, Paths};
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

/// Lets the memory take up what waits: for whoever reads its texts, or how quiet work was.
pub fn take_up(host: &Host, config: &Config, patience: Duration) -> Result<(), StoreError> {
    for _ in 0..ALL {
        if take_up_some(host, config, patience)? == 0 {
            break;
        }
    }
    Ok(())
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
    let mut done = Ok(());
    let mut count = 0;
    for taken in turns.take(now) {
        // Behind the first one that could not be taken up the others wait too: they stand in order.
        if done.is_ok() {
            done = learn(&mut memory, &taken.turn, config);
        }
        match &done {
            Ok(()) => {
                count += 1;
                taken.done();
            }
            Err(_) => taken.give_back(),
        }
    }
    done.map(|()| count)
}

fn learn(memory: &mut Memory, turn: &Turn, config: &Config) -> Result<(), StoreError> {
    memory.note_work(&turn.project, &turn.work, turn.at)?;
    let deltas = encoded(&turn.deltas, config.inference.encoder);
    memory.ingest(&turn.project, deltas, turn.at, &config.memory.summary, &no_model)?;
    Ok(())
}

/// What a turn says, each fact with its vector.
fn encoded(deltas: &[Delta], encoder: EncoderKind) -> Vec<Delta> {
    let mut deltas = deltas.to_vec();
    for fact in deltas.iter_mut().flat_map(|delta| &mut delta.new) {
        fact.vector = vector(&fact.text, encoder);
    }
    deltas
}
