//! What a commit writes: the session and what is new about it.
//!
//! SQLite rewrites a row as a whole, so a call writes only the rows that it changes: what the guard remembers always, the
//! goal and the row that people and reports read only where they say something else than before.

use super::row::{Json, STEP_OF_CALL, iso, key_before};
use super::sqlite::SqliteStore;
use super::stamp::{Known, Stamp};
use crate::domain::{DriftEvent, Goal, Session, Step, Task};
use crate::guard::port::{Change, StoreError};
use rusqlite::{Row, params};

/// Milliseconds by which `updated_at` may lag while nothing else in a session's row changes: it tells days and the order
/// of sessions.
const STALE: i64 = 60 * 1000;

/// Bytes to a multiple of which a stored state is filled up.
const STATE_STEP: usize = 1024;

impl SqliteStore {
    pub(super) fn write(&self, change: &Change) -> Result<(), StoreError> {
        let session = &change.session;
        let number = self.write_session(session)?;
        for agent in &change.agents {
            self.write_agent(agent)?;
        }
        for step in &change.steps {
            self.write_step(number, step)?;
        }
        for (step, words) in &change.reasoning {
            let own = format!("SELECT key {STEP_OF_CALL}");
            let sql = format!("UPDATE steps SET reasoning = ?3 WHERE key IN ({own}) AND reasoning IS NULL");
            self.execute(&sql, params![number, step, words])?;
        }
        for event in &change.drift_events {
            self.write_drift_event(&session.id, event)?;
        }
        for remark in &change.remarks {
            self.write_remark(&session.id, remark)?;
        }
        for task in &change.tasks {
            self.write_task(task)?;
        }
        for uuid in &change.prompt_marks {
            self.execute(
                "INSERT OR IGNORE INTO prompt_marks (uuid, session_id) VALUES (?1, ?2)",
                params![uuid, session.id],
            )?;
        }
        Ok(())
    }

    /// Writes what differs, and returns the session's number.
    fn write_session(&self, session: &Session) -> Result<i64, StoreError> {
        let nothing = Known::default();
        let known = self.known.as_ref().filter(|known| known.id == session.id).unwrap_or(&nothing);
        let number = self.write_state(session, known)?;
        let goal = session.goal.as_ref().map(Json).map(|goal| goal.text()).transpose().map_err(|e| self.sorted(&e))?;
        let same_goal = goal == known.goal;
        match &goal {
            Some(goal) if !same_goal => {
                self.execute("INSERT OR REPLACE INTO goals VALUES (?1, ?2)", params![session.id, goal])?;
            }
            None if !same_goal => {
                self.execute("DELETE FROM goals WHERE session_id = ?1", params![session.id])?;
            }
            _ => {}
        }
        let fresh = session.updated_at.saturating_sub(known.updated_at) < STALE && !known.id.is_empty();
        if fresh && same_goal && known.stamp == Stamp::of(session) {
            return Ok(number);
        }
        self.write_row(session)?;
        Ok(number)
    }

    /// A row that is replaced moves to other pages; one that is updated by a value of the same length is written over in its
    /// own, as far as it differs. So the text is filled up with blanks, which JSON does not count.
    fn write_state(&self, session: &Session, known: &Known) -> Result<i64, StoreError> {
        let mut state = Json(session).text().map_err(|error| self.sorted(&error))?;
        state.extend(std::iter::repeat_n(' ', state.len().next_multiple_of(STATE_STEP) - state.len()));
        let values = params![known.number, session.id, state];
        let written = "UPDATE guard_states SET state = ?3 WHERE number = ?1 AND session_id = ?2";
        if !known.id.is_empty() && self.execute(written, values)? == 1 {
            return Ok(known.number);
        }
        let sql = "INSERT INTO guard_states (session_id, state) VALUES (?1, ?2)
             ON CONFLICT (session_id) DO UPDATE SET state = excluded.state RETURNING number";
        let row = |row: &Row<'_>| row.get(0);
        self.statement(sql)?.query_row(params![session.id, state], row).map_err(|error| self.sorted(&error))
    }

