//! A text as units of meaning in clauses.
//!
//! Owns which words belong together, where a clause begins, what a clause denies, which role a preposition gives, and what
//! comes before what. It compares nothing.

use super::command;
use super::lexicon::{self, Kind as Family, Sense};
use super::morph;
use super::quantity::{self, Quantity};
use super::token::{Kind, Mark, Token};
use super::unit::{Clause, Joint, Role, Sort, Unit, weigh};
use crate::text::words;

/// Words between the two parts of a group ("turn the cache off").
const GAP: usize = 5;

/// Deeds whose doer gets something, and deeds whose doer gives it.
const GETS: [&str; 7] = ["become", "borrow", "get", "inherit", "obtain", "owe", "receive"];
const GIVES: [&str; 8] = ["feed", "give", "lend", "loan", "pass", "sell", "send", "teach"];

/// What reading a text gives.
#[derive(Clone, Debug, Default)]
pub(super) struct Read {
    pub(super) units: Vec<Unit>,
    pub(super) clauses: Vec<Clause>,
    /// Names and paths as written.
    pub(super) names: Vec<String>,
    /// The words that are kept, in order.
    pub(super) kept: Vec<String>,
    /// Something in it mends what is bad.
    pub(super) mends: bool,
}

/// Reads the tokens of a text.
pub(super) fn read(tokens: &[Token]) -> Read {
    let mut reader =
        Reader { tokens, read: Read::default(), taken: vec![false; tokens.len()], role: Role::Subject, first: false };
    reader.read.clauses.push(Clause::new(Joint::Firm));
    let mut at = 0;
    while at < tokens.len() {
        at += reader.step(at).max(1);
    }
    asks(&mut reader.read.units);
    reader.read
}

/// "the user wants tabs" and "user asked to use tabs" are about tabs, not about the user.
fn asks(units: &mut [Unit]) {
    for at in 1..units.len() {
        let is = |unit: &Unit, names: &[&str]| unit.senses.iter().any(|sense| names.contains(&sense.name()));
        if is(&units[at], &["ask"]) && is(&units[at - 1], &["user", "agent"]) && units[at - 1].role == Role::Subject {
            units[at - 1].light = true;
            units[at - 1].weight = 0.15;
        }
    }
}

struct Reader<'a> {
    tokens: &'a [Token],
    read: Read,
    /// Tokens that a group before them has used.
    taken: Vec<bool>,
    role: Role,
    /// "first" stands in the clause: what follows comes later.
    first: bool,
}

/// A group of words that was found: its senses, the places of its tokens, its words.
struct Group {
    senses: Vec<Sense>,
    places: Vec<usize>,
    word: String,
}

