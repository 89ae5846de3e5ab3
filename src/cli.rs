//! The command line: clap derive, nothing else.
//!
//! Owns the names, the options and their help, which is also the text of the manual pages and of `docs/cli.md`. It
//! does nothing and exits nowhere: [`parse`] hands back what was asked for or why it cannot be understood.

mod ask;
pub mod exit;
mod goal;
mod hook;
mod inject;
mod judge;
mod memory;
mod model;
pub mod paragraph;
mod setup;
mod steer;
mod value;

pub use ask::{Fact, Serve, Verify, VerifyFormat};
pub use goal::{Goal, GoalOf};
pub use hook::Hook;
pub use inject::{InjectFormat, PromptInject};
pub use judge::{
    Audit, Check, Explain, IndexFiles, Json, Replay, ReportFormat, Scan, ScanFormat, Status, Trial, TrialOf,
};
pub use memory::{Import, List, Memory, Numbered, Record, Search};
pub use model::{Fetch, Model};
pub use setup::{Config, ConfigOf, Install, Purge, SettingsScope, Statusline, Uninstall};
pub use steer::{Pause, SetMode, Unlock, Wrong};

use anstream::ColorChoice;
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The subcommands that an agent's client may call, served by this version or not. They fail open: whatever goes wrong,
/// nothing stands on stdout and the exit code is 0.
pub use crate::agent::registration::HOOK_SUBCOMMANDS as HOOK_NAMES;

/// Keeps a coding agent on the goal its user gave it
///
/// driftguard sits in the agent's hooks. It knows what you asked for, sees what is
/// touched, and tells the agent when its work leaves the goal. It is silent as long
/// as the work fits, runs on this machine alone, and never allows what your agent
/// would have asked you about.
///
/// Start here:
///   driftguard audit        what it would have said about your past sessions
///   driftguard install      register the hooks in Claude Code
///   driftguard status       what is known about the latest session here
///   driftguard check        judge that session
///   driftguard explain      why the score is what it is
#[derive(Debug, Parser)]
#[command(name = "driftguard", version, verbatim_doc_comment, arg_required_else_help = true)]
#[command(after_long_help = after_help())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The options that every command takes.
    #[command(flatten)]
    pub global: Global,
}

