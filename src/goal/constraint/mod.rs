//! What a sentence forbids or demands.
//!
//! Owns the grammar of prohibitions and demands, sentence by sentence. A wish, a question, a description of a program
//! and a doubt ("I don't think") are no constraints; of those that are, only a pure, unconditional order to leave
//! existing places, or one command, alone may deny.

pub(super) mod act;
mod circumstance;
pub(super) mod clause;
pub(super) mod cue;
mod declare;
pub(super) mod elsewhere;
mod loose;
mod mildness;
pub(super) mod object;
mod passage;
pub(super) mod reported;
mod softened;
pub(super) mod state;
mod waits;

use super::names::Names;
use super::prompt::changing;
use super::prompt::sentence::{Head, Mood, Sentence};
use super::prompt::token::Token;
use crate::domain::{Constraint, ConstraintKind, Pattern, ScopeEntry, ScopeReason, Spares, Target};
use crate::goal::prompt::word_class::is_pronoun;
use crate::text::called::is_stage;
use crate::text::clip::head;
use act::deed::{acts, acts_of_gerund};
use act::{Act, Counts, Cue, act_of, is_of_several_words};
use cue::cue;
use mildness::Mildness;
use object::phrase::{Doubts, Phrase, says_nothing};
use object::words::Taking;
use object::{Object, antecedent, bracket, called, code, filing};
use passage::Passage;
use softened::is_softened;
use std::ops::Range;

/// Longest clause kept, in characters: it is shown in messages.
const MAX_CLAUSE: usize = 200;

/// Words at most of a label that says what is to be built.
const MAX_LABEL: usize = 10;

/// Folders of one name that a limit is told of beside the one that it denies.
const MAX_NAMESAKES: usize = 8;

/// Constraints read of one sentence; nobody means more.
const MAX_OF_SENTENCE: usize = 16;

/// What one sentence limits.
#[derive(Debug, Default)]
pub(super) struct Limits {
    /// Prohibitions, limits and demands.
    pub(super) constraints: Vec<Constraint>,
    /// The scope that it declares.
    pub(super) declared: Vec<ScopeEntry>,
    /// The clause by which nothing else is meant than what the prompt names.
    pub(super) rest: Option<String>,
    /// The clauses that forbid, as ranges of tokens: their words are no words of the work.
    pub(super) forbidding: Vec<Range<usize>>,
    /// The token of the sentence before with which it says what is forbidden: "src/db is generated. Don't edit it."
    pub(super) leans_back: Option<usize>,
}

/// Reads a typed sentence; `before` is the one in front of it. `revision` is the goal revision that its constraints will belong to.
pub(super) fn read(sentence: &Sentence<'_>, before: Option<&Sentence<'_>>, names: &Names<'_>, revision: u32) -> Limits {
    let mut limits = Limits::default();
    // "Review only: is it safe?", "no changes, please: which files use it?": what stands before the colon is no question.
    let last = match sentence.mood {
        Mood::Suggestion => return limits,
        Mood::Question => before_a_question(sentence),
        _ => sentence.tokens.len(),
    };
    let passage = Passage { sentence, before, names };
    let mut at = 0;
    while at < last && limits.constraints.len() < MAX_OF_SENTENCE {
        let token = &sentence.tokens[at];
        let next = if token.quoted || token.code || last < sentence.tokens.len() && !forbids_all(sentence, at, last) {
            None
        } else {
            limits
                .prohibition(passage, at)
                .or_else(|| limits.declaration(sentence, names, at))
                .or_else(|| limits.demand(sentence, names, at))
                .or_else(|| limits.elsewhere(sentence, names, at))
        };
        at = next.map_or(at + 1, |end| end.max(at + 1));
    }
    limits.loose(passage, last);
    for constraint in &mut limits.constraints {
        constraint.revision = revision;
    }
    limits
}

/// The token behind the last stop inside a question; 0 where there is none.
fn before_a_question(sentence: &Sentence<'_>) -> usize {
    let inside = sentence.tokens.len().saturating_sub(1);
    sentence.tokens[..inside].iter().rposition(Token::stop).map_or(0, |stop| stop + 1)
}

/// True where a prohibition of any change begins at `at` and is over at `end`.
fn forbids_all(sentence: &Sentence<'_>, at: usize, end: usize) -> bool {
    cue(sentence, at).is_some_and(|cue| cue.act == Act::Code && cue.object <= end)
        || elsewhere::forbids_all(sentence, at)
}

