//! Other things: what excludes the other by its kind, how far a text reaches, names, and what only one text speaks of.

use crate::memory::meaning::Meaning;
use crate::memory::meaning::found::{Difference, Found, against};
use crate::memory::meaning::lexicon::Kind;
use crate::memory::meaning::matches::{MATCHED, Matches};
use crate::memory::meaning::unit::{Role, Sort, Unit};

/// Things of one kind of which one excludes the other.
pub(super) fn siblings(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
    type Known<'a> = &'a [Option<(usize, f64)>];
    let alone = |units: &[Unit], known: Known<'_>, with: &[Unit], back: Known<'_>| -> Vec<(u16, u16, Kind, String)> {
        let mut alone = Vec::new();
        // The same meaning in another family: only where neither fits anything else better.
        let mutual = |at: usize| {
            known[at].is_some_and(|(other_at, fits)| {
                fits >= MATCHED && !with[other_at].rejected && back[other_at].is_some_and(|(mine, _)| mine == at)
            })
        };
        for (at, unit) in units.iter().enumerate().filter(|(_, unit)| !unit.rejected) {
            for sense in &unit.senses {
                let kind = sense.kind();
                if !matches!(kind, Kind::Scope | Kind::Object | Kind::Technique) {
                    continue;
                }
                let same = with.iter().any(|unit| unit.senses.contains(sense) && !unit.rejected);
                if !same && !mutual(at) {
                    alone.push((sense.family(), sense.member(), kind, unit.word.clone()));
                }
            }
        }
        alone
    };
    let mine = alone(&one.units, &matches.one, &other.units, &matches.other);
    let theirs = alone(&other.units, &matches.other, &one.units, &matches.one);
    let mut seen = Vec::new();
    for (family, member, kind, word) in &mine {
        let Some((.., their)) = theirs.iter().find(|(known, at, ..)| known == family && at != member) else { continue };
        let difference = match kind {
            Kind::Scope => Difference::Scope,
            Kind::Technique => Difference::Technique,
            _ => Difference::Object,
        };
        if !seen.contains(&difference) {
            seen.push(difference);
            found.push((difference, against(word, their)));
        }
    }
}

/// One names a single file, the other means all.
pub(super) fn reaches(one: &Meaning, other: &Meaning, found: &mut Found) {
    let all = |meaning: &Meaning| {
        let whole = |unit: &&Unit| unit.senses.iter().any(|sense| sense.name() == "extent" && sense.member() == 0);
        meaning.units.iter().find(whole).map(|unit| unit.word.clone())
    };
    for (narrow, wide) in [(one, other), (other, one)] {
        if let (Some(name), Some(word), true, None) =
            (narrow.names.first(), all(wide), wide.names.is_empty(), all(narrow))
        {
            found.push((Difference::Scope, against(name, &word)));
            return;
        }
    }
}

/// True for `parser.rs` and `src/parser.rs`, `email` and `users.email`, `DSYM` and `DSYMs`.
fn is_end_of(end: &str, name: &str) -> bool {
    name.strip_suffix(end).is_some_and(|rest| rest.ends_with(['/', '.'])) || name.strip_suffix('s') == Some(end)
}

/// Names of programs and files that stand in one text alone, on both sides.
pub(super) fn names(one: &Meaning, other: &Meaning, found: &mut Found) {
    let known = |name: &str, meaning: &Meaning| {
        meaning.names.iter().any(|other| other == name || is_end_of(name, other) || is_end_of(other, name))
    };
    let alone = |own: &Meaning, with: &Meaning| own.names.iter().find(|name| !known(name, with)).cloned();
    if let (Some(mine), Some(theirs)) = (alone(one, other), alone(other, one)) {
        found.push((Difference::Path, against(&mine, &theirs)));
    }
    let flags = |meaning: &Meaning| -> Vec<String> {
        meaning.units.iter().filter(|unit| unit.sort == Sort::Flag).map(|unit| unit.word.clone()).collect()
    };
    let (mine, theirs) = (flags(one), flags(other));
    let my = mine.iter().find(|flag| !theirs.contains(flag));
    if let (Some(my), Some(their)) = (my, theirs.iter().find(|flag| !mine.contains(flag))) {
        found.push((Difference::Command, against(my, their)));
    }
}

/// The things of a text that the other does not name.
fn alone<'a>(units: &'a [Unit], known: &'a [Option<(usize, f64)>]) -> impl Iterator<Item = (usize, &'a Unit)> + Clone {
    units.iter().zip(known).enumerate().filter_map(|(at, (unit, known))| {
        let foreign = known.is_none_or(|(_, fits)| fits < MATCHED);
        (unit.is_telling() && matches!(unit.sort, Sort::Word) && foreign).then_some((at, unit))
    })
}

/// True where both stand before the same thing, and so describe it: "the mail gateway", "the gateway of the office".
fn describes(one: &Meaning, at: usize, other: &Meaning, with: usize, matches: &Matches) -> bool {
    let next = |units: &[Unit], at: usize| {
        units.get(at + 1).is_some_and(|next| next.clause == units[at].clause && next.role == units[at].role)
    };
    let met = matches.one.get(at + 1).copied().flatten();
    next(&one.units, at)
        && next(&other.units, with)
        && met.is_some_and(|(place, fits)| fits >= MATCHED && place == with + 1)
}

/// A thing that only one text names, where the other names another: "the licence section" and "the installation section". Two
/// words of which one is not known may well mean the same, unless they stand in one place of the sentence.
pub(super) fn things(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
    if found.iter().any(|(difference, _)| matches!(difference, Difference::Object | Difference::Path)) {
        return;
    }
    let theirs = alone(&other.units, &matches.other);
    for (at, mine) in alone(&one.units, &matches.one) {
        let is_other = |theirs: &(usize, &Unit)| {
            (!mine.senses.is_empty() && !theirs.1.senses.is_empty())
                || mine.role == theirs.1.role
                || describes(one, at, other, theirs.0, matches)
        };
        if let Some((_, unit)) = theirs.clone().find(is_other) {
            return found.push((Difference::Object, against(&mine.word, &unit.word)));
        }
    }
}

/// True for a deed that only ends or forbids another: "stop caching", "bypass the cache". What it turns is compared by sign.
fn forbids(unit: &Unit) -> bool {
    unit.turn() < 0 && unit.senses.iter().any(|sense| matches!(sense.name(), "continue" | "use" | "touch"))
}

/// Another deed: where each text has one that is known and that the other does not tell of, they ask for other things.
pub(super) fn deeds(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
    if !found.is_empty() {
        return;
    }
    let alone = |units: &[Unit], known: &[Option<(usize, f64)>]| -> Option<String> {
        let alone = units.iter().zip(known).find(|(unit, known)| {
            let foreign = known.is_none_or(|(_, fits)| fits < MATCHED);
            !unit.noun
                && !unit.light
                && !unit.says_little()
                && !forbids(unit)
                && !unit.senses.is_empty()
                && unit.role == Role::Deed
                && foreign
        });
        alone.map(|(unit, _)| unit.word.clone())
    };
    if let (Some(mine), Some(theirs)) = (alone(&one.units, &matches.one), alone(&other.units, &matches.other)) {
        found.push((Difference::Deed, against(&mine, &theirs)));
    }
}
