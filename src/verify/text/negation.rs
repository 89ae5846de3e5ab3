//! Signal 4: does the claim deny what the evidence says, or say the opposite?

use super::claim::Claim;
use super::lexicon;
use super::measured::Measured;
use super::source::Evidence;
use super::token::stem;

/// What `measure` gives, in this order: how far a denial of the claim is from any of the evidence; whether a word stands
/// where the evidence has its opposite.
pub(super) const WIDTH: usize = 2;

/// Words before and behind a denial that it may be about.
const BEFORE: usize = 4;
const BEHIND: usize = 5;
/// Words around it in the evidence.
const REACH: usize = 6;

pub(super) fn measure(claim: &Claim<'_>) -> Measured<WIDTH> {
    let (mut denied, mut reason) = (0.0, None);
    for at in 0..claim.tokens.len() {
        let next = claim.tokens.get(at + 1).map(|next| next.word.as_str());
        // A bare "no" for an answer says nothing about the words of the question.
        let answers = claim.is_yes_or_no() && at >= claim.answer;
        if answers || !lexicon::denies(&claim.tokens[at].word, next) {
            continue;
        }
        let apart = 1.0 - denied_too(claim, at);
        if apart > denied {
            denied = apart;
            reason = Some("the claim denies what the evidence does not deny".to_owned());
        }
    }
    let (opposed, pair) = opposite(claim);
    Measured { values: [denied, opposed], reason: reason.or(pair) }
}

/// How much of what the denial at `at` is about stands around one denial of the evidence, 0 to 1.
fn denied_too(claim: &Claim<'_>, at: usize) -> f64 {
    let words = (at.saturating_sub(BEFORE)..claim.tokens.len().min(at + BEHIND + 1))
        .filter(|other| !claim.tokens[*other].function);
    let about: Vec<(f64, &[usize])> = words
        .filter(|other| claim.hits[*other].0 > 0.0)
        .map(|other| (claim.tokens[other].weight(), claim.hits[other].1))
        .collect();
    let whole: f64 = about.iter().map(|(weight, _)| weight).sum();
    if whole <= 0.0 {
        return 0.0;
    }
    let around = |denial: &usize| -> f64 {
        about.iter().filter(|(_, places)| Evidence::near(*denial, places, REACH)).map(|(weight, _)| weight).sum()
    };
    claim.evidence.denials().iter().map(around).fold(0.0, f64::max) / whole
}

/// 1 where a word of the claim is not in the evidence and its opposite stands there beside the same words.
fn opposite(claim: &Claim<'_>) -> (f64, Option<String>) {
    for (at, token) in claim.tokens.iter().enumerate() {
        if !claim.evidence.exact(&token.stem).is_empty() {
            continue;
        }
        let around = claim.around(at);
        for other in lexicon::opposites(&token.word, &token.stem) {
            let places = claim.evidence.exact(&stem(other));
            let beside = |place: &usize| around.iter().any(|(_, others)| Evidence::near(*place, others, REACH));
            let says = |place: &usize| claim.evidence.tokens()[*place].word != token.word;
            if places.iter().any(|place| says(place) && beside(place)) {
                return (1.0, Some(format!("where the claim has \"{}\" the evidence has \"{other}\"", token.word)));
            }
        }
    }
    (0.0, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The service supports streaming for all clients. The charge increased in May. It was not cheap. \
                        Nobody was hurt.";

    #[track_caller]
    fn check(claim: &str, denied: bool, opposed: bool) {
        let evidence = Evidence::new(TEXT, 200);
        let found = measure(&Claim::new(claim, &evidence));
        assert_eq!((found.values[0] > 0.5, found.values[1] > 0.5), (denied, opposed), "{claim}: {found:?}");
        assert_eq!(found.reason.is_some(), denied || opposed || found.values[0] > 0.0);
    }

    #[test]
    fn a_denial_needs_one_in_the_evidence() {
        check("The service does not support streaming.", true, false);
        check("The service doesn't support streaming.", true, false);
        check("It was not cheap.", false, false);
        check("The service supports not only streaming.", false, false);
        check("Does the service support streaming? no", false, false);
    }

    #[test]
    fn an_opposite_needs_the_same_words_around() {
        check("The charge decreased in May.", false, true);
        check("The charge increased in May.", false, false);
        check("Fewer people decreased.", false, false);
    }
}
