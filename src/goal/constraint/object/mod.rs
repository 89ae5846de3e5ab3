//! The object of a limit: what "touch", "keep to" or "outside" is followed by.
//!
//! Owns the reading of a phrase into places, kinds of work and the rest. A phrase is pure when nothing but places,
//! kinds and words of filling stand in it: "the files in src/db" is, "the behaviour of src/db" is not, and only a pure
//! phrase can forbid a place as a whole.

pub(super) mod antecedent;
pub(super) mod bracket;
pub(super) mod called;
pub(super) mod code;
pub(super) mod commands;
pub(super) mod everything;
pub(in crate::goal) mod filing;
pub(super) mod part;
pub(super) mod phrase;
pub(super) mod place;
pub(super) mod words;

use super::act::deed::acts_of_gerund;
use super::state;
use crate::domain::{Pattern, ScopeReason, WorkKind};
use crate::goal::names::{Names, PART_NOUNS, spoken};
use crate::goal::prompt::closing::begins_a_reason;
use crate::goal::prompt::sentence::{Sentence, begins_an_order};
use crate::goal::prompt::word_class::{is_conjunction, is_determiner, is_joining, is_preposition, leads_into};
use crate::text::{kind, pattern};
use place::{area, by_ending, called_so, folder_of_kind, part_called, untouched, within};
use words::{Taking, WHOLLY, ends_an_object, is_filing_noun, is_filler};

/// Words beside "anything" that mean what was not spoken of.
const MORE: &[&str] = &["additional", "else", "further", "more", "other", "unrelated"];

/// Words that turn "anything" into "anything but".
const EXCEPTING: &[&str] = &["beyond", "but", "outside"];

/// Words between a phrase and an exception from it.
const BETWEEN: [&str; 13] =
    ["all", "alone", "are", "as", "exactly", "frozen", "intact", "is", "it", "limits", "off", "unchanged", "untouched"];

/// Words behind a "without" that says who lifts a limit, and not what of a place is meant.
const ASKING: &[&str] =
    &["approval", "asking", "checking", "confirming", "consulting", "explicit", "my", "our", "permission", "talking"];

/// Words at most of one phrase.
const MAX_OBJECT: usize = 40;

/// What a limit speaks of.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation about the phrase")]
pub(super) struct Object {
    /// The places named.
    pub(super) places: Vec<Pattern>,
    /// The places beside which everything is meant.
    pub(super) outside: Vec<Pattern>,
    /// The kinds of work named.
    pub(super) kinds: Vec<WorkKind>,
    /// All places were named as paths and not as symbols or words.
    pub(super) certain: bool,
    /// Nothing else stands in the phrase.
    pub(super) pure: bool,
    /// A kind stands for files: "the css", "the auth code".
    pub(super) files_meant: bool,
    /// An item of the list has two kinds, or one that stands for no files: "the login page", "the login".
    pub(super) vague: bool,
    /// An item of the list has two kinds: "the login tests" are neither all tests nor all of the login.
    pub(super) blended: bool,
    /// No place and no kind, but "anything", "any files", "code", and nothing that narrows it.
    pub(super) anything: bool,
    /// "Anything else": beside what was asked for.
    pub(super) more: bool,
    /// A word that says what of it is meant: "any signatures", "anything about its output".
    pub(super) narrowed: bool,
    /// A kind describes a place: "the tests in src/auth".
    pub(super) described: bool,
    /// A word says what of a file is meant: "the imports in src/parser.rs".
    pub(super) of_a_file: bool,
    /// An item of the list behind its first place names nothing that is known: "and callers".
    pub(super) open: bool,
    /// "but ..." follows: the phrase is one side of a contrast.
    pub(super) contrast: bool,
    /// The token behind the phrase.
    pub(super) end: usize,
    /// The present item of the list.
    item: Item,
}

impl Object {
    /// True when it is nothing but places that are named as paths, up to `end`.
    pub(super) fn is_places(&self, end: usize) -> bool {
        self.end == end && self.pure && self.certain && !self.places.is_empty()
    }

