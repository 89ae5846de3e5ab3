//! The options of the commands that put driftguard in place and remove it: `install`, `uninstall`, `statusline`, `config`, `purge`.

use super::value::duration;
use clap::{ArgGroup, Args, Subcommand, ValueEnum, ValueHint};
use std::time::Duration;

/// Whose settings are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SettingsScope {
    /// Yours, for every project
    User,
    /// The repository's, for everybody who works in it
    Project,
    /// Yours, for this repository
    Local,
}

/// Options of `install`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub struct Install {
    /// Whose settings
    #[arg(long, default_value = "user")]
    pub scope: SettingsScope,
    /// Show the change and make none
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask
    #[arg(long, short)]
    pub yes: bool,
    /// Register although another scope has the hooks already
    #[arg(long)]
    pub also: bool,
    /// Add nothing where the project's own settings register the hooks for everyone
    #[arg(long, conflicts_with = "also")]
    pub unless_project: bool,
    /// Show goal, limits and score in the client's status line too, behind what it shows now
    #[arg(long)]
    pub statusline: bool,
}

/// Options of `uninstall`.
#[derive(Debug, Args)]
pub struct Uninstall {
    /// Whose settings; without it all that hold the hooks, but for a project's that git tracks
    #[arg(long)]
    pub scope: Option<SettingsScope>,
    /// Show the change and make none
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask
    #[arg(long, short)]
    pub yes: bool,
    /// Remove all that is stored as well
    #[arg(long)]
    pub purge: bool,
}

/// Options of `statusline`.
#[derive(Debug, Args)]
pub struct Statusline {
    /// Run this command too, with the same input, and show its line first
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString, allow_hyphen_values = true)]
    pub with: Option<String>,
}

/// Options of `config`.
#[derive(Debug, Args)]
pub struct ConfigOf {
    /// What it does; without it the values are shown.
    #[command(subcommand)]
    pub what: Option<Config>,
}

/// What `config` does.
#[derive(Debug, Subcommand)]
pub enum Config {
    /// Prints every value in force, and the file and line of each changed one
    Show,
    /// Names each mistake with its line
    Check,
    /// Lists the files that are looked at
    Path,
    /// Writes a new file with every key explained and commented out
    Init {
        /// For this repository: .driftguard.toml, which may only tighten
        #[arg(long)]
        project: bool,
    },
}

/// Options of `purge`; exactly one choice must stand.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true).args(["session", "older_than", "all"]))]
pub struct Purge {
    /// One session
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// All sessions without a sign for so long: 30d, 12w
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub older_than: Option<Duration>,
    /// Everything
    #[arg(long)]
    pub all: bool,
    /// Do not ask
    #[arg(long, short)]
    pub yes: bool,
}
