//! What differs between two texts that are the same but for a word or two.
//!
//! Owns the comparison word by word: there the words need not be known.

use super::found::{Difference, Found, against};
use super::group::senses_of;
use super::lexicon::Kind;
use super::matches::{MATCHED, fit};
use super::unit::Unit;
use super::{Meaning, quantity};
use crate::text::words;

/// The same words in the same places but for some that have changed theirs: "A calls B", "B calls A". Parts of a list may.
pub(super) fn swaps(one: &Meaning, other: &Meaning, found: &mut Found) {
    if one.words.len() != other.words.len() || found.iter().any(|(difference, _)| *difference == Difference::Roles) {
        return;
    }
    let places: Vec<usize> = (0..one.words.len()).filter(|at| one.words[*at] != other.words[*at]).collect();
    let sorted = |words: &[String]| {
        let mut sorted: Vec<String> = places.iter().map(|at| words[*at].clone()).collect();
        sorted.sort_unstable();
        sorted
    };
    let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
    if sorted(&one.words) != sorted(&other.words) || places.len() > one.words.len() / 2 + 2 {
        return;
    }
    let between = one.words.get(first + 1..*last).unwrap_or_default();
    let listed = between.iter().all(|word| matches!(word.as_str(), "and" | "or" | ",")) && !between.is_empty();
    if !listed {
        found.push((
            Difference::Roles,
            format!(
                "{} have changed places",
                against(&one.words[*first], &one.words[*last]).replace(" against ", " and ")
            ),
        ));
    }
}

/// Small words that say the opposite of each other, where all else is the same.
const SMALL_OPPOSITES: [(&str, &str); 16] = [
    ("above", "below"),
    ("after", "before"),
    ("after", "until"),
    ("against", "for"),
    ("ahead", "behind"),
    ("and", "or"),
    ("before", "until"),
    ("down", "up"),
    ("earlier", "later"),
    ("from", "into"),
    ("from", "to"),
    ("if", "unless"),
    ("in", "out"),
    ("later", "sooner"),
    ("off", "on"),
    ("over", "under"),
];

/// Two texts that are the same but for one word, or but for a word that denies: what differs is what they are about.
pub(super) fn contrasts(one: &Meaning, other: &Meaning, found: &mut Found) {
    if !found.is_empty() {
        return;
    }
    let (mine, theirs) = (skeleton(one), skeleton(other));
    if mine.len() > 1 && mine == theirs && one.denials % 2 != other.denials % 2 {
        found.push((Difference::Negation, "only one denies it".to_owned()));
        return;
    }
    if one.words.len() != other.words.len() || one.words.len() < 4 {
        return;
    }
    let mut places = (0..one.words.len()).filter(|at| one.words[*at] != other.words[*at]);
    let (Some(place), None) = (places.next(), places.next()) else { return };
    let (mine, theirs) = (&one.words[place], &other.words[place]);
    let small = |word: &str| senses_of(word).1.iter().any(|sense| sense.kind() == Kind::Void);
    if small(mine) || small(theirs) {
        let opposite = SMALL_OPPOSITES.iter().any(|(a, b)| (a == mine && b == theirs) || (b == mine && a == theirs));
        if opposite {
            found.push((Difference::Direction, against(mine, theirs)));
        }
        return;
    }
    let unit = |word: &str| Unit::word(word, &senses_of(word).1, &words::stem(word));
    if fit(&unit(mine), &unit(theirs)) < MATCHED && quantity::read(mine).is_none() {
        found.push((Difference::Object, against(mine, theirs)));
    }
}

/// The stems of the words that carry meaning, sorted, without those that deny.
fn skeleton(meaning: &Meaning) -> Vec<String> {
    let void = |word: &&String| {
        senses_of(word).1.iter().any(|sense| matches!(sense.kind(), Kind::Void | Kind::No)) || *word == ","
    };
    let mut stems: Vec<String> =
        meaning.words.iter().filter(|word| !void(word)).map(|word| words::stem(word).into_owned()).collect();
    stems.sort_unstable();
    stems
}
