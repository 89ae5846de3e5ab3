//! Facts about a repository on the disk: its root, its files, what a file imports, what is in them.
//!
//! Owns looking; what the facts mean for a goal is decided in `goal`. Nothing follows a link out of the repository, but a script that is
//! about to run is read wherever it lies. Nothing that a hook calls runs `git` or any other process; the indexing process runs `git log`
//! (`index`, ADR 4), and a command that is run by hand asks whether a file is tracked.

mod files;
mod git;
mod ignored;
mod imports;
pub mod index;
mod listing;
mod manifests;
mod resolve;
mod root;
mod scripts;
mod tracked;

pub use files::{Limits, list, odd_names, on_disk};
pub use git::Git;
pub use imports::imports;
pub use manifests::lists_package;
pub use root::{root, root_of};
pub use scripts::script;
pub use tracked::is_tracked;
