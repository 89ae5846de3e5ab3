//! Where the wiring lies, and which part of it a path is.
//!
//! Owns the places as text. Whether an edit of settings does harm is `settings`'s; what a command does to a place is
//! `command`'s.

use super::harm::{Change, Harm};
use super::settings;
use crate::agent::registration::{self, BINARY_NAME};
use crate::domain::{Root, Wired};
use crate::text::path;

/// Settings files, in a folder of the client.
const SETTINGS: [&str; 2] = ["settings.json", "settings.local.json"];
/// The client's folder in a project and, mostly, in the home folder.
const CLIENT_FOLDER: &str = ".claude";
/// Where an administrator's settings lie, on Linux, macOS and Windows (as `text::path` writes that).
const MANAGED: [&str; 4] = [
    "/etc/claude-code",
    "/Library/Application Support/ClaudeCode",
    "/c:/Program Files/ClaudeCode",
    "/c:/ProgramData/ClaudeCode",
];
/// The folder of transcripts, in the client's own folder.
const TRANSCRIPTS: &str = "projects";
/// The folder of plugins there.
const PLUGINS: &str = "plugins";
/// How Windows shells write the home folder.
const HOMES: [&str; 4] = ["%USERPROFILE%", "$env:USERPROFILE", "$env:HOME", "${env:USERPROFILE}"];
/// What `install` puts between the name of a settings file and the date of its copy.
const COPY_MARK: &str = ".driftguard-";

/// What the caller knows about the world. All paths are absolute and as [`path::absolute`] writes them.
///
/// Where a place is known by several spellings (named, and with links followed) each of them is listed: what a path leads
/// to is compared with these, and they are not looked up again.
pub struct Wiring<'a> {
    /// The session's root; its home is what `~` means.
    pub root: &'a Root,
    /// The client's own folders: `~/.claude`, or what `CLAUDE_CONFIG_DIR` names.
    pub clients: &'a [&'a str],
    /// Our state: the data folder, and its databases, which a pattern may name without it (`~/.local/share/*/*.db`).
    pub state: &'a [&'a str],
    /// Our configuration files, whether they exist or not.
    pub configuration: &'a [&'a str],
    /// Our program; the first spelling is the one that is registered.
    pub programs: &'a [&'a str],
    /// Folders in which a bare name is looked for before the folder of our program.
    pub search: &'a [&'a str],
    /// The folder of our plugin, where the hook was started by one.
    pub plugin: Option<&'a str>,
    /// The session's transcript.
    pub transcript: Option<&'a str>,
    /// The present text of a settings file; `None` where there is none. Asked only when an action comes near.
    pub content: &'a dyn Fn(&str) -> Option<String>,
    /// The path with all links followed, as far as it exists. Asked once for every path that an action changes: a link of
    /// any name may lead to the wiring.
    pub real: &'a dyn Fn(&str) -> String,
}

