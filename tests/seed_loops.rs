//! The cases of the drift-detection document (seed 002) and of the engine built after it, held against the loop signals.
//!
//! `seed` says where the cases are.

use super::seed::{Exceptions, hold_by_profile, same_of, settings, word};
use crate::world::{World, shown};
use driftguard::config::Profile;
use driftguard::domain::{
    Action, ActionKind, Call, Digest, DriftState, Event, EventId, FileEffect, FileList, FileVerb, Outcome,
    OutcomeStatus, Prompt, PromptClass, Root, Session, What,
};
use driftguard::drift;
use driftguard::guard::{Facts, Guard};
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

/// Cases that hold only by the letter of the document: they run under `profile = "seed"`.
const BY_THE_LETTER: &[(&str, &str)] = &[(
    "enchanter-drift-013",
    "one revert is work for all 45 found in real sessions: by default it is recorded and never an alert",
)];

/// What cases of other engines by the same authors ask for; this product has none of them.
const NOT_OURS: &[(&str, &str)] = &[
    ("trust", "a Beta-Bernoulli trust score: nothing here keeps one"),
    ("A", "the bounds of a sequential probability ratio test: drift is accumulated by a CUSUM, which has none"),
];

/// The document's name of each pattern and ours.
const PATTERNS: &[(&str, &str)] =
    &[("read_loop", "read-loop"), ("edit_revert", "edit-revert"), ("test_fail_loop", "failure-loop")];

#[test]
fn the_cases_of_the_drift_detection_document_hold() {
    let exceptions = Exceptions {
        by_the_letter: BY_THE_LETTER,
        may_be_literal: |_| true,
        fails: |case| NOT_OURS.iter().any(|(key, _)| !case["expected"][key].is_null()).then_some("not ours"),
    };
    hold_by_profile("enchanter-drift", &exceptions, run);
}

#[test]
fn the_patterns_of_the_document_are_found_by_the_letter() {
    let read = json!({"tool": "Read", "target": "a", "hash": "0"});
    let fail = json!({"tool": "Bash", "target": "npm test", "exit": 1, "error": "E1"});
    let edit = |hash: &str| json!({"tool": "Edit", "target": "a", "hash": hash});
    let pass = json!({"tool": "Bash", "target": "npm test", "exit": 0});
    let check = |events: Vec<Value>, profile, expected: &[(usize, &str)]| {
        assert_eq!(
            alerts(&events, profile),
            expected.iter().map(|(at, name)| (*at, (*name).to_owned())).collect::<Vec<_>>()
        );
    };
    // The document's engine in an endless loop: strictly more than five events between two alerts of one kind.
    check(vec![read.clone(); 14], Profile::Seed, &[(3, "read-loop"), (9, "read-loop")]);
    check(vec![fail.clone(); 9], Profile::Seed, &[(3, "failure-loop"), (9, "failure-loop")]);
    check(vec![edit("A"), edit("B"), edit("A")], Profile::Seed, &[(3, "edit-revert")]);
    check(vec![edit("A"), edit("B"), edit("A")], Profile::Default, &[]);
    let attempts = vec![fail.clone(), edit("A"), fail.clone(), edit("B"), fail.clone()];
    check(attempts.clone(), Profile::Seed, &[(5, "failure-loop")]);
    check(attempts, Profile::Default, &[]);
    check(vec![fail.clone(), fail.clone(), pass, fail.clone()], Profile::Seed, &[]);
    check(vec![read.clone(), read.clone(), edit("1"), read.clone()], Profile::Seed, &[]);
    check(vec![read.clone(), read.clone(), edit("0"), read], Profile::Seed, &[(4, "read-loop")]);
}

/// Translates one case and compares; the error says what came out instead.
fn run(case: &Value, profile: Profile) -> Result<(), String> {
    let (input, expected) = (&case["input"], &case["expected"]);
    if let Some(events) = input["events"].as_array() {
        let wanted: Vec<(usize, String)> = expected["alerts"].as_array().unwrap().iter().map(wanted).collect();
        return same_of("alerts", &wanted, &alerts(events, profile));
    }
    if let Some(occurred) = input["x"].as_array() {
        let occurred: Vec<bool> = occurred.iter().map(|x| x.as_f64().unwrap() > 0.0).collect();
        return same_of("hard_at", &expected["hard_at"].as_u64(), &saturated_at(&occurred, input));
    }
    if let Some(stdin) = input["stdin"].as_str() {
        return malformed(stdin, expected);
    }
    Err("no translation for this input".to_owned())
}

