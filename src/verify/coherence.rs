//! One number for a reply: how well it follows from what was asked and from what is known.
//!
//! coherence = 1 - (logical weight x logical divergence + factual weight x factual divergence). Without facts the
//! factual one is a half, and the answer says that it is unsure. What the two are is said in `response`.

use crate::config::CoherenceConfig;
use std::collections::{BTreeMap, HashMap};

/// How well a reply follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coherence {
    /// 1 for all, 0 for nothing.
    pub score: f64,
    /// How far it is from the prompt, 0 to 1.
    pub logical: f64,
    /// How far it is from the facts, 0 to 1.
    pub factual: f64,
    /// True where no fact was there, or both answers are about as likely: then a judge may be asked.
    pub unsure: bool,
    /// True where the score reaches the threshold.
    pub approved: bool,
}

impl Coherence {
    /// The number from its two parts.
    pub fn of(logical: f64, factual: Option<f64>, config: &CoherenceConfig) -> Self {
        let (logical, known) = (logical.clamp(0.0, 1.0), factual.is_some());
        let factual = factual.map_or(config.no_facts, |factual| factual.clamp(0.0, 1.0));
        let score = 1.0 - (config.logical * logical + config.factual * factual);
        let between = (score - config.threshold).abs() < config.margin;
        Self { score, logical, factual, unsure: !known || between, approved: score >= config.threshold }
    }

    /// The same with a judge's answer to "does the reply follow?" blended in, where it was unsure; else as it was.
    #[must_use]
    pub fn judged(self, follows: bool, config: &CoherenceConfig) -> Self {
        if !self.unsure {
            return self;
        }
        let divergence = if follows { config.judge_yes } else { config.judge_no };
        let score = 1.0 - (config.local_weight * (1.0 - self.score) + (1.0 - config.local_weight) * divergence);
        Self { score, approved: score >= config.threshold, ..self }
    }
}

/// What was worked out before: the least recently used one goes, and one that is too old counts as none.
#[derive(Clone, Debug)]
pub struct ScoreCache<T> {
    capacity: usize,
    lifetime: i64,
    /// Each text pair with what came of it, when it was put in and when it was used, counted.
    entries: HashMap<(String, String), (T, i64, u64)>,
    by_use: BTreeMap<u64, (String, String)>,
    uses: u64,
}

impl<T: Copy> ScoreCache<T> {
    /// A cache of so many answers, each good for so many milliseconds.
    pub fn new(config: &CoherenceConfig) -> Self {
        Self {
            capacity: config.cache,
            lifetime: config.cache_ms,
            entries: HashMap::new(),
            by_use: BTreeMap::new(),
            uses: 0,
        }
    }

    /// What was kept of this prompt and reply at `now`, in milliseconds of any clock that does not go back.
    pub fn get(&mut self, prompt: &str, reply: &str, now: i64) -> Option<T> {
        let key = (prompt.to_owned(), reply.to_owned());
        let (kept, since, used) = *self.entries.get(&key)?;
        self.by_use.remove(&used);
        if now.saturating_sub(since) >= self.lifetime {
            self.entries.remove(&key);
            return None;
        }
        self.note(key, kept, since);
        Some(kept)
    }

    /// Keeps what came of it.
    pub fn put(&mut self, prompt: &str, reply: &str, kept: T, now: i64) {
        let key = (prompt.to_owned(), reply.to_owned());
        if let Some((_, _, used)) = self.entries.get(&key) {
            self.by_use.remove(used);
        } else if self.entries.len() >= self.capacity {
            let Some((_, oldest)) = self.by_use.pop_first() else { return };
            self.entries.remove(&oldest);
        }
        self.note(key, kept, now);
    }

    fn note(&mut self, key: (String, String), kept: T, since: i64) {
        self.uses += 1;
        self.by_use.insert(self.uses, key.clone());
        self.entries.insert(key, (kept, since, self.uses));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    fn settings() -> CoherenceConfig {
        config::defaults().coherence
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn the_number_is_made_of_two_parts() {
        let config = settings();
        near(Coherence::of(0.0, Some(0.0), &config).score, 1.0);
        near(Coherence::of(1.0, Some(0.0), &config).score, 0.4);
        near(Coherence::of(0.0, Some(1.0), &config).score, 0.6);
        let unknown = Coherence::of(0.0, None, &config);
        near(unknown.score, 0.8);
        assert!(unknown.unsure && unknown.approved);
        assert!(!Coherence::of(1.0, Some(1.0), &config).approved);
    }

    #[test]
    fn a_judge_is_heard_only_where_it_is_unsure() {
        let config = settings();
        let sure = Coherence::of(0.0, Some(0.0), &config);
        assert_eq!(sure.judged(false, &config), sure);
        let unsure = Coherence::of(0.0, None, &config);
        near(unsure.judged(true, &config).score, 1.0 - (0.7 * 0.2 + 0.3 * 0.2));
        near(unsure.judged(false, &config).score, 1.0 - (0.7 * 0.2 + 0.3 * 0.8));
    }

    #[test]
    fn the_cache_forgets_by_age_and_by_use() {
        let mut cache = ScoreCache::new(&CoherenceConfig { cache: 2, cache_ms: 100, ..settings() });
        let score = Coherence::of(0.0, Some(0.0), &settings());
        cache.put("a", "1", score, 0);
        cache.put("b", "1", score, 0);
        assert_eq!(cache.get("a", "1", 10), Some(score));
        cache.put("c", "1", score, 20);
        assert_eq!(cache.get("b", "1", 30), None, "used least recently");
        assert_eq!(cache.get("a", "1", 99), Some(score));
        assert_eq!(cache.get("a", "1", 100), None, "too old");
        cache.put("c", "1", score, 110);
        assert_eq!(cache.get("c", "1", 115), Some(score));
        assert_eq!(cache.get("c", "2", 115), None);
        assert!(cache.by_use.len() == cache.entries.len());
    }
}
