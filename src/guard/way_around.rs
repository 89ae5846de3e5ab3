//! Changes of forbidden files that no effect of a command names: found, listed, copied into a folder, done by a script.
//!
//! Owns the few programs with which that is done. What the reader names is `prohibition`'s.

use super::find::{Entry, Find, FindAction};
use super::prohibition::Held;
use super::script;
use super::tamper::mention;
use super::{Guard, glob};
use crate::domain::{Action, ActionKind, FileEffect, FileVerb, Place, Prohibited};
use crate::text::path;
use crate::text::shell::{self, Reading, shows_write};

/// Programs that take away or overwrite the files they are given.
const REMOVING: [&str; 7] = ["rm", "mv", "unlink", "shred", "truncate", "tee", "dd"];
/// Programs that print the names they are given.
const LISTING: [&str; 4] = ["ls", "fd", "echo", "printf"];
/// Interpreters, beside every python, and the flags that a script stands behind.
const INTERPRETERS: [&str; 9] = ["node", "tsx", "ts-node", "deno", "bun", "ruby", "perl", "php", "py"];
const SCRIPT_FLAGS: [&str; 8] = ["-c", "-e", "-r", "-p", "-pe", "--eval", "--print", "eval"];
/// Stands for what `find` finds.
const FOUND: &str = "found";

/// True for a command that changes what `find` hands it.
fn changes_what_is_found(command: &[String]) -> bool {
    let handed: Vec<String> = command.iter().map(|word| word.replace("{}", FOUND)).collect();
    shell::read_words(&handed).effects.iter().any(|effect| effect.verb.modifies() && effect.path == FOUND)
}

/// True for a difference that git applies and does not only look at.
fn applies(operands: &[String]) -> bool {
    let says = |words: &[&str]| operands.iter().any(|word| words.contains(&word.as_str()));
    let looks = says(&["--check", "--stat", "--numstat", "--summary"]) && !says(&["--apply"]);
    says(&["am"]) || says(&["apply"]) && !looks
}

/// The program that prints names, where nothing behind it takes some of them away or makes others of them.
fn printer(pipeline: &str) -> Option<&str> {
    let mut stages = pipeline.split('|').map(str::trim).filter(|stage| !stage.is_empty());
    let first = stages.next()?;
    let passes =
        |stage: &str| stage.split_whitespace().next().is_some_and(|name| ["cat", "sort", "uniq"].contains(&name));
    stages.all(passes).then_some(first)
}

/// True for a line of a script that starts another program which takes files away or changes them.
fn runs_a_change(line: &str) -> bool {
    let starts = ["subprocess.", "os.system(", "os.popen(", "execSync(", "execFileSync(", "spawnSync(", "system("];
    starts.iter().any(|start| line.contains(start))
        && (line.contains(">>")
            || line.contains(" > ")
            || line.contains("sed") && line.contains("-i")
            || mention::tokens(line).any(|word| REMOVING.contains(&word)))
}

