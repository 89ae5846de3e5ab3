//! A claim against a text, without a model.
//!
//! Five signals, each in its own file, compare the claim with the evidence and never look at the claim alone: a sentence
//! that is fully in the evidence has no doubt against it, whatever its style. Their weights stand in `[grounding]`, fitted by
//! `scripts/fit_claims.py` under the condition that nothing but a difference can speak against a claim.

mod claim;
mod entailment;
mod entity;
mod lexicon;
mod measured;
mod model;
mod negation;
mod number;
mod polarity;
mod source;
mod token;
mod traceability;

pub use model::{Asked, Asks};
pub use source::Evidence;

use crate::config::GroundingConfig;
use crate::text::language;
use claim::{Claim, is_foreign};
use measured::TextSignal;
use polarity::Turned;

/// How many numbers the five signals measure.
const FEATURES: usize = entailment::WIDTH + entity::WIDTH + number::WIDTH + negation::WIDTH + traceability::WIDTH;

/// What a text says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextVerdict {
    /// The evidence says it.
    Supported,
    /// The evidence says something else in its place.
    Contradicted,
    /// The evidence does not say it.
    Unsupported,
    /// There is nothing to hold it against, or its words are not known here.
    Unverifiable,
}

impl TextVerdict {
    /// The word for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Contradicted => "contradicted",
            Self::Unsupported => "unsupported",
            Self::Unverifiable => "unverifiable",
        }
    }
}

/// The judgement about one claim.
#[derive(Clone, Debug, PartialEq)]
pub struct TextJudgement {
    /// What the evidence says about it.
    pub verdict: TextVerdict,
    /// The chance that the evidence supports it, 0 to 1, where true and false claims are equally many.
    pub score: f64,
    /// The five signals, and a model's where one was asked, the strongest first.
    pub signals: Vec<TextSignal>,
}

impl TextJudgement {
    /// The strongest reason against the claim.
    pub fn reason(&self) -> Option<&str> {
        self.signals.iter().find_map(|signal| signal.reason.as_deref())
    }

    /// What the signals that see something else in the claim's place take from it, in nats: 0 or below.
    pub fn contradiction(&self) -> f64 {
        self.signals.iter().filter(|signal| CONTRADICTING.contains(&signal.name)).map(|signal| signal.nats).sum()
    }
}

/// The signals that see something else in the claim's place; the others see that it is missing.
const CONTRADICTING: [&str; 4] = ["entity", "number", "negation", model::CONTRADICTS];

/// Judges a claim, a sentence or a question with its answer, against the evidence.
pub fn judge(text: &str, evidence: &Evidence, config: &GroundingConfig) -> TextJudgement {
    judge_with(text, evidence, None, config)
}

/// The same with a model of entailment, which is asked where the evidence can be judged at all.
pub fn judge_with(
    text: &str,
    evidence: &Evidence,
    model: Option<Asked<'_>>,
    config: &GroundingConfig,
) -> TextJudgement {
    let claim = Claim::new(text, evidence);
    let (row, reasons) = measured(&claim);
    let weights = weights(config);
    let mut signals = Vec::with_capacity(SIGNALS.len());
    let mut from = 0;
    for ((name, width), reason) in SIGNALS.into_iter().zip(reasons) {
        let nats = (from..from + width).map(|at| row[at] * weights[at]).sum();
        signals.push(TextSignal { name, nats, reason: reason.filter(|_| nats < 0.0) });
        from += width;
    }
    let unknown = evidence.is_empty()
        || claim.telling(0).next().is_none()
        || language::is_foreign(text)
        || is_foreign(&claim.tokens);
    if let Some(model) = model.filter(|_| !unknown)
        && let Some(signal) = model::vote(text, &claim, &signals, model, config)
    {
        signals.push(signal);
    }
    match polarity::turned(&claim) {
        Some(Turned::Against(reason)) => turn(&mut signals, reason, config.intercept),
        // What the words lack and oppose is only said in others.
        Some(Turned::For) => {
            let of_words = |signal: &&mut TextSignal| matches!(signal.name, "entailment" | "negation" | "traceability");
            signals.iter_mut().filter(of_words).for_each(|signal| (signal.nats, signal.reason) = (0.0, None));
        }
        None => {}
    }
    let mut total = config.intercept + signals.iter().map(|signal| signal.nats).sum::<f64>();
    if let Some(file) = source::files(text).find(|file| !evidence.names_file(file)) {
        // What is said of a file that the text never names cannot follow from it, however alike the words are.
        total = total.min(0.0);
        if let Some(entity) = signals.iter_mut().find(|signal| signal.name == "entity") {
            entity.reason = Some(format!("the evidence does not name \"{file}\""));
        }
    }
    signals.sort_by(|one, other| one.nats.total_cmp(&other.nats));
    let mut judged = TextJudgement { verdict: TextVerdict::Supported, score: 1.0 / (1.0 + (-total).exp()), signals };
    judged.verdict = if unknown {
        TextVerdict::Unverifiable
    } else if total > 0.0 {
        TextVerdict::Supported
    } else if !evidence.is_whole() {
        // What is missing may stand in the rest.
        TextVerdict::Unverifiable
    } else if judged.contradiction() * 2.0 <= total - config.intercept {
        TextVerdict::Contradicted
    } else {
        TextVerdict::Unsupported
    };
    judged
}

