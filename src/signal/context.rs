//! What every signal is: one finished action in its context goes in, findings come out.
//!
//! Owns the contract. The registry is the room itself.

use super::touched::Touched;
use crate::config::Config;
use crate::domain::{
    Action, Brought, Deed, EventId, Evidence, Finding, Goal, Outcome, Prohibited, Session, Severity, SignalId, Trail,
};
use crate::text::shell::SimpleCommand;

/// A detector.
pub trait Signal: Sync {
    /// Its name, also its table in the configuration.
    fn id(&self) -> SignalId;
    /// What people read about it.
    fn doc(&self) -> Doc;
    /// True when it is about a stretch of work without progress and not about a place: it rests after each find (seed 002).
    fn is_loop(&self) -> bool {
        false
    }
    /// True when an edit of the goal's own files is no way out of it, and only a run that passes is.
    fn lasts_until_a_run_passes(&self) -> bool {
        false
    }
    /// Looks at one finished action and pushes what it found.
    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>);
}

/// What people read about a signal; `docs/signals.md` and `explain` are made from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doc {
    /// One line: what it notices.
    pub notices: &'static str,
    /// Why that matters.
    pub why: &'static str,
    /// What looks like it and is not.
    pub near_miss: &'static str,
    /// Where the idea or the numbers come from.
    pub source: &'static str,
}

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
    /// The commands that a shell action runs, each as its words.
    pub commands: &'a [SimpleCommand],
    /// The programs by which it runs them (`sudo`).
    pub wrappers: &'a [SimpleCommand],
    /// How it ended.
    pub outcome: &'a Outcome,
    /// The places it changed, each with its relation to the goal.
    pub touched: &'a [Touched],
    /// What speaks against a change of files that a shell action does not name.
    pub unnamed: Option<&'a Prohibited>,
    /// The command by which it adds a package that the project does not have, behind the clause that forbids it.
    pub new_package: Option<(&'a str, &'a str)>,
    /// The package that it adds to work that is done and that nobody has spoken of, and the command by which it does.
    pub package_beyond: Option<(&'a str, &'a str)>,
    /// The code that it brings in though a limit speaks against it.
    pub brings: Option<&'a Brought>,
    /// What the subagent that has ended is remembered by, where the action handed it the work.
    pub delegated: Option<&'a Session>,
    /// The user was asked about it first and let it run.
    pub consented: bool,
    /// The action as it is compared with what was done before; `None` while it has not been done: words alone, or an
    /// action that is only looked at.
    pub deed: Option<&'a Deed>,
}

impl Context<'_> {
    /// A finding about this action. `nats` is its log-likelihood ratio; the severity is its share of the ceiling.
    pub(super) fn finding(&self, signal: SignalId, nats: f64, subject: &str, what: String) -> Finding {
        Finding {
            signal,
            severity: Severity::new(nats / self.config.evidence.ceiling),
            what,
            evidence: Evidence { events: vec![self.event], ..Evidence::default() },
            key: signal.key(subject),
        }
    }

    /// The same about a touched place.
    pub(super) fn finding_at(&self, signal: SignalId, nats: f64, touched: &Touched) -> Finding {
        let path = touched.place.shown().to_owned();
        let mut finding = self.finding(signal, nats, &path, touched.what());
        finding.evidence.paths.push(path);
        finding
    }

    /// What was done before this action, since the last human prompt.
    pub(super) fn trail(&self) -> &Trail {
        &self.session.trail
    }

    /// A finding about a stretch of work: it rests on several events, this one the last.
    pub(super) fn stretch(
        &self,
        signal: SignalId,
        nats: f64,
        subject: &str,
        what: String,
        events: Vec<EventId>,
    ) -> Finding {
        let mut finding = self.finding(signal, nats, subject, what);
        let this = std::mem::replace(&mut finding.evidence.events, events);
        finding.evidence.events.extend(this);
        finding.evidence.events.sort_unstable();
        finding.evidence.events.dedup();
        finding
    }
}
