//! Where driftguard's own wiring lies on this machine, for the guard to hold a coming action against.

use crate::commands::project::Project;
use crate::domain::{HookInput, Root};
use crate::guard::tamper::Wiring;
use crate::host::{Host, Links, PROJECT_FILE};
use crate::text::path::absolute;
use std::path::{Path, PathBuf};

/// Bytes of a settings file that are looked at; a longer one is none.
const LONGEST_SETTINGS: u64 = 1 << 20;

/// The places as text, each as it is named and with its links followed.
pub(super) struct Places {
    clients: Vec<String>,
    state: Vec<String>,
    configuration: Vec<String>,
    programs: Vec<String>,
    search: Vec<String>,
    plugin: Option<String>,
    transcript: Option<String>,
}

impl Places {
    pub(super) fn new(host: &Host, project: &Project, input: &HookInput, links: &Links) -> Self {
        let root = &project.root;
        let spelled =
            |paths: &[&Path]| -> Vec<String> { paths.iter().flat_map(|path| spellings(root, path, links)).collect() };
        let usual = host.paths.home.as_deref().map(|home| home.join(".claude"));
        let mut clients: Vec<&Path> = vec![&host.paths.claude];
        clients.extend(usual.as_deref());
        clients.dedup();
        // Every worktree has the policy of the repository, and one is written into another.
        let roots = std::iter::once(&root.path).chain(&root.aliases);
        let policies: Vec<PathBuf> = roots.map(|root| Path::new(root).join(PROJECT_FILE)).collect();
        let own = std::iter::once(&*host.paths.user_config).chain(policies.iter().map(PathBuf::as_path));
        let program = std::env::current_exe().ok();
        Self {
            clients: spelled(&clients),
            state: spelled(&[&host.paths.data]).into_iter().flat_map(|folder| with_databases(host, folder)).collect(),
            configuration: spelled(&own.collect::<Vec<_>>()),
            // Linux tells it with its links followed, macOS as it was started: there a package manager's link stands first.
            programs: program.iter().flat_map(|path| spellings(root, path, links)).collect(),
            search: ahead(host, program.as_deref()).map(|folder| absolute(root, None, &folder)).collect(),
            plugin: host.env("CLAUDE_PLUGIN_ROOT").map(|folder| absolute(root, None, &folder)),
            transcript: input.transcript_path.as_deref().map(|path| absolute(root, None, path)),
        }
    }

    /// Asks `about` with these places.
    pub(super) fn with<T>(&self, root: &Root, links: &Links, about: impl FnOnce(&Wiring<'_>) -> T) -> T {
        let views = [&self.clients, &self.state, &self.configuration, &self.programs, &self.search]
            .map(|list| list.iter().map(String::as_str).collect::<Vec<_>>());
        let [clients, state, configuration, programs, search] = &views;
        about(&Wiring {
            root,
            clients,
            state,
            configuration,
            programs,
            search,
            plugin: self.plugin.as_deref(),
            transcript: self.transcript.as_deref(),
            content: &content,
            real: &|path| links.follow(path),
        })
    }
}

/// A place as it is named and, where links lead elsewhere, as it is.
fn spellings(root: &Root, path: &Path, links: &Links) -> Vec<String> {
    let named = absolute(root, None, &path.to_string_lossy());
    let real = links.follow(&named);
    if real == named { vec![named] } else { vec![named, real] }
}

/// The data folder and the databases in it: what leads to the folder leads to them, so that no link is followed again.
fn with_databases(host: &Host, folder: String) -> Vec<String> {
    let names = [&host.paths.database, &host.paths.memory].into_iter().filter_map(|path| path.file_name());
    let mut places: Vec<String> = names.map(|name| format!("{folder}/{}", name.to_string_lossy())).collect();
    places.push(folder);
    places
}

/// The folders in which a bare name is looked for before that of `program`.
fn ahead(host: &Host, program: Option<&Path>) -> impl Iterator<Item = String> {
    let folders: Vec<PathBuf> = std::env::split_paths(&host.env("PATH").unwrap_or_default()).collect();
    let own = program.and_then(Path::parent).map(Path::to_owned);
    let before = folders.into_iter().take_while(move |folder| Some(folder) != own.as_ref());
    before.map(|folder| folder.to_string_lossy().into_owned())
}

fn content(path: &str) -> Option<String> {
    let short = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LONGEST_SETTINGS);
    if short { std::fs::read_to_string(path).ok() } else { None }
}
