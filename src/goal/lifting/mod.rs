//! Which limits a later prompt ends: "touch the css too", "fix it in legacy as well", "open a PR", a "yes" to what the agent asked.
//!
//! Owns the comparison of what a prompt wants with what was forbidden. People seldom say a limit again in order to lift it:
//! they ask for what it forbids, by whatever name is short, and a bare answer means what was asked. What says in so many words
//! that a limit is over is read in `freeing`. A limit that ends too soon costs less than one that outlives its time.

mod agreement;
mod answered;
mod aside;
mod asked_command;
mod asked_words;
mod bidden;
mod called;
mod choice;
mod database;
pub(super) mod filing;
mod implied;
mod offer;
mod told;
mod typed;
mod version;
mod wants_work;

use super::constraint::act::dependency;
use super::freeing::{fault, freed, granted, handed_back};
use super::line::{Ask, Line};
use super::names::spoken;
use super::prompt::changing;
use super::prompt::closing::is_courtesy;
use super::prompt::sentence::{Head, Mood, is_inquiring, is_verb};
use super::reading::Reading;
use super::{GoalContext, ask};
use crate::domain::{CallKind, Constraint, ConstraintKind, Goal, Pattern, ScopeReason, Spares, Target, WorkKind};
use crate::goal::prompt::word_class::{denies, is_all_right, is_copula, is_demonstrative, is_joining, is_place_noun};
use crate::text::called::is_called_so;
use crate::text::dependency::is_lock;
use crate::text::pattern::{encloses, means, overlap};
use crate::text::words::words;
use crate::text::{code, kind, path};
use agreement::{points, says_yes};
use asked_command::{adds_an_order, asks_for, asks_to, does, is_offered};
use bidden::speaks_of_adding;
use called::calls;
use implied::orders_elsewhere;
use offer::Offer;
use std::cell::OnceCell;
use told::{
    asks_for_leave, begins_another, goes_to_the_next, is_of_one_piece, says_go, speaks_of_signatures, waits_for_a_word,
    waits_for_approval,
};
use typed::Typed;

/// What git does by a name that people use of little else: "add a test" orders no `git add`.
const UNMISTAKABLE: [&str; 5] = ["git commit", "git push", "git cherry-pick", "git rebase", "git stash"];

/// What a prompt ends.
pub(super) struct Lifting<'r, 'p, 'c> {
    reading: &'r Reading<'p, 'c>,
    /// What the agent had put forward and the prompt agrees to.
    offer: Offer,
    /// The prompt agrees to words of the agent's that speak of adding something.
    adds: bool,
    /// What the agent said last.
    proposed: Option<String>,
    committed: bool,
    /// Some sentence points to what another one tells; asked for each sentence.
    points: OnceCell<bool>,
    /// The typed lines, each with whether it asks for work.
    lines: OnceCell<Vec<(&'r Line<'p>, bool)>>,
    /// The commands that the prompt types.
    typed: OnceCell<Vec<Typed>>,
    /// Somebody of whom the user spoke before has finished.
    finished: bool,
}

impl<'r, 'p, 'c> Lifting<'r, 'p, 'c> {
    /// Of a prompt against the goal so far.
    pub(super) fn of(reading: &'r Reading<'p, 'c>, goal: &Goal, cx: &GoalContext<'_>) -> Self {
        let agrees = ask::agrees(reading.text) || ask::is_acknowledgement(reading.text) || says_yes(reading);
        // "You can use the flag now" asks for nothing.
        let asks =
            |said: &&str| said.contains('?') || ["confirm", "if you want"].iter().any(|form| said.contains(form));
        let asked = cx.last_words.filter(|_| agrees).filter(asks);
        let adds = asked.is_some_and(|said| words(said).iter().any(|word| speaks_of_adding(word)))
            || cx.last_words.is_some_and(|said| reading.typed().any(bidden::takes_it) && bidden::needs_more(said));
        let before = goal.history.last().map(|revision| revision.prompt.as_str());
        let offer = Offer::agreed_to(reading, cx, before);
        let proposed = cx.last_words.map(str::to_owned);
        // "Kim is rewriting the renderer", then "Kim's done". "The parser is done" is said of the work.
        let earlier = |owner: &str| {
            let spoken = words(&goal.text).iter().any(|word| word == owner);
            spoken && kind::kind_of_word(owner).is_none() && !reading.names.lookup().in_paths(owner)
        };
        let finished = reading.typed().filter_map(|line| handed_back::finished(&line.sentence)).any(earlier);
        Self {
            reading,
            offer,
            adds,
            proposed,
            committed: cx.committed,
            points: OnceCell::new(),
            lines: OnceCell::new(),
            typed: OnceCell::new(),
            finished,
        }
    }

    /// The places that the agent had put forward and the prompt agrees to.
    pub(super) fn agreed(&self) -> &[Pattern] {
        &self.offer.places
    }

