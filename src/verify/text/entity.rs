//! Signal 2: are the names of the claim those that the evidence has in this place?

use super::claim::{Claim, fit, number, share};
use super::measured::Measured;
use super::token::Token;

/// What `measure` gives, in this order: the share of the names (of an answer, where there is one) that are missing; parts
/// of one name that the evidence has apart; how much better another name fits the words around; another name between the
/// same neighbours.
pub(super) const WIDTH: usize = 4;

/// Below it a word is not taken for the name.
const SURE: f64 = 0.7;
/// Composed names count up to here.
const MOST_COMPOSED: f64 = 2.0;
/// Words of a name that are skipped to find its neighbour.
const LONGEST_NAME: usize = 4;
/// What a neighbour that tells something is worth, and one that only holds the sentence together.
const TELLING: f64 = 0.6;
const LOOSE: f64 = 0.4;

pub(super) fn measure(claim: &Claim<'_>) -> Measured<WIDTH> {
    let from = if claim.is_answered() { claim.answer } else { 0 };
    let asked: Vec<usize> = claim.names.iter().copied().filter(|at| *at >= from).collect();
    let missing: Vec<usize> = asked.iter().copied().filter(|at| claim.hits[*at].0 < SURE).collect();
    let composed: Vec<(&Token, &Token)> = composed_pairs(claim).collect();
    let (swapped, swap_reason) = swapped(claim);
    let (replaced, replaced_reason) = replaced(claim);
    let reason = match (missing.first(), composed.first()) {
        (Some(at), _) => Some(format!("the evidence does not know \"{}\"", claim.tokens[*at].word)),
        (_, Some((one, other))) => Some(format!("\"{} {}\" is no name of the evidence", one.word, other.word)),
        _ => replaced_reason.or(swap_reason),
    };
    let composed = number(composed.len()).min(MOST_COMPOSED);
    Measured { values: [share(missing.len(), asked.len()).unwrap_or(0.0), composed, swapped, replaced], reason }
}

/// Neighbouring names of the claim that the evidence has, but nowhere beside each other.
fn composed_pairs<'c>(claim: &'c Claim<'_>) -> impl Iterator<Item = (&'c Token, &'c Token)> {
    claim.names.windows(2).filter(|pair| pair[1] == pair[0] + 1).filter_map(|pair| {
        let (one, other) = (&claim.tokens[pair[0]], &claim.tokens[pair[1]]);
        let (places, others) = (claim.hits[pair[0]].1, claim.hits[pair[1]].1);
        let beside = |at: &usize| {
            let next = others.partition_point(|other| other <= at);
            others.get(next).is_some_and(|other| other - at <= 2)
        };
        let apart = !places.is_empty() && !others.is_empty() && !places.iter().any(beside);
        (one.touches(other) && apart).then_some((one, other))
    })
}

/// How much better than a name of the claim another one fits the words around it: 0 to 1, the worst over all names.
fn swapped(claim: &Claim<'_>) -> (f64, Option<String>) {
    let mut worst: (f64, Option<(&str, &str)>) = (0.0, None);
    for &at in &claim.names {
        let (alike, places) = claim.hits[at];
        let around = claim.around(at);
        let whole: f64 = around.iter().map(|(weight, _)| weight).sum();
        if alike < SURE || whole <= 0.0 {
            continue;
        }
        let own = fit(claim.evidence, places, &around);
        if (whole - own) / whole <= worst.0 {
            continue;
        }
        for (other, others) in claim.evidence.names() {
            if claim.tokens.iter().any(|token| token.stem == other) {
                continue;
            }
            let better = (fit(claim.evidence, others, &around) - own) / whole;
            if better > worst.0 {
                worst = (better, Some((&claim.tokens[at].word, other)));
            }
        }
    }
    let reason =
        worst.1.map(|(own, other)| format!("the words around \"{own}\" stand beside \"{other}\" in the evidence"));
    (worst.0, reason.filter(|_| worst.0 >= LOOSE))
}

