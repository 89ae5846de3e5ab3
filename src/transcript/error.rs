//! Why a transcript cannot be read.

use std::io;
use std::path::{Path, PathBuf};

/// Why a transcript cannot be read. Broken lines are no error: they are counted.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// Nothing is there.
    #[error("no transcript at {}", .0.display())]
    Missing(PathBuf),
    /// A folder is there.
    #[error("{} is a folder, not a transcript", .0.display())]
    Folder(PathBuf),
    /// A pipe, socket or device is there; reading it could wait for ever.
    #[error("{} is no regular file", .0.display())]
    NotAFile(PathBuf),
    /// Symbolic links lead in a circle.
    #[error("the symbolic link {} leads in a circle", .0.display())]
    Loop(PathBuf),
    /// The system does not let us read it.
    #[error("cannot read {}: {detail}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        detail: String,
    },
    /// Its first line is no text.
    #[error("{} is a binary file", .0.display())]
    Binary(PathBuf),
    /// None of its lines is a record.
    #[error("{} is no transcript: none of its lines is a record", .0.display())]
    NoRecord(PathBuf),
    /// No transcript of this session or project was found.
    #[error("no transcript of {wanted} below {}", below.display())]
    NotFound {
        /// The session or the project's folder.
        wanted: String,
        /// Where it was looked for.
        below: PathBuf,
    },
}

impl TranscriptError {
    /// What the human can do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Missing(_) => "the agent writes it with the first prompt; check the path, or give the session's id",
            Self::Folder(_) => "name a .jsonl file in it, or give the session's id",
            Self::NotAFile(_) => "pass the path of a .jsonl file",
            Self::Loop(_) => "remove the link or pass the path of the file itself",
            Self::Unreadable { .. } => "check the permissions of the file and of the folders above it",
            Self::Binary(_) => "a transcript is JSON lines; a compressed one has to be unpacked first",
            Self::NoRecord(_) => "name the .jsonl file of a session",
            Self::NotFound { .. } => {
                "a session without persistence leaves none, and old ones are swept; `driftguard status --all` lists the sessions of this project, and a .jsonl file can be named"
            }
        }
    }

    /// What kept `path` from being opened or read.
    pub(super) fn from_io(path: &Path, error: &io::Error) -> Self {
        let path = path.to_path_buf();
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing(path),
            io::ErrorKind::IsADirectory => Self::Folder(path),
            // The system's own kind for it is not stable: what else keeps a link that can be read from being followed?
            kind if kind != io::ErrorKind::PermissionDenied && path.is_symlink() => Self::Loop(path),
            _ => Self::Unreadable { detail: error.to_string(), path },
        }
    }
}
