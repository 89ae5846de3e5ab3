//! The texts about files, commands and topics: read, put through the gate and written back in one transaction.

use super::{Memory, Turn, learn};
use crate::config::SummaryConfig;
use crate::guard::port::StoreError;
use crate::memory::summary::{
    Delta, Entity, EntityKey, EntityKind, EntityState, FactState, GateCounts, Resolution, Sample, Updated, Writer,
    is_sampled, resolve, update,
};
use crate::store::row::{Json, Word, rows};
use rusqlite::types::Null;
use rusqlite::{Connection, Params, Row, ToSql, params};

/// Things whose writing waits that one call looks at again.
const MAX_SETTLED: usize = 50;
/// Topics of a project that a name is compared with, the latest.
const MAX_TOPICS: usize = 200;

impl Memory {
    /// Takes up a turn that has ended: its work, and what it says about the things of its project, each through the gate. In one
    /// transaction: a turn that is tried again counts once. Texts are written by `writer` as far as the gate allows it; in a hook that
    /// is [`no_model`](crate::memory::summary::no_model).
    ///
    /// Returns each thing with what was decided about it, in the order of the deltas; then those whose burst has ended. Where a topic's
    /// name may mean several known ones, nothing is taken up under it.
    pub fn take_up(
        &mut self,
        turn: &Turn,
        config: &SummaryConfig,
        writer: &Writer<'_>,
    ) -> Result<Vec<(EntityKey, Updated)>, StoreError> {
        self.change(|connection| {
            learn::note_work(connection, &turn.project, &turn.work, turn.at)?;
            Texts(connection).ingest(turn, config, writer)
        })
    }

    /// What is kept of a thing; `None` where nothing is.
    pub fn entity(&self, project: &str, key: &EntityKey) -> Result<Option<Entity>, StoreError> {
        self.look(|connection| Texts(connection).entity(project, key))
    }

    /// The things of a project that have a text, the latest first, at most `limit`.
    pub fn summaries(&self, project: &str, limit: usize) -> Result<Vec<(EntityKey, String)>, StoreError> {
        let sql = "SELECT kind, name, text FROM memory_entities WHERE project_path = ?1 AND text <> ''
                   ORDER BY seen_at DESC, kind, name LIMIT ?2";
        self.look(|connection| {
            Texts(connection).read(sql, params![project, rows(limit)], |row| Ok((key(row)?, row.get(2)?)))
        })
    }

    /// What the gate decided so far, in all projects.
    pub fn gate_counts(&self) -> Result<GateCounts, StoreError> {
        let sql = "SELECT reason, count FROM memory_gate";
        self.look(|connection| {
            let read =
                Texts(connection).read(sql, [], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?;
            Ok(GateCounts(read.into_iter().collect()))
        })
    }

    /// The skips of a project that were kept for review, the latest first.
    pub fn gate_samples(&self, project: &str) -> Result<Vec<Sample>, StoreError> {
        let sql = "SELECT kind, name, reason, at, text, facts FROM memory_gate_sample WHERE project_path = ?1
                   ORDER BY number DESC";
        self.look(|connection| {
            Texts(connection).read(sql, [project], |row| {
                Ok(Sample {
                    entity: key(row)?,
                    decision: row.get(2)?,
                    at: row.get(3)?,
                    text: row.get(4)?,
                    facts: row.get(5)?,
                })
            })
        })
    }
}

/// The texts inside one transaction, or as they are read without one.
struct Texts<'a>(&'a Connection);