    /// The kinds of work that are meant as a whole. None where a word says which of their files ("failing tests", "the login tests"), or
    /// what of them ("the ui text"), and none for "the api": that is how a program is called, whatever its files.
    pub(super) fn whole_kinds(&self) -> &[WorkKind] {
        let api = self.kinds == [WorkKind::Api] && !self.files_meant;
        if self.pure && !self.blended && !api { &self.kinds } else { &[] }
    }

    /// True when it speaks of something that can be told from other things.
    pub(super) fn speaks(&self) -> bool {
        !self.places.is_empty() || !self.outside.is_empty() || !self.kinds.is_empty()
    }
}

/// Reads the phrase that begins at `from` and ends before `limit` at the latest.
pub(super) fn read(sentence: &Sentence<'_>, names: &Names<'_>, from: usize, limit: usize, taking: Taking) -> Object {
    let mut object = Object { certain: true, pure: true, end: from, ..Object::default() };
    let mut excepting = false;
    let limit = limit.min(sentence.tokens.len()).min(from + MAX_OBJECT);
    let mut at = from;
    while at < limit && !(at > from && breaks_off(sentence, names, at, limit)) {
        let token = &sentence.tokens[at];
        let word = token.word.as_str();
        let exception = except_at(sentence, at);
        let beside = EXCEPTING.contains(&word) || exception.is_some();
        // "src/ui except Button.tsx": what is left free is read by itself.
        if exception.is_some() && object.speaks() && !excepting {
            break;
        }
        // "No changes except in src/auth" speaks of nothing before.
        if beside && (object.anything || at == from && exception.is_some() || matches!(word, "outside" | "beyond")) {
            excepting = true;
            at += exception.unwrap_or(1);
            continue;
        }
        let readily = if excepting { Taking::Folders } else { taking };
        // "login()" is a part of some file.
        if token.raw.ends_with("()") {
            object.pure = false;
            object.narrowed = true;
        } else if let Some(here) =
            names.here(sentence, at).filter(|_| matches!(readily, Taking::Folders | Taking::Words))
        {
            object.find(vec![here], true, excepting);
        } else if spoken::is_package(sentence.word(at + 1))
            && let Some((places, certain)) = names.package(word)
        {
            object.find(places, certain, excepting);
        } else if let Some(named) = names.at(sentence, at) {
            let file = named.patterns.iter().all(|place| matches!(place, Pattern::File(_)));
            let inside = at > from && matches!(sentence.word(at - 1), "in" | "of");
            // "The exports of packages/pricing".
            let of_it = object.narrowed && sentence.word(at - usize::from(inside)) == "of";
            object.of_a_file |= file && inside && (object.narrowed || object.item.kinds > 0) || of_it;
            object.find(named.patterns, named.reason == ScopeReason::Named, excepting);
        } else if let Some(glob) = by_ending(sentence, names, at) {
            object.find(vec![glob], true, excepting);
        } else if let Some(folder) = names.expected_folder(token.raw) {
            object.take(vec![folder], excepting);
        } else if is_joining(word) {
            if ends_list(sentence, names, at + 1) {
                break;
            }
            object.open |= !object.places.is_empty() && object.item.is_empty();
            object.end_item();
        } else if sentence.reads_one(at, &WHOLLY) {
            break;
        } else if ends_an_object(word) {
            object.more |= word == "else";
            object.contrast = word == "but" || word == "instead";
            object.pure &= word != "for" || says_when(sentence, at);
            break;
        } else if object.is_said_twice(word) {
            // "The e2e tests", "the CI config".
        } else if is_filler(word) || PART_NOUNS.contains(&word) {
            object.files_meant |= is_filing_noun(word);
            object.item.files |= is_filing_noun(word);
            object.anything |=
                matches!(word, "anything" | "nothing" | "everything" | "any" | "code" | "files" | "file" | "all");
        } else if object.item.place && spoken::is_noun(word) {
            // "The admin panel", "the mobile app".
        } else if let Some((places, certain)) =
            area(sentence, names, at, readily).or_else(|| called_so(word, names, readily))
        {
            object.find(places, certain, excepting);
        } else if let Some((places, kind)) = part_called(word, names) {
            object.is_part_of(kind);
            object.find(places, true, excepting);
        } else if let Some(folder) = folder_of_kind(sentence, names, from, at) {
            object.find(folder, true, excepting);
        } else if excepting && kind::kind_of_word(word).is_some() {
            // "No new files besides a test": what is left free is no place, and the rest nobody can tell.
            object.pure = false;
            object.narrowed = true;
        } else if let Some(kind) = kind::kind_of_word(word) {
            object.find_kind(kind, kind::is_file_word(word));
        } else if let Some((places, certain)) =
            untouched(word, names, taking).or_else(|| Some((within(sentence, names, at)?, true)))
        {
            object.find(places, certain, excepting);
        } else if word == "without" && ASKING.contains(&sentence.word(at + 1)) {
            break;
        } else if matches!(word, "to" | "with" | "as" | "by" | "from" | "before" | "after" | "without" | "directly") {
            object.pure = false;
            object.narrowed |= matches!(word, "as" | "by" | "directly" | "from" | "with");
            break;
        } else {
            object.pure = false;
            object.more |= MORE.contains(&word);
            object.narrowed |= !MORE.contains(&word);
        }
        // "the tests in src/auth" is one item of both: the kind only describes the place.
        object.described |= object.item.place && object.item.kinds > 0;
        at += 1;
        if sentence.tokens[at - 1].comma() {
            object.end_item();
        }
    }
    object.end = at;
    closed(object, sentence, from)
}

