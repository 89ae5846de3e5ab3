//! Whether a report tells of failures in numbers or as what is left: "2 fail", "the remaining failures".

/// Words that may stand between a number and the failure that it counts.
const BETWEEN: &[&str] = &[
    "also", "are", "cases", "do", "has", "have", "in", "is", "it", "of", "specs", "test", "tests", "that", "the",
    "them", "those", "were", "which",
];
/// Words that tell of some failures without counting them.
const SOME: &[&str] = &[
    "few",
    "five",
    "four",
    "one",
    "other",
    "others",
    "remaining",
    "rest",
    "several",
    "six",
    "some",
    "still",
    "ten",
    "three",
    "two",
];
/// Words between a failure and its number at most.
const NEAR: usize = 4;

/// True for a text, in lower case, that tells of failures. "0 failed" and "no failures" tell of none.
pub fn counts_failures(lower: &str) -> bool {
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().filter(|(_, word)| word.starts_with("fail")).any(|(at, _)| {
        let before = words[..at].iter().rev().take(NEAR).find(|word| !BETWEEN.contains(*word));
        before.is_some_and(|word| SOME.contains(word) || word.parse::<u32>().is_ok_and(|count| count > 0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_that_are_told_are_seen() {
        for told in
            ["12 tests pass, 2 fail", "two of them still fail", "the remaining failures are old", "2 of the tests fail"]
        {
            assert!(counts_failures(told), "{told}");
        }
        for none in
            ["14 passed, 0 failed", "no failures", "all tests pass", "i fixed the failing test", "it no longer fails"]
        {
            assert!(!counts_failures(none), "{none}");
        }
    }
}