/// The options that every command takes.
#[derive(Debug, Args)]
pub struct Global {
    /// Read this configuration file too; it wins over all others
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = value::colour())]
    pub color: ColorChoice,
    /// Log to stderr; more with -vv and -vvv
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// What driftguard can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// What the agent's client calls.
    #[command(flatten)]
    Hook(Hook),
    /// Judges sessions: score, findings, and the way back to the goal
    ///
    /// Without an argument: the latest session of this project. A TRANSCRIPT is a file or a
    /// folder; of several, one that fails makes all fail, and every format holds them all.
    ///
    /// Examples:
    ///   driftguard check
    ///   driftguard check session.jsonl --goal "fix the tokens" --scope "src/auth/**"
    ///   driftguard check --format sarif > drift.sarif
    ///   driftguard check transcripts/ --format junit --fail-denied > drift.xml
    ///   driftguard check --fail-below 5 --fail-refuted || echo "look at it"
    ///   driftguard check session.jsonl --stream < report.md
    ///   driftguard check --stream --evidence notes.txt < answer.txt
    ///
    /// Exit codes: 0; 1 when the score is below --fail-below, a claim is refuted with
    /// --fail-refuted, a call ran against a limit with --fail-denied, or a stream would be halted; 65 when the transcript is none, or --scope
    /// names no place in the project, or one at which nothing lies and nothing was changed (a
    /// warning where the project is not on this machine); 66 when there is no such session or file.
    ///
    /// See also: `driftguard explain` for the evidence behind each change of the score.
    #[command(verbatim_doc_comment)]
    Check(Check),
    /// Tells what driftguard would have said about your past sessions
    ///
    /// The trial before the install. Reads the transcripts that Claude Code keeps (in `~/.claude/projects`, or below the
    /// folder that `CLAUDE_CONFIG_DIR` names), or those below DIR, judges each as `driftguard
    /// check` does, and shows when it would have spoken, newest first. Nothing is written and
    /// nothing sent.
    ///
    /// Names are looked up in the repositories as they are today; a session whose folder is
    /// not on this machine is judged without its files. What a script does that a command runs
    /// is known where the session wrote it or the repository still has it; calls of others are
    /// counted. Nothing was said back then: what the
    /// agent would have done after a text, nobody knows. Transcripts of subagents are judged
    /// with the session that started them. Claims that the record refutes, and orders in the answers of
    /// tools, are looked for with --texts alone.
    ///
    /// Examples:
    ///   driftguard audit
    ///   driftguard audit --since 30d --project .
    ///   driftguard audit ~/backup/transcripts --all
    ///   driftguard audit --json | jq .said
    ///
    /// Exit codes: 0, whatever was found; 65 when no file there is a transcript; 66 when
    /// there is no such folder or nothing in it.
    ///
    /// See also: `driftguard explain SESSION` shows why; `driftguard mode monitor` and
    /// `driftguard install` begin a trial with new sessions.
    #[command(verbatim_doc_comment)]
    Audit(Audit),
    /// Runs recorded sessions and compares them with what is expected
    ///
    /// A PATH is a scenario page, a recorded session, or a folder of them. A table shows
    /// each one, with the first difference as a diff. What is expected of a recording stands
    /// beside it, in a file that --update writes; without one its findings are shown.
    ///
    /// Examples:
    ///   driftguard replay fixtures/scenarios
    ///   driftguard replay fixtures/sessions --junit report.xml
    ///   driftguard replay fixtures/scenarios/edit-revert.md --update
    ///
    /// Exit codes: 0; 1 when something differs, or nothing is expected of a recording yet; 65
    /// when a page cannot be read; 66 when a path does not exist.
    #[command(verbatim_doc_comment)]
    Replay(Replay),
    /// Searches files, folders or a text for orders to an agent
    ///
    /// Hidden text, encoded text, and words that set instructions aside, speak to a machine
    /// or ask for secrecy. Folders are read by their ignore rules; without PATH this one.
    /// What was not searched (binary, too large) is told. The hooks do the same with every
    /// answer of a tool.
    ///
    /// Examples:
    ///   driftguard scan
    ///   driftguard scan vendor docs/guide.md --format sarif > scan.sarif
    ///   gh issue view 7 | driftguard scan -
    ///
    /// Exit codes: 0; 1 when a place was found; 66 when a path does not exist.
    #[command(verbatim_doc_comment)]
    Scan(Scan),
    /// Holds a report against a session's log, a text, or both
    ///
    /// REPORT is a file, or `-` for stdin. Without a source it is held against the latest
    /// session of this project.
    ///
    /// Examples:
    ///   driftguard verify report.md --evidence notes.txt
    ///   driftguard verify - --session 3f2a < report.md
    ///   driftguard verify report.md --transcript session.jsonl --format json
    ///
    /// Exit codes: 0; 1 when a statement is surely false; 65 when the transcript is none;
    /// 66 when a file or session does not exist.
    ///
    /// See also: `driftguard serve` answers the same over HTTP.
    #[command(verbatim_doc_comment)]
    Verify(Verify),
    /// States what is true of this project
    ///
    /// `driftguard serve` holds responses against it (POST /v1/review), beside what you
    /// forbade in the latest session and what CLAUDE.md and AGENTS.md state. Only a person
    /// adds and removes facts, not the agent.
    ///
    /// Examples:
    ///   driftguard fact add "the API listens on port 8080"
    ///   driftguard fact list --all
    ///   driftguard fact remove 3
    ///
    /// Exit codes: 0; 65 when a fact is empty or too long; 66 when there is no such fact;
    /// 73 when there are too many; 77 inside the agent.
    #[command(verbatim_doc_comment, subcommand)]
    Fact(Fact),
    /// Shows and keeps the lessons that are recalled before a step
    ///
    /// What failed until something was changed, what you refused or corrected: the hooks
    /// remember it, warn the agent before it does the same again, and drop what proves
    /// wrong. By hand: look at it, add to it, undo it, carry it to another machine.
    ///
    /// Examples:
    ///   driftguard memory list
    ///   driftguard memory search npm run tset
    ///   driftguard memory why 3
    ///   driftguard memory graph 3 -o lesson.svg
    ///   driftguard memory forget 3
    ///   driftguard memory export lessons.jsonl
    ///
    /// Exit codes: 0; 65 when a text or file is not what it should be; 66 when there is no
    /// such lesson or file; 69 when the memory cannot be used now; 77 inside the agent, for
    /// split, forget, import and prune --yes. Those of search: see its help.
    ///
    /// See also: docs/memory.md.
    #[command(verbatim_doc_comment, subcommand)]
    Memory(Memory),
    /// Lists, finds and fetches models that read texts more closely
    ///
    /// driftguard works without a model, and none is needed. With one, lessons are found and merged by it where
    /// you or another agent ask (`memory`, `mcp`), and a model of entailment helps to judge
    /// reports (`verify`, `serve`). Hooks never load one. Models run on this machine alone,
    /// in a driftguard that was built with `--features neural`.
    ///
    /// Examples:
    ///   driftguard model list
    ///   driftguard model fetch all-minilm-l6-v2-int8
    ///
    /// Exit codes: 0; those of fetch: see its help.
    ///
    /// See also: docs/models.md.
    #[command(verbatim_doc_comment, subcommand)]
    Model(Model),
    /// Answers other programs on this machine over HTTP
    ///
    /// Listens on the loopback interface. Callers send `Authorization: Bearer TOKEN` with
    /// the content of the token file, which is made at the first start and readable by you
    /// alone. Routes: POST /v1/verify, /v1/injection/detect, /v1/review;
    /// GET /healthz, /metrics, /openapi.json.
    ///
    /// Examples:
    ///   driftguard serve
    ///   driftguard serve --listen 127.0.0.1:9000 --token-file ~/.driftguard.token
    ///
    /// Ends with SIGINT or SIGTERM, after the requests that are running.
    /// Exit codes: 0; 64 when the address is not one of this machine alone; 69 when it is
    /// taken; 77 when others may read the token file.
    ///
    /// See also: docs/service.md.
    #[command(verbatim_doc_comment)]
    Serve(Serve),
    /// Answers other agents about lessons and the goal, over MCP
    ///
    /// Speaks the Model Context Protocol on stdin and stdout; a client starts it. Its tools
    /// record a mistake or a success, ask before a step, count what could be pruned, and tell
    /// the goal and drift of the latest session, for the project of the working folder.
    ///
    /// Example:
    ///   claude mcp add driftguard -- driftguard mcp
    ///
    /// Ends when the client closes stdin. Exit codes: 0; 65 when it speaks another protocol.
    ///
    /// See also: docs/mcp.md.
    #[command(verbatim_doc_comment)]
    Mcp,
    /// Explains each change of the score: event, evidence, weight
    ///
    /// Without SESSION: the latest of this project. The beginning of an id is enough. What was
    /// said before a call stands there too: why one was denied, what the agent was warned of.
    ///
    /// Examples:
    ///   driftguard explain
    ///   driftguard explain 3f2a
    ///
    /// Exit codes: 0; 65 when a file is no transcript; 66 when there is no such session, or
    /// nothing is left to explain it from.
    ///
    /// Something is wrong with a finding? Say so: `driftguard wrong`.
    #[command(verbatim_doc_comment)]
    Explain(Explain),
    /// Shows goal, score, mode and state of this project's sessions
    ///
    /// Examples:
    ///   driftguard status --json | jq .session.score
    ///   driftguard status 3f2a
    ///   driftguard status --all
    ///
    /// Exit codes: 0; 66 when there is no such session; of the database 65 when it is damaged, 69 when it is busy or of a newer
    /// driftguard, 74 when its folder cannot be used.
    ///
    /// See also: `driftguard doctor` when nothing is shown that should be.
    #[command(verbatim_doc_comment)]
    Status(Status),
    /// Tells what would have happened while driftguard only recorded
    ///
    /// Without a command: what `driftguard trial report` prints.
    ///
    /// In mode monitor, and during a pause, everything is recorded and nothing said. The
    /// report sums all stored sessions: what was said, what would have been said and
    /// stopped (an estimate, and named so), which replies would have gone back to the agent,
    /// and which sessions were furthest from their goals.
    ///
    /// Examples:
    ///   driftguard mode monitor       begin a trial
    ///   driftguard trial report       after some days of work
    ///   driftguard mode guide         end it
    ///
    /// Exit codes: 0; of the database 65 when it is damaged, 69 when it is busy or of a newer
    /// driftguard, 74 when its folder cannot be used.
    ///
    /// See also: `driftguard wrong` marks a false alarm, which counts in the report.
    #[command(verbatim_doc_comment)]
    Trial(TrialOf),
    /// Shows or sets what the agent works for and what it may touch
    ///
    /// Without a command: what `driftguard goal show` prints.
    ///
    /// The goal follows your own prompts; set it only where that is not enough. A change
    /// concerns the session of this project that was last active, or the one that --session
    /// names, and holds until you ask for something else. A session without a goal yet does
    /// not hide an open one that has a goal.
    /// `goal set` begins anew: limits that you typed for the old goal end with it and are named;
    /// what `goal forbid` forbids stays.
    ///
    /// Examples:
    ///   driftguard goal show
    ///   driftguard goal set "fix the token bug" --scope "src/auth/**"
    ///   driftguard goal allow "docs/**"
    ///   driftguard goal forbid migrations
    ///   driftguard goal allow src/styles/ --session 5f0c
    ///
    /// Exit codes: 0; 65 when a place is none of the project, or the database is damaged; 66
    /// when there is no session; 69 when the database is busy or of a newer driftguard; 74 when
    /// its folder cannot be used; 77 for a change inside the agent.
    #[command(verbatim_doc_comment)]
    Goal(GoalOf),
    /// Indexes this project's files: words, imports, common history
    ///
    /// A session's start does it in the background, so that a prompt's words lead to the
    /// files that they are about. By hand it shows what is known. Only what changed since
    /// the last time is read; text stays on this machine, as single words.
    ///
    /// Examples:
    ///   driftguard index
    ///   driftguard index --json | jq .files
    ///
    /// Exit codes: 0; 69 while another process indexes the project; 74 when it cannot be
    /// written.
    ///
    /// See also: `driftguard purge --all` removes all indexes.
    #[command(verbatim_doc_comment)]
    Index(IndexFiles),
    /// Shows or sets what driftguard may do
    ///
    /// Without MODE: the one in force and the file it comes from. With MODE: writes it to
    /// your own configuration file.
    ///
    /// Example:
    ///   driftguard mode monitor
    ///
    /// Exit codes: 0; 73 when the file cannot be written; 77 for a change inside the agent; 78
    /// when it has a mistake.
    ///
    /// See also: `driftguard pause` to be left alone for a while.
    #[command(verbatim_doc_comment)]
    Mode(SetMode),
    /// Keeps driftguard quiet for a while; it still records
    ///
    /// Without DURATION: until `driftguard pause --end`.
    ///
    /// Examples:
    ///   driftguard pause 30m
    ///   driftguard pause --session 2h
    ///   driftguard pause --session=8b3f 2h
    ///   driftguard pause --end
    ///
    /// Exit codes: 0; 66 when --session finds no session; 77 inside the agent.
    ///
    /// For one run of the agent only: start it with DRIFTGUARD=off in its environment.
    #[command(verbatim_doc_comment)]
    Pause(Pause),
    /// Lets the agent change driftguard's own wiring for a while
    ///
    /// Without it the agent cannot remove or change driftguard's registration, settings,
    /// files or program. Only a person at a terminal can unlock; what the agent may do to
    /// your code is said in the chat instead.
    ///
    /// Examples:
    ///   driftguard unlock
    ///   driftguard unlock 5m
    ///   driftguard unlock --end
    ///
    /// Exit codes: 0; of the database 65 when it is damaged, 69 when it is busy or of a newer
    /// driftguard, 74 when its folder cannot be used; 77 inside the agent or
    /// without a terminal.
    #[command(verbatim_doc_comment)]
    Unlock(Unlock),
    /// Marks a finding as a false alarm
    ///
    /// It is not raised again in its session and counts in the report. Without FINDING:
    /// what the last text in this project named first of what still counts. `driftguard
    /// explain` names the findings, and a name is taken as it is printed. Without --session
    /// it is looked for in the sessions of this project, the last active first.
    ///
    /// Examples:
    ///   driftguard wrong
    ///   driftguard wrong out-of-scope:src/styles/theme.css
    ///   driftguard wrong --session 5f0c
    ///
    /// Exit codes: 0; 66 when there is no such finding or session; 77 inside the agent.
    #[command(verbatim_doc_comment)]
    Wrong(Wrong),
    /// Removes stored sessions
    ///
    /// Examples:
    ///   driftguard purge --older-than 30d
    ///   driftguard purge --session 3f2a9c
    ///   driftguard purge --all --yes
    ///
    /// The lessons that a session taught stay, with lines of the errors that it met:
    /// --session says which, and `driftguard memory forget NUMBER` removes them.
    ///
    /// Asks first, unless --yes stands. Exit codes: 0; 64 when there is no terminal to ask
    /// at; 66 when there is no such session; 77 inside the agent.
    #[command(verbatim_doc_comment)]
    Purge(Purge),
    /// Registers the hooks in Claude Code's settings
    ///
    /// Keeps everything else in the file as it is, comments and foreign hooks included,
    /// and makes a dated backup: beside the file, for a project's in driftguard's data
    /// folder. Doing it twice changes nothing.
    ///
    /// Examples:
    ///   driftguard install --dry-run
    ///   driftguard install --scope project --yes
    ///   driftguard install --statusline
    ///
    /// Exit codes: 0; 64 when there is no terminal to ask at and no --yes; 65 when the settings
    /// cannot be read as JSON; 73 when they cannot be written, or another scope registers the
    /// hooks already.
    ///
    /// Check the result with `driftguard doctor`; take it back with `driftguard uninstall`.
    #[command(verbatim_doc_comment)]
    Install(Install),
    /// Takes hooks and status line out of Claude Code's settings
    ///
    /// Gives the file back as it was when nothing else has changed it.
    ///
    /// Examples:
    ///   driftguard uninstall --dry-run
    ///   driftguard uninstall --purge
    ///
    /// Exit codes: 0; 64 when there is no terminal to ask at and no --yes; 65 when the settings
    /// cannot be read as JSON; 73 when they cannot be written; 77 inside the agent.
    #[command(verbatim_doc_comment)]
    Uninstall(Uninstall),
    /// Shows score, goal, limits and mode in the client's status line
    ///
    /// Reads the JSON that the client gives to a status line command on stdin and prints
    /// one line. How many percent of the tool calls the hooks told of (coverage) is shown
    /// where it is below 100. `driftguard install --statusline` registers it, behind a
    /// line that is there already; by hand it is this in the client's settings:
    ///   "statusLine": { "type": "command", "command": "driftguard statusline" }
    ///
    /// Example, behind a line of your own:
    ///   driftguard statusline --with "~/bin/my-line.sh"
    ///
    /// Exit code: always 0; whatever goes wrong, nothing of ours is shown.
    #[command(verbatim_doc_comment)]
    Statusline(Statusline),
    /// Tries hooks, settings and database, with a fix for each fault
    ///
    /// Example:
    ///   driftguard doctor
    ///
    /// Exit codes: 0; 1 when a check failed.
    #[command(verbatim_doc_comment)]
    Doctor(Json),
    /// Shows, checks or begins the configuration
    ///
    /// Without a command: what `driftguard config show` prints.
    ///
    /// Examples:
    ///   driftguard config show
    ///   driftguard config check
    ///   driftguard config init --project
    ///
    /// Exit codes: 0; 73 when a file exists already; 78 when one has a mistake.
    ///
    /// See also: docs/config.md lists every key, its default and who may set it.
    #[command(verbatim_doc_comment)]
    Config(ConfigOf),
    /// Prints a completion script for your shell
    ///
    /// Examples:
    ///   driftguard completions bash \
    ///       > ~/.local/share/bash-completion/completions/driftguard
    ///   driftguard completions fish > ~/.config/fish/completions/driftguard.fish
    ///   driftguard completions zsh > ~/.zfunc/_driftguard
    #[command(verbatim_doc_comment)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints the manual page, or writes all pages into a folder
    ///
    /// Examples:
    ///   driftguard man | man -l -
    ///   driftguard man ~/.local/share/man/man1
    ///
    /// Exit codes: 0; 74 when a page cannot be written.
    #[command(verbatim_doc_comment)]
    Man {
        /// The folder; it is created if need be
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
}

