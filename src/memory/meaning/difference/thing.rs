//! Other things: what excludes the other by its kind, how far a text reaches, names, and what only one text speaks of.

use crate::memory::meaning::Meaning;
use crate::memory::meaning::found::{Difference, Found, against};
use crate::memory::meaning::lexicon::Kind;
use crate::memory::meaning::matches::{MATCHED, Matches, PART};
use crate::memory::meaning::unit::{Role, Sort, Unit};

/// Kinds of which several may be listed, and all count.
const LISTED: [&str; 6] = ["app-os", "browser", "device", "os", "place", "weekday"];

/// Things of one kind of which one excludes the other.
pub(super) fn siblings(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
    type Known<'a> = &'a [Option<(usize, f64)>];
    let alone = |units: &[Unit], known: Known<'_>, with: &[Unit], back: Known<'_>| -> Vec<(u16, u16, Kind, String)> {
        let mut alone = Vec::new();
        // The same meaning in another family: only where neither fits anything else better.
        let mutual = |at: usize| {
            known[at].is_some_and(|(other_at, fits)| {
                fits > PART && !with[other_at].rejected && back[other_at].is_some_and(|(mine, _)| mine == at)
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
    if let Some(longer) = longer(one, other).or_else(|| longer(other, one)) {
        seen.push(Difference::Scope);
        found.push((Difference::Scope, longer));
    }
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

/// "on Saturday or Sunday" where the other says "on Sunday": one lists what the other has alone.
fn longer(one: &Meaning, other: &Meaning) -> Option<String> {
    let scopes = |unit: &Unit| -> Vec<(u16, u16)> {
        let listed = matches!(unit.sort, Sort::Word) && unit.noun && !unit.rejected;
        let senses = unit.senses.iter().filter(|sense| listed && LISTED.contains(&sense.name()));
        senses.map(|sense| (sense.family(), sense.member())).collect()
    };
    let known: Vec<(u16, u16)> = other.units.iter().flat_map(&scopes).collect();
    for pair in one.units.windows(2) {
        for (family, first) in scopes(&pair[0]) {
            for (_, second) in scopes(&pair[1]).into_iter().filter(|(known, at)| *known == family && *at != first) {
                let has = |member: u16| known.contains(&(family, member));
                if has(first) != has(second) {
                    let (more, alone) = if has(first) { (&pair[1], &pair[0]) } else { (&pair[0], &pair[1]) };
                    return Some(format!("\"{}\" beside \"{}\"", more.word, alone.word));
                }
            }
        }
    }
    None
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
            let named = !mine.weak && !theirs.1.weak;
            let known = !mine.senses.is_empty() && !theirs.1.senses.is_empty();
            (named && (known || mine.role == theirs.1.role)) || describes(one, at, other, theirs.0, matches)
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

fn is_known_deed(unit: &Unit) -> bool {
    let known = unit.senses.iter().any(|sense| matches!(sense.kind(), Kind::Act | Kind::Pole));
    known && !unit.noun && unit.role == Role::Deed
}

/// Another deed: where each text has one that is known and that the other does not tell of, they ask for other things.
pub(super) fn deeds(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
    if !found.is_empty() {
        return;
    }
    // Of a deed and one thing the deed is half of what is said, whatever it is.
    let shared = |units: &[Unit], known: &[Option<(usize, f64)>]| {
        let met = |(unit, known): &(&Unit, &Option<(usize, f64)>)| {
            unit.is_telling() && known.is_some_and(|(_, fits)| fits >= MATCHED)
        };
        units.iter().zip(known).filter(met).count()
    };
    let much = shared(&one.units, &matches.one).max(shared(&other.units, &matches.other)) > 1;
    let alone = |units: &[Unit], known: &[Option<(usize, f64)>]| -> Option<String> {
        let alone = units.iter().zip(known).find(|(unit, known)| {
            let foreign = known.is_none_or(|(_, fits)| fits < MATCHED);
            let says_little = unit.light || (unit.weak && much);
            foreign && !says_little && is_known_deed(unit) && !forbids(unit)
        });
        alone.map(|(unit, _)| unit.word.clone())
    };
    if let (Some(mine), Some(theirs)) = (alone(&one.units, &matches.one), alone(&other.units, &matches.other)) {
        found.push((Difference::Deed, against(&mine, &theirs)));
    }
}
