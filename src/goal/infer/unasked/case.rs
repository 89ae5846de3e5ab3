//! What the questions about one change are asked of: how its files stand in the ranking, and how near they are to one another.

use super::contrast::{self, Contrast};
use super::pair::{Measures, Near};
use super::standing::{Standing, follows};
use crate::config::UnaskedConfig;
use crate::domain::{FileList, Goal};
use crate::goal::infer::feature::Feature;
use crate::goal::infer::name::Names;
use crate::goal::infer::ranking::{Features, Inference};

/// Changed files at most that a file is held against, the likeliest: a change has some ten, and one of a thousand costs no second.
const HELD_AGAINST: usize = 60;
/// Sources of the list that the goal's words speak for most.
const BEST: usize = 5;

/// A change: some of the files of a repository, made for one goal.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// What was asked for.
    pub goal: &'a Goal,
    /// All files of the repository.
    pub files: &'a FileList,
    /// Places in the list.
    pub changed: &'a [usize],
}

/// One change, with a doubted file or more beside another.
pub(super) struct Case<'a> {
    pub(super) features: &'a Features,
    pub(super) change: Change<'a>,
    pub(super) config: &'a UnaskedConfig,
    pub(super) standing: Standing,
    /// Changed files that may be doubted, as places in the list.
    pub(super) doubted: Vec<usize>,
    /// Those of them that others are held against.
    pub(super) peers: Vec<usize>,
    /// Tests, prose and assets of the change.
    pub(super) companions: Vec<usize>,
    /// The list's likeliest sources with their chances.
    pub(super) best: Vec<(usize, f64)>,
    pub(super) near: Near<'a>,
}

impl<'a> Case<'a> {
    /// `None` where nothing is to be doubted: no word tells anything, or the file is the only one.
    pub(super) fn new(
        features: &'a Features,
        inference: &Inference,
        change: &Change<'a>,
        config: &'a UnaskedConfig,
    ) -> Option<Self> {
        let names = &features.names;
        if features.rows.is_empty() {
            return None;
        }
        let changed = change.changed.iter().copied();
        let (mut companions, doubted): (Vec<usize>, Vec<usize>) = changed.partition(|at| follows(&names.files[*at]));
        if doubted.len() < 2 {
            return None;
        }
        companions.truncate(HELD_AGAINST);
        let standing = Standing::new(names, inference);
        let mut peers = doubted.clone();
        peers.sort_unstable_by(|one, other| standing.lift[*other].total_cmp(&standing.lift[*one]).then(one.cmp(other)));
        peers.truncate(HELD_AGAINST);
        let sources = inference.ranked.iter().map(|(at, _)| *at).filter(|at| !follows(&names.files[*at]));
        let best = sources.take(BEST).map(|at| (at, standing.chance[at])).collect();
        let near = Near::new(names, change.files, config.pair.as_slice());
        Some(Self { features, change: *change, config, standing, doubted, peers, companions, best, near })
    }

    pub(super) fn names(&self) -> &'a Names {
        &self.features.names
    }

    /// True where the goal names the file.
    pub(super) fn is_named(&self, at: usize) -> bool {
        let row = &self.features.rows[at];
        row[Feature::NamedFile as usize] > 0.0 || row[Feature::WholeTitle as usize] > 0.3
    }

    /// Per doubted file: what the words and the ranking say of it alone.
    pub(super) fn contrasts(&self) -> Vec<Contrast> {
        self.doubted.iter().map(|at| contrast::row(&self.features.rows[*at], &self.standing, *at)).collect()
    }

    /// Of each pair of doubted files.
    pub(super) fn pairs(&self) -> Vec<Measures> {
        let after = |index: usize| self.doubted[index + 1..].iter().map(move |other| (self.doubted[index], *other));
        (0..self.doubted.len()).flat_map(after).map(|(one, other)| self.near.measures(one, other)).collect()
    }
}
