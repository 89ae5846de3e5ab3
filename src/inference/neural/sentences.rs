//! What a text is about, by a model of sentences.

use super::Network;
use crate::domain::Vector;
use crate::inference::model::{ModelError, Place};

/// A model that turns a text into a vector.
#[derive(Debug)]
pub struct Sentences {
    network: Network,
    name: String,
}

impl Sentences {
    /// Reads a model and tries it.
    pub(crate) fn load(place: &Place, max_tokens: usize) -> Result<Self, ModelError> {
        let network = Network::load(place, max_tokens)?;
        // It would run, and its few numbers say nothing of likeness.
        if network.output_name() == Some("logits") {
            let detail = "it sorts texts into classes and makes no vectors of them".to_owned();
            return Err(ModelError::Network { path: place.network().display().to_string(), detail });
        }
        let name = format!("neural-{}-{max_tokens}", network.digest);
        let sentences = Self { network, name };
        if sentences.encode("a")?.is_none() {
            return Err(ModelError::Output("it gives no vector for a letter".to_owned()));
        }
        Ok(sentences)
    }

    /// The name of its vectors: another network, another tokenizer or another length gives another one.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What a text is about; `None` for one without a token.
    ///
    /// # Errors
    ///
    /// [`ModelError::Output`] where the network fails on it.
    pub(crate) fn encode(&self, text: &str) -> Result<Option<Vector>, ModelError> {
        let text = self.network.begun(text.trim());
        if text.is_empty() {
            return Ok(None);
        }
        let tokens = self.network.tokens(text)?;
        let given = self.network.given(&tokens)?;
        let sum = match *given.shape.as_slice() {
            // A network that has pooled its tokens itself.
            [1, dims] if dims > 0 => given.values,
            // One of a fixed length gives more than were asked: what filled it up.
            [1, count, dims] if dims > 0 && count >= tokens.get_ids().len() => {
                pooled(&given.values, dims, tokens.get_attention_mask())
            }
            ref shape => return Err(ModelError::Output(format!("its output has the shape {shape:?}"))),
        };
        Ok(whole(&sum).map(|values| Vector { encoder: self.name.clone(), values }))
    }
}

/// The sum of the tokens' vectors that count. A mean or the length 1 would only scale it, and a [`Vector`] has no length.
fn pooled(values: &[f32], dims: usize, mask: &[u32]) -> Vec<f32> {
    let mut sum = vec![0.0; dims];
    for (token, _) in values.chunks_exact(dims).zip(mask).filter(|(_, counts)| **counts > 0) {
        for (place, value) in sum.iter_mut().zip(token) {
            *place += value;
        }
    }
    sum
}

/// The direction in whole numbers, the largest at 127; `None` for no direction at all.
fn whole(sum: &[f32]) -> Option<Vec<i8>> {
    let largest = sum.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    #[expect(clippy::cast_possible_truncation, reason = "between -127 and 127 by the division")]
    (largest > 0.0).then(|| sum.iter().map(|value| (value / largest * 127.0).round() as i8).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_that_do_not_count_are_left_out() {
        assert_eq!(pooled(&[1.0, 2.0, 3.0, 4.0, 50.0, 60.0], 2, &[1, 1, 0]), [4.0, 6.0]);
        assert_eq!(whole(&[1.0, -2.0, 0.0]), Some(vec![64, -127, 0]));
        assert_eq!(whole(&[0.0, 0.0]), None);
    }
}
