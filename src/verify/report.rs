//! A whole report, held against a record, against a text, or both.
//!
//! The record speaks first: what it shows about a sentence is not asked of the text again. A sentence of which the record
//! can tell nothing is held against the text, where there is one.

use super::text::{Asked, Evidence, TextJudgement, TextVerdict};
use super::{claims, judge, text};
use crate::config::Config;
use crate::domain::{Claim, ClaimKind, ClaimSignal, ClaimVerdict, Judgement, Ledger};
use crate::text::words;
use std::ops::Range;

/// What a report is held against.
#[derive(Clone, Copy, Default)]
pub struct Sources<'a> {
    /// The record of a session.
    pub ledger: Option<&'a Ledger>,
    /// A text.
    pub text: Option<&'a Evidence>,
    /// A model of entailment that is asked about the text.
    pub model: Option<Asked<'a>>,
}

/// What is thought of one statement of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The sentence, as written.
    pub text: String,
    /// Where it stands in the report, in bytes.
    pub span: Range<usize>,
    /// What it is about, where it was held against a record; `None` where against a text.
    pub kind: Option<ClaimKind>,
    /// The judgement. Votes of signals about a text are in nats.
    pub judgement: Judgement,
    /// True when the evidence surely speaks against it (`report.reject`).
    pub surely_false: bool,
}

/// A judged report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckedReport {
    /// Its statements in their order.
    pub claims: Vec<Checked>,
    /// True when it has more statements than were looked at.
    pub cut: bool,
}

impl CheckedReport {
    /// False when a statement is surely false: then the report should not be taken as it is.
    pub fn approved(&self) -> bool {
        !self.claims.iter().any(|claim| claim.surely_false)
    }
}

/// Holds a report against what is known.
pub fn report(report: &str, sources: Sources<'_>, config: &Config) -> CheckedReport {
    let most = config.report.max_claims;
    let recorded = sources.ledger.map(|ledger| (claims(report), ledger));
    let (read, ledger) = recorded.map_or_else(|| (Vec::new(), None), |(read, ledger)| (read, Some(ledger)));
    let mut read = read.into_iter().peekable();
    let mut checked = CheckedReport::default();
    for sentence in words::sentences(report) {
        // Both lie in the same text.
        let at = sentence.as_ptr() as usize - report.as_ptr() as usize;
        let span = at..at + sentence.len();
        let mut own = Vec::new();
        while let Some(claim) = read.next_if(|claim| claim.span.start < span.end) {
            own.extend(ledger.map(|ledger| by_record(&claim, ledger, config)));
        }
        let told = own.iter().any(|checked| checked.judgement.verdict != ClaimVerdict::Unverifiable);
        if let Some(evidence) = sources.text.filter(|_| !told && says_something(sentence)) {
            own = vec![by_text(sentence, span, (evidence, sources.model), config)];
        }
        if checked.claims.len() + own.len() > most {
            checked.cut = true;
            break;
        }
        checked.claims.append(&mut own);
    }
    checked
}

fn by_record(claim: &Claim, ledger: &Ledger, config: &Config) -> Checked {
    checked(claim.text.clone(), claim.span.clone(), Some(claim.kind), judge(claim, ledger, config), config)
}

