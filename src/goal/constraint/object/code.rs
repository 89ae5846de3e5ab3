//! Code that a limit rules out: "no `unwrap()`", "don't use lodash", "without any comments".
//!
//! Owns which words of a clause name code, of all that is used or brought in. How code shows it is `text::code`'s. What is found is told,
//! never denied: an edit may write the same letters for another reason.

use crate::domain::{Called, Code, Target};
use crate::goal::prompt::closing::is_courtesy;
use crate::goal::prompt::word_class::is_quantifier;
use crate::text::code::{construct, literal};
use crate::text::words::{is_telling, words};

/// Words that rule out what stands behind them, here and in the languages of `elsewhere`. Sorted.
#[rustfmt::skip]
const RULING_OUT: &[&str] = &[
    "aucun", "aucune", "avoid", "avoiding", "bez", "geen", "kein", "keine", "keinen", "keinerlei", "nenhum", "nenhuma", "nessun", "nessuna",
    "niente", "ninguna", "ningún", "no", "ohne", "sans", "sem", "senza", "sin", "without", "zonder", "żadnych", "без",
];

/// Verbs that use or bring in what stands behind them, and rule it out where they are forbidden. Sorted.
#[rustfmt::skip]
const BRINGING: &[&str] = &[
    "add", "adding", "bring", "create", "de", "disable", "disabling", "import", "importing", "insert", "introduce", "introducing", "leave",
    "pull", "put", "putting", "sprinkle", "suppress", "suppressing", "use", "using", "write", "writing",
];

/// Those of them that name a library.
const LIBRARIAN: [&str; 6] = ["bring", "import", "importing", "pull", "use", "using"];

/// Words that forbid the verb behind them.
#[rustfmt::skip]
const FORBIDDING: [&str; 14] = [
    "can't", "cannot", "don't", "dont", "jamais", "mustn't", "never", "no", "not", "nunca", "pas", "refrain", "shouldn't", "stop",
];

/// Words at most between such a word and its verb.
const MAX_BETWEEN: usize = 3;

/// Words that take nothing from a name: "no extra comments", "don't add a new log". Sorted.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "a", "additional", "an", "any", "code", "explanatory", "extra", "further", "inline", "more", "needless", "new", "obvious", "old",
    "plain", "redundant", "silly", "single", "stupid", "such", "the", "unnecessary", "useless", "verbose", "your",
];

/// Words with which a list goes on.
const JOINING: [&str; 9] = ["&", "and", "e", "et", "nor", "oder", "or", "und", "y"];

/// Where what is brought in is code: "no comments in the code".
const IN_CODE: [&str; 8] = ["class", "classes", "code", "css", "file", "files", "function", "functions"];

/// Names read of one clause.
const MAX_NAMES: usize = 6;

/// The targets of a limit that is told, with the code that its clause rules out. Of what was found for it otherwise nothing is added.
pub(in crate::goal::constraint) fn with_code(mut targets: Vec<Target>, clause: &str) -> Vec<Target> {
    if !targets.iter().all(|target| matches!(target, Target::Called(_))) {
        return targets;
    }
    let mut code = named(clause);
    if targets.is_empty() {
        // Of what says nothing else the name of a library is none: "no new postings".
        code.retain(|code| !matches!(code, Code::Library(_)));
    }
    if !code.is_empty() && targets.is_empty() {
        // Its words end it, as those of every limit that is told.
        let names = code.iter().map(|code| words(code.word())).filter(|name| !name.is_empty()).collect();
        targets.push(Target::Called(Called { deeds: vec!["use".to_owned()], names }));
    }
    targets.extend(code.into_iter().map(Target::Code));
    targets
}

