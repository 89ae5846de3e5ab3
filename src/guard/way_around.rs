//! Changes of forbidden files that no effect of a command names: found, listed, copied into a folder, done by a script.
//!
//! Owns the few programs with which that is done. What the reader names is `prohibition`'s, what a pattern or a folder covers `sweep`'s.

use super::held::Held;
use super::state::Guard;
use crate::domain::{Action, ActionKind, FileEffect, FileVerb, Place, Prohibited};
use crate::text::glob;
use crate::text::path;
use crate::text::shell::find::{Find, FindAction, Start, Taken, hands_folders_on};
use crate::text::shell::script_targets;
use crate::text::shell::{self, Handed, Names, Reading, SimpleCommand, shows_write};
use std::collections::HashMap;

/// Programs that take away or overwrite the files they are given, as words in a line of a script: `del` and `move` are words of the
/// languages, too.
const REMOVING: [&str; 7] = ["rm", "mv", "unlink", "shred", "truncate", "tee", "dd"];
/// Simple commands of one line that are looked at: each may be held against all files of the project.
const MAX_COMMANDS: usize = 128;
/// Stands for a folder that nobody knows: no project lies below it.
const ELSEWHERE: &str = "/\0";
/// Stands for what `find` finds.
const FOUND: &str = "found";

/// What a command does to what it is handed in the place of `{}`.
fn done_to_what_is_found(command: &[String]) -> impl Iterator<Item = FileVerb> {
    let handed: Vec<String> = command.iter().map(|word| word.replace("{}", FOUND)).collect();
    let effects = shell::read_words(&handed).effects;
    effects.into_iter().filter(|effect| effect.path == FOUND).map(|effect| effect.verb)
}

fn changes_what_is_found(command: &[String]) -> bool {
    done_to_what_is_found(command).any(FileVerb::modifies)
}

fn deletes_what_is_found(command: &[String]) -> bool {
    done_to_what_is_found(command).any(|verb| verb == FileVerb::Delete)
}

/// How a program changes files that it does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It finds them.
    Finds,
    /// It puts files into a folder, under their own names.
    Copies,
    /// It applies a difference that names them.
    Patches,
    /// It runs a script that names them.
    Runs,
}

/// The way of a simple command, where it has one.
fn way(simple: &SimpleCommand) -> Option<Way> {
    let (name, operands) = simple.split_first()?;
    match shell::plain_name(name) {
        "find" | "gfind" => Some(Way::Finds),
        "copy" | "cp" | "install" | "move" | "mv" | "rsync" => Some(Way::Copies),
        "git" if applies(operands) => Some(Way::Patches),
        "patch" => Some(Way::Patches),
        // What a shell runs is read as commands.
        name if shell::is_interpreter(name) && !shell::is_shell(name) => Some(Way::Runs),
        _ => None,
    }
}

/// The sources and the target of a program that puts files into a folder. The `-t` of rsync keeps times.
fn transferred(simple: &SimpleCommand) -> Option<(Vec<&str>, &str)> {
    let (program, operands) = simple.split_first()?;
    if shell::plain_name(program) != "rsync" {
        return shell::transferred(operands);
    }
    let mut places: Vec<&str> = operands.iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    let target = places.pop()?;
    Some((places, target))
}

/// True where one of the commands changes files that it does not name.
pub(super) fn goes_around(reading: &Reading) -> bool {
    reading.commands.iter().any(|simple| way(simple).is_some())
}

/// True for a difference that git applies and does not only look at.
fn applies(operands: &[String]) -> bool {
    let says = |words: &[&str]| operands.iter().any(|word| words.contains(&word.as_str()));
    let looks = says(&["--check", "--stat", "--numstat", "--summary"]) && !says(&["--apply"]);
    says(&["am"]) || says(&["apply"]) && !looks
}

/// The places that a search by words goes through: what stands behind the pattern. None where a flag may take one of the words as its
/// value, or leave some places out.
fn searched(operands: &[String]) -> &[String] {
    let behind = if operands.first().is_some_and(|verb| verb == "grep") { &operands[1..] } else { operands };
    let flags = behind.iter().take_while(|word| word.starts_with('-')).count();
    let plain =
        |flag: &String| flag.len() > 1 && flag[1..].bytes().all(|letter| b"EFHILPRahilnoqrsvwz".contains(&letter));
    let places = behind.get(flags + 1..).unwrap_or_default();
    let all_plain = behind[..flags].iter().all(plain) && !places.iter().any(|word| word.starts_with('-'));
    if all_plain { places } else { &[] }
}