impl Wiring<'_> {
    /// The command as it is registered.
    pub(super) fn registered(&self) -> &str {
        self.programs.first().copied().unwrap_or_default()
    }

    /// A path as the agent wrote it, from the top of the file system.
    pub(super) fn absolute(&self, cwd: Option<&str>, path: &str) -> String {
        path::absolute(self.root, cwd, with_home(path).as_deref().unwrap_or(path))
    }

    /// What a change of `path` does to the wiring, links followed.
    pub(super) fn harm(&self, path: &str, change: Change<'_>) -> Option<Harm> {
        self.harm_at(path, change).or_else(|| {
            let real = (self.real)(path);
            if real == path { None } else { self.harm_at(&real, change) }
        })
    }

    fn harm_at(&self, path: &str, change: Change<'_>) -> Option<Harm> {
        match self.part(path) {
            Some(Wired::Registration) => self.settings_harm(path, change),
            Some(wired) => Some(Harm::certain(wired)),
            None => match change {
                Change::Removed => self.harm_below(path, change),
                // Putting back a whole tree is daily work; only the folder that is all about the wiring is looked into.
                Change::PutBack if self.is_home_of_wiring(path) => self.harm_below(path, change),
                _ => None,
            },
        }
    }

    fn settings_harm(&self, path: &str, change: Change<'_>) -> Option<Harm> {
        let by_name = || self.is_called_by_name();
        settings::harm((self.content)(path).as_deref(), change, self.registered(), self.is_in_force(path), &by_name)
    }

    /// True where a registration of this session names no folder: what is found first under our name is what runs.
    fn is_called_by_name(&self) -> bool {
        let bare = |text: &str| {
            let found = registration::ours(text, self.registered()).unwrap_or_default();
            found.iter().any(|entry| entry.command == BINARY_NAME)
        };
        let read = |(place, wired): &(String, Wired)| *wired == Wired::Registration && self.is_in_force(place);
        let mut places = self.places().into_iter().filter(read);
        self.plugin.is_some() || places.any(|(place, _)| (self.content)(&place).is_some_and(|text| bare(&text)))
    }

    /// True for a file that would run in our place.
    fn is_before_ours(&self, path: &str) -> bool {
        path::stem(path).eq_ignore_ascii_case(BINARY_NAME)
            && is_one_of(path::folder(path), self.search)
            && self.is_called_by_name()
    }

    /// A folder goes with all that is in it.
    pub(super) fn harm_below(&self, folder: &str, change: Change<'_>) -> Option<Harm> {
        let mut inside = self.places().into_iter().filter(|(place, _)| below(place, folder).is_some());
        inside.find_map(|(place, wired)| match wired {
            Wired::Registration => self.settings_harm(&place, change),
            // It is listed whether it exists or not.
            Wired::Configuration => (self.content)(&place).map(|_| Harm::certain(wired)),
            _ => Some(Harm::certain(wired)),
        })
    }

    /// True when a text speaks of the client, of driftguard or of one of the listed places at all: the cheap question before
    /// a text is taken apart.
    pub(super) fn comes_near(&self, text: &str) -> bool {
        let lower = text.to_ascii_lowercase();
        let listed = [self.clients, self.state, self.configuration, self.programs].into_iter().flatten().copied();
        let mut names = listed.chain(self.transcript).map(path::base_name);
        ["claude", BINARY_NAME].iter().any(|name| lower.contains(name))
            || names.any(|name| !name.is_empty() && lower.contains(&name.to_ascii_lowercase()))
    }

    /// Which part of the wiring the file or folder at `path` is; settings count as the registration that they may hold.
    pub(super) fn part(&self, path: &str) -> Option<Wired> {
        if self.is_settings(path) {
            return Some(Wired::Registration);
        }
        if self.is_transcript(path) {
            return Some(Wired::Transcript);
        }
        if is_one_of(path, self.programs) || self.is_before_ours(path) {
            return Some(Wired::Program);
        }
        if is_one_of(path, self.configuration) {
            return Some(Wired::Configuration);
        }
        if self.state.iter().any(|place| below(path, place).is_some()) || is_copy(path) {
            return Some(Wired::State);
        }
        if self.is_configuration_folder(path) {
            return Some(Wired::Configuration);
        }
        let in_plugins = |rest: &str| {
            let mut parts = rest.split('/');
            parts.next().is_some_and(|first| first.eq_ignore_ascii_case(PLUGINS))
                && parts.any(|part| part.eq_ignore_ascii_case(BINARY_NAME))
        };
        let of_plugin = self.plugin.and_then(|plugin| below(path, plugin)).is_some_and(is_plugin_file);
        let in_client = self.clients.iter().any(|client| below(path, client).is_some_and(in_plugins));
        (of_plugin || in_client).then_some(Wired::Plugin)
    }

    /// True for our own folder of configuration, which may be put in place as a whole: `ln -s x ~/.config/driftguard`.
    fn is_configuration_folder(&self, folder: &str) -> bool {
        let ours = |file: &&&str| has_name(path::folder(file), BINARY_NAME);
        self.configuration.iter().filter(ours).any(|file| same(folder, path::folder(file)))
    }

    /// True for the folder that directly holds a part of the wiring: what is written there without a name may be that part.
    pub(super) fn is_home_of_wiring(&self, folder: &str) -> bool {
        is_one_of(folder, self.clients)
            || has_name(folder, CLIENT_FOLDER)
            || is_one_of(folder, &MANAGED)
            || self.state.iter().any(|place| same(folder, place))
            || self.is_configuration_folder(folder)
            || self.plugin.is_some_and(|plugin| same(folder, plugin))
            || self.transcript.is_some_and(|transcript| same(folder, path::folder(transcript)))
    }

    /// Every place that can be named, for patterns and for folders that go as a whole.
    pub(super) fn places(&self) -> Vec<(String, Wired)> {
        let mut places = Vec::new();
        let project = std::iter::once(&self.root.path).chain(&self.root.aliases);
        let folders =
            self.clients.iter().map(|client| (*client).to_owned()).chain(project.map(|root| format!("{root}/.claude")));
        for folder in folders {
            places.extend(SETTINGS.map(|name| (format!("{folder}/{name}"), Wired::Registration)));
        }
        places.extend(MANAGED.map(|folder| (format!("{folder}/managed-settings.json"), Wired::Registration)));
        let listed =
            [(self.state, Wired::State), (self.configuration, Wired::Configuration), (self.programs, Wired::Program)];
        for (known, wired) in listed {
            places.extend(known.iter().map(|place| ((*place).to_owned(), wired)));
        }
        places.extend(self.plugin.map(|plugin| (plugin.to_owned(), Wired::Plugin)));
        if let Some(transcript) = self.transcript {
            places.push((transcript.to_owned(), Wired::Transcript));
        } else {
            places.extend(self.clients.iter().map(|client| (format!("{client}/{TRANSCRIPTS}"), Wired::Transcript)));
        }
        places
    }

    /// True for a settings file of any scope and any project: `.claude/settings.json`, that of another folder of the client's, the
    /// administrator's.
    fn is_settings(&self, path: &str) -> bool {
        let (folder, name) = (path::folder(path), path::base_name(path));
        let named = SETTINGS.iter().any(|known| name.eq_ignore_ascii_case(known));
        (named && (has_name(folder, CLIENT_FOLDER) || is_one_of(folder, self.clients)))
            || MANAGED.iter().any(|managed| below(path, managed).is_some())
    }

    /// Settings that the client of this session reads; those of other projects are settings too, and not in force here.
    fn is_in_force(&self, path: &str) -> bool {
        let folder = path::folder(path);
        let of_project = |root: &String| below(folder, root) == Some(CLIENT_FOLDER);
        is_one_of(folder, self.clients)
            || MANAGED.iter().any(|managed| below(path, managed).is_some())
            || std::iter::once(&self.root.path).chain(&self.root.aliases).any(of_project)
    }

    /// The record of a session of this project. Those of other projects are none of this session's evidence; before the
    /// session's own is known, all are kept.
    fn is_transcript(&self, path: &str) -> bool {
        let is_record = path::extension(path).is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
        let among = |folder: &str| below(path, folder).is_some();
        match self.transcript {
            Some(transcript) => is_record && among(path::folder(transcript)),
            None => is_record && self.clients.iter().any(|client| among(&format!("{client}/{TRANSCRIPTS}"))),
        }
    }
}

