//! "No new dependencies", held against commands and edits.
//!
//! Owns what is new: a package that the user did not name and that no manifest of the project lists. How one is added is
//! [`crate::text::dependency`]'s.

use super::Guard;
use crate::domain::{Action, Constraint, Draft, Goal, Prohibited, Target};
use crate::text::{dependency, path};

impl Guard<'_> {
    fn limit_on_packages(&self) -> Option<(&Goal, &Constraint)> {
        let goal = self.session.goal.as_ref()?;
        let limit =
            goal.constraints.iter().find(|limit| limit.denies && limit.targets.contains(&Target::NewPackages))?;
        Some((goal, limit))
    }

    /// The clause against the first of the commands that adds a new package, and the command.
    pub(super) fn adds_a_package(&self, commands: &[Vec<String>]) -> Option<(&str, String)> {
        let (goal, limit) = self.limit_on_packages()?;
        let asked = goal.words_beside_limits();
        let known = |name: &str| dependency::is_named(&asked, name) || (self.facts.listed)(name);
        let command = commands.iter().find(|command| {
            let spared = dependency::of_development(&limit.clause) && dependency::for_development(command);
            !spared && dependency::added_by_command(command, known).is_some()
        })?;
        Some((&limit.clause, command.join(" ")))
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
        Some(self.prohibition(format!("add {added} to {}", path::base_name(file)), &limit.clause))
    }
}