    fn write_agent(&self, memory: &Session) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO agents (session_id, agent_id, state, goal) VALUES (?1, ?2, ?3, ?4)",
            params![memory.id, memory.agent, Json(memory), memory.goal.as_ref().map(Json)],
        )?;
        Ok(())
    }

    /// The row that people and reports read: the columns of seed 004.
    fn write_row(&self, session: &Session) -> Result<(), StoreError> {
        let goal = session.goal.as_ref();
        self.execute(
            "INSERT INTO session_states (session_id, project_path, status, escalation_count, last_checked_at, created_at,
               updated_at, goal_revision, guard_state, original_goal, expected_scope, constraints, keywords,
               drift_history)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, '[]')
             ON CONFLICT (session_id) DO UPDATE SET project_path = excluded.project_path, status = excluded.status,
               escalation_count = excluded.escalation_count, last_checked_at = excluded.last_checked_at,
               created_at = excluded.created_at, updated_at = excluded.updated_at,
               goal_revision = excluded.goal_revision, guard_state = excluded.guard_state,
               original_goal = excluded.original_goal, expected_scope = excluded.expected_scope,
               constraints = excluded.constraints, keywords = excluded.keywords",
            params![
                session.id,
                session.root.path,
                session.status.name(),
                session.drift.escalation,
                session.last_checked_at,
                iso(session.created_at),
                iso(session.updated_at),
                goal.map_or(0, |goal| goal.revision),
                session.drift.state.name(),
                goal.map(|goal| &goal.text),
                Json(goal.map_or_else(Vec::new, scope)),
                Json(goal.map_or_else(Vec::new, constraints)),
                Json(goal.map_or(&[][..], |goal| &goal.keywords)),
            ],
        )?;
        Ok(())
    }

    /// A step is stored behind those of its session; one that is stored already stays as it is.
    fn write_step(&self, number: i64, step: &Step) -> Result<(), StoreError> {
        if self.holds(&format!("SELECT 1 {STEP_OF_CALL}"), params![number, step.id])? {
            return Ok(());
        }
        self.execute(
            "INSERT INTO steps (id, session_id, agent_id, action_type, files, folders, command, reasoning,
               drift_score, drift_type, correction_given, is_key_decision, is_validated, keywords, timestamp, outcome, proof, key)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?19,
               (SELECT coalesce(max(key), ?17) + 1 FROM steps WHERE key > ?17 AND key < ?18))",
            params![
                step.id,
                step.session_id,
                step.agent_id,
                step.action_type,
                Json(&step.files),
                Json(&step.folders),
                step.command,
                step.reasoning,
                step.drift_score.value(),
                step.drift_type.name(),
                step.correction_given,
                step.is_key_decision,
                step.is_validated,
                Json(&step.keywords),
                step.timestamp,
                step.outcome.name(),
                key_before(number),
                key_before(number + 1),
                step.proof.as_ref().map(Json),
            ],
        )?;
        let key = self.connection.last_insert_rowid();
        for path in &step.files {
            self.execute(
                "INSERT OR IGNORE INTO step_files (session, path, step) VALUES (?1, ?2, ?3)",
                params![number, path, key],
            )?;
        }
        Ok(())
    }

    fn write_drift_event(&self, session_id: &str, event: &DriftEvent) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO drift_events (session_id, seq, timestamp, event, revision, score, effective, level, kind, standing,
               spoken, diagnostic, findings)
             VALUES (?1, (SELECT coalesce(max(seq), 0) + 1 FROM drift_events WHERE session_id = ?1),
               ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            params![
                session_id,
                event.timestamp,
                event.event.0.cast_signed(),
                event.revision,
                event.score.value(),
                event.effective.value(),
                event.level.name(),
                event.kind.name(),
                event.standing.name().replace(' ', "-"),
                event.spoken,
                event.diagnostic,
                Json(&event.findings),
            ],
        )?;
        self.remember_in_row(session_id, event)
    }

    /// Adds an assessment to the last ones that the session's row shows, with the three keys of seed 004. Where the
    /// configuration has come to keep fewer, the oldest go at once.
    fn remember_in_row(&self, session_id: &str, event: &DriftEvent) -> Result<(), StoreError> {
        self.execute(
            "UPDATE session_states SET drift_history = json_insert(
               CASE WHEN json_array_length(drift_history) < ?2 THEN drift_history
                    WHEN json_array_length(drift_history) = ?2 THEN json_remove(drift_history, '$[0]')
                    ELSE (SELECT json_group_array(json(value) ORDER BY key) FROM json_each(drift_history)
                          WHERE key > json_array_length(drift_history) - ?2) END,
               '$[#]', json_object('score', ?3, 'level', ?4, 'timestamp', ?5))
             WHERE session_id = ?1",
            params![
                session_id,
                super::row::rows(self.how.history),
                event.score.value(),
                event.level.name(),
                event.timestamp
            ],
        )?;
        Ok(())
    }

    fn write_task(&self, task: &Task) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO tasks (session_id, revision, timestamp, status, drift_events, final_score, resolved,
               goal, files, decisions, tags, reasoning_trace)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            params![
                task.session_id,
                task.revision,
                task.timestamp,
                task.status,
                task.drift_events,
                task.final_score.value(),
                task.resolved,
                task.goal,
                Json(&task.files),
                Json(&task.decisions),
                Json(&task.tags),
                Json(&task.reasoning_trace),
            ],
        )?;
        Ok(())
    }
}

fn scope(goal: &Goal) -> Vec<String> {
    goal.scope.entries.iter().map(|entry| entry.pattern.shown()).collect()
}

fn constraints(goal: &Goal) -> Vec<&str> {
    goal.constraints.iter().map(|constraint| constraint.clause.as_str()).collect()
}
