//! "No new dependencies": the words in which people forbid packages.
//!
//! Owns the phrase and what is said of it; that an order forbids ("don't add", "without") is `cue`'s, what adds a package is
//! [`crate::text::dependency`]'s.

use super::{Act, Cue, is_over};
use crate::goal::prompt::closing::{is_closed, is_courtesy};
use crate::goal::prompt::sentence::{Head, Sentence};
use crate::goal::prompt::word_class::{is_all_right, is_article, is_determiner};
use crate::text::dependency::is_manifest;

/// What people call a package of somebody else.
#[rustfmt::skip]
pub(in crate::goal) const NOUNS: [&str; 14] = [
    "crate", "crates", "dep", "dependencies", "dependency", "deps", "gem", "gems", "lib", "libraries", "library", "libs", "package",
    "packages",
];
/// Words before it that mean those which are not there yet.
#[rustfmt::skip]
const NEW: [&str; 15] = [
    "3rd-party", "additional", "another", "dev", "external", "extra", "further", "more", "new", "npm", "other", "party", "runtime",
    "third", "third-party",
];
/// Words before it that mean any.
const ANY: [&str; 4] = ["a", "an", "any", "single"];
/// Words behind which the phrase is over.
const BEHIND: [&str; 20] = [
    "allowed", "and", "apart", "at", "besides", "but", "either", "except", "for", "here", "if", "just", "only", "or",
    "other", "though", "to", "unless", "use", "without",
];

/// Words behind "for" that mean some purposes and not this work.
const FOR_SOME: [&str; 8] = ["anything", "easy", "simple", "small", "something", "stuff", "things", "trivial"];

/// How a phrase speaks of packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal::constraint) enum Packages {
    /// "new dependencies", "any other library".
    New,
    /// "dependencies", "a package".
    Any,
}

/// Words at most before what packages are called: "any new third-party libraries".
const MAX_BEFORE: usize = 6;

/// The phrase that begins at `from`, and the token behind it.
pub(in crate::goal::constraint) fn packages(sentence: &Sentence<'_>, from: usize) -> Option<(Packages, usize)> {
    let mut at = from;
    let mut packages = Packages::Any;
    // A few words at most: the phrase is looked for at every word.
    while at < from + MAX_BEFORE && (NEW.contains(&sentence.word(at)) || ANY.contains(&sentence.word(at))) {
        if NEW.contains(&sentence.word(at)) {
            packages = Packages::New;
        }
        at += 1;
    }
    let closed = |at: usize| {
        let next = sentence.word(at + 1);
        // "To the root package.json" leaves the other one open.
        let to = sentence.past(at + 2, is_determiner);
        let whole = matches!(sentence.word(to), "codebase" | "it" | "project" | "repo" | "this");
        let of_all = next != "to" || whole || is_manifest(sentence.word(to));
        // "For things we can do in three lines" allows the others.
        let of_some = next == "for" && FOR_SOME.contains(&sentence.word(at + 2));
        let of_all = of_all && !of_some;
        is_closed(sentence, at + 1) || is_forbidden(sentence, at + 1) || BEHIND.contains(&next) && of_all
    };
    // "No packages were found" tells of packages and forbids none.
    (NOUNS.contains(&sentence.word(at)) && closed(at)).then_some((packages, at + 1))
}

/// "Are not allowed", "are forbidden": said of what stands before it.
fn is_forbidden(sentence: &Sentence<'_>, at: usize) -> bool {
    let wanted = |at: usize| is_all_right(sentence.word(at)) || sentence.word(at) == "wanted";
    match (sentence.word(at), sentence.word(at + 1)) {
        ("are" | "is", "not") => wanted(at + 2),
        ("aren't" | "isn't", _) => wanted(at + 1),
        ("are" | "is", said) => matches!(said, "banned" | "forbidden" | "prohibited"),
        _ => false,
    }
}

/// "Already installed", "in package.json", as what may be used: the token behind it.
fn what_is_there(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let at = at + usize::from(sentence.word(at) == "already");
    match sentence.word(at) {
        "installed" => Some(at + 1),
        "in" => {
            let file = sentence.past(at + 1, is_determiner);
            is_manifest(sentence.word(file)).then_some(file + 1)
        }
        _ => None,
    }
}

