//! Judging a session and deciding what is said to whom.

use super::facts::Surface;
use super::record;
use super::state::{Guard, newest};
use super::what_worked;
use crate::config::{Config, Profile};
use crate::domain::{
    Assessment, Checkpoint, Decision, Delivered, DriftEvent, EventId, EvidenceItem, Finding, Found, Goal, Level,
    RecoveryPlan, SCORE_KEY, Score, Session, Standing, Step, Verdict,
};
use crate::drift::{self, Speech};
use crate::text::plain::{plain, plain_line};
use crate::{correction, signal};

/// Texts remembered since the goal was last replaced.
const MAX_DELIVERED: usize = 16;
/// Finding keys remembered as told to the human.
const MAX_TOLD: usize = 64;
/// Facts named in one assessment's line, and finding keys kept with it.
const MAX_FACTS: usize = 4;

/// Judges the session now, decides, and takes note of both.
pub(super) fn assess(guard: &mut Guard<'_>, surface: Surface) -> Assessment {
    let config = guard.facts.config;
    let now = newest(&guard.session);
    let news = guard.has_news();
    let raw = raw_score(guard, news);
    let mut verdict = verdict(guard, raw);
    let open = &guard.session.drift.open;
    let fresh =
        open.iter().any(|item| !item.cited && !drift::only_notes(item, config)) || new_checkpoint(guard).is_some();
    let key = worst_key(&verdict, config);
    let speech = if guard.facts.quiet || guard.session.goal.is_none() || surface == Surface::Past {
        Speech::Silent
    } else {
        drift::may_speak(&guard.session.drift, verdict.level, key, fresh, now, config)
    };
    if speech == Speech::Agent && verdict.level >= Level::Correct && surface != Surface::Stop {
        verdict.recovery = recovery(guard, &verdict.findings, &worked(guard));
    }
    let decision = match (&guard.session.goal, surface) {
        (Some(goal), Surface::Prompt | Surface::After) => to_agent(guard, &verdict, goal, speech),
        (Some(goal), Surface::Stop) => at_stop(guard, &verdict, goal, speech),
        (None, _) | (_, Surface::Past) => Decision::Pass,
    };
    let delivered = matches!(decision, Decision::Inject { .. }).then_some(verdict.level);
    remember(guard, &verdict, &decision, speech, surface, now);
    // What is said at the end of a turn goes out with what else that has to tell.
    if surface != Surface::Stop {
        record::correction(guard, verdict.level, &decision);
    }
    let finished = guard.finished_calls();
    let state = &mut guard.session.drift;
    state.escalation = drift::after_assessment(state.escalation, raw, delivered, news, config);
    state.state = drift::next(state, raw, config);
    state.score = raw;
    state.assessed_calls = finished;
    guard.session.last_checked_at = Some(guard.facts.now);
    Assessment { event: now, call: guard.session.calls, verdict, decision }
}

/// The key of the worst finding: what a text is about. No text is about a note.
fn worst_key<'a>(verdict: &'a Verdict, config: &Config) -> &'a str {
    let worst = verdict.findings.first().filter(|finding| !drift::is_note(finding.severity, config));
    worst.map_or(SCORE_KEY, |finding| finding.key.as_str())
}

fn raw_score(guard: &mut Guard<'_>, news: bool) -> Score {
    match guard.facts.config.profile {
        Profile::Default => guard.score(),
        Profile::Seed if news => drift::seed_score(&mut guard.session.drift.seed),
        Profile::Seed => guard.session.drift.score,
    }
}

fn verdict(guard: &Guard<'_>, raw: Score) -> Verdict {
    let (state, config) = (&guard.session.drift, guard.facts.config);
    let effective = drift::effective(raw, state.escalation, config);
    let level = drift::level(effective, config);
    let findings = findings(&guard.session, config);
    let standing =
        if guard.session.goal.is_none() { Standing::NotChecked } else { drift::standing(state, raw, config) };
    let diagnostic = diagnostic(standing, &findings);
    let recovery = if level == Level::None { None } else { recovery(guard, &findings, &[]) };
    Verdict {
        score: raw,
        effective,
        kind: drift::kind(raw),
        level,
        standing,
        findings,
        diagnostic,
        recovery,
        goal_change: guard.last_change,
    }
}

fn recovery(guard: &Guard<'_>, findings: &[Finding], worked: &[Step]) -> Option<RecoveryPlan> {
    correction::plan(guard.session.goal.as_ref()?, findings, worked)
}

/// What worked before: worth a look into the store only for what is about to be said.
fn worked(guard: &Guard<'_>) -> Vec<Step> {
    let query = what_worked(&guard.session, guard.facts.config);
    query.map_or_else(Vec::new, |query| (guard.facts.recall)(&query))
}

/// What the open evidence consists of: what no text has cited yet first, then the worst, then the newest; notes last.
fn findings(session: &Session, config: &Config) -> Vec<Finding> {
    let mut ranked: Vec<(&EvidenceItem, &Found)> =
        session.drift.open.iter().flat_map(|item| item.findings.iter().map(move |found| (item, found))).collect();
    ranked.sort_by(|(item, found), (other_item, other)| {
        let note = |found: &Found| drift::is_note(found.severity, config);
        note(found)
            .cmp(&note(other))
            .then(item.cited.cmp(&other_item.cited))
            .then(other.severity.value().total_cmp(&found.severity.value()))
            .then(other_item.event.cmp(&item.event))
    });
    let mut findings: Vec<Finding> = Vec::new();
    for (_, found) in ranked {
        let Some(signal) = signal::id_of(&found.signal) else { continue };
        match findings.iter_mut().find(|known| known.key == found.key) {
            Some(known) => {
                known.evidence.events.extend(&found.evidence.events);
                known.evidence.events.sort_unstable();
                known.evidence.events.dedup();
            }
            None => findings.push(Finding {
                signal,
                severity: found.severity,
                what: found.what.clone(),
                evidence: found.evidence.clone(),
                key: found.key.clone(),
            }),
        }
    }
    findings
}

