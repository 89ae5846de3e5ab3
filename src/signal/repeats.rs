//! Whether the user asks for the same run again and again: then it is work, whatever it answers.

use crate::text::words;

/// Numbers of repetitions in words.
const COUNTS: [&str; 15] = [
    "couple", "dozen", "eight", "few", "five", "four", "hundred", "many", "nine", "several", "six", "some", "ten",
    "three", "twenty",
];

/// True for words that ask for the same run again and again: "run it ten times", "reproduce the flake".
pub(super) fn wants_repeats(goal: &str) -> bool {
    let (mut wants, mut counted) = (false, false);
    words::each_word(goal, |word| {
        let repeats = matches!(
            word,
            "flake" | "flakes" | "flaky" | "flakiness" | "intermittent" | "intermittently" | "repeatedly"
        );
        wants |= repeats || counted && word == "times";
        counted = COUNTS.contains(&word) || word.parse::<u32>().is_ok();
    });
    wants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_repeats_is_heard() {
        for text in [
            "run the token test ten times",
            "run node -e thing some times",
            "reproduce the flaky test",
            "run it 5 times",
        ] {
            assert!(wants_repeats(text), "{text}");
        }
        for text in ["it failed at all times", "sometimes it fails", "fix the times in some views", ""] {
            assert!(!wants_repeats(text), "{text}");
        }
    }
}
