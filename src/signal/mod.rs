//! The detectors: one file each, and the registry.
//!
//! A signal looks at one finished action in its context and says what it found, with evidence. It keeps no state of
//! its own, gives no score and speaks to nobody: `drift` weighs, `correction` speaks.

mod action_repeat;
mod alternation;
mod constraint_breach;
mod delegated_drift;
mod edit_revert;
mod failure_loop;
mod ignored_correction;
mod monologue;
mod out_of_scope;
mod over_edit;
mod read_loop;
mod scope_creep;
mod stuck;
mod tangent;
mod thread_break;

pub use constraint_breach::forbidden_commands;
pub use over_edit::asks_for_much;

use crate::config::Config;
use crate::domain::{
    Action, ActionKind, Branch, Deed, EventId, Evidence, FileVerb, Finding, Goal, Outcome, Place, Progress, Prohibited,
    Relation, Session, Severity, SignalId, Trail, WorkKind,
};
use crate::text::kind::kind_of_path;
use crate::text::shell::SimpleCommand;
use serde::Serialize;

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
    /// What the subagent that has ended is remembered by, where the action handed it the work.
    pub delegated: Option<&'a Session>,
    /// The user was asked about it first and let it run.
    pub consented: bool,
    /// The action as it is compared with what was done before; `None` while it has not been done: words alone, or an
    /// action that is only looked at.
    pub deed: Option<&'a Deed>,
}

/// One place that an action changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Where.
    pub place: Place,
    /// How.
    pub verb: FileVerb,
    /// The call tells that it was not there before.
    pub is_new: bool,
    /// What it has to do with the goal.
    pub relation: Relation,
    /// How it hangs together with the work so far; `None` outside the project.
    pub bond: Option<Bond>,
}

/// How a changed place hangs together with the work before it changed its subject.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, which the fit of the rule reads")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bond {
    /// The file was met.
    pub file: bool,
    /// A file with the same subject was met: its test, or what it tests.
    pub subject: bool,
    /// An answer of the work pointed into it: an error, or a find.
    pub pointed: bool,
    /// What is changed in it speaks of what the person asked for.
    pub asked: bool,
    /// Its name does.
    pub called: bool,
    /// Telling words of the change.
    pub says: usize,
    /// Those of them that the work had written before, a word of the file's name counted twice: two are a tie.
    pub written: usize,
    /// It was changed before for the same goal.
    pub changed: bool,
    /// It was read before the work was done, or a check or a search of the work named it.
    pub seen: bool,
    /// Telling words of its name.
    pub words: usize,
    /// Those of them that were met.
    pub known: usize,
    /// The branch of work in which it is changed, this change included.
    pub branch: Branch,
    /// Where the work stands.
    #[serde(flatten)]
    pub course: Course,
}

impl Bond {
    /// Of so many words of a change one at least is the work's, where the goal alone would not have it.
    const MOST_SAYS: usize = 4;

    /// True for a change in words that the work has written.
    pub fn is_written(&self, config: &Config) -> bool {
        self.written >= config.signal.thread_break.shared && self.written * Self::MOST_SAYS >= self.says
    }
}

/// Where the work stands, whatever it changes next.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Course {
    /// The user has said where it may be.
    pub declared: bool,
    /// The goal says where it lies.
    pub placed: bool,
    /// The goal tells of a symptom, whose cause may lie elsewhere.
    pub open: bool,
    /// It only reports what is amiss: the cause may lie elsewhere until a run shows that it was found.
    pub reported: bool,
    /// How far what was asked has come.
    pub progress: Progress,
    /// Actions since it was asked.
    pub since: u32,
}

impl Course {
    /// True when what was asked for may well be done, of a goal of which can be said that something lies beyond it. A declared scope
    /// needs no second opinion.
    pub fn is_done(&self, config: &Config) -> bool {
        let numbers = &config.signal.scope_creep;
        let closed = self.placed && !self.open && !self.declared;
        numbers.enabled && closed && self.progress >= Progress::Tested && self.since >= numbers.settle
    }
}

impl Touched {
    /// A file with the words of what is shown, which lie in files of their own wherever the work lies.
    fn is_translation(&self) -> bool {
        kind_of_path(self.place.shown()) == Some(WorkKind::Translation)
    }

