//! What the project's own scripts and tasks do, held against what the user forbade before they run.
//!
//! `make release` pushes, and nothing in its words says so. Owns which scripts are read and what in them counts: only what runs
//! whatever the script finds, and only what the user forbade by a command or by a place. A script does much that nobody means who
//! says "change nothing yet".

use super::state::Guard;
use crate::domain::{Action, ActionKind, FileEffect, FileVerb, Place, Prohibited, Target};
use crate::signal::forbidden_commands;
use crate::text::path;
use crate::text::shell::{self, Reading, SimpleCommand};
use crate::text::task::{self, Script};

/// Scripts that run scripts; and scripts read for one call.
const MAX_DEPTH: usize = 3;
const MAX_SCRIPTS: usize = 16;

impl Guard<'_> {
    /// The clause against what a script does that one of the commands runs.
    pub(super) fn behind(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        if !self.forbids_deeds() && self.forbidden_paths().is_empty() {
            return None;
        }
        let mut left = MAX_SCRIPTS;
        self.behind_commands(action.cwd.as_deref(), &reading.commands, 0, &mut left)
    }

    /// True where a command is forbidden, by its words or by what it does.
    fn forbids_deeds(&self) -> bool {
        self.session.limits().any(|limit| limit.denies && limit.targets.iter().any(Target::is_of_commands))
    }

    fn behind_commands(
        &self,
        cwd: Option<&str>,
        commands: &[SimpleCommand],
        depth: usize,
        left: &mut usize,
    ) -> Option<Prohibited> {
        let run_in = Action { cwd: cwd.map(str::to_owned), ..Action::bare(ActionKind::Bash) };
        commands.iter().find_map(|command| {
            let folder = self.folder_of(&run_in, command)?;
            self.behind_one(&folder, command, depth, left)
        })
    }

    /// What speaks against the script that a simple command runs in `folder`, an absolute path.
    fn behind_one(&self, folder: &str, command: &SimpleCommand, depth: usize, left: &mut usize) -> Option<Prohibited> {
        let called = task::called(command)?;
        if self.session.goal.as_ref().is_some_and(|goal| is_asked_for(&goal.words_beside_limits(), command)) {
            return None;
        }
        let root = &self.session.root;
        let folder = if called.folder.is_empty() {
            folder.to_owned()
        } else {
            path::absolute(root, Some(folder), &called.folder)
        };
        let (file, text) = called.files.iter().find_map(|file| {
            *left = left.checked_sub(1)?;
            let file = path::absolute(root, Some(&folder), file);
            let text = (self.facts.script)(&file)?;
            Some((file, text))
        })?;
        let text = called.whole(text, &mut |name| {
            *left = left.checked_sub(1)?;
            (self.facts.script)(&path::absolute(root, Some(&folder), name))
        });
        let place = path::resolve(root, None, &file);
        let through = |found: Prohibited| Prohibited { through: place.shown().to_owned(), ..found };
        match called.script(&file, &text)? {
            Script::Foreign(text) => {
                // What the project keeps is known to its user; what the agent wrote a moment ago is its own command.
                let own = self.wrote(&place);
                own.then(|| self.writes(Some(&folder), &text)).flatten().map(through)
            }
            Script::Shell(texts) => texts.iter().find_map(|text| {
                let reading = shell::read_certain(text);
                let done = self.done_by_script(&folder, &reading).map(through);
                done.or_else(|| {
                    let deeper = depth + 1 < MAX_DEPTH;
                    deeper.then(|| self.behind_commands(Some(&folder), &reading.commands, depth + 1, left)).flatten()
                })
            }),
        }
    }

    /// True for a script that is no part of the project as the session found it.
    fn wrote(&self, place: &Place) -> bool {
        match place {
            Place::Outside(_) => true,
            Place::Inside(file) => self.session.changed.contains_key(file) || !self.facts.files.has_file(file),
        }
    }

    /// A command that is forbidden, a package that is added, or a change of a place that is.
    fn done_by_script(&self, folder: &str, reading: &Reading) -> Option<Prohibited> {
        let sure: Vec<SimpleCommand> = reading.commands.iter().filter(|command| !is_open(command)).cloned().collect();
        let goal = self.session.goal.as_ref();
        let run = goal.and_then(|goal| forbidden_commands(goal, &sure, &reading.wrappers).into_iter().next());
        if let Some((clause, words)) = run.or_else(|| self.adds_a_package(&sure)) {
            return Some(self.prohibition(format!("run `{words}`"), clause));
        }
        let changes = reading.modifications();
        let named = changes.into_iter().find_map(|effect| self.changed_by_script(folder, effect));
        let place = Action { cwd: Some(folder.to_owned()), ..Action::bare(ActionKind::Bash) };
        let kept = |found: &Prohibited| self.is_kept(&found.clause);
        named.or_else(|| self.by_pattern(&place, reading).or_else(|| self.by_folder(&place, reading)).filter(kept))
    }

    /// A place that the user named and the project keeps: what a build makes anew is not meant.
    fn changed_by_script(&self, folder: &str, effect: &FileEffect) -> Option<Prohibited> {
        let place = path::resolve(&self.session.root, Some(folder), &effect.path);
        let file = place.inside()?;
        let held = self.forbidden_paths().into_iter().filter(|held| self.lists(&held.path)).find(|held| {
            let hit = held.path == file || held.holds(file);
            (hit || effect.verb == FileVerb::Delete && path::is_below(&held.path, file)) && !held.leaves_free(file)
        })?;
        Some(self.prohibition_at(super::prohibition::verb(effect.verb), &self.named(file), &held.clause))
    }

    /// True for the clause of a place that the project keeps.
    fn is_kept(&self, clause: &str) -> bool {
        self.forbidden_paths().iter().any(|held| held.clause == clause && self.lists(&held.path))
    }

    fn lists(&self, path: &str) -> bool {
        self.facts.files.has_file(path) || self.facts.files.has_folder(path)
    }
}

