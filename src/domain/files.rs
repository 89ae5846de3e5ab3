//! The files of a repository, as a list of paths.

use serde::{Deserialize, Serialize};

/// The files of a repository: paths relative to its root, `/` between components, sorted, no duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileList {
    paths: Vec<String>,
    /// True when the walk stopped at its limit, so that absence from the list proves nothing.
    pub truncated: bool,
}

impl FileList {
    /// Sorts and de-duplicates `paths`.
    pub fn new(mut paths: Vec<String>, truncated: bool) -> Self {
        paths.sort_unstable();
        paths.dedup();
        Self { paths, truncated }
    }

    /// All paths, sorted.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// True when nothing is known about the repository.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// True when `path` is a listed file.
    pub fn has_file(&self, path: &str) -> bool {
        self.paths.binary_search_by(|known| known.as_str().cmp(path)).is_ok()
    }

    /// True when some listed file lies below `folder` (no trailing `/`; "" is the root).
    pub fn has_folder(&self, folder: &str) -> bool {
        self.below(folder).next().is_some()
    }

    /// The files below `folder` (no trailing `/`; "" is the root), in order.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        // Siblings such as "a-b" sort between "a" and "a/": the search is for the first path at or after "a/".
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let start = self.paths.partition_point(|known| known.as_str() < prefix.as_str());
        self.paths[start..].iter().map(String::as_str).take_while(move |known| known.starts_with(&prefix))
    }
}