/// The object that was read from `from` on, with what only its end tells.
fn closed(mut object: Object, sentence: &Sentence<'_>, from: usize) -> Object {
    let last_joined = (from..object.end).any(|at| is_joining(sentence.word(at)));
    object.open |= last_joined && !object.places.is_empty() && object.item.is_empty() && !object.pure;
    object.end_item();
    if object.described {
        object.pure = false;
        object.kinds.clear();
    }
    object.anything &= !object.speaks() && !object.narrowed;
    object
}

/// The places of a list that stand by themselves beside items that nobody can tell: "src/db or the API". None where an item says what of
/// its neighbours is meant, too: "src/auth and src/db exports", "the name or path of src/db".
pub(super) fn apart(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    from: usize,
    object: &Object,
    taking: Taking,
) -> Vec<Pattern> {
    let behind = sentence.word(object.end);
    let narrowed =
        matches!(behind, "as" | "by" | "from" | "to" | "with") || behind == "for" && !says_when(sentence, object.end);
    if object.places.is_empty() || narrowed {
        return Vec::new();
    }
    let mut apart = Vec::new();
    let mut start = from;
    for at in from..object.end {
        let parts = is_joining(sentence.word(at));
        let last = at + 1 == object.end;
        if !(parts || last || sentence.tokens[at].comma()) {
            continue;
        }
        let end = if parts { at } else { at + 1 };
        if start < end {
            let item = read(sentence, names, start, end, taking);
            let places = !item.places.is_empty() && item.certain;
            // What is not there yet is told.
            if item.is_places(end) && item.kinds.is_empty() {
                apart.extend(item.places.into_iter().filter(|place| names.is_told(place, sentence)));
            } else if places || item.described || !begins_a_thing(sentence.word(start)) {
                return Vec::new();
            } else if apart.is_empty() {
                // "The coupling between the UI and src/api" is about both.
                if (start..end).any(|at| is_preposition(sentence.word(at))) {
                    return Vec::new();
                }
            }
        }
        start = at + 1;
    }
    apart
}

