//! What is forbidden in another language by a word for which no path was found: "ne modifie pas les scènes", "nicht in den Komponenten".
//!
//! Owns which words of such a clause tell what is meant. As with English ones they are held against what calls do
//! ([`crate::text::called`]), and what answers them is told, never denied.

use super::form::{Forbidden, ends};
use super::thing::{NOT, SMALL};
use crate::domain::{Called, Target};
use crate::goal::constraint::clause::is_path;
use crate::goal::constraint::object::called;
use crate::goal::prompt::sentence::Sentence;
use crate::text::loanword;
use crate::text::words::is_telling;
use std::ops::Range;

/// Words at most that say what is meant: who says more describes something.
const MAX_WORDS: usize = 2;

/// Words that leave open what is meant, or mean what a program does.
#[rustfmt::skip]
const UNTOLD: &[&str] = &[
    "alles", "altro", "anderem", "anderen", "andere", "anderes", "ausgabe", "autre", "autres", "comportamento", "comportamiento",
    "comportement", "funktion", "funktionalität", "logik", "lógica", "logique", "otra", "otras", "otro", "otros", "rest", "reste",
    "resto", "verhalten",
];

/// How somebody keeps the work to one place in these languages.
const ONLY: [&str; 13] = [
    "alleen",
    "apenas",
    "ausschließlich",
    "lediglich",
    "nur",
    "seulement",
    "solamente",
    "solo",
    "soltanto",
    "somente",
    "sólo",
    "uniquement",
    "únicamente",
];

/// Words behind a "not" by which a place follows.
const INTO: [&str; 13] = ["am", "an", "dans", "em", "en", "im", "in", "na", "nel", "nella", "no", "nos", "sur"];

/// The words of a stretch that tell what is meant; `None` where they say more than a name, or speak of a part of a path.
pub(super) fn called(sentence: &Sentence<'_>, stretch: Range<usize>) -> Option<Vec<Target>> {
    let telling = |at: &usize| SMALL.binary_search(&sentence.word(*at)).is_err();
    let end = stretch.clone().find(|at| ends(sentence, *at)).map_or(stretch.end, |at| at + 1);
    let said: Vec<usize> = (stretch.start..end).filter(telling).collect();
    let blank = |at: &usize| {
        let word = sentence.word(*at);
        is_path(&sentence.tokens[*at]) || UNTOLD.contains(&word) || !is_telling(word)
    };
    if said.is_empty() || said.len() > MAX_WORDS || said.iter().any(blank) {
        return None;
    }
    // "Produktivcode bitte nicht ändern".
    // "Am eigentlichen Code".
    let of_code = (stretch.start..end).any(|at| sentence.word(at) == "code");
    let own = matches!(sentence.word(said[0]), "eigentlichen" | "eigentliche" | "produktiven") && of_code;
    if own || matches!(sentence.word(said[0]), "produktionscode" | "produktivcode") {
        return Some(called::beside_production());
    }
    // Each word may stand for several, and a name has one of each.
    let names = said.iter().fold(vec![Vec::new()], |names: Vec<Vec<String>>, at| {
        let words = loanword::in_paths(sentence.word(*at));
        names
            .iter()
            .flat_map(|name| words.iter().map(|word| [&name[..], std::slice::from_ref(word)].concat()))
            .collect()
    });
    Some(vec![Target::Called(Called { names, ..Called::default() })])
}

/// "Nur im CSS beheben, nicht in den Komponenten": what stands beside the only place.
pub(super) fn beside(sentence: &Sentence<'_>, at: usize) -> Option<Forbidden> {
    let begins =
        at > 0 && ends(sentence, at - 1) && NOT.contains(&sentence.word(at)) && INTO.contains(&sentence.word(at + 1));
    if !begins || !(0..at).any(|before| ONLY.contains(&sentence.word(before))) {
        return None;
    }
    let end = sentence.clause_end(at + 2);
    Some(Forbidden { targets: called(sentence, at + 2..end)?, ..Forbidden::nothing(at..end) })
}