/// The path with `~` for a spelling of the home folder that the shell reader does not know, where it has one.
pub(super) fn with_home(path: &str) -> Option<String> {
    let rest = HOMES.iter().find_map(|home| path.strip_prefix(home))?;
    Some(format!("~{}", rest.replace('\\', "/")))
}

fn has_name(folder: &str, name: &str) -> bool {
    path::base_name(folder).eq_ignore_ascii_case(name)
}

/// A dated copy of settings, from which `uninstall` restores them.
fn is_copy(path: &str) -> bool {
    let name = path::base_name(path);
    name.starts_with("settings") && name.contains(COPY_MARK)
}

fn is_plugin_file(rest: &str) -> bool {
    rest.is_empty() || ["hooks", ".claude-plugin"].iter().any(|folder| below(rest, folder).is_some())
}

fn is_one_of(path: &str, places: &[&str]) -> bool {
    places.iter().any(|place| same(path, place))
}

/// Case is passed over everywhere: on two of three systems it names the same file, and on the third nobody has both.
fn same(path: &str, place: &str) -> bool {
    below(path, place) == Some("")
}

/// What is left of `path` behind `folder`, "" for the folder itself; `None` where it lies elsewhere.
pub(super) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder == "/" {
        return path.strip_prefix('/');
    }
    let folder = folder.trim_end_matches('/');
    // `get` and not slicing: the cut may fall inside a character.
    let head = path.get(..folder.len())?;
    if folder.is_empty() || !head.eq_ignore_ascii_case(folder) {
        return None;
    }
    match &path[folder.len()..] {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}
