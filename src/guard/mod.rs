//! The one pipeline: observe events, assess, decide.
pub mod port;
