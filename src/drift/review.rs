//! What a finished task is marked with (seed 004).

use crate::config::Config;
use crate::domain::{DriftEvent, Level, Standing, TaskTally};

/// Adds one assessment to the figures; the first of another goal revision begins them anew.
pub fn count_in(tally: &mut TaskTally, event: &DriftEvent, config: &Config) {
    if tally.revision != event.revision {
        *tally = TaskTally { revision: event.revision, ..TaskTally::default() };
    }
    tally.assessments += 1;
    if event.standing != Standing::NotChecked {
        tally.checked += 1;
        tally.checked_sum += u32::from(event.score.value());
    }
    tally.drift_events += u32::from(event.score.value() < config.score.clean);
    tally.corrections += u32::from(event.spoken);
    tally.drift_spoken += u32::from(event.spoken && event.score.value() < config.review.had_drift_below);
    tally.halts += u32::from(event.level == Level::Halt);
    tally.final_score = event.score;
    tally.final_level = event.level;
}

/// True when the last raw score is clean, or nothing was judged.
pub fn resolved(tally: &TaskTally, config: &Config) -> bool {
    tally.final_score.value() >= config.score.clean
}

/// Three corrections, a mean below 6 over two or more checks, any halt, escalation 2 or more, or unresolved drift.
pub fn needs_review(tally: &TaskTally, escalation: u8, config: &Config) -> bool {
    let numbers = &config.review;
    let mean = f64::from(tally.checked_sum) / f64::from(tally.checked.max(1));
    tally.corrections >= numbers.corrections
        || (tally.checked >= numbers.mean_checks && mean < numbers.mean_below)
        || tally.halts > 0
        || escalation >= numbers.escalation
        // One mild score at the end is no reason for a review.
        || (!resolved(tally, config) && tally.final_level > Level::Nudge)
}

/// The tags of a task: `needs-review` and `had-drift`.
pub fn tags(tally: &TaskTally, escalation: u8, config: &Config) -> Vec<String> {
    let mut tags = Vec::new();
    if needs_review(tally, escalation, config) {
        tags.push("needs-review".to_owned());
    }
    if tally.drift_spoken > 0 {
        tags.push("had-drift".to_owned());
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DriftKind, EventId, Score};

    fn event(score: i64, level: Level) -> DriftEvent {
        DriftEvent {
            timestamp: 0,
            score: Score::new(score),
            effective: Score::new(score),
            level,
            kind: DriftKind::None,
            standing: if score < 8 { Standing::OffGoal } else { Standing::OnGoal },
            spoken: level != Level::None,
            revision: 1,
            diagnostic: String::new(),
            findings: vec![],
            event: EventId(0),
        }
    }

    fn tally(history: &[(i64, Level)]) -> TaskTally {
        let mut tally = TaskTally::default();
        for (score, level) in history {
            count_in(&mut tally, &event(*score, *level), &crate::config::defaults());
        }
        tally
    }

    #[track_caller]
    fn check(history: &[(i64, Level)], escalation: u8, expected: &[&str]) {
        assert_eq!(tags(&tally(history), escalation, &crate::config::defaults()), expected);
    }

    #[test]
    fn tags_by_the_seeds_rule() {
        check(&[], 0, &[]);
        check(&[(10, Level::None), (9, Level::None)], 0, &[]);
        check(&[(7, Level::Nudge), (10, Level::None)], 0, &["had-drift"]);
        check(&[(5, Level::Correct), (6, Level::Correct)], 0, &["needs-review", "had-drift"]);
        check(
            &[(2, Level::Halt), (10, Level::None), (10, Level::None), (10, Level::None)],
            0,
            &["needs-review", "had-drift"],
        );
        check(&[(7, Level::Nudge); 3], 0, &["needs-review", "had-drift"]);
        check(&[(10, Level::None)], 2, &["needs-review"]);
        check(&[(4, Level::Intervene)], 0, &["needs-review", "had-drift"]);
    }

    #[test]
    fn resolved_when_the_last_score_is_clean() {
        let facts = tally(&[(3, Level::Intervene), (9, Level::None)]);
        let resolved = resolved(&facts, &crate::config::defaults());
        assert_eq!((facts.drift_events, resolved, facts.final_score.value()), (1, true, 9));
    }

    #[test]
    fn another_revision_begins_anew() {
        let config = crate::config::defaults();
        let mut facts = tally(&[(2, Level::Halt)]);
        count_in(&mut facts, &DriftEvent { revision: 2, ..event(10, Level::None) }, &config);
        assert_eq!((facts.revision, facts.assessments, facts.halts), (2, 1, 0));
    }
}
