//! What differs between two texts that may be much alike.
//!
//! Owns the differences: one function each. A difference needs evidence on both sides; what only one text says is more, not
//! other.

use super::Meaning;
use super::compare::{MATCHED, Matches, fit, is_counterpart};
use super::contrast::{contrasts, swaps};
use super::lexicon::Kind;
use super::quantity::{self, Quantity};
use super::unit::{Role, Sort, Unit};

/// In what two texts differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// The deed goes the other way: increase, decrease.
    Direction,
    /// One denies what the other says.
    Negation,
    /// Another number, or another unit.
    Number,
    /// The other comes first.
    Order,
    /// Who does it to whom, or from where to where, is swapped.
    Roles,
    /// Another thing.
    Object,
    /// Another deed.
    Deed,
    /// Another place, part or circle of users: test and production.
    Scope,
    /// Another way to do it.
    Technique,
    /// Another file or name in a program.
    Path,
    /// Another command or option.
    Command,
}

impl Difference {
    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direction => "direction",
            Self::Negation => "negation",
            Self::Number => "number",
            Self::Order => "order",
            Self::Roles => "roles",
            Self::Object => "object",
            Self::Deed => "deed",
            Self::Scope => "scope",
            Self::Technique => "technique",
            Self::Path => "path",
            Self::Command => "command",
        }
    }

    /// True where following one text would be wrong by the other.
    pub const fn is_opposite(self) -> bool {
        !matches!(self, Self::Path | Self::Command | Self::Object | Self::Deed)
    }
}

pub(super) type Found = Vec<(Difference, String)>;

/// Everything that differs.
pub(super) fn between(one: &Meaning, other: &Meaning, matches: &Matches) -> Found {
    let mut found = Found::new();
    directions(one, other, matches, &mut found);
    siblings(one, other, matches, &mut found);
    reaches(one, other, &mut found);
    numbers(one, other, &mut found);
    orders(one, other, &mut found);
    roles(one, other, &mut found);
    swaps(one, other, &mut found);
    contrasts(one, other, &mut found);
    names(one, other, &mut found);
    things(one, other, matches, &mut found);
    deeds(one, other, matches, &mut found);
    found
}

pub(super) fn against(one: &str, other: &str) -> String {
    // The same words whichever text comes first.
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    format!("\"{one}\" against \"{other}\"")
}

/// The sides that a unit takes: family, side with what stands around it, and whether it turns its sentence round.
fn sides(unit: &Unit) -> impl Iterator<Item = (u16, i8, Kind)> {
    unit.senses.iter().filter_map(|sense| match sense.kind() {
        Kind::Pole => Some((sense.family(), unit.side(*sense) * unit.context, Kind::Pole)),
        Kind::Scale => Some((sense.family(), unit.side(*sense) * unit.context * unit.amount, Kind::Scale)),
        _ => None,
    })
}

