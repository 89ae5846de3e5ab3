//! A text as the pieces of words that the table knows (`WordPiece`, as BERT's models for lower case read it): without accents, in
//! lower case, punctuation and Chinese letters apart, and of each word the longest known beginning, then the longest going on.

use super::blob::Blob;

/// Letters of a word; a longer one is no word and has no pieces.
const MAX_WORD: usize = 100;
/// Letters of a text that are read: eight for each of [`MAX_PIECES`] and as many blanks again.
const MAX_LETTERS: usize = 4096;
/// Pieces of a text that are read: as many as the model that the table was made of reads.
const MAX_PIECES: usize = 256;

/// The places of the first [`MAX_PIECES`] known pieces of a text. A word that cannot be put together of known pieces has none.
pub(super) fn pieces(blob: &Blob, text: &str) -> Vec<usize> {
    let mut reading = Reading { blob, word: String::new(), letters: 0, piece: String::new(), found: Vec::new() };
    for letter in text.chars().take(MAX_LETTERS) {
        if reading.found.len() >= MAX_PIECES {
            break;
        }
        reading.take(letter);
    }
    reading.end_word();
    reading.found.truncate(MAX_PIECES);
    reading.found
}

struct Reading<'a> {
    blob: &'a Blob,
    /// The word so far, of `letters` letters.
    word: String,
    letters: usize,
    /// Room for the piece that is looked up.
    piece: String,
    found: Vec<usize>,
}

impl Reading<'_> {
    fn take(&mut self, letter: char) {
        if letter.is_ascii_alphanumeric() {
            self.push(letter.to_ascii_lowercase());
        } else if matches!(letter, ' ' | '\n' | '\t' | '\r') {
            self.end_word();
        } else if letter.is_ascii_punctuation() {
            self.alone(letter);
        } else if !self.blob.is_dropped(letter) {
            self.take_rare(letter);
        }
    }

    /// A letter of another script or with an accent.
    fn take_rare(&mut self, letter: char) {
        let blob = self.blob;
        if let Some(parts) = syllable(letter) {
            parts.into_iter().flatten().for_each(|part| self.push(part));
            return;
        }
        let mut simpler = blob.simpler(letter).peekable();
        if simpler.peek().is_some() {
            simpler.for_each(|letter| self.place(letter));
        } else {
            letter.to_lowercase().for_each(|letter| self.place(letter));
        }
    }

    fn place(&mut self, letter: char) {
        if letter.is_whitespace() {
            self.end_word();
        } else if letter.is_ascii_punctuation() || self.blob.is_apart(letter) {
            self.alone(letter);
        } else {
            self.push(letter);
        }
    }

    fn push(&mut self, letter: char) {
        self.letters += 1;
        if self.letters <= MAX_WORD {
            self.word.push(letter);
        }
    }

    fn alone(&mut self, letter: char) {
        self.end_word();
        self.push(letter);
        self.end_word();
    }

    fn end_word(&mut self) {
        if (1..=MAX_WORD).contains(&self.letters) {
            let before = self.found.len();
            if !self.split() {
                self.found.truncate(before);
            }
        }
        self.word.clear();
        self.letters = 0;
    }

    /// Puts the pieces of the word to the found ones; false where it cannot be put together.
    fn split(&mut self) -> bool {
        let mut rest = self.word.as_str();
        while !rest.is_empty() {
            let mut end = rest.len();
            let found = loop {
                if end == 0 {
                    return false;
                }
                if rest.is_char_boundary(end) {
                    self.piece.clear();
                    if rest.len() < self.word.len() {
                        self.piece.push_str("##");
                    }
                    self.piece.push_str(&rest[..end]);
                    if let Some(found) = self.blob.find(&self.piece) {
                        break found;
                    }
                }
                end -= 1;
            };
            self.found.push(found);
            rest = &rest[end..];
        }
        true
    }
}

/// The two or three letters of a Korean syllable, by the arithmetic of the Unicode Standard (chapter 3.12).
fn syllable(letter: char) -> Option<[Option<char>; 3]> {
    let place = u32::from(letter).checked_sub(0xAC00).filter(|place| *place < 11_172)?;
    let last = place % 28;
    let third = if last == 0 { None } else { char::from_u32(0x11A7 + last) };
    Some([char::from_u32(0x1100 + place / 588), char::from_u32(0x1161 + place % 588 / 28), third])
}
