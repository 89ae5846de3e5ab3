//! What a judge rules, and in which shape it is asked.

/// What a judge says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The response follows.
    Yes,
    /// It does not.
    No,
}

impl Ruling {
    /// The word of metrics and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

/// How an API words question and answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Ollama,
    Anthropic {
        key: String,
    },
    /// Without a key for servers on this machine that want none.
    Openai {
        key: Option<String>,
    },
}
