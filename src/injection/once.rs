//! What a text says once counts once: the sums of a text over its lines and cues, without what it repeats.
//!
//! Owns the memory of what was said. An order that stands six times in a text looks, to each of its places, like one among many orders, and
//! a text that quotes many is mostly one about attacks. Its copies tell nothing new.

use super::cue::Found;
use super::reading::Word;
use super::window::Sums;
use std::collections::HashSet;

/// Lines and cues that are remembered at most: behind them everything counts.
const MAX_REMEMBERED: usize = 1 << 16;

/// Lines and cues that were said.
#[derive(Default)]
pub(super) struct Once {
    lines: HashSet<u64>,
    cues: HashSet<u64>,
}

impl Once {
    /// The sums of a part of the text, of what no part said before. `found` are its cues, in the order in which they begin.
    pub(super) fn sums(&mut self, text: &str, words: &[Word], found: &[Found]) -> Sums {
        let mut sums = Sums::default();
        let (mut first, mut next) = (0, 0);
        while first < words.len() {
            let from = words[first].at as usize;
            let end = memchr::memchr(b'\n', &text.as_bytes()[from..]).map_or(text.len(), |at| from + at);
            let last = first + words[first..].partition_point(|word| (word.at as usize) < end);
            let line = &words[first..last.max(first + 1)];
            first += line.len();
            let mut cues = 0;
            while let Some(cue) = found.get(next).filter(|cue| cue.first < first) {
                let said = words.get(cue.first..=cue.last).unwrap_or_default();
                // One phrase may be several cues.
                cues += usize::from(is_new(&mut self.cues, cue.cue, said));
                next += 1;
            }
            let words = if is_new(&mut self.lines, 0, line) { line } else { &[] };
            sums.add(Sums::of(words, cues));
        }
        sums
    }
}

/// True for words that were not said before, in this order and as this cue.
fn is_new(known: &mut HashSet<u64>, cue: usize, said: &[Word]) -> bool {
    let fold = |sum: u64, word: &Word| sum.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(word.hash);
    known.len() >= MAX_REMEMBERED || known.insert(said.iter().fold(cue as u64, fold))
}
