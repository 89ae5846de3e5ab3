//! The options of `driftguard memory`.

use crate::config::MemoryPolicy;
use crate::domain::LessonKind;
use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

/// What `memory` does.
#[derive(Debug, Subcommand)]
pub enum Memory {
    /// Remembers what was done, what was said of it, and what came of it
    ///
    /// A lesson with --command is recalled before exactly that command runs again, whatever
    /// stands around it (cd, pipes, variables); any other is recalled where the words of a
    /// prompt are alike. What says the same as a known lesson strengthens it. Credentials
    /// are taken out of all texts first.
    ///
    /// Examples:
    ///   driftguard memory record --command "npm run tset" \
    ///       --feedback "missing script: tset" --outcome "npm run test is the command"
    ///   driftguard memory record --action "edit the generated client" --shared \
    ///       --feedback "the build overwrites it" --outcome "change api.yaml instead"
    ///
    /// Exit codes: 0; 65 when a text is empty; 69 when the memory cannot be used now, or is
    /// switched off (`memory.enabled`).
    #[command(verbatim_doc_comment)]
    Record(Record),
    /// Lists the lessons of this project and those that hold everywhere, the newest first
    List(List),
    /// Recalls what is known of a step, the surest first
    ///
    /// The same question as the hooks ask: a command that is remembered exactly comes first,
    /// then what is alike in words. A step with options of its own stands in quotes.
    ///
    /// Examples:
    ///   driftguard memory search npm run tset
    ///   driftguard memory search "edit the client" --policy block || echo "look first"
    ///
    /// Exit codes: 0; 1 with policy block or acknowledge when a warning stands that is sure
    /// enough to be given (`memory.min_confidence`); 65 when nothing is asked. `record_only`
    /// searches nothing.
    #[command(verbatim_doc_comment)]
    Search(Search),
    /// Shows a lesson: its texts, how often it was met, how useful it was
    Show(Numbered),
    /// Tells why a lesson is as it is: all wordings that were taken for one, how alike, from where
    ///
    /// A wording that is no such thing is taken out by its number: `driftguard memory split`.
    #[command(verbatim_doc_comment)]
    Why(Numbered),
    /// Makes a wording a thing of its own, with all that was recorded in it
    ///
    /// Exit codes: 0; 66 when there is no such wording, or it is what was said first; 77
    /// inside the agent.
    #[command(verbatim_doc_comment)]
    Split {
        /// The wording's number, as `driftguard memory why` shows it
        form: i64,
    },
    /// Removes a lesson
    ///
    /// Exit codes: 0; 66 when there is no such lesson; 77 inside the agent.
    #[command(verbatim_doc_comment)]
    Forget {
        /// The lesson's number
        number: i64,
    },
    /// Shows the short texts about this project's files, commands and branches, the latest first
    ///
    /// They are made of facts that the sessions' records prove, without a model: how the last
    /// run of a check ended, what mended it, what was changed or put back.
    #[command(verbatim_doc_comment)]
    Texts {
        /// Only what has these words in its name
        #[arg(value_name = "NAME")]
        name: Option<String>,
        /// Show the samples of times that a text stayed as it was, with the facts that it was held against
        #[arg(long)]
        skips: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Draws the chains of a lesson as a picture (SVG)
    ///
    /// What was done, what was said of it, what came of it and what that led to, with how
    /// often. One file that every browser shows, in light and dark.
    ///
    /// Example:
    ///   driftguard memory graph 3 -o lesson.svg
    ///
    /// Exit codes: 0; 66 when there is no such lesson; 73 when there is no such folder; 74
    /// when the file cannot be written.
    #[command(verbatim_doc_comment)]
    Graph {
        /// The lesson's number
        number: i64,
        /// Write it there instead of to stdout (`-`)
        #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
    },
    /// Writes all lessons as JSON lines
    ///
    /// The first line is a header with the version of the format. Read into an empty memory
    /// and written again, the file is the same byte for byte.
    ///
    /// Examples:
    ///   driftguard memory export lessons.jsonl
    ///   driftguard memory export | jq -s '.[1:] | length'
    ///
    /// Exit codes: 0; 73 when there is no such folder; 74 when the file cannot be written.
    #[command(verbatim_doc_comment)]
    Export {
        /// Write it there instead of to stdout (`-`)
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
    /// Reads lessons from a file: all of them, or none
    ///
    /// FILE is what `driftguard memory export` wrote, or a graph of driftguard-ai (JSON,
    /// format version 1 or 2, or the older form without one). Lessons of the former keep
    /// their projects; those of the latter belong to this project. Reading a file twice
    /// adds nothing: of each count the higher one holds.
    ///
    /// Examples:
    ///   driftguard memory import lessons.jsonl
    ///   driftguard memory import graph.json --shared
    ///
    /// Exit codes: 0; 65 when the file is broken, of an unknown format or newer (nothing is
    /// changed then); 66 when it does not exist; 69 when the memory is switched off; 77
    /// inside the agent.
    #[command(verbatim_doc_comment)]
    Import(Import),
    /// Shows what would be pruned: weak and old lessons, stale and isolated nodes
    ///
    /// With --yes it is done, after a backup whose place is told. The end of a session does
    /// the same once a week, in small pieces.
    ///
    /// Exit codes: 0; 77 inside the agent with --yes.
    #[command(verbatim_doc_comment)]
    Prune {
        /// Prune, after a backup
        #[arg(long, short)]
        yes: bool,
    },
    /// Counts what is remembered
    Stats {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Options of `memory record`.
#[derive(Debug, Args)]
pub struct Record {
    /// What was done, in words [default: the command]
    #[arg(long, value_name = "TEXT", required_unless_present = "command", allow_hyphen_values = true)]
    pub action: Option<String>,
    /// What was said of it: an error, a correction
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub feedback: String,
    /// What came of it, or what to do instead
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub outcome: String,
    /// The shell command that it is about
    #[arg(long, value_name = "CMD", allow_hyphen_values = true, value_hint = ValueHint::CommandString)]
    pub command: Option<String>,
    /// Something worth repeating: it is shown when asked for, and never a warning
    #[arg(long)]
    pub success: bool,
    /// It holds in all projects
    #[arg(long)]
    pub shared: bool,
}

/// Options of `memory list`.
#[derive(Debug, Args)]
pub struct List {
    /// Of all projects
    #[arg(long)]
    pub all: bool,
    /// Only lessons of this kind
    #[arg(long)]
    pub kind: Option<LessonKind>,
    /// Show N lessons
    #[arg(long, value_name = "N", default_value = "50", value_parser = at_least_one)]
    pub limit: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `memory search`.
#[derive(Debug, Args)]
pub struct Search {
    /// The step: a command, or what is to be done in words
    #[arg(required = true, value_name = "TEXT", trailing_var_arg = false)]
    pub words: Vec<String>,
    /// What a warning does [default: memory.policy of the configuration]
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<MemoryPolicy>,
    /// Search what is worth repeating instead of mistakes
    #[arg(long)]
    pub success: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A lesson by its number.
#[derive(Debug, Args)]
pub struct Numbered {
    /// The lesson's number, as `driftguard memory list` shows it
    pub number: i64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `memory import`.
#[derive(Debug, Args)]
pub struct Import {
    /// The file
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Of a driftguard-ai graph: its chains are worth repeating
    #[arg(long)]
    pub success: bool,
    /// Of a driftguard-ai graph: its lessons hold in all projects
    #[arg(long)]
    pub shared: bool,
}

/// A count of things to show: of none nothing could be said.
fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "write a number from 1 on".to_owned())
}

impl ValueEnum for LessonKind {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Mistake, Self::Success]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Mistake => PossibleValue::new(self.name()).help("What went wrong"),
            Self::Success => PossibleValue::new(self.name()).help("What is worth repeating"),
        })
    }
}

impl ValueEnum for MemoryPolicy {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::RecordOnly, Self::Warn, Self::Acknowledge, Self::Block]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::RecordOnly => PossibleValue::new("record_only").help("Nothing is searched and nothing said"),
            Self::Warn => PossibleValue::new("warn").help("A text"),
            Self::Acknowledge => PossibleValue::new("acknowledge").help("A person is asked"),
            Self::Block => PossibleValue::new("block").help("The step is denied"),
        })
    }
}
