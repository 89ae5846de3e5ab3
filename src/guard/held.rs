//! A place that is held against what a command touches, with the clause that holds it.

use crate::domain::Pattern;
use crate::text::{path, pattern};

/// A path that the user forbade.
#[derive(Debug)]
pub(super) struct Held {
    /// A file, a folder, or a glob as it is written.
    pub(super) path: String,
    /// True where all below the path is meant.
    pub(super) whole: bool,
    pub(super) clause: String,
    /// What the clause leaves free of it.
    pub(super) spared: Vec<Pattern>,
}

impl Held {
    pub(super) fn of(pattern: &Pattern, clause: String) -> Self {
        match pattern {
            Pattern::File(path) => Self { path: path.clone(), whole: false, clause, spared: Vec::new() },
            Pattern::Folder(path) => Self { path: path.clone(), whole: true, clause, spared: Vec::new() },
            Pattern::Glob(glob) => {
                let folder = glob.strip_suffix("/**").or_else(|| glob.strip_suffix("/**/*"));
                let whole = folder.filter(|folder| literal_folder(&format!("{folder}/*")) == *folder);
                Self { path: whole.unwrap_or(glob).to_owned(), whole: whole.is_some(), clause, spared: Vec::new() }
            }
        }
    }

    /// The path as a sentence names it: a folder by its slash.
    pub(super) fn shown(&self) -> String {
        let slash = if self.whole && !self.path.is_empty() { "/" } else { "" };
        format!("{}{slash}", self.path)
    }

    /// True where a folder is meant with all that is in it.
    pub(super) const fn is_whole(&self) -> bool {
        self.whole
    }

    /// True when all that lies in `folder` is forbidden.
    pub(super) fn holds(&self, folder: &str) -> bool {
        self.whole && path::is_below(folder, &self.path) && !self.leaves_free(folder)
    }

    /// True where the clause leaves something of it free.
    pub(super) const fn has_exceptions(&self) -> bool {
        !self.spared.is_empty()
    }

    /// True for a path that the clause takes out of what it forbids.
    pub(super) fn leaves_free(&self, path: &str) -> bool {
        self.spared.iter().any(|place| pattern::covers(place, path))
    }
}

/// The folders that a pattern begins with, as far as they are plain names.
pub(super) fn literal_folder(pattern: &str) -> &str {
    let sign = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    path::folder(&pattern[..sign])
}
