//! Sessions in SQLite, behind the guard's `Store` trait.
//!
//! Owns the file, its schema and its migrations, the one transaction of a hook call, and the spool for calls that could
//! not have the database in time. It judges nothing and reads no clock (times are handed in). Beside it only the index of a
//! repository (`repo::index`) knows SQL.
//!
//! A hook is usually the only open connection, so what SQLite does on close and by itself decides its cost: nothing is
//! folded back on close (`NO_CKPT_ON_CLOSE`), nothing by page count, and a prompt or tool hook does not wait for the disk.
//! `session-start`, `stop`, `session-end` and commands fold the log back instead ([`SqliteStore::checkpoint`]); only a turn
//! of many hundred calls makes a tool hook do it (`upkeep`).

mod database;
mod facts;
mod failure;
mod figures;
mod known;
mod lesson_keys;
pub mod memory;
mod migrations;
mod private;
mod query;
mod recall;
mod remarks;
mod row;
mod spool;
mod sqlite;
mod stamp;
mod upkeep;
mod write;

pub use facts::{Added, MAX_FACTS, StoredFact};
pub use figures::Figures;
pub use known::Backend;
pub use private::has_room;
pub use query::{Beginning, WrongMark};
pub use spool::{Census, Pending, Spool, Spooled};
pub use sqlite::{Opening, SqliteStore};
pub use upkeep::{Health, Purge, Purged};
