//! What keeps the memory's file trusted, and what takes it away.

use super::{Memory, read};
use crate::domain::{Lesson, LessonKind};
use crate::guard::port::StoreError;
use crate::store::{database, failure, migrations};
use rusqlite::params;
use std::io::ErrorKind;
use std::path::Path;

/// What `doctor` tells about the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryHealth {
    /// Its schema version.
    pub schema: i64,
    /// Lessons of both kinds.
    pub lessons: u64,
    /// Size of the file in bytes, by its page count, and of its log.
    pub bytes: u64,
    /// What SQLite's quick check found; empty when the file is sound.
    pub problems: Vec<String>,
}

impl Memory {
    /// Lessons of a kind (of both for `None`), of a project and those that hold everywhere (of all projects for `None`), the
    /// newest first.
    pub fn listed(
        &self,
        project: Option<&str>,
        kind: Option<LessonKind>,
        limit: usize,
    ) -> Result<Vec<Lesson>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let kind = kind.map(super::record::number);
        let rest = "WHERE (?1 IS NULL OR s.project IN (?1, '')) AND (?2 IS NULL OR l.kind = ?2)
                    ORDER BY l.last_seen DESC, l.id DESC LIMIT ?3";
        self.look(|connection| read::lessons(connection, rest, params![project, kind, limit]))
    }

    /// How the file is: reads all of it once.
    pub fn integrity(&self) -> Result<MemoryHealth, StoreError> {
        let stats = self.stats()?;
        let log = database::log_bytes(&self.path);
        self.look(|connection| {
            let mut statement = connection.prepare("PRAGMA quick_check(20)")?;
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            let mut problems: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
            problems.retain(|line| line != "ok");
            let schema = migrations::version(connection)?;
            let lessons = stats.mistakes + stats.successes;
            Ok(MemoryHealth { schema, lessons, bytes: stats.bytes + log, problems })
        })
    }
}

/// Removes the file, what SQLite keeps beside it, and its backup; true where there was anything.
pub fn remove(path: &Path) -> Result<bool, StoreError> {
    let mut found = false;
    for ending in ["", "-wal", "-shm", ".backup", ".backup-new", ".backup-new-journal"] {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        match std::fs::remove_file(&file) {
            Ok(()) => found = true,
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(failure::system(Path::new(&file), &error)),
        }
    }
    Ok(found)
}
