//! Changes of forbidden files that no effect of a command names: found, listed, copied into a folder, done by a script.
//!
//! Owns the few programs with which that is done. What the reader names is `prohibition`'s.

use super::Guard;
use super::prohibition::Held;
use super::script;
use super::tamper::{glob, mention};
use crate::domain::{Action, ActionKind, FileEffect, FileVerb, Place, Prohibited};
use crate::text::path;
use crate::text::shell::{Reading, shows_write};

/// Programs that change the file they are given.
const CHANGING: [&str; 6] = ["ed", "ex", "rimraf", "trash-put", "del-cli", "trash"];
/// Programs that change what `find` hands them; sed only in place.
const FOR_FOUND: [&str; 9] = ["rm", "mv", "unlink", "shred", "truncate", "tee", "dd", "sed", "perl"];
/// Programs that print the names they are given.
const LISTING: [&str; 5] = ["ls", "find", "fd", "echo", "printf"];
/// Interpreters, beside every python, and the flags that a script stands behind.
const INTERPRETERS: [&str; 7] = ["node", "deno", "bun", "ruby", "perl", "php", "py"];
const SCRIPT_FLAGS: [&str; 5] = ["-c", "-e", "-r", "--eval", "eval"];

/// True for a `find` with `-delete`, or with a command that changes what is found.
fn changes_found(operands: &[String]) -> bool {
    let has = |flag: &str| operands.iter().any(|word| word == flag);
    let runs = operands.windows(2).any(|pair| {
        let program = path::base_name(&pair[1]);
        matches!(pair[0].as_str(), "-exec" | "-execdir" | "-ok" | "-okdir")
            && FOR_FOUND.contains(&program)
            && (!matches!(program, "sed" | "perl")
                || operands.iter().any(|word| word.starts_with("-i") || word == "-pi"))
    });
    let only_folders = has("-empty") || operands.windows(2).any(|pair| pair[0] == "-type" && pair[1] == "d");
    (runs || has("-delete")) && !only_folders
}

