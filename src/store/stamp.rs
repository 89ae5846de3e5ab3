//! A session as it stood when it was read: what says the same at the commit is not written again.

use super::row::Stored;
use crate::domain::{GuardState, Session, SessionStatus};

/// A session as it stood when the transaction read it: what says the same at the commit is not written again.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) id: String,
    /// What stands for its id in keys.
    pub(super) number: i64,
    pub(super) goal: Option<String>,
    pub(super) stamp: Stamp,
    pub(super) updated_at: i64,
}

impl Known {
    /// A session that was read, and how it stood.
    pub(super) fn of(stored: Stored) -> (Session, Self) {
        let Stored { session, goal, number } = stored;
        let stamp = Stamp::of(&session);
        let known = Self { id: session.id.clone(), number, goal, stamp, updated_at: session.updated_at };
        (session, known)
    }
}

/// What the row of a session tells beside the goal.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Stamp {
    project: String,
    status: SessionStatus,
    escalation: u8,
    state: GuardState,
    last_checked_at: Option<i64>,
    created_at: i64,
}

impl Stamp {
    pub(super) fn of(session: &Session) -> Self {
        Self {
            project: session.root.path.clone(),
            status: session.status,
            escalation: session.drift.escalation,
            state: session.drift.state,
            last_checked_at: session.last_checked_at,
            created_at: session.created_at,
        }
    }
}
