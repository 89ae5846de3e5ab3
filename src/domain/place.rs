//! Where a path lies, seen from the session's root.

use serde::{Deserialize, Serialize};

/// The root of a session: what "inside the project" means. Resolution itself is `text::path`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// The git root or else the session's first working folder; absolute, no trailing separator.
    pub path: String,
    /// Other spellings of the same folder (symlinks resolved) and worktrees of the repository.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The user's home folder, when known: `~` means it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// True where nobody told the root: it is the first working folder that was met.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub learned: bool,
}

/// A resolved path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Below the root: relative, `/` between components, no `.` or `..`; "" is the root itself.
    Inside(String),
    /// Anywhere else: absolute.
    Outside(String),
}

impl Place {
    /// The path inside the project.
    pub fn inside(&self) -> Option<&str> {
        match self {
            Self::Inside(path) => Some(path),
            Self::Outside(_) => None,
        }
    }

    /// The path as people are shown it.
    pub fn shown(&self) -> &str {
        match self {
            Self::Inside(path) | Self::Outside(path) => path,
        }
    }
}
