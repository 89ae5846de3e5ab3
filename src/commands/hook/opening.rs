//! How a hook opens the store.

use crate::config::Config;
use crate::store::Opening;
use std::time::Duration;

/// How a hook opens the store.
pub(in crate::commands) fn opening(config: &Config, checkpoint: bool) -> Opening {
    Opening { deadline: Duration::from_millis(config.store.deadline_ms), checkpoint, history: config.store.history }
}
