//! A claim as it is compared: its words, its names, and where a question ends and its answer begins.

use super::lexicon;
use super::source::{Evidence, Hit};
use super::token::{Token, tokens};

/// A claim beside the evidence that it is held against.
pub(super) struct Claim<'a> {
    pub evidence: &'a Evidence,
    pub tokens: Vec<Token>,
    /// For each word: how alike the best word of the evidence is, and where that stands.
    pub hits: Vec<Hit<'a>>,
    /// The places of the words that are names, in order.
    pub names: Vec<usize>,
    /// Where the answer begins: 0 for a plain statement, behind the last word for a question without an answer.
    pub answer: usize,
}

/// Words of a claim that are read: a sentence has fewer.
const MOST_WORDS: usize = 400;

impl<'a> Claim<'a> {
    pub(super) fn new(text: &str, evidence: &'a Evidence) -> Self {
        let (tokens, _) = tokens(text, MOST_WORDS);
        let hits: Vec<Hit<'a>> = tokens.iter().map(|token| evidence.find(&token.stem)).collect();
        let names = (0..tokens.len()).filter(|at| is_name(&tokens[*at], evidence)).collect();
        let answer = answer_of(text, &tokens);
        Self { evidence, tokens, hits, names, answer }
    }

    /// True for a question with its answer behind it.
    pub(super) fn is_answered(&self) -> bool {
        self.answer > 0 && self.answer < self.tokens.len()
    }

    /// True where the answer is a bare "yes" or "no".
    pub(super) fn is_yes_or_no(&self) -> bool {
        self.is_answered()
            && self.tokens.len() - self.answer <= 2
            && matches!(self.tokens[self.answer].word.as_str(), "yes" | "no")
    }

    /// The words that tell something, of those from `from` on.
    pub(super) fn telling(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        (from..self.tokens.len()).filter(|at| !self.tokens[*at].function)
    }

    /// The share of what the words from `from` on tell that the evidence has, in the sentences from `first` to `last`
    /// where they are given. 1 for words that tell nothing.
    pub(super) fn covered(&self, from: usize, sentences: Option<(usize, usize)>) -> f64 {
        let (mut whole, mut found) = (0.0, 0.0);
        for at in self.telling(from) {
            let weight = self.tokens[at].weight();
            let (alike, places) = self.hits[at];
            whole += weight;
            let inside = sentences.map_or(places, |(first, last)| self.evidence.within(places, first, last));
            if !inside.is_empty() {
                found += weight * alike;
            }
        }
        if whole > 0.0 { found / whole } else { 1.0 }
    }

    /// The share of neighbouring telling words from `from` on that stand near each other in the evidence too.
    pub(super) fn in_order(&self, from: usize) -> f64 {
        const REACH: usize = 4;
        let words: Vec<usize> = self.telling(from).collect();
        let kept = words.windows(2).filter(|pair| {
            let (one, other) = (self.hits[pair[0]].1, self.hits[pair[1]].1);
            one.iter().any(|at| Evidence::near(*at, other, REACH))
        });
        share(kept.count(), words.len().saturating_sub(1)).unwrap_or(1.0)
    }

