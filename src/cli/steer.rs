//! The options of the commands by which a person overrules driftguard: `mode`, `pause`, `unlock`, `wrong`.

use super::value::{duration, short_duration};
use crate::config::Mode;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::time::Duration;

/// Options of `mode`.
#[derive(Debug, Args)]
pub struct SetMode {
    /// The new mode
    pub mode: Option<Mode>,
}

impl ValueEnum for Mode {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Monitor, Self::Guide, Self::Enforce]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Monitor => PossibleValue::new("monitor").help("Records and says nothing"),
            Self::Guide => PossibleValue::new("guide").help("Tells the agent when it leaves the goal"),
            Self::Enforce => PossibleValue::new("enforce").help("Also denies edits that have left the goal"),
        })
    }
}

/// Options of `pause`.
#[derive(Debug, Args)]
pub struct Pause {
    /// How long: 30m, 2h, 1d
    #[arg(value_parser = duration, conflicts_with = "end")]
    pub duration: Option<Duration>,
    /// Only the latest session of this project, or the one that ID names
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = true)]
    pub session: Option<Option<String>>,
    /// End the pause
    #[arg(long)]
    pub end: bool,
}

/// Options of `unlock`.
#[derive(Clone, Debug, Args)]
pub struct Unlock {
    /// How long: 5m, 1h; 24h at most
    #[arg(value_parser = short_duration, default_value = "15m")]
    pub duration: Duration,
    /// Lock again at once
    #[arg(long)]
    pub end: bool,
}

/// Options of `wrong`.
#[derive(Debug, Args)]
pub struct Wrong {
    /// The finding, as `driftguard explain` names it
    pub finding: Option<String>,
    /// In the session with this id, or with the only id that begins so
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
}
