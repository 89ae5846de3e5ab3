//! Digests of what tools answer: equal for the same answer, whatever the clock and the process table said.
//!
//! Owns which lines of a tool's output tell a failure. It knows no agent and no tool: an adapter decides whose answers may hold a
//! failure. What is volatile in an output stands in `text::volatile`.

use crate::domain::Digest;
use crate::text::volatile;
use memchr::memmem::Finder;
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_64;

/// Words, in lower case, that the report of a failure holds.
const FAILURE_WORDS: [&str; 6] = ["error", "fail", "panic", "exception", "traceback", "fatal"];

/// Finds them; building a finder costs more than a search in a short text.
static FAILURE_FINDERS: LazyLock<[Finder<'static>; 6]> = LazyLock::new(|| FAILURE_WORDS.map(Finder::new));

/// The digest of raw bytes.
pub(super) fn digest(bytes: &[u8]) -> Digest {
    Digest(xxh3_64(bytes))
}

/// The digest of `text` with durations, clock times, long hex ids, addresses and process ids taken out. `size` is the
/// length of the whole answer where `text` is only a part of it: answers of different length are different.
pub(super) fn content(text: &str, size: Option<usize>) -> Digest {
    let mut stable = Vec::with_capacity(text.len() + size_of::<usize>());
    volatile::stripped(text.as_bytes(), &mut stable);
    if let Some(size) = size {
        stable.extend_from_slice(&size.to_le_bytes());
    }
    digest(&stable)
}

/// What a failure is recognised by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Numbers set aside: "9 failed" and "8 failed" are the same kind of failure.
    pub kind: Digest,
    /// With its numbers: the very same error.
    pub error: Digest,
}

impl Failure {
    /// `told` is what reports the failure in `text`. Many tools report every failure in the same words ("task failed"), so
    /// an error is the same only when the rest of the output is of the same shape too. The order of lines says nothing:
    /// tests run side by side.
    fn told_by(told: &str, text: &str) -> Self {
        let mut errors: Vec<&str> = told.lines().map(str::trim).collect();
        errors.sort_unstable();
        let mut stable = Vec::new();
        let mut shape: Vec<u64> = text.lines().map(|line| without_numbers(line.trim(), &mut stable).0).collect();
        shape.sort_unstable();
        shape.dedup();
        let mut error = Vec::new();
        volatile::stripped(errors.join("\n").as_bytes(), &mut error);
        error.extend(shape.into_iter().flat_map(u64::to_le_bytes));
        Self { kind: without_numbers(told, &mut stable), error: digest(&error) }
    }
}

/// The failure that lines of `text` tell; `None` where no line does.
pub fn failure(text: &str) -> Option<Failure> {
    let lower = text.to_ascii_lowercase();
    // A text holds one or two of the words: its lines are not asked for the others.
    let held: Vec<_> = FAILURE_FINDERS.iter().filter(|finder| finder.find(lower.as_bytes()).is_some()).collect();
    if held.is_empty() {
        return None;
    }
    let told: Vec<&str> = text
        .lines()
        .zip(lower.lines())
        .filter(|(line, lower)| tells_failure(line, lower, &held))
        .map(|(line, _)| line.trim())
        .collect();
    if told.is_empty() { None } else { Some(Failure::told_by(&told.join("\n"), text)) }
}

/// The failure that a failed answer tells: by its lines that report one, else by all of it.
pub fn failure_of(text: &str) -> Failure {
    failure(text).unwrap_or_else(|| Failure::told_by(text, text))
}

/// `stable` is room to work in: an output has many lines.
fn without_numbers(text: &str, stable: &mut Vec<u8>) -> Digest {
    stable.clear();
    volatile::stripped(text.as_bytes(), stable);
    for byte in &mut *stable {
        if byte.is_ascii_digit() {
            *byte = b'#';
        }
    }
    // "9 failed" and "10 failed" are the same failure: a number is one mark however long it is.
    stable.dedup_by(|next, kept| *next == b'#' && *kept == b'#');
    digest(stable)
}

