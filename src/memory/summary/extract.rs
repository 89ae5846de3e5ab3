//! A long text made short without a model: the sentences that tell most of what the others do not, whole and in their order.

use super::compose::{appended, fits};
use super::drift::terms;
use super::sentence::{cut_at_sentence, sentences};
use crate::config::SummaryConfig;
use std::collections::BTreeMap;

/// Sentences that are weighed; of more the latest.
const MAX_SENTENCES: usize = 512;

/// Something that was said, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told<'a> {
    /// The words.
    pub text: &'a str,
    /// Milliseconds since 1970.
    pub at: i64,
}

/// What was said: all of it where it has at most `config.max_chars` characters, else the best sentences in at most
/// `config.short_chars`, so that there is room for what comes next.
///
/// Each is worth the concepts that no chosen one has, the more so the more sentences speak of them, and the more so the later
/// it was said; the best for its length is taken first. The same input gives the same text.
pub fn summarise(told: &[Told<'_>], config: &SummaryConfig) -> String {
    let short = config.short_chars.min(config.max_chars);
    let mut ordered: Vec<&Told<'_>> = told.iter().collect();
    ordered.sort_by_key(|one| one.at);
    let whole = || ordered.iter().map(|one| one.text);
    if fits("", whole(), config.max_chars) {
        return appended("", whole());
    }
    let mut all: Vec<&str> = Vec::new();
    for sentence in ordered.iter().flat_map(|one| sentences(one.text)) {
        if !all.contains(&sentence) {
            all.push(sentence);
        }
    }
    all.drain(..all.len().saturating_sub(MAX_SENTENCES));
    let mut chosen = choose(&all, short, config.recency);
    chosen.sort_unstable();
    if chosen.is_empty() {
        // Not one fits whole: the latest, as far as it goes.
        return all.last().map_or_else(String::new, |last| cut_at_sentence(last, short).to_owned());
    }
    appended("", chosen.into_iter().filter_map(|place| all.get(place).copied()))
}

/// The places of the chosen sentences.
fn choose(all: &[&str], max: usize, recency: f64) -> Vec<usize> {
    let part = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    let concepts: Vec<Vec<u32>> = all.iter().map(|sentence| terms([*sentence])).collect();
    let mut spoken_of: BTreeMap<u32, usize> = BTreeMap::new();
    for term in concepts.iter().flatten() {
        *spoken_of.entry(*term).or_default() += 1;
    }
    let lengths: Vec<usize> = all.iter().map(|sentence| sentence.chars().count()).collect();
    let mut covered: std::collections::BTreeSet<u32> = std::collections::BTreeSet::new();
    let mut left: Vec<usize> = (0..all.len()).collect();
    let (mut chosen, mut used) = (Vec::new(), 0_usize);
    loop {
        left.retain(|place| used + lengths[*place] + usize::from(used > 0) <= max);
        let worth = |place: usize| {
            let new = concepts[place].iter().filter(|term| !covered.contains(*term));
            let told: f64 = new.map(|term| part(spoken_of[term]).ln_1p()).sum();
            let late = part(place + 1) / part(all.len());
            (told + recency * late) / part(lengths[place] + 1)
        };
        // The earlier of two equal ones stands; the order of the places breaks every tie.
        let best = left.iter().copied().max_by(|one, other| worth(*one).total_cmp(&worth(*other)).then(other.cmp(one)));
        let Some(best) = best else { return chosen };
        covered.extend(&concepts[best]);
        used += lengths[best] + usize::from(used > 0);
        left.retain(|place| *place != best);
        chosen.push(best);
    }
}
