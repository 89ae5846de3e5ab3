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

/// Words behind which a deed is named, and those behind which a thing is.
#[rustfmt::skip]
const LEAD_TO_DEEDS: [&str; 20] = [
    "to", "not", "don't", "must", "should", "can", "will", "never", "and", "then", "be", "is", "are", "was", "were", "gets", "been", "let",
    "please", "now",
];
const LEAD_TO_THINGS: [&str; 12] =
    ["into", "onto", "from", "with", "by", "of", "for", "on", "at", "in", "via", "between"];
const ARTICLES: [&str; 12] = ["the", "a", "an", "its", "our", "my", "your", "their", "this", "that", "of", "no"];

/// What a denying beginning stands before: "unskip" undoes a deed that is known.
fn deny(unit: &mut Unit, lower: &str) {
    let known = !unit.senses.is_empty();
    if !known || ["un", "non", "dis"].iter().any(|beginning| lower.starts_with(beginning)) {
        unit.denied = morph::denied(lower).map(|base| words::stem(base).into_owned()).collect();
    }
    if known {
        return;
    }
    let base = morph::denied(lower).map(|base| senses_of(base).1).find(|senses| content(senses).next().is_some());
    if let Some(senses) = base {
        unit.reversed = true;
        unit.senses = content(&senses).collect();
    }
}

/// A group of words with a deed that may stand for many says little, too ("put .. in", "bring .. over"), unless it is an opposite.
fn is_weak(group: &Group) -> bool {
    if group.places.len() == 1 {
        return has(&group.senses, Family::Weak);
    }
    let says = [Family::Pole, Family::Scale, Family::Thing, Family::Object, Family::Scope, Family::Technique];
    let first = group.word.split(' ').next().unwrap_or_default();
    has(&lexicon::senses(first), Family::Weak) && !says.into_iter().any(|kind| has(&group.senses, kind))
}

