//! Sets of fixed words that are asked about each word of a text, and lists of them that are searched in order.
//!
//! Both are built or checked by the compiler. A question to a set is one hash and, as a rule, one comparison, where a binary search
//! makes five to nine. The words of texts are most of what a session costs.

/// Fixed words for a binary search: the compiler checks their order, and that each is there once.
///
/// # Panics
/// While it is compiled, where they are not in order.
pub const fn sorted(words: &'static [&'static str]) -> &'static [&'static str] {
    let mut at = 1;
    while at < words.len() {
        assert!(is_before(words[at - 1].as_bytes(), words[at].as_bytes()), "the words are not in order");
        at += 1;
    }
    words
}

const fn is_before(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return one[at] < other[at];
        }
        at += 1;
    }
    one.len() < other.len()
}

/// Fixed words in `SLOTS` places. `SLOTS` is a power of two and at least twice the number of words, which the compiler checks.
#[derive(Debug)]
pub struct WordSet<const SLOTS: usize> {
    words: &'static [&'static str],
    /// The number of a word in `words`, from 1 on; 0 is a free place.
    slots: [u16; SLOTS],
}

impl<const SLOTS: usize> WordSet<SLOTS> {
    /// The set of `words`.
    ///
    /// # Panics
    /// While it is compiled, where `SLOTS` does not fit.
    pub const fn new(words: &'static [&'static str]) -> Self {
        assert!(SLOTS.is_power_of_two() && SLOTS >= 2 * words.len() && words.len() < u16::MAX as usize);
        let mut slots = [0; SLOTS];
        let mut number = 0_u16;
        while (number as usize) < words.len() {
            let mut at = place(words[number as usize].as_bytes(), SLOTS);
            while slots[at] != 0 {
                at = (at + 1) % SLOTS;
            }
            number += 1;
            slots[at] = number;
        }
        Self { words, slots }
    }

    /// True for one of the words.
    pub fn contains(&self, word: &str) -> bool {
        let mut at = place(word.as_bytes(), SLOTS);
        loop {
            match self.slots[at] {
                0 => return false,
                number if self.words[usize::from(number) - 1] == word => return true,
                _ => at = (at + 1) % SLOTS,
            }
        }
    }
}

/// Where the search for a word begins: by its first and last four letters and its length, mixed by one multiplication, of whose
/// product the upper bits are the mixed ones. Of a shorter word all letters count.
const fn place(word: &[u8], slots: usize) -> usize {
    let ends = match (word.first_chunk(), word.last_chunk()) {
        (Some(first), Some(last)) => u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << 32,
        _ => match word {
            [first, .., last] => *first as u64 | (word[1] as u64) << 8 | (*last as u64) << 16,
            [only] => *only as u64,
            [] => 0,
        },
    };
    ((ends ^ (word.len() as u64) << 59).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_order_each_once() {
        for (one, other) in [("a", "ab"), ("ab", "b"), ("", "a"), ("-a", "a"), ("e", "é")] {
            assert!(is_before(one.as_bytes(), other.as_bytes()), "{one} {other}");
            assert!(!is_before(other.as_bytes(), one.as_bytes()), "{other} {one}");
            assert!(!is_before(one.as_bytes(), one.as_bytes()), "{one}");
        }
    }

    #[test]
    fn it_holds_its_words_and_no_others() {
        static NUMBERS: WordSet<8> = WordSet::new(&["one", "two", "three", "four"]);
        static NONE: WordSet<1> = WordSet::new(&[]);
        for word in ["one", "two", "three", "four"] {
            assert!(NUMBERS.contains(word), "{word}");
        }
        for word in ["", "on", "ones", "five", "Two", "zwei"] {
            assert!(!NUMBERS.contains(word), "{word}");
            assert!(!NONE.contains(word), "{word}");
        }
    }
}