/// True for a line of a script that starts another program which takes files away or changes them.
fn runs_a_change(line: &str) -> bool {
    let starts = ["subprocess.", "os.system(", "os.popen(", "execSync(", "execFileSync(", "spawnSync(", "system("];
    let changes = ["rm", "mv", "unlink", "shred", "truncate", "tee", "dd"];
    starts.iter().any(|start| line.contains(start))
        && (line.contains(">>")
            || line.contains(" > ")
            || line.contains("sed") && line.contains("-i")
            || mention::tokens(line).any(|word| changes.contains(&word)))
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
                    folder = files().next().map(|target| path::absolute(&self.session.root, cwd, target)).or(folder);
                    None
                }
                "find" | "gfind" if changes_found(operands) => self.finds(cwd, operands),
                "cp" | "mv" | "install" | "rsync" | "copy" | "move" => self.copies(cwd, &files().collect::<Vec<_>>()),
                "git" if operands.iter().any(|word| matches!(word.as_str(), "apply" | "am")) => {
                    self.patches(cwd, command)
                }
                "patch" => files().find_map(|file| self.forbids(cwd, file)).or_else(|| self.patches(cwd, command)),
                _ if CHANGING.contains(&name) => files().find_map(|file| self.forbids(cwd, file)),
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
    fn forbids(&self, cwd: Option<&str>, file: &str) -> Option<Prohibited> {
        let effect = FileEffect { verb: FileVerb::Edit, path: file.to_owned() };
        let change = Action { effects: vec![effect], cwd: cwd.map(str::to_owned), ..Action::bare(ActionKind::Edit) };
        self.at_its_places(&change)
    }

    fn inside(&self, cwd: Option<&str>, word: &str) -> Option<String> {
        match path::resolve(&self.session.root, cwd, word) {
            Place::Inside(path) => Some(path),
            Place::Outside(_) => None,
        }
    }

    /// The files that `find` finds, where something is done to them.
    fn finds(&self, cwd: Option<&str>, operands: &[String]) -> Option<Prohibited> {
        let names = ["-name", "-iname", "-path", "-ipath", "-wholename"];
        let filters = (0..operands.len().saturating_sub(1)).filter(|at| names.contains(&operands[*at].as_str()));
        // What stands behind "not" is left out, and what is pruned with all that is in it.
        let (unwanted, wanted): (Vec<_>, Vec<_>) = filters.partition(|at| {
            let negated = *at > 0 && matches!(operands[at - 1].as_str(), "!" | "-not");
            negated || operands.get(at + 2).is_some_and(|next| next == "-prune")
        });
        let starts: Vec<&str> =
            operands.iter().map(String::as_str).take_while(|word| !word.starts_with(['-', '(', '!'])).collect();
        let starts = if starts.is_empty() { vec!["."] } else { starts };
        starts.into_iter().filter_map(|operand| Some((operand, self.inside(cwd, operand)?))).find_map(
            |(operand, start)| {
                let is = |file: &str, at: &usize| {
                    // As `find` prints it: the operand and what is below it.
                    let below = file.strip_prefix(&start).map_or(file, |rest| rest.trim_start_matches('/'));
                    let printed = format!("{}/{below}", operand.trim_end_matches('/'));
                    let pattern = &operands[at + 1];
                    [path::base_name(file), file, &printed].iter().any(|name| glob::is_match(pattern, name))
                };
                let above = |file: &str, at: &usize| {
                    std::iter::successors(Some(file), |path| {
                        Some(path::folder(path)).filter(|folder| !folder.is_empty())
                    })
                    .any(|path| is(path, at))
                };
                let fits = |file: &str| {
                    !unwanted.iter().any(|at| above(file, at))
                        && (wanted.is_empty() || wanted.iter().any(|at| is(file, at)))
                };
                // A folder is gone through, and its files are found one by one.
                let inside = |held: &Held| {
                    held.is_whole()
                        && self.facts.files.paths().any(|file| path::is_below(file, &held.path) && fits(file))
                };
                let forbidden = self.forbidden_paths();
                let held = forbidden.iter().find(|held| {
                    held.holds(&start) || path::is_below(&held.path, &start) && (fits(&held.path) || inside(held))
                })?;
                Some(self.prohibition(format!("change {}", held.path), &held.clause))
            },
        )
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

    /// Names that are printed for `xargs`, or gone through by a loop, where what is done to each is a change.
    fn lists(&self, cwd: Option<&str>, command: &str) -> Option<Prohibited> {
        let piped =
            command.split([';', '\n', '&']).filter_map(|part| part.split_once("xargs")).filter_map(|(before, _)| {
                let printed = before.trim_start();
                LISTING.contains(&printed.split_whitespace().next()?).then_some(printed)
            });
        let looped = command.split("for ").skip(1).filter_map(|part| {
            let (_, list) = part.split_once(" in ")?;
            list.split([';', '\n']).next()
        });
        let (found, piped): (Vec<&str>, Vec<&str>) = piped.partition(|printed| printed.starts_with("find "));
        let by_find = found.into_iter().find_map(|printed| {
            let words = printed.trim_end_matches(['|', ' ']).split_whitespace().skip(1);
            let operands: Vec<String> = words.map(|word| word.trim_matches(['"', '\'']).to_owned()).collect();
            self.finds(cwd, &operands)
        });
        if by_find.is_some() {
            return by_find;
        }
        piped.into_iter().chain(looped).flat_map(mention::tokens).filter(|token| token.contains(['/', '.'])).find_map(
            |token| {
                if token.contains(['*', '?']) {
                    let pattern = self.inside(cwd, token)?;
                    let held = self.held_by(&pattern, FileVerb::Edit)?;
                    return Some(self.prohibition(format!("change {}", held.path), &held.clause));
                }
                self.forbids(cwd, token)
            },
        )
    }
}
