//! `driftguard serve`: the same answers over HTTP, for other programs on this machine.

use super::project::Project;
use super::{check, fact, memory, print, verify};
use crate::cli::Serve;
use crate::cli::exit::{ExitStatus, Failure};
use crate::config::Config;
use crate::domain::{Fact, Ledger};
use crate::host::Host;
use crate::inference::judge::Judge;
use crate::serve::{Desk, Limits, Metrics, Reason, Refusal, Scores, Server, Swallowed, Token, TokenError};
use std::ffi::OsStr;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Answers until the process is asked to end.
pub fn run(host: Host, project: &Project, request: &Serve) -> anyhow::Result<ExitStatus> {
    let config = project.config.clone();
    let address = address(request, &config)?;
    let file = request.token_file.clone().unwrap_or_else(|| host.paths.token.clone());
    let token = Token::of_file(&file).map_err(|error| told(&error))?;
    let limits = Limits::of(&config.serve, std::thread::available_parallelism().map_or(1, usize::from));
    let transcripts = host.paths.claude.join("projects");
    let settings = config.clone();
    let record = move |path: &Path| record(&transcripts, path, &settings);
    let judge = Judge::of(&config.judge, |name| host.env(name))
        .map_err(|error| Failure::new(ExitStatus::Config, error.to_string(), error.hint()))?;
    let (place, at) = (host.paths.clone(), project.clone());
    let facts = move || fact::known(&place, &at).map_err(|error| error.to_string());
    let scores = Scores::new(&config.coherence);
    let numbers = config.facts.clone();
    let near = move |about: &str, facts: &[Fact]| fact::near(about, facts, &numbers).map_err(|error| error.to_string());
    let (record, facts, near) = (Box::new(record), Box::new(facts), Box::new(near));
    let entailment = verify::entailment(&host, project, "serve");
    let numbers = project.config.clone();
    let texts = Box::new(move || memory::decisions(&host, &numbers).map_err(|error| error.to_string()));
    let metrics = Metrics::default();
    if entailment.is_none() && !config.inference.nli_model.is_empty() {
        metrics.swallowed(Swallowed::Model);
    }
    let desk = Desk { config, record, facts, near, texts, entailment, judge, scores, metrics };
    let say = |at: SocketAddr| print::line(&format!("listening on http://{at}, the token is in {}", file.display()));
    Server { address, token, desk, limits }.run(say).map_err(|error| {
        let hint = "name a free one with --listen; port 0 takes any";
        Failure::new(ExitStatus::Unavailable, format!("cannot serve at {address}: {error}"), hint)
    })?;
    Ok(ExitStatus::Ok)
}

fn address(request: &Serve, config: &Config) -> Result<SocketAddr, Failure> {
    let named = || {
        config.serve.listen.parse().map_err(|_| {
            let message = format!("`serve.listen` is {:?}, which is no address", config.serve.listen);
            Failure::new(ExitStatus::Config, message, "write an IP address and a port: 127.0.0.1:8722")
        })
    };
    let address: SocketAddr = request.listen.map_or_else(named, Ok)?;
    if address.ip().is_loopback() || request.beyond_loopback {
        return Ok(address);
    }
    let message = format!("{address} can be reached from other machines");
    let hint = "listen on 127.0.0.1, or say --beyond-loopback: what is sent is not encrypted";
    Err(Failure::new(ExitStatus::Usage, message, hint))
}

fn told(error: &TokenError) -> Failure {
    let status = match error {
        TokenError::Unusable { .. } => ExitStatus::Io,
        TokenError::Open(_) => ExitStatus::NotPermitted,
        TokenError::Weak(_) => ExitStatus::BadInput,
    };
    Failure::new(status, error.to_string(), error.hint())
}

/// The record of a transcript that a request names. It must lie where transcripts lie: a caller names no other file.
fn record(transcripts: &Path, path: &Path, config: &Config) -> Result<Ledger, Refusal> {
    let hint = "name a .jsonl file below the agent's folder of transcripts";
    let outside = || Refusal::new(Reason::FOREIGN_PATH, "the path is not one of a transcript", hint);
    // A file that is not there and one that may not be named are told alike: paths cannot be probed.
    let real = |path: &Path| -> io::Result<PathBuf> { dunce::canonicalize(path) };
    let (folder, path) = real(transcripts).and_then(|folder| Ok((folder, real(path)?))).map_err(|_| outside())?;
    if !path.starts_with(&folder) || path.extension() != Some(OsStr::new("jsonl")) || !path.is_file() {
        return Err(outside());
    }
    verify::recorded(&path, config).map_err(|error| {
        let failure = check::told(&error);
        Refusal::new(Reason::UNREADABLE, failure.message, "`driftguard check FILE` tells more about it")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    #[test]
    fn only_transcripts_are_read() {
        let home = tempfile::tempdir().unwrap();
        let transcripts = home.path().join("projects");
        let project = transcripts.join("-p");
        std::fs::create_dir_all(&project).unwrap();
        let line = "{\"type\":\"user\",\"message\":{\"content\":\"go\"}}\n";
        for name in ["projects/-p/a.jsonl", "projects/-p/a.txt", "secret.jsonl"] {
            std::fs::write(home.path().join(name), line).unwrap();
        }
        let check = |path: PathBuf, expected: Option<u16>| {
            let found = record(&transcripts, &path, &config::defaults());
            assert_eq!(found.err().map(|refusal| refusal.status.as_u16()), expected, "{}", path.display());
        };
        check(project.join("a.jsonl"), None);
        check(project.join("a.txt"), Some(403));
        check(project.join("missing.jsonl"), Some(403));
        check(project.join("../../secret.jsonl"), Some(403));
        check(home.path().join("secret.jsonl"), Some(403));
        check(project.clone(), Some(403));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(home.path().join("secret.jsonl"), project.join("link.jsonl")).unwrap();
            check(project.join("link.jsonl"), Some(403));
        }
    }

    #[test]
    fn it_listens_on_this_machine_unless_told_otherwise() {
        let config = config::defaults();
        let check = |listen: &str, beyond_loopback, expected: bool| {
            let request = Serve { listen: listen.parse().ok(), token_file: None, beyond_loopback };
            assert_eq!(address(&request, &config).is_ok(), expected, "{listen}");
        };
        check("", false, true);
        check("127.0.0.1:0", false, true);
        check("[::1]:80", false, true);
        check("0.0.0.0:80", false, false);
        check("192.168.0.1:80", false, false);
        check("0.0.0.0:80", true, true);
    }
}
