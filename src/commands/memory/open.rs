//! The memory as these commands open it, and how they say that something is not in it.

use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::project::Project;
use crate::commands::{pick, turns};
use crate::guard::port::StoreError;
use crate::host::Host;
use crate::memory::key;
use crate::store::memory::Memory;
use std::time::Duration;

/// Seconds that a command run by hand waits for the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// An error of the memory with its way out, where that is another one than for sessions: no session is to blame for a text.
pub(in crate::commands) fn told(error: StoreError) -> Failure {
    let damaged = matches!(error, StoreError::Corrupt { .. } | StoreError::Undecodable { .. });
    let failure = pick::told(error);
    if !damaged {
        return failure;
    }
    let hint = "move memory.db away, `driftguard doctor` tells where it lies: lessons are learned anew, or read back from its backup \
                beside it";
    Failure { hint: hint.to_owned(), ..failure }
}

/// The memory, where there is one.
pub(super) fn known(host: &Host) -> anyhow::Result<Option<Memory>> {
    Memory::open_existing(&host.paths.memory, PATIENCE).map_err(|error| told(error).into())
}

/// The same with what ended turns say, for whoever reads texts.
pub(super) fn known_texts(host: &Host, project: &Project) -> anyhow::Result<Option<Memory>> {
    turns::try_to_take_up(host, &project.config, PATIENCE);
    known(host)
}

/// The memory, made where there is none.
pub(super) fn open(host: &Host) -> anyhow::Result<Memory> {
    Memory::open(&host.paths.memory, PATIENCE).map_err(|error| told(error).into())
}

/// Makes the list anew that hooks look into, after lessons were removed, split or read from a file.
pub(super) fn renew(host: &Host, project: &Project, memory: &Memory) -> anyhow::Result<()> {
    let keys = memory.keys().map_err(told)?;
    let all: Vec<(i64, i64)> = keys.iter().map(|(root, key, lesson)| (key::identity(root, key), *lesson)).collect();
    let mut store = pick::store(host, project)?;
    store.know_lessons(&all).map_err(pick::told)?;
    // The next hooks would read the log from end to end.
    store.checkpoint().map_err(pick::told)?;
    Ok(())
}

/// Where the user has switched remembering off, nothing is remembered by hand either.
pub(super) fn enabled(project: &Project) -> Result<(), Failure> {
    if project.config.memory.enabled {
        return Ok(());
    }
    let hint = "set it to true to remember again; `driftguard config show` tells which file sets it";
    Err(Failure::new(ExitStatus::Unavailable, "nothing is remembered: `memory.enabled` is false", hint))
}

/// No lesson has this number.
pub(super) fn unknown(number: i64) -> Failure {
    let message = format!("there is no lesson {number}");
    Failure::new(ExitStatus::NotFound, message, "`driftguard memory list --all` shows the numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_out_of_a_damaged_memory_is_about_its_file() {
        let (what, path, detail) = ("value", "/d/memory.db".to_owned(), "it ends too soon".to_owned());
        let check = |error: StoreError, about_the_file: bool| {
            let hint = told(error).hint;
            assert_eq!(hint.contains("move memory.db away"), about_the_file, "{hint}");
            assert!(!hint.contains("purge"), "{hint}");
        };
        check(StoreError::Undecodable { what, detail: detail.clone() }, true);
        check(StoreError::Corrupt { path: path.clone(), detail: detail.clone() }, true);
        check(StoreError::Unusable { path, detail }, false);
        check(StoreError::Busy, false);
    }
}
