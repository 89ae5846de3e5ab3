//! Undoing: a text that was wrongly taken for a known one, a lesson that is to be forgotten.

use super::node::{self, FormId};
use super::record::edge;
use super::source::{self, Place};
use super::{Memory, deep, read};
use crate::domain::{Role, Said, Vector};
use crate::guard::port::StoreError;
use crate::memory::meaning::Meaning;
use rusqlite::{Connection, OptionalExtension, params};

/// A row of what was recorded together.
struct Record {
    lesson: i64,
    forms: [i64; 3],
    frequency: i64,
    at: i64,
}

impl Memory {
    /// Makes a way of saying a thing of its own, with all that was recorded of it. `encode` gives its vector. Returns the lessons
    /// that now hold it; `None` where there is no such way, or where it is what was said first.
    pub fn split(
        &mut self,
        form: i64,
        encode: &dyn Fn(&str) -> Option<Vector>,
    ) -> Result<Option<Vec<i64>>, StoreError> {
        self.change(|connection| {
            let sql = "SELECT f.node, f.scope, f.text, n.key, f.frequency, f.at FROM memory_forms f
                       JOIN memory_nodes n ON n.id = f.node WHERE f.id = ?1 AND f.likeness IS NOT NULL";
            let found = connection
                .prepare_cached(sql)?
                .query_row([form], |row| {
                    let said = Said { text: row.get(2)?, key: row.get(3)?, ..Said::default() };
                    Ok((
                        row.get::<_, i64>(0)?,
                        row.get::<_, i64>(1)?,
                        said,
                        row.get::<_, i64>(4)?,
                        row.get::<_, i64>(5)?,
                    ))
                })
                .optional()?;
            let Some((old, scope, mut said, frequency, at)) = found else { return Ok(None) };
            said.vector = encode(&said.text);
            let records = records(connection, form)?;
            connection.prepare_cached("DELETE FROM memory_forms WHERE id = ?1")?.execute([form])?;
            let fresh = node::make(connection, scope, &said, &Meaning::of(&said.text), Role::Action, at)?;
            connection
                .prepare_cached("UPDATE memory_nodes SET roles = 0, frequency = ?2 WHERE id = ?1")?
                .execute([fresh.node, frequency])?;
            connection
                .prepare_cached("UPDATE memory_nodes SET frequency = frequency - ?2 WHERE id = ?1")?
                .execute([old, frequency])?;
            connection
                .prepare_cached("UPDATE memory_forms SET frequency = ?2 WHERE id = ?1")?
                .execute([fresh.form, frequency])?;
            node::index_terms(connection, scope, old)?;
            let mut lessons = Vec::new();
            for record in records {
                lessons.push(moved(connection, &record, (form, old), fresh)?);
            }
            lessons.sort_unstable();
            lessons.dedup();
            Ok(Some(lessons))
        })
    }

    /// Forgets a lesson and what only it was about; false where there is none of this number.
    pub fn forget(&mut self, number: i64) -> Result<bool, StoreError> {
        self.change(|connection| {
            if read::lesson(connection, number)?.is_none() {
                return Ok(false);
            }
            let nodes = read::nodes_of(connection, number)?;
            drop_lesson(connection, number)?;
            nodes.into_iter().try_for_each(|node| drop_if_alone(connection, node))?;
            Ok(true)
        })
    }
}

fn records(connection: &Connection, form: i64) -> rusqlite::Result<Vec<Record>> {
    let sql = "SELECT lesson, action_form, feedback_form, outcome_form, frequency, at FROM memory_records
               WHERE action_form = ?1 OR feedback_form = ?1 OR outcome_form = ?1 ORDER BY lesson";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([form], |row| {
        let forms = [row.get(1)?, row.get(2)?, row.get(3)?];
        Ok(Record { lesson: row.get(0)?, forms, frequency: row.get(4)?, at: row.get(5)? })
    })?;
    rows.collect()
}

