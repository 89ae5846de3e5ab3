//! How sure the memory is of a warning.
//!
//! Seed 000: 0.65 of reinforcement, 0.35 of likeness, and a part for recency. Added up as the seed writes it the sum passes 1
//! (0.65 * 0.95 + 0.35 + 0.15 = 1.12), so the first two are scaled by what recency leaves, as the seed's later code does.

use crate::config::MemoryConfig;

/// Parts of what is remembered, and of how alike the step is (seed 000).
const REINFORCED: f64 = 0.65;
const ALIKE: f64 = 0.35;
/// Reinforcement by frequency, the most frequent first (seed 000).
const TIERS: [(f64, f64); 4] = [(5.0, 0.95), (3.0, 0.85), (2.0, 0.75), (f64::NEG_INFINITY, 0.60)];
/// Recency by age in days, the newest first (seed 000).
const AGES: [(f64, f64); 4] = [(1.0, 1.0), (7.0, 0.85), (30.0, 0.70), (f64::INFINITY, 0.50)];
/// Recency can never outweigh the rest (seed 000).
const MOST_RECENCY: f64 = 0.5;
/// Milliseconds of a day.
const DAY: f64 = 86_400_000.0;

/// What speaks for a warning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grounds {
    /// How often the action was met.
    pub node: u32,
    /// How often it led to what is warned of.
    pub edge: u32,
    /// How alike the coming step is, 0 to 1.
    pub similarity: f64,
    /// How recent it is, 0 to 1 ([`recency`]); `None` where no time is known.
    pub recency: Option<f64>,
}

/// 0 to 1.
pub fn confidence(grounds: &Grounds, config: &MemoryConfig) -> f64 {
    let combined = f64::midpoint(f64::from(grounds.node), f64::from(grounds.edge));
    let reinforced = tier(combined);
    let base = REINFORCED * reinforced + ALIKE * grounds.similarity.clamp(0.0, 1.0);
    match grounds.recency {
        Some(recency) => {
            let weight = config.recency_weight.clamp(0.0, MOST_RECENCY);
            (1.0 - weight) * base + weight * recency
        }
        None => base,
    }
}

fn tier(frequency: f64) -> f64 {
    TIERS.iter().find(|(from, _)| frequency >= *from).map_or(0.0, |(_, worth)| *worth)
}

/// How recent something is that was met at `then`; a clock that went back makes nothing older.
pub fn recency(then: i64, now: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a difference of times in milliseconds")]
    let days = now.saturating_sub(then).max(0) as f64 / DAY;
    AGES.iter().find(|(to, _)| days <= *to).map_or(0.0, |(_, worth)| *worth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    #[track_caller]
    fn check(node: u32, edge: u32, similarity: f64, recency: Option<f64>, expected: f64) {
        let grounds = Grounds { node, edge, similarity, recency };
        let found = confidence(&grounds, &config::defaults().memory);
        assert!((found - expected).abs() < 1e-4, "{grounds:?}: {found}");
    }

    #[test]
    fn the_figures_of_the_seed() {
        check(1, 1, 0.65, None, 0.6175);
        check(1, 1, 0.95, None, 0.7225);
        check(1, 2, 0.8, Some(1.0), 0.7195);
        check(5, 5, 0.8, Some(0.5), 0.8379);
        check(4, 5, 0.6, Some(1.0), 0.7981);
    }

    #[test]
    fn recency_never_outweighs_the_rest_and_nothing_passes_one() {
        let heavy = MemoryConfig { recency_weight: 0.9, ..config::defaults().memory };
        let grounds = Grounds { node: 1, edge: 1, similarity: 1.0, recency: Some(1.0) };
        assert!((confidence(&grounds, &heavy) - 0.87).abs() < 1e-4);
        let most = Grounds { node: 99, edge: 99, similarity: 7.0, recency: Some(1.0) };
        assert!(confidence(&most, &heavy) <= 1.0);
    }

    #[test]
    fn recency_falls_in_steps() {
        let day = 86_400_000;
        for (age, expected) in [(0, 1.0), (1, 1.0), (7, 0.85), (8, 0.7), (30, 0.7), (31, 0.5), (400, 0.5)] {
            assert!((recency(0, age * day) - expected).abs() < 1e-9, "{age}");
        }
        assert!((recency(day, 0) - 1.0).abs() < 1e-9);
    }
}
