//! Recalling: what is known of a step that is about to be taken.

use super::node::{self, Node};
use super::record::number;
use super::{Memory, read, search};
use crate::config::MemoryConfig;
use crate::domain::{Lesson, LessonKind, RecalledBy, Vector, Warning};
use crate::guard::port::StoreError;
use crate::memory::chain::{Limits, chains};
use crate::memory::confidence::{Grounds, confidence, recency};
use crate::memory::meaning::{Meaning, Overlap};
use rusqlite::{Connection, params};

/// What is asked before a step.
#[derive(Clone, Debug, Default)]
pub struct Query<'a> {
    /// The root of the project; what holds in all projects is looked at as well.
    pub project: &'a str,
    /// The step in words, each text for itself: the sentences of a prompt.
    pub texts: Vec<(&'a str, Option<Vector>)>,
    /// What the step is about where that is known exactly (`memory::key`).
    pub keys: &'a [String],
    /// True where only lessons are wanted that no exact key tells: what is exactly known is told before the call itself.
    pub unkeyed: bool,
    /// Which graph is asked.
    pub kind: LessonKind,
    /// Now: milliseconds since 1970.
    pub now: i64,
}

/// What the memory answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The surest first; no two with the same trigger and risk.
    pub warnings: Vec<Warning>,
    /// The confidence of the surest; 0 without one.
    pub confidence: f64,
}

/// A remembered action that is like the step.
struct Like {
    node: Node,
    similarity: f64,
    by: RecalledBy,
}

impl Memory {
    /// What is known of a step: exact ones first, then those whose words or meaning are alike, each followed along its causes.
    pub fn before_step(&self, query: &Query<'_>, config: &MemoryConfig) -> Result<Answer, StoreError> {
        self.look(|connection| {
            let mut warnings: Vec<Warning> = Vec::new();
            for project in projects(query.project) {
                let Some(scope) = node::scope(connection, project, false)? else { continue };
                for like in likes(connection, scope, query, config)? {
                    warnings.extend(follow(connection, &like, query, config)?);
                }
            }
            Ok(answer(warnings))
        })
    }

    /// The lessons of a coming call, by their numbers from the list that hooks look into: what has its key and is not retired.
    pub fn lessons_for(
        &self,
        numbers: &[i64],
        keys: &[String],
        config: &MemoryConfig,
        now: i64,
    ) -> Result<Vec<Warning>, StoreError> {
        self.look(|connection| {
            let mut warnings = Vec::new();
            for number in numbers {
                let Some(lesson) = read::lesson(connection, *number)? else { continue };
                let same = lesson.key.as_ref().is_some_and(|key| keys.contains(key));
                if same && !lesson.retired && lesson.kind == LessonKind::Mistake {
                    let node = read::frequency_of_action(connection, *number)?;
                    warnings.push(warning(&lesson, node, 1.0, RecalledBy::Key, config, now));
                }
            }
            Ok(answer(warnings).warnings)
        })
    }
}

/// The project's own, and what holds everywhere.
fn projects(project: &str) -> impl Iterator<Item = &str> {
    std::iter::once(project).chain((!project.is_empty()).then_some(""))
}

