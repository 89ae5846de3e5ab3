//! What joins clauses, and which role a preposition gives.
//!
//! Owns the small words: those that deny, that begin a clause, and that say where something comes from and where it goes.

use super::group::{has, senses_of};
use super::lexicon::{self, Kind as Family, Sense};
use super::parse::Reader;
use super::quantity;
use super::token::{Kind, Token};
use super::unit::{Joint, Role, Unit};

impl Reader<'_> {
    pub(super) fn denies(&mut self, word: &str) {
        if matches!(word, "nobody" | "no one") && self.follows_thing() {
            self.open(Joint::That);
        }
        let clause = self.clause();
        let has_units = self.read.units.iter().any(|unit| unit.clause == clause);
        let contrast =
            matches!(word, "instead of" | "rather than" | "in place of" | "without" | "with no" | "anything but");
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
    pub(super) fn connects(&mut self, at: usize, senses: &[Sense]) -> Option<usize> {
        let lower = self.tokens[at].lower.as_str();
        let next = self.tokens.get(at + 1);
        let two = next.and_then(|next| joint_of_two(lower, &next.lower));
        // "only once" at the end is a number.
        let goes_on = lower != "only" || self.tokens.get(at + 2).is_some_and(Token::is_word);
        if let Some((joint, used)) = two.filter(|_| goes_on) {
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
            "that" | "which" | "who" | "where" if self.follows_thing() || self.follows_extent() => Joint::That,
            "the" if self.follows_thing() && self.is_had(at) => Joint::That,
            "before" | "precedes" => Joint::Before,
            "following" if self.follows_thing() && next.is_some_and(Token::is_word) => Joint::After,
            "after" if next.is_some_and(Self::is_number) => {
                self.keeps();
                return None;
            }
            "after" | "follows" | "behind" if !next.is_some_and(Self::is_number) => Joint::After,
            "once"
                if next.is_some_and(|next| {
                    next.is_word() && !matches!(next.lower.as_str(), "per" | "a" | "every" | "in" | "for")
                }) =>
            {
                Joint::After
            }
            "until" | "till" if self.waits() => Joint::After,
            "until" | "till" => Joint::Until,
            _ => return self.gives_role(at, senses),
        };
        if !matches!(joint, Joint::And | Joint::Or | Joint::That) {
            self.read.kept.push(lower.to_owned());
        }
        if lower == "where" && self.is_present(at) {
            self.instead();
            self.open(joint);
            self.behind = Role::Source;
        } else if lower == "unless" {
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

    /// What stands before "is called by" is what it is done to.
    fn passive(&mut self, at: usize) {
        let clause = self.clause();
        let before = at.checked_sub(2).and_then(|before| self.tokens.get(before..at));
        let done = |token: &Token| {
            let ends = ["ed", "en", "wn", "ne", "lt", "nt", "de"].iter().any(|ending| token.lower.ends_with(ending));
            ends || quantity::number_word(&token.lower).is_some()
        };
        let helps = |token: &Token| {
            matches!(
                token.lower.as_str(),
                "is" | "are" | "be" | "was" | "were" | "been" | "being" | "get" | "gets" | "got"
            )
        };
        if before.is_some_and(|pair| helps(&pair[0]) && done(&pair[1])) {
            for unit in self.read.units.iter_mut().filter(|unit| unit.clause == clause && unit.role == Role::Subject) {
                unit.role = Role::Object;
            }
        }
    }

    /// "use fetch instead": that is where the change goes.
    fn instead(&mut self) {
        let clause = self.clause();
        for unit in self.read.units.iter_mut().filter(|unit| unit.clause == clause && unit.role == Role::Object) {
            unit.role = Role::Target;
        }
    }

    /// "the data the laptop has": what describes a thing without a word that says so.
    fn is_had(&self, at: usize) -> bool {
        let mut rest = self.tokens.iter().skip(at + 1).take(4).take_while(|token| token.is_word());
        rest.any(|token| matches!(token.lower.as_str(), "has" | "have"))
    }

    /// "use fetch where we now use axios": what is there now is what is replaced.
    fn is_present(&self, at: usize) -> bool {
        let words = self.tokens.iter().skip(at + 1).take(4).take_while(|token| token.is_word());
        words.into_iter().any(|token| {
            matches!(token.lower.as_str(), "now" | "currently" | "today" | "still" | "previously" | "used")
        })
    }

    /// "X depends on Y", "X relies on Y".
    fn depends(&self, at: usize) -> bool {
        let before =
            at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or("", |before| before.lower.as_str());
        matches!(
            before,
            "depend"
                | "depends"
                | "depended"
                | "rely"
                | "relies"
                | "relied"
                | "based"
                | "builds"
                | "dependent"
                | "relying"
                | "depending"
        )
    }

    pub(super) fn follows_thing(&self) -> bool {
        self.read.units.last().is_some_and(|unit| unit.clause == self.clause() && unit.noun)
    }

    /// "logs are deleted after 30 days": for 30 days they are kept.
    fn keeps(&mut self) {
        let clause = self.clause();
        let deed = self.read.units.iter_mut().rev().find(|unit| unit.clause == clause && unit.role == Role::Deed);
        if let Some(deed) = deed
            && deed.senses.iter().any(|sense| sense.name() == "keep" && sense.side() < 0)
        {
            deed.reversed = !deed.reversed;
            deed.turns = false;
        }
    }

    /// "everything that is on main".
    fn follows_extent(&self) -> bool {
        self.read.units.last().is_some_and(|unit| {
            unit.clause == self.clause() && unit.senses.iter().any(|sense| sense.name() == "extent")
        })
    }

    fn gives_role(&mut self, at: usize, senses: &[Sense]) -> Option<usize> {
        let lower = self.tokens[at].lower.as_str();
        let next = self.tokens.get(at + 1);
        let gerund = next.is_some_and(|next| {
            let known = lexicon::senses(&next.lower);
            next.lower.ends_with("ing")
                && !next.lower.ends_with("thing")
                && !has(&known, Family::Thing)
                && !has(&known, Family::Scope)
        });
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
            "over" if next.is_some_and(Self::is_number) => {
                self.push(Unit {
                    weight: 0.15,
                    light: true,
                    ..Unit::word(lower, &lexicon::phrase("more than"), "more than")
                });
                return Some(1);
            }
            "in" if verbs(&["use"]) => Role::Target,
            "in" | "as" if verbs(&["convert", "convert-data"]) => Role::Target,
            "on" | "upon" if self.depends(at) => Role::Object,
            "by" => {
                self.passive(at);
                Role::Doer
            }
            "than" => Role::Object,
            "in" | "on" | "at" | "of" | "for" | "with" | "via" | "through" | "under" | "as" | "per" => Role::Place,
            "instead" if next.is_none_or(|next| !next.is_word()) => {
                self.instead();
                return None;
            }
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
}

/// True for a word that begins a deed behind "to".
fn begins_deed(lower: &str) -> bool {
    let senses = lexicon::senses(lower);
    has(&senses, Family::Act) || has(&senses, Family::Pole)
}

/// Two words that join clauses, and how many of them are used.
fn joint_of_two(word: &str, next: &str) -> Option<(Joint, usize)> {
    Some(match (word, next) {
        ("prior", "to") | ("ahead", "of") | ("earlier", "than") => (Joint::Before, 2),
        ("followed", "by") | ("follow" | "continue" | "finish" | "end", "with") => (Joint::Then, 2),
        ("later", "than") | ("only", "after" | "once" | "when") => (Joint::After, 2),
        ("as", "soon") => (Joint::After, 3),
        _ => return None,
    })
}
