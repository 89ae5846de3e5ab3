//! Words of prose, identifiers and paths.
//!
//! Owns the splitting of text into words and sentences, the light stemmer and the kinship of words. It knows no goal
//! and no grammar: what a sentence asks for is read elsewhere.

use super::path;
use super::word_set::WordSet;
use crate::text::word_set::sorted;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Words that say nothing about what the work is about: function words, and the verbs with which people ask.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "able", "about", "above", "across", "actually", "add", "added", "adding", "adds", "after", "again",
    "against", "ahead", "all", "almost", "alone", "along", "already", "also", "although", "always", "am", "an",
    "and", "another", "any", "anyone", "anything", "anyway", "apply", "are", "arent", "around", "as", "ask", "at",
    "away", "back", "basically", "be", "because", "been", "before", "behind", "being", "below", "besides",
    "between", "bit", "both", "but", "by", "call", "came", "can", "cannot", "cant", "certain", "change", "changed",
    "changes", "changing", "check", "claude", "clearly", "come", "continue", "correct", "could", "couldnt",
    "create", "created", "creating", "currently", "did", "didnt", "different", "do", "does", "doesnt", "doing",
    "done", "dont", "down", "due", "during", "each", "either", "else", "ensure", "etc", "even", "ever", "every",
    "everything", "exactly", "except", "far", "few", "find", "fine", "first", "fix", "fixed", "fixes", "fixing",
    "for", "from", "further", "get", "gets", "getting", "give", "given", "go", "goes", "going", "good", "got",
    "great", "had", "has", "hasnt", "have", "havent", "having", "he", "help", "her", "here", "hey", "hi", "him",
    "his", "how", "however", "i", "id", "ideally", "if", "ill", "im", "implement", "implemented", "implementing",
    "in", "inside", "instead", "into", "is", "isnt", "it", "its", "itself", "ive", "just", "keep", "kind", "know",
    "last", "least", "leave", "less", "let", "lets", "like", "likely", "little", "look", "looking", "looks", "lot",
    "made", "make", "makes", "making", "many", "may", "maybe", "me", "mean", "might", "mine", "more", "most",
    "much", "must", "my", "need", "needed", "needs", "neither", "never", "new", "next", "no", "none", "nor", "not",
    "nothing", "now", "of", "off", "often", "oh", "ok", "okay", "on", "once", "one", "ones", "only", "onto", "or",
    "other", "others", "our", "out", "over", "own", "part", "per", "perhaps", "please", "possible", "probably",
    "properly", "put", "quite", "rather", "re", "really", "remove", "replace", "right", "said", "same", "say",
    "says", "see", "seem", "seems", "several", "shall", "she", "should", "shouldnt", "show", "simply", "since",
    "so", "some", "someone", "something", "sometimes", "somewhere", "soon", "start", "still", "stop", "such",
    "sure", "take", "tell", "than", "thank", "thanks", "that", "thats", "the", "their", "them", "then", "there",
    "therefore", "theres", "these", "they", "theyre", "thing", "things", "think", "this", "those", "though",
    "through", "thus", "till", "to", "together", "too", "touch", "toward", "towards", "tried", "try", "trying",
    "under", "unless", "until", "up", "update", "updated", "updates", "updating", "upon", "us", "use", "used",
    "uses", "using", "ve", "very", "via", "want", "wanted", "wants", "was", "wasnt", "way", "we", "well", "were",
    "werent", "weve", "what", "whatever", "whats", "when", "where", "wherever", "whether", "which", "while", "who",
    "whole", "whom", "whose", "why", "will", "with", "within", "without", "wont", "work", "working", "works",
    "would", "wouldnt", "write", "yes", "yet", "you", "youd", "youll", "your", "youre", "yours", "youve",
];

static STOPS: WordSet<1024> = WordSet::new(STOP_WORDS);

