//! Which rows of a fixed table may begin with a byte: a table is asked about each line or word, and most rows begin with another.

/// For each byte the rows that may begin with it, by their numbers: at most 128.
#[derive(Debug)]
pub struct Openings([u128; 256]);

impl Openings {
    /// No row begins with any byte.
    pub const fn none() -> Self {
        Self([0; 256])
    }

    /// Row `number` may begin with `byte`.
    pub const fn add(&mut self, byte: u8, number: usize) {
        self.0[byte as usize] |= 1 << number;
    }

    /// Row `number` may begin with any byte.
    pub const fn add_everywhere(&mut self, number: usize) {
        let mut byte = 0;
        while byte < self.0.len() {
            self.0[byte] |= 1 << number;
            byte += 1;
        }
    }

    /// The rows that may begin as `text` does, in their order; none for an empty one. Only those are given whose bit is set in
    /// `among`.
    pub fn of(&self, text: &str, among: u128) -> impl Iterator<Item = usize> + use<> {
        let mut left = text.as_bytes().first().map_or(0, |first| self.0[usize::from(*first)] & among);
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
        openings.add(b'b', 127);
        openings.add(b'b', 0);
        openings.add_everywhere(5);
        let rows = |text: &str| openings.of(text, u128::MAX).collect::<Vec<_>>();
        assert_eq!(rows("be"), [0, 5, 127]);
        assert_eq!(rows("à"), [5]);
        assert_eq!(rows(""), [0; 0]);
        assert_eq!(openings.of("be", 1 << 5).collect::<Vec<_>>(), [5]);
    }
}
