//! What is read back: for the guard inside its transaction, for commands outside of one.

use super::row::{Json, STEP_OF_CALL, Stored, Word, key_before, rows, session};
use super::sqlite::SqliteStore;
use super::stamp::Known;
use crate::domain::{DriftEvent, Entry, EventId, FileList, Pause, Score, Session, Step, Task};
use crate::guard::port::{LEDGER_ENTRIES, StoreError};
use rusqlite::types::{FromSql as _, ValueRef};
use rusqlite::{OptionalExtension as _, Params, Row, params};

/// A finding that the human called a false alarm (`driftguard wrong`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMark {
    /// The session.
    pub session_id: String,
    /// The finding's key.
    pub finding_key: String,
}

/// What a hook call begins with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beginning {
    /// The session, if it is known.
    pub session: Option<Session>,
    /// The pause of all sessions.
    pub pause: Option<Pause>,
    /// How long the human has unlocked driftguard's own wiring.
    pub unlocked: Option<Pause>,
    /// The findings of the session that its human called false alarms.
    pub wrong: Vec<String>,
}

/// What `settings` holds that a hook asks for, each as the text that is stored.
#[derive(serde::Deserialize)]
struct Settings {
    pause: Option<String>,
    unlocked: Option<String>,
}

/// The key of the pause of all sessions in `settings`.
const PAUSE: &str = "pause";
/// The key of the time until which the wiring is unlocked.
const UNLOCKED: &str = "unlocked";

const SESSION_COLUMNS: &str = "SELECT s.status, g.state, goals.goal, g.number FROM session_states s \
     JOIN guard_states g ON g.session_id = s.session_id LEFT JOIN goals ON goals.session_id = s.session_id";

pub(super) const STEP_COLUMNS: &str = "SELECT s.id, s.session_id, s.agent_id, s.action_type, s.files, s.folders, s.command, \
     s.reasoning, s.drift_score, s.drift_type, s.correction_given, s.is_key_decision, s.is_validated, s.keywords, \
     s.timestamp, s.outcome FROM";

const TASK_COLUMNS: &str = "SELECT session_id, revision, goal, files, decisions, drift_events, final_score, resolved, \
     tags, status, reasoning_trace, timestamp FROM tasks";

impl SqliteStore {
    /// What a hook call begins with: takes the write lock, as [`crate::guard::port::Store::session`] does.
    pub fn begin_call(&mut self, id: &str) -> Result<Beginning, StoreError> {
        self.begin()?;
        match self.beginning(id) {
            Ok((beginning, known)) => {
                self.known = known;
                Ok(beginning)
            }
            // Nobody can commit on top of what could not be read: the lock is given back.
            Err(error) => self.end(Err(error)),
        }
    }

    /// The same without the lock, for a call that writes nothing.
    pub fn look(&mut self, id: &str) -> Result<Beginning, StoreError> {
        let (beginning, known) = self.beginning(id)?;
        self.known = known;
        Ok(beginning)
    }

    /// Everything in one query, and the session as it stands. The settings are few: all of them cost less than two questions.
    fn beginning(&self, id: &str) -> Result<(Beginning, Option<Known>), StoreError> {
        let sql =
            "SELECT s.status, g.state, goals.goal, g.number, (SELECT json_group_object(key, value) FROM settings),
             (SELECT json_group_array(finding_key) FROM wrong_findings WHERE session_id = ?1)
             FROM (SELECT 1) LEFT JOIN session_states s ON s.session_id = ?1
             LEFT JOIN guard_states g ON g.session_id = ?1 LEFT JOIN goals ON goals.session_id = ?1";
        let read = self.read(sql, [id], |row| {
            let stored = if row.get_ref(1)? == ValueRef::Null { None } else { Some(session(row)?) };
            let Json(settings): Json<Settings> = row.get(4)?;
            let Json(wrong) = row.get(5)?;
            let until = |text: Option<String>| text.map(|text| Json::column_result(text.as_str().into())).transpose();
            let pause = until(settings.pause)?.map(|Json(pause)| pause);
            let unlocked = until(settings.unlocked)?.map(|Json(until)| until);
            let (session, known) = stored.map(Known::of).unzip();
            Ok((Beginning { session, pause, unlocked, wrong }, known))
        });
        Ok(read?.pop().unwrap_or_default())
    }