/// Whether the evidence has another name between the neighbours that a name of the claim has, and never this one.
fn replaced(claim: &Claim<'_>) -> (f64, Option<String>) {
    let mut worst: (f64, Option<String>) = (0.0, None);
    let mut at = 0;
    while at < claim.names.len() {
        let mut last = at;
        while last + 1 < claim.names.len()
            && claim.names[last + 1] == claim.names[last] + 1
            && claim.tokens[claim.names[last]].touches(&claim.tokens[claim.names[last + 1]])
        {
            last += 1;
        }
        let (begin, end) = (claim.names[at], claim.names[last]);
        let (found, other) = other_between(claim, begin, end);
        if found > worst.0 {
            let reason = other.map(|other| {
                format!("where the claim has \"{}\" the evidence has \"{other}\"", claim.tokens[begin].word)
            });
            worst = (found, reason);
        }
        at = last + 1;
    }
    worst
}

fn other_between(claim: &Claim<'_>, begin: usize, end: usize) -> (f64, Option<String>) {
    let same_sentence = |other: usize| claim.tokens[other].sentence == claim.tokens[begin].sentence;
    let before = begin.checked_sub(1).filter(|at| same_sentence(*at)).map(|at| &claim.tokens[at]);
    let after = Some(end + 1).filter(|at| *at < claim.tokens.len() && same_sentence(*at)).map(|at| &claim.tokens[at]);
    let name = &claim.tokens[begin..=end];
    let text = claim.evidence.tokens();
    let own = |run: &[Token]| run.iter().any(|token| name.iter().any(|part| part.stem == token.stem));
    let mut worst: (f64, Option<String>) = (0.0, None);
    let mut take = |worth: f64, run: &[Token]| {
        if worth > worst.0 {
            worst = (worth.min(1.0), run.first().map(|token| token.word.clone()));
        }
    };
    if let Some(before) = before {
        for &at in claim.evidence.exact(&before.stem) {
            let run = &text[at + 1..text.len().min(at + 1 + LONGEST_NAME)];
            let length = run.iter().take_while(|token| token.may_be_name()).count();
            let (run, next) = (&run[..length], text.get(at + 1 + length));
            if run.is_empty() {
                continue;
            }
            if own(run) {
                return (0.0, None);
            }
            let behind = after.zip(next).filter(|(after, next)| after.stem == next.stem);
            let closing = behind.map_or(0.0, |(after, _)| if after.function { LOOSE } else { TELLING });
            let opening = if before.function { 0.0 } else { TELLING };
            if opening + closing >= TELLING {
                take(opening + closing, run);
            }
        }
    }
    if let Some(after) = after.filter(|after| !after.function) {
        for &at in claim.evidence.exact(&after.stem) {
            let run = &text[at.saturating_sub(LONGEST_NAME)..at];
            let length = run.iter().rev().take_while(|token| token.may_be_name()).count();
            let run = &run[run.len() - length..];
            if run.is_empty() {
                continue;
            }
            if own(run) {
                return (0.0, None);
            }
            take(TELLING, run);
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::super::source::Evidence;
    use super::*;

    const TEXT: &str = "Vladimir Makarav is hunted by Task Force 141. Captain Price leads Task Force 141 from London. \
                        The villain Makarav hides in Moscow.";

    #[track_caller]
    fn check(claim: &str, at: usize, fires: bool) {
        let evidence = Evidence::new(TEXT, 200);
        let found = measure(&Claim::new(claim, &evidence));
        assert_eq!(found.values[at] >= 0.2, fires, "{claim}: {found:?}");
        assert!(!fires || found.reason.is_some());
    }

    #[test]
    fn names_are_those_of_the_evidence() {
        check("Captain Price leads Task Force 141 from Berlin.", 0, true);
        check("Captain Price leads Task Force 141 from London.", 0, false);
    }

    #[test]
    fn parts_of_two_names_are_no_name() {
        check("It is led by Captain Makarav.", 1, true);
        check("It is led by Captain Price.", 1, false);
    }

    #[test]
    fn a_name_belongs_where_its_words_are() {
        check("Captain Price leads Task Force 141 from Moscow.", 2, true);
        check("The villain Price hides there.", 3, true);
        for at in 1..WIDTH {
            check("Captain Price leads Task Force 141 from London.", at, false);
            check("The villain Makarav hides in Moscow.", at, false);
        }
    }
}
