//! Hooks come in any order and number, and some not at all: what must hold of a session all the same.
//!
//! A session is made up as a client would live it, with its transcript growing beside it. Then some hooks are left out,
//! called twice, swapped, or find the database locked, and the calls go through the real pipeline with a real database.

use crate::world::typed;
use driftguard::commands::hook::answer;
use driftguard::commands::project::Project;
use driftguard::config::Mode;
use driftguard::host::Host;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const SESSIONS: u32 = 1_000;
const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py. Keep to src/billing/ and tests/.";
/// Later prompts: none of them takes the work elsewhere.
const PROMPTS: [&str; 3] = ["go on", "looks good, go on", "why is that?"];
const ON_GOAL: [&str; 3] = ["src/billing/invoice.py", "src/billing/tax.py", "tests/test_invoice.py"];
const STRAY: [&str; 3] = ["web/theme.css", "web/cart.js", "deploy/chart.yaml"];
/// 2026-05-04T07:00Z, an hour before the transcript's records.
const NOW: i64 = 1_777_878_000_000;
/// Calls without an outcome that are kept (`store.max_pending`).
const MAX_PENDING: usize = 64;

#[derive(Clone, Copy, Debug)]
enum Deed {
    OnGoal(usize),
    Stray(usize),
    Read(usize),
    Test(u8),
}

#[derive(Clone, Debug)]
struct Call {
    deed: Deed,
    /// Made by a subagent, of which the main transcript tells nothing.
    delegated: bool,
    /// The client was stopped while it ran: nothing ever tells how it ended.
    killed: bool,
}

#[derive(Clone, Debug)]
struct Turn {
    prompt: &'static str,
    calls: Vec<Call>,
    /// Calls run side by side: all begin before the first ends.
    side_by_side: bool,
    compacted: bool,
    session_end: bool,
}

/// What becomes of a hook that the client should call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Called,
    Dropped,
    Twice,
    Locked,
}

#[derive(Clone, Debug)]
struct Plan {
    turns: Vec<Turn>,
    /// Work on the goal alone, at the end.
    recovery: usize,
    /// One for each hook in turn, over and over.
    fates: Vec<Fate>,
    /// True where a hook changes places with the next one, likewise.
    swaps: Vec<bool>,
}

fn call() -> impl Strategy<Value = Call> {
    let deed = prop_oneof![
        4 => (0..3usize).prop_map(Deed::OnGoal),
        3 => (0..3usize).prop_map(Deed::Stray),
        2 => (0..3usize).prop_map(Deed::Read),
        1 => (0..3u8).prop_map(Deed::Test),
    ];
    (deed, prop::bool::weighted(0.15), prop::bool::weighted(0.08)).prop_map(|(deed, delegated, killed)| Call {
        deed,
        delegated,
        killed,
    })
}

fn turn() -> impl Strategy<Value = Turn> {
    let seldom = || prop::bool::weighted(0.1);
    (prop::sample::select(&PROMPTS), prop::collection::vec(call(), 0..4), any::<bool>(), seldom(), seldom()).prop_map(
        |(prompt, calls, side_by_side, compacted, session_end)| Turn {
            prompt,
            calls,
            side_by_side,
            compacted,
            session_end,
        },
    )
}

fn plan() -> impl Strategy<Value = Plan> {
    let fate = prop_oneof![
        6 => Just(Fate::Called),
        2 => Just(Fate::Dropped),
        1 => Just(Fate::Twice),
        1 => Just(Fate::Locked),
    ];
    (
        prop::collection::vec(turn(), 1..4),
        0..3usize,
        prop::collection::vec(fate, 1..24),
        prop::collection::vec(prop::bool::weighted(0.25), 1..24),
    )
        .prop_map(|(turns, recovery, fates, swaps)| Plan { turns, recovery, fates, swaps })
}

