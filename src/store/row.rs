//! One session as rows, and back.
//!
//! `guard_states` holds the session as JSON but for its goal, which stands in `goals`; `session_states` shows people and
//! reports what seed 004 names. Only `status` is read back from there, since `abandon_idle` sets it there.

use crate::domain::{Goal, Session};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Error, Row, ToSql};
use serde::Serialize;
use serde::de::value::{Error as WordError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

/// A session as it is stored.
pub(super) struct Stored {
    pub(super) session: Session,
    /// The text of its goal.
    pub(super) goal: Option<String>,
    /// What stands for its id in keys.
    pub(super) number: i64,
}

/// Reads a session from the columns `status`, `state`, `goal` and `number`, in this order.
pub(super) fn session(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let Word(status) = row.get(0)?;
    let Json::<Session>(mut session) = row.get(1)?;
    session.status = status;
    session.goal = row.get::<_, Option<Json<Goal>>>(2)?.map(|Json(goal)| goal);
    Ok(Stored { session, goal: row.get(2)?, number: row.get(3)? })
}

/// The key below those of all steps of the session with this number.
pub(super) const fn key_before(number: i64) -> i64 {
    number << 32
}

/// Reads what is remembered of a subagent from the columns `state` and `goal`, in this order.
pub(super) fn agent(row: &Row<'_>) -> rusqlite::Result<Session> {
    let Json::<Session>(mut memory) = row.get(0)?;
    memory.goal = row.get::<_, Option<Json<Goal>>>(1)?.map(|Json(goal)| goal);
    Ok(memory)
}

/// A value stored as compact JSON text.
pub(super) struct Json<T>(pub(super) T);

impl<T: Serialize> Json<T> {
    /// The text that is stored.
    pub(super) fn text(&self) -> rusqlite::Result<String> {
        serde_json::to_string(&self.0).map_err(|error| Error::ToSqlConversionFailure(error.into()))
    }
}

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.text().map(Into::into)
    }
}

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Self).map_err(|error| FromSqlError::Other(error.into()))
    }
}

/// A member of a closed set stored as its word.
pub(super) struct Word<T>(pub(super) T);

impl<T: DeserializeOwned> FromSql for Word<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let reader: StrDeserializer<'_, WordError> = value.as_str()?.into_deserializer();
        T::deserialize(reader).map(Self).map_err(|error| FromSqlError::Other(error.into()))
    }
}

/// Milliseconds since 1970 as ISO 8601 in UTC, always with three digits of a second, so that texts sort as times do.
/// Times that no calendar has are moved to its nearest end.
pub(super) fn iso(ms: i64) -> String {
    let end = if ms < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
    format!("{:.3}", jiff::Timestamp::from_millisecond(ms).unwrap_or(end))
}

/// The step of a call, by its session's number and its own id.
pub(super) const STEP_OF_CALL: &str = "FROM steps WHERE key >> 32 = ?1 AND substr(id, -8) = substr(?2, -8) AND id = ?2";

/// A limit as SQL takes it.
pub(super) fn rows(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Level;

    #[test]
    fn iso_times_sort_as_times_do() {
        let check = |ms: i64, expected: &str| assert_eq!(iso(ms), expected);
        check(0, "1970-01-01T00:00:00.000Z");
        check(1_700_000_000_120, "2023-11-14T22:13:20.120Z");
        check(1_700_000_000_000, "2023-11-14T22:13:20.000Z");
        check(i64::MAX, "9999-12-30T22:00:00.999Z");
        assert!(iso(999) < iso(1000));
    }

    #[test]
    fn an_unknown_word_is_told() {
        assert_eq!(Word::<Level>::column_result("halt".into()).map(|Word(level)| level).unwrap(), Level::Halt);
        assert!(Word::<Level>::column_result("shout".into()).is_err());
    }
}
