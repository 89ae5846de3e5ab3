//! A word or group of words as a unit: thing or deed, and what it does to its clause.
//!
//! Owns the look at what stands around a word.

use super::group::{Group, content, has, senses_of};
use super::lexicon::{self, Kind as Family, Sense};
use super::morph;
use super::parse::Reader;
use super::token::{Kind, Token};
use super::unit::{Role, Unit, weigh};
use crate::text::words;

/// Deeds whose doer gets something, and deeds whose doer gives it.
const GETS: [&str; 10] = ["accept", "borrow", "get", "import", "inherit", "need", "obtain", "owe", "receive", "want"];
const GIVES: [&str; 8] = ["feed", "give", "lend", "loan", "pass", "sell", "send", "teach"];

impl Reader<'_> {
    pub(super) fn unit(&mut self, at: usize, group: &Group) {
        let token = &self.tokens[at];
        let clause = self.clause();
        let alone = group.places.len() == 1;
        let first = !self.read.units.iter().any(|unit| unit.clause == clause);
        let before =
            at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or("", |before| before.lower.as_str());
        let stem = if alone { words::stem(&token.lower).into_owned() } else { group.word.clone() };
        let mut unit = Unit::word(&group.word, &group.senses, &stem);
        unit.light = alone && has(&group.senses, Family::Light);
        unit.mark = has(&group.senses, Family::Mark);
        let deed = unit.senses.iter().any(|sense| matches!(sense.kind(), Family::Act | Family::Pole | Family::Scale));
        let thing = unit
            .senses
            .iter()
            .any(|sense| matches!(sense.kind(), Family::Thing | Family::Scope | Family::Object | Family::Technique));
        let led_by_deed = matches!(
            before,
            "to" | "not"
                | "don't"
                | "must"
                | "should"
                | "can"
                | "will"
                | "never"
                | "and"
                | "then"
                | "be"
                | "is"
                | "are"
                | "was"
                | "were"
                | "gets"
                | "been"
                | "let"
                | "please"
                | "now"
        );
        let article = matches!(
            before,
            "the" | "a" | "an" | "its" | "our" | "my" | "your" | "their" | "this" | "that" | "of" | "no"
        );
        unit.noun = match (deed, thing) {
            (true, false) => {
                let made = ["er", "or", "ion", "ment", "al", "ure"].iter().any(|ending| token.lower.ends_with(ending));
                (article && !token.lower.ends_with("ed")) || (made && !first && !led_by_deed)
            }
            (false, true) => !unit.senses.iter().all(|sense| sense.name() == "extent"),
            (true, true) => !first && !led_by_deed && (article || !token.lower.ends_with("ed")),
            (false, false) if first && self.is_followed_by_verb(at) => true,
            (false, false) if self.role == Role::Subject && !first && !article && self.looks_like_verb(at) => false,
            (false, false) => {
                (!first || article || token.text.starts_with(char::is_uppercase) && at > 0)
                    && !token.lower.ends_with("ly")
                    && !led_by_deed
            }
        };
        if alone && deed {
            self.choose_side(at, &mut unit);
        }
        unit.turns = self.turns(at, &unit, article, first);
        if unit.senses.is_empty() && alone {
            unit.denied = morph::denied(&token.lower).map(|base| words::stem(base).into_owned()).collect();
            // "unskip" undoes a deed that is known.
            let base = morph::denied(&token.lower)
                .map(|base| senses_of(base).1)
                .find(|senses| content(senses).next().is_some());
            if let Some(senses) = base {
                unit.reversed = true;
                unit.senses = content(&senses).collect();
            }
        }
        unit.weight = weigh(&unit, deed);
        let unknown_verb = !deed && !thing && !unit.noun && !first && self.role == Role::Subject;
        self.read.kept.push(if alone { group.word.clone() } else { group.word.replace(" .. ", " ") });
        self.push(unit);
        if self.role == Role::Subject && (unknown_verb || (deed && (first || led_by_deed || !article))) {
            self.role = Role::Object;
            if let Some(last) = self.read.units.last_mut() {
                last.role = Role::Deed;
            }
            self.gives_or_gets(clause, &morph::forms(&token.lower));
        }
    }

    /// A form of a verb between what is before it and another word: "extends", "trusted".
    fn looks_like_verb(&self, at: usize) -> bool {
        let lower = &self.tokens[at].lower;
        let ends = (lower.ends_with('s') && !lower.ends_with("ss")) || lower.ends_with("ed");
        ends && self.tokens.get(at + 1).is_some_and(Token::is_word)
    }

    /// True for a name that a verb follows: "Anna lent ...", "billing calls ...".
    fn is_followed_by_verb(&self, at: usize) -> bool {
        let Some(next) = self.tokens.get(at + 1).filter(|next| next.kind == Kind::Word) else { return false };
        let known = senses_of(&next.lower).1;
        let deed = known.iter().any(|sense| matches!(sense.kind(), Family::Act | Family::Pole));
        let plain =
            lexicon::senses(&next.lower).iter().any(|sense| matches!(sense.kind(), Family::Thing | Family::Object));
        let past = !next.lower.ends_with('s') && lexicon::senses(&next.lower).is_empty();
        (deed && (past || next.lower.ends_with('s')) && !plain) || (known.is_empty() && self.looks_like_verb(at + 1))
    }

    /// Who gets something is where it goes, and who gives is where it comes from: "Mark borrowed it from Anna".
    fn gives_or_gets(&mut self, clause: usize, forms: &[(String, bool)]) {
        let is = |verbs: &[&str]| forms.iter().any(|(form, derived)| !derived && verbs.contains(&form.as_str()));
        if is(&["become"]) {
            self.role = Role::Target;
        }
        let role = match () {
            () if is(&["become"]) => Role::Object,
            () if is(&GETS) => Role::Target,
            () if is(&GIVES) => Role::Source,
            () => return,
        };
        for unit in self.read.units.iter_mut().filter(|unit| unit.clause == clause && unit.role == Role::Subject) {
            unit.role = role;
        }
    }

    /// What describes a thing ("failed builds", "the missing user", "the delete button") says nothing about the clause, and
    /// neither does one who does it ("the exporter").
    fn turns(&self, at: usize, unit: &Unit, article: bool, first: bool) -> bool {
        let token = &self.tokens[at];
        let next = self.tokens.get(at + 1).filter(|next| next.kind == Kind::Word);
        let thing = next.is_some_and(|next| {
            let senses = lexicon::senses(&next.lower);
            !has(&senses, Family::Void) && !has(&senses, Family::No)
        });
        if unit.noun {
            return !thing && !token.lower.ends_with("er") && !token.lower.ends_with("or");
        }
        let participle = token.lower.ends_with("ed") || token.lower.ends_with("ing") || token.lower.ends_with("en");
        // "failed builds should be tried again": what comes first is no deed where another follows that is asked for.
        let asked = |token: &Token| {
            matches!(token.lower.as_str(), "should" | "must" | "be" | "is" | "are" | "get" | "gets" | "need")
        };
        let leads = !first || self.tokens.iter().skip(at + 1).any(asked);
        !(thing && (article || (participle && leads)))
    }

    /// "drop the index" undoes, "coverage drops" tells of a change: what has an object is a deed.
    fn choose_side(&self, at: usize, unit: &mut Unit) {
        let is = |kind: Family| move |sense: &Sense| sense.kind() == kind;
        if !unit.senses.iter().any(is(Family::Pole)) || !unit.senses.iter().any(is(Family::Scale)) {
            return;
        }
        let ends =
            ["to", "by", "in", "on", "at", "below", "above", "from", "for", "with", "too", "and", "or", "when", "if"];
        let object = self.tokens.get(at + 1).is_some_and(|next| next.is_word() && !ends.contains(&next.lower.as_str()));
        if object && !unit.noun {
            return;
        }
        unit.senses.retain(|sense| sense.kind() != Family::Pole);
    }
}
