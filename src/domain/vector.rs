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
        let product = dot(&self.values, &other.values);
        let lengths = dot(&self.values, &self.values) * dot(&other.values, &other.values);
        (lengths > 0.0).then(|| (product / lengths.sqrt()).clamp(-1.0, 1.0))
    }
}

/// Exact for any vector that fits into memory: whole numbers below 2^53.
fn dot(one: &[i8], other: &[i8]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(i32::from(*a) * i32::from(*b))).sum()
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
    fn what_cannot_be_compared_has_no_cosine() {
        let one = vector("a", &[127, 0]);
        assert_eq!(one.cosine(&vector("b", &[127, 0])), None);
        assert_eq!(one.cosine(&vector("a", &[127, 0, 0])), None);
        assert_eq!(one.cosine(&vector("a", &[0, 0])), None);
        assert_eq!(vector("a", &[]).cosine(&vector("a", &[])), None);
    }
}
