//! What would have been said and stopped in a session that was only recorded (mode "monitor", a pause).
//!
//! An estimate by the rules that speak, from what is stored of each assessment. Not stored are the moment of an assessment
//! (a prompt, a tool, the end of a turn) and which single change each piece of evidence is: a finding counts as new where
//! its key was not cited yet or the score has fallen.

use super::{Speech, after_assessment, effective, level, may_speak, remember_alert};
use crate::config::Config;
use crate::domain::{Delivered, DriftEvent, DriftState, Level, SCORE_KEY, Score, SignalId, Standing, split_key};
use std::collections::{BTreeMap, BTreeSet};

/// What would have happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rehearsal {
    /// Texts to the agent, by level.
    pub texts: BTreeMap<Level, u64>,
    /// Times that only the human would have been told, since the agent did not react.
    pub handed_over: u64,
    /// Findings about a limit that the user set. Those that are prohibitions are denied in the modes guide and enforce:
    /// at most so many.
    pub against_a_limit: u64,
    /// Changes beyond the goal at a level from intervene on, which the mode enforce denies.
    pub beyond_the_goal: u64,
}

/// Goes through the assessments of one session, oldest first, as if it had been allowed to speak.
pub fn rehearse(history: &[DriftEvent], config: &Config) -> Rehearsal {
    let mut rehearsal = Rehearsal::default();
    let mut state = DriftState::default();
    let (mut cited, mut met) = (BTreeSet::new(), BTreeSet::new());
    let (mut revision, mut last) = (0, Score::PERFECT);
    for event in history.iter().filter(|event| event.standing != Standing::NotChecked) {
        if event.revision != revision {
            revision = event.revision;
            state = DriftState::default();
            cited.clear();
            met.clear();
        }
        if event.score == Score::PERFECT {
            // The work came back: what is said from now on is about something new.
            state.delivered.iter_mut().for_each(|text| text.answered = true);
            state.handed_over = false;
            cited.clear();
        }
        let level = level(effective(event.score, state.escalation, config), config);
        let fresh = event.score < last || event.findings.iter().any(|key| !cited.contains(key));
        last = event.score;
        for key in event.findings.iter().filter(|key| met.insert((*key).clone())) {
            if SignalId::CONSTRAINT_BREACH.subject_of(key).is_some() {
                rehearsal.against_a_limit += 1;
            } else if level >= Level::Intervene && SignalId::OUT_OF_SCOPE.subject_of(key).is_some() {
                rehearsal.beyond_the_goal += 1;
            }
        }
        let spoken = match speech(&state, event, level, fresh, config) {
            Speech::Silent => None,
            Speech::Human => {
                rehearsal.handed_over += 1;
                state.handed_over = true;
                None
            }
            Speech::Agent => {
                *rehearsal.texts.entry(level).or_default() += 1;
                cited.extend(event.findings.iter().cloned());
                deliver(&mut state, event, level);
                Some(level)
            }
        };
        state.escalation = after_assessment(state.escalation, event.score, spoken, true, config);
    }
    rehearsal
}

fn speech(state: &DriftState, event: &DriftEvent, level: Level, fresh: bool, config: &Config) -> Speech {
    if state.unread(event.event, config.cooldown.events) {
        return Speech::Silent;
    }
    may_speak(state, level, worst(event), fresh, event.event, config)
}

fn deliver(state: &mut DriftState, event: &DriftEvent, level: Level) {
    for key in &event.findings {
        remember_alert(state, split_key(key).0, event.event);
    }
    let key = worst(event).to_owned();
    // Most texts are given between two actions of a turn.
    state.delivered.push(Delivered { level, key, event: event.event, answered: false, in_turn: true, decided: false });
}

fn worst(event: &DriftEvent) -> &str {
    event.findings.first().map_or(SCORE_KEY, String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::EventId;

    /// An assessment: event, goal revision, score, and the keys of its findings by their subjects.
    type Judged = (u64, u32, i64, &'static [&'static str]);

    #[track_caller]
    fn check(judged: &[Judged], texts: &[(Level, u64)], others: [u64; 3]) {
        let config = crate::config::defaults();
        let event = |(event, revision, score, findings): &Judged| DriftEvent {
            timestamp: 0,
            score: Score::new(*score),
            effective: Score::new(*score),
            level: level(Score::new(*score), &config),
            kind: super::super::kind(Score::new(*score)),
            standing: if *score < 8 { Standing::OffGoal } else { Standing::OnGoal },
            spoken: false,
            revision: *revision,
            diagnostic: String::new(),
            findings: findings.iter().map(ToString::to_string).collect(),
            event: EventId(*event),
        };
        let rehearsal = rehearse(&judged.iter().map(event).collect::<Vec<_>>(), &config);
        let told = [rehearsal.handed_over, rehearsal.against_a_limit, rehearsal.beyond_the_goal];
        assert_eq!((rehearsal.texts, told), (texts.iter().copied().collect(), others));
    }

    const A: &str = "out-of-scope:a.css";
    const B: &str = "out-of-scope:b.css";
    const C: &str = "out-of-scope:c.css";
    const LIMIT: &str = "constraint-breach:CHANGELOG.md";

    #[test]
    fn work_on_the_goal_is_never_spoken_of() {
        check(&[], &[], [0, 0, 0]);
        check(&[(1, 1, 10, &[]), (9, 1, 8, &[A])], &[], [0, 0, 0]);
    }

    #[test]
    fn the_seeds_example_gives_its_three_texts() {
        let judged: [Judged; 3] = [(10, 1, 6, &[A]), (20, 1, 5, &[B, A]), (30, 1, 4, &[C, B, A])];
        let texts = [(Level::Correct, 1), (Level::Intervene, 1), (Level::Halt, 1)];
        // Only the last two findings were met at a level that the mode enforce denies at.
        check(&judged, &texts, [0, 0, 2]);
    }

    #[test]
    fn the_same_evidence_is_said_once() {
        check(&[(10, 1, 6, &[A]), (20, 1, 6, &[A]), (30, 1, 6, &[A])], &[(Level::Correct, 1)], [0, 0, 0]);
        // What follows at once was decided before the text could be read.
        check(&[(10, 1, 6, &[A]), (12, 1, 5, &[B, A])], &[(Level::Correct, 1)], [0, 0, 1]);
    }

    #[test]
    fn another_goal_begins_anew_and_so_does_work_that_came_back() {
        check(&[(10, 1, 6, &[A]), (20, 2, 6, &[A])], &[(Level::Correct, 2)], [0, 0, 0]);
        check(&[(10, 1, 7, &[A]), (20, 1, 10, &[]), (30, 1, 7, &[B])], &[(Level::Nudge, 2)], [0, 0, 0]);
    }

    #[test]
    fn after_a_halt_the_human_is_told_once() {
        let judged: [Judged; 4] = [(10, 1, 2, &[A]), (20, 1, 1, &[B, A]), (30, 1, 1, &[C, B]), (40, 1, 1, &[LIMIT, C])];
        check(&judged, &[(Level::Halt, 1)], [1, 1, 3]);
    }
}
