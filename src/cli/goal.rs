//! The options of `driftguard goal`.

use clap::Subcommand;

/// What `goal` does.
#[derive(Debug, Subcommand)]
pub enum Goal {
    /// Shows the goal, its scope with the reason for each entry, and what is forbidden
    Show,
    /// Replaces the goal
    Set {
        /// The goal in your words
        #[arg(required = true, value_name = "TEXT")]
        words: Vec<String>,
        /// What may be touched for it; may stand several times
        #[arg(long, value_name = "GLOB")]
        scope: Vec<String>,
    },
    /// Adds to what may be touched
    Allow {
        /// A path or a glob
        what: String,
    },
    /// Adds to what must not be touched
    Forbid {
        /// A path or a glob
        what: String,
    },
    /// Forgets the goal; the next prompt sets a new one
    Reset,
}
