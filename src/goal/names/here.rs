//! "This folder", "this package": where the session works, where that is below the project's root.
//!
//! Owns these words alone. What else is called by its name is found in the file list.

use super::Names;
use crate::domain::Pattern;
use crate::goal::prompt::sentence::Sentence;
use crate::text::dependency::is_manifest;
use crate::text::path;

impl Names<'_> {
    /// "This folder", "this package" of somebody who works in a folder of the project: that folder, and the package that it lies in. None at
    /// the root, and none where the prompt writes a path: "this" may be that.
    pub(in crate::goal) fn here(&self, sentence: &Sentence<'_>, at: usize) -> Option<Pattern> {
        let noun = sentence.word(at + 1);
        let package = matches!(noun, "crate" | "package");
        let spoken = sentence.word(at) == "this" && (package || matches!(noun, "dir" | "directory" | "folder"));
        if !spoken || self.spells_paths {
            return None;
        }
        let cwd = path::resolve(self.cx.root, None, self.cx.cwd?);
        let mut folder = cwd.inside().filter(|inside| !inside.is_empty())?;
        let lists_packages = |folder: &str| {
            self.lookup.any(|listed| path::folder(listed) == folder && is_manifest(path::base_name(listed)))
        };
        while package && !folder.is_empty() && !lists_packages(folder) {
            folder = path::folder(folder);
        }
        (!folder.is_empty()).then(|| Pattern::Folder(folder.to_owned()))
    }
}
