//! Opposite directions, and what one text denies and the other says.

use crate::memory::meaning::Meaning;
use crate::memory::meaning::found::{Difference, Found, against};
use crate::memory::meaning::lexicon::Kind;
use crate::memory::meaning::matches::{MATCHED, Matches, fit, is_counterpart};
use crate::memory::meaning::unit::{Role, Sort, Unit};

/// The sides that a unit takes: family, side with what stands around it, and whether it turns its sentence round.
fn sides(unit: &Unit) -> impl Iterator<Item = (u16, i8, Kind)> {
    unit.senses.iter().filter_map(|sense| match sense.kind() {
        Kind::Pole => Some((sense.family(), unit.side(*sense) * unit.context, Kind::Pole)),
        // "switched from serial to parallel" is for parallel.
        Kind::Scale if unit.left => None,
        Kind::Scale => Some((sense.family(), unit.side(*sense) * unit.context * unit.amount, Kind::Scale)),
        _ => None,
    })
}

fn is_thing(unit: &Unit) -> bool {
    unit.noun && unit.senses.iter().any(|sense| sense.kind() == Kind::Thing)
}

/// Opposite sides of one pair of opposites, or a clause that denies what the other says.
pub(super) fn directions(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
    let (mut agree, mut conflict): (f64, Option<String>) = (0.0, None);
    for (at, mine) in one.units.iter().enumerate() {
        for (with, theirs) in other.units.iter().enumerate() {
            // A thing is for nothing and against nothing: whether it is denied is compared below.
            if mine.stem == theirs.stem && is_thing(mine) && is_thing(theirs) {
                continue;
            }
            let (mut same, mut opposite) = (false, false);
            for (family, side, _) in sides(mine) {
                for (_, their, kind) in sides(theirs).filter(|(known, ..)| *known == family) {
                    same |= side == their;
                    // One word on both sides is turned by what denies it, not by the deeds that stand before it.
                    opposite |= side != their
                        && (mine.stem != theirs.stem || mine.denial != theirs.denial)
                        && !(kind == Kind::Scale && describe_others(one, at, other, with));
                }
            }
            if same {
                agree += 1.0;
            } else if opposite && near(one, other, mine, theirs, matches) {
                conflict = Some(against(&mine.word, &theirs.word));
            }
        }
    }
    for (at, mine) in one.units.iter().enumerate() {
        if matches.one[at].is_none_or(|(_, fits)| fits >= 0.95) {
            continue;
        }
        let turned = other.units.iter().find(|theirs| {
            (is_counterpart(&mine.stem, &theirs.stem)
                || mine.denied.contains(&theirs.stem)
                || theirs.denied.contains(&mine.stem))
                && mine.sign == theirs.sign
        });
        if let Some(theirs) = turned {
            conflict = Some(against(&mine.word, &theirs.word));
        }
    }
    let (mut denied, mut word) = (0.0, String::new());
    for (at, mine) in one.units.iter().enumerate() {
        let Some((with, _)) = matches.one[at].filter(|(_, fits)| *fits >= MATCHED) else { continue };
        let theirs = &other.units[with];
        // Deeds with a side of their own were compared above.
        if sides(mine).next().is_some() && sides(theirs).next().is_some() {
            continue;
        }
        // "limit uploads to 10 MB", "more than 10 MB is refused": a number is neither for nor against.
        if matches!(mine.sort, Sort::Number(_)) {
            continue;
        }
        let weight = mine.weight.min(theirs.weight);
        let one_deed = mine.stem != theirs.stem
            && mine.denial == theirs.denial
            && mine.senses.iter().any(|sense| sense.kind() == Kind::Act && theirs.senses.contains(sense));
        if mine.sign == theirs.sign || one_deed {
            agree += weight;
        } else if mine.firm == theirs.firm && mine.noun && theirs.noun {
            // A thing under two deeds of which one undoes: only the deeds tell whether that is the opposite.
        } else {
            // "squash" and "do not squash": what is denied is the deed itself.
            let same_deed = mine.stem == theirs.stem && mine.role == Role::Deed && theirs.role == Role::Deed;
            denied += if same_deed && mine.denial != theirs.denial { 2.0 * weight } else { weight };
            if word.is_empty() {
                word.clone_from(if mine.word <= theirs.word { &mine.word } else { &theirs.word });
            }
        }
    }
    if let Some(evidence) = conflict {
        found.push((Difference::Direction, evidence));
    } else if denied > agree && denied > 0.2 {
        found.push((Difference::Negation, format!("one is against \"{word}\"")));
    }
}

/// "the large module", "smaller files": each stands before another thing.
fn describe_others(one: &Meaning, at: usize, other: &Meaning, with: usize) -> bool {
    fn described(units: &[Unit], at: usize) -> Option<&Unit> {
        let next = units.get(at + 1)?;
        let before = units[at].role == next.role && units[at].clause == next.clause && units[at].role != Role::Deed;
        (before && next.noun && !next.light).then_some(next)
    }
    let pair = described(&one.units, at).zip(described(&other.units, with));
    pair.is_some_and(|(mine, theirs)| fit(mine, theirs) < MATCHED)
}

/// True when no unit of the same side stands closer: two deeds of one kind in a text are told apart by what they are done to.
fn near(one: &Meaning, other: &Meaning, mine: &Unit, theirs: &Unit, matches: &Matches) -> bool {
    let families: Vec<u16> = sides(mine)
        .map(|(family, ..)| family)
        .filter(|family| sides(theirs).any(|(known, ..)| known == *family))
        .collect();
    let several = |meaning: &Meaning| {
        let mut seen = meaning
            .units
            .iter()
            .flat_map(|unit| sides(unit).filter(|(family, ..)| families.contains(family)).map(|(_, side, _)| side));
        let first = seen.next();
        seen.any(|side| Some(side) != first)
    };
    if !several(one) && !several(other) {
        return true;
    }
    one.units.iter().enumerate().any(|(at, unit)| {
        unit.clause == mine.clause
            && unit.is_telling()
            && matches.one[at].is_some_and(|(with, _)| other.units[with].clause == theirs.clause)
    })
}