/// Path words that tell a layout and not a subject.
#[rustfmt::skip]
const GENERIC_PATH_WORDS: &[&str] = &[
    "app", "apps", "bin", "cmd", "common", "core", "crate", "crates", "dist", "helper", "helpers", "index", "init",
    "internal", "java", "js", "lib", "libs", "main", "mod", "module", "modules", "package", "packages", "pkg", "py",
    "shared", "source", "spec", "specs", "src", "test", "tests", "ts", "util", "utils",
];

static GENERIC: WordSet<128> = WordSet::new(GENERIC_PATH_WORDS);

/// Abbreviations people use in prose and paths, with the beginnings of the stems that they stand for. Sorted by the first.
#[rustfmt::skip]
const ABBREVIATIONS: &[(&str, &[&str])] = &[
    ("addr", &["address"]), ("admin", &["administr"]), ("app", &["applic"]), ("apps", &["applic"]),
    ("arch", &["architect"]), ("args", &["argument"]), ("async", &["asynchron"]), ("attr", &["attribut"]),
    ("auth", &["authentic", "authoris", "authoriz"]), ("btn", &["button"]), ("cert", &["certific"]),
    ("cfg", &["config"]), ("cmd", &["command"]), ("conf", &["config"]), ("config", &["configur"]),
    ("conn", &["connect"]), ("ctx", &["context"]), ("db", &["databas"]), ("deps", &["depend"]),
    ("desc", &["descript", "describ"]), ("dev", &["develop"]), ("diff", &["differ"]), ("dir", &["directory"]),
    ("doc", &["document"]), ("docs", &["document"]), ("env", &["environ"]), ("exec", &["execut"]),
    ("expr", &["express"]), ("func", &["funct"]), ("gen", &["generat", "gener"]), ("img", &["imag"]),
    ("impl", &["implement"]), ("info", &["inform"]), ("init", &["initi"]), ("intl", &["internat"]),
    ("lang", &["languag"]), ("max", &["maxim"]), ("meta", &["metadata"]), ("min", &["minim"]),
    ("msg", &["messag"]), ("nav", &["navig"]), ("notif", &["notific"]), ("obj", &["object"]),
    ("opts", &["option"]), ("param", &["paramet"]), ("params", &["paramet"]), ("perf", &["perform"]),
    ("perm", &["permiss"]), ("pref", &["prefer"]), ("prefs", &["prefer"]), ("prod", &["product"]),
    ("pwd", &["password"]), ("ref", &["refer"]), ("refs", &["refer"]), ("regex", &["regular"]),
    ("repo", &["repositor"]), ("repos", &["repositor"]), ("req", &["request", "requir"]), ("res", &["respons"]),
    ("sec", &["secur"]), ("spec", &["specific"]), ("stats", &["statistic"]), ("sync", &["synchron"]),
    ("temp", &["tempor"]), ("tmp", &["tempor"]), ("util", &["utilit"]), ("val", &["valid", "valu"]),
    ("var", &["variab"]),
];

/// Endings behind which a full stop does not end a sentence, without the last stop.
const DOTTED: &[&str] = sorted(&["approx", "cf", "e.g", "eg", "etc", "fig", "i.e", "ie", "incl", "resp", "viz", "vs"]);

/// A line of at least so many bytes without a final stop was probably broken by an editor, not by the writer.
const WRAPPED_LINE: usize = 60;

/// Lower-case words of prose and identifiers, in order: camelCase, `snake_case`, kebab-case and digits are split,
/// an apostrophe inside a word is dropped ("don't" is "dont").
pub fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    each_word(text, |word| found.push(word.to_owned()));
    found
}

/// The [`words`] that tell what the work is about, each once, in order.
pub fn content_words(text: &str) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    each_word(text, |word| {
        if is_telling(word) && seen.insert(word.to_owned()) {
            found.push(word.to_owned());
        }
    });
    found
}

/// True for a word that is neither a stop word nor a lone letter nor a number.
pub fn is_telling(word: &str) -> bool {
    word.chars().nth(1).is_some() && !STOPS.contains(word) && !word.chars().all(|letter| letter.is_ascii_digit())
}

