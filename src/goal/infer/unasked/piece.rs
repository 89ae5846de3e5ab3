//! Pieces of four letters that names share with a text: "tokenizer" and "tokenisation" share "_tok", "toke", "oken", ...
//!
//! Stems part where two words are spelt differently; pieces meet. Each weighs by how few names of the repository have it.

use super::said::name_of;
use crate::domain::FileList;
use crate::text::path;
use crate::text::words::each_word;
use std::collections::{BTreeMap, HashMap};

/// Letters of a piece.
const LETTERS: usize = 4;
/// What stands before the first letter of a word.
const START: char = '_';
/// What a piece of a text weighs at most.
const MOST: f64 = 3.0;
/// What the pieces of a folder weigh beside those of the name.
const FOLDER: f64 = 0.5;

type Piece = [char; LETTERS];

/// Per file of a list: which share of its pieces a text has, and which its title has.
pub(super) struct Pieces {
    pub(super) text: Vec<f64>,
    pub(super) title: Vec<f64>,
}

impl Pieces {
    /// Reads the list once: some microseconds a file.
    pub(super) fn new<'t>(text: &str, title: impl IntoIterator<Item = &'t String>, files: &FileList) -> Self {
        let mut known = Known::default();
        let names: Vec<Name> = files.paths().map(|file| known.name(file)).collect();
        let mut words: BTreeMap<String, u32> = BTreeMap::new();
        each_word(text, |word| *words.entry(word.to_owned()).or_default() += 1);
        let mut in_text = vec![0.0; known.files.len()];
        for (word, times) in &words {
            known.each(word, |piece| in_text[piece] += 1.0 + f64::from(*times).ln());
        }
        for weight in &mut in_text {
            *weight = f64::min(*weight, MOST) / MOST;
        }
        let mut in_title = vec![0.0; known.files.len()];
        for word in title {
            known.each(word, |piece| in_title[piece] = 1.0);
        }
        let rarity = known.rarity(files.len());
        let shares = |weights: &[f64]| names.iter().map(|name| name.share(&rarity, weights)).collect();
        Self { text: shares(&in_text), title: shares(&in_title) }
    }

    /// The share of the list's files of which the text has more.
    #[expect(clippy::cast_precision_loss, reason = "a repository has fewer than 2^52 files")]
    pub(super) fn more(&self, at: usize) -> f64 {
        let more = self.text.iter().filter(|share| **share > self.text[at]).count();
        more as f64 / self.text.len() as f64
    }
}

/// The pieces of all names, numbered, and how many files have each.
#[derive(Default)]
struct Known {
    numbers: HashMap<Piece, usize>,
    files: Vec<u32>,
}

/// The pieces of a file's name, then those that its folder's name has besides; each once.
struct Name {
    pieces: Vec<usize>,
    own: usize,
}

impl Known {
    fn name(&mut self, file: &str) -> Name {
        let mut name = Name { pieces: Vec::new(), own: 0 };
        for part in [name_of(file), path::base_name(path::folder(file))] {
            name.own = name.pieces.len();
            each_word(part, |word| {
                each_piece(word, |piece| {
                    let number = *self.numbers.entry(piece).or_insert(self.files.len());
                    if number == self.files.len() {
                        self.files.push(0);
                    }
                    if !name.pieces.contains(&number) {
                        name.pieces.push(number);
                        self.files[number] += 1;
                    }
                });
            });
        }
        name
    }

    /// The numbers of a word's pieces, as far as some file has them.
    fn each(&self, word: &str, mut give: impl FnMut(usize)) {
        each_piece(word, |piece| {
            if let Some(number) = self.numbers.get(&piece) {
                give(*number);
            }
        });
    }

    /// Per piece: 1 where one file has it, 0 where all have.
    #[expect(clippy::cast_precision_loss, reason = "a repository has fewer than 2^52 files")]
    fn rarity(&self, files: usize) -> Vec<f64> {
        let all = files as f64 + 1.0;
        self.files.iter().map(|files| (all / f64::from(*files)).ln() / all.ln()).collect()
    }
}

impl Name {
    /// The share of the pieces, by rarity, that a text has; a name of few pieces comes to less.
    fn share(&self, rarity: &[f64], weights: &[f64]) -> f64 {
        let (mut found, mut all) = (0.0, 0.5);
        for (place, piece) in self.pieces.iter().enumerate() {
            let worth = if place < self.own { rarity[*piece] } else { FOLDER * rarity[*piece] };
            found += worth * weights[*piece];
            all += worth;
        }
        found / all
    }
}

/// The pieces of a word with the mark of its start; a word of three letters is one piece, a shorter one is filled up.
fn each_piece(word: &str, mut give: impl FnMut(Piece)) {
    let mut piece = [START, '\0', '\0', '\0'];
    let mut length = 1;
    for letter in word.chars() {
        if length == LETTERS {
            give(piece);
            piece.rotate_left(1);
            length -= 1;
        }
        piece[length] = letter;
        length += 1;
    }
    give(piece);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(word: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_piece(word, |piece| found.push(piece.iter().filter(|letter| **letter != '\0').collect()));
        found
    }

    #[test]
    fn a_word_falls_into_pieces() {
        assert_eq!(pieces("token"), ["_tok", "toke", "oken"]);
        assert_eq!((pieces("abc"), pieces("a")), (vec!["_abc".to_owned()], vec!["_a".to_owned()]));
    }

    #[test]
    fn a_name_spelt_otherwise_shares_pieces() {
        // In the order of the list: a, colours, tokenizer.
        let files =
            FileList::new(["src/tokenizer.rs", "src/colours.rs", "src/a.rs"].map(str::to_owned).to_vec(), false);
        let title = ["colour".to_owned()];
        let once = Pieces::new("colour of the tokenisation", &title, &files);
        assert!(once.text[0].abs() < 1e-9 && once.text[2] > 0.1, "{:?}", once.text);
        assert!(once.title[1] > 0.5 && once.title[2].abs() < 1e-9, "{:?}", once.title);
        assert!((once.more(0) - 2.0 / 3.0).abs() < 1e-9);
        // A word that the text repeats weighs more.
        let often = Pieces::new("colour, colour, colour", &title, &files);
        assert!(often.text[1] > once.text[1]);
    }
}
