//! Where a way of saying comes from: the sessions and hands that recorded it.
//!
//! Owns what is known of each of them and how many are kept. The counts that decide are the records'; a source that is dropped
//! takes nothing from them.

use super::node::FormId;
use super::{Memory, source};
use crate::domain::LessonOrigin;
use crate::guard::port::StoreError;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

/// A session or hand, and how often it recorded something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The session; `None` where it came from none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// How it came to be known.
    pub origin: LessonOrigin,
    /// How often.
    pub frequency: u32,
    /// When last: milliseconds since 1970.
    pub at: i64,
}

/// Three ways of saying in one lesson: what a record is known by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    lesson: i64,
    forms: [i64; 3],
}

impl Place {
    pub(super) fn new(lesson: i64, forms: &[FormId; 3]) -> Self {
        Self { lesson, forms: forms.map(|form| form.form) }
    }

    pub(super) const fn of(lesson: i64, forms: [i64; 3]) -> Self {
        Self { lesson, forms }
    }
}

impl Memory {
    /// The numbers of the lessons that have a session among their sources. A lesson that very many taught has forgotten the oldest.
    pub fn taught_by(&self, session: &str) -> Result<Vec<i64>, StoreError> {
        self.look(|connection| {
            let sql = "SELECT DISTINCT lesson FROM memory_sources WHERE session = ?1 ORDER BY lesson";
            connection.prepare_cached(sql)?.query_map([session], |row| row.get(0))?.collect()
        })
    }
}

/// Takes note of a source and drops the oldest beyond `most`. Its count grows by one where `again`, else it is raised to what
/// the source says.
pub(super) fn noted(
    connection: &Connection,
    place: Place,
    source: &Source,
    again: bool,
    most: usize,
) -> rusqlite::Result<()> {
    let grown = if again { "frequency + excluded.frequency" } else { "max(frequency, excluded.frequency)" };
    let Place { lesson, forms: [action, feedback, outcome] } = place;
    let sql = format!(
        "INSERT INTO memory_sources (lesson, action_form, feedback_form, outcome_form, session, origin, frequency, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (lesson, action_form, feedback_form, outcome_form, session, origin)
         DO UPDATE SET frequency = {grown}, at = max(at, excluded.at)"
    );
    let (session, origin) = (source.session.as_deref().unwrap_or_default(), source.origin.name());
    let values = params![lesson, action, feedback, outcome, session, origin, source.frequency, source.at];
    connection.prepare_cached(&sql)?.execute(values)?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "DELETE FROM memory_sources WHERE lesson = ?1 AND action_form = ?2 AND feedback_form = ?3 AND outcome_form = ?4
             AND (session, origin) IN (SELECT session, origin FROM memory_sources
               WHERE lesson = ?1 AND action_form = ?2 AND feedback_form = ?3 AND outcome_form = ?4
               ORDER BY at DESC, session, origin LIMIT -1 OFFSET ?5)",
        )?
        .execute(params![lesson, action, feedback, outcome, most])?;
    Ok(())
}

/// The sources of a lesson with the forms that each recorded, in an order that depends on nothing but what they are.
pub(super) fn of_lesson(connection: &Connection, lesson: i64) -> rusqlite::Result<Vec<([i64; 3], Source)>> {
    let sql = "SELECT action_form, feedback_form, outcome_form, session, origin, frequency, at FROM memory_sources
               WHERE lesson = ?1 ORDER BY at DESC, session, origin, action_form, feedback_form, outcome_form";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([lesson], |row| {
        let session = Some(row.get::<_, String>(3)?).filter(|session| !session.is_empty());
        let origin = source::origin(&row.get::<_, String>(4)?);
        let source = Source { session, origin, frequency: row.get(5)?, at: row.get(6)? };
        Ok(([row.get(0)?, row.get(1)?, row.get(2)?], source))
    })?;
    rows.collect()
}

/// Moves the sources of a record to another place, of which none is known yet.
pub(super) fn moved(connection: &Connection, from: Place, to: Place) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE memory_sources SET lesson = ?5, action_form = ?6, feedback_form = ?7, outcome_form = ?8
             WHERE lesson = ?1 AND action_form = ?2 AND feedback_form = ?3 AND outcome_form = ?4",
        )?
        .execute(params![
            from.lesson,
            from.forms[0],
            from.forms[1],
            from.forms[2],
            to.lesson,
            to.forms[0],
            to.forms[1],
            to.forms[2]
        ])?;
    Ok(())
}

/// The origin of a name; what a newer driftguard wrote is "imported".
pub(super) fn origin(name: &str) -> LessonOrigin {
    use LessonOrigin::{Agent, Corrected, Drift, Failure, Imported, Misuse, Refused, Stated};
    let all = [Stated, Agent, Misuse, Failure, Refused, Corrected, Drift];
    all.into_iter().find(|origin| origin.name() == name).unwrap_or(Imported)
}
