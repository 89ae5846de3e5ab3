//! The only reader of clock, environment, home, working folder and configuration files.
//!
//! Owns where driftguard's own files lie and the record of its faults. A [`Host`] is made once, in `main`, and handed
//! on; tests make one that stands still. What a configuration means is `config`'s.

mod config_files;
mod faults;
mod links;

pub use config_files::{ConfigFile, PROJECT_FILE};
pub use faults::{Cause, Fault, counts, read, record};
pub use links::Links;

use directories::{BaseDirs, ProjectDirs};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Moves data and configuration together into one folder.
const HOME_VARIABLE: &str = "DRIFTGUARD_HOME";

/// Where Claude Code keeps settings and transcripts, when not in `~/.claude`.
const CLAUDE_VARIABLE: &str = "CLAUDE_CONFIG_DIR";

/// Switches driftguard off for a process and its children.
pub const SWITCH_VARIABLE: &str = "DRIFTGUARD";

/// Keeps a session's start from leaving an indexing process behind, where no process may be left.
const INDEX_VARIABLE: &str = "DRIFTGUARD_INDEX";

/// Why the surroundings do not serve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// Neither the environment nor the system's user list names a home folder.
    #[error("no home folder is known: set HOME, or both {HOME_VARIABLE} and {CLAUDE_VARIABLE}")]
    NoHome,
    /// A folder named in the environment would mean another place after each `cd`.
    #[error("{variable} must be an absolute path, not {value:?}")]
    RelativeFolder {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
    },
    /// A folder named in the environment is something else.
    #[error("{variable} names {value:?}, which is no folder")]
    NoFolder {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
    },
    /// A configuration file is there but cannot be used.
    #[error("cannot read the configuration {path}: {detail}")]
    UnreadableConfig {
        /// The file.
        path: String,
        /// What the system said.
        detail: String,
    },
}

impl HostError {
    /// What the human can do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NoHome => "a service or container may start without HOME: set it where driftguard is called",
            Self::RelativeFolder { .. } => "an absolute path names the same folder after each `cd`",
            Self::NoFolder { .. } => "name a folder; it is made where it is missing",
            Self::UnreadableConfig { .. } => "check what is there and whether you may read it",
        }
    }
}

/// Where things lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The folder of everything driftguard stores.
    pub data: PathBuf,
    /// The database.
    pub database: PathBuf,
    /// The lessons, in a file of their own.
    pub memory: PathBuf,
    /// The folder of events that wait to be merged.
    pub spool: PathBuf,
    /// The folder of what ended turns say, until the memory takes it up.
    pub turns: PathBuf,
    /// The folder of the repositories' indexes.
    pub index: PathBuf,
    /// The folder of what stood in a project's settings before an installation.
    pub settings: PathBuf,
    /// The record of faults.
    pub faults: PathBuf,
    /// The token of the service, where none is named.
    pub token: PathBuf,
    /// The user's configuration.
    pub user_config: PathBuf,
    /// Claude Code's folder.
    pub claude: PathBuf,
    /// The user's home folder, where one is known.
    pub home: Option<PathBuf>,
}

/// What surrounds the process.
#[derive(Debug)]
pub struct Host {
    /// Where things lie.
    pub paths: Paths,
    surroundings: Surroundings,
}

#[derive(Debug)]
enum Surroundings {
    Real,
    Fixed { now: i64, environment: BTreeMap<String, String>, cwd: PathBuf },
}

impl Host {
    /// The real surroundings.
    pub fn real() -> Result<Self, HostError> {
        let home = BaseDirs::new().map(|folders| folders.home_dir().to_owned());
        let usual = ProjectDirs::from("", "", "driftguard")
            .map(|folders| (folders.data_dir().to_owned(), folders.config_dir().to_owned()));
        let paths = place(home, usual, |name| std::env::var(name).ok())?;
        if let Some(value) = std::env::var(HOME_VARIABLE).ok().filter(|value| !value.is_empty())
            && std::fs::metadata(&paths.data).is_ok_and(|found| !found.is_dir())
        {
            return Err(HostError::NoFolder { variable: HOME_VARIABLE, value });
        }
        Ok(Self { paths, surroundings: Surroundings::Real })
    }

    /// Surroundings that stand still, for tests: nothing of the real home or environment is seen.
    pub fn fixed(
        home: Option<&Path>,
        cwd: &Path,
        now_ms: i64,
        environment: &[(&str, &str)],
    ) -> Result<Self, HostError> {
        let environment: BTreeMap<String, String> =
            environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let usual = home.map(|home| (home.join(".local/share/driftguard"), home.join(".config/driftguard")));
        let paths = place(home.map(Path::to_owned), usual, |name| environment.get(name).cloned())?;
        Ok(Self { paths, surroundings: Surroundings::Fixed { now: now_ms, environment, cwd: cwd.to_owned() } })
    }

