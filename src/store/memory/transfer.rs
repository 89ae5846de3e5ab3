//! Lessons as they leave the file and come back: each with all that was recorded of it, in the words in which it was said.
//!
//! A lesson's frequencies, nodes and edges are sums over its records. So a file holds the records alone, and to read it is to
//! raise each record to what the file says: whatever is read twice counts once.

use super::Memory;
use super::node::{self, FormId};
use super::record::{clean, edge, number};
use super::source::{self, Place, Source};
use crate::config::MemoryConfig;
use crate::domain::{LessonKind, LessonOrigin, Role, Said, Trust, Vector};
use crate::guard::port::StoreError;
use crate::memory::meaning::Meaning;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

/// How often a record can have been met in a file, and anything in the memory: a count out of the air must not spoil the sums.
const MOST_TIMES: u32 = 1_000_000;
const MOST_IN_ALL: i64 = 4_000_000_000;
/// Bytes of the name of a project or session.
const LONGEST_NAME: usize = 4_096;
/// Milliseconds of a day: so far the clocks of two machines may be apart.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Lessons of one file from which on the terms are put together anew.
const MANY: usize = 1_000;

/// Another way of saying a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToldForm {
    /// The words.
    pub text: String,
    /// How alike they are to what was said first, 0 to 1.
    pub likeness: f64,
}

/// One of a lesson's three things.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// What was said first.
    pub text: String,
    /// What it is about where that is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What was taken for the same, by its words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<ToldForm>,
}

/// Three ways of saying that were recorded together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToldRecord {
    /// Of action, feedback, outcome: 0 for what was said first, n for the n-th of its other forms.
    pub said: [usize; 3],
    /// How it came to be known.
    pub origin: LessonOrigin,
    /// How often.
    pub frequency: u32,
    /// When it was recorded last: milliseconds since 1970.
    pub at: i64,
    /// Who recorded it; none where all of it came from no session, in the way that `origin` says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
}

impl ToldRecord {
    /// The one source that goes without saying.
    const fn own(&self) -> Source {
        Source { session: None, origin: self.origin, frequency: self.frequency, at: self.at }
    }
}

/// A lesson on its way out of one memory or into another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// The root of its project; empty where it holds in all of them.
    pub project: String,
    /// Which graph it belongs to.
    pub kind: LessonKind,
    /// How it came to be known first.
    pub origin: LessonOrigin,
    /// What was done.
    pub action: Told,
    /// What was said of it.
    pub feedback: Told,
    /// What came of it.
    pub outcome: Told,
    /// When it was met first: milliseconds since 1970.
    pub first_seen: i64,
    /// When it was met last.
    pub last_seen: i64,
    /// How useful it has been.
    pub trust: Trust,
    /// When it retired, where it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retired_at: Option<i64>,
    /// Everything that was recorded of it.
    pub records: Vec<ToldRecord>,
}

impl Transfer {
    /// The three things in the order of the chain.
    pub const fn told(&self) -> [&Told; 3] {
        [&self.action, &self.feedback, &self.outcome]
    }

    /// What keeps it from being a lesson; `None` where all is well. `now` is the time of reading: what lies more than a day ahead
    /// of it was written in another unit or by a wrong clock, and would count as fresh for ever.
    pub fn fault(&self, now: i64) -> Option<&'static str> {
        let counts = [self.trust.right, self.trust.wrong];
        if self.told().iter().any(|told| told.text.trim().is_empty()) {
            return Some("a text is empty");
        }
        if self.told().iter().any(|told| told.forms.iter().any(|form| form.text.trim().is_empty())) {
            return Some("a form is empty");
        }
        if self.records.is_empty() || self.records.iter().any(|record| record.frequency == 0) {
            return Some("it was never recorded");
        }
        if self.records.iter().any(|record| record.frequency > MOST_TIMES) {
            return Some("it was recorded too often to be true");
        }
        let sources = || self.records.iter().flat_map(|record| &record.sources);
        if self.records.iter().any(|record| {
            let told = record.sources.iter().map(|source| u64::from(source.frequency)).sum::<u64>();
            told > u64::from(record.frequency) || record.sources.iter().any(|source| source.frequency == 0)
        }) {
            return Some("its sources recorded it more often than it was recorded, or never");
        }
        let sessions = sources().filter_map(|source| source.session.as_deref());
        if sessions.chain([self.project.as_str()]).any(|name| name.len() > LONGEST_NAME) {
            return Some("the name of its project or session is too long");
        }
        let of_record =
            |record: &ToldRecord| record.sources.iter().map(|source| source.at).chain([record.at]).collect::<Vec<_>>();
        let mut times =
            self.records.iter().flat_map(of_record).chain([self.first_seen, self.last_seen]).chain(self.retired_at);
        if times.any(|at| !(0..=now.saturating_add(DAY)).contains(&at)) {
            return Some("a time of it lies ahead or before 1970; times are milliseconds since 1970");
        }
        let named =
            |record: &ToldRecord| self.told().iter().zip(record.said).all(|(told, place)| place <= told.forms.len());
        if !self.records.iter().all(named) {
            return Some("a record names a form that is not there");
        }
        if counts.iter().any(|count| !count.is_finite() || *count < 0.0) {
            return Some("its trust is no count");
        }
        None
    }
}