    /// The session as last committed, without taking the write lock.
    pub fn read_session(&self, id: &str) -> Result<Option<Session>, StoreError> {
        Ok(self.read_whole(id)?.map(|stored| stored.session))
    }

    /// The session as it is stored.
    pub(super) fn read_whole(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        Ok(self.read(&format!("{SESSION_COLUMNS} WHERE s.session_id = ?1"), [id], session)?.pop())
    }

    /// The session of a project (its root's path) that was active last.
    pub fn latest_session(&self, project: &str) -> Result<Option<Session>, StoreError> {
        Ok(self.sessions_of_project(project, 1)?.pop())
    }

    /// Sessions of a project (its root's path), the last active first.
    pub fn sessions_of_project(&self, project: &str, limit: usize) -> Result<Vec<Session>, StoreError> {
        let sql =
            format!("{SESSION_COLUMNS} WHERE s.project_path = ?1 ORDER BY s.updated_at DESC, s.rowid DESC LIMIT ?2");
        Ok(self.read(&sql, params![project, rows(limit)], session)?.into_iter().map(|stored| stored.session).collect())
    }

    /// The ids of the sessions, of whatever project, that begin with `beginning`; two at most, since two are too many already.
    pub fn beginning_with(&self, beginning: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT session_id FROM session_states WHERE substr(session_id, 1, length(?1)) = ?1 LIMIT 2";
        self.read(sql, [beginning], |row| row.get(0))
    }

    /// The projects (their roots' paths) in which sessions ran, the last active first.
    pub fn projects(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT project_path FROM session_states GROUP BY project_path ORDER BY max(updated_at) DESC";
        self.read(sql, [], |row| row.get(0))
    }

    /// The last assessments of a session, oldest first.
    pub fn drift_events(&self, session_id: &str, limit: usize) -> Result<Vec<DriftEvent>, StoreError> {
        let mut events = self.read(
            "SELECT timestamp, score, effective, level, kind, standing, spoken, revision, diagnostic, findings,
             event FROM drift_events WHERE session_id = ?1 ORDER BY seq DESC LIMIT ?2",
            params![session_id, rows(limit)],
            drift_event,
        )?;
        events.reverse();
        Ok(events)
    }

    /// Pieces of work of a session, the newest first.
    pub fn tasks(&self, session_id: &str, limit: usize) -> Result<Vec<Task>, StoreError> {
        self.tasks_where("session_id = ?1", session_id, limit)
    }

    /// The same of all sessions of a project.
    pub fn tasks_of_project(&self, project: &str, limit: usize) -> Result<Vec<Task>, StoreError> {
        let own = "session_id IN (SELECT session_id FROM session_states WHERE project_path = ?1)";
        self.tasks_where(own, project, limit)
    }

    fn tasks_where(&self, filter: &str, value: &str, limit: usize) -> Result<Vec<Task>, StoreError> {
        let sql = format!("{TASK_COLUMNS} WHERE {filter} ORDER BY timestamp DESC, revision DESC LIMIT ?2");
        self.read(&sql, params![value, rows(limit)], task)
    }

    /// The session, other than `not`, that shares the most prompt ids: what a fork was made from. Of equals the one
    /// active last.
    pub fn find_parent(&self, uuids: &[String], not: &str) -> Result<Option<String>, StoreError> {
        self.statement(
            "SELECT m.session_id FROM prompt_marks m JOIN session_states s ON s.session_id = m.session_id
             WHERE m.uuid IN (SELECT value FROM json_each(?1)) AND m.session_id <> ?2
             GROUP BY m.session_id ORDER BY count(*) DESC, max(s.updated_at) DESC, m.session_id LIMIT 1",
        )?
        .query_row(params![Json(uuids), not], |row| row.get(0))
        .optional()
        .map_err(|error| self.sorted(&error))
    }

    /// True when the step of this call is stored for the session.
    pub fn has_step(&self, session_id: &str, call_id: &str) -> Result<bool, StoreError> {
        let Some(number) = self.number(session_id)? else { return Ok(false) };
        self.holds(&format!("SELECT 1 {STEP_OF_CALL}"), params![number, format!("{session_id}:{call_id}")])
    }

