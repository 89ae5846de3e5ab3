//! The shape of the table `[mcp]`.

use serde::{Deserialize, Serialize};

/// What a client of `driftguard mcp` may send and is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "default.toml documents each key once")]
pub struct McpConfig {
    pub max_line: usize,
    pub max_chars: usize,
    pub max_lessons: usize,
}
