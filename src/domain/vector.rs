//! What a text means, as numbers, and who made them.

use serde::{Deserialize, Serialize};

/// A text's meaning. Only vectors of one encoder can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vector {
    /// The name of the encoder, with everything that changes its numbers (the table's version, the model's digest).
    pub encoder: String,
    /// Its direction; the largest number of a vector stands at 127 or -127, so its length says nothing.
    pub values: Vec<i8>,
}

impl Vector {
    /// How near the two directions are: 1 for the same, 0 for nothing in common, -1 for the opposite. None across encoders or
    /// lengths, and where one of them has no direction at all.
    pub fn cosine(&self, other: &Self) -> Option<f64> {
        if self.encoder != other.encoder || self.values.len() != other.values.len() {
            return None;
        }
        nearness(&self.values, self.square(), &other.values, |value| value)
    }

    /// [`Self::cosine`] with a vector of the same encoder as it is stored: one byte a place, in two's complement. `square` is
    /// [`Self::square`], reckoned once for the many that are read; nothing is copied.
    pub fn cosine_of_stored(&self, square: i64, stored: &[u8]) -> Option<f64> {
        if self.values.len() != stored.len() {
            return None;
        }
        nearness(&self.values, square, stored, u8::cast_signed)
    }

    /// The square of its length.
    pub fn square(&self) -> i64 {
        dot(&self.values, &self.values, |value| value, |value| value)
    }
}

/// Places whose products add up to less than 2^31, so that they are summed in 32 bits: 127 * 127 * 65,536.
const EXACT: usize = 1 << 16;

/// The cosine of two vectors of one length; `place` reads a place of the other.
fn nearness<T: Copy>(one: &[i8], square: i64, other: &[T], place: impl Fn(T) -> i8 + Copy) -> Option<f64> {
    let product = dot(one, other, |value| value, place);
    let squares = square.saturating_mul(dot(other, other, place, place));
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52 for any vector of less than some thousand places")]
    let (product, length) = (product as f64, (squares as f64).sqrt());
    (squares > 0).then(|| (product / length).clamp(-1.0, 1.0))
}

/// The sum of the products of places, exact.
fn dot<A: Copy, B: Copy>(one: &[A], other: &[B], first: impl Fn(A) -> i8, second: impl Fn(B) -> i8) -> i64 {
    let part = |one: &[A], other: &[B]| -> i32 {
        one.iter().zip(other).map(|(a, b)| i32::from(first(*a)) * i32::from(second(*b))).sum()
    };
    one.chunks(EXACT).zip(other.chunks(EXACT)).map(|(one, other)| i64::from(part(one, other))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(encoder: &str, values: &[i8]) -> Vector {
        Vector { encoder: encoder.to_owned(), values: values.to_vec() }
    }

    #[test]
    fn directions_are_compared_whatever_their_lengths() {
        let one = vector("a", &[127, 0, 64]);
        let near = |other: &[i8]| one.cosine(&vector("a", other)).map(|cosine| (cosine * 1000.0).round());
        assert_eq!(one.cosine(&one), Some(1.0));
        assert_eq!(near(&[-127, 0, -64]), Some(-1000.0));
        assert_eq!(near(&[0, 90, 0]), Some(0.0));
        assert_eq!(near(&[127, 127, 0]), Some(631.0));
    }

    #[test]
    fn stored_bytes_are_compared_as_vectors_are() {
        for (one, other) in
            [(&[3, -4, 100][..], &[-5, 127, -127][..]), (&[1, 1], &[1, 1]), (&[1], &[0]), (&[1], &[1, 2])]
        {
            let (one, bytes) =
                (vector("e", one), other.iter().map(|value: &i8| value.cast_unsigned()).collect::<Vec<_>>());
            assert_eq!(one.cosine_of_stored(one.square(), &bytes), one.cosine(&vector("e", other)));
        }
        let long = vector("e", &vec![-128; 3 * EXACT]);
        assert_eq!(long.cosine(&long), Some(1.0));
    }

    #[test]
    fn what_cannot_be_compared_has_no_cosine() {
        let one = vector("a", &[127, 0]);
        assert_eq!(one.cosine(&vector("b", &[127, 0])), None);
        assert_eq!(one.cosine(&vector("a", &[127, 0, 0])), None);
        assert_eq!(one.cosine(&vector("a", &[0, 0])), None);
        assert_eq!(vector("a", &[]).cosine(&vector("a", &[])), None);
    }
}
