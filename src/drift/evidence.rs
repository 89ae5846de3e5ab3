//! Evidence per action and its accumulation: a one-sided CUSUM (Page 1954) over log-likelihood ratios.
//!
//! Each finished modifying action adds `ln(P(action | off goal) / P(action | on goal))`; the sum never falls below zero,
//! so that a long good past does not hide a turn for the worse, and on-goal work lowers it, so that recovery is built in.

use crate::config::{Config, Profile};
use crate::domain::{DriftState, EventId, EvidenceItem, Finding, Found, GuardState, Relation, Severity, SignalId};

/// What one action says about one subject (a changed place or a command).
///
/// `findings` are those about this subject; without any the relation alone weighs.
pub fn weigh(
    event: EventId,
    subject: &str,
    relation: &Relation,
    findings: &[&Finding],
    config: &Config,
) -> EvidenceItem {
    let nats = |finding: &&Finding| finding.severity.value() * config.evidence.ceiling;
    let (of_course, others): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| SignalId::OF_COURSE.contains(&finding.signal));
    // A place beyond the goal, a break of the thread and more than was asked are one stray change seen from several sides.
    let found = of_course.iter().map(nats).fold(others.iter().map(nats).sum(), f64::max);
    let base = match relation {
        Relation::Named => config.evidence.named,
        Relation::Planned => config.evidence.planned,
        Relation::Related(_) | Relation::Beside(_) => config.evidence.related,
        Relation::Unknown => config.evidence.unknown,
        Relation::Neutral(_) | Relation::Following | Relation::Unrelated(_) | Relation::Forbidden(_) => 0.0,
    };
    EvidenceItem {
        event,
        subject: subject.to_owned(),
        relation: relation.clone(),
        // What was found outweighs where it was found: a forbidden command in a named folder is no good work.
        weight: if findings.is_empty() { base } else { found },
        findings: findings.iter().map(|finding| kept(finding)).collect(),
        cited: false,
        made: false,
    }
}

fn kept(finding: &Finding) -> Found {
    Found {
        signal: finding.signal.0.to_owned(),
        severity: finding.severity,
        what: finding.what.clone(),
        evidence: finding.evidence.clone(),
        key: finding.key.clone(),
    }
}

/// Adds one piece of evidence to the statistic. `lasts` tells the signals whose findings no on-goal work outweighs: a change of
/// the very file that a loop is about is one more attempt until a run passes.
pub fn add(state: &mut DriftState, mut item: EvidenceItem, lasts: impl Fn(&str) -> bool, config: &Config) {
    let numbers = &config.evidence;
    let lasting =
        |known: &&EvidenceItem| !only_notes(known, config) && known.findings.iter().any(|found| lasts(&found.signal));
    let held: f64 = state.open.iter().filter(lasting).map(|known| known.weight).sum();
    let told = |known: &EvidenceItem| known.subject == item.subject && known.weight >= config.score.thresholds[0];
    if item.weight > 0.0 && state.open.iter().any(told) {
        item.weight *= numbers.repeat_share;
    }
    // What says nothing about drift is no check passed: "on goal" needs something that was held against the goal.
    if item.weight > 0.0 || !item.relation.is_neutral() {
        state.judged = state.judged.saturating_add(1);
        if item.relation != Relation::Unknown {
            state.known = state.known.saturating_add(1);
        }
    }
    // A ceiling that was lowered since holds for what is stored, too.
    let least = held.min(state.statistic).min(numbers.ceiling);
    state.statistic = (state.statistic + item.weight).clamp(least, numbers.ceiling);
    if item.weight > 0.0 {
        state.open.push(item);
        if state.open.len() > numbers.max_open {
            state.open.remove(0);
        }
    }
    settle(state, config);
}

/// Judges the open evidence again, after the goal has changed: what it now covers is dropped.
///
/// `relate` gives the relation of a subject to the new goal, `None` where the evidence is no matter of scope.
pub fn rebase(state: &mut DriftState, config: &Config, relate: impl Fn(&EvidenceItem) -> Option<Relation>) {
    state.open.retain_mut(|item| match relate(item) {
        None => true,
        Some(relation @ (Relation::Unrelated(_) | Relation::Forbidden(_))) => {
            item.relation = relation;
            true
        }
        Some(_) => false,
    });
    recount(state, config);
}