impl Reader<'_> {
    /// Reads what stands at `at`; gives how many tokens it took.
    fn step(&mut self, at: usize) -> usize {
        if self.taken[at] {
            return 1;
        }
        let token = &self.tokens[at];
        match &token.kind {
            Kind::Break(mark) => self.ends(*mark, command::is_later(&token.kind)),
            Kind::Number(quantity) => return self.number(at, quantity.clone()),
            Kind::Path | Kind::Name => self.named(at),
            Kind::Flag => self.push(Unit::flag(&token.lower)),
            Kind::Word => return self.words(at),
        }
        1
    }

    fn ends(&mut self, mark: Mark, later: bool) {
        let joint = match mark {
            _ if later => Joint::Then,
            Mark::Then => Joint::Then,
            Mark::Firm => Joint::Firm,
            Mark::Soft => Joint::Comma,
            Mark::Arrow => {
                // What stands before an arrow is where it comes from.
                let clause = self.clause();
                if let Some(last) = self.read.units.iter_mut().rev().find(|unit| unit.clause == clause) {
                    last.role = Role::Source;
                }
                self.role = Role::Target;
                return;
            }
        };
        self.open(joint);
    }

    fn clause(&self) -> usize {
        self.read.clauses.len().saturating_sub(1)
    }

    fn open(&mut self, joint: Joint) {
        let joint = if self.first && matches!(joint, Joint::And | Joint::Comma) { Joint::Then } else { joint };
        let empty = !self.read.units.iter().any(|unit| unit.clause == self.clause());
        if empty && let Some(last) = self.read.clauses.last_mut() {
            // A joint at the beginning of a clause is the clause's own ("before deploying, ...", ", then ...").
            if matches!(last.joint, Joint::Firm | Joint::Comma | Joint::And) || matches!(joint, Joint::Firm) {
                last.fronted |= last.joint == Joint::Firm && !matches!(joint, Joint::Firm | Joint::Comma);
                last.joint = if matches!(joint, Joint::Comma) { last.joint } else { joint };
                self.role = Role::Subject;
                return;
            }
        }
        self.first = false;
        self.role = Role::Subject;
        self.read.clauses.push(Clause::new(joint));
    }

    fn push(&mut self, mut unit: Unit) {
        unit.clause = self.clause();
        unit.role = self.role;
        self.read.units.push(unit);
    }

    fn number(&mut self, at: usize, quantity: Quantity) -> usize {
        let mut quantity = quantity;
        let mut used = 1;
        if quantity.measure == quantity::Measure::Plain && self.tokens[at].lower != "per" {
            // "half an hour", "a quarter of an hour".
            let mut place = at + 1;
            while self.tokens.get(place).is_some_and(|token| matches!(token.lower.as_str(), "a" | "an" | "of")) {
                place += 1;
            }
            let next = self.tokens.get(place).filter(|next| next.kind == Kind::Word);
            if let Some((measure, times)) = next.and_then(|next| quantity::unit(&next.lower)) {
                quantity = Quantity { value: quantity.value * times, measure, ..quantity };
                used = place + 1 - at;
            }
        }
        self.read.kept.push(quantity.told());
        self.push(Unit::number(quantity));
        used
    }

    fn named(&mut self, at: usize) {
        let token = &self.tokens[at];
        let is_path = token.kind == Kind::Path;
        self.read.names.push(token.lower.trim_end_matches("()").to_owned());
        self.read.kept.push(token.text.clone());
        let parts = words::words(&token.text);
        let count = u32::try_from(parts.len().max(1)).map_or(1.0, f64::from);
        for part in &parts {
            let mut unit = Unit::word(part, &senses_of(part).1, &words::stem(part));
            unit.sort = if is_path { Sort::Path } else { Sort::Name };
            unit.noun = true;
            unit.weight = (2.0 / count).min(1.0) * if words::is_generic_in_path(part) { 0.2 } else { 1.0 };
            self.push(unit);
        }
        // "tsconfig.json", "requirements.txt" and "try.catch" are known as a whole, too.
        let whole = lexicon::senses(&token.lower);
        if !whole.is_empty()
            && let Some(last) = self.read.units.last_mut()
        {
            last.senses.extend(content(&whole));
        }
    }

    fn words(&mut self, at: usize) -> usize {
        let group = self.group(at);
        let token = &self.tokens[at];
        if group.places.len() == 1 {
            if let Some(value) = quantity::number_word(&token.lower).filter(|_| self.counts(at)) {
                return self.number(at, Quantity::plain(value));
            }
            if let Some(quantity) = self.each(at) {
                return self.number(at, quantity);
            }
            if let Some(used) = self.connects(at, &group.senses) {
                return used;
            }
        }
        self.use_up(&group);
        if has(&group.senses, Family::No) {
            self.denies(&group.word);
            return 1;
        }
        self.read.mends |= has(&group.senses, Family::Mend);
        if group.places.len() == 1 && has(&group.senses, Family::Void) && !is_kept(&token.lower) {
            return 1;
        }
        self.unit(at, &group);
        1
    }

    fn use_up(&mut self, group: &Group) {
        for place in &group.places {
            self.taken[*place] = true;
        }
    }

    /// "per minute" and "every minute" are one minute.
    fn each(&self, at: usize) -> Option<Quantity> {
        let before = self.tokens.get(at.checked_sub(1)?)?;
        let (measure, times) = quantity::unit(&self.tokens[at].lower)?;
        let rate = matches!(before.lower.as_str(), "per" | "every" | "each") && measure == quantity::Measure::Time;
        rate.then(|| Quantity { value: times, measure, digits: "1".to_owned() })
    }

    /// "one" and "two" before a unit or as a count; "one" alone is no number.
    fn counts(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1).filter(|next| next.kind == Kind::Word);
        let after = self.tokens.get(at + 2);
        let unit = |token: Option<&Token>| token.is_some_and(|token| quantity::unit(&token.lower).is_some());
        match self.tokens[at].lower.as_str() {
            "one" => unit(next),
            "half" | "quarter" => unit(next) || unit(after) || unit(self.tokens.get(at + 3)),
            _ => true,
        }
    }

    fn denies(&mut self, word: &str) {
        let clause = self.clause();
        let has_units = self.read.units.iter().any(|unit| unit.clause == clause);
        let contrast = matches!(word, "instead of" | "rather than" | "in place of" | "without" | "anything but");
        if contrast && has_units {
            self.open(Joint::Contrast);
        } else if contrast && let Some(clause) = self.read.clauses.last_mut() {
            clause.joint = if matches!(clause.joint, Joint::Firm) { clause.joint } else { Joint::Contrast };
        }
        if let Some(clause) = self.read.clauses.last_mut() {
            clause.denials += 1;
            // "spaces, not tabs", "not tabs but spaces": what is denied at the beginning is what is not meant.
            clause.denied_first = !has_units || contrast;
        }
        if word == "instead of" || word == "rather than" || word == "in place of" {
            self.role = Role::Source;
        }
        self.read.kept.push("not".to_owned());
    }

    /// Words that join clauses or give roles; `None` for any other.
    fn connects(&mut self, at: usize, senses: &[Sense]) -> Option<usize> {
        let lower = self.tokens[at].lower.as_str();
        let next = self.tokens.get(at + 1);
        if let Some((joint, used)) = next.and_then(|next| joint_of_two(lower, &next.lower)) {
            self.read.kept.push(lower.to_owned());
            self.open(joint);
            return Some(used);
        }
        let joint = match lower {
            "and" | "plus" => Joint::And,
            "or" | "nor" => Joint::Or,
            "but" | "yet" | "although" | "though" => Joint::But,
            "then" | "afterwards" | "afterward" | "next" | "finally" | "later" if self.is_joint(at) => Joint::Then,
            "if" | "when" | "whenever" | "unless" | "while" | "because" | "since" | "so" => Joint::When,
            "that" | "which" | "who" | "where" if self.follows_thing() => Joint::That,
            "before" | "precedes" => Joint::Before,
            "after" | "follows" | "behind" if !next.is_some_and(Self::is_number) => Joint::After,
            "once" => Joint::After,
            "until" | "till" if self.waits() => Joint::After,
            "until" | "till" => Joint::Until,
            _ => return self.gives_role(at, senses),
        };
        if !matches!(joint, Joint::And | Joint::Or | Joint::That) {
            self.read.kept.push(lower.to_owned());
        }
        if lower == "unless" {
            self.open(joint);
            self.denies("unless");
        } else {
            self.open(joint);
        }
        Some(1)
    }

    fn is_number(token: &Token) -> bool {
        matches!(token.kind, Kind::Number(_)) || quantity::number_word(&token.lower).is_some()
    }

    /// "then" and its like join only between clauses, not in "the next step".
    fn is_joint(&self, at: usize) -> bool {
        let lower = self.tokens[at].lower.as_str();
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        lower == "then"
            || before.is_none_or(|before| !before.is_word() || matches!(before.lower.as_str(), "and" | "but"))
    }

    /// "breakfast waits until the run is over": the run comes first.
    fn waits(&self) -> bool {
        let clause = self.clause();
        self.read
            .units
            .iter()
            .any(|unit| unit.clause == clause && unit.senses.iter().any(|sense| sense.name() == "wait"))
    }

    fn follows_thing(&self) -> bool {
        self.read.units.last().is_some_and(|unit| unit.clause == self.clause() && unit.noun)
    }

    fn gives_role(&mut self, at: usize, senses: &[Sense]) -> Option<usize> {
        let lower = self.tokens[at].lower.as_str();
        let next = self.tokens.get(at + 1);
        let gerund = next.is_some_and(|next| next.lower.ends_with("ing") && !next.lower.ends_with("thing"));
        let clause = self.clause();
        let verbs = |families: &[&str]| {
            self.read.units.iter().any(|unit| {
                unit.clause == clause && !unit.noun && unit.senses.iter().any(|sense| families.contains(&sense.name()))
            })
        };
        // "stopped with errors": what it was with is told beside it.
        if lower == "with" && next.is_some_and(|next| has(&senses_of(&next.lower).1, Family::Mark)) {
            self.open(Joint::When);
            return Some(1);
        }
        let role = match lower {
            "in" if next.is_some_and(|next| matches!(next.lower.as_str(), "favour" | "favor")) => Role::Target,
            "to" if next.is_some_and(|next| begins_deed(&next.lower)) && self.role != Role::Source => Role::Object,
            "to" | "into" | "onto" | "towards" | "toward" => Role::Target,
            "from" if gerund => Role::Object,
            "from" if verbs(&["read"]) && !verbs(&["merge", "copy", "update"]) => Role::Place,
            "from" => Role::Source,
            "out" if next.is_some_and(|next| next.lower == "of") => Role::Source,
            "over" if verbs(&["like", "use"]) => Role::Source,
            "with" | "by" | "for" if verbs(&["replace"]) => Role::Target,
            "in" if verbs(&["use"]) => Role::Target,
            "by" => Role::Doer,
            "in" | "on" | "at" | "of" | "for" | "with" | "via" | "through" | "under" | "as" | "per" => Role::Place,
            "first" => {
                self.first = true;
                self.read.kept.push("first".to_owned());
                return Some(1);
            }
            _ => return None,
        };
        if has(senses, Family::No) {
            return None;
        }
        if matches!(lower, "to" | "into" | "onto" | "from" | "over") && role != Role::Object {
            self.read.kept.push(lower.to_owned());
        }
        // "of" goes on with the role of what it describes.
        if lower != "of" {
            self.role = role;
        }
        Some(1)
    }

    /// The longest group of words that begins at `at`; the word alone where there is none.
    fn group(&self, at: usize) -> Group {
        let token = &self.tokens[at];
        let forms = morph::forms(&token.lower).into_iter().map(|(form, _)| form).collect::<Vec<_>>();
        let mut best: Option<(usize, Group)> = None;
        for form in &forms {
            for (rest, senses) in lexicon::phrases(form) {
                let Some(places) = self.follow(at, &rest) else { continue };
                if best.as_ref().is_none_or(|(length, _)| places.len() > *length) {
                    let word = format!("{form} {}", rest.join(" "));
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
                let (word, senses) = senses_of(&token.lower);
                Group { senses, places: vec![at], word }
            },
            |(_, group)| group,
        )
    }

    /// The places of a group's words, when they follow `at`.
    fn follow(&self, at: usize, rest: &[&str]) -> Option<Vec<usize>> {
        let mut places = vec![at];
        let mut next = at + 1;
        let mut gap = false;
        for wanted in rest {
            if *wanted == ".." {
                gap = true;
                continue;
            }
            let last = if gap { next + GAP } else { next };
            let from = if gap { next + 1 } else { next };
            let stretch = (next..=last).take_while(|place| {
                self.tokens.get(*place).is_some_and(|token| {
                    let joins = matches!(
                        token.lower.as_str(),
                        "and" | "or" | "but" | "if" | "when" | "then" | "before" | "after" | "so"
                    );
                    token.is_word() && !self.taken[*place] && !(gap && joins)
                })
            });
            let place = stretch.filter(|place| *place >= from).find(|place| self.is_form(*place, wanted))?;
            places.push(place);
            next = place + 1;
            gap = false;
        }
        // A gap at the end needs something in it.
        (!gap || self.tokens.get(next).is_some_and(Token::is_word)).then_some(places)
    }

    fn is_form(&self, at: usize, wanted: &str) -> bool {
        let lower = &self.tokens[at].lower;
        lower == wanted
            || (lower.len() > wanted.len()
                && lower.strip_suffix('s').is_some_and(|rest| rest == wanted || rest.strip_suffix('e') == Some(wanted)))
    }

    fn unit(&mut self, at: usize, group: &Group) {
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
        self.read.kept.push(if alone { group.word.clone() } else { group.word.replace(" .. ", " ") });
        self.push(unit);
        if self.role == Role::Subject && deed && (first || led_by_deed || !article) {
            self.role = Role::Object;
            if let Some(last) = self.read.units.last_mut() {
                last.role = Role::Deed;
            }
            self.gives_or_gets(clause, &morph::forms(&token.lower));
        }
    }

    /// Who gets something is where it goes, and who gives is where it comes from: "Mark borrowed it from Anna".
    fn gives_or_gets(&mut self, clause: usize, forms: &[(String, bool)]) {
        let is = |verbs: &[&str]| forms.iter().any(|(form, derived)| !derived && verbs.contains(&form.as_str()));
        let role = match () {
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
        !(thing && (article || (participle && !first)))
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

/// Void words that still tell something about what is meant.
fn is_kept(lower: &str) -> bool {
    matches!(lower, "only" | "just" | "first" | "later" | "same" | "right" | "always" | "off" | "my" | "your")
}

fn has(senses: &[Sense], kind: Family) -> bool {
    senses.iter().any(|sense| sense.kind() == kind)
}

/// The senses that are no grammar.
pub(super) fn content(senses: &[Sense]) -> impl Iterator<Item = Sense> {
    senses.iter().copied().filter(|sense| {
        !matches!(sense.kind(), Family::Mark | Family::Mend | Family::No | Family::Void | Family::Light)
    })
}

/// A word's first known form and the senses of all its forms.
pub(super) fn senses_of(lower: &str) -> (String, Vec<Sense>) {
    let mut known: Option<String> = None;
    let mut found: Vec<Sense> = Vec::new();
    for (place, (form, derived)) in morph::forms(lower).into_iter().enumerate() {
        // "user" is not someone who uses: what is known as it stands is taken as it stands.
        if derived && found.iter().any(|sense: &Sense| content(&[*sense]).next().is_some()) {
            break;
        }
        let senses = lexicon::senses(&form);
        if senses.is_empty() {
            continue;
        }
        // A form that only holds a sentence together says nothing of the word that it may come from ("bed" is not "be").
        let grammar = content(&senses).next().is_none();
        if grammar
            && place > 0
            && !senses.iter().any(|sense| matches!(sense.kind(), Family::Light | Family::Mark | Family::Mend))
        {
            continue;
        }
        let own = senses.into_iter().filter(|sense| place == 0 || !matches!(sense.kind(), Family::Void | Family::No));
        found.extend(own.filter(|sense| !found.contains(sense)).collect::<Vec<_>>());
        known.get_or_insert(form);
    }
    (known.unwrap_or_else(|| lower.to_owned()), found)
}

/// True for a word that begins a deed behind "to".
fn begins_deed(lower: &str) -> bool {
    let senses = lexicon::senses(lower);
    has(&senses, Family::Act) || has(&senses, Family::Pole)
}

/// Two words that join clauses, and how many of them are used.
fn joint_of_two(word: &str, next: &str) -> Option<(Joint, usize)> {
    Some(match (word, next) {
        ("prior", "to") | ("ahead", "of") => (Joint::Before, 2),
        ("followed", "by") => (Joint::Then, 2),
        ("only", "after" | "once" | "when") => (Joint::After, 2),
        ("as", "soon") => (Joint::After, 3),
        _ => return None,
    })
}