impl Unit {
    /// The words of a name that tell something of what it names: "the calendar widget" is about a calendar.
    fn put_together(&mut self, group: &Group) {
        let stream = group.senses.iter().any(|sense| sense.name() == "stdio");
        if stream || group.word.contains(" .. ") {
            return;
        }
        for word in group.word.split(' ') {
            let senses = lexicon::senses(word);
            if !has(&senses, Family::Light) {
                self.parts.push(words::stem(word).into_owned());
                self.part_senses.extend(senses.into_iter().filter(|sense| sense.kind() == Family::Thing));
            }
        }
    }
}

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
        unit.weak = is_weak(group);
        let deed = unit.senses.iter().any(|sense| matches!(sense.kind(), Family::Act | Family::Pole | Family::Scale));
        let thing = unit
            .senses
            .iter()
            .any(|sense| matches!(sense.kind(), Family::Thing | Family::Scope | Family::Object | Family::Technique));
        // "to" leads to a deed or to where it goes.
        let led_by_deed = LEAD_TO_DEEDS.contains(&before) && !(before == "to" && self.role == Role::Target);
        let article = ARTICLES.contains(&before);
        unit.noun = match (deed, thing) {
            (true, false) => {
                let made = ["er", "or", "ion", "ment", "al", "ure"].iter().any(|ending| token.lower.ends_with(ending));
                (article && !token.lower.ends_with("ed"))
                    || (made && !first && !led_by_deed)
                    || (LEAD_TO_THINGS.contains(&before) && !token.lower.ends_with("ing"))
                    || (alone && first && self.is_helped(at))
            }
            (false, true) => !unit.senses.iter().all(|sense| sense.name() == "extent"),
            (true, true) if alone && first && self.is_helped(at) => true,
            (true, true) => !first && !led_by_deed && (article || !token.lower.ends_with("ed")),
            (false, false) if first && (self.is_followed_by_verb(at) || self.is_name(at)) => true,
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
        if alone {
            deny(&mut unit, &token.lower);
        } else if thing {
            unit.put_together(group);
        }
        unit.weight = weigh(&unit, deed);
        let unknown_verb = !deed && !thing && !unit.noun && !first && self.role == Role::Subject;
        self.read.kept.push(if alone { group.word.clone() } else { group.word.replace(" .. ", " ") });
        let owner = if unit.noun { self.owner(at, clause) } else { None };
        self.push(unit);
        if let Some(role) = owner
            && let Some(last) = self.read.units.last_mut()
        {
            last.role = role;
        }
        if group.word == "in favour of" || group.word == "in favor of" {
            self.role = Role::Target;
        }
        let compound = thing && (self.is_followed_by_verb(at) || self.is_helped(at));
        if self.role == Role::Subject && (unknown_verb || (deed && !compound && (first || led_by_deed || !article))) {
            self.role = self.behind;
            if let Some(last) = self.read.units.last_mut() {
                last.role = Role::Deed;
            }
            self.gives_or_gets(clause, &morph::forms(&token.lower));
        }
    }

    /// "forward Anna's mail", "send Ben the mail": what is sent comes from who owns it, and goes to who is named before it.
    fn owner(&self, at: usize, clause: usize) -> Option<Role> {
        let deed = self.read.units.last().filter(|unit| unit.clause == clause && unit.role == Role::Deed)?;
        let is = |names: &[&str]| deed.senses.iter().any(|sense| names.contains(&sense.name()));
        if self.role != Role::Object {
            return None;
        }
        let sent = is(&["send", "copy", "move", "redirect", "bring"]);
        let next = self.tokens.get(at + 1).map_or("", |next| next.lower.as_str());
        let text = &self.tokens[at].text;
        let owns = text.ends_with("'s") || text.ends_with("’s");
        let article = matches!(next, "the" | "a" | "an" | "its" | "their" | "our" | "this");
        match () {
            () if owns && sent => Some(Role::Source),
            () if article && (sent || is(&["grant"])) => Some(Role::Target),
            () => None,
        }
    }

    /// A form of a verb between what is before it and another word: "extends", "trusted".
    fn looks_like_verb(&self, at: usize) -> bool {
        let lower = &self.tokens[at].lower;
        let ends = (lower.ends_with('s') && !lower.ends_with("ss")) || lower.ends_with("ed");
        ends && self.tokens.get(at + 1).is_some_and(Token::is_word)
    }

    /// "tests should run", "the scheduler is imported": what a helping verb follows is no deed.
    fn is_helped(&self, at: usize) -> bool {
        let adverb = |token: &&Token| {
            matches!(token.lower.as_str(), "now" | "still" | "already" | "also" | "only" | "always" | "never")
        };
        let mut behind = self.tokens.iter().skip(at + 1).skip_while(adverb);
        let moved = self.tokens.get(at + 1).is_some_and(|next| adverb(&next));
        let several = self.tokens[at].lower.ends_with('s') && !self.tokens[at].lower.ends_with("ss");
        behind.next().is_some_and(|next| {
            let verb = moved && several && next.kind == Kind::Word && !next.lower.ends_with('s') && {
                lexicon::senses(&next.lower).iter().any(|sense| matches!(sense.kind(), Family::Act | Family::Pole))
            };
            verb || matches!(
                next.lower.as_str(),
                "is" | "are"
                    | "was"
                    | "were"
                    | "should"
                    | "must"
                    | "can"
                    | "will"
                    | "may"
                    | "has"
                    | "have"
                    | "needs"
                    | "gets"
                    | "isn't"
                    | "aren't"
                    | "wasn't"
                    | "shouldn't"
                    | "mustn't"
                    | "can't"
                    | "cannot"
                    | "doesn't"
                    | "does"
            )
        })
    }

    /// "Alice reviews the code", "Alice's code": a word with a capital that no list has, before a verb or with an ending of possession.
    fn is_name(&self, at: usize) -> bool {
        let text = &self.tokens[at].text;
        let capital = text.starts_with(char::is_uppercase) && text.chars().skip(1).any(char::is_lowercase);
        let owns = text.ends_with("'s") || text.ends_with("’s");
        let verb = self.tokens.get(at + 1).filter(|next| next.kind == Kind::Word && next.lower.ends_with('s'));
        let deed = verb.is_some_and(|next| {
            senses_of(&next.lower).1.iter().any(|sense| matches!(sense.kind(), Family::Act | Family::Pole))
        });
        capital && (owns || deed)
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
    pub(super) fn gives_or_gets(&mut self, clause: usize, forms: &[(String, bool)]) {
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
        let lacks = unit.senses.iter().any(|sense| sense.name() == "exist" && sense.side() < 0);
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
        !(thing && (article || lacks || (participle && leads)))
    }

    /// "drop the index" undoes, "coverage drops" tells of a change: what has an object is a deed.
    fn choose_side(&self, at: usize, unit: &mut Unit) {
        let is = |kind: Family| move |sense: &Sense| sense.kind() == kind;
        if !unit.senses.iter().any(is(Family::Pole)) || !unit.senses.iter().any(|sense| sense.name() == "amount") {
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
