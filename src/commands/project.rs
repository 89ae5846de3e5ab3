//! The project that a command or hook works in: its root and the settings in force there.

use super::print;
use crate::config::{self, Config, Problem, Severity};
use crate::domain::Root;
use crate::host::Host;
use crate::repo;
use crate::text::plain::plain_line;
use std::path::Path;

const SHOWS_ALL: &str = "`driftguard config check` shows every mistake in its place";

/// The first of some lines, with how many more there are.
fn first_of(lines: &[String]) -> Option<String> {
    let (first, rest) = lines.split_first()?;
    Some(if rest.is_empty() { first.clone() } else { format!("{first} (and {} more)", rest.len()) })
}

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

    /// Every problem of the configuration in one line each, mistakes before what a rule refuses.
    pub fn problem_lines(&self) -> Vec<String> {
        self.mistakes().into_iter().chain(self.placed(Severity::Warning)).collect()
    }

    /// What does not do what its author meant, in one line each.
    fn mistakes(&self) -> Vec<String> {
        self.unreadable.iter().cloned().chain(self.placed(Severity::Error)).collect()
    }

    fn placed(&self, severity: Severity) -> impl Iterator<Item = String> {
        let problems = self.problems.iter().filter(move |problem| problem.severity == severity);
        problems.map(|problem| format!("{}:{}: {}", problem.layer, problem.line, problem.message))
    }

    /// Says once that something in the configuration did not take effect.
    pub fn tell_problems(&self) {
        if let Some(words) = first_of(&self.problem_lines()) {
            print::warning(&words, SHOWS_ALL);
        }
    }

    /// The same in a line for whoever starts a session; `None` also where a repository's file only asks for what it may not set,
    /// which nobody at this desk can mend.
    pub fn not_in_force(&self) -> Option<String> {
        let words = plain_line(&first_of(&self.mistakes())?);
        Some(format!("driftguard: a part of the configuration is not in force: {words}; {SHOWS_ALL}"))
    }
}
