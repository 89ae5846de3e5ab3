//! How much the service lets in.

use crate::config::ServeConfig;
use std::time::Duration;

/// How much is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the longest body.
    pub max_body: usize,
    /// Bytes of all bodies that are being read and answered.
    pub max_memory: usize,
    /// In which a head, and after it a body, must have arrived.
    pub read: Duration,
    /// That an answer may take.
    pub request: Duration,
    /// Connections at once.
    pub max_connections: usize,
    /// Requests that are answered or wait for it.
    pub max_running: usize,
    /// That a stop waits.
    pub stop: Duration,
    /// Answers that are worked out at once.
    pub threads: usize,
}

impl Limits {
    /// The limits that the settings name, on a machine with so many `threads`.
    pub fn of(config: &ServeConfig, threads: usize) -> Self {
        Self {
            max_body: config.max_body,
            max_memory: config.max_memory,
            read: Duration::from_secs(config.read_seconds),
            request: Duration::from_secs(config.request_seconds),
            max_connections: config.max_connections,
            max_running: config.max_running,
            stop: Duration::from_secs(config.stop_seconds),
            threads: threads.max(1),
        }
    }
}