    /// What finished calls of the session have left to hold a report against, oldest first: the newest
    /// [`LEDGER_ENTRIES`] of them, back to the first that was asked for before `first`.
    pub fn ledger(&self, session_id: &str, first: EventId) -> Result<Vec<Entry>, StoreError> {
        let Some(number) = self.number(session_id)? else { return Ok(Vec::new()) };
        let sql =
            "SELECT proof FROM steps WHERE key > ?1 AND key < ?2 AND proof IS NOT NULL ORDER BY key DESC LIMIT ?3";
        let values = params![key_before(number), key_before(number + 1), rows(LEDGER_ENTRIES)];
        let newest_first = |row: &Row<'_>| row.get(0).map(|Json(entry)| entry);
        let mut statement = self.statement(sql)?;
        let of_interest = |entry: &rusqlite::Result<Entry>| !entry.as_ref().is_ok_and(|entry| entry.event < first);
        let entries = statement.query_map(values, newest_first).and_then(|rows| rows.take_while(of_interest).collect());
        let mut entries: Vec<Entry> = entries.map_err(|error| self.sorted(&error))?;
        entries.reverse();
        Ok(entries)
    }

    /// What stands for a session in keys; `None` before its first commit.
    pub(super) fn number(&self, session_id: &str) -> Result<Option<i64>, StoreError> {
        if let Some(known) = self.known.as_ref().filter(|known| known.id == session_id) {
            return Ok(Some(known.number));
        }
        let sql = "SELECT number FROM guard_states WHERE session_id = ?1";
        Ok(self.read(sql, [session_id], |row| row.get(0))?.pop())
    }

    /// True when the session has seen a prompt of this id, the transcript's or the agent's.
    pub fn has_prompt(&self, session_id: &str, id: &str) -> Result<bool, StoreError> {
        self.holds("SELECT 1 FROM prompt_marks WHERE uuid = ?1 AND session_id = ?2", [id, session_id])
    }

    pub(super) fn holds(&self, sql: &str, values: impl Params) -> Result<bool, StoreError> {
        self.statement(sql)?.exists(values).map_err(|error| self.sorted(&error))
    }

    /// The remembered files of a project (its root's path).
    pub fn files(&self, project: &str) -> Result<Option<FileList>, StoreError> {
        self.statement("SELECT truncated, paths FROM project_files WHERE project_path = ?1")?
            .query_row([project], |row| {
                let mut lines = std::str::from_utf8(row.get_ref(1)?.as_blob()?)?.to_owned();
                // Stored without the last line's break.
                if !lines.is_empty() {
                    lines.push('\n');
                }
                Ok(FileList::from_lines(lines, row.get(0)?))
            })
            .optional()
            .map_err(|error| self.sorted(&error))
    }

    /// Remembers the files of a project. A name with a line break is left out: it would read back as two.
    pub fn put_files(&mut self, project: &str, files: &FileList, now: i64) -> Result<(), StoreError> {
        let paths: Vec<&str> = files.paths().filter(|path| !path.contains(['\n', '\r'])).collect();
        self.execute(
            "INSERT INTO project_files (project_path, listed_at, truncated, paths) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (project_path) DO UPDATE SET listed_at = excluded.listed_at, truncated = excluded.truncated,
               paths = excluded.paths",
            params![project, now, files.truncated, paths.join("\n").into_bytes()],
        )?;
        Ok(())
    }

