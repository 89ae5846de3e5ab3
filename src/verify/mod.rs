//! What the agent reports, held against what its session shows.
//!
//! Owns the reading of reports. It knows what was changed from others, and accuses nobody on a guess: where a report may
//! mean a file, it means it.

mod disclosure;

pub use disclosure::{Undisclosed, undisclosed};