    /// Milliseconds since 1970 by the wall clock, which may go back; negative before 1970.
    pub fn now_ms(&self) -> i64 {
        match &self.surroundings {
            Surroundings::Fixed { now, .. } => *now,
            Surroundings::Real => match SystemTime::now().duration_since(UNIX_EPOCH) {
                Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
                Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |ms| -ms),
            },
        }
    }

    /// A variable of the environment; `None` also where its value is not Unicode.
    pub fn env(&self, name: &str) -> Option<String> {
        match &self.surroundings {
            Surroundings::Fixed { environment, .. } => environment.get(name).cloned(),
            Surroundings::Real => std::env::var(name).ok(),
        }
    }

    /// The working folder; "." where it was removed.
    pub fn cwd(&self) -> PathBuf {
        match &self.surroundings {
            Surroundings::Fixed { cwd, .. } => cwd.clone(),
            Surroundings::Real => std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
        }
    }

    /// Folders whose content does not last.
    pub fn temporary_folders(&self) -> Vec<PathBuf> {
        let named =
            ["TMPDIR", "TMP", "TEMP"].into_iter().filter_map(|name| self.env(name)).filter(|name| !name.is_empty());
        let usual = ["/tmp", "/var/tmp", "/dev/shm"].map(str::to_owned);
        usual.into_iter().chain(named).map(PathBuf::from).collect()
    }

    /// True when the human switched driftguard off: `DRIFTGUARD=off` or `0`.
    pub fn off(&self) -> bool {
        self.is_off(SWITCH_VARIABLE)
    }

    /// False where the environment forbids to leave an indexing process behind: `DRIFTGUARD_INDEX=off` or `0`.
    pub fn may_index(&self) -> bool {
        !self.is_off(INDEX_VARIABLE)
    }

    /// This very program.
    pub fn program(&self) -> std::io::Result<PathBuf> {
        match &self.surroundings {
            Surroundings::Real => std::env::current_exe(),
            // A test's own program is another one.
            Surroundings::Fixed { .. } => Err(std::io::ErrorKind::Unsupported.into()),
        }
    }

    fn is_off(&self, variable: &str) -> bool {
        self.env(variable).is_some_and(|value| is_off(&value))
    }
}

/// True for the value of a variable that switches something off: `off` or `0`.
pub fn is_off(value: &str) -> bool {
    value == "0" || value.eq_ignore_ascii_case("off")
}

/// Columns that whoever shows the answer has asked for (`COLUMNS`); `None` for a number with which nothing can be laid out.
pub fn columns() -> Option<usize> {
    let columns: usize = std::env::var("COLUMNS").ok()?.trim().parse().ok()?;
    (20..=1_000).contains(&columns).then_some(columns)
}

/// A time as people are shown it: UTC, to the second.
pub fn shown_time(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms)
        .map_or_else(|_| "an unknown time".to_owned(), |at| at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string())
}

