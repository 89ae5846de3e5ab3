//! The whole command around a call, and what its text says about the wiring.
//!
//! A command may be a quarter of a megabyte of short calls, and the client lets one that is judged too slowly run. So nobody
//! else goes through the text: each question is answered once, however many calls ask it.

use super::file::turns_off;
use super::mention::{self, Mention};
use super::wiring::Wiring;
use crate::domain::Wired;
use crate::text::shell::{Reading, plain_name, written};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

/// Variables that give a further client other settings, or its hooks another driftguard.
const ELSEWHERE: [&str; 4] = ["CLAUDE_CODE_SIMPLE=", "CLAUDE_CONFIG_DIR=", "DRIFTGUARD_HOME=", "HOME="];
/// Folders from which the relative paths of one command are looked at. Nobody's command runs scripts in more of them; behind
/// the last one what may be the case is taken to be.
const FOLDERS: usize = 16;

/// One command, as far as more than one of its calls asks about it.
pub(super) struct Whole<'a> {
    text: &'a str,
    pub(super) reading: &'a Reading,
    wiring: &'a Wiring<'a>,
    turns_off: OnceCell<bool>,
    leads_elsewhere: OnceCell<bool>,
    acts: OnceCell<bool>,
    acts_in_shell: OnceCell<bool>,
    fed: OnceCell<HashSet<&'a str>>,
    written: OnceCell<Option<String>>,
    mention: OnceCell<Mention<'a>>,
    seen_from: RefCell<Vec<Rc<SeenFrom>>>,
    passes: Cell<usize>,
}

/// What is known of a command that runs in one folder.
struct SeenFrom {
    folder: Option<String>,
    named: OnceCell<Option<Wired>>,
    written: OnceCell<HashSet<String>>,
}

impl<'a> Whole<'a> {
    pub(super) fn new(text: &'a str, reading: &'a Reading, wiring: &'a Wiring<'a>) -> Self {
        Self {
            text,
            reading,
            wiring,
            turns_off: OnceCell::new(),
            leads_elsewhere: OnceCell::new(),
            acts: OnceCell::new(),
            acts_in_shell: OnceCell::new(),
            fed: OnceCell::new(),
            written: OnceCell::new(),
            mention: OnceCell::new(),
            seen_from: RefCell::default(),
            passes: Cell::new(0),
        }
    }

