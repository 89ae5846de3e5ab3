//! The programs of a command, and which of them may do something to the wiring that no effect of the command tells.
//!
//! Owns the table of trades and the ones that need a few lines. Commands of the person are in `person`, tools that touch
//! many files at once in `sweep`.

use super::call::Call;
use super::harm::{Change, Harm};
use super::mention;
use super::whole::Whole;
use super::wiring::Wiring;
use crate::agent::registration::BINARY_NAME;
use crate::domain::{Tampering, Wired};
use crate::text::glob;
use crate::text::shell::{changes_operands, inline_code, is_interpreter, is_shell, plain_name};

/// What a program does with what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trade {
    /// Changes who may read or run a file.
    Closes,
    /// Lays something over a folder, or takes it away.
    Covers,
    /// Makes a second name of a file.
    Links,
    /// Changes the files that are its operands, in a way that its words do not tell.
    Changes,
    /// Puts many files into a folder.
    Fills,
    /// Puts files under their own names into a folder.
    Copies,
    /// Finds files and does something to them.
    Finds,
    /// Git, which takes files away and puts them back without naming them.
    Git,
    /// Changes a database.
    Sql,
    /// Runs the script among its words, or on its input.
    Scripts,
    /// Runs the commands on its input; those among its words are read as commands.
    Shells,
    /// Runs a command that is one of its words, now or later, here or in another place.
    Hands,
    /// Sets variables for programs that start later.
    Sets,
    /// Installs and removes programs.
    Packages,
}

/// The trade of a program, by its name without folder and ending.
#[rustfmt::skip]
fn trade(name: &str) -> Option<Trade> {
    Some(match name {
        "chmod" | "chown" | "chgrp" | "chattr" | "chflags" | "setfacl" | "icacls" | "attrib" | "xattr" => Trade::Closes,
        "mount" | "umount" => Trade::Covers,
        "ln" | "link" | "mklink" => Trade::Links,
        "vi" | "vim" | "nvim" | "nano" | "emacs" | "ed" | "ex" | "rename" | "prename" | "mmv" | "rimraf" | "del-cli"
        | "trash-put" | "gio" | "wipe" | "srm" | "fallocate" | "setfattr" | "json" | "patch" | "busybox" | "toybox" => {
            Trade::Changes
        }
        "tar" | "bsdtar" | "unzip" | "7z" | "cpio" | "rsync" | "ditto" => Trade::Fills,
        "cp" | "mv" | "install" | "copy" | "move" => Trade::Copies,
        "find" | "gfind" => Trade::Finds,
        "git" => Trade::Git,
        "sqlite3" | "sqlite" | "duckdb" | "litecli" => Trade::Sql,
        // Their own language is hardly read as commands.
        "awk" | "gawk" | "powershell" | "pwsh" => Trade::Scripts,
        "eval" | "source" => Trade::Shells,
        "at" | "batch" | "crontab" | "tmux" | "screen" | "watch" | "script" | "su" | "runuser" | "parallel" | "flock"
        | "ssh" | "docker" | "podman" | "expect" => Trade::Hands,
        "launchctl" | "systemctl" | "setx" | "launchd" => Trade::Sets,
        "cargo" | "npm" | "pnpm" | "yarn" | "brew" | "pip" | "pip3" | "pipx" | "uv" | "apt" | "apt-get" | "dnf" | "yum"
        | "pacman" | "apk" | "snap" | "winget" | "scoop" | "choco" | "mise" | "nix-env" => Trade::Packages,
        name if is_shell(name) => Trade::Shells,
        name if is_interpreter(name) => Trade::Scripts,
        _ => return None,
    })
}

/// Words of SQL that only look.
const QUERIES: [&str; 6] = ["select", ".schema", ".tables", ".indexes", "pragma table_info", "explain"];
/// Words of SQL that change something, wherever they stand.
const STATEMENTS: [&str; 10] =
    ["insert", "update", "delete", "drop", "alter", "replace", "create", "vacuum", "attach", ".restore"];
/// Words with which package tools take a program away.
const REMOVING: [&str; 6] = ["uninstall", "remove", "rm", "purge", "unlink", "-R"];
/// What the client is called: its command, and its package behind `npx`.
const CLIENTS: [&str; 2] = ["claude", "claude-code"];

/// Bytes of a folder that is followed where the reader has lost its way.
const LONGEST_FOLDER: usize = 1_024;

