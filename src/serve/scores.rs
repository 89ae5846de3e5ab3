//! What a judge said, kept for a while: the same question is not asked twice.

use crate::config::CoherenceConfig;
use crate::domain::Fact;
use crate::inference::judge::Ruling;
use crate::verify::coherence::ScoreCache;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The cache and the clock that it is read by.
pub struct Scores {
    cache: Mutex<ScoreCache<Ruling>>,
    since: Instant,
}

impl Scores {
    /// Nothing kept yet.
    pub fn new(config: &CoherenceConfig) -> Self {
        Self { cache: Mutex::new(ScoreCache::new(config)), since: Instant::now() }
    }

    /// What was said of a response to a prompt where these facts were known.
    pub(super) fn get(&self, prompt: &str, said: &str, facts: &[Fact]) -> Option<Ruling> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&asked(prompt, facts), said, self.now())
    }

    /// Keeps it.
    pub(super) fn put(&self, prompt: &str, said: &str, facts: &[Fact], ruling: Ruling) {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).put(&asked(prompt, facts), said, ruling, self.now());
    }

    fn now(&self) -> i64 {
        i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX)
    }
}

/// Another fact makes another question. Each text stands behind its length: two facts are not one of two lines.
fn asked(prompt: &str, facts: &[Fact]) -> String {
    let texts = std::iter::once(prompt).chain(facts.iter().map(|fact| fact.text.as_str()));
    texts.flat_map(|text| [text.len().to_string(), ":".to_owned(), text.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::FactSource;

    #[test]
    fn other_facts_make_another_question() {
        let question = |prompt: &str, facts: &[&str]| {
            let fact = |text: &&str| Fact { text: (*text).to_owned(), source: FactSource::Given };
            asked(prompt, &facts.iter().map(fact).collect::<Vec<_>>())
        };
        let questions = [
            question("a\nb", &[]),
            question("a", &["b"]),
            question("p", &["a\nb"]),
            question("p", &["a", "b"]),
            question("p", &["b", "a"]),
            question("p", &["a1:b"]),
            question("p", &["a", "", "b"]),
        ];
        for (at, one) in questions.iter().enumerate() {
            assert!(!questions[..at].contains(one), "{one:?}");
        }
    }
}
