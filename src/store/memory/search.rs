//! Candidates for a text: by terms (FTS5) and by vectors, joined by reciprocal rank fusion; for what may say the same, by terms alone.
//!
//! What is read is bounded whatever the memory holds: a common term no further than `memory.search.postings`, vectors no further than
//! the cells around the asked one. Of terms that are looked for together the index walks along their lists.

use super::vectors::{self, cells, encoder};
use crate::config::{MemoryConfig, SearchConfig};
use crate::domain::Vector;
use crate::memory::meaning::Meaning;
use crate::text::retrieval::fused;
use rusqlite::{Connection, params};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// How little the first places of a ranking outweigh the later ones (Cormack 2009).
const FLAT: f64 = 60.0;

/// Each term as the index holds it: a hash with the scope in it, so that no other project's nodes are read on the way.
pub(super) fn tokens(scope: i64, terms: &[String]) -> Vec<String> {
    let seed = scope.cast_unsigned();
    terms.iter().take(MAX_TERMS).map(|term| format!("{:016x}", xxh3_64_with_seed(term.as_bytes(), seed))).collect()
}

/// The likely nodes for a text, the best first, `memory.candidates` at most, each with the cosine of its vector where both have one.
pub(super) fn candidates(
    connection: &Connection,
    scope: i64,
    meaning: &Meaning,
    vector: Option<&Vector>,
    config: &MemoryConfig,
) -> rusqlite::Result<Vec<(i64, Option<f64>)>> {
    let by_terms = by_terms(connection, scope, &meaning.terms(), config.search.pairs, config)?;
    let by_vector = match vector {
        Some(vector) => by_vector(connection, scope, vector, config)?,
        None => Vec::new(),
    };
    let ranked = by_vector.iter().map(|(node, _)| *node).collect();
    let mut ids = fused(&[by_terms, ranked], FLAT);
    ids.truncate(config.candidates);
    with_cosines(connection, scope, &ids, vector, &by_vector)
}

/// The nodes that hold all that the text speaks of, however old they are: half of `memory.candidates` at most, the newest.
pub(super) fn holding_all(
    connection: &Connection,
    scope: i64,
    meaning: &Meaning,
    config: &MemoryConfig,
) -> rusqlite::Result<Vec<i64>> {
    let one_of = |terms: &Vec<String>| tokens(scope, terms).iter().map(|token| quoted(token)).collect::<Vec<_>>();
    let things = meaning.things();
    let asked: Vec<String> =
        things.iter().take(MAX_TERMS).map(|terms| format!("({})", one_of(terms).join(" OR "))).collect();
    // One word alone says too little to be everything.
    if asked.len() < 2 { Ok(Vec::new()) } else { holding(connection, &asked.join(" AND "), config.candidates / 2) }
}

/// The nodes that share terms with the text, `memory.candidates` at most; of a common term the newest alone are read.
pub(super) fn sharing(
    connection: &Connection,
    scope: i64,
    meaning: &Meaning,
    config: &MemoryConfig,
) -> rusqlite::Result<Vec<i64>> {
    by_terms(connection, scope, &meaning.terms(), 0, config)
}

/// The newest nodes, `most` of them, that the index finds for a question in its own language.
fn holding(connection: &Connection, question: &str, most: usize) -> rusqlite::Result<Vec<i64>> {
    let sql = "SELECT rowid FROM memory_terms WHERE memory_terms MATCH ?1 ORDER BY rowid DESC LIMIT ?2";
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    connection.prepare_cached(sql)?.query_map(params![question, most], |row| row.get(0))?.collect()
}

fn quoted(token: &str) -> String {
    format!("\"{token}\"")
}

/// Nodes, each with the cosine of its vector where both have one; some are `known`.
pub(super) fn with_cosines(
    connection: &Connection,
    scope: i64,
    ids: &[i64],
    vector: Option<&Vector>,
    known: &[(i64, f64)],
) -> rusqlite::Result<Vec<(i64, Option<f64>)>> {
    let encoder = match vector {
        Some(vector) => encoder(connection, &vector.encoder, false)?,
        None => None,
    };
    let cosine = |id: i64| -> rusqlite::Result<Option<f64>> {
        let known = known.iter().find(|(node, _)| *node == id).map(|(_, cosine)| *cosine);
        Ok(match (known, vector, encoder) {
            (Some(cosine), ..) => Some(cosine),
            (None, Some(asked), Some(encoder)) => vectors::vector(connection, scope, (encoder, &asked.encoder), id)?
                .and_then(|vector| asked.cosine(&vector)),
            _ => None,
        })
    };
    ids.iter().map(|id| Ok((*id, cosine(*id)?))).collect()
}

