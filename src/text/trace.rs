//! What a text or a path leaves in the memory of a thread: its telling words, its file, its folder.

use super::word_set::WordSet;
use super::{path, words};
use crate::domain::{Digest, Trace};
use std::collections::HashSet;
use std::ops::ControlFlow;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Characters of a word that tells something.
const TELLING: usize = 3;

/// Stems of words that most repositories use: meeting one of them connects nothing. Measured: those that three of ten
/// repositories of the development data hold in their prompts, commands, paths or answers.
#[rustfmt::skip]
const COMMON: &[&str] = &[
    "accept", "access", "action", "activ", "actual", "addit", "additional", "address", "agent", "allow", "alway",
    "anyth", "api", "appear", "append", "applic", "apply", "architectur", "arg", "argument", "array", "assert",
    "attempt", "attribut", "author", "auto", "automatically", "availabl", "avoid", "bas", "bash", "behavior",
    "behaviour", "better", "binary", "blob", "block", "bottom", "bound", "branch", "break", "bug", "build", "built",
    "byt", "cach", "call", "caller", "cargo", "cas", "cat", "catch", "caus", "changelog", "character", "check",
    "class", "clean", "clear", "cli", "client", "clon", "clos", "cod", "codebas", "collect", "column", "com",
    "command", "comment", "commit", "compar", "compil", "complet", "component", "config", "configur", "conflict",
    "connect", "consider", "const", "contain", "content", "context", "control", "convert", "copy", "correctly",
    "cost", "count", "creat", "cross", "current", "custom", "darwin", "data", "debug", "default", "delet",
    "dependency", "describ", "descript", "design", "detail", "dev", "didn", "diff", "dir", "directly", "directory",
    "display", "doc", "document", "doesn", "don", "duplic", "dur", "earlier", "echo", "edit", "effect", "element",
    "empty", "enabl", "end", "enough", "entir", "entry", "env", "environment", "eof", "error", "especially",
    "event", "everyth", "exact", "exampl", "except", "exec", "exist", "exit", "expect", "explain", "explicit",
    "explicitly", "export", "expos", "extend", "external", "extract", "fail", "fallback", "fals", "feat", "featur",
    "field", "fil", "fill", "filter", "final", "fix", "flag", "fmt", "folder", "follow", "forc", "form", "format",
    "forward", "found", "full", "funct", "futur", "gener", "general", "generator", "git", "github", "gitignor",
    "global", "grep", "handl", "handler", "happen", "hard", "hash", "hav", "head", "header", "hint", "history",
    "hit", "hom", "hook", "html", "http", "hub", "implement", "import", "includ", "incorrect", "info", "inform",
    "initial", "input", "insert", "install", "instanc", "int", "integr", "invalid", "isn", "issu", "item", "job",
    "join", "json", "key", "larg", "later", "latest", "layer", "layout", "left", "len", "level", "library", "limit",
    "lin", "link", "linux", "list", "load", "local", "locat", "lock", "log", "logg", "logic", "long", "longer",
    "mak", "manager", "manual", "map", "mark", "match", "max", "ment", "merg", "messag", "metadata", "method",
    "min", "minimal", "miss", "mkdir", "mod", "model", "modify", "mov", "multi", "multipl", "nam", "necessary",
    "nod", "non", "not", "noth", "null", "number", "object", "old", "open", "opt", "option", "optional", "order",
    "original", "otherwis", "output", "overview", "pag", "parallel", "parameter", "parent", "pars", "parser",
    "pass", "path", "pattern", "plac", "placeholder", "plan", "point", "posit", "post", "pre", "prefix", "present",
    "prevent", "previou", "previously", "print", "problem", "process", "product", "project", "prompt", "provid",
    "public", "pull", "push", "python", "query", "quest", "quick", "raw", "read", "readm", "real", "reason",
    "recent", "record", "ref", "refactor", "referenc", "registry", "reject", "relat", "releas", "relevant",
    "remain", "remov", "renam", "repo", "report", "repository", "request", "requir", "research", "resolv",
    "respons", "result", "return", "review", "root", "rul", "run", "runtim", "rust", "saf", "schema", "script",
    "search", "second", "sect", "select", "self", "send", "separ", "server", "sess", "set", "setup", "shell",
    "short", "shouldn", "sid", "silently", "similar", "simpl", "singl", "siz", "skip", "small", "solut", "someth",
    "sort", "specific", "specifically", "specify", "split", "stat", "statu", "std", "stdout", "step", "stor", "str",
    "string", "structur", "styl", "sub", "successfully", "summary", "support", "switch", "sync", "syntax", "system",
    "tabl", "tag", "target", "task", "temp", "templ", "term", "terminal", "text", "thre", "thread", "tim", "titl",
    "toml", "tool", "top", "total", "track", "tre", "trigger", "tru", "two", "typ", "understand", "unit", "unknown",
    "url", "usag", "user", "usr", "valid", "valu", "var", "variabl", "verify", "vers", "view", "visibl", "warn",
    "window", "workflow", "wrap", "wrapper", "writ", "written", "wrong", "www", "zero",
];

