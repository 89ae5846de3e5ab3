//! Remembering: three texts become nodes, new ones or known ones, and edges between them.

use super::node::{self, FormId};
use super::source::{self, Place, Source};
use super::{Memory, search};
use crate::config::{MemoryConfig, MergeConfig};
use crate::domain::{LessonKind, Recording, Role, Said};
use crate::guard::port::StoreError;
use crate::memory::key;
use crate::memory::meaning::{Meaning, Overlap};
use crate::text::clip;
use crate::text::secret::redacted;
use rusqlite::{Connection, OptionalExtension, params};

/// What became of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The lesson's number.
    pub lesson: i64,
    /// True where it was not known before.
    pub new: bool,
    /// The texts that were taken for known ones, each with that text and how alike they are.
    pub merged: Vec<(Role, String, f64)>,
    /// What hooks look for: `memory::key::identity` of the project and the action's key.
    pub identity: Option<i64>,
}

/// The number that stands for a kind in the file.
pub(super) const fn number(kind: LessonKind) -> i64 {
    match kind {
        LessonKind::Mistake => 0,
        LessonKind::Success => 1,
    }
}

impl Memory {
    /// Remembers something. The texts are redacted and capped here: nobody can forget to. `None` where one of them is empty.
    pub fn record(&mut self, recording: &Recording, config: &MemoryConfig) -> Result<Option<Recorded>, StoreError> {
        let cleaned = [&recording.action, &recording.feedback, &recording.outcome].map(|said| clean(said, config));
        if cleaned.iter().any(|said| said.text.is_empty()) {
            return Ok(None);
        }
        self.change(|connection| put(connection, recording, &cleaned, config).map(Some))
    }
}

/// A text as it may be kept: without credentials, on one line, capped.
pub(super) fn clean(said: &Said, config: &MemoryConfig) -> Said {
    // Cut before it is cleaned as well: a text of many megabytes is not searched for credentials to its end.
    let begun = clip::head(&said.text, config.max_chars.saturating_mul(2));
    let text = clip::head(&clip::one_line(&redacted(begun)), config.max_chars).to_owned();
    let key = said.key.as_deref().map(|key| redacted(key).into_owned());
    Said { text, key, vector: said.vector.clone(), deep: said.deep.clone() }
}

pub(super) fn put(
    connection: &Connection,
    recording: &Recording,
    texts: &[Said; 3],
    config: &MemoryConfig,
) -> rusqlite::Result<Recorded> {
    let scope = node::scope(connection, &recording.project, true)?.unwrap_or_default();
    let mut merged = Vec::new();
    let mut forms = [FormId { node: 0, form: 0 }; 3];
    for ((said, role), form) in texts.iter().zip(Role::ALL).zip(&mut forms) {
        let (found, likeness) = place(connection, scope, said, role, recording.at, config)?;
        if let Some(likeness) = likeness {
            let text = node::node(connection, found.node)?.map(|node| node.text).unwrap_or_default();
            merged.push((role, text, likeness));
        }
        node::met(connection, found, role, recording.at)?;
        *form = found;
    }
    let [action, feedback, outcome] = forms;
    for (source, target) in [(action, feedback), (feedback, outcome)] {
        edge(connection, number(recording.kind), (source.node, target.node), 1, recording.at)?;
    }
    let key = texts[0].key.as_deref();
    let (lesson, new) = lesson(connection, scope, recording, key, &forms, 1)?;
    noted(connection, lesson, recording, &forms, config)?;
    let identity = key.map(|key| key::identity(&recording.project, key));
    Ok(Recorded { lesson, new, merged, identity })
}

/// The node for a text: the one that was said so before, one that says the same (and then how alike), or a new one.
fn place(
    connection: &Connection,
    scope: i64,
    said: &Said,
    role: Role,
    at: i64,
    config: &MemoryConfig,
) -> rusqlite::Result<(FormId, Option<f64>)> {
    let meaning = Meaning::of(&said.text);
    if let Some(form) = node::said(connection, scope, node::identity(&meaning, said.key.as_deref()))? {
        return Ok((form, None));
    }
    let Some((known, likeness)) = alike(connection, scope, said, &meaning, role, config)? else {
        return Ok((node::make(connection, scope, said, &meaning, role, at)?, None));
    };
    let form = node::add_form(connection, scope, known, said, &meaning, Some(likeness), at)?;
    node::index_terms(connection, scope, known)?;
    Ok((FormId { node: known, form }, Some(likeness)))
}

