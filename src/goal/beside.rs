//! What belongs to the work beside a declared scope: "only touch src/auth. Add a test".
//!
//! Owns the kinds of files that people ask for without a place. Places that a later prompt calls by their names are `lifting`'s.

use super::line::Ask;
use super::reading::{Reading, add};
use crate::domain::{Goal, Pattern, ScopeEntry, ScopeReason, WorkKind};
use crate::text::{kind, pattern};

/// Words at most from "add" to what is added: "add a test and a changelog entry".
const MAX_ADDED: usize = 6;

/// Tests, pages and the number of the version that are asked for beside a declared scope: "only touch src/auth. Add a test".
pub(super) fn add_beside(entries: &mut Vec<ScopeEntry>, reading: &Reading<'_, '_>) {
    for line in reading.typed().filter(|line| line.ask == Ask::Work || line.ask == Ask::Permission) {
        let word = |at: usize| line.sentence.word(at);
        for (at, token) in line.asking() {
            let before = |verbs: &[&str]| (at.saturating_sub(MAX_ADDED)..at).any(|verb| verbs.contains(&word(verb)));
            let wanted = match kind::kind_of_word(&token.word) {
                kind @ Some(WorkKind::Tests | WorkKind::Docs) => {
                    kind.filter(|_| before(&["add", "extend", "update", "write"]))
                }
                // It stands in the manifest.
                _ if token.word == "version" && before(&["bump", "increase", "raise"]) => Some(WorkKind::Build),
                _ => None,
            };
            if let Some(kind) = wanted {
                for glob in kind::globs(kind) {
                    add(entries, Pattern::Glob((*glob).to_owned()), ScopeReason::Named, line.sentence.text);
                }
            }
        }
    }
}

/// True for a place in the declared scope.
pub(super) fn is_declared(goal: &Goal, place: &Pattern) -> bool {
    let mut declared = goal.scope.entries.iter().filter(|entry| entry.reason == ScopeReason::Declared);
    declared.any(|entry| pattern::encloses(&entry.pattern, place))
}
