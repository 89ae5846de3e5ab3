//! How one sentence frees what was forbidden, whatever that was: "you may touch legacy", "now the ui part", "roll it out".
//!
//! Owns the reading of single sentences. Which limits end by them is `lifting`'s, what a prompt asks for is `ask`'s.

pub(super) mod accepted;
pub(super) mod act;
pub(super) mod fault;
pub(super) mod freed;
pub(super) mod granted;
pub(super) mod handed_back;
pub(super) mod mentioned;
pub(super) mod turn;
pub(super) mod unmended;
pub(super) mod verb;
