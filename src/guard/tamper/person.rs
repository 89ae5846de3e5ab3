//! The commands that only the person gives: driftguard's own, and a further client that would run without it.

use super::file::turns_off;
use super::program::Call;
use super::settings;
use super::wiring::{Change, Harm};
use crate::agent::registration::{BINARY_NAME, HOOK_SUBCOMMANDS};
use crate::domain::Wired;

/// Flags with which a client starts without hooks.
const BARE: [&str; 2] = ["--bare", "--safe-mode"];
/// Variables that give a further client other settings, or its hooks another driftguard.
const ELSEWHERE: [&str; 4] = ["CLAUDE_CODE_SIMPLE=", "CLAUDE_CONFIG_DIR=", "DRIFTGUARD_HOME=", "HOME="];

impl Call<'_> {
    /// `driftguard ...`: what only looks passes.
    pub(super) fn own_command(&self) -> Option<Harm> {
        if ["--help", "-h", "--version", "-V", "--dry-run"].iter().any(|flag| self.has(flag)) {
            return None;
        }
        let mut words = self.operands.iter().map(String::as_str);
        let mut words = std::iter::from_fn(move || {
            loop {
                match words.next()? {
                    // The options of every command that take a value.
                    "--config" | "--color" => drop(words.next()),
                    flag if flag.starts_with('-') => {}
                    word => return Some(word),
                }
            }
        });
        let forbidden = match words.next()? {
            "uninstall" | "purge" | "unlock" | "wrong" => true,
            // The client calls them, with the truth: from the agent they would be words put into the user's mouth.
            hook if HOOK_SUBCOMMANDS.contains(&hook) => true,
            "pause" => !self.has("--end"),
            "mode" => words.next().is_some(),
            "goal" => !matches!(words.next(), None | Some("show" | "forbid")),
            "config" => matches!(words.next(), Some("set" | "edit" | "reset")),
            // The command of its option is run, and may be any of those above.
            "statusline" => self.operands.iter().any(|word| word.starts_with("--w")),
            // Another program of that name would be registered in the place of this one.
            "install" => {
                self.first != BINARY_NAME && !self.wiring.programs.contains(&self.absolute(self.first).as_str())
            }
            _ => false,
        };
        forbidden.then_some(Harm::certain(Wired::Command))
    }

    /// `claude ...`: a client that runs without our hooks, or takes our plugin away.
    pub(super) fn client(&self) -> Option<Harm> {
        let mut assigned = self.command.split([' ', '\t', '\n', ';', '&', '(']);
        let elsewhere = assigned.any(|word| ELSEWHERE.iter().any(|variable| word.starts_with(variable)));
        let quiet = self.settings_given().any(|given| {
            let text = if given.trim_start().starts_with('{') {
                Some(given.to_owned())
            } else {
                (self.wiring.content)(&self.absolute(given))
            };
            text.is_some_and(|text| settings::harm(None, Change::Content(&text), "", false).is_some())
        });
        let no_sources = self
            .operands
            .windows(2)
            .any(|pair| pair[0] == "--setting-sources" && !pair[1].split(',').any(|source| source.trim() == "user"));
        let bare = BARE.iter().any(|flag| self.has(flag));
        let set = self.has("config") && self.has("disableAllHooks");
        if bare || elsewhere || quiet || no_sources || set || turns_off(self.command) {
            return Some(Harm::certain(Wired::Client));
        }
        let plugin = self.has("plugin") || self.has("plugins");
        let taken = ["disable", "uninstall", "remove", "rm"].iter().any(|verb| self.has(verb));
        let ours = self.operands.iter().any(|word| word.split('@').next() == Some(BINARY_NAME));
        (plugin && taken && ours).then_some(Harm::certain(Wired::Plugin))
    }

    /// The values of `--settings`: a file, or the settings themselves.
    fn settings_given(&self) -> impl Iterator<Item = &str> {
        let apart = self.operands.windows(2).filter(|pair| pair[0] == "--settings").map(|pair| pair[1].as_str());
        apart.chain(self.operands.iter().filter_map(|word| word.strip_prefix("--settings=")))
    }
}
