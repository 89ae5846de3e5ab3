//! `driftguard completions`: a completion script, made from the command line's own description.

use super::print;
use crate::cli::exit::ExitStatus;
use clap_complete::Shell;

/// Prints the script of `shell`.
pub fn run(shell: Shell) -> anyhow::Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::cli::command(), "driftguard", &mut script);
    print::raw(&script)?;
    Ok(ExitStatus::Ok)
}
