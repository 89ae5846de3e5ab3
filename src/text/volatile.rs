//! What is volatile in an output: times, durations, addresses, ids, the names of temporary files.
//!
//! The same failure says another time and another address each time; without them it is the same again. Numbers that count
//! something are facts and stay.

use memchr::memmem::Finder;
use std::borrow::Cow;
use std::sync::LazyLock;

/// What stands for a volatile part.
const VOLATILE: u8 = b'~';
/// Units of a duration that may stand behind a number.
const UNITS: [&[u8]; 5] = [b"ms", b"s", b"sec", b"seconds", b"m"];
/// Hex words of this length and more are commit ids and addresses (git abbreviates to 7 at least, sha-1 has 40).
const HEX_ID: std::ops::RangeInclusive<usize> = 7..=40;
/// The groups of a UUID behind its first one.
const UUID_GROUPS: [usize; 4] = [4, 4, 4, 12];
/// What stands for a volatile part where people read it.
const SHOWN: &str = "…";
/// Bytes of an id in a jumble at least, and how often letters and digits take turns in it.
const JUMBLED: (usize, usize) = (8, 4);
/// Folders in which programs make up names. Building a finder costs more than a search in a short text.
static TEMPORARY: LazyLock<[Finder<'static>; 4]> =
    LazyLock::new(|| ["/tmp/", "/T/", "/Temp/", "\\Temp\\"].map(Finder::new));

/// Adds `text` to `out`, with `~` for each volatile part.
pub fn stripped(text: &[u8], out: &mut Vec<u8>) {
    strip(text, &[VOLATILE], false, out);
}

/// A line for people in which "…" stands for each volatile part, so that the same failure has the same words the next time. A whole
/// number of seconds stays: it is a setting more often than a measurement.
pub fn steady(line: &str) -> Cow<'_, str> {
    let mut out = Vec::with_capacity(line.len());
    strip(line.as_bytes(), SHOWN.as_bytes(), true, &mut out);
    if out == line.as_bytes() {
        return Cow::Borrowed(line);
    }
    // Only whole words of ASCII are taken out: what is left is text.
    String::from_utf8(out).map_or(Cow::Borrowed(line), Cow::Owned)
}

/// True for a text most of whose lines tell how long something took: durations are what it has to say, and another one is another
/// answer.
pub fn tells_durations(text: &str) -> bool {
    let (mut all, mut timed) = (0_usize, 0_usize);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        all += 1;
        timed += usize::from(holds_duration(line.as_bytes()));
    }
    timed * 2 > all
}

