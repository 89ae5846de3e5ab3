//! The project that a command or hook works in: its root and the settings in force there.

use super::print;
use crate::config::{self, Config, Problem};
use crate::domain::Root;
use crate::host::Host;
use crate::repo;
use std::path::Path;

/// A project with its settings.
#[derive(Clone, Debug)]
pub struct Project {
    /// What "inside the project" means.
    pub root: Root,
    /// The settings in force.
    pub config: Config,
    /// The file and line that set the mode; `None` for the default.
    pub mode_from: Option<String>,
    /// Mistakes in the configuration files; each cost only its own key.
    pub problems: Vec<Problem>,
    /// Configuration files that are there and cannot be read, each with the reason.
    pub unreadable: Vec<String>,
}

impl Project {
    /// The project around a folder; `named` is a configuration file from the command line.
    pub fn at(host: &Host, folder: &Path, named: Option<&Path>) -> Self {
        let root = repo::root(folder, host.paths.home.as_deref());
        let files = host.config_files(Path::new(&root.path), named);
        let layers: Vec<_> = files.iter().filter_map(crate::host::ConfigFile::layer).collect();
        let unreadable = files.iter().filter_map(|file| file.text.as_ref().err()).map(ToString::to_string).collect();
        let loaded = config::load(&layers);
        let mode_from = loaded.origins.get("mode").map(|origin| format!("{}:{}", origin.layer, origin.line));
        Self { root, config: loaded.config, mode_from, problems: loaded.problems, unreadable }
    }

    /// Every problem of the configuration in one line each.
    pub fn problem_lines(&self) -> Vec<String> {
        let placed = |problem: &Problem| format!("{}:{}: {}", problem.layer, problem.line, problem.message);
        self.unreadable.iter().cloned().chain(self.problems.iter().map(placed)).collect()
    }

    /// Says once that something in the configuration did not take effect.
    pub fn tell_problems(&self) {
        if let Some(first) = self.problem_lines().first() {
            print::warning(first, "`driftguard config check` shows every mistake in its place");
        }
    }
}
