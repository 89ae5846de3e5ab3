//! The ranking: one score a file from the weights, and how many of the first are in scope.
//!
//! Owns the linear model. What is asked about a file is `feature`'s and `rows`'.

use super::feature::{self, Row};
use super::name::Names;
use super::rows;
use super::zones::Zones;
use crate::config::InferConfig;
use crate::domain::{FileList, Goal};
use crate::text::words;
use std::collections::{HashMap, HashSet};

/// The files of a repository in the order in which a goal wants them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inference {
    /// Indexes into the list of files, the best first, with their scores: log-odds without a constant.
    pub ranked: Vec<(usize, f32)>,
    /// How many of the first are in scope.
    pub in_scope: usize,
}

impl Inference {
    /// The score of a file whose chance is the average one.
    #[expect(clippy::cast_precision_loss, reason = "a repository has fewer than 2^52 files")]
    pub(super) fn average(&self) -> f64 {
        let best = self.ranked.first().map_or(0.0, |(_, score)| f64::from(*score));
        let chances: f64 = self.ranked.iter().map(|(_, score)| (f64::from(*score) - best).exp()).sum();
        best + (chances / self.ranked.len().max(1) as f64).ln()
    }
}

/// A goal's words held against the names of a repository's files.
pub struct Features {
    pub(super) names: Names,
    /// One row a file, in the order of the list: what the weights are fitted on.
    pub rows: Vec<Row>,
    /// Stems of the text.
    said: HashSet<String>,
    /// Words of its title, as they stand.
    pub(super) title: HashSet<String>,
}

/// Words that are shown as the reason for a file.
const SHOWN: usize = 2;

impl Features {
    /// Reads the goal's text and the names. Without a telling word there are no rows.
    pub fn new(goal: &Goal, files: &FileList, config: &InferConfig) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a share has two digits")]
        let zones = Zones::new(&goal.text, config.generic as f32);
        if zones.is_empty() || files.is_empty() {
            return Self { names: Names::default(), rows: Vec::new(), said: HashSet::new(), title: HashSet::new() };
        }
        let names = Names::new(files, |pair| zones.joined.iter().any(|joined| joined.contains(pair)));
        let said = zones.salience.iter().flat_map(HashMap::keys).cloned().collect();
        Self { rows: rows::rows(goal, &zones, &names, files), names, said, title: zones.title }
    }

    /// The words of a path that the goal's text has: “token” and “auth”.
    pub(super) fn words(&self, path: &str) -> String {
        let said = |word: &String| self.said.iter().any(|known| *known == words::stem(word));
        let shared: Vec<String> =
            words::path_words(path).into_iter().filter(said).take(SHOWN).map(|word| format!("“{word}”")).collect();
        shared.join(" and ")
    }

    /// Ranks the files.
    pub fn infer(&self, config: &InferConfig) -> Inference {
        let weights = feature::weights(config);
        let score = |row: &Row| row.iter().zip(&weights).map(|(value, weight)| value * weight).sum::<f32>();
        let mut ranked: Vec<(usize, f32)> = self.rows.iter().map(score).enumerate().collect();
        ranked.sort_unstable_by(|(one, score), (other, higher)| higher.total_cmp(score).then(one.cmp(other)));
        let mut inference = Inference { ranked, in_scope: 0 };
        inference.in_scope = in_scope(&inference, config);
        inference
    }
}

/// A file is in scope while its chance, as a multiple of the average file's, outweighs the share of the files before it.
#[expect(clippy::cast_precision_loss, reason = "a repository has fewer than 2^52 files")]
fn in_scope(inference: &Inference, config: &InferConfig) -> usize {
    let (average, all) = (inference.average(), inference.ranked.len() as f64);
    let enough = |(rank, (_, score)): &(usize, &(usize, f32))| {
        f64::from(*score) - average - config.crowd * *rank as f64 / all > config.threshold
    };
    inference.ranked.iter().enumerate().take_while(enough).count()
}
