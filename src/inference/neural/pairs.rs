//! Whether a statement follows from a text, by a model that reads both at once.

use super::Network;
use crate::domain::Entailed;
use crate::inference::model::{ModelError, Place};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file beside the network that says what its outputs stand for.
const CONFIG: &str = "config.json";

/// What one output stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Entails,
    Neutral,
    Contradicts,
}

/// A model of entailment.
#[derive(Debug)]
pub(crate) struct Pairs {
    network: Network,
    labels: Vec<Label>,
}

impl Pairs {
    /// Reads a model and tries it.
    pub(crate) fn load(place: &Place, max_tokens: usize) -> Result<Self, ModelError> {
        let path = place.folder.join(CONFIG).display().to_string();
        let labels =
            labels(&place.read(CONFIG)?).map_err(|detail| ModelError::Labels { path: path.clone(), detail })?;
        let pairs = Self { network: Network::load(place, max_tokens)?, labels };
        pairs.ask("a", "a")?;
        Ok(pairs)
    }

    /// Whether `statement` follows from `text`.
    ///
    /// # Errors
    ///
    /// [`ModelError::Output`] where the network fails on them.
    pub(crate) fn ask(&self, text: &str, statement: &str) -> Result<Entailed, ModelError> {
        let (text, statement) = (self.network.begun(text.trim()), self.network.begun(statement.trim()));
        let given = self.network.given(&self.network.tokens((text, statement))?)?;
        if given.shape != [1, self.labels.len()] {
            let (shape, labels) = (&given.shape, self.labels.len());
            return Err(ModelError::Output(format!("its output has the shape {shape:?}, not [1, {labels}]")));
        }
        Ok(shares(&given.values, &self.labels))
    }
}

/// Softmax, summed by label.
fn shares(values: &[f32], labels: &[Label]) -> Entailed {
    let largest = values.iter().fold(f64::MIN, |most, value| most.max(f64::from(*value)));
    let powers: Vec<f64> = values.iter().map(|value| (f64::from(*value) - largest).exp()).collect();
    let all: f64 = powers.iter().sum();
    let of = |wanted: Label| -> f64 {
        powers.iter().zip(labels).filter(|(_, label)| **label == wanted).map(|(power, _)| power / all).sum()
    };
    Entailed { entails: of(Label::Entails), neutral: of(Label::Neutral), contradicts: of(Label::Contradicts) }
}

/// What the outputs stand for, in their order, out of `config.json`.
fn labels(config: &[u8]) -> Result<Vec<Label>, String> {
    #[derive(Deserialize)]
    struct Config {
        #[serde(default)]
        id2label: BTreeMap<String, String>,
    }
    let config: Config = serde_json::from_slice(config).map_err(|error| error.to_string())?;
    let mut labels: BTreeMap<usize, Label> = BTreeMap::new();
    for (id, name) in &config.id2label {
        let id = id.parse().map_err(|_| format!("{id:?} is no number of an output"))?;
        labels.insert(id, label(name).ok_or_else(|| format!("the label {name:?} is not known"))?);
    }
    let labels: Vec<(usize, Label)> = labels.into_iter().collect();
    let in_order = labels.iter().enumerate().all(|(place, (id, _))| place == *id);
    let once = |wanted: Label| labels.iter().filter(|(_, label)| *label == wanted).count();
    let [entails, neutral, contradicts] = [Label::Entails, Label::Neutral, Label::Contradicts].map(once);
    if !in_order || entails != 1 || neutral + contradicts != labels.len() - 1 || labels.len() < 2 {
        let told: Vec<&String> = config.id2label.values().collect();
        return Err(format!("`id2label` has {told:?}"));
    }
    Ok(labels.into_iter().map(|(_, label)| label).collect())
}

/// "entailment", "`not_entailment`", "neutral", "contradiction", in any case.
fn label(name: &str) -> Option<Label> {
    let name = name.to_lowercase();
    let denies = name.starts_with("not") || name.starts_with("non") || name.starts_with("un");
    if name.contains("entail") || name == "supported" {
        Some(if denies { Label::Neutral } else { Label::Entails })
    } else if name.contains("contradict") || name == "refuted" {
        Some(Label::Contradicts)
    } else if name.contains("neutral") || name == "unsupported" {
        Some(Label::Neutral)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_labels_stand_in_the_order_of_the_outputs() {
        use Label::{Contradicts, Entails, Neutral};
        let check = |labels_in: &str, expected: Option<&[Label]>| {
            let read = labels(format!("{{\"id2label\":{{{labels_in}}}}}").as_bytes());
            assert_eq!(read.as_ref().ok().map(Vec::as_slice), expected, "{read:?}");
        };
        check(r#""0":"entailment","1":"neutral","2":"contradiction""#, Some(&[Entails, Neutral, Contradicts]));
        check(r#""2":"ENTAILMENT","1":"NEUTRAL","0":"CONTRADICTION""#, Some(&[Contradicts, Neutral, Entails]));
        check(r#""0":"entailment","1":"not_entailment""#, Some(&[Entails, Neutral]));
        check(r#""0":"LABEL_0","1":"LABEL_1","2":"LABEL_2""#, None);
        check(r#""0":"entailment","1":"entailment","2":"neutral""#, None);
        check(r#""0":"entailment","2":"neutral""#, None);
        check(r#""0":"neutral","1":"contradiction""#, None);
        check(r#""0":"entailment""#, None);
        check("", None);
        assert!(labels(b"{}").is_err() && labels(b"no").is_err());
    }

    #[test]
    fn shares_sum_to_one() {
        let labels = [Label::Contradicts, Label::Entails, Label::Neutral];
        let found = shares(&[0.0, 2.0, 1000.0], &labels);
        assert!((found.neutral - 1.0).abs() < 1e-9 && found.contradicts >= 0.0);
        let even = shares(&[1.0, 1.0, 1.0], &labels);
        assert!((even.entails - 1.0 / 3.0).abs() < 1e-9 && (even.contradicts - 1.0 / 3.0).abs() < 1e-9);
    }
}
