//! `driftguard install`: registers the hooks in one of the client's settings files.
//!
//! Owns the questions before the change: is this program one to register, is it registered elsewhere, does the user
//! agree. The edit itself is the agent room's, the file handling that of `settings_file`.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::agent::registration::{BINARY_NAME, CLAUDE_HOOKS, SettingsError, enables_plugin, is_on, ours, register};
use crate::agent::status_line;
use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::consent::{Consent, Outcome, settle};
use crate::commands::settings_file::{Before, Record, SettingsFile, shown};
use crate::commands::surroundings::{Scope, Surroundings, is_executable};
use crate::text::jsonc::beyond_json;

/// The marker by which a folder says that its content can be made again (bford.info/cachedir); cargo's `target` has it.
const CACHE_MARKER: &str = "CACHEDIR.TAG";

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct InstallRequest {
    /// The machine.
    pub at: Surroundings,
    /// Which settings file.
    pub scope: Scope,
    /// Register although another scope holds a registration.
    pub also: bool,
    /// Add nothing where the project registers it for everyone who works on it.
    pub unless_project: bool,
    /// Show the status line too.
    pub status_line: bool,
    /// Folders whose content does not last.
    pub temporary_folders: Vec<PathBuf>,
    /// Seconds since 1970.
    pub now: i64,
    /// What the user said beforehand.
    pub consent: Consent,
}

/// Registers the hooks. Prints what it does to `out` and puts its question to `ask`.
pub fn run(
    request: &InstallRequest,
    out: &mut dyn Write,
    ask: &mut dyn FnMut(&str) -> bool,
) -> anyhow::Result<Outcome> {
    let others = registered_elsewhere(request);
    if request.unless_project && others.iter().any(|other| other.scope == Scope::Project) {
        writeln!(out, "this project registers it already: nothing to add")?;
        return Ok(Outcome::Unchanged);
    }
    let Surroundings { binary, .. } = &request.at;
    if request.scope != Scope::Project {
        check_lasting(binary, &request.temporary_folders)?;
    }
    let file = request.at.read(request.scope)?;
    let command = request.at.command(request.scope);
    let before = file.text.as_deref().unwrap_or_default();
    let after = wanted(before, &command, request.status_line).map_err(|error| refused(&file.path, &error))?;

    if !others.is_empty() && !request.also {
        return Err(registered_already(&others, &request.at).into());
    }
    let warnings = warnings(request, &after);
    for warning in &warnings {
        writeln!(out, "warning: {warning}")?;
    }
    if after == before && file.text.is_some() {
        writeln!(out, "registered already in {}; nothing to change", shown(&file.path))?;
        return Ok(Outcome::Unchanged);
    }
    if let Some(outcome) = settle(&[(&file, after.as_str())], request.consent, out, ask)? {
        return Ok(outcome);
    }

    let record = file.change(&after, request.now, request.scope == Scope::Project)?;
    let events: Vec<&str> = CLAUDE_HOOKS.iter().map(|hook| hook.client_event).collect();
    let place = format!("{} ({} scope)", shown(&file.path), request.scope.name());
    if wanted(before, &command, false).is_ok_and(|hooked| hooked == before) {
        writeln!(out, "the hooks were registered already in {place}")?;
    } else {
        writeln!(out, "registered {} in {place}", events.join(", "))?;
    }
    if request.status_line {
        let behind = if status_line::wraps(&after, &command) { ", behind what it showed before" } else { "" };
        writeln!(out, "the status line shows goal and score{behind}")?;
    }
    if let Record { path, before: Before::Text(_) } = &record {
        writeln!(out, "the file as it was: {}", shown(path))?;
    }
    if warnings.is_empty() {
        writeln!(out, "new sessions of Claude Code use it; `driftguard doctor` checks the wiring")?;
    } else {
        writeln!(out, "look at the warning first; `driftguard doctor` checks the wiring")?;
    }
    Ok(Outcome::Changed)
}

/// The settings with the hooks of the program `command` and, where it is wished for, its status line.
pub(super) fn wanted(before: &str, command: &str, with_line: bool) -> Result<String, SettingsError> {
    let hooked = register(before, command)?;
    if with_line { status_line::add(&hooked, command) } else { Ok(hooked) }
}

/// The refusal for a text that cannot be edited.
pub(super) fn refused(path: &Path, error: &SettingsError) -> Failure {
    let hint = match error {
        SettingsError::Syntax(_) => "mend the file first; Claude Code ignores a broken settings file without a word",
        SettingsError::NoObject => "settings are an object: start the file with `{` and end it with `}`",
        SettingsError::HooksNoObject => "Claude Code expects `\"hooks\": {..}`; correct or remove that key",
        SettingsError::StatusLineNoCommand => {
            "Claude Code expects a `command` in `statusLine`; correct or remove that key"
        }
        SettingsError::EventNoList(_) => "Claude Code expects a list of groups there; correct or remove that key",
    };
    Failure::new(ExitStatus::BadInput, format!("{}: {error}", shown(path)), hint)
}