/// "We already have", "we have in package.json", as what may be used: the token behind it.
fn what_we_have(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let have = at + 1 + usize::from(sentence.word(at + 1) == "already");
    let over =
        matches!(sentence.word(have + 1), "" | "and" | "already" | "installed") || sentence.tokens.get(have)?.stop();
    let end = if over { Some(have + 1) } else { what_is_there(sentence, have + 1) };
    end.filter(|_| sentence.word(have) == "have")
}

/// The prohibition of packages whose first word stands at `at`, where it is no plain "don't".
pub(in crate::goal::constraint) fn ruled_out(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    self_contained(sentence, at).or_else(|| no_packages(sentence, at))
}

/// The first token of the packages that the verb at `verb` would bring in.
pub(in crate::goal::constraint) fn added(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    let object = match (sentence.word(verb), sentence.word(verb + 1)) {
        ("install" | "installing", "anything") => {
            let last = verb + 1 + usize::from(matches!(sentence.word(verb + 2), "else" | "new"));
            let but = matches!(sentence.word(verb + 2), "besides" | "except" | "other");
            return (but || is_over(sentence, last)).then_some(verb + 1);
        }
        ("add" | "install" | "introduce", _) => verb + 1,
        ("bring" | "pull", "in") => verb + 2,
        ("use", _) => return new_packages(sentence, verb + 1).then_some(verb + 1),
        _ => return None,
    };
    packages(sentence, object).map(|_| object)
}

/// "I don't want any new dependencies", "we cannot add packages", "new dependencies are not allowed".
fn no_packages(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if sentence.head(at) == Head::Inside {
        return None;
    }
    let new = |at: usize| packages(sentence, at).filter(|(packages, _)| *packages == Packages::New);
    // "We can't install packages" tells of a fault.
    let of_ours = |verb: usize| {
        let object = added(sentence, verb).filter(|_| sentence.word(verb) != "install")?;
        let named =
            ["dependencies", "deps"].iter().any(|noun| (object..object + 2).any(|at| sentence.word(at) == *noun));
        (named || new(object).is_some()).then_some(object)
    };
    let object = match (sentence.word(at), sentence.word(at + 1), sentence.word(at + 2)) {
        ("i" | "we", "don't", "want" | "need") if new(at + 3).is_some() => at + 3,
        ("i" | "we", "do", "not") if sentence.word(at + 3) == "want" && new(at + 4).is_some() => at + 4,
        ("we", "can't" | "cannot" | "mustn't", _) => of_ours(at + 2)?,
        ("we", "can" | "may" | "must", "not") => of_ours(at + 3)?,
        _ if new(at).is_some_and(|(_, end)| is_forbidden(sentence, end)) => at,
        _ => return None,
    };
    Some(Cue::new(at, object, Act::Packages))
}

/// "Keep it dependency-free", "use only the standard library", "stdlib only", "only use existing packages".
fn self_contained(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    // "Show only what is installed" is about a program: what is there already limits where it is to be used.
    let used = (0..3).any(|back| at.checked_sub(back).is_some_and(|before| sentence.word(before) == "use"));
    let using = used || sentence.head(at) != Head::Inside;
    let library = |at: usize| match sentence.word(at) {
        "stdlib" => Some(at + 1),
        "standard" if sentence.word(at + 1) == "library" => Some(at + 2),
        "existing" if using => packages(sentence, at + 1).map(|(_, end)| end),
        "what" if using && sentence.word(at + 1) == "is" => what_is_there(sentence, at + 2),
        "what" if using && sentence.word(at + 1) == "we" => what_we_have(sentence, at + 1),
        "packages" | "dependencies" | "deps" | "libraries" if using && sentence.word(at + 1) == "we" => {
            what_we_have(sentence, at + 1)
        }
        "what's" if using => what_is_there(sentence, at + 1),
        _ => None,
    };
    let the = |at: usize| sentence.past(at, is_article);
    let object = match sentence.word(at) {
        "dependency-free" => Some(at + 1),
        "only" => {
            library(the(at + 1)).or_else(|| (sentence.word(at + 1) == "use").then(|| library(the(at + 2))).flatten())
        }
        _ => library(at).filter(|end| sentence.word(*end) == "only").map(|end| end + 1),
    }?;
    let asked = sentence.may_order() || sentence.head(at) == Head::Opens && at == 0;
    asked.then_some(Cue::new(at, object, Act::Packages).until(object))
}

