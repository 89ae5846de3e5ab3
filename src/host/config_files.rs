//! Where configuration files lie, and what they hold; what they mean and whether they may is `config`'s.

use super::{Host, HostError};
use crate::config::{Layer, LayerKind};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The name of a repository's own configuration file, in its root.
pub const PROJECT_FILE: &str = ".driftguard.toml";

/// Bytes of a configuration file at most; a repository could hold a file without end.
const LONGEST: u64 = 1 << 20;

/// A place that is looked at for configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFile {
    /// Whose file it is.
    pub kind: LayerKind,
    /// The path.
    pub path: PathBuf,
    /// What it holds: `Ok(None)` where there is no such file, an error where it cannot be read.
    pub text: Result<Option<String>, HostError>,
}

impl ConfigFile {
    /// The file as a layer, where it could be read.
    pub fn layer(&self) -> Option<Layer> {
        let text = self.text.as_ref().ok()?.clone()?;
        Some(Layer { kind: self.kind, name: self.path.display().to_string(), text })
    }
}

impl Host {
    /// Every place that is looked at, the weakest first. `root` is the project; `named` comes from the command line.
    pub fn config_files(&self, root: &Path, named: Option<&Path>) -> Vec<ConfigFile> {
        let user = (LayerKind::User, self.paths.user_config.clone());
        let project = (LayerKind::Project, root.join(PROJECT_FILE));
        let named = named.map(|path| (LayerKind::CommandLine, path.to_owned()));
        [Some(user), Some(project), named]
            .into_iter()
            .flatten()
            .map(|(kind, path)| {
                let inside = (kind == LayerKind::Project).then_some(root);
                ConfigFile { kind, text: read(&path, inside), path }
            })
            .collect()
    }
}

/// What a file holds. `inside`: the folder that a link may not lead out of, since the lines of a file with a mistake are shown.
fn read(path: &Path, inside: Option<&Path>) -> Result<Option<String>, HostError> {
    let refuse = |detail: String| Err(HostError::UnreadableConfig { path: path.display().to_string(), detail });
    // Asked before it is opened: opening a named pipe would wait for a writer.
    match std::fs::metadata(path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return refuse(error.to_string()),
        Ok(metadata) if !metadata.is_file() => return refuse("it is not a file".to_owned()),
        Ok(metadata) if metadata.len() > LONGEST => return refuse(format!("it is longer than {LONGEST} bytes")),
        Ok(_) => {}
    }
    let real = |path: &Path| dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let leads_out = |root: &Path| path.is_symlink() && !real(path).starts_with(real(root));
    if inside.is_some_and(leads_out) {
        return refuse("it is a link to a file outside the project".to_owned());
    }
    let mut text = String::new();
    match File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text)) {
        Ok(_) => Ok(Some(text)),
        Err(error) => refuse(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lays out a home and a project, and shows what each file holds or its error without the folder's own name.
    #[track_caller]
    fn check(lay_out: impl Fn(&Path), expected: &[Result<Option<&str>, &str>]) {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("project");
        std::fs::create_dir_all(&project).unwrap();
        std::fs::create_dir_all(folder.path().join(".config/driftguard")).unwrap();
        lay_out(folder.path());
        let host = Host::fixed(Some(folder.path()), &project, 0, &[]).unwrap();
        let home = folder.path().display().to_string();
        let shown: Vec<_> = host
            .config_files(&project, None)
            .into_iter()
            .map(|file| file.text.map_err(|error| error.to_string().replace(&home, "~").replace('\\', "/")))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|text| text.map(|text| text.map(str::to_owned)).map_err(str::to_owned)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn texts_are_read_where_they_are() {
        check(|_| {}, &[Ok(None), Ok(None)]);
        check(
            |home| {
                std::fs::write(home.join(".config/driftguard/config.toml"), "mode = \"monitor\"\n").unwrap();
                std::fs::write(home.join("project/.driftguard.toml"), "").unwrap();
            },
            &[Ok(Some("mode = \"monitor\"\n")), Ok(Some(""))],
        );
    }

    #[test]
    fn what_is_there_and_unreadable_is_an_error() {
        check(
            |home| std::fs::create_dir(home.join("project/.driftguard.toml")).unwrap(),
            &[Ok(None), Err("cannot read the configuration ~/project/.driftguard.toml: it is not a file")],
        );
        check(
            |home| std::fs::write(home.join("project/.driftguard.toml"), b"mode = \"\xff\"").unwrap(),
            &[
                Ok(None),
                Err("cannot read the configuration ~/project/.driftguard.toml: stream did not contain valid UTF-8"),
            ],
        );
        #[cfg(unix)]
        check(
            |home| {
                std::fs::write(home.join("secret"), "root:x").unwrap();
                std::os::unix::fs::symlink(home.join("secret"), home.join("project/.driftguard.toml")).unwrap();
            },
            &[
                Ok(None),
                Err(
                    "cannot read the configuration ~/project/.driftguard.toml: it is a link to a file outside the project",
                ),
            ],
        );
        check(
            |home| {
                let file = File::create(home.join("project/.driftguard.toml")).unwrap();
                file.set_len(LONGEST + 1).unwrap();
            },
            &[
                Ok(None),
                Err("cannot read the configuration ~/project/.driftguard.toml: it is longer than 1048576 bytes"),
            ],
        );
    }
}
