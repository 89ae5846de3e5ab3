//! The commands that only the person gives: driftguard's own, and a further client that would run without it.

use super::call::Call;
use super::harm::{Change, Harm};
use super::reserved::{BARE, GROUPS, is_persons, resumes};
use super::settings;
use crate::agent::registration::BINARY_NAME;
use crate::domain::Wired;

impl Call<'_, '_> {
    /// `driftguard ...`: what only looks passes.
    pub(super) fn own_command(&self) -> Option<Harm> {
        if self.asks_for_help() {
            return None;
        }
        // What is read from a pipe stands behind the words.
        let fed = self.whole.feeds(self.first).then_some("{}");
        let mut words = self.operands.iter().map(String::as_str).chain(fed);
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
            // The command of its option is run, and may be any of those that only the person gives.
            "statusline" => self.operands.iter().any(|word| word.starts_with("--w")),
            // Another program of that name would be registered in the place of this one.
            "install" => {
                self.first != BINARY_NAME && !self.wiring.programs.contains(&self.absolute(self.first).as_str())
            }
            command => is_persons(command, words, |flag| self.has(flag)),
        };
        forbidden.then_some(Harm::certain(Wired::Command))
    }

    /// True when nothing is done but to tell how: the flag stands right behind the name of the command. Further behind it
    /// may be a value, or a word of a goal.
    fn asks_for_help(&self) -> bool {
        let is_name = |word: &&String| {
            word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') && !word.starts_with('-')
        };
        let names: Vec<&str> = self.operands.iter().take_while(is_name).map(String::as_str).collect();
        let flag = self.operands.get(names.len()).map(String::as_str);
        match names.as_slice() {
            [] => matches!(flag, Some("--help" | "-h" | "--version" | "-V")),
            ["install" | "uninstall"] if flag == Some("--dry-run") => true,
            ["help", ..] => true,
            [_] => matches!(flag, Some("--help" | "-h")),
            [group, _] => GROUPS.contains(group) && matches!(flag, Some("--help" | "-h")),
            _ => false,
        }
    }

    /// `claude ...`: a client that runs without our hooks, or takes our plugin away.
    pub(super) fn client(&self) -> Option<Harm> {
        if matches!(self.operands, [only] if matches!(only.as_str(), "--version" | "-v" | "--help" | "-h")) {
            return None;
        }
        let elsewhere = self.whole.leads_elsewhere();
        let quiet = self.settings_given().any(|given| {
            let text = if given.trim_start().starts_with('{') {
                Some(given.to_owned())
            } else {
                (self.wiring.content)(&self.absolute(given))
            };
            text.is_some_and(|text| settings::harm(None, Change::Content(&text), "", false, &|| false).is_some())
        });
        let no_sources = self
            .operands
            .windows(2)
            .any(|pair| pair[0] == "--setting-sources" && !pair[1].split(',').any(|source| source.trim() == "user"));
        let bare = BARE.iter().any(|flag| self.has(flag));
        let flags = self.operands.iter().take_while(|word| *word != "--");
        let resumes = flags.map(String::as_str).any(resumes);
        let set = self.has("config") && self.has("disableAllHooks");
        if bare || resumes || elsewhere || quiet || no_sources || set || self.whole.turns_off() {
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