/// Opposite sides of one pair of opposites, or a clause that denies what the other says.
fn directions(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
    let (mut agree, mut conflict): (f64, Option<String>) = (0.0, None);
    for mine in &one.units {
        for theirs in &other.units {
            let (mut same, mut opposite) = (false, false);
            for (family, side, _) in sides(mine) {
                for (_, their, _) in sides(theirs).filter(|(known, ..)| *known == family) {
                    same |= side == their;
                    // One word on both sides is turned by what denies it, not by the deeds that stand before it.
                    opposite |= side != their && (mine.stem != theirs.stem || mine.denial != theirs.denial);
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
        let turned = other.units.iter().find(|theirs| {
            (is_counterpart(&mine.stem, &theirs.stem)
                || mine.denied.contains(&theirs.stem)
                || theirs.denied.contains(&mine.stem))
                && mine.sign == theirs.sign
        });
        if let Some(theirs) = turned.filter(|_| matches.one[at].is_some_and(|(_, fits)| fits < 0.95)) {
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
        let weight = mine.weight.min(theirs.weight);
        let one_deed = mine.stem != theirs.stem
            && mine.denial == theirs.denial
            && mine.senses.iter().any(|sense| sense.kind() == Kind::Act && theirs.senses.contains(sense));
        if mine.sign == theirs.sign || one_deed {
            agree += weight;
        } else if mine.firm == theirs.firm && mine.noun && theirs.noun {
            // A thing under two deeds of which one undoes: only the deeds tell whether that is the opposite.
        } else {
            denied += weight;
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

/// Things of one kind of which one excludes the other.
fn siblings(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
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
fn reaches(one: &Meaning, other: &Meaning, found: &mut Found) {
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

/// Numbers that stand in one text alone, on both sides.
fn numbers(one: &Meaning, other: &Meaning, found: &mut Found) {
    fn quantities(meaning: &Meaning) -> Vec<&Quantity> {
        let read = meaning.units.iter().filter_map(|unit| match &unit.sort {
            Sort::Number(quantity) => Some(quantity),
            _ => None,
        });
        read.collect()
    }
    let (mine, theirs) = (quantities(one), quantities(other));
    let alone = |own: &[&Quantity], with: &[&Quantity]| {
        own.iter().find(|quantity| !with.iter().any(|known| known.same(quantity))).map(|quantity| quantity.told())
    };
    // "v2", "utf8" and "p99" are no numbers, but what counts in them is one.
    // An address and a bare port meet in the digits.
    let code = |meaning: &Meaning, with: &Meaning, bare: bool| {
        let known = codes(with, true);
        codes(meaning, bare).into_iter().find(|code| !known.contains(code))
    };
    // "one approval" is a number beside "two approvals", and beside anything else hardly more than an article.
    let single = |meaning: &Meaning, own: &[&Quantity]| {
        let one = meaning.words.iter().any(|word| matches!(word.as_str(), "one" | "single"));
        (own.is_empty() && one).then(|| "1".to_owned())
    };
    let count = |own: &[&Quantity]| match own {
        [only] if only.measure == quantity::Measure::Plain && only.value > 1.0 && only.value < 100.0 => {
            Some(only.told())
        }
        _ => None,
    };
    let pair = alone(&mine, &theirs)
        .zip(alone(&theirs, &mine))
        .or_else(|| code(one, other, false).zip(code(other, one, true)))
        .or_else(|| code(one, other, true).zip(code(other, one, false)))
        .or_else(|| single(one, &mine).zip(count(&theirs)))
        .or_else(|| count(&mine).zip(single(other, &theirs)));
    if let Some((my, their)) = pair {
        found.push((Difference::Number, against(&my, &their)));
    }
}

/// The numbers inside words that are no numbers (the port of an address, the version of a name); where `bare`, those that
/// stand alone without a unit, too.
fn codes(meaning: &Meaning, bare: bool) -> Vec<String> {
    let digits = |letter: char| letter.is_ascii_digit();
    let plain = |quantity: Quantity| quantity.measure == quantity::Measure::Plain;
    let kept = move |word: &&String| {
        !word.contains(' ') && quantity::read(word).is_none_or(|quantity| bare && plain(quantity))
    };
    let runs = meaning.words.iter().filter(kept).flat_map(|word| word.split(move |letter| !digits(letter)));
    runs.map(|run| run.trim_start_matches('0').to_owned()).filter(|run| !run.is_empty()).collect()
}

/// What is earlier in one text and later in the other.
fn orders(one: &Meaning, other: &Meaning, found: &mut Found) {
    // What a group of units shares with one group of the other text and not with the other of its groups.
    let fits = |at: usize, theirs: &[usize]| {
        theirs.iter().map(|with| fit(&one.units[at], &other.units[*with])).fold(0.0, f64::max)
    };
    let shared = |mine: &[usize], theirs: &[usize], but: &[usize]| -> f64 {
        let alone = mine.iter().filter(|at| fits(**at, but) < MATCHED);
        alone.map(|at| one.units[*at].weight * fits(*at, theirs)).sum()
    };
    for (earlier, later) in &one.steps {
        for (their_earlier, their_later) in &other.steps {
            let same = shared(earlier, their_earlier, their_later) + shared(later, their_later, their_earlier);
            let (first, second) =
                (shared(earlier, their_later, their_earlier), shared(later, their_earlier, their_later));
            if first.min(second) > 0.25 && first + second > 0.7 * same {
                let word = earlier.iter().map(|at| one.units[*at].word.as_str()).next().unwrap_or_default();
                found.push((Difference::Order, format!("\"{word}\" comes earlier in one and later in the other")));
                return;
            }
        }
    }
}

/// Where a thing stands between where something comes from and where it goes.
const fn way(role: Role) -> Option<i8> {
    match role {
        Role::Source => Some(-1),
        Role::Object => Some(0),
        Role::Target => Some(1),
        _ => None,
    }
}

/// Who does it, and to whom or with what.
const fn doing(role: Role) -> Option<i8> {
    match role {
        Role::Subject | Role::Doer => Some(-1),
        Role::Object | Role::Target => Some(1),
        _ => None,
    }
}

/// Two things that have changed places.
fn roles(one: &Meaning, other: &Meaning, found: &mut Found) {
    let things = |meaning: &Meaning| -> Vec<usize> {
        (0..meaning.units.len())
            .filter(|at| {
                (meaning.units[*at].noun || matches!(meaning.units[*at].sort, Sort::Number(_)))
                    && meaning.units[*at].role != Role::Deed
                    // What stands there twice has no one place.
                    && meaning.units.iter().filter(|unit| unit.stem == meaning.units[*at].stem).count() == 1
            })
            .collect()
    };
    let (mine, theirs) = (things(one), things(other));
    // Where something comes from and where it goes may be told in two clauses: "take it from A and put it into B".
    for (scale, apart) in [(way as fn(Role) -> Option<i8>, true), (doing, false)] {
        for (place, first) in mine.iter().enumerate() {
            for second in &mine[place + 1..] {
                let (a, b) = (&one.units[*first], &one.units[*second]);
                let (Some(from), Some(to)) = (scale(a.role), scale(b.role)) else { continue };
                if from == to || (a.clause != b.clause && !apart) || a.stem == b.stem || fit(a, b) > 0.0 {
                    continue;
                }
                let (mut same, mut swapped) = (false, false);
                for x in theirs.iter().filter(|x| fit(a, &other.units[**x]) >= MATCHED) {
                    for y in theirs.iter().filter(|y| fit(b, &other.units[**y]) >= MATCHED) {
                        let (x, y) = (&other.units[*x], &other.units[*y]);
                        let (Some(their_from), Some(their_to)) = (scale(x.role), scale(y.role)) else { continue };
                        if x.clause != y.clause && !apart {
                            continue;
                        }
                        same |= (from < to) == (their_from < their_to) && their_from != their_to;
                        swapped |= (from < to) == (their_from > their_to) && their_from != their_to;
                    }
                }
                if swapped && !same {
                    found.push((
                        Difference::Roles,
                        format!("{} have changed places", against(&a.word, &b.word).replace(" against ", " and ")),
                    ));
                    return;
                }
            }
        }
    }
}

/// True for `parser.rs` and `src/parser.rs`, `email` and `users.email`, `DSYM` and `DSYMs`.
fn is_end_of(end: &str, name: &str) -> bool {
    name.strip_suffix(end).is_some_and(|rest| rest.ends_with(['/', '.'])) || name.strip_suffix('s') == Some(end)
}

/// Names of programs and files that stand in one text alone, on both sides.
fn names(one: &Meaning, other: &Meaning, found: &mut Found) {
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
fn things(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
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
fn deeds(one: &Meaning, other: &Meaning, matches: &Matches, found: &mut Found) {
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
