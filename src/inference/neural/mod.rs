//! Models that run on this machine: a network in ONNX, run by `rten`, and the tokenizer that belongs to it.
//!
//! Owns the loading, the check that both fit, and one run. A text is run by itself: networks with whole-number weights scale their
//! inputs by the largest number of a run, so a text's numbers would depend on its neighbours, and it costs nothing.

mod pairs;
mod sentences;

pub(super) use pairs::Pairs;
pub use sentences::Sentences;

use super::model::{ModelError, Place};
use rten::{Dimension, Model, NodeId, Value, ValueOrView};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use tokenizers::{EncodeInput, Encoding, Tokenizer, TruncationDirection, TruncationParams, TruncationStrategy};

/// Letters of one text that are looked at: a token has rarely more than sixteen.
const LETTERS_A_TOKEN: usize = 16;
/// The file beside the network that turns texts into numbers.
const TOKENIZER: &str = "tokenizer.json";
/// How runs are made. Counted up when the same files would give other numbers.
const WAY: &str = "1";

/// The inputs of networks for texts, by their usual names.
const IDS: &str = "input_ids";
const MASK: &str = "attention_mask";
const TYPES: &str = "token_type_ids";

/// A network with its tokenizer.
struct Network {
    model: Model,
    tokenizer: Tokenizer,
    /// The inputs that it wants, in its order.
    inputs: Vec<(NodeId, &'static str)>,
    output: NodeId,
    /// Where it came from, for messages.
    path: String,
    /// A digest of its files.
    digest: String,
    max_letters: usize,
    /// The tokens that a run must have, where the network was made for one length alone, and what it is filled up with.
    fixed: Option<usize>,
    filler: i32,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("path", &self.path).field("digest", &self.digest).finish_non_exhaustive()
    }
}

/// What a network gives for one text.
struct Given {
    shape: Vec<usize>,
    values: Vec<f32>,
}

