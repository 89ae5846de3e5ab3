//! Which of the changed files a goal did not ask for, judged by names alone.
//!
//! A logistic model (`question`) over how a file stands to the goal's words (`contrast`, `said`, `piece`) and to the other changed
//! files (`pair`). All weights stand under `[unasked]` and were fitted by `scripts/fit_unasked.py`. Tests, prose and assets follow
//! any work and are never doubted; neither is the only file of a change.

mod case;
mod contrast;
mod pair;
mod piece;
mod question;
mod said;
mod standing;

use super::ranking::{Features, Inference};
use crate::config::UnaskedConfig;
use case::Case;
pub use case::Change;
use contrast::Contrast;
use pair::Measures;
use question::Doubts;

/// A changed file with the doubt about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// The file's place in the list of changed files.
    pub at: usize,
    /// The chance that it was not asked for, 0..=1, by the names.
    pub chance: f64,
    /// True where that is worth a word.
    pub told: bool,
}

/// What the weights are fitted to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Per changed file; `None` for what is never doubted.
    pub doubts: Vec<Option<Doubts>>,
    /// Per doubted file: what `unasked.contrast_words`, `contrast_kind` and `contrast_rank` weigh.
    pub contrasts: Vec<Contrast>,
    /// Per pair of doubted files, the first with the second, the first with the third, ...: what `unasked.pair` weighs.
    pub pairs: Vec<Measures>,
}

impl Features {
    /// Doubts about the files of a change, in their order.
    pub fn unasked(&self, inference: &Inference, change: &Change<'_>, config: &UnaskedConfig) -> Vec<Doubt> {
        let doubts = Case::new(self, inference, change, config).map(|case| question::doubts(&case)).unwrap_or_default();
        let odds: Vec<Option<f64>> =
            (0..change.changed.len()).map(|at| doubts.get(at)?.as_ref().map(|doubts| odds(doubts, config))).collect();
        told(&odds, config)
    }

    /// What [`Features::unasked`] weighs, for the script that fits its weights.
    pub fn evidence(&self, inference: &Inference, change: &Change<'_>, config: &UnaskedConfig) -> Evidence {
        let Some(case) = Case::new(self, inference, change, config) else {
            return Evidence { doubts: vec![None; change.changed.len()], ..Evidence::default() };
        };
        Evidence { doubts: question::doubts(&case), contrasts: case.contrasts(), pairs: case.pairs() }
    }
}

/// The log-odds that a file was not asked for.
fn odds(doubts: &Doubts, config: &UnaskedConfig) -> f64 {
    config.intercept + doubts.iter().zip(config.weights.iter()).map(|(value, weight)| value * weight).sum::<f64>()
}

/// What is worth a word: nothing unless one file is doubtful enough, and never all files.
fn told(odds: &[Option<f64>], config: &UnaskedConfig) -> Vec<Doubt> {
    let worst = odds.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let told = |odds: f64| worst >= config.speak && odds >= config.also;
    let count = odds.iter().flatten().filter(|odds| told(**odds)).count();
    // Something of the change was asked for: where all are in doubt, the least doubtful one stays.
    let least = odds.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let all = count == odds.iter().flatten().count();
    odds.iter()
        .enumerate()
        .map(|(at, odds)| Doubt {
            at,
            chance: odds.map_or(0.0, |odds| 1.0 / (1.0 + (-odds).exp())),
            told: odds.is_some_and(|odds| told(odds) && !(all && odds <= least)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_doubtful_file_speaks_for_the_others_and_never_for_all() {
        let mut config = crate::config::defaults().unasked;
        (config.speak, config.also) = (1.0, 0.0);
        let check = |odds: &[Option<f64>], expected: &[usize]| {
            let found = told(odds, &config);
            let at: Vec<usize> = found.iter().filter(|doubt| doubt.told).map(|doubt| doubt.at).collect();
            assert_eq!(at, expected, "{odds:?}");
        };
        check(&[Some(0.5), Some(-1.0)], &[]);
        check(&[Some(0.5), Some(1.5), None, Some(-1.0)], &[0, 1]);
        check(&[Some(2.0), Some(1.5)], &[0]);
        check(&[None, None], &[]);
        check(&[], &[]);
    }
}
