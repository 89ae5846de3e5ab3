//! Models that read texts: which are known, where they lie, and whether they are what they should be.
//!
//! Owns the list with its pins, the place on disk and the check. It runs no model (`neural` does) and fetches none unasked:
//! [`fetch`](self::fetch) is called by `driftguard model fetch` alone.

mod catalog;
#[cfg(feature = "neural")]
mod fetch;
mod place;

pub use catalog::{KNOWN, Known, Part, Source, known};
#[cfg(feature = "neural")]
pub use fetch::{Progress, fetch};
pub use place::{Place, State, remove_known};

/// True where this program can run models.
pub const BUILT: bool = cfg!(feature = "neural");

/// What a model is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// It turns a text into a vector.
    Encoder,
    /// It tells whether one text follows from another.
    Entailment,
}

impl Purpose {
    /// The word that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Encoder => "encoder",
            Self::Entailment => "entailment",
        }
    }
}

/// Why a model cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// This program was built without the feature.
    #[error("this driftguard was built without models")]
    NotBuilt,
    /// The name is none of the list, and no absolute path.
    #[error("{0:?} is neither a known model nor an absolute path")]
    Unknown(String),
    /// A file is not there.
    #[error("{0} is missing")]
    Missing(String),
    /// A file cannot be read or written.
    #[error("{path}: {detail}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        detail: String,
    },
    /// A file is not the one that was pinned.
    #[error("{path} is not the file that is known: {detail}")]
    Differs {
        /// The file.
        path: String,
        /// In what.
        detail: String,
    },
    /// A file is larger than any model that is taken.
    #[error("{path} has more than {limit} bytes")]
    TooLarge {
        /// The file.
        path: String,
        /// Bytes that are read at most.
        limit: u64,
    },
    /// The network is no ONNX that can be run.
    #[error("{path} is no ONNX model that can be run: {detail}")]
    Network {
        /// The file.
        path: String,
        /// What is wrong.
        detail: String,
    },
    /// The tokenizer cannot be read, or belongs to another network.
    #[error("{path} does not fit: {detail}")]
    Tokenizer {
        /// The file.
        path: String,
        /// What is wrong.
        detail: String,
    },
    /// `config.json` does not say which output stands for what.
    #[error("{path} does not name the outputs: {detail}")]
    Labels {
        /// The file.
        path: String,
        /// What is wrong.
        detail: String,
    },
    /// The network gives something else than numbers for a text.
    #[error("the model gives no usable numbers: {0}")]
    Output(String),
    /// It could not be fetched.
    #[error("cannot fetch {address}: {detail}")]
    Unreachable {
        /// The address.
        address: String,
        /// What went wrong.
        detail: String,
    },
}

impl ModelError {
    /// What the person can do about it.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NotBuilt => {
                "build one that can, in driftguard's sources: `cargo build --release --locked --features neural`"
            }
            Self::Unknown(_) => "`driftguard model list` shows the names; a folder is named by its absolute path",
            Self::Missing(_) => {
                "`driftguard model fetch NAME` puts a known model there; docs/models.md tells what a folder holds"
            }
            Self::Io { .. } => "check that the path exists, that you may use it, and that the disk has room",
            Self::Differs { .. } => "fetch it again: `driftguard model fetch NAME`; nothing that differs is ever used",
            Self::TooLarge { .. } => "name a smaller model: docs/models.md",
            Self::Network { .. } | Self::Output(_) => "docs/models.md tells which models can be run",
            Self::Tokenizer { .. } => "take tokenizer.json from the place that the network came from",
            Self::Labels { .. } => "config.json needs `id2label` with entailment, neutral and contradiction",
            Self::Unreachable { .. } => "without a network, fetch the files elsewhere and name them with --from",
        }
    }
}
