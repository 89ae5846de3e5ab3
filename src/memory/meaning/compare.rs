//! How much two texts are alike, and whether they say the same.
//!
//! Owns the matching of units and the likeness; what differs is found in `difference`.

use super::Meaning;
use super::difference::between;
use super::found::Difference;
use super::matches::{Matches, cover};
use crate::config::MeaningConfig;

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