/// One thing that happens.
#[derive(Clone, Debug)]
enum Happening {
    /// The client writes a record.
    Record(Value),
    /// The client calls a hook; with the call it is about.
    Hook { subcommand: &'static str, payload: Value, call: Option<String> },
}

/// A home and a project in which sessions follow each other.
struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        let home = Self { folder: crate::world::folder("driftguard-order") };
        for file in ON_GOAL.iter().chain(&STRAY).chain(&[".git/HEAD"]) {
            let path = home.at("project").join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "\n").unwrap();
        }
        fs::create_dir_all(home.at("data")).unwrap();
        home
    }

    /// The project, with its settings at hand: to read them anew for each hook would take most of the time.
    fn project(&self, mode: Mode) -> Project {
        let mut project = Project::at(&self.host(), &self.at("project"), None);
        project.config.mode = mode;
        project.config.store.deadline_ms = 1;
        project
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn host(&self) -> Host {
        let shown = |path: &str| self.at(path).to_str().unwrap().to_owned();
        let data = shown("data");
        let environment = [("DRIFTGUARD_HOME", data.as_str()), ("CLAUDE_CODE_ENTRYPOINT", "cli")];
        Host::fixed(Some(&self.at("home")), &self.at("project"), NOW, &environment).unwrap()
    }
}

/// One session as it is lived.
struct Life<'a> {
    home: &'a Home,
    host: Host,
    project: Project,
    sql: Connection,
    id: String,
    transcript: PathBuf,
    /// Calls of which the client was told that they must not run. Where its user is asked, the answer is yes.
    denied: BTreeSet<String>,
    /// Numbers calls, prompts and records.
    count: usize,
}

impl<'a> Life<'a> {
    fn new(home: &'a Home, mode: Mode, id: String) -> Self {
        let (host, project) = (home.host(), home.project(mode));
        let transcript = home.at(&format!("{id}.jsonl"));
        let sql = Connection::open(home.at("data/driftguard.db")).unwrap();
        let life = Self { home, host, project, sql, id, transcript, denied: BTreeSet::new(), count: 0 };
        life.hook("session-start", &life.payload("SessionStart", json!({"source": "startup"})));
        life
    }

    fn payload(&self, event: &str, fields: Value) -> Value {
        let mut payload = json!({
            "session_id": self.id,
            "transcript_path": self.transcript,
            "cwd": self.home.at("project"),
            "hook_event_name": event,
        });
        if let (Value::Object(payload), Value::Object(fields)) = (&mut payload, fields) {
            payload.extend(fields);
        }
        payload
    }

    fn hook(&self, subcommand: &str, payload: &Value) -> String {
        answer(&self.host, &self.project, subcommand, payload.to_string().as_bytes())
    }

    fn record(&self, record: &Value) {
        let mut file = OpenOptions::new().append(true).create(true).open(&self.transcript).unwrap();
        // In one write, as the client does.
        file.write_all(format!("{record}\n").as_bytes()).unwrap();
    }

    fn state(&self) -> Value {
        let sql = "SELECT state FROM guard_states WHERE session_id = ?1";
        let state: String = self.sql.query_row(sql, [&self.id], |row| row.get(0)).unwrap();
        serde_json::from_str(&state).unwrap()
    }

    /// The ids of the calls whose steps are stored, each as often as it is.
    fn steps(&self) -> Vec<String> {
        let mut query = self.sql.prepare("SELECT id FROM steps WHERE session_id = ?1 ORDER BY id").unwrap();
        let ids = query.query_map([&self.id], |row| row.get::<_, String>(0)).unwrap();
        ids.map(|id| id.unwrap().split_once(':').unwrap().1.to_owned()).collect()
    }

    fn next(&mut self, what: &str) -> String {
        self.count += 1;
        format!("{what}{:03}", self.count)
    }

