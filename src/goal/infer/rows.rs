//! The features of every file of a repository for one goal: names and text in, one row a file out.

use super::feature::{Feature, Row};
use super::name::{File, Names, rarity};
use super::zones::{ZONES, Zones, is_generic};
use crate::domain::{FileList, Goal, Pattern, ScopeReason};
use crate::text::pattern::covers;
use crate::text::word_set::sorted;
use std::collections::HashMap;

/// Bytes with which two stems must begin alike to be compared at all.
const NEAR: usize = 4;
/// Files whose words speak for others.
const BEST: usize = 5;
/// Words with which a title asks for tests, for pipelines, for dependencies.
const TESTS: &[&str] = sorted(&["coverage", "e2e", "fixture", "flaky", "test", "testing", "tests"]);
#[rustfmt::skip]
const PIPELINES: &[&str] = sorted(&[
    "action", "actions", "build", "ci", "deploy", "docker", "dockerfile", "pipeline", "release", "workflow", "workflows",
]);
#[rustfmt::skip]
const MANIFESTS: &[&str] = sorted(&[
    "bump", "chore", "dep", "dependencies", "dependency", "deps", "edition", "package", "release", "upgrade",
]);
/// What one word weighs in a lexical score that only lets neighbours and the words of the best files speak.
const BY_ZONE: [f32; ZONES] = [1.0, 0.5, 0.5, 0.25];

/// Stems of a text with their weights, by how they begin.
type Alike<'a> = HashMap<&'a [u8], Vec<(&'a str, f32)>>;

/// What a word of the repository weighs in each zone: 0 where the text does not have it.
type Hit = [f32; ZONES];

/// One row a file. Costs some microseconds a file.
pub(super) fn rows(goal: &Goal, zones: &Zones, names: &Names, files: &FileList) -> Vec<Row> {
    let ground = Ground::new(zones, names);
    let mut rows: Vec<Row> = names.files.iter().map(|file| ground.row(file)).collect();
    add_named(&mut rows, goal, files);
    let lexical: Vec<f32> = rows.iter().map(lexical).collect();
    add_near(&mut rows, &lexical, &ground);
    rows
}

/// What is the same for all files.
struct Ground<'a> {
    zones: &'a Zones,
    names: &'a Names,
    /// Per term: how rare it is, 0..=1.
    rarity: Vec<f32>,
    /// Per term.
    hits: Vec<Hit>,
    /// Files of a whole name, and of a pair.
    wholes: HashMap<&'a str, u32>,
    pairs: HashMap<&'a str, u32>,
    asks: [bool; 3],
}

impl<'a> Ground<'a> {
    fn new(zones: &'a Zones, names: &'a Names) -> Self {
        let mut wholes: HashMap<&str, u32> = HashMap::new();
        let mut pairs: HashMap<&str, u32> = HashMap::new();
        for file in &names.files {
            *wholes.entry(&file.whole).or_default() += 1;
            for pair in &file.pairs {
                *pairs.entry(pair).or_default() += 1;
            }
        }
        let asked = |list: &[&str]| zones.title.iter().any(|word| list.binary_search(&word.as_str()).is_ok());
        let mut ground = Self {
            zones,
            names,
            rarity: Vec::new(),
            hits: Vec::new(),
            wholes,
            pairs,
            asks: [asked(TESTS), asked(PIPELINES), asked(MANIFESTS)],
        };
        ground.rarity = names.terms.iter().map(|term| ground.rarity_of(&term.stem, term.files)).collect();
        ground.hits = ground.hits();
        ground
    }

    #[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 1")]
    fn rarity_of(&self, word: &str, files: u32) -> f32 {
        rarity(word, files, self.names.files.len()) as f32
    }

