//! The cases of the memory of mistakes (seed 000), held against `memory` and the store of lessons.
//!
//! Cases about what two texts have in common belong to `memory::meaning`; `seed` says where the cases are.

use super::seed::{hold_all, same};
use crate::world::World;
use driftguard::config::{self, MemoryConfig};
use driftguard::domain::{Recording, Said};
use driftguard::memory::chain::{Limits, chains};
use driftguard::memory::confidence::{Grounds, confidence, recency};
use driftguard::memory::meaning::{Meaning, compare};
use driftguard::store::memory::{Memory, Pruning, Query};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

const DAY: i64 = 86_400_000;
const NOW: i64 = 1_000 * DAY;

#[test]
fn the_cases_of_the_memory_of_mistakes_hold() {
    hold_all("driftguard-ai", |case| {
        let result = run(case);
        assert!(result.is_some() || case["kind"] == "improve", "nobody reads {case}");
        result
    });
}

#[test]
fn every_kind_of_case_is_read_and_really_compared() {
    let check = |input: Value, right: Value, wrong: Value| {
        let with = |expected: &Value| run(&json!({"input": input, "expected": expected})).unwrap();
        assert_eq!(with(&right), Ok(()), "{input}");
        assert!(with(&wrong).is_err(), "{input}");
    };
    check(
        json!({"node_freq": 1, "edge_freq": 1, "similarity": 0.65, "recency": null, "recency_weight": 0.15}),
        json!({"confidence": 0.6175, "tolerance": 1e-4}),
        json!({"confidence": 0.7, "tolerance": 1e-4}),
    );
    check(json!({"age_days": 7}), json!({"recency": 0.85}), json!({"recency": 1.0}));
    check(
        json!({"matches": [["increase salt", 0.58]], "min_similarity": 0.6}),
        json!({"warnings": [], "confidence": 0.0}),
        json!({"warnings": ["increase salt"], "confidence": 0.0}),
    );
    check(
        json!({"matches": [["increase salt", 0.62]], "min_similarity": 0.6}),
        json!({"warnings": ["increase salt"]}),
        json!({"warnings": []}),
    );
    check(
        json!({"graph": "a->b->a, a->c(freq5), a->d(freq1)", "max_paths": 1}),
        json!({"first_path_second_node": "c"}),
        json!({"first_path_second_node": "b"}),
    );
    check(json!({"record": ["x", "", "y"]}), json!({"error": true}), json!({"error": false}));
    check(json!({"record": ["x", "z", "y"]}), json!({"error": false}), json!({"error": true}));
    check(json!({"record_once_age_days": 0, "prune": true}), json!({"kept": true}), json!({"kept": false}));
    check(json!({"record_once_age_days": 90, "prune": true}), json!({"kept": false}), json!({"kept": true}));
    check(
        json!({"edges": [{"freq": 1, "age_days": 90}, {"freq": 2, "age_days": 90, "nodes_seen_days": 5}], "prune": true}),
        json!({"removed": 1}),
        json!({"removed": 2}),
    );
    check(json!({"writers": 2}), json!({"lost": 0}), json!({"lost": 1}));
    check(json!({"format_version": 3}), json!({"error": true}), json!({"error": false}));
    check(json!({"format_version": 2}), json!({"error": false}), json!({"error": true}));
    assert!(run(&json!({"input": {"recorded_action": "a", "planned": "b"}, "expected": {"warn": true}})).is_none());
}