impl Texts<'_> {
    fn read<T>(
        &self,
        sql: &str,
        values: impl Params,
        one: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Vec<T>> {
        self.0.prepare_cached(sql)?.query_map(values, one)?.collect()
    }

    fn execute(&self, sql: &str, values: impl Params) -> rusqlite::Result<usize> {
        self.0.prepare_cached(sql)?.execute(values)
    }

    fn ingest(
        &self,
        turn: &Turn,
        config: &SummaryConfig,
        writer: &Writer<'_>,
    ) -> rusqlite::Result<Vec<(EntityKey, Updated)>> {
        let Turn { project, at, deltas, .. } = turn;
        let mut decided = Vec::new();
        for delta in deltas {
            let Some(name) = self.named(project, &delta.entity, config)? else { continue };
            let mut delta = delta.clone();
            delta.entity.name = name;
            decided.push(self.take_up(project, delta, *at, config, writer)?);
        }
        for key in self.waiting(project)? {
            if decided.iter().all(|(known, _)| *known != key) {
                decided.push(self.take_up(project, Delta::bare(key, None), *at, config, writer)?);
            }
        }
        self.forget_entities(project, config)?;
        Ok(decided)
    }

    fn entity(&self, project: &str, key: &EntityKey) -> rusqlite::Result<Option<Entity>> {
        let sql = "SELECT number, text, state FROM memory_entities WHERE project_path = ?1 AND kind = ?2 AND name = ?3";
        let found = self.read(sql, params![project, key.kind.name(), key.name], |row| {
            let Json::<EntityState>(mut state) = row.get(2)?;
            state.text = row.get(1)?;
            Ok((row.get::<_, i64>(0)?, state))
        })?;
        let Some((number, state)) = found.into_iter().next() else { return Ok(None) };
        let facts = self.read(
            "SELECT slot, text, polarity, added_at, invalidated_at, told, vector FROM memory_facts
             WHERE entity = ?1 ORDER BY place",
            [number],
            fact,
        )?;
        Ok(Some(Entity { key: key.clone(), state, facts }))
    }

    /// The name under which a thing is kept; `None` for a topic that may be several.
    fn named(&self, project: &str, key: &EntityKey, config: &SummaryConfig) -> rusqlite::Result<Option<String>> {
        if key.kind != EntityKind::Topic {
            return Ok(Some(key.name.clone()));
        }
        let sql = "SELECT name FROM memory_entities WHERE project_path = ?1 AND kind = 'topic' AND name = ?2";
        if !self.read(sql, params![project, key.name], |row| row.get::<_, String>(0))?.is_empty() {
            return Ok(Some(key.name.clone()));
        }
        let sql = "SELECT name FROM memory_entities WHERE project_path = ?1 AND kind = 'topic'
                   ORDER BY seen_at DESC, name LIMIT ?2";
        let mut known: Vec<String> = self.read(sql, params![project, rows(MAX_TOPICS)], |row| row.get(0))?;
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        Ok(match resolve(&key.name, &names, config) {
            Resolution::Known(place) => Some(known.swap_remove(place)),
            Resolution::New => Some(key.name.clone()),
            Resolution::Ambiguous => None,
        })
    }

    fn take_up(
        &self,
        project: &str,
        delta: Delta,
        now: i64,
        config: &SummaryConfig,
        writer: &Writer<'_>,
    ) -> rusqlite::Result<(EntityKey, Updated)> {
        let key = delta.entity.clone();
        let mut entity = self.entity(project, &key)?.unwrap_or_else(|| Entity::new(key.clone()));
        let before = entity.facts.clone();
        let updated = update(&mut entity, delta, now, config, writer);
        let number = self.write_entity(project, &entity, now)?;
        if entity.facts != before {
            self.write_facts(number, &entity.facts)?;
        }
        self.execute(
            "INSERT INTO memory_gate (reason, count) VALUES (?1, 1) ON CONFLICT (reason) DO UPDATE SET count = count + 1",
            [updated.decision],
        )?;
        if updated.skipped && is_sampled(&key, now, config.sample_one_in) {
            self.write_sample(project, &entity, updated.decision, now, config)?;
        }
        Ok((key, updated))
    }

    fn write_entity(&self, project: &str, entity: &Entity, now: i64) -> rusqlite::Result<i64> {
        let state = &entity.state;
        let sql = "INSERT INTO memory_entities (project_path, kind, name, text, state, deferred, seen_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                   ON CONFLICT (project_path, kind, name) DO UPDATE SET text = excluded.text, state = excluded.state,
                     deferred = excluded.deferred, seen_at = excluded.seen_at
                   RETURNING number";
        let (kind, name) = (entity.key.kind.name(), &entity.key.name);
        let values = params![project, kind, name, state.text, Json(state), state.deferred, now];
        Ok(self.read(sql, values, |row| row.get(0))?.pop().unwrap_or_default())
    }

    fn write_facts(&self, entity: i64, facts: &[FactState]) -> rusqlite::Result<()> {
        self.execute("DELETE FROM memory_facts WHERE entity = ?1", [entity])?;
        let sql =
            "INSERT INTO memory_facts (entity, place, slot, text, polarity, added_at, invalidated_at, told, vector)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        for (fact, place) in facts.iter().zip(0_i64..) {
            let vector = fact.vector.as_ref().map(Json);
            let vector: &dyn ToSql = vector.as_ref().map_or(&Null, |vector| vector);
            let polarity = match fact.polarity {
                crate::memory::summary::Polarity::Positive => "positive",
                crate::memory::summary::Polarity::Negative => "negative",
            };
            self.execute(
                sql,
                params![
                    entity,
                    place,
                    fact.slot,
                    fact.text,
                    polarity,
                    fact.added_at,
                    fact.invalidated_at,
                    fact.told,
                    vector
                ],
            )?;
        }
        Ok(())
    }

    fn write_sample(
        &self,
        project: &str,
        entity: &Entity,
        decision: &str,
        now: i64,
        config: &SummaryConfig,
    ) -> rusqlite::Result<()> {
        let facts: Vec<&str> = entity.active().map(|fact| fact.text.as_str()).collect();
        self.execute(
            "INSERT INTO memory_gate_sample (project_path, kind, name, reason, at, text, facts)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                project,
                entity.key.kind.name(),
                entity.key.name,
                decision,
                now,
                entity.state.text,
                facts.join("\n")
            ],
        )?;
        let sql = "DELETE FROM memory_gate_sample WHERE number <= (SELECT max(number) FROM memory_gate_sample) - ?1";
        self.execute(sql, [rows(config.max_samples)])?;
        Ok(())
    }

    /// The things of a project whose writing waits, those first that wait longest.
    fn waiting(&self, project: &str) -> rusqlite::Result<Vec<EntityKey>> {
        let sql = "SELECT kind, name FROM memory_entities WHERE project_path = ?1 AND deferred > 0
                   ORDER BY seen_at, kind, name LIMIT ?2";
        self.read(sql, params![project, rows(MAX_SETTLED)], key)
    }

    /// Keeps as many things of a project as are allowed.
    fn forget_entities(&self, project: &str, config: &SummaryConfig) -> rusqlite::Result<()> {
        let sql = "SELECT number FROM memory_entities WHERE project_path = ?1
                   ORDER BY seen_at DESC, number DESC LIMIT -1 OFFSET ?2";
        for number in self.read(sql, params![project, rows(config.max_entities)], |row| row.get::<_, i64>(0))? {
            self.execute("DELETE FROM memory_facts WHERE entity = ?1", [number])?;
            self.execute("DELETE FROM memory_entities WHERE number = ?1", [number])?;
        }
        Ok(())
    }
}