/// The code that a clause rules out.
pub(in crate::goal::constraint) fn named(clause: &str) -> Vec<Code> {
    let tokens: Vec<&str> = clause.split_whitespace().collect();
    let mut found: Vec<Code> = Vec::new();
    let mut item: Vec<&str> = Vec::new();
    let forbidden = |at: usize| {
        let before = tokens[at.saturating_sub(MAX_BETWEEN)..at].iter().map(|token| bare(token));
        before.into_iter().any(|word| FORBIDDING.contains(&word.as_str()))
    };
    // The word by which what follows is ruled out.
    let mut ruling: Option<String> = None;
    for (at, token) in tokens.iter().enumerate() {
        let word = bare(token);
        let last = at + 1 == tokens.len() || token.ends_with([',', '.', ';', '!', ':']);
        // "No any", "don't use any as a type": elsewhere it stands for all of them.
        let is_any = word == "any" && (last || at > 0 && bare(tokens[at - 1]) == "no" || token.starts_with('`'));
        if JOINING.contains(&word.as_str()) {
            keep(&mut found, &mut item, ruling.as_deref(), &[]);
        } else if !is_any
            && (RULING_OUT.binary_search(&word.as_str()).is_ok()
                || BRINGING.binary_search(&word.as_str()).is_ok() && forbidden(at))
        {
            keep(&mut found, &mut item, ruling.as_deref(), &[]);
            ruling = Some(word);
        } else if ruling.is_some() && literal(token).is_none() && !is_any && ends(&word) {
            keep(&mut found, &mut item, ruling.as_deref(), &tokens[at..]);
            ruling = None;
        } else if ruling.is_some() {
            item.push(token);
        }
        if last {
            keep(&mut found, &mut item, ruling.as_deref(), &[]);
            // "No jquery, lodash or moment".
            ruling = ruling.filter(|_| token.ends_with(','));
        }
    }
    found
}

/// True for a word behind which the name is over.
fn ends(word: &str) -> bool {
    is_courtesy(word)
        || matches!(
            word,
            "about"
                | "again"
                | "anywhere"
                | "as"
                | "at"
                | "because"
                | "before"
                | "but"
                | "for"
                | "from"
                | "here"
                | "if"
                | "in"
                | "inside"
                | "into"
                | "just"
                | "of"
                | "on"
                | "only"
                | "so"
                | "that"
                | "then"
                | "there"
                | "this"
                | "to"
                | "unless"
                | "when"
                | "where"
                | "with"
                | "bitte"
                | "je"
                | "je!"
                | "im"
                | "dans"
                | "en"
                | "em"
                | "nel"
        )
}

/// Takes what stands in `item` for code where it is some. `ruling`: the word that rules it out; `behind`: what follows it.
fn keep(found: &mut Vec<Code>, item: &mut Vec<&str>, ruling: Option<&str>, behind: &[&str]) {
    let item = std::mem::take(item);
    let Some(ruling) = ruling.filter(|_| found.len() < MAX_NAMES) else { return };
    let phrase: Vec<String> = item.iter().map(|token| bare(token)).collect();
    let telling: Vec<&String> = phrase.iter().filter(|word| BESIDE.binary_search(&word.as_str()).is_err()).collect();
    // "Don't add a comment to the ticket", "no comments from my side".
    let aside = match behind {
        [to, rest @ ..] if matches!(bare(to).as_str(), "about" | "from" | "on" | "to") => {
            !rest.iter().take(3).any(|word| IN_CODE.contains(&bare(word).as_str()))
        }
        _ => false,
    };
    let known = || {
        let said = telling.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        construct(&phrase.join(" ")).or_else(|| construct(&said))
    };
    let brings_libraries = LIBRARIAN.contains(&ruling) || RULING_OUT.binary_search(&ruling).is_ok();
    let code = match (item.last(), &telling[..]) {
        (Some(last), [] | [_]) if !aside => {
            known().or_else(|| literal(last)).or_else(|| library(telling.first()?).filter(|_| brings_libraries))
        }
        (Some(_), _) if !aside => known(),
        _ => None,
    };
    found.extend(code.filter(|code| !found.contains(code)));
}

/// A word that may be the name of a library.
fn library(word: &str) -> Option<Code> {
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    let named = word.len() > 2 && word.starts_with(|first: char| first.is_ascii_lowercase()) && plain;
    (named && is_telling(word) && !is_quantifier(word)).then(|| Code::Library(word.to_owned()))
}

/// A token without its marks, in lower case.
fn bare(token: &str) -> String {
    token.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(RULING_OUT.is_sorted() && BRINGING.is_sorted() && BESIDE.is_sorted());
    }

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
        check("Do not use any raw SQL in the report", "raw sql");
        check("Do not use any global variable for it", "global variables");
        check("Don't add any logging", "logging");
        check("no comments at all", "comments");
        check("no extra code comments in the functions please", "comments");
        check("ohne Kommentare bitte", "comments");
        check("don't disable cops", "suppressions");
        check("don't use any new emojis", "emojis");
    }

    #[test]
    fn what_is_no_code_is_none() {
        check("don't add a comment to the ticket", "");
        check("no comments from my side", "");
        check("don't change the logging", "");
        check("don't touch any comments", "");
        check("don't use the new payment service", "");
        check("no changes", "");
        check("don't create a branch", "");
        check("leave the imports in src/parser.rs as is", "");
        check("src/auth/token.ts is using bcrypt, don't change it.", "");
    }
}