/// True when a line reports a failure, as tools write it: "error: ...", "FAILED tests/x", "2 failed", "E   assert",
/// "panicked at". A line that merely holds such a word, or counts none of them, is not a report.
fn tells_failure(line: &str, lower: &str, words: &[&Finder<'_>]) -> bool {
    words.iter().any(|finder| {
        finder.find_iter(lower.as_bytes()).any(|at| is_report(line.as_bytes(), at, finder.needle().len()))
    })
}

fn is_report(line: &[u8], at: usize, length: usize) -> bool {
    let end = at + line[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let before = line[..at].trim_ascii_end();
    let after = &line[end..];
    // "0 failed", "no errors": nothing failed. "2 failed": something did.
    let counted = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if counted > 0 {
        return before[before.len() - counted..].iter().any(|&digit| digit != b'0');
    }
    if before.len() >= 2 && before[before.len() - 2..].eq_ignore_ascii_case(b"no") {
        return false;
    }
    let shouted = line[at..at + length].iter().all(u8::is_ascii_uppercase);
    let opens = before.is_empty() && !matches!(after.first(), Some(b'.' | b'_' | b'/'));
    // "error: x", "error[E0308]: x", and "a.ts(3,1): error TS2304: x".
    let labels = matches!(after.first(), Some(b':' | b'[')) || before.ends_with(b"):");
    let panicked = line[at..end].eq_ignore_ascii_case(b"panicked");
    shouted || opens || labels || panicked
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_answers_are_equal() {
        assert_eq!(content("ran in 12ms", None), content("ran in 340ms", None));
        assert_ne!(content("2 passed", None), content("3 passed", None));
        assert_ne!(content("x", Some(10_000)), content("x", Some(10_001)));
    }

    #[track_caller]
    fn check_failure(text: &str, expected: bool) {
        assert_eq!(failure(text).is_some(), expected, "{text}");
    }

    #[test]
    fn reports_of_failures_are_told_from_words() {
        check_failure("error: expected `;`", true);
        check_failure("error[E0308]: mismatched types", true);
        check_failure("src/a.ts(3,1): error TS2304: no name", true);
        check_failure("FAILED tests/test_a.py::test_b", true);
        check_failure("test result: FAILED. 3 passed; 1 failed", true);
        check_failure("2 failed, 3 passed", true);
        check_failure("thread 'main' panicked at src/main.rs:1", true);
        check_failure("Traceback (most recent call last):", true);
        check_failure("ValueError: bad", true);
        check_failure("test result: ok. 3 passed; 0 failed", false);
        check_failure("no errors found", false);
        check_failure("src/error.rs", false);
        check_failure("error.rs", false);
        check_failure("docs: explain the error handling", false);
        check_failure("all good", false);
    }

    #[test]
    fn the_same_failure_has_one_digest() {
        let kind = |text: &str| failure_of(text).kind;
        assert_eq!(kind("12:00:01 error: 3 left\nother 1"), kind("12:00:07 error: 14 left\nother 2"));
        assert_ne!(kind("error: a"), kind("error: b"));
        assert_eq!(kind("exit 1"), kind("exit 22"));
    }

    #[test]
    fn another_number_is_another_error_and_another_time_is_not() {
        let error = |text: &str| failure_of(text).error;
        assert_ne!(error("9 failed"), error("8 failed"));
        assert_eq!(error("12:00:01 error: 3 left"), error("12:00:07 error: 3 left"));
        assert_eq!(error("FAILED a\nFAILED b in 0.3s\n7 files"), error("FAILED b in 1.4s\n8 files\nFAILED a"));
        assert_ne!(error("a.go:1: unused x\ntask failed"), error("a.go:9: missing return\ntask failed"));
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in any::<String>()) {
            let _ = (failure(&text), content(&text, None));
        }
    }
}