/// The whole command line as clap describes it; completions, manual pages and the reference are made from it.
pub fn command() -> clap::Command {
    flowing(Cli::command().mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_subcommands(|inner| pointing(inner, &name))
    }))
}

/// The help of `driftguard goal show` says where the exit codes stand that it does not tell itself.
fn pointing(command: clap::Command, parent: &str) -> clap::Command {
    let tells = command.get_long_about().is_some_and(|text| text.to_string().contains("Exit code"));
    if tells {
        return command;
    }
    command.after_help(format!("`driftguard {parent} --help` has examples and exit codes."))
}

/// A paragraph of the help is wrapped in the source; to clap it is one line, which it wraps at the terminal's width.
fn flowing(command: clap::Command) -> clap::Command {
    let text = command.get_long_about().map(|text| paragraph::flowing(&text.to_string()));
    let command = match text {
        Some(text) => command.long_about(text),
        None => command,
    };
    command.mut_subcommands(flowing)
}

/// Reads the arguments, the program's name first. The error is what clap would print, `--help` and `--version` included.
pub fn parse(args: &[OsString]) -> Result<Cli, clap::Error> {
    if let Some(cli) = registered_hook(args) {
        return Ok(cli);
    }
    match Cli::try_parse_from(args) {
        // Only a help text needs the commands in groups.
        Err(error)
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) =>
        {
            let matches = grouped(command()).try_get_matches_from(args)?;
            Cli::from_arg_matches(&matches)
        }
        parsed => parsed.map_err(|refused| without_value_tip(nearest_first(refused))),
    }
}

