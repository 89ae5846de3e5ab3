//! How the files of a list stand in the ranking of a goal.

use crate::goal::infer::feature::Feature;
use crate::goal::infer::name::{File, Names};
use crate::goal::infer::ranking::Inference;

/// Depths at which the chance of a file says no more.
const LIFT: (f64, f64) = (-6.0, 8.0);

/// True for what follows any work.
pub(super) fn follows(file: &File) -> bool {
    [Feature::Test, Feature::Prose, Feature::Asset].iter().any(|kind| file.kinds.has(*kind))
}

/// How each file of the list stands in the ranking.
pub(super) struct Standing {
    /// The logarithm of its chance as a multiple of the average file's, within [`LIFT`].
    pub(super) lift: Vec<f64>,
    /// Its share of all chance.
    pub(super) chance: Vec<f64>,
    /// The share of the files that stand before it and are no tests, prose or assets.
    pub(super) sources_before: Vec<f64>,
    /// The share of all files that do.
    pub(super) before: Vec<f64>,
    /// The chance of all files before it.
    pub(super) chance_before: Vec<f64>,
    /// How far the chance is scattered over the list: 0 all at one file, 1 everywhere alike.
    pub(super) spread: f64,
}

impl Standing {
    #[expect(clippy::cast_precision_loss, reason = "a repository has fewer than 2^52 files")]
    pub(super) fn new(names: &Names, inference: &Inference) -> Self {
        let count = inference.ranked.len();
        let zero = || vec![0.0; count];
        let (mut lift, mut chance, mut before) = (zero(), zero(), zero());
        let (mut sources_before, mut chance_before) = (zero(), zero());
        let sources = names.files.iter().filter(|file| !follows(file)).count().max(1) as f64;
        let (mut sum, mut seen, mut disorder) = (0.0, 0.0, 0.0);
        let base = inference.average();
        for (rank, (at, score)) in inference.ranked.iter().enumerate() {
            let above = f64::from(*score) - base;
            let share = above.exp() / count as f64;
            lift[*at] = above.clamp(LIFT.0, LIFT.1);
            chance[*at] = share;
            before[*at] = rank as f64 / count as f64;
            (sources_before[*at], chance_before[*at]) = (seen / sources, sum);
            sum += share;
            disorder -= share * share.max(f64::MIN_POSITIVE).ln();
            if !follows(&names.files[*at]) {
                seen += 1.0;
            }
        }
        let spread = disorder / (count as f64 + 1.0).ln();
        Self { lift, chance, sources_before, before, chance_before, spread }
    }
}
