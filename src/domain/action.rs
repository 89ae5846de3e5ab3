//! What an agent does: one tool call, normalised over agents.

use super::digest::Digest;
use super::{ChangedLines, Trace};
use serde::{Deserialize, Serialize};

/// The verb of an [`Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// Looks at one file.
    Read,
    /// Changes a part of a file.
    Edit,
    /// Creates a file or replaces all of it.
    Write,
    /// Removes a file.
    Delete,
    /// Runs a shell command; what it does to files stands in [`Action::effects`].
    Bash,
    /// Looks for files or text.
    Search,
    /// Reads from the network.
    Fetch,
    /// Hands work to a subagent.
    Delegate,
    /// Calls a tool of an MCP server.
    Mcp,
    /// Proposes a plan to the user; approved when its outcome is ok.
    Plan,
    /// Asks the user a question; answered when its outcome is ok.
    Ask,
    /// Anything else: task lists, skills.
    Other,
}

impl ActionKind {
    /// The word used in stored steps (`action_type`) and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Write => "write",
            Self::Delete => "delete",
            Self::Bash => "bash",
            Self::Search => "search",
            Self::Fetch => "fetch",
            Self::Delegate => "delegate",
            Self::Mcp => "mcp",
            Self::Plan => "plan",
            Self::Ask => "ask",
            Self::Other => "other",
        }
    }
}

/// What happens to one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileVerb {
    /// Its content is looked at, or it is merely mentioned.
    Read,
    /// A part of it changes.
    Edit,
    /// It is created or replaced.
    Write,
    /// It is removed.
    Delete,
    /// It is put back to what was last committed (`git checkout -- f`, `git restore f`).
    Restore,
    /// It gets its content from another revision (`git checkout other -- f`). That is a way back where the session changed the
    /// file, and a change like any other where it did not.
    CheckOut,
}

impl FileVerb {
    /// True for every verb that changes the file.
    pub const fn modifies(self) -> bool {
        !matches!(self, Self::Read)
    }
}

/// One file touched by an action. The path is as the agent wrote it, made absolute where a `cd` was seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FileEffect {
    /// What happens to it.
    pub verb: FileVerb,
    /// The path: absolute, or relative to the working folder of the call.
    pub path: String,
}

/// What a call that is about to run would write, whole. It lives as long as the hook call that judges it and is never
/// stored: the contents of files are no business of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draft {
    /// The whole new content of the file; of a request to the network its address.
    Content(String),
    /// Parts of the file that are replaced, one after the other.
    Replacements(Vec<Replacement>),
    /// The shell command, where [`Action::command`] holds only its beginning.
    Command(String),
    /// Every text in the input of a tool of which nobody knows what it does with them.
    Words(String),
}

/// One replacement in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The text to find; "" where the file is new.
    pub old: String,
    /// What stands there afterwards.
    pub new: String,
    /// True when every occurrence is replaced, not only the first.
    pub all: bool,
}

impl Replacement {
    /// The text after all of them, one behind the other.
    pub fn apply_all(parts: &[Self], text: &str) -> Option<String> {
        parts.iter().try_fold(text.to_owned(), |text, part| part.apply(&text))
    }

    /// The text after it; `None` where it does not fit, since the client may see another text. An empty search text is how a new file is
    /// written.
    fn apply(&self, text: &str) -> Option<String> {
        let Self { old, new, all } = self;
        if old.is_empty() {
            return text.is_empty().then(|| new.clone());
        }
        let fits = text.contains(old.as_str());
        fits.then(|| if *all { text.replace(old.as_str(), new) } else { text.replacen(old.as_str(), new, 1) })
    }
}

/// What an edit does to the lines of the text that it replaces; empty lines and indentation do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewrite {
    /// Lines that are gone.
    pub removed: u32,
    /// Lines that are new.
    pub added: u32,
    /// True when the same code stands there in another layout.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reformatted: bool,
    /// Tests that are gone or switched off, less those that came.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tests_lost: u32,
    /// Tests that it brings in.
    pub tests_gained: u32,
    /// Declarations that others call and that are gone or changed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub signatures_lost: u32,
}

impl Rewrite {
    /// Both edits as one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            removed: self.removed.saturating_add(other.removed),
            added: self.added.saturating_add(other.added),
            reformatted: self.reformatted && other.reformatted,
            tests_lost: self.tests_lost.saturating_add(other.tests_lost),
            tests_gained: self.tests_gained.saturating_add(other.tests_gained),
            signatures_lost: self.signatures_lost.saturating_add(other.signatures_lost),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// One tool call, normalised over agents. Paths are not yet resolved against the session's root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The verb.
    pub kind: ActionKind,
    /// Files touched, reads included. For Bash: what the shell reader found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<FileEffect>,
    /// The shell command, capped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// True when the command goes on behind what [`Action::command`] holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// True when files may change that the shell reader cannot name (`eval`, inline scripts, `$VAR`).
    #[serde(default)]
    pub opaque: bool,
    /// Digest of the text that an edit takes out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Digest>,
    /// Digest of the text that an edit puts in, or of the whole content written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Digest>,
    /// What an edit does to the lines that it replaces, where the agent tells both texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<Rewrite>,
    /// The lines that an edit takes out and puts in, where the agent tells them. Gone once the call was taken note of.
    #[serde(skip)]
    pub lines: Option<ChangedLines>,
    /// Telling words of what an edit puts in and takes out, the first ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<Trace>,
    /// Digest of the whole tool input: equal digests are the same action.
    #[serde(default)]
    pub digest: Digest,
    /// The text of a plan or of a delegated task, what was searched for, the address of a page; capped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The working folder of the call, where the agent tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// What it would write, where the agent tells that before it runs. Gone once the action was stored.
    #[serde(skip)]
    pub draft: Option<Draft>,
}

impl Action {
    /// An action of a kind with nothing else known.
    pub fn bare(kind: ActionKind) -> Self {
        Self {
            kind,
            effects: Vec::new(),
            command: None,
            cut: false,
            opaque: false,
            replaced: None,
            content: None,
            rewrite: None,
            lines: None,
            says: Vec::new(),
            digest: Digest::default(),
            text: None,
            cwd: None,
            draft: None,
        }
    }

    /// True when a shell runs a command: the agent's own tool, or one of a server.
    pub const fn runs_a_shell(&self) -> bool {
        matches!(self.kind, ActionKind::Bash | ActionKind::Mcp) && self.command.is_some()
    }

    /// The shell command, whole where it is known whole.
    pub fn whole_command(&self) -> Option<&str> {
        match &self.draft {
            Some(Draft::Command(command)) => Some(command),
            _ => self.command.as_deref(),
        }
    }

    /// The effects that change files.
    pub fn modifications(&self) -> impl Iterator<Item = &FileEffect> {
        self.effects.iter().filter(|effect| effect.verb.modifies())
    }

    /// True when a file changes or may change.
    pub fn modifies(&self) -> bool {
        self.opaque || self.modifications().next().is_some()
    }
}
