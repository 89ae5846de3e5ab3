//! A short, current text about each thing worth knowing: a file, a command, a topic.
//!
//! Owns what becomes of a turn's facts: they are taken up beside the known ones ([`facts`](self::merge)), the gate decides
//! whether the text stays, grows or is written anew ([`gate()`]), and the text is made of whole sentences. Nobody writes a text
//! anew without the gate's [`Permit`]. Storing is `store::memory::summary`.

mod compose;
mod counts;
mod deltas;
mod drift;
mod extract;
mod gate;
mod merge;
mod name;
mod sentence;
mod state;
mod update;

pub use compose::{appended, fits};
pub use counts::{GateCounts, Sample, is_sampled};
pub use deltas::{deltas, looks_back};
pub use drift::{Moved, drift, pooled, terms};
pub use extract::{Told, summarise};
pub use gate::{GateDecision, Permit, RefreshReason, SkipReason, fact_hash, gate};
pub use merge::{Merged, merge};
pub use name::{Resolution, SameName, jaccard, resolve, same_name};
pub use sentence::{cut_at_sentence, sentences};
pub use state::{Delta, Entity, EntityKey, EntityKind, EntityState, FactState, NewFact, Polarity};
pub use update::{Request, Updated, Writer, no_model, update};
