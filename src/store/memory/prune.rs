//! Pruning: what is weak and old, and what nobody has met for long, goes.
//!
//! Seed 000 as its text stands removes every memory that was recorded once, since a frequency of 1 is below 2. Here weak is
//! not enough: it must be old as well, so that nothing fresh is ever lost.

use super::Memory;
use super::split::{drop_if_alone, drop_lesson, drop_node};
use crate::config::MemoryConfig;
use crate::guard::port::StoreError;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};

const DAY: i64 = 86_400_000;
/// Under which name the settings know when the file was pruned last, in milliseconds since 1970.
const PRUNED_AT: &str = "pruned_at";

/// How a pruning is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruning {
    /// Milliseconds since 1970.
    pub now: i64,
    /// True where nothing is to be changed: what would go is counted.
    pub dry: bool,
    /// Lessons and nodes that are looked at, at most each; a hook has little time, and the next one goes on.
    pub slice: usize,
    /// True where a person asked for it: then no share is too large.
    pub by_hand: bool,
}

/// What went, or would go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Lessons that were met too seldom, and not for long.
    pub weak: usize,
    /// Nodes without a sign for long.
    pub stale: usize,
    /// Lessons that go with stale nodes, however often they were met.
    pub stale_lessons: usize,
    /// Nodes that nothing leads to or from, without a sign for long.
    pub isolated: usize,
    /// True where it was left alone, because too much would have gone.
    pub refused: bool,
}

impl Pruned {
    /// True where nothing went.
    pub const fn is_nothing(&self) -> bool {
        self.weak + self.stale + self.isolated == 0
    }
}

impl Memory {
    /// Prunes. One transaction; a dry run takes its own back, and so does one that is refused: it is noted all the same, or each
    /// end of a session would do it again.
    pub fn prune(&mut self, how: Pruning, config: &MemoryConfig) -> Result<Pruned, StoreError> {
        let run = |connection: &Connection| -> rusqlite::Result<(Pruned, bool)> {
            let all: i64 = connection.query_row("SELECT count(*) FROM memory_nodes", [], |row| row.get(0))?;
            let mut pruned = sweep(connection, how, config)?;
            let left: i64 = connection.query_row("SELECT count(*) FROM memory_nodes", [], |row| row.get(0))?;
            #[expect(clippy::cast_precision_loss, reason = "far below 2^52 nodes")]
            let gone = if all > 0 { (all - left) as f64 / all as f64 } else { 0.0 };
            pruned.refused = !how.by_hand && gone > config.prune_share;
            let keep = !how.dry && !pruned.refused;
            if keep {
                noted(connection, how.now)?;
            }
            Ok((pruned, keep))
        };
        let done = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).and_then(
            |transaction| {
                let (pruned, keep) = run(&transaction)?;
                if keep {
                    transaction.commit()?;
                } else {
                    transaction.rollback()?;
                }
                Ok(pruned)
            },
        );
        let pruned = done.map_err(|error| crate::store::failure::sort(&self.path, &error))?;
        if pruned.refused && !how.dry {
            self.change(|connection| noted(connection, how.now))?;
        }
        Ok(pruned)
    }

    /// True where a pruning is due. A clock that went back makes none due.
    pub fn prune_is_due(&self, now: i64, config: &MemoryConfig) -> Result<bool, StoreError> {
        self.look(|connection| {
            let sql = "SELECT value FROM memory_settings WHERE key = ?1";
            let last: Option<i64> =
                connection.prepare_cached(sql)?.query_row([PRUNED_AT], |row| row.get(0)).optional()?;
            let Some(last) = last else { return Ok(true) };
            Ok(now.saturating_sub(last) >= i64::from(config.prune_days) * DAY)
        })
    }

    /// Copies the file to `<file>.backup`, whole and folded together, in the place of an older copy.
    pub fn backup(&self) -> Result<PathBuf, StoreError> {
        let target = with_ending(&self.path, "backup");
        let fresh = with_ending(&self.path, "backup-new");
        let failed = |error: std::io::Error| StoreError::Unusable {
            path: target.display().to_string(),
            detail: error.to_string(),
        };
        // SQLite writes into an empty file: made beforehand, it is for its owner only from the first byte.
        let _ = std::fs::remove_file(&fresh);
        crate::store::private::create_file(&fresh).map_err(failed)?;
        self.run(|connection| connection.execute("VACUUM INTO ?1", [fresh.display().to_string()]))?;
        std::fs::rename(&fresh, &target).map_err(failed)?;
        Ok(target)
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn noted(connection: &Connection, now: i64) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO memory_settings (key, value) VALUES (?1, ?2)";
    connection.prepare_cached(sql)?.execute(params![PRUNED_AT, now])?;
    Ok(())
}

/// Removes what is weak and old, then what is stale, then what stands alone and is stale.
fn sweep(connection: &Connection, how: Pruning, config: &MemoryConfig) -> rusqlite::Result<Pruned> {
    let before = how.now.saturating_sub(i64::from(config.stale_days).saturating_mul(DAY));
    let slice = i64::try_from(how.slice).unwrap_or(i64::MAX);
    let ids = |sql: &str, values: &dyn rusqlite::ToSql| -> rusqlite::Result<Vec<i64>> {
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map(params![before, slice, values], |row| row.get(0))?;
        rows.collect()
    };
    let mut pruned = Pruned::default();
    let weak = ids(
        "SELECT id FROM memory_lessons WHERE last_seen < ?1 AND frequency < ?3 ORDER BY last_seen LIMIT ?2",
        &config.min_frequency,
    )?;
    for lesson in weak {
        let nodes = super::read::nodes_of(connection, lesson)?;
        drop_lesson(connection, lesson)?;
        for node in nodes {
            // What something else stands on stays, and what was met since.
            let fresh: bool = connection
                .prepare_cached("SELECT coalesce(max(last_seen) >= ?2, 1) FROM memory_nodes WHERE id = ?1")?
                .query_row([node, before], |row| row.get(0))?;
            if !fresh {
                drop_if_alone(connection, node)?;
            }
        }
        pruned.weak += 1;
    }
    let alone = "NOT EXISTS (SELECT 1 FROM memory_edges e WHERE e.kind IN (0, 1) AND e.source = n.id)
                 AND NOT EXISTS (SELECT 1 FROM memory_edges e WHERE e.target = n.id)";
    let isolated = ids(
        &format!(
            "SELECT n.id FROM memory_nodes n WHERE n.last_seen < ?1 AND ?3 = ?3 AND {alone} ORDER BY n.id LIMIT ?2"
        ),
        &0,
    )?;
    for node in isolated {
        drop_node(connection, node)?;
        pruned.isolated += 1;
    }
    let stale = ids("SELECT n.id FROM memory_nodes n WHERE n.last_seen < ?1 AND ?3 = ?3 ORDER BY n.id LIMIT ?2", &0)?;
    for node in stale {
        let sql = "SELECT id FROM memory_lessons WHERE action = ?1 OR feedback = ?1 OR outcome = ?1";
        let lessons: Vec<i64> =
            connection.prepare_cached(sql)?.query_map([node], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        for lesson in lessons {
            drop_lesson(connection, lesson)?;
            pruned.stale_lessons += 1;
        }
        drop_node(connection, node)?;
        pruned.stale += 1;
    }
    Ok(pruned)
}
