//! A text as units of meaning in clauses.
//!
//! Owns which words belong together, where a clause begins and how numbers and names are read; the small words are read in
//! `joints`. It compares nothing.

use super::command;
use super::group::{self, Group, content, has, senses_of};
use super::lexicon::{self, Kind as Family};
use super::quantity::{self, Quantity};
use super::token::{Kind, Mark, Token};
use super::unit::{Clause, Joint, Role, Sort, Unit};
use crate::text::words;

/// Seconds between two times, as `kind scope period` lists its words.
const PERIODS: [f64; 5] = [3600.0, 86_400.0, 604_800.0, 2_592_000.0, 31_536_000.0];

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
    let mut reader = Reader {
        tokens,
        read: Read::default(),
        taken: vec![false; tokens.len()],
        role: Role::Subject,
        first: false,
        apart: 0,
        behind: Role::Object,
    };
    reader.read.clauses.push(Clause::new(Joint::Firm));
    let mut at = 0;
    while at < tokens.len() {
        at += reader.step(at).max(1);
    }
    asks(&mut reader.read.units);
    sources(&mut reader.read);
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

/// "production gets the config that staging has", "main should get everything that is on develop": where it is, it comes from.
fn sources(read: &mut Read) {
    for at in 1..read.clauses.len() {
        let told = |read: &Read, role: Role| read.units.iter().any(|unit| unit.clause + 1 == at && unit.role == role);
        if read.clauses[at].joint != Joint::That || !told(read, Role::Target) || told(read, Role::Source) {
            continue;
        }
        let held = |unit: &Unit| unit.clause == at && unit.noun && matches!(unit.role, Role::Subject | Role::Place);
        read.units.iter_mut().filter(|unit| held(unit)).for_each(|unit| unit.role = Role::Source);
    }
}

pub(super) struct Reader<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) read: Read,
    /// Tokens that a group before them has used.
    pub(super) taken: Vec<bool>,
    pub(super) role: Role,
    /// "first" stands in the clause: what follows comes later.
    pub(super) first: bool,
    /// The end of the last group of words with others in between.
    apart: usize,
    /// What stands behind the deed of the clause.
    pub(super) behind: Role,
}

