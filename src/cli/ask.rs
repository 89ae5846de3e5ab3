//! The options of the commands that hold words against what is known.

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Options of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// The report; `-` for stdin
    #[arg(default_value = "-", value_hint = ValueHint::FilePath)]
    pub report: PathBuf,
    /// A text that it is held against
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub evidence: Option<PathBuf>,
    /// The transcript of the session that it tells of (.jsonl)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "session")]
    pub transcript: Option<PathBuf>,
    /// The session with this id, or with the only id that begins so
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// How the verdicts are printed
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: VerifyFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// How the verdicts on a report are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VerifyFormat {
    /// For reading
    Human,
    /// One object, for scripts: as POST /v1/verify answers
    Json,
    /// For code scanning
    Sarif,
    /// For a build server
    Junit,
}

/// Options of `serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// The address; port 0 takes a free one [default: serve.listen of the configuration]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub listen: Option<SocketAddr>,
    /// The file that holds the token; it is made where it is missing [default: serve.token beside the database]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,
    /// Listen where other machines can reach it too
    #[arg(long)]
    pub beyond_loopback: bool,
}

/// What `fact` does.
#[derive(Debug, Subcommand)]
pub enum Fact {
    /// Adds a fact
    Add {
        /// What is true, in one sentence
        #[arg(required = true, value_name = "TEXT")]
        words: Vec<String>,
    },
    /// Shows the facts with their numbers
    List {
        /// Also what the latest goal forbids and what CLAUDE.md and AGENTS.md state
        #[arg(long)]
        all: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Removes a fact
    Remove {
        /// Its number
        number: i64,
    },
}
