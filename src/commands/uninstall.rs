//! `driftguard uninstall`: takes the hooks out of the client's settings.
//!
//! Owns the choice between the two ways back: the exact file from before the installation where nothing else changed
//! since, else a cut of just our entries. The store is not touched here.

use std::io::Write;

use crate::agent::registration::{SettingsError, enables_plugin, ours, unregister};
use crate::agent::status_line;
use crate::cli::exit::Failure;
use crate::commands::consent::{Consent, Outcome, settle};
use crate::commands::install::{refused, wanted};
use crate::commands::settings_file::{Before, Record, SettingsFile, shown};
use crate::commands::surroundings::{Scope, Surroundings};

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct UninstallRequest {
    /// The machine.
    pub at: Surroundings,
    /// Which settings file; where none is named all, but for a project's own that git tracks.
    pub scope: Option<Scope>,
    /// Seconds since 1970.
    pub now: i64,
    /// What the user said beforehand.
    pub consent: Consent,
}

/// The way back for one file.
struct Plan {
    file: SettingsFile,
    after: After,
    /// Records that hold nothing beyond what is restored.
    spent: Vec<Record>,
}

/// What is in the file's place afterwards.
enum After {
    /// The text from before the installation.
    Restored(String),
    /// Nothing, as before the installation.
    Absent { folder: bool },
    /// The present text without our entries.
    Cut(String),
}

impl After {
    fn text(&self) -> &str {
        match self {
            Self::Restored(text) | Self::Cut(text) => text,
            Self::Absent { .. } => "",
        }
    }
}

/// Takes the hooks out. Prints what it does to `out` and puts its question to `ask`.
///
/// Where no scope is named, a file that cannot be read does not keep the others from being cleaned; it is the error at
/// the end.
pub fn run(
    request: &UninstallRequest,
    out: &mut dyn Write,
    ask: &mut dyn FnMut(&str) -> bool,
) -> anyhow::Result<Outcome> {
    let scopes = request.scope.map_or_else(|| request.at.scopes(), |scope| vec![scope]);
    let (mut plans, mut shared, mut first_refusal) = (Vec::new(), None, None);
    for scope in scopes {
        match plan(&request.at, scope) {
            // Whoever leaves is one of many in a clone, and would commit the removal for all of them.
            Ok(Some(plan))
                if request.scope.is_none() && scope == Scope::Project && request.at.shares(&plan.file.path) =>
            {
                shared = Some(shown(&plan.file.path));
            }
            Ok(plan) => plans.extend(plan),
            Err(refusal) => {
                first_refusal.get_or_insert(refusal);
            }
        }
    }
    let mut outcome = Outcome::Unchanged;
    if !plans.is_empty() {
        let changes: Vec<_> = plans.iter().map(|plan| (&plan.file, plan.after.text())).collect();
        let settled = settle(&changes, request.consent, out, ask)?;
        outcome = settled.unwrap_or(Outcome::Changed);
        if settled.is_none() {
            for plan in &plans {
                carry_out(plan, request.now, out)?;
            }
        }
    }
    if let Some(path) = &shared {
        let way = "`driftguard uninstall --scope project` takes it out for everyone";
        writeln!(out, "driftguard stays in {path}, which git tracks; {way}")?;
    }
    for path in plugin_places(&request.at) {
        writeln!(out, "the plugin stays enabled in {path}; `claude plugin uninstall driftguard` takes it out")?;
    }
    match first_refusal {
        Some(refusal) => Err(refusal.into()),
        None if plans.is_empty() && shared.is_none() => {
            match request.scope {
                None => writeln!(out, "driftguard is not registered; nothing to change")?,
                Some(scope) => {
                    writeln!(out, "driftguard is not registered in the {} scope; nothing to change", scope.name())?;
                    for other in request.at.scopes() {
                        if matches!(plan(&request.at, other), Ok(Some(_))) {
                            let (name, path) = (other.name(), shown(&request.at.settings(other)));
                            writeln!(out, "it is in {path}: `driftguard uninstall --scope {name}` takes it out")?;
                        }
                    }
                }
            }
            Ok(outcome)
        }
        None => Ok(outcome),
    }
}

