//! Prompts in, goal out: what the user wants now, in the user's words, and what may be touched for it.
//!
//! Owns goals, scopes and constraints as prompts and approved plans make them. Every reading is grammar and lookup, no
//! model: where the words leave a doubt, the wider scope and the milder constraint win. How a touched file relates to
//! the goal is judged in `relation`; what a prompt is (typed, pasted, a machine's) the agent's adapter says.

mod ask;
mod beside;
mod changed_mind;
mod compose;
mod constraint;
mod context;
mod delegated;
mod freeing;
mod hand;
mod history;
pub mod infer;
mod kinds;
mod lifting;
mod line;
mod names;
mod newest;
mod prompt;
mod prompted;
mod reach;
mod reading;
mod relation;
mod revise;
mod ruling;
#[cfg(test)]
mod stage;

pub use ask::{agrees, is_acknowledgement};
pub use context::GoalContext;
pub use hand::{absent, allow, declare, forbid, let_through, set, stray};
pub use prompted::{Revised, answered, approve_plan, delegate, revise, start};
pub use relation::{ScopeMap, declared_text, forbidding_deed, is_litter, is_test};
pub use ruling::Ruling;
