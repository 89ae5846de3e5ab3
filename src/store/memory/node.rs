//! Nodes of the graph: found by what was said exactly, made where nothing is like it.

use super::vectors::{self, encoder};
use super::{deep, search};
use crate::domain::{Role, Said};
use crate::memory::meaning::Meaning;
use rusqlite::{Connection, OptionalExtension as _, params};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// A node as it is compared.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) id: i64,
    pub(super) text: String,
    pub(super) key: Option<String>,
    pub(super) roles: i64,
    pub(super) frequency: u32,
}

/// A way of saying a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormId {
    pub(super) node: i64,
    pub(super) form: i64,
}

/// The number of a project's scope, made where `make`.
pub(super) fn scope(connection: &Connection, project: &str, make: bool) -> rusqlite::Result<Option<i64>> {
    let find = "SELECT id FROM memory_scopes WHERE project = ?1";
    let found = connection.prepare_cached(find)?.query_row([project], |row| row.get(0)).optional()?;
    if found.is_some() || !make {
        return Ok(found);
    }
    connection.execute("INSERT INTO memory_scopes (project) VALUES (?1)", [project])?;
    Ok(Some(connection.last_insert_rowid()))
}

/// What a text is known by: its normal form and its key.
pub(super) fn identity(meaning: &Meaning, key: Option<&str>) -> i64 {
    let seed = key.map_or(0, |key| xxh3_64(key.as_bytes()));
    xxh3_64_with_seed(meaning.normalised().as_bytes(), seed).cast_signed()
}

/// The node that was said in this very way.
pub(super) fn said(connection: &Connection, scope: i64, identity: i64) -> rusqlite::Result<Option<FormId>> {
    connection
        .prepare_cached("SELECT node, id FROM memory_forms WHERE scope = ?1 AND identity = ?2")?
        .query_row([scope, identity], |row| Ok(FormId { node: row.get(0)?, form: row.get(1)? }))
        .optional()
}

pub(super) fn node(connection: &Connection, id: i64) -> rusqlite::Result<Option<Node>> {
    connection
        .prepare_cached("SELECT id, text, key, roles, frequency FROM memory_nodes WHERE id = ?1")?
        .query_row([id], |row| {
            let (id, text, key) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Node { id, text, key, roles: row.get(3)?, frequency: row.get(4)? })
        })
        .optional()
}

/// A new node with its first form.
pub(super) fn make(
    connection: &Connection,
    scope: i64,
    said: &Said,
    meaning: &Meaning,
    role: Role,
    at: i64,
) -> rusqlite::Result<FormId> {
    connection
        .prepare_cached(
            "INSERT INTO memory_nodes (scope, roles, text, key, cell, frequency, first_seen, last_seen)
             VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?6)",
        )?
        .execute(params![
            scope,
            role.bit(),
            said.text,
            said.key,
            said.vector.as_ref().map(|vector| vectors::cell(&vector.values)),
            at
        ])?;
    let node = connection.last_insert_rowid();
    connection
        .prepare_cached("INSERT INTO memory_terms (rowid, terms) VALUES (?1, ?2)")?
        .execute(params![node, search::tokens(scope, &meaning.terms()).join(" ")])?;
    if let Some(vector) = &said.vector
        && let Some(encoder) = encoder(connection, &vector.encoder, true)?
    {
        let bytes: Vec<u8> = vector.values.iter().map(|value| value.cast_unsigned()).collect();
        connection
            .prepare_cached(
                "INSERT INTO memory_vectors (scope, encoder, cell, node, vector) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![scope, encoder, vectors::cell(&vector.values), node, bytes])?;
    }
    if let Some(vector) = &said.deep {
        deep::keep(connection, node, vector)?;
    }
    let form = add_form(connection, scope, node, said, meaning, None, at)?;
    Ok(FormId { node, form })
}

/// Another way of saying a node; `likeness` to its first text is `None` for the first.
pub(super) fn add_form(
    connection: &Connection,
    scope: i64,
    node: i64,
    said: &Said,
    meaning: &Meaning,
    likeness: Option<f64>,
    at: i64,
) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "INSERT INTO memory_forms (node, scope, identity, text, likeness, frequency, at)
             VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6)",
        )?
        .execute(params![node, scope, identity(meaning, said.key.as_deref()), said.text, likeness, at])?;
    Ok(connection.last_insert_rowid())
}

/// The terms of all the ways in which a node is said, so that each of them finds it.
pub(super) fn index_terms(connection: &Connection, scope: i64, node: i64) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("SELECT text FROM memory_forms WHERE node = ?1 ORDER BY id LIMIT 8")?;
    let texts: Vec<String> = statement.query_map([node], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut terms: Vec<String> = Vec::new();
    for term in texts.iter().flat_map(|text| Meaning::of(text).terms()) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    connection.prepare_cached("DELETE FROM memory_terms WHERE rowid = ?1")?.execute([node])?;
    connection
        .prepare_cached("INSERT INTO memory_terms (rowid, terms) VALUES (?1, ?2)")?
        .execute(params![node, search::tokens(scope, &terms).join(" ")])?;
    Ok(())
}

/// Takes note that a node was met in this form and role.
pub(super) fn met(connection: &Connection, form: FormId, role: Role, at: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE memory_nodes SET frequency = frequency + 1, roles = roles | ?2, last_seen = max(last_seen, ?3)
             WHERE id = ?1",
        )?
        .execute(params![form.node, role.bit(), at])?;
    connection
        .prepare_cached("UPDATE memory_forms SET frequency = frequency + 1 WHERE id = ?1")?
        .execute([form.form])?;
    Ok(())
}