/// What the words behind a phrase leave free of it: "except Button.tsx", "apart from the tests"; with the token behind them. `None`
/// where no exception is made of it, an empty list where no place is named that is known.
pub(super) fn excepted(sentence: &Sentence<'_>, names: &Names<'_>, object: &Object) -> Option<(Vec<Pattern>, usize)> {
    let mut at = object.end;
    let marks = loop {
        let before = &sentence.tokens[at.checked_sub(1)?];
        match except_at(sentence, at) {
            Some(marks) => break marks,
            // "Leave src/ui alone except for Button.tsx"; "besides" behind a comma begins something else.
            None if before.ends_clause() || !BETWEEN.contains(&sentence.word(at)) => return None,
            None => at += 1,
        }
    };
    let from = sentence.past(at + marks, |word| leads_into(word) || word == "for");
    if from >= sentence.tokens.len() || sentence.tokens[from - 1].stop() {
        return None;
    }
    let free = read(sentence, names, from, usize::MAX, Taking::Folders);
    let within = |place: &Pattern| {
        matches!(place, Pattern::Glob(_))
            || object.places.is_empty()
            || object.places.iter().any(|outer| pattern::encloses(outer, place))
    };
    let places: Vec<Pattern> = free.places.iter().filter(|place| within(place)).cloned().collect();
    (free.places.is_empty() || !places.is_empty()).then_some((places, free.end))
}

/// "For now", "for the moment".
fn says_when(sentence: &Sentence<'_>, at: usize) -> bool {
    matches!(sentence.word(at + 1), "now" | "today") || matches!(sentence.word(at + 2), "moment" | "time")
}

/// The number of words that make an exception at `at`.
pub(super) fn except_at(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let comma = at.checked_sub(1).is_some_and(|before| sentence.tokens[before].comma());
    match (sentence.word(at), sentence.word(at + 1)) {
        ("apart" | "aside", "from") | ("other", "than") => Some(2),
        ("with", "the") if sentence.reads(at + 2, "exception of") => Some(4),
        ("except" | "excepting" | "excluding", _) => Some(1),
        ("besides", _) if !comma => Some(1),
        _ => None,
    }
}

/// One thing of a list, as far as it is read.
#[derive(Debug, Default)]
struct Item {
    /// It has a place.
    place: bool,
    /// Words that stand for a kind of work.
    kinds: usize,
    /// They stand for files.
    files: bool,
    /// The kind of work of which a part was named: "the e2e tests".
    part: Option<WorkKind>,
}

impl Item {
    const fn is_empty(&self) -> bool {
        !self.place && self.kinds == 0
    }
}

impl Object {
    fn end_item(&mut self) {
        let Item { kinds, files, .. } = std::mem::take(&mut self.item);
        self.vague |= kinds > 1 || kinds == 1 && !files;
        self.blended |= kinds > 1;
    }

    fn find(&mut self, places: Vec<Pattern>, certain: bool, excepting: bool) {
        self.certain &= certain;
        self.item.place = true;
        self.take(places, excepting);
    }

