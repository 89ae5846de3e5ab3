//! The commands: one file each, and the way to them. The only room that prints.

pub mod analysis;
pub mod audit;
pub mod check;
pub mod completions;
pub mod config;
pub mod consent;
pub mod doctor;
pub mod encoding;
pub mod explain;
pub mod fact;
pub mod goal;
pub mod hook;
pub mod index;
pub mod install;
pub mod man;
pub mod mcp;
pub mod memory;
pub mod mode;
pub mod model;
pub mod newest;
pub mod output;
pub mod parallel;
pub mod pause;
pub mod person;
pub mod pick;
pub mod print;
pub mod progress;
pub mod project;
pub mod purge;
mod removal;
pub mod replay;
pub mod report;
pub mod scan;
mod scripts;
pub mod serve;
pub mod settings_file;
pub mod setup;
pub mod status;
pub mod statusline;
pub mod stream;
pub mod surroundings;
mod swallowed;
pub mod trace;
pub mod trial;
pub mod turns;
pub mod uninstall;
pub mod unlock;
pub mod verify;
pub mod wrong;

use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{self, Cli, Command, Global, Hook};
use crate::host::Host;
use project::Project;
use std::ffi::OsString;
use std::path::Path;

/// Runs the command that `args` ask for, the program's name first, and tells how the process ends.
pub fn main(args: &[OsString]) -> ExitStatus {
    match cli::parse(args) {
        Ok(Cli { command: Command::Hook(hook), global }) => run_hook(hook.name(), Some((&hook, &global))),
        Ok(cli) => run(&cli).unwrap_or_else(|error| print::failure(&error)),
        Err(refused) => match cli::is_hook_call(args) {
            Some(hook) if refused.use_stderr() => run_hook(&hook, None),
            _ => print::refusal(&refused).unwrap_or_else(|error| print::failure(&error.into())),
        },
    }
}

/// Serves a hook. Whatever goes wrong, the exit code is 0: an agent must not stop because of a wrong registration.
fn run_hook(name: &str, called: Option<(&Hook, &Global)>) -> ExitStatus {
    // Without a home there is no place to record the fault either.
    let Ok(host) = Host::real() else { return ExitStatus::Ok };
    let answer = match called {
        Some((hook, global)) => {
            trace::start(global.verbose, host.env("DRIFTGUARD_LOG").as_deref());
            hook::guarded(&host, name, hook.format())
        }
        // A newer registration may call hooks that this version does not serve: that is no fault.
        None if cli::command().find_subcommand(name).is_none() => return ExitStatus::Ok,
        None => {
            hook::misused(&host, name);
            return ExitStatus::Ok;
        }
    };
    if !answer.is_empty()
        && let Err(error) = print::raw(answer.as_bytes())
    {
        hook::unheard(&host, name, &error);
    }
    ExitStatus::Ok
}

/// Kept out of [`main`]: a hook's stack would begin with the room that all other commands need.
#[inline(never)]
fn run(cli: &Cli) -> anyhow::Result<ExitStatus> {
    cli.global.color.write_global();
    match &cli.command {
        Command::Completions { shell } => return completions::run(*shell),
        Command::Man { folder } => return man::run(folder.as_deref()),
        Command::Replay(request) => return replay::run(request),
        Command::Statusline(request) => return statusline::run(request),
        _ => {}
    }
    let host = Host::real().map_err(|error| Failure::new(ExitStatus::Config, error.to_string(), error.hint()))?;
    trace::start(cli.global.verbose, host.env("DRIFTGUARD_LOG").as_deref());
    // The commands about files of configuration tell of a missing one themselves.
    let about_files = matches!(cli.command, Command::Config(_));
    if let Some(missing) = cli.global.config.as_deref().filter(|path| !about_files && !path.exists()) {
        return Err(config::missing(missing).into());
    }
    // A checkout that stands for the project brings its own configuration.
    let place = match &cli.command {
        Command::Check(cli::Check { root: Some(root), .. }) => host.cwd().join(root),
        _ => host.cwd(),
    };
    let project = Project::at(&host, &place, cli.global.config.as_deref());
    // `config check` shows them all.
    if !matches!(cli.command, Command::Config(cli::ConfigOf { what: Some(cli::Config::Check) })) {
        project.tell_problems();
    }
    tracing::info!(root = project.root.path, mode = project.config.mode.name(), data = %host.paths.data.display(), "begins");
    match &cli.command {
        Command::Verify(request) => verify::run(&host, &project, request),
        Command::Fact(request) => fact::run(&host, &project, request),
        Command::Model(request) => model::run(&host, &project, request),
        Command::Memory(request) => memory::run(&host, &project, request),
        Command::Check(request) if request.stream => stream::run(&host, &project, request),
        Command::Check(request) => check::run(&host, &project, request),
        Command::Audit(request) => audit::run(&host, &project, request, cli.global.config.as_deref()),
        Command::Explain(request) => explain::run(&host, &project, request),
        Command::Status(request) => status::run(&host, &project, request),
        Command::Trial(request) => trial::run(&host, &project, request.report()),
        Command::Goal(request) => goal::run(&host, &project, request),
        Command::Index(request) => index::run(&host, &project, request),
        Command::Scan(request) => scan::run(&project, request),
        Command::Mode(request) => mode::run(&host, &project, request),
        Command::Pause(request) => pause::run(&host, &project, request),
        Command::Unlock(request) => unlock::run(&host, &project, request),
        Command::Wrong(request) => wrong::run(&host, &project, request),
        Command::Purge(request) => purge::run(&host, &project, request),
        Command::Config(request) => {
            config::run(&host, request, Path::new(&project.root.path), cli.global.config.as_deref())
        }
        Command::Install(request) => setup::install(&host, &project, request),
        Command::Uninstall(request) => setup::uninstall(&host, &project, request),
        Command::Doctor(request) => setup::doctor(&host, &project, request),
        Command::Mcp => mcp::run(host, &project),
        Command::Serve(request) => serve::run(host, &project, request),
        Command::Completions { .. }
        | Command::Man { .. }
        | Command::Replay(_)
        | Command::Statusline(_)
        | Command::Hook(_) => unreachable!("served above"),
    }
}
