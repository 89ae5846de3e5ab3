//! Where Claude Code keeps the transcript of a session or of a project.
//!
//! `projects/<encoded folder>/<session id>.jsonl` below its configuration folder. The encoding cannot be undone and
//! collides (`a_b` and `a-b` are one), so a folder's transcripts are told by the `cwd` in their records.

use super::{Limits, TranscriptError, catch_up};
use crate::agent::Adapter;
use crate::domain::Cursor;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// An encoded folder name is cut here and a hash of the whole follows.
const MAX_ENCODED: usize = 200;
/// The first records tell the working folder.
const LOOKED_AT: Limits = Limits { max_bytes: 64 * 1024, max_line: 4 * 1024 * 1024 };

/// Whose transcript is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// The session with this id, or with the only id that begins so.
    Session(&'a str),
    /// The newest session that began in this folder or below it.
    Project(&'a Path),
}

/// Finds a transcript below `config`, the agent's configuration folder (`~/.claude`).
///
/// A session is found by its id alone. For a project the records decide: first among the transcripts whose folder name
/// fits, then among all; a transcript that fits by its folder name only is the last resort.
pub fn locate(config: &Path, wanted: Wanted<'_>, adapter: &dyn Adapter) -> Result<PathBuf, TranscriptError> {
    let projects = config.join("projects");
    let found = match wanted {
        Wanted::Session(id) => of_session(&projects, id),
        Wanted::Project(folder) => of_project(&projects, folder, adapter),
    };
    found.ok_or_else(|| TranscriptError::NotFound {
        wanted: match wanted {
            Wanted::Session(id) if beginnings(&projects, id).len() > 1 => format!("session {id} (several begin so)"),
            Wanted::Session(id) => format!("a session whose id begins with {id}"),
            Wanted::Project(folder) => folder.display().to_string(),
        },
        below: projects,
    })
}

/// The transcripts of a session's subagents, which the client keeps beside its own, in the order of their names.
pub(super) fn subagents(transcript: &Path) -> Vec<PathBuf> {
    let folder = transcript.with_extension("").join("subagents");
    let mut found: Vec<PathBuf> = entries(&folder)
        .filter(|path| is_transcript(path) && path.file_name().is_some_and(|name| starts_with(name, "agent-")))
        .collect();
    found.sort();
    found
}

fn of_session(projects: &Path, id: &str) -> Option<PathBuf> {
    // An id is one component: it must not lead out of the folder.
    if id.is_empty() || Path::new(id).file_name() != Some(OsStr::new(id)) {
        return None;
    }
    let name = format!("{id}.jsonl");
    let whole = newest_first(entries(projects).map(|folder| folder.join(&name)).filter(|path| path.is_file()));
    whole.into_iter().next().or_else(|| beginning_with(projects, id))
}

/// The transcript of the only session whose id begins so.
fn beginning_with(projects: &Path, id: &str) -> Option<PathBuf> {
    let found = beginnings(projects, id);
    let first = found.first()?;
    // A resumed session may have a transcript in two projects: it is one session all the same.
    found.iter().all(|path| path.file_name() == first.file_name()).then(|| first.clone())
}

fn beginnings(projects: &Path, id: &str) -> Vec<PathBuf> {
    let begins = |path: &PathBuf| path.file_name().is_some_and(|name| starts_with(name, id)) && is_transcript(path);
    newest_first(entries(projects).flat_map(|folder| entries(&folder)).filter(begins))
}

fn of_project(projects: &Path, folder: &Path, adapter: &dyn Adapter) -> Option<PathBuf> {
    let real = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    let encoded = encode(&real.to_string_lossy());
    let (fitting, others): (Vec<_>, Vec<_>) =
        entries(projects).partition(|entry| entry.file_name().is_some_and(|name| fits(name, &encoded)));
    let transcripts = |folders: &[PathBuf]| {
        newest_first(folders.iter().flat_map(|folder| entries(folder)).filter(|path| is_transcript(path)))
    };
    let fitting = transcripts(&fitting);
    let is_wanted = |path: &&PathBuf| {
        first_cwd(path, adapter).is_some_and(|cwd| {
            let cwd = Path::new(&cwd);
            cwd.starts_with(&real) || cwd.starts_with(folder)
        })
    };
    let among_fitting = fitting.iter().find(is_wanted).cloned();
    among_fitting
        .or_else(|| transcripts(&others).iter().find(is_wanted).cloned())
        .or_else(|| fitting.into_iter().next())
}

/// The working folder that the first record names.
fn first_cwd(transcript: &Path, adapter: &dyn Adapter) -> Option<String> {
    let mut first = None;
    // A transcript that cannot be read is not the wanted one.
    catch_up(transcript, &Cursor::default(), &LOOKED_AT, adapter, &mut |event| {
        if first.is_none() {
            first = event.cwd;
        }
    })
    .ok()?;
    first
}

/// The client's name for a project's folder: every UTF-16 unit that is no ASCII letter or digit becomes `-`.
fn encode(folder: &str) -> String {
    let units = folder.encode_utf16().map(|unit| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphanumeric() => char::from(byte),
        _ => '-',
    });
    units.collect()
}

