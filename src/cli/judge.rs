//! The options of the commands that judge: `check`, `audit`, `replay`, `scan`, `explain`, `trial`, and of `index`.

use super::value::{duration, words};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;
use std::time::Duration;

/// Options of `check`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own; together they are no state")]
pub struct Check {
    /// Transcripts of sessions (.jsonl), or folders of them
    #[arg(value_name = "TRANSCRIPT", value_hint = ValueHint::AnyPath)]
    pub transcripts: Vec<PathBuf>,
    /// The session with this id, or with the only id that begins so
    #[arg(long, value_name = "ID", conflicts_with = "transcripts")]
    pub session: Option<String>,
    /// Judge against this goal instead of the prompts
    #[arg(long, value_name = "TEXT", value_parser = words)]
    pub goal: Option<String>,
    /// What may be touched, whatever the prompts declare; may stand several times
    #[arg(long, value_name = "GLOB")]
    pub scope: Vec<String>,
    /// How the verdict is printed
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: ReportFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(super) json: bool,
    /// Exit with 1 when the score is below N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub fail_below: Option<u8>,
    /// Exit with 1 when a report claims what the record refutes beyond doubt
    #[arg(long, conflicts_with = "drift_only")]
    pub fail_refuted: bool,
    /// Exit with 1 when a call ran that your own words or `scope.protect` forbid
    #[arg(long)]
    pub fail_denied: bool,
    /// The project of sessions that ran elsewhere lies here: a checkout in CI
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub root: Option<PathBuf>,
    /// Judge the drift alone, several times as fast: reports are held against nothing, answers of tools not searched for orders
    #[arg(long)]
    pub drift_only: bool,
    /// Judge the text on stdin while it comes in: where it would be halted, and why
    #[arg(long, conflicts_with_all = ["goal", "scope", "fail_below", "fail_refuted", "fail_denied", "root", "drift_only"])]
    pub stream: bool,
    /// With --stream: hold it against this text instead of a session
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "stream", conflicts_with_all = ["transcripts", "session"])]
    pub evidence: Option<PathBuf>,
}

impl Check {
    /// The format that was asked for in either way.
    pub const fn format(&self) -> ReportFormat {
        if self.json { ReportFormat::Json } else { self.format }
    }
}

/// How a verdict is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For reading
    Human,
    /// One object, for scripts
    Json,
    /// For a pull request or an issue
    Markdown,
    /// For code scanning
    Sarif,
    /// For a build server
    Junit,
}

/// Options of `audit`.
#[derive(Debug, Args)]
pub struct Audit {
    /// A folder of transcripts; without it the one of Claude Code
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub folder: Option<PathBuf>,
    /// Only sessions that were written to within this time: 7d, 12w
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub since: Option<Duration>,
    /// Only sessions that began in this folder or below it
    #[arg(long, value_name = "PATH", value_hint = ValueHint::DirPath)]
    pub project: Option<PathBuf>,
    /// Search the answers of tools for text that gives the agent orders, and hold its claims against the record, too: takes
    /// several times as long
    #[arg(long)]
    pub texts: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Show every moment and name every file that was skipped
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// Show N moments [default: 20, with --json all]
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

/// Options of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Pages, recorded sessions, or folders of them
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    /// Write what is found into the files as what is expected
    #[arg(long)]
    pub update: bool,
    /// Write a JUnit report too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub junit: Option<PathBuf>,
}

/// Options of `scan`.
#[derive(Debug, Args)]
pub struct Scan {
    /// Files or folders; `-` reads stdin
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    /// How the places are printed
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: ScanFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(super) json: bool,
    /// The same as --format sarif
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub(super) sarif: bool,
}

/// How the places that `scan` has found are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScanFormat {
    /// For reading
    Human,
    /// One object, for scripts
    Json,
    /// For code scanning
    Sarif,
}

impl Scan {
    /// The format that was asked for in either way.
    pub fn format(&self) -> ScanFormat {
        match (self.json, self.sarif) {
            (true, _) => ScanFormat::Json,
            (_, true) => ScanFormat::Sarif,
            _ => self.format,
        }
    }
}

/// Options of `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The session's id, or its beginning, or a transcript (.jsonl)
    pub(super) session: Option<String>,
    /// The same by a name
    #[arg(long = "session", value_name = "ID", conflicts_with = "session")]
    pub(super) named: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Explain {
    /// The session that was asked for in either way.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref().or(self.named.as_deref())
    }
}

/// Options of `status`.
#[derive(Debug, Args)]
pub struct Status {
    /// The session with this id, or with the only id that begins so; without it the latest of this project
    pub(super) session: Option<String>,
    /// The same by a name
    #[arg(long = "session", value_name = "ID", conflicts_with = "session")]
    pub(super) named: Option<String>,
    /// List the sessions of this project, the last active first
    #[arg(long, conflicts_with_all = ["session", "named"])]
    pub all: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Status {
    /// The session that was asked for in either way.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref().or(self.named.as_deref())
    }
}

/// The option of commands that can answer a script.
#[derive(Debug, Args)]
pub struct Json {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `trial`.
#[derive(Debug, Args)]
pub struct TrialOf {
    /// What it does; without it the report is shown.
    #[command(subcommand)]
    pub what: Option<Trial>,
}

impl TrialOf {
    /// The form of the report.
    pub fn report(&self) -> &Json {
        match &self.what {
            Some(Trial::Report(request)) => request,
            None => &Json { json: false },
        }
    }
}

/// What `trial` does.
#[derive(Debug, Subcommand)]
pub enum Trial {
    /// Sums the recorded days: assessments, texts, stopped edits, false alarms, the worst sessions
    ///
    /// Examples:
    ///   driftguard trial report
    ///   driftguard trial report --json
    ///
    /// Exit codes: 0; of the database 65 when it is damaged, 69 when it is busy or of a newer
    /// driftguard, 74 when its folder cannot be used.
    #[command(verbatim_doc_comment)]
    Report(Json),
}

/// Options of `index`.
#[derive(Debug, Args)]
pub struct IndexFiles {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Say nothing, whatever happens: as a session's start calls it
    #[arg(long, conflicts_with = "json")]
    pub background: bool,
}