/// What leaves the memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaving<'a> {
    /// So many lessons follow.
    Count(u64),
    /// One of them.
    Lesson(&'a Transfer),
}

/// What an import has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Lessons that were not known.
    pub new: usize,
    /// Known ones that were met more often there.
    pub strengthened: usize,
    /// Known ones that the file adds nothing to.
    pub known: usize,
}

impl Memory {
    /// Hands over how many lessons there are and then each, in the order of their numbers, until one is not taken: all of them
    /// as they are at one moment.
    pub fn export<E>(&self, give: &mut dyn FnMut(Leaving<'_>) -> Result<(), E>) -> Result<Result<(), E>, StoreError> {
        self.look(|connection| {
            let count = connection.query_row("SELECT count(*) FROM memory_lessons", [], |row| row.get::<_, i64>(0))?;
            if let Err(error) = give(Leaving::Count(count.unsigned_abs())) {
                return Ok(Err(error));
            }
            let sql =
                "SELECT l.id, s.project, l.kind, l.origin, l.action, l.feedback, l.outcome, l.first_seen, l.last_seen,
                       l.was_right, l.was_wrong, l.retired_at
                       FROM memory_lessons l JOIN memory_scopes s ON s.id = l.scope ORDER BY l.id";
            let mut statement = connection.prepare(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let (lesson, nodes) = (row.get(0)?, [row.get(4)?, row.get(5)?, row.get(6)?]);
                let (told, records) = told(connection, lesson, nodes)?;
                let [action, feedback, outcome] = told;
                let transfer = Transfer {
                    project: row.get(1)?,
                    kind: if row.get::<_, i64>(2)? == 0 { LessonKind::Mistake } else { LessonKind::Success },
                    origin: source::origin(&row.get::<_, String>(3)?),
                    action,
                    feedback,
                    outcome,
                    first_seen: row.get(7)?,
                    last_seen: row.get(8)?,
                    trust: Trust { right: row.get(9)?, wrong: row.get(10)? },
                    retired_at: row.get(11)?,
                    records,
                };
                if let Err(error) = give(Leaving::Lesson(&transfer)) {
                    return Ok(Err(error));
                }
            }
            Ok(Ok(()))
        })
    }

    /// Takes lessons in, all of them or, after the first error of `lessons`, none. What is known by the same words is raised to
    /// what is given; nothing is merged by likeness. Each lesson must be without a [`Transfer::fault`]. `encode` gives a
    /// text's vector.
    pub fn import<E>(
        &mut self,
        lessons: impl Iterator<Item = Result<Transfer, E>>,
        encode: &dyn Fn(&str) -> Option<Vector>,
        config: &MemoryConfig,
    ) -> Result<Result<Imported, E>, StoreError> {
        let behaviour = rusqlite::TransactionBehavior::Immediate;
        let done = self.connection.transaction_with_behavior(behaviour).and_then(|transaction| {
            let mut imported = Imported::default();
            for lesson in lessons {
                match lesson {
                    Ok(lesson) => take(&transaction, &lesson, encode, config, &mut imported)?,
                    // Dropped, the transaction takes back what it has done.
                    Err(error) => return Ok(Err(error)),
                }
            }
            if imported.new >= MANY {
                // Written in many pieces, the terms are read in one ever after.
                transaction.execute("INSERT INTO memory_terms (memory_terms) VALUES ('optimize')", [])?;
            }
            transaction.commit()?;
            Ok(Ok(imported))
        });
        done.map_err(|error| crate::store::failure::sort(&self.path, &error))
    }
}

/// The three things of a lesson and what was recorded, in an order that depends on nothing but their words: numbers differ from
/// one memory to the next.
fn told(connection: &Connection, lesson: i64, nodes: [i64; 3]) -> rusqlite::Result<([Told; 3], Vec<ToldRecord>)> {
    let sql = "SELECT action_form, feedback_form, outcome_form, origin, frequency, at FROM memory_records
               WHERE lesson = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([lesson], |row| {
        let forms: [i64; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
        let origin = source::origin(&row.get::<_, String>(3)?);
        let (frequency, at) = (row.get(4)?, row.get(5)?);
        Ok((forms, ToldRecord { said: [0; 3], origin, frequency, at, sources: Vec::new() }))
    })?;
    let mut rows: Vec<([i64; 3], ToldRecord)> = rows.collect::<rusqlite::Result<_>>()?;
    for (forms, source) in source::of_lesson(connection, lesson)? {
        if let Some((_, record)) = rows.iter_mut().find(|(known, _)| *known == forms) {
            record.sources.push(source);
        }
    }
    for (_, record) in &mut rows {
        if record.sources == [record.own()] {
            record.sources.clear();
        }
    }
    let mut found: [(Told, Vec<i64>); 3] = Default::default();
    for (place, (told, numbers)) in found.iter_mut().enumerate() {
        let mut used: Vec<i64> = rows.iter().map(|(forms, _)| forms[place]).collect();
        used.sort_unstable();
        used.dedup();
        let node = node::node(connection, nodes[place])?;
        let (text, key) = node.map(|node| (node.text, node.key)).unwrap_or_default();
        let mut forms: Vec<(ToldForm, i64)> = Vec::new();
        for form in used {
            let sql = "SELECT text, likeness FROM memory_forms WHERE id = ?1";
            let found: Option<(String, Option<f64>)> =
                connection.prepare_cached(sql)?.query_row([form], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            if let Some((text, Some(likeness))) = found {
                forms.push((ToldForm { text, likeness }, form));
            }
        }
        forms.sort_by(|one, other| one.0.text.cmp(&other.0.text));
        *numbers = forms.iter().map(|(_, number)| *number).collect();
        *told = Told { text, key, forms: forms.into_iter().map(|(form, _)| form).collect() };
    }
    let mut records: Vec<ToldRecord> = Vec::with_capacity(rows.len());
    for (forms, mut record) in rows {
        for (place, said) in record.said.iter_mut().enumerate() {
            *said = found[place].1.iter().position(|number| *number == forms[place]).map_or(0, |place| place + 1);
        }
        records.push(record);
    }
    records.sort_by_key(|record| record.said);
    let [(action, _), (feedback, _), (outcome, _)] = found;
    Ok(([action, feedback, outcome], records))
}

/// One lesson into the memory.
fn take(
    connection: &Connection,
    lesson: &Transfer,
    encode: &dyn Fn(&str) -> Option<Vector>,
    config: &MemoryConfig,
    imported: &mut Imported,
) -> rusqlite::Result<()> {
    let scope = node::scope(connection, &lesson.project, true)?.unwrap_or_default();
    let (mut new, mut more) = (false, false);
    for record in &lesson.records {
        let mut forms = [FormId { node: 0, form: 0 }; 3];
        for (((told, role), said), form) in lesson.told().into_iter().zip(Role::ALL).zip(record.said).zip(&mut forms) {
            *form = place(connection, scope, told, said, (role, lesson.first_seen), encode, config)?;
        }
        let (number, made) = lesson_of(connection, scope, lesson, &forms, config)?;
        let sql = "SELECT frequency FROM memory_records
                   WHERE lesson = ?1 AND action_form = ?2 AND feedback_form = ?3 AND outcome_form = ?4";
        let keys = params![number, forms[0].form, forms[1].form, forms[2].form];
        let known: u32 = connection.prepare_cached(sql)?.query_row(keys, |row| row.get(0)).optional()?.unwrap_or(0);
        let times = i64::from(record.frequency.saturating_sub(known));
        let place = Place::new(number, &forms);
        new |= made;
        more |= times > 0;
        if times > 0 {
            strengthen(connection, lesson, number, record, &forms, times)?;
        }
        let own = record.own();
        let sources = if record.sources.is_empty() { std::slice::from_ref(&own) } else { &record.sources };
        for source in sources {
            source::noted(connection, place, source, false, config.max_sources)?;
        }
    }
    match (new, more) {
        (true, _) => imported.new += 1,
        (false, true) => imported.strengthened += 1,
        (false, false) => imported.known += 1,
    }
    Ok(())
}

/// The node and form of one of the three texts, made where these words are not known.
fn place(
    connection: &Connection,
    scope: i64,
    told: &Told,
    said: usize,
    (role, at): (Role, i64),
    encode: &dyn Fn(&str) -> Option<Vector>,
    config: &MemoryConfig,
) -> rusqlite::Result<FormId> {
    let other = said.checked_sub(1).and_then(|place| told.forms.get(place));
    let words = |text: &str| clean(&Said { text: text.to_owned(), key: told.key.clone(), ..Said::default() }, config);
    let mut text = words(other.map_or(&told.text, |form| &form.text));
    let meaning = Meaning::of(&text.text);
    if let Some(form) = node::said(connection, scope, node::identity(&meaning, text.key.as_deref()))? {
        return Ok(form);
    }
    let Some(other) = other else {
        text.vector = encode(&text.text);
        return node::make(connection, scope, &text, &meaning, role, at);
    };
    let node = place(connection, scope, told, 0, (role, at), encode, config)?.node;
    let form = node::add_form(connection, scope, node, &text, &meaning, Some(other.likeness), at)?;
    node::index_terms(connection, scope, node)?;
    Ok(FormId { node, form })
}

/// The number of the lesson of these nodes, and true where it was made now. A known one keeps what it has learned here, and
/// learns what was learned there.
fn lesson_of(
    connection: &Connection,
    scope: i64,
    lesson: &Transfer,
    forms: &[FormId; 3],
    config: &MemoryConfig,
) -> rusqlite::Result<(i64, bool)> {
    let (kind, trust) = (number(lesson.kind), lesson.trust);
    let [action, feedback, outcome] = forms.map(|form| form.node);
    let known: Option<i64> = connection
        .prepare_cached(
            "UPDATE memory_lessons SET was_right = max(was_right, ?5), was_wrong = max(was_wrong, ?6),
             first_seen = min(first_seen, ?7), last_seen = max(last_seen, ?8)
             WHERE action = ?1 AND feedback = ?2 AND outcome = ?3 AND kind = ?4 RETURNING id",
        )?
        .query_row(
            params![action, feedback, outcome, kind, trust.right, trust.wrong, lesson.first_seen, lesson.last_seen],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(known) = known {
        return Ok((known, false));
    }
    let key = clean(&Said { key: lesson.action.key.clone(), ..Said::default() }, config).key;
    connection
        .prepare_cached(
            "INSERT INTO memory_lessons (scope, kind, origin, action, feedback, outcome, key, frequency, first_seen, last_seen,
             was_right, was_wrong, retired_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            scope,
            kind,
            lesson.origin.name(),
            action,
            feedback,
            outcome,
            key,
            lesson.first_seen,
            lesson.last_seen,
            trust.right,
            trust.wrong,
            lesson.retired_at
        ])?;
    Ok((connection.last_insert_rowid(), true))
}

/// Counts a record so many times more, in everything that is a sum over records.
fn strengthen(
    connection: &Connection,
    lesson: &Transfer,
    number_of_lesson: i64,
    record: &ToldRecord,
    forms: &[FormId; 3],
    times: i64,
) -> rusqlite::Result<()> {
    for (form, role) in forms.iter().zip(Role::ALL) {
        connection
            .prepare_cached(
                "UPDATE memory_nodes SET frequency = min(frequency + ?2, ?6), roles = roles | ?3, first_seen = min(first_seen, ?4),
                 last_seen = max(last_seen, ?5) WHERE id = ?1",
            )?
            .execute(params![form.node, times, role.bit(), lesson.first_seen, record.at, MOST_IN_ALL])?;
        connection
            .prepare_cached("UPDATE memory_forms SET frequency = min(frequency + ?2, ?3) WHERE id = ?1")?
            .execute(params![form.form, times, MOST_IN_ALL])?;
    }
    for pair in [(forms[0].node, forms[1].node), (forms[1].node, forms[2].node)] {
        edge(connection, number(lesson.kind), pair, times, record.at)?;
    }
    connection
        .prepare_cached("UPDATE memory_lessons SET frequency = min(frequency + ?2, ?3) WHERE id = ?1")?
        .execute(params![number_of_lesson, times, MOST_IN_ALL])?;
    connection
        .prepare_cached(
            "INSERT INTO memory_records (lesson, action_form, feedback_form, outcome_form, origin, frequency, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (lesson, action_form, feedback_form, outcome_form)
             DO UPDATE SET frequency = frequency + ?6, at = max(at, ?7)",
        )?
        .execute(params![
            number_of_lesson,
            forms[0].form,
            forms[1].form,
            forms[2].form,
            record.origin.name(),
            times,
            record.at
        ])?;
    Ok(())
}