/// The remembered actions that a step is like, the likest first.
fn likes(connection: &Connection, scope: i64, query: &Query<'_>, config: &MemoryConfig) -> rusqlite::Result<Vec<Like>> {
    let mut found: Vec<Like> = Vec::new();
    for key in query.keys {
        let sql = "SELECT DISTINCT action FROM memory_lessons WHERE key = ?1 AND scope = ?2 AND kind = ?3 ORDER BY action LIMIT ?4";
        let limit = i64::try_from(config.top).unwrap_or(i64::MAX);
        let mut statement = connection.prepare_cached(sql)?;
        let actions: Vec<i64> = statement
            .query_map(params![key, scope, number(query.kind), limit], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        for action in actions {
            let node = node::node(connection, action)?;
            found.extend(node.map(|node| Like { node, similarity: 1.0, by: RecalledBy::Key }));
        }
    }
    for (text, vector) in &query.texts {
        let meaning = Meaning::of(text);
        for (id, cosine) in search::candidates(connection, scope, &meaning, vector.as_ref(), config)? {
            let Some(node) = node::node(connection, id)?.filter(|node| node.roles & 1 != 0) else { continue };
            if query.unkeyed && node.key.is_some() {
                continue;
            }
            let known = Meaning::of(&node.text);
            let overlap = Overlap::of(&known, &meaning, cosine, &config.meaning);
            if overlap.rank_at_most() < config.min_similarity {
                continue;
            }
            // What is alike and differs is the less likely meant, the more it differs. Opposites fall below the least likeness by
            // what speaks against them; dropped beside it, a right answer taken for an opposite would be lost whatever is asked.
            let similarity = overlap.likeness().rank(cosine, &config.meaning).min(1.0);
            if similarity < config.min_similarity {
                continue;
            }
            let like = Like { node, similarity, by: RecalledBy::Likeness };
            match found.iter_mut().find(|known| known.node.id == id) {
                Some(known) if known.similarity >= like.similarity => {}
                Some(known) => *known = like,
                None => found.push(like),
            }
        }
    }
    found.sort_by(|one, other| {
        (one.by.cmp(&other.by)).then(other.similarity.total_cmp(&one.similarity)).then(one.node.id.cmp(&other.node.id))
    });
    found.truncate(config.top);
    Ok(found)
}

/// The warnings along the chains from an action. A step of a chain is one that was recorded as a whole: what was said of two
/// actions in the same words does not hand on what came of one to the other.
fn follow(
    connection: &Connection,
    like: &Like,
    query: &Query<'_>,
    config: &MemoryConfig,
) -> rusqlite::Result<Vec<Warning>> {
    let limits = Limits { depth: config.depth, branching: config.branching, paths: config.paths };
    let kind = number(query.kind);
    let mut next = |path: &[i64]| -> rusqlite::Result<Vec<i64>> {
        let width = i64::try_from(limits.branching).unwrap_or(i64::MAX);
        // A chain is action, feedback, outcome, and then what followed on that outcome: places 0, 2, 4 begin a step.
        match path {
            [.., before, last] if path.len().is_multiple_of(2) => column(
                connection,
                "SELECT outcome FROM memory_lessons WHERE action = ?1 AND feedback = ?2 AND kind = ?3 AND retired_at IS NULL
                 ORDER BY frequency DESC, last_seen DESC, id LIMIT ?4",
                params![before, last, kind, width],
            ),
            [.., last] => column(
                connection,
                "SELECT e.target FROM memory_edges e WHERE e.kind = ?2 AND e.source = ?1 AND EXISTS
                 (SELECT 1 FROM memory_lessons l WHERE l.action = ?1 AND l.feedback = e.target AND l.retired_at IS NULL)
                 ORDER BY e.frequency DESC, e.last_seen DESC, e.target LIMIT ?3",
                params![last, kind, width],
            ),
            [] => Ok(Vec::new()),
        }
    };
    let found = chains(like.node.id, limits, &mut next)?;
    let mut warnings = Vec::new();
    for chain in found {
        let [action, feedback, outcome, ..] = chain[..] else { continue };
        let Some(lesson) = read::lesson_of(connection, kind, action, feedback, outcome)? else { continue };
        let mut warning = warning(&lesson, like.node.frequency, like.similarity, like.by, config, query.now);
        // The end of the chain tells most: what came of what came of it.
        if let Some(end) = chain.get(3..).and_then(<[i64]>::last)
            && let Some(node) = node::node(connection, *end)?
        {
            warning.outcome = format!("{}; then: {}", warning.outcome, node.text);
        }
        warnings.push(warning);
    }
    Ok(warnings)
}

fn column(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<Vec<i64>> {
    connection.prepare_cached(sql)?.query_map(values, |row| row.get(0))?.collect()
}

fn warning(
    lesson: &Lesson,
    node_frequency: u32,
    similarity: f64,
    by: RecalledBy,
    config: &MemoryConfig,
    now: i64,
) -> Warning {
    let grounds = Grounds {
        node: node_frequency,
        edge: lesson.frequency,
        similarity,
        recency: Some(recency(lesson.last_seen, now)),
    };
    Warning {
        lesson: lesson.number,
        trigger: lesson.action.clone(),
        risk: lesson.feedback.clone(),
        outcome: lesson.outcome.clone(),
        origin: lesson.origin,
        frequency: lesson.frequency,
        similarity,
        confidence: confidence(&grounds, config),
        by,
    }
}

/// The surest first; of those with the same trigger and risk the surest alone.
fn answer(mut warnings: Vec<Warning>) -> Answer {
    warnings.sort_by(|one, other| other.confidence.total_cmp(&one.confidence).then(one.lesson.cmp(&other.lesson)));
    let mut kept: Vec<Warning> = Vec::new();
    for warning in warnings {
        if !kept.iter().any(|known| known.trigger == warning.trigger && known.risk == warning.risk) {
            kept.push(warning);
        }
    }
    let confidence = kept.first().map_or(0.0, |warning| warning.confidence);
    Answer { warnings: kept, confidence }
}
