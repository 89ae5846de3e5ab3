//! The scope that a user declares: "keep to src/auth", "only touch the parser", "nothing outside src/".
//!
//! Owns the grammar of limiting. A declared scope weighs more than one inferred from names, so that each form needs an
//! imperative and places that can be resolved: "stick to the plan" limits nothing.

use super::circumstance;
use super::clause::is_adverb;
use super::object::words::Taking;
use super::object::{self, Object};
use super::{clause, state};
use crate::domain::{Pattern, WorkKind};
use crate::goal::names::Names;
use crate::goal::prompt::changing;
use crate::goal::prompt::closing::is_closed;
use crate::goal::prompt::lists::{self, Label};
use crate::goal::prompt::sentence::{Head, Mood, Sentence, is_verb};
use crate::goal::prompt::word_class::{
    is_copula, is_determiner, is_place_noun, is_prelude, is_pronoun, is_quantifier, leads_into, leads_to_a_place, lets,
};
use crate::text::{kind, pattern};

/// Words at most between a verb and the "only" behind its object.
const MAX_SPAN: usize = 20;

/// A limit that was read.
pub(super) struct Limit {
    /// The places to which the work is limited.
    pub(super) places: Vec<Pattern>,
    /// "nothing outside src/" forbids in so many words, "keep to src/" does not.
    pub(super) forbids: bool,
    /// The first token of the clause.
    pub(super) start: usize,
    /// The token behind it.
    pub(super) end: usize,
}

/// What a form limits to.
struct Said {
    object: Object,
    /// The verb of the change stands in the limit, so that what is said beside the place ("only change the colour in theme.css") takes
    /// nothing from it.
    has_verb: bool,
    /// The first token of the clause.
    start: usize,
}

