//! How familiar the words of a stream are: known from the evidence, or from what the stream said well before.
//!
//! Every text has words of its own, reports more than retellings. So a stream is held against itself: the share of unknown
//! words that it has had so far is what is expected, and a lasting rise above it adds up (a CUSUM of log-likelihood ratios).

use crate::config::StreamConfig;
use crate::text::words;
use std::collections::{HashMap, HashSet};

/// The words of the evidence: single ones by their stems, and names of code as they are written.
#[derive(Clone, Debug, Default)]
pub struct Known {
    stems: HashSet<String>,
    codes: HashSet<String>,
    limit: usize,
}

impl Known {
    /// Nothing known; words beyond `limit` different ones are not taken in.
    pub fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Takes in the words of a text.
    pub fn add(&mut self, text: &str) {
        words::each_word(text, |word| {
            if self.stems.len() < self.limit {
                let stem = words::stem(word);
                if !self.stems.contains(stem.as_ref()) {
                    self.stems.insert(stem.into_owned());
                }
            }
        });
        for code in items(text).filter(|item| is_code(item)) {
            for part in parts(code) {
                if self.codes.len() < self.limit {
                    self.codes.insert(part.to_lowercase());
                }
            }
        }
    }

    /// How many different words there are.
    pub fn len(&self) -> usize {
        self.stems.len()
    }

    /// True where nothing is known.
    pub fn is_empty(&self) -> bool {
        self.stems.is_empty()
    }

    /// How unknown a name of code is: 0 for a known one, a half where its words are, 1 otherwise.
    pub(super) fn unknown_code(&self, code: &str) -> f64 {
        let has = |part: &str| self.codes.contains(&part.to_lowercase());
        if has(code) || parts(code).skip(1).all(&has) && parts(code).nth(1).is_some() {
            return 0.0;
        }
        let words = words::words(code);
        let known = words.iter().filter(|word| word.len() > 2).all(|word| self.has_word(word));
        if known { 0.5 } else { 1.0 }
    }

    fn has_word(&self, word: &str) -> bool {
        self.stems.contains(words::stem(word).as_ref())
    }
}

/// Runs of letters, digits and the signs that names of code have inside.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '.' | '/' | ':' | '-' | '#' | '\'')))
        .map(|item| item.trim_matches(['.', '/', ':', '-', '#', '\'']))
        .filter(|item| !item.is_empty())
}

/// A whole name, the parts of it between slashes and colons, and the last two of a dotted one.
fn parts(code: &str) -> impl Iterator<Item = &str> {
    let inner = code.split(['/', ':', '#']).filter(move |part| *part != code && !part.is_empty());
    std::iter::once(code).chain(inner)
}

/// True for a name with a sign, a hump or a digit inside: `src/a.rs`, `snake_case`, `camelCase`, `v2`.
fn is_code(item: &str) -> bool {
    let mut before = ' ';
    item.chars().any(|letter| {
        let hump = before.is_lowercase() && letter.is_uppercase();
        let mixed =
            (before.is_ascii_digit() && letter.is_alphabetic()) || (before.is_alphabetic() && letter.is_ascii_digit());
        let joined = matches!(letter, '_' | '/') || (matches!(before, '.') && letter.is_alphanumeric());
        before = letter;
        hump || mixed || joined
    })
}

/// Words of reports about any work: hardly a sign of anything. Stems, sorted.
#[rustfmt::skip]
const REPORT_WORDS: &[&str] = &[
    "add", "already", "bas", "branch", "build", "call", "chang", "check", "clean", "cod", "command", "commit",
    "complet", "config", "content", "correct", "creat", "error", "exist", "fil", "fix", "funct", "git", "handl",
    "help", "includ", "instead", "integr", "issu", "lin", "lint", "local", "mak", "manu", "messag", "nam", "need",
    "new", "output", "pass", "path", "prompt", "push", "remov", "return", "run", "set", "show", "skip", "sourc",
    "stat", "string", "successful", "summary", "test", "typ", "updat", "user", "valu", "verify", "warn", "work",
];

/// The state of one stream.
#[derive(Clone, Debug)]
pub(super) struct Familiar<'a> {
    known: &'a Known,
    config: &'a StreamConfig,
    /// Words of the stream that the evidence does not have, with the token where each stood first.
    own: HashMap<String, usize>,
    /// What was unknown so far, and all of it.
    unknown: f64,
    seen: f64,
    /// The CUSUM, in nats.
    strange: f64,
    token: usize,
    /// False where too little is known to call anything strange.
    judges: bool,
}

