//! The programs of a command whose words tell what they do to the wiring: driftguard's own commands, a further client,
//! and the tools that change files without naming the change as an effect.

use super::file::turns_off;
use super::glob::is_match;
use super::wiring::{Change, Harm, Wiring, below};
use super::{mention, wiring};
use crate::agent::registration::BINARY_NAME;
use crate::domain::{Tampering, Wired};
use crate::text::path;
use crate::text::shell::Reading;

/// What a program does with what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trade {
    /// Changes who may read or run a file.
    Closes,
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
    /// Runs the commands among its words, or on its input.
    Shells,
    /// Installs and removes programs.
    Packages,
}

/// The trade of a program, by its name without folder and ending.
#[rustfmt::skip]
fn trade(name: &str) -> Option<Trade> {
    Some(match name {
        "chmod" | "chown" | "chgrp" | "chattr" | "chflags" | "setfacl" | "icacls" | "attrib" | "xattr" => Trade::Closes,
        "ln" | "link" | "mklink" => Trade::Links,
        "vi" | "vim" | "nvim" | "nano" | "emacs" | "ed" | "ex" | "rename" | "prename" | "mmv" | "rimraf" | "del-cli"
        | "trash-put" | "gio" | "wipe" | "srm" | "fallocate" | "setfattr" | "json" | "patch" => Trade::Changes,
        "tar" | "bsdtar" | "unzip" | "7z" | "cpio" | "rsync" | "ditto" => Trade::Fills,
        "cp" | "mv" | "install" | "copy" | "move" => Trade::Copies,
        "find" | "gfind" => Trade::Finds,
        "git" => Trade::Git,
        "sqlite3" | "sqlite" | "duckdb" | "litecli" => Trade::Sql,
        "node" | "deno" | "bun" | "tsx" | "ts-node" | "perl" | "ruby" | "php" | "osascript" | "lua" | "Rscript" | "awk"
        | "gawk" | "py" | "powershell" | "pwsh" => Trade::Scripts,
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish" | "eval" | "source" => Trade::Shells,
        "cargo" | "npm" | "pnpm" | "yarn" | "brew" | "pip" | "pip3" | "pipx" | "uv" | "apt" | "apt-get" | "dnf" | "yum"
        | "pacman" | "apk" | "snap" | "winget" | "scoop" | "choco" | "mise" | "nix-env" => Trade::Packages,
        _ if name.starts_with("python") => Trade::Scripts,
        _ => return None,
    })
}

/// Programs that only look at the files that `find` hands them.
const LOOKING: [&str; 14] =
    ["cat", "grep", "egrep", "rg", "head", "tail", "ls", "wc", "stat", "file", "echo", "jq", "md5sum", "sha256sum"];
/// Words of SQL that only look.
const QUERIES: [&str; 6] = ["select", ".schema", ".tables", ".indexes", "pragma table_info", "explain"];
/// Words of SQL that change something, wherever they stand.
const STATEMENTS: [&str; 10] =
    ["insert", "update", "delete", "drop", "alter", "replace", "create", "vacuum", "attach", ".restore"];
/// Words with which package tools take a program away.
const REMOVING: [&str; 6] = ["uninstall", "remove", "rm", "purge", "unlink", "-R"];
/// Flags with which a client starts without hooks.
const BARE: [&str; 2] = ["--bare", "--safe-mode"];
/// Variables that give a further client other settings, or its hooks another driftguard.
const ELSEWHERE: [&str; 3] = ["CLAUDE_CONFIG_DIR=", "DRIFTGUARD_HOME=", "HOME="];
/// What the client is called: its command, and its package behind `npx`.
const CLIENTS: [&str; 2] = ["claude", "claude-code"];

