//! Lessons, texts and the present goal for any agent, over the Model Context Protocol on stdin and stdout.
//!
//! Owns which tools there are, what they take and what they answer. What is remembered, merged and recalled is the store's and the
//! memory's; nothing is decided here. Asynchronous as the protocol's library is, on one thread; no hook enters it, and nothing but
//! the protocol is ever written to stdout (ADR 8).

mod answer;
mod server;
mod tool;
mod transport;
pub mod wire;

pub use answer::{Desk, Refusal};
pub use server::{ServeError, serve};
pub use tool::TOOLS;
