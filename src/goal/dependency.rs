//! "No new dependencies": the words in which people forbid packages.
//!
//! Owns the phrase alone; the cue before it is `cue`'s, what adds a package is [`crate::text::dependency`]'s.

use super::changing::is_courtesy;
use super::sentence::Sentence;

/// What people call a package of somebody else.
pub(super) const NOUNS: [&str; 14] = [
    "crate",
    "crates",
    "dep",
    "dependencies",
    "dependency",
    "deps",
    "gem",
    "gems",
    "lib",
    "libraries",
    "library",
    "libs",
    "package",
    "packages",
];
/// Words before it that mean those which are not there yet.
const NEW: [&str; 15] = [
    "3rd-party",
    "additional",
    "another",
    "dev",
    "external",
    "extra",
    "further",
    "more",
    "new",
    "npm",
    "other",
    "party",
    "runtime",
    "third",
    "third-party",
];
/// Words before it that mean any.
const ANY: [&str; 4] = ["a", "an", "any", "single"];
/// Words behind which the phrase is over.
const BEHIND: [&str; 15] = [
    "allowed", "and", "at", "but", "either", "for", "here", "if", "just", "or", "though", "to", "unless", "use",
    "without",
];

/// How a phrase speaks of packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packages {
    /// "new dependencies", "any other library".
    New,
    /// "dependencies", "a package".
    Any,
}

/// The phrase that begins at `from`, and the token behind it.
pub(super) fn packages(sentence: &Sentence<'_>, from: usize) -> Option<(Packages, usize)> {
    let mut at = from;
    let mut packages = Packages::Any;
    while NEW.contains(&sentence.word(at)) || ANY.contains(&sentence.word(at)) {
        if NEW.contains(&sentence.word(at)) {
            packages = Packages::New;
        }
        at += 1;
    }
    let closed = |at: usize| {
        let last = &sentence.tokens[at];
        let next = sentence.word(at + 1);
        // "To the root package.json" leaves the other one open.
        let to = at + 2 + usize::from(sentence.word(at + 2) == "the");
        let whole =
            ["cargo.toml", "codebase", "go.mod", "it", "package.json", "project", "pyproject.toml", "repo", "this"];
        let of_all = next != "to" || whole.contains(&sentence.word(to));
        last.stop() || last.comma() || next.is_empty() || is_courtesy(next) || BEHIND.contains(&next) && of_all
    };
    // "No packages were found" tells of packages and forbids none.
    (NOUNS.contains(&sentence.word(at)) && closed(at)).then_some((packages, at + 1))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    #[track_caller]
    fn check(prompt: &str, expected: &str) {
        let goal = Stage::new().start(prompt);
        assert_eq!(shown_constraints(&goal.constraints), expected, "{prompt}");
    }

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
        ] {
            check(prompt, "deny new packages");
        }
    }

    #[test]
    fn whoever_speaks_of_packages_without_forbidding_them_wants_some() {
        let after = |said: Option<&str>, later: &str| {
            let stage = said.map_or_else(Stage::new, |said| Stage::new().replied(said));
            let start = stage.start("Parse durations in src/parser.rs. No new dependencies please.");
            shown_constraints(&stage.revise(&start, later).1.constraints)
        };
        for lifts in [
            "ok, take a library then",
            "new dependencies are fine now",
            "forget the no-deps rule, use any deps",
            "install zod",
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
        for keeps in ["go on", "now fix the tests too", "still no new dependencies"] {
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
        ] {
            let goal = Stage::new().start(prompt);
            assert!(!shown_constraints(&goal.constraints).contains("new packages"), "{prompt}");
        }
        check("no new dependencies unless you must", "donot new packages");
        // What was asked for may need one more.
        check("set up a CLI with clap, no other crates", "donot new packages");
        check("don't add new dependencies to the root package.json", "donot");
    }
}