impl Reader<'_> {
    /// Reads what stands at `at`; gives how many tokens it took.
    fn step(&mut self, at: usize) -> usize {
        if self.taken[at] {
            self.leads(at);
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

    /// "turn protobuf into JSON": the end of a group of words that stands apart from its beginning tells where it goes, too.
    fn leads(&mut self, at: usize) {
        match self.tokens[at].lower.as_str() {
            "into" | "onto" | "to" if self.apart == at => self.role = Role::Target,
            _ => {}
        }
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

    pub(super) fn clause(&self) -> usize {
        self.read.clauses.len().saturating_sub(1)
    }

    pub(super) fn open(&mut self, joint: Joint) {
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
        self.behind = Role::Object;
        self.role = Role::Subject;
        self.read.clauses.push(Clause::new(joint));
    }

    pub(super) fn push(&mut self, mut unit: Unit) {
        unit.clause = self.clause();
        unit.role = self.role;
        self.read.units.push(unit);
    }

    fn number(&mut self, at: usize, quantity: Quantity) -> usize {
        let mut quantity = quantity;
        let mut used = 1;
        if let Some((period, taken)) = self.often(at, &quantity) {
            self.read.kept.push(period.told());
            self.push(Unit::number(period));
            return taken;
        }
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

    /// "twice a day", "4 times a year": how often is the time between.
    fn often(&self, at: usize, quantity: &Quantity) -> Option<(Quantity, usize)> {
        let lower = |place: usize| self.tokens.get(place).map_or("", |token| token.lower.as_str());
        let counted = matches!(lower(at + 1), "times" | "time");
        if quantity.measure != quantity::Measure::Plain
            || quantity.value < 1.0
            || !(counted || matches!(lower(at), "once" | "twice"))
        {
            return None;
        }
        let joint = at + 1 + usize::from(counted);
        let (measure, times) = quantity::unit(lower(joint + 1))?;
        let rate = matches!(lower(joint), "a" | "an" | "per" | "each" | "every") && measure == quantity::Measure::Time;
        rate.then(|| {
            (Quantity { value: times / quantity.value, measure, digits: quantity.digits.clone() }, joint + 2 - at)
        })
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
        let group = group::find(self.tokens, &self.taken, at);
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
        if let Some(period) = group.senses.iter().find(|sense| sense.name() == "period") {
            let seconds = PERIODS.get(usize::from(period.member())).copied().unwrap_or_default();
            self.push(Unit::number(Quantity::time(seconds)));
        }
        if has(&group.senses, Family::No) {
            self.denies(&group.word);
            return 1;
        }
        self.read.mends |= has(&group.senses, Family::Mend);
        if group.places.len() == 1 && has(&group.senses, Family::Void) && !is_kept(&token.lower) {
            self.helps(at);
            return 1;
        }
        self.unit(at, &group);
        1
    }

    /// "the replica in Frankfurt should become ...": behind a helping verb the deed comes, whatever stands before it. "production
    /// needs the config from staging": what is needed goes to who needs it.
    fn helps(&mut self, at: usize) {
        let lower = self.tokens[at].lower.as_str();
        let clause = self.clause();
        let deed = self.read.units.iter().any(|unit| unit.clause == clause && unit.role == Role::Deed);
        let helps = matches!(
            lower,
            "should"
                | "must"
                | "can"
                | "could"
                | "will"
                | "would"
                | "may"
                | "needs"
                | "need"
                | "is"
                | "are"
                | "was"
                | "were"
                | "has"
        );
        if helps && !deed && self.role == Role::Place {
            self.role = Role::Subject;
        }
        let from = self.tokens.iter().skip(at).take_while(|token| token.is_word()).any(|token| token.lower == "from");
        if matches!(lower, "needs" | "need") && from && self.role == Role::Subject && self.follows_thing() {
            self.gives_or_gets(clause, &[("need".to_owned(), false)]);
            self.role = Role::Object;
        }
    }

    fn use_up(&mut self, group: &Group) {
        for place in &group.places {
            self.taken[*place] = true;
        }
        if let [.., before, last] = group.places[..]
            && last > before + 1
        {
            self.apart = last;
        }
    }

    /// "per minute" and "every minute" are one minute.
    fn each(&self, at: usize) -> Option<Quantity> {
        let before = self.tokens.get(at.checked_sub(1)?)?;
        let (measure, times) = quantity::unit(&self.tokens[at].lower)?;
        let before = before.lower.as_str();
        let long = matches!(self.tokens[at].lower.as_str(), "hour" | "day" | "week" | "month" | "year");
        let one = long && matches!(before, "a" | "an");
        let rate = (one || matches!(before, "per" | "every" | "each")) && measure == quantity::Measure::Time;
        rate.then(|| Quantity::time(times))
    }

    /// "one" and "two" before a unit or as a count; "one" alone is no number.
    fn counts(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1).filter(|next| next.kind == Kind::Word);
        let after = self.tokens.get(at + 2);
        let unit = |token: Option<&Token>| token.is_some_and(|token| quantity::unit(&token.lower).is_some());
        match self.tokens[at].lower.as_str() {
            "one" => unit(next) || next.is_some_and(|next| next.lower == "time"),
            "once" => next.is_none_or(|next| matches!(next.lower.as_str(), "per" | "a" | "every" | "in")),
            "half" | "quarter" => unit(next) || unit(after) || unit(self.tokens.get(at + 3)),
            _ => true,
        }
    }
}

/// Void words that still tell something about what is meant.
fn is_kept(lower: &str) -> bool {
    matches!(lower, "only" | "just" | "first" | "later" | "same" | "right" | "always" | "off" | "my" | "your")
}
