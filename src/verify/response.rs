//! A response, sentence by sentence, held against the prompt that it answers and against what is known: what its coherence
//! is made of (seed 001).
//!
//! Only what is said otherwise counts, and of that the worst sentence: a response says more than its prompt, what no fact
//! speaks of may well be true, and one false sentence is enough, however many true ones stand around it.

use super::coherence::Coherence;
use super::text::{Asked, Asks, Evidence, TextJudgement, TextVerdict, judge_with};
use crate::config::{Config, GroundingConfig};
use crate::domain::Fact;
use crate::text::words;
use std::collections::BTreeSet;
use std::ops::Range;

/// Facts that one sentence is held against: the ones that have most of its words.
const FACTS_A_SENTENCE: usize = 5;
/// One telling word in so many of a sentence must stand in a fact that speaks of the same.
const SHARED_SHARE: usize = 3;

/// One sentence of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The sentence, as written.
    pub text: String,
    /// Where it stands in the response, in bytes.
    pub span: Range<usize>,
    /// How far it says the contrary of the prompt, 0 to 1.
    pub logical: f64,
    /// How far it says otherwise than the facts, 0 to 1; `None` where none speaks of it.
    pub factual: Option<f64>,
    /// The facts that speak of it, by their places in the list, the most alike first.
    pub facts: Vec<usize>,
    /// What speaks against it.
    pub reason: Option<String>,
    /// True when a fact surely says the contrary (`report.reject`): no judge and no other sentence outweighs that.
    pub surely_false: bool,
}

/// What is thought of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// Its sentences in their order.
    pub parts: Vec<Part>,
    /// What they come to, before a judge is asked.
    pub coherence: Coherence,
    /// True when it has more sentences than were looked at.
    pub cut: bool,
}

impl Reviewed {
    /// True when a fact surely says the contrary of some sentence.
    pub fn surely_false(&self) -> bool {
        self.parts.iter().any(|part| part.surely_false)
    }

    /// The facts that speak of anything in the response, each once, in their order.
    pub fn facts(&self) -> BTreeSet<usize> {
        self.parts.iter().flat_map(|part| part.facts.iter().copied()).collect()
    }
}

/// Holds a response against its prompt and the facts. A model of entailment is asked about both, where there is one.
pub fn response(prompt: &str, response: &str, facts: &[Fact], model: Option<&Asks<'_>>, config: &Config) -> Reviewed {
    // A question states nothing that could be contradicted: its answer names what it leaves open.
    let stated = words::sentences(prompt).into_iter().filter(|sentence| !sentence.ends_with('?'));
    let prompt = Known::new(stated);
    let facts = Known::new(facts.iter().map(|fact| fact.text.as_str()));
    let (mut parts, mut cut) = (Vec::new(), false);
    for sentence in words::sentences(response) {
        if parts.len() >= config.report.max_claims {
            cut = true;
            break;
        }
        // Both lie in the same text.
        let at = sentence.as_ptr() as usize - response.as_ptr() as usize;
        let stems = stems(sentence);
        let (_, by_prompt) = prompt.judged(sentence, &stems, model, &config.grounding);
        let (speaking, by_facts) = facts.judged(sentence, &stems, model, &config.grounding);
        let against = |judged: &Option<TextJudgement>| {
            let contradicted = |judged: &&TextJudgement| judged.verdict == TextVerdict::Contradicted;
            judged.as_ref().filter(contradicted).map(|judged| (1.0 - judged.score, judged.reason().map(str::to_owned)))
        };
        let (against_prompt, against_facts) = (against(&by_prompt), against(&by_facts));
        let says_so = by_facts.as_ref().filter(|judged| judged.verdict == TextVerdict::Supported);
        let factual = against_facts.as_ref().map(|(far, _)| *far).or(says_so.map(|judged| 1.0 - judged.score));
        let logical = against_prompt.as_ref().map_or(0.0, |(far, _)| *far);
        parts.push(Part {
            text: sentence.to_owned(),
            span: at..at + sentence.len(),
            logical,
            factual,
            surely_false: against_facts.as_ref().is_some_and(|(far, _)| *far >= config.report.reject),
            facts: if factual.is_some() { speaking } else { Vec::new() },
            reason: against_facts.or(against_prompt).and_then(|(_, reason)| reason),
        });
    }
    let logical = parts.iter().map(|part| part.logical).fold(0.0, f64::max);
    let factual = parts.iter().filter_map(|part| part.factual).reduce(f64::max);
    Reviewed { parts, coherence: Coherence::of(logical, factual, &config.coherence), cut }
}

