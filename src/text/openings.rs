//! Which rows of a fixed table may begin as a text does: a table is asked about each line or word, and most rows begin otherwise.

/// For each first and each second byte the rows that may have it there, by their numbers: at most 128.
#[derive(Debug)]
pub struct Openings {
    first: [u128; 256],
    second: [u128; 256],
}

impl Openings {
    /// No row begins with any byte.
    pub const fn none() -> Self {
        Self { first: [0; 256], second: [0; 256] }
    }

    /// Row `number` may begin with `opening`; of an empty one, with anything.
    pub const fn add(&mut self, opening: &str, number: usize) {
        let opening = opening.as_bytes();
        Self::mark(&mut self.first, opening, 0, number);
        Self::mark(&mut self.second, opening, 1, number);
    }

    /// The byte of the opening at `place` is wanted there, and any where the opening is shorter.
    const fn mark(rows: &mut [u128; 256], opening: &[u8], place: usize, number: usize) {
        let mut byte = 0;
        while byte < rows.len() {
            if place >= opening.len() || opening[place] as usize == byte {
                rows[byte] |= 1 << number;
            }
            byte += 1;
        }
    }

    /// The rows that may begin as `text` does, in their order; none for an empty one. Only those are given whose bit is set in
    /// `among`.
    pub fn of(&self, text: &str, among: u128) -> impl Iterator<Item = usize> + use<> {
        let [first, second] = [0, 1].map(|place| text.as_bytes().get(place).copied().map(usize::from));
        // A text of one byte is asked of those that begin with it and may go on in any way.
        let mut left = first.map_or(0, |first| self.first[first] & self.second[second.unwrap_or(0)] & among);
        std::iter::from_fn(move || {
            let next = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (next < u128::BITS).then_some(next as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_given_in_their_order() {
        let mut openings = Openings::none();
        openings.add("be", 127);
        openings.add("b", 0);
        openings.add("", 5);
        let rows = |text: &str| openings.of(text, u128::MAX).collect::<Vec<_>>();
        assert_eq!(rows("bee"), [0, 5, 127]);
        assert_eq!(rows("ba"), [0, 5]);
        assert_eq!(rows("b"), [0, 5]);
        assert_eq!(rows("à"), [5]);
        assert_eq!(rows(""), [0; 0]);
        assert_eq!(openings.of("be", 1 << 5).collect::<Vec<_>>(), [5]);
    }
}
