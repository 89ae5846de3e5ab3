//! The statistic as a score of 10 to 1, and what the score is called.

use crate::config::{Config, ScoreConfig};
use crate::domain::{DriftKind, DriftState, Score, Standing};

/// Maps the statistic (nats, 0 or more) to 10..=1: one point less for each threshold reached. Monotone by construction.
pub fn score(statistic: f64, config: &ScoreConfig) -> Score {
    let reached = config.thresholds.iter().filter(|threshold| statistic >= **threshold).count();
    Score::new(10 - i64::try_from(reached).unwrap_or(9))
}

/// The name of a raw score's range (seed 004).
pub fn kind(score: Score) -> DriftKind {
    match score.value() {
        8.. => DriftKind::None,
        5..=7 => DriftKind::Minor,
        3..=4 => DriftKind::Major,
        _ => DriftKind::Critical,
    }
}

/// Which of the four outcomes holds. Unknown is neither fine nor drift: with nothing to compare the answer is "unsure".
pub fn standing(state: &DriftState, raw: Score, config: &Config) -> Standing {
    if raw.value() < config.score.clean {
        Standing::OffGoal
    } else if state.judged == 0 {
        Standing::NotChecked
    } else if state.known == 0 || raw < Score::PERFECT {
        Standing::Unsure
    } else {
        Standing::OnGoal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_threshold_costs_one_point() {
        let config = crate::config::defaults().score;
        let mut last = 11;
        for (index, threshold) in config.thresholds.iter().enumerate() {
            let below = score(threshold - 0.01, &config).value();
            let at = score(*threshold, &config).value();
            assert_eq!((usize::from(below), usize::from(at)), (10 - index, 9 - index));
            assert!(at < last);
            last = at;
        }
        assert_eq!(score(0.0, &config), Score::PERFECT);
        assert_eq!(score(f64::INFINITY, &config).value(), 1);
    }

    #[test]
    fn kinds_are_the_seeds() {
        let names: Vec<&str> = (1..=10).map(|value| kind(Score::new(value)).name()).collect();
        let expected = ["critical", "critical", "major", "major", "minor", "minor", "minor", "none", "none", "none"];
        assert_eq!(names, expected);
    }
}
