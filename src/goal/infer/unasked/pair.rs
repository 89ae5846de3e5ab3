//! Do two files belong to one work? Thirteen measures of their paths, and the log-odds that `unasked.pair` makes of them.

use crate::domain::FileList;
use crate::goal::infer::name::Names;
use crate::text::path;

/// How near two files are: in the order of `unasked.pair` behind its constant.
pub(super) type Measures = [f64; 13];

/// The two measures of which [`likeness`] is made.
const WORDS: usize = 0;
const FOLDERS: usize = 5;
/// The measure that [`shared_word`] gives.
const NAME: usize = 2;
/// Letters of a name that another name may hold.
const HELD: usize = 4;

/// Measures pairs of files of one list.
pub(super) struct Near<'a> {
    names: &'a Names,
    files: &'a FileList,
    weights: &'a [f64],
    /// Per folder: the files in it and below.
    below: Vec<u32>,
}

impl<'a> Near<'a> {
    pub(super) fn new(names: &'a Names, files: &'a FileList, weights: &'a [f64]) -> Self {
        let mut below = vec![0; names.folders.len()];
        for file in &names.files {
            below[file.folder as usize] += 1;
        }
        // A folder stands behind the one that it lies in.
        for at in (1..below.len()).rev() {
            below[names.folders[at].parent as usize] += below[at];
        }
        Self { names, files, weights, below }
    }

    /// The log-odds that two files belong to one work.
    pub(super) fn belong(&self, measures: &Measures) -> f64 {
        let (constant, weights) = self.weights.split_first().unwrap_or((&0.0, &[]));
        constant + measures.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>()
    }

    #[expect(clippy::cast_precision_loss, reason = "folders and files are fewer than 2^52")]
    pub(super) fn measures(&self, one: usize, other: usize) -> Measures {
        let (words, others) = (self.words(one), self.words(other));
        let sum = |words: &[(u32, f64)]| words.iter().map(|(_, weight)| weight).sum::<f64>();
        let shared: f64 =
            words.iter().filter_map(|(term, weight)| of(&others, *term).map(|other| weight.min(other))).sum();
        let (all, all_others) = (sum(&words), sum(&others));
        let (file, second) = (&self.names.files[one], &self.names.files[other]);
        let rarity = |term: &u32| self.names.rarity(*term);
        let rarest = |terms: &[u32], among: &[(u32, f64)]| {
            terms.iter().filter(|term| of(among, **term).is_some()).map(rarity).fold(0.0, f64::max)
        };
        let both: Vec<f64> = file.base.iter().filter(|term| second.base.contains(term)).map(rarity).collect();
        let (above, others_above) = (self.names.chain(file.folder), self.names.chain(second.folder));
        let common = above.iter().zip(&others_above).take_while(|(one, other)| one == other).count();
        let meeting = above[common - 1];
        let files = self.names.files.len() as f64 + 1.0;
        let extension = |at: usize| path::extension(self.files.path(at));
        let holds = |one: &str, other: &str| one.len() >= HELD && other.contains(one);
        let flag = |holds: bool| f64::from(u8::from(holds));
        [
            // Words of the paths in common, by rarity: of the smaller path's, and of both together.
            shared / (all.min(all_others) + 1e-9),
            shared / (all + all_others - shared + 1e-9),
            // The rarest word that both names have, and that the name of one and the path of the other have.
            both.iter().copied().fold(0.0, f64::max),
            rarest(&file.base, &others).max(rarest(&second.base, &words)),
            // All words that both names have, by rarity.
            both.iter().sum(),
            // Folders in common, of the deeper path's; how few files the last of them holds.
            common as f64 / above.len().max(others_above.len()) as f64,
            (files / f64::from(self.below[meeting as usize].max(1))).ln() / files.ln(),
            // The same folder, one in the folder of the other, the same folder at the top.
            flag(file.folder == second.folder),
            flag(file.folder != second.folder && (meeting == file.folder || meeting == second.folder)),
            flag(common > 1),
            // The same extension, the same name, one name within the other.
            flag(extension(one) == extension(other)),
            flag(file.whole == second.whole),
            flag(holds(&file.whole, &second.whole) || holds(&second.whole, &file.whole)),
        ]
    }

