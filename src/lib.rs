//! driftguard keeps a coding agent on the goal its user gave it.
//!
//! The rooms, in reading order. `ARCHITECTURE.md` has the map, the arrows between them and the invariants.

// The pure rooms: no I/O, no clock, no environment. `clippy.toml` names what they may not call.
#[forbid(clippy::disallowed_methods)]
pub mod domain;

#[forbid(clippy::disallowed_methods)]
pub mod text;

#[forbid(clippy::disallowed_methods)]
pub mod config;

#[forbid(clippy::disallowed_methods)]
pub mod goal;

#[forbid(clippy::disallowed_methods)]
pub mod signal;

#[forbid(clippy::disallowed_methods)]
pub mod verify;

#[forbid(clippy::disallowed_methods)]
pub mod injection;

#[forbid(clippy::disallowed_methods)]
pub mod memory;

#[forbid(clippy::disallowed_methods)]
pub mod drift;

#[forbid(clippy::disallowed_methods)]
pub mod correction;

#[forbid(clippy::disallowed_methods)]
pub mod agent;

#[forbid(clippy::disallowed_methods)]
pub mod guard;

// The outside world.
pub mod cli;
pub mod commands;
pub mod host;
pub mod inference;
pub mod mcp;
pub mod private;
pub mod repo;
pub mod serve;
pub mod store;
pub mod transcript;
