//! Every number and switch: the embedded `default.toml`, its shape, the layers over it, and validation with places.
//!
//! Owns what a key means and which layer may set it. It reads no file: `host` hands it the texts.

mod edit;
mod key;
mod layers;
mod mcp;
mod memory;
mod nearest;
mod outside;
mod problem;
mod reference;
mod render;
mod rules;
mod schema;

pub use edit::with_mode;
pub use key::{Key, keys};
pub use layers::{Layer, LayerKind, Loaded, Origin, load};
pub use mcp::McpConfig;
pub use memory::{MeaningConfig, MemoryConfig, MemoryPolicy, MergeConfig, SearchConfig, SummaryConfig};
pub use problem::{Problem, Severity};
pub use reference::{show, template};
pub use render::render;
pub use schema::*;

use std::sync::LazyLock;

/// The commented defaults, as embedded in the binary.
pub const DEFAULT_TOML: &str = include_str!("default.toml");

/// The defaults, read once in a process: a hook asks for them twice. The build has made the text out of `default.toml`.
static DEFAULTS: LazyLock<Config> =
    LazyLock::new(|| match serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/default.json"))) {
        Ok(config) => config,
        Err(error) => unreachable!("the embedded default.toml does not parse: {error}"),
    });

/// The defaults. A unit test proves that the embedded text parses; should it ever not, this ends the process.
pub fn defaults() -> Config {
    DEFAULTS.clone()
}
