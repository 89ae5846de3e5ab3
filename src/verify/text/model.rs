//! What a model of entailment adds to the five signals, where the user has named one.
//!
//! It is shown the sentences of the text that have most of the claim's words. Its yes gives back what was only missing, for words
//! may be said in others; it never outweighs another name, number or denial in the claim's place, which it is known to miss. Its
//! no counts like that of any signal. The model itself is outside of this room.

use super::claim::Claim;
use super::measured::TextSignal;
use crate::config::GroundingConfig;
use crate::domain::Entailed;

/// The signal where the model misses something, or finds it after all.
const MODEL: &str = "model";
/// The signal where it finds the contrary.
pub(super) const CONTRADICTS: &str = "model-contradicts";

/// Whoever is asked whether a statement (the second) follows from a text (the first); `None` where there is no answer.
pub type Asks<'a> = dyn Fn(&str, &str) -> Option<Entailed> + 'a;

/// A model, and the text that the evidence was read from.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The model.
    pub model: &'a Asks<'a>,
}

impl<'a> Asked<'a> {
    /// This model about this text.
    pub fn new(text: &'a str, model: &'a Asks<'a>) -> Self {
        Self { text, model }
    }
}

/// What the model takes from the claim or gives back; `None` where it has no answer or none that counts.
pub(super) fn vote(
    text: &str,
    claim: &Claim<'_>,
    signals: &[TextSignal],
    asked: Asked<'_>,
    config: &GroundingConfig,
) -> Option<TextSignal> {
    let shown = passage(claim, asked.text, config.model_sentences);
    if stands_there(text, &shown) {
        return None;
    }
    let said = (asked.model)(&shown, text)?;
    // A number that is none, or beyond the shares, is no answer.
    if !(0.0..=1.0).contains(&said.entails) || (said.entails - 0.5).abs() < config.model_margin {
        return None;
    }
    let odds = (said.entails / (1.0 - said.entails)).ln() * config.model_share;
    let nats = odds.clamp(-config.model_limit, config.model_limit);
    let percent = said.entails * 100.0;
    if nats >= 0.0 {
        let is_missing = |signal: &&TextSignal| matches!(signal.name, "entailment" | "traceability");
        let missing: f64 = signals.iter().filter(is_missing).map(|signal| -signal.nats).sum();
        return Some(TextSignal { name: MODEL, nats: nats.min(missing), reason: None });
    }
    let (name, what) = if said.contradicts > said.neutral {
        (CONTRADICTS, "the contrary follows")
    } else {
        (MODEL, "it does not follow")
    };
    let reason = format!("a model finds that {what} from the text ({percent:.0} % for it)");
    Some(TextSignal { name, nats, reason: Some(reason) })
}

/// True for a claim that stands in the text word for word: that it follows needs no opinion.
fn stands_there(claim: &str, text: &str) -> bool {
    let claim = claim.trim().trim_end_matches(['.', '!']).to_lowercase();
    text.to_lowercase().contains(&claim)
}