/// The words of all components of a path, the extension and generic words (src, lib, index, test, ...) left out.
pub fn path_words(path: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in [path::folder(path), path::stem(path)] {
        each_path_word(part, |word| {
            if !found.iter().any(|known| known == word) {
                found.push(word.to_owned());
            }
        });
    }
    found
}

/// Gives the words of a folder or a file's stem one after the other, the generic ones left out.
pub fn each_path_word(part: &str, mut give: impl FnMut(&str)) {
    each_word(part, |word| {
        if !is_generic_in_path(word) {
            give(word);
        }
    });
}

/// True for a path word that tells a layout and not a subject ("src", "index", "tests").
pub fn is_generic_in_path(word: &str) -> bool {
    GENERIC.contains(word)
}

/// Gives the [`words`] one after the other.
pub fn each_word(text: &str, mut give: impl FnMut(&str)) {
    // It is never broken off.
    let _ = try_each_word(text, |word| {
        give(word);
        ControlFlow::Continue(())
    });
}

/// The same until `give` has enough: of a long text no more is read than is wanted.
pub fn try_each_word(text: &str, mut give: impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut word = String::new();
    let mut previous = ' ';
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let rest = &text[at..];
        // Most of a text are words of small letters with a space behind: they are given as they stand.
        let small = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        if small > 0 {
            if previous.is_ascii_digit() && !word.is_empty() {
                give(&word)?;
                word.clear();
            }
            let ends = rest.as_bytes().get(small).is_none_or(|&next| is_gap(next));
            at += small;
            if ends && word.is_empty() {
                give(&rest[..small])?;
                previous = ' ';
            } else {
                word.push_str(&rest[..small]);
                previous = 'a';
            }
            continue;
        }
        // And most of the rest is white space and the punctuation of program text.
        if is_gap(byte) {
            if !word.is_empty() {
                give(&word)?;
                word.clear();
            }
            previous = ' ';
            at += rest.bytes().take_while(|&byte| is_gap(byte)).count();
            continue;
        }
        let mut letters = rest.chars();
        let Some(letter) = letters.next() else { break };
        let next = letters.next().unwrap_or(' ');
        at += letter.len_utf8();
        if !letter.is_alphanumeric() {
            let joins = matches!(letter, '\'' | '’') && previous.is_alphabetic() && next.is_alphabetic();
            if !joins && !word.is_empty() {
                give(&word)?;
                word.clear();
            }
            previous = if joins { 'a' } else { ' ' };
            continue;
        }
        let hump =
            letter.is_uppercase() && (previous.is_lowercase() || (previous.is_uppercase() && next.is_lowercase()));
        let digit_edge = letter.is_ascii_digit() != previous.is_ascii_digit();
        if (hump || digit_edge) && !word.is_empty() {
            give(&word)?;
            word.clear();
        }
        if letter.is_ascii() {
            word.push(letter.to_ascii_lowercase());
        } else {
            word.extend(letter.to_lowercase());
        }
        previous = letter;
    }
    if word.is_empty() { ControlFlow::Continue(()) } else { give(&word) }
}

/// True for a byte that ends a word, whatever stands behind it.
fn is_gap(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'\''
}

