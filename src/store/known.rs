//! Known facts, found again for a question: in a list, or in a database in memory by words (FTS5) and by vectors.
//!
//! Both rankings are joined by reciprocal rank fusion. Where no vector is near enough, the words alone decide.

use super::failure;
use crate::config::{FactsBackend, FactsConfig};
use crate::guard::port::StoreError;
use crate::text::retrieval::{alike, cover, fused, vector};
use crate::text::words;
use rusqlite::{Connection, params};
use std::path::Path;

/// Where facts are kept for the life of a process, and how they are ranked.
#[derive(Debug)]
pub enum Backend {
    /// A list, by shared words and by vectors.
    Memory(Vec<(i64, String)>),
    /// A database in memory: by words as FTS5 ranks them, and by vectors.
    Sqlite(FactTable),
    /// Those of another one, ordered again by how much of the question each holds.
    Reranked(Box<Backend>),
}

/// A database of facts in memory.
#[derive(Debug)]
pub struct FactTable(Connection);

const SCHEMA: &str = "
    CREATE TABLE facts (id INTEGER PRIMARY KEY, text TEXT NOT NULL, vector BLOB NOT NULL);
    CREATE VIRTUAL TABLE fact_words USING fts5 (words);";

impl FactTable {
    fn new() -> rusqlite::Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(SCHEMA)?;
        Ok(Self(connection))
    }

    fn add(&self, text: &str) -> rusqlite::Result<()> {
        let bytes: Vec<u8> = vector(text).iter().flat_map(|value| value.to_le_bytes()).collect();
        let whole = self.0.unchecked_transaction()?;
        whole.execute("INSERT INTO facts (text, vector) VALUES (?1, ?2)", params![text, bytes])?;
        let id = whole.last_insert_rowid();
        whole.execute("INSERT INTO fact_words (rowid, words) VALUES (?1, ?2)", params![id, stems(text).join(" ")])?;
        whole.commit()
    }

    fn count(&self) -> rusqlite::Result<i64> {
        self.0.query_row("SELECT count(*) FROM facts", [], |row| row.get(0))
    }

    fn find(&self, question: &str, most: usize, config: &FactsConfig) -> rusqlite::Result<Vec<String>> {
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        // Each word in quotes: nothing of a question is FTS5's own language.
        let asked: Vec<String> = stems(question).iter().map(|word| format!("\"{word}\"")).collect();
        let mut by_words: Vec<i64> = Vec::new();
        if !asked.is_empty() {
            let sql = "SELECT rowid FROM fact_words WHERE fact_words MATCH ?1 ORDER BY rank, rowid LIMIT ?2";
            let mut found = self.0.prepare(sql)?;
            let rows = found.query_map(params![asked.join(" OR "), limit], |row| row.get(0))?;
            by_words = rows.collect::<rusqlite::Result<_>>()?;
        }
        let question = vector(question);
        let mut all = self.0.prepare("SELECT id, vector FROM facts ORDER BY id")?;
        let rows = all.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?)))?;
        let mut near: Vec<(i64, f32)> = Vec::new();
        for row in rows {
            let (id, bytes) = row?;
            let read = |part: &[u8]| part.try_into().map_or(0.0, f32::from_le_bytes);
            let likeness = alike(&question, &bytes.chunks_exact(4).map(read).collect::<Vec<_>>());
            if f64::from(likeness) >= config.nearest {
                near.push((id, likeness));
            }
        }
        near.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let by_vectors: Vec<i64> = near.into_iter().take(most).map(|(id, _)| id).collect();
        let mut texts = Vec::new();
        for id in fused(&[by_words, by_vectors], config.flat).into_iter().take(most) {
            let sql = "SELECT text FROM facts WHERE id = ?1";
            texts.push(self.0.query_row(sql, [id], |row| row.get(0))?);
        }
        Ok(texts)
    }
}

impl Backend {
    /// An empty one.
    pub fn new(kind: FactsBackend) -> Result<Self, StoreError> {
        let table = || FactTable::new().map_err(|error| told(&error));
        Ok(match kind {
            FactsBackend::Memory => Self::Memory(Vec::new()),
            FactsBackend::Sqlite => Self::Sqlite(table()?),
            FactsBackend::Reranked => Self::Reranked(Box::new(Self::Sqlite(table()?))),
        })
    }