impl Limits {
    fn keep(&mut self, kind: ConstraintKind, clause: &str, targets: Vec<Target>, denies: bool) {
        let clause: String = clause.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_CLAUSE).collect();
        if !clause.is_empty() {
            // Stamped with its revision where it leaves this room.
            self.constraints.push(Constraint { denies, ..Constraint::bare(kind, clause, targets) });
        }
    }

    /// What of a denied list nobody can tell is told.
    fn keep_in_doubt(&mut self, clause: &str, doubtful: Vec<Target>) {
        if !doubtful.is_empty() {
            self.keep(ConstraintKind::DoNot, clause, doubtful, false);
        }
    }

    fn declare(&mut self, places: &[Pattern], clause: &str) {
        for place in places {
            let words = clause.chars().take(MAX_CLAUSE).collect();
            self.declared.push(ScopeEntry { pattern: place.clone(), reason: ScopeReason::Declared, words });
        }
    }

    fn prohibition(&mut self, passage: Passage<'_, '_>, at: usize) -> Option<usize> {
        let Passage { sentence, before, names } = passage;
        let cue = cue(sentence, at)?;
        if is_of_an_option(sentence, cue.start) || describes_a_mode(sentence, cue.start) {
            return None;
        }
        let untouched = leaves_untouched(sentence, &cue);
        let taking = if untouched { Taking::Untouched } else { Taking::Kinds };
        let (from, object, leans_back) = object_of(passage, &cue, taking);
        let of_files =
            matches!(cue.act, Act::Change | Act::Removal | Act::Creation | Act::Narrow | Act::Other | Act::Code);
        if cue.counts == Counts::OfPlaces && of_files && (object.places.is_empty() || !object.pure) {
            return None;
        }
        let whole = covers_whole(&object, passage);
        let apart = if whole { Vec::new() } else { object::apart(sentence, names, cue.object, &object, taking) };
        let excepted = object.speaks().then(|| object::excepted(sentence, names, &object)).flatten();
        let Mildness { soft, open, unclear, asks } = Mildness::of(sentence, &cue, &object, excepted.as_ref());
        let spares = filing::spares(sentence, &cue, &object);
        let phrase = Phrase { passage, cue: &cue, object: &object, alone: from == cue.start && leans_back.is_none() };
        let (targets, may_deny, end) =
            phrase.targets(&Doubts { apart: !apart.is_empty(), unclear, untouched, whole, spares });
        if cue.counts == Counts::WhereFound && targets.is_empty() {
            return None;
        }
        let end = end_of(sentence, &cue, excepted.as_ref().map_or(end, |(_, behind)| end.max(*behind)));
        let targets = if open { Vec::new() } else { targets };
        let denies = may_deny && !soft && !targets.is_empty() && (cue.asks || sentence.mood != Mood::Request);
        // "src/db or the API": what the API is nobody can tell.
        let stands = |target: &Target| {
            !denies || apart.is_empty() || matches!(target, Target::Paths(place) if apart.contains(place))
        };
        let (targets, mut doubtful): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(stands);
        let doubted = open || unclear || !doubtful.is_empty();
        let (targets, from) = called::or_words((targets, from), doubted, passage, &cue, end);
        // "In this session" says how long it holds, and belongs to the clause.
        let clause = sentence.slice(if sentence.has_opener() { 0 } else { from }, end);
        let targets = if denies || open || unclear {
            targets
        } else {
            code::with_code(targets, clause, sentence.slice(end, sentence.tokens.len()))
        };
        if !spares.is_one_deed() {
            self.declare(&object.outside, clause);
        }
        if cue.act == Act::Rest || cue.act == Act::Change && object.anything && object.more {
            self.rest = Some(clause.to_owned());
        }
        // What is left free is named for the work.
        self.forbidding.push(from..excepted.as_ref().map_or(end, |_| object.end));
        // What was said mildly of the same place is said again: "src/db is read-only, don't touch it".
        self.constraints.retain(|known| !denies || known.denies || known.targets != targets);
        let known = self.constraints.len();
        self.leans_back = leans_back.or(self.leans_back);
        let spoken = before.zip(leans_back).map(|(before, from)| {
            let spoken = head(before.slice(from, before.tokens.len()), MAX_CLAUSE / 2);
            format!("{spoken}. {clause}")
        });
        self.keep(ConstraintKind::DoNot, spoken.as_deref().unwrap_or(clause), targets, denies);
        doubtful.extend(
            self.constraints[known..].iter().filter(|kept| kept.denies).flat_map(|kept| namesakes(kept, names)),
        );
        self.keep_in_doubt(clause, doubtful);
        for kept in &mut self.constraints[known..] {
            kept.asks = asks && kept.denies;
            kept.spares = spares;
            kept.except = excepted.iter().flat_map(|(places, _)| places.clone()).collect();
        }
        self.repeat(known, filing::other_deed(sentence, &cue));
        Some(end)
    }

    /// "Don't create or delete any files": what was kept from `known` on, for the other deed too.
    fn repeat(&mut self, known: usize, other: Option<Spares>) {
        let Some(other) = other else { return };
        let twins: Vec<Constraint> =
            self.constraints[known..].iter().map(|kept| Constraint { spares: other, ..kept.clone() }).collect();
        self.constraints.extend(twins);
    }

    fn elsewhere(&mut self, sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<usize> {
        let found = elsewhere::forbidden(sentence, names, at, self.forbidding.last().map(|range| range.end))?;
        let Range { start, end } = found.clause;
        self.forbidding.push(start..end);
        let known = self.constraints.len();
        let clause = sentence.slice(start, end);
        self.declare(&found.keeps_to, clause);
        let kind = if found.keeps_to.is_empty() { ConstraintKind::DoNot } else { ConstraintKind::Only };
        let bans = kind == ConstraintKind::DoNot && !found.denies;
        let targets = if bans {
            code::with_code(found.targets, clause, sentence.slice(end, sentence.tokens.len()))
        } else {
            found.targets
        };
        self.keep(kind, clause, targets, found.denies);
        self.keep_in_doubt(clause, found.absent);
        for kept in &mut self.constraints[known..] {
            kept.spares = found.spares;
        }
        Some(end)
    }

    fn declaration(&mut self, sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<usize> {
        let limit = declare::limit(sentence, names, at)?;
        let clause = sentence.slice(limit.start, limit.end);
        // One of several may yet be made.
        let exists = limit.places.iter().any(|place| names.exists(place));
        let denies = limit.forbids && exists && !is_softened(sentence, limit.start) && sentence.mood != Mood::Request;
        self.declare(&limit.places, clause);
        let targets = limit.places.into_iter().map(Target::Outside).collect();
        self.keep(ConstraintKind::Only, clause, targets, denies);
        Some(limit.end)
    }

    fn demand(&mut self, sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<usize> {
        let heads = !matches!(sentence.head(at), Head::Inside);
        let ordered = heads && sentence.mood != Mood::Statement;
        let asked = sentence.mood == Mood::Request && sentence.back(at, 1) == "you";
        let demands = match sentence.word(at) {
            "make" | "be" => (ordered || asked) && sentence.word(at + 1) == "sure",
            "ensure" | "always" => ordered || asked,
            "remember" => ordered && sentence.word(at + 1) == "to",
            "don't" | "not" => sentence.reads(at + 1, "forget"),
            // "you must add a test" orders; "the parser must not crash" says what is wanted of the program.
            "must" => {
                let subject = sentence.back(at, 1);
                // So does "format.js must round".
                let next = sentence.word(at + 1);
                let does = next != "not" && !changing::is_staying(next);
                let of_a_file = does && (0..at).any(|at| names.at(sentence, at).is_some());
                at > 0 && !is_pronoun(subject) && subject != "i" && sentence.word(at + 1) != "have" && !of_a_file
            }
            _ => false,
        };
        // "make sure you don't ..." is a prohibition, read when its turn comes.
        let turned = || {
            (at + 1..at + 5).any(|later| {
                let two = sentence.reads(later, "do not") || sentence.reads(later, "not to");
                // So is "make sure you only touch ...", where it keeps to a place.
                let only = sentence.word(later) == "only" && declare::limit(sentence, names, later).is_some();
                two || only || matches!(sentence.word(later), "don't" | "never")
            })
        };
        if !demands || matches!(sentence.word(at), "make" | "be" | "ensure") && turned() {
            return None;
        }
        let start = if sentence.word(at) == "must" { 0 } else { at };
        let end = (at..sentence.tokens.len())
            .find(|last| sentence.tokens[*last].stop())
            .map_or(sentence.tokens.len(), |last| last + 1);
        self.keep(ConstraintKind::Must, sentence.slice(start, end), Vec::new(), false);
        Some(end)
    }
}

/// What a prohibition forbids, the first token of its clause, and where what it leans back to begins in the sentence before.
fn object_of(passage: Passage<'_, '_>, cue: &Cue, taking: Taking) -> (usize, Object, Option<usize>) {
    let Passage { sentence, names, .. } = passage;
    match antecedent::of(passage, cue).or_else(|| antecedent::ones(passage, cue)) {
        Some(meant) if meant.before => (cue.start, meant.object, Some(meant.from)),
        Some(meant) => (meant.from, meant.object, None),
        None => {
            let (from, object) = places_before(sentence, names, cue)
                .unwrap_or_else(|| (cue.start, bracket::read(sentence, names, cue.object, cue.limit, taking)));
            (from, object, None)
        }
    }
}

/// "Don't touch package.json", in a repository with one at its root and others below: these may be meant, too. So may be
/// `k8s/overlays/prod` beside `envs/prod`, where only "prod" is said.
fn namesakes(limit: &Constraint, names: &Names<'_>) -> Vec<Target> {
    let alike = |target: &Target| match target {
        Target::Paths(Pattern::File(file)) if !file.contains('/') => {
            let below = format!("/{file}");
            let others = names.lookup().any(|listed| listed.ends_with(&below));
            others.then(|| vec![Target::Paths(Pattern::Glob(format!("**/{file}")))])
        }
        Target::Paths(Pattern::Folder(folder)) if !limit.clause.contains('/') => {
            let (_, name) = folder.rsplit_once('/').filter(|(_, name)| is_stage(name))?;
            let others = names.lookup().folders_ending_with(name).into_iter().filter(|other| *other != folder);
            Some(others.take(MAX_NAMESAKES).map(|other| Target::Paths(Pattern::Folder(other.to_owned()))).collect())
        }
        _ => None,
    };
    limit.targets.iter().filter_map(alike).flatten().collect()
}

/// "src/legacy: hands off!": the places before a colon, where nothing stands behind the prohibition, and their first token.
fn places_before(sentence: &Sentence<'_>, names: &Names<'_>, cue: &Cue) -> Option<(usize, Object)> {
    let colon = cue.start.checked_sub(1).filter(|before| sentence.tokens[*before].stop())?;
    if cue.act != Act::Change || !says_nothing(sentence, cue, &Object::default()) {
        return None;
    }
    let from = (0..colon).rev().find(|before| sentence.tokens[*before].stop()).map_or(0, |before| before + 1);
    let object = object::read(sentence, names, from, cue.start, Taking::Kinds);
    object.is_places(cue.start).then_some((from, object))
}

/// "Don't touch", "hands off", "while leaving": whatever the place that follows is called.
fn leaves_untouched(sentence: &Sentence<'_>, cue: &Cue) -> bool {
    #[rustfmt::skip]
    const WHATEVER: [&str; 12] = [
        "alone", "away", "hands", "leave", "leaving", "mess", "nothing", "off", "out", "touch", "touching", "untouched",
    ];
    let said = |at: usize| {
        WHATEVER.contains(&sentence.word(at)) || act::deed::misspelled(sentence.word(at)) == Some(Act::Change)
    };
    // "The parser is off limits": the words that forbid stand behind it.
    let behind = cue.limit.min(sentence.tokens.len());
    (cue.start..cue.object).chain(behind..sentence.tokens.len().min(behind + 3)).any(said)
}

/// True when the phrase stands for existing files as a whole, so that any change of them is what was forbidden.
fn covers_whole(object: &Object, passage: Passage<'_, '_>) -> bool {
    let Passage { sentence, names, .. } = passage;
    let mut places = object.places.iter().chain(&object.outside);
    // Two kinds in one breath are mostly one thing with an attribute: "the login page".
    let kinds = !object.vague && object.kinds.iter().all(|kind| names.has_kind(*kind));
    object.pure && object.certain && kinds && places.all(|place| names.is_told(place, sentence))
}

/// "--no-push: don't push" describes an option.
fn is_of_an_option(sentence: &Sentence<'_>, start: usize) -> bool {
    let before = start.checked_sub(1).map(|before| &sentence.tokens[before]);
    before.is_some_and(|before| before.stop() && before.raw.starts_with("--"))
}

/// "Implement maintenance mode: don't touch the database, show a banner": what stands behind the colon is what is to be built.
fn describes_a_mode(sentence: &Sentence<'_>, start: usize) -> bool {
    let built = matches!(sentence.word(0), "add" | "build" | "create" | "implement" | "introduce" | "make" | "support");
    built
        && (1..start.min(MAX_LABEL)).any(|at| {
            sentence.tokens[at].stop()
                && (1..=at).any(|noun| matches!(sentence.word(noun), "flag" | "mode" | "option" | "setting" | "switch"))
        })
}

/// The end of the clause whose object ended at `end`.
fn end_of(sentence: &Sentence<'_>, cue: &Cue, end: usize) -> usize {
    let end = clause_end(sentence, end.max(cue.object));
    if cue.act != Act::Packages {
        return end;
    }
    // "Other than zod" names what may be added, and belongs to the work.
    let excepts = |at: &usize| match sentence.word(*at) {
        "other" => sentence.word(at + 1) == "than",
        word => matches!(word, "apart" | "aside" | "besides" | "except"),
    };
    (cue.object..end).find(excepts).unwrap_or(end)
}

/// The end of the clause in which the object ended: up to the next comma, stop or contrast.
fn clause_end(sentence: &Sentence<'_>, object_end: usize) -> usize {
    let mut end = object_end;
    while end < sentence.tokens.len() {
        let closed = sentence.is_parted(end);
        // "Don't push or touch src/db", "before committing or pushing".
        let next = sentence.word(end + 1);
        let by_several = || acts(sentence, end + 1).is_some_and(|(act, _)| is_of_several_words(act));
        let begins = || act_of(next).is_some() || acts_of_gerund(sentence, next, end + 1).is_some() || by_several();
        let joined = matches!(sentence.word(end), "nor" | "or") && begins();
        if closed || joined || matches!(sentence.word(end), "and" | "but" | "then" | "so") {
            break;
        }
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints, shown_scope};

    #[test]
    fn places_that_exist_are_denied() {
        limits("Fix the auth bug. Don't touch src/database.", "deny src/database/");
        limits("fix it, but don't edit src/legacy/old.ts", "deny src/legacy/old.ts");
        limits("Do not modify anything in src/legacy/ or tests/", "deny src/legacy/ + tests/");
        limits("please don't change package.json", "deny package.json");
        for said in [
            "dont tuch the parser",
            "don't tocuh src/parser.rs",
            "do not toch src/parser.rs",
            "never touvh src/parser.rs",
        ] {
            let left = shown_constraints(&Stage::new().start(&format!("fix the login. {said}")).constraints);
            assert!(left.starts_with("deny src/parser"), "{said}: {left}");
        }
        for said in ["dont comit", "don't commti it", "do not comitt", "pls dont commmit yet"] {
            limits(&format!("fix the login. {said}"), "deny $ git commit");
        }
        for told in
            ["the couch must not move", "don't be tough on the parser", "the commits don't touch it", "add a toucher"]
        {
            let left = shown_constraints(&Stage::new().start(told).constraints);
            assert!(!left.contains("deny"), "{told}: {left}");
        }
        limits("Fix the crash in debug mode, don't touch src/legacy", "deny src/legacy/");
        limits("never touch @src/legacy/old.ts", "deny src/legacy/old.ts");
        limits("leave src/legacy alone", "deny src/legacy/");
        limits("keep package.json as is", "deny package.json");
        limits("Stop touching src/ui/button.css!", "deny src/ui/button.css");
        limits("hands off src/database", "deny src/database/");
        limits("src/database: hands off!", "deny src/database/");
        limits("Fix the cart. src/database and src/legacy: do not edit", "deny src/database/ + src/legacy/");
        limits("you are not to modify src/database", "deny src/database/");
        limits("hold off on editing src/database", "deny src/database/");
        limits("stay out of src/legacy, please", "deny src/legacy/");
        limits("Fix the login without touching src/database.", "deny src/database/");
        limits("No changes to package.json please", "deny package.json");
        limits("avoid changing `src/parser.rs`", "deny src/parser.rs");
        limits("make sure you don't touch src/legacy", "deny src/legacy/");
        limits("You must not edit the files in src/database", "deny src/database/");
        limits("refactor everything except src/legacy", "donot src/legacy/");
        limits("update all files except src/legacy", "deny src/legacy/");
        limits("src/legacy is off limits", "deny src/legacy/");
        limits("Fix the bug - do not edit or rename src/parser.rs", "deny src/parser.rs");
        limits("don't touch the legacy folder", "deny src/legacy/");
        limits("do not make any changes to src/database/client.ts", "deny src/database/client.ts");
        limits("don't touch **/*.css", "deny **/*.css");
        limits("Don't touch Cargo.toml or the CI", "deny Cargo.toml + ci");
        limits("make no changes to package.json", "deny package.json");
        limits("avoid edits to package.json", "deny package.json");
        limits("1. fix auth 2. don't touch src/legacy", "deny src/legacy/");
        limits("don’t touch src/legacy - it's frozen", "deny src/legacy/");
        limits("don't touch src/legacy any more", "deny src/legacy/");
        limits("for the moment don't touch src/legacy", "deny src/legacy/");
        limits("src/legacy is off limits for now, release freeze", "deny src/legacy/");
        limits("src/legacy is frozen, leave it alone", "deny src/legacy/");
        limits("src/legacy must stay as it is", "deny src/legacy/");
        limits("package.json must not be changed", "deny package.json");
        limits("Under no circumstances edit anything in src/legacy", "deny src/legacy/");
        limits("btw we have a release freeze for src/legacy, so no edits there", "deny src/legacy/");
    }

    #[test]
    fn kinds_whose_files_exist_are_denied() {
        limits("Fix the auth bug. Don't touch the database code.", "deny database");
        limits("no, stop touching css", "deny style");
        limits("don't modify any of the tests", "deny tests");
        // A part of a kind leaves the rest of it alone.
        limits("don't touch the db migrations", "deny **/{migrations,migration,migrate}/**");
        limits("leave the migrations alone", "deny **/{migrations,migration,migrate}/**");
        limits("don't touch the auth code", "deny auth");
        // No translation is there.
        limits("don't touch the translations", "donot translation");
        // Behaviour and not files.
        limits("don't change the password", "donot auth");
        limits("don't touch the css for the login page", "donot");
        limits("don't change the API", "donot");
    }

    #[test]
    fn one_command_is_denied() {
        limits("fix the bug, don't push", "deny $ git push");
        limits("Generate a commit message but don't commit it", "deny $ git commit");
        limits("do not commit or push anything", "deny $ git commit + $ git push");
        limits("never push to main", "deny $ git push origin main");
        limits("don't run npm install", "deny $ npm install");
        limits("Please don't run `cargo fmt`", "deny $ cargo fmt");
        limits("don't force push", "deny $ git push --force + $ git push -f");
        limits("don't git push", "deny $ git push");
        limits("fix it without committing", "deny $ git commit");
    }

    #[test]
    fn outside_is_denied_and_declared() {
        limits("Don't modify files outside src/", "deny outside src/");
        limits("nothing outside src/auth please", "deny outside src/auth/");
        limits("fix it, no changes outside src/auth/ and tests/", "deny outside src/auth/ + outside tests/");
        limits("don't touch anything but src/auth", "deny outside src/auth/");
        limits("don't touch anything aside from src/auth", "deny outside src/auth/");
        limits("don't touch anything with the exception of src/auth", "deny outside src/auth/");
    }

    #[test]
    fn limits_are_kept_and_do_not_deny() {
        limits("keep to src/auth/", "only outside src/auth/");
        limits("only touch src/auth and tests", "only outside src/auth/ + outside tests/");
    }

    #[test]
    fn mild_conditional_and_passing_orders_do_not_deny() {
        limits("Just plan, don't code yet", "donot any");
        limits("don't change anything", "donot any");
        limits("Review src/parser.rs. No changes please.", "donot any");
        limits("look at the parser, don't fix anything yet", "donot any");
        limits("don't fix it with a sleep", "donot");
        for narrower in [
            "simplify src/parser.rs without changing any behavior",
            "optimize src/parser.rs without changing anything about its output",
            "don't change anything in production, fix src/parser.rs",
            "fix src/parser.rs and don't touch anything you don't have to",
            "don't change any signatures, fix src/parser.rs",
            "don't write any code comments, fix src/parser.rs",
            "don't implement anything fancy, just fix src/parser.rs",
            "don't implement caching, just fix src/parser.rs",
            "Fix src/parser.rs. No changes for callers.",
        ] {
            let goal = Stage::new().start(narrower);
            assert!(!shown_constraints(&goal.constraints).contains("any"), "{narrower}");
        }
        limits("redact tokens in src/parser.rs but don't touch src/legacy", "deny src/legacy/");
        limits("backport the fix and don't push", "deny $ git push");
        limits("please redact tokens without touching src/legacy", "deny src/legacy/");
        limits("it works but don't know why", "");
        limits("git says no changes, why?", "");
        limits("Review src/parser.rs, do NOT edit.", "donot any");
        limits("Review src/parser.rs: do NOT edit.", "donot any");
        limits("I don't want you to change src/legacy", "donot src/legacy/");
        limits("I'd rather you didn't touch src/legacy", "donot src/legacy/");
        limits("Fix the order in src/parser.rs. Please don't make unrelated changes.", "donot");
        limits(
            "I don't want you to change the signature of parse in src/parser.rs, fix the bug there",
            "donot signatures",
        );
        limits("look but don't touch", "donot any");
        limits("Fix the login. Do not touch:\n\n\n\nthe things I told you of", "donot");
        limits("Make no changes", "donot any");
        for said in [
            "Read-only please. Why does src/parser.rs fail?",
            "Check src/parser.rs for leaks. Review only.",
            "look at src/parser.rs, report only",
            "Just look. What is wrong in src/parser.rs?",
            "src/parser.rs crashes on empty input. Just review for now",
            "Just plan it",
            "diagnose only",
            "without making any changes, tell me why src/parser.rs fails",
            "tell me why src/parser.rs fails without making any changes",
            "hold off on coding",
            "I don't want you to change anything yet",
        ] {
            limits(said, "donot any");
        }
        for said in [
            "make src/parser.rs read-only",
            "just look at src/parser.rs and fix it",
            "review only the tests and mend them",
            "the field is read-only, fix it",
            "open the file read-only in src/parser.rs",
            "read only the first line in src/parser.rs",
            "add a read-only flag",
            "fix the bug, just read the log first",
            "Just look, then fix src/parser.rs",
            "Read-only: hide the save button in src/parser.rs",
            "Read-only mode for src/parser.rs",
            "Mount the config volume in Dockerfile (read-only).",
            "Make the email field grey, read-only.",
            "Add a CSP header, report only for now.",
            "Give the key two scopes: write, read only.",
            "Add roles:\n- viewer: read-only\n- read-only",
            "Without making any changes, the build fails since today. Fix src/parser.rs.",
            "Debounce the search, hold off until the user stops typing.",
            "Refactor src/parser.rs without making any changes at the call sites.",
            "just read it and fix it",
            "hold off the timer in src/parser.rs",
            "I don't want you to worry about src/legacy",
        ] {
            limits(said, "");
        }
        limits("don't touch src/legacy yet", "donot src/legacy/");
        limits("don't touch src/legacy at this stage", "donot src/legacy/");
        limits("don't push until the tests pass", "donot $ git push");
        limits("If the tests fail, don't push", "donot $ git push");
        limits("never push without asking", "ask $ git push");
        limits("don't commit yet", "deny $ git commit");
        limits("fix it, don't push until I say so", "deny $ git push");
        limits("don't commit, I want to review first", "deny $ git commit");
        limits("try not to touch src/legacy", "donot src/legacy/");
        limits("you should not edit src/legacy", "donot src/legacy/");
        limits("don't just edit src/legacy/old.ts", "donot src/legacy/old.ts");
        limits("don't just edit src/legacy/old.ts, also fix the cart", "");
        limits("Don't hesitate to rename or delete src/legacy/old.ts", "");
        limits("in dry run do not write files, do not push", "donot $ git push");
        limits("can you fix it without touching src/legacy?", "donot src/legacy/");
        limits("do not commit but validate that there is a branch", "donot $ git commit");
        limits("don't touch src/legacy unnecessarily", "donot src/legacy/");
        limits("the page is frozen when src/parser.rs runs", "");
        limits("src/parser.rs must not be changed by the build", "must");
        limits("rewrite src/parser.rs, except src/legacy, that one stays as it is for now", "donot");
        limits("He told me: never touch src/legacy", "donot src/legacy/");
        limits("We had a rule: don't touch src/legacy, but it is gone", "donot src/legacy/");
        limits("first run the tests, don't edit src/parser.rs", "donot src/parser.rs");
    }

    #[test]
    fn narrower_deeds_and_other_objects_do_not_deny() {
        limits("don't delete src/legacy/old.ts", "deny removing src/legacy/old.ts");
        limits("don't rename the tests", "donot");
        limits("don't change the behaviour of src/parser.rs", "donot");
        limits("don't change how src/parser.rs reads tokens", "donot");
        limits("don't touch src/unknown/thing.ts", "donot src/unknown/thing.ts");
        limits("Fix the login. src/legacy needs permission", "");
        limits("do not unignore the full folder", "donot");
        limits("Do not fallback, print a warning", "donot");
        limits("please dont just push through the migrations by executing them", "donot");
        limits("don't run the tests in parallel", "donot");
        limits("don't add logging to src/parser.rs", "donot");
        limits("don't refactor src/parser.rs", "donot");
        limits("don't use src/legacy/old.ts", "donot");
        limits("don't touch the tests in src/auth", "donot src/auth/");
        limits("don't touch the parser", "deny src/parser/ + src/parser.rs");
        limits("don't change the parser", "donot");
        limits("Do not change the existing tests, add new ones", "donot tests");
        limits("don't touch the tests, write new ones", "donot tests");
        limits("No toques los tests existentes, puedes añadir nuevos", "donot tests");
        limits("Ne touche pas aux tests existants, tu peux en ajouter", "donot tests");
        limits("don't touch more than needed in src/parser.rs", "donot");
        limits("never edit existing migrations, add a new one", "donot **/{migrations,migration,migrate}/**");
        limits("Never commit directly to main", "donot");
        limits("don't commit the .env file", "donot");
        limits("You can't edit package.json", "donot package.json");
        limits("never run `rm -rf`", "deny $ rm -rf");
        limits("Don't run npm test in watch mode", "donot $ npm test");
        limits("don't touch any other file", "donot");
    }

    #[test]
    fn an_exception_is_left_free() {
        for said in [
            "don't touch src/ui apart from src/ui/Button.tsx",
            "Don't touch src/ui except Button.tsx",
            "Don't touch src/ui, except Button.tsx.",
            "Leave src/ui alone except for Button.tsx",
        ] {
            limits(said, "deny src/ui/ except src/ui/Button.tsx");
            assert!(shown_scope(&Stage::new().start(said)).contains("src/ui/Button.tsx"), "{said}");
        }
        limits("don't touch src/ui except the good one", "donot");
        let stage = Stage::new();
        let goal = stage.start("Fix src/auth. Don't touch src/ui except Button.tsx.");
        let (_, later) = stage.revise(&goal, "now mend src/ui/Button.tsx too");
        assert_eq!(shown_constraints(&later.constraints), "deny src/ui/ except src/ui/Button.tsx");
        let (_, later) = stage.revise(&goal, "now mend src/ui/button.css too");
        assert_eq!(
            shown_constraints(&later.constraints),
            "deny src/ui/ except src/ui/Button.tsx except src/ui/button.css"
        );
        limits("don't commit anything but the lock file", "donot");
    }

    #[test]
    fn of_a_list_what_stands_by_itself_is_denied() {
        limits("don't touch src/legacy or the API", "deny src/legacy/");
        limits("don't change the exports or src/legacy", "deny src/legacy/");
        limits("leave src/legacy and the public API alone", "deny src/legacy/");
        limits("don't edit src/legacy, src/database or the way it logs", "deny src/legacy/ + src/database/");
        limits("don't touch the parser or src/legacy", "deny src/parser/ + src/parser.rs + src/legacy/");
        limits("don't touch src/legacy or the API for now", "deny src/legacy/");
        // A word behind the last of them may say what is meant of all.
        limits("don't change src/legacy and src/database exports", "donot signatures");
        limits("don't change the name or path of src/legacy", "donot");
        limits("don't touch the tests in src/legacy or src/database", "donot src/legacy/ + src/database/");
        limits("don't touch src/legacy or the API from here", "donot src/legacy/");
    }

    #[test]
    fn a_part_of_a_file_is_not_the_file() {
        for said in [
            "leave the imports in src/parser.rs as is",
            "don't touch the tests in src/parser.rs",
            "Don't touch the styling of src/ui/Button.tsx",
            "Don't change the default size in src/ui/Button.tsx, but add a large one",
            "don't change src/parser.rs without adding tests",
            "don't add dependencies for things we can do in 3 lines",
        ] {
            limits(said, "donot");
        }
    }

    #[test]
    fn what_is_no_order_is_no_constraint() {
        for prompt in [
            "I don't think src/legacy is right",
            "I don't see the button in src/ui/Button.tsx",
            "don't worry about src/legacy",
            "why don't we touch src/legacy",
            "why don't you edit src/parser.rs?",
            "it doesn't work",
            "the tests didn't touch src/legacy",
            "I don't want to lose src/legacy",
            "you don't need to edit src/legacy",
            "don't hesitate to edit src/legacy",
            "create src/new.ts if it does not exist",
            "Should I use Redis?",
            "did you never touch src/legacy?",
            "we don't have `src/legacy` anymore so this is obsolete",
            "can we sweep for usages that don't touch src/legacy?",
            "The hooks run and don't change package.json",
            "users never edit package.json",
            "they log but never touch src/database",
            "add a line that says \"don't touch src/legacy\"",
            "Implement `don't push` as a flag",
            "the workers read the cache, never touch src/database",
            "OK, not bad. I don't quite like it though",
            "there are no changes in src/legacy",
            "he had no changes in the worktree",
            "I'd never touch src/legacy",
            "fix the code that doesn't touch src/legacy",
            "Why are we not allowed to touch src/legacy?",
            "keep it simple",
            "let's not leave all the tests to the very end",
            "the handler stops touching src/legacy",
            "The comment says don't edit package.json",
            "Tests that don't touch src/legacy should still pass",
            "It's important that we don't change package.json",
            "I told you not to touch src/legacy",
            "nobody should edit package.json",
            "users can't edit package.json",
            "I would rather not touch src/legacy",
            "don't you think src/legacy is ugly",
            "leave the docs for later",
            "no tests please",
            "No changes to the database are being saved",
            "nothing outside of src/database should run raw SQL",
        ] {
            limits(prompt, "");
        }
    }

    #[test]
    fn pasted_quoted_and_planned_matter_is_no_constraint() {
        for prompt in [
            "fix this\n> don't touch src/legacy",
            "fix this\n```\ndon't touch src/legacy\n```",
            "Implement the following plan:\n\n# Plan\n\nDon't touch src/legacy. Never push.",
            "Implement the following plan:\n\nMove the parser.\nDon't touch src/legacy.",
            "eval this feedback:\nNever touch src/legacy, it is old.",
            "why?\n01:12:38.202 Please don't push\ndon't push",
            "the header says\n// DO NOT EDIT src/parser.rs",
            "# Rules\n\n- don't push\n- don't touch src/legacy",
            "<system-reminder>never touch src/legacy</system-reminder>fix it",
            "error: don't run npm install",
        ] {
            limits(prompt, "");
        }
    }

    #[test]
    fn demands() {
        limits("don't forget to update the docs", "must");
        limits("make sure the tests pass", "must");
        limits("Fix it and make sure this is tested", "must");
        limits("always run the tests", "must");
        limits("the parser must not crash", "must");
        limits("next: src/parser.rs must round", "");
        limits("every change must have a test", "");
        limits("users must not see src/legacy", "must");
        limits("Ensure the command is shown", "must");
        limits("We need to make sure that it works", "");
    }

    #[test]
    fn clauses_are_the_users_words() {
        let clause = |prompt: &str| {
            let goal = Stage::new().start(prompt);
            goal.constraints.into_iter().map(|constraint| constraint.clause).collect::<Vec<_>>().join(" | ")
        };
        assert_eq!(clause("Fix the auth bug. Don't touch the database code."), "Don't touch the database code");
        assert_eq!(clause("Just plan, don't code yet"), "don't code yet");
        assert_eq!(
            clause("fix it without touching src/legacy, then don't push"),
            "without touching src/legacy | don't push"
        );
        assert_eq!(clause("You must not edit src/legacy!"), "You must not edit src/legacy");
    }

    #[test]
    fn what_the_same_prompt_asks_for_is_not_denied() {
        limits("edit src/legacy/old.ts and don't touch src/legacy", "deny src/legacy/ except src/legacy/old.ts");
        limits("no, stop touching css and revert it", "donot style");
        limits(
            "Rename it in src/legacy. Don't touch src/legacy or src/database.",
            "deny src/database/; donot src/legacy/",
        );
    }

    #[test]
    fn what_no_list_holds_is_denied_where_it_lies_on_the_disk() {
        let check = |path: &'static str, prompt: &str, expected: &str| {
            let goal = Stage::new().beside(path).start(prompt);
            assert_eq!(shown_constraints(&goal.constraints), expected, "{prompt}");
        };
        check(".env.local", "Fix the login. Do not touch .env.local.", "deny .env.local");
        check("dist/", "Fix the login. Do not touch dist/.", "deny dist/");
        check("dist/", "Fix the login. Do not touch dist.", "deny dist/");
        check("config/local.yml", "Fix the login. Never edit config/local.yml", "deny config/local.yml");
        check("src/vendored/", "Fix the login. Leave src/vendored alone.", "deny src/vendored/");
        check("my db/", "Fix the login. Do not touch `my db/`.", "deny my db/");
        check("elsewhere/", "Fix the login. Do not touch src/vendored.", "donot src/vendored/");
    }

    #[test]
    fn under_a_heading_of_their_own_limits_are_the_users() {
        limits(
            "# Task\nFix the login in src/auth.\n\n## Rules\n- Do not touch src/database.\n- Never push\n\n## Notes\nDo not touch src/ui.",
            "deny src/database/; deny $ git push",
        );
        limits("Fix the login.\n## Don'ts\nDo not touch src/database.", "deny src/database/");
        for plan in [
            "# Plan\n## Rules\nDo not touch src/database.",
            "Implement the following plan:\n# Login\n## Rules\nDo not touch src/database.",
        ] {
            limits(plan, "");
        }
    }

    #[test]
    fn a_path_is_meant_from_the_folder_where_it_is_said() {
        let mut stage = Stage::new();
        stage.cwd = Some("/home/u/shop/src".to_owned());
        let said = |prompt: &str| shown_constraints(&stage.start(prompt).constraints);
        assert_eq!(said("Fix the login. Do not touch legacy/old.ts."), "deny src/legacy/old.ts");
        assert_eq!(said("Fix the login. Do not touch src/legacy."), "deny src/legacy/");
    }

    #[test]
    fn without_a_list_only_unmistakable_paths_deny() {
        let check = |prompt: &str, expected: &str| {
            assert_eq!(shown_constraints(&Stage::unlisted().start(prompt).constraints), expected, "{prompt}");
        };
        check("don't touch src/legacy/old.ts", "deny src/legacy/old.ts");
        check("don't touch src/legacy/", "deny src/legacy/");
        check("don't touch the css", "donot style");
        check("don't touch the parser", "donot");
        check("don't push", "deny $ git push");
    }
}