/// The node that says the same in other words, and how alike it is. Texts that say the same share words, so no vector finds one.
/// What holds all that is said is asked first; where one of those says the same no other is looked for.
fn alike(
    connection: &Connection,
    scope: i64,
    said: &Said,
    meaning: &Meaning,
    role: Role,
    config: &MemoryConfig,
) -> rusqlite::Result<Option<(i64, f64)>> {
    let threshold = threshold(role, &config.merge);
    let mut compared: Vec<i64> = Vec::new();
    for search in [search::holding_all, search::sharing] {
        let mut ids = search(connection, scope, meaning, config)?;
        ids.retain(|id| !compared.contains(id));
        let mut best: Option<(i64, f64)> = None;
        for (id, cosine) in search::with_cosines(connection, scope, &ids, said.meant(), &[])? {
            let Some(node) = node::node(connection, id)? else { continue };
            // What is exactly known decides before words do; and a text is compared with others of its role.
            if node.key != said.key || node.roles & role.bit() == 0 {
                continue;
            }
            let known = Meaning::of(&node.text);
            let overlap = Overlap::of(&known, meaning, cosine, &config.meaning);
            let more = overlap.similarity > best.map_or(threshold, |(_, most)| most);
            if more && overlap.likeness().same(threshold) {
                best = Some((id, overlap.similarity));
            }
        }
        if best.is_some() {
            return Ok(best);
        }
        compared = ids;
    }
    Ok(None)
}

/// How alike texts of a role must be.
pub(super) const fn threshold(role: Role, config: &MergeConfig) -> f64 {
    match role {
        Role::Action => config.action,
        Role::Feedback => config.feedback,
        Role::Outcome => config.outcome,
        Role::Entity => config.entity,
    }
}

/// Strengthens an edge, or makes it.
pub(super) fn edge(
    connection: &Connection,
    kind: i64,
    (source, target): (i64, i64),
    times: i64,
    at: i64,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO memory_edges (kind, source, target, frequency, weight, created_at, last_seen)
             VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?5) ON CONFLICT (kind, source, target) DO UPDATE SET
             frequency = frequency + ?4, weight = weight + ?4, last_seen = max(last_seen, ?5)",
        )?
        .execute(params![kind, source, target, times, at])?;
    Ok(())
}

fn lesson(
    connection: &Connection,
    scope: i64,
    recording: &Recording,
    key: Option<&str>,
    [action, feedback, outcome]: &[FormId; 3],
    times: i64,
) -> rusqlite::Result<(i64, bool)> {
    let kind = number(recording.kind);
    let known: Option<i64> = connection
        .prepare_cached(
            "UPDATE memory_lessons SET frequency = frequency + ?5, last_seen = max(last_seen, ?6)
             WHERE action = ?1 AND feedback = ?2 AND outcome = ?3 AND kind = ?4 RETURNING id",
        )?
        .query_row(params![action.node, feedback.node, outcome.node, kind, times, recording.at], |row| row.get(0))
        .optional()?;
    if let Some(lesson) = known {
        return Ok((lesson, false));
    }
    connection
        .prepare_cached(
            "INSERT INTO memory_lessons (scope, kind, origin, action, feedback, outcome, key, frequency, first_seen, last_seen)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)",
        )?
        .execute(params![
            scope,
            kind,
            recording.origin.name(),
            action.node,
            feedback.node,
            outcome.node,
            key,
            times,
            recording.at
        ])?;
    Ok((connection.last_insert_rowid(), true))
}

/// Takes note of which ways of saying came together, and who said so.
fn noted(
    connection: &Connection,
    lesson: i64,
    recording: &Recording,
    forms: &[FormId; 3],
    config: &MemoryConfig,
) -> rusqlite::Result<()> {
    let [action, feedback, outcome] = forms;
    connection
        .prepare_cached(
            "INSERT INTO memory_records (lesson, action_form, feedback_form, outcome_form, origin, frequency, at)
             VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6) ON CONFLICT (lesson, action_form, feedback_form, outcome_form)
             DO UPDATE SET frequency = frequency + 1, at = max(at, ?6)",
        )?
        .execute(params![lesson, action.form, feedback.form, outcome.form, recording.origin.name(), recording.at])?;
    let source =
        Source { session: recording.session.clone(), origin: recording.origin, frequency: 1, at: recording.at };
    source::noted(connection, Place::new(lesson, forms), &source, true, config.max_sources)
}