    /// The text, for one pass through it.
    fn pass(&self) -> &'a str {
        self.passes.set(self.passes.get() + 1);
        self.text
    }

    /// True when it sets the variable that switches driftguard off.
    pub(super) fn turns_off(&self) -> bool {
        *self.turns_off.get_or_init(|| turns_off(self.pass()))
    }

    /// True when a word of it gives a client other settings.
    pub(super) fn leads_elsewhere(&self) -> bool {
        *self.leads_elsewhere.get_or_init(|| {
            let mut words = self.pass().split([' ', '\t', '\n', ';', '&', '(']);
            words.any(|word| ELSEWHERE.iter().any(|variable| word.starts_with(variable)))
        })
    }

    /// True when it shows that a script in it changes files or runs something.
    pub(super) fn acts(&self) -> bool {
        *self.acts.get_or_init(|| mention::acts(self.pass()))
    }

    /// True when it shows that it changes files, read as a text for a shell.
    pub(super) fn acts_in_shell(&self) -> bool {
        *self.acts_in_shell.get_or_init(|| mention::acts_in_shell(self.pass()))
    }

    /// True when a program that reads words from its input hands them to `program`.
    pub(super) fn feeds(&self, program: &str) -> bool {
        let fed = self.fed.get_or_init(|| {
            let parts = self.pass().split(['|', ';', '&', '\n']);
            parts
                .flat_map(|part| part.split_whitespace().skip_while(|word| plain_name(word) != "xargs").skip(1))
                .collect()
        });
        fed.contains(program)
    }

    /// What the one file that it changes holds afterwards.
    pub(super) fn written(&self) -> Option<&str> {
        self.written.get_or_init(|| written::written(self.pass(), self.reading)).as_deref()
    }

    /// True when it speaks of the client, of driftguard or of a listed place at all.
    pub(super) fn comes_near(&self) -> bool {
        self.mention().comes_near()
    }

    /// The part of the wiring that it names, as a program in `folder` would understand it.
    pub(super) fn named(&self, folder: Option<&str>) -> Option<Wired> {
        if !self.comes_near() {
            return None;
        }
        // Some path of the text may mean the settings from there.
        let Some(seen) = self.seen_from(folder) else { return Some(Wired::Registration) };
        *seen.named.get_or_init(|| {
            self.pass();
            self.mention().named(folder, self.wiring)
        })
    }

    /// True when it changes the file that a program in `folder` knows as `path`.
    pub(super) fn writes(&self, path: &str, folder: Option<&str>) -> bool {
        let mut changed = self.reading.modifications().peekable();
        if changed.peek().is_none() {
            return false;
        }
        let Some(seen) = self.seen_from(folder) else { return true };
        let written =
            seen.written.get_or_init(|| changed.map(|effect| self.wiring.absolute(folder, &effect.path)).collect());
        written.contains(&self.wiring.absolute(folder, path))
    }

    fn mention(&self) -> &Mention<'a> {
        self.mention.get_or_init(|| Mention::of(self.pass(), self.wiring))
    }

    /// What is known from a folder; `None` behind the last one that is looked at.
    fn seen_from(&self, folder: Option<&str>) -> Option<Rc<SeenFrom>> {
        let mut all = self.seen_from.borrow_mut();
        if let Some(known) = all.iter().find(|seen| seen.folder.as_deref() == folder) {
            return Some(Rc::clone(known));
        }
        if all.len() == FOLDERS {
            return None;
        }
        let folder = folder.map(str::to_owned);
        let seen = Rc::new(SeenFrom { folder, named: OnceCell::new(), written: OnceCell::new() });
        all.push(Rc::clone(&seen));
        Some(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::super::program;
    use super::*;
    use crate::domain::Root;
    use crate::text::shell;

    /// How often the text is gone through when `call` stands in it many times, each time with its number for `#`.
    #[track_caller]
    fn check(call: &str, most: usize, expected: Option<Wired>) {
        let root = Root { path: "/home/u/app".into(), home: Some("/home/u".into()), ..Root::default() };
        let wiring = Wiring {
            root: &root,
            clients: &["/home/u/.claude"],
            state: &["/home/u/.local/share/driftguard"],
            configuration: &[],
            programs: &["/home/u/.local/bin/driftguard"],
            search: &[],
            plugin: None,
            transcript: None,
            content: &|_| None,
            real: &str::to_owned,
        };
        let text: String = (0..200).map(|number| call.replace('#', &number.to_string())).collect();
        let reading = shell::read(&text);
        let whole = Whole::new(&text, &reading, &wiring);
        let found = program::judge(&whole, Some("/home/u/app"), &wiring);
        assert_eq!(found.map(|found| found.wired), expected, "{call}");
        let passes = whole.passes.get();
        assert!((1..=most).contains(&passes), "{call}: {passes} passes");
    }

    #[test]
    fn a_command_is_gone_through_a_few_times_however_many_calls_it_has() {
        check("echo ~/.claude/settings.json | python3; ", 3, None);
        check("echo ~/.claude/settings.json | sh; ", 3, None);
        check("echo ~/.claude/settings.json | tmux; ", 3, None);
        check("driftguard memory prune; ", 1, None);
        check("claude mcp list; ", 2, None);
        check("setx A b; ", 1, None);
    }

    #[test]
    fn many_folders_are_not_all_looked_at_and_what_may_be_is_taken_to_be() {
        check("cd /p/d#; echo settings/claude | python3; ", FOLDERS + 2, None);
        let acting = "cd /p/d#; echo settings/claude os.remove | python3; ";
        check(acting, FOLDERS + 3, Some(Wired::Registration));
    }
}
