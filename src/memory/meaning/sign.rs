//! What a clause says and what it denies: "do not disable caching" is for caching, "stop caching" against it.
//!
//! Owns the signs of units. A clause is turned round by every word that denies and by every deed that undoes.

use super::parse::Read;
use super::unit::{Joint, Role, Sort, Unit};

/// Opposites whose second side speaks against what a text without them says: "read the bucket", "no longer read the bucket". To
/// wipe and to reset a thing both undo, and neither speaks against the other.
const FORBIDDING: [&str; 15] = [
    "allowed",
    "block",
    "continue",
    "deprecate",
    "enable",
    "follow-rule",
    "grant",
    "include",
    "mute",
    "obey",
    "possible",
    "required-way",
    "show",
    "touch",
    "use",
];

/// Gives every unit its signs.
pub(super) fn give(read: &mut Read) {
    let mends = read.mends;
    let (mut before, mut before_denial) = (1, 1);
    for at in 0..read.clauses.len() {
        let clause = &read.clauses[at];
        let own: Vec<usize> = (0..read.units.len()).filter(|place| read.units[*place].clause == at).collect();
        if own.is_empty() {
            continue;
        }
        let denial: i8 = if clause.denials % 2 == 1 && !is_condition(read, at) { -1 } else { 1 };
        let deeds = own.iter().any(|place| is_deed(&read.units[*place]));
        let inherited = match clause.joint {
            Joint::And | Joint::Or | Joint::Comma if !deeds && clause.denials == 0 => before,
            Joint::Or if clause.denials == 0 => before_denial,
            _ => 1,
        };
        let rejected = clause.denied_first && !deeds && at > 0 && !matches!(clause.joint, Joint::When | Joint::Firm);
        let (denial_here, joint) = (denial * inherited, clause.joint);
        let (mut running, mut firm, mut amount) = (denial_here, denial_here, 1);
        let mut around = denial_here;
        for place in &own {
            let unit = &mut read.units[*place];
            unit.context = around;
            unit.denial = denial_here;
            let scales = unit.senses.iter().find(|sense| sense.name() == "amount").map(|sense| unit.side(*sense));
            match scales {
                Some(side) if !unit.noun => amount *= side,
                // "shrink the bundle by lazy loading" takes nothing away from the loading.
                _ => unit.amount = if unit.noun && unit.role == Role::Object { amount } else { 1 },
            }
            let turned = turn(unit, mends);
            running *= turned;
            around *= match unit.turn() {
                0 => 1,
                side => side,
            };
            if unit.senses.iter().any(|sense| FORBIDDING.contains(&sense.name())) {
                firm *= turned;
            }
            unit.rejected = rejected || (joint == Joint::Contrast && !deeds);
        }
        predicates(read, &own, mends);
        // "no more than 10 MB", "files over 10 MB are refused": a limit is neither for nor against.
        if let Some(bound) = limit(read, &own) {
            if running != denial_here && read.units[bound].context == denial_here {
                read.units[bound].reversed = true;
            }
            (running, firm) = (1, 1);
        }
        for place in &own {
            read.units[*place].sign = running;
            read.units[*place].firm = firm;
        }
        lacking(read, &own);
        let goes = own.iter().any(|place| read.units[*place].role == Role::Target);
        for place in &own {
            read.units[*place].left = goes && read.units[*place].role == Role::Source;
        }
        (before, before_denial) = (running, denial_here);
    }
}

/// "undoing the change is impossible", "direct pushes are forbidden": what is said of a deed at the end holds for the deed.
fn predicates(read: &mut Read, own: &[usize], mends: bool) {
    for (at, place) in own.iter().enumerate().skip(1) {
        let unit = &read.units[*place];
        let says = unit
            .senses
            .iter()
            .any(|sense| matches!(sense.name(), "possible" | "allowed" | "required-way" | "follow-rule" | "block"));
        if !says || unit.role == Role::Object && unit.noun {
            continue;
        }
        let turned = turn(unit, mends);
        own[..at].iter().for_each(|earlier| read.units[*earlier].context *= turned);
    }
}

/// "do not deploy until the tests pass", "no release without a tag" say when it is done, not that it is not.
fn is_condition(read: &Read, at: usize) -> bool {
    let next = read.clauses.get(at + 1);
    next.is_some_and(|next| next.joint == Joint::Until || (next.joint == Joint::When && next.denials % 2 == 1))
        // "it cannot build without the library": it needs it.
        || next.is_some_and(|next| next.joint == Joint::Contrast && next.denials % 2 == 1)
        || (matches!(read.clauses[at].joint, Joint::When | Joint::Contrast)
            && at > 0
            && read.clauses[at].denials % 2 == 1
            && read.clauses[at - 1].denials % 2 == 1)
}

/// The word in a clause that says from which number on something holds.
fn limit(read: &Read, own: &[usize]) -> Option<usize> {
    let bound = |unit: &Unit| unit.senses.iter().any(|sense| sense.name() == "upper" && sense.side() < 0);
    let pair = own
        .windows(2)
        .find(|pair| bound(&read.units[pair[0]]) && matches!(read.units[pair[1]].sort, Sort::Number(_)))?;
    Some(pair[0])
}

/// "rows with missing prices" are rows that have no price.
fn lacking(read: &mut Read, own: &[usize]) {
    for pair in own.windows(2) {
        let lacks = |unit: &Unit| {
            !unit.turns && unit.senses.iter().any(|sense| sense.name() == "exist" && unit.side(*sense) < 0)
        };
        if lacks(&read.units[pair[0]]) && read.units[pair[1]].noun {
            let unit = &mut read.units[pair[1]];
            (unit.sign, unit.firm) = (-unit.sign, -unit.firm);
        }
    }
}

/// Words that deny in a text, but for those that say when something holds.
pub(super) fn denials(read: &Read) -> usize {
    (0..read.clauses.len()).filter(|at| !is_condition(read, *at)).map(|at| read.clauses[at].denials).sum()
}

fn is_deed(unit: &Unit) -> bool {
    !unit.noun && unit.weight > 0.2 && !unit.senses.is_empty()
}

fn turn(unit: &Unit, mends: bool) -> i8 {
    // What is set to "error" has none.
    let mark = if unit.mark && !mends && unit.role != Role::Target { -1 } else { 1 };
    match unit.turn() {
        0 => mark,
        side => side * mark,
    }
}
