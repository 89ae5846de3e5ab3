//! The answers: one function a tool, from what was asked to what is told.

use super::wire::{
    About, CurrentGoal, Found, Kind, Likeness, Pruned, QueryMemory, Recalled, RegisterMistake, Registered, Stats,
};
use crate::config::Config;
use crate::domain::{LessonKind, LessonOrigin, Recording, Said};
use crate::guard::port::StoreError;
use crate::memory::key;
use crate::memory::summary::{EntityKey, EntityKind, GateCounts};
use crate::store::SqliteStore;
use crate::store::memory::{self, Memory, Pruning, Query};

/// Files that the present goal's answer names.
const MAX_CHANGED: usize = 50;
/// Lessons and nodes that one pruning looks at.
const SLICE: usize = 100_000;

/// What an answer needs of the world, handed in by the command.
pub struct Desk {
    /// The numbers in force.
    pub config: Config,
    /// The root of the project that the lessons belong to.
    pub project: String,
    /// Now: milliseconds since 1970.
    pub now: Box<dyn Fn() -> i64 + Send + Sync>,
    /// A text with what it means, where an encoder is at hand.
    pub said: Box<Reads>,
    /// Opens the sessions; `None` where none was ever stored and nothing is to be made.
    pub sessions: Box<Opens<SqliteStore>>,
    /// Opens the lessons in the same way.
    pub lessons: Box<Opens<Memory>>,
}

/// Turns a text into one that is to be remembered or looked for.
type Reads = dyn Fn(&str) -> Said + Send + Sync;

/// Opens a store; told to make it or not.
type Opens<T> = dyn Fn(bool) -> Result<Option<T>, StoreError> + Send + Sync;

/// Why there is no answer, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// The way out.
    pub hint: &'static str,
}

impl Refusal {
    pub(super) fn new(message: impl Into<String>, hint: &'static str) -> Self {
        Self { message: message.into(), hint }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        let hint = match &error {
            StoreError::Busy => "another driftguard works on it: ask again in a moment",
            StoreError::Newer { .. } => "the user has to install the newest driftguard",
            _ => "the user finds the cause with `driftguard doctor`",
        };
        Self::new(error.to_string(), hint)
    }
}

impl Desk {
    pub(super) fn register(&self, asked: &RegisterMistake, kind: LessonKind) -> Result<Registered, Refusal> {
        if !self.config.memory.enabled {
            return Err(Refusal::new("nothing is remembered here", "the user sets `memory.enabled` to true"));
        }
        for (name, text) in [("action", &asked.action), ("feedback", &asked.feedback), ("outcome", &asked.outcome)] {
            self.sized(name, text)?;
        }
        let key = self.key(asked.command.as_deref())?;
        let recording = Recording {
            project: self.project.clone(),
            kind,
            origin: LessonOrigin::Agent,
            action: self.said(&asked.action, key),
            feedback: self.said(&asked.feedback, None),
            outcome: self.said(&asked.outcome, None),
            session: None,
            at: (self.now)(),
        };
        let nowhere =
            || Refusal::new("there is no place for lessons", "the user finds the cause with `driftguard doctor`");
        let mut memory = (self.lessons)(true)?.ok_or_else(nowhere)?;
        let recorded = memory.record(&recording, &self.config.memory)?;
        let recorded = recorded.ok_or_else(|| Refusal::new("a text holds no word", "say it in one sentence"))?;
        if let Some(identity) = recorded.identity
            && let Some(sessions) = (self.sessions)(true)?
        {
            sessions.know_lesson(identity, recorded.lesson)?;
        }
        let merged = recorded.merged.into_iter();
        Ok(Registered {
            lesson: recorded.lesson,
            new: recorded.new,
            merged: merged.map(|(role, known, similarity)| Likeness { part: role.name(), known, similarity }).collect(),
        })
    }

