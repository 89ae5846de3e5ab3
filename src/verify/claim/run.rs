//! Claims about runs: how tests, lint, builds and named commands ended, and whether they took place.
//!
//! A sentence is read from left to right: what can be run is a subject, subjects joined by commas and "and" wait
//! together, and the next word that tells an end is about all of them.

use super::code::of_code;
use super::figure::ratio;
use super::frame::{is_past, is_run, is_tested, is_unstated, negates, of_a_place, takes_out};
use super::sentence::{Sentence, made};
use super::token::{Shape, Token};
use super::words::{
    ENDS_REACH, FAULTS, GENERIC, GOES_ON, HANDED, ILL, JOINS, LISTS, OF_A_PART, RAN, ROUNDS, TAKES_OBJECT,
    TELLS_NO_PART, WELL, WHILE, word_kind,
};
use crate::domain::{Claim, ClaimKind, Quantifier, RunKind, RunKinds};
use crate::verify::suite;
use RunKind::{Build, Test};

/// Something that can be run, met in a sentence.
#[derive(Clone, Debug)]
struct Subject {
    kinds: RunKinds,
    object: Option<String>,
    value: Option<u32>,
    quantifier: Quantifier,
    /// "new tests", "the parser tests": a part of all.
    part: bool,
    /// "e2e tests": a part that a run may be known to be.
    suite: bool,
    generic: bool,
    /// The last token of it.
    at: usize,
}

/// The claims of a sentence about runs.
pub(super) fn read(sentence: &Sentence<'_>, found: &mut Vec<Claim>) {
    let mut reader =
        Reader { sentence, waiting: Vec::new(), seen: Vec::new(), denied: false, ended: None, depth: 0, found };
    reader.read();
}

struct Reader<'s, 't, 'f> {
    sentence: &'s Sentence<'t>,
    /// Subjects of which no end was told yet.
    waiting: Vec<Subject>,
    /// All subjects that were runs.
    seen: Vec<Subject>,
    /// True behind a word of negation.
    denied: bool,
    /// The last end that was told of all there is ("all green"): what is listed behind it ended so.
    ended: Option<bool>,
    /// Brackets that are open.
    depth: usize,
    found: &'f mut Vec<Claim>,
}

