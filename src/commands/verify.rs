//! `driftguard verify`: a report, held against a session's log or a text.

use super::encoding::told;
use super::project::Project;
use super::report::{self, VerifiedReport};
use super::{analysis, check, pick, print, swallowed};
use crate::agent::adapters;
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{Verify, VerifyFormat};
use crate::config::Config;
use crate::domain::{Event, Ledger};
use crate::guard::Playback;
use crate::host::{Cause, Host};
use crate::inference::Entailment;
use crate::serve::verified;
use crate::serve::wire::VerifyAnswer;
use crate::transcript::TranscriptError;
use crate::verify::text::Asks;
use std::io::Read as _;
use std::path::Path;

/// Judges a report and prints what was found.
pub fn run(host: &Host, project: &Project, request: &Verify) -> anyhow::Result<ExitStatus> {
    let config = &project.config;
    let stdin = Path::new("-");
    if request.report == stdin && request.evidence.as_deref() == Some(stdin) {
        let message = "stdin cannot be the report and its evidence";
        return Err(Failure::new(ExitStatus::Usage, message, "name a file for one of them").into());
    }
    let text = read(&request.report, config)?;
    let evidence = request.evidence.as_deref().map(|path| read(path, config)).transpose()?;
    let named = request.transcript.is_some() || request.session.is_some();
    let ledger = if named || evidence.is_none() {
        let store = pick::known(host, project);
        let (path, _) =
            check::locate(host, project, store.as_ref(), request.transcript.as_deref(), request.session.as_deref())?;
        Some(recorded(&path, config).map_err(|error| check::told(&error))?)
    } else {
        None
    };
    let model = evidence.is_some().then(|| entailment(host, project, "verify")).flatten();
    let ask = |text: &str, statement: &str| {
        let answer = model.as_ref()?.ask(text, statement);
        answer.inspect_err(|error| swallowed::record(host, "verify", Cause::Model, &error.to_string())).ok()
    };
    let model = model.as_ref().map(|_| &ask as &Asks<'_>);
    let checked = verified(&text, ledger.as_ref(), evidence.as_deref(), model, config);
    let shown = VerifiedReport { name: name(&request.report), text: &text, checked: &checked };
    let format = if request.json { VerifyFormat::Json } else { request.format };
    match format {
        VerifyFormat::Human => print::answer(&report::verified(&shown, print::style()))?,
        VerifyFormat::Json => print::object(&VerifyAnswer::from(&checked))?,
        VerifyFormat::Sarif => print::raw(report::verified_sarif(&shown).as_bytes())?,
        VerifyFormat::Junit => print::raw(report::verified_junit(&shown).as_bytes())?,
    }
    Ok(if checked.approved() { ExitStatus::Ok } else { ExitStatus::Findings })
}

/// The model of entailment that the settings name. One that cannot be used is told, recorded for `doctor`, and gone without.
pub fn entailment(host: &Host, project: &Project, command: &'static str) -> Option<Entailment> {
    Entailment::open(&project.config.inference, &host.paths.data).unwrap_or_else(|error| {
        told(host, command, "texts are compared by their words alone", &error);
        None
    })
}

/// The record of the session in a transcript.
pub fn recorded(path: &Path, config: &Config) -> Result<Ledger, TranscriptError> {
    let question = analysis::Question::default();
    let observe = |playback: &mut Playback<'_>, event: Event| {
        playback.observe(event);
    };
    analysis::play(path, adapters()[0], config, &question, observe, |playback, _| playback.guard().ledger())
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// A file, or stdin for `-`, as text.
fn read(path: &Path, config: &Config) -> anyhow::Result<String> {
    let limit = config.serve.max_body as u64;
    let mut bytes = Vec::new();
    let opened: Box<dyn std::io::Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).map_err(|error| {
            let message = format!("cannot read {}: {error}", path.display());
            Failure::new(ExitStatus::NotFound, message, "name a text file, or `-` for stdin")
        })?)
    };
    opened.take(limit + 1).read_to_end(&mut bytes).map_err(|error| {
        let message = format!("cannot read {}: {error}", name(path));
        Failure::new(ExitStatus::BadInput, message, "name a text file, or `-` for stdin")
    })?;
    if bytes.len() as u64 > limit {
        let message = format!("{} has more than {limit} bytes", name(path));
        let failure = Failure::new(ExitStatus::BadInput, message, "`serve.max_body` of the configuration is the limit");
        return Err(failure.into());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
