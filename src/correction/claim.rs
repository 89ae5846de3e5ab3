//! What is said at the end of a turn about a claim of the report that the record refutes.

use crate::config::CorrectionConfig;
use crate::domain::{ClaimVerdict, Reported};
use crate::text::clip::{one_line, shortened};

/// Characters of a claim that are quoted.
const CLAIM: usize = 120;
/// Characters of the evidence.
const EVIDENCE: usize = 160;
/// Claims told in one text.
const TOLD: usize = 2;

/// The line for the human: what the reply says, and what the record shows.
pub fn refuted_notice(refuted: &[Reported], config: &CorrectionConfig) -> String {
    let first =
        refuted.first().map(|one| format!("the reply says {}; {}", quoted(one), shown(one))).unwrap_or_default();
    let more = if refuted.len() > 1 { format!(" ({} more)", refuted.len() - 1) } else { String::new() };
    shortened(&format!("driftguard: {first}{more}. `driftguard wrong` marks a false alarm."), config.max_chars)
}

/// The text for the agent: it goes on once, with the evidence.
pub fn refuted_nudge(refuted: &[Reported], config: &CorrectionConfig) -> String {
    let told: Vec<String> =
        refuted.iter().take(TOLD).map(|one| format!("the reply says {}, and {}", quoted(one), shown(one))).collect();
    let text = format!(
        "driftguard: {}. Suggested: do what is missing, or correct the sentence in the reply; where the record is wrong, \
         say how.",
        told.join("; ")
    );
    shortened(&text, config.max_chars)
}

fn quoted(reported: &Reported) -> String {
    format!("“{}”", cut(reported.claim.text.trim_start_matches(['-', '*', '#', ' ']), CLAIM))
}

fn shown(reported: &Reported) -> String {
    let evidence = cut(&reported.judgement.evidence, EVIDENCE);
    match reported.judgement.verdict {
        ClaimVerdict::Fabricated => format!("by the record {evidence}"),
        _ => format!("the record of this session shows: {evidence}"),
    }
}

/// On one line, without the stop at its end, cut.
fn cut(text: &str, max: usize) -> String {
    shortened(one_line(text).trim_end_matches('.'), max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Claim, ClaimKind, EventId, Judgement, Quantifier, RunKinds};

    fn reported(text: &str, verdict: ClaimVerdict, evidence: &str) -> Reported {
        let claim = Claim {
            text: text.to_owned(),
            span: 0..text.len(),
            kind: ClaimKind::Ended,
            runs: RunKinds::default(),
            objects: Vec::new(),
            value: None,
            affirmed: true,
            quantifier: Quantifier::All,
            part: false,
            excepts: false,
            plain: true,
        };
        let judgement = Judgement {
            verdict,
            score: 0.0,
            signals: Vec::new(),
            evidence: evidence.to_owned(),
            weighty: true,
            doubt: None,
        };
        Reported { event: EventId(1), call: 1, claim, judgement }
    }

    #[test]
    fn a_refuted_claim_is_told_with_its_evidence() {
        let config = crate::config::defaults().correction;
        let red = reported("All tests pass.", ClaimVerdict::Contradicted, "`npm test`: Tests: 2 failed, 5 total");
        let none = reported("- Committed.", ClaimVerdict::Fabricated, "no `git commit` ran in this session");
        assert_eq!(
            refuted_notice(std::slice::from_ref(&red), &config),
            "driftguard: the reply says “All tests pass”; the record of this session shows: `npm test`: Tests: 2 failed, 5 total. `driftguard wrong` marks a false alarm."
        );
        let both = refuted_nudge(&[red.clone(), none.clone()], &config);
        assert!(both.contains("“All tests pass”") && both.contains("“Committed”"), "{both}");
        assert!(both.contains("“Committed”, and by the record no `git commit` ran"), "{both}");
        assert!(refuted_notice(&[red, none], &config).contains("(1 more). `driftguard wrong`"));
    }

    #[test]
    fn a_long_claim_is_cut() {
        let long = reported(&"é".repeat(5_000), ClaimVerdict::Contradicted, &"x ".repeat(5_000));
        let config = crate::config::defaults().correction;
        assert!(refuted_nudge(&[long], &config).chars().count() < 600);
    }
}