    /// Keeps a fact.
    pub fn add(&mut self, text: &str) -> Result<(), StoreError> {
        match self {
            Self::Memory(facts) => {
                let id = facts.last().map_or(1, |(id, _)| id + 1);
                facts.push((id, text.to_owned()));
                Ok(())
            }
            Self::Sqlite(table) => table.add(text).map_err(|error| told(&error)),
            Self::Reranked(inner) => inner.add(text),
        }
    }

    /// How many facts there are.
    pub fn count(&self) -> Result<usize, StoreError> {
        match self {
            Self::Memory(facts) => Ok(facts.len()),
            Self::Sqlite(table) => {
                let count = table.count().map_err(|error| told(&error))?;
                Ok(usize::try_from(count).unwrap_or(0))
            }
            Self::Reranked(inner) => inner.count(),
        }
    }

    /// The facts that belong to a question, the best first, `most` at most.
    pub fn query(&self, question: &str, most: usize, config: &FactsConfig) -> Result<Vec<String>, StoreError> {
        match self {
            Self::Memory(facts) => Ok(in_memory(facts, question, most, config)),
            Self::Sqlite(table) => table.find(question, most, config).map_err(|error| told(&error)),
            Self::Reranked(inner) => {
                let mut found = inner.query(question, most.saturating_mul(config.wider), config)?;
                // A stable sort: what covers as much stays in its order.
                found.sort_by(|one, other| cover(question, other).total_cmp(&cover(question, one)));
                found.truncate(most);
                Ok(found)
            }
        }
    }
}

fn told(error: &rusqlite::Error) -> StoreError {
    failure::sort(Path::new(":memory:"), error)
}

fn in_memory(facts: &[(i64, String)], question: &str, most: usize, config: &FactsConfig) -> Vec<String> {
    let asked = vector(question);
    let ranked = |worth: &dyn Fn(&str) -> f64, least: f64| -> Vec<i64> {
        let mut found: Vec<(i64, f64)> = facts.iter().map(|(id, text)| (*id, worth(text))).collect();
        found.retain(|(_, worth)| *worth > 0.0 && *worth >= least);
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.into_iter().take(most).map(|(id, _)| id).collect()
    };
    let by_words = ranked(&|text| cover(question, text), 0.0);
    let by_vectors = ranked(&|text| f64::from(alike(&asked, &vector(text))), config.nearest);
    let ids = fused(&[by_words, by_vectors], config.flat).into_iter().take(most);
    ids.filter_map(|id| facts.iter().find(|(known, _)| *known == id).map(|(_, text)| text.clone())).collect()
}

fn stems(text: &str) -> Vec<String> {
    words::content_words(text).iter().map(|word| words::stem(word).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    const FACTS: [&str; 4] = [
        "Refunds are available within 30 days of purchase.",
        "The parser lives in src/parse and reads dates.",
        "Releases happen on Tuesdays.",
        "Refund requests of companies go to the billing team.",
    ];

    fn all() -> Vec<Backend> {
        let kinds = [FactsBackend::Memory, FactsBackend::Sqlite, FactsBackend::Reranked];
        let mut backends: Vec<Backend> = kinds.into_iter().map(|kind| Backend::new(kind).unwrap()).collect();
        for backend in &mut backends {
            for fact in FACTS {
                backend.add(fact).unwrap();
            }
        }
        backends
    }

    #[test]
    fn every_backend_finds_what_belongs_to_a_question() {
        let config = config::defaults().facts;
        for backend in all() {
            assert_eq!(backend.count().unwrap(), FACTS.len());
            let first = |question: &str| backend.query(question, 2, &config).unwrap().first().cloned();
            assert_eq!(first("Within how many days is a refund available?").as_deref(), Some(FACTS[0]), "{backend:?}");
            assert_eq!(first("Which team handles refunds of a company, billing?").as_deref(), Some(FACTS[3]));
            assert_eq!(first("when is the next release").as_deref(), Some(FACTS[2]));
            assert!(
                backend.query("\" OR NEAR( *", 2, &config).unwrap().len() <= 2,
                "no question is a query of its own"
            );
            assert!(backend.query("", 2, &config).unwrap().is_empty());
        }
    }

    #[test]
    fn words_decide_where_no_vector_is_near() {
        let config = FactsConfig { nearest: 2.0, ..config::defaults().facts };
        for backend in all() {
            assert_eq!(backend.query("parser", 3, &config).unwrap(), [FACTS[1]]);
        }
    }
}
