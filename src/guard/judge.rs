//! A finished action under the eyes of the signals: what they find, what it weighs, and whether it follows the plan.

use super::record::decisions;
use super::state::Guard;
use super::trail;
use crate::config::{Mode, Profile};
use crate::domain::{
    Checkpoint, Deed, EventId, EvidenceItem, FileVerb, Finding, Outcome, PendingCall, Prohibited, Relation, Session,
    SignalId,
};
use crate::drift;
use crate::signal::{self, Context, Touched};
use crate::text::path;
use crate::text::shell::SimpleCommand;

/// The subject of all evidence about loops.
const STANDSTILL: &str = "no progress";

/// Something finished, as it is judged.
#[derive(Clone, Copy)]
pub(super) struct Done<'a> {
    pub(super) pending: &'a PendingCall,
    pub(super) outcome: &'a Outcome,
    /// What a shell action runs.
    pub(super) commands: &'a [SimpleCommand],
    /// By what it runs that.
    pub(super) wrappers: &'a [SimpleCommand],
    pub(super) touched: &'a [Touched],
    /// What speaks against a change of files that a shell action does not name.
    pub(super) unnamed: Option<&'a Prohibited>,
    /// `None` when the agent only said something, or the action is only imagined.
    pub(super) deed: Option<&'a Deed>,
    /// The memory of the subagent that has ended, where the action handed it the work.
    pub(super) delegated: Option<&'a Session>,
}

impl<'a> Done<'a> {
    /// A call that did nothing and touched nothing, as far as is known.
    pub(super) const fn bare(pending: &'a PendingCall, outcome: &'a Outcome) -> Self {
        let (commands, touched): (&[SimpleCommand], &[Touched]) = (&[], &[]);
        Self { pending, outcome, commands, wrappers: commands, touched, unnamed: None, deed: None, delegated: None }
    }
}

/// Asks the signals and adds what they found to the statistic.
pub(super) fn judge(guard: &mut Guard<'_>, done: &Done<'_>) {
    if guard.session.goal.is_none() {
        return;
    }
    let config = guard.facts.config;
    if config.profile == Profile::Seed {
        for place in done.touched {
            drift::count(&mut guard.session.drift.seed, place.place.shown(), &place.relation);
        }
    }
    let event = done.pending.event;
    let mut findings = detect(guard, done);
    if trail::rest(&mut guard.session, &mut findings, event, config) {
        saturate(guard, &findings);
    }
    let items = weigh(guard, event, done.touched, &findings);
    if items.is_empty() {
        return;
    }
    let of_places = |name: &str| !signal::is_loop(name);
    let names: Vec<&str> = findings.iter().map(|finding| finding.signal.0).filter(|name| of_places(name)).collect();
    for item in items {
        drift::add(&mut guard.session.drift, item, signal::lasts_until_a_run_passes, config);
    }
    if drift::remember_occurrences(&mut guard.session.drift, of_places, &names, event, config) {
        saturate(guard, &findings);
    }
    drift::retell(&mut guard.session.drift, config);
}

/// A pattern has become chronic: that escalates once and, in `enforce`, leaves a checkpoint.
fn saturate(guard: &mut Guard<'_>, findings: &[Finding]) {
    let config = guard.facts.config;
    let session = &mut guard.session;
    drift::raise(&mut session.drift, config);
    let (Some(goal), Mode::Enforce) = (&session.goal, config.mode) else { return };
    let worst = findings.iter().max_by(|one, other| one.severity.value().total_cmp(&other.severity.value()));
    session.drift.checkpoint = Some(Checkpoint {
        goal: goal.line.clone(),
        decisions: decisions(goal),
        open_question: worst.map(|finding| finding.what.clone()).unwrap_or_default(),
        told: false,
    });
}