/// A thing from the columns `kind` and `name`, the first two.
fn key(row: &Row<'_>) -> rusqlite::Result<EntityKey> {
    let Word(kind) = row.get(0)?;
    Ok(EntityKey { kind, name: row.get(1)? })
}

fn fact(row: &Row<'_>) -> rusqlite::Result<FactState> {
    let Word(polarity) = row.get(2)?;
    Ok(FactState {
        slot: row.get(0)?,
        text: row.get(1)?,
        polarity,
        added_at: row.get(3)?,
        invalidated_at: row.get(4)?,
        told: row.get(5)?,
        vector: row.get::<_, Option<Json<_>>>(6)?.map(|Json(vector)| vector),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::memory::summary::{NewFact, Polarity, no_model};
    use std::time::Duration;

    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;

    fn store(folder: &tempfile::TempDir) -> Memory {
        Memory::open(&folder.path().join("db"), Duration::from_secs(5)).unwrap()
    }

    fn delta(kind: EntityKind, name: &str, text: &str, at: i64) -> Delta {
        let key = EntityKey { kind, name: name.into() };
        Delta { new: vec![NewFact::beside(text.into())], ..Delta::bare(key, Some(at)) }
    }

    fn result(text: &str, polarity: Polarity, at: i64) -> Delta {
        let key = EntityKey { kind: EntityKind::Command, name: "cargo test".into() };
        Delta { new: vec![NewFact::answer("result", text.into(), polarity)], ..Delta::bare(key, Some(at)) }
    }

    fn turn(deltas: Vec<Delta>, at: i64) -> Turn {
        Turn { project: "/p".into(), at, work: Vec::new(), deltas }
    }

    #[track_caller]
    fn decisions(store: &mut Memory, deltas: Vec<Delta>, now: i64) -> Vec<&'static str> {
        let config = config::defaults().memory.summary;
        let decided = store.take_up(&turn(deltas, now), &config, &no_model).unwrap();
        decided.iter().map(|(_, updated)| updated.decision).collect()
    }

    #[test]
    fn a_turn_is_taken_up_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        assert_eq!(decisions(&mut store, vec![result("`cargo test` fails.", Polarity::Negative, 7)], 7), ["appended"]);
        let again = vec![result("`cargo test` fails.", Polarity::Negative, DAY)];
        assert_eq!(decisions(&mut store, again, DAY), ["skipped: unchanged hash"]);
        let mended = vec![result("`cargo test` passes.", Polarity::Positive, 2 * DAY)];
        assert_eq!(decisions(&mut store, mended, 2 * DAY), ["refreshed: polarity"]);
        let key = EntityKey { kind: EntityKind::Command, name: "cargo test".into() };
        let entity = store.entity("/p", &key).unwrap().unwrap();
        assert_eq!(entity.state.text, "`cargo test` passes.");
        assert_eq!(entity.facts.len(), 2);
        assert_eq!(entity.facts[0].invalidated_at, Some(2 * DAY));
        assert_eq!(store.summaries("/p", 9).unwrap(), [(key.clone(), "`cargo test` passes.".to_owned())]);
        assert_eq!(store.entity("/q", &key).unwrap(), None);
        let counts = store.gate_counts().unwrap();
        assert_eq!((counts.skipped(), counts.appended(), counts.refreshed()), (1, 1, 1));
    }

    #[test]
    fn a_burst_is_settled_when_something_else_is_told_later() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        let state = |text: &str, at| {
            let key = EntityKey { kind: EntityKind::File, name: "a.rs".into() };
            Delta { new: vec![NewFact::answer("state", text.into(), Polarity::Positive)], ..Delta::bare(key, Some(at)) }
        };
        for (minute, expected) in [(0, "appended"), (1, "refreshed: invalidated"), (2, "skipped: burst deferral")] {
            let at = minute * MINUTE;
            assert_eq!(decisions(&mut store, vec![state(&format!("It is version {minute}."), at)], at), [expected]);
        }
        let other = vec![delta(EntityKind::File, "b.rs", "b.rs was changed.", DAY)];
        assert_eq!(decisions(&mut store, other, DAY), ["appended", "refreshed: burst end"]);
        let key = EntityKey { kind: EntityKind::File, name: "a.rs".into() };
        assert_eq!(store.entity("/p", &key).unwrap().unwrap().state.text, "It is version 2.");
    }

    #[test]
    fn topics_are_found_by_alike_names_and_files_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        let told = vec![
            delta(EntityKind::Topic, "authentication service", "It uses tokens.", 1),
            delta(EntityKind::Topic, "Authentication services", "Tokens expire.", 1),
            delta(EntityKind::File, "src/authentication/service.rs", "It was changed.", 1),
            delta(EntityKind::File, "src/authentication/services.rs", "It was changed.", 1),
        ];
        assert_eq!(decisions(&mut store, told, 1).len(), 4);
        let names: Vec<String> = store.summaries("/p", 9).unwrap().into_iter().map(|(key, _)| key.name).collect();
        assert_eq!(
            names,
            ["src/authentication/service.rs", "src/authentication/services.rs", "authentication service"]
        );
    }

    #[test]
    fn things_and_samples_are_bounded_and_a_purge_takes_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        let config =
            SummaryConfig { max_entities: 5, max_samples: 3, sample_one_in: 1, ..config::defaults().memory.summary };
        for round in 0..20 {
            let name = format!("f{}.rs", round / 2);
            let told = vec![delta(EntityKind::File, &name, "It was changed.", round * DAY)];
            store.take_up(&turn(told, round * DAY), &config, &no_model).unwrap();
        }
        assert_eq!(store.summaries("/p", 99).unwrap().len(), 5);
        let samples = store.gate_samples("/p").unwrap();
        assert_eq!(samples.len(), 3);
        assert_eq!((samples[0].entity.name.as_str(), samples[0].facts.as_str()), ("f9.rs", "It was changed."));
        assert_eq!(samples[0].decision, "skipped: unchanged hash");
    }

    #[test]
    fn a_turn_that_cannot_be_stored_whole_is_not_stored_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = store(&folder);
        decisions(&mut store, vec![delta(EntityKind::File, "a.rs", "It was changed.", 1)], 1);
        // Gone in the middle of the turn: the second thing has facts to write.
        store
            .connection
            .execute_batch(
                "CREATE TRIGGER full BEFORE INSERT ON memory_facts WHEN new.text LIKE '%second%'
                 BEGIN SELECT raise(ABORT, 'full'); END",
            )
            .unwrap();
        let told = vec![
            delta(EntityKind::File, "a.rs", "The first is new.", 2),
            delta(EntityKind::File, "b.rs", "The second is new.", 2),
        ];
        let config = config::defaults().memory.summary;
        assert!(store.take_up(&turn(told, 2), &config, &no_model).is_err());
        let key = EntityKey { kind: EntityKind::File, name: "a.rs".into() };
        assert_eq!(store.entity("/p", &key).unwrap().unwrap().state.text, "It was changed.");
        assert_eq!(store.gate_counts().unwrap().appended(), 1);
    }
}
