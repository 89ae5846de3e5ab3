//! The one pipeline: observe events, assess, decide.
//!
//! Hook, `check`, `replay` and the evaluation all come through here; they differ only in where events come from and how
//! a decision is written out. The guard reads no file and no clock: what it needs to know stands in [`Facts`].

mod addressed;
mod assess;
mod behind;
mod by_hand;
mod code;
mod consent;
mod deed;
mod delegation;
mod facts;
mod filing;
mod held;
mod judge;
mod learn;
mod ledger;
mod live;
mod met;
mod observe;
mod packages;
mod pipeline;
mod playback;
pub mod port;
mod prohibition;
mod rebase;
mod recall;
mod record;
mod report;
mod state;
mod suspect;
mod sweep;
pub mod tamper;
mod thread;
mod touch;
mod trail;
mod turn;
mod undo;
mod warn;
mod way_around;

pub use facts::{Facts, Surface, quiet};
pub use playback::Playback;
pub use recall::what_worked;
pub use state::Guard;
pub use turn::Prompted;
