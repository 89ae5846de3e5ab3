//! Lessons into a file and out of one: JSON lines with a header, and graphs of driftguard-ai.
//!
//! A file is read twice: first to its end without a change, so that a broken one changes nothing and holds no lock.

use super::foreign;
use super::open::{enabled, known, open, renew, told};
use crate::cli;
use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::project::Project;
use crate::commands::{output, person, print, report};
use crate::domain::LessonKind;
use crate::host::Host;
use crate::inference::vector;
use crate::store::memory::{Leaving, Transfer};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

/// What the first line of a file says of it.
const FORMAT: &str = "driftguard-memory";
const VERSION: u64 = 1;
/// Bytes of one line: three texts with all their wordings.
const LONGEST_LINE: u64 = 4 << 20;
/// Bytes of a graph of driftguard-ai, which is read in one piece.
const LARGEST_GRAPH: u64 = 512 << 20;
/// What some editors and shells put in front of what they save.
const BYTE_ORDER_MARK: &[u8; 3] = b"\xEF\xBB\xBF";

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u64,
    lessons: u64,
}

pub(super) fn export(host: &Host, file: Option<&Path>) -> anyhow::Result<ExitStatus> {
    match file {
        None => drop(print::with_stdout(|out| write(host, &mut BufWriter::new(out)))?),
        Some(path) => {
            output::spare(host, path)?;
            if known(host)?.is_none() && path.exists() {
                let message = format!("nothing was ever learned, and {} stays as it is", path.display());
                let hint = "`driftguard doctor` shows where the lessons are looked for";
                return Err(Failure::new(ExitStatus::NotFound, message, hint).into());
            }
            let count = output::write(path, |file| write(host, &mut BufWriter::new(file)))?;
            print::line(&report::written(count, &path.display().to_string()))?;
        }
    }
    Ok(ExitStatus::Ok)
}

/// Writes everything; how many lessons that were.
fn write(host: &Host, out: &mut dyn Write) -> anyhow::Result<u64> {
    let mut count = 0;
    let mut give = |leaving: Leaving<'_>| -> anyhow::Result<()> {
        match leaving {
            Leaving::Count(lessons) => {
                count = lessons;
                serde_json::to_writer(&mut *out, &Header { format: FORMAT.to_owned(), version: VERSION, lessons })?;
            }
            Leaving::Lesson(lesson) => serde_json::to_writer(&mut *out, lesson)?,
        }
        Ok(out.write_all(b"\n")?)
    };
    match known(host)? {
        Some(memory) => memory.export(&mut give).map_err(told)??,
        None => give(Leaving::Count(0))?,
    }
    out.flush()?;
    Ok(count)
}

pub(super) fn import(host: &Host, project: &Project, request: &cli::Import) -> anyhow::Result<ExitStatus> {
    person::only(host, "memory import")?;
    enabled(project)?;
    let path = &request.file;
    let config = &project.config.memory;
    let imported = if is_ours(path)? {
        if request.success || request.shared {
            let message = "--success and --shared are for graphs of driftguard-ai";
            let hint = "lessons of driftguard's own say themselves what they are and where they hold";
            return Err(Failure::new(ExitStatus::Usage, message, hint).into());
        }
        let now = host.now_ms();
        Lessons::begin(path, now)?.try_for_each(|lesson| lesson.map(drop))?;
        open(host)?.import(
            Lessons::begin(path, now)?,
            &|text: &str| vector(text, project.config.inference.encoder),
            config,
        )
    } else {
        let root = if request.shared { "" } else { project.root.path.as_str() };
        let kind = if request.success { LessonKind::Success } else { LessonKind::Mistake };
        let lessons =
            foreign::read(&whole(path)?, root, kind, host.now_ms()).map_err(|detail| broken(path, None, &detail))?;
        open(host)?.import(
            lessons.into_iter().map(Ok::<_, Failure>),
            &|text: &str| vector(text, project.config.inference.encoder),
            config,
        )
    };
    let imported = imported.map_err(told)??;
    let memory = open(host)?;
    renew(host, project, &memory)?;
    memory.checkpoint().map_err(told)?;
    print::line(&report::taken(imported))?;
    Ok(ExitStatus::Ok)
}