/// Settings that enable the plugin. The client keeps those itself, with a copy of the plugin elsewhere.
fn plugin_places(at: &Surroundings) -> Vec<String> {
    let files = at.scopes().into_iter().filter_map(|scope| SettingsFile::read(&at.settings(scope)).ok());
    files
        .filter(|file| file.text.as_deref().is_some_and(|text| enables_plugin(text).unwrap_or(false)))
        .map(|file| shown(&file.path))
        .collect()
}

fn plan(at: &Surroundings, scope: Scope) -> Result<Option<Plan>, Failure> {
    let file = at.read(scope)?;
    let command = at.command(scope);
    let Some(text) = file.text.as_deref() else { return Ok(None) };
    let found = ours(text, &command).map_err(|error| refused(&file.path, &error))?;
    let has_line = status_line::is_ours(text, &command).map_err(|error| refused(&file.path, &error))?;
    if found.is_empty() && !has_line {
        return Ok(None);
    }
    let registered = found.first().map_or(command.as_str(), |first| first.command.as_str());

    let records = file.records();
    let origin = records.iter().find(|record| leads_to(&record.before, text, registered));
    let after = match origin.map(|record| &record.before) {
        Some(Before::Text(before)) => After::Restored(before.clone()),
        Some(Before::Absent { folder }) => After::Absent { folder: *folder },
        None => After::Cut(without_us(text, &command).map_err(|error| refused(&file.path, &error))?),
    };
    let spent = match origin.map(|record| record.before.clone()) {
        Some(before) => records.into_iter().filter(|record| adds_nothing(record, &before)).collect(),
        None => Vec::new(),
    };
    Ok(Some(Plan { file, after, spent }))
}

/// The text without hooks and status line of ours.
fn without_us(text: &str, command: &str) -> Result<String, SettingsError> {
    status_line::remove(&unregister(text, command)?, command)
}

/// True when an installation with `command` makes `text` out of what was `before`, which holds nothing of ours itself.
fn leads_to(before: &Before, text: &str, command: &str) -> bool {
    let before = text_of(before);
    let untouched = ours(before, command).is_ok_and(|found| found.is_empty())
        && status_line::is_ours(before, command).is_ok_and(|found| !found);
    untouched && [false, true].iter().any(|line| wanted(before, command, *line).is_ok_and(|made| made == text))
}

/// True when `record` is what is restored, or that with a registration in it.
fn adds_nothing(record: &Record, restored: &Before) -> bool {
    let text = text_of(&record.before);
    let command = ours(text, "").ok().and_then(|found| Some(found.first()?.command.clone()));
    record.before == *restored || command.is_some_and(|command| leads_to(restored, text, &command))
}

fn text_of(before: &Before) -> &str {
    match before {
        Before::Text(text) => text,
        Before::Absent { .. } => "",
    }
}

fn carry_out(plan: &Plan, now: i64, out: &mut dyn Write) -> anyhow::Result<()> {
    let path = shown(&plan.file.path);
    let remove_spent = || {
        for record in &plan.spent {
            plan.file.forget(record);
        }
    };
    match &plan.after {
        After::Restored(text) => {
            plan.file.restore(text)?;
            remove_spent();
            writeln!(out, "restored {path} byte for byte as it was before the installation")?;
        }
        After::Absent { folder } => {
            plan.file.check_writable()?;
            remove_spent();
            plan.file.remove(*folder)?;
            writeln!(out, "removed {path}, which the installation had made")?;
        }
        After::Cut(text) => {
            let record = plan.file.change(text, now, false)?;
            writeln!(out, "took driftguard out of {path}; everything else stays")?;
            writeln!(out, "the file as it was: {}", shown(&record.path))?;
        }
    }
    Ok(())
}