    /// Marks a finding as a false alarm; marking it again changes nothing.
    pub fn mark_wrong(&mut self, session_id: &str, finding_key: &str, now: i64) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR IGNORE INTO wrong_findings (session_id, finding_key, marked_at) VALUES (?1, ?2, ?3)",
            params![session_id, finding_key, now],
        )?;
        Ok(())
    }

    /// The false alarms of one session or of all, oldest first.
    pub fn wrong(&self, session_id: Option<&str>) -> Result<Vec<WrongMark>, StoreError> {
        self.read(
            "SELECT session_id, finding_key FROM wrong_findings WHERE ?1 IS NULL OR session_id = ?1
             ORDER BY marked_at, session_id, finding_key",
            [session_id],
            |row| Ok(WrongMark { session_id: row.get(0)?, finding_key: row.get(1)? }),
        )
    }

    /// Pauses all sessions, or ends the pause.
    pub fn set_pause(&mut self, pause: Option<Pause>) -> Result<(), StoreError> {
        self.set_until(PAUSE, pause)
    }

    /// The pause of all sessions, ended or not: the caller knows the time.
    pub fn pause(&self) -> Result<Option<Pause>, StoreError> {
        self.until(PAUSE)
    }

    /// Unlocks driftguard's own wiring for a while, or locks it again.
    pub fn set_unlocked(&mut self, until: Option<Pause>) -> Result<(), StoreError> {
        self.set_until(UNLOCKED, until)
    }

    /// How long the wiring is unlocked, ended or not.
    pub fn unlocked(&self) -> Result<Option<Pause>, StoreError> {
        self.until(UNLOCKED)
    }

    fn set_until(&self, key: &str, until: Option<Pause>) -> Result<(), StoreError> {
        match until {
            Some(until) => {
                self.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?1, ?2)", params![key, Json(until)])?
            }
            None => self.execute("DELETE FROM settings WHERE key = ?1", [key])?,
        };
        Ok(())
    }

    fn until(&self, key: &str) -> Result<Option<Pause>, StoreError> {
        let sql = "SELECT value FROM settings WHERE key = ?1";
        Ok(self.read(sql, [key], |row| row.get(0).map(|Json(until)| until))?.pop())
    }

    /// Runs a query and decodes each row.
    pub(super) fn read<T>(
        &self,
        sql: &str,
        values: impl Params,
        decode: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.statement(sql)?.query_map(values, decode).and_then(Iterator::collect).map_err(|error| self.sorted(&error))
    }
}

fn score(row: &Row<'_>, column: usize) -> rusqlite::Result<Score> {
    row.get(column).map(Score::new)
}

fn drift_event(row: &Row<'_>) -> rusqlite::Result<DriftEvent> {
    Ok(DriftEvent {
        timestamp: row.get(0)?,
        score: score(row, 1)?,
        effective: score(row, 2)?,
        level: row.get(3).map(|Word(level)| level)?,
        kind: row.get(4).map(|Word(kind)| kind)?,
        standing: row.get(5).map(|Word(standing)| standing)?,
        spoken: row.get(6)?,
        revision: row.get(7)?,
        diagnostic: row.get(8)?,
        findings: row.get(9).map(|Json(findings)| findings)?,
        event: row.get(10).map(|id: i64| EventId(id.cast_unsigned()))?,
    })
}

pub(super) fn step(row: &Row<'_>) -> rusqlite::Result<Step> {
    Ok(Step {
        id: row.get(0)?,
        session_id: row.get(1)?,
        agent_id: row.get(2)?,
        action_type: row.get(3)?,
        files: row.get(4).map(|Json(files)| files)?,
        folders: row.get(5).map(|Json(folders)| folders)?,
        command: row.get(6)?,
        reasoning: row.get(7)?,
        drift_score: score(row, 8)?,
        drift_type: row.get(9).map(|Word(kind)| kind)?,
        correction_given: row.get(10)?,
        is_key_decision: row.get(11)?,
        is_validated: row.get(12)?,
        keywords: row.get(13).map(|Json(keywords)| keywords)?,
        timestamp: row.get(14)?,
        outcome: row.get(15).map(|Word(outcome)| outcome)?,
        proof: None,
    })
}

fn task(row: &Row<'_>) -> rusqlite::Result<Task> {
    Ok(Task {
        session_id: row.get(0)?,
        revision: row.get(1)?,
        goal: row.get(2)?,
        files: row.get(3).map(|Json(files)| files)?,
        decisions: row.get(4).map(|Json(decisions)| decisions)?,
        drift_events: row.get(5)?,
        final_score: score(row, 6)?,
        resolved: row.get(7)?,
        tags: row.get(8).map(|Json(tags)| tags)?,
        status: row.get(9)?,
        reasoning_trace: row.get(10).map(|Json(trace)| trace)?,
        timestamp: row.get(11)?,
    })
}