/// Moves what was recorded with a form from the lessons of its old node to those of its own.
fn moved(connection: &Connection, record: &Record, (form, old): (i64, i64), fresh: FormId) -> rusqlite::Result<i64> {
    let before = read::nodes_of(connection, record.lesson)?;
    let mut after = before;
    let mut forms = record.forms;
    for (place, role) in Role::ALL.into_iter().take(3).enumerate() {
        if forms[place] == form && before[place] == old {
            after[place] = fresh.node;
            forms[place] = fresh.form;
            connection
                .prepare_cached("UPDATE memory_nodes SET roles = roles | ?2 WHERE id = ?1")?
                .execute([fresh.node, role.bit()])?;
        }
    }
    let kind: i64 = connection
        .prepare_cached("SELECT kind FROM memory_lessons WHERE id = ?1")?
        .query_row([record.lesson], |row| row.get(0))?;
    let sql = "SELECT id FROM memory_lessons WHERE action = ?1 AND feedback = ?2 AND outcome = ?3 AND kind = ?4";
    let known: Option<i64> = connection
        .prepare_cached(sql)?
        .query_row(params![after[0], after[1], after[2], kind], |row| row.get(0))
        .optional()?;
    let lesson = if let Some(lesson) = known {
        lesson
    } else {
        connection
            .prepare_cached(
                "INSERT INTO memory_lessons (scope, kind, origin, action, feedback, outcome, key, frequency, first_seen, last_seen)
                 SELECT scope, kind, origin, ?2, ?3, ?4, key, 0, ?5, ?5 FROM memory_lessons WHERE id = ?1",
            )?
            .execute(params![record.lesson, after[0], after[1], after[2], record.at])?;
        connection.last_insert_rowid()
    };
    connection
        .prepare_cached(
            "INSERT INTO memory_records (lesson, action_form, feedback_form, outcome_form, origin, frequency, at)
             SELECT ?5, ?6, ?7, ?8, origin, frequency, at FROM memory_records
             WHERE lesson = ?1 AND action_form = ?2 AND feedback_form = ?3 AND outcome_form = ?4",
        )?
        .execute(params![
            record.lesson,
            record.forms[0],
            record.forms[1],
            record.forms[2],
            lesson,
            forms[0],
            forms[1],
            forms[2]
        ])?;
    connection
        .prepare_cached(
            "DELETE FROM memory_records WHERE lesson = ?1 AND action_form = ?2 AND feedback_form = ?3 AND outcome_form = ?4",
        )?
        .execute(params![record.lesson, record.forms[0], record.forms[1], record.forms[2]])?;
    source::moved(connection, Place::of(record.lesson, record.forms), Place::of(lesson, forms))?;
    weaken(connection, kind, before, record.frequency)?;
    for pair in [(after[0], after[1]), (after[1], after[2])] {
        edge(connection, kind, pair, record.frequency, record.at)?;
    }
    let count = "UPDATE memory_lessons SET frequency = frequency + ?2, last_seen = max(last_seen, ?3) WHERE id = ?1";
    connection.prepare_cached(count)?.execute(params![lesson, record.frequency, record.at])?;
    connection.prepare_cached(count)?.execute(params![record.lesson, -record.frequency, 0])?;
    connection
        .prepare_cached("DELETE FROM memory_lessons WHERE id = ?1 AND frequency <= 0")?
        .execute([record.lesson])?;
    Ok(lesson)
}

/// Takes away what a lesson has added to the edges between its nodes.
fn weaken(connection: &Connection, kind: i64, nodes: [i64; 3], times: i64) -> rusqlite::Result<()> {
    for (source, target) in [(nodes[0], nodes[1]), (nodes[1], nodes[2])] {
        connection
            .prepare_cached(
                "UPDATE memory_edges SET frequency = frequency - ?4, weight = weight - ?4
                 WHERE kind = ?1 AND source = ?2 AND target = ?3",
            )?
            .execute(params![kind, source, target, times])?;
        connection
            .prepare_cached(
                "DELETE FROM memory_edges WHERE kind = ?1 AND source = ?2 AND target = ?3 AND frequency <= 0",
            )?
            .execute(params![kind, source, target])?;
    }
    Ok(())
}

/// Removes a lesson with what it has added to edges and nodes.
pub(super) fn drop_lesson(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    let nodes = read::nodes_of(connection, number)?;
    let (kind, frequency): (i64, i64) = connection
        .prepare_cached("SELECT kind, frequency FROM memory_lessons WHERE id = ?1")?
        .query_row([number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    weaken(connection, kind, nodes, frequency)?;
    for node in nodes {
        connection
            .prepare_cached("UPDATE memory_nodes SET frequency = max(frequency - ?2, 0) WHERE id = ?1")?
            .execute([node, frequency])?;
    }
    // A wording that stays with its node, because another lesson stands on it, was said so much less often.
    for place in ["action_form", "feedback_form", "outcome_form"] {
        let sql = format!(
            "UPDATE memory_forms SET frequency = max(frequency - (SELECT sum(r.frequency) FROM memory_records r
             WHERE r.lesson = ?1 AND r.{place} = memory_forms.id), 0)
             WHERE id IN (SELECT {place} FROM memory_records WHERE lesson = ?1)"
        );
        connection.prepare_cached(&sql)?.execute([number])?;
    }
    connection.prepare_cached("DELETE FROM memory_records WHERE lesson = ?1")?.execute([number])?;
    connection.prepare_cached("DELETE FROM memory_sources WHERE lesson = ?1")?.execute([number])?;
    connection.prepare_cached("DELETE FROM memory_lessons WHERE id = ?1")?.execute([number])?;
    Ok(())
}

/// Removes a node that no lesson and no edge needs any more.
pub(super) fn drop_if_alone(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    let sql = "SELECT EXISTS (SELECT 1 FROM memory_lessons WHERE action = ?1)
               OR EXISTS (SELECT 1 FROM memory_lessons WHERE feedback = ?1)
               OR EXISTS (SELECT 1 FROM memory_lessons WHERE outcome = ?1)
               OR EXISTS (SELECT 1 FROM memory_edges WHERE kind IN (0, 1) AND source = ?1)
               OR EXISTS (SELECT 1 FROM memory_edges WHERE target = ?1)";
    let needed: bool = connection.prepare_cached(sql)?.query_row([id], |row| row.get(0))?;
    if needed { Ok(()) } else { drop_node(connection, id) }
}

/// Removes a node and everything that stands for it.
pub(super) fn drop_node(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    deep::drop_of(connection, id)?;
    connection
        .prepare_cached(
            "DELETE FROM memory_vectors WHERE node = ?1 AND (scope, cell) IN (SELECT scope, cell FROM memory_nodes WHERE id = ?1)
             AND encoder IN (SELECT id FROM memory_encoders)",
        )?
        .execute([id])?;
    for sql in [
        "DELETE FROM memory_terms WHERE rowid = ?1",
        "DELETE FROM memory_forms WHERE node = ?1",
        "DELETE FROM memory_edges WHERE kind IN (0, 1) AND source = ?1",
        "DELETE FROM memory_edges WHERE target = ?1",
        "DELETE FROM memory_nodes WHERE id = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([id])?;
    }
    Ok(())
}