/// The sentences that have most of the claim's words, in their order.
fn passage(claim: &Claim<'_>, text: &str, most: usize) -> String {
    let evidence = claim.evidence;
    let mut ranked: Vec<(f64, usize)> =
        (0..evidence.sentences()).map(|at| (claim.covered(0, Some((at, at))), at)).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    ranked.truncate(most);
    let mut places: Vec<usize> = ranked.into_iter().map(|(_, at)| at).collect();
    places.sort_unstable();
    let byte = |character: usize| text.char_indices().nth(character).map_or(text.len(), |(at, _)| at);
    let told = places.iter().filter_map(|at| {
        let start = byte(evidence.start_of(*at)?);
        let end = evidence.start_of(at + 1).map_or(text.len(), byte);
        Some(text.get(start..end)?.trim())
    });
    told.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Evidence, TextVerdict, judge, judge_with};
    use super::*;
    use crate::config;
    use std::cell::RefCell;

    const TEXT: &str = "The build was slow. The team shipped the parser on Friday, in München. It rained.";

    /// Judges with a model that answers so; the text that it was shown.
    fn judged(claim: &str, shares: [f64; 3]) -> (super::super::TextJudgement, String) {
        let config = config::defaults().grounding;
        let shown = RefCell::new(String::new());
        let [entails, neutral, contradicts] = shares;
        let model = |text: &str, statement: &str| {
            assert_eq!(statement, claim);
            text.clone_into(&mut shown.borrow_mut());
            Some(Entailed { entails, neutral, contradicts })
        };
        let evidence = Evidence::new(TEXT, config.max_words);
        let found = judge_with(claim, &evidence, Some(Asked::new(TEXT, &model)), &config);
        (found, shown.into_inner())
    }

    #[track_caller]
    fn check(claim: &str, shares: [f64; 3], expected: TextVerdict) {
        let found = judged(claim, shares).0;
        assert_eq!(found.verdict, expected, "{found:?}");
    }

    const YES: [f64; 3] = [0.98, 0.01, 0.01];
    const OPEN: [f64; 3] = [0.02, 0.97, 0.01];
    const NO: [f64; 3] = [0.01, 0.01, 0.98];

    #[test]
    fn a_yes_gives_back_what_was_only_missing() {
        let claim = "The group released the parser before the weekend.";
        let config = config::defaults().grounding;
        let alone = judge(claim, &Evidence::new(TEXT, config.max_words), &config);
        assert_eq!(alone.verdict, TextVerdict::Unsupported, "{alone:?}");
        check(claim, YES, TextVerdict::Supported);
    }

    #[test]
    fn a_yes_outweighs_no_denial_and_no_name() {
        check("The team did not ship the parser on Friday.", YES, TextVerdict::Contradicted);
        check("The team shipped 12 parsers on Monday.", YES, TextVerdict::Contradicted);
    }

    #[test]
    fn a_no_counts_and_says_why() {
        let claim = "The parser was shipped on Friday.";
        check(claim, YES, TextVerdict::Supported);
        let (found, _) = judged(claim, NO);
        assert!(found.reason().is_some_and(|reason| reason.contains("a model finds that the contrary")), "{found:?}");
        assert!(found.score < judged(claim, OPEN).0.score + 1e-9 && found.score < judged(claim, YES).0.score);
    }

    #[test]
    fn what_is_no_answer_changes_nothing() {
        let claim = "The parser was shipped on Friday.";
        let config = config::defaults().grounding;
        let alone = judge(claim, &Evidence::new(TEXT, config.max_words), &config);
        for shares in [[0.5, 0.2, 0.3], [f64::NAN, 0.0, 0.0], [7.0, 0.0, 0.0], [0.45, 0.5, 0.05]] {
            assert_eq!(judged(claim, shares).0, alone);
        }
        let silent = |_: &str, _: &str| None;
        let evidence = Evidence::new(TEXT, config.max_words);
        assert_eq!(judge_with(claim, &evidence, Some(Asked::new(TEXT, &silent)), &config), alone);
    }

    #[test]
    fn nobody_is_asked_about_what_stands_there() {
        let (found, shown) = judged("It rained.", NO);
        assert!(found.verdict == TextVerdict::Supported && found.signals.len() == 5 && shown.is_empty(), "{found:?}");
        assert_ne!(judged("On Friday it rained.", NO).1, "");
    }

    #[test]
    fn the_model_is_shown_the_sentences_that_matter_as_they_are_written() {
        let mut config = config::defaults().grounding;
        config.model_sentences = 1;
        let evidence = Evidence::new(TEXT, config.max_words);
        let claim = Claim::new("The parser was shipped in München.", &evidence);
        assert_eq!(passage(&claim, TEXT, 1), "The team shipped the parser on Friday, in München.");
        assert_eq!(passage(&claim, TEXT, 9), TEXT);
        assert_eq!(passage(&claim, TEXT, 0), "");
        let (found, shown) = judged("It is so.", NO);
        assert_eq!((found.verdict, shown.as_str()), (TextVerdict::Unverifiable, ""), "nobody is asked about nothing");
    }
}
