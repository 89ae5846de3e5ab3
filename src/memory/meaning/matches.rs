//! Which word of one text answers which of the other, and how closely.

use super::Meaning;
use super::lexicon::Kind;
use super::unit::{Sort, Unit};
use crate::text::words;

/// How well two words of one meaning fit; the same word fits better.
const SYNONYM: f64 = 0.97;
/// How well a thing and the name it is a part of fit: "the calendar" and "the calendar widget".
pub(super) const PART: f64 = 0.75;
/// From here on a unit stands in the other text.
pub(super) const MATCHED: f64 = 0.5;

/// Beginnings of words of which one says the opposite of the other.
const COUNTERPARTS: [(&str, &str); 19] = [
    ("ac", "de"),
    ("after", "before"),
    ("anti", "pro"),
    ("as", "des"),
    ("at", "de"),
    ("en", "de"),
    ("fore", "back"),
    ("im", "ex"),
    ("in", "de"),
    ("in", "ex"),
    ("in", "out"),
    ("inter", "intra"),
    ("max", "min"),
    ("multi", "single"),
    ("on", "off"),
    ("over", "under"),
    ("pre", "post"),
    ("sub", "super"),
    ("up", "down"),
];
/// Endings likewise.
const COUNTER_ENDINGS: [(&str, &str); 2] = [("ful", "less"), ("er", "ee")];

/// Which unit of the other text each unit fits best, and how well.
pub(super) struct Matches {
    pub(super) one: Vec<Option<(usize, f64)>>,
    pub(super) other: Vec<Option<(usize, f64)>>,
}

impl Matches {
    pub(super) fn new(one: &Meaning, other: &Meaning) -> Self {
        let mut found = Self { one: vec![None; one.units.len()], other: vec![None; other.units.len()] };
        for (at, unit) in one.units.iter().enumerate() {
            for (with, candidate) in other.units.iter().enumerate() {
                let fits = fit(unit, candidate);
                if fits <= 0.0 {
                    continue;
                }
                better(&mut found.one[at], with, fits);
                better(&mut found.other[with], at, fits);
            }
        }
        found
    }
}

pub(super) fn better(known: &mut Option<(usize, f64)>, at: usize, fits: f64) {
    if known.is_none_or(|(_, best)| fits > best + 1e-9) {
        *known = Some((at, fits));
    }
}

/// The share of a text's weight that the other covers.
pub(super) fn cover(units: &[Unit], matches: &[Option<(usize, f64)>]) -> f64 {
    let whole: f64 = units.iter().map(|unit| unit.weight).sum();
    let found: f64 =
        units.iter().zip(matches).map(|(unit, known)| unit.weight * known.map_or(0.0, |(_, fits)| fits)).sum();
    if whole > 0.0 { found / whole } else { 0.0 }
}

/// How well two units fit: 1 for the same meaning, opposite sides included.
pub(super) fn fit(one: &Unit, other: &Unit) -> f64 {
    match (&one.sort, &other.sort) {
        (Sort::Number(mine), Sort::Number(theirs)) => return if mine.same(theirs) { 1.0 } else { 0.0 },
        (Sort::Number(_), _) | (_, Sort::Number(_)) => return if one.stem == other.stem { 1.0 } else { 0.0 },
        _ => {}
    }
    if one.stem == other.stem {
        return 1.0;
    }
    let shared = one.senses.iter().filter(|sense| {
        let opposite = matches!(sense.kind(), Kind::Pole | Kind::Scale);
        other.senses.iter().any(|known| known == *sense || (opposite && known.family() == sense.family()))
    });
    if shared.count() > 0 {
        return SYNONYM;
    }
    if one.denied.contains(&other.stem) || other.denied.contains(&one.stem) {
        return 0.9;
    }
    if is_counterpart(&one.stem, &other.stem) {
        return 0.9;
    }
    let holds = |whole: &Unit, part: &Unit| {
        whole.parts.contains(&part.stem) || whole.part_senses.iter().any(|sense| part.senses.contains(sense))
    };
    if holds(one, other) || holds(other, one) {
        return PART;
    }
    if one.word.len() >= 3 && other.word.len() >= 3 && words::akin(&one.word, &other.word) {
        return 0.9;
    }
    0.0
}

/// True for "inbound" and "outbound", "upstream" and "downstream", "useful" and "useless".
pub(super) fn is_counterpart(one: &str, other: &str) -> bool {
    // Each pair of words is asked, and nearly all differ at both ends.
    let (a, b) = (one.as_bytes(), other.as_bytes());
    if a.last_chunk::<3>() != b.last_chunk::<3>() && a.first_chunk::<3>() != b.first_chunk::<3>() {
        return false;
    }
    let pair = |a: &str, b: &str| {
        let begins = COUNTERPARTS.iter().any(|(first, second)| {
            a.strip_prefix(first)
                .zip(b.strip_prefix(second))
                .is_some_and(|(mine, theirs)| mine == theirs && mine.len() >= 3)
        });
        begins
            || COUNTER_ENDINGS.iter().any(|(first, second)| {
                a.strip_suffix(first)
                    .zip(b.strip_suffix(second))
                    .is_some_and(|(mine, theirs)| mine == theirs && mine.len() >= 3)
            })
    };
    pair(one, other) || pair(other, one)
}
