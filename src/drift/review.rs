//! What a finished task is marked with (seed 004).

use crate::config::Config;
use crate::domain::{DriftEvent, Level, Score, Standing};

/// The drift side of a task in figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Assessments below the clean score.
    pub drift_events: u32,
    /// Texts that were given.
    pub corrections: u32,
    /// The last raw score, 10 where nothing was judged.
    pub final_score: Score,
    /// True when the last raw score is clean.
    pub resolved: bool,
    /// True when a halt was reached.
    pub halted: bool,
}

/// Sums up the assessments of one goal revision, oldest first.
pub fn summary(history: &[DriftEvent], config: &Config) -> Summary {
    let count = |wanted: &dyn Fn(&DriftEvent) -> bool| {
        u32::try_from(history.iter().filter(|event| wanted(event)).count()).unwrap_or(u32::MAX)
    };
    let final_score = history.last().map_or(Score::PERFECT, |event| event.score);
    Summary {
        drift_events: count(&|event| event.score.value() < config.score.clean),
        corrections: count(&|event| event.spoken),
        final_score,
        resolved: final_score.value() >= config.score.clean,
        halted: count(&|event| event.level == Level::Halt) > 0,
    }
}

/// Three corrections, a mean below 6 over two or more checks, any halt, escalation 2 or more, or unresolved drift.
pub fn needs_review(history: &[DriftEvent], escalation: u8, config: &Config) -> bool {
    let numbers = &config.review;
    let facts = summary(history, config);
    let checked: Vec<f64> = history
        .iter()
        .filter(|event| event.standing != Standing::NotChecked)
        .map(|event| f64::from(event.score.value()))
        .collect();
    let checks = u32::try_from(checked.len()).unwrap_or(u32::MAX);
    let mean = checked.iter().sum::<f64>() / f64::from(checks.max(1));
    facts.corrections >= u32::try_from(numbers.corrections).unwrap_or(u32::MAX)
        || (checked.len() >= numbers.mean_checks && mean < numbers.mean_below)
        || facts.halted
        || escalation >= numbers.escalation
        || unresolved(history, config)
}

/// A last assessment that called for more than a nudge; one mild score at the end is no reason for a review.
fn unresolved(history: &[DriftEvent], config: &Config) -> bool {
    history.last().is_some_and(|last| last.score.value() < config.score.clean && last.level > Level::Nudge)
}

/// The tags of a task: `needs-review` and `had-drift`.
pub fn tags(history: &[DriftEvent], escalation: u8, config: &Config) -> Vec<String> {
    let mut tags = Vec::new();
    if needs_review(history, escalation, config) {
        tags.push("needs-review".to_owned());
    }
    if history.iter().any(|event| event.spoken && event.score.value() < config.review.had_drift_below) {
        tags.push("had-drift".to_owned());
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DriftKind, EventId};

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

    #[track_caller]
    fn check(history: &[(i64, Level)], escalation: u8, expected: &[&str]) {
        let history: Vec<DriftEvent> = history.iter().map(|(score, level)| event(*score, *level)).collect();
        assert_eq!(tags(&history, escalation, &crate::config::defaults()), expected);
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
        let facts = summary(&[event(3, Level::Intervene), event(9, Level::None)], &crate::config::defaults());
        assert_eq!((facts.drift_events, facts.resolved, facts.final_score.value()), (1, true, 9));
    }
}
