//! What became of warnings, and how quiet the work on a file or with a command is.

use super::{Memory, node, read};
use crate::config::MemoryConfig;
use crate::domain::{LessonVerdict, Trust};
use crate::guard::port::{StoreError, Work};
use crate::memory::trust::{learned, retires};
use rusqlite::{Connection, OptionalExtension, params};

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

/// Takes note of a turn's work: of each file or command (`kind`, name) whether driftguard spoke about it.
pub(super) fn note_work(connection: &Connection, project: &str, work: &[Work], now: i64) -> rusqlite::Result<()> {
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
}

#[cfg(test)]
mod tests {
    use super::super::Turn;
    use super::*;
    use crate::config;
    use crate::memory::summary::{Delta, EntityKey, EntityKind, no_model};
    use std::time::Duration;

    const NOW: i64 = 86_400_000_000;

    fn memory() -> (tempfile::TempDir, Memory) {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&folder.path().join("memory.db"), Duration::from_secs(5)).unwrap();
        (folder, memory)
    }

    #[test]
    fn work_on_files_is_trusted_by_how_quiet_it_was() {
        let (_folder, mut memory) = memory();
        let config = config::defaults().memory.summary;
        assert_eq!(memory.trust_of("/p", "file", "a.rs").unwrap(), None);
        let work = |name: &str, spoken| Work { kind: EntityKind::File, name: name.into(), spoken };
        let turn = |work: Vec<Work>| Turn { project: "/p".into(), at: NOW, work, deltas: Vec::new() };
        for turn in [turn(vec![work("a.rs", false), work("b.rs", true)]), turn(vec![work("a.rs", false)])] {
            memory.take_up(&turn, &config, &no_model).unwrap();
        }
        let mean = |name| memory.trust_of("/p", "file", name).unwrap().unwrap().mean();
        assert!((mean("a.rs") - 4.0 / 6.0).abs() < 1e-9);
        assert!((mean("b.rs") - 2.0 / 5.0).abs() < 1e-9);
    }

    #[test]
    fn a_turn_that_cannot_be_taken_up_counts_no_work() {
        let (_folder, mut memory) = memory();
        let config = config::defaults().memory.summary;
        let key = EntityKey { kind: EntityKind::File, name: "a.rs".into() };
        let work = vec![Work { kind: EntityKind::File, name: "a.rs".into(), spoken: true }];
        let turn = Turn { project: "/p".into(), at: NOW, work, deltas: vec![Delta::bare(key, Some(NOW))] };
        memory.take_up(&turn, &config, &no_model).unwrap();
        memory.connection.execute("UPDATE memory_entities SET state = '{'", []).unwrap();
        for _ in 0..3 {
            let taken_up = memory.take_up(&turn, &config, &no_model);
            assert!(matches!(taken_up, Err(StoreError::Undecodable { .. })), "{taken_up:?}");
        }
        let trust = memory.trust_of("/p", "file", "a.rs").unwrap().unwrap();
        assert!((trust.wrong - 3.0).abs() < 1e-9, "{trust:?}");
    }
}