/// True for "new dependencies", and for "dependencies" that an order follows at once ("no dependencies please").
pub(in crate::goal::constraint) fn new_packages(sentence: &Sentence<'_>, at: usize) -> bool {
    match packages(sentence, at) {
        Some((Packages::New, _)) => true,
        // "No dependencies." stands alone, or behind a comma.
        Some((Packages::Any, end)) => is_courtesy(sentence.word(end)) || matches!(sentence.word(end), "" | "allowed"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, shown_constraints};

    #[test]
    fn new_packages_are_forbidden_in_many_words() {
        for prompt in [
            "Parse durations in src/parser.rs. No new dependencies please.",
            "parse durations, no new deps",
            "Parse durations but don't add any dependencies",
            "parse durations without adding new packages",
            "fix it without any extra libraries",
            "do not introduce new third-party libraries",
            "Don't install any new npm packages.",
            "no external libs, please",
            "Please don't add new dependencies to the project",
            "no new third party deps",
            "You must not add dependencies to package.json",
            "never add a new crate",
            "Parse durations. No dependencies.",
            "parse durations, zero new dependencies",
            "parse durations with no additional dependencies",
            "please avoid new dependencies",
            "parse durations without a library",
            "Parse durations and keep it dependency-free",
            "use only the standard library",
            "parse durations, stdlib only",
            "redact tokens with no new dependencies",
            "parse durations. I don't want any new dependencies.",
            "parse durations, we don't want new packages",
            "Parse durations. We cannot add dependencies.",
            "Parse durations. We can't add any new packages here.",
            "parse durations, use existing dependencies only",
            "Parse durations. New dependencies are not allowed.",
            "Parse durations. Additional packages are forbidden.",
            "parse durations, only use existing dependencies",
            "parse durations and use only what is in package.json",
            "parse durations, use only what's already installed",
            "parse durations, use only what we already have in package.json",
            "parse durations, use only the packages we have",
            "parse durations without pulling in any library",
            "parse durations, don't install anything",
            "parse durations, no new dependencies other than zod",
            "parse durations. No new packages besides zod.",
        ] {
            limits(prompt, "deny new packages");
        }
    }

    #[test]
    fn whoever_speaks_of_packages_without_forbidding_them_wants_some() {
        let after = |said: Option<&str>, later: &str| {
            let stage = said.map_or_else(Stage::new, |said| Stage::new().replied(said));
            let start = stage.start("Parse durations in src/parser.rs. No new dependencies please.");
            stage.left(&start, later)
        };
        for lifts in [
            "ok, take a library then",
            "new dependencies are fine now",
            "forget the no-deps rule, use any deps",
            "install whatever you need",
        ] {
            assert_eq!(after(None, lifts), "", "{lifts}");
        }
        assert_eq!(after(Some("Shall I add axios?"), "yes, but pin the version"), "");
        assert_eq!(after(Some("I would need the axios package for that. Is that okay?"), "ok"), "");
        for asked in ["Shall I add axios?", "Should I use axios for it?", "I was blocked from installing axios. May I?"]
        {
            assert_eq!(after(Some(asked), "yes please"), "", "{asked}");
        }
        assert!(after(Some("The parser is done. You can use the flag now."), "ok").contains("deny new packages"));
        // What is named may be added, and no other.
        for keeps in ["go on", "now fix the tests too", "still no new dependencies", "install zod"] {
            assert!(after(None, keeps).contains("deny new packages"), "{keeps}");
        }
    }

    #[test]
    fn what_only_speaks_of_packages_forbids_none() {
        for prompt in [
            "npm says: no packages found",
            "No packages were found, fix it",
            "don't use the library twice",
            "don't add the packages folder",
            "are there no new dependencies?",
            "I don't want to add dependencies to the docs page",
            "We cannot add dependencies from the UI, fix it",
            "fix the page, new packages are not shown",
            "We can't install packages, npm fails with EACCES. Fix the Dockerfile.",
            "We cannot add packages. Fix it.",
            "Make the plugin page show only what is installed.",
            "Make the search list only existing packages.",
            "we don't need new library cards in the seed",
        ] {
            let goal = Stage::new().start(prompt);
            assert!(!shown_constraints(&goal.constraints).contains("new packages"), "{prompt}");
        }
        limits("no new dependencies unless you must", "donot new packages");
        // What was asked for may need one more.
        limits("set up a CLI with clap, no other crates", "donot new packages");
        limits("don't add new dependencies to the root package.json", "donot");
    }
}