impl<'a> Familiar<'a> {
    /// `fewest` is how many words must be known before anything is strange.
    pub(super) fn new(known: &'a Known, config: &'a StreamConfig, fewest: usize) -> Self {
        let seen = config.expected_words;
        Self {
            known,
            config,
            own: HashMap::new(),
            unknown: config.expected * seen,
            seen,
            strange: 0.0,
            token: 0,
            judges: known.len() >= fewest,
        }
    }

    /// Takes a token, and gives the coherence after it: 1 for nothing strange, `hard` where it is too much.
    pub(super) fn push(&mut self, token: &str) -> f64 {
        if self.judges {
            for item in items(token) {
                if is_code(item) {
                    let unknown = if self.is_own(item) { 0.0 } else { self.known.unknown_code(item) };
                    self.take(unknown, self.config.code_weight);
                } else {
                    let mut found = Vec::new();
                    words::each_word(item, |word| {
                        if words::is_telling(word) && word.len() > 2 {
                            found.push(word.to_owned());
                        }
                    });
                    for word in found {
                        let common = REPORT_WORDS.binary_search(&words::stem(&word).as_ref()).is_ok();
                        let known = self.known.has_word(&word) || self.is_own(&word);
                        self.take(f64::from(u8::from(!known)), if common { self.config.common_weight } else { 1.0 });
                    }
                }
            }
        }
        self.token += 1;
        (1.0 - (1.0 - self.config.hard) * self.strange / self.config.strange).max(0.0)
    }

    /// True for a word that the stream itself said well before.
    fn is_own(&mut self, word: &str) -> bool {
        let token = self.token;
        if self.own.len() >= self.config.max_own && !self.own.contains_key(word) {
            return false;
        }
        let first = *self.own.entry(word.to_lowercase()).or_insert(token);
        token - first >= self.config.own_after
    }

    fn take(&mut self, unknown: f64, weight: f64) {
        const SURE: f64 = 0.9;
        const MOST: f64 = 2.5;
        let expected = (self.unknown / self.seen).min(SURE);
        let feared = expected + (1.0 - expected) * self.config.feared;
        let ratio = unknown * (feared / expected).ln() + (1.0 - unknown) * ((1.0 - feared) / (1.0 - expected)).ln();
        self.strange = (self.strange + weight * ratio.clamp(-MOST, MOST)).max(0.0);
        let counted = weight.min(1.0);
        self.unknown += unknown * counted;
        self.seen += counted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    #[test]
    fn names_of_code_are_told_from_words() {
        for code in ["src/a.rs", "snake_case", "camelCase", "v2", "setup.go", "hooks.go:222"] {
            assert!(is_code(code), "{code}");
        }
        for word in ["word", "Word", "don't", "well-known", "42", "end"] {
            assert!(!is_code(word), "{word}");
        }
    }

    #[test]
    fn code_is_known_by_its_parts() {
        let mut known = Known::new(100);
        known.add("Edited /home/dev/cli/cmd/setup.go and parse_token()");
        assert!(known.unknown_code("setup.go").abs() < 1e-9);
        assert!(known.unknown_code("cmd/setup.go").abs() < 1e-9);
        assert!(known.unknown_code("parse_token").abs() < 1e-9);
        assert!((known.unknown_code("parseToken") - 0.5).abs() < 1e-9);
        assert!((known.unknown_code("store.rs") - 1.0).abs() < 1e-9);
        assert!(!known.is_empty() && known.len() > 5);
        assert!(REPORT_WORDS.is_sorted());
        let mut small = Known::new(2);
        small.add("one two three four");
        assert_eq!(small.len(), 2);
    }

    #[test]
    fn a_foreign_part_adds_up_and_own_words_do_not() {
        let config = config::defaults().stream;
        let mut known = Known::new(1000);
        let home = "The parser reads dates from invoices and keeps their currency. ";
        known.add(home);
        let mut stream = Familiar::new(&known, &config, 3);
        let mut last = 1.0;
        for token in home.split_inclusive(' ').cycle().take(60) {
            last = stream.push(token);
        }
        assert!(last > 0.99, "{last}");
        let foreign = "Volcanoes beneath glaciers melt enormous quantities of frozen water during eruptions, flooding \
                       valleys, villages, harbours, bridges, meadows, orchards, lighthouses and railways nearby. ";
        for token in foreign.split_inclusive(' ') {
            last = stream.push(token);
        }
        assert!(last < config.hard, "{last}");
        // With hardly any evidence nothing is strange.
        let nothing = Known::new(10);
        let mut stream = Familiar::new(&nothing, &config, 3);
        assert!(foreign.split_inclusive(' ').all(|token| stream.push(token) > 0.99));
    }
}
