//! Signal 5: how much of what the claim tells can be traced to the evidence at all?

use super::claim::Claim;
use super::measured::Measured;

/// What `measure` gives, in this order: of a statement the share that is nowhere in the evidence, of an answer the same.
pub(super) const WIDTH: usize = 2;

pub(super) fn measure(claim: &Claim<'_>) -> Measured<WIDTH> {
    if claim.is_yes_or_no() {
        return Measured::default();
    }
    let (from, place) = if claim.is_answered() { (claim.answer, 1) } else { (0, 0) };
    let mut values = [0.0; WIDTH];
    values[place] = 1.0 - claim.covered(from, None);
    let missing = claim.telling(from).filter(|at| claim.hits[*at].0 == 0.0);
    let words: Vec<&str> = missing.take(SHOWN).map(|at| claim.tokens[at].word.as_str()).collect();
    let reason = (!words.is_empty()).then(|| format!("not in the evidence: {}", words.join(", ")));
    Measured { values, reason }
}

/// Words that a reason names.
const SHOWN: usize = 4;

#[cfg(test)]
mod tests {
    use super::super::source::Evidence;
    use super::*;

    #[test]
    fn what_is_nowhere_is_named() {
        let evidence = Evidence::new("The parser reads dates.", 100);
        let found = measure(&Claim::new("The parser writes invoices.", &evidence));
        assert!(found.values[0] > 0.5 && found.values[1] < 0.1, "{found:?}");
        assert_eq!(found.reason.as_deref(), Some("not in the evidence: writes, invoices"));
        let found = measure(&Claim::new("What reads dates? the lexer", &evidence));
        assert!(found.values[0] < 0.1 && found.values[1] > 0.5, "{found:?}");
        assert_eq!(measure(&Claim::new("Does it read dates? yes", &evidence)), Measured::default());
    }
}
