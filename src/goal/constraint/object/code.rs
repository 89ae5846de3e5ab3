//! Code that a limit rules out: "no `unwrap()`", "don't use lodash", "without any comments".
//!
//! Owns which words of a clause name code, of all that is used or brought in. How code shows it is `text::code`'s. What is found is told,
//! never denied: an edit may write the same letters for another reason.

use crate::domain::{Code, Target};
use crate::goal::prompt::closing::is_courtesy;
use crate::goal::prompt::word_class::is_quantifier;
use crate::text::code::{called, construct, literal};
use crate::text::trace::of_word;
use crate::text::word_set::sorted;
use crate::text::words::is_telling;

/// Words that rule out what stands behind them, here and in the languages of `elsewhere`.
#[rustfmt::skip]
const RULING_OUT: &[&str] = sorted(&[
    "aucun", "aucune", "avoid", "avoiding", "bez", "geen", "kein", "keine", "keinen", "keinerlei", "nenhum", "nenhuma", "nessun", "nessuna",
    "niente", "ninguna", "ningún", "no", "ohne", "sans", "sem", "senza", "sin", "without", "zonder", "żadnych", "без",
]);

/// Verbs that use or bring in what stands behind them, and rule it out where they are forbidden.
#[rustfmt::skip]
const BRINGING: &[&str] = sorted(&[
    "add", "adding", "bring", "create", "de", "disable", "disabling", "import", "importing", "insert", "install", "installing", "introduce", "introducing", "leave",
    "pull", "put", "putting", "silence", "silencing", "skip", "skipping", "sprinkle", "suppress", "suppressing", "use", "using", "write", "writing",
]);

/// Those of them that name a library.
const LIBRARIAN: [&str; 10] =
    ["add", "adding", "bring", "import", "importing", "install", "installing", "pull", "use", "using"];

/// Those that switch off what watches over the code, and what that is.
const SWITCHING_OFF: [&str; 8] =
    ["disable", "disabling", "silence", "silencing", "skip", "skipping", "suppress", "suppressing"];
#[rustfmt::skip]
const WATCHING: &[&str] = sorted(&[
    "clippy", "cop", "cops", "eslint", "lint", "linter", "linting", "lints", "mypy", "phpstan", "pylint", "rubocop", "ruff", "rule", "rules",
    "stylelint", "warning", "warnings",
]);

/// Words that forbid the verb behind them.
#[rustfmt::skip]
const FORBIDDING: [&str; 14] = [
    "can't", "cannot", "don't", "dont", "jamais", "mustn't", "never", "no", "not", "nunca", "pas", "refrain", "shouldn't", "stop",
];

/// Words at most between such a word and its verb.
const MAX_BETWEEN: usize = 3;

/// Words that take nothing from a name: "no extra comments", "don't add a new log".
#[rustfmt::skip]
const BESIDE: &[&str] = sorted(&[
    "a", "additional", "an", "any", "code", "extra", "further", "more", "new", "old", "single", "such", "the", "your",
]);

/// Words with which a list goes on.
const JOINING: [&str; 9] = ["&", "and", "e", "et", "nor", "oder", "or", "und", "y"];

/// Where what is brought in is code: "no comments in the code".
const IN_CODE: [&str; 10] =
    ["class", "classes", "code", "css", "file", "files", "function", "functions", "it", "there"];

/// Names read of one clause.
const MAX_NAMES: usize = 6;

/// The targets of a limit that is told, with the code that its clause rules out. Of what was found for it otherwise nothing is added.
/// `behind`: what the sentence goes on with.
pub(in crate::goal::constraint) fn with_code(mut targets: Vec<Target>, clause: &str, behind: &str) -> Vec<Target> {
    let bounded = is_bounded(&behind.split_whitespace().collect::<Vec<_>>());
    if bounded || !targets.iter().all(|target| matches!(target, Target::Called(_))) {
        return targets;
    }
    let mut code = named(clause);
    if targets.is_empty() {
        // Of what says nothing else the name of a library is none: "no new postings".
        code.retain(|code| !matches!(code, Code::Library(_)));
    }
    if !code.is_empty() && targets.is_empty() {
        targets.push(Target::Called(called(&code)));
    }
    targets.extend(code.into_iter().map(Target::Code));
    targets
}