/// Reads a limit whose cue stands at `at`.
pub(super) fn limit(sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<Limit> {
    if sentence.asks() {
        return None;
    }
    let label = lists::label_at(sentence, at).filter(|(label, _)| *label == Label::Scope).map(|(_, behind)| behind);
    if label.is_none() && !is_cue(sentence, at) {
        return None;
    }
    let word = sentence.word(at);
    // "Only src/auth may change".
    let lets = if word == "only" { state::let_change(sentence, at + 1) } else { None };
    let Said { object, has_verb, start } = said(sentence, names, at, label, lets.map(|(verb, _)| verb))?;
    if label.is_none() && passes(sentence, object.end)
        || word == "only" && !has_verb && is_of_a_part(sentence, at, &object)
    {
        return None;
    }
    let end = match word {
        "only" if start < at => object.end.max(at + 1),
        _ => lets.map_or(object.end, |(_, end)| end),
    };
    let forbids = word == "nothing";
    let (kinds, end) = kinds_beside(sentence, &object, end);
    let mut places = if forbids { object.outside } else { places(object, has_verb) };
    if places.is_empty() {
        return None;
    }
    if !forbids {
        places.extend(kinds.into_iter().flat_map(pattern::of_kind));
    }
    Some(Limit { places, forbids, start, end })
}

/// True for a word with which a limit may begin.
fn is_cue(sentence: &Sentence<'_>, at: usize) -> bool {
    let (word, next) = (sentence.word(at), sentence.word(at + 1));
    is_exclusive(sentence, at)
        || changing::keeps_to(word)
        || matches!(word, "nothing" | "only" | "must" | "should" | "have" | "need" | "scope")
        || word == "just" && next == "touch"
        || is_limited(word) && matches!(next, "just" | "only")
}

/// What the form at `at` limits to. `label`: the token behind a heading of the scope; `lets`: the verb that lets the places be changed.
fn said(
    sentence: &Sentence<'_>,
    names: &Names<'_>,
    at: usize,
    label: Option<usize>,
    lets: Option<usize>,
) -> Option<Said> {
    let (word, next) = (sentence.word(at), sentence.word(at + 1));
    let heads = match sentence.head(at) {
        Head::Opens | Head::Comma => true,
        Head::Tied => sentence.mood != Mood::Statement,
        Head::Inside => is_asked(sentence, at),
    };
    let read = |from: usize| object::read(sentence, names, from, usize::MAX, Taking::Folders);
    // "If you are admin" is a rule for a program.
    let whole = |from: usize| Some(read(from)).filter(|object| object.pure && is_closed(sentence, object.end));
    let place = |object: Object, start: usize| Some(Said { object, has_verb: false, start });
    let change = |from: usize| {
        let object = object::read(sentence, names, from, usize::MAX, Taking::Words);
        Some(Said { object, has_verb: true, start: at })
    };
    match word {
        "nothing" if heads || is_object(sentence, at) => {
            let object = read(at);
            // "Nothing outside src/db should run raw SQL" is a rule for the program.
            let whole = object.pure || state::let_change(sentence, at + 1).is_some();
            place(object, at).filter(|_| whole)
        }
        _ if let Some(from) = label.or_else(|| behind_scope(sentence, at)) => {
            // "Scope: frontend" is a word of a ticket.
            let path = |end: usize| (from..end).any(|at| clause::is_path(&sentence.tokens[at]));
            place(whole(from).filter(|object| object.certain && path(object.end))?, at)
        }
        "must" | "should" | "have" | "need" => place(read(behind_changes(sentence, at)?), 0),
        "only" if let Some(verb) = the_user_lets(sentence, at) => place(whole(verb + 1)?, 0),
        // "The only file you may touch is src/auth.ts".
        "only" if let Some(from) = is_the_only(sentence, at) => place(whole(from)?, 0),
        "only" if let Some(end) = only_place(sentence, at) => {
            place(object::read(sentence, names, 0, end, Taking::Folders), 0)
        }
        // "Just touch src/auth" with nothing behind it: "just touch it up" limits nothing.
        "just" if heads => place(whole(at + 2).filter(|object| object.certain)?, at),
        _ if is_exclusive(sentence, at) => place(read(at + 1), at),
        "only" if heads && is_limited(next) => change(at + 2),
        "only" if heads => place(object::read(sentence, names, at + 1, lets.unwrap_or(usize::MAX), Taking::Words), at),
        "only" if let Some((from, alone)) = places_alone(sentence, names, at) => place(alone, from),
        "only" if is_about_changes(sentence, at) && leads_to_a_place(next) && next != "outside" => {
            place(read(at + 2), at - 1)
        }
        "only" if is_closed(sentence, at + 1) && sentence.mood != Mood::Statement => {
            let start = verb_before(sentence, at)?;
            let object = object::read(sentence, names, start + 1, at, Taking::Folders);
            Some(Said { object, has_verb: true, start })
        }
        word if heads && changing::keeps_to(word) => place(read(behind_preposition(sentence, at)?), at),
        _ if heads && is_limited(word) => change(at + 2),
        _ => None,
    }
}

/// "Work exclusively in locale/fr": the word before the place.
fn is_exclusive(sentence: &Sentence<'_>, at: usize) -> bool {
    let verb = at.checked_sub(1).filter(|verb| is_limited(sentence.word(*verb)));
    matches!(sentence.word(at), "exclusively" | "solely")
        && (leads_into(sentence.word(at + 1)) || sentence.word(at + 1) == "on")
        && verb.is_some_and(|verb| sentence.head(verb) != Head::Inside)
        && sentence.mood != Mood::Statement
}

/// "Only touch src/auth if you have to", "only src/auth first, then the rest".
fn passes(sentence: &Sentence<'_>, behind: usize) -> bool {
    // "When the push succeeded" is said of a program.
    let told = behind > 0 && (behind..behind + 2).any(|at| circumstance::is_of_a_program(sentence, at));
    told || matches!(sentence.word(behind), "first" | "ideally" | "if" | "preferably" | "where")
        || sentence.reads(behind, "as a last")
}

/// "Don't change what it does, only the types": a part of what was forbidden, and no place.
fn is_of_a_part(sentence: &Sentence<'_>, at: usize, object: &Object) -> bool {
    let forbids = |before: usize| matches!(sentence.word(before), "don't" | "not");
    (at.saturating_sub(MAX_SPAN)..at).any(forbids) && !(at..object.end).any(|at| clause::is_path(&sentence.tokens[at]))
}

/// "Only src/auth (and its tests)", "src/auth, plus docs": the kinds of files that stand beside the places, and where they end.
fn kinds_beside(sentence: &Sentence<'_>, object: &Object, end: usize) -> (Vec<WorkKind>, usize) {
    let is_beside = |kind: &WorkKind| matches!(kind, WorkKind::Docs | WorkKind::Style | WorkKind::Tests);
    let mut kinds: Vec<WorkKind> = object.kinds.iter().copied().filter(|kind| object.pure && is_beside(kind)).collect();
    let led = matches!(sentence.word(end), "&" | "+" | "and" | "including" | "plus" | "with");
    let filling = |word: &str| {
        is_determiner(word) || is_quantifier(word) || matches!(word, "corresponding" | "matching" | "related")
    };
    let noun = (end + 1..sentence.tokens.len()).find(|at| !filling(sentence.word(*at)));
    let beside = noun.filter(|_| led && end == object.end).and_then(|at| {
        let kind = kind::kind_of_word(sentence.word(at)).filter(is_beside)?;
        is_closed(sentence, at + 1).then_some((kind, at + 1))
    });
    kinds.extend(beside.map(|(kind, _)| kind));
    (kinds, beside.map_or(end, |(_, end)| end))
}

/// What the object limits to; nothing when it says other things than places.
fn places(object: Object, has_verb: bool) -> Vec<Pattern> {
    let said = object.pure || (has_verb && object.certain && !object.open);
    if !said || !object.places.is_empty() {
        return if said { object.places } else { Vec::new() };
    }
    if !object.files_meant || !object.pure {
        return Vec::new();
    }
    object.kinds.into_iter().flat_map(pattern::of_kind).collect()
}

/// True for a verb whose object an "only" limits.
fn is_limited(word: &str) -> bool {
    changing::is_verb(word) || matches!(word, "fix" | "refactor" | "rewrite" | "work" | "write")
}

/// "can you stay in src/", "you should keep to src/".
fn is_asked(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.mood != Mood::Statement && matches!(sentence.back(at, 1), "you" | "should" | "must" | "to" | "please")
}

/// "Touch nothing outside src/".
fn is_object(sentence: &Sentence<'_>, at: usize) -> bool {
    let verb = at.checked_sub(1).filter(|verb| is_limited(sentence.word(*verb)));
    verb.is_some_and(|verb| sentence.head(verb) != Head::Inside && sentence.mood != Mood::Statement)
}

/// "src/parser.rs only" with nothing else in its clause: all of it are paths.
fn places_alone(sentence: &Sentence<'_>, names: &Names<'_>, at: usize) -> Option<(usize, Object)> {
    if !is_closed(sentence, at + 1) {
        return None;
    }
    let from = (0..at).rev().find(|before| sentence.tokens[*before].stop()).map_or(0, |before| before + 1);
    // "Failing tests: tests/cart.test.ts only" tells where it fails.
    let heading = sentence.back(from, 1);
    let limits =
        from == 0 || is_verb(sentence.first_word()) || matches!(heading, "changes" | "edits" | "files" | "scope");
    if !limits {
        return None;
    }
    let object = object::read(sentence, names, from, at, Taking::Folders);
    object.is_places(at).then_some((from, object))
}

/// The token behind "your changes should be limited to", "all changes must stay in".
fn behind_changes(sentence: &Sentence<'_>, modal: usize) -> Option<usize> {
    let to = usize::from(matches!(sentence.word(modal), "have" | "need"));
    if to > 0 && sentence.word(modal + 1) != "to" {
        return None;
    }
    let (verb, next) = (sentence.word(modal + to + 1), sentence.word(modal + to + 2));
    let preposition = match (verb, next) {
        ("stay" | "remain", _) => modal + to + 2,
        ("be", preposition) if leads_into(preposition) => modal + to + 2,
        ("be", "limited" | "restricted" | "confined") => modal + to + 3,
        _ => return None,
    };
    let place = leads_into(sentence.word(preposition)) || sentence.word(preposition) == "to";
    (is_about_changes(sentence, modal) && place).then_some(preposition + 1)
}

/// "You may only edit src/auth", "you only touch it", "you're only allowed to change it", "I only want you to touch it": the verb.
fn the_user_lets(sentence: &Sentence<'_>, only: usize) -> Option<usize> {
    let first = (0..only).find(|at| !is_prelude(sentence.word(*at)))?;
    let wants = sentence.reads(only + 1, "want you to");
    let verb = only + 1 + 2 * usize::from(sentence.reads(only + 1, "allowed to")) + 3 * usize::from(wants);
    let told = match (sentence.word(first), sentence.word(first + 1)) {
        ("you", modal) if lets(modal) => first + 2 == only && verb == only + 1,
        ("you", "are") | ("i", "am") => first + 2 == only && verb > only + 1,
        ("you're" | "i'm" | "im", _) => first + 1 == only && verb > only + 1,
        ("you", "only") => first + 1 == only && verb == only + 1,
        ("i", "only") => wants,
        _ => false,
    };
    (told && is_limited(sentence.word(verb))).then_some(verb)
}

/// "src/auth is the only place you may change": where the places before it end.
fn only_place(sentence: &Sentence<'_>, only: usize) -> Option<usize> {
    let end = only
        .checked_sub(2)
        .filter(|end| is_copula(sentence.word(*end)) && sentence.word(only - 1) == "the" && *end > 0)?;
    you_may_change(sentence, only + 1).filter(|behind| is_closed(sentence, *behind)).map(|_| end)
}

/// "The only file you may touch is src/auth.ts": the token behind "is".
fn is_the_only(sentence: &Sentence<'_>, only: usize) -> Option<usize> {
    let opens = sentence.back(only, 1) == "the" && sentence.head(only - 1) != Head::Inside;
    let is = you_may_change(sentence, only + 1).filter(|_| opens)?;
    is_copula(sentence.word(is)).then_some(is + 1)
}

/// "File you may touch", "folders that you are allowed to change": the token behind.
fn you_may_change(sentence: &Sentence<'_>, noun: usize) -> Option<usize> {
    let place = is_place_noun(sentence.word(noun)) || matches!(sentence.word(noun), "place" | "places");
    let you = noun + 1 + usize::from(sentence.word(noun + 1) == "that");
    let verb = match sentence.word(you + 1) {
        "can" | "may" | "should" => you + 2,
        "are" if sentence.word(you + 2) == "to" => you + 3,
        "are" if sentence.reads(you + 2, "allowed to") => you + 4,
        _ => return None,
    };
    (place && sentence.word(you) == "you" && changing::is_verb(sentence.word(verb))).then_some(verb + 1)
}

/// The token behind "the scope is".
fn behind_scope(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let is = sentence.reads(at, "scope is") && sentence.head(sentence.with_determiner(at)) != Head::Inside;
    is.then_some(at + 2)
}

/// True where "your changes" or the like opens the clause and ends before `at`.
fn is_about_changes(sentence: &Sentence<'_>, at: usize) -> bool {
    let noun = at.checked_sub(1).filter(|noun| changing::is_noun(sentence.word(*noun)));
    noun.is_some_and(|noun| {
        let first = sentence.with_determiner(noun);
        let first = first - usize::from(is_quantifier(sentence.back(first, 1)));
        sentence.head(first) != Head::Inside
    })
}

/// The verb of change that opens the clause in which `at` stands.
fn verb_before(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    // "Write a migration, test against the docker db only": another order, which limits no change.
    let another = |behind: usize| {
        let word = sentence.word(behind);
        is_verb(word) || matches!(word, "check" | "run" | "test" | "try" | "use")
    };
    let shut = |before: usize| sentence.tokens[before].stop() || sentence.tokens[before].comma() && another(before + 1);
    (at.saturating_sub(MAX_SPAN)..at)
        .rev()
        .take_while(|before| !shut(*before))
        .find(|before| is_limited(sentence.word(*before)) && sentence.head(*before) != Head::Inside)
}

/// The token behind "to" in "keep your changes to", or behind "in" in "stay in". "Keep it in x.ts" speaks of a thing's
/// place and limits nothing.
fn behind_preposition(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    let of_work = |word: &str| changing::is_noun(word) || matches!(word, "change" | "scope" | "work" | "yourself");
    let small =
        |word: &str| is_determiner(word) || is_pronoun(word) || is_adverb(word) || matches!(word, "edit" | "only");
    let between = |at: &usize| of_work(sentence.word(*at)) || small(sentence.word(*at));
    let at = verb + 1 + (verb + 1..sentence.tokens.len()).take_while(between).count();
    let stays = changing::is_staying(sentence.word(verb)) || (verb + 1..at).any(|at| of_work(sentence.word(at)));
    match sentence.word(at) {
        "to" => Some(at + 1),
        word if stays && leads_into(word) => Some(at + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::FileList;
    use crate::goal::stage::{Stage, shown_scope};

    #[track_caller]
    fn check(prompt: &str, expected: &str) {
        let goal = Stage::new().start(prompt);
        let declared: Vec<String> = shown_scope(&goal)
            .split(", ")
            .filter_map(|entry| entry.strip_prefix("declared "))
            .map(str::to_owned)
            .collect();
        assert_eq!(declared.join(", "), expected, "{prompt}");
        assert_eq!(goal.scope.declared(), !expected.is_empty());
    }

    #[test]
    fn this_folder_is_where_one_works() {
        let files =
            ["packages/api/src/user.js", "packages/api/package.json", "packages/web/src/header.js", "package.json"];
        let mut stage = Stage::new();
        stage.files = FileList::new(files.map(str::to_owned).to_vec(), false);
        let mut scope = |cwd: &str, said: &str| {
            stage.cwd = Some(format!("/home/u/shop/{cwd}"));
            shown_scope(&stage.start(&format!("user should be async. {said}")))
        };
        for said in [
            "stay in this folder",
            "only change things in this folder",
            "keep to this package",
            "only touch this package",
            "don't touch anything outside this folder",
            "please stay inside this directory",
        ] {
            assert_eq!(scope("packages/api", said), "declared packages/api/", "{said}");
        }
        assert_eq!(scope("packages/api/src", "keep to this package"), "declared packages/api/");
        assert_eq!(scope("packages/api/src", "stay in this folder"), "declared packages/api/src/");
        for (cwd, said) in [
            ("", "stay in this folder"),
            ("", "keep to this package"),
            ("packages/api", "what is in this folder?"),
            ("packages/api", "list what is in this folder"),
            ("packages/api", "move it out of this folder"),
            ("packages/api", "this package is slow"),
            ("packages/api", "don't touch this folder"),
            ("packages/api", "stay on this topic"),
        ] {
            assert_eq!(scope(cwd, said), "", "{said}");
        }
        // "This" may be what the prompt has named.
        let other = scope("packages/api", "look at packages/web/src. stay in this folder");
        assert!(!other.contains("packages/api/"), "{other}");
    }

    #[test]
    fn limits_declare_a_scope() {
        check("Keep to src/auth/ and tests/.", "src/auth/, tests/");
        check("fix the login. Stay within src/auth.", "src/auth/");
        check("stay in src/new/feature", "src/new/feature/");
        check("only touch src/parser.rs", "src/parser.rs");
        check("only change the colour in src/styles/theme.css", "src/styles/theme.css");
        check("limit yourself to src/parser and src/parser.rs", "src/parser/, src/parser.rs");
        check("limit your changes to @src/auth", "src/auth/");
        check("Restrict changes to tests", "tests/");
        check("work only in src/auth", "src/auth/");
        check("touch only src/parser.rs", "src/parser.rs");
        check("only src/auth, please", "src/auth/");
        check("only the parser", "src/parser/, src/parser.rs");
        check("fix the rounding in src/parser.rs. Don't touch any other file.", "src/parser.rs");
        check("fix the rounding in src/parser.rs, don't change anything else", "src/parser.rs");
        check("fix the rounding in src/parser.rs and nothing else", "src/parser.rs");
        check("fix the rounding in src/parser.rs, no other files", "src/parser.rs");
        check("fix the rounding in src/parser.rs, only that file", "src/parser.rs");
        check("fix the rounding in src/parser.rs. leave the rest alone", "src/parser.rs");
        check("fix the rounding. Don't change anything else.", "");
        check("there is nothing else to say about src/parser.rs", "");
        check("only the parser module please", "src/parser/, src/parser.rs");
        let tests = "**/{test,tests,__tests__,spec,specs,e2e,testdata,fixtures,__mocks__}/**, \
                     **/conftest.py, **/*{.test,.spec,_test,_spec,-test,-spec,_tests,-tests}.*, **/{test_,test-}*.*";
        for said in [
            "only touch src/auth (and its tests)",
            "Scope: src/auth, plus tests",
            "restrict the change to src/auth and its test",
        ] {
            check(said, &format!("src/auth/, {tests}"));
        }
        check("only touch src/auth and the corresponding tests", "src/auth/, tests/");
        check("only touch src/auth and not the tests", "src/auth/");
        for said in [
            "only touch src/auth and callers",
            "only touch src/auth and related stuff that uses it",
            "only touch src/parser.rs if you have to",
            "only touch src/parser.rs as a last resort",
            "only src/auth first, then the rest",
            "don't change the behaviour of src/parser.rs, only the token",
        ] {
            check(said, "");
        }
        check("fix the login. just touch src/auth", "src/auth/");
        check("fix the login. The only file you may touch is src/parser.rs", "src/parser.rs");
        check("fix the login. Make sure you only touch src/auth", "src/auth/");
        check("just touch up src/auth", "");
        check("the only file you may touch is the one that fails", "");
        check("nothing outside src/auth", "src/auth/");
        check("only src/auth may change", "src/auth/");
        check("only the files in src/auth should be touched", "src/auth/");
        check("only src/parser.rs may change the session", "");
        check("don't modify files outside src/", "src/");
        check("Fix the bug, but keep your edits inside src/auth", "src/auth/");
        check("change files in src/auth only", "src/auth/");
        check("can you stick to src/auth?", "src/auth/");
        check("please keep all changes in src/auth", "src/auth/");
        check("fix it and stay in src/auth", "src/auth/");
        check("Fix the date bug. src/parser.rs only.", "src/parser.rs");
        check("Fix the date bug (src/parser.rs only)", "src/parser.rs");
        check("src/parser.rs only please: fix the date bug", "src/parser.rs");
        check("Scope: src/auth and src/parser.rs only", "src/auth/, src/parser.rs");
        check("fix the date bug, modify just src/parser.rs", "src/parser.rs");
        check("Fix the date bug. Your changes should be limited to src/auth.", "src/auth/");
        check("All changes must stay inside src/auth", "src/auth/");
        check("fix the date bug, changes only in src/auth", "src/auth/");
        check("fix the date bug, touch nothing outside src/auth", "src/auth/");
        check("fix the date bug. You may only edit src/auth.", "src/auth/");
        check("You're only allowed to change src/auth", "src/auth/");
        check("All changes have to be in src/auth", "src/auth/");
        check("Changes outside src/auth are not ok", "src/auth/");
        check("fix the date bug, scope is src/auth", "src/auth/");
        check("src/auth is the only folder you may touch", "src/auth/");
        check("Confine the change to src/auth", "src/auth/");
        check("nothing outside src/auth may change", "src/auth/");
    }

    #[test]
    fn tests_and_pages_that_are_asked_for_lie_beside_it() {
        let stage = Stage::new();
        let opens = |goal: &crate::domain::Goal, what: &str| shown_scope(goal).contains(what);
        assert!(opens(&stage.start("Only touch src/auth. Add a test."), "tests"));
        assert!(opens(&stage.start("Only touch src/auth. Update the docs when done."), "md"));
        let goal = stage.start("Only touch src/auth. Fix the failing test.");
        assert!(!opens(&goal, "test"));
        assert!(opens(&stage.revise(&goal, "and add a test").1, "tests"));
    }

    #[test]
    fn what_names_no_place_or_orders_nothing_limits_nothing() {
        for prompt in [
            "stick to the plan",
            "keep to a minimum",
            "stay in sync with src/parser.rs",
            "I only want to keep src/parser.rs",
            "it only touches src/parser.rs",
            "only you can fix src/parser.rs",
            "does it only run on src/auth?",
            "keep the helper in src/parser.rs",
            "keep it in src/parser.rs",
            "keep the css change",
            "we only need src/auth for that",
            "limit the output to 10 lines",
            "> keep to src/auth",
            "The tests only change src/parser.rs",
            "Ideally, we only point to src/parser.rs",
            "print it only if src/auth exists",
            "we have src/auth only",
            "The bug is in src/parser.rs only",
            "Broken file: src/parser.rs only. Fix it.",
            "Failing tests: tests/cart.test.ts only.",
            "it fails for src/parser.rs only, why?",
            "The session must stay in src/auth",
            "the changes must be in sync with src/auth",
            "just look at src/parser.rs",
            "fix just that",
            "show the changes only in src/auth",
            "it loses changes only in src/auth",
            "Linux only",
            "You can only edit src/parser.rs with care",
            "Users may only edit src/parser.rs",
            "All changes have to be in sync with src/auth",
            "The scope of src/parser.rs is wrong",
            "src/parser.rs is the only file that changes the session",
            "nothing outside of src/database should run raw SQL",
        ] {
            check(prompt, "");
        }
    }
}
