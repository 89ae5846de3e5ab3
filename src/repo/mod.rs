//! Facts about a repository on the disk: its root, its files, what a file imports.
//!
//! Owns looking; what the facts mean for a goal is decided in `goal`. Nothing here runs `git` or any other process, and
//! nothing follows a link out of the repository.

mod files;
mod imports;
mod resolve;
mod root;

pub use files::{Limits, list};
pub use imports::imports;
pub use root::{root, root_of};
