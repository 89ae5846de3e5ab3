//! Orders that raise the version of the project: "bump the version to 1.3.0", "set version to 2.0", "bump to 1.3.0".
//!
//! Owns these forms. The version stands in the file that lists the packages, whatever that is called: who orders a new one wants that
//! file changed. The version of something else ("bump the API version", "the cache version") stands elsewhere.

use crate::goal::freeing::verb::{is_refused, leads};
use crate::goal::line::{Ask, Line};
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_determiner, is_too};

/// True for a line that orders it.
pub(super) fn is_raised(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let raised = |at: usize| match sentence.word(at) {
        "bump" | "increase" | "increment" | "raise" | "set" | "update" | "upgrade" => {
            let noun = behind_small(sentence, at + 1);
            let version = sentence.word(noun) == "version";
            // "Set version: 2 in the header" is of something else.
            let to = |behind: usize| sentence.word(behind) == "to" && is_number(sentence.word(behind + 1));
            let of_project = sentence.past(noun + 1, |word| matches!(word, "number"));
            let numbered = to(of_project) || is_number(sentence.word(of_project));
            let end = of_project + if to(of_project) { 2 } else { usize::from(numbered) };
            // "Bump to 1.3.0".
            let bare = sentence.word(at) == "bump" && to(at + 1) && ends(sentence, at + 3);
            let plain = matches!(sentence.word(at), "bump" | "increase" | "increment" | "raise") || numbered;
            version && plain && ends(sentence, end) || bare
        }
        _ => false,
    };
    let ordered =
        |at: usize| raised(at) && (leads(sentence, at) || sentence.back(at, 1) == "you") && !is_refused(sentence, at);
    line.ask != Ask::Answer && !sentence.asks() && sentence.any_at(ordered)
}

/// The word behind "the", "our package", "the patch": whose version it is, where it is the project's.
fn behind_small(sentence: &Sentence<'_>, from: usize) -> usize {
    let small = |word: &str| {
        is_determiner(word)
            || matches!(word, "app" | "crate" | "major" | "minor" | "new" | "package" | "patch" | "project" | "release")
    };
    (from..=sentence.tokens.len()).find(|at| !small(sentence.word(*at))).unwrap_or(from)
}

/// "1.3.0", "v2".
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or(word);
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-+".contains(&byte))
}

fn ends(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.word(at);
    closing::closes(sentence, at) || is_too(word) || matches!(word, "as" | "for" | "before")
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits_left;

    #[test]
    fn a_new_version_is_written_where_the_version_stands() {
        for said in [
            "bump the version to 1.3.0",
            "bump the version",
            "ok bump version to 1.2.1 pls",
            "now bump the patch version and commit",
            "increment the version number",
            "set the version to 2.0.0",
            "also raise the package version to v2",
            "update the version to 1.3.0 as well",
            "bump to 1.3.0",
            "please bump the version for the release",
            "can you bump the version?",
        ] {
            assert_eq!(limits_left("leave package.json alone", said), "", "{said}");
            assert_eq!(limits_left("don't touch Cargo.toml", said), "", "{said}");
        }
    }

    #[test]
    fn other_versions_stand_elsewhere() {
        for said in [
            "bump the API version to 2",
            "bump the cache version",
            "bump the schema version to 4",
            "set the version header",
            "update the version check in src/auth/token.ts",
            "what version is it?",
            "don't bump the version",
            "why did you bump the version?",
            "the version is 1.3.0 now",
            "I'll bump the version later",
            "show the version in src/ui/Button.tsx",
            "set the timeout to 2",
        ] {
            let left = limits_left("leave package.json alone", said);
            assert!(left.starts_with("deny package.json"), "{said}: {left}");
        }
        assert_eq!(limits_left("don't touch src/parser.rs", "bump the version"), "deny src/parser.rs");
    }
}
