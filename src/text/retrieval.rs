//! Which of some texts belong to a question: vectors of letter groups, and the joining of several rankings into one.

use super::words;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

/// Places of a vector: two texts of some words share few by chance.
const PLACES: usize = 256;
/// Letters of one group.
const LETTERS: usize = 4;

/// A text as the groups of letters in its words, hashed to a place each, of length 1. All zero for a text without words.
pub fn vector(text: &str) -> Vec<f32> {
    let mut places = vec![0.0_f32; PLACES];
    for word in words::content_words(text) {
        let framed: Vec<char> = std::iter::once(' ').chain(word.chars()).chain(std::iter::once(' ')).collect();
        for group in framed.windows(LETTERS.min(framed.len())) {
            let group: String = group.iter().collect();
            let hash = xxh3_64(group.as_bytes());
            let place = usize::try_from(hash % 256).unwrap_or(0);
            // A sign from another bit keeps groups that meet in a place from always adding up.
            places[place] += if hash & 256 == 0 { 1.0 } else { -1.0 };
        }
    }
    let length = places.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        for value in &mut places {
            *value /= length;
        }
    }
    places
}

/// How alike two vectors are: 1 for the same direction, 0 for nothing shared.
pub fn alike(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Several rankings as one, the best first (reciprocal rank fusion, Cormack 2009): each place is worth 1 / (`flat` + place).
/// Equal ones stand in the order of their ids.
pub fn fused(rankings: &[Vec<i64>], flat: f64) -> Vec<i64> {
    let mut worth: BTreeMap<i64, f64> = BTreeMap::new();
    for ranking in rankings {
        for (id, place) in ranking.iter().zip(1_u32..) {
            *worth.entry(*id).or_default() += 1.0 / (flat + f64::from(place));
        }
    }
    let mut ids: Vec<(i64, f64)> = worth.into_iter().collect();
    ids.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    ids.into_iter().map(|(id, _)| id).collect()
}

/// The share of the question's telling words that stand in the text, by their families.
pub fn cover(question: &str, text: &str) -> f64 {
    let (asked, told) = (words::content_words(question), words::words(text));
    let found = asked.iter().filter(|word| told.iter().any(|known| words::akin(known, word))).count();
    let part = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    if asked.is_empty() { 0.0 } else { part(found) / part(asked.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_about_the_same_are_alike() {
        let question = vector("refund policy");
        let (near, far) = (vector("Refunds follow our policies."), vector("The parser reads dates."));
        assert!(alike(&question, &near) > alike(&question, &far) + 0.2);
        assert!((alike(&near, &near) - 1.0).abs() < 1e-5);
        assert!(alike(&vector(""), &near).abs() < 1e-6);
    }

    #[test]
    fn what_stands_high_in_several_rankings_stands_first() {
        assert_eq!(fused(&[vec![1, 2, 3], vec![3, 2, 9]], 60.0), [3, 2, 1, 9]);
        assert_eq!(fused(&[vec![], vec![7]], 60.0), [7]);
        assert_eq!(fused(&[], 60.0), [0_i64; 0]);
    }

    #[test]
    fn words_are_covered_by_family() {
        assert!((cover("refund policy", "Refunds within 30 days") - 0.5).abs() < 1e-9);
        assert!(cover("", "x").abs() < 1e-9);
    }
}
