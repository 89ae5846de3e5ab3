//! What worked before: the four questions of seed 004 over the steps of one session.
//!
//! Each question finds row ids through an index and looks at a bounded number of rows, so that neither the length of the
//! session nor that of the history matters. The steps themselves are read one by one until there are enough.

use super::SqliteStore;
use super::query::{STEP_COLUMNS, step};
use super::row::Json;
use crate::domain::Step;
use crate::guard::port::{Recall, StoreError};
use rusqlite::params;

/// Newest steps that one question looks through: of a file, of the session, of its key decisions. What lies further back
/// says little about the present work.
macro_rules! window {
    () => {
        "256"
    };
}

/// Files looked at in one folder, in the order of their names; of each the newest 4 steps, which makes one window.
macro_rules! neighbours {
    () => {
        "64"
    };
}

/// The questions, the most telling first. Each takes the session, its own list and the least score.
const QUESTIONS: [Question; 4] = [
    Question { list: |query| &query.files, sql: SAME_FILE },
    Question { list: |query| &query.folders, sql: SAME_FOLDER },
    Question { list: |query| &query.keywords, sql: SHARED_WORD },
    Question { list: |_| &[], sql: KEY_DECISION },
];

struct Question {
    list: fn(&Recall) -> &[String],
    sql: &'static str,
}

/// A step that ran well while the work was on its goal. Looking is no example of work. The plus keeps SQLite from making an
/// index of its own for the outcome, out of all steps there are: seconds in a large database.
macro_rules! worked {
    () => {
        "+s.outcome = 'ok' AND s.is_validated AND s.drift_score >= ?3 AND s.action_type NOT IN ('read', 'search', 'fetch')"
    };
}

const SAME_FILE: &str = concat!(
    "SELECT s.rowid FROM json_each(?2) place CROSS JOIN steps s ON s.rowid IN
       (SELECT step FROM step_files WHERE session_id = ?1 AND path = place.value ORDER BY step DESC LIMIT ",
    window!(),
    ") WHERE ",
    worked!(),
    " ORDER BY s.rowid DESC"
);

/// Goes from file to file of a folder through the index, however many steps each has. '0' is the character behind '/'.
const SAME_FOLDER: &str = concat!(
    "WITH RECURSIVE near (path, beyond, number) AS (
       SELECT (SELECT min(path) FROM step_files
                 WHERE session_id = ?1 AND path > place.value || '/' AND path < place.value || '0'),
         place.value || '0', 1 FROM json_each(?2) place WHERE place.value <> ''
       UNION ALL
       SELECT (SELECT min(path) FROM step_files WHERE session_id = ?1 AND path > near.path AND path < near.beyond),
         near.beyond, near.number + 1 FROM near WHERE near.path IS NOT NULL AND near.number < ",
    neighbours!(),
    ") SELECT s.rowid FROM near CROSS JOIN steps s ON s.rowid IN
       (SELECT step FROM step_files WHERE session_id = ?1 AND path = near.path ORDER BY step DESC LIMIT 4)
     WHERE ",
    worked!(),
    " ORDER BY s.rowid DESC"
);

const SHARED_WORD: &str = concat!(
    "SELECT s.rowid FROM (SELECT rowid AS id FROM steps WHERE session_id = ?1 ORDER BY rowid DESC LIMIT ",
    window!(),
    ") newest CROSS JOIN steps s ON s.rowid = newest.id
     WHERE s.keywords <> '[]' AND ",
    worked!(),
    " AND EXISTS (SELECT 1 FROM json_each(s.keywords) word WHERE word.value IN (SELECT value FROM json_each(?2)))
     ORDER BY s.rowid DESC"
);

const KEY_DECISION: &str = concat!(
    "SELECT s.rowid FROM (SELECT rowid AS id FROM steps WHERE session_id = ?1 AND is_key_decision
         ORDER BY rowid DESC LIMIT ",
    window!(),
    ") newest CROSS JOIN steps s ON s.rowid = newest.id WHERE ",
    worked!(),
    " ORDER BY s.rowid DESC"
);

impl SqliteStore {
    /// See [`crate::guard::port::Store::recall`]; as a command asks it, outside of a transaction.
    pub fn what_worked(&self, query: &Recall) -> Result<Vec<Step>, StoreError> {
        let mut found: Vec<Step> = Vec::with_capacity(query.limit);
        for question in QUESTIONS {
            for row in self.ask(&question, query)? {
                if found.len() >= query.limit {
                    return Ok(found);
                }
                let sql = format!("{STEP_COLUMNS} steps s WHERE s.rowid = ?1");
                let Some(next) = self.read(&sql, [row], step)?.pop() else { continue };
                let known = found.iter().any(|step| does_the_same(step, &next));
                let held = next.files.iter().any(|file| query.without.contains(file));
                if !known && !held {
                    found.push(next);
                }
            }
        }
        Ok(found)
    }

    /// The row ids of the steps that answer a question, newest first.
    fn ask(&self, question: &Question, query: &Recall) -> Result<Vec<i64>, StoreError> {
        let list = Json((question.list)(query));
        self.read(question.sql, params![query.session_id, list, query.min_score], |row| row.get(0))
    }
}

/// The same done again, or the same step found by another question.
fn does_the_same(step: &Step, other: &Step) -> bool {
    step.action_type == other.action_type && step.files == other.files && step.command == other.command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Opening;
    use std::time::Duration;

    #[test]
    fn every_question_goes_through_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let how = Opening { deadline: Duration::from_millis(150), checkpoint: false, history: 50 };
        let store = SqliteStore::open(&folder.path().join("driftguard.db"), how).unwrap();
        for question in QUESTIONS {
            let sql = format!("EXPLAIN QUERY PLAN {}", question.sql);
            let plan: Vec<String> = store.read(&sql, params!["s", "[]", 5], |row| row.get(3)).unwrap();
            let steps_by_id = plan.iter().any(|line| line == "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)");
            let others = plan.iter().filter(|line| line.contains("SCAN s") || line.contains("AUTOMATIC"));
            assert_eq!((steps_by_id, others.count()), (true, 0), "{plan:#?}");
        }
    }
}