/// What the programs of a command do to the wiring.
pub(super) fn judge(command: &str, reading: &Reading, cwd: Option<&str>, wiring: &Wiring<'_>) -> Option<Tampering> {
    let mut folder = cwd.map(str::to_owned);
    for words in &reading.commands {
        let Some((first, operands)) = words.split_first() else { continue };
        let name = plain_name(first);
        if matches!(name, "cd" | "pushd") {
            if let Some(target) = operands.iter().find(|word| !word.starts_with('-')) {
                folder = Some(wiring.absolute(folder.as_deref(), target));
            }
            continue;
        }
        let call = Call { name, operands, command, folder: folder.as_deref(), wiring };
        if let Some(harm) = call.harm(first) {
            return Some(Tampering { seen: words.join(" "), wired: harm.wired, certain: harm.certain });
        }
    }
    None
}

/// True when a command speaks of the client or of driftguard at all.
pub(super) fn comes_near(command: &str) -> bool {
    let lower = command.to_ascii_lowercase();
    lower.contains("claude") || lower.contains(BINARY_NAME)
}

fn plain_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    // `npx claude-code@latest`
    name.split_once('@').map_or(name, |(name, _)| if name.is_empty() { word } else { name })
}

/// One program with its words.
struct Call<'a> {
    name: &'a str,
    operands: &'a [String],
    /// The whole command around it.
    command: &'a str,
    /// The folder it runs in.
    folder: Option<&'a str>,
    wiring: &'a Wiring<'a>,
}

