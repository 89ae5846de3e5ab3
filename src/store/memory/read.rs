//! What people and other programs are shown of the memory.

use super::Memory;
use super::source::{self, origin};
use crate::domain::{Lesson, LessonKind, Role, Trust};
use crate::guard::port::StoreError;
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};

/// A way in which something was said.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The number that names it.
    pub number: i64,
    /// The words.
    pub text: String,
    /// How alike it is to what was said first; `None` for that itself.
    pub likeness: Option<f64>,
    /// How often it was said so.
    pub frequency: u32,
    /// When it was said so first.
    pub at: i64,
}

/// One of a lesson's three things, in all the ways in which it was said.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// Its part in the lesson.
    pub role: Role,
    /// How often it was met, in this lesson and in others.
    pub frequency: u32,
    /// What was said first comes first.
    pub forms: Vec<Form>,
}

/// Why a lesson is as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The lesson.
    pub lesson: Lesson,
    /// Its three things.
    pub merged: Vec<Merged>,
    /// The sessions and hands that it comes from, the newest first.
    pub sources: Vec<Taught>,
    /// How often it was recorded by sources that are not kept any more.
    pub older: u32,
}

/// A session or hand that taught a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taught {
    /// Which, how often and when last.
    pub source: source::Source,
    /// The numbers of the wordings in which it said so, in ascending order.
    pub wordings: Vec<i64>,
}

/// How much is remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes of the graph.
    pub nodes: u64,
    /// Its edges.
    pub edges: u64,
    /// Lessons about mistakes.
    pub mistakes: u64,
    /// Lessons about successes.
    pub successes: u64,
    /// Retired ones of both.
    pub retired: u64,
    /// Ways of saying that were taken for a known one.
    pub merged: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

const LESSON: &str =
    "SELECT l.id, s.project, l.kind, l.origin, a.text, l.key, f.text, o.text, l.frequency, l.first_seen,
     l.last_seen, l.was_right, l.was_wrong, l.retired_at IS NOT NULL FROM memory_lessons l
     JOIN memory_scopes s ON s.id = l.scope JOIN memory_nodes a ON a.id = l.action
     JOIN memory_nodes f ON f.id = l.feedback JOIN memory_nodes o ON o.id = l.outcome";

fn to_lesson(row: &Row<'_>) -> rusqlite::Result<Lesson> {
    Ok(Lesson {
        number: row.get(0)?,
        project: row.get(1)?,
        kind: if row.get::<_, i64>(2)? == 0 { LessonKind::Mistake } else { LessonKind::Success },
        origin: origin(&row.get::<_, String>(3)?),
        action: row.get(4)?,
        key: row.get(5)?,
        feedback: row.get(6)?,
        outcome: row.get(7)?,
        frequency: row.get(8)?,
        first_seen: row.get(9)?,
        last_seen: row.get(10)?,
        trust: Trust { right: row.get(11)?, wrong: row.get(12)? },
        retired: row.get(13)?,
    })
}

pub(super) fn lessons(connection: &Connection, rest: &str, values: impl Params) -> rusqlite::Result<Vec<Lesson>> {
    connection.prepare_cached(&format!("{LESSON} {rest}"))?.query_map(values, to_lesson)?.collect()
}

/// A lesson by its number.
pub(super) fn lesson(connection: &Connection, number: i64) -> rusqlite::Result<Option<Lesson>> {
    Ok(lessons(connection, "WHERE l.id = ?1", [number])?.pop())
}

/// The lesson of three nodes.
pub(super) fn lesson_of(
    connection: &Connection,
    kind: i64,
    action: i64,
    feedback: i64,
    outcome: i64,
) -> rusqlite::Result<Option<Lesson>> {
    let sql = "WHERE l.action = ?1 AND l.feedback = ?2 AND l.outcome = ?3 AND l.kind = ?4 AND l.retired_at IS NULL";
    Ok(lessons(connection, sql, params![action, feedback, outcome, kind])?.pop())
}

/// How often the action of a lesson was met.
pub(super) fn frequency_of_action(connection: &Connection, lesson: i64) -> rusqlite::Result<u32> {
    connection
        .prepare_cached(
            "SELECT n.frequency FROM memory_lessons l JOIN memory_nodes n ON n.id = l.action WHERE l.id = ?1",
        )?
        .query_row([lesson], |row| row.get(0))
}

