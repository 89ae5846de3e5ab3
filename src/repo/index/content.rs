//! What a file's text holds, as words of the full-text index.
//!
//! Owns what is kept of a text: the stems of its words, those of definitions apart, each once. No sentence, no number, no
//! credential can be read back out of it.

use super::symbols;
use crate::text::path::{base_name, extension};
use crate::text::secret::{MARK, may_hold, redacted};
use crate::text::words::{each_word, is_telling, path_words, stem};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Stands before a word of a definition in the full-text index; no word holds it.
pub(super) const SYMBOL: char = '=';
/// Stands before a word of the path.
pub(super) const PATH: char = '/';

/// Bytes at the beginning of a file in which a NUL tells that it is no text (as git looks).
const BINARY_LOOK: usize = 8 * 1024;

/// Bytes of the longest stretch that is looked at for words: what is longer is data.
const LONGEST_RUN: usize = 80;
/// Bytes of a source text for each stretch that was not met before in it, roughly.
const A_NEW_RUN: usize = 32;
/// Bytes of the longest word that is kept.
const LONGEST_WORD: usize = 32;

/// Endings of names whose content is nothing but a credential.
const KEY_FILES: [&str; 7] = ["jks", "key", "keystore", "p12", "pem", "pfx", "ppk"];
/// Names, or their beginnings, of files that hold credentials beside settings.
const PRIVATE_NAMES: [&str; 9] =
    [".env", ".git-credentials", ".netrc", ".npmrc", ".pgpass", ".pypirc", "credentials", "id_ed25519", "id_rsa"];

/// What is kept of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    /// The words, marked and divided by spaces, as the full-text index takes them.
    pub(super) words: String,
    /// How many there are.
    pub(super) count: usize,
}

impl Content {
    fn push(&mut self, mark: Option<char>, word: &str) {
        if !self.words.is_empty() {
            self.words.push(' ');
        }
        self.words.extend(mark);
        self.words.push_str(word);
        self.count += 1;
    }
}

/// The words of a path alone: of a file whose text is not looked at.
pub(super) fn of_path(path: &str) -> Content {
    let mut content = Content::default();
    let mut seen = Seen::default();
    for word in path_words(path) {
        if let Some(kept) = kept(&word)
            && seen.insert(digest(kept.as_bytes()))
        {
            content.push(Some(PATH), &kept);
        }
    }
    content
}

/// What is kept of a file's path and text: at most `most` words of the text, those of its definitions first.
pub(super) fn of_file(path: &str, text: &str, most: usize) -> Content {
    let mut content = of_path(path);
    if is_private(path) {
        return content;
    }
    let (joined, clean);
    let mut runs = runs(text);
    let text = if may_hold(text, runs.iter().copied()) {
        joined = with_joined_assignments(text);
        clean = redacted(&joined);
        runs = self::runs(&clean);
        clean.as_ref()
    } else {
        text
    };
    let most = content.count + most;
    // Of words, and of stems: most words are met again, and what was met needs neither stem nor look-up.
    let (mut met, mut seen) = (room_for(runs.len()), room_for(runs.len().min(most)));
    let mut take = |mark: Option<char>, text: &str| {
        each_word(text, |word| {
            if content.count < most
                && met.insert(digest(word.as_bytes()))
                && let Some(kept) = kept(word)
                && seen.insert(digest(kept.as_bytes()))
            {
                content.push(mark, &kept);
            }
        });
        content.count < most
    };
    symbols::each(text, extension(path), |name| {
        take(Some(SYMBOL), name);
    });
    let mut runs = runs.into_iter().filter(|run| *run != MARK);
    while runs.next().is_some_and(|run| take(None, run)) {}
    content
}

/// The text of a file's bytes, `None` where they are no text. What is no character becomes a mark that ends a word.
pub(super) fn text_of(bytes: &[u8]) -> Option<std::borrow::Cow<'_, str>> {
    let head = &bytes[..bytes.len().min(BINARY_LOOK)];
    if memchr::memchr(0, head).is_some() { None } else { Some(String::from_utf8_lossy(bytes)) }
}