/// Words offered for one that is no command, at most.
const OFFERED: usize = 2;

/// clap offers the nearest word last.
fn nearest_first(mut refused: clap::Error) -> clap::Error {
    if let Some(ContextValue::Strings(words)) = refused.remove(ContextKind::SuggestedSubcommand) {
        let nearest = words.into_iter().rev().take(OFFERED).collect();
        refused.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(nearest));
    }
    refused
}

/// clap's tip how an unknown option is passed as a value helps where a command takes words of any kind. An id or a path is never
/// meant by it.
fn without_value_tip(mut refused: clap::Error) -> clap::Error {
    let usage = refused.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    if refused.kind() == ErrorKind::UnknownArgument
        && !usage.contains("<TEXT>")
        && let Some(ContextValue::StyledStrs(mut tips)) = refused.remove(ContextKind::Suggested)
    {
        tips.retain(|tip| !tip.to_string().contains("as a value"));
        if !tips.is_empty() {
            refused.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    refused
}

/// A hook as `install` registers it: its bare name. To describe the whole command line to clap costs 0.18 ms in a fresh
/// process, which the agent would wait for at every call.
fn registered_hook(args: &[OsString]) -> Option<Cli> {
    let [_, name] = args else { return None };
    let command = Command::Hook(Hook::registered(name.to_str()?)?);
    Some(Cli { command, global: Global { config: None, color: ColorChoice::Auto, verbose: 0 } })
}

/// The hook that these arguments call, the program's name first, whatever else stands behind it.
pub fn is_hook_call(args: &[OsString]) -> Option<String> {
    let name = args.get(1).map(OsString::as_os_str).and_then(OsStr::to_str)?;
    HOOK_NAMES.contains(&name).then(|| name.to_owned())
}

/// clap has one list of subcommands; here the hooks stand apart from what people call.
fn grouped(command: clap::Command) -> clap::Command {
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    let width = command.get_subcommands().map(|inner| inner.get_name().len()).max().unwrap_or(0);
    for (title, hooks) in [("Commands", false), ("Hooks (called by the agent)", true)] {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{header}{title}:{header:#}");
        for inner in command.get_subcommands().filter(|inner| HOOK_NAMES.contains(&inner.get_name()) == hooks) {
            let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {literal}{:width$}{literal:#}  {about}", inner.get_name());
        }
    }
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}{{after-help}}");
    command.help_template(text)
}

fn after_help() -> String {
    format!(
        "{}\n\nEnvironment:\n  DRIFTGUARD=off        hooks do nothing\n  \
         DRIFTGUARD_HOME=DIR   what is stored and the configuration lie there, not in\n                        \
         ~/.local/share and ~/.config (or where XDG_DATA_HOME\n                        and XDG_CONFIG_HOME say); on macOS not in\n                        \
         ~/Library/Application Support\n  \
         CLAUDE_CONFIG_DIR     where Claude Code keeps its settings and transcripts,\n                        \
         if not in ~/.claude\n  \
         DRIFTGUARD_INDEX=off  a session's start indexes nothing\n  \
         DRIFTGUARD_LOG        log to stderr: error, warn, info, debug or trace\n  NO_COLOR              no colour\n\n`driftguard COMMAND --help` has examples.",
        exit::HELP
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registered_hook_reads_as_clap_reads_it() {
        let served: Vec<&str> =
            HOOK_NAMES.into_iter().filter(|name| command().find_subcommand(name).is_some()).collect();
        assert!(served.contains(&"stop"));
        for name in served {
            let args = ["driftguard".into(), name.into()];
            let short = registered_hook(&args).expect(name);
            assert_eq!(format!("{short:?}"), format!("{:?}", Cli::try_parse_from(&args).expect(name)));
        }
        assert!(registered_hook(&["driftguard".into(), "check".into()]).is_none());
        assert!(registered_hook(&["driftguard".into(), "stop".into(), "-v".into()]).is_none());
    }

    #[test]
    fn the_nearest_command_is_offered_first() {
        let offered = |word: &str| parse(&["driftguard".into(), word.into()]).unwrap_err().to_string();
        assert!(offered("stauts").contains("'status', 'statusline'\n"), "{}", offered("stauts"));
        assert!(offered("shcek").contains("'check'") || offered("chekc").contains("'check'"));
    }
}