/// Statements that sentences are held against.
struct Known<'a> {
    texts: Vec<&'a str>,
    stems: Vec<BTreeSet<String>>,
}

impl<'a> Known<'a> {
    fn new(texts: impl Iterator<Item = &'a str>) -> Self {
        let texts: Vec<&str> = texts.collect();
        Self { stems: texts.iter().map(|text| stems(text)).collect(), texts }
    }

    /// The statements that speak of the same as a sentence, the most alike first, and what they say about it.
    fn judged(
        &self,
        sentence: &str,
        stems: &BTreeSet<String>,
        model: Option<&Asks<'_>>,
        config: &GroundingConfig,
    ) -> (Vec<usize>, Option<TextJudgement>) {
        let shared = |known: &BTreeSet<String>| stems.intersection(known).count();
        let mut speaking: Vec<(usize, usize)> = self
            .stems
            .iter()
            .enumerate()
            .map(|(place, known)| (shared(known), place))
            .filter(|(shared, _)| *shared > 0 && shared * SHARED_SHARE >= stems.len())
            .collect();
        speaking.sort_by_key(|(shared, place)| (usize::MAX - shared, *place));
        speaking.truncate(FACTS_A_SENTENCE);
        if speaking.is_empty() {
            return (Vec::new(), None);
        }
        let told: Vec<&str> = speaking.iter().map(|(_, place)| self.texts[*place]).collect();
        let told = told.join("\n");
        let known = Evidence::new(&told, config.max_words);
        let asked = model.map(|model| Asked::new(&told, model));
        let judged = judge_with(sentence, &known, asked, config);
        (speaking.into_iter().map(|(_, place)| place).collect(), Some(judged))
    }
}

fn stems(text: &str) -> BTreeSet<String> {
    words::content_words(text).iter().map(|word| words::stem(word).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::domain::FactSource;

    fn reviewed(prompt: &str, said: &str, facts: &[&str]) -> Reviewed {
        let fact = |text: &&str| Fact { text: (*text).to_owned(), source: FactSource::Given };
        response(prompt, said, &facts.iter().map(fact).collect::<Vec<_>>(), None, &config::defaults())
    }

    #[track_caller]
    fn check(prompt: &str, said: &str, facts: &[&str], approved: bool, sure: bool) {
        let found = reviewed(prompt, said, facts);
        let taken = found.coherence.approved && !found.surely_false();
        let sure = sure == found.parts.iter().any(|part| part.factual.is_some());
        assert!(taken == approved && sure, "{found:#?}");
        assert!((0.0..=1.0).contains(&found.coherence.score), "{found:?}");
    }

    #[test]
    fn a_response_is_held_against_facts_and_prompt() {
        let facts = ["The API listens on port 8080.", "Migrations live in db/migrate."];
        let asked = "Where does the API listen?";
        check(asked, "The API listens on port 8080.", &facts, true, true);
        check(asked, "The API listens on port 9090.", &facts, false, true);
        check(asked, "The API does not listen on port 8080.", &facts, false, true);
        check(asked, "Bees make honey in summer.", &facts, true, false);
        check(asked, "", &facts, true, false);
        check(asked, "The API listens on port 9090.", &[], true, false);
        check("Does the API listen on port 9090?", "The API listens on port 8080.", &[], true, false);
        check("The API listens on port 8080. Where?", "The API does not listen on port 8080.", &[], false, false);
    }

    #[test]
    fn one_false_sentence_among_true_ones_counts() {
        let facts = ["The API listens on port 8080."];
        let said = "The API listens on port 8080. The API listens on port 9090.";
        let found = reviewed("", said, &facts);
        assert!(found.parts[0].factual.unwrap() < 0.5 && found.parts[1].factual.unwrap() > 0.5, "{found:#?}");
        assert!(!found.parts[0].surely_false && found.parts[1].surely_false && found.surely_false());
        assert_eq!(found.facts(), BTreeSet::from([0]));
        assert!(found.parts.iter().all(|part| said[part.span.clone()] == part.text));
    }
}
