//! Every number and switch: the embedded `default.toml`, its shape, the layers over it, and validation with places.
//!
//! Owns what a key means and which layer may set it. It reads no file: `host` hands it the texts.

mod schema;

pub use schema::{
    Config, ConstraintBreachConfig, CooldownConfig, CorrectionConfig, EscalationConfig, EvidenceConfig, Fail,
    GoalConfig, IgnoredCorrectionConfig, InputConfig, Mode, OutOfScopeConfig, Profile, RepetitionConfig,
    RepositoryConfig, ReviewConfig, ScopeConfig, ScoreConfig, SignalConfig, StoreConfig, TangentConfig,
};

/// The commented defaults, as embedded in the binary.
pub const DEFAULT_TOML: &str = include_str!("default.toml");

/// The defaults. A unit test proves that the embedded text parses; should it ever not, this ends the process.
pub fn defaults() -> Config {
    match toml::from_str(DEFAULT_TOML) {
        Ok(config) => config,
        Err(error) => unreachable!("the embedded default.toml does not parse: {error}"),
    }
}
