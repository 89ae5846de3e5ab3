//! What became of warnings, and how quiet the work on a file or with a command is.

use super::{Memory, node, read};
use crate::config::MemoryConfig;
use crate::domain::{LessonVerdict, Trust};
use crate::guard::port::{StoreError, Work};
use crate::memory::trust::{learned, retires};
use rusqlite::{OptionalExtension, params};

/// Before anything is known of a file or a command: as much quiet as spoken work (Beta(2, 2)).
const PRIOR: f64 = 2.0;

impl Memory {
    /// Takes note of what became of warnings; a lesson that keeps being wrong retires.
    pub fn learn(&mut self, verdicts: &[LessonVerdict], now: i64, config: &MemoryConfig) -> Result<(), StoreError> {
        self.change(|connection| {
            for verdict in verdicts {
                let Some(lesson) = read::lesson(connection, verdict.lesson)? else { continue };
                let trust = learned(lesson.trust, verdict.ending);
                let retired = retires(trust, config).then_some(now);
                connection
                    .prepare_cached(
                        "UPDATE memory_lessons SET was_right = ?2, was_wrong = ?3, retired_at = ?4 WHERE id = ?1",
                    )?
                    .execute(params![verdict.lesson, trust.right, trust.wrong, retired])?;
            }
            Ok(())
        })
    }

    /// Takes note of a turn's work: of each file or command (`kind`, name) whether driftguard spoke about it.
    pub fn note_work(&mut self, project: &str, work: &[Work], now: i64) -> Result<(), StoreError> {
        self.change(|connection| {
            let scope = node::scope(connection, project, true)?.unwrap_or_default();
            for Work { kind, name, spoken } in work {
                let (kind, (quiet, spoken)) = (kind.name(), if *spoken { (0.0, 1.0) } else { (1.0, 0.0) });
                connection
                    .prepare_cached(
                        "INSERT INTO memory_trust (scope, kind, name, quiet, spoken, at)
                         VALUES (?1, ?2, ?3, ?4 + ?6, ?5 + ?6, ?7) ON CONFLICT (scope, kind, name)
                         DO UPDATE SET quiet = quiet + ?4, spoken = spoken + ?5, at = max(at, ?7)",
                    )?
                    .execute(params![scope, kind, name, quiet, spoken, PRIOR, now])?;
            }
            Ok(())
        })
    }

    /// How quiet the work on a file or with a command was: `right` counts quiet turns, `wrong` those in which driftguard spoke,
    /// 2 each before anything is known. It is told, and never a reason to speak.
    pub fn trust_of(&self, project: &str, kind: &str, name: &str) -> Result<Option<Trust>, StoreError> {
        self.look(|connection| {
            let Some(scope) = node::scope(connection, project, false)? else { return Ok(None) };
            connection
                .prepare_cached("SELECT quiet, spoken FROM memory_trust WHERE scope = ?1 AND kind = ?2 AND name = ?3")?
                .query_row(params![scope, kind, name], |row| Ok(Trust { right: row.get(0)?, wrong: row.get(1)? }))
                .optional()
        })
    }
}