fn wanted(alert: &Value) -> (usize, String) {
    let pattern = word(alert, "pattern");
    let ours = PATTERNS.iter().find(|(theirs, _)| *theirs == pattern).map_or(pattern, |(_, ours)| ours);
    (usize::try_from(alert["at"].as_u64().unwrap()).unwrap(), ours.to_owned())
}

/// The alerts over the events of a case, counted from 1: what the three patterns find, notes aside.
fn alerts(events: &[Value], profile: Profile) -> Vec<(usize, String)> {
    let config = settings(profile);
    let files = &FileList::default();
    let facts = Facts::of(&config, &files);
    let root = Root { path: "/project".to_owned(), ..Root::default() };
    let mut guard = Guard::resume(Session { root, ..Session::default() }, &facts);
    let text = "do the work".to_owned();
    guard.observe(Event::bare(What::Prompt(Prompt { text, class: PromptClass::Human, prompt_id: None })));
    let mut found = Vec::new();
    for (index, given) in events.iter().enumerate() {
        let newest = guard.session().next_event;
        for event in translated(given, index) {
            guard.observe(event);
        }
        let open = guard.session().drift.open.iter().filter(|item| item.event >= newest);
        let loud = open.flat_map(|item| &item.findings).filter(|found| !drift::is_note(found.severity, &config));
        let known = loud.filter(|found| PATTERNS.iter().any(|(_, ours)| *ours == found.signal));
        found.extend(known.map(|found| (index + 1, found.signal.clone())));
    }
    found
}

fn digest_of(text: &str) -> Digest {
    Digest(xxh3_64(text.as_bytes()))
}

/// One event of a case: a call and its outcome. `hash` is the content that was read or written, `error` what a command said.
fn translated(given: &Value, index: usize) -> [Event; 2] {
    let digest = |value: &Value| (!value.is_null()).then(|| digest_of(&value.to_string()));
    let (kind, verb) = match word(given, "tool") {
        "Read" => (ActionKind::Read, FileVerb::Read),
        "Write" => (ActionKind::Write, FileVerb::Write),
        "Edit" | "MultiEdit" => (ActionKind::Edit, FileVerb::Edit),
        "Bash" => (ActionKind::Bash, FileVerb::Read),
        "Grep" | "Glob" => (ActionKind::Search, FileVerb::Read),
        other => unreachable!("the tool {other} has no translation"),
    };
    let target = word(given, "target");
    let mut action = Action::bare(kind);
    if kind == ActionKind::Bash {
        action.command = Some(target.to_owned());
    } else {
        action.effects = vec![FileEffect { verb, path: target.to_owned() }];
        action.content = digest(&given["hash"]);
    }
    let part = json!([given["tool"], target, given["offset"], given["limit"]]);
    action.digest = digest_of(&part.to_string());
    let failed = given["exit"].as_i64().is_some_and(|exit| exit != 0);
    let said = given["error"].as_str().or(given["output"].as_str());
    let answer = json!([given["hash"], said, given["exit"], given["offset"]]).to_string();
    let failure = failed.then(|| digest_of(said.unwrap_or("failed")));
    let call_id = index.to_string();
    let outcome = Outcome {
        call_id: call_id.clone(),
        status: if failed { OutcomeStatus::Error } else { OutcomeStatus::Ok },
        content: digest_of(&answer),
        failure,
        error: failure,
        excerpt: answer,
        ..Outcome::default()
    };
    [
        Event::bare(What::Call(Call { call_id, tool: word(given, "tool").to_owned(), action })),
        Event::bare(What::Outcome(outcome)),
    ]
}

/// The event, from 1, at which the average of a signal is saturated for the first time.
fn saturated_at(occurred: &[bool], input: &Value) -> Option<u64> {
    let mut config = settings(Profile::Seed);
    config.cooldown.alpha = input["alpha"].as_f64().unwrap_or(config.cooldown.alpha);
    config.cooldown.saturation = input["saturation"].as_f64().unwrap_or(config.cooldown.saturation);
    let mut state = DriftState::default();
    let at = occurred.iter().position(|occurred| {
        let found: &[&str] = if *occurred { &["read-loop"] } else { &[] };
        drift::remember_occurrences(&mut state, |_| true, found, EventId(1), &config)
    });
    at.map(|at| at as u64 + 1)
}

/// A hook that is told nonsense says nothing and stands in nobody's way.
fn malformed(stdin: &str, expected: &Value) -> Result<(), String> {
    let world = World::new();
    let (code, stdout, _) = shown(&world.call(&["prompt-inject"], stdin.as_bytes()));
    same_of("exit", &expected["exit"].as_i64().unwrap_or(0), &i64::from(code.unwrap_or(-1)))?;
    same_of("stdout", &word(expected, "stdout").to_owned(), &stdout)
}
