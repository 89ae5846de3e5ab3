//! All transcripts below a folder: those of the client's `projects` folder, of one project, or of any folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use walkdir::{DirEntry, WalkDir};

/// The folder beside a session's transcript in which the client keeps those of its subagents.
const SUBAGENTS: &str = "subagents";

/// A transcript that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionFile {
    /// The file.
    pub path: PathBuf,
    /// Its length in bytes.
    pub bytes: u64,
    /// When it was last written to; the epoch where the file system does not say.
    pub modified: SystemTime,
}

/// What lies below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// The transcripts of sessions, in the order of their paths.
    pub sessions: Vec<SessionFile>,
    /// Transcripts of subagents: each belongs to a session, and is none of its own.
    pub subagents: u64,
    /// What could not be looked at, each with the reason, in the order of the paths.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// Looks for transcripts below `folder`, however deep; links are followed.
pub fn gather(folder: &Path) -> Gathered {
    let mut gathered = Gathered::default();
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if is_transcript(&entry) && is_of_subagent(folder, entry.path()) => gathered.subagents += 1,
            Ok(entry) if is_transcript(&entry) => {
                let facts = entry.metadata().ok();
                gathered.sessions.push(SessionFile {
                    bytes: facts.as_ref().map_or(0, std::fs::Metadata::len),
                    modified: facts.and_then(|facts| facts.modified().ok()).unwrap_or(SystemTime::UNIX_EPOCH),
                    path: entry.into_path(),
                });
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let reason = match error.io_error() {
                    Some(io) => io.to_string(),
                    None => "a link that leads back to a folder above it".to_owned(),
                };
                gathered.unreadable.push((path, reason));
            }
        }
    }
    gathered
}

fn is_transcript(entry: &DirEntry) -> bool {
    entry.file_type().is_file() && entry.path().extension() == Some(OsStr::new("jsonl"))
}

/// True for what the client writes for a subagent; `top`, the folder that was asked for, does not count.
fn is_of_subagent(top: &Path, path: &Path) -> bool {
    let below = path.strip_prefix(top).unwrap_or(path);
    let beside = below.parent().is_some_and(|folders| folders.iter().any(|folder| folder == SUBAGENTS));
    beside || path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("agent-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder_with(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "{}\n").unwrap();
        }
        folder
    }

    fn names(folder: &Path, gathered: &Gathered) -> Vec<String> {
        let name =
            |found: &SessionFile| found.path.strip_prefix(folder).unwrap().display().to_string().replace('\\', "/");
        gathered.sessions.iter().map(name).collect()
    }

    #[test]
    fn sessions_are_found_and_subagents_counted() {
        let folder = folder_with(&[
            "-p/s2.jsonl",
            "-p/s1.jsonl",
            "-p/s1/subagents/agent-a.jsonl",
            "-p/s1/subagents/x.jsonl",
            "-p/agent-b.jsonl",
            "-p/notes.md",
            "-q/s3.jsonl",
        ]);
        let gathered = gather(folder.path());
        assert_eq!(names(folder.path(), &gathered), ["-p/s1.jsonl", "-p/s2.jsonl", "-q/s3.jsonl"]);
        assert_eq!((gathered.subagents, gathered.sessions[0].bytes), (3, 3));
        assert_eq!(names(folder.path(), &gather(&folder.path().join("-q"))), ["-q/s3.jsonl"]);
        assert_eq!(gather(&folder.path().join("-p/s1/subagents")).sessions.len(), 1, "asked for by its own name");
    }

    #[test]
    fn a_folder_that_is_not_there_is_told() {
        let folder = folder_with(&[]);
        let gathered = gather(&folder.path().join("absent"));
        assert!(gathered.sessions.is_empty());
        assert_eq!(gathered.unreadable.len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_never_round_in_a_circle() {
        let (folder, elsewhere) = (folder_with(&["-p/s1.jsonl"]), folder_with(&["s2.jsonl"]));
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("-q")).unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("-p/up")).unwrap();
        let gathered = gather(folder.path());
        assert_eq!(names(folder.path(), &gathered), ["-p/s1.jsonl", "-q/s2.jsonl"]);
        assert_eq!(
            gathered.unreadable,
            [(folder.path().join("-p/up"), "a link that leads back to a folder above it".into())]
        );
    }
}
