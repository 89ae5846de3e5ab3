//! `driftguard model`: which models there are, where they lie, and the one way in which one is fetched.
//!
//! List and path work in every driftguard; only one that was built with models fetches one.

use super::doctor::DatabaseReport;
use super::project::Project;
use super::{doctor, print, report};
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{Fetch, Model as Request};
use crate::config::EncoderKind;
use crate::host::Host;
use crate::inference::model::{BUILT, Known, ModelError, Place, Purpose, State, known};

/// Does what was asked for.
pub fn run(host: &Host, project: &Project, request: &Request) -> anyhow::Result<ExitStatus> {
    match request {
        Request::List { json } => list(host, project, *json),
        Request::Path { name } => {
            let place = Place::of(named(name)?.name, &host.paths.data).map_err(|error| told(&error))?;
            print::line(&place.folder.display().to_string())?;
            Ok(ExitStatus::Ok)
        }
        Request::Fetch(request) => fetch(host, project, request),
    }
}

/// A known model, or the way to the list.
fn named(name: &str) -> Result<&'static Known, Failure> {
    known(name).ok_or_else(|| {
        let message = format!("no model is known by the name {name:?}");
        let hint =
            "`driftguard model list` shows the names; a model in a folder of your own is named in the configuration";
        Failure::new(ExitStatus::NotFound, message, hint)
    })
}

fn list(host: &Host, project: &Project, json: bool) -> anyhow::Result<ExitStatus> {
    let mut rows: Vec<report::ModelRow> = Vec::new();
    let named = named_by(project);
    for place in Place::all(&host.paths.data) {
        let Some(known) = place.known else { continue };
        let used = named.contains(&(known.purpose, known.name));
        rows.push(report::ModelRow {
            name: known.name.to_owned(),
            purpose: known.purpose,
            state: place.state(),
            place,
            used,
        });
    }
    for (purpose, name) in named {
        if known(name).is_none() {
            let place = Place::of(name, &host.paths.data).map_err(|error| told(&error))?;
            rows.push(report::ModelRow { name: name.to_owned(), purpose, state: place.state(), place, used: true });
        }
    }
    if json {
        print::raw(report::models_json(&rows, BUILT).as_bytes())?;
    } else {
        print::answer(&report::models(&rows, BUILT, print::style()))?;
    }
    Ok(ExitStatus::Ok)
}

/// The models that the configuration names.
fn named_by(project: &Project) -> Vec<(Purpose, &str)> {
    let config = &project.config.inference;
    let encoder = (config.encoder == EncoderKind::Neural).then_some((Purpose::Encoder, config.model.as_str()));
    let entailment = (!config.nli_model.is_empty()).then_some((Purpose::Entailment, config.nli_model.as_str()));
    encoder.into_iter().chain(entailment).collect()
}

/// What `doctor` tells of the models that the configuration names.
pub fn reports(host: &Host, project: &Project) -> Vec<DatabaseReport> {
    let report = |(purpose, name): (Purpose, &str)| {
        let place = Place::of(name, &host.paths.data);
        let found = place.and_then(|place| match place.state() {
            _ if !BUILT => Err(ModelError::NotBuilt),
            State::Intact => Ok(place),
            State::Absent => Err(ModelError::Missing(place.network().display().to_string())),
            State::Broken(error) => Err(error),
        });
        match found {
            Ok(place) => DatabaseReport {
                state: doctor::State::Ok,
                detail: format!("{} for {} in {}", name, purpose.name(), place.folder.display()),
                fix: None,
            },
            Err(error) => DatabaseReport {
                state: doctor::State::Warn,
                detail: format!("{} for {}: {error}", name, purpose.name()),
                fix: Some(error.hint().to_owned()),
            },
        }
    };
    named_by(project).into_iter().map(report).collect()
}

/// A model's error with its way out.
pub fn told(error: &ModelError) -> Failure {
    let status = match error {
        ModelError::NotBuilt | ModelError::Unreachable { .. } => ExitStatus::Unavailable,
        ModelError::Unknown(_) | ModelError::Missing(_) => ExitStatus::NotFound,
        ModelError::Io { .. } => ExitStatus::Io,
        ModelError::Differs { .. }
        | ModelError::TooLarge { .. }
        | ModelError::Network { .. }
        | ModelError::Tokenizer { .. }
        | ModelError::Labels { .. }
        | ModelError::Output(_) => ExitStatus::BadInput,
    };
    let hint = error.hint();
    Failure::new(status, error.to_string(), hint)
}

#[cfg(not(feature = "neural"))]
fn fetch(_host: &Host, _project: &Project, request: &Fetch) -> anyhow::Result<ExitStatus> {
    named(&request.name)?;
    Err(told(&ModelError::NotBuilt).into())
}

#[cfg(feature = "neural")]
fn fetch(host: &Host, project: &Project, request: &Fetch) -> anyhow::Result<ExitStatus> {
    use crate::inference::Encoder;
    use crate::inference::model::{Progress, fetch};
    use std::fmt::Write as _;

    let known = named(&request.name)?;
    let bar = super::progress::bar(0, String::new());
    let show = |progress: Progress<'_>| {
        let file = progress.from.rsplit('/').next().unwrap_or_default();
        if bar.message() != file {
            bar.set_message(file.to_owned());
        }
        bar.set_length(progress.all);
        bar.set_position(progress.done);
    };
    let certificates = host.env("SSL_CERT_FILE").filter(|path| !path.is_empty()).map(std::path::PathBuf::from);
    let fetched = fetch(known, &host.paths.data, &request.from, certificates.as_deref(), &show);
    bar.finish_and_clear();
    let place = fetched.map_err(|error| told(&error))?;
    let mut config = project.config.inference.clone();
    (config.encoder, config.model) = (EncoderKind::Neural, known.name.to_owned());
    // What was fetched is tried at once: a program that cannot run it should say so now.
    let encoder = Encoder::open(&config, &host.paths.data).map_err(|error| told(&error))?;
    let numbers = encoder.deep("a text").map_err(|error| told(&error))?.map_or(0, |vector| vector.values.len());
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(page, "{} is in place and runs: {numbers} numbers a text", known.name);
    let _ = writeln!(page, "  {}", crate::text::plain::plain_line(&place.folder.display().to_string()));
    if project.config.inference.encoder != EncoderKind::Neural {
        let config = crate::text::plain::plain_line(&host.paths.user_config.display().to_string());
        let _ = writeln!(page, "  it is used once {config} says:");
        let _ = writeln!(page, "    [inference]\n    encoder = \"neural\"");
    }
    print::answer(&page)?;
    Ok(ExitStatus::Ok)
}
