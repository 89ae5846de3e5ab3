//! What driftguard did in figures: for `status` of one session, for the trial report of all.

use super::sqlite::SqliteStore;
use crate::guard::port::StoreError;

/// What was done, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Tool calls that were recorded.
    pub steps: u64,
    /// Those of them that driftguard denied.
    pub denied: u64,
    /// Texts given to the agent and to its subagents: corrections, warnings, what sent it back at the end of a turn, what set orders in an answer apart.
    pub texts: u64,
    /// Texts among them that told of a lesson.
    pub warnings: u64,
    /// Texts among them that sent the agent back at the end of a turn.
    pub sent_back: u64,
    /// Times that the agent would have been sent back at the end of a turn, while everything was only recorded.
    pub would_send_back: u64,
    /// Lines about replies that the human alone would have been told then.
    pub would_notice: u64,
    /// Tokens of these texts, of restored goals, of what sends the agent back and of the reasons of denials, estimated.
    pub tokens: u64,
    /// Findings that the human called false alarms.
    pub marked_wrong: u64,
}

impl SqliteStore {
    /// The figures of one session or of all.
    pub fn figures(&self, session_id: Option<&str>) -> Result<Figures, StoreError> {
        // Either is one text, so that a session's rows are found through their index.
        let own = if session_id.is_some() { "session_id = ?1" } else { "?1 IS NULL" };
        let bound = |number: &str| format!("(SELECT {number} << 32 FROM guard_states WHERE session_id = ?1)");
        let within = match session_id {
            Some(_) => format!("key > {} AND key < {}", bound("number"), bound("(number + 1)")),
            None => own.to_owned(),
        };
        // A subagent's assessments are not stored; what it was told stands among the remarks, of which the oldest may be gone.
        let sql = format!(
            "SELECT count(*), count(*) FILTER (WHERE outcome = 'denied'),
               max((SELECT count(*) FROM drift_events WHERE spoken AND {own}),
                 (SELECT count(*) FROM remarks WHERE kind = 'correction' AND {own})),
               (SELECT coalesce(sum(json_extract(state, '$.said_tokens')), 0) FROM guard_states WHERE {own})
                 + (SELECT coalesce(sum(json_extract(state, '$.said_tokens')), 0) FROM agents WHERE {own}),
               (SELECT count(*) FROM wrong_findings WHERE {own}),
               (SELECT count(*) FROM remarks WHERE kind = 'warning' AND {own}),
               (SELECT count(*) FROM remarks WHERE kind = 'sent-back' AND {own}),
               (SELECT count(*) FROM remarks WHERE kind = 'orders' AND {own}),
               (SELECT count(*) FROM remarks WHERE kind = 'would-send-back' AND {own}),
               (SELECT count(*) FROM remarks WHERE kind = 'would-notice' AND {own})
             FROM steps WHERE {within}"
        );
        let figures = self.read(&sql, [session_id], |row| {
            let figure = |column| row.get(column).map(i64::cast_unsigned);
            Ok(Figures {
                steps: figure(0)?,
                denied: figure(1)?,
                texts: figure(2)?.saturating_add(figure(5)?).saturating_add(figure(6)?).saturating_add(figure(7)?),
                warnings: figure(5)?,
                sent_back: figure(6)?,
                would_send_back: figure(8)?,
                would_notice: figure(9)?,
                tokens: figure(3)?,
                marked_wrong: figure(4)?,
            })
        });
        Ok(figures?.pop().unwrap_or_default())
    }

    /// The sessions that were assessed, by their ids.
    pub fn assessed_sessions(&self) -> Result<Vec<String>, StoreError> {
        self.read("SELECT DISTINCT session_id FROM drift_events ORDER BY session_id", [], |row| row.get(0))
    }
}
