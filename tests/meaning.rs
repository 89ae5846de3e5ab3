//! How well meanings are told apart: the groups of `fixtures/paraphrase`, and the seed's own pairs (seed 000).

use driftguard::config;
use driftguard::memory::meaning::{Meaning, compare};
use serde_json::Value;
use std::path::Path;

/// From this similarity on a step recalls what is recorded (seed 000, `min_similarity`).
const FLOOR: f64 = 0.60;

/// Shares of paraphrases and of other things that merge. The groups were written by someone who had not seen the program.
#[test]
fn paraphrases_merge_and_other_things_do_not() {
    let groups = include_str!("../fixtures/paraphrase/groups.jsonl");
    let threshold = config::defaults().memory.merge.action;
    let (mut merged, mut paraphrases, mut wrong, mut others) = (0_u32, 0_u32, 0_u32, 0_u32);
    for line in groups.lines() {
        let group: Value = serde_json::from_str(line).unwrap();
        let read = |side: &str| -> Vec<Meaning> {
            group[side].as_array().unwrap().iter().map(|text| Meaning::of(text.as_str().unwrap())).collect()
        };
        let (a, b) = (read("a"), read("b"));
        for side in [&a, &b] {
            for (at, one) in side.iter().enumerate() {
                for other in &side[at + 1..] {
                    paraphrases += 1;
                    merged += u32::from(compare(one, other, None).same(threshold));
                }
            }
        }
        for one in &a {
            for other in &b {
                others += 1;
                wrong += u32::from(compare(one, other, None).same(threshold));
            }
        }
    }
    println!("{merged} of {paraphrases} paraphrases merge, {wrong} of {others} other things");
    assert!(paraphrases > 300 && others > 500);
    assert!(f64::from(merged) >= 0.38 * f64::from(paraphrases), "{merged} of {paraphrases}");
    assert!(f64::from(wrong) <= 0.10 * f64::from(others), "{wrong} of {others}");
}

/// The cases are no part of the repository: looked for beside it, or at `DRIFTGUARD_SEED_MEMORY`.
#[test]
fn the_pairs_of_the_memory_seed_hold() {
    let file = std::env::var_os("DRIFTGUARD_SEED_MEMORY").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/seed-cases/driftguard-ai.jsonl"),
        Into::into,
    );
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: no seed cases at {}", file.display());
        return;
    };
    let mut faults = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (input, expected) = (&case["input"], &case["expected"]);
        let Some((recorded, planned)) = input["recorded_action"].as_str().zip(input["planned"].as_str()) else {
            continue;
        };
        faults.extend(fault(recorded, planned, expected).map(|fault| format!("{}: {fault}", case["id"])));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What speaks against a pair.
fn fault(recorded: &str, planned: &str, expected: &Value) -> Option<String> {
    let likeness = compare(&Meaning::of(recorded), &Meaning::of(planned), None);
    let told = format!("{recorded} / {planned}: {likeness:?}");
    let recalls = likeness.similarity >= FLOOR && !likeness.opposed();
    if expected["warn"].as_bool().is_some_and(|warn| warn != recalls) {
        return Some(told);
    }
    let merges = likeness.same(config::defaults().memory.merge.action);
    expected["merge"].as_bool().is_some_and(|merge| merge != merges).then_some(told)
}

#[test]
fn what_a_pair_asks_is_really_compared() {
    let asks = |recorded: &str, planned: &str, what: &str, wanted: bool| {
        fault(recorded, planned, &serde_json::json!({ what: wanted })).is_some()
    };
    assert!(asks("increase the timeout", "raise the timeout", "merge", false));
    assert!(asks("increase the limit", "decrease the limit", "warn", true));
    assert!(!asks("increase the limit", "decrease the limit", "merge", false));
}
