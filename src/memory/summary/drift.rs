//! How far what is known has moved from what a text was written with.

use crate::domain::Vector;
use crate::text::words::{content_words, stem};
use xxhash_rust::xxh3::xxh3_64;

/// Concepts of one thing that are remembered: a text of 2,000 characters has some 300 words.
const MAX_TERMS: usize = 512;

/// The middle of several meanings; `None` where one is missing or made by another encoder.
pub fn pooled<'a>(meanings: impl IntoIterator<Item = Option<&'a Vector>>) -> Option<Vector> {
    let mut all = meanings.into_iter();
    let first = all.next()??;
    let mut sums = vec![0.0; first.values.len()];
    for meaning in std::iter::once(Some(first)).chain(all) {
        let meaning = meaning.filter(|meaning| comparable(meaning, first))?;
        let length = length(&meaning.values);
        for (sum, value) in sums.iter_mut().zip(&meaning.values) {
            *sum += f64::from(*value) / length.max(f64::MIN_POSITIVE);
        }
    }
    let largest = sums.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    #[expect(clippy::cast_possible_truncation, reason = "scaled to the range of the type")]
    let scaled = |value: &f64| if largest > 0.0 { (value / largest * 127.0).round() as i8 } else { 0 };
    Some(Vector { encoder: first.encoder.clone(), values: sums.iter().map(scaled).collect() })
}

fn comparable(one: &Vector, other: &Vector) -> bool {
    one.encoder == other.encoder && one.values.len() == other.values.len() && !one.values.is_empty()
}

fn length(vector: &[i8]) -> f64 {
    vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>().sqrt()
}

/// The concepts of some texts: the stems of their telling words, hashed, sorted, each once; the first 512.
pub fn terms<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<u32> {
    let words = texts.into_iter().flat_map(content_words);
    #[expect(clippy::cast_possible_truncation, reason = "the lower half of a hash is one")]
    let mut terms: Vec<u32> = words.map(|word| xxh3_64(stem(&word).as_bytes()) as u32).collect();
    terms.sort_unstable();
    terms.dedup();
    terms.truncate(MAX_TERMS);
    terms
}

/// What a comparison rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moved {
    /// 1 less the cosine of the pooled meanings: 0 to 2.
    Meaning(f64),
    /// The share of concepts that only one of the two has: 0 to 1.
    Terms(f64),
}

/// How far apart two sides are: by their meanings where both have comparable ones, else by their concepts.
pub fn drift(before: (Option<&Vector>, &[u32]), now: (Option<&Vector>, &[u32])) -> Moved {
    if let (Some(one), Some(other)) = (before.0, now.0)
        && let Some(cosine) = one.cosine(other)
    {
        return Moved::Meaning(1.0 - cosine);
    }
    let shared = before.1.iter().filter(|term| now.1.binary_search(term).is_ok()).count();
    let all = before.1.len() + now.1.len() - shared;
    let part = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    Moved::Terms(if all == 0 { 0.0 } else { 1.0 - part(shared) / part(all) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(encoder: &str, values: &[i8]) -> Vector {
        Vector { encoder: encoder.into(), values: values.to_vec() }
    }

    #[test]
    fn meanings_of_two_encoders_are_not_compared() {
        let (one, same, other) = (meaning("a", &[10, 0]), meaning("a", &[0, 10]), meaning("b", &[10, 0]));
        assert_eq!(drift((Some(&one), &[]), (Some(&same), &[])), Moved::Meaning(1.0));
        assert_eq!(drift((Some(&one), &[1, 2]), (Some(&other), &[2, 3, 4])), Moved::Terms(0.75));
        assert_eq!(drift((None, &[]), (None, &[])), Moved::Terms(0.0));
        assert_eq!(pooled([Some(&one), Some(&other)]), None);
        assert_eq!(pooled([Some(&one), None]), None);
        assert_eq!(pooled([Some(&one), Some(&same)]), Some(meaning("a", &[127, 127])));
        assert_eq!(pooled([Some(&meaning("a", &[0, 0]))]), Some(meaning("a", &[0, 0])));
    }

    #[test]
    fn inflected_words_are_one_concept() {
        assert_eq!(terms(["The tokens expire."]), terms(["token expired"]));
        assert_ne!(terms(["token"]), terms(["session"]));
    }
}