impl Guard<'_> {
    /// The clause against what `command` does without naming it.
    pub(super) fn by_another_way(&self, action: &Action, command: &str, reading: &Reading) -> Option<Prohibited> {
        let mut folder = action.cwd.clone();
        for words in &reading.commands {
            let Some((name, operands)) = words.split_first() else { continue };
            let name = path::base_name(name);
            let cwd = folder.as_deref();
            let files = || operands.iter().filter(|word| !word.starts_with('-'));
            let found = match name {
                "cd" | "pushd" => {
                    let short = cwd.is_none_or(|cwd| cwd.len() <= path::LONGEST);
                    let target = files().next().filter(|_| short);
                    folder = target.map(|target| path::absolute(&self.session.root, cwd, target)).or(folder);
                    None
                }
                "find" | "gfind" => self.finds(cwd, operands, &[]),
                "cp" | "mv" | "install" | "rsync" | "copy" | "move" => self.copies(cwd, &files().collect::<Vec<_>>()),
                "git" if applies(operands) => self.patches(cwd, command),
                "patch" => files().find_map(|file| self.forbids(cwd, file)).or_else(|| self.patches(cwd, command)),
                _ if INTERPRETERS.contains(&name) || name.starts_with("python") => {
                    let inline = operands.iter().any(|word| SCRIPT_FLAGS.contains(&word.as_str()));
                    let script = if inline { operands.join("\n") } else { command.to_owned() };
                    if inline || files().next().is_none() { self.writes(cwd, &script) } else { None }
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        let unsure = reading.doubtful.iter().any(|doubt| glob::is_adrift(&glob::blurred(&doubt.path)));
        if unsure { self.lists(action.cwd.as_deref(), command) } else { None }
    }

    /// What speaks against a change of one file.
    pub(super) fn forbids(&self, cwd: Option<&str>, file: &str) -> Option<Prohibited> {
        let effect = FileEffect { verb: FileVerb::Edit, path: file.to_owned() };
        let change = Action { effects: vec![effect], cwd: cwd.map(str::to_owned), ..Action::bare(ActionKind::Edit) };
        self.at_its_places(&change, &[])
    }

    fn inside(&self, cwd: Option<&str>, word: &str) -> Option<String> {
        match path::resolve(&self.session.root, cwd, word) {
            Place::Inside(path) => Some(path),
            Place::Outside(_) => None,
        }
    }

    /// The files that `find` finds, where something is done to them. `handed`: the words behind its `xargs`, of which it
    /// is known that something in them changes files.
    fn finds(&self, cwd: Option<&str>, operands: &[String], handed: &[String]) -> Option<Prohibited> {
        let find = Find::read(operands);
        let takes_folders = (0..handed.len()).any(|at| FindAction::Run(&handed[at..]).takes_folders());
        let changes = |action: &FindAction<'_>, is_folder: bool| match action {
            FindAction::Print if is_folder => takes_folders,
            FindAction::Print => !handed.is_empty(),
            action => action.changes(is_folder, changes_what_is_found),
        };
        let mut starts = find.starts().filter_map(|written| Some((written, self.inside(cwd, written)?)));
        starts.find_map(|(written, start)| {
            let takes = |path: Option<&str>| {
                find.takes(Entry { written, start: &start, path, is_folder: false, is_fresh: false }, changes)
            };
            // A folder is gone through, and its files are found one by one.
            let in_it = |held: &Held| {
                let mut files = self.facts.files.paths().filter(|file| held.holds(file));
                held.is_whole() && files.any(|file| takes(Some(file)))
            };
            let forbidden = self.forbidden_paths();
            let held = forbidden.iter().find(|held| {
                held.holds(&start) && (takes(None) && !held.has_exceptions() || in_it(held))
                    || path::is_below(&held.path, &start) && (takes(Some(&held.path)) || in_it(held))
            });
            if let Some(held) = held {
                return Some(self.prohibition(format!("change {}", held.path), &held.clause));
            }
            let removes = |action: &FindAction<'_>, is_folder: bool| match action {
                FindAction::Print => shell::removes(handed),
                FindAction::Delete => !is_folder,
                FindAction::Run(command) => shell::removes(command),
            };
            self.kept(&start, |file| {
                let entry = Entry { written, start: &start, path: Some(file), is_folder: false, is_fresh: false };
                find.takes(entry, removes)
            })
        })
    }

    /// A file keeps its name in the folder that it is put into; `a/.` is all that is in `a`.
    fn copies(&self, cwd: Option<&str>, files: &[&String]) -> Option<Prohibited> {
        let (target, sources) = files.split_last()?;
        let folder = self.inside(cwd, target)?;
        sources.iter().find_map(|source| {
            let whole = source.ends_with("/.") || source.ends_with("/*");
            let forbidden = self.forbidden_paths();
            let mut held = forbidden.iter().filter(|held| path::is_below(&held.path, &folder) && held.path != folder);
            if whole
                && !folder.is_empty()
                && let Some(held) = held.next()
            {
                return Some(self.prohibition(format!("change {}", held.path), &held.clause));
            }
            let inside = path::normalise(&format!("{folder}/{}", path::base_name(source.trim_end_matches('/'))));
            let inside = inside.trim_start_matches('/');
            held.find(|held| held.path == inside).map(|held| self.prohibition(format!("change {inside}"), &held.clause))
        })
    }

    /// The files of a difference that stands in the command.
    fn patches(&self, cwd: Option<&str>, command: &str) -> Option<Prohibited> {
        let heads = command.lines().filter_map(|line| line.strip_prefix("+++ ").or_else(|| line.strip_prefix("--- ")));
        heads.filter_map(|head| head.split_whitespace().next()).find_map(|file| {
            let file = file.strip_prefix("a/").or_else(|| file.strip_prefix("b/")).unwrap_or(file);
            self.forbids(cwd, file)
        })
    }

    /// A script that writes a forbidden file: named where it is written, or in a variable that is.
    fn writes(&self, cwd: Option<&str>, script: &str) -> Option<Prohibited> {
        if !shows_write(script) && !runs_a_change(script) {
            return None;
        }
        let mut bound: Vec<(&str, Prohibited)> = Vec::new();
        for piece in script.split(['\n', ';']) {
            let target = script::targets(piece);
            let files = |text: &str| {
                let named =
                    mention::tokens(text).filter(|token| token.contains(['.', '/']) && !token.contains(['*', '?']));
                named.into_iter().find_map(|file| self.forbids(cwd, file))
            };
            if runs_a_change(piece)
                && let Some(found) = files(piece)
            {
                return Some(found);
            }
            if shows_write(piece) {
                let by_name = bound.iter().find(|(name, _)| {
                    target.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *name)
                });
                if let Some(found) = files(&target).or_else(|| by_name.map(|(_, found)| found.clone())) {
                    return Some(found);
                }
            } else if let Some((name, value)) = piece.split_once('=')
                && script::is_path(value)
                && let Some(found) = files(value)
            {
                bound.extend(name.split_whitespace().last().map(|name| (name, found)));
            }
        }
        None
    }

    /// The files that `git ls-files` prints.
    fn tracked(&self, cwd: Option<&str>, specs: &[String]) -> Option<Prohibited> {
        let left_out =
            |spec: &str| [":!", ":^", ":(exclude)"].iter().find_map(|mark| spec.strip_prefix(mark)).map(str::to_owned);
        let unwanted: Vec<String> = specs.iter().filter_map(|spec| left_out(spec)).collect();
        let mut wanted: Vec<&str> = specs.iter().map(String::as_str).collect();
        wanted.retain(|spec| !spec.starts_with('-') && left_out(spec).is_none());
        if wanted.is_empty() {
            wanted.push(".");
        }
        let fits = |spec: &str, file: &str| {
            self.inside(cwd, spec).is_some_and(|place| path::is_below(file, &place) || glob::is_like(&place, file))
        };
        let printed =
            |file: &str| wanted.iter().any(|spec| fits(spec, file)) && !unwanted.iter().any(|spec| fits(spec, file));
        let held = self.forbidden_paths().into_iter().find(|held| {
            let mut below = self.facts.files.paths().filter(|file| held.holds(file));
            printed(&held.path) && !held.has_exceptions() || held.is_whole() && below.any(printed)
        })?;
        Some(self.prohibition(format!("change {}", held.path), &held.clause))
    }

    /// Names that are printed for `xargs`, or gone through by a loop, where what is done to each is a change.
    fn lists(&self, cwd: Option<&str>, command: &str) -> Option<Prohibited> {
        let piped = command.split([';', '\n', '&']).filter_map(|part| part.split_once("xargs"));
        let piped = piped.filter_map(|(before, behind)| Some((printer(before)?, behind)));
        let looped = command.split("for ").skip(1).filter_map(|part| {
            let (_, list) = part.split_once(" in ")?;
            list.split([';', '\n']).next()
        });
        // `rm $(git ls-files)`: what is printed stands among the words.
        let put_in = command.split("$(").skip(1).filter_map(|part| Some((printer(part.split(')').next()?)?, command)));
        let words = |text: &str| -> Vec<String> {
            text.split_whitespace().map(|word| word.trim_matches(['"', '\'', '\\']).to_owned()).collect()
        };
        let by_list = piped.clone().chain(put_in).find_map(|(printed, behind)| {
            if let Some(specs) = printed.strip_prefix("git ls-files") {
                return self.tracked(cwd, &words(specs));
            }
            self.finds(cwd, &words(printed.strip_prefix("find ")?), &words(behind))
        });
        if by_list.is_some() {
            return by_list;
        }
        let listed = piped
            .map(|(printed, _)| printed)
            .filter(|printed| printed.split_whitespace().next().is_some_and(|program| LISTING.contains(&program)));
        listed.chain(looped).flat_map(mention::tokens).filter(|token| token.contains(['/', '.'])).find_map(|token| {
            if token.contains(['*', '?']) {
                let pattern = self.inside(cwd, token)?;
                let held = self.held_by(&pattern, FileVerb::Edit)?;
                return Some(self.prohibition(format!("change {}", held.path), &held.clause));
            }
            self.forbids(cwd, token)
        })
    }
}
