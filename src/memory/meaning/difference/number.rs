//! Other numbers: quantities, and what counts inside a word.

use crate::memory::meaning::Meaning;
use crate::memory::meaning::found::{Difference, Found, against};
use crate::memory::meaning::quantity::{self, Quantity};
use crate::memory::meaning::unit::Sort;

/// Numbers that stand in one text alone, on both sides.
pub(super) fn numbers(one: &Meaning, other: &Meaning, found: &mut Found) {
    fn quantities(meaning: &Meaning) -> Vec<&Quantity> {
        let read = meaning.units.iter().filter_map(|unit| match &unit.sort {
            Sort::Number(quantity) => Some(quantity),
            _ => None,
        });
        read.collect()
    }
    let (mine, theirs) = (quantities(one), quantities(other));
    let alone = |own: &[&Quantity], with: &[&Quantity]| {
        own.iter().find(|quantity| !with.iter().any(|known| known.same(quantity))).map(|quantity| quantity.told())
    };
    // "v2", "utf8" and "p99" are no numbers, but what counts in them is one.
    // An address and a bare port meet in the digits.
    let code = |meaning: &Meaning, with: &Meaning, bare: bool| {
        let known = codes(with, true);
        codes(meaning, bare).into_iter().find(|code| !known.contains(code))
    };
    // "one approval" is a number beside "two approvals", and beside anything else hardly more than an article.
    let single = |meaning: &Meaning, own: &[&Quantity]| {
        let one = meaning.words.iter().any(|word| matches!(word.as_str(), "one" | "single"));
        (own.is_empty() && one).then(|| "1".to_owned())
    };
    let count = |own: &[&Quantity]| match own {
        [only] if only.measure == quantity::Measure::Plain && only.value > 1.0 && only.value < 100.0 => {
            Some(only.told())
        }
        _ => None,
    };
    let pair = alone(&mine, &theirs)
        .zip(alone(&theirs, &mine))
        .or_else(|| code(one, other, false).zip(code(other, one, true)))
        .or_else(|| code(one, other, true).zip(code(other, one, false)))
        .or_else(|| single(one, &mine).zip(count(&theirs)))
        .or_else(|| count(&mine).zip(single(other, &theirs)));
    if let Some((my, their)) = pair {
        found.push((Difference::Number, against(&my, &their)));
    }
}

/// The numbers inside words that are no numbers (the port of an address, the version of a name); where `bare`, those that
/// stand alone without a unit, too.
fn codes(meaning: &Meaning, bare: bool) -> Vec<String> {
    let digits = |letter: char| letter.is_ascii_digit();
    let plain = |quantity: Quantity| quantity.measure == quantity::Measure::Plain;
    let kept = move |word: &&String| {
        !word.contains(' ') && quantity::read(word).is_none_or(|quantity| bare && plain(quantity))
    };
    let runs = meaning.words.iter().filter(kept).flat_map(|word| word.split(move |letter| !digits(letter)));
    runs.map(|run| run.trim_start_matches('0').to_owned()).filter(|run| !run.is_empty()).collect()
}
