//! Who may be asked beside the words themselves: models and programs that the user names. None by default.
//!
//! No hook enters here: what is asked may take seconds and cost money.

pub mod encoder;
pub mod judge;