    pub(super) fn query(&self, asked: &QueryMemory) -> Result<Found, Refusal> {
        self.sized("step", &asked.step)?;
        let key = self.key(asked.command.as_deref())?;
        let keys: Vec<String> = key.into_iter().collect();
        let mut found = Found { lessons: Vec::new(), about: Vec::new() };
        if let Some(memory) = (self.lessons)(false)? {
            let kind = match asked.kind {
                Kind::Mistakes => LessonKind::Mistake,
                Kind::Successes => LessonKind::Success,
            };
            let texts = vec![(asked.step.as_str(), (self.said)(&asked.step).meant().cloned())];
            let query = Query { project: &self.project, texts, keys: &keys, unkeyed: false, kind, now: (self.now)() };
            let answer = memory.before_step(&query, &self.config.memory)?;
            let told = answer.warnings.into_iter().take(self.config.mcp.max_lessons);
            found.lessons.extend(told.map(|warning| Recalled {
                lesson: warning.lesson,
                trigger: warning.trigger,
                risk: warning.risk,
                outcome: warning.outcome,
                frequency: warning.frequency,
                similarity: warning.similarity,
                confidence: warning.confidence,
            }));
            let command = keys.iter().filter_map(|key| key.strip_prefix("bash "));
            let file = asked.file.as_deref().map(|name| (EntityKind::File, name));
            for (kind, name) in command.map(|name| (EntityKind::Command, name)).chain(file) {
                let key = EntityKey { kind, name: name.to_owned() };
                let entity = memory.entity(&self.project, &key)?.filter(|entity| !entity.state.text.is_empty());
                found.about.extend(entity.map(|entity| About {
                    kind: kind.name(),
                    name: key.name.clone(),
                    text: entity.state.text,
                }));
            }
        }
        Ok(found)
    }

    /// Counts what a pruning would take; only a person does it.
    pub(super) fn prune(&self) -> Result<Pruned, Refusal> {
        let Some(mut memory) = (self.lessons)(false)? else { return Ok(Pruned::default()) };
        let how = Pruning { now: (self.now)(), dry: true, slice: SLICE, by_hand: true };
        let gone = memory.prune(how, &self.config.memory)?;
        Ok(Pruned { weak: gone.weak, stale: gone.stale, stale_lessons: gone.stale_lessons, isolated: gone.isolated })
    }

    pub(super) fn stats(&self) -> Result<Stats, Refusal> {
        let (mut graph, mut gate) = (memory::Stats::default(), GateCounts::default());
        if let Some(memory) = (self.lessons)(false)? {
            (graph, gate) = (memory.stats()?, memory.gate_counts()?);
        }
        Ok(Stats {
            mistakes: graph.mistakes,
            successes: graph.successes,
            retired: graph.retired,
            nodes: graph.nodes,
            edges: graph.edges,
            texts_kept: gate.skipped(),
            texts_grown: gate.appended(),
            texts_rewritten: gate.refreshed(),
        })
    }

    pub(super) fn current_goal(&self) -> Result<CurrentGoal, Refusal> {
        let latest = match (self.sessions)(false)? {
            Some(sessions) => sessions.latest_session(&self.project)?,
            None => None,
        };
        let session = latest.unwrap_or_default();
        let goal = session.goal.as_ref();
        Ok(CurrentGoal {
            known: goal.is_some(),
            goal: goal.map(|goal| goal.text.clone()).unwrap_or_default(),
            limits: goal.into_iter().flat_map(|goal| &goal.constraints).map(|limit| limit.clause.clone()).collect(),
            score: (session.drift.assessed_calls > 0).then(|| session.drift.score.value()),
            state: session.drift.state.name().to_owned(),
            changed: session.changed.keys().take(MAX_CHANGED).cloned().collect(),
            session: session.id,
        })
    }

    fn said(&self, text: &str, key: Option<String>) -> Said {
        Said { key, ..(self.said)(text) }
    }

    /// What a command line is exactly about.
    fn key(&self, command: Option<&str>) -> Result<Option<String>, Refusal> {
        let Some(command) = command else { return Ok(None) };
        self.sized("command", command)?;
        Ok(key::of_line(command))
    }

    fn sized(&self, name: &str, text: &str) -> Result<(), Refusal> {
        let most = self.config.mcp.max_chars;
        if text.trim().is_empty() {
            return Err(Refusal::new(format!("{name} is empty"), "say it in one sentence"));
        }
        // A text of bytes enough is not counted to its end.
        if text.len() > most.saturating_mul(4) || text.chars().count() > most {
            let message = format!("{name} has more than {most} characters");
            return Err(Refusal::new(message, "say it in one sentence; logs and files are no lesson"));
        }
        Ok(())
    }
}
