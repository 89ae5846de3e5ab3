//! What the user states as true of a project.

use super::sqlite::SqliteStore;
use crate::guard::port::StoreError;
use rusqlite::params;

/// Facts of one project that are kept: more are no help to anybody who looks for one.
pub const MAX_FACTS: usize = 500;

/// A fact as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFact {
    /// The number that names it.
    pub number: i64,
    /// What is true, in the user's words.
    pub text: String,
    /// When it was added: milliseconds since 1970.
    pub added_at: i64,
}

/// What became of a fact that was to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It was, under this number.
    New(i64),
    /// It was known already.
    Known,
    /// The project has [`MAX_FACTS`] already.
    Full,
}

impl SqliteStore {
    /// The facts of a project, oldest first.
    pub fn facts(&self, project: &str) -> Result<Vec<StoredFact>, StoreError> {
        self.read(
            "SELECT number, fact, added_at FROM facts WHERE project_path = ?1 ORDER BY number",
            [project],
            |row| Ok(StoredFact { number: row.get(0)?, text: row.get(1)?, added_at: row.get(2)? }),
        )
    }

    /// Adds a fact; the caller has taken out what must not be kept.
    pub fn add_fact(&mut self, project: &str, text: &str, now: i64) -> Result<Added, StoreError> {
        let facts = self.facts(project)?;
        if facts.iter().any(|fact| fact.text == text) {
            return Ok(Added::Known);
        }
        if facts.len() >= MAX_FACTS {
            return Ok(Added::Full);
        }
        let sql = "INSERT OR IGNORE INTO facts (project_path, fact, added_at) VALUES (?1, ?2, ?3)";
        self.execute(sql, params![project, text, now])?;
        Ok(Added::New(self.connection.last_insert_rowid()))
    }

    /// Removes a fact; false where the project has none of this number.
    pub fn remove_fact(&mut self, project: &str, number: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM facts WHERE project_path = ?1 AND number = ?2";
        Ok(self.execute(sql, params![project, number])? > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Opening;
    use std::time::Duration;

    #[test]
    fn facts_belong_to_a_project_and_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let how = Opening { deadline: Duration::from_secs(5), checkpoint: true, history: 50 };
        let mut store = SqliteStore::open(&folder.path().join("db"), how).unwrap();
        assert_eq!(store.facts("/p").unwrap(), []);
        let Added::New(first) = store.add_fact("/p", "the API listens on port 8080", 7).unwrap() else { panic!() };
        assert_eq!(store.add_fact("/p", "the API listens on port 8080", 8).unwrap(), Added::Known);
        assert!(matches!(store.add_fact("/q", "the API listens on port 8080", 8).unwrap(), Added::New(_)));
        let known = StoredFact { number: first, text: "the API listens on port 8080".into(), added_at: 7 };
        assert_eq!(store.facts("/p").unwrap(), [known]);
        assert!(!store.remove_fact("/q", first).unwrap());
        assert!(store.remove_fact("/p", first).unwrap());
        assert!(!store.remove_fact("/p", first).unwrap());
        for number in 0..MAX_FACTS {
            assert!(matches!(store.add_fact("/p", &number.to_string(), 9).unwrap(), Added::New(_)));
        }
        assert_eq!(store.add_fact("/p", "one more", 9).unwrap(), Added::Full);
    }
}
