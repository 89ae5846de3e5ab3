//! How much two texts are alike, and whether they say the same.
//!
//! Owns the matching of units and the likeness; what differs is found in `difference`.

use super::Meaning;
use super::difference::{Difference, between};
use super::lexicon::Kind;
use super::unit::{Sort, Unit};
use crate::config::MeaningConfig;
use crate::text::words;

/// How well two words of one meaning fit; the same word fits better.
const SYNONYM: f64 = 0.97;
/// From here on a unit stands in the other text.
pub(super) const MATCHED: f64 = 0.5;

/// How two texts compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    /// How much of what they say is shared: 0 nothing, 1 all. Opposites are alike.
    pub similarity: f64,
    /// What differs, each with the words it was seen by.
    pub differences: Vec<(Difference, String)>,
    /// The likeness for a ranking: less for each difference, least for opposites.
    standing: f64,
}

impl Likeness {
    /// True when both say the same: more alike than `threshold`, and nothing differs.
    pub fn same(&self, threshold: f64) -> bool {
        self.differences.is_empty() && self.similarity > threshold
    }

    /// True when one says the opposite of the other, or the same of a thing that excludes the other's.
    pub fn opposed(&self) -> bool {
        self.differences.iter().any(|(difference, _)| difference.is_opposite())
    }

    /// The likeness for a ranking: less where they differ.
    pub const fn standing(&self) -> f64 {
        self.standing
    }

    /// The likeness for a ranking, where there are vectors: what nobody listed as one may still be near. Opposites are near, too.
    pub fn rank(&self, cosine: Option<f64>, config: &MeaningConfig) -> f64 {
        let share = config.ranking_share;
        let standing = self.standing;
        cosine
            .filter(|_| !self.opposed())
            .map_or(standing, |near| (1.0 - share) * standing + share * near.clamp(0.0, 1.0))
    }

    fn new(similarity: f64, differences: Vec<(Difference, String)>, config: &MeaningConfig) -> Self {
        let opposed = differences.iter().filter(|(difference, _)| difference.is_opposite()).count();
        let apart = differences.len() - opposed;
        let times = |count: usize| i32::try_from(count.min(3)).unwrap_or(3);
        let standing = similarity * config.opposed.powi(times(opposed)) * config.apart.powi(times(apart));
        Self { similarity, differences, standing }
    }
}

/// Compares two texts. `cosine` is how alike their vectors are, where there are vectors; it moves the likeness a little and
/// never decides whether something differs.
pub fn compare(one: &Meaning, other: &Meaning, cosine: Option<f64>, config: &MeaningConfig) -> Likeness {
    Overlap::of(one, other, cosine, config).likeness()
}

/// What two texts share, before it is asked what differs, which is most of the work: of many that are compared few share enough.
pub struct Overlap<'a> {
    /// As in [`Likeness`].
    pub similarity: f64,
    one: &'a Meaning,
    other: &'a Meaning,
    cosine: Option<f64>,
    config: &'a MeaningConfig,
    /// None where nothing can differ: the texts are the same, or one says nothing.
    matches: Option<Matches>,
}

impl<'a> Overlap<'a> {
    /// Finds what two texts share; see [`compare`].
    pub fn of(one: &'a Meaning, other: &'a Meaning, cosine: Option<f64>, config: &'a MeaningConfig) -> Self {
        let found = |similarity, matches| Self { similarity, one, other, cosine, config, matches };
        if one.plain == other.plain && one.whole == other.whole {
            return found(1.0, None);
        }
        if one.is_empty() || other.is_empty() {
            return found(0.0, None);
        }
        let matches = Matches::new(one, other);
        let (mine, theirs) = (cover(&one.units, &matches.one), cover(&other.units, &matches.other));
        let both = config.shared * mine.min(theirs) + (1.0 - config.shared) * mine.max(theirs);
        // A text of one word is covered by all that has the word: what the other says beside it counts.
        let words = if one.units.len().min(other.units.len()) < 2 { mine.min(theirs) } else { both };
        let share = config.vector_share;
        let alike = cosine.map_or(words, |cosine| (1.0 - share) * words + share * cosine.clamp(0.0, 1.0));
        // The beginnings of two long texts may be alike where the rest is not.
        let partly = one.whole.is_some() || other.whole.is_some();
        found(scaled(if partly { alike.min(config.knee) } else { alike }, config), Some(matches))
    }

    /// The most that [`Likeness::rank`] can come to: what differs only takes away.
    pub fn rank_at_most(&self) -> f64 {
        let nothing_differs = Likeness::new(self.similarity, Vec::new(), self.config);
        nothing_differs.rank(self.cosine, self.config).max(self.similarity)
    }

    /// The likeness, with what differs.
    pub fn likeness(&self) -> Likeness {
        let differences = self.matches.as_ref().map(|matches| between(self.one, self.other, matches));
        Likeness::new(self.similarity, differences.unwrap_or_default(), self.config)
    }
}

/// The likeness of two texts that share so much: at the knee the likeness of the seed's threshold, on both sides in proportion.
fn scaled(alike: f64, config: &MeaningConfig) -> f64 {
    let (at, gives) = (config.knee, config.knee_likeness);
    if alike <= at { gives * alike / at.max(1e-9) } else { gives + (1.0 - gives) * (alike - at) / (1.0 - at) }
}

/// Which unit of the other text each unit fits best, and how well.
pub(super) struct Matches {
    pub(super) one: Vec<Option<(usize, f64)>>,
    pub(super) other: Vec<Option<(usize, f64)>>,
}

impl Matches {
    fn new(one: &Meaning, other: &Meaning) -> Self {
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

fn better(known: &mut Option<(usize, f64)>, at: usize, fits: f64) {
    if known.is_none_or(|(_, best)| fits > best + 1e-9) {
        *known = Some((at, fits));
    }
}

/// The share of a text's weight that the other covers.
fn cover(units: &[Unit], matches: &[Option<(usize, f64)>]) -> f64 {
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
    if one.word.len() >= 3 && other.word.len() >= 3 && words::akin(&one.word, &other.word) {
        return 0.9;
    }
    0.0
}

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
