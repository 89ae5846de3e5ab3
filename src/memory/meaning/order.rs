//! What comes before what: "first A, then B", "B after A", "A before B", `A && B`.
//!
//! Owns the earlier and later parts of a text.

use super::parse::Read;
use super::unit::Joint;

/// Two groups of units, of which the first comes earlier.
pub(super) type Step = (Vec<usize>, Vec<usize>);

/// The steps of a text.
pub(super) fn steps(read: &Read) -> Vec<Step> {
    let units = |clauses: std::ops::Range<usize>| -> Vec<usize> {
        (0..read.units.len()).filter(|place| clauses.contains(&read.units[*place].clause)).collect()
    };
    let mut found = Vec::new();
    let mut sentence = 0;
    for at in 0..read.clauses.len() {
        let clause = &read.clauses[at];
        if clause.joint == Joint::Firm {
            sentence = at;
        }
        if clause.fronted {
            sentence = at;
        }
        let end = (at + 1..read.clauses.len())
            .find(|next| !matches!(read.clauses[*next].joint, Joint::And | Joint::Or))
            .unwrap_or(read.clauses.len());
        let own = units(at..end);
        let others = if clause.fronted { units(end..sentence_end(read, end)) } else { units(sentence..at) };
        if own.is_empty() || others.is_empty() {
            continue;
        }
        match clause.joint {
            Joint::Before | Joint::Then => found.push((others, own)),
            Joint::After => found.push((own, others)),
            // "do not deploy until the tests pass": the tests come first.
            Joint::Until if (sentence..at).any(|before| read.clauses[before].denials % 2 == 1) => {
                found.push((own, others));
            }
            _ => {}
        }
    }
    found
}

fn sentence_end(read: &Read, from: usize) -> usize {
    (from..read.clauses.len()).find(|at| read.clauses[*at].joint == Joint::Firm).unwrap_or(read.clauses.len())
}