    /// True for a place that more than its folder connects with the goal or the work, and where nothing can be said.
    pub fn is_connected(&self, config: &Config) -> bool {
        let Some(bond) = self.bond else { return true };
        let by_place = match &self.relation {
            Relation::Unknown | Relation::Unrelated(_) => self.is_translation(),
            // A test or a document of the work comes last; a build file that nobody speaks of does not.
            Relation::Following => kind_of_path(self.place.shown()) != Some(WorkKind::Build),
            Relation::Beside(_) => false,
            _ => true,
        };
        let met = bond.pointed || bond.changed || bond.seen;
        let by_words = bond.asked || bond.called || bond.written >= config.signal.thread_break.shared;
        // Where nobody knows what a change says, or where the goal lies, nothing can be said.
        by_place || met || by_words || bond.says == 0 || !bond.course.placed || bond.course.open
    }

    /// "changed src/a.rs", "deleted src/a.rs": what was seen, in the words of messages.
    pub fn what(&self) -> String {
        let verb = match self.verb {
            FileVerb::Read => "read",
            FileVerb::Write if self.is_new => "created",
            FileVerb::Edit | FileVerb::Write | FileVerb::CheckOut => "changed",
            FileVerb::Delete => "deleted",
            FileVerb::Restore => "put back",
        };
        format!("{verb} {}", self.place.shown())
    }
}

impl Context<'_> {
    /// A finding about this action. `nats` is its log-likelihood ratio; the severity is its share of the ceiling.
    fn finding(&self, signal: SignalId, nats: f64, subject: &str, what: String) -> Finding {
        Finding {
            signal,
            severity: Severity::new(nats / self.config.evidence.ceiling),
            what,
            evidence: Evidence { events: vec![self.event], ..Evidence::default() },
            key: signal.key(subject),
        }
    }

    /// The same about a touched place.
    fn finding_at(&self, signal: SignalId, nats: f64, touched: &Touched) -> Finding {
        let path = touched.place.shown().to_owned();
        let mut finding = self.finding(signal, nats, &path, touched.what());
        finding.evidence.paths.push(path);
        finding
    }

    /// What was done before this action, since the last human prompt.
    fn trail(&self) -> &Trail {
        &self.session.trail
    }

    /// A finding about a stretch of work: it rests on several events, this one the last.
    fn stretch(&self, signal: SignalId, nats: f64, subject: &str, what: String, events: Vec<EventId>) -> Finding {
        let mut finding = self.finding(signal, nats, subject, what);
        let this = std::mem::replace(&mut finding.evidence.events, events);
        finding.evidence.events.extend(this);
        finding.evidence.events.sort_unstable();
        finding.evidence.events.dedup();
        finding
    }
}

/// All signals, in the order in which they are asked.
pub const SIGNALS: &[&dyn Signal] = &[
    &constraint_breach::ConstraintBreach,
    &out_of_scope::OutOfScope,
    &tangent::Tangent,
    &thread_break::ThreadBreak,
    &scope_creep::ScopeCreep,
    &ignored_correction::IgnoredCorrection,
    &delegated_drift::DelegatedDrift,
    &action_repeat::ActionRepeat,
    &read_loop::ReadLoop,
    &failure_loop::FailureLoop,
    &edit_revert::EditRevert,
    &alternation::Alternation,
    &monologue::Monologue,
    &stuck::Stuck,
    &over_edit::OverEdit,
];

/// Asks every signal about one action.
pub fn detect(cx: &Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for signal in SIGNALS {
        signal.detect(cx, &mut findings);
    }
    findings
}

/// True for the name of a signal about a stretch of work.
pub fn is_loop(name: &str) -> bool {
    SIGNALS.iter().any(|signal| signal.is_loop() && signal.id().0 == name)
}

/// True for the name of a signal whose finding stands until a run passes.
pub fn lasts_until_a_run_passes(name: &str) -> bool {
    SIGNALS.iter().any(|signal| signal.lasts_until_a_run_passes() && signal.id().0 == name)
}

/// True for the name of the signal that ends with the thread of work: a person has spoken, or the work came back.
pub fn is_about_threads(name: &str) -> bool {
    name == thread_break::ThreadBreak.id().0
}

