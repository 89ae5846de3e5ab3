//! Signal 3: does every number of the claim stand in the evidence, and beside the same words?

use super::claim::{Claim, fit, number};
use super::lexicon;
use super::measured::Measured;
use super::token::Token;

/// What `measure` gives, in this order: numbers that are missing, of what is said and of the question that it answers; how
/// much better another number fits the words around.
pub(super) const WIDTH: usize = 3;

/// Words before a number that leave it room, and how much: a fiftieth.
const ROUNDING: [&str; 9] =
    ["about", "almost", "around", "approximately", "nearly", "over", "roughly", "some", "under"];
const ROOM: f64 = 0.02;
/// Two numbers are the same up to here, as a share.
const SAME: f64 = 1e-9;

pub(super) fn measure(claim: &Claim<'_>) -> Measured<WIDTH> {
    let known: Vec<(usize, f64)> = values(claim.evidence.tokens()).collect();
    let (mut said_missing, mut asked_missing, mut reason) = (0, 0, None);
    let said_from = if claim.is_answered() { claim.answer } else { 0 };
    let mut misplaced: f64 = 0.0;
    for at in (0..claim.tokens.len()).filter(|at| claim.tokens[*at].is_digits()) {
        let rounded = at > 0 && ROUNDING.contains(&claim.tokens[at - 1].word.as_str());
        let said = meanings(&claim.tokens, at);
        let same =
            |value: f64| said.iter().flatten().any(|said| alike(*said, value, if rounded { ROOM } else { SAME }));
        let places: Vec<usize> = known.iter().filter(|(_, value)| same(*value)).map(|(place, _)| *place).collect();
        if places.is_empty() {
            *(if at >= said_from { &mut said_missing } else { &mut asked_missing }) += 1;
            reason = reason.or_else(|| Some(format!("{} is not in the evidence", claim.tokens[at].word)));
            continue;
        }
        let around = claim.around(at);
        let whole: f64 = around.iter().map(|(weight, _)| weight).sum();
        if whole > 0.0 {
            let own = fit(claim.evidence, &places, &around);
            let others =
                known.iter().filter(|(place, value)| claim.evidence.tokens()[*place].is_digits() && !same(*value));
            let best = others.map(|(place, _)| fit(claim.evidence, &[*place], &around)).fold(0.0, f64::max);
            misplaced = misplaced.max((best - own) / whole);
        }
    }
    Measured { values: [number(said_missing), number(asked_missing), misplaced], reason }
}

/// The numbers of a text with their places.
fn values(tokens: &[Token]) -> impl Iterator<Item = (usize, f64)> {
    (0..tokens.len()).flat_map(|at| meanings(tokens, at).into_iter().flatten().map(move |value| (at, value)))
}

/// What a number may mean: its value, and with what stands behind it ("7B", "1.6 million").
fn meanings(tokens: &[Token], at: usize) -> [Option<f64>; 2] {
    let Some(value) = tokens[at].value else { return [None, None] };
    let next = tokens.get(at + 1).filter(|next| tokens[at].touches(next));
    [Some(value), next.and_then(|next| lexicon::multiple(&next.word)).map(|times| value * times)]
}

fn alike(one: f64, other: f64, room: f64) -> bool {
    (one - other).abs() <= room * one.abs().max(other.abs())
}

#[cfg(test)]
mod tests {
    use super::super::source::Evidence;
    use super::*;

    const TEXT: &str =
        "The ship sank with 600 people in 1708. Twelve cannons and 1.6 million coins were found. It cost $7B.";

    #[track_caller]
    fn check(claim: &str, missing: f64, misplaced: bool) {
        let evidence = Evidence::new(TEXT, 200);
        let found = measure(&Claim::new(claim, &evidence));
        assert!((found.values[0] - missing).abs() < 1e-9, "{claim}: {found:?}");
        assert_eq!(found.values[2] > 0.4, misplaced, "{claim}: {found:?}");
    }

    #[test]
    fn every_number_must_be_there() {
        check("It sank with 600 people.", 0.0, false);
        check("It sank with 599 people in 1708.", 1.0, false);
        check("It sank with nearly 599 people.", 0.0, false);
        check("12 cannons and 1,600,000 coins were found.", 0.0, false);
        check("It cost 7 billion.", 0.0, false);
        check("It sank in 1709 with 601 people.", 2.0, false);
    }

    #[test]
    fn and_stand_where_its_words_are() {
        check("It cost 600.", 0.0, true);
    }
}