/// Nodes that share terms, `memory.candidates` at most, those with the most telling ones first; a term is the more telling, the fewer
/// nodes hold it. So many `pairs` of common terms are looked for together.
fn by_terms(
    connection: &Connection,
    scope: i64,
    terms: &[String],
    pairs: usize,
    config: &MemoryConfig,
) -> rusqlite::Result<Vec<i64>> {
    let SearchConfig { postings, pair_postings, .. } = config.search.clone();
    let mut worth: BTreeMap<i64, f64> = BTreeMap::new();
    let mut common: Vec<String> = Vec::new();
    for token in tokens(scope, terms) {
        let question = quoted(&token);
        let nodes = holding(connection, &question, postings)?;
        #[expect(clippy::cast_precision_loss, reason = "some hundred")]
        let telling = (1.0 + postings as f64 / nodes.len().max(1) as f64).ln();
        if nodes.len() == postings {
            common.push(question);
        }
        for node in nodes {
            *worth.entry(node).or_default() += telling;
        }
    }
    // Of common terms the newest nodes were read, and an older one may hold several of them.
    for pair in common.windows(2).take(pairs) {
        for node in holding(connection, &pair.join(" AND "), pair_postings)? {
            *worth.entry(node).or_default() += 2.0 * 2.0_f64.ln();
        }
    }
    let mut ids: Vec<(i64, f64)> = worth.into_iter().collect();
    ids.sort_by(|one, other| other.1.total_cmp(&one.1).then(other.0.cmp(&one.0)));
    Ok(ids.into_iter().take(config.candidates).map(|(id, _)| id).collect())
}

fn by_vector(
    connection: &Connection,
    scope: i64,
    asked: &Vector,
    config: &MemoryConfig,
) -> rusqlite::Result<Vec<(i64, f64)>> {
    let (few, most_of_cell) = (i64::from(config.search.vectors), i64::from(config.search.cell_vectors));
    let Some(encoder) = encoder(connection, &asked.encoder, false)? else { return Ok(Vec::new()) };
    let nodes: i64 =
        connection.prepare_cached("SELECT coalesce(max(id), 0) FROM memory_nodes")?.query_row([], |row| row.get(0))?;
    let mut found: Vec<(i64, f64)> = Vec::new();
    let square = asked.square();
    let mut read = 0;
    let mut take = |rows: &mut rusqlite::Rows<'_>| -> rusqlite::Result<usize> {
        while let Some(row) = rows.next()? {
            read += 1;
            let node = row.get(0)?;
            let cosine = asked.cosine_of_stored(square, row.get_ref(1)?.as_blob()?);
            found.extend(cosine.map(|cosine| (node, cosine)));
        }
        Ok(read)
    };
    if nodes <= few {
        let sql = "SELECT node, vector FROM memory_vectors WHERE scope = ?1 AND encoder = ?2";
        take(&mut connection.prepare_cached(sql)?.query([scope, encoder])?)?;
    } else {
        // Texts of one trade fill some cells far more than others: the nearest cells are read first, the newest of each, and no
        // more in all than a small memory holds.
        let sql = "SELECT node, vector FROM memory_vectors WHERE scope = ?1 AND encoder = ?2 AND cell = ?3
                   ORDER BY node DESC LIMIT ?4";
        let mut statement = connection.prepare_cached(sql)?;
        let mut left = few;
        for cell in cells(&asked.values) {
            let read = take(&mut statement.query(params![scope, encoder, cell, left.min(most_of_cell)])?)?;
            left = few.saturating_sub(i64::try_from(read).unwrap_or(few));
            if left == 0 {
                break;
            }
        }
    }
    let nearer = |one: &(i64, f64), other: &(i64, f64)| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0));
    if config.candidates < found.len() {
        found.select_nth_unstable_by(config.candidates, nearer);
        found.truncate(config.candidates);
    }
    found.sort_unstable_by(nearer);
    Ok(found)
}

/// Terms of a text that can be looked for.
pub(super) const MAX_TERMS: usize = 48;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_two_projects_never_meet() {
        let terms = ["cache".to_owned()];
        assert_ne!(tokens(1, &terms), tokens(2, &terms));
        assert_eq!(tokens(1, &terms), tokens(1, &terms));
    }
}
