//! `driftguard check --stream`: where a text on stdin would be halted.

use crate::world::{World, shown};
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
