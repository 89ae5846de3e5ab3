//! `driftguard check --stream`: where a text on stdin would be halted.

use crate::world::{World, shown};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

const NOTES: &str =
    "The ship sank with 600 people in 1708. Captain Dooley found the wreck near Cartagena in 2015. It carried gold.";

#[test]
fn a_text_is_halted_where_it_leaves_the_evidence() {
    let world = World::new();
    let notes = world.project().join("notes.txt");
    fs::write(&notes, NOTES).unwrap();
    let notes = notes.display().to_string();
    let check = |text: &str, code: i32, told: &str| {
        let (found, stdout, stderr) = shown(&world.call(&["check", "--stream", "--evidence", &notes], text.as_bytes()));
        assert_eq!(found, Some(code), "{stdout}{stderr}");
        assert!(stdout.contains(told), "{stdout}");
    };
    check(NOTES, 0, "nothing to halt in 20 tokens");
    check("", 0, "nothing to halt in 0 tokens");
    check(
        "It carried gold. The ship sank with 550 people in 1708. More.",
        1,
        "halt at token 10 (rule claim): 550 is not",
    );
    check("\u{1b}[ \0 It carried gold.", 0, "nothing to halt");
    let args = ["check", "--stream", "--evidence", &notes, "--format", "json"];
    let (_, stdout, _) = shown(&world.call(&args, b"The ship did not sink in 1708. \xff\xfe More."));
    let read: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((read["halt"]["rule"].as_str(), read["halt"]["token"].as_u64()), (Some("claim"), Some(6)), "{stdout}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let world = World::new();
    let code = |args: &[&str]| shown(&world.call(args, b"text")).0;
    assert_eq!(code(&["check", "--stream", "--evidence", "missing.txt"]), Some(66));
    assert_eq!(code(&["check", "--evidence", "missing.txt"]), Some(64));
    assert_eq!(code(&["check", "--stream", "--evidence", "README.md", "--format", "sarif"]), Some(64));
    assert_eq!(code(&["check", "missing.jsonl", "--stream"]), Some(66));
}

/// The lines of a transcript in which a turn of `fixtures/streams` was worked.
fn transcript(turn: &Value) -> String {
    let mut lines = vec![json!({"type": "user", "uuid": "p", "sessionId": "s", "cwd": "$PROJECT",
        "message": {"role": "user", "content": turn["prompt"]}})];
    for (at, event) in turn["events"].as_array().unwrap().iter().enumerate() {
        let id = format!("call-{at}");
        let call = json!([{"type": "tool_use", "id": id, "name": event["tool"], "input": event["input"]}]);
        let result = json!([{"type": "tool_result", "tool_use_id": id, "content": event["result"],
            "is_error": event["is_error"]}]);
        for (role, kind, content) in [("assistant", "a", call), ("user", "u", result)] {
            lines.push(json!({"type": role, "uuid": format!("{kind}{at}"), "sessionId": "s", "cwd": "$PROJECT",
                "message": {"role": role, "content": content}}));
        }
    }
    lines.iter().map(|line| format!("{line}\n").replace("/project/", "$PROJECT/")).collect()
}

/// 20 reports and 20 retellings, each as it was written and with one sentence made false, by someone who had not seen where
/// texts are halted. What is true goes on, and half of what is false is ended in its sentence.
#[test]
fn what_is_true_goes_on_and_half_of_what_is_false_does_not() {
    let world = World::new();
    let rows = |text: &str| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    for turn in rows(include_str!("../fixtures/streams/claims/agent_turns.jsonl")) {
        world.append(turn["turn"].as_str().unwrap(), &transcript(&turn));
    }
    let notes = world.project().join("notes.txt");
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for stream in rows(include_str!("../fixtures/streams/stream/streams.jsonl")) {
        let text: String = stream["tokens"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let mut args = vec!["check".to_owned(), "--stream".to_owned(), "--format".to_owned(), "json".to_owned()];
        if let Some(evidence) = stream["evidence"]["text"].as_str() {
            fs::write(&notes, evidence).unwrap();
            args.extend(["--evidence".to_owned(), notes.display().to_string()]);
        } else {
            let turn = stream["evidence"]["turn"].as_str().unwrap();
            args.push(world.transcript(turn).display().to_string());
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (_, stdout, stderr) = shown(&world.call(&args, text.as_bytes()));
        let told: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
        let halt = told["halt"]["token"].as_u64();
        let count = if let Some(span) = stream["bad_spans"].get(0) {
            let inside = halt.is_some_and(|at| (span[0].as_u64()..span[1].as_u64()).contains(&Some(at)));
            let count = counts.entry("false").or_default();
            count.1 += u32::from(inside);
            count
        } else {
            if halt.is_some() {
                wrong.push(format!("{}: {}", stream["id"], told["halt"]));
            }
            counts.entry("true").or_default()
        };
        count.0 += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let false_ones = counts["false"];
    assert!(counts["true"].0 == 40 && false_ones.0 == 40 && false_ones.1 >= 20, "{counts:?}");
}
