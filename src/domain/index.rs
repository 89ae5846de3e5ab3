//! What a repository's index tells: files by their words, files that belong together.

use serde::{Deserialize, Serialize};

/// A file that holds words of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Relative to the root.
    pub path: String,
    /// BM25, above 0; only comparable within one answer.
    pub score: f64,
}

/// How two files are known to belong together, seen from the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bond {
    /// The first imports the second.
    Imports,
    /// The second imports the first.
    ImportedBy,
    /// One is the test of the other, by their names.
    TestPair,
    /// They changed in the same commits.
    Together {
        /// The share of the first file's commits in which the second changed too, 0 to 1.
        share: f64,
        /// How many commits that were.
        times: u32,
    },
}

/// A file that belongs to another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Neighbour {
    /// Relative to the root.
    pub path: String,
    /// How it is known.
    pub bond: Bond,
}
