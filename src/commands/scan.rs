//! `driftguard scan`: files, folders or a text on stdin, searched for orders to an agent.

use super::parallel::in_parallel;
use super::print;
use super::project::Project;
use super::report::{self, Place, Scanned, Skipped};
use crate::cli::exit::{ExitStatus, Failure};
use crate::cli::{self, ScanFormat};
use crate::config::InjectionConfig;
use crate::injection;
use crate::repo::{self, Limits};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes at a file's beginning in which a binary one shows itself, as git looks for it.
const BINARY: usize = 8_000;
/// Listing a folder by hand may take this long.
const PATIENCE: Duration = Duration::from_mins(1);

/// Searches what is named and prints what was found; 1 where there is anything.
pub fn run(project: &Project, request: &cli::Scan) -> anyhow::Result<ExitStatus> {
    let numbers = &project.config.injection;
    let mut scanned = Scanned::default();
    let mut files = Vec::new();
    let here = [PathBuf::from(".")];
    for path in if request.paths.is_empty() { &here[..] } else { &request.paths } {
        if path.as_os_str() == "-" {
            let mut text = Vec::new();
            let limit = u64::try_from(numbers.max_bytes).unwrap_or(u64::MAX);
            std::io::stdin().lock().take(limit + 1).read_to_end(&mut text)?;
            take(&mut scanned, "-".to_owned(), look(&text, numbers));
        } else if path.is_dir() {
            let limits = Limits { max_files: project.config.repository.max_files, budget: PATIENCE };
            let listed = repo::list(path, limits);
            scanned.unlisted |= listed.truncated;
            files.extend(repo::odd_names(path));
            files.extend(
                listed.paths().map(|file| if path == &here[0] { PathBuf::from(file) } else { path.join(file) }),
            );
        } else if path.exists() {
            files.push(path.clone());
        } else {
            let message = format!("{} does not exist", path.display());
            return Err(Failure::new(ExitStatus::NotFound, message, "name files, folders, or `-` for stdin").into());
        }
    }
    let found = in_parallel(&files, |file| read(file, numbers), |_| {});
    for (file, found) in files.iter().zip(found) {
        take(&mut scanned, file.display().to_string(), found);
    }
    print::answer(&match request.format() {
        ScanFormat::Json => report::scan_json(&scanned),
        ScanFormat::Sarif => report::scan_sarif(&scanned),
        ScanFormat::Human => report::scan(&scanned, print::style()),
    })?;
    Ok(if scanned.places.is_empty() { ExitStatus::Ok } else { ExitStatus::Findings })
}

/// What came of one text.
enum Looked {
    Places(Vec<Place>),
    Not(&'static str),
}

fn take(scanned: &mut Scanned, name: String, looked: Looked) {
    match looked {
        Looked::Places(places) => {
            scanned.texts += 1;
            scanned.places.extend(places.into_iter().map(|place| Place { file: name.clone(), ..place }));
        }
        Looked::Not(why) => scanned.skipped.push(Skipped { file: name, why }),
    }
}

fn read(file: &Path, numbers: &InjectionConfig) -> Looked {
    match std::fs::metadata(file) {
        Ok(facts) if !facts.is_file() => Looked::Not("no file"),
        Ok(facts) if usize::try_from(facts.len()).is_ok_and(|size| size <= numbers.max_bytes) => {
            std::fs::read(file).map_or(Looked::Not("cannot be read"), |bytes| look(&bytes, numbers))
        }
        Ok(_) => Looked::Not("too large"),
        Err(_) => Looked::Not("cannot be read"),
    }
}

fn look(bytes: &[u8], numbers: &InjectionConfig) -> Looked {
    if bytes.len() > numbers.max_bytes {
        return Looked::Not("too large");
    }
    if memchr::memchr(0, &bytes[..bytes.len().min(BINARY)]).is_some() {
        return Looked::Not("binary");
    }
    let text = String::from_utf8_lossy(bytes);
    let places = injection::scan(&text, numbers).suspicions.into_iter();
    let line = |at: usize| memchr::memchr_iter(b'\n', &text.as_bytes()[..at]).count() + 1;
    Looked::Places(
        places.map(|suspicion| Place { file: String::new(), line: line(suspicion.at.start), suspicion }).collect(),
    )
}
