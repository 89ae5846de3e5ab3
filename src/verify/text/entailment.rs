//! Signal 1: does one place of the evidence say what the claim says, in its order?

use super::claim::Claim;
use super::measured::Measured;

/// What `measure` gives, in this order: of a statement what its best sentence lacks, and the neighbouring words that are
/// apart in the evidence; of an answer whether it does not stand there word for word, and its neighbouring words apart.
pub(super) const WIDTH: usize = 4;

/// Words that an answer may have more or less than the evidence.
const LOOSE: [&str; 10] = ["a", "an", "are", "in", "is", "it", "of", "the", "to", "was"];

pub(super) fn measure(claim: &Claim<'_>) -> Measured<WIDTH> {
    if claim.is_yes_or_no() {
        return Measured::default();
    }
    if claim.is_answered() {
        let missing = if stands_there(claim) { 0.0 } else { 1.0 };
        let apart = 1.0 - claim.in_order(claim.answer);
        let reason = (missing > 0.0).then(|| "the answer does not stand in the evidence word for word".to_owned());
        return Measured { values: [0.0, 0.0, missing, apart], reason };
    }
    let sentences = 0..claim.evidence.sentences();
    let best = sentences.map(|at| claim.covered(0, Some((at, at)))).fold(0.0, f64::max);
    let reason = (best < HALF).then(|| format!("no sentence has more than {:.0} % of its words", best * 100.0));
    Measured { values: [1.0 - best, 1.0 - claim.in_order(0), 0.0, 0.0], reason }
}

const HALF: f64 = 0.5;

/// True where the answer's words stand in the evidence in this order with none between.
fn stands_there(claim: &Claim<'_>) -> bool {
    let strict = |word: &str| !LOOSE.contains(&word);
    let mut answer: Vec<&str> = claim.tokens[claim.answer..]
        .iter()
        .filter(|token| strict(&token.word))
        .map(|token| token.stem.as_str())
        .collect();
    if answer.is_empty() {
        answer = claim.tokens[claim.answer..].iter().map(|token| token.stem.as_str()).collect();
    }
    let text = claim.evidence.tokens();
    let follows = |start: &usize| {
        let mut rest = answer.iter();
        let mut wanted = rest.next();
        for token in &text[*start..] {
            let Some(stem) = wanted else { break };
            if token.stem == **stem {
                wanted = rest.next();
            } else if strict(&token.word) {
                return false;
            }
        }
        wanted.is_none()
    };
    answer.first().is_some_and(|first| claim.evidence.exact(first).iter().any(follows))
}

#[cfg(test)]
mod tests {
    use super::super::source::Evidence;
    use super::*;

    const TEXT: &str = "Animal Ambition has Prodigy as a guest. The capital of the country is the city of Vienna.";

    #[track_caller]
    fn check(claim: &str, low: [f64; WIDTH], high: [f64; WIDTH]) {
        let evidence = Evidence::new(TEXT, 100);
        let values = measure(&Claim::new(claim, &evidence)).values;
        for at in 0..WIDTH {
            assert!(low[at] <= values[at] && values[at] <= high[at], "{claim}: {values:?}");
        }
    }

    #[test]
    fn an_answer_stands_there_or_not() {
        check("Who is a guest? Prodigy", [0.0; 4], [0.0; 4]);
        check("What is the capital? The city Vienna", [0.0; 4], [0.0; 4]);
        check("What is the capital? Vienna city", [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0]);
        check("Is it Vienna? no", [0.0; 4], [0.0; 4]);
    }

    #[test]
    fn a_statement_is_held_against_its_best_sentence() {
        check("Prodigy is a guest.", [0.0; 4], [0.01; 4]);
        check("Prodigy lives in Vienna.", [0.4, 0.5, 0.0, 0.0], [0.8, 1.0, 0.0, 0.0]);
    }
}
