//! What all connections share.

use super::limits::Limits;
use super::{Desk, Token};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What all connections share.
pub(super) struct Shared {
    pub(super) desk: Arc<Desk>,
    pub(super) token: Token,
    pub(super) limits: Limits,
    pub(super) memory: Arc<Semaphore>,
    pub(super) running: Arc<Semaphore>,
    /// Held by who asks the memory for its counts: one at a time.
    pub(super) counting: Arc<Semaphore>,
}