fn holds_duration(line: &[u8]) -> bool {
    let mut searched = 0;
    while let Some(digit) = next_digit(line, searched) {
        let digits = line[digit..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        searched = digit + line[digit..].iter().take_while(|&&byte| is_word(byte)).count();
        if duration(line, digit + digits, searched).is_some() {
            return true;
        }
    }
    false
}

/// The names that programs make up in a folder for what is temporary go first, since they may hold no digit.
fn strip(text: &[u8], mark: &[u8], keeps_settings: bool, out: &mut Vec<u8>) {
    let mut done = 0;
    for (name, end) in temporary(text) {
        // `/tmp/T/x1` is found in both folders.
        if name >= done {
            strip_words(&text[done..name], mark, keeps_settings, out);
            out.extend_from_slice(mark);
            done = end;
        }
    }
    strip_words(&text[done..], mark, keeps_settings, out);
}

/// Where each made-up name in a temporary folder begins and ends, in order.
fn temporary(text: &[u8]) -> Vec<(usize, usize)> {
    let behind = |finder: &'static Finder<'static>| {
        finder.find_iter(text).map(|place| place + finder.needle().len()).collect::<Vec<_>>()
    };
    let mut names: Vec<(usize, usize)> = TEMPORARY.iter().flat_map(behind).filter_map(|at| made_up(text, at)).collect();
    names.sort_unstable();
    names
}

/// The made-up name that begins at `at`, if one does.
fn made_up(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let named = text[at..].iter().take_while(|&&byte| is_word(byte) || matches!(byte, b'.' | b'-')).count();
    // A full stop at the end belongs to the sentence.
    let stops = text[at..at + named].iter().rev().take_while(|&&byte| byte == b'.').count();
    let end = at + named - stops;
    is_made_up(&text[at..end]).then_some((at, end))
}

/// True for a name that no person gave: "tmp.x8KqPz", "tmpab12cd3f", "npm-48213-a91", and not "build" or "build.log".
fn is_made_up(name: &[u8]) -> bool {
    let after_small = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let begins = name.starts_with(b"tmp") && name.len() > 6;
    begins || name.iter().any(u8::is_ascii_digit) || name.windows(2).filter(|pair| after_small(pair)).count() > 1
}

/// What holds a digit: the search goes from digit to digit.
fn strip_words(text: &[u8], mark: &[u8], keeps_settings: bool, out: &mut Vec<u8>) {
    let (mut searched, mut copied) = (0, 0);
    while let Some(digit) = next_digit(text, searched) {
        let start = digit - text[searched..digit].iter().rev().take_while(|&&byte| is_word(byte)).count();
        searched = digit + text[digit..].iter().take_while(|&&byte| is_word(byte)).count();
        // Most numbers stay: they are copied together with the text between them.
        if let Some((from, to)) = volatile_part(text, start, searched, keeps_settings) {
            out.extend_from_slice(&text[copied..from]);
            out.extend_from_slice(mark);
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
fn volatile_part(text: &[u8], start: usize, end: usize, keeps_settings: bool) -> Option<(usize, usize)> {
    let word = &text[start..end];
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 4
        && let Some(to) = dated(text, start, end)
    {
        return Some((start, to));
    }
    if let Some(to) = clock(text, start, end) {
        return Some((end - 2, to));
    }
    if digits > 0
        && let Some(to) = duration(text, start + digits, end)
        && (!keeps_settings || text[start..to].contains(&b'.'))
    {
        return Some((start, to));
    }
    let hex = |letters: fn(&u8) -> bool| word.iter().all(|byte| byte.is_ascii_digit() || letters(byte));
    if HEX_ID.contains(&word.len())
        && (hex(|byte| matches!(byte, b'a'..=b'f')) || hex(|byte| matches!(byte, b'A'..=b'F')))
    {
        return Some((start, uuid(text, start, end).unwrap_or(end)));
    }
    let lettered = digits < word.len();
    let address = || word.strip_prefix(b"0x").is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    let volatile =
        lettered && (address() || word.starts_with(b"toolu_") || is_jumbled(word)) || is_process_id(text, start, end);
    volatile.then_some((start, end))
}

/// True for an id of letters and digits in a jumble, "a8Xk2Qz9w": none has an underline, which names of tests have.
fn is_jumbled(word: &[u8]) -> bool {
    let changes = word.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
    word.len() >= JUMBLED.0 && changes >= JUMBLED.1 && !word.contains(&b'_')
}

/// The end of a time with its date, where the year is the word `start..end` ("2026-11-21T12:34:56Z", "2026-11-21 12:34:56").
fn dated(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let two = |at: usize| text.get(at..at + 2).is_some_and(|pair| pair.iter().all(u8::is_ascii_digit));
    let mark = *text.get(end).filter(|mark| matches!(mark, b'-' | b'/'))?;
    let date = end == start + 4 && two(end + 1) && text.get(end + 3) == Some(&mark) && two(end + 4);
    let hours = end + 7;
    (date && matches!(text.get(end + 6), Some(b'T' | b' ')) && two(hours)).then(|| clock(text, hours, hours + 2))?
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
        stripped(text.as_bytes(), &mut stable);
        assert_eq!(String::from_utf8(stable).unwrap(), expected);
    }

    #[test]
    fn what_tells_durations_is_told_from_what_took_a_while() {
        for text in
            ["total 12.4 ms", "t: 3.2ms\n", "real\t0m0.412s\nuser\t0m0.3s\nsys\t0m0.1s\n2", "a 3ms\nb 4ms\n\ndone"]
        {
            assert!(tells_durations(text), "{text}");
        }
        for text in ["cannot find package.json\nDone in 1.2s.", "2 passed", "", "3 modules", "$ build\nerror\ntook 3s"]
        {
            assert!(!tells_durations(text), "{text}");
        }
    }

    #[test]
    fn volatile_parts_go_and_facts_stay() {
        check_volatile("ok in 900ms, 3s, 1.25s, 12 ms, 5 seconds", "ok in ~, ~, ~, ~, ~");
        check_volatile("at 12:34:56 and 2026-11-21T10:00:00.123Z", "at ~ and ~");
        check_volatile("2026-11-21 10:00:00 in 2026-11-21, 2026/11/21 10:00:00", "~ in 2026-11-21, ~");
        check_volatile("12:34:567:89:12", "~7:89:12");
        check_volatile("commit 3f2a91c of deadbeef1, face", "commit ~ of ~, face");
        check_volatile("id 0cd1dd1b-51e5-41c5-9a33-1f4a2f7e9c01.", "id ~.");
        check_volatile("at 0x7ffeAB12 by toolu_01Abc", "at ~ by ~");
        check_volatile("pid 4711, PID: 12, id=7, pid99", "pid ~, PID: ~, id=~, ~");
        check_volatile("2 failed of 30 in src/a1.rs:12:5, v1.2.3", "2 failed of 30 in src/a1.rs:12:5, v1.2.3");
        check_volatile("15 meters, 3 x, 1234567 lines", "15 meters, 3 x, ~ lines");
        check_volatile(
            "in /tmp/tmp.x8KqPz/a.rs:3 and /tmp/tmpabcdefg, /tmp/npm-48213-a91/b",
            "in /tmp/~/a.rs:3 and /tmp/~, /tmp/~/b",
        );
        check_volatile(
            "/var/folders/q7/z1/T/aXbYc/out, /tmp/build/log, /tmp/build.log.",
            "/var/folders/q7/z1/T/~/out, /tmp/build/log, /tmp/build.log.",
        );
        check_volatile("C:\\Users\\me\\Temp\\tmp1234\\x", "C:\\Users\\me\\Temp\\~\\x");
        check_volatile(
            "id a8Xk2Qz9w, sha256, x86_64_v3, test_case_1_and_2, DEADBEEF01",
            "id ~, sha256, x86_64_v3, test_case_1_and_2, ~",
        );
        check_volatile("", "");
        check_volatile("7", "7");
        check_volatile("ü 3s ü", "ü ~ ü");
    }

    #[test]
    fn a_line_for_people_keeps_what_is_set() {
        let check = |line: &str, expected: &str| assert_eq!(steady(line), expected);
        check("12:34:56 timeout of 30s, took 31.2s at 0x7ffeAB12", "… timeout of 30s, took … at …");
        check("error[E0308]: mismatched types", "error[E0308]: mismatched types");
        check("ünder /tmp/tmp.ÿ8/ü", "ünder /tmp/tmp.ÿ8/ü");
        check("no digit", "no digit");
    }

    proptest! {
        #[test]
        fn digits_are_found_wherever_they_stand(text in prop::collection::vec(any::<u8>(), 0..40), from in 0_usize..40) {
            let from = from.min(text.len());
            let expected = text[from..].iter().position(u8::is_ascii_digit).map(|found| from + found);
            prop_assert_eq!(next_digit(&text, from), expected);
        }

        #[test]
        fn any_text_is_taken(text in "[a-zA-Z0-9 /.:~üT_\\\\-]{0,60}|.*") {
            let mut stable = Vec::new();
            stripped(text.as_bytes(), &mut stable);
            prop_assert!(stable.len() <= text.len());
            prop_assert!(String::from_utf8(stable).is_ok());
            let once = steady(&text).into_owned();
            prop_assert!(once.chars().count() <= text.chars().count());
        }
    }
}
