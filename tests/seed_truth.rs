//! The cases of the claim and coherence scorer (seed 001), held against `verify`.
//!
//! Cases about the intent of answers and about budgets ask what is not asked here; `seed` says where the cases are.

use super::seed::{hold_all, same};
use driftguard::config::{self, Config, StreamConfig};
use driftguard::domain::{Action, ActionKind, ClaimVerdict, Digest, Ledger, Outcome, OutcomeStatus, Root};
use driftguard::injection;
use driftguard::text::shell;
use driftguard::verify;
use driftguard::verify::ledger::{When, entry};
use driftguard::verify::stream::{Flow, Kernel};
use driftguard::verify::text::{Evidence, judge};
use serde_json::{Value, json};

#[test]
fn the_cases_of_the_claim_and_coherence_scorer_hold() {
    hold_all("director-ai", run);
}

#[test]
fn what_a_case_asks_is_really_compared() {
    let fails = |case: Value| run(&case).unwrap().is_err();
    let claim = |claim: &str, evidence: &str, verdict: &str| json!({"input": {"claim": claim, "evidence": evidence}, "expected": {"verdict": verdict}});
    assert!(fails(claim("Paris is the capital of France.", "Paris is the capital of France.", "contradicted")));
    assert!(fails(claim("All tests pass.", "test result: ok. 3 passed; 0 failed", "contradicted")));
    assert!(fails(json!({"input": {"scores": [0.9, 0.1]}, "expected": {"halted": false, "warnings": 0}})));
    assert!(fails(json!({"input": {"scores": [0.9, 0.58]}, "expected": {"halted": false, "warnings": 0}})));
    assert!(fails(json!({"input": {"text": "x"}, "expected": {"flag": true}})));
    assert!(run(&json!({"input": {"max_steps": 3}, "expected": {"step3": "ok"}})).is_none());
}

/// The result of a case of these rooms; `None` for one of another.
fn run(case: &Value) -> Option<Result<(), String>> {
    let (input, expected) = (&case["input"], &case["expected"]);
    let config = config::defaults();
    if let Some(scores) = input["scores"].as_array() {
        let scores: Vec<f64> = scores.iter().map(|score| score.as_f64().unwrap()).collect();
        return Some(same(&(expected["halted"].as_bool(), expected["warnings"].as_u64()), &stream(&scores, &config)));
    }
    if let (Some(text), Some(flag)) = (input["text"].as_str(), expected["flag"].as_bool()) {
        return Some(same(&flag, &!injection::scan(text, &config.injection).suspicions.is_empty()));
    }
    let (claim, evidence) = (input["claim"].as_str()?, input["evidence"].as_str()?);
    Some(same(&expected["verdict"].as_str().unwrap_or_default(), &verdict(claim, evidence, &config)))
}

/// Whether the stream is halted, and how many of its tokens are doubted.
fn stream(scores: &[f64], config: &Config) -> (Option<bool>, Option<u64>) {
    let config = StreamConfig { soft: false, ..config.stream.clone() };
    let mut kernel = Kernel::new(&config);
    let flows: Vec<Flow> = scores.iter().map(|score| kernel.push(*score, false)).collect();
    let halted = flows.iter().any(|flow| matches!(flow, Flow::Halted(_)));
    let doubted = flows.iter().filter(|flow| **flow == Flow::Doubted).count();
    (Some(halted), u64::try_from(doubted).ok())
}

/// A claim about a session is judged by its record, with the evidence as what a test run printed; any other by the text.
fn verdict(claim: &str, evidence: &str, config: &Config) -> &'static str {
    let ledger = record(evidence);
    let judged = verify::claims(claim).into_iter().map(|claim| verify::judge(&claim, &ledger, config).verdict);
    match judged.filter(|verdict| *verdict != ClaimVerdict::Unverifiable).max_by_key(|verdict| verdict.accuses()) {
        Some(verdict) => verdict.name(),
        None => judge(claim, &Evidence::new(evidence, config.grounding.max_words), &config.grounding).verdict.name(),
    }
}

fn record(output: &str) -> Ledger {
    if !output.contains("test result:") {
        return Ledger::default();
    }
    let command = "cargo test";
    let action = Action { command: Some(command.to_owned()), ..Action::bare(ActionKind::Bash) };
    let outcome = Outcome {
        call_id: "1".to_owned(),
        status: OutcomeStatus::Ok,
        content: Digest(0),
        excerpt: output.to_owned(),
        ..Outcome::default()
    };
    let entries = entry(&Root::default(), &action, &shell::read(command), &outcome, When::default());
    Ledger { entries: entries.into_iter().collect(), ..Ledger::default() }
}
