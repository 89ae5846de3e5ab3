//! Commands that only the person gives: is it the agent that calls?
//!
//! The guard refuses them before they run, where it can read them in a command. This is the second door, for those that
//! stand in a script of another day. What is asked of a person otherwise is each command's own.

use crate::cli::exit::{ExitStatus, Failure};
use crate::host::Host;

/// Variables that the client sets for what it runs.
const CLIENT_VARIABLES: [&str; 2] = ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"];

/// Refuses `command` inside the agent: what a program can say is no word of the human's.
///
/// # Errors
///
/// [`ExitStatus::NotPermitted`], with the way to do it.
pub fn only(host: &Host, command: &str) -> Result<(), Failure> {
    let inside = CLIENT_VARIABLES.iter().any(|name| host.env(name).is_some());
    if inside { Err(refusal(command)) } else { Ok(()) }
}

/// The refusal of a `command`.
pub fn refusal(command: &str) -> Failure {
    let message = "this is for a person at a terminal, not for the agent or a script";
    let hint = format!("open a terminal of your own and run `driftguard {command}` there");
    Failure::new(ExitStatus::NotPermitted, message, hint)
}