impl Memory {
    /// A lesson by its number.
    pub fn lesson(&self, number: i64) -> Result<Option<Lesson>, StoreError> {
        self.look(|connection| lesson(connection, number))
    }

    /// Why a lesson is as it is: every text that was taken for the same, and where it comes from.
    pub fn why(&self, number: i64) -> Result<Option<Why>, StoreError> {
        self.look(|connection| {
            let Some(lesson) = lesson(connection, number)? else { return Ok(None) };
            let (nodes, mut merged) = (nodes_of(connection, number)?, Vec::new());
            for (role, node) in Role::ALL.into_iter().zip(nodes) {
                let sql = "SELECT id, text, likeness, frequency, at FROM memory_forms WHERE node = ?1 ORDER BY id";
                let mut statement = connection.prepare_cached(sql)?;
                let forms = statement.query_map([node], |row| {
                    let (number, text, likeness) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    Ok(Form { number, text, likeness, frequency: row.get(3)?, at: row.get(4)? })
                })?;
                let forms = forms.collect::<rusqlite::Result<_>>()?;
                let sql = "SELECT frequency FROM memory_nodes WHERE id = ?1";
                let frequency = connection.prepare_cached(sql)?.query_row([node], |row| row.get(0))?;
                merged.push(Merged { role, frequency, forms });
            }
            let sources = taught(connection, number)?;
            let known = sources.iter().fold(0_u32, |sum, taught| sum.saturating_add(taught.source.frequency));
            let older = lesson.frequency.saturating_sub(known);
            Ok(Some(Why { lesson, merged, sources, older }))
        })
    }

    /// How much is remembered.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        self.look(|connection| {
            connection.query_row(
                "SELECT (SELECT count(*) FROM memory_nodes), (SELECT count(*) FROM memory_edges),
                 (SELECT count(*) FROM memory_lessons WHERE kind = 0), (SELECT count(*) FROM memory_lessons WHERE kind = 1),
                 (SELECT count(*) FROM memory_lessons WHERE retired_at IS NOT NULL),
                 (SELECT count(*) FROM memory_forms WHERE likeness IS NOT NULL),
                 (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)",
                [],
                |row| {
                    let count = |at: usize| row.get::<_, i64>(at).map(i64::unsigned_abs);
                    Ok(Stats {
                        nodes: count(0)?,
                        edges: count(1)?,
                        mistakes: count(2)?,
                        successes: count(3)?,
                        retired: count(4)?,
                        merged: count(5)?,
                        bytes: count(6)?,
                    })
                },
            )
        })
    }

    /// The project and key of each lesson that a coming call could meet, with its number: the list that hooks look into.
    pub fn keys(&self) -> Result<Vec<(String, String, i64)>, StoreError> {
        self.look(|connection| {
            connection
                .prepare_cached(
                    "SELECT s.project, l.key, l.id FROM memory_lessons l JOIN memory_scopes s ON s.id = l.scope
                     WHERE l.key IS NOT NULL AND l.kind = 0 ORDER BY l.id",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
    }
}

/// Who taught a lesson, each once with all the wordings.
fn taught(connection: &Connection, lesson: i64) -> rusqlite::Result<Vec<Taught>> {
    let mut found: Vec<Taught> = Vec::new();
    for (forms, source) in source::of_lesson(connection, lesson)? {
        let same = |known: &&mut Taught| known.source.session == source.session && known.source.origin == source.origin;
        if let Some(known) = found.iter_mut().find(same) {
            // The newest came first, so its time holds.
            known.source.frequency = known.source.frequency.saturating_add(source.frequency);
            known.wordings.extend(forms);
        } else {
            found.push(Taught { source, wordings: forms.to_vec() });
        }
    }
    for taught in &mut found {
        taught.wordings.sort_unstable();
        taught.wordings.dedup();
    }
    Ok(found)
}

/// The three nodes of a lesson: action, feedback, outcome.
pub(super) fn nodes_of(connection: &Connection, lesson: i64) -> rusqlite::Result<[i64; 3]> {
    let sql = "SELECT action, feedback, outcome FROM memory_lessons WHERE id = ?1";
    let found = connection
        .prepare_cached(sql)?
        .query_row([lesson], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))
        .optional()?;
    Ok(found.unwrap_or_default())
}
