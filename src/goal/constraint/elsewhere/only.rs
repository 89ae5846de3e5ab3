//! Scopes that are declared in other languages: "ne touche qu'à src/auth", "bitte nur im CSS", "modifica solo app/views".
//!
//! Owns their forms. As with English ones a place must follow that is there; "der Fehler tritt nur in src/auth auf" tells, so that forms without
//! a verb must open their clause.

use super::form::{Forbidden, end_of, ends, first_of};
use super::thing::things;
use crate::domain::{Pattern, Target};
use crate::goal::names::Names;
use crate::goal::prompt::sentence::Sentence;
use crate::text::openings::Openings;
use crate::text::pattern;

/// Forms with a verb that orders.
#[rustfmt::skip]
const ORDERED: &[&str] = &[
    "ändere nur", "bearbeite nur", "ne touche* qu'à", "ne touche* qu'au", "ne touche* qu'aux", "ne modifie* que", "ne change* que",
    "modifie* uniquement", "modifie* seulement", "modifica solo", "cambia solo", "toca solo", "edita solo", "solo modifica",
    "solo cambia", "solo toca", "solo edita", "tocca solo", "altere apenas", "altere só", "modifique apenas", "mexa apenas", "mexa só",
    "só mexa", "wijzig alleen",
];

/// Forms that are said of programs, too.
#[rustfmt::skip]
const BARE: &[&str] = &[
    "nur in", "nur im", "nur innerhalb", "ausschließlich in", "ausschließlich im", "uniquement dans", "seulement dans", "solo en",
    "sólo en", "solamente en", "únicamente en", "solo in", "solo nel", "solo nella", "apenas em", "somente em", "alleen in",
];

/// The forms of both, those with a verb first, by how the word begins at which they are looked for.
static OPENINGS: Openings = {
    let mut openings = Openings::none();
    let mut number = 0;
    while number < ORDERED.len() + BARE.len() {
        let form = if number < ORDERED.len() { ORDERED[number] } else { BARE[number - ORDERED.len()] };
        openings.add(first_of(form), number);
        number += 1;
    }
    openings
};

/// Words of courtesy before a bare form.
const COURTEOUS: [&str; 6] = ["bitte", "favor", "favore", "stp", "svp", "und"];

/// The limit that begins at `at`.
pub(super) fn kept_to(sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<Forbidden> {
    let opens = || at == 0 || ends(sentence, at - 1) || COURTEOUS.contains(&sentence.word(at - 1));
    let read = |number: usize| match ORDERED.get(number) {
        Some(form) => end_of(sentence, at, form),
        None => end_of(sentence, at, BARE[number - ORDERED.len()]).filter(|_| opens()),
    };
    let from = OPENINGS.of(sentence.word(at), u128::MAX).find_map(read)?;
    let end = sentence.clause_end(from);
    let (there, absent) = things(sentence, names, from..end)?;
    let places: Vec<Pattern> = there.into_iter().flat_map(patterns).collect();
    let outside = places.iter().cloned().map(Target::Outside).collect();
    (absent.is_empty() && !places.is_empty()).then(|| Forbidden {
        targets: outside,
        keeps_to: places,
        ..Forbidden::nothing(at..end)
    })
}

/// The places for which a target stands.
fn patterns(target: Target) -> Vec<Pattern> {
    match target {
        Target::Paths(place) => vec![place],
        Target::Kind(kind) => pattern::of_kind(kind).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    #[test]
    fn work_is_kept_to_a_place() {
        let shown = |said: &str| shown_constraints(&Stage::new().start(said).constraints);
        for said in [
            "Corrige le bug. Ne touche qu'au dossier src/auth.",
            "Der Login springt. Bitte nur in src/auth beheben.",
            "Arregla el bug, modifica solo src/auth",
            "Corrige o bug, altere apenas src/auth",
            "Correggi il bug, solo in src/auth",
        ] {
            assert_eq!(shown(said), "only outside src/auth/", "{said}");
        }
        for said in [
            "Der Fehler tritt nur in src/auth auf",
            "Le bug apparaît seulement dans src/auth",
            "Ändere nur die Farbe von src/auth/token.ts",
        ] {
            assert_eq!(shown(said), "", "{said}");
        }
    }
}