impl Reader<'_, '_, '_> {
    fn read(&mut self) {
        let tokens = &self.sentence.tokens;
        for (at, token) in tokens.iter().enumerate() {
            if let Some(mark) = token.mark() {
                match mark {
                    '(' => self.depth += 1,
                    ')' => self.depth = self.depth.saturating_sub(1),
                    ',' | ';' | '—' | ':' => self.denied = false,
                    _ => {}
                }
                continue;
            }
            if token.is_one_of(ENDS_REACH) {
                self.waiting.clear();
                self.denied = false;
            } else if self.tells_run(at) {
                // "I ran the tests" is read with its subject.
            } else if let Some(well) = self.tells_end(at) {
                self.end(well, at);
            } else if negates(token) {
                self.denied = true;
            } else if let Some(subject) = self.subject(at) {
                self.add(subject);
            }
        }
        self.list_behind();
    }

    /// A subject at this place.
    fn subject(&self, at: usize) -> Option<Subject> {
        let tokens = &self.sentence.tokens;
        let token = &tokens[at];
        let mut subject = Subject {
            kinds: RunKinds::default(),
            object: None,
            value: None,
            quantifier: Quantifier::Plain,
            part: false,
            suite: false,
            generic: false,
            at,
        };
        match token.shape {
            Shape::Code => {
                let (kinds, is_command) = of_code(token.raw);
                if !is_command {
                    return None;
                }
                subject.kinds = kinds;
                subject.object = Some(token.raw.to_owned());
            }
            Shape::Word if token.is_one_of(GENERIC) => {
                subject.kinds =
                    RunKind::ALL.iter().fold(RunKinds::default(), |kinds, kind| kinds.and(RunKinds::of(*kind)));
                subject.generic = true;
            }
            Shape::Word if is_tested(tokens, at) => return None,
            Shape::Word => {
                let kind = word_kind(&token.low)?;
                subject.kinds = RunKinds::of(kind);
                if token.is("image") {
                    if !at.checked_sub(1).is_some_and(|before| tokens[before].is_one_of(&["container", "docker"])) {
                        return None;
                    }
                    subject.object = Some("docker".to_owned());
                    subject.kinds = RunKinds::default();
                }
            }
            _ => return None,
        }
        self.described(&mut subject, at).then_some(subject)
    }

    /// What stands before a subject: its number, its quantifier; false where a verb makes it an object.
    fn described(&self, subject: &mut Subject, at: usize) -> bool {
        let tokens = &self.sentence.tokens;
        for (place, token) in tokens[..at].iter().enumerate().rev().take(6) {
            match token.shape {
                // "12 of the 14 tests".
                Shape::Number(number) if subject.value.is_some() && tokens[place + 1].is("of") => {
                    subject.value = Some(number);
                    subject.part = true;
                }
                Shape::Number(number) if subject.value.is_none() => {
                    subject.value = Some(number);
                    if subject.quantifier == Quantifier::Plain {
                        subject.quantifier = Quantifier::Some;
                    }
                }
                // "Fixed the rounding and all tests pass", "verified that tests pass": another statement begins.
                Shape::Word
                    if token.is("and") && !place.checked_sub(1).is_some_and(|before| is_run(&tokens[before])) =>
                {
                    break;
                }
                Shape::Word if token.is_one_of(&["so", "that", "then", "thus"]) => break,
                Shape::Word if token.is_one_of(TAKES_OBJECT) => return false,
                Shape::Word if token.is_one_of(&["all", "complete", "every", "full", "entire", "whole"]) => {
                    subject.quantifier = Quantifier::All;
                }
                Shape::Word if token.is_one_of(&["some", "several", "few", "many", "most"]) => {
                    subject.quantifier = Quantifier::Some;
                }
                Shape::Word if token.is_one_of(TELLS_NO_PART) => {}
                Shape::Word if place + 1 == at && is_tested(tokens, place) => subject.part = true,
                Shape::Word if word_kind(&token.low).is_some() => break,
                Shape::Word
                    if [WELL, ILL, FAULTS, RAN, &["with", "but", "is", "are"]]
                        .iter()
                        .any(|list| token.is_one_of(list)) =>
                {
                    break;
                }
                Shape::Word if suite::calls(&token.low) => subject.suite = true,
                Shape::Word => subject.part = true,
                _ => break,
            }
        }
        true
    }

    /// A subject waits for its end, beside those that it is listed with.
    fn add(&mut self, subject: Subject) {
        let tokens = &self.sentence.tokens;
        if let Some(last) = self.waiting.last() {
            let between = &tokens[last.at + 1..subject.at];
            let mut depth = 0;
            let listed = between.iter().all(|token| match token.shape {
                Shape::Mark('(') => {
                    depth += 1;
                    true
                }
                Shape::Mark(')') => {
                    depth = i32::max(0, depth - 1);
                    true
                }
                _ if depth > 0 => true,
                Shape::Mark(mark) => matches!(mark, ',' | '+' | '—' | ':' | '=' | '"' | '|'),
                Shape::Number(_) | Shape::Code | Shape::File => true,
                Shape::Word => {
                    token.is_one_of(JOINS)
                        || word_kind(&token.low).is_some()
                        || token.raw.chars().all(|c| c.is_ascii_uppercase() || !c.is_ascii_alphabetic())
                }
            });
            // "test suite", "Ruff linting": one thing in two words.
            let one = between.is_empty() && subject.object.is_none() && !subject.generic;
            if one && !last.generic {
                let last = self.waiting.len() - 1;
                let known = &mut self.waiting[last];
                known.at = subject.at;
                // "ruff benchmarks" are benchmarks; a suite is of what stands before it.
                if subject.kinds != RunKinds::of(Test) || known.kinds == RunKinds::of(Build) {
                    known.kinds = subject.kinds;
                }
                return;
            }
            if !listed {
                self.waiting.clear();
            }
        }
        self.seen.push(subject.clone());
        self.waiting.push(subject);
    }

    /// Whether the token at this place tells how something ended, and how; `None` where it tells none.
    fn tells_end(&mut self, at: usize) -> Option<bool> {
        let tokens = &self.sentence.tokens;
        let token = &tokens[at];
        let next = tokens.get(at + 1);
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        if token.is_one_of(FAULTS) {
            return self.tells_faults(at);
        }
        // "0 fail" says that all went well, and "0 pass" that nothing did.
        let none = before.is_some_and(|before| matches!(before.shape, Shape::Number(0)) || before.is("zero"));
        let well = if token.is_one_of(WELL) {
            !none
        } else if token.is_one_of(ILL) {
            none
        } else {
            return None;
        };
        let hands = token.low.starts_with("pass") && next.is_some_and(|next| next.is_one_of(HANDED));
        let round = token.is("pass")
            && before.is_some_and(|before| {
                before.is_one_of(ROUNDS) || (before.low.ends_with("ing") && word_kind(&before.low).is_none())
            });
        let tidies = token.is("clean") && next.is_some_and(|next| next.is("up"));
        // "failing tests", "a clean build": the thing stands behind.
        let describes = next.is_some_and(|next| word_kind(&next.low).is_some()) && self.waiting.is_empty();
        let counted =
            describes && before.is_some_and(|before| matches!(before.shape, Shape::Number(_)) || before.is("no"));
        if hands || round || tidies || (describes && !counted) {
            return None;
        }
        Some(well)
    }

    /// "0 issues", "no lint errors", "without warnings", "with an error".
    fn tells_faults(&mut self, at: usize) -> Option<bool> {
        let tokens = &self.sentence.tokens;
        for token in tokens[..at].iter().rev().take(4) {
            match token.shape {
                Shape::Number(0) => return Some(true),
                Shape::Number(_) => return (!tokens[at].low.starts_with("warn")).then_some(false),
                Shape::Word if token.is_one_of(&["no", "zero", "without"]) => {
                    // The negation is a part of this word.
                    self.denied = false;
                    return Some(true);
                }
                Shape::Word if token.is("with") => {
                    let ended = tokens[..at].iter().any(|token| token.is_one_of(&["ended", "exited", "finished"]));
                    return ended.then_some(false);
                }
                Shape::Word if word_kind(&token.low).is_some() || token.is_one_of(&["an", "any", "new"]) => {}
                _ => return None,
            }
        }
        None
    }

    /// An end is told: of all that waits, or of what there is.
    fn end(&mut self, well: bool, at: usize) {
        let well = well != std::mem::take(&mut self.denied);
        let tokens = &self.sentence.tokens;
        if self.waiting.last().is_some_and(|last| !reaches(&tokens[last.at + 1..at])) {
            self.waiting.clear();
        }
        let all = tokens[..at].iter().rev().take(2).any(|token| token.is_one_of(&["all", "everything"]));
        if self.waiting.is_empty() {
            self.ended = all.then_some(well);
            return;
        }
        // In brackets it is about what stands before them alone.
        let about: Vec<Subject> =
            if self.depth > 0 { self.waiting.pop().into_iter().collect() } else { std::mem::take(&mut self.waiting) };
        for subject in about {
            if subject.generic {
                self.ended = Some(well);
                // "Everything passes" behind "I ran the tests" is about these.
                for run in self.seen.clone().into_iter().filter(|seen| !seen.generic) {
                    self.tell(&run, well, at);
                }
                continue;
            }
            self.tell(&subject, well, at);
        }
        let including = tokens
            .get(at + 1..)
            .unwrap_or_default()
            .iter()
            .take(2)
            .any(|token| token.is_one_of(&["including", "incl"]));
        if including {
            self.ended = Some(well);
        }
    }

    /// What is listed behind "all green:", "including" and the like.
    fn list_behind(&mut self) {
        let Some(well) = self.ended else { return };
        for subject in std::mem::take(&mut self.waiting) {
            if !subject.generic {
                let at = subject.at;
                self.tell(&subject, well, at);
            }
        }
        let runs = self.found.iter().any(|claim| matches!(claim.kind, ClaimKind::Ended | ClaimKind::Ran));
        if !runs && let Some(subject) = self.seen.iter().find(|seen| seen.generic).cloned() {
            self.tell(&subject, well, subject.at);
        }
    }

    fn tell(&mut self, subject: &Subject, well: bool, at: usize) {
        let tokens = &self.sentence.tokens;
        let from =
            tokens[..subject.at].iter().rposition(|token| matches!(token.mark(), Some(',' | ';' | '—'))).unwrap_or(0);
        let clause = &tokens[from..at.max(subject.at)];
        if clause.iter().any(is_unstated)
            || tokens[from..].iter().any(|token| token.is_one_of(&["if", "unless", "whether"]))
        {
            return;
        }
        // "were failing" tells of the time before.
        let past = clause.iter().any(is_past);
        if past && tokens.get(at).is_some_and(|token| token.low.ends_with("ing")) {
            return;
        }
        let behind = tokens.get(at + 1..).unwrap_or_default();
        let between = tokens.get(subject.at + 1..at).unwrap_or_default();
        let excepts = takes_out(&tokens[from..=subject.at], behind) || takes_out(&[], between);
        // "All tests pass and I only changed `a`": the limit is of the next statement.
        let own = |token: &&Token<'_>| !token.is("and") && token.mark().is_none();
        let conditional = behind.iter().take(3).take_while(own).any(|token| token.is_one_of(WHILE))
            || behind
                .windows(2)
                .take(3)
                .any(|two| two[0].is("without") && !two[1].is_one_of(FAULTS) && !two[1].is("any"));
        // "The tests in tests/api pass", "the tests for it pass": a part of all.
        let in_part = subject.part || between.iter().any(|token| token.is_one_of(OF_A_PART)) || of_a_place(behind);
        let story = tokens[0].is_one_of(&["after", "before", "once", "when", "whenever"]);
        let plain = well
            && !subject.kinds.is_empty()
            && !story
            && !in_part
            && (subject.quantifier != Quantifier::Some || subject.value.is_some())
            && !subject.generic
            && !past
            && !(conditional || excepts)
            && !self.sentence.quoted;
        let mut claim = made(self.sentence, ClaimKind::Ended);
        claim.runs = subject.kinds;
        claim.objects = subject.object.iter().cloned().collect();
        claim.value = subject.value.or_else(|| ratio(behind)).filter(|_| subject.kinds.has(Test));
        claim.affirmed = well;
        claim.quantifier = subject.quantifier;
        claim.part = in_part || subject.suite;
        claim.excepts = excepts;
        claim.plain = plain;
        if !self.found.contains(&claim) {
            self.found.push(claim);
        }
    }

    /// "I ran the tests", "no tests were run", "linting was not part of this change"; true where it is told here.
    fn tells_run(&mut self, at: usize) -> bool {
        let tokens = &self.sentence.tokens;
        let token = &tokens[at];
        let part = token.is("part") && tokens.get(at + 1).is_some_and(|next| next.is("of"));
        if !token.is_one_of(RAN) && !part {
            return false;
        }
        let denied = tokens[..at].iter().rev().take(8).any(negates);
        let helped = tokens[..at].iter().rev().take(4).any(|token| {
            token.is_one_of(&[
                "was", "were", "been", "have", "has", "got", "and", "i", "ive", "didnt", "did", "not", "havent",
                "werent", "wasnt",
            ])
        });
        let stated = !tokens[..at].iter().any(is_unstated);
        // "Run the tests" is an order, "tests run in parallel" a habit.
        if !stated || (token.is("run") && !helped) || (part && !denied) {
            return false;
        }
        let by_code = |found: &&Subject| found.object.is_some();
        let mut behind = (at + 1..tokens.len()).take(6).take_while(|place| tokens[*place].mark().is_none());
        let object = behind.find_map(|place| self.subject_of_run(place));
        let Some(subject) = object.or_else(|| self.waiting.last().filter(|found| !by_code(found) || denied).cloned())
        else {
            return false;
        };
        let mut claim = made(self.sentence, ClaimKind::Ran);
        claim.runs = subject.kinds;
        claim.objects = subject.object.iter().cloned().collect();
        claim.affirmed = !denied;
        let own = tokens[..at]
            .iter()
            .all(|token| token.mark().is_some() || token.is_one_of(&["i", "ive", "have", "also", "then", "and", "re"]));
        claim.plain = !denied && own && !self.sentence.quoted;
        self.found.push(claim);
        self.denied = false;
        true
    }

    fn subject_of_run(&self, at: usize) -> Option<Subject> {
        self.subject(at).map(|subject| Subject { generic: false, ..subject })
    }
}

/// True when what stands between a subject and its end does not begin another statement.
fn reaches(between: &[Token<'_>]) -> bool {
    let mut depth = 0_u32;
    for (at, token) in between.iter().enumerate() {
        match token.mark() {
            Some('(') => depth += 1,
            Some(')') => depth = depth.saturating_sub(1),
            Some(',' | ';' | '—' | ':' | '→' | '=') if depth == 0 => {
                let next = between.get(at + 1);
                let goes_on = |next: &Token<'_>| {
                    next.mark().is_some()
                        || next.is_one_of(LISTS)
                        || next.is_one_of(GOES_ON)
                        || negates(next)
                        || !matches!(next.shape, Shape::Word)
                };
                if next.is_some_and(|next| !goes_on(next)) {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}
