//! Words that belong together, and what is known of them: "turn the cache off" holds "turn off".
//!
//! Owns the search for groups of words in a text, and the senses of a word in all its forms.

use super::lexicon::{self, Entry, Kind as Family, Sense};
use super::morph;
use super::token::Token;

/// Words between the two parts of a group ("turn the cache off").
const GAP: usize = 8;

/// A group of words that was found: its senses, the places of its tokens, its words.
pub(super) struct Group {
    pub(super) senses: Vec<Sense>,
    pub(super) places: Vec<usize>,
    pub(super) word: String,
}

/// The longest group of words that begins at `at`; the word alone where there is none.
pub(super) fn find(tokens: &[Token], taken: &[bool], at: usize) -> Group {
    let begins = &tokens[at];
    let forms = morph::forms(&begins.lower);
    let known: Vec<Entry<'_>> = forms.iter().map(|(form, _)| lexicon::entry(form)).collect();
    let mut best: Option<(usize, Group)> = None;
    for ((form, _), entry) in forms.iter().zip(&known) {
        for (rest, senses) in entry.phrases() {
            let Some(places) = follow(tokens, taken, at, rest) else { continue };
            if best.as_ref().is_none_or(|(length, _)| places.len() > *length) {
                let word = format!("{form} {rest}");
                best = Some((places.len(), Group { senses: lexicon::phrase_senses(senses), places, word }));
            } else if let Some((length, group)) = &mut best
                && places.len() == *length
                && places == group.places
            {
                group.senses.extend(lexicon::phrase_senses(senses));
            }
        }
    }
    best.map_or_else(
        || {
            let (word, senses) = joined(&forms, &known);
            Group { senses, places: vec![at], word }
        },
        |(_, group)| group,
    )
}

/// The places of a group's words, when they follow `at`.
fn follow(tokens: &[Token], taken: &[bool], at: usize, rest: &str) -> Option<Vec<usize>> {
    let mut places = vec![at];
    let mut next = at + 1;
    let mut gap = false;
    for wanted in rest.split(' ') {
        if wanted == ".." {
            gap = true;
            continue;
        }
        let last = if gap { next + GAP } else { next };
        let from = if gap { next + 1 } else { next };
        let stretch = (next..=last).take_while(|place| {
            tokens.get(*place).is_some_and(|token| {
                let joins = matches!(
                    token.lower.as_str(),
                    "and" | "or" | "but" | "if" | "when" | "then" | "before" | "after" | "so"
                );
                token.is_word() && !taken[*place] && !(gap && joins)
            })
        });
        let place = stretch.filter(|place| *place >= from).find(|place| is_form(tokens, *place, wanted))?;
        places.push(place);
        next = place + 1;
        gap = false;
    }
    // A gap at the end needs something in it.
    (!gap || tokens.get(next).is_some_and(Token::is_word)).then_some(places)
}

fn is_form(tokens: &[Token], at: usize, wanted: &str) -> bool {
    let lower = &tokens[at].lower;
    lower == wanted
        || (lower.len() > wanted.len()
            && lower.strip_suffix('s').is_some_and(|rest| rest == wanted || rest.strip_suffix('e') == Some(wanted)))
}

pub(super) fn has(senses: &[Sense], kind: Family) -> bool {
    senses.iter().any(|sense| sense.kind() == kind)
}

/// The senses that are no grammar.
pub(super) fn content(senses: &[Sense]) -> impl Iterator<Item = Sense> {
    senses.iter().copied().filter(|sense| {
        !matches!(sense.kind(), Family::Mark | Family::Mend | Family::No | Family::Void | Family::Light | Family::Weak)
    })
}

/// A word's first known form and the senses of all its forms.
pub(super) fn senses_of(lower: &str) -> (String, Vec<Sense>) {
    let forms = morph::forms(lower);
    let known: Vec<Entry<'_>> = forms.iter().map(|(form, _)| lexicon::entry(form)).collect();
    joined(&forms, &known)
}

fn joined(forms: &[(String, bool)], entries: &[Entry<'_>]) -> (String, Vec<Sense>) {
    let mut known: Option<&String> = None;
    let mut found: Vec<Sense> = Vec::new();
    for (place, ((form, derived), entry)) in forms.iter().zip(entries).enumerate() {
        // "user" is not someone who uses: what is known as it stands is taken as it stands.
        if *derived && found.iter().any(|sense: &Sense| content(&[*sense]).next().is_some()) {
            break;
        }
        let senses = entry.senses();
        if senses.is_empty() {
            continue;
        }
        // A form that only holds a sentence together says nothing of the word that it may come from ("bed" is not "be").
        let grammar = content(&senses).next().is_none();
        if grammar
            && place > 0
            && !senses
                .iter()
                .any(|sense| matches!(sense.kind(), Family::Light | Family::Weak | Family::Mark | Family::Mend))
        {
            continue;
        }
        let own = senses.into_iter().filter(|sense| place == 0 || !matches!(sense.kind(), Family::Void | Family::No));
        found.extend(own.filter(|sense| !found.contains(sense)).collect::<Vec<_>>());
        known.get_or_insert(form);
    }
    (known.or(forms.first().map(|(lower, _)| lower)).cloned().unwrap_or_default(), found)
}
