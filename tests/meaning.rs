//! How well meanings are told apart: the groups of `fixtures/paraphrase`, and the seed's own pairs (seed 000).

use driftguard::config;
use driftguard::memory::meaning::{Meaning, compare};
use serde_json::Value;
use std::path::Path;

/// From this similarity on a step recalls what is recorded (seed 000, `min_similarity`).
const FLOOR: f64 = 0.60;

/// What merges of a set of groups.
#[derive(Debug, Default)]
struct Merged {
    right: u32,
    paraphrases: u32,
    wrong: u32,
    others: u32,
}

/// Compares every text of a group with every other one.
fn merged(groups: &str) -> Merged {
    let memory = &config::defaults().memory;
    let same = |one: &Meaning, other: &Meaning| compare(one, other, None, &memory.meaning).same(memory.merge.action);
    let mut found = Merged::default();
    for line in groups.lines() {
        let group: Value = serde_json::from_str(line).unwrap();
        let read = |side: &str| -> Vec<Meaning> {
            group[side].as_array().unwrap().iter().map(|text| Meaning::of(text.as_str().unwrap())).collect()
        };
        let (a, b) = (read("a"), read("b"));
        for side in [&a, &b] {
            for (at, one) in side.iter().enumerate() {
                for other in &side[at + 1..] {
                    found.paraphrases += 1;
                    found.right += u32::from(same(one, other));
                }
            }
        }
        for one in &a {
            for other in &b {
                found.others += 1;
                found.wrong += u32::from(same(one, other));
            }
        }
    }
    found
}

/// At least the share `right` of the paraphrases merges, and at most the share `wrong` of the other things.
#[track_caller]
fn check(groups: &str, right: f64, wrong: f64) {
    let found = merged(groups);
    assert!(found.paraphrases > 300 && found.others > 500, "{found:?}");
    assert!(f64::from(found.right) >= right * f64::from(found.paraphrases), "{found:?}");
    assert!(f64::from(found.wrong) <= wrong * f64::from(found.others), "{found:?}");
}

/// The sets were written by people who had not seen the program, and were read when it was made better.
#[test]
fn paraphrases_merge_and_other_things_do_not() {
    check(include_str!("../fixtures/paraphrase/groups.jsonl"), 0.55, 0.09);
    check(include_str!("../fixtures/paraphrase/more_groups.jsonl"), 0.79, 0.115);
    check(include_str!("../fixtures/paraphrase/third_groups.jsonl"), 0.77, 0.06);
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
    let likeness = compare(&Meaning::of(recorded), &Meaning::of(planned), None, &config::defaults().memory.meaning);
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
