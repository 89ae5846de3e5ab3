//! Who may be asked beside the words themselves: the table of word vectors in this program, and models and programs that the user
//! names. None of the latter by default.
//!
//! No hook asks a program or a model: that may take seconds and cost money. The table takes microseconds.

pub mod judge;
pub mod model;
#[cfg(feature = "neural")]
mod neural;
pub mod table;

#[cfg(feature = "neural")]
pub use neural::Sentences;

use crate::config::{EncoderKind, InferenceConfig};
use crate::domain::{Entailed, Vector};
use model::ModelError;
use std::path::Path;

/// What a text is about without a model: for hooks, which have no time to load one, and for whatever they read. None without an
/// encoder, and for a text that it knows nothing of.
pub fn vector(text: &str, encoder: EncoderKind) -> Option<Vector> {
    match encoder {
        EncoderKind::None => None,
        // What a model remembers beside, a hook must find as well.
        EncoderKind::Table | EncoderKind::Neural => table::encode(text),
    }
}

/// Who turns texts into vectors.
#[derive(Debug)]
pub enum Encoder {
    /// Nobody: likeness is told by words alone.
    Lexical,
    /// The table in this program.
    Table,
    /// A model. The box keeps the others small.
    #[cfg(feature = "neural")]
    Neural(Box<Sentences>),
}

impl Encoder {
    /// The encoder that the settings name; it may take a quarter of a second and is never called in a hook. `data` is the folder of
    /// driftguard's own files.
    ///
    /// # Errors
    ///
    /// [`ModelError`] where a model is named that cannot be used.
    pub fn open(config: &InferenceConfig, data: &Path) -> Result<Self, ModelError> {
        match config.encoder {
            EncoderKind::None => Ok(Self::Lexical),
            EncoderKind::Table => Ok(Self::Table),
            EncoderKind::Neural => Self::neural(config, data),
        }
    }

    #[cfg(feature = "neural")]
    fn neural(config: &InferenceConfig, data: &Path) -> Result<Self, ModelError> {
        let place = model::Place::of(&config.model, data)?;
        Ok(Self::Neural(Box::new(Sentences::load(&place, config.max_tokens)?)))
    }

    #[cfg(not(feature = "neural"))]
    fn neural(_config: &InferenceConfig, _data: &Path) -> Result<Self, ModelError> {
        Err(ModelError::NotBuilt)
    }

    /// What a text is about by a model; `None` without one, and for an empty text.
    ///
    /// # Errors
    ///
    /// [`ModelError::Output`] where the model fails on it.
    #[cfg(feature = "neural")]
    pub fn deep(&self, text: &str) -> Result<Option<Vector>, ModelError> {
        match self {
            Self::Lexical | Self::Table => Ok(None),
            Self::Neural(sentences) => sentences.encode(text),
        }
    }

    /// Nothing: this program was built without models.
    ///
    /// # Errors
    ///
    /// None.
    #[cfg(not(feature = "neural"))]
    pub fn deep(&self, _text: &str) -> Result<Option<Vector>, ModelError> {
        Ok(None)
    }

    /// What a text is about without a model: what hooks look for.
    pub fn quick(&self, text: &str) -> Option<Vector> {
        if matches!(self, Self::Lexical) { None } else { table::encode(text) }
    }

    /// The name that a model's vectors bear; `None` without a model.
    pub fn deep_name(&self) -> Option<&str> {
        match self {
            Self::Lexical | Self::Table => None,
            #[cfg(feature = "neural")]
            Self::Neural(sentences) => Some(sentences.name()),
        }
    }
}

/// A model that tells whether a statement follows from a text.
#[derive(Debug)]
pub struct Entailment {
    #[cfg(feature = "neural")]
    pairs: neural::Pairs,
    #[cfg(not(feature = "neural"))]
    never: std::convert::Infallible,
}

impl Entailment {
    /// The model that the settings name, or nobody. It may take a second and is never called in a hook.
    ///
    /// # Errors
    ///
    /// [`ModelError`] where a model is named that cannot be used.
    #[cfg(feature = "neural")]
    pub fn open(config: &InferenceConfig, data: &Path) -> Result<Option<Self>, ModelError> {
        if config.nli_model.is_empty() {
            return Ok(None);
        }
        let place = model::Place::of(&config.nli_model, data)?;
        Ok(Some(Self { pairs: neural::Pairs::load(&place, config.max_tokens)? }))
    }

    /// Nobody: this program was built without models.
    ///
    /// # Errors
    ///
    /// [`ModelError::NotBuilt`] where the settings name one.
    #[cfg(not(feature = "neural"))]
    pub fn open(config: &InferenceConfig, _data: &Path) -> Result<Option<Self>, ModelError> {
        if config.nli_model.is_empty() { Ok(None) } else { Err(ModelError::NotBuilt) }
    }

    /// Whether `statement` follows from `text`. Of a text that is too long the beginning counts.
    ///
    /// # Errors
    ///
    /// [`ModelError::Output`] where the model fails on them.
    #[cfg(feature = "neural")]
    pub fn ask(&self, text: &str, statement: &str) -> Result<Entailed, ModelError> {
        self.pairs.ask(text, statement)
    }

    /// Never called: there is no such model.
    ///
    /// # Errors
    ///
    /// None: it cannot be called.
    #[cfg(not(feature = "neural"))]
    pub fn ask(&self, _text: &str, _statement: &str) -> Result<Entailed, ModelError> {
        match self.never {}
    }
}
