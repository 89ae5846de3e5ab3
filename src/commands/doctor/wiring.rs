//! The way from the client to the program: settings that load, hooks that are on, entries that are complete, a program
//! that answers.

use super::check::{Check, State};
use super::probe;
use super::request::DoctorRequest;
use crate::agent::registration::{BINARY_NAME, CLAUDE_HOOKS, Found, enables_plugin, in_env, is_on, ours, register};
use crate::commands::install::refused;
use crate::commands::settings_file::{SettingsFile, shown};
use crate::commands::surroundings::{Scope, Surroundings, is_executable, is_same_file};
use crate::host::{SWITCH_VARIABLE, is_off};
use crate::text::jsonc::beyond_json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const REINSTALL: &str = "run `driftguard install` again";

/// What one settings file registers, or the plugin that it enables.
struct Registered {
    scope: Scope,
    /// True for what the plugin registers, whose own file the client keeps elsewhere.
    plugin: bool,
    path: PathBuf,
    found: Vec<Found>,
}

impl Registered {
    /// As the checks name it.
    fn name(&self) -> &'static str {
        if self.plugin { "plugin" } else { self.scope.name() }
    }

    /// What puts a wrong entry right.
    fn fix(&self) -> String {
        if self.plugin {
            return "put this version's folder first on PATH, or take the plugin out with `claude plugin uninstall driftguard`".to_owned();
        }
        format!("{REINSTALL} with --scope {}", self.scope.name())
    }
}

pub(super) fn examine(request: &DoctorRequest) -> Vec<Check> {
    let at = &request.at;
    let (mut checks, mut texts, mut registered) = (Vec::new(), Vec::new(), Vec::new());
    for scope in at.scopes() {
        let path = at.settings(scope);
        let (check, text) = settings(scope, &path, &at.command(scope));
        checks.push(check);
        let Some(text) = text else { continue };
        let found = ours(&text, &at.command(scope)).unwrap_or_default();
        texts.push((path.clone(), text));
        if !found.is_empty() {
            registered.push(Registered { scope, plugin: false, path, found });
        }
    }
    checks.push(switched_off(request, &texts));
    checks.push(registration(&registered, &texts));
    checks.extend(registered.iter().filter_map(form));
    registered.extend(plugin(&texts));
    checks.extend(programs(request, &registered));
    checks.push(path(at));
    checks.extend(hooks(request, &registered));
    checks
}

/// Does the client load this file? The text where it can be read at all.
fn settings(scope: Scope, path: &Path, command: &str) -> (Check, Option<String>) {
    let name = format!("settings ({})", scope.name());
    let text = match SettingsFile::read(path) {
        Ok(SettingsFile { text: Some(text), .. }) => text,
        Ok(_) => return (Check::new(name, State::Skipped, &format!("no file {}", shown(path))), None),
        Err(refusal) => return (Check::new(name, State::Fail, &refusal.message).fix(&refusal.hint), None),
    };
    let found = match ours(&text, command) {
        Ok(found) => found,
        Err(error) => {
            let refusal = refused(path, &error);
            return (Check::new(name, State::Fail, &refusal.message).fix(&refusal.hint), None);
        }
    };
    let check = match beyond_json(&text) {
        None => Check::new(name, State::Ok, &shown(path)),
        Some(place) => {
            let state = if found.is_empty() { State::Warn } else { State::Fail };
            let seen = format!("{}: {place}; Claude Code reads strict JSON and ignores the whole file", shown(path));
            Check::new(name, state, &seen).fix("take the comments and trailing commas out of the file")
        }
    };
    (check, Some(text))
}

fn switched_off(request: &DoctorRequest, texts: &[(PathBuf, String)]) -> Check {
    let managed = request.managed_settings.as_deref().and_then(|path| {
        let text = SettingsFile::read(path).ok()?.text?;
        Some((path.to_owned(), text))
    });
    let all = texts.iter().chain(&managed);
    let silent: Vec<String> = all
        .clone()
        .filter(|(_, text)| in_env(text, SWITCH_VARIABLE).is_ok_and(|value| value.is_some_and(|value| is_off(&value))))
        .map(|(path, _)| format!("`{SWITCH_VARIABLE}` is off in `env` of {}", shown(path)))
        .collect();
    if !silent.is_empty() {
        return Check::new("hooks", State::Fail, &silent.join("; "))
            .fix("Claude Code hands it to every hook, and each stays silent: take the line out");
    }
    let off: Vec<String> = all
        .filter(|(_, text)| is_on(text, "disableAllHooks").unwrap_or(false))
        .map(|(path, _)| format!("`disableAllHooks` in {}", shown(path)))
        .collect();
    if !off.is_empty() {
        let fix = "no hook of any tool runs: remove the key, or set it to false, to have them back";
        return Check::new("hooks", State::Fail, &off.join("; ")).fix(fix);
    }
    match managed {
        Some((path, text)) if is_on(&text, "allowManagedHooksOnly").unwrap_or(false) => {
            Check::new("hooks", State::Fail, &format!("`allowManagedHooksOnly` in {}", shown(&path)))
                .fix("only the administrator's hooks run here; ask for driftguard to be added to them")
        }
        _ => Check::new("hooks", State::Ok, "not switched off"),
    }
}

