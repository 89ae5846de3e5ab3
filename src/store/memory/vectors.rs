//! The vectors of the nodes: whose they are, and in which cell each lies.
//!
//! Owns the cells: vectors that are near each other mostly lie in the same few.

use crate::domain::Vector;
use rusqlite::{Connection, OptionalExtension as _};

/// Places of a vector whose signs make its cell: files hold cells, so another number would not find what is stored.
const CELL_PLACES: usize = 12;
/// Neighbouring cells that are looked into, the nearest.
const PROBES: usize = 12;

/// A stored vector.
pub(super) fn values(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|byte| byte.cast_signed()).collect()
}

/// The signs of the first places. Encoders put what tells texts apart most first.
pub(super) fn cell(values: &[i8]) -> i64 {
    values.iter().take(CELL_PLACES).enumerate().fold(0, |cell, (place, value)| cell | (i64::from(*value >= 0) << place))
}

/// The cell of a vector and the nearest around it: those that differ where the vector hardly decides.
pub(super) fn cells(values: &[i8]) -> Vec<i64> {
    let own = cell(values);
    let mut order: Vec<usize> = (0..CELL_PLACES.min(values.len())).collect();
    order.sort_by_key(|place| values[*place].unsigned_abs());
    let mut found = vec![own];
    found.extend(order.iter().map(|place| own ^ (1 << place)));
    if let [first, second, third, ..] = order[..] {
        found.insert(3, own ^ (1 << first) ^ (1 << second));
        found.insert(5, own ^ (1 << first) ^ (1 << third));
    }
    found.truncate(PROBES);
    found
}

/// The number of an encoder, made where `make`.
pub(super) fn encoder(connection: &Connection, name: &str, make: bool) -> rusqlite::Result<Option<i64>> {
    let find = "SELECT id FROM memory_encoders WHERE name = ?1";
    let found = connection.prepare_cached(find)?.query_row([name], |row| row.get(0)).optional()?;
    if found.is_some() || !make {
        return Ok(found);
    }
    connection.execute("INSERT INTO memory_encoders (name) VALUES (?1)", [name])?;
    Ok(Some(connection.last_insert_rowid()))
}

/// The vector of a node, where this encoder made one: a model's lies in a cell of its own.
pub(super) fn vector(
    connection: &Connection,
    scope: i64,
    encoder: (i64, &str),
    node: i64,
) -> rusqlite::Result<Option<Vector>> {
    let sql = "SELECT vector FROM memory_vectors WHERE scope = ?1 AND encoder = ?2
               AND cell = coalesce((SELECT cell FROM memory_deep WHERE encoder = ?2 AND node = ?3),
                                   (SELECT cell FROM memory_nodes WHERE id = ?3)) AND node = ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let bytes: Option<Vec<u8>> = statement.query_row([scope, encoder.0, node], |row| row.get(0)).optional()?;
    Ok(bytes.map(|bytes| Vector { encoder: encoder.1.to_owned(), values: values(&bytes) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_cells_differ_where_the_vector_hardly_decides() {
        let mut values = vec![100_i8; 16];
        values[3] = 1;
        values[5] = -2;
        let found = cells(&values);
        assert_eq!(found[0], cell(&values));
        assert_eq!(found[1], cell(&values) ^ (1 << 3));
        assert_eq!(found[2], cell(&values) ^ (1 << 5));
        assert_eq!(found[3], cell(&values) ^ (1 << 3) ^ (1 << 5));
        assert_eq!(found.len(), PROBES);
        assert_eq!(cells(&[]), [0]);
    }
}