/// Asks the signals about an action, without what the human has called a false alarm.
pub(super) fn detect(guard: &Guard<'_>, done: &Done<'_>) -> Vec<Finding> {
    let Some(goal) = &guard.session.goal else { return Vec::new() };
    let new_package = guard.adds_a_package(done.commands);
    // What is only looked at, or has failed, has added nothing.
    let added = done.deed.filter(|deed| !deed.failed());
    let beyond = added.and_then(|_| guard.adds_beyond(done.commands));
    let mut findings = signal::detect(&Context {
        config: guard.facts.config,
        goal,
        session: &guard.session,
        event: done.pending.event,
        action: &done.pending.action,
        commands: done.commands,
        wrappers: done.wrappers,
        outcome: done.outcome,
        touched: done.touched,
        unnamed: done.unnamed,
        new_package: new_package.as_ref().map(|(clause, command)| (*clause, command.as_str())),
        package_beyond: beyond.as_ref().map(|(package, command)| (package.as_str(), command.as_str())),
        consented: done.pending.asked,
        deed: done.deed,
        delegated: done.delegated,
        brings: done.pending.brings.as_ref(),
    });
    findings.retain(|finding| !is_wrong(finding, guard.facts.wrong));
    findings
}

/// The evidence of an action: one item a changed place, and one a finding that is about no place.
pub(super) fn weigh(guard: &Guard<'_>, event: EventId, touched: &[Touched], findings: &[Finding]) -> Vec<EvidenceItem> {
    let config = guard.facts.config;
    let mut items = Vec::new();
    for place in touched {
        let about: Vec<_> = findings
            .iter()
            .filter(|finding| finding.evidence.paths.iter().any(|path| path == place.place.shown()))
            .collect();
        let item = drift::weigh(event, place.place.shown(), &place.relation, &about, config);
        items.push(EvidenceItem { made: makes(guard, place), ..item });
    }
    for finding in findings.iter().filter(|finding| finding.evidence.paths.is_empty()) {
        // Loops are one standstill seen from several sides: the second of them is hardly new evidence.
        let stands_still = signal::is_loop(finding.signal.0).then_some(STANDSTILL);
        let subject = stands_still.or(finding.evidence.command.as_deref()).unwrap_or(&finding.key);
        items.push(drift::weigh(event, subject, &Relation::Neutral("no place".to_owned()), &[finding], config));
    }
    items
}

/// True for a change that makes a file which was not there.
fn makes(guard: &Guard<'_>, place: &Touched) -> bool {
    let files = guard.facts.files;
    let listed = files.is_empty() || files.truncated || place.place.inside().is_none_or(|file| files.has_file(file));
    place.is_new || place.verb == FileVerb::Write && !listed
}

/// Holds a change against the plan of the last intervene or halt. Its first place, or other work that the goal covers, is
/// the way back; a stray change goes on with what the text was about; what says nothing either way waits for the next.
pub(super) fn compare_with_plan(guard: &mut Guard<'_>, touched: &[Touched]) {
    let Some(plan) = &guard.session.drift.plan else { return };
    let mandated = |place: &Touched| {
        let home = plan.first_path.as_deref();
        home.is_some_and(|home| place.place.inside().is_some_and(|file| file == home || path::is_below(file, home)))
    };
    let covered = |place: &Touched| place.relation.is_of_the_goal() || mandated(place);
    let strayed = touched.iter().any(|place| matches!(place.relation, Relation::Unrelated(_) | Relation::Forbidden(_)));
    if strayed {
        drift::strayed_again(&mut guard.session.drift, guard.facts.config);
    } else if touched.iter().any(covered) {
        drift::came_back(&mut guard.session.drift, guard.facts.config);
    }
}

/// True for what the human has marked as a false alarm: the finding itself, and those about a place that was marked as
/// no stray, which only say the same again.
fn is_wrong(finding: &Finding, wrong: &[String]) -> bool {
    let of_a_stray = [SignalId::OUT_OF_SCOPE].into_iter().chain(SignalId::OF_COURSE);
    let stray = |path: &String| of_a_stray.clone().any(|signal| wrong.contains(&signal.key(path)));
    wrong.contains(&finding.key) || (SignalId::is_echo(finding.signal.0) && finding.evidence.paths.iter().any(stray))
}
