//! The detectors: one file each, and the registry.
//!
//! A signal looks at one finished action in its context and says what it found, with evidence. It keeps no state of
//! its own, gives no score and speaks to nobody: `drift` weighs, `correction` speaks.

use crate::config::Config;
use crate::domain::{Action, EventId, FileVerb, Goal, Outcome, Place, Relation, Session};

/// One finished action, as signals see it.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The numbers.
    pub config: &'a Config,
    /// What the user wants.
    pub goal: &'a Goal,
    /// What is remembered of the session, before this action is counted.
    pub session: &'a Session,
    /// The event of the call.
    pub event: EventId,
    /// The action.
    pub action: &'a Action,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// The places it changed, each with its relation to the goal.
    pub touched: &'a [Touched],
}

/// One place that an action changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Where.
    pub place: Place,
    /// How.
    pub verb: FileVerb,
    /// What it has to do with the goal.
    pub relation: Relation,
}
