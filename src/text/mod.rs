//! Words, paths and shell commands: text in, facts out.
//!
//! Owns the reading of text that means the same for every agent. It knows no goal, no session and no file system.

pub mod called;
pub mod clip;
pub mod code;
pub mod dependency;
pub mod extension;
pub mod glob;
pub mod jsonc;
pub mod kind;
pub mod language;
pub mod loanword;
pub mod openings;
pub mod outward;
pub mod path;
pub mod pattern;
mod piece;
pub mod plain;
pub mod retrieval;
pub mod rewrite;
pub mod runner;
pub mod secret;
pub mod shell;
pub mod signature;
pub mod task;
pub mod tested;
pub mod trace;
pub mod volatile;
pub mod word_set;
pub mod words;