    /// The kinds of work whose files the agent had put forward, where the prompt agrees to it.
    pub(super) fn agreed_kinds(&self) -> &[WorkKind] {
        &self.offer.files
    }

    /// The places beside a declared scope that the prompt calls by their names. `inside`: whether a place lies in the scope.
    pub(super) fn beside(&self, inside: &dyn Fn(&Pattern) -> bool) -> Vec<Pattern> {
        let lines = self.asking().filter(|line| !line.forbids());
        lines.flat_map(|line| called::beside(line, self.reading.names.lookup(), inside)).collect()
    }

    /// The places beside a declared scope of which a later prompt speaks, in whatever words: who asks for more, or about more, says where.
    /// What only is looked at or taken from is none, and of a prompt that declares a scope itself nothing else counts.
    pub(super) fn spoken_beside(&self, inside: &dyn Fn(&Pattern) -> bool) -> Vec<Pattern> {
        if !self.reading.limits.declared.is_empty() {
            return Vec::new();
        }
        // "Why does the table show three digits?", "fix it".
        let speaks = |line: &&Line<'_>| {
            !line.forbids() && !matches!(line.ask, Ask::Restraint | Ask::Reversal | Ask::VersionControl)
        };
        let lines = self.reading.typed().filter(speaks);
        lines.flat_map(|line| called::spoken(line, self.reading.names.lookup(), inside)).collect()
    }

    /// Those that end or widen a limit which keeps the work to some places.
    fn beside_of(&self, limit: &Constraint) -> Vec<Pattern> {
        let inside = |place: &Pattern| !limit.is_left_by(|kept| encloses(kept, place));
        if limit.denies { self.beside(&inside) } else { self.spoken_beside(&inside) }
    }

    /// What the prompt leaves of a limit; `None` where it asks for what is forbidden. Of several places only those go that it asks for.
    pub(super) fn left_of(&self, limit: &Constraint) -> Option<Constraint> {
        let mut left = limit.clone();
        if limit.kind == ConstraintKind::Must {
            return Some(left);
        }
        let proposed = self.proposed.as_deref();
        // "The tests are fine" is no leave to change them.
        let of_places = limit.kind != ConstraintKind::Only
            && limit.targets.iter().all(|held| matches!(held, Target::Called(_) | Target::Kind(_) | Target::Paths(_)));
        if self.is_over(limit) || of_places && self.finished {
            return None;
        }
        let tells = |line: &Line<'_>| {
            // "The form is fine, but src/db still breaks".
            let breaks = || line.sentence.any_at(|at| fault::is_told_of(&line.sentence, at));
            of_places
                && granted::only_tells(&line.sentence)
                && !breaks()
                && !self.proposed.as_deref().is_some_and(asks_for_leave)
        };
        let lines: Vec<&Line<'_>> = self.asking().filter(|line| !tells(line)).collect();
        let opened = || lines.iter().any(|line| freed::opens_the_rest(&line.sentence));
        let taken_up = |target: &Target| proposed.is_some_and(|told| answered::takes_up(target, self.reading, told));
        if limit.kind == ConstraintKind::Only && (opened() || limit.targets.first().is_some_and(taken_up)) {
            return None;
        }
        if limit.asks && self.reading.typed().any(|line| ends_questions(line, limit)) {
            return None;
        }
        if lines.iter().any(|line| freed::lifts_all(&line.sentence)) || self.ends_whole(limit, &lines) {
            return None;
        }
        if limit.spares.is_one_deed() {
            return filing::left_of(limit, &lines, &self.offer, self.reading);
        }
        let restructured =
            |target: &Target| database::is_meant(target) && database::is_changed(&lines, &self.offer.words);
        let ended = |target: &Target| restructured(target) || self.ends(limit, target, &lines) || taken_up(target);
        if limit.spares.is_nothing()
            && lines.iter().any(|line| bidden::adds_a_new_one(line))
            && left.targets.iter().any(ended)
        {
            return Some(Constraint { spares: Spares::NewFiles, denies: false, ..left });
        }
        left.targets.retain(|target| !ended(target));
        let freed = lines.iter().flat_map(|line| line.freed()).filter(|(reason, _)| *reason <= ScopeReason::Named);
        let called =
            if limit.kind == ConstraintKind::Only { self.beside_of(limit) } else { self.called_in(limit, &lines) };
        for place in freed.map(|(_, place)| place).chain(&self.offer.places).chain(&called) {
            // The work is kept to one file more.
            if matches!(place, Pattern::File(_)) && limit.is_left_by(|kept| encloses(kept, place)) {
                left.targets.push(Target::Outside(place.clone()));
            }
            let held = left.targets.iter().any(|target| by_itself(target, place));
            if held && !left.except.contains(place) {
                left.except.push(place.clone());
            }
        }
        (limit.targets.is_empty() || !left.targets.is_empty()).then_some(left)
    }

    /// True where the prompt says that what the limit waits for has come, or does what it asks.
    fn is_over(&self, limit: &Constraint) -> bool {
        let agreed =
            || ask::approves(self.reading.text) || ask::begins(self.reading.text) || self.reading.typed().any(says_go);
        let next = || self.reading.typed().any(goes_to_the_next);
        let proposed = self.proposed.as_deref();
        waits_for_approval(limit) && ask::approves(self.reading.text)
            || waits_for_a_word(limit) && agreed()
            || is_of_one_piece(limit)
                && (limit.is_of_words_alone() && next() || self.reading.typed().any(begins_another))
            || bidden::orders_the_same(limit, self.reading)
            || bidden::ends_the_waiting(limit, self.reading, proposed)
            || bidden::says_how(limit, self.reading, proposed)
    }

    /// The files of forbidden folders and kinds that are called by their names alone: the rest stays as it is.
    fn called_in(&self, limit: &Constraint, lines: &[&Line<'_>]) -> Vec<Pattern> {
        let lookup = self.reading.names.lookup();
        let of = |target: &Target| match target {
            Target::Paths(Pattern::Folder(folder)) => {
                let held_as = |word: &str| spoken::is_called(folder, word);
                let held = |file: &str| path::is_below(file, folder);
                lines.iter().flat_map(|line| called::files(line, lookup, &held, &held_as)).collect()
            }
            Target::Kind(kind) => {
                let held_as = |word: &str| kind::kind_of_word(word) == Some(*kind);
                let held = |file: &str| kind::kind_of_path(file) == Some(*kind);
                lines.iter().flat_map(|line| called::files(line, lookup, &held, &held_as)).collect()
            }
            _ => Vec::new(),
        };
        limit.targets.iter().flat_map(of).collect()
    }

    /// True for an act that was forbidden and is asked for now, and for a place beside all to which the work was kept.
    fn ends_whole(&self, limit: &Constraint, lines: &[&Line<'_>]) -> bool {
        let reading = self.reading;
        let named = lines.iter().flat_map(|line| line.freed()).filter(|(reason, _)| *reason <= ScopeReason::Named);
        let called = if limit.kind == ConstraintKind::Only { self.beside_of(limit) } else { Vec::new() };
        let moved = named
            .map(|(_, place)| place)
            .chain(&called)
            .any(|place| matches!(place, Pattern::Folder(_)) && limit.is_left_by(|kept| encloses(kept, place)));
        moved
            || limit.targets.iter().any(|target| match target {
                Target::Command(_) | Target::Doing(_) => !forbids_several(limit) && self.orders(target, lines),
                Target::AnyChange => reading
                    .typed()
                    .any(|line| orders_a_change(line) || orders_elsewhere(line) || finds_fault(line) || says_go(line)),
                Target::NewPackages => {
                    let offered = |word: &String| matches!(word.as_str(), "bring" | "pull") || speaks_of_adding(word);
                    self.adds || reading.typed().any(speaks_of_packages) || self.offer.words.iter().any(offered)
                }
                Target::Signatures => lines.iter().any(|line| speaks_of_signatures(line)),
                Target::Paths(_) | Target::Kind(_) | Target::Outside(_) | Target::Called(_) | Target::Code(_) => false,
            })
    }

    /// True where a command is asked for now.
    fn asks_for(&self, command: &str, lines: &[&Line<'_>]) -> bool {
        // "Lgtm ship it" has no verb that opens it.
        let told = |line: &&Line<'_>| !line.sentence.asks() && line.ask == Ask::Nothing && !line.forbids();
        let others = self.lines().iter().filter(|(_, asks)| !asks).map(|(line, _)| *line).filter(told);
        lines.iter().copied().chain(others).any(|line| asks_for(line, command))
            || is_offered(&self.offer.words, command)
    }

    /// True where a command, or what commands do, is asked for now.
    fn orders(&self, target: &Target, lines: &[&Line<'_>]) -> bool {
        let reading = self.reading;
        match target {
            Target::Command(command) => self.asks_for(command, lines),
            Target::Doing(CallKind::Git) if UNMISTAKABLE.iter().any(|command| self.asks_for(command, lines)) => true,
            // Who shows a page wants it read.
            Target::Doing(CallKind::Fetch) if reading.typed().any(|line| line.sentence.text.contains("://")) => true,
            Target::Doing(kind) => {
                // "Do the tests pass?", "check if they pass".
                let looks = |line: &&Line<'_>| {
                    let verb = line.sentence.word(0);
                    line.sentence.mood == Mood::Question || matches!(verb, "check" | "confirm" | "see" | "verify")
                };
                lines.iter().copied().chain(reading.typed().filter(looks)).any(|line| asks_to(line, *kind))
                    || reading.typed().any(|line| adds_an_order(line, *kind))
                    || self.typed().iter().any(|typed| typed.does(*kind))
                    || does(&self.offer.words, *kind)
            }
            _ => false,
        }
    }

    /// True for a place or a kind of work that is asked for.
    fn ends(&self, limit: &Constraint, target: &Target, lines: &[&Line<'_>]) -> bool {
        // What it leaves free may be asked for without ending it.
        let free = |place: &Pattern| limit.excepts(|kept| encloses(kept, place));
        match target {
            Target::Kind(kind) => {
                lines.iter().any(|line| line.kinds_by_word().contains(kind) && !only_runs(line, *kind))
                    || self.offer.kinds.contains(kind)
            }
            // "You can touch it now".
            Target::Paths(_) if lines.iter().any(|line| permits_it(line)) => true,
            Target::Paths(pattern) => {
                lines
                    .iter()
                    .flat_map(|line| line.freed())
                    .any(|(_, place)| !free(place) && overlap(pattern, place) && !by_itself(target, place))
                    || self.offer.places.iter().any(|place| encloses(pattern, place) && !by_itself(target, place))
                    || lines.iter().any(|line| {
                        !leaves_the_rest(line) && calls(line, pattern, self.reading.names.lookup(), self.committed)
                            || adds_to_manifest(line, pattern)
                    })
                    || self.typed().iter().any(|typed| typed.changes(pattern))
            }
            Target::Called(called) => {
                // "Check the plan on prod" of "don't run anything against prod": to look there is to run something.
                let looks = |line: &&Line<'_>| line.ask == Ask::Answer && !line.forbids() && !called.names.is_empty();
                let looked =
                    self.reading.typed().filter(|line| called.deeds.iter().any(|deed| deed == "run") && looks(line));
                lines.iter().copied().chain(looked).any(|line| called::speaks_of(line, called))
            }
            Target::Command(_) | Target::Doing(_) => forbids_several(limit) && self.orders(target, lines),
            // "Ok, use lodash then".
            Target::Code(code) => {
                let spoken = code::called(std::slice::from_ref(code));
                lines.iter().any(|line| called::speaks_of(line, &spoken))
            }
            Target::AnyChange | Target::NewPackages | Target::Signatures | Target::Outside(_) => false,
        }
    }

    /// The typed lines, each with whether it asks for work: asked once, and not for every limit.
    fn lines(&self) -> &[(&'r Line<'p>, bool)] {
        let points = || *self.points.get_or_init(|| self.reading.typed().any(points));
        self.lines.get_or_init(|| {
            let next = self.reading.typed().skip(1).map(Some).chain([None]);
            let asks =
                |(line, next): (&'r Line<'p>, Option<&'r Line<'p>>)| (line, wants_work::asks(line, &points, next));
            self.reading.typed().zip(next).map(asks).collect()
        })
    }

    /// Those that ask for work.
    fn asking(&self) -> impl Iterator<Item = &'r Line<'p>> {
        self.lines().iter().filter(|(_, asks)| *asks).map(|(line, _)| *line)
    }

    fn typed(&self) -> &[Typed] {
        self.typed.get_or_init(|| Typed::all(self.reading))
    }
}

/// True for "don't commit, push or deploy": each is one thing, and ends by itself.
fn forbids_several(limit: &Constraint) -> bool {
    let deeds = limit.targets.iter().filter(|target| matches!(target, Target::Command(_) | Target::Doing(_)));
    // "Don't use git" is one thing, whatever it stands for.
    let joined = |word: &str| is_joining(word) || word.ends_with(',');
    deeds.count() > 1 && limit.clause.split_whitespace().any(|word| joined(&word.to_lowercase()))
}

/// "You may change web/app.ts but nothing else in web".
fn leaves_the_rest(line: &Line<'_>) -> bool {
    line.sentence.has_phrase(&["nothing else"])
}

/// "Don't touch the tests", then "tests/cart.test.ts has a wrong expectation, fix it": that file alone, and of a folder no more than that.
fn by_itself(target: &Target, place: &Pattern) -> bool {
    let Pattern::File(file) = place else { return false };
    match target {
        Target::Kind(_) => means(target, file),
        Target::Paths(outer) => outer != place && means(target, file),
        Target::Called(called) => is_called_so(called, file),
        _ => false,
    }
}

/// "No need to ask about src/legacy": of that place alone.
fn ends_questions(line: &Line<'_>, limit: &Constraint) -> bool {
    let meant = |place: &Pattern| {
        limit.targets.iter().any(|target| matches!(target, Target::Paths(held) if overlap(held, place)))
    };
    let mut places = line.wanted().map(|(_, place)| place).peekable();
    // "You don't have to ask for core any more".
    let called = |word: &str| {
        let name = |held: &Pattern| matches!(held, Pattern::Folder(folder) if spoken::is_called(folder, word));
        limit.targets.iter().any(|target| matches!(target, Target::Paths(held) if name(held)))
    };
    freed::wants_no_questions(&line.sentence, &called) && (places.peek().is_none() || places.any(meant))
}

/// "You can touch it now", "that file may be changed".
fn permits_it(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let it = |at: usize| match sentence.word(at) {
        "it" | "them" => true,
        "both" => matches!(sentence.word(at + 1), "" | "can" | "files" | "folders" | "may" | "of"),
        word => is_demonstrative(word) && (is_place_noun(sentence.word(at + 1)) || sentence.word(at + 1) == "one"),
    };
    let permitted = |at: usize| changing::is_verb(sentence.word(at)) && it(at + 1) || it(at) && at < 2;
    let permits = line.ask == Ask::Permission || freed::ends_a_limit(sentence) && sentence.word(0) == "both";
    permits && line.wanted().next().is_none() && sentence.any_at(permitted)
}

/// "Run the tests", "make the tests pass": the files of that kind stay as they are.
fn only_runs(line: &Line<'_>, kind: WorkKind) -> bool {
    let mut spoken = line.asking().filter(|(_, token)| kind::kind_of_word(&token.word) == Some(kind));
    let passes = || line.sentence.says(&["green", "pass", "passes", "passing"]);
    kind == WorkKind::Tests && (passes() || spoken.all(|(at, _)| line.looks_at(at)))
}

/// "Add x as a dependency" changes the file that lists them, and "bump the version" the one that has it.
fn adds_to_manifest(line: &Line<'_>, place: &Pattern) -> bool {
    let Pattern::File(file) = place else { return false };
    let adds = ["add", "bump", "remove", "upgrade"];
    let has = |list: &[&str]| line.asking().any(|(_, token)| list.contains(&token.word.as_str()));
    let adds = has(&["install"]) || has(&adds) && has(&dependency::NOUNS) || works_on_a_script(line);
    let adds = adds || version::is_raised(line) && !is_lock(file);
    adds && kind::kind_of_path(file) == Some(WorkKind::Build)
}

/// "Update the npm script too": such scripts stand in the manifest, and nowhere else.
fn works_on_a_script(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let npm = |at: usize| {
        matches!(sentence.word(at), "npm" | "package.json" | "pnpm" | "yarn")
            && matches!(sentence.word(at + 1), "script" | "scripts")
    };
    line.ask.is_for_work() && line.asking().any(|(at, _)| npm(at) && !line.looks_at(at))
}

/// "Looks right, fix it", "feel free to change it", "edits are fine now": after "don't change anything" the work may begin.
fn orders_a_change(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let orders = |at: usize| {
        let word = sentence.word(at);
        sentence.head(at) != Head::Inside
            && is_verb(word)
            && !is_inquiring(word)
            && !matches!(word, "continue" | "go" | "keep" | "leave" | "stay" | "stop")
            || sentence.reads(at, "proceed with the")
    };
    let granted = |at: usize| {
        sentence.reads_one(at, &["feel free to", "allowed to"])
            || changing::is_noun(sentence.word(at))
                && is_copula(sentence.word(at + 1))
                && is_all_right(sentence.word(at + 2))
    };
    sentence.mood != Mood::Question && !line.forbids() && sentence.any_at(|at| orders(at) || granted(at))
}

/// "src/lexer.ts needs a null check": after a look that is the order.
fn finds_fault(line: &Line<'_>) -> bool {
    let tells = line.sentence.mood == Mood::Statement && !line.forbids();
    tells && line.sentence.says(&["needs", "should"]) && line.wanted().next().is_some()
}

/// "Ok, add axios as a dependency", "then install it", "new dependencies are fine now": who speaks of packages without forbidding
/// them wants some.
fn speaks_of_packages(line: &Line<'_>) -> bool {
    let has = |list: &[&str]| line.said().iter().any(|word| list.contains(&word.as_str()));
    let refused = line.sentence.any(|word| denies(word) || matches!(word, "avoid" | "don't" | "zero"));
    let open = line.sentence.mood != Mood::Question && !line.forbids() && !refused;
    // "Install zod" names what may be added, and no other.
    let whatever = ["anything", "it", "that", "them", "these", "those", "what", "whatever"];
    // "Install", and nothing else.
    let bare = line.said().iter().all(|word| word == "install" || is_courtesy(word));
    open && (has(&["install"]) && (bare || has(&whatever)) || has(&dependency::NOUNS))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    /// What is left of the limit after the agent's words and the prompt: "" for nothing. Where one file was spoken of, the rest of its
    /// folder stays as it was.
    #[track_caller]
    fn left(limit: &str, reply: &str, prompt: &str, expected: &str) {
        let one_file =
            limit == LIMIT && expected.is_empty() && [reply, prompt].iter().any(|said| said.contains("old.ts"));
        let expected = if one_file { ONE_FILE } else { expected };
        let stage = Stage::new().replied(reply);
        let first = stage.start(&format!("fix the token bug in src/auth/token.ts. {limit}"));
        let (_, later) = stage.revise(&first, prompt);
        assert_eq!(shown_constraints(&later.constraints), expected, "{limit} | {reply} | {prompt}");
    }

    const ONE_FILE: &str = "deny src/legacy/ except src/legacy/old.ts";
    const LIMIT: &str = "don't touch src/legacy";
    const DENIED: &str = "deny src/legacy/";

    #[test]
    fn an_answer_means_what_was_asked() {
        let asked = "Done. src/legacy/old.ts has the same bug; may I change it?";
        for answer in ["yes", "sure, go for it", "yes please change it", "yes you may", "ok fix it there as well", "1"]
        {
            left(LIMIT, asked, answer, "");
        }
        for answer in ["no", "no, leave it", "what would you change?", "fix src/parser.rs instead"] {
            left(LIMIT, asked, answer, DENIED);
        }
        left(LIMIT, "Done. src/legacy has the same bug.", "ok fix it there as well", "");
        left(LIMIT, "Done. src/legacy has the same bug.", "ok", DENIED);
        left(LIMIT, "Fixed src/parser.rs; src/legacy is untouched.", "now make it faster", DENIED);
        left(LIMIT, "Shall I leave src/legacy as it is?", "yes", DENIED);
        left(LIMIT, "Should I add a test for the parser?", "yes", DENIED);
        left(LIMIT, "I was not allowed to change src/legacy/old.ts. May I?", "you are allowed to, go ahead", "");
        left(LIMIT, "I did not change src/legacy, as you asked. Shall I commit?", "yes", DENIED);
        left("don't push", "The PR is ready to be written. Shall I mend the lint errors?", "yes", "deny $ git push");
        left(LIMIT, "Shall I tidy up src?", "yes", DENIED);
        left(LIMIT, "The legacy reader would need a change.", "yes do that please", "");
        left("don't push", "All green. Shall I push it?", "yes", "");
        left("leave the tests alone", "The tests expect the old text. Should I adapt the tests?", "yes please", "");
    }

    #[test]
    fn a_turned_question_and_an_answer_that_divides() {
        let mind = "It needs a change in src/legacy/old.ts. Do you mind if I change src/legacy/old.ts?";
        for answer in ["no, go ahead", "not at all", "nope"] {
            left(LIMIT, mind, answer, "");
        }
        let still = "The bug is in src/legacy/old.ts. Is src/legacy/old.ts still off limits?";
        left(LIMIT, still, "yes", DENIED);
        left(LIMIT, mind, "sure, go ahead", "");
        for answer in ["no, but leave it for now", "no wait", "yes", "yes I do"] {
            left(LIMIT, mind, answer, DENIED);
        }
        left(
            LIMIT,
            "Fixed. src/legacy/old.ts has the same bug. I can fix that too if you like.",
            "that would be great",
            "",
        );
        left(LIMIT, "I'd put the value in src/legacy/old.ts.", "good idea", "");
        left(
            LIMIT,
            "The fix needs src/legacy/old.ts, which you told me not to touch.",
            "alright, exception granted",
            "",
        );
        let both = "Both src/database/client.ts and src/legacy/old.ts need the change. Shall I do it?";
        let more = "deny src/legacy/ except src/legacy/parser.ts except src/legacy/old.ts";
        left(LIMIT, "May I change src/legacy/old.ts?", "yes, and src/legacy/parser.ts too", more);
        let one = "deny src/database/ + src/legacy/ except src/database/client.ts";
        left("don't touch src/database and src/legacy", both, "yes but leave legacy", one);
        left(LIMIT, "May I change src/legacy/old.ts?", "yes, but skip it for now", DENIED);
    }

    #[test]
    fn of_a_kind_the_file_goes_that_is_named() {
        left(
            "don't touch the tests",
            "",
            "fix the expectation in tests/cart.test.ts",
            "deny tests except tests/cart.test.ts",
        );
        left(
            "don't touch the tests",
            "",
            "tests/cart.test.ts has a wrong value, fix it",
            "deny tests except tests/cart.test.ts",
        );
        left("don't touch the tests", "", "run tests/cart.test.ts", "deny tests");
    }

    #[test]
    fn of_several_places_those_go_that_are_asked_for() {
        let two = "don't touch src/legacy or src/database";
        left(two, "", "you may change src/legacy too", "deny src/database/");
        left(two, "", "fix it in src/database as well", "deny src/legacy/");
        left(two, "", "You may touch src/legacy, but not src/database.", "deny src/database/");
        left(two, "", "src/legacy is free now", "deny src/database/");
        left(two, "", "Scratch what I said about src/legacy, fix it there.", "deny src/database/");
        left(two, "", "Forget the limit on src/legacy.", "deny src/database/");
        left(two, "", "You can edit src/legacy now but not src/database yet", "deny src/database/");
        left(two, "", "Change src/legacy too, just not in src/database.", "deny src/database/");
        left(two, "", "you may change src/legacy and src/database now", "");
        left(two, "May I change src/legacy?", "yes", "deny src/database/");
        left("leave the tests and src/legacy alone", "", "adapt the tests too", "deny src/legacy/");
        left("don't commit or push", "", "ok, push it", "");
        left(
            "nothing outside src/auth and src/ui",
            "",
            "fix src/ui/Button.tsx too",
            "deny outside src/auth/ + outside src/ui/",
        );
        left(
            "nothing outside src/auth and src/ui",
            "",
            "fix src/parser.rs too",
            "deny outside src/auth/ + outside src/ui/ + outside src/parser.rs",
        );
    }

    #[test]
    fn who_asks_for_what_was_forbidden_lifts_it() {
        for prompt in [
            "ok fine go ahead, legacy too",
            "now apply it to legacy as well",
            "legacy needs it too, please update it",
            "scratch that, src/legacy is fair game now",
            "I changed my mind about legacy, fix it",
            "we can edit legacy",
            "old.ts needs the fix too",
            "why is @src/legacy/old.ts still rounding down? fix",
            "it's ok to change legacy now",
            "the legacy freeze is over, fix it there too",
            "forget what i said about legacy, add the same there",
            "the bug is actually in legacy. fix it there then",
            "jetzt auch in src/legacy beheben",
            "ok, src/legacy darf jetzt geändert werden",
        ] {
            left(LIMIT, "", prompt, "");
        }
        for prompt in [
            "the legacy redirect still fails in src/auth, fix src/auth/index.ts",
            "run the tests in src/legacy",
            "look at legacy and fix src/parser.rs to fit",
            "now fix the parser",
            "it still fails, fix it",
            "I changed src/legacy/old.ts myself, go on",
        ] {
            left(LIMIT, "", prompt, DENIED);
        }
        left("leave the tests alone", "", "the test is wrong, adapt it", "");
        left("don't touch package.json", "", "ok add decimal.js as a dependency", "");
        left("don't touch package.json", "", "we need decimal.js, install it", "");
        left("don't touch config/index.ts", "", "set rounding: half_up in the config index", "");
        left("don't touch db/migrations", "", "add a migration for the new column", "");
        left("don't touch the CI", "", "ci fails now, fix the workflow", "");
    }

    #[test]
    fn a_plan_ends_when_the_work_begins() {
        for prompt in
            ["Yes, please proceed with your plan.", "begin", "begin with step 1", "ok, phase 1", "ok go ahead"]
        {
            left("Don't change anything yet", "", prompt, "");
        }
        for prompt in ["ok, but wait", "should I start over?", "yes I see"] {
            left("Don't change anything yet", "", prompt, "donot any");
        }
    }

    #[test]
    fn who_must_touch_it_may() {
        for prompt in [
            "you'll need to edit src/legacy/old.ts",
            "we have to touch src/legacy after all",
            "I guess we need to change src/legacy/old.ts",
            "src/legacy/old.ts needs a retry",
            "thanks. next: src/legacy/old.ts needs a column",
            "the fix belongs in src/legacy/old.ts",
        ] {
            left(LIMIT, "", prompt, "");
        }
        left("don't touch src/legacy", "", "src/legacy/old.ts should not need a change", "deny src/legacy/");
        left("don't push", "", "lgtm ship it", "");
        let options = "Which one?\n1. Edit src/legacy/old.ts\n2. Work around it in src/auth";
        for prompt in ["1", "option 1", "the first one", "A"] {
            left("don't touch src/legacy", options, prompt, "");
        }
        left("don't touch src/legacy", options, "2", "deny src/legacy/");
        left("don't touch src/legacy", "The cause is in src/legacy/old.ts. Should I go ahead?", "yes", "");
    }

    #[test]
    fn a_yes_may_take_many_words() {
        let asked = "The fix belongs in src/legacy/old.ts, which you asked me not to touch. Should I change it?";
        for prompt in [
            "granted",
            "ok allowed",
            "yes. and add a test",
            "yeah sure why not",
            "fine by me",
            "permission granted",
            "go for it",
            "ok, but keep it small",
        ] {
            left("don't touch src/legacy", asked, prompt, "");
        }
        for prompt in [
            "no",
            "not yet",
            "ok now look at src/auth",
            "sure, maybe later",
            "ok, I'll do it myself",
            "👍 ok now add a test",
            "sure, but not now",
            "yes, in src/auth instead",
            "wait",
        ] {
            left("don't touch src/legacy", asked, prompt, DENIED);
        }
        let narrower = "deny src/legacy/; only outside src/auth/token.ts";
        left("don't touch src/legacy", asked, "yes, but only in src/auth/token.ts", narrower);
        let kept = "I did not touch src/legacy/old.ts. Should I change the test for that?";
        left("don't touch src/legacy", kept, "yes", DENIED);
        for said in [
            "The nickname needs a column in src/legacy/old.ts, which you asked me not to touch. May I add it?",
            "It needs src/legacy/old.ts, but you said not to touch it. Should I go ahead anyway?",
            "You asked me not to touch it, but it needs a column in src/legacy/old.ts. Is it ok to add it?",
        ] {
            left("don't touch src/legacy", said, "yes please", "");
            left("don't touch src/legacy", said, "good idea", "");
            for refusal in ["let me think about it", "use meta", "put it into meta"] {
                left("don't touch src/legacy", said, refusal, DENIED);
            }
        }
        left("don't push", "Committed. You asked me not to push, shall I push now?", "yes", "");
        let other = "I left src/legacy/old.ts untouched. Should I do it like that in the tests, too?";
        left("don't touch src/legacy", other, "yes", DENIED);
    }

    #[test]
    fn a_place_that_is_named_is_asked_for() {
        for prompt in [
            "@src/legacy/old.ts replace var by const",
            "replace var by const in @src/legacy/old.ts",
            "`src/legacy/old.ts`: replace var by const",
            "same for src/legacy/old.ts",
            "src/legacy/old.ts next",
            "header in src/legacy/old.ts pls",
            "now legacy",
            "let's do legacy next",
            "you can touch it now",
            "the legacy freeze is over",
            "I changed my mind about src/legacy, please fix it there",
            "I take that back, edit src/legacy",
            "nothing is off limits now",
            "fix the imports in src/legacy/old.ts",
            "remove the console.log from src/legacy/old.ts",
        ] {
            left(LIMIT, "", prompt, "");
        }
        left("don't touch src/ui/Button.tsx", "", "fix the button", "");
        left("don't touch the migrations", "", "add a migration for the new column", "");
    }

    #[test]
    fn what_is_taken_from_a_place_leaves_it_alone() {
        for prompt in [
            "write tests for src/legacy/old.ts",
            "copy the retry from src/legacy/old.ts to src/auth/token.ts",
            "src/legacy/old.ts does it with a loop. Do the same in src/auth/token.ts",
            "legacy is live on prod",
            "create src/cart/index.ts similar to src/legacy/old.ts",
            "remove the dependency on src/legacy from src/cart/index.ts",
            "fix all lint errors except in src/legacy",
            "mock src/legacy/old.ts in the tests",
        ] {
            left("don't touch src/legacy", "", prompt, DENIED);
        }
        left("don't touch the tests", "", "run the tests", "deny tests");
        left("don't touch the tests", "", "make the tests pass", "deny tests");
        for asked in ["May I look into src/legacy/old.ts?", "Is src/legacy still off limits?"] {
            left("don't touch src/legacy", asked, "yes", DENIED);
        }
        left("don't touch src/legacy", "It is in src/legacy/old.ts. Should I fix it?", "skip it", DENIED);
    }

    #[test]
    fn what_is_told_of_a_place_asks_for_nothing() {
        for prompt in [
            "don't worry, src/legacy works",
            "no, src/legacy is fine. The bug is in src/auth",
            "I changed src/legacy/old.ts, please rebase",
            "document src/legacy/old.ts in docs/setup.md",
            "remove the import from legacy",
            "fix the cart, ignore legacy",
            "add a mock for the legacy old in the tests",
        ] {
            left("don't touch src/legacy", "", prompt, DENIED);
        }
        // What is said again is known by its words, too.
        left(
            "don't touch src/legacy",
            "",
            "fix the cart too, but no legacy please",
            "deny src/legacy/; donot code legacy",
        );
        for prompt in [
            "now refactor the legacy old",
            "ok legacy too",
            "ignore the legacy limit, just fix it",
            "document src/legacy/old.ts",
        ] {
            left(LIMIT, "", prompt, "");
        }
    }

    #[test]
    fn a_flag_that_was_forbidden_is_asked_for_by_its_name() {
        left("don't amend", "", "ok commit it", "deny $ git commit --amend");
        left("don't amend", "", "ok amend it", "");
        left("never force push", "", "now push", "deny $ git push --force + $ git push -f");
        left("never force push", "", "ok force push", "");
        let rebase = "deny $ git rebase + $ git pull --rebase";
        left("don't rebase", "", "now open a pull request", rebase);
        left("don't rebase", "", "rebase it on main", "");
        left("don't merge", "", "open a merge request", "deny $ git merge + $ gh pr merge + $ glab mr merge");
    }

    #[test]
    fn a_pull_request_needs_a_push() {
        for prompt in
            ["ok open a PR", "looks good, open a pull request please", "ship it", "merge it to main and deploy"]
        {
            left("don't push", "", prompt, "");
        }
        for prompt in ["ok push", "put it on a branch and send a PR", "save that in git"] {
            left("don't commit", "", prompt, "");
        }
        left("don't run npm install", "", "ok now install the deps", "");
        left("don't push", "", "now commit it", "deny $ git push");
    }
}
