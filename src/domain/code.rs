//! Code that the user does not want to see written, and what an edit writes.

use serde::{Deserialize, Serialize};

/// What must not come into the code: "no `unwrap()`", "don't use lodash", "no comments".
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// These letters as they stand, in code or as a word of a command: `useEffect`, `!important`, `--no-verify`.
    Literal(String),
    /// A library, by the name with which it is brought in: "lodash".
    Library(String),
    /// What people have one word for and code writes in many ways, by its name in the table of `text::code`: "comments", "logging".
    Construct(String),
}

impl Code {
    /// The user's word for it, or the letters.
    pub fn word(&self) -> &str {
        match self {
            Self::Literal(word) | Self::Library(word) | Self::Construct(word) => word,
        }
    }

    /// As people are shown it: "`useEffect`", "lodash", "comments".
    pub fn shown(&self) -> String {
        match self {
            Self::Literal(letters) => format!("`{letters}`"),
            Self::Library(word) | Self::Construct(word) => word.clone(),
        }
    }
}

/// The lines that an edit takes out and puts in, those that stay left out. They live as long as the call is taken note of and are never
/// stored: the contents of files are no business of the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedLines {
    /// Gone with it; empty for a file that is written as a whole.
    pub gone: String,
    /// New with it.
    pub came: String,
}

/// Code that an edit brings in though a limit speaks against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// The clause in the user's words.
    pub clause: String,
    /// What is brought in, as it is shown to people.
    pub code: String,
}
