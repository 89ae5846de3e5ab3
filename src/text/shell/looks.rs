//! Commands that change nothing anywhere.
//!
//! Owns the words by which a program shows something. Programs that do nothing else are `table_looks`', and flags by which one only tells
//! what it would do `telling`'s.

use super::command::plain_name;
use super::table_looks::is_looker;
use super::telling::does_nothing;

/// Words of a command, its flags left aside, that may say what it does.
const MAX_DEED: usize = 4;

/// Subcommands that show something.
const SHOWING: [&str; 20] = [
    "blame", "describe", "diff", "explain", "get", "grep", "help", "history", "info", "lint", "list", "log", "logs",
    "ls", "plan", "show", "status", "validate", "version", "view",
];

/// True for a command that changes nothing anywhere.
pub(super) fn looks(command: &[String]) -> bool {
    let verbs = command.iter().skip(1).filter(|word| !word.starts_with('-')).take(MAX_DEED);
    let shows = |word: &String| SHOWING.contains(&word.as_str());
    let program = plain_name(&command[0]);
    let deletes = command.iter().any(|word| matches!(word.as_str(), "-delete" | "-exec" | "-execdir"));
    does_nothing(command)
        || is_looker(program) && !deletes
        || program.ends_with("lint")
        || program.ends_with("check")
        || verbs.into_iter().any(shows)
        || command.iter().any(|word| matches!(word.as_str(), "--check" | "--list" | "-check" | "-l"))
}
