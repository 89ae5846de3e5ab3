//! Digests of what tools answer: equal for the same answer, whatever the clock and the process table said.
//!
//! Owns what counts as volatile in a tool's output and which of its lines tell a failure. It knows no agent and no
//! tool: an adapter decides whose answers may hold a failure.

use crate::domain::Digest;
use memchr::memmem::Finder;
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_64;

/// What stands for a volatile part.
const VOLATILE: u8 = b'~';
/// Units of a duration that may stand behind a number.
const UNITS: [&[u8]; 5] = [b"ms", b"s", b"sec", b"seconds", b"m"];
/// Hex words of this length and more are commit ids and addresses (git abbreviates to 7 at least, sha-1 has 40).
const HEX_ID: std::ops::RangeInclusive<usize> = 7..=40;
/// The groups of a UUID behind its first one.
const UUID_GROUPS: [usize; 4] = [4, 4, 4, 12];
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
    without_volatile(text.as_bytes(), &mut stable);
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
        without_volatile(errors.join("\n").as_bytes(), &mut error);
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
    without_volatile(text.as_bytes(), stable);
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

/// Adds `text` to `out`, with `~` for each volatile part. All of them hold a digit, so the search goes from digit to digit.
fn without_volatile(text: &[u8], out: &mut Vec<u8>) {
    let (mut searched, mut copied) = (0, 0);
    while let Some(digit) = next_digit(text, searched) {
        let start = digit - text[searched..digit].iter().rev().take_while(|&&byte| is_word(byte)).count();
        searched = digit + text[digit..].iter().take_while(|&&byte| is_word(byte)).count();
        // Most numbers stay: they are copied together with the text between them.
        if let Some((from, to)) = volatile_part(text, start, searched) {
            out.extend_from_slice(&text[copied..from]);
            out.push(VOLATILE);
            (searched, copied) = (to, to);
        }
    }
    out.extend_from_slice(&text[copied..]);
}

/// The place of the first digit from `from` on, looked for in eight bytes at a time: answers are long, and most bytes are
/// none.
fn next_digit(text: &[u8], from: usize) -> Option<usize> {
    let (eights, rest) = text[from..].as_chunks::<8>();
    for (index, eight) in eights.iter().enumerate() {
        let digits = digits_of(u64::from_le_bytes(*eight));
        if digits != 0 {
            return Some(from + 8 * index + digits.trailing_zeros() as usize / 8);
        }
    }
    rest.iter().position(u8::is_ascii_digit).map(|found| from + 8 * eights.len() + found)
}

/// The highest bit of each byte of `eight` that is a digit.
const fn digits_of(eight: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Digits become 0 to 9. To all from 10 on 118 adds the highest bit, unless they have it already; no byte overflows.
    let value = eight ^ (EACH * b'0' as u64);
    let beyond = ((value & (EACH * 0x7f)) + EACH * 118) | value;
    !beyond & (EACH * 0x80)
}

/// What is volatile in and behind the word `start..end`, which holds a digit.
fn volatile_part(text: &[u8], start: usize, end: usize) -> Option<(usize, usize)> {
    let word = &text[start..end];
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if let Some(to) = clock(text, start, end) {
        return Some((end - 2, to));
    }
    if digits > 0
        && let Some(to) = duration(text, start + digits, end)
    {
        return Some((start, to));
    }
    if HEX_ID.contains(&word.len()) && word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Some((start, uuid(text, start, end).unwrap_or(end)));
    }
    let lettered = digits < word.len();
    let address = || word.strip_prefix(b"0x").is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    let volatile = lettered && (address() || word.starts_with(b"toolu_")) || is_process_id(text, start, end);
    volatile.then_some((start, end))
}

