//! The options of the hook at a prompt.

use clap::{Args, ValueEnum};

/// Options of `prompt-inject`.
#[derive(Debug, Args)]
pub struct PromptInject {
    /// How the words are printed
    #[arg(long, value_name = "FORMAT", default_value = "json", conflicts_with = "print")]
    pub(super) format: InjectFormat,
    /// The same as --format text
    #[arg(long)]
    pub(super) print: bool,
}

impl PromptInject {
    /// The format that was asked for in either way.
    pub fn format(&self) -> InjectFormat {
        if self.print { InjectFormat::Text } else { self.format }
    }
}

/// How `prompt-inject` prints its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InjectFormat {
    /// The answer that the agent's client expects of a hook
    Json,
    /// Plain words, for --append-system-prompt and other agents
    Text,
}
