//! Which of the changed files a goal did not ask for, judged by names alone.
//!
//! A logistic model over how a file stands to the goal's words (`rows`) and to the other changed files, fitted to 395 changes
//! of which half were mixed with another change, by `scripts/fit_unasked.py`. Tests, prose and assets follow any work and are never
//! doubted; neither is the only file of a change.

use super::feature::{Feature, Row};
use super::name::{File, Names};
use super::ranking::{Features, Inference};
use crate::config::UnaskedConfig;

/// How many things are asked about a changed file.
pub(super) const ASKED: usize = 17;

/// What is asked about a changed file, in the order of `unasked.weights`.
pub type Doubts = [f64; ASKED];

/// Depths at which the chance of a file says no more.
const LIFT: (f64, f64) = (-6.0, 8.0);

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

impl Features {
    /// Doubts about the files at `changed`, places in the list.
    pub fn unasked(&self, inference: &Inference, changed: &[usize], config: &UnaskedConfig) -> Vec<Doubt> {
        unasked(self, inference, changed, config)
    }

    /// What [`Features::unasked`] weighs, for the script that fits its weights.
    pub fn doubts(&self, inference: &Inference, changed: &[usize]) -> Vec<Option<Doubts>> {
        doubts(self, inference, changed)
    }
}

/// The doubts about each of the files at `changed` (places in the list of files), in their order.
fn unasked(features: &Features, inference: &Inference, changed: &[usize], config: &UnaskedConfig) -> Vec<Doubt> {
    let doubts = doubts(features, inference, changed);
    let odds = |doubts: &Doubts| -> f64 {
        config.intercept + doubts.iter().zip(&config.weights).map(|(value, weight)| value * weight).sum::<f64>()
    };
    let odds: Vec<Option<f64>> = doubts.iter().map(|doubts| doubts.as_ref().map(odds)).collect();
    let worst = odds.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let told = |odds: f64| worst >= config.speak && odds >= config.also;
    let count = odds.iter().flatten().filter(|odds| told(**odds)).count();
    // Something of the change was asked for: where all are in doubt, the least doubtful one stays.
    let least = odds.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let all = count == odds.iter().flatten().count();
    odds.into_iter()
        .enumerate()
        .map(|(at, odds)| Doubt {
            at,
            chance: odds.map_or(0.0, |odds| 1.0 / (1.0 + (-odds).exp())),
            told: odds.is_some_and(|odds| told(odds) && !(all && odds <= least)),
        })
        .collect()
}

/// What is asked about each file at `changed`; `None` for what is never doubted.
#[expect(clippy::cast_precision_loss, reason = "changes and repositories have fewer than 2^52 files")]
fn doubts(features: &Features, inference: &Inference, changed: &[usize]) -> Vec<Option<Doubts>> {
    let Features { names, rows, .. } = features;
    if rows.is_empty() {
        return vec![None; changed.len()];
    }
    let follows =
        |at: usize| [Feature::Test, Feature::Prose, Feature::Asset].iter().any(|kind| names.files[at].kinds.has(*kind));
    let (companions, candidates): (Vec<usize>, Vec<usize>) = changed.iter().partition(|at| follows(**at));
    if candidates.len() < 2 {
        return vec![None; changed.len()];
    }
    let standing = Standing::new(inference, rows.len());
    let lift = |at: usize| standing.lift[at].clamp(LIFT.0, LIFT.1);
    let is_named = |at: usize| {
        let row: &Row = &rows[at];
        row[Feature::NamedFile as usize] > 0.0 || row[Feature::WholeTitle as usize] > 0.3
    };
    let best = candidates.iter().copied().max_by(|one, other| lift(*one).total_cmp(&lift(*other)).then(other.cmp(one)));
    let top = best.map_or(0.0, lift);
    let mass = |at: usize| (lift(at) - top).exp();
    let about = |at: usize| -> Doubts {
        let others = || candidates.iter().copied().filter(move |other| *other != at);
        let alike = |other: usize| similarity(names, at, other);
        let weighted: f64 = others().map(|other| mass(other) * alike(other)).sum();
        let folder = |at: usize| names.files[at].folder;
        let neighbours = others().filter(|other| folder(*other) == folder(at)).count() as f64 / others().count() as f64;
        let closest = |group: &mut dyn Iterator<Item = usize>| group.map(alike).fold(0.0, f64::max);
        let flag = |holds: bool| f64::from(u8::from(holds));
        let kind = |kind: Feature| flag(names.files[at].kinds.has(kind));
        [
            lift(at),
            ((standing.rank[at] + 1) as f64 / rows.len() as f64).ln(),
            top - lift(at),
            flag(Some(at) == best),
            flag(is_named(at)),
            flag(!is_named(at) && others().any(is_named)),
            best.filter(|best| *best != at).map_or(0.0, alike),
            weighted / others().map(mass).sum::<f64>(),
            closest(&mut others()),
            closest(&mut companions.iter().copied()),
            neighbours,
            flag(neighbours == 0.0),
            flag(companions.iter().any(|companion| shares_name(names, at, *companion))),
            (candidates.len() as f64).ln(),
            kind(Feature::Pipeline),
            kind(Feature::Example),
            kind(Feature::Manifest),
        ]
    };
    changed.iter().map(|at| (!follows(*at)).then(|| about(*at))).collect()
}

/// Per file: the logarithm of its chance as a multiple of the average file's, and its rank from 0.
struct Standing {
    lift: Vec<f64>,
    rank: Vec<usize>,
}

impl Standing {
    fn new(inference: &Inference, files: usize) -> Self {
        let mut standing = Self { lift: vec![0.0; files], rank: vec![0; files] };
        let base = inference.average();
        for (rank, (at, score)) in inference.ranked.iter().enumerate() {
            standing.lift[*at] = f64::from(*score) - base;
            standing.rank[*at] = rank;
        }
        standing
    }
}

/// How alike two files are by their words and folders, 0..=1.
#[expect(clippy::cast_precision_loss, reason = "folders are few")]
fn similarity(names: &Names, one: usize, other: usize) -> f64 {
    let (one, other) = (&names.files[one], &names.files[other]);
    let (words, others) = (weighted(names, one), weighted(names, other));
    let sum = |words: &[(u32, f64)]| words.iter().map(|(_, weight)| weight).sum::<f64>();
    let shared: f64 = words
        .iter()
        .filter_map(|(term, weight)| {
            others.iter().find(|(known, _)| known == term).map(|(_, other)| weight.min(*other))
        })
        .sum();
    let by_words = shared / (sum(&words).min(sum(&others)) + 1e-9);
    let (above, others) = (names.chain(one.folder), names.chain(other.folder));
    let common = above.iter().zip(&others).take_while(|(one, other)| one == other).count();
    0.5 * by_words + 0.5 * common as f64 / above.len().max(others.len()) as f64
}

/// The words of a path with their rarity; those of folders weigh half.
fn weighted(names: &Names, file: &File) -> Vec<(u32, f64)> {
    let folder = &names.folders[file.folder as usize];
    let mut words: Vec<(u32, f64)> = file.base.iter().map(|term| (*term, names.rarity(*term))).collect();
    for term in folder.own.iter().chain(&folder.upper) {
        if !words.iter().any(|(known, _)| known == term) {
            words.push((*term, names.rarity(*term) / 2.0));
        }
    }
    words
}

/// True when two names share a word that few files have.
fn shares_name(names: &Names, one: usize, other: usize) -> bool {
    let other = &names.files[other].base;
    names.files[one].base.iter().any(|term| names.rarity(*term) > 0.4 && other.contains(term))
}