/// The result of a case of these rooms; `None` for one of another.
fn run(case: &Value) -> Option<Result<(), String>> {
    let (input, expected) = (&case["input"], &case["expected"]);
    let near = |key: &str, found: f64| {
        let (wanted, tolerance) = (expected[key].as_f64().unwrap(), expected["tolerance"].as_f64().unwrap_or(1e-4));
        if (wanted - found).abs() <= tolerance { Ok(()) } else { Err(format!("{found}, not {wanted}")) }
    };
    if input["node_freq"].is_number() {
        return Some(near("confidence", sure(input)));
    }
    if let Some(days) = input["age_days"].as_i64() {
        return Some(near("recency", recency(0, days * DAY)));
    }
    if let Some(matches) = input["matches"].as_array() {
        let (warnings, confidence) = matching(matches, input["min_similarity"].as_f64().unwrap());
        let found = same(&expected["warnings"], &json!(warnings));
        return Some(if expected["confidence"].is_null() { found } else { found.and(near("confidence", confidence)) });
    }
    if let Some(graph) = input["graph"].as_str() {
        let most = usize::try_from(input["max_paths"].as_u64().unwrap_or(100)).unwrap();
        return Some(same(&expected["first_path_second_node"], &json!(first_second(graph, most))));
    }
    if let Some(texts) = input["record"].as_array() {
        let texts: Vec<&str> = texts.iter().map(|text| text.as_str().unwrap()).collect();
        let refused = Fixture::new().record([texts[0], texts[1], texts[2]], NOW).is_none();
        return Some(same(&expected["error"], &json!(refused)));
    }
    if let Some(days) = input["record_once_age_days"].as_i64() {
        let mut fixture = Fixture::new();
        let lesson = fixture.record(["add salt", "too salty", "thrown away"], NOW - days * DAY).unwrap();
        fixture.prune();
        return Some(same(&expected["kept"], &json!(fixture.holds(lesson))));
    }
    if let Some(edges) = input["edges"].as_array() {
        return Some(same(&expected["removed"], &json!(pruned(edges))));
    }
    if let Some(writers) = input["writers"].as_u64() {
        return Some(same(&expected["lost"], &json!(lost(writers))));
    }
    if let Some(version) = input["format_version"].as_u64() {
        return Some(same(&expected["error"], &json!(refuses(version))));
    }
    None
}

fn sure(input: &Value) -> f64 {
    let count = |key: &str| u32::try_from(input[key].as_u64().unwrap()).unwrap();
    let grounds = Grounds {
        node: count("node_freq"),
        edge: count("edge_freq"),
        similarity: input["similarity"].as_f64().unwrap(),
        recency: input["recency"].as_f64(),
    };
    let weight = input["recency_weight"].as_f64();
    let defaults = config::defaults().memory;
    confidence(&grounds, &MemoryConfig { recency_weight: weight.unwrap_or(defaults.recency_weight), ..defaults })
}

/// A memory of its own.
struct Fixture {
    _folder: tempfile::TempDir,
    memory: Memory,
    config: MemoryConfig,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&folder.path().join("memory.db"), Duration::from_secs(10)).unwrap();
        Self { _folder: folder, memory, config: config::defaults().memory }
    }

    fn record(&mut self, texts: [&str; 3], at: i64) -> Option<i64> {
        let [action, feedback, outcome] = texts.map(Said::words);
        let recording = Recording { project: "/p".into(), action, feedback, outcome, at, ..Recording::default() };
        self.memory.record(&recording, &self.config).unwrap().map(|recorded| recorded.lesson)
    }

    fn prune(&mut self) {
        let how = Pruning { now: NOW, dry: false, slice: usize::MAX, by_hand: true };
        self.memory.prune(how, &self.config).unwrap();
    }

    fn holds(&self, lesson: i64) -> bool {
        self.memory.lesson(lesson).unwrap().is_some()
    }
}

/// What is warned of a step that is as far below or above the threshold as the case says: how alike two texts are is this
/// program's own measure, so the threshold is moved to where it lies relative to theirs.
fn matching(matches: &[Value], threshold: f64) -> (Vec<String>, f64) {
    let mut fixture = Fixture::new();
    let (mut warnings, mut sure) = (Vec::new(), 0.0_f64);
    for found in matches {
        let (text, similarity) = (found[0].as_str().unwrap(), found[1].as_f64().unwrap());
        fixture.record([text, "it did not go well", "it was undone"], NOW).unwrap();
        let step = format!("{text} of everything");
        let own = compare(&Meaning::of(text), &Meaning::of(&step), None, &config::defaults().memory.meaning).similarity;
        let config = MemoryConfig { min_similarity: own + threshold - similarity, ..fixture.config.clone() };
        let query = Query { project: "/p", texts: vec![(&step, None)], now: NOW, ..Query::default() };
        let answer = fixture.memory.before_step(&query, &config).unwrap();
        warnings.extend(answer.warnings.into_iter().map(|warning| warning.trigger));
        sure = sure.max(answer.confidence);
    }
    (warnings, sure)
}