fn registration(registered: &[Registered], texts: &[(PathBuf, String)]) -> Check {
    let name = "registration";
    let mut places: Vec<String> = registered.iter().map(|one| format!("{} scope", one.scope.name())).collect();
    places.extend(
        texts
            .iter()
            .filter(|(_, text)| enables_plugin(text).unwrap_or(false))
            .map(|(path, _)| format!("plugin enabled in {}", shown(path))),
    );
    match places.len() {
        0 => Check::new(name, State::Fail, "Claude Code does not know driftguard").fix("run `driftguard install`"),
        1 => Check::new(name, State::Ok, &places.join("")),
        _ => {
            Check::new(name, State::Warn, &format!("{}: every event runs driftguard more than once", places.join(", ")))
                .fix("keep one: `driftguard uninstall --scope ..` takes out another")
        }
    }
}

/// What the plugin registers, where one of the settings enables it: one plugin, wherever it is enabled.
fn plugin(texts: &[(PathBuf, String)]) -> Option<Registered> {
    let (path, _) = texts.iter().find(|(_, text)| enables_plugin(text).unwrap_or(false))?;
    let found = register("", BINARY_NAME).and_then(|hooks| ours(&hooks, BINARY_NAME)).unwrap_or_default();
    Some(Registered { scope: Scope::User, plugin: true, path: path.clone(), found })
}

/// What an older version, or a hand, left incomplete in one file.
fn form(registered: &Registered) -> Option<Check> {
    let found = &registered.found;
    let mut flaws = Vec::new();
    let missing: Vec<&str> = CLAUDE_HOOKS
        .iter()
        .filter(|hook| !found.iter().any(|one| one.event == hook.client_event && one.args[0] == hook.subcommand))
        .map(|hook| hook.client_event)
        .collect();
    if !missing.is_empty() {
        flaws.push(format!("no entry for {}", missing.join(", ")));
    }
    let unknown: BTreeSet<&str> = found
        .iter()
        .map(|one| one.event.as_str())
        .filter(|event| !CLAUDE_HOOKS.iter().any(|hook| hook.client_event == *event))
        .collect();
    if !unknown.is_empty() {
        let unknown: Vec<&str> = unknown.into_iter().collect();
        flaws.push(format!("entries that this version does not use: {}", unknown.join(", ")));
    }
    let narrowed = found.iter().filter_map(|one| Some((one.event.as_str(), one.matcher.as_deref()?)));
    flaws.extend(narrowed.map(|(event, tools)| format!("{event} is told of `{tools}` alone, by its matcher")));
    if found.iter().any(|one| !one.exec_form) {
        flaws.push("old form, started through a shell".to_owned());
    }
    if found.iter().any(|one| !one.has_timeout) {
        flaws.push("no timeout, so a stuck hook holds the client up for minutes".to_owned());
    }
    let fix = format!("{}; it corrects the entries in place", registered.fix());
    let name = format!("entries ({})", registered.name());
    // Without the hook before a call nothing that is forbidden can be denied.
    let state = if missing.contains(&"PreToolUse") { State::Fail } else { State::Warn };
    (!flaws.is_empty()).then(|| Check::new(name, state, &flaws.join("; ")).fix(&fix))
}

/// The program that an entry starts, as far as it may be started from here.
enum Program {
    /// There, and to be trusted as much as the user's own settings.
    Known(PathBuf),
    /// Not there, or not executable; with what was looked for.
    Missing(String),
    /// Named by a file of the project and none of ours. A cloned repository must not have its programs run by a check.
    Untrusted(PathBuf),
}