impl Call<'_> {
    fn harm(&self, first: &str) -> Option<Harm> {
        let registered = self.wiring.registered();
        if self.name == BINARY_NAME || self.name == plain_name(registered) {
            return self.own_command(first);
        }
        if CLIENTS.contains(&self.name) {
            return self.client();
        }
        match trade(self.name)? {
            Trade::Closes => self.each_operand(|path| {
                let home = self.wiring.is_home_of_wiring(path).then_some(Wired::Registration);
                self.wiring.part(path).or(home).map(Harm::certain)
            }),
            Trade::Links => self.each_operand(|path| self.wiring.part(path).map(Harm::possible)),
            Trade::Changes => self.each_operand(|path| self.wiring.harm(path, Change::Unknown)),
            Trade::Fills => self.fills(),
            Trade::Copies => self.copies(),
            Trade::Finds => self.finds(),
            Trade::Git => self.git(),
            Trade::Sql => self.sql(),
            Trade::Scripts => self.scripts(),
            Trade::Shells => self.shells(),
            Trade::Packages => self.packages(),
        }
    }

    fn absolute(&self, word: &str) -> String {
        self.wiring.absolute(self.folder, word)
    }

    /// Asks about every word that is no flag.
    fn each_operand(&self, harm: impl Fn(&str) -> Option<Harm>) -> Option<Harm> {
        let operands = self.operands.iter().filter(|word| !word.starts_with('-'));
        operands.map(|word| self.absolute(word)).find_map(|path| harm(&path))
    }

    fn has(&self, flag: &str) -> bool {
        self.operands.iter().any(|word| word == flag)
    }

    /// `driftguard ...`: what only looks, and what the hooks call, passes.
    fn own_command(&self, first: &str) -> Option<Harm> {
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
            "pause" => !self.has("--end"),
            "mode" => words.next().is_some(),
            "goal" => !matches!(words.next(), None | Some("show" | "forbid")),
            "config" => matches!(words.next(), Some("set" | "edit" | "reset")),
            // Another program of that name would be registered in the place of this one.
            "install" => first != BINARY_NAME && !self.wiring.programs.contains(&self.absolute(first).as_str()),
            _ => false,
        };
        forbidden.then_some(Harm::certain(Wired::Command))
    }

    /// `claude ...`: a client that runs without our hooks, or takes our plugin away.
    fn client(&self) -> Option<Harm> {
        let mut assigned = self.command.split([' ', '\t', '\n', ';', '&', '(']);
        let elsewhere = assigned.any(|word| ELSEWHERE.iter().any(|variable| word.starts_with(variable)));
        let own_settings = self.operands.iter().any(|word| word.contains("disableAllHooks") || turns_off(word));
        let no_sources = self
            .operands
            .windows(2)
            .any(|pair| pair[0] == "--setting-sources" && !pair[1].split(',').any(|source| source.trim() == "user"));
        let bare = BARE.iter().any(|flag| self.has(flag));
        if bare || elsewhere || own_settings || no_sources || turns_off(self.command) {
            return Some(Harm::certain(Wired::Client));
        }
        let plugin = self.has("plugin") || self.has("plugins");
        let taken = ["disable", "uninstall", "remove", "rm"].iter().any(|verb| self.has(verb));
        let ours = self.operands.iter().any(|word| word.split('@').next() == Some(BINARY_NAME));
        (plugin && taken && ours).then_some(Harm::certain(Wired::Plugin))
    }

    /// An archive or a whole folder goes into a folder of the wiring.
    fn fills(&self) -> Option<Harm> {
        let many = self.operands.iter().any(|word| word.ends_with('/') || word.ends_with("/."));
        let unpacks = !matches!(self.name, "rsync" | "ditto") || many;
        // `tar tf` lists, `tar cf` packs; what is packed is read.
        let packs = self.operands.first().is_some_and(|flags| {
            self.name.ends_with("tar") && !flags.contains('x') && !self.has("--extract") && !self.has("--get")
        });
        let reads_only = packs || self.has("-l") || self.has("--dry-run");
        if !unpacks || reads_only {
            return None;
        }
        let target = if matches!(self.name, "rsync" | "ditto") {
            self.operands.last().map(String::as_str).into_iter().collect()
        } else {
            let names =
                self.operands.iter().map(|word| word.trim_start_matches("--directory=").trim_start_matches("-C"));
            names.filter(|word| !word.is_empty()).collect::<Vec<_>>()
        };
        let mut targets = target.into_iter().map(|word| self.absolute(word));
        targets.any(|path| self.wiring.is_home_of_wiring(&path)).then_some(Harm::possible(Wired::Registration))
    }

    /// `cp settings.json ~/.claude`: a file keeps its name in the folder it is put into.
    fn copies(&self) -> Option<Harm> {
        let named = self.operands.iter().position(|word| matches!(word.as_str(), "-t" | "--target-directory"));
        let files: Vec<&String> = self.operands.iter().filter(|word| !word.starts_with('-')).collect();
        let target = named.and_then(|at| self.operands.get(at + 1)).or(files.last().copied())?;
        let folder = self.absolute(target);
        let linked = ["-l", "-s", "--link", "--symbolic-link"].iter().any(|flag| self.has(flag));
        if linked && let Some(harm) = self.each_operand(|path| self.wiring.part(path).map(Harm::possible)) {
            return Some(harm);
        }
        let whole = |source: &str| source.ends_with("/.");
        if files.iter().any(|source| whole(source)) && self.wiring.is_home_of_wiring(&folder) {
            return Some(Harm::possible(Wired::Registration));
        }
        let mut sources = files.iter().filter(|source| *source != &target);
        sources.find_map(|source| {
            let inside = format!("{folder}/{}", path::base_name(source));
            self.wiring.part(&inside)?;
            self.wiring.harm(&inside, Change::Unknown)
        })
    }

    /// `find` with `-delete` or a command that may change what is found.
    fn finds(&self) -> Option<Harm> {
        let executes = self.operands.windows(2).any(|pair| {
            matches!(pair[0].as_str(), "-exec" | "-execdir" | "-ok" | "-okdir")
                && !LOOKING.contains(&plain_name(&pair[1]))
        });
        let deletes = self.has("-delete");
        let only_folders =
            self.has("-empty") || self.operands.windows(2).any(|pair| pair[0] == "-type" && pair[1] == "d");
        if !(executes || deletes) || only_folders {
            return None;
        }
        let values = |flags: &[&str]| -> Vec<&str> {
            let pairs = self.operands.windows(2).filter(|pair| flags.contains(&pair[0].as_str()));
            pairs.map(|pair| pair[1].as_str()).collect()
        };
        let names = values(&["-name", "-iname"]);
        let ways = values(&["-path", "-ipath", "-wholename", "-regex"]);
        let fits = |place: &str| {
            (names.is_empty() || names.iter().any(|name| is_match(name, path::base_name(place))))
                && (ways.is_empty() || ways.iter().any(|way| is_match(way, place)))
        };
        let change = if deletes { Change::Removed } else { Change::Unknown };
        let starts = self.operands.iter().take_while(|word| !word.starts_with('-') && *word != "(" && *word != "!");
        starts.map(|start| self.absolute(start)).find_map(|start| {
            let record = format!("{start}/a.jsonl");
            if self.wiring.part(&start).is_some() && (fits(&start) || fits(&record)) {
                return self.wiring.part(&start).map(Harm::possible);
            }
            let places = self.wiring.places().into_iter().filter(|(place, _)| wiring::below(place, &start).is_some());
            let harms = places.filter(|(place, _)| fits(place)).map(|(place, wired)| match wired {
                Wired::Registration => self.wiring.harm(&place, change),
                // Only what exists can be found.
                Wired::Configuration => (self.wiring.content)(&place).map(|_| Harm::possible(wired)),
                _ => Some(Harm::possible(wired)),
            });
            harms.flatten().next().map(|harm| Harm::possible(harm.wired))
        })
    }

    /// What git takes away or puts back beside the files that it is told by name.
    fn git(&self) -> Option<Harm> {
        let (verb, rest) = self.operands.split_first()?;
        let has_letter = |letter: char| {
            rest.iter().any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains(letter))
        };
        let named: Vec<String> =
            rest.iter().filter(|word| !word.starts_with('-')).map(|word| self.absolute(word)).collect();
        let all = match verb.as_str() {
            "clean" if (has_letter('f') || self.has("--force")) && !has_letter('n') && !self.has("--dry-run") => {
                !rest.windows(2).any(|pair| pair[0] == "-e" && pair[1].contains(".claude")) && named.is_empty()
            }
            "stash" if !matches!(rest.first().map(String::as_str), Some("list" | "show" | "drop")) => {
                has_letter('a') || self.has("--all")
            }
            "checkout-index" | "reset" => false,
            _ => return None,
        };
        let root = self.absolute(".");
        let folders = named.iter().chain(all.then_some(&root));
        folders.into_iter().find_map(|folder| {
            let places = self.wiring.places().into_iter().filter(|(_, wired)| *wired == Wired::Registration);
            let mut inside = places.filter(|(place, _)| below(place, folder).is_some());
            inside.find_map(|(place, _)| self.wiring.harm(&place, Change::PutBack))
        })
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
        let is_inline = self.operands.iter().any(|word| {
            matches!(word.as_str(), "-c" | "-e" | "-E" | "-p" | "-r" | "--eval" | "--print" | "-Command" | "eval")
                || word.starts_with('-') && word.ends_with('e') && !word.starts_with("--")
        }) || matches!(self.name, "awk" | "gawk");
        let from_input = self.operands.iter().all(|word| word.starts_with('-'));
        let words;
        let script = if is_inline {
            words = self.operands.join(" ");
            words.as_str()
        } else if from_input {
            self.command
        } else {
            return None;
        };
        let redirects = matches!(self.name, "awk" | "gawk") && (script.contains(">\"") || script.contains("> \""));
        let wired = mention::named(script, self.folder, self.wiring)?;
        (mention::acts(script) || redirects).then_some(Harm::possible(wired))
    }

    /// A shell whose commands come from somewhere else than its own words; those in its words were read as commands.
    fn shells(&self) -> Option<Harm> {
        let from_input = self.operands.iter().all(|word| word.starts_with('-') || word == "/dev/stdin");
        let printed = self.name == "eval" && self.operands.iter().any(|word| word.contains(['$', '`']));
        if !(from_input || printed) {
            return None;
        }
        let wired = mention::named(self.command, self.folder, self.wiring)?;
        let commanded = matches!(wired, Wired::Command | Wired::Client);
        (commanded || mention::acts_in_shell(self.command)).then_some(Harm::possible(wired))
    }

    /// A package tool that takes our program away.
    fn packages(&self) -> Option<Harm> {
        let removes = self.operands.iter().any(|word| REMOVING.contains(&word.as_str()));
        let ours = self.operands.iter().any(|word| word.split('@').next() == Some(BINARY_NAME));
        (removes && ours).then_some(Harm::certain(Wired::Program))
    }
}