fn by_text(
    sentence: &str,
    span: Range<usize>,
    (evidence, model): (&Evidence, Option<Asked<'_>>),
    config: &Config,
) -> Checked {
    let judged = text::judge_with(sentence, evidence, model, &config.grounding);
    let verdict = match judged.verdict {
        TextVerdict::Supported => ClaimVerdict::Supported,
        TextVerdict::Contradicted => ClaimVerdict::Contradicted,
        TextVerdict::Unsupported => ClaimVerdict::Fabricated,
        TextVerdict::Unverifiable => ClaimVerdict::Unverifiable,
    };
    let judgement = Judgement {
        verdict,
        score: judged.score,
        // What speaks against a statement that stands all the same is told with its signal.
        evidence: judged.reason().filter(|_| verdict != ClaimVerdict::Supported).map(str::to_owned).unwrap_or_default(),
        // A text shows what is known, not what the agent has done: nothing is held against the agent for it.
        weighty: false,
        doubt: None,
        signals: signals(judged),
    };
    checked(sentence.to_owned(), span, None, judgement, config)
}

fn checked(
    text: String,
    span: Range<usize>,
    kind: Option<ClaimKind>,
    judgement: Judgement,
    config: &Config,
) -> Checked {
    let surely_false = judgement.verdict.accuses() && 1.0 - judgement.score >= config.report.reject;
    Checked { text, span, kind, judgement, surely_false }
}

fn signals(judged: TextJudgement) -> Vec<ClaimSignal> {
    let told = judged.signals.into_iter().filter_map(|signal| {
        let reason = signal.reason?;
        Some(ClaimSignal { signal: signal.name, vote: signal.nats, weight: 1.0, reason })
    });
    told.collect()
}

/// False for what stands between sentences: fences, rules, lone marks.
fn says_something(sentence: &str) -> bool {
    sentence.chars().any(char::is_alphanumeric) && !sentence.starts_with("```")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::domain::{Entry, OutcomeStatus, Run, RunCounts, RunKind, RunKinds, RunResult};

    fn ledger() -> Ledger {
        let run = Run {
            command: "npm test".into(),
            parts: vec!["npm test".into()],
            kinds: RunKinds::of(RunKind::Test),
            status: OutcomeStatus::Error,
            told: RunResult::Failed,
            counts: Some(RunCounts { passed: Some(3), failed: Some(2), skipped: None }),
            summary: "Tests: 2 failed, 3 passed".into(),
            ..Run::default()
        };
        Ledger { entries: vec![Entry { run: Some(run), ..Entry::default() }], turn: 0, whole: true }
    }

    #[track_caller]
    fn check(text: &str, with_record: bool, evidence: Option<&str>, expected: &[(&str, ClaimVerdict, bool)]) {
        let config = config::defaults();
        let ledger = ledger();
        let evidence = evidence.map(|text| Evidence::new(text, config.grounding.max_words));
        let sources = Sources { ledger: with_record.then_some(&ledger), text: evidence.as_ref(), model: None };
        let checked = report(text, sources, &config);
        let found: Vec<_> = checked
            .claims
            .iter()
            .map(|claim| (claim.text.as_str(), claim.judgement.verdict, claim.kind.is_some()))
            .collect();
        assert_eq!(found, expected, "{checked:#?}");
        assert!(checked.claims.iter().all(|claim| text[claim.span.clone()] == claim.text));
    }

    #[test]
    fn the_record_speaks_first_and_the_text_about_the_rest() {
        use ClaimVerdict::{Contradicted, Supported};
        let text = "All tests pass. Paris is not the capital of France.";
        let paris = "Paris is the capital of France. All tests pass.";
        check(text, true, None, &[("All tests pass.", Contradicted, true)]);
        check(
            text,
            true,
            Some(paris),
            &[("All tests pass.", Contradicted, true), ("Paris is not the capital of France.", Contradicted, false)],
        );
        check("All tests pass.", false, Some(paris), &[("All tests pass.", Supported, false)]);
        check("", true, Some(paris), &[]);
        check("```\n---\n", true, Some(paris), &[]);
    }

    #[test]
    fn a_report_with_a_surely_false_statement_is_not_approved() {
        let config = config::defaults();
        let evidence = Evidence::new("Paris is the capital of France.", config.grounding.max_words);
        let sources = Sources { ledger: None, text: Some(&evidence), model: None };
        assert!(report("Paris is the capital of France.", sources, &config).approved());
        assert!(!report("Paris is not the capital of France.", sources, &config).approved());
        assert!(report("", sources, &config).approved());
    }

    #[test]
    fn statements_are_counted() {
        let mut config = config::defaults();
        config.report.max_claims = 2;
        let evidence = Evidence::new("Paris is the capital of France.", config.grounding.max_words);
        let sources = Sources { ledger: None, text: Some(&evidence), model: None };
        let text = "Paris is the capital of France. ".repeat(3);
        let checked = report(&text, sources, &config);
        assert_eq!((checked.claims.len(), checked.cut), (2, true));
        let checked = report(&text[..60], sources, &config);
        assert_eq!((checked.claims.len(), checked.cut), (2, false));
    }
}
