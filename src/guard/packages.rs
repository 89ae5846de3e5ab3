//! Packages that commands and edits add, held against "no new dependencies" and against work that is done.
//!
//! Owns what is new: a package that the user did not name and that no manifest of the project lists. How one is added is
//! [`crate::text::dependency`]'s.

use super::state::Guard;
use super::thread;
use crate::domain::{Action, Constraint, Draft, Goal, Prohibited, Target};
use crate::text::shell::{self, SimpleCommand};
use crate::text::{dependency, path, trace};

/// True where the user has named each package that a command installs, and it installs some.
fn names_all(command: &[String], asked: &str) -> bool {
    let mut packages = command.iter().skip(2).filter(|word| !word.starts_with('-')).peekable();
    packages.peek().is_some() && packages.all(|package| dependency::is_named(asked, package))
}

/// Words of a package's name that count.
const MAX_WORDS: usize = 8;

impl Guard<'_> {
    fn limit_on_packages(&self) -> Option<(&Goal, &Constraint)> {
        let goal = self.session.goal.as_ref()?;
        let limit =
            goal.constraints.iter().find(|limit| limit.denies && limit.targets.contains(&Target::NewPackages))?;
        Some((goal, limit))
    }

    /// The clause against the first of the commands that adds a new package, and the command.
    pub(super) fn adds_a_package(&self, commands: &[SimpleCommand]) -> Option<(&str, String)> {
        let (goal, limit) = self.limit_on_packages()?;
        let asked = goal.words_beside_limits();
        let known = |name: &str| dependency::is_named(&asked, name) || (self.facts.listed)(name);
        let command = commands.iter().find(|command| {
            let spared = dependency::of_development(&limit.clause) && dependency::for_development(command);
            let any = || {
                let installs = dependency::installs(command) && !shell::does_nothing(command);
                // "You may run `npm install`", "you may run `brew install jq`".
                let wanted = || asked.contains(&command.join(" "));
                installs && dependency::of_anything(&limit.clause) && !wanted() && !names_all(command, &asked)
            };
            !spared && (dependency::added_by_command(command, known).is_some() || any())
        })?;
        Some((&limit.clause, command.join(" ")))
    }

    /// The new package that one of the commands adds to work that is done, of which neither the user nor the work has spoken, and the
    /// command. Of a goal without a place, and of what only the makers of the program need, nothing can be said.
    pub(super) fn adds_beyond(&self, commands: &[SimpleCommand]) -> Option<(String, String)> {
        let goal = self.session.goal.as_ref()?;
        let thread = &self.session.thread;
        let spoken = |name: &str| {
            let words = trace::of_words(name, MAX_WORDS);
            words.iter().any(|word| thread.knows(*word) || thread.has_written(*word))
        };
        let known = |name: &str| spoken(name) || dependency::is_named(&goal.text, name) || (self.facts.listed)(name);
        let mut adding = commands.iter().filter(|command| !dependency::for_development(command));
        let added =
            adding.find_map(|command| Some((dependency::added_by_command(command, known)?, command.join(" "))))?;
        // Asked last: hardly any action adds a package.
        thread::course(self).is_done(self.facts.config).then_some(added)
    }

    /// The clause against an edit that brings a new package into a manifest.
    pub(super) fn lists_a_package(&self, action: &Action) -> Option<Prohibited> {
        let parts: Vec<(&str, &str)> = match &action.draft {
            Some(Draft::Replacements(parts)) => parts.iter().map(|part| (&*part.old, &*part.new)).collect(),
            Some(Draft::Content(whole)) => vec![("", whole)],
            _ => return None,
        };
        let (goal, limit) = self.limit_on_packages()?;
        let file = &action.effects.first()?.path;
        let asked = goal.words_beside_limits();
        let known = |name: &str| dependency::is_named(&asked, name) || (self.facts.listed)(name);
        let added = parts.iter().find_map(|(old, new)| dependency::added_by_edit(file, old, new, known))?;
        let found = self.prohibition(format!("add {added} to {}", path::base_name(file)), &limit.clause);
        let place = path::resolve(&self.session.root, action.cwd.as_deref(), file).shown().to_owned();
        Some(Prohibited { place, ..found })
    }
}
