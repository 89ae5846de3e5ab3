//! The text that claims are held against, with the places of its words.

use super::lexicon;
use super::token::{Token, stem, tokens};
use crate::text::path;
use std::collections::{BTreeMap, BTreeSet};

/// Evidence: a text, read once and asked for many claims.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    tokens: Vec<Token>,
    /// Each stem with its places, in order.
    places: BTreeMap<String, Vec<usize>>,
    /// The words that deny.
    denials: Vec<usize>,
    /// Words that begin with a capital where no sentence begins, or more than once: each stem with its places.
    names: BTreeMap<String, Vec<usize>>,
    /// The names of files, without their folders.
    files: BTreeSet<String>,
    /// False where the text is longer than what is read of it.
    whole: bool,
}

/// Characters of the ending of a file's name.
const LONGEST_ENDING: usize = 5;

/// The paths among the words of a text, by the names of their files: what has a folder and an ending.
pub(super) fn files(text: &str) -> impl Iterator<Item = &str> {
    named(text).filter(|word| word.contains('/')).map(path::base_name)
}

/// The words that have the shape of a file's name, with or without a folder.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let ends_like_one = |word: &&str| {
        path::extension(word)
            .is_some_and(|ending| ending.len() <= LONGEST_ENDING && ending.starts_with(char::is_alphabetic))
    };
    text.split(|c: char| c.is_whitespace() || "`'\"()[]{}<>,;:".contains(c))
        .map(|word| word.trim_end_matches(['.', '!', '?']))
        .filter(ends_like_one)
}

/// How alike a word of the claim is to the best word of the evidence, 0 to 1, and where that stands.
pub(super) type Hit<'a> = (f64, &'a [usize]);

/// Letters that two words must share from their beginning to be taken for one family.
const SHARED: usize = 4;
/// Words whose beginnings differ by an ending only, and words that share most of their letters.
const ENDING_ONLY: f64 = 0.9;
const MOSTLY: f64 = 0.7;

impl Evidence {
    /// Reads a text, at most `limit` words of it.
    pub fn new(text: &str, limit: usize) -> Self {
        let (tokens, whole) = tokens(text, limit);
        let files = named(text).map(|word| path::base_name(word).to_owned()).collect();
        let mut read = Self { files, whole, ..Self::default() };
        for (at, token) in tokens.iter().enumerate() {
            read.places.entry(token.stem.clone()).or_default().push(at);
            if lexicon::denies(&token.word, tokens.get(at + 1).map(|next| next.word.as_str())) {
                read.denials.push(at);
            }
        }
        for (at, token) in tokens.iter().enumerate() {
            let seen = read.places.get(&token.stem).map_or(0, Vec::len);
            if token.may_be_name() && (!token.first || seen > 1) {
                read.names.entry(token.stem.clone()).or_default().push(at);
            }
        }
        read.tokens = tokens;
        read
    }

    /// True where there is nothing to hold a claim against.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// True where the text names a file of this name, in whatever folder.
    pub(super) fn names_file(&self, name: &str) -> bool {
        self.files.contains(name)
    }

    /// True where all of the text was read.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Its words.
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// How many sentences it has.
    pub(super) fn sentences(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.sentence + 1)
    }

    /// Where a sentence begins in the text, in characters; `None` behind the last.
    pub(super) fn start_of(&self, sentence: usize) -> Option<usize> {
        let first = self.tokens.partition_point(|token| token.sentence < sentence);
        self.tokens.get(first).map(|token| token.start)
    }

    /// Where its words deny.
    pub(super) fn denials(&self) -> &[usize] {
        &self.denials
    }

    /// Its names, each word of them for itself, with their places.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.names.iter().map(|(stem, places)| (stem.as_str(), places.as_slice()))
    }

    /// True where this stem is a name of the evidence in the middle of a sentence.
    pub(super) fn has_name(&self, stem: &str) -> bool {
        self.names.get(stem).is_some_and(|places| places.iter().any(|at| !self.tokens[*at].first))
    }

    /// The places of this very stem.
    pub(super) fn exact(&self, stem: &str) -> &[usize] {
        self.places.get(stem).map_or(&[], Vec::as_slice)
    }

    /// True where this word stands in it, by its stem.
    pub fn has_word(&self, word: &str) -> bool {
        self.find(&stem(word)).0 >= MOSTLY
    }

    /// The word of the evidence that is most alike.
    pub(super) fn find(&self, stem: &str) -> Hit<'_> {
        if let Some(places) = self.places.get(stem) {
            return (1.0, places);
        }
        let mut best: Hit<'_> = (0.0, &[]);
        let Some(beginning) = stem.get(..SHARED) else { return best };
        let family = self.places.range(beginning.to_owned()..).take_while(|(other, _)| other.starts_with(beginning));
        for (other, places) in family {
            let alike = likeness(stem, other);
            if alike > best.0 {
                best = (alike, places);
            }
        }
        best
    }

    /// Those of `places`, which are in order, that stand in the sentences from `first` to `last`. They are looked up and not searched for:
    /// it is asked for each word of a claim in each sentence.
    pub(super) fn within<'p>(&self, places: &'p [usize], first: usize, last: usize) -> &'p [usize] {
        let from = places.partition_point(|place| self.tokens[*place].sentence < first);
        let rest = &places[from..];
        &rest[..rest.partition_point(|place| self.tokens[*place].sentence <= last)]
    }

    /// Whether one of `places` has a word of `others` within `reach` words.
    pub(super) fn near(at: usize, others: &[usize], reach: usize) -> bool {
        let next = others.partition_point(|other| *other < at);
        others.get(next).is_some_and(|other| other - at <= reach)
            || next.checked_sub(1).is_some_and(|before| at - others[before] <= reach)
    }
}

/// How alike two stems are that begin with the same letters: "canad" and "canadian", "investig" and "investigat".
fn likeness(one: &str, other: &str) -> f64 {
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let (short, long) = (one.len().min(other.len()), one.len().max(other.len()));
    if shared >= SHARED && shared + 1 >= short && long - shared <= SHARED {
        ENDING_ONLY
    } else if shared > SHARED && shared * 5 >= long * 3 {
        MOSTLY
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_family_are_found() {
        let read = Evidence::new("A Canadian court investigated the racing drivers. It was not told.", 100);
        let check = |word: &str, expected: bool| assert_eq!(read.has_word(word), expected, "{word}");
        check("canada", true);
        check("investigation", true);
        check("courts", true);
        check("driving", true);
        check("candle", false);
        check("ra", false);
        assert_eq!(read.denials().len(), 1);
        assert!(read.is_whole() && !read.is_empty());
        assert!(read.has_name(&stem("canadian")) && !read.has_name("it"));
        assert!(!Evidence::new("a b c", 2).is_whole());
    }

    #[test]
    fn places_within_sentences_are_looked_up() {
        let read = Evidence::new("one two. one. two. one one", 100);
        let check = |first, last, expected: &[usize]| {
            assert_eq!(read.within(read.exact("one"), first, last), expected, "{first} to {last}");
        };
        check(0, 0, &[0]);
        check(1, 1, &[2]);
        check(2, 2, &[]);
        check(1, 3, &[2, 4, 5]);
        check(3, 9, &[4, 5]);
        assert!(read.within(&[], 0, 9).is_empty());
    }

    #[test]
    fn places_are_near_or_far() {
        assert!(Evidence::near(5, &[1, 9], 4));
        assert!(Evidence::near(5, &[1], 4));
        assert!(!Evidence::near(5, &[0, 10], 4));
        assert!(!Evidence::near(5, &[], 4));
    }
}