    fn hits(&self) -> Vec<Hit> {
        let near: [Alike<'_>; ZONES] = std::array::from_fn(|zone| {
            let mut near = Alike::new();
            for (word, weight) in self.zones.salience[zone].iter().filter(|(word, _)| word.len() >= NEAR) {
                near.entry(&word.as_bytes()[..NEAR]).or_default().push((word, *weight));
            }
            near
        });
        let hit = |stem: &str, zone: usize| {
            let exact = self.zones.salience[zone].get(stem).copied().unwrap_or(0.0);
            let alike = stem.as_bytes().get(..NEAR).and_then(|start| near[zone].get(start));
            alike
                .map_or(0.0, |words| {
                    words.iter().map(|(word, weight)| likeness(stem, word) * weight).fold(0.0, f32::max)
                })
                .max(exact)
        };
        let terms = self.names.terms.iter().zip(&self.rarity);
        terms.map(|(term, rarity)| std::array::from_fn(|zone| hit(&term.stem, zone) * rarity)).collect()
    }

    fn sum(&self, terms: &[u32]) -> Hit {
        let mut sum = [0.0; ZONES];
        for term in terms {
            for (total, hit) in sum.iter_mut().zip(self.hits[*term as usize]) {
                *total += hit;
            }
        }
        sum
    }

    /// The share of the name's words, by rarity, that the text has.
    fn cover(&self, terms: &[u32], has: impl Fn(&Hit) -> bool) -> f32 {
        let rarity = |terms: &mut dyn Iterator<Item = &u32>| terms.map(|term| self.rarity[*term as usize]).sum::<f32>();
        let all = rarity(&mut terms.iter());
        if all > 0.05 { rarity(&mut terms.iter().filter(|term| has(&self.hits[**term as usize]))) / all } else { 0.0 }
    }

    #[expect(clippy::cast_precision_loss, reason = "depths and words are few")]
    fn row(&self, file: &File) -> Row {
        let mut row: Row = [0.0; Feature::ALL.len()];
        let folder = &self.names.folders[file.folder as usize];
        let groups = [&file.base, &folder.own, &folder.upper].map(|terms| self.sum(terms));
        for (place, hit) in row.iter_mut().zip(groups.into_iter().flatten()) {
            *place = hit;
        }
        let mut set = |feature: Feature, value: f32| row[feature as usize] = value;
        if file.whole.len() >= 3 {
            let generic = if is_generic(&file.whole) { 0.35 } else { 1.0 };
            let files = self.wholes.get(file.whole.as_str()).copied().unwrap_or(1);
            let weight = self.rarity_of(&file.whole, files) * generic;
            let places = [Feature::WholeTitle, Feature::WholeProse, Feature::WholeMarked, Feature::WholeCode];
            for (place, joined) in places.into_iter().zip(&self.zones.joined) {
                set(place, if joined.contains(&file.whole) { weight } else { 0.0 });
            }
        }
        set(Feature::Cover, self.cover(&file.base, |hit| hit[..3].iter().any(|weight| *weight > 0.0)));
        set(Feature::CoverAll, self.cover(&file.base, |hit| hit.iter().any(|weight| *weight > 0.0)));
        set(Feature::Pair, file.pairs.iter().map(|pair| self.rarity_of(pair, self.pairs[pair.as_str()])).sum());
        let asked = [
            (Feature::TestAsked, Feature::Test),
            (Feature::PipelineAsked, Feature::Pipeline),
            (Feature::ManifestAsked, Feature::Manifest),
        ];
        for ((place, kind), asks) in asked.into_iter().zip(self.asks) {
            set(place, f32::from(u8::from(asks && file.kinds.has(kind))));
        }
        for kind in Feature::ALL.into_iter().filter(|kind| file.kinds.has(*kind)) {
            set(kind, 1.0);
        }
        set(Feature::Depth, file.depth as f32);
        set(Feature::Words, file.words.min(4) as f32);
        row
    }
}

/// How alike two stems are that begin alike: one continues the other, or they part late ("tokeniser", "tokenizer").
#[expect(clippy::cast_precision_loss, reason = "words are short")]
fn likeness(one: &str, other: &str) -> f32 {
    let common = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let (short, long) = (one.len().min(other.len()), one.len().max(other.len()));
    if common == short {
        0.4 + 0.4 * short as f32 / long as f32
    } else if common >= 5 && common * 10 >= long * 6 {
        0.8 * common as f32 / long as f32
    } else {
        0.0
    }
}

/// What the user named outright: such a file counts whole, one of a named folder by how few it holds.
#[expect(clippy::cast_precision_loss, reason = "a repository has fewer than 2^23 files")]
fn add_named(rows: &mut [Row], goal: &Goal, files: &FileList) {
    for entry in goal.scope.entries.iter().filter(|entry| entry.reason != ScopeReason::Imported) {
        if let Pattern::File(path) = &entry.pattern {
            if let Some(at) = files.position(path) {
                rows[at][Feature::NamedFile as usize] = 1.0;
            }
            continue;
        }
        let inside: Vec<usize> = (0..files.len()).filter(|at| covers(&entry.pattern, files.path(*at))).collect();
        let share = inside.len() as f32 / files.len() as f32;
        for at in inside {
            let place = &mut rows[at][Feature::NamedFolder as usize];
            *place = place.max(1.0 - share.sqrt());
        }
    }
}