/// What is left of an English word without its inflection: "tokens" and "token", "authentication", "authenticate" and
/// "authenticated" meet. Not always a word itself; words of other languages pass nearly unchanged.
pub fn stem(word: &str) -> Cow<'_, str> {
    if word.len() <= 3 || !word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let mut root = singular(word);
    let mut ends_in_at = false;
    for ending in ["ing", "ed"] {
        if let Some(rest) = root.strip_suffix(ending)
            && rest.len() >= 3
            && !rest.ends_with('e')
            && rest.contains(['a', 'e', 'i', 'o', 'u', 'y'])
        {
            // "formatted" is of "format", "migrated" of "migrate": only the second lost an ending that "migration" has.
            let single = undoubled(rest).len();
            ends_in_at = single == rest.len();
            root = match rest.strip_suffix('i') {
                Some(short) => Cow::Owned(format!("{short}y")),
                None => cut(root, single),
            };
            break;
        }
    }
    for ending in ["ation", "ate", "at"] {
        if let Some(rest) = root.strip_suffix(ending)
            && rest.len() >= 4
            && (ending != "at" || ends_in_at)
        {
            let length = rest.len();
            return cut(root, length);
        }
    }
    if let Some(rest) = root.strip_suffix("ion")
        && rest.len() >= 4
        && rest.ends_with(['t', 's'])
    {
        let length = rest.len();
        return cut(root, length);
    }
    match root.strip_suffix('e').map(str::len) {
        Some(length) if length >= 3 => cut(root, length),
        _ => root,
    }
}

/// The first `length` bytes, in place.
pub fn cut(word: Cow<'_, str>, length: usize) -> Cow<'_, str> {
    match word {
        Cow::Borrowed(word) => Cow::Borrowed(&word[..length]),
        Cow::Owned(mut word) => {
            word.truncate(length);
            Cow::Owned(word)
        }
    }
}

fn singular(word: &str) -> Cow<'_, str> {
    // Of words without an s, which are most, none is a plural.
    let Some(rest) = word.strip_suffix('s') else { return Cow::Borrowed(word) };
    if let Some(rest) = word.strip_suffix("ies").filter(|rest| rest.len() >= 2) {
        return Cow::Owned(format!("{rest}y"));
    }
    if ["sses", "ches", "shes", "xes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return Cow::Borrowed(&word[..word.len() - 2]);
    }
    Cow::Borrowed(if rest.ends_with(['s', 'u', 'i']) { word } else { rest })
}

/// "stopp" from "stopped" is "stop"; "call" and "miss" keep their double letter, and so do words of three letters.
fn undoubled(word: &str) -> &str {
    let bytes = word.as_bytes();
    match bytes {
        [.., _, before, last] if before == last && bytes.len() > 3 && b"bdgmnprt".contains(last) => {
            &word[..word.len() - 1]
        }
        _ => word,
    }
}

/// True when two words mean the same for finding work again: one stem, an accepted abbreviation ("auth" and
/// "authentication", "config" and "configuration"), or the doer of the deed ("parse" and "parser"). "auth" is not akin
/// to "author".
pub fn akin(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    // Stems and abbreviations keep the first letter.
    if a.chars().next() != b.chars().next() {
        return false;
    }
    let (stem_a, stem_b) = (stem(a), stem(b));
    stem_a == stem_b
        || abbreviates(a, &stem_b)
        || abbreviates(b, &stem_a)
        || is_doer(&stem_a, &stem_b)
        || is_doer(&stem_b, &stem_a)
}

fn abbreviates(short: &str, long: &str) -> bool {
    ABBREVIATIONS
        .binary_search_by(|(abbreviation, _)| (*abbreviation).cmp(short))
        .is_ok_and(|at| ABBREVIATIONS[at].1.iter().any(|beginning| long.starts_with(beginning)))
}

/// "pars" and "parser", "format" and "formatter", "valid" and "validator".
fn is_doer(deed: &str, doer: &str) -> bool {
    deed.len() >= 4
        && doer.strip_prefix(deed).is_some_and(|rest| {
            let agent = rest == "er" || (rest == "ator" && deed.len() >= 5);
            agent || rest.strip_suffix("er").is_some_and(|double| double.len() == 1 && deed.ends_with(double))
        })
}

/// The last sentence of a text that ends with a question.
pub fn last_question(text: &str) -> Option<&str> {
    if text.trim_end().ends_with('?') { sentences(text).pop() } else { None }
}