/// The second node of the first chain from `a` in a graph such as `a->b->a, a->c(freq5)`.
fn first_second(graph: &str, most: usize) -> String {
    let mut edges: Vec<(char, char, u32)> = Vec::new();
    for way in graph.split(", ") {
        let (way, frequency) = way.trim_end_matches(')').split_once("(freq").unwrap_or((way, "1"));
        let nodes: Vec<char> = way.split("->").map(|node| node.chars().next().unwrap()).collect();
        edges.extend(nodes.windows(2).map(|pair| (pair[0], pair[1], frequency.parse().unwrap())));
    }
    edges.sort_by_key(|(_, _, frequency)| std::cmp::Reverse(*frequency));
    let mut next = |path: &[i64]| -> Result<Vec<i64>, Infallible> {
        let last = path.last().copied();
        let following = edges.iter().filter(|(from, _, _)| Some(i64::from(u32::from(*from))) == last);
        Ok(following.map(|(_, to, _)| i64::from(u32::from(*to))).collect())
    };
    let limits = Limits { depth: 3, branching: 10, paths: most };
    let Ok(found) = chains(i64::from(u32::from('a')), limits, &mut next);
    let second = found.first().and_then(|chain| chain.get(1)).and_then(|node| u32::try_from(*node).ok());
    second.and_then(char::from_u32).map(String::from).unwrap_or_default()
}

/// How many of these links a pruning takes away.
fn pruned(edges: &[Value]) -> usize {
    let mut fixture = Fixture::new();
    let kinds = ["alpha", "bravo", "delta", "gamma"];
    let mut lessons = Vec::new();
    for (edge, kind) in edges.iter().zip(kinds) {
        let texts = [format!("{kind} rebuild"), format!("{kind} crash"), format!("{kind} rollback")];
        let [action, feedback, outcome] = [&*texts[0], &*texts[1], &*texts[2]];
        let at = NOW - edge["age_days"].as_i64().unwrap() * DAY;
        let lesson =
            (0..edge["freq"].as_u64().unwrap()).filter_map(|_| fixture.record([action, feedback, outcome], at)).last();
        lessons.extend(lesson);
        if let Some(days) = edge["nodes_seen_days"].as_i64() {
            // Each of them was met since, with others.
            let since = NOW - days * DAY;
            fixture.record([action, &format!("{kind} elsewhere"), &format!("{kind} nowhere")], since);
            fixture.record([&format!("{kind} before"), feedback, &format!("{kind} nowhere")], since);
            fixture.record([&format!("{kind} before"), &format!("{kind} elsewhere"), outcome], since);
        }
    }
    fixture.prune();
    lessons.iter().filter(|lesson| !fixture.holds(**lesson)).count()
}

/// What is missing after so many writers have recorded at once, each with a connection of its own.
fn lost(writers: u64) -> u64 {
    const EACH: u64 = 20;
    let fixture = Fixture::new();
    let path = fixture.memory.path().to_owned();
    let threads: Vec<_> = (0..writers)
        .map(|_| {
            let (path, config) = (path.clone(), fixture.config.clone());
            std::thread::spawn(move || {
                let mut memory = Memory::open(&path, Duration::from_secs(10)).unwrap();
                let [action, feedback, outcome] = ["add salt", "too salty", "thrown away"].map(Said::words);
                let recording = Recording { action, feedback, outcome, at: NOW, ..Recording::default() };
                for _ in 0..EACH {
                    memory.record(&recording, &config).unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let met: u64 =
        fixture.memory.listed(None, None, 99).unwrap().iter().map(|lesson| u64::from(lesson.frequency)).sum();
    (writers * EACH).saturating_sub(met)
}

/// True where a graph of this version of the format is refused.
fn refuses(version: u64) -> bool {
    let world = World::new();
    let path = world.home().join("graph.json");
    let graph = json!({"format": "driftguard_graph", "format_version": version, "graph": {"nodes": [], "edges": []}});
    std::fs::write(&path, graph.to_string()).unwrap();
    world.call(&["memory", "import", path.to_str().unwrap()], b"").status.code() == Some(65)
}
