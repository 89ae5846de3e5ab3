//! What worked before: the four questions of seed 004 over the steps of one session.
//!
//! Each question finds keys through an index and looks at a bounded number of rows, so that neither the length of the
//! session nor that of the history matters. The statements are small, for each process prepares them anew; steps are read one
//! by one, the newest first, until there are enough.

use super::query::{STEP_COLUMNS, step};
use super::row::{Json, key_before};
use super::sqlite::SqliteStore;
use crate::domain::Step;
use crate::guard::port::{Recall, StoreError};
use rusqlite::params;

/// Newest steps that one question looks through: of a file, of the session, of its key decisions. What lies further back
/// says little about the present work.
const WINDOW: i64 = 256;
/// Files looked at in one folder, in the order of their names, and the newest steps of each; together one window.
const NEIGHBOURS: usize = 64;
const OF_A_NEIGHBOUR: i64 = 4;

/// The newest steps of a session (its number) that touched a file.
const OF_FILE: &str = "SELECT step FROM step_files WHERE session = ?1 AND path = ?2 ORDER BY step DESC LIMIT ?3";
/// The first file of a session behind one name and before another.
const NEXT_FILE: &str =
    "SELECT path FROM step_files WHERE session = ?1 AND path > ?2 AND path < ?3 ORDER BY path LIMIT 1";
/// The newest key of a session, whose keys lie between two bounds.
const NEWEST: &str = "SELECT max(key) FROM steps WHERE key > ?1 AND key < ?2";
/// The steps between two keys that carry words of the goal.
const WITH_WORDS: &str =
    "SELECT key, keywords FROM steps WHERE key > ?1 AND key < ?2 AND keywords <> '[]' ORDER BY key DESC";
/// The newest key decisions between two keys.
const DECISIONS: &str = "SELECT key FROM steps INDEXED BY key_decisions
     WHERE is_key_decision AND key > ?1 AND key < ?2 ORDER BY key DESC LIMIT ?3";
/// A step, if it ran well while the work was on its goal. Looking is no example of work.
const WORKED: &str =
    "outcome = 'ok' AND is_validated AND drift_score >= ?2 AND action_type NOT IN ('read', 'search', 'fetch')";

impl SqliteStore {
    /// See [`crate::guard::port::Store::recall`]; as a command asks it, outside of a transaction.
    pub fn what_worked(&self, query: &Recall) -> Result<Vec<Step>, StoreError> {
        let mut found: Vec<Step> = Vec::with_capacity(query.limit);
        let Some(number) = self.number(&query.session_id)? else { return Ok(found) };
        // The most telling first.
        for question in [Self::same_file, Self::same_folder, Self::shared_word, Self::key_decision] {
            for key in question(self, number, query)? {
                if found.len() >= query.limit {
                    return Ok(found);
                }
                let sql = format!("{STEP_COLUMNS} steps s WHERE key = ?1 AND {WORKED}");
                let Some(next) = self.read(&sql, params![key, query.min_score], step)?.pop() else { continue };
                let known = found.iter().any(|step| does_the_same(step, &next));
                let held = next.files.iter().any(|file| query.without.contains(file));
                if !known && !held {
                    found.push(next);
                }
            }
        }
        Ok(found)
    }

    fn same_file(&self, number: i64, query: &Recall) -> Result<Vec<i64>, StoreError> {
        let mut keys = Vec::new();
        for file in &query.files {
            keys.extend(self.of_file(number, file, WINDOW)?);
        }
        Ok(newest_first(keys))
    }

    /// Goes from file to file of a folder through the index, however many steps each has. '0' is the character behind '/'.
    fn same_folder(&self, number: i64, query: &Recall) -> Result<Vec<i64>, StoreError> {
        let mut keys = Vec::new();
        for folder in query.folders.iter().filter(|folder| !folder.is_empty()) {
            let (mut file, beyond) = (format!("{folder}/"), format!("{folder}0"));
            for _ in 0..NEIGHBOURS {
                let next = self.read(NEXT_FILE, params![number, file, beyond], |row| row.get(0))?.pop();
                let Some(next) = next else { break };
                file = next;
                keys.extend(self.of_file(number, &file, OF_A_NEIGHBOUR)?);
            }
        }
        Ok(newest_first(keys))
    }

    fn shared_word(&self, number: i64, query: &Recall) -> Result<Vec<i64>, StoreError> {
        let (before, behind) = (key_before(number), key_before(number + 1));
        let newest: Option<i64> = self.read(NEWEST, [before, behind], |row| row.get(0))?.pop().flatten();
        let Some(newest) = newest else { return Ok(Vec::new()) };
        // The keys of a session have no gaps.
        let bounds = [before.max(newest - WINDOW), behind];
        let rows = self.read(WITH_WORDS, bounds, |row| Ok((row.get(0)?, row.get::<_, Json<Vec<String>>>(1)?.0)))?;
        let shares = |words: &[String]| words.iter().any(|word| query.keywords.contains(word));
        Ok(rows.into_iter().filter(|(_, words)| shares(words)).map(|(key, _)| key).collect())
    }

    fn key_decision(&self, number: i64, _: &Recall) -> Result<Vec<i64>, StoreError> {
        let (before, behind) = (key_before(number), key_before(number + 1));
        self.read(DECISIONS, [before, behind, WINDOW], |row| row.get(0))
    }

    fn of_file(&self, number: i64, file: &str, limit: i64) -> Result<Vec<i64>, StoreError> {
        self.read(OF_FILE, params![number, file, limit], |row| row.get(0))
    }
}

fn newest_first(mut keys: Vec<i64>) -> Vec<i64> {
    keys.sort_unstable_by(|one, other| other.cmp(one));
    keys.dedup();
    keys
}

/// The same done again, or the same step found by another question.
fn does_the_same(step: &Step, other: &Step) -> bool {
    step.action_type == other.action_type && step.files == other.files && step.command == other.command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Opening;
    use crate::store::row::STEP_OF_CALL;
    use std::time::Duration;

    #[test]
    fn every_question_goes_through_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let how = Opening { deadline: Duration::from_millis(150), checkpoint: false, history: 50 };
        let store = SqliteStore::open(&folder.path().join("driftguard.db"), how).unwrap();
        let check = |sql: &str, bound: usize, expected: &str| {
            let values = rusqlite::params_from_iter(std::iter::repeat_n(1, bound));
            let plan: Vec<String> = store.read(&format!("EXPLAIN QUERY PLAN {sql}"), values, |row| row.get(3)).unwrap();
            assert_eq!(plan, [expected]);
        };
        let by_key = "SEARCH steps USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
        check(OF_FILE, 3, "SEARCH step_files USING PRIMARY KEY (session=? AND path=?)");
        check(NEXT_FILE, 3, "SEARCH step_files USING PRIMARY KEY (session=? AND path>? AND path<?)");
        check(NEWEST, 2, by_key);
        check(WITH_WORDS, 2, by_key);
        check(DECISIONS, 3, "SEARCH steps USING INDEX key_decisions (key>? AND key<?)");
        let one = format!("{STEP_COLUMNS} steps s WHERE key = ?1 AND {WORKED}");
        check(&one, 2, "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)");
        check(&format!("SELECT 1 {STEP_OF_CALL}"), 2, "SEARCH steps USING INDEX steps_by_call (<expr>=? AND <expr>=?)");
    }
}