/// True for the name of a signal that ends when a person speaks: what comes then was asked for anew.
pub fn ends_with_a_prompt(name: &str) -> bool {
    SignalId::is_of_course(name)
}

/// True for a change of something that goes on behind what was asked for.
pub fn goes_beyond(touched: &Touched, kind: ActionKind, config: &Config) -> bool {
    scope_creep::goes_beyond(touched, kind, config)
}

/// True for the name of the signal that tells a parent of its subagents' work.
pub fn is_about_delegation(name: &str) -> bool {
    name == delegated_drift::DelegatedDrift.id().0
}

/// True for a change of which nothing is known but that it breaks the thread of work.
pub fn breaks_thread(touched: &Touched, config: &Config) -> bool {
    let numbers = &config.signal.thread_break;
    let unknown = touched.relation == Relation::Unknown && touched.verb.modifies() && !touched.is_translation();
    numbers.enabled && unknown && touched.bond.is_some_and(|bond| thread_break::breaks(&bond, numbers))
}

/// The registered id of a name, for findings that were stored.
pub fn id_of(name: &str) -> Option<SignalId> {
    SIGNALS.iter().map(|signal| signal.id()).find(|id| id.0 == name)
}

/// One way to test a signal: a prompt, lines of a scenario, and what must be found.
#[cfg(test)]
mod testing {
    use crate::agent::scenario::{Line, read_page};
    use crate::domain::{Root, Session};
    use crate::guard::{Facts, Guard};

    /// The severities of what `signal` finds over the lines, to two places.
    pub(super) fn check_found(prompt: &str, lines: &[&str], signal: &str) -> Vec<f64> {
        let found = play(prompt, lines).into_iter().filter(|(name, _, _)| name == signal);
        found.map(|(_, severity, _)| (severity * 100.0).round() / 100.0).collect()
    }

    /// Plays `lines` after `prompt` and returns the findings of the open evidence: (signal, severity, what).
    fn play(prompt: &str, lines: &[&str]) -> Vec<(String, f64, String)> {
        let page = format!("```session\nuser {prompt}\n{}\n```\n", lines.join("\n"));
        let scenario = read_page(&page).expect("the lines read").sessions.remove(0);
        let config = crate::config::defaults();
        let files = &scenario.files;
        let facts = Facts { quiet: true, ..Facts::of(&config, &files) };
        let root = Root { path: "/project".into(), ..Root::default() };
        let mut guard = Guard::resume(Session { root, ..Session::default() }, &facts);
        let events = scenario.lines.into_iter().filter_map(|line| match line {
            Line::Events(events) => Some(events),
            Line::Check { .. } | Line::Ends(_) => None,
        });
        let mut found = Vec::new();
        for event in events.flatten() {
            let known = guard.session().drift.open.clone();
            guard.observe(event);
            // Good work closes evidence: what was found is taken down as it appears.
            let new = guard.session().drift.open.iter().filter(|item| !known.contains(item));
            found.extend(
                new.flat_map(|item| &item.findings)
                    .map(|found| (found.signal.clone(), found.severity.value(), found.what.clone())),
            );
        }
        found
    }

    /// `expected` are "signal severity what" of everything found about one action.
    #[track_caller]
    pub(super) fn check(prompt: &str, action: &str, expected: &[&str]) {
        let found: Vec<String> = play(prompt, &[action])
            .into_iter()
            .map(|(signal, severity, what)| format!("{signal} {severity:.2} {what}"))
            .collect();
        assert_eq!(found, expected, "{prompt} / {action}");
    }

    /// `signal` is the only signal that may be found over the lines; "" when nothing may be.
    #[track_caller]
    pub(super) fn check_run(prompt: &str, lines: &[&str], signal: &str) {
        let loud = |(_, severity, _): &(String, f64, String)| *severity > 0.02;
        let mut found: Vec<String> =
            play(prompt, lines).into_iter().filter(loud).map(|(signal, _, _)| signal).collect();
        found.dedup();
        let expected: Vec<&str> = if signal.is_empty() { vec![] } else { vec![signal] };
        assert_eq!(found, expected, "{prompt} / {lines:?}");
    }
}