/// Drops the evidence behind a finding that the human calls a false alarm, and with it what else was found about the same
/// subject: all of it said that the subject is beyond the goal.
pub fn withdraw(state: &mut DriftState, key: &str, config: &Config) {
    let other = |item: &EvidenceItem| item.findings.iter().all(|found| found.key != key);
    state.open.retain(other);
    state.stashed.retain(other);
    recount(state, config);
    state.score = super::score(state.statistic, &config.score);
}

/// Drops the evidence of the signals that `ended` names: a person has spoken, and what comes now is another attempt.
pub fn end(state: &mut DriftState, ended: impl Fn(&str) -> bool, config: &Config) {
    let known = state.open.len();
    let over =
        |item: &EvidenceItem| !item.findings.is_empty() && item.findings.iter().all(|found| ended(&found.signal));
    state.open.retain(|item| !over(item));
    if state.open.len() < known {
        recount(state, config);
        state.score = super::score(state.statistic, &config.score);
    }
}

/// Drops the evidence about a place that was put back as it was: what is undone is no drift any more.
pub fn put_back(state: &mut DriftState, subject: &str, config: &Config) {
    state.open.retain(|item| item.subject != subject);
    recount(state, config);
    if config.profile != Profile::Seed {
        state.score = super::score(state.statistic, &config.score);
        // Where something is left nothing is worse than before.
        if super::next(state, state.score, config) == GuardState::Normal {
            state.state = GuardState::Normal;
        }
    }
}

/// Lays the evidence about a place aside: the change itself lies in a stash.
pub fn stash(state: &mut DriftState, subject: &str, config: &Config) {
    let laid = state.open.iter().filter(|item| item.subject == subject).cloned();
    let mut laid: Vec<EvidenceItem> = laid.collect();
    let (weight, before) = (laid.iter().map(|item| item.weight).sum::<f64>(), state.statistic);
    put_back(state, subject, config);
    // On-goal work has outweighed a part of it: what comes back is what was left.
    let left = if weight > 0.0 { (before - state.statistic) / weight } else { 0.0 };
    for item in &mut laid {
        item.weight *= left;
    }
    state.stashed.extend(laid);
    let surplus = state.stashed.len().saturating_sub(config.evidence.max_open);
    state.stashed.drain(..surplus);
}

/// What was laid aside counts again: the changes are back. Nothing of it is new.
pub fn unstash(state: &mut DriftState, config: &Config) {
    let back = std::mem::take(&mut state.stashed);
    let weight: f64 = back.iter().map(|item| item.weight).sum();
    state.statistic = (state.statistic + weight).min(config.evidence.ceiling);
    state.open.extend(back);
    let surplus = state.open.len().saturating_sub(config.evidence.max_open);
    state.open.drain(..surplus);
    settle(state, config);
    retell(state, config);
}

/// The score and the state as the statistic has them. By the letter of the seed they only change where something is assessed.
pub fn retell(state: &mut DriftState, config: &Config) {
    if config.profile != Profile::Seed {
        state.score = super::score(state.statistic, &config.score);
        state.state = super::next(state, state.score, config);
    }
}

/// The statistic as the sum of what is open, but never more than it was: on-goal work has lowered it since.
fn recount(state: &mut DriftState, config: &Config) {
    let open = state.open.iter().map(|item| item.weight).sum::<f64>();
    state.statistic = open.min(state.statistic).max(0.0);
    settle(state, config);
}

/// Keeps the two promises of the statistic: one stray place is not enough where the scope is only inferred, and evidence
/// that on-goal work has outweighed is closed.
fn settle(state: &mut DriftState, config: &Config) {
    let numbers = &config.evidence;
    if state.statistic <= 0.0 {
        state.statistic = 0.0;
        state.open.clear();
        // The work came back: what is said from now on is about something new.
        state.delivered.iter_mut().for_each(|text| text.answered = true);
        state.handed_over = false;
    }
    let telling = || {
        let tells = |item: &&EvidenceItem| !item.findings.is_empty() && !only_notes(item, config);
        state.open.iter().filter(tells)
    };
    let inferred_only = telling().all(|item| item.findings.iter().all(|found| is_weak(found, config)));
    let subjects = telling().map(|item| item.subject.as_str());
    let two_places = subjects.clone().any(|subject| subjects.clone().any(|other| other != subject));
    let mut most = if inferred_only && !two_places { numbers.single_inferred_cap } else { f64::INFINITY };
    let nats = |found: &Found| found.severity.value() * numbers.ceiling;
    let (of_course, others): (Vec<&Found>, Vec<&Found>) =
        telling().flat_map(|item| &item.findings).partition(|found| SignalId::is_of_course(&found.signal));
    if !of_course.is_empty() {
        // They carry so far by themselves. Beyond that it must be other evidence that does.
        let others = others.into_iter().map(nats).sum::<f64>();
        let one = of_course.into_iter().map(nats).fold(0.0, f64::max);
        most = most.min(others).max(if two_places { config.signal.thread_break.ceiling } else { one });
    }
    state.statistic = state.statistic.min(most);
}