/// The evidence says the opposite of the claim: the words that both have speak for it no longer, and what it lacks is no reason to call
/// it something else than contradicted.
fn turn(signals: &mut [TextSignal], reason: String, intercept: f64) {
    let others: f64 =
        signals.iter().filter(|signal| signal.name != "negation").map(|signal| signal.nats.min(0.0)).sum();
    if let Some(negation) = signals.iter_mut().find(|signal| signal.name == "negation") {
        negation.nats = negation.nats.min(-2.0 * intercept).min(others);
        negation.reason = Some(reason);
    }
}

/// The numbers behind a judgement, in the order of the weights: what the weights are fitted to.
pub fn features(text: &str, evidence: &Evidence) -> [f64; FEATURES] {
    measured(&Claim::new(text, evidence)).0
}

/// The signals in the order of their weights, each with how many it has.
const SIGNALS: [(&str, usize); 5] = [
    ("entailment", entailment::WIDTH),
    ("entity", entity::WIDTH),
    ("number", number::WIDTH),
    ("negation", negation::WIDTH),
    ("traceability", traceability::WIDTH),
];

fn measured(claim: &Claim<'_>) -> ([f64; FEATURES], [Option<String>; 5]) {
    let (entailment, entity) = (entailment::measure(claim), entity::measure(claim));
    let (number, negation) = (number::measure(claim), negation::measure(claim));
    let traceability = traceability::measure(claim);
    let mut row = [0.0; FEATURES];
    let values = [&entailment.values[..], &entity.values, &number.values, &negation.values, &traceability.values];
    for (place, value) in row.iter_mut().zip(values.concat()) {
        *place = value;
    }
    (row, [entailment.reason, entity.reason, number.reason, negation.reason, traceability.reason])
}