fn fits(name: &OsStr, encoded: &str) -> bool {
    match encoded.get(..MAX_ENCODED) {
        Some(cut) if encoded.len() > MAX_ENCODED => starts_with(name, &format!("{cut}-")),
        _ => name == encoded,
    }
}

fn starts_with(name: &OsStr, prefix: &str) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(prefix))
}

fn is_transcript(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("jsonl")) && path.is_file()
}

/// What lies in a folder; nothing when it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// Newest first; of equal age in the order of their names, so that the answer does not depend on the file system.
fn newest_first(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut dated: Vec<(SystemTime, PathBuf)> = paths
        .map(|path| (fs::metadata(&path).and_then(|facts| facts.modified()).unwrap_or(SystemTime::UNIX_EPOCH), path))
        .collect();
    dated.sort_by(|(a, first), (b, second)| b.cmp(a).then_with(|| first.cmp(second)));
    dated.into_iter().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::ClaudeCode;
    use std::time::Duration;

    /// A configuration folder with transcripts of the given age in seconds.
    fn config(sessions: &[(&str, &str, &str, u64)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (project, id, cwd, age) in sessions {
            let project = folder.path().join("projects").join(project);
            fs::create_dir_all(&project).unwrap();
            let path = project.join(format!("{id}.jsonl"));
            let record = serde_json::json!({"type": "user", "cwd": cwd, "message": {"content": "go"}});
            fs::write(&path, format!("{{\"type\":\"mode\"}}\n{record}\n")).unwrap();
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age)).unwrap();
        }
        folder
    }

    #[track_caller]
    fn check(sessions: &[(&str, &str, &str, u64)], wanted: Wanted<'_>, expected: &str) {
        let folder = config(sessions);
        let found = locate(folder.path(), wanted, &ClaudeCode);
        let shown =
            found.map_or_else(|error| error.to_string(), |path| path.file_stem().unwrap().to_string_lossy().into());
        assert!(shown.starts_with(expected), "{shown}");
    }

    #[test]
    fn a_session_is_found_by_its_id() {
        let sessions = [("-p", "s1", "/p", 10), ("-q", "s2", "/q", 0), ("-r", "s1", "/r", 20)];
        check(&sessions, Wanted::Session("s2"), "s2");
        check(&sessions, Wanted::Session("s1"), "s1");
        check(&sessions, Wanted::Session("s3"), "no transcript of a session whose id begins with s3 below ");
        check(&sessions, Wanted::Session("s"), "no transcript of session s (several begin so) below ");
        let long = [("-p", "5f0c2a1e-1", "/p", 1), ("-q", "5f0c2a1e-1", "/q", 0), ("-q", "5e-2", "/q", 0)];
        check(&long, Wanted::Session("5f0c"), "5f0c2a1e-1");
        check(&long, Wanted::Session("5"), "no transcript");
        check(&sessions, Wanted::Session("../-p/s1"), "no transcript");
        check(&[], Wanted::Session("s1"), "no transcript");
    }

    #[test]
    fn a_project_is_told_by_its_records() {
        let collision = [("-no-a-b", "dash", "/no/a-b", 0), ("-no-a-b", "under", "/no/a_b", 9)];
        check(&collision, Wanted::Project(Path::new("/no/a_b")), "under");
        check(&collision, Wanted::Project(Path::new("/no/a-b")), "dash");
        let below = [("-no-p-sub", "sub", "/no/p/sub", 3), ("-no-q", "q", "/no/q", 0)];
        check(&below, Wanted::Project(Path::new("/no/p")), "sub");
        check(&below, Wanted::Project(Path::new("/no/x")), "no transcript of /no/x below ");
        let moved = [("-no-p", "old", "/elsewhere", 5), ("-no-p", "new", "/elsewhere", 1)];
        check(&moved, Wanted::Project(Path::new("/no/p")), "new");
    }

    #[test]
    fn folder_names_are_encoded_as_the_client_does() {
        assert_eq!(encode("/home/dev/my_app.v2"), "-home-dev-my-app-v2");
        assert_eq!(encode("/ä/😀"), "-----");
        assert_eq!(encode("C:\\w"), "C--w");
        let long = encode(&"/long".repeat(60));
        assert!(fits(OsStr::new(&format!("{}-1x2y3z", &long[..200])), &long));
        assert!(!fits(OsStr::new("-long"), &long));
    }

    #[test]
    fn subagents_lie_beside_their_session() {
        let folder = tempfile::tempdir().unwrap();
        let beside = folder.path().join("s1/subagents");
        fs::create_dir_all(&beside).unwrap();
        for name in ["agent-b.jsonl", "agent-a.jsonl", "agent-a.meta.json", "other.jsonl"] {
            fs::write(beside.join(name), "").unwrap();
        }
        let found = subagents(&folder.path().join("s1.jsonl"));
        assert_eq!(found, [beside.join("agent-a.jsonl"), beside.join("agent-b.jsonl")]);
        assert!(subagents(&folder.path().join("s2.jsonl")).is_empty());
    }
}
