//! The verdicts of `verify` as SARIF 2.1.0: one result a statement that the evidence speaks against.

use super::VerifiedReport;
use super::layout::{line, pretty};
use super::sarif::{fingerprint, location_at, text};
use crate::domain::ClaimVerdict;
use crate::verify::Checked;
use serde_json::{Value, json};

/// The kinds of results, each with its meaning.
const RULES: [(ClaimVerdict, &str); 3] = [
    (ClaimVerdict::Contradicted, "The evidence shows the contrary of what a report says."),
    (ClaimVerdict::Fabricated, "The evidence would hold a trace of what a report says, and holds none."),
    (ClaimVerdict::Stale, "What a report says was so, and what it is about has changed since."),
];

/// The judged report as SARIF 2.1.0.
pub fn verified_sarif(report: &VerifiedReport<'_>) -> String {
    let rules = RULES.map(|(verdict, meaning)| {
        json!({"id": verdict.name(), "shortDescription": {"text": meaning}, "fullDescription": {"text": meaning},
            "help": {"text": "Look at the evidence, then correct the report or the work."}})
    });
    let results: Vec<Value> = report.checked.claims.iter().filter_map(|claim| result(report, claim)).collect();
    pretty(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "driftguard", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "automationDetails": {"id": format!("driftguard/verify/{}", line(&report.name))},
            "invocations": [{"executionSuccessful": true}],
            "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "the folder that driftguard was called in"}}},
            "results": results,
        }],
    }))
}

fn result(report: &VerifiedReport<'_>, claim: &Checked) -> Option<Value> {
    let judgement = &claim.judgement;
    let rule = RULES.iter().position(|(verdict, _)| *verdict == judgement.verdict)?;
    let level = match judgement.verdict {
        _ if claim.surely_false => "error",
        ClaimVerdict::Stale => "note",
        _ => "warning",
    };
    let said = format!("\"{}\": {}", line(&claim.text), line(&judgement.evidence));
    let at = report.line_of(claim.span.start);
    Some(json!({
        "ruleId": judgement.verdict.name(),
        "ruleIndex": rule,
        "level": level,
        "message": text(&said),
        "locations": [location_at(&report.name, u32::try_from(at).unwrap_or(u32::MAX))],
        "partialFingerprints": {"driftguard/v1": fingerprint(&claim.text, Some(&report.name))},
        "rank": ((1.0 - judgement.score) * 1000.0).round() / 10.0,
    }))
}