/// Words behind which somebody names what is to be run.
const RUNNING: [&str; 5] = ["execute", "launch", "rerun", "run", "start"];

/// True for a task that the user's own words want run: who says "run make release" wants what it does, and who says "fix
/// scripts/release.sh" does not.
fn is_asked_for(words: &str, command: &SimpleCommand) -> bool {
    let lower = words.to_lowercase();
    let asked = |name: &str| {
        lower.match_indices(name).any(|(at, _)| {
            let before = lower[..at].trim_end_matches(['`', '"', '\'', ' ', '.', '/']);
            let before = before.strip_suffix(" the").unwrap_or(before);
            let verb = before.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
            let behind = lower[at + name.len()..].chars().next();
            RUNNING.contains(&verb) && behind.is_none_or(|sign| !sign.is_alphanumeric() && !"-_:".contains(sign))
        })
    };
    let plain: Vec<String> =
        command.iter().filter(|word| !word.starts_with('-')).map(|word| word.to_lowercase()).collect();
    // Up to the name of the task: what stands behind it are its arguments.
    let task = plain.iter().position(|word| word == "run" || word == "run-script").map_or(2, |at| at + 2);
    let named = plain[..task.min(plain.len())].join(" ");
    let script = plain.iter().take(2).find(|word| word.contains(['.', '/'])).map(|word| word.trim_start_matches("./"));
    plain.len() > 1 && asked(&named) || script.is_some_and(asked)
}

/// Parts of a variable's name by which somebody may tell a command to do nothing.
const OPTIONAL: [&str; 5] = ["arg", "dry", "extra", "flag", "opt"];

/// True for a command of a script whose flags stand in a variable: `git push $FLAGS`, `git push ${DRY:+--dry-run}`.
fn is_open(command: &SimpleCommand) -> bool {
    command.iter().filter(|word| word.contains('$')).any(|word| {
        let lower = word.to_lowercase();
        word.contains(":+") || OPTIONAL.iter().any(|part| lower.contains(part))
    })
}
