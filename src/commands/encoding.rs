//! The encoder of a command that a person or another agent waits for: a model may be loaded for it, unlike in a hook.
//!
//! Owns what happens where the model cannot be used: it is told once, recorded for `doctor`, and the table takes its place.

use super::project::Project;
use super::{print, swallowed};
use crate::config::InferenceConfig;
use crate::domain::{Said, Vector};
use crate::guard::port::StoreError;
use crate::host::{Cause, Host};
use crate::inference::Encoder;
use crate::inference::model::ModelError;
use crate::store::memory::Memory;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};

/// The encoder in force, and who is told of its faults.
pub struct Encoding<H> {
    encoder: Encoder,
    host: H,
    command: &'static str,
    told: AtomicBool,
    /// Texts that get a vector at once.
    catch_up: usize,
}

impl<H: Deref<Target = Host>> Encoding<H> {
    /// The encoder that the settings name; the table where its model cannot be used.
    pub fn of(host: H, project: &Project, command: &'static str) -> Self {
        let config: &InferenceConfig = &project.config.inference;
        let opened = Encoder::open(config, &host.paths.data);
        let (encoder, fault) = match opened {
            Ok(encoder) => (encoder, None),
            Err(error) => (Encoder::Table, Some(error)),
        };
        let encoding = Self { encoder, host, command, told: AtomicBool::new(false), catch_up: config.catch_up };
        if let Some(fault) = fault {
            encoding.tell(&fault);
        }
        encoding
    }

    /// What a text is about without a model: what hooks look for.
    pub fn quick(&self, text: &str) -> Option<Vector> {
        self.encoder.quick(text)
    }

    /// What a text is about by the model; `None` without one.
    fn deep(&self, text: &str) -> Option<Vector> {
        self.encoder.deep(text).unwrap_or_else(|error| {
            self.tell(&error);
            None
        })
    }

    /// A text with all that it means.
    pub fn said(&self, text: &str, key: Option<String>) -> Said {
        Said { text: text.to_owned(), key, vector: self.quick(text), deep: self.deep(text) }
    }

    /// What a text means, by the best that there is.
    pub fn best(&self, text: &str) -> Option<Vector> {
        self.deep(text).or_else(|| self.quick(text))
    }

    /// Gives remembered texts that have none yet a vector of the model's, `inference.catch_up` at once: hooks and imports remember
    /// without it. Without a model nothing is done.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the memory cannot be read or written.
    pub fn catch_up(&self, memory: &mut Memory, project: &str) -> Result<(), StoreError> {
        let Some(name) = self.encoder.deep_name() else { return Ok(()) };
        let without = memory.without_vector(project, name, self.catch_up)?;
        let vectors: Vec<(i64, Vector)> =
            without.iter().filter_map(|(node, text)| Some((*node, self.deep(text)?))).collect();
        memory.keep_vectors(&vectors)
    }

    fn tell(&self, error: &ModelError) {
        if self.told.swap(true, Ordering::Relaxed) {
            return;
        }
        told(&self.host, self.command, "texts are compared by the table of word vectors instead", error);
    }
}

/// Tells that a model is not used, and what is done without it; for the person at hand, and for `doctor`.
pub fn told(host: &Host, command: &str, instead: &str, error: &ModelError) {
    swallowed::record(host, command, Cause::Model, &error.to_string());
    print::warning(&format!("the model is not used: {error}; {instead}"), error.hint());
}
