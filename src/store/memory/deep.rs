//! Vectors by a model, beside those that every node has: hooks make and read the latter alone.

use super::Memory;
use super::vectors;
use crate::domain::Vector;
use crate::guard::port::StoreError;
use rusqlite::{Connection, params};

impl Memory {
    /// The texts of a project, and of what holds everywhere, that have no vector of this encoder: the newest first, `most` at most, each
    /// with its node.
    pub fn without_vector(&self, project: &str, encoder: &str, most: usize) -> Result<Vec<(i64, String)>, StoreError> {
        self.look(|connection| {
            // An encoder that never made a vector has no number: then every text is without.
            let encoder = vectors::encoder(connection, encoder, false)?;
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            connection
                .prepare_cached(
                    "SELECT n.id, n.text FROM memory_nodes n JOIN memory_scopes s ON s.id = n.scope
                     WHERE s.project IN (?1, '') AND NOT EXISTS
                     (SELECT 1 FROM memory_deep d WHERE d.encoder = ?2 AND d.node = n.id) ORDER BY n.id DESC LIMIT ?3",
                )?
                .query_map(params![project, encoder, most], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// Keeps vectors by a model for these nodes; one that is gone, or has one by then, is passed over.
    pub fn keep_vectors(&mut self, vectors: &[(i64, Vector)]) -> Result<(), StoreError> {
        if vectors.is_empty() {
            return Ok(());
        }
        self.change(|connection| vectors.iter().try_for_each(|(node, vector)| keep(connection, *node, vector)))
    }
}

/// Keeps a vector by a model for a node.
pub(super) fn keep(connection: &Connection, node: i64, vector: &Vector) -> rusqlite::Result<()> {
    let Some(encoder) = vectors::encoder(connection, &vector.encoder, true)? else { return Ok(()) };
    let cell = vectors::cell(&vector.values);
    let kept = connection
        .prepare_cached(
            "INSERT OR IGNORE INTO memory_deep (encoder, node, cell) SELECT ?1, id, ?3 FROM memory_nodes WHERE id = ?2",
        )?
        .execute(params![encoder, node, cell])?;
    if kept == 0 {
        return Ok(());
    }
    let bytes: Vec<u8> = vector.values.iter().map(|value| value.cast_unsigned()).collect();
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO memory_vectors (scope, encoder, cell, node, vector)
             SELECT scope, ?2, ?3, id, ?4 FROM memory_nodes WHERE id = ?1",
        )?
        .execute(params![node, encoder, cell, bytes])?;
    Ok(())
}

/// Removes what models have made of a node.
pub(super) fn drop_of(connection: &Connection, node: i64) -> rusqlite::Result<()> {
    for sql in [
        "DELETE FROM memory_vectors WHERE node = ?1 AND (scope, encoder, cell) IN (SELECT n.scope, d.encoder, d.cell
         FROM memory_encoders e JOIN memory_deep d ON d.encoder = e.id AND d.node = ?1 JOIN memory_nodes n ON n.id = ?1)",
        "DELETE FROM memory_deep WHERE node = ?1 AND encoder IN (SELECT id FROM memory_encoders)",
    ] {
        connection.prepare_cached(sql)?.execute([node])?;
    }
    Ok(())
}
