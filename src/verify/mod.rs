//! What the agent reports, held against what its session shows.
//!
//! Owns the reading of reports, the record they are held against, and the judgement. It knows what was changed from
//! others, and accuses nobody on a guess: where a report may mean a file, it means it, and what the record cannot tell is
//! unverifiable.
//!
//! [`ledger::entry`] makes the record call by call, [`claims`] reads a report, [`judge`] holds one against the other.

mod admission;
mod claim;
pub mod coherence;
mod disclosure;
mod evidence;
mod judge;
pub mod ledger;
mod report;
mod response;
mod signal;
#[cfg(test)]
mod stage;
mod stated;
pub mod stream;
mod suite;
pub mod text;

pub use admission::admits;
pub use claim::claims;
pub use disclosure::{Undisclosed, Written, tells_of_tests, undisclosed, wants_tests_off};
pub use judge::judge;
pub use report::{Checked, CheckedReport, Sources, report};
pub use response::{Part, Reviewed, response};
pub use stated::stated;
