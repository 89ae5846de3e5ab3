//! A text from outside that gave the agent orders, as a session remembers it.

use super::EventId;
use serde::{Deserialize, Serialize};

/// Where a text came from: who may have written it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A page of the web, or a search in it.
    Web,
    /// The answer of a server's tool: mails, issues, databases.
    Server,
    /// A file of a dependency, which somebody else publishes.
    Dependency,
    /// A file of the project.
    Project,
    /// A file outside the project.
    Outside,
    /// What a command printed.
    Command,
    /// What another agent wrote.
    Agent,
}

impl Origin {
    /// The word for scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Server => "server",
            Self::Dependency => "dependency",
            Self::Project => "project",
            Self::Outside => "outside",
            Self::Command => "command",
            Self::Agent => "agent",
        }
    }

    /// The origin as the second half of "the text is ...".
    pub const fn says(self) -> &'static str {
        match self {
            Self::Web => "from the web",
            Self::Server => "from a server's tool",
            Self::Dependency => "from a dependency",
            Self::Project => "from a file of the project",
            Self::Outside => "from a file outside the project",
            Self::Command => "from what a command printed",
            Self::Agent => "from another agent's answer",
        }
    }
}

/// A text in a tool's answer that seems to give the agent orders. Of the text itself little is kept: what it asks for stands here
/// as hashes, which only serve to find it again in what the agent does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// The call whose answer holds it.
    pub call_id: String,
    /// When that call was asked for.
    pub event: EventId,
    /// The file, address or command that it came from, shortened and redacted.
    pub source: String,
    /// Who may have written it.
    pub origin: Origin,
    /// What it says, on one line, at most 200 characters, redacted.
    pub excerpt: String,
    /// Hashes of what it asks for, bounded; what a human has asked for since is taken out.
    pub aims: Vec<u32>,
    /// True where it is written so that a person does not see or read it.
    #[serde(default)]
    pub disguised: bool,
    /// True where the agent was told of it.
    #[serde(default)]
    pub told: bool,
}

/// What a coming action has to do with the orders of a suspect text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// The user's words or the scope ask for it, or it shares nothing with such a text.
    Grounded,
    /// It shares something with such a text, and is no danger.
    Drifted,
    /// It does something dangerous that such a text asks for and the user does not.
    Injected(Injected),
}

impl Intent {
    /// The word of scenario pages.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Grounded => "grounded",
            Self::Drifted => "drifted",
            Self::Injected(_) => "injected",
        }
    }
}

/// An action that does what a suspect text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injected {
    /// The action in short, as the agent wrote it.
    pub seen: String,
    /// What it shares with the text, in the words of the action.
    pub shared: Vec<String>,
    /// Why it is dangerous; `None` where it is only beyond the goal.
    pub danger: Option<&'static str>,
    /// The text.
    pub suspect: Suspect,
}

/// A text that gave the agent orders in a session that is over, with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// Tool calls up to the one whose answer holds it.
    pub call: u64,
    /// When it was read, in milliseconds since 1970; `None` where nobody tells.
    pub at: Option<i64>,
    /// The text.
    pub suspect: Suspect,
    /// The calls behind it that did what it asks for; a hook would have denied each.
    pub followed: Vec<Followed>,
}

/// A call that did what such a text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Which call of the session it was, from 1.
    pub call: u64,
    /// Its place in the session.
    pub event: EventId,
    /// When it was made, in milliseconds since 1970; `None` where nobody tells.
    pub at: Option<i64>,
    /// The action in short.
    pub seen: String,
    /// What it shares with the text.
    pub shared: Vec<String>,
    /// Why it is dangerous; `None` where it is only beyond the goal.
    pub danger: Option<&'static str>,
    /// False where it was denied or refused at the time.
    pub ran: bool,
}