    fn assistant(&self, id: &str, name: &str, input: &Value) -> Value {
        json!({"type": "assistant", "uuid": format!("a-{id}"), "sessionId": self.id, "isSidechain": false,
            "cwd": self.home.at("project"), "timestamp": "2026-05-04T08:00:00.000Z",
            "message": {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": name, "input": input}]}})
    }

    fn result(&self, id: &str, denied: bool) -> Value {
        let mut content = json!({"type": "tool_result", "tool_use_id": id, "content": format!("done {id}")});
        if denied {
            content["is_error"] = true.into();
            content["content"] =
                "The user doesn't want to proceed with this tool use. The tool use was rejected".into();
        }
        json!({"type": "user", "uuid": format!("u-{id}"), "sessionId": self.id, "isSidechain": false,
            "cwd": self.home.at("project"), "timestamp": "2026-05-04T08:00:00.000Z",
            "message": {"role": "user", "content": [content]}})
    }

    fn tool(&self, id: &str, deed: Deed) -> (&'static str, Value) {
        let path = |file: &str| self.home.at("project").join(file);
        match deed {
            Deed::OnGoal(file) => edit(&path(ON_GOAL[file]), id),
            Deed::Stray(file) => edit(&path(STRAY[file]), id),
            Deed::Read(file) => ("Read", json!({"file_path": path(ON_GOAL[file])})),
            Deed::Test(number) => ("Bash", json!({"command": format!("cargo test part{number}")})),
        }
    }

    /// All that belongs to one call, in order: what comes before it ends, and what after.
    fn call(&mut self, call: &Call) -> (String, [Vec<Happening>; 2]) {
        let id = self.next("t");
        let (name, input) = self.tool(&id, call.deed);
        let mut fields = json!({"tool_name": name, "tool_input": input, "tool_use_id": id});
        if call.delegated {
            fields["agent_id"] = "helper".into();
        }
        let hook = |subcommand, event: &str, fields: Value| {
            let payload = self.payload(event, fields);
            Happening::Hook { subcommand, payload, call: Some(id.clone()) }
        };
        let before = hook("pre-tool-use", "PreToolUse", fields.clone());
        fields["tool_response"] = json!({"stdout": format!("done {id}"), "stderr": ""});
        let after = hook("post-tool-use", "PostToolUse", fields);
        let mut begins = vec![before];
        let mut ends = if call.killed { Vec::new() } else { vec![after] };
        if !call.delegated {
            begins.insert(0, Happening::Record(self.assistant(&id, name, &input)));
            if !call.killed {
                ends.push(Happening::Record(self.result(&id, false)));
            }
        }
        (id, [begins, ends])
    }

    fn prompt(&mut self, words: &str) -> [Happening; 2] {
        let id = self.next("p");
        let payload = self.payload("UserPromptSubmit", json!({"prompt_id": id, "prompt": words}));
        let record: Value = serde_json::from_str(&typed(&self.id, &id, words)).unwrap();
        [Happening::Hook { subcommand: "prompt-inject", payload, call: None }, Happening::Record(record)]
    }

    fn ending(&self, subcommand: &'static str, event: &str) -> Happening {
        let fields = json!({"stop_hook_active": false, "last_assistant_message": "Done.", "background_tasks": []});
        Happening::Hook { subcommand, payload: self.payload(event, fields), call: None }
    }

    /// A turn as the client lives it, and the ids of its calls.
    fn turn(&mut self, turn: &Turn) -> (Vec<Happening>, Vec<(String, Call)>) {
        let mut happens: Vec<Happening> = self.prompt(turn.prompt).into();
        let (mut later, mut calls) = (Vec::new(), Vec::new());
        for call in &turn.calls {
            let (id, [begins, ends]) = self.call(call);
            happens.extend(begins);
            if turn.side_by_side {
                later.extend(ends);
            } else {
                happens.extend(ends);
            }
            calls.push((id, call.clone()));
        }
        happens.extend(later);
        if turn.calls.iter().any(|call| call.delegated) {
            let mut stop = self.ending("subagent-stop", "SubagentStop");
            if let Happening::Hook { payload, .. } = &mut stop {
                payload["agent_id"] = "helper".into();
                payload["agent_type"] = "general".into();
            }
            happens.push(stop);
        }
        if turn.compacted {
            happens.push(self.ending("pre-compact", "PreCompact"));
        }
        happens.push(self.ending("stop", "Stop"));
        if turn.session_end {
            happens.push(self.ending("session-end", "SessionEnd"));
        }
        (happens, calls)
    }
}

fn edit(path: &Path, id: &str) -> (&'static str, Value) {
    ("Edit", json!({"file_path": path, "old_string": format!("before {id}"), "new_string": format!("after {id}")}))
}

/// Lets hooks change places. A client waits for the answer before it runs a call: where calls can be denied, the hooks of
/// one call stay in order. Prompts stay where they are, since nothing of a turn comes before its prompt.
fn swapped(mut happens: Vec<Happening>, swaps: &mut impl Iterator<Item = bool>, wild: bool) -> Vec<Happening> {
    let hooks: Vec<usize> =
        (0..happens.len()).filter(|index| matches!(happens[*index], Happening::Hook { .. })).collect();
    for pair in hooks.windows(2) {
        let call_of = |index: usize| match &happens[index] {
            Happening::Hook { subcommand, call, .. } => (*subcommand != "prompt-inject", call.clone()),
            Happening::Record(_) => (false, None),
        };
        let ((one_moves, one), (other_moves, other)) = (call_of(pair[0]), call_of(pair[1]));
        let free = one_moves && other_moves && (wild || (one.is_some() && other.is_some() && one != other));
        if swaps.next().unwrap() && free {
            happens.swap(pair[0], pair[1]);
        }
    }
    happens
}

/// What a hook may print: nothing, or one JSON object of the shapes that the client knows, and never a permission.
fn check_answer(subcommand: &str, event: &str, answer: &str) -> Result<(), TestCaseError> {
    prop_assert!(!answer.contains("\"allow\""), "{answer}");
    if answer.is_empty() || subcommand == "pre-compact" {
        return Ok(());
    }
    let answer: Value = serde_json::from_str(answer).map_err(|error| TestCaseError::fail(error.to_string()))?;
    for (key, value) in answer.as_object().unwrap() {
        match key.as_str() {
            "systemMessage" | "stopReason" | "reason" => prop_assert!(value.is_string()),
            // A turn goes on to tell what its reply leaves out.
            "decision" if event == "Stop" => prop_assert_eq!(value, "block"),
            "continue" => prop_assert_eq!(value, false),
            "hookSpecificOutput" => {
                prop_assert_eq!(&value["hookEventName"], event);
                prop_assert!(matches!(value["permissionDecision"].as_str(), None | Some("deny" | "ask")));
            }
            other => prop_assert!(false, "{other} in {answer}"),
        }
    }
    Ok(())
}

/// What is followed from hook to hook.
struct Watch {
    escalation: u64,
    /// By how much it rose since the last text.
    unspoken: u64,
    score: u64,
}

impl Life<'_> {
    /// Lets things happen as the fates want it. Answers with the calls whose end was heard.
    fn live(
        &mut self,
        happens: Vec<Happening>,
        fates: &mut impl Iterator<Item = Fate>,
        watch: &mut Watch,
        recovering: bool,
    ) -> Result<BTreeSet<String>, TestCaseError> {
        let mut heard = BTreeSet::new();
        for happening in happens {
            let (subcommand, payload, call) = match happening {
                Happening::Record(record) => {
                    let ended = record["message"]["content"][0]["tool_use_id"].as_str().map(str::to_owned);
                    match ended.filter(|id| self.denied.contains(id)) {
                        Some(id) => self.record(&self.result(&id, true)),
                        None => self.record(&record),
                    }
                    continue;
                }
                Happening::Hook { subcommand, payload, call } => (subcommand, payload, call),
            };
            // What did not run does not end.
            let ends = subcommand == "post-tool-use";
            if ends && call.as_ref().is_some_and(|id| self.denied.contains(id)) {
                continue;
            }
            let fate = fates.next().unwrap();
            for _ in 0..match fate {
                Fate::Dropped => 0,
                Fate::Twice => 2,
                Fate::Called | Fate::Locked => 1,
            } {
                if fate == Fate::Locked {
                    self.sql.execute_batch("BEGIN IMMEDIATE").unwrap();
                }
                let answer = self.hook(subcommand, &payload);
                if fate == Fate::Locked {
                    self.sql.execute_batch("ROLLBACK").unwrap();
                }
                check_answer(subcommand, payload["hook_event_name"].as_str().unwrap(), &answer)?;
                self.watch(watch, &answer, recovering)?;
                if answer.contains(r#""permissionDecision":"deny""#) {
                    self.denied.extend(call.clone());
                }
                if ends {
                    heard.extend(call.clone());
                }
            }
        }
        Ok(heard)
    }

    fn watch(&self, watch: &mut Watch, answer: &str, recovering: bool) -> Result<(), TestCaseError> {
        let state = self.state();
        let escalation = state["drift"]["escalation"].as_u64().unwrap();
        let score = state["drift"]["score"].as_u64().unwrap();
        // Each text adds one. Between two texts a step beside the plan of the last one may add another, and no more.
        let delivered = u64::from(answer.contains("additionalContext"));
        let unspoken = watch.unspoken + escalation.saturating_sub(watch.escalation + delivered);
        prop_assert!(unspoken <= 1, "escalation from {} to {escalation} with {answer:?}", watch.escalation);
        if recovering {
            prop_assert!(score >= watch.score, "the score fell from {} to {score} while on goal", watch.score);
        }
        prop_assert!(state["pending"].as_array().unwrap().len() <= MAX_PENDING);
        *watch = Watch { escalation, unspoken: if delivered == 1 { 0 } else { unspoken }, score };
        Ok(())
    }
}

fn check(home: &Home, mode: Mode, id: String, plan: &Plan) -> Result<(), TestCaseError> {
    let mut life = Life::new(home, mode, id);
    let mut fates = plan.fates.iter().copied().cycle();
    let mut swaps = plan.swaps.iter().copied().cycle();
    let mut watch = Watch { escalation: 0, unspoken: 0, score: 10 };
    let (mut calls, mut heard) = (Vec::new(), BTreeSet::new());
    let in_order = || std::iter::repeat(Fate::Called);
    let first = life.prompt(GOAL).to_vec();
    life.live(first, &mut in_order(), &mut watch, false)?;
    for turn in &plan.turns {
        let (happens, begun) = life.turn(turn);
        let happens = swapped(happens, &mut swaps, mode == Mode::Guide);
        heard.append(&mut life.live(happens, &mut fates, &mut watch, false)?);
        calls.extend(begun);
    }
    // Nothing of what went before is still to come; from here on all work is on the goal.
    life.live(vec![life.ending("stop", "Stop")], &mut in_order(), &mut watch, false)?;
    for number in 0..plan.recovery {
        let call = Call { deed: Deed::OnGoal(number % 3), delegated: false, killed: false };
        let turn =
            Turn { prompt: "go on", calls: vec![call], side_by_side: false, compacted: false, session_end: false };
        let (happens, begun) = life.turn(&turn);
        heard.append(&mut life.live(happens, &mut fates, &mut watch, true)?);
        calls.extend(begun);
    }
    let last = [life.prompt("go on").to_vec(), vec![life.ending("stop", "Stop")]].concat();
    life.live(last, &mut in_order(), &mut watch, true)?;

    // A call of the main agent is a step, once, unless nothing tells how it ended; one of a subagent where it was heard.
    let ended = |(id, call): &&(String, Call)| {
        life.denied.contains(id) || (!call.killed && (!call.delegated || heard.contains(id)))
    };
    let expected: Vec<String> = calls.iter().filter(ended).map(|(id, _)| id.clone()).collect();
    prop_assert_eq!(life.steps(), expected);
    let state = life.state();
    prop_assert_eq!(&state["pending"], &json!([]));
    let own = || calls.iter().filter(|(_, call)| !call.delegated);
    // One that nothing ended leaves no step: where its hook waited in the spool until a prompt had voided it, it counts twice.
    let (own_calls, killed) = (own().count() as u64, own().filter(|(_, call)| call.killed).count() as u64);
    let known = state["calls"].as_u64().unwrap();
    prop_assert!(
        (own_calls..=own_calls + killed).contains(&known),
        "{known} calls of {own_calls}, {killed} of them killed"
    );
    // Only what ran counts as finished; a killed call is void each time that it is met.
    let (void, denied) =
        (state["void_calls"].as_u64().unwrap(), own().filter(|(id, _)| life.denied.contains(id)).count());
    prop_assert!((denied as u64..=denied as u64 + 2 * killed).contains(&void), "{void} void calls, {denied} denied");
    let ran = own().filter(|(id, call)| !call.killed && !life.denied.contains(id)).count() as u64;
    let liveness = &state["liveness"];
    let counted = |key: &str| liveness[key].as_u64().unwrap_or_default();
    prop_assert_eq!(counted("met") + counted("missed"), ran, "{}", liveness);
    prop_assert!(!life.home.at("data/spool").join(&life.id).exists());
    Ok(())
}

/// Half of the thousand sessions, in one mode; always the same ones. `DRIFTGUARD_SESSIONS=20000` lives through more of them.
fn live_through(mode: Mode, seed: u64) {
    let home = Home::new();
    let sessions = std::env::var("DRIFTGUARD_SESSIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(SESSIONS);
    let config =
        Config { cases: sessions / 2, failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..Config::default() };
    let session = std::cell::Cell::new(0);
    let lived = TestRunner::new(config).run(&plan(), |plan| {
        session.set(session.get() + 1);
        check(&home, mode, format!("s{}", session.get()), &plan)
    });
    if let Err(error) = lived {
        panic!("{error}");
    }
}

#[test]
fn five_hundred_interleavings_lose_nothing_and_count_nothing_twice() {
    live_through(Mode::Guide, 1);
}

#[test]
fn five_hundred_more_with_denials_do_not_either() {
    live_through(Mode::Enforce, 2);
}
