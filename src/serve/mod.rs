//! The local service: the same answers as by hand, over HTTP on the loopback interface.
//!
//! Owns the listening socket, who may ask, and every limit: size, time, number. It decides nothing about reports and texts;
//! [`Desk`] answers through the library's one pipeline, as the commands do. Asynchronous, and no hook enters it.

mod answer;
mod body;
mod connection;
#[cfg(test)]
mod contract;
mod limits;
mod listen;
mod metrics;
mod refusal;
mod route;
mod scores;
mod shared;
mod token;
pub mod wire;

pub use answer::{Desk, verified};
pub use limits::Limits;
pub use listen::Server;
pub use metrics::{Metrics, Swallowed};
pub use refusal::{Questions, Reason, Refusal, STATUSES};
pub use scores::Scores;
pub use token::{Token, TokenError};