    /// The words of a path with their rarity; those of folders weigh half.
    fn words(&self, at: usize) -> Vec<(u32, f64)> {
        let file = &self.names.files[at];
        let folder = &self.names.folders[file.folder as usize];
        let mut words: Vec<(u32, f64)> = file.base.iter().map(|term| (*term, self.names.rarity(*term))).collect();
        for term in folder.own.iter().chain(&folder.upper) {
            if of(&words, *term).is_none() {
                words.push((*term, self.names.rarity(*term) / 2.0));
            }
        }
        words
    }
}

/// How alike two files are by their words and folders, 0..=1.
pub(super) fn likeness(measures: &Measures) -> f64 {
    f64::midpoint(measures[WORDS], measures[FOLDERS])
}

/// How rare the rarest word is that both names have, 0 where there is none.
pub(super) fn shared_word(measures: &Measures) -> f64 {
    measures[NAME]
}

/// What a word weighs among others.
fn of(words: &[(u32, f64)], term: u32) -> Option<f64> {
    words.iter().find(|(known, _)| *known == term).map(|(_, weight)| *weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 6] = [
        "lib.rs",
        "src/auth/login.rs",
        "src/auth/login_form.ts",
        "src/auth/web/session.rs",
        "src/cart/price.rs",
        "web/login.rs",
    ];

    /// The measures at these places are as expected, in whichever order the two files stand.
    #[track_caller]
    fn check(one: &str, other: &str, expected: &[(usize, f64)]) {
        let files = FileList::new(FILES.map(str::to_owned).to_vec(), false);
        let names = Names::new(&files, |_| false);
        let near = Near::new(&names, &files, &[]);
        let place = |file: &str| files.position(file).unwrap();
        let measures = near.measures(place(one), place(other));
        for (at, value) in expected {
            assert!((measures[*at] - value).abs() < 1e-6, "{one} {other} {at}: {measures:?}");
        }
        let turned = near.measures(place(other), place(one));
        assert!(measures.iter().zip(turned).all(|(one, other)| (one - other).abs() < 1e-9), "{one} {other}");
    }

    #[test]
    fn paths_are_near_by_words_and_folders() {
        // The same folder, another extension, one name within the other.
        check("src/auth/login.rs", "src/auth/login_form.ts", &[(0, 1.0), (5, 1.0), (7, 1.0), (10, 0.0), (12, 1.0)]);
        // One in the folder of the other: three folders of four in common, the root among them.
        check("src/auth/login.rs", "src/auth/web/session.rs", &[(5, 0.75), (7, 0.0), (8, 1.0), (9, 1.0), (10, 1.0)]);
        // The same name elsewhere.
        check("src/auth/login.rs", "web/login.rs", &[(5, 1.0 / 3.0), (9, 0.0), (11, 1.0)]);
        // Nothing in common but the top, in which four of six files lie.
        let top = (7.0_f64 / 4.0).ln() / 7.0_f64.ln();
        check("src/auth/login.rs", "src/cart/price.rs", &[(2, 0.0), (5, 2.0 / 3.0), (6, top), (8, 0.0), (9, 1.0)]);
        check("lib.rs", "web/login.rs", &[(0, 0.0), (6, (7.0_f64 / 6.0).ln() / 7.0_f64.ln()), (8, 1.0), (9, 0.0)]);
    }

    #[test]
    fn every_measure_has_a_weight_beside_the_constant() {
        let config = crate::config::defaults().unasked;
        assert_eq!(config.pair.len(), Measures::default().len() + 1);
    }
}
