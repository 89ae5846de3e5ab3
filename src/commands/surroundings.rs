//! Where the client keeps its settings and where programs are found: the ground that install, uninstall and doctor share.
//!
//! Owns the scopes and the search on `PATH`. It reads no environment; `host` does, and passes it in.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::agent::registration::BINARY_NAME;
use crate::cli::exit::Failure;
use crate::commands::settings_file::SettingsFile;
use crate::repo::{Git, is_tracked};

/// Which of the client's settings files is meant. The client runs the hooks of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every project of this user.
    User,
    /// This project, for everyone who works on it: the file is committed.
    Project,
    /// This project, for this user only.
    Local,
}

/// What a command must know about the machine.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The client's own folder, `~/.claude` unless `CLAUDE_CONFIG_DIR` names another.
    pub claude_dir: PathBuf,
    /// The project's root.
    pub project: PathBuf,
    /// The folder of ours for what stood in a project's settings: beside them it would be committed with the rest.
    pub records: PathBuf,
    /// The user's home folder, where git's own settings say which folders they trust.
    pub home: Option<PathBuf>,
    /// The value of `PATH`.
    pub path_env: String,
    /// The program that runs now.
    pub binary: PathBuf,
}

impl Scope {
    /// All scopes, widest first.
    pub const ALL: [Self; 3] = [Self::User, Self::Project, Self::Local];

    /// As written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }
}

impl Surroundings {
    /// The settings file of a scope.
    pub fn settings(&self, scope: Scope) -> PathBuf {
        match scope {
            Scope::User => self.claude_dir.join("settings.json"),
            Scope::Project => self.project.join(".claude/settings.json"),
            Scope::Local => self.project.join(".claude/settings.local.json"),
        }
    }

    /// The same file as it is now.
    pub fn read(&self, scope: Scope) -> Result<SettingsFile, Failure> {
        let file = SettingsFile::read(&self.settings(scope))?;
        if scope != Scope::Project {
            return Ok(file);
        }
        let project = dunce::canonicalize(&self.project).unwrap_or_else(|_| self.project.clone());
        let name = xxhash_rust::xxh3::xxh3_128(project.as_os_str().as_encoded_bytes());
        Ok(file.kept_in(self.records.join(format!("{name:032x}"))))
    }

    /// True where git has a settings file, which is then everybody's.
    pub fn shares(&self, file: &Path) -> bool {
        let program = git_program(self.path_env.as_ref(), &self.project);
        let git = program.map(|program| Git { program, home: self.home.clone() });
        is_tracked(git.as_ref(), file)
    }

    /// The scopes with files of their own. In a session started in the home folder user and project scope are one file.
    pub fn scopes(&self) -> Vec<Scope> {
        let same = self.settings(Scope::User) == self.settings(Scope::Project);
        Scope::ALL.into_iter().filter(|scope| !(same && *scope == Scope::Project)).collect()
    }

    /// What a registration in `scope` starts: the bare name where others must find it too, else this very program.
    pub fn command(&self, scope: Scope) -> String {
        match scope {
            Scope::Project => BINARY_NAME.to_owned(),
            Scope::User | Scope::Local => self.binary.display().to_string(),
        }
    }

    /// The program that a bare `name` starts. Relative entries of `PATH` are passed over: what they find depends on the
    /// folder that a session happens to be in.
    pub fn on_path(&self, name: &str) -> Option<PathBuf> {
        std::env::split_paths(&self.path_env)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(name))
            .find(|candidate| is_executable(candidate))
    }

    /// The program on `PATH` that is found before this one under its name, if it is another one.
    pub fn foreign_on_path(&self) -> Option<PathBuf> {
        self.on_path(BINARY_NAME).filter(|found| !is_same_file(found, &self.binary))
    }
}

/// Git on a search path: never one that lies in the project.
pub(super) fn git_program(path: &OsStr, root: &Path) -> Option<PathBuf> {
    let name = format!("git{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        // Where a link leads counts, not where it lies.
        .find(|program| {
            is_executable(program)
                && !program.starts_with(root)
                && dunce::canonicalize(program).is_ok_and(|real| !real.starts_with(root))
        })
}

/// True for a regular file that someone may execute.
pub fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|facts| facts.is_file() && may_execute(&facts))
}

/// True when both names lead to one file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((dunce::canonicalize(one), dunce::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(unix)]
fn may_execute(facts: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    facts.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_execute(_facts: &fs::Metadata) -> bool {
    true
}
