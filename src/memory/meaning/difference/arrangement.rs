//! The same things in another arrangement: what comes first, and who does it to whom or from where to where.

use crate::memory::meaning::Meaning;
use crate::memory::meaning::found::{Difference, Found, against};
use crate::memory::meaning::matches::{MATCHED, fit};
use crate::memory::meaning::unit::{Role, Sort, Unit};

/// What is earlier in one text and later in the other.
pub(super) fn orders(one: &Meaning, other: &Meaning, found: &mut Found) {
    // What a group of units shares with one group of the other text and not with the other of its groups.
    let fits = |at: usize, theirs: &[usize]| {
        let telling = theirs.iter().map(|with| &other.units[*with]).filter(|unit| !unit.light);
        telling.map(|unit| fit(&one.units[at], unit)).fold(0.0, f64::max)
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

/// The same where one text tells it as a way: "the calls go from A to B", "A calls B".
const fn route(role: Role) -> Option<i8> {
    match role {
        Role::Subject | Role::Doer | Role::Source => Some(-1),
        Role::Object | Role::Target => Some(1),
        _ => None,
    }
}

/// Two things that have changed places.
pub(super) fn roles(one: &Meaning, other: &Meaning, found: &mut Found) {
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
    // The same word is the thing itself; a word of the same meaning only where the same word is not there: two machines are two.
    let stands = |unit: &Unit| theirs.iter().any(|at| other.units[*at].stem == unit.stem);
    let answers = |unit: &Unit| -> Vec<&Unit> {
        let exact = stands(unit);
        let fits = theirs
            .iter()
            .map(|at| &other.units[*at])
            .filter(|their| if exact { their.stem == unit.stem } else { fit(unit, their) >= MATCHED });
        fits.collect()
    };
    // Where something comes from and where it goes may be told in two clauses: "take it from A and put it into B".
    for (scale, apart, told) in
        [(way as fn(Role) -> Option<i8>, true, false), (doing, false, false), (route, false, true)]
    {
        for (place, first) in mine.iter().enumerate() {
            for second in &mine[place + 1..] {
                let (a, b) = (&one.units[*first], &one.units[*second]);
                let (Some(from), Some(to)) = (scale(a.role), scale(b.role)) else { continue };
                if from == to || (a.clause != b.clause && !apart) || a.stem == b.stem {
                    continue;
                }
                if fit(a, b) > 0.0 && !(stands(a) && stands(b)) {
                    continue;
                }
                let (mut same, mut swapped) = (false, false);
                for x in answers(a) {
                    for y in answers(b) {
                        let (Some(their_from), Some(their_to)) = (scale(x.role), scale(y.role)) else { continue };
                        let ways = |one: &Unit, other: &Unit| {
                            matches!(
                                (one.role, other.role),
                                (Role::Source, Role::Target) | (Role::Target, Role::Source)
                            )
                        };
                        if (x.clause != y.clause && !apart) || (told && !ways(a, b) && !ways(x, y)) {
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