/// True for what is only taken down: on its own it costs no point.
pub fn is_note(severity: Severity, config: &Config) -> bool {
    severity.value() * config.evidence.ceiling < config.score.thresholds[0]
}

/// True for evidence of which nothing was found but notes: it is no reason to speak.
pub fn only_notes(item: &EvidenceItem, config: &Config) -> bool {
    !item.findings.is_empty() && item.findings.iter().all(|found| is_note(found.severity, config))
}

/// True for what an inferred scope finds: on its own it is not enough.
fn is_weak(found: &Found, config: &Config) -> bool {
    let out_of_scope = &config.signal.out_of_scope;
    let limit = Severity::new(out_of_scope.declared / config.evidence.ceiling);
    let weak = found.signal == SignalId::OUT_OF_SCOPE.0 || SignalId::is_echo(&found.signal);
    weak && found.severity < limit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Evidence, Score};

    fn stray(event: u64, subject: &str, nats: f64) -> EvidenceItem {
        let config = crate::config::defaults();
        let finding = Finding {
            signal: SignalId::OUT_OF_SCOPE,
            severity: Severity::new(nats / config.evidence.ceiling),
            what: format!("changed {subject}"),
            evidence: Evidence { events: vec![EventId(event)], ..Evidence::default() },
            key: SignalId::OUT_OF_SCOPE.key(subject),
        };
        weigh(EventId(event), subject, &Relation::Unrelated("x".into()), &[&finding], &config)
    }

    fn good(event: u64) -> EvidenceItem {
        weigh(EventId(event), "src/a.rs", &Relation::Named, &[], &crate::config::defaults())
    }

    #[track_caller]
    fn check(items: Vec<EvidenceItem>, expected: u8) -> DriftState {
        let config = crate::config::defaults();
        let mut state = DriftState::default();
        for item in items {
            add(&mut state, item, |_| false, &config);
        }
        assert_eq!(super::super::score(state.statistic, &config.score).value(), expected, "{state:?}");
        state
    }

    #[test]
    fn what_lasts_is_held_by_no_edit_and_never_above_the_ceiling() {
        let mut config = crate::config::defaults();
        let mut state = DriftState::default();
        let mut item = stray(1, "npm test", 8.0);
        "failure-loop".clone_into(&mut item.findings[0].signal);
        add(&mut state, item, |_| true, &config);
        add(&mut state, good(2), |_| true, &config);
        assert!((state.statistic - 8.0).abs() < 1e-9, "{state:?}");
        config.evidence.ceiling = 5.0;
        add(&mut state, good(3), |_| true, &config);
        assert!((state.statistic - 5.0).abs() < 1e-9, "{state:?}");
    }

    #[test]
    fn a_declared_scope_may_drop_to_four_on_one_stray_change() {
        check(vec![stray(1, "a.css", 4.3)], 4);
        check(vec![stray(1, "a.css", 4.3), stray(2, "b.css", 4.3)], 2);
    }

    #[test]
    fn an_inferred_scope_needs_two_places() {
        check(vec![stray(1, "a.css", 1.3)], 8);
        check(vec![stray(1, "a.css", 1.3), stray(2, "a.css", 1.3), stray(3, "a.css", 1.3)], 8);
        check(vec![stray(1, "a.css", 1.3), stray(2, "b.css", 1.3)], 6);
    }

    fn broken(event: u64, subject: &str) -> EvidenceItem {
        let config = crate::config::defaults();
        let mut item = stray(event, subject, config.signal.thread_break.weight);
        "thread-break".clone_into(&mut item.findings[0].signal);
        item
    }

    #[test]
    fn a_broken_thread_alone_is_a_nudge_at_one_place_and_a_correction_at_many() {
        check(vec![broken(1, "a.css")], 7);
        check(vec![broken(1, "a.css"), broken(2, "a.css"), broken(3, "a.css")], 7);
        check((1..9).map(|number| broken(number, &format!("{number}.css"))).collect(), 6);
        check(vec![stray(1, "a.css", 1.3), broken(1, "a.css")], 7);
        check(vec![stray(1, "a.css", 1.3), broken(2, "b.css"), broken(3, "c.css"), broken(4, "d.css")], 6);
        check(vec![stray(1, "a.css", 4.3), broken(2, "b.css"), broken(3, "c.css"), broken(4, "d.css")], 4);
    }

    #[test]
    fn views_of_one_change_are_not_counted_twice() {
        let config = crate::config::defaults();
        let finding = |signal, nats: f64| Finding {
            signal: SignalId(signal),
            severity: Severity::new(nats / config.evidence.ceiling),
            what: "changed a.css".into(),
            evidence: Evidence { events: vec![EventId(1)], ..Evidence::default() },
            key: SignalId(signal).key("a.css"),
        };
        let (out, tangent) = (finding("out-of-scope", 1.3), finding("tangent", 0.9));
        let (thread, creep) = (finding("thread-break", 1.6), finding("scope-creep", 1.6));
        let weight = |findings: &[&Finding]| weigh(EventId(1), "a.css", &Relation::Unknown, findings, &config).weight;
        assert!((weight(&[&out, &thread]) - 1.6).abs() < 1e-9);
        assert!((weight(&[&out, &thread, &creep]) - 1.6).abs() < 1e-9);
        assert!((weight(&[&out, &tangent, &thread]) - 2.2).abs() < 1e-9);
    }

    #[test]
    fn on_goal_work_recovers_and_a_good_past_hides_nothing() {
        check(vec![stray(1, "a.css", 4.3), good(2), good(3)], 8);
        let state = check(vec![stray(1, "a.css", 4.3), good(2), good(3), good(4)], 10);
        assert!(state.open.is_empty());
        let mut long = vec![good(1); 50];
        long.push(stray(99, "a.css", 4.3));
        check(long, 4);
    }

    #[test]
    fn neutral_work_alone_is_not_checked() {
        let config = crate::config::defaults();
        let neutral = weigh(EventId(1), "Cargo.lock", &Relation::Neutral("lock file".into()), &[], &config);
        let standing =
            |state: &DriftState| super::super::standing(state, super::super::score(0.0, &config.score), &config);
        assert_eq!(standing(&check(vec![neutral.clone()], 10)), crate::domain::Standing::NotChecked);
        assert_eq!(standing(&check(vec![neutral, good(2)], 10)), crate::domain::Standing::OnGoal);
    }

    #[test]
    fn what_is_put_back_ends_and_what_lies_in_a_stash_waits() {
        let config = crate::config::defaults();
        let mut state = check(vec![stray(1, "a.css", 4.3), stray(2, "b.css", 4.3), good(3)], 2);
        state.state = GuardState::Forced;
        let before = state.statistic;
        put_back(&mut state, "c.css", &config);
        assert_eq!((state.statistic, state.open.len(), state.state), (before, 2, GuardState::Forced));
        stash(&mut state, "a.css", &config);
        stash(&mut state, "b.css", &config);
        assert_eq!((state.score, state.state, state.stashed.len()), (Score::PERFECT, GuardState::Normal, 2));
        // Not more than was left of it.
        unstash(&mut state, &config);
        assert!((state.statistic - before).abs() < 1e-9 && state.stashed.is_empty(), "{state:?}");
        assert_eq!((state.score.value(), state.state, state.open.len()), (2, GuardState::Drifted, 2));
        put_back(&mut state, "a.css", &config);
        assert_eq!(state.score.value(), 4);
        put_back(&mut state, "b.css", &config);
        assert_eq!((state.score, state.state), (Score::PERFECT, GuardState::Normal));
    }

    #[test]
    fn a_new_goal_drops_what_it_covers() {
        let config = crate::config::defaults();
        let mut state = check(vec![stray(1, "a.css", 4.3), stray(2, "b.css", 4.3)], 2);
        rebase(&mut state, &config, |item| {
            Some(if item.subject == "a.css" { Relation::Named } else { Relation::Unrelated("y".into()) })
        });
        assert_eq!(state.open.len(), 1);
        assert_eq!(super::super::score(state.statistic, &config.score).value(), 4);
        rebase(&mut state, &config, |_| Some(Relation::Named));
        assert_eq!((state.statistic, state.open.len()), (0.0, 0));
    }
}
