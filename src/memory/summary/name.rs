//! When two names mean one thing.
//!
//! Spelling first; likeness only where a name is long and varied enough that chance does not make it, and only for topics: two
//! files whose names differ by a letter are two files.

use crate::config::SummaryConfig;
use crate::text::clip::one_line;
use std::collections::BTreeSet;

/// Letters of one group (graphiti's shingles).
const LETTERS: usize = 3;

/// How two names stand to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SameName {
    /// The same words, whatever their case and spaces.
    Exact,
    /// So alike that they mean the same; the share of letter groups that both have.
    Alike(f64),
    /// Two names.
    Different,
}

/// Which known name a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The one at this place.
    Known(usize),
    /// Several: nobody can tell, and nothing is decided.
    Ambiguous,
    /// None of them.
    New,
}

/// A name without case and superfluous spaces.
fn plain(name: &str) -> String {
    one_line(&name.to_lowercase())
}

/// A name as words of letters and digits.
fn fuzzy(name: &str) -> String {
    let letters = |letter: char| if letter.is_alphanumeric() || letter == '\'' { letter } else { ' ' };
    plain(&name.chars().map(letters).collect::<String>())
}

/// Groups of letters, the spaces left out.
fn groups(name: &str) -> BTreeSet<String> {
    let letters: Vec<char> = fuzzy(name).chars().filter(|letter| *letter != ' ').collect();
    if letters.len() < LETTERS {
        return letters.first().map(|_| letters.iter().collect()).into_iter().collect();
    }
    letters.windows(LETTERS).map(|group| group.iter().collect()).collect()
}

/// The share of letter groups that both names have: 0 to 1.
pub fn jaccard(one: &str, other: &str) -> f64 {
    let (one, other) = (groups(one), groups(other));
    let part = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    let all = one.union(&other).count();
    if all == 0 { 0.0 } else { part(one.intersection(&other).count()) / part(all) }
}

/// True for a name of which chance makes no second: long enough or of several words, and of varied letters.
fn is_specific(name: &str, config: &SummaryConfig) -> bool {
    let words = fuzzy(name);
    let letters: Vec<char> = words.chars().filter(|letter| *letter != ' ').collect();
    let long = words.chars().count() >= config.name_chars || words.split(' ').count() >= config.name_words;
    let mut counts: std::collections::BTreeMap<char, u32> = std::collections::BTreeMap::new();
    for letter in &letters {
        *counts.entry(*letter).or_default() += 1;
    }
    let all = u32::try_from(letters.len()).map_or(f64::MAX, f64::from);
    let bits: f64 = counts.values().map(|count| f64::from(*count) / all).map(|share| -share * share.log2()).sum();
    long && bits >= config.name_bits
}

fn digits(name: &str) -> Vec<char> {
    name.chars().filter(char::is_ascii_digit).collect()
}

/// Whether two names mean one thing. Numbers in them must agree.
pub fn same_name(one: &str, other: &str, config: &SummaryConfig) -> SameName {
    if plain(one) == plain(other) {
        return SameName::Exact;
    }
    if !is_specific(one, config) || !is_specific(other, config) || digits(one) != digits(other) {
        return SameName::Different;
    }
    let share = jaccard(one, other);
    if share >= config.name_alike { SameName::Alike(share) } else { SameName::Different }
}

/// Which of the known names a name means: an exact one before an alike one; several alike ones are left open.
pub fn resolve(name: &str, known: &[&str], config: &SummaryConfig) -> Resolution {
    let found = |wanted: fn(&SameName) -> bool| {
        let mut places = (0..known.len()).filter(move |place| wanted(&same_name(name, known[*place], config)));
        (places.next(), places.next())
    };
    // Spelled as it is it can only mean itself.
    if let Some(place) = known.iter().position(|other| *other == name) {
        return Resolution::Known(place);
    }
    for wanted in [(|same| *same == SameName::Exact) as fn(&SameName) -> bool, |same| *same != SameName::Different] {
        match found(wanted) {
            (Some(place), None) => return Resolution::Known(place),
            (Some(_), Some(_)) => return Resolution::Ambiguous,
            _ => {}
        }
    }
    Resolution::New
}