fn program(at: &Surroundings, scope: Scope, command: &str) -> Program {
    let named = Path::new(command);
    let is_bare = named.components().count() == 1;
    let resolved = if is_bare { at.on_path(command) } else { Some(named.to_owned()) };
    let Some(resolved) = resolved.filter(|path| is_executable(path)) else {
        let place = if is_bare { " on PATH" } else { "" };
        return Program::Missing(format!("no program {}{place}", shown(named)));
    };
    let is_ours = is_same_file(&resolved, &at.binary)
        || at.on_path(BINARY_NAME).is_some_and(|on_path| is_same_file(&resolved, &on_path));
    if scope == Scope::User || is_ours { Program::Known(resolved) } else { Program::Untrusted(resolved) }
}

/// Is every registered program there, and of this version?
fn programs(request: &DoctorRequest, registered: &[Registered]) -> Vec<Check> {
    let mut checks = Vec::new();
    for one in registered {
        let commands: BTreeSet<&str> = one.found.iter().map(|found| found.command.as_str()).collect();
        for command in commands {
            let name = format!("program ({})", one.name());
            let fix = one.fix();
            checks.push(match program(&request.at, one.scope, command) {
                Program::Missing(what) if Path::new(command).components().count() == 1 => {
                    Check::new(name, State::Fail, &what).fix(&on_path(&request.at))
                }
                Program::Missing(what) => Check::new(name, State::Fail, &what).fix(&fix),
                Program::Untrusted(path) => {
                    let seen = format!("{} starts {}, another program; not run", shown(&one.path), shown(&path));
                    Check::new(name, State::Warn, &seen).fix(&format!("look at what it is, or {fix}"))
                }
                Program::Known(path) => version(request, name, &path, &fix),
            });
        }
    }
    checks
}

/// What lets a hook find the program by its bare name.
fn on_path(at: &Surroundings) -> String {
    let folder = at.binary.parent().map(shown).unwrap_or_default();
    format!("its hooks start `{BINARY_NAME}` by name: add {folder} to the PATH that Claude Code is started with")
}

fn version(request: &DoctorRequest, name: String, path: &Path, fix: &str) -> Check {
    let expected = format!("{BINARY_NAME} {}", request.version);
    match probe::run(path, &["--version".to_owned()], "", request.hook_limit) {
        Ok(ended) if ended.answer.trim() == expected => {
            Check::new(name, State::Ok, &format!("{} ({expected})", shown(path)))
        }
        Ok(ended) if ended.answer.starts_with(&format!("{BINARY_NAME} ")) => {
            let seen = format!("{} is {}, this is {expected}", shown(path), ended.answer.trim());
            Check::new(name, State::Warn, &seen).fix(fix)
        }
        Ok(_) => Check::new(name, State::Fail, &format!("{} is no {BINARY_NAME}", shown(path))).fix(fix),
        Err(error) => Check::new(name, State::Fail, &format!("{} does not start: {error}", shown(path))).fix(fix),
    }
}

fn path(at: &Surroundings) -> Check {
    match (at.foreign_on_path(), at.on_path(BINARY_NAME)) {
        (Some(foreign), _) => {
            let seen = format!("`{BINARY_NAME}` is {}, this one is {}", shown(&foreign), shown(&at.binary));
            Check::new("path", State::Warn, &seen)
                .fix("put this one's folder first on PATH; other tools carry the same name")
        }
        (None, Some(found)) => Check::new("path", State::Ok, &shown(&found)),
        (None, None) => {
            let folder = at.binary.parent().map(shown).unwrap_or_default();
            Check::new("path", State::Warn, &format!("`{BINARY_NAME}` is not on PATH"))
                .fix(&format!("add {folder} to PATH to call it by name; user and local hooks work without"))
        }
    }
}

/// Runs what is registered, once for each distinct entry.
fn hooks(request: &DoctorRequest, registered: &[Registered]) -> Vec<Check> {
    let mut checks: Vec<Check> = Vec::new();
    for one in registered {
        for found in &one.found {
            let name = format!("{} ({})", found.event, one.name());
            let Program::Known(path) = program(&request.at, one.scope, &found.command) else {
                checks.push(Check::new(name, State::Skipped, "not run, see the program above"));
                continue;
            };
            let payload = probe::sample_payload(&found.event);
            checks.push(match probe::run(&path, &found.args, &payload, request.hook_limit) {
                Ok(ended) => match probe::fault_of(&found.event, &ended) {
                    None => Check::new(
                        name,
                        State::Ok,
                        &format!("answers; {} ms with the start of its process, cold", ended.took.as_millis()),
                    ),
                    Some(fault) => Check::new(name, State::Fail, &format!("{} {fault}", found.args[0]))
                        .fix(&format!("{}; if it stays so, report it with this line", one.fix())),
                },
                Err(error) => Check::new(name, State::Fail, &format!("does not start: {error}")).fix(&one.fix()),
            });
        }
    }
    checks
}