/// The code that a clause rules out.
pub(in crate::goal::constraint) fn named(clause: &str) -> Vec<Code> {
    let tokens = tokens(clause);
    let forbidden = |at: usize| {
        let mut before = tokens[at.saturating_sub(MAX_BETWEEN)..at].iter().map(|token| bare(token));
        before.any(|word| FORBIDDING.contains(&word.as_str()))
    };
    let mut ruled = RuledOut::default();
    for (at, token) in tokens.iter().enumerate() {
        let word = bare(token);
        let last = at + 1 == tokens.len() || token.ends_with([',', '.', ';', '!', ':']);
        // "No any", "don't use any as a type": elsewhere it stands for all of them.
        let is_any = word == "any" && (last || at > 0 && bare(tokens[at - 1]) == "no" || token.starts_with('`'));
        let begins = rules_out(&word) || BRINGING.binary_search(&word.as_str()).is_ok() && forbidden(at);
        // "Don't pull in lodash".
        if word == "in" && ruled.is_open_for(&["bring", "pull"]) {
            continue;
        }
        if JOINING.contains(&word.as_str()) {
            ruled.close(&[]);
        } else if begins && !is_any {
            ruled.close(&[]);
            ruled.by = Some(word);
        } else if ends(&word) && !is_any && literal(token, true).is_none() {
            ruled.close(&tokens[at..]);
            ruled.by = None;
        } else if token.trim_start_matches('`').starts_with("--") {
            // "Never commit with --no-verify".
            ruled.found.extend(literal(token, true).filter(|_| ruled.found.len() < MAX_NAMES));
        } else {
            ruled.name.push(token);
        }
        if last {
            ruled.close(&[]);
            // "No jquery, lodash or moment".
            ruled.by = ruled.by.filter(|_| token.ends_with(','));
        }
    }
    ruled.found
}

/// The words of a clause; what stands in backticks is one.
fn tokens(clause: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = clause.trim_start();
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('`').and_then(|inner| inner.find('`')).map_or(0, |end| end + 2);
        let end = quoted + rest[quoted..].find(char::is_whitespace).unwrap_or(rest.len() - quoted);
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

fn rules_out(word: &str) -> bool {
    RULING_OUT.binary_search(&word).is_ok()
}

/// A clause as it is read.
#[derive(Default)]
struct RuledOut<'t> {
    found: Vec<Code>,
    /// The word by which what follows is ruled out.
    by: Option<String>,
    /// The name that is being read.
    name: Vec<&'t str>,
}

impl RuledOut<'_> {
    /// True right behind one of these words.
    fn is_open_for(&self, words: &[&str]) -> bool {
        self.name.is_empty() && self.by.as_deref().is_some_and(|by| words.contains(&by))
    }

    /// The name is over: it is kept where it is one of code. `behind`: what follows it.
    fn close(&mut self, behind: &[&str]) {
        let name = std::mem::take(&mut self.name);
        let Some(by) = self.by.as_deref().filter(|_| self.found.len() < MAX_NAMES && !is_bounded(behind)) else {
            return;
        };
        let phrase: Vec<String> = name.iter().map(|token| bare(token)).collect();
        let telling: Vec<&str> =
            phrase.iter().map(String::as_str).filter(|word| BESIDE.binary_search(word).is_err()).collect();
        let known = if SWITCHING_OFF.contains(&by) {
            switched_off(&telling)
        } else {
            construct(&phrase.join(" ")).or_else(|| construct(&telling.join(" ")))
        };
        let brings_libraries = LIBRARIAN.contains(&by) || rules_out(by);
        let used = by != "no";
        let single = || match (name.last(), &telling[..]) {
            (Some(last), []) => literal(last, used),
            (Some(last), [one]) => literal(last, used).or_else(|| library(one).filter(|_| brings_libraries)),
            _ => None,
        };
        let code = known.or_else(single);
        self.found.extend(code.filter(|code| !self.found.contains(code)));
    }
}

/// "Don't disable the cop", "don't skip the tests".
fn switched_off(telling: &[&str]) -> Option<Code> {
    let [.., last] = telling else { return None };
    let name = match *last {
        "test" | "tests" | "spec" | "specs" => "skipped tests",
        watching if WATCHING.binary_search(&watching).is_ok() => "suppressions",
        _ => return construct(&telling.join(" ")),
    };
    construct(name)
}

