//! One session as a row, and back.
//!
//! `state` holds the session as JSON but for its drift history, which has a column of its own; the other columns show
//! people and reports what seed 004 names. Only `status` is read back from its column, since `abandon_idle` sets it there.

use crate::domain::{DriftEvent, DriftKind, EventId, Level, Score, Session, Standing};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Error, Row, ToSql};
use serde::de::value::{Error as WordError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};

/// An entry of `drift_history`: the seed's three keys first, then what else an assessment holds, where it says anything.
#[derive(Serialize, Deserialize)]
pub(super) struct HistoryEntry {
    score: Score,
    level: Level,
    timestamp: i64,
    /// Absent where escalation changed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    effective: Option<Score>,
    kind: DriftKind,
    standing: Standing,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    spoken: bool,
    revision: u32,
    event: EventId,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    diagnostic: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    findings: Vec<String>,
}

impl From<&DriftEvent> for HistoryEntry {
    fn from(event: &DriftEvent) -> Self {
        Self {
            score: event.score,
            level: event.level,
            timestamp: event.timestamp,
            effective: (event.effective != event.score).then_some(event.effective),
            kind: event.kind,
            standing: event.standing,
            spoken: event.spoken,
            revision: event.revision,
            event: event.event,
            diagnostic: event.diagnostic.clone(),
            findings: event.findings.clone(),
        }
    }
}

impl From<HistoryEntry> for DriftEvent {
    fn from(entry: HistoryEntry) -> Self {
        Self {
            timestamp: entry.timestamp,
            score: entry.score,
            effective: entry.effective.unwrap_or(entry.score),
            level: entry.level,
            kind: entry.kind,
            standing: entry.standing,
            spoken: entry.spoken,
            revision: entry.revision,
            diagnostic: entry.diagnostic,
            findings: entry.findings,
            event: entry.event,
        }
    }
}

/// The last `history` assessments of a session, as its `drift_history` column holds them.
pub(super) fn history(session: &Session, history: usize) -> Json<Vec<HistoryEntry>> {
    let all = &session.drift.history;
    Json(all[all.len().saturating_sub(history)..].iter().map(HistoryEntry::from).collect())
}

/// The session without its history, as its `state` column holds it.
pub(super) fn state(session: &Session) -> Json<Session> {
    let mut rest = session.clone();
    rest.drift.history.clear();
    Json(rest)
}

/// Reads a session back from its columns `status`, `drift_history` and `state`, in this order.
pub(super) fn session(row: &Row<'_>) -> rusqlite::Result<Session> {
    let Word(status) = row.get(0)?;
    let Json::<Vec<HistoryEntry>>(entries) = row.get(1)?;
    let Json::<Session>(mut session) = row.get(2)?;
    session.status = status;
    session.drift.history = entries.into_iter().map(DriftEvent::from).collect();
    Ok(session)
}

/// A value stored as compact JSON text.
pub(super) struct Json<T>(pub(super) T);

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let text = serde_json::to_string(&self.0).map_err(|error| Error::ToSqlConversionFailure(error.into()))?;
        Ok(text.into())
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn an_entry_of_the_history_has_the_keys_of_the_seed() {
        let event = DriftEvent {
            timestamp: 7,
            score: Score::new(6),
            effective: Score::new(5),
            level: Level::Correct,
            kind: DriftKind::Minor,
            standing: Standing::OffGoal,
            spoken: true,
            revision: 1,
            diagnostic: "edited src/theme.css".into(),
            findings: vec!["out-of-scope:src/theme.css".into()],
            event: EventId(3),
        };
        let text = serde_json::to_string(&HistoryEntry::from(&event)).unwrap();
        assert!(text.starts_with(r#"{"score":6,"level":"correct","timestamp":7,"#), "{text}");
        let back: HistoryEntry = serde_json::from_str(&text).unwrap();
        assert_eq!(DriftEvent::from(back), event);
    }

    #[test]
    fn an_unknown_word_is_told() {
        assert_eq!(Word::<Level>::column_result("halt".into()).map(|Word(level)| level).unwrap(), Level::Halt);
        assert!(Word::<Level>::column_result("shout".into()).is_err());
    }
}