impl Network {
    fn load(place: &Place, max_tokens: usize) -> Result<Self, ModelError> {
        let path = place.network().display().to_string();
        let network = place.read_network()?;
        let tokens = place.read(TOKENIZER)?;
        let mut digest = Sha256::new();
        for bytes in [WAY.as_bytes(), &Sha256::digest(&network), &Sha256::digest(&tokens)] {
            digest.update(bytes);
        }
        let told = |detail: String| ModelError::Network { path: path.clone(), detail };
        let model = Model::load(network).map_err(|error| told(error.to_string()))?;
        let mut inputs = Vec::new();
        for id in model.input_ids() {
            let info = model.node_info(*id);
            let name = info.as_ref().and_then(rten::NodeInfo::name).unwrap_or_default();
            let known = [IDS, MASK, TYPES].into_iter().find(|known| *known == name);
            inputs.push((*id, known.ok_or_else(|| told(format!("its input {name:?} is not one of a text")))?));
        }
        if !inputs.iter().any(|(_, name)| *name == IDS) {
            return Err(told(format!("it has no input {IDS:?}")));
        }
        let fixed = inputs.iter().find_map(|(id, _)| fixed_length(&model.node_info(*id)?.shape()?));
        let max_tokens = fixed.map_or(max_tokens, |fixed| fixed.min(max_tokens));
        let tokenizer = tokenizer(&tokens, place, max_tokens)?;
        let filler = ["[PAD]", "<pad>"].into_iter().find_map(|name| tokenizer.token_to_id(name));
        let filler = filler.and_then(|id| i32::try_from(id).ok()).unwrap_or_default();
        let output = *model.output_ids().first().ok_or_else(|| told("it has no output".to_owned()))?;
        let digest = digest.finalize().iter().take(6).fold(String::new(), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        });
        let max_letters = max_tokens.saturating_mul(LETTERS_A_TOKEN);
        let network = Self { model, tokenizer, inputs, output, path, digest, max_letters, fixed, filler };
        network.try_last_token(place)?;
        Ok(network)
    }

    /// What its authors call its output.
    fn output_name(&self) -> Option<&str> {
        self.model.node_info(self.output)?.name()
    }

    /// Runs the token with the largest number: a network that was made with fewer cannot.
    fn try_last_token(&self, place: &Place) -> Result<(), ModelError> {
        let tokens = self.tokenizer.get_vocab_size(true);
        let last = tokens.checked_sub(1).and_then(|last| i32::try_from(last).ok());
        let misfit = |detail: String| {
            let path = place.folder.join(TOKENIZER).display().to_string();
            ModelError::Tokenizer { path, detail }
        };
        let last = last.ok_or_else(|| misfit(format!("it has {tokens} tokens")))?;
        self.run(&[0, last], &[1, 1], &[0, 0]).map_err(|error| match error {
            ModelError::Output(detail) => {
                misfit(format!("the network {} does not take its {tokens} tokens: {detail}", self.path))
            }
            other => other,
        })?;
        Ok(())
    }

    /// The tokens of a text, or of two that belong together.
    fn tokens<'s>(&self, text: impl Into<EncodeInput<'s>>) -> Result<Encoding, ModelError> {
        self.tokenizer.encode(text, true).map_err(|error| ModelError::Output(error.to_string()))
    }

    /// The beginning of a text, as far as it can have tokens that count.
    fn begun<'t>(&self, text: &'t str) -> &'t str {
        text.char_indices().nth(self.max_letters).map_or(text, |(end, _)| &text[..end])
    }

    /// What the network gives for these tokens.
    fn given(&self, tokens: &Encoding) -> Result<Given, ModelError> {
        let whole = |numbers: &[u32]| -> Vec<i32> {
            numbers.iter().map(|number| i32::try_from(*number).unwrap_or(i32::MAX)).collect()
        };
        self.run(&whole(tokens.get_ids()), &whole(tokens.get_attention_mask()), &whole(tokens.get_type_ids()))
    }

    fn run(&self, ids: &[i32], mask: &[i32], types: &[i32]) -> Result<Given, ModelError> {
        let failed = |detail: String| ModelError::Output(detail);
        let mut inputs: Vec<(NodeId, ValueOrView<'_>)> = Vec::new();
        for (node, name) in &self.inputs {
            let numbers = match *name {
                MASK => mask,
                TYPES => types,
                _ => ids,
            };
            let filler = if *name == IDS { self.filler } else { 0 };
            let mut numbers = numbers.to_vec();
            if let Some(fixed) = self.fixed {
                numbers.resize(fixed, filler);
            }
            let value = Value::from_shape([1, numbers.len()], numbers);
            inputs.push((*node, value.map_err(|error| failed(error.to_string()))?.into()));
        }
        let mut outputs = self.model.run(inputs, &[self.output], None).map_err(|error| failed(error.to_string()))?;
        let output = outputs.pop().ok_or_else(|| failed("it gave nothing".to_owned()))?;
        let kind = output.dtype();
        // A vector a token, or one for the text, or a number a label.
        let (shape, values) = if let Ok((shape, values)) = output.clone().into_shape_vec::<f32, 3>() {
            (shape.to_vec(), values)
        } else {
            let read = output.into_shape_vec::<f32, 2>();
            let (shape, values) = read.map_err(|error| failed(format!("its output is {kind:?}: {error}")))?;
            (shape.to_vec(), values)
        };
        if let Some(wrong) = values.iter().find(|value| !value.is_finite()) {
            return Err(failed(format!("its output holds {wrong}")));
        }
        Ok(Given { shape, values })
    }
}

/// The number of tokens that a network takes, where it takes no other.
fn fixed_length(shape: &[Dimension]) -> Option<usize> {
    match shape {
        [_, Dimension::Fixed(length)] => Some(*length),
        _ => None,
    }
}

/// The tokenizer as it is asked here: cut to a length, nothing filled up.
fn tokenizer(bytes: &[u8], place: &Place, max_tokens: usize) -> Result<Tokenizer, ModelError> {
    let told = |detail: String| {
        let path = place.folder.join(TOKENIZER).display().to_string();
        ModelError::Tokenizer { path, detail }
    };
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|error| told(error.to_string()))?;
    let cut = TruncationParams {
        max_length: max_tokens,
        // Of two texts the first is the longer one, and the second is what is asked about.
        strategy: TruncationStrategy::LongestFirst,
        stride: 0,
        direction: TruncationDirection::Right,
    };
    tokenizer.with_truncation(Some(cut)).map_err(|error| told(error.to_string()))?;
    tokenizer.with_padding(None);
    Ok(tokenizer)
}
