//! The options of `driftguard goal`.

use clap::{Args, Subcommand};

/// Options of `goal`.
#[derive(Debug, Args)]
pub struct GoalOf {
    /// The session with this id, or with the only id that begins so
    #[arg(long, value_name = "ID", global = true)]
    pub session: Option<String>,
    /// What it does; without it the goal is shown.
    #[command(subcommand)]
    pub what: Option<Goal>,
}

/// What `goal` does.
#[derive(Debug, Subcommand)]
pub enum Goal {
    /// Shows the goal, its scope with the reason for each entry, and what is forbidden
    ///
    /// Examples:
    ///   driftguard goal show
    ///   driftguard goal show --session 5f0c
    ///
    /// Exit codes: 0; 66 when there is no such session.
    #[command(verbatim_doc_comment)]
    Show,
    /// Replaces the goal
    ///
    /// Examples:
    ///   driftguard goal set "fix the token bug"
    ///   driftguard goal set "fix the token bug" --scope "src/auth/**" --scope tests/
    ///
    /// Exit codes: 0, or 65 for a scope that is no place in the project.
    #[command(verbatim_doc_comment)]
    Set {
        /// The goal in your words
        #[arg(required = true, value_name = "TEXT")]
        words: Vec<String>,
        /// What may be touched for it; may stand several times
        #[arg(long, value_name = "GLOB")]
        scope: Vec<String>,
    },
    /// Adds to what may be touched
    ///
    /// Examples:
    ///   driftguard goal allow docs/
    ///   driftguard goal allow "**/*.snap"
    ///   driftguard goal allow "git push"     a command that was forbidden
    ///
    /// Exit codes: 0, or 65 for what is no place in the project.
    #[command(verbatim_doc_comment)]
    Allow {
        /// A path, a glob, or a command of several words
        what: String,
    },
    /// Adds to what must not be touched or run
    ///
    /// Examples:
    ///   driftguard goal forbid migrations/
    ///   driftguard goal forbid "git push"    a command, and what begins with it
    ///
    /// It outlives the goal, `goal set` too; `goal allow` takes it back, and `goal reset` all of
    /// them. Exit codes: 0, or 65 for what is no place in the project.
    #[command(verbatim_doc_comment)]
    Forbid {
        /// A path, a glob, or a command of several words
        what: String,
    },
    /// Forgets the goal with all limits; the next prompt sets a new one
    ///
    /// Example:
    ///   driftguard goal reset
    #[command(verbatim_doc_comment)]
    Reset,
}
