//! What the user calls something that no path and no command is known for.

use serde::{Deserialize, Serialize};

/// The words of a limit that could be found nowhere: "the german file", "don't trigger any workflow runs". They are held against what a
/// call does, one by one, and what answers them is told, never denied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Called {
    /// What must not be done ("regenerate"), each a way of saying it; empty where no change of the files is wanted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deeds: Vec<String>,
    /// What it must not be done to, each name as its telling words in lower case, and a path as one word; empty where the deed alone is meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Vec<String>>,
    /// True where each name is a program with the words of its command, and only a run of it is meant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
}

impl Called {
    /// The words as people are shown them: "solver pyx", "regenerate baseline images".
    pub fn shown(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| name.join(" ")).collect();
        [self.deeds.join(" or "), names.join(", ")].join(" ").trim().to_owned()
    }
}