static COMMONS: WordSet<1024> = WordSet::new(COMMON);

/// Telling words of most texts: room for more is made when it is needed.
const USUAL: usize = 16;
/// Telling words from which on they are looked up and not gone through.
const MANY: usize = 200;
/// Words that are known again without being read, those met last; a power of two.
const MET: usize = 256;

/// Keeps a word apart from a path that reads like it.
#[derive(Clone, Copy)]
enum Kind {
    Word,
    Path,
    Subject,
    Pointed,
}

/// The telling words of one text or several, each once, by their stems.
pub struct TellingWords {
    max: usize,
    found: Vec<Trace>,
    /// The same, once they are many.
    known: HashSet<Trace>,
    /// Program text says the same names again and again: a word that was met is mostly known before it is read.
    met: [u64; MET],
}

impl TellingWords {
    /// Room for `max` of them.
    pub fn new(max: usize) -> Self {
        Self { max, found: Vec::with_capacity(max.min(USUAL)), known: HashSet::new(), met: [0; MET] }
    }

    /// Takes in those of a text, as long as there is room. What stands behind them is not read.
    pub fn add(&mut self, text: &str) {
        let Self { max, found, known, met } = self;
        // It is broken off where the room is full.
        let _ = words::try_each_word(text, |word| {
            if found.len() >= *max {
                return ControlFlow::Break(());
            }
            let print = xxh3_64(word.as_bytes());
            let place = &mut met[usize::try_from(print % MET as u64).unwrap_or_default()];
            if std::mem::replace(place, print) != print
                && let Some(trace) = of_word(word)
                && is_new(trace, found, known)
            {
                found.push(trace);
            }
            ControlFlow::Continue(())
        });
    }

    /// True when there is room for no more.
    pub fn is_full(&self) -> bool {
        self.found.len() >= self.max
    }

    /// In the order in which they were met first.
    pub fn into_traces(self) -> Vec<Trace> {
        self.found
    }
}

/// True for a trace that was not found yet. A few are compared one by one; a prompt may be megabytes long.
fn is_new(trace: Trace, found: &[Trace], known: &mut HashSet<Trace>) -> bool {
    if found.len() < MANY {
        return !found.contains(&trace);
    }
    if known.is_empty() {
        known.extend(found);
    }
    known.insert(trace)
}

/// The telling words of a text, `max` at most, each once, by their stems.
pub fn of_words(text: &str, max: usize) -> Vec<Trace> {
    let mut found = TellingWords::new(max);
    found.add(text);
    found.into_traces()
}

/// Gives the telling words of a text by their stems, as often as they stand there.
pub fn each_word(text: &str, mut give: impl FnMut(Trace)) {
    words::each_word(text, |word| {
        if let Some(trace) = of_word(word) {
            give(trace);
        }
    });
}

/// A word in small letters; `None` for one that tells nothing.
pub fn of_word(word: &str) -> Option<Trace> {
    if word.len() < TELLING || !words::is_telling(word) || words::is_generic_in_path(word) {
        return None;
    }
    let stem = words::stem(word);
    (!COMMONS.contains(&stem)).then(|| of(Kind::Word, &stem))
}