fn diagnostic(standing: Standing, findings: &[Finding]) -> String {
    let mut seen: Vec<&str> = Vec::new();
    for finding in findings {
        if !seen.contains(&finding.what.as_str()) {
            seen.push(&finding.what);
        }
    }
    let more = seen.len().saturating_sub(MAX_FACTS);
    seen.truncate(MAX_FACTS);
    let standing = signal::standing_words(standing, findings.first().map(|worst| worst.signal.0));
    match (seen.is_empty(), more) {
        (true, _) => standing.to_owned(),
        (false, 0) => format!("{standing}: {}", seen.join("; ")),
        (false, more) => format!("{standing}: {}; and {more} more", seen.join("; ")),
    }
}

fn to_agent(guard: &Guard<'_>, verdict: &Verdict, goal: &Goal, speech: Speech) -> Decision {
    let config = &guard.facts.config.correction;
    match speech {
        Speech::Silent => Decision::Pass,
        Speech::Agent => {
            let text = plain_line(&correction::compose(verdict, goal, config));
            let notice = (!told(guard, verdict)).then(|| line(guard, &correction::notice(verdict, goal, config)));
            Decision::Inject { text, notice }
        }
        Speech::Human => Decision::Notify { notice: line(guard, &correction::handed_over(verdict, goal, config)) },
    }
}

/// A line for the human, with the advice that belongs to a new checkpoint.
fn line(guard: &Guard<'_>, notice: &str) -> String {
    plain(
        &new_checkpoint(guard)
            .map_or_else(|| notice.to_owned(), |_| format!("{notice} {}", correction::CHECKPOINT_ADVICE)),
    )
}

/// A checkpoint that the human has not heard of.
fn new_checkpoint<'a>(guard: &'a Guard<'_>) -> Option<&'a Checkpoint> {
    guard.session.drift.checkpoint.as_ref().filter(|checkpoint| !checkpoint.told)
}

/// True when the human knows all that a line would say.
fn told(guard: &Guard<'_>, verdict: &Verdict) -> bool {
    let known = |finding: &Finding| guard.session.drift.told.contains(&finding.key);
    verdict.findings.iter().all(known) && new_checkpoint(guard).is_none()
}

/// At the end of a turn nothing is said to the agent: the human sees what happened and decides about the next prompt.
fn at_stop(guard: &Guard<'_>, verdict: &Verdict, goal: &Goal, speech: Speech) -> Decision {
    if speech == Speech::Silent || told(guard, verdict) {
        return Decision::Pass;
    }
    let words = if speech == Speech::Human { correction::handed_over } else { correction::notice };
    Decision::Notify { notice: line(guard, &words(verdict, goal, &guard.facts.config.correction)) }
}

fn remember(
    guard: &mut Guard<'_>,
    verdict: &Verdict,
    decision: &Decision,
    speech: Speech,
    surface: Surface,
    now: EventId,
) {
    let config = guard.facts.config;
    let keys = || verdict.findings.iter().map(|finding| finding.key.clone());
    let spoken = matches!(decision, Decision::Inject { .. });
    let tokens = if let Decision::Inject { text, .. } = decision { guard.count_tokens(text) } else { 0 };
    let state = &mut guard.session.drift;
    if spoken {
        state.spent_tokens = state.spent_tokens.saturating_add(tokens);
        for item in &mut state.open {
            item.cited = true;
        }
        let signals: Vec<&str> = verdict.findings.iter().map(|finding| finding.signal.0).collect();
        for signal in signals {
            drift::remember_alert(state, signal, now);
        }
        state.delivered.push(Delivered {
            level: verdict.level,
            key: worst_key(verdict, config).to_owned(),
            event: now,
            answered: false,
            in_turn: surface == Surface::After,
            decided: false,
        });
        let surplus = state.delivered.len().saturating_sub(MAX_DELIVERED);
        state.delivered.drain(..surplus);
        state.raised = false;
        state.plan = verdict.recovery.clone().filter(|_| verdict.level >= Level::Intervene);
    }
    if spoken || matches!(decision, Decision::Notify { .. }) {
        state.handed_over |= speech == Speech::Human;
        if let Some(checkpoint) = &mut state.checkpoint {
            checkpoint.told = true;
        }
        for key in keys() {
            if !state.told.contains(&key) {
                state.told.push(key);
            }
        }
        let surplus = state.told.len().saturating_sub(MAX_TOLD);
        state.told.drain(..surplus);
    }
    let event = DriftEvent {
        timestamp: guard.facts.now,
        score: verdict.score,
        effective: verdict.effective,
        level: verdict.level,
        kind: verdict.kind,
        standing: verdict.standing,
        spoken,
        revision: guard.session.goal.as_ref().map_or(0, |goal| goal.revision),
        diagnostic: verdict.diagnostic.clone(),
        findings: keys().take(MAX_FACTS).collect(),
        event: now,
    };
    drift::count_in(&mut state.tally, &event, config);
    guard.change.drift_events.push(event);
}
