//! The parts of a meaning: units, clauses, roles.

use super::group::content;
use super::lexicon::{Kind, Sense};
use super::quantity::Quantity;

/// What a unit was written as.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sort {
    /// A word or group of words.
    Word,
    /// A part of a name out of a program.
    Name,
    /// A part of a path.
    Path,
    /// An option of a command.
    Flag,
    /// A number.
    Number(Quantity),
}

/// What a thing has to do with the deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Before the deed.
    Subject,
    /// The deed itself.
    Deed,
    /// Behind the deed.
    Object,
    /// Where it comes from.
    Source,
    /// Where it goes.
    Target,
    /// Where it is, or with what.
    Place,
    /// Who does it, behind "by".
    Doer,
}

/// How a clause begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// A new sentence.
    Firm,
    /// A comma.
    Comma,
    And,
    Or,
    But,
    /// What follows happens later.
    Then,
    /// A condition or reason.
    When,
    /// What describes the thing before.
    That,
    /// What follows happens later than the clause before.
    Before,
    /// What follows happens earlier.
    After,
    Until,
    /// What is not meant: "instead of", "without".
    Contrast,
}

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) joint: Joint,
    /// It stands before what it belongs to: "before deploying, run ...".
    pub(super) fronted: bool,
    /// Words in it that deny.
    pub(super) denials: usize,
    /// The first of them begins it.
    pub(super) denied_first: bool,
}

impl Clause {
    pub(super) const fn new(joint: Joint) -> Self {
        Self { joint, fronted: false, denials: 0, denied_first: false }
    }
}

/// A word, a group of words, a number, a part of a name.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what was read of a word are facts that do not exclude each other")]
pub(super) struct Unit {
    /// Its plain form.
    pub(super) word: String,
    pub(super) stem: String,
    /// What a denying beginning of an unknown word may stand before, as stems.
    pub(super) denied: Vec<String>,
    /// It is a known word with a denying beginning: its opposites change sides.
    pub(super) reversed: bool,
    pub(super) senses: Vec<Sense>,
    pub(super) sort: Sort,
    pub(super) weight: f64,
    /// It stands in texts about anything.
    pub(super) light: bool,
    /// It stands round what is meant: where only one text has it, nothing else is meant.
    pub(super) weak: bool,
    /// The stems of the words that it is put together of: "calendar widget".
    pub(super) parts: Vec<String>,
    /// What those words name.
    pub(super) part_senses: Vec<Sense>,
    /// It names something bad.
    pub(super) mark: bool,
    /// It names a thing and no deed.
    pub(super) noun: bool,
    /// An undoing deed turns its clause round; one that only describes a thing does not.
    pub(super) turns: bool,
    pub(super) clause: usize,
    pub(super) role: Role,
    /// -1 where the clause denies it or undoes it by what stands before it, else 1.
    pub(super) context: i8,
    /// -1 where a word of the clause denies it.
    pub(super) denial: i8,
    /// -1 where the clause as a whole is turned round by what denies, forbids or ends, whatever its other deeds undo.
    pub(super) firm: i8,
    /// -1 behind a deed that takes some of it away: "lower the verbosity".
    pub(super) amount: i8,
    /// -1 where the clause as a whole is turned round.
    pub(super) sign: i8,
    /// Where a way begins whose end is told, too.
    pub(super) left: bool,
    /// What is not meant: "tabs" in "spaces instead of tabs".
    pub(super) rejected: bool,
}

impl Unit {
    pub(super) fn word(word: &str, senses: &[Sense], stem: &str) -> Self {
        Self {
            word: word.to_owned(),
            stem: stem.to_owned(),
            denied: Vec::new(),
            reversed: false,
            senses: content(senses).collect(),
            sort: Sort::Word,
            weight: 1.0,
            light: false,
            weak: false,
            parts: Vec::new(),
            part_senses: Vec::new(),
            mark: false,
            noun: false,
            turns: true,
            clause: 0,
            role: Role::Subject,
            context: 1,
            denial: 1,
            firm: 1,
            amount: 1,
            sign: 1,
            left: false,
            rejected: false,
        }
    }

    pub(super) fn flag(lower: &str) -> Self {
        Self { sort: Sort::Flag, weight: 0.5, ..Self::word(lower, &[], lower) }
    }

    pub(super) fn number(quantity: Quantity) -> Self {
        let told = quantity.told();
        Self { sort: Sort::Number(quantity), noun: true, ..Self::word(&told, &[], &told) }
    }

    /// The side of an opposite that it stands for, as written.
    pub(super) const fn side(&self, sense: Sense) -> i8 {
        if self.reversed { -sense.side() } else { sense.side() }
    }

    /// What it does to a sentence: -1 turns it round, 0 depends on which of its senses is meant.
    pub(super) fn turn(&self) -> i8 {
        if !self.turns {
            return 1;
        }
        // A word that may as well be a plain deed leaves it open.
        if self.senses.iter().any(|sense| sense.kind() == Kind::Act && !matches!(sense.name(), "fix-up" | "change")) {
            return 1;
        }
        let mut sides = self.senses.iter().filter(|sense| sense.kind() == Kind::Pole).map(|sense| self.side(*sense));
        match sides.next() {
            None if self.reversed => -1,
            None => 1,
            Some(side) => {
                if sides.all(|other| other == side) {
                    side
                } else {
                    0
                }
            }
        }
    }

    /// True for a thing that counts: two texts with different ones speak of different things.
    pub(super) fn is_telling(&self) -> bool {
        self.noun && !self.light && self.weight >= 0.5 && !matches!(self.sort, Sort::Flag)
    }
}

/// What share of a text's meaning a unit carries: things more than deeds, deeds more than words that stand anywhere.
pub(super) fn weigh(unit: &Unit, deed: bool) -> f64 {
    if unit.light {
        return 0.15;
    }
    match (deed, unit.noun) {
        (true, false) => 0.5,
        (true, true) => 0.8,
        (false, true) => 1.0,
        (false, false) => 0.6,
    }
}
