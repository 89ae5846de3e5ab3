//! What is done about a verdict at one surface. There is no "allow": driftguard never skips the user's own permission prompt.

use serde::{Deserialize, Serialize};

/// What is done at this surface.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Nothing is written.
    #[default]
    Pass,
    /// Text for the agent, and one line for the person.
    Inject {
        /// Goes to the model.
        text: String,
        /// Goes to the person; `None` where the person needs nothing.
        notice: Option<String>,
    },
    /// An answer of a tool holds orders to the agent: what both are told, and which passages are set apart in it.
    Spotlight {
        /// Goes to the model.
        text: String,
        /// Goes to the person; `None` where the person needs nothing.
        notice: Option<String>,
        /// As they stand in the answer; empty where it stays as it is.
        passages: Vec<String>,
    },
    /// One line for the person only.
    Notify {
        /// Goes to the person.
        notice: String,
    },
    /// The person decides.
    Ask {
        /// What, which limit or goal in the user's words, what each answer does, how the human overrides.
        reason: String,
        /// Goes to the person; `None` where the question itself shows the reason.
        notice: Option<String>,
    },
    /// The action does not run.
    Deny {
        /// What, which evidence, what to do instead, how the human overrides.
        reason: String,
        /// True when the turn ends as well.
        end_turn: bool,
    },
    /// The turn goes on with this feedback instead of ending.
    Continue {
        /// Goes to the model.
        reason: String,
        /// Goes to the person; `None` where the person needs nothing.
        notice: Option<String>,
    },
}

impl Decision {
    /// The same with one more line for the person, where it has room for one.
    #[must_use]
    pub fn and_tell(self, line: String) -> Self {
        let behind =
            |notice: Option<String>| Some(notice.map_or_else(|| line.clone(), |first| format!("{first}\n{line}")));
        match self {
            Self::Pass => Self::Notify { notice: line },
            Self::Notify { notice } => Self::Notify { notice: format!("{notice}\n{line}") },
            Self::Inject { text, notice } => Self::Inject { text, notice: behind(notice) },
            Self::Spotlight { text, notice, passages } => Self::Spotlight { text, notice: behind(notice), passages },
            Self::Continue { reason, notice } => Self::Continue { reason, notice: behind(notice) },
            full @ (Self::Ask { .. } | Self::Deny { .. }) => full,
        }
    }
}
