//! Lessons at a hook: asked for before a step, kept when the session's own transaction is through.
//!
//! They lie in a file of their own, which is opened only where something may be found or is to be kept. Whatever fails here costs
//! a lesson and never the session.

use crate::commands::project::Project;
use crate::commands::swallowed::record;
use crate::commands::turns;
use crate::domain::{HookEvent, Said, Warning};
use crate::guard::port::{Ask, Change, StoreError};
use crate::host::{Cause, Host};
use crate::inference::vector;
use crate::memory::key;
use crate::memory::meaning::Meaning;
use crate::store::SqliteStore;
use crate::store::memory::{Memory, Pruning, Query};
use crate::text::words::sentences;
use std::time::Duration;

/// Sentences of a prompt that are looked for, each for itself; a long prompt says first what it is about.
const SENTENCES: usize = 6;
/// Terms of a sentence that can recall something: "run it" is about anything.
const TERMS: usize = 2;
/// Lessons and nodes that the end of a session looks at: the client gives it little time.
const PRUNED_AT_ONCE: usize = 512;
/// What is said of a pruning that is left to the person.
const REFUSED: &str = "nothing was pruned, because much of the memory is weak or old at once and would go; if the clock is right, \
                       do it by hand: driftguard memory prune --yes";

/// What is known of a step. Before a call the session's own file tells whether there is anything to open.
pub(super) fn ask(host: &Host, project: &Project, store: &SqliteStore, ask: Ask<'_>, now: i64) -> Vec<Warning> {
    let known = match ask {
        Ask::Key(key) => by_key(host, project, store, key, now),
        Ask::Words(prompt) => by_words(host, project, prompt, now),
    };
    known.unwrap_or_else(|error| {
        turns::complain(host, &error);
        Vec::new()
    })
}

fn by_key(
    host: &Host,
    project: &Project,
    store: &SqliteStore,
    key: &str,
    now: i64,
) -> Result<Vec<Warning>, StoreError> {
    let root = project.root.path.as_str();
    let numbers = store.lessons_of(&[key::identity(root, key), key::identity("", key)])?;
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let Some(memory) = Memory::open_existing(&host.paths.memory, patience(project))? else { return Ok(Vec::new()) };
    memory.lessons_for(&numbers, &[key.to_owned()], &project.config.memory, now)
}

fn by_words(host: &Host, project: &Project, prompt: &str, now: i64) -> Result<Vec<Warning>, StoreError> {
    let Some(memory) = Memory::open_existing(&host.paths.memory, patience(project))? else { return Ok(Vec::new()) };
    let encoder = project.config.inference.encoder;
    let telling = |text: &&str| Meaning::of(text).terms().len() >= TERMS;
    let texts = sentences(prompt)
        .into_iter()
        .take(SENTENCES)
        .filter(telling)
        .map(|text| (text, vector(text, encoder)))
        .collect();
    let query = Query { project: &project.root.path, texts, unkeyed: true, now, ..Query::default() };
    Ok(memory.before_step(&query, &project.config.memory)?.warnings)
}

/// Keeps what a call has taught, after its transaction. Between two sessions what ended turns say is taken up, and at the end of one
/// pruning may be due.
pub(super) fn keep(host: &Host, project: &Project, store: &SqliteStore, change: &Change, event: &HookEvent) {
    let between = matches!(event, HookEvent::SessionStart(_) | HookEvent::SessionEnded);
    let kept = turns::keep(&host.paths, &project.root.path, change, host.now_ms());
    let taken_up = || turns::take_up_some(host, &project.config, patience(project)).map(drop);
    let learned = || learn(host, project, store, change, *event == HookEvent::SessionEnded);
    // None of them keeps the others from being tried.
    let done = [kept, if between { taken_up() } else { Ok(()) }, learned()];
    for error in done.into_iter().filter_map(Result::err) {
        turns::complain(host, &error);
    }
}

fn learn(host: &Host, project: &Project, store: &SqliteStore, change: &Change, ends: bool) -> Result<(), StoreError> {
    let config = &project.config.memory;
    let (now, encoder) = (host.now_ms(), project.config.inference.encoder);
    let mut memory = if change.lessons.is_empty() {
        if change.verdicts.is_empty() && !ends {
            return Ok(());
        }
        // Where nothing was ever learned nothing can be made of the rest.
        let Some(memory) = Memory::open_existing(&host.paths.memory, patience(project))? else { return Ok(()) };
        memory
    } else {
        Memory::open(&host.paths.memory, patience(project))?
    };
    for lesson in &change.lessons {
        let with_vector = |said: &Said| Said { vector: vector(&said.text, encoder), ..said.clone() };
        let mut lesson = lesson.clone();
        lesson.action = with_vector(&lesson.action);
        lesson.feedback = with_vector(&lesson.feedback);
        lesson.outcome = with_vector(&lesson.outcome);
        if let Some(recorded) = memory.record(&lesson, config)?
            && let Some(identity) = recorded.identity
        {
            store.know_lesson(identity, recorded.lesson)?;
        }
    }
    if !change.verdicts.is_empty() {
        memory.learn(&change.verdicts, now, config)?;
    }
    if ends {
        if memory.prune_is_due(now, config)? {
            let pruned = memory.prune(Pruning { now, dry: false, slice: PRUNED_AT_ONCE, by_hand: false }, config)?;
            if pruned.refused {
                record(host, "memory", Cause::Memory, REFUSED);
            }
        }
        memory.checkpoint()?;
    }
    Ok(())
}

fn patience(project: &Project) -> Duration {
    Duration::from_millis(project.config.store.deadline_ms)
}