/// A file or folder inside the project.
pub fn of_path(path: &str) -> Trace {
    of(Kind::Path, path)
}

/// The subject of a file: its name without what makes it the test of another.
pub fn of_subject(file: &str) -> Trace {
    of(Kind::Subject, &subject(file))
}

/// The name of a file without its ending and without what makes it the test of another, in lower case.
pub fn subject(file: &str) -> String {
    let stem = path::stem(file).to_lowercase();
    let stem = stem.split('.').next().unwrap_or(&stem);
    let stem = stem.strip_prefix("test_").unwrap_or(stem);
    let ends = ["_test", "-test", "_spec", "tests", "test", "spec"];
    let subject = ends.iter().find_map(|end| stem.strip_suffix(end)).filter(|rest| !rest.is_empty()).unwrap_or(stem);
    subject.to_owned()
}

/// A file that an answer points into, by its name and its folder's: a tool may have run in any folder.
pub fn of_pointed(file: &str) -> Trace {
    let parts: Vec<&str> = file.rsplit(['/', '\\']).take(2).collect();
    of(Kind::Pointed, &parts.join("/"))
}

/// The files that an answer names, each with whether it points into it, as compilers and searches do (`src/a.rs:12`).
pub fn files_in(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let breaks = |letter: char| letter.is_whitespace() || "\"'`()[]{}<>,;=".contains(letter);
    text.split(breaks).filter_map(|word| {
        // The colon of a Windows drive is no end.
        let end = word.char_indices().skip(2).find(|(_, letter)| *letter == ':').map_or(word.len(), |(at, _)| at);
        let (file, rest) = word.split_at(end);
        let pointed = rest.get(1..).is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
        (file.contains(['/', '\\']) && path::extension(file).is_some()).then_some((file, pointed))
    })
}

fn of(kind: Kind, text: &str) -> Trace {
    Digest(xxh3_64_with_seed(text.as_bytes(), kind as u64)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_telling_words_leave_a_trace() {
        assert_eq!(of_words("fix the expired tokens", 9), of_words("expired token", 9));
        assert_eq!(of_words("read the file, update src/index.ts and run the test", 9), vec![]);
        assert_eq!(of_words("expiredToken expired_token", 9).len(), 2);
        assert_eq!(of_words("alpha beta gamma", 2).len(), 2);
        let letters = (0..900_u32).map(|number| char::from_u32(0x4e00 + number).unwrap());
        let many: String = letters.flat_map(|letter| [letter, letter, letter, ' ']).collect();
        let once = of_words(&many, usize::MAX);
        assert!(once.len() > MANY && of_words(&many.repeat(2), usize::MAX) == once, "{}", once.len());
    }

    #[test]
    fn a_test_has_the_subject_of_what_it_tests() {
        for test in ["tests/token.test.ts", "token_test.go", "test_token.py", "TokenTest.java", "spec/token_spec.rb"] {
            assert_eq!(of_subject(test), of_subject("src/auth/token.ts"), "{test}");
        }
        assert_ne!(of_subject("src/tests.rs"), of_subject("src/token.rs"));
        assert_ne!(of_subject("test.py"), of_subject(""));
    }

    #[track_caller]
    fn check_files(text: &str, expected: &[(&str, bool)]) {
        assert_eq!(files_in(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn files_of_an_answer_are_seen_with_their_lines() {
        check_files("error at src/a.rs:12:3, in `b/c.ts`", &[("src/a.rs", true), ("b/c.ts", false)]);
        check_files(r"color\colors.go:163:31: cannot use", &[(r"color\colors.go", true)]);
        check_files(r"C:\p\color\colors.go:163", &[(r"C:\p\color\colors.go", true)]);
        check_files("modified:   src/a.rs", &[("src/a.rs", false)]);
        check_files("nothing here. 1/2 and/or", &[]);
        assert_eq!(of_pointed(r"color\colors.go"), of_pointed("src/color/colors.go"));
        assert_ne!(of_pointed("src/color/mod.rs"), of_pointed("src/theme/mod.rs"));
    }
}
