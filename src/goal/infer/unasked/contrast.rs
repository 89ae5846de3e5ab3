//! Whose file is it: what the goal's words say of a file alone, weighed to tell files of this goal from files of another one.
//!
//! The same features as the ranking's. But that tells wanted files from all others of a repository, of which most are far away;
//! a change mixes two works, and what parts those weighs otherwise.

use super::standing::Standing;
use crate::config::UnaskedConfig;
use crate::goal::infer::feature::{Feature, Row};

/// Beside a file's features: how it stands in the ranking.
const STANDING: usize = 4;
/// Share of the list below which a place in the ranking says no more.
const FIRST: f64 = 0.003;

/// The features of a file in the order of its row, then its lift, the logarithms of its rank among all files and among sources,
/// and the chance of the files before it.
pub(super) type Contrast = [f64; Feature::ALL.len() + STANDING];

pub(super) fn row(features: &Row, standing: &Standing, at: usize) -> Contrast {
    let rank = |shares: &[f64]| (shares[at] + FIRST).ln();
    let stands =
        [standing.lift[at], rank(&standing.before), rank(&standing.sources_before), standing.chance_before[at]];
    let mut row = [0.0; Feature::ALL.len() + STANDING];
    for (place, value) in row.iter_mut().zip(features.iter().map(|value| f64::from(*value)).chain(stands)) {
        *place = value;
    }
    row
}

/// The log-odds that the file is another work's.
pub(super) fn weigh(row: &Contrast, config: &UnaskedConfig) -> f64 {
    let weights = config.contrast_words.iter().chain(config.contrast_kind.iter()).chain(config.contrast_rank.iter());
    row.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_weight_for_everything() {
        let config = crate::config::defaults().unasked;
        let count = config.contrast_words.len() + config.contrast_kind.len() + config.contrast_rank.len();
        assert_eq!(count, Feature::ALL.len() + STANDING);
    }
}