    /// The words around the word at `at` that the evidence has, each with what it weighs here: less with the distance.
    pub(super) fn around(&self, at: usize) -> Vec<(f64, &'a [usize])> {
        const REACH: usize = 6;
        const FADING: f64 = 0.15;
        let mut found: Vec<(&str, f64, &'a [usize])> = Vec::new();
        for other in at.saturating_sub(REACH)..self.tokens.len().min(at + REACH + 1) {
            let (word, distance) = (&self.tokens[other], at.abs_diff(other));
            let (alike, places) = self.hits[other];
            // A neighbouring capital is a part of the same name and knows nothing else.
            let same_name = word.capital && distance <= 1;
            if word.function || word.stem == self.tokens[at].stem || same_name || alike == 0.0 {
                continue;
            }
            let weight = word.weight() / (1.0 + FADING * number(distance));
            match found.iter_mut().find(|(stem, _, _)| *stem == word.stem) {
                Some(known) => known.1 = known.1.max(weight),
                None => found.push((&word.stem, weight, places)),
            }
        }
        found.into_iter().map(|(_, weight, places)| (weight, places)).collect()
    }
}

/// How much of `around` stands near one of `places`, at the best of them. Across the end of a sentence it counts half.
pub(super) fn fit(evidence: &Evidence, places: &[usize], around: &[(f64, &[usize])]) -> f64 {
    const REACH: usize = 8;
    const ACROSS: f64 = 0.5;
    let one = |place: usize, others: &[usize]| -> f64 {
        let next = others.partition_point(|other| *other < place);
        let sentence = evidence.tokens()[place].sentence;
        let beside = [others.get(next), next.checked_sub(1).map(|before| &others[before])];
        let worth = |other: &usize| if evidence.tokens()[*other].sentence == sentence { 1.0 } else { ACROSS };
        beside.into_iter().flatten().filter(|other| other.abs_diff(place) <= REACH).map(worth).fold(0.0, f64::max)
    };
    let at_one = |place: &usize| -> f64 { around.iter().map(|(weight, others)| weight * one(*place, others)).sum() };
    places.iter().map(at_one).fold(0.0, f64::max)
}

/// A count as a number.
pub(super) fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// `part` of `whole`; `None` where there is nothing to divide by.
pub(super) fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| number(part) / number(whole))
}

/// The first word of a sentence is a name where the evidence writes it with a capital in the middle of one.
fn is_name(token: &Token, evidence: &Evidence) -> bool {
    token.may_be_name() && (!token.first || evidence.has_name(&token.stem))
}

/// The first word behind the last question mark that has words behind it.
fn answer_of(text: &str, tokens: &[Token]) -> usize {
    let Some(mark) = text.rfind('?') else { return 0 };
    let mark = text[..mark].chars().count();
    tokens.iter().position(|token| token.start > mark).unwrap_or(tokens.len())
}

/// True where the words of a text are mostly of another script or language than the tables of this room know.
pub(super) fn is_foreign(tokens: &[Token]) -> bool {
    const FEWEST: usize = 6;
    let letters = tokens.iter().flat_map(|token| token.word.chars()).filter(|letter| letter.is_alphabetic());
    let (mut all, mut other) = (0, 0);
    for letter in letters {
        all += 1;
        other += usize::from(!letter.is_ascii());
    }
    // English of some length is never without a word that holds the sentence together.
    let known = tokens.iter().any(|token| token.function || lexicon::is_common(&token.word));
    other * 5 > all || (tokens.len() >= FEWEST && !known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_stands_behind_its_question() {
        let evidence = Evidence::new("Vienna is in Austria.", 100);
        let answered = |text: &str| {
            let claim = Claim::new(text, &evidence);
            (
                claim.is_answered(),
                claim.is_yes_or_no(),
                claim.tokens[claim.answer.min(claim.tokens.len() - 1)].word.clone(),
            )
        };
        assert_eq!(answered("Where is Vienna? Austria"), (true, false, "austria".to_owned()));
        assert_eq!(answered("Is Vienna in Austria? yes"), (true, true, "yes".to_owned()));
        assert_eq!(answered("Vienna is in Austria."), (false, false, "vienna".to_owned()));
        assert!(!answered("Where is Vienna?").0);
    }

    #[test]
    fn shares_are_of_what_the_words_tell() {
        let evidence = Evidence::new("The court sat in Vienna. It rained.", 100);
        let claim = Claim::new("The court sat in Berlin.", &evidence);
        assert!((claim.covered(0, None) - 1.7 / 3.0).abs() < 1e-9, "{}", claim.covered(0, None));
        assert!(claim.covered(0, Some((1, 1))).abs() < 1e-9);
        assert!((claim.in_order(0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn other_languages_are_known_as_such() {
        let foreign = |text: &str| is_foreign(&tokens(text, 100).0);
        assert!(foreign("Все тесты проходят."));
        assert!(foreign("alle Prüfungen laufen jetzt ohne Fehler durch"));
        assert!(!foreign("All tests pass."));
        assert!(!foreign("Horsehead Nebula"));
    }
}
