//! What a clause says and what it denies: "do not disable caching" is for caching, "stop caching" against it.
//!
//! Owns the signs of units. A clause is turned round by every word that denies and by every deed that undoes.

use super::parse::Read;
use super::unit::{Joint, Unit};

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
        let denial: i8 = if clause.denials % 2 == 1 { -1 } else { 1 };
        let deeds = own.iter().any(|place| is_deed(&read.units[*place]));
        let inherited = match clause.joint {
            Joint::And | Joint::Or | Joint::Comma if !deeds && clause.denials == 0 => before,
            Joint::Or if clause.denials == 0 => before_denial,
            _ => 1,
        };
        let rejected = clause.denied_first && !deeds && at > 0 && !matches!(clause.joint, Joint::When | Joint::Firm);
        let (denial_here, joint) = (denial * inherited, clause.joint);
        let (mut running, mut amount) = (denial_here, 1);
        for place in &own {
            let unit = &mut read.units[*place];
            unit.context = running;
            let scales = unit.senses.iter().find(|sense| sense.name() == "amount").map(|sense| unit.side(*sense));
            match scales {
                Some(side) if !unit.noun => amount *= side,
                _ => unit.amount = if unit.noun { amount } else { 1 },
            }
            running *= turn(unit, mends);
            unit.rejected = rejected || (joint == Joint::Contrast && !deeds);
        }
        for place in &own {
            read.units[*place].sign = running;
        }
        (before, before_denial) = (running, denial_here);
    }
}

fn is_deed(unit: &Unit) -> bool {
    !unit.noun && unit.weight > 0.2 && !unit.senses.is_empty()
}

fn turn(unit: &Unit, mends: bool) -> i8 {
    let mark = if unit.mark && !mends { -1 } else { 1 };
    match unit.turn() {
        0 => mark,
        side => side * mark,
    }
}
