//! Exit codes, and the error that carries one.
//!
//! Owns which failure ends with which code. The codes from 64 on are those of `sysexits.h`; 2 is never used, because a
//! hook that exits with 2 blocks the agent.

use std::process::ExitCode;

/// How the process ends. The numbers are a contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// All is well.
    Ok,
    /// The question was answered with no: a score below `--fail-below`, a claim refuted with `--fail-refuted`, a false statement in
    /// `verify`, a place found by `scan`, a sure warning of `memory search`, a replay that differs, a failed check of `doctor`.
    Findings,
    /// The command line cannot be understood.
    Usage,
    /// A file was read, but is not what it should be.
    BadInput,
    /// A named file, session or finding does not exist.
    NotFound,
    /// Something is not to be had now: the database is busy or of a newer driftguard, the memory switched off, another process
    /// indexes, an address is taken, the network or this build cannot fetch a model.
    Unavailable,
    /// A fault in driftguard itself.
    Internal,
    /// A file cannot be created, or exists already.
    CannotCreate,
    /// Reading or writing failed.
    Io,
    /// What was asked for is not for whoever asks: a command for a person at a terminal.
    NotPermitted,
    /// A configuration file, or a variable of the environment, has a mistake.
    Config,
}

/// The part of `--help` that lists the codes; a test holds it against the enum.
pub const HELP: &str = "\
Exit codes:
   0  all is well
   1  the answer is no: a score below --fail-below, a claim refuted with
      --fail-refuted, a false statement (verify), a place found (scan), a sure
      warning (memory search), a replay that differs, a failed check (doctor)
  64  the command line cannot be understood
  65  a file was read, but is not what it should be
  66  a named file, session or finding does not exist
  69  not to be had now: the database is busy or of a newer driftguard, the
      memory is switched off, another process indexes, an address is taken, the
      network or this build cannot fetch a model
  70  a fault in driftguard itself
  73  a file cannot be created, or exists already
  74  reading or writing failed
  77  this is for a person at a terminal
  78  a configuration file has a mistake";

impl ExitStatus {
    /// Every status, by code.
    pub const ALL: [Self; 11] = [
        Self::Ok,
        Self::Findings,
        Self::Usage,
        Self::BadInput,
        Self::NotFound,
        Self::Unavailable,
        Self::Internal,
        Self::CannotCreate,
        Self::Io,
        Self::NotPermitted,
        Self::Config,
    ];

    /// The number that a shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Findings => 1,
            Self::Usage => 64,
            Self::BadInput => 65,
            Self::NotFound => 66,
            Self::Unavailable => 69,
            Self::Internal => 70,
            Self::CannotCreate => 73,
            Self::Io => 74,
            Self::NotPermitted => 77,
            Self::Config => 78,
        }
    }

    /// How a command that failed with `error` ends. A reader of our output that has gone away (`| head`) has what it
    /// wanted: that is no failure.
    pub fn of(error: &anyhow::Error) -> Self {
        if let Some(failure) = error.downcast_ref::<Failure>() {
            return failure.status;
        }
        let kind = error.chain().find_map(|cause| {
            let of_json = || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
            cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind).or_else(of_json)
        });
        match kind {
            Some(std::io::ErrorKind::BrokenPipe) => Self::Ok,
            Some(_) => Self::Io,
            None => Self::Internal,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

/// A failure that the person can do something about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// How the process ends.
    pub status: ExitStatus,
    /// What went wrong: one lower-case fragment.
    pub message: String,
    /// What to do now: one fragment.
    pub hint: String,
}

impl Failure {
    /// A failure with its way out.
    pub fn new(status: ExitStatus, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { status, message: message.into(), hint: hint.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;
    use std::io::{Error, ErrorKind};

    #[test]
    fn the_help_lists_every_code_once_and_none_is_two() {
        let code = |line: &str| line.split_whitespace().next()?.parse::<u8>().ok();
        let listed: Vec<_> = HELP.lines().filter_map(code).collect();
        assert_eq!(listed, ExitStatus::ALL.map(ExitStatus::code));
        assert!(!listed.contains(&2));
    }

    #[test]
    fn errors_map_to_a_code() {
        let check = |error: anyhow::Error, expected| assert_eq!(ExitStatus::of(&error), expected, "{error:#}");
        check(Failure::new(ExitStatus::NotFound, "no session", "start one").into(), ExitStatus::NotFound);
        check(Error::from(ErrorKind::BrokenPipe).into(), ExitStatus::Ok);
        check(serde_json::Error::io(Error::from(ErrorKind::BrokenPipe)).into(), ExitStatus::Ok);
        check(Error::from(ErrorKind::PermissionDenied).into(), ExitStatus::Io);
        check(anyhow::anyhow!("a bug"), ExitStatus::Internal);
        let wrapped: Result<(), anyhow::Error> = Err(Error::from(ErrorKind::StorageFull)).context("writing the page");
        check(wrapped.unwrap_err(), ExitStatus::Io);
    }
}
