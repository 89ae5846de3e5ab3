//! The record of the session: what finished calls leave, kept for the moment at which the agent reports.

use super::port::LEDGER_ENTRIES;
use super::state::Guard;
use crate::domain::{Entry, EventId, Ledger, Outcome, PendingCall};
use crate::text::shell;
use crate::verify::ledger::{When, entry};
use std::collections::HashSet;

/// Entries that are kept in memory; a session that is played whole may have more than are ever asked for.
const MAX_ENTRIES: usize = 4_096;

/// Puts a finished call on record.
pub(super) fn remember(
    guard: &mut Guard<'_>,
    pending: &PendingCall,
    reading: &shell::Reading,
    outcome: &Outcome,
    at: Option<i64>,
) {
    if guard.facts.ledger.is_none() {
        return;
    }
    let when = When { event: pending.event, at: at.unwrap_or(guard.facts.now) };
    extend(guard, entry(&guard.session.root, &pending.action, reading, outcome, when));
}

/// Adds entries, and forgets the oldest where there are too many.
pub(super) fn extend(guard: &mut Guard<'_>, entries: impl IntoIterator<Item = Entry>) {
    guard.ledger.extend(entries);
    if guard.ledger.len() > MAX_ENTRIES {
        guard.ledger.drain(..MAX_ENTRIES / 2);
        guard.session.unrecorded = true;
    }
}

impl Guard<'_> {
    /// The record of the session as it now stands, with the present turn marked.
    pub fn ledger(&self) -> Ledger {
        self.ledger_since(EventId(0))
    }

    /// The present turn alone: of a long session a small part.
    pub(super) fn ledger_of_turn(&self) -> Ledger {
        self.ledger_since(self.session.turn.began)
    }

    fn ledger_since(&self, first: EventId) -> Ledger {
        let stored = self.facts.ledger.map_or_else(|| Some(Vec::new()), |stored| stored(first));
        // Of a record that cannot be read nothing is known to be missing.
        let readable = stored.is_some();
        let mut entries = stored.unwrap_or_default();
        // What this transaction has met may be stored already by its hook.
        let known: HashSet<EventId> = entries.iter().map(|entry| entry.event).collect();
        let new = |entry: &&Entry| entry.event >= first && !known.contains(&entry.event);
        entries.extend(self.ledger.iter().filter(new).cloned());
        // A transcript that is caught up on may tell of calls later than hooks do.
        entries.sort_by_key(|entry| (entry.at, entry.event));
        let began = self.session.turn.began;
        let turn = entries.iter().position(|entry| entry.event >= began).unwrap_or(entries.len());
        let whole = readable && first == EventId(0) && !self.session.unrecorded && entries.len() < LEDGER_ENTRIES;
        Ledger { entries, turn, whole }
    }
}