/// True for a line of a script that starts another program which takes files away or changes them.
fn runs_a_change(line: &str) -> bool {
    let starts = ["subprocess.", "os.system(", "os.popen(", "execSync(", "execFileSync(", "spawnSync(", "system("];
    starts.iter().any(|start| line.contains(start))
        && (line.contains(">>")
            || line.contains(" > ")
            || line.contains("sed") && line.contains("-i")
            || shell::pieces(line).any(|word| REMOVING.contains(&word)))
}

impl Guard<'_> {
    /// The clause against what `command` does without naming it.
    pub(super) fn by_another_way(&self, action: &Action, command: &str, reading: &Reading) -> Option<Prohibited> {
        let mut changing = reading.commands.iter().filter_map(|simple| Some((way(simple)?, simple))).take(MAX_COMMANDS);
        let done = changing.find_map(|(way, simple)| self.done_by(action, command, way, simple));
        done.or_else(|| self.by_list(action, reading))
    }

    /// The clause against a change of names that stand elsewhere.
    pub(super) fn by_list(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        reading.handed.iter().find_map(|handed| self.handed_on(action, handed))
    }

    /// The clause against what one simple command of `whole` does.
    fn done_by(&self, action: &Action, whole: &str, way: Way, simple: &SimpleCommand) -> Option<Prohibited> {
        let operands = &simple[1..];
        // Of an unknown folder the absolute paths are told all the same.
        let folder = self.folder_of(action, simple).unwrap_or_else(|| ELSEWHERE.to_owned());
        let cwd = Some(folder.as_str());
        let files = || operands.iter().filter(|word| !word.starts_with('-'));
        match way {
            Way::Finds => self.finds(cwd, operands, &[]),
            Way::Copies => transferred(simple).and_then(|(sources, target)| self.copies(cwd, &sources, target)),
            Way::Patches => {
                // `patch src/a.rs`; behind `git` stands the verb.
                let named =
                    files().filter(|_| path::base_name(&simple[0]) != "git").find_map(|file| self.forbids(cwd, file));
                named.or_else(|| self.patches(cwd, whole))
            }
            Way::Runs => {
                let inline = shell::inline_code(shell::plain_name(&simple[0]), operands).is_some();
                let script = if inline { operands.join("\n") } else { whole.to_owned() };
                if inline || files().next().is_none() { self.writes(cwd, &script) } else { None }
            }
        }
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
        let (find, found) = (Find::read(operands), ["{}".to_owned()]);
        let (takes_folders, deletes) = (hands_folders_on(handed), deletes_what_is_found(&[handed, &found].concat()));
        let judged = find.judged(|action, is_folder| Taken {
            changed: match action {
                FindAction::Print if is_folder => takes_folders,
                FindAction::Print => !handed.is_empty(),
                action => action.changes(is_folder, changes_what_is_found),
            },
            removed: match action {
                FindAction::Print => deletes,
                FindAction::Delete => !is_folder,
                FindAction::Run(command) => deletes_what_is_found(command),
            },
        });
        let forbidden = self.forbidden_paths();
        let mut starts = find.starts().filter_map(|written| Some((written, self.inside(cwd, written)?)));
        starts.find_map(|(written, start)| {
            let search = find.search(&judged, Start { written, place: &start, is_fresh: false });
            let changed = |path: &str| search.takes(Some(path)).changed;
            // A folder is gone through, and its files are found one by one.
            let in_it = |held: &Held| {
                let files = self.facts.files;
                let own = std::iter::once(held.path.as_str()).filter(|path| files.has_file(path));
                let mut all = own.chain(files.below(&held.path)).filter(|file| held.holds(file));
                held.is_whole() && all.any(changed)
            };
            let held = forbidden.iter().find(|held| {
                held.holds(&start) && (search.takes(None).changed && !held.has_exceptions() || in_it(held))
                    || path::is_below(&held.path, &start) && (changed(&held.path) || in_it(held))
            });
            if let Some(held) = held {
                return Some(self.prohibition_at("change", &held.shown(), &held.clause));
            }
            let kept = self.kept(&start, |file| search.takes(Some(file)).removed);
            kept.or_else(|| {
                self.against_one_of(FileVerb::Edit, |files| files.below(&start).filter(|file| changed(file)))
            })
        })
    }

    /// A file keeps its name in the folder that it is put into; `a/.` is all that is in `a`.
    fn copies(&self, cwd: Option<&str>, sources: &[&str], target: &str) -> Option<Prohibited> {
        let folder = self.inside(cwd, target)?;
        sources.iter().find_map(|source| {
            let whole = source.ends_with("/.") || source.ends_with("/*");
            let forbidden = self.forbidden_paths();
            let mut held = forbidden.iter().filter(|held| path::is_below(&held.path, &folder) && held.path != folder);
            if whole
                && !folder.is_empty()
                && let Some(held) = held.next()
            {
                return Some(self.prohibition_at("change", &held.shown(), &held.clause));
            }
            let inside = path::normalise(&format!("{folder}/{}", path::base_name(source.trim_end_matches('/'))));
            let inside = inside.trim_start_matches('/');
            let found = held.find(|held| held.path == inside);
            found
                .map(|held| self.prohibition_at("change", inside, &held.clause))
                .or_else(|| if self.is_folder(cwd, target) { self.forbids(None, inside) } else { None })
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
    pub(super) fn writes(&self, cwd: Option<&str>, script: &str) -> Option<Prohibited> {
        if !shows_write(script) && !runs_a_change(script) {
            return None;
        }
        // Of several names the one counts that was bound first.
        let mut bound: HashMap<&str, (usize, Prohibited)> = HashMap::new();
        for piece in script.split(['\n', ';']) {
            let target = script_targets::targets(piece);
            let files = |text: &str| {
                let named =
                    shell::pieces(text).filter(|token| token.contains(['.', '/']) && !token.contains(['*', '?']));
                named.into_iter().find_map(|file| self.forbids(cwd, file))
            };
            if runs_a_change(piece)
                && let Some(found) = files(piece)
            {
                return Some(found);
            }
            if shows_write(piece) {
                let words = target.split(|c: char| !c.is_alphanumeric() && c != '_');
                let by_name = || words.filter_map(|word| bound.get(word)).min_by_key(|(order, _)| *order);
                if let Some(found) = files(&target).or_else(|| by_name().map(|(_, found)| found.clone())) {
                    return Some(found);
                }
            } else if let Some((name, value)) = piece.split_once('=')
                && script_targets::is_path(value)
                && let Some(found) = files(value)
            {
                let order = bound.len();
                if let Some(name) = name.split_whitespace().last() {
                    bound.entry(name).or_insert((order, found));
                }
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
        });
        held.map(|held| self.prohibition_at("change", &held.shown(), &held.clause))
            .or_else(|| self.against_one_of(FileVerb::Edit, |files| files.paths().filter(|file| printed(file))))
    }

    /// The clause against a change of names that stand elsewhere: printed for `xargs`, put in by `$(...)`, gone through by a loop.
    fn handed_on(&self, action: &Action, handed: &Handed) -> Option<Prohibited> {
        let against = |cwd: Option<&str>, word: &String| {
            let effect = FileEffect { verb: handed.verb, path: word.clone() };
            if word.contains(['*', '?']) { self.may_mean(cwd, &effect, || false) } else { self.forbids(cwd, word) }
        };
        let printed = match &handed.names {
            Names::Listed(names) => return names.iter().find_map(|name| against(action.cwd.as_deref(), name)),
            Names::Printed(command) => command,
        };
        let (name, operands) = printed.split_first()?;
        let folder = self.folder_of(action, printed).unwrap_or_else(|| ELSEWHERE.to_owned());
        let cwd = Some(folder.as_str());
        let words = operands.iter().filter(|word| !word.starts_with('-'));
        match path::base_name(name) {
            "find" | "gfind" => self.finds(cwd, operands, &handed.by),
            "git" if operands.first().is_some_and(|verb| verb == "ls-files") => self.tracked(cwd, &operands[1..]),
            // It prints the names of what is in a folder, and not where that is.
            "ls" => words.filter(|word| !self.is_folder(cwd, word)).find_map(|word| against(cwd, word)),
            "echo" | "printf" => words.filter(|word| word.contains(['/', '.'])).find_map(|word| against(cwd, word)),
            // What they find in a place may be any of its files.
            _ => searched(operands).iter().find_map(|place| {
                let place = place.trim_end_matches('/');
                let some_file = if self.is_folder(cwd, place) { format!("{place}/…") } else { place.to_owned() };
                against(cwd, &some_file)
            }),
        }
    }

    /// True for a folder of the project.
    fn is_folder(&self, cwd: Option<&str>, word: &str) -> bool {
        self.inside(cwd, word).is_some_and(|place| self.facts.files.has_folder(place.trim_end_matches('/')))
    }
}