/// Opens a file that is to be read, behind its byte order mark where it has one; a folder or a pipe is none.
fn opened(path: &Path) -> anyhow::Result<File> {
    let failed = || format!("cannot read {}", path.display());
    let about = match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let message = format!("there is no file {}", path.display());
            return Err(Failure::new(ExitStatus::NotFound, message, "check the name").into());
        }
        about => about.with_context(failed)?,
    };
    if !about.is_file() {
        let message = format!("{} is not a file", path.display());
        return Err(Failure::new(ExitStatus::BadInput, message, "name a file that was exported").into());
    }
    let mut file = File::open(path).with_context(failed)?;
    let mut first = [0; BYTE_ORDER_MARK.len()];
    if file.read_exact(&mut first).is_err() || first != *BYTE_ORDER_MARK {
        file.rewind().with_context(failed)?;
    }
    Ok(file)
}

/// What is wrong with a file, and in which line.
fn broken(path: &Path, line: Option<u64>, detail: &str) -> Failure {
    let place = line.map_or_else(String::new, |line| format!(", line {line}"));
    let message = format!("{}{place}: {detail}", path.display());
    Failure::new(ExitStatus::BadInput, message, "nothing was changed; a file is read whole or not at all")
}

/// True for a file that begins with a header of ours, of whatever version.
fn is_ours(path: &Path) -> anyhow::Result<bool> {
    let mut line = Vec::new();
    BufReader::new(opened(path)?.take(LONGEST_LINE)).read_until(b'\n', &mut line)?;
    let header: Option<serde_json::Value> = serde_json::from_slice(&line).ok();
    Ok(header.is_some_and(|header| header["format"] == FORMAT))
}

/// A file in one piece.
fn whole(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    opened(path)?.take(LARGEST_GRAPH + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > LARGEST_GRAPH {
        return Err(broken(path, None, "it is too large to be a graph").into());
    }
    Ok(bytes)
}

/// The lessons of a file, line by line.
struct Lessons<'a> {
    path: &'a Path,
    lines: BufReader<File>,
    line: u64,
    /// Lessons that the header promises and that have not come yet.
    left: u64,
    ended: bool,
    now: i64,
}

impl<'a> Lessons<'a> {
    /// Reads the header.
    fn begin(path: &'a Path, now: i64) -> anyhow::Result<Self> {
        let mut lessons = Self { path, lines: BufReader::new(opened(path)?), line: 0, left: 0, ended: false, now };
        let line = lessons.next_line()?.unwrap_or_default();
        let told = |detail: &str| broken(path, Some(1), detail);
        let header: serde_json::Value = serde_json::from_slice(&line).map_err(|_| told("there is no header"))?;
        match header["version"].as_u64() {
            Some(VERSION) => {}
            Some(newer) if newer > VERSION => {
                let detail = format!("a newer driftguard wrote it (version {newer}; this one reads {VERSION})");
                return Err(told(&detail).into());
            }
            _ => return Err(told("the version of the format is not known").into()),
        }
        let header: Header = serde_json::from_value(header).map_err(|error| told(&error.to_string()))?;
        lessons.left = header.lessons;
        Ok(lessons)
    }

    /// The next line without its end; `None` behind the last.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let mut line = Vec::new();
        let read = (&mut self.lines).take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        self.line += 1;
        let read = read.map_err(|error| broken(self.path, Some(self.line), &error.to_string()))?;
        if u64::try_from(read).unwrap_or(u64::MAX) > LONGEST_LINE {
            return Err(broken(self.path, Some(self.line), "the line is too long"));
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Ok((read > 0).then_some(line))
    }

    fn lesson(&mut self) -> Result<Option<Transfer>, Failure> {
        let Some(line) = self.next_line()? else {
            let missing = self.left;
            return match missing {
                0 => Ok(None),
                _ => Err(broken(self.path, Some(self.line), &format!("the file ends {missing} lessons too early"))),
            };
        };
        let told = |detail: &str| broken(self.path, Some(self.line), detail);
        let lesson: Transfer =
            serde_json::from_slice(&line).map_err(|error| told(&format!("this is no lesson: {error}")))?;
        if let Some(fault) = lesson.fault(self.now) {
            return Err(told(fault));
        }
        self.left = self.left.checked_sub(1).ok_or_else(|| told("there are more lessons than the header says"))?;
        Ok(Some(lesson))
    }
}

impl Iterator for Lessons<'_> {
    type Item = Result<Transfer, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.lesson().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