/// Writes a file so that it is either old or new, and creates its folder. A symbolic link stays one: the file that it
/// leads to is written.
pub fn replace_file(path: &Path, text: &str) -> std::io::Result<()> {
    let led_to = dunce::canonicalize(path);
    let path = led_to.as_deref().unwrap_or(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    if let Ok(known) = std::fs::metadata(path) {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}

/// Places everything, by the home folder, the system's usual (data, configuration) folders and the environment.
fn place(
    home: Option<PathBuf>,
    usual: Option<(PathBuf, PathBuf)>,
    env: impl Fn(&str) -> Option<String>,
) -> Result<Paths, HostError> {
    let named = |variable: &'static str| match env(variable).filter(|value| !value.is_empty()) {
        Some(value) if !Path::new(&value).is_absolute() => Err(HostError::RelativeFolder { variable, value }),
        value => Ok(value.map(PathBuf::from)),
    };
    let together = named(HOME_VARIABLE)?.map(|folder| (folder.clone(), folder));
    // It would be another folder after each `cd`, and is made where it is missing.
    if let Some(relative) = home.as_ref().filter(|home| home.is_relative() && together.is_none()) {
        return Err(HostError::RelativeFolder { variable: "HOME", value: relative.display().to_string() });
    }
    let (data, config) = together.or(usual).ok_or(HostError::NoHome)?;
    let claude = match (named(CLAUDE_VARIABLE)?, &home) {
        (Some(folder), _) => folder,
        (None, Some(home)) => home.join(".claude"),
        (None, None) => return Err(HostError::NoHome),
    };
    Ok(Paths {
        database: data.join("driftguard.db"),
        memory: data.join("memory.db"),
        spool: data.join("spool"),
        turns: data.join("turns"),
        index: data.join("index"),
        settings: data.join("settings"),
        faults: data.join("faults.jsonl"),
        token: data.join("serve.token"),
        user_config: config.join("config.toml"),
        data,
        claude,
        home,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path from the top, as this system writes it: Windows has a drive in front.
    fn topmost(path: &str) -> String {
        let drive = if cfg!(windows) && path.starts_with('/') { "C:" } else { "" };
        [drive, path].concat()
    }

    #[track_caller]
    fn check(home: Option<&str>, environment: &[(&str, &str)], expected: Result<[&str; 3], HostError>) {
        let environment: Vec<(&str, String)> =
            environment.iter().map(|(name, value)| (*name, topmost(value))).collect();
        let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let host = Host::fixed(home.map(topmost).as_deref().map(Path::new), Path::new("/p"), 7, &environment);
        let shown = host.map(|host| [host.paths.database, host.paths.user_config, host.paths.claude]);
        assert_eq!(shown, expected.map(|paths| paths.map(topmost).map(PathBuf::from)));
    }

    #[test]
    fn files_lie_below_the_home_or_where_the_environment_says() {
        check(
            Some("/home/u"),
            &[],
            Ok([
                "/home/u/.local/share/driftguard/driftguard.db",
                "/home/u/.config/driftguard/config.toml",
                "/home/u/.claude",
            ]),
        );
        check(
            Some("/home/u"),
            &[("DRIFTGUARD_HOME", "/srv/d"), ("CLAUDE_CONFIG_DIR", "/srv/c")],
            Ok(["/srv/d/driftguard.db", "/srv/d/config.toml", "/srv/c"]),
        );
        check(
            None,
            &[("DRIFTGUARD_HOME", "/srv/d"), ("CLAUDE_CONFIG_DIR", "/srv/c")],
            Ok(["/srv/d/driftguard.db", "/srv/d/config.toml", "/srv/c"]),
        );
        check(
            Some("/home/u"),
            &[("DRIFTGUARD_HOME", "")],
            Ok([
                "/home/u/.local/share/driftguard/driftguard.db",
                "/home/u/.config/driftguard/config.toml",
                "/home/u/.claude",
            ]),
        );
    }

    #[test]
    fn a_missing_or_moving_home_is_told() {
        check(None, &[], Err(HostError::NoHome));
        check(None, &[("DRIFTGUARD_HOME", "/srv/d")], Err(HostError::NoHome));
        let relative = HostError::RelativeFolder { variable: "DRIFTGUARD_HOME", value: "data".into() };
        assert_eq!(relative.to_string(), "DRIFTGUARD_HOME must be an absolute path, not \"data\"");
        check(Some("/home/u"), &[("DRIFTGUARD_HOME", "data")], Err(relative));
    }

    #[test]
    fn the_switch_is_off_or_zero() {
        let check = |value: Option<&str>, expected: bool| {
            let environment: Vec<(&str, &str)> = value.map(|value| ("DRIFTGUARD", value)).into_iter().collect();
            let host = Host::fixed(Some(Path::new("/h")), Path::new("/p"), 0, &environment).unwrap();
            assert_eq!(host.off(), expected, "{value:?}");
        };
        check(None, false);
        check(Some("off"), true);
        check(Some("OFF"), true);
        check(Some("0"), true);
        check(Some("on"), false);
        check(Some(""), false);
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_link_and_its_rights() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("dotfiles.toml"), folder.path().join("config.toml"));
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace_file(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        replace_file(&folder.path().join("new/folder/file"), "first").unwrap();
        assert_eq!(std::fs::read_to_string(folder.path().join("new/folder/file")).unwrap(), "first");
    }

    #[test]
    fn the_real_clock_runs() {
        let folder = PathBuf::from("/srv/d");
        let paths = place(Some(folder.clone()), Some((folder.clone(), folder)), |_| None).unwrap();
        let host = Host { paths, surroundings: Surroundings::Real };
        // 2024: a clock in seconds or microseconds would be far away.
        assert!(host.now_ms() > 1_704_000_000_000 && host.now_ms() < 17_040_000_000_000);
    }
}