/// Refuses a program that will not be there tomorrow: its registration would fail silently from then on.
fn check_lasting(binary: &Path, temporary_folders: &[PathBuf]) -> Result<(), Failure> {
    let hint = "put driftguard where it stays, for example with ./install.sh, and run install from there";
    if !is_executable(binary) {
        return Err(Failure::new(ExitStatus::CannotCreate, format!("{} is no program", shown(binary)), hint));
    }
    if binary.to_str().is_none() {
        let what = format!("the path of {} is no text that a settings file can hold", shown(binary));
        return Err(Failure::new(ExitStatus::CannotCreate, what, hint));
    }
    let real = dunce::canonicalize(binary).unwrap_or_else(|_| binary.to_owned());
    for folder in temporary_folders {
        let folder = dunce::canonicalize(folder).unwrap_or_else(|_| folder.clone());
        if real.starts_with(&folder) || binary.starts_with(&folder) {
            let what = format!("{} lies in a temporary folder ({})", shown(binary), shown(&folder));
            return Err(Failure::new(ExitStatus::CannotCreate, what, hint));
        }
    }
    match real.ancestors().skip(1).find(|folder| folder.join(CACHE_MARKER).is_file()) {
        Some(folder) => {
            let what = format!("{} lies in a folder that a clean-up empties ({})", shown(binary), shown(folder));
            Err(Failure::new(ExitStatus::CannotCreate, what, hint))
        }
        None => Ok(()),
    }
}

/// A registration besides the one asked for.
struct Other {
    scope: Scope,
    path: PathBuf,
    plugin: bool,
}

/// Where driftguard is registered besides the scope asked for. Files that cannot be read hold no registration in force.
fn registered_elsewhere(request: &InstallRequest) -> Vec<Other> {
    let own = request.at.settings(request.scope);
    let mut places = Vec::new();
    for scope in request.at.scopes() {
        let path = request.at.settings(scope);
        let Ok(Some(text)) = SettingsFile::read(&path).map(|file| file.text) else { continue };
        let command = request.at.command(scope);
        if path != own && ours(&text, &command).is_ok_and(|found| !found.is_empty()) {
            places.push(Other { scope, path: path.clone(), plugin: false });
        }
        if enables_plugin(&text).unwrap_or(false) {
            places.push(Other { scope, path, plugin: true });
        }
    }
    places
}

/// The refusal of a second registration. One that git tracks is the team's: nobody is told to take it out.
fn registered_already(others: &[Other], at: &Surroundings) -> Failure {
    let places: Vec<String> = others
        .iter()
        .map(|other| {
            let path = shown(&other.path);
            if other.plugin {
                format!("as a plugin in {path}")
            } else {
                format!("{path} ({} scope)", other.scope.name())
            }
        })
        .collect();
    let shared = others.iter().any(|other| other.scope == Scope::Project && at.shares(&other.path));
    let hint = if shared {
        "it comes with this project, where nothing is left to do; --also adds a second registration, and every event then runs it twice"
    } else {
        "every event would run it twice: uninstall it there first, or add --also"
    };
    Failure::new(ExitStatus::CannotCreate, format!("driftguard is registered already: {}", places.join(", ")), hint)
}

/// What keeps the registration from working although it can be written.
fn warnings(request: &InstallRequest, after: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    let own = request.at.settings(request.scope);
    for scope in request.at.scopes() {
        let path = request.at.settings(scope);
        let text = SettingsFile::read(&path).ok().and_then(|file| file.text);
        let text = if path == own { Some(after.to_owned()) } else { text };
        if text.is_some_and(|text| is_on(&text, "disableAllHooks").unwrap_or(false)) {
            warnings
                .push(format!("`disableAllHooks` is on in {}: no hook runs until it is removed there", shown(&path)));
        }
    }
    if let Some(place) = beyond_json(after) {
        warnings.push(format!(
            "{} holds comments or trailing commas ({place}): Claude Code reads strict JSON and ignores the whole file",
            shown(&own)
        ));
    }
    match (request.at.foreign_on_path(), request.at.on_path(BINARY_NAME)) {
        (Some(foreign), _) => warnings.push(format!(
            "`{BINARY_NAME}` on PATH is {}, another program; this one is {}",
            shown(&foreign),
            shown(&request.at.binary)
        )),
        (None, None) if request.scope == Scope::Project => warnings.push(format!(
            "`{BINARY_NAME}` is not on PATH: the project's registration finds it there, here and for everyone else"
        )),
        _ => {}
    }
    warnings
}
