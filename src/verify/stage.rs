//! Records to judge reports against, for the tests of this room.

use crate::domain::{Entry, OutcomeStatus, Run, RunCounts, RunKind, RunKinds, RunResult};

/// The entry of a command that ran tests, of which so many passed and failed.
pub(super) fn tested(command: &str, passed: u32, failed: u32) -> Entry {
    let run = Run {
        command: command.to_owned(),
        parts: vec![command.to_owned()],
        kinds: RunKinds::of(RunKind::Test),
        status: OutcomeStatus::Ok,
        told: if failed > 0 { RunResult::Failed } else { RunResult::Passed },
        counts: Some(RunCounts { passed: Some(passed), failed: Some(failed), skipped: None }),
        ..Run::default()
    };
    Entry { run: Some(run), ..Entry::default() }
}