/// `NAME = "value"` as `NAME="value"`: credentials are known by the name right before them, and source text has spaces there.
fn with_joined_assignments(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut parts = text.split('=').peekable();
    let mut first = true;
    while let Some(part) = parts.next() {
        let part = if first { part } else { part.trim_start_matches([' ', '\t']) };
        let part = if parts.peek().is_some() { part.trim_end_matches([' ', '\t', ':']) } else { part };
        if !first {
            joined.push('=');
        }
        joined.push_str(part);
        first = false;
    }
    joined
}

/// The word as the index holds it; `None` for one that tells nothing.
pub(super) fn kept(word: &str) -> Option<std::borrow::Cow<'_, str>> {
    (word.len() <= LONGEST_WORD && is_telling(word)).then(|| stem(word))
}

/// True for a file whose text is not looked at, because it is there to hold credentials.
fn is_private(path: &str) -> bool {
    let name = base_name(path);
    PRIVATE_NAMES.iter().any(|private| name.starts_with(private))
        || extension(path).is_some_and(|extension| KEY_FILES.contains(&extension))
}

/// The stretches of letters, digits, `_` and `-` of a text, each spelling once, in order: a file names the same things
/// many times, and what was looked at once needs no second look.
fn runs(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut found, mut seen) = (Vec::new(), room_for(text.len() / A_NEW_RUN));
    let mut at = 0;
    while at < bytes.len() {
        if !IN_RUN[usize::from(bytes[at])] {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && IN_RUN[usize::from(bytes[at])] {
            at += 1;
        }
        if (2..=LONGEST_RUN).contains(&(at - start)) && seen.insert(digest(&bytes[start..at])) {
            found.push(&text[start..at]);
        }
    }
    found
}

/// Bytes of which runs are made. The bytes of all other characters count: which of them are letters the words tell.
const IN_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' || byte >= 0x80;
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};

/// Digests of what was met. Two spellings of one digest cost a word in one of 10^12 files.
type Seen = HashSet<u64, BuildHasherDefault<Itself>>;

/// For so many: a set that grows is written anew again and again, which was a tenth of the work.
fn room_for(digests: usize) -> Seen {
    Seen::with_capacity_and_hasher(digests, BuildHasherDefault::default())
}

fn digest(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// A digest is its own hash.
#[derive(Default)]
struct Itself(u64);

impl Hasher for Itself {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = digest(bytes);
    }

    fn write_u64(&mut self, digest: u64) {
        self.0 = digest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &str) {
        assert_eq!(of_file(path, text, 400).words, expected);
    }

    #[test]
    fn a_file_is_its_path_its_definitions_and_its_words() {
        check(
            "src/auth/tokenStore.rs",
            "/// Stores tokens.\npub fn expire_tokens(now: u64) {\n    let oldest = now - LIFETIME; expire_tokens(2)\n}\n",
            "/auth /token /stor =expir =token stor pub fn oldest lifetim",
        );
        check(
            "docs/größe.md",
            "Die Größe der Datei, it's HTTPServer2\n",
            "/doc /größe die größe der datei http server",
        );
    }

    #[test]
    fn a_limit_keeps_the_definitions() {
        let content = of_file("a.py", "alpha beta gamma\ndef delta():\n  pass\n", 2);
        assert_eq!((content.words.as_str(), content.count), ("=delta alpha", 2));
    }

    #[test]
    fn credentials_never_enter() {
        check("a.py", "API_TOKEN = \"hunter2secretx9\"\n", "api token");
        check("a.go", "password := \"grandmother\" // =x = y\n", "password");
        check("a.py", "x=\"ghp_0123456789abcdefghijABCDEFGHIJ\"", "");
        check("a.txt", "see https://me:grandmother@git.test/repo", "http git test repo");
        check(".env.local", "FAVOURITE=grandmother", "/env");
        check("certs/server.pem", "grandmother", "/cert /server");
    }

    #[test]
    fn bytes_with_a_nul_are_no_text() {
        assert!(text_of(b"abc\0def").is_none());
        assert_eq!(text_of("ab ß".as_bytes().split_last().unwrap().1).unwrap(), "ab \u{fffd}");
        assert!(text_of(&[b"x".repeat(BINARY_LOOK), vec![0]].concat()).is_some());
        assert_eq!(text_of(b"").unwrap(), "");
    }
}
