//! What a text says: whether two say the same, the opposite, or something of another thing.
//!
//! Likeness of words alone merges opposites: "increase the timeout" and "decrease the timeout" share all but one word. So a
//! text is read into units of meaning in clauses, and what differs is named: direction, negation, number, order, roles, object.
//! Words only rank; a difference decides. The way of a text: `token` (words, names, numbers) -> `command` (commands in words)
//! -> `parse` and `joints` (units, clauses, roles) -> `sign` (what is denied) and `order` (what comes first) -> `compare` and `difference`.

mod command;
mod compare;
mod contrast;
mod difference;
mod found;
mod group;
mod joints;
mod lexicon;
mod matches;
mod morph;
mod naming;
mod order;
mod parse;
mod quantity;
mod sign;
#[cfg(test)]
mod tests;
mod token;
mod unit;

pub use compare::{Likeness, Overlap, compare};
pub use found::Difference;

use crate::text::clip::one_line;
use lexicon::{Kind, Sense};
use unit::Unit;
use xxhash_rust::xxh3::xxh3_64;

/// Letters of the stored text at most.
const MAX_NORMALISED: usize = 1000;

/// What a text says, read once and compared often. Bounded: of a long text the beginning is read, and a digest of the whole.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The text as written, without space around and with single spaces, as far as it is read.
    plain: String,
    /// A digest of the whole text, where not all of it was read.
    whole: Option<u64>,
    units: Vec<Unit>,
    steps: Vec<order::Step>,
    names: Vec<String>,
    /// Every word as written, in lower case; pronouns are one word.
    words: Vec<String>,
    kept: Vec<String>,
    /// Words that deny.
    denials: usize,
}

impl Meaning {
    /// Reads a text. Never fails: what is not understood is kept as words.
    pub fn of(text: &str) -> Self {
        let begun = token::beginning(text.trim());
        let tokens = command::put_in_words(&token::tokens(begun));
        let mut read = parse::read(&tokens);
        sign::give(&mut read);
        let steps = order::steps(&read);
        Self {
            plain: one_line(begun),
            whole: (begun.len() < text.trim().len()).then(|| xxh3_64(text.trim().as_bytes())),
            steps,
            denials: sign::denials(&read),
            units: read.units,
            names: read.names,
            words: token::plain_words(&tokens),
            kept: read.kept,
        }
    }

    /// The text without inflection and function words; what denies, counts, orders and names stays. The text itself where
    /// nothing of that is left. At most 1,000 letters.
    pub fn normalised(&self) -> String {
        let kept = self.kept.join(" ");
        let text = if kept.is_empty() { &self.plain } else { &kept };
        text.chars().take(MAX_NORMALISED).collect()
    }

    /// What the text is about, each term once: words of one meaning meet in one term, and so do opposites, so that they are
    /// found and then told apart.
    pub fn terms(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut push = |term: String| {
            if !term.is_empty() && !found.contains(&term) {
                found.push(term);
            }
        };
        for unit in &self.units {
            unit.senses.iter().for_each(|sense| push(sense_term(*sense)));
            if !unit.light {
                push(stem_term(unit));
            }
        }
        if found.is_empty() {
            found.extend(self.plain.split(' ').filter(|word| !word.is_empty()).take(32).map(str::to_lowercase));
        }
        found
    }

    /// The [`Meaning::terms`] of each thing that the text speaks of: what says the same in other words has one of each.
    pub fn things(&self) -> Vec<Vec<String>> {
        let mut found: Vec<Vec<String>> = Vec::new();
        for unit in self.units.iter().filter(|unit| !unit.light) {
            let mut terms: Vec<String> = unit.senses.iter().map(|sense| sense_term(*sense)).collect();
            terms.extend(Some(stem_term(unit)).filter(|stem| !stem.is_empty()));
            if !terms.is_empty() && !found.contains(&terms) {
                found.push(terms);
            }
        }
        found
    }

    /// True when nothing was read in it that could be compared.
    fn is_empty(&self) -> bool {
        self.units.iter().all(|unit| unit.weight < 0.01)
    }
}

/// The term that all words of one meaning have in common; opposites have one.
fn sense_term(sense: Sense) -> String {
    let letter = match sense.kind() {
        Kind::Act | Kind::Pole | Kind::Scale => 'd',
        _ => 't',
    };
    format!("{letter}{}", sense.name().replace('-', ""))
}

fn stem_term(unit: &Unit) -> String {
    unit.stem.chars().filter(|letter| letter.is_alphanumeric()).collect()
}