    fn find_kind(&mut self, kind: WorkKind, files_meant: bool) {
        self.item.kinds += 1;
        self.item.files |= files_meant;
        self.files_meant |= files_meant;
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    /// "The db schema": the kind before it only says of what.
    fn is_part_of(&mut self, kind: Option<WorkKind>) {
        let known = self.kinds.len();
        self.kinds.retain(|known| Some(*known) != kind);
        self.item.kinds = self.item.kinds.saturating_sub(known - self.kinds.len());
        self.item.part = kind;
    }

    /// True for a word that only says once more of what kind the item is.
    fn is_said_twice(&self, word: &str) -> bool {
        let again = self.item.part.is_some() && kind::kind_of_word(word) == self.item.part;
        let of_ci = self.item.kinds > 0 && self.kinds.last() == Some(&WorkKind::Ci);
        again || of_ci && matches!(word, "config" | "configs" | "configuration" | "workflow" | "workflows")
    }

    pub(super) fn take(&mut self, patterns: Vec<Pattern>, excepting: bool) {
        let list = if excepting { &mut self.outside } else { &mut self.places };
        for pattern in patterns {
            if !list.contains(&pattern) {
                list.push(pattern);
            }
        }
    }
}

/// True where the phrase is over before the word at `at`: behind a stop, behind a comma where no further item stands, and where something
/// is said of the next place: "don't touch src/db, src/auth is fine".
fn breaks_off(sentence: &Sentence<'_>, names: &Names<'_>, at: usize, limit: usize) -> bool {
    let (word, before) = (sentence.word(at), &sentence.tokens[at - 1]);
    let known = |at: usize| names.at(sentence, at).is_some() || kind::is_file_word(sentence.word(at));
    // "The tests, the docs and X": with the article more than a list may follow ("the tests cover it").
    let goes_on = |at: usize| {
        let behind = sentence.word(at + 1);
        behind.is_empty() || is_joining(behind) || sentence.tokens[at].ends_clause()
    };
    let with_article = || begins_a_thing(word) && at + 1 < limit && known(at + 1) && goes_on(at + 1);
    let listed = || is_conjunction(word) || EXCEPTING.contains(&word) || known(at) || with_article();
    let joined = usize::from(matches!(word, "and" | "but" | "while"));
    let told = || (before.comma() || joined > 0) && state::speaks_of_a_place(sentence, at + joined, limit);
    before.stop() || before.comma() && !listed() || told() || begins_a_reason(sentence, at)
}

/// True for a word with which a further thing begins: "the tests", "any pages".
fn begins_a_thing(word: &str) -> bool {
    is_determiner(word) || word == "any"
}

/// True when the word behind "and" begins another order and not another item of the list.
fn ends_list(sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    names.at(sentence, at).is_none()
        && !kind::is_file_word(word)
        && (begins_an_order(word) || word.is_empty() || acts_of_gerund(sentence, word, at).is_some())
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn of_a_list_each_kind_is_meant() {
        limits("Fix the login. Don't touch the tests, docs or package.json", "deny package.json + tests + docs");
        limits("Fix the login. Don't touch the tests, the docs and package.json", "deny package.json + tests + docs");
        limits("Fix the login. Don't touch src/legacy, the tests or CI.", "deny src/legacy/ + tests + ci");
        limits("Fix the login. Don't touch the CI config.", "deny ci");
        limits("Fix the login. Don't touch src/legacy or src/later", "deny src/legacy/; donot src/later/");
        limits("Fix the login. Ask me before you touch src/legacy/ or src/later", "ask src/legacy/; donot src/later/");
        limits("Fix the login. Don't touch src/legacy or src/later/", "deny src/legacy/ + src/later/");
        limits("Fix the login. Do not touch spec/.", "deny spec/");
        limits("Fix the login without touching tests and styles.", "deny tests + style");
    }

    #[test]
    fn courtesy_takes_nothing_from_it() {
        for behind in ["ok", "okay", "thx", "plz", ", ok", "ok?"] {
            let said = format!("fix the login but dont touch the tests {behind}").replace(" ,", ",");
            let expected = if behind == "ok?" { "donot tests" } else { "deny tests" };
            limits(&said, expected);
        }
        limits("fix the login but donot touch src/legacy", "deny src/legacy/");
        limits("Fix the login. Donot edit package.json thx", "deny package.json");
        limits("is src/auth ok?", "");
        limits("the donot chart in src/ui is wrong, fix it", "");
    }

    #[test]
    fn what_only_looks_like_a_list_of_kinds_is_none() {
        // Tests of the login; the login is a behaviour.
        limits("Fix the login. Don't touch the login tests", "donot");
        limits("Fix the parser. Don't touch the tests and the login", "donot tests + auth");
        limits("Fix the login. Don't touch src/legacy, the tests are broken anyway", "deny src/legacy/");
        limits("Fix the login. Don't touch the database config", "donot config/");
        for behind in ["right now", "in this pr", "no matter what", "in any case", "under any circumstances"] {
            limits(&format!("Fix the login. Don't edit src/parser.rs {behind}."), "deny src/parser.rs");
        }
        limits("Fix the login. No new files besides a test.", "donot creating");
        limits("Fix the login. Don't change anything besides the tests.", "deny outside tests/");
        // Some tests, a property, the way a program is called: no file is told by them.
        for said in [
            "Fix the login. Don't touch the failing tests",
            "Fix the login. Don't change the snapshot tests",
            "Fix the login. Don't touch the tests for auth, but extend the ones for pricing",
            "Fix the login. Don't change the api",
            "Fix the login. No changes to the api please",
            "Fix the login. Don't modify existing endpoints",
            "Fix the login. Don't change the ui text",
            "Fix the login. Don't change the button component's props",
            "Fix the login. Don't touch the user permissions",
        ] {
            limits(said, "donot");
        }
    }
}
