//! From findings to a score, and from a score to a level.
//!
//! Owns the arithmetic of drift: evidence, change detection, score, escalation, state machine, cooldown, review tags. All
//! of it is pure functions over [`crate::domain::DriftState`]; the numbers stand in `default.toml`. It knows no words.

mod cooldown;
mod escalation;
mod evidence;
mod review;
mod score;
mod seed;
mod state;
mod trial;

pub use cooldown::{cooling, remember_alert, remember_found, remember_occurrences, resting};
pub use escalation::{Speech, after_assessment, effective, level, may_speak};
pub use evidence::{add, end, is_note, only_notes, put_back, rebase, retell, stash, unstash, weigh, withdraw};
pub use review::{count_in, needs_review, resolved, tags};
pub use score::{kind, score, standing};
pub use seed::{count, seed_score};
pub use state::{after_prompt, came_back, decided, next, raise, strayed_again};
pub use trial::{Rehearsal, rehearse};