/// The sentences of a prose, in order, trimmed, none empty. A line ends a sentence unless an editor wrapped it; code
/// fences and inline code stay whole; dots in file names, versions, URLs and abbreviations do not split.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let (mut start, mut line_start, mut at) = (0, 0, 0);
    let mut push = |from: usize, to: usize| {
        let sentence = text[from..to].trim();
        if !sentence.is_empty() {
            found.push(sentence);
        }
    };
    while at < bytes.len() {
        match bytes[at] {
            b'`' if text[line_start..at].trim().is_empty() && text[at..].starts_with("```") => {
                push(start, at);
                let end = fence_end(text, at);
                push(at, end);
                (start, line_start, at) = (end, end, end);
                continue;
            }
            b'`' => {
                // Inline code ends on its own line or is no code.
                let rest = &text[at + 1..];
                // One search for both: the end of a long line is not looked for at each backtick.
                let ends = rest.find(['`', '\n']).filter(|end| rest.as_bytes()[*end] == b'`');
                at += ends.map_or(0, |length| length + 1);
            }
            b'\n' => {
                if !is_soft_break(text, line_start, at) {
                    push(start, at);
                    start = at + 1;
                }
                line_start = at + 1;
            }
            b'.' | b'!' | b'?' | b';' => {
                let mut end = at + 1;
                while end < bytes.len() && matches!(bytes[end], b'.' | b'!' | b'?' | b'"' | b'\'' | b')' | b']' | b'*')
                {
                    end += 1;
                }
                let closes = end == bytes.len() || bytes[end].is_ascii_whitespace();
                if closes && !(bytes[at] == b'.' && end == at + 1 && is_dotted(&text[start..at])) {
                    push(start, end);
                    start = end;
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    push(start, text.len());
    found
}

fn fence_end(text: &str, open: usize) -> usize {
    let Some(body) = text[open..].find('\n').map(|end| open + end + 1) else { return text.len() };
    let mut line = body;
    while line < text.len() {
        let end = text[line..].find('\n').map_or(text.len(), |length| line + length + 1);
        if text[line..end].trim_start().starts_with("```") {
            return end;
        }
        line = end;
    }
    text.len()
}

/// True when the line break at `at` was made by an editor in the middle of a sentence.
fn is_soft_break(text: &str, line_start: usize, at: usize) -> bool {
    let line = text[line_start..at].trim_end();
    let next = text[at + 1..].trim_start_matches([' ', '\t']);
    line.len() >= WRAPPED_LINE
        && !line.ends_with(['.', '!', '?', ':', ';', '|', '`'])
        && next.starts_with(|letter: char| letter.is_lowercase())
}

/// True when the text before a full stop is an abbreviation, or the number of a list item.
fn is_dotted(before: &str) -> bool {
    let word = before.rsplit([' ', '\n', '\t', '(']).next().unwrap_or(before);
    let numbered = !word.is_empty() && word.len() <= 3 && word.bytes().all(|digit| digit.is_ascii_digit());
    (numbered && before.trim() == word) || DOTTED.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(found: &[impl AsRef<str>], expected: &str) {
        let found: Vec<&str> = found.iter().map(AsRef::as_ref).collect();
        assert_eq!(found.join("|"), expected);
    }

    #[test]
    fn abbreviations_are_sorted() {
        assert!(ABBREVIATIONS.is_sorted_by_key(|(short, _)| short));
    }

    #[test]
    fn words_split_identifiers() {
        check(&words("Fix parseToken in HTTPServer2"), "fix|parse|token|in|http|server|2");
        check(&words("snake_case kebab-case x.y/z"), "snake|case|kebab|case|x|y|z");
        check(&words("don't use the user’s 'name'"), "dont|use|the|users|name");
        check(&words("Überprüfe naïveTest 設定"), "überprüfe|naïve|test|設定");
        check(&words("  "), "");
    }

    #[test]
    fn content_words_leave_out_the_asking() {
        check(
            &content_words("Please fix the expired token bug, and add a test for the token"),
            "expired|token|bug|test",
        );
        check(&content_words("can you update it now?"), "");
        check(&content_words("bump to 1.2.3"), "bump");
    }

    #[test]
    fn path_words_tell_the_subject() {
        check(&path_words("src/auth/tokenStore.test.ts"), "auth|token|store");
        check(&path_words("packages/web/src/index.ts"), "web");
        check(&path_words(".github/workflows/ci.yml"), "github|workflows|ci");
    }

    #[track_caller]
    fn same(words: &[&str]) {
        for word in words {
            assert_eq!(stem(word), stem(words[0]), "{word}");
        }
    }

    #[test]
    fn stems_of_one_family_meet() {
        same(&["token", "tokens"]);
        same(&["authentication", "authenticate", "authenticated", "authenticates", "authenticating"]);
        same(&["migration", "migrations", "migrate", "migrated"]);
        same(&["validate", "validation", "validated"]);
        same(&["style", "styles", "styling", "styled"]);
        same(&["stop", "stopped", "stopping"]);
        same(&["dependency", "dependencies"]);
        same(&["class", "classes"]);
        same(&["configure", "configuration", "configured"]);
        same(&["connect", "connection", "connected"]);
        same(&["add", "adding", "added"]);
        for word in ["string", "need", "speed", "bus", "status", "analysis", "add", "css", "設定"] {
            assert_eq!(stem(word), word);
        }
    }

    #[track_caller]
    fn kin(a: &str, b: &str, expected: bool) {
        assert_eq!((akin(a, b), akin(b, a)), (expected, expected), "{a} {b}");
    }

    #[test]
    fn kinship_is_neither_too_wide_nor_too_narrow() {
        for (a, b) in [
            ("auth", "authentication"),
            ("auth", "authorize"),
            ("config", "configuration"),
            ("db", "database"),
            ("docs", "documentation"),
            ("repo", "repositories"),
            ("parser", "parsing"),
            ("formatter", "format"),
            ("validator", "validate"),
            ("login", "logins"),
        ] {
            kin(a, b, true);
        }
        for (a, b) in [
            ("auth", "author"),
            ("auth", "authority"),
            ("form", "format"),
            ("port", "portal"),
            ("test", "testament"),
            ("user", "use"),
            ("import", "important"),
        ] {
            kin(a, b, false);
        }
    }

    #[test]
    fn sentences_end_where_the_writer_ended_them() {
        check(&sentences("Fix token.rs. Don't touch v1.2.3! Why? ok"), "Fix token.rs.|Don't touch v1.2.3!|Why?|ok");
        check(
            &sentences("Use e.g. a map, i.e. a tree, etc. here. See https://a.b/c.d?x=1;y"),
            "Use e.g. a map, i.e. a tree, etc. here.|See https://a.b/c.d?x=1;y",
        );
        check(&sentences("1. first\n2. second. third"), "1. first|2. second.|third");
        check(&sentences("run `a. b; c` now; then stop"), "run `a. b; c` now;|then stop");
        check(&sentences("see:\n```\nlet a. b\nx; y\n```\nfix it"), "see:|```\nlet a. b\nx; y\n```|fix it");
        check(&sentences("(do it.) Then \"stop.\" Now"), "(do it.)|Then \"stop.\"|Now");
        assert_eq!(last_question("Done. Shall I push?\n"), Some("Shall I push?"));
        assert!(last_question("Shall I push? Done.").is_none() && last_question("").is_none());
        check(&sentences("fix the bug\ndon't touch css"), "fix the bug|don't touch css");
        check(
            &sentences("this line is long enough that an editor broke it in the middle\nof the sentence. End"),
            "this line is long enough that an editor broke it in the middle\nof the sentence.|End",
        );
        check(&sentences("```\nnever closed. x"), "```\nnever closed. x");
        check(&sentences("a ` b. c"), "a ` b.|c");
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,80}", other in "[a-zé'’`.;?!\\n ]{0,60}") {
            for text in [&text, &other] {
                let _ = (words(text), content_words(text), path_words(text), stem(text), akin(text, &other));
                for sentence in sentences(text) {
                    prop_assert!(text.contains(sentence));
                }
            }
        }
    }
}