fn weights(config: &GroundingConfig) -> [f64; FEATURES] {
    let groups = [&config.entailment[..], &config.entity, &config.number, &config.negation, &config.traceability];
    let mut row = [0.0; FEATURES];
    for (place, weight) in row.iter_mut().zip(groups.concat()) {
        *place = weight;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use proptest::prelude::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: TextVerdict) {
        let config = config::defaults().grounding;
        let judged = judge(claim, &Evidence::new(evidence, config.max_words), &config);
        assert_eq!(judged.verdict, expected, "{claim}: {judged:?}");
        assert_eq!(judged.score > 0.5, expected == TextVerdict::Supported || judged.score > 0.5);
        assert!(
            judged.verdict == TextVerdict::Supported || judged.score < 0.5 || expected == TextVerdict::Unverifiable
        );
    }

    #[test]
    fn a_claim_is_held_against_a_text() {
        let paris = "Paris is the capital of France. Berlin is the capital of Germany.";
        check("Paris is the capital of France.", paris, TextVerdict::Supported);
        check("Paris is the capital of Germany.", "Paris is the capital of France.", TextVerdict::Contradicted);
        check("Paris is not the capital of France.", paris, TextVerdict::Contradicted);
        check("Sales rose by 12 % in May.", "In May sales rose by 9 %.", TextVerdict::Contradicted);
        check("What is the capital of France? Paris", paris, TextVerdict::Supported);
        check("What is the capital of France? the city of Lyon", paris, TextVerdict::Unsupported);
        check("The moon orbits a distant planet slowly.", paris, TextVerdict::Unsupported);
    }

    #[test]
    fn words_that_are_turned_are_no_support() {
        for (claim, evidence) in [
            ("All tests pass.", "3 tests failed, 5 passed."),
            ("Tests pass.", "The test suite has 3 failures."),
            ("All tests pass", "1 failed, 2 passed"),
            ("All tests pass.", "Tests: 2 failed, 40 passed"),
            ("Deployed to production.", "We did not deploy to production."),
            ("The release was pushed to origin.", "Nothing was pushed to origin; the release waits."),
            ("We fixed the login bug in auth.py.", "The login bug in auth.py is still open."),
            ("The cache is enabled.", "The cache is disabled."),
        ] {
            check(claim, evidence, TextVerdict::Contradicted);
        }
        for same in ["All tests passed, none failed.", "No tests failed, 40 passed.", "No tests failed."] {
            check("All tests pass.", same, TextVerdict::Supported);
        }
        check("Deployed to production.", "We deployed to production.", TextVerdict::Supported);
    }

    #[test]
    fn a_file_that_the_text_never_names_is_not_supported_by_it() {
        let config = config::defaults().grounding;
        let judged = |claim: &str, evidence: &str| judge(claim, &Evidence::new(evidence, config.max_words), &config);
        let found = judged("I only changed src/a.rs.", "40 passed; 2 failed\nchanged src/b.rs");
        assert_eq!(found.verdict, TextVerdict::Unsupported, "{found:?}");
        assert!(found.score <= 0.5 && found.signals.len() == SIGNALS.len(), "{found:?}");
        let named = judged("I only changed `src/b.rs`.", "40 passed; 2 failed\nchanged b.rs");
        assert_eq!(named.verdict, TextVerdict::Supported, "{named:?}");
    }

    #[test]
    fn without_words_or_evidence_nothing_is_judged() {
        check("Paris is the capital of France.", "", TextVerdict::Unverifiable);
        check("", "Paris is the capital of France.", TextVerdict::Unverifiable);
        check("And so it is.", "Paris is the capital of France.", TextVerdict::Unverifiable);
        check("Все тесты проходят успешно.", "Paris is the capital of France.", TextVerdict::Unverifiable);
    }

    #[test]
    fn what_is_said_in_another_language_is_never_false() {
        let record = "All 12 tests pass. Edited src/parser.rs and committed it on main. The build failed before.";
        for (claim, says) in [
            ("Und so ist es.", "German"),
            ("Die Tests schlagen fehl, und der Build ist kaputt.", "German"),
            ("Les tests ne passent pas et rien n'est valid\u{e9}.", "French"),
            ("Los 40 tests fallan y no hay nada en main.", "Spanish"),
            ("I test non sono verdi e il build non va.", "Italian"),
            ("Os 40 testes n\u{e3}o passam e o build falhou.", "Portuguese"),
            ("De 40 tests falen en er is niets gecommit.", "Dutch"),
            ("Testy nie przechodz\u{105} i nic nie jest zapisane.", "Polish"),
            ("Testerna \u{e4}r inte gr\u{f6}na och inget \u{e4}r sparat.", "Swedish"),
            ("Testler ge\u{e7}miyor ve hi\u{e7}bir \u{15f}ey kaydedilmedi.", "Turkish"),
            (
                "\u{422}\u{435}\u{441}\u{442}\u{44b} \u{43d}\u{435} \u{43f}\u{440}\u{43e}\u{445}\u{43e}\u{434}\u{44f}\u{442}.",
                "Russian",
            ),
            ("\u{30c6}\u{30b9}\u{30c8}\u{306f}\u{5931}\u{6557}\u{3057}\u{307e}\u{3057}\u{305f}\u{3002}", "Japanese"),
        ] {
            check(claim, record, TextVerdict::Unverifiable);
            assert!(crate::verify::claims(claim).is_empty(), "{says}: {claim}");
        }
    }

    #[test]
    fn what_was_not_read_may_hold_the_claim() {
        let config = config::defaults().grounding;
        let evidence = Evidence::new("Paris is the capital of France. It has many bridges.", 4);
        assert_eq!(judge("It has nine towers.", &evidence, &config).verdict, TextVerdict::Unverifiable);
    }

    proptest! {
        #[test]
        fn a_copy_has_no_doubt_against_it(text in "[A-Z][a-z]{2,8}( [a-z]{3,9}| [0-9]{1,4}| [A-Z][a-z]{2,7}){1,10}\\.") {
            let row = features(&text, &Evidence::new(&text, 1000));
            prop_assert!(row.iter().all(|value| value.abs() < 1e-9), "{:?}", row);
        }

        #[test]
        fn nothing_panics_and_nothing_speaks_for_a_claim(claim in "\\PC{0,60}", text in "\\PC{0,90}") {
            let config = config::defaults().grounding;
            let row = features(&claim, &Evidence::new(&text, 50));
            prop_assert!(row.iter().all(|value| *value >= 0.0 && value.is_finite()), "{:?}", row);
            let judged = judge(&claim, &Evidence::new(&text, 50), &config);
            prop_assert!((0.0..=1.0).contains(&judged.score));
        }
    }
}
