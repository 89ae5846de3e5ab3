//! Git as a program: what it may read, and what it may not start.
//!
//! The one place of this room that runs a program, in the indexing process and by hand, and in no hook. A repository's own settings name
//! programs that git would start; each is turned off on the command line, which wins over every file, and nothing of git's own
//! environment is passed on.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Git {
    /// Its absolute path: a name could be found in the repository itself.
    pub program: PathBuf,
    /// The user's home folder, where their own settings say which folders they trust.
    pub home: Option<PathBuf>,
}

/// Settings that name a program or make git reach out. The empty value is none.
const SETTINGS: [&str; 16] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.askPass=",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.alternateRefsCommand=false",
    "core.attributesFile=/dev/null",
    "core.untrackedCache=false",
    "credential.helper=",
    "diff.external=",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "gpg.x509.program=false",
    "log.showSignature=false",
    "protocol.allow=never",
];

impl Git {
    /// Git in the repository at `root`, without what could start another program, reach out or write.
    pub fn command(&self, root: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.env_clear().current_dir(root);
        if let Some(home) = &self.home {
            command.env("HOME", home);
        }
        // Git must not take a repository above for this one.
        if let Some(above) = root.parent() {
            command.env("GIT_CEILING_DIRECTORIES", above);
        }
        for (name, value) in [
            ("GIT_OPTIONAL_LOCKS", "0"),
            ("GIT_NO_LAZY_FETCH", "1"),
            ("GIT_NO_REPLACE_OBJECTS", "1"),
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_ATTR_NOSYSTEM", "1"),
            ("GIT_PAGER", "cat"),
            ("LC_ALL", "C"),
        ] {
            command.env(name, value);
        }
        command.args(["--no-pager", "--no-optional-locks", "--no-replace-objects"]);
        command.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }
}
