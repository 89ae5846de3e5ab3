//! Which coming calls the memory knows something of, beside the sessions: one look, and mostly no second file to open.

use super::sqlite::SqliteStore;
use crate::guard::port::StoreError;
use rusqlite::params;

impl SqliteStore {
    /// The lessons that may belong to one of these identities (`memory::key::identity`), in the order of their numbers.
    pub fn lessons_of(&self, identities: &[i64]) -> Result<Vec<i64>, StoreError> {
        let mut found = Vec::new();
        for identity in identities {
            let sql = "SELECT lesson FROM lesson_keys WHERE identity = ?1 ORDER BY lesson LIMIT 64";
            found.extend(self.read(sql, [identity], |row| row.get::<_, i64>(0))?);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Takes note that a lesson belongs to an identity; a part of the open transaction, if there is one.
    pub fn know_lesson(&self, identity: i64, lesson: i64) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO lesson_keys (identity, lesson) VALUES (?1, ?2)";
        self.execute(sql, params![identity, lesson]).map(|_| ())
    }

    /// Makes the list anew, after lessons were removed, split or read from a file.
    pub fn know_lessons(&mut self, all: &[(i64, i64)]) -> Result<(), StoreError> {
        self.in_transaction(|store| {
            store.execute("DELETE FROM lesson_keys", [])?;
            all.iter().try_for_each(|(identity, lesson)| store.know_lesson(*identity, *lesson))
        })
    }
}