/// "Don't add a comment to the ticket", "no `unwrap()` in production code", "no logs unless it fails": what stands behind bounds it, and where
/// that ends nobody can tell.
pub(in crate::goal::constraint) fn is_bounded(behind: &[&str]) -> bool {
    const BOUNDING: [&str; 18] = [
        "about", "apart", "besides", "but", "except", "for", "from", "if", "in", "inside", "into", "on", "outside",
        "to", "unless", "when", "where", "while",
    ];
    let [first, rest @ ..] = behind else { return false };
    let in_code = || {
        let said: Vec<String> = rest.iter().take(3).map(|word| bare(word)).collect();
        // "In the code", and not "in production code".
        let whole = said.iter().position(|word| IN_CODE.contains(&word.as_str()));
        whole.is_some_and(|at| {
            said[..at].iter().all(|word| BESIDE.binary_search(&word.as_str()).is_ok() || is_small(word))
        })
    };
    // "For that" is what is worked on.
    let for_that =
        || bare(first) == "for" && matches!(rest, [one] if matches!(bare(one).as_str(), "it" | "that" | "this"));
    BOUNDING.contains(&bare(first).as_str()) && !in_code() && !for_that()
}

fn is_small(word: &str) -> bool {
    matches!(word, "all" | "my" | "our" | "that" | "these" | "this" | "those")
}

/// True for a word behind which the name is over.
fn ends(word: &str) -> bool {
    #[rustfmt::skip]
    const ENDING: [&str; 38] = [
        "about", "again", "anywhere", "as", "at", "because", "before", "besides", "bitte", "but", "dans", "em", "en", "except", "for", "from", "here",
        "if", "im", "in", "inside", "into", "just", "nel", "of", "on", "only", "outside", "so", "that", "then", "there", "this", "to", "unless",
        "when", "where", "with",
    ];
    is_courtesy(word) || ENDING.contains(&word)
}

/// A word that may be the name of a library.
fn library(word: &str) -> Option<Code> {
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let named = word.len() > 2 && word.starts_with(|first: char| first.is_ascii_lowercase()) && plain;
    (named && is_telling(word) && !is_quantifier(word) && of_word(word).is_some())
        .then(|| Code::Library(word.to_owned()))
}

/// A token without its marks, in lower case.
fn bare(token: &str) -> String {
    token.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(clause: &str, expected: &str) {
        let shown: Vec<String> = named(clause).iter().map(Code::shown).collect();
        assert_eq!(shown.join(", "), expected, "{clause}");
    }

    #[test]
    fn code_is_named_by_letters_by_a_library_or_by_what_it_does() {
        check("no unwrap()", "unwrap");
        check("no expect()", "`expect(`");
        check("don't use `any`", "any");
        check("no any please", "any");
        check("don't use !important, and don't add inline styles", "`!important`, inline styles");
        check("don't use lodash", "lodash");
        check("no jquery, no frameworks, no build step", "jquery, frameworks");
        check("never use --no-verify", "`--no-verify`");
        check("without useEffect or useMemo", "`useEffect`, `useMemo`");
        check("Do not use any raw SQL here", "raw sql");
        check("never commit with --no-verify", "`--no-verify`");
        check("Do not use any global variable for it", "global variables");
        check("Don't add any logging", "logging");
        check("no comments at all", "comments");
        check("no extra code comments in the functions please", "comments");
        check("no ts-ignore", "suppressions");
        check("don't add lodash", "lodash");
        check("ohne Kommentare bitte", "comments");
        check("don't disable cops", "suppressions");
        check("don't use any new emojis", "emojis");
        check("no print statements", "prints");
    }

    #[test]
    fn what_is_no_code_is_none() {
        check("don't add a comment to the ticket", "");
        check("no comments from my side", "");
        check("don't change the logging", "");
        check("don't touch any comments", "");
        check("don't use the new payment service", "");
        check("no changes", "");
        for bounded in [
            "no unwrap() in production code",
            "no unwrap() in src/lib.rs",
            "no comments unless really needed",
            "no emojis in the commit message",
            "no debug logs in production",
            "no obvious comments",
            "no nested ternaries",
            "don't use the cache for admins",
            "no user_id",
            "no exceptions",
        ] {
            check(bounded, "");
        }
        check("don't create a branch", "");
        check("leave the imports in src/parser.rs as is", "");
        check("src/auth/token.ts is using bcrypt, don't change it.", "");
    }
}
