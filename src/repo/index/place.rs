//! Which repository is indexed, and where its index lies.

use crate::repo::git::Git;
use std::path::Path;

/// What is indexed, and where the index lies.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The folder of all indexes.
    pub folder: &'a Path,
    /// The repository.
    pub root: &'a Path,
    /// Reads the history, where there is such a program.
    pub git: Option<&'a Git>,
}