/// What the programs of a command do to the wiring.
pub(super) fn judge(whole: &Whole<'_>, cwd: Option<&str>, wiring: &Wiring<'_>) -> Option<Tampering> {
    // Where a command runs as the reader has it, and where the last `cd` leads for those of which nobody can tell.
    let mut known = ("", cwd.map(str::to_owned));
    let mut entered = cwd.map(str::to_owned);
    for words in &whole.reading.commands {
        let Some((first, operands)) = words.split_first() else { continue };
        let name = if may_be_ours(first) { BINARY_NAME } else { plain_name(first) };
        if let Some(folder) = words.folder.as_deref().filter(|folder| *folder != known.0) {
            known = (folder, Some(wiring.absolute(cwd, folder)));
        }
        let folder = if words.folder.is_some() { &known.1 } else { &entered };
        if matches!(name, "cd" | "pushd") {
            if let Some(target) = operands.iter().find(|word| !word.starts_with('-')) {
                let led = wiring.absolute(folder.as_deref(), target);
                // Each `cd x` in a row leads deeper than the one before.
                if led.len() <= LONGEST_FOLDER {
                    entered = Some(led);
                }
            }
            continue;
        }
        let call = Call { first, name, operands, whole, folder: folder.as_deref(), wiring };
        if let Some(harm) = call.harm() {
            return Some(Tampering { seen: words.join(" "), wired: harm.wired, certain: harm.certain });
        }
    }
    None
}

/// True for what a shell turns into the name of our program: `$(which driftguard)`, `~/.local/bin/drift*`.
fn may_be_ours(word: &str) -> bool {
    if word.contains(['$', '`']) {
        return word.contains(BINARY_NAME);
    }
    // `drift\guard` is no path to anything called guard.
    if word.contains('\\') && word.replace('\\', "") == BINARY_NAME {
        return true;
    }
    let name = plain_name(word);
    let told = name.chars().filter(char::is_ascii_alphabetic).count();
    name.contains(['*', '?', '[']) && told > 2 && glob::is_match(name, BINARY_NAME)
}

/// True for what does harm by being said to a shell at all.
const fn is_commanded(wired: Wired) -> bool {
    matches!(wired, Wired::Command | Wired::Client)
}

impl Call<'_, '_> {
    fn harm(&self) -> Option<Harm> {
        let registered = self.wiring.registered();
        if self.name == BINARY_NAME || self.name == plain_name(registered) {
            return self.own_command();
        }
        if CLIENTS.contains(&self.name) {
            return self.client();
        }
        if self.first.contains(['$', '`']) {
            // A program that nobody can name, on a part of the wiring.
            return self.each_operand(|path| self.wiring.harm(path, Change::Unknown));
        }
        if let Some(harm) = self.doubles() {
            return Some(harm);
        }
        let ours = |word: &String| word.contains(['$', '`']) && may_be_ours(word);
        if self.operands.iter().any(ours)
            && (matches!(self.name, "chmod" | "chown" | "ln") || changes_operands(self.name, self.operands))
        {
            return Some(Harm::possible(Wired::Program));
        }
        match trade(self.name)? {
            Trade::Closes => self.each_operand(|path| {
                let home = self.wiring.is_home_of_wiring(path);
                let part = self.wiring.part(path).filter(|wired| !self.leaves_it_open(*wired)).map(Harm::certain);
                part.or_else(|| if home { self.wiring.harm_below(path, Change::PutBack) } else { None })
            }),
            Trade::Covers => self.each_operand(|path| self.wiring.harm(path, Change::Removed)),
            Trade::Links => self.each_operand(|path| self.wiring.part(path).map(Harm::possible)),
            Trade::Changes => self.each_operand(|path| self.wiring.harm(path, Change::Unknown)),
            Trade::Fills => self.fills(),
            Trade::Copies => self.copies(),
            Trade::Finds => self.finds(),
            Trade::Git => self.git(),
            Trade::Sql => self.sql(),
            Trade::Scripts => self.scripts(),
            Trade::Shells => self.shells(),
            Trade::Hands => self.hands(),
            Trade::Sets => self.whole.turns_off().then_some(Harm::certain(Wired::Switch)),
            Trade::Packages => self.packages(),
        }
    }

    /// `chmod 600`: whoever owns the file may read and write it as before; a program has to be run, too.
    fn leaves_it_open(&self, wired: Wired) -> bool {
        let mode = self.operands.iter().find(|word| !word.starts_with('-'));
        let octal = mode.filter(|mode| mode.len() >= 3 && mode.bytes().all(|digit| (b'0'..b'8').contains(&digit)));
        let owner = octal.and_then(|mode| mode.bytes().rev().nth(2)).map_or(0, |digit| digit - b'0');
        let needed = if matches!(wired, Wired::Registration | Wired::Configuration) { 6 } else { 7 };
        self.name == "chmod" && owner & needed == needed
    }

