//! What a goal's words and named files speak for, by what is in the files and what belongs together.

use super::{Index, IndexError};
use crate::domain::{Bond, Goal, Likely, Pattern, ScopeReason};

/// Named files whose neighbours are asked for.
const NAMED: usize = 5;

impl Index {
    /// Files that the goal is likely to touch although it does not name them: neighbours of the files that it names, then files
    /// whose contents hold its keywords; at most `limit` of each.
    pub fn speaks_for(&self, goal: &Goal, limit: usize) -> Result<Vec<Likely>, IndexError> {
        let mut found: Vec<Likely> = Vec::new();
        let mut add = |path: String, why: String| {
            if !found.iter().any(|known| known.path == path) {
                found.push(Likely { path, why });
            }
        };
        let named = goal.scope.entries.iter().filter(|entry| entry.reason < ScopeReason::Imported);
        let files = named.filter_map(|entry| match &entry.pattern {
            Pattern::File(path) => Some(path),
            Pattern::Folder(_) | Pattern::Glob(_) => None,
        });
        for file in files.take(NAMED) {
            for neighbour in self.neighbours(file, limit.div_ceil(NAMED))? {
                let why = match neighbour.bond {
                    Bond::Imports => format!("imported by {file}"),
                    Bond::ImportedBy => format!("it imports {file}"),
                    Bond::TestPair => format!("test or subject of {file}"),
                    Bond::Together { times, .. } => format!("changed together with {file} in {times} commits"),
                };
                add(neighbour.path, why);
            }
        }
        for found in self.matching(&goal.keywords, limit)? {
            add(found.path, "it holds the goal's words".to_owned());
        }
        Ok(found)
    }
}