/// The end of a clock time whose hours are the last two digits of the word `start..end` ("12:34:56", "T12:34:56.789Z").
fn clock(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let two = |at: usize| text.get(at..at + 2).is_some_and(|pair| pair.iter().all(u8::is_ascii_digit));
    let pair = |at: usize| text.get(at) == Some(&b':') && two(at + 1);
    if text.get(end) != Some(&b':') || end < start + 2 || !two(end - 2) || !pair(end) || !pair(end + 3) {
        return None;
    }
    let mut to = end + 6;
    if text.get(to) == Some(&b'.') {
        to += 1 + text[to + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
    Some(if text.get(to) == Some(&b'Z') { to + 1 } else { to })
}

/// The end of a duration whose whole number ends at `at`; `end` is where its word ends ("3s", "900 ms", "1.25s").
fn duration(text: &[u8], at: usize, end: usize) -> Option<usize> {
    let mut unit = at;
    if at == end && text.get(at) == Some(&b'.') {
        let fraction = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if fraction > 0 {
            unit = at + 1 + fraction;
        }
    }
    if text.get(unit) == Some(&b' ') {
        unit += 1;
    }
    if !matches!(text.get(unit), Some(b'm' | b's')) {
        return None;
    }
    let length = text[unit..].iter().take_while(|&&byte| is_word(byte)).count();
    UNITS.contains(&&text[unit..unit + length]).then_some(unit + length)
}

fn uuid(text: &[u8], start: usize, end: usize) -> Option<usize> {
    if end - start != 8 {
        return None;
    }
    let mut at = end;
    for group in UUID_GROUPS {
        let hex = text.get(at + 1..at + 1 + group)?;
        if text[at] != b'-' || !hex.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        at += 1 + group;
    }
    Some(at)
}

/// True for "pid 4711", "PID: 4711", "id=12", "pid4711".
fn is_process_id(text: &[u8], start: usize, end: usize) -> bool {
    // Nearly every number stands behind something else: this is asked for each of them.
    let before = text[..start].iter().rposition(|byte| !matches!(byte, b' ' | b':' | b'=' | b'#'));
    let named = before.is_some_and(|at| matches!(text[at], b'd' | b'D'));
    if !named && !matches!(text[start], b'p' | b'P' | b'i') {
        return false;
    }
    let word = &text[start..end];
    let letters = word.iter().take_while(|byte| !byte.is_ascii_digit()).count();
    if !word[letters..].iter().all(u8::is_ascii_digit) {
        return false;
    }
    if letters > 0 {
        return matches!(&word[..letters], b"pid" | b"PID" | b"id");
    }
    let spaced = text[..start].iter().rev().take_while(|byte| matches!(byte, b' ' | b':' | b'=' | b'#')).count();
    let name_end = start - spaced;
    let name_start = name_end - text[..name_end].iter().rev().take_while(|&&byte| is_word(byte)).count();
    spaced > 0 && matches!(&text[name_start..name_end], b"pid" | b"PID" | b"id")
}

/// The bytes of words, as a table: the answer is asked for each byte around a digit.
static WORD_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    table
};

fn is_word(byte: u8) -> bool {
    WORD_BYTES[usize::from(byte)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check_volatile(text: &str, expected: &str) {
        let mut stable = Vec::new();
        without_volatile(text.as_bytes(), &mut stable);
        assert_eq!(String::from_utf8(stable).unwrap(), expected);
    }

    #[test]
    fn volatile_parts_go_and_facts_stay() {
        check_volatile("ok in 900ms, 3s, 1.25s, 12 ms, 5 seconds", "ok in ~, ~, ~, ~, ~");
        check_volatile("at 12:34:56 and 2026-11-21T10:00:00.123Z", "at ~ and 2026-11-21T~");
        check_volatile("12:34:567:89:12", "~7:89:12");
        check_volatile("commit 3f2a91c of deadbeef1, face", "commit ~ of ~, face");
        check_volatile("id 0cd1dd1b-51e5-41c5-9a33-1f4a2f7e9c01.", "id ~.");
        check_volatile("at 0x7ffeAB12 by toolu_01Abc", "at ~ by ~");
        check_volatile("pid 4711, PID: 12, id=7, pid99", "pid ~, PID: ~, id=~, ~");
        check_volatile("2 failed of 30 in src/a1.rs:12:5, v1.2.3", "2 failed of 30 in src/a1.rs:12:5, v1.2.3");
        check_volatile("15 meters, 3 x, 1234567 lines", "15 meters, 3 x, ~ lines");
        check_volatile("", "");
        check_volatile("7", "7");
        check_volatile("ü 3s ü", "ü ~ ü");
    }

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
        fn digits_are_found_wherever_they_stand(text in prop::collection::vec(any::<u8>(), 0..40), from in 0_usize..40) {
            let from = from.min(text.len());
            let expected = text[from..].iter().position(u8::is_ascii_digit).map(|found| from + found);
            prop_assert_eq!(next_digit(&text, from), expected);
        }

        #[test]
        fn any_text_is_taken(text in any::<String>()) {
            let mut stable = Vec::new();
            without_volatile(text.as_bytes(), &mut stable);
            prop_assert!(stable.len() <= text.len());
            prop_assert!(String::from_utf8(stable).is_ok());
            let _ = failure(&text);
        }
    }
}
