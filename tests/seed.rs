//! What the tests of the seed cases have in common: where the cases are, how they are held against this system, and what is said of it.
//!
//! The cases are no part of the repository. They are looked for beside it, or at `DRIFTGUARD_SEED_CASES`; where they are absent the
//! test says so and passes. Each case is a JSON line `{system, id, kind, case, input, expected}`; those of other systems in the same
//! file are left to their own test. `docs/seed-cases.md` tells what came out and why.

#![expect(clippy::print_stdout, reason = "a table of cases is printed for who asks for it")]

use driftguard::config::{self, Config, Layer, LayerKind, Profile};
use serde_json::Value;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// The system whose cases may leave its name out.
const UNNAMED: &str = "grov";

/// What became of a case; the error says what came out instead.
pub(crate) type Held = Result<(), String>;

/// The cases of one system.
pub(crate) struct Cases {
    all: Vec<Value>,
    /// True for the set that the lists of the tests speak of.
    known: bool,
}

/// The cases of a system; `None`, said on stdout, where there are none.
pub(crate) fn cases(system: &str) -> Option<Cases> {
    let given = std::env::var_os("DRIFTGUARD_SEED_CASES").map(PathBuf::from);
    let known = given.is_none();
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../shared/data/seed-cases/{system}.jsonl"));
    let file = given.unwrap_or_else(beside);
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: no seed cases at {}", file.display());
        return None;
    };
    let read = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let all: Vec<Value> = read.filter(|case| case["system"].as_str().unwrap_or(UNNAMED) == system).collect();
    if all.is_empty() {
        println!("skipped: {} holds none of these cases", file.display());
        return None;
    }
    Some(Cases { all, known })
}

/// Holds cases against this system; `run` answers with `None` for one that is about something else.
pub(crate) fn hold(cases: &[Value], run: impl Fn(&Value) -> Option<Held>) {
    let mut faults = Vec::new();
    println!("| case | kind | what it says | result |\n|---|---|---|---|");
    for case in cases {
        let Some(result) = run(case) else { continue };
        let told = result.as_ref().map_or_else(|fault| format!("FAILS: {fault}"), |()| "holds".to_owned());
        println!("| {} | {} | {} | {told} |", word(case, "id"), word(case, "kind"), word(case, "case"));
        faults.extend(result.err().map(|fault| format!("{}: {fault}\n  {case}", word(case, "id"))));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The same for all the cases of a system, where there are any.
pub(crate) fn hold_all(system: &str, run: impl Fn(&Value) -> Option<Held>) {
    if let Some(cases) = cases(system) {
        hold(&cases.all, run);
    }
}

/// What is not meant to hold by default.
pub(crate) struct Exceptions<'a> {
    /// Cases, each with the reason, that hold under `profile = "seed"` alone.
    pub(crate) by_the_letter: &'a [(&'a str, &'a str)],
    /// Whether a case of another set may do the same.
    pub(crate) may_be_literal: fn(&Value) -> bool,
    /// What is said of a case that does not hold under any profile, and must go on failing.
    pub(crate) fails: fn(&Value) -> Option<&'static str>,
}

/// Holds all the cases of a system against the default profile and, where they are named so, against the seed's own.
pub(crate) fn hold_by_profile(system: &str, exceptions: &Exceptions<'_>, run: impl Fn(&Value, Profile) -> Held) {
    let Some(Cases { all, known }) = cases(system) else { return };
    let mut faults = Vec::new();
    println!("| case | kind | what it says | profile | result |\n|---|---|---|---|---|");
    for case in &all {
        let id = word(case, "id");
        let by_default = run(case, Profile::Default);
        let fits = || by_default.is_err() && (exceptions.may_be_literal)(case) && run(case, Profile::Seed).is_ok();
        let literal = exceptions.by_the_letter.iter().any(|(listed, _)| *listed == id) || (!known && fits());
        let result = if literal { run(case, Profile::Seed) } else { by_default.clone() };
        let failing = (exceptions.fails)(case);
        let told = match (&result, failing) {
            (Ok(()), _) => "holds".to_owned(),
            (Err(fault), why) => format!("{}: {fault}", why.unwrap_or("FAILS")),
        };
        let profile = if literal { "seed" } else { "default" };
        println!("| {id} | {} | {} | {profile} | {told} |", word(case, "kind"), word(case, "case"));
        match (&result, failing) {
            (Err(fault), None) => faults.push(format!("{id}: {fault}\n  {case}")),
            (Ok(()), Some(why)) => faults.push(format!("{id} holds, though it is {why}")),
            _ => {}
        }
        if literal && by_default.is_ok() {
            faults.push(format!("{id} holds by default, though it stands in BY_THE_LETTER"));
        }
    }
    faults.extend(unknown(&all, known, exceptions.by_the_letter));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The complaints about ids in a list that no case of the known set has.
fn unknown(all: &[Value], known: bool, listed: &[(&str, &str)]) -> Vec<String> {
    let is_unknown = |id: &str| known && !all.iter().any(|case| word(case, "id") == id);
    listed.iter().filter(|(id, _)| is_unknown(id)).map(|(id, _)| format!("{id} is listed and unknown")).collect()
}

/// Whether a list names no case that the known set has not.
pub(crate) fn names_known_cases(system: &str, listed: &[(&str, &str)]) {
    if let Some(Cases { all, known }) = cases(system) {
        assert_eq!(unknown(&all, known, listed), Vec::<String>::new());
    }
}

/// A text of a case; empty where there is none.
pub(crate) fn word<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_default()
}

/// Compares what a case asks for with what came out.
pub(crate) fn same<T: PartialEq + Debug + ?Sized>(expected: &T, actual: &T) -> Held {
    if expected == actual { Ok(()) } else { Err(format!("{actual:?}, not {expected:?}")) }
}

/// The same of one thing among several.
pub(crate) fn same_of<T: PartialEq + Debug + ?Sized>(what: &str, expected: &T, actual: &T) -> Held {
    same(expected, actual).map_err(|fault| format!("{what}: {fault}"))
}

/// The settings of a case, under a profile.
pub(crate) fn settings(profile: Profile) -> Config {
    let text = if profile == Profile::Seed { "profile = \"seed\"\n" } else { "" };
    let layer = Layer { kind: LayerKind::User, name: "the case".to_owned(), text: text.to_owned() };
    let config = config::load(&[layer]).config;
    assert_eq!(config.profile, profile);
    config
}
