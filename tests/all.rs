//! The one integration binary: a module for each side of the program that can be seen from outside.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, in its helpers too"
)]

mod architecture;
mod audit;
mod bad_input;
mod by_hand;
mod claims;
mod cli;
mod concurrency;
mod config;
mod copies;
mod docs;
mod hooks;
mod index;
mod injection;
// Its programs are shell scripts, its files have links and rights.
#[cfg(unix)]
mod install;
mod interleavings;
mod lessons;
mod liveness;
mod mcp;
mod meaning;
mod memory;
mod models;
#[cfg(feature = "neural")]
mod neural;
#[cfg(feature = "neural")]
mod onnx;
mod properties;
mod replay;
mod scenarios;
mod seed;
mod seed_cases;
mod seed_lessons;
mod seed_loops;
mod seed_summaries;
mod seed_truth;
mod serve;
mod several_sessions;
mod store;
mod stream;
mod subagents;
mod table;
mod tamper;
mod transcript;
mod world;
mod written;
