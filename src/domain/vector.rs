//! What a text means, as numbers.

use serde::{Deserialize, Serialize};

/// A text as a direction in space. Only vectors of one encoder can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vector {
    /// Who made it.
    pub encoder: String,
    /// The direction; its length carries no meaning.
    pub values: Vec<i8>,
}

impl Vector {
    /// How alike two texts are, -1 to 1; `None` across encoders and lengths, and for a vector without a direction.
    pub fn cosine(&self, other: &Self) -> Option<f64> {
        if self.encoder != other.encoder || self.values.len() != other.values.len() {
            return None;
        }
        let product = |one: &[i8], other: &[i8]| -> i64 {
            one.iter().zip(other).map(|(a, b)| i64::from(*a) * i64::from(*b)).sum()
        };
        let lengths = product(&self.values, &self.values).saturating_mul(product(&other.values, &other.values));
        if lengths == 0 {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52: 127 * 127 * some hundred places, squared")]
        let cosine = product(&self.values, &other.values) as f64 / (lengths as f64).sqrt();
        Some(cosine)
    }
}