    pub(super) fn absolute(&self, word: &str) -> String {
        self.wiring.absolute(self.folder, word)
    }

    /// Asks about every word that is no flag.
    pub(super) fn each_operand(&self, harm: impl Fn(&str) -> Option<Harm>) -> Option<Harm> {
        let operands = self.operands.iter().filter(|word| !word.starts_with('-'));
        operands.map(|word| self.absolute(word)).find_map(|path| harm(&path))
    }

    pub(super) fn has(&self, flag: &str) -> bool {
        self.operands.iter().any(|word| word == flag)
    }

    /// A database shell on our database; a query that only looks passes.
    fn sql(&self) -> Option<Harm> {
        let words: Vec<String> = self.operands.iter().map(|word| word.to_ascii_lowercase()).collect();
        let looks = words.iter().any(|word| QUERIES.iter().any(|query| word.trim_start().starts_with(query)));
        let changes = words.iter().any(|word| {
            let mut parts = word.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
            word.contains(' ') && parts.any(|part| STATEMENTS.contains(&part))
        });
        if (looks && !changes) || self.has("-readonly") {
            return None;
        }
        self.each_operand(|path| (self.wiring.part(path) == Some(Wired::State)).then_some(Harm::certain(Wired::State)))
    }

    /// An interpreter with a script in its words, or on its input.
    fn scripts(&self) -> Option<Harm> {
        let is_inline = inline_code(self.name, self.operands).is_some()
            // Whatever looks like it: a way past the wiring is not to be found in how a flag is written.
            || self.operands.iter().any(|word| {
                matches!(word.as_str(), "-c" | "-p" | "-r" | "--eval" | "--print" | "eval")
                    || word.starts_with('-') && word.ends_with(['e', 'E']) && !word.starts_with("--")
            })
            || matches!(self.name, "awk" | "gawk");
        let from_input = self.operands.iter().all(|word| word.starts_with('-')) || self.runs_what_it_wrote();
        if !is_inline {
            let wired = if from_input { self.whole.named(self.folder)? } else { return None };
            return self.whole.acts().then_some(Harm::possible(wired));
        }
        let script = self.operands.join(" ");
        let redirects = matches!(self.name, "awk" | "gawk") && (script.contains(">\"") || script.contains("> \""));
        let wired = mention::named(&script, self.folder, self.wiring)?;
        (mention::acts(&script) || redirects).then_some(Harm::possible(wired))
    }

    /// A shell whose commands come from somewhere else than its own words; those in its words were read as commands.
    fn shells(&self) -> Option<Harm> {
        let from_input =
            self.operands.iter().all(|word| word.starts_with('-') || word == "/dev/stdin") || self.runs_what_it_wrote();
        let printed = self.name == "eval" && self.operands.iter().any(|word| word.contains(['$', '`']));
        if !(from_input || printed) {
            return None;
        }
        let wired = self.whole.named(self.folder)?;
        (is_commanded(wired) || self.whole.acts_in_shell()).then_some(Harm::possible(wired))
    }

    /// True when the script was written by the same command, so that its text is somewhere in it.
    fn runs_what_it_wrote(&self) -> bool {
        let script = self.operands.iter().find(|word| !word.starts_with('-'));
        script.is_some_and(|script| self.whole.writes(script, self.folder))
    }

    /// A command handed to another program, or put down for later.
    fn hands(&self) -> Option<Harm> {
        if self.operands.iter().all(|word| word.starts_with('-')) || matches!(self.name, "at" | "batch") {
            let wired = self.whole.named(self.folder)?;
            return (is_commanded(wired) || self.whole.acts_in_shell()).then_some(Harm::possible(wired));
        }
        let text = self.operands.join(" ");
        let wired = mention::named(&text, self.folder, self.wiring)?;
        (is_commanded(wired) || mention::acts_in_shell(&text)).then_some(Harm::possible(wired))
    }

    /// A package tool that takes our program away.
    fn packages(&self) -> Option<Harm> {
        let removes = self.operands.iter().any(|word| REMOVING.contains(&word.as_str()));
        let ours = self.operands.iter().any(|word| word.split('@').next() == Some(BINARY_NAME));
        (removes && ours).then_some(Harm::certain(Wired::Program))
    }
}