/// The words of a file against the text, roughly.
fn lexical(row: &Row) -> f32 {
    let at = |feature: Feature| row[feature as usize];
    let zones = |first: Feature| -> f32 {
        BY_ZONE.iter().enumerate().map(|(zone, weight)| row[first as usize + zone] * weight).sum()
    };
    zones(Feature::BaseTitle)
        + 0.5 * zones(Feature::ParentTitle)
        + 0.5 * (at(Feature::Cover) + at(Feature::Pair))
        + at(Feature::WholeTitle)
        + at(Feature::WholeMarked)
        + 4.0 * at(Feature::NamedFile)
}

/// What the neighbours of a file say about it.
fn add_near(rows: &mut [Row], lexical: &[f32], ground: &Ground<'_>) {
    let folders = ground.names.folders.len();
    // Per folder the best two, and per folder above the mean of what lies one below.
    let mut best = vec![(0.0_f32, 0.0_f32); folders];
    let mut below = vec![(0.0_f32, 0.0_f32); folders];
    for (file, score) in ground.names.files.iter().zip(lexical) {
        let (first, second) = &mut best[file.folder as usize];
        if *score > *first {
            (*first, *second) = (*score, *first);
        } else {
            *second = second.max(*score);
        }
        let above = &mut below[ground.names.folders[file.folder as usize].parent as usize];
        *above = (above.0 + score, above.1 + 1.0);
    }
    let wanted = wanted(lexical, ground);
    for ((row, file), score) in rows.iter_mut().zip(&ground.names.files).zip(lexical) {
        let (first, second) = best[file.folder as usize];
        row[Feature::Sibling as usize] = if (*score - first).abs() < f32::EPSILON { second } else { first };
        let (sum, count) = below[ground.names.folders[file.folder as usize].parent as usize];
        row[Feature::Subtree as usize] = if count > 0.0 { sum / count } else { 0.0 };
        row[Feature::Feedback as usize] = wanted.shared(file, *score, ground);
    }
}

/// The words of the best files.
struct Wanted {
    words: HashMap<u32, f32>,
    /// The best files' scores and their sum.
    mass: f32,
    least: f32,
}

fn wanted(lexical: &[f32], ground: &Ground<'_>) -> Wanted {
    let mut order: Vec<usize> = (0..lexical.len()).filter(|at| lexical[*at] > 0.0).collect();
    let by_score = |one: &usize, other: &usize| lexical[*other].total_cmp(&lexical[*one]).then(one.cmp(other));
    if order.len() > BEST {
        order.select_nth_unstable_by(BEST - 1, by_score);
        order.truncate(BEST);
    }
    order.sort_unstable_by(by_score);
    let mass: f32 = order.iter().map(|at| lexical[*at]).sum();
    let mut words: HashMap<u32, f32> = HashMap::new();
    for at in &order {
        for term in terms(&ground.names.files[*at], ground) {
            *words.entry(term).or_default() += lexical[*at] / mass;
        }
    }
    Wanted { words, mass, least: order.last().map_or(f32::INFINITY, |at| lexical[*at]) }
}

impl Wanted {
    /// How many of the wanted words the file has; what it brought in itself does not count for it.
    fn shared(&self, file: &File, score: f32, ground: &Ground<'_>) -> f32 {
        if self.words.is_empty() {
            return 0.0;
        }
        let own = if score >= self.least { score / self.mass } else { 0.0 };
        let worth = |term: u32| {
            self.words.get(&term).map_or(0.0, |weight| (weight - own).max(0.0) * ground.rarity[term as usize])
        };
        terms(file, ground).into_iter().map(worth).sum()
    }
}

/// Each once and in order: a sum of fractions depends on it, and the same goal gives the same figures.
fn terms(file: &File, ground: &Ground<'_>) -> Vec<u32> {
    let folder = &ground.names.folders[file.folder as usize];
    let mut terms: Vec<u32> = file.base.iter().chain(&folder.own).copied().collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}
