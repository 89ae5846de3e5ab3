//! What one session has learned, another one is told: through the hooks, as the client calls them.

use crate::world::{World, assert_silent, shown, typed};
use serde_json::{Value, json};

/// A call's moment, as its hook tells it.
fn moment(world: &World, session: &str, event: &str, hook: &str, fields: &Value) -> String {
    let fields = fields.to_string();
    let inner = &fields[1..fields.len() - 1];
    let (code, answer, errors) = shown(&world.call(&[hook], world.payload(session, event, inner).as_bytes()));
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    answer
}

fn before(world: &World, session: &str, call: &str, command: &str) -> String {
    let fields = json!({"tool_name": "Bash", "tool_use_id": call, "tool_input": {"command": command}});
    moment(world, session, "PreToolUse", "pre-tool-use", &fields)
}

/// Runs a command: what is said before it.
fn run(world: &World, session: &str, call: &str, command: &str, failed: Option<&str>) -> String {
    let said = before(world, session, call, command);
    let mut fields = json!({"tool_name": "Bash", "tool_use_id": call, "tool_input": {"command": command}});
    if let Some(error) = failed {
        fields["error"] = json!(format!("Exit code 1\n{error}"));
        moment(world, session, "PostToolUseFailure", "post-tool-use", &fields);
    } else {
        fields["tool_response"] = json!({"stdout": "done", "stderr": "", "interrupted": false, "isImage": false});
        moment(world, session, "PostToolUse", "post-tool-use", &fields);
    }
    said
}

/// What a hook says to the agent.
fn context(answer: &str) -> String {
    if answer.is_empty() {
        return String::new();
    }
    let answer: Value = serde_json::from_str(answer).unwrap();
    answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py";
const WRONG: &str = "npm run tset";

/// A session that takes a wrong command and then the right one.
fn learn(world: &World) {
    world.prompt("one", "p1", GOAL);
    assert_eq!(run(world, "one", "c1", WRONG, Some("npm error Missing script: \"tset\"")), "");
    assert_eq!(run(world, "one", "c2", "npm run test", None), "");
    world.stop("one");
}

#[test]
fn a_wrong_command_is_a_warning_in_the_next_session_and_only_once() {
    let world = World::new();
    assert_silent(&world.prompt("none", "p0", GOAL));
    world.stop("none");
    assert!(!world.data().join("memory.db").exists(), "nothing was learned yet");
    learn(&world);
    world.prompt("two", "p2", GOAL);
    assert_eq!(run(&world, "two", "d0", "npm run test", None), "");
    let said = context(&before(&world, "two", "d1", "cd . && npm run tset 2>&1 | tail -5"));
    assert!(said.contains("`npm run tset` failed once"), "{said}");
    assert!(said.contains("Missing script") && said.contains("`npm run test` worked"), "{said}");
    assert_eq!(before(&world, "two", "d2", WRONG), "", "once in a session");
    // The session that has learned it knows it.
    assert_eq!(before(&world, "one", "c3", WRONG), "");
    assert!(!world.data().join("faults.jsonl").exists());
}

#[test]
fn what_a_turn_proved_is_kept_as_a_short_text() {
    let world = World::new();
    learn(&world);
    let told = shown(&world.call(&["memory", "texts"], b""));
    assert!(told.1.contains("command npm run test\n  `npm run test` passes."), "{told:?}");
    let page: Value = serde_json::from_slice(&world.call(&["memory", "texts", "npm", "--json"], b"").stdout).unwrap();
    assert!(!page["texts"].as_array().unwrap().is_empty(), "{page}");
    let status = shown(&world.call(&["status"], b"")).1;
    assert!(status.contains("memory      1 lesson of all projects; `driftguard memory list` shows"), "{status}");
    assert!(shown(&world.call(&["memory", "texts", "nothing-like-it"], b"")).1.contains("no text is kept"));
}

#[test]
fn what_ended_turns_say_waits_for_the_end_of_the_session() {
    let world = World::new();
    let waiting = || std::fs::read_dir(world.data().join("turns")).map_or(0, Iterator::count);
    world.prompt("one", "p1", GOAL);
    assert_eq!(run(&world, "one", "c1", "npm run test", None), "");
    world.stop("one");
    assert!(!world.data().join("memory.db").exists(), "the end of a turn opens no memory");
    assert_eq!(waiting(), 1);
    let end = world.payload("one", "SessionEnd", r#""reason":"prompt_input_exit""#);
    assert_silent(&world.call(&["session-end"], end.as_bytes()));
    assert_eq!(waiting(), 0);
    assert!(world.data().join("memory.db").exists());
    let told = shown(&world.call(&["memory", "texts"], b""));
    assert!(told.1.contains("`npm run test` passes."), "{told:?}");
    assert!(!world.data().join("faults.jsonl").exists());
}

#[test]
fn a_text_that_does_not_read_back_holds_up_no_later_turn() {
    let world = World::new();
    let turn = |session: &str, command: &str| {
        world.prompt(session, session, GOAL);
        assert_eq!(run(&world, session, &format!("{session}1"), command, None), "");
        world.stop(session);
        let end = world.payload(session, "SessionEnd", r#""reason":"other""#);
        assert_silent(&world.call(&["session-end"], end.as_bytes()));
    };
    turn("one", "npm run test");
    let memory = rusqlite::Connection::open(world.data().join("memory.db")).unwrap();
    let damaged = memory.execute("UPDATE memory_entities SET state = '{' WHERE kind = 'command'", []).unwrap();
    assert_eq!(damaged, 1);
    turn("two", "npm run test");
    assert_eq!(world.counted("memory"), 1, "what could not be taken up");
    assert!(!world.data().join("turns").exists(), "it is not tried again, and nothing waits behind it");
    memory.execute("DELETE FROM memory_entities WHERE kind = 'command'", []).unwrap();
    turn("three", "npm run lint");
    assert!(shown(&world.call(&["memory", "texts"], b"")).1.contains("`npm run lint` passes."));
    assert_eq!(world.counted("memory"), 1);
}

#[test]
fn a_turn_that_no_table_takes_is_counted_once_and_holds_up_no_later_one() {
    let world = World::new();
    learn(&world);
    let end = || {
        let end = world.payload("one", "SessionEnd", r#""reason":"other""#);
        assert_silent(&world.call(&["session-end"], end.as_bytes()));
    };
    end();
    let memory = rusqlite::Connection::open(world.data().join("memory.db")).unwrap();
    let refusing = "CREATE TRIGGER refusing BEFORE INSERT ON memory_facts WHEN new.text LIKE '%lint%'
                    BEGIN SELECT raise(ABORT, 'no such fact'); END";
    memory.execute_batch(refusing).unwrap();
    for (call, command) in [("c3", "npm run lint"), ("c4", "npm run build")] {
        world.prompt("one", call, GOAL);
        assert_eq!(run(&world, "one", call, command, None), "");
        world.stop("one");
    }
    end();
    end();
    assert_eq!(world.counted("memory"), 1, "it is not tried again");
    assert!(!world.data().join("turns").exists());
    let told = shown(&world.call(&["memory", "texts"], b"")).1;
    assert!(told.contains("`npm run build` passes.") && !told.contains("npm run lint"), "{told}");
}

#[test]
fn a_pruning_that_is_left_to_the_person_is_told_once() {
    let world = World::new();
    learn(&world);
    let memory = rusqlite::Connection::open(world.data().join("memory.db")).unwrap();
    memory.execute_batch("UPDATE memory_lessons SET last_seen = 1; UPDATE memory_nodes SET last_seen = 1").unwrap();
    memory.execute("DELETE FROM memory_settings", []).unwrap();
    let ended = || {
        let end = world.payload("one", "SessionEnd", r#""reason":"other""#);
        assert_silent(&world.call(&["session-end"], end.as_bytes()));
    };
    ended();
    assert_eq!(world.counted("memory"), 1);
    let told = shown(&world.call(&["doctor"], b"")).1;
    assert!(told.split_whitespace().collect::<Vec<_>>().join(" ").contains("driftguard memory prune --yes"), "{told}");
    ended();
    assert_eq!(world.counted("memory"), 1, "it is not tried at each end of a session");
    let lessons: i64 = memory.query_row("SELECT count(*) FROM memory_lessons", [], |row| row.get(0)).unwrap();
    assert!(lessons > 0);
}

#[test]
fn a_memory_that_is_damaged_keeps_what_waits() {
    let world = World::new();
    world.prompt("one", "p1", GOAL);
    assert_eq!(run(&world, "one", "c1", "npm run test", None), "");
    world.stop("one");
    std::fs::write(world.data().join("memory.db"), "no database at all, and long enough to be looked at").unwrap();
    let end = world.payload("one", "SessionEnd", r#""reason":"other""#);
    assert_silent(&world.call(&["session-end"], end.as_bytes()));
    assert_eq!(world.counted("memory"), 2, "what waits, and what is to be pruned");
    assert_eq!(std::fs::read_dir(world.data().join("turns")).map_or(0, Iterator::count), 1);
}

#[test]
fn a_lesson_that_keeps_being_wrong_falls_silent() {
    let world = World::new();
    learn(&world);
    for session in ["a", "b", "c"] {
        world.prompt(session, session, GOAL);
        let said = run(&world, session, &format!("{session}1"), WRONG, None);
        assert!(context(&said).contains("npm run tset"), "{session}: {said}");
    }
    world.prompt("d", "d", GOAL);
    assert_eq!(run(&world, "d", "d1", WRONG, None), "");
}

#[test]
fn what_the_user_corrected_is_told_when_it_is_asked_for_again() {
    let world = World::new();
    world.prompt("one", "p1", GOAL);
    run(&world, "one", "c1", "npm install lodash", None);
    world.prompt("one", "p2", "No, don't round the totals with floats.");
    world.stop("one");
    let said = context(&shown(&world.prompt("two", "p3", "Round the totals with floats")).1);
    assert!(said.contains("the user said") && said.contains("don't round the totals with floats"), "{said}");
    assert_silent(&world.prompt("three", "p4", "Rename the tax module"));
}

#[test]
fn what_a_person_refused_twice_is_told_before_it_is_run_again() {
    let world = World::new();
    let refuse = |session: &str, words: &str| {
        world.prompt(session, session, GOAL);
        let said = before(&world, session, "c1", "git push --force origin main");
        let error = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:";
        let fields = json!({"tool_name": "Bash", "tool_use_id": "c1", "is_interrupt": true,
            "tool_input": {"command": "git push --force origin main"}, "error": format!("{error}\n{words}")});
        moment(&world, session, "PostToolUseFailure", "post-tool-use", &fields);
        world.stop(session);
        said
    };
    assert_eq!(refuse("one", "open a pull request"), "");
    // Once is of the moment.
    assert_eq!(refuse("two", "I said a pull request"), "");
    let said = context(&refuse("three", "no"));
    assert!(said.contains("the user refused `git push --force origin main`"), "{said}");
    assert!(said.contains("pull request"), "{said}");
    world.prompt("four", "p4", GOAL);
    assert_eq!(before(&world, "four", "d2", "git push origin main"), "");
}

#[test]
fn policies_and_silence() {
    let world = World::new();
    learn(&world);
    let set = |text: &str| std::fs::write(world.data().join("config.toml"), text).unwrap();
    set("[memory]\npolicy = \"block\"\n");
    world.prompt("two", "p2", GOAL);
    let answer: Value = serde_json::from_str(&before(&world, "two", "d1", WRONG)).unwrap();
    assert_eq!(answer["hookSpecificOutput"]["permissionDecision"], "deny");
    let reason = answer["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("`npm run test` worked") && reason.contains("driftguard memory forget"), "{reason}");
    // A retry is stopped as well, until the person has spoken.
    assert!(before(&world, "two", "d2", WRONG).contains("deny"));
    for (call, same) in
        ["sudo npm run tset", "env A=1 timeout 5 npm run tset", "bash -c 'npm run tset'"].iter().enumerate()
    {
        assert!(before(&world, "two", &format!("w{call}"), same).contains("deny"), "{same}");
    }
    world.stop("two");
    world.prompt("two", "p2b", "It is right this time, run it");
    assert_eq!(before(&world, "two", "d3", WRONG), "");
    for (session, quiet) in
        ["[memory]\npolicy = \"record_only\"\n", "[memory]\nenabled = false\n", "mode = \"monitor\"\n"]
            .iter()
            .enumerate()
    {
        set(quiet);
        let session = format!("quiet-{session}");
        world.prompt(&session, &session, GOAL);
        assert_eq!(before(&world, &session, "e1", WRONG), "", "{quiet}");
    }
    // A repository may ask for more care, never for less.
    set("");
    std::fs::write(world.project().join(".driftguard.toml"), "[memory]\npolicy = \"record_only\"\n").unwrap();
    world.prompt("four", "p4", GOAL);
    assert!(context(&before(&world, "four", "f1", WRONG)).contains("npm run tset"));
}

#[test]
fn a_failure_that_words_itself_anew_each_time_is_the_same_failure() {
    let world = World::new();
    let error = |time: &str, port: u32, name: &str| {
        format!("{time} error: no answer from 10.0.0.7:{port} after 3 tries, see /tmp/run.{name}/log (pid {port})")
    };
    let file = world.project().join("src/billing/tax.py");
    for (session, day) in ["one", "two"].into_iter().zip(["2026-11-20T10:11", "2026-11-21T08:01"]) {
        world.prompt(session, session, GOAL);
        for (call, name) in [(1_u32, "qWeRtY"), (2, "x8KqPz")] {
            let failed = error(&format!("{day}:0{call}Z"), 41_000 + call, name);
            run(&world, session, &format!("r{call}"), "make deploy", Some(&failed));
            let fields = json!({"tool_name": "Edit", "tool_use_id": format!("e{call}"),
                "tool_input": {"file_path": file, "old_string": "a", "new_string": format!("b{call}")}});
            moment(&world, session, "PreToolUse", "pre-tool-use", &fields);
            let mut fields = fields;
            fields["tool_response"] = json!({"filePath": file, "success": true});
            moment(&world, session, "PostToolUse", "post-tool-use", &fields);
        }
        run(&world, session, "r9", "make deploy", None);
        world.stop(session);
    }
    let page: Value = serde_json::from_slice(&world.call(&["memory", "list", "--json"], b"").stdout).unwrap();
    let lessons = page["lessons"].as_array().unwrap();
    assert_eq!(lessons.len(), 1, "{page}");
    assert!(lessons[0]["feedback"].as_str().unwrap().starts_with("… error: no answer from 10.0.0.7:"), "{page}");
}

#[test]
fn a_person_finds_why_a_call_was_denied_and_what_the_agent_was_told() {
    let world = World::new();
    learn(&world);
    world.prompt("two", "p2", GOAL);
    world.append("two", &typed("two", "p2", GOAL));
    assert!(context(&before(&world, "two", "d1", WRONG)).contains("npm run tset"));
    let status = shown(&world.call(&["status"], b"")).1;
    assert!(status.contains("so far      1 text to the agent, 1 of them a warning from the memory"), "{status}");
    let explain = |session: &str, more: &[&str]| {
        let transcript = world.transcript(session);
        let all: Vec<&str> = ["explain", transcript.to_str().unwrap()].iter().chain(more).copied().collect();
        shown(&world.call(&all, b"")).1
    };
    let explained = |session: &str| explain(session, &[]);
    assert!(explained("two").contains(", warned: npm run tset\n    driftguard remembers"), "{}", explained("two"));
    std::fs::write(world.data().join("config.toml"), "[memory]\npolicy = \"block\"\n").unwrap();
    let prompt = format!("{GOAL} without touching web/theme.css");
    world.prompt("three", "p3", &prompt);
    world.append("three", &typed("three", "p3", &prompt));
    assert!(before(&world, "three", "e1", &format!("{WRONG} 2>&1")).contains("deny"));
    let secret = "rm web/theme.css # API_KEY=sk-ant-api03-Q3dcPz7RkX9vLm2Tn8Wb";
    assert!(before(&world, "three", "e2", secret).contains("deny"));
    let page = explained("three");
    assert!(page.contains(", denied: npm run tset 2>&1\n    driftguard: this step went wrong before."), "{page}");
    assert!(page.contains(", denied: rm web/theme.css"), "what the user forbade stands there too: {page}");
    assert!(!page.contains("Q3dcPz7RkX9vLm2Tn8Wb"), "{page}");
    let json: Value = serde_json::from_str(&explain("three", &["--json"])).unwrap();
    let kinds: Vec<&str> =
        json["remarks"].as_array().unwrap().iter().map(|remark| remark["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["denial", "denial"]);
    assert_eq!(json["remarks"][0]["about"], "npm run tset 2>&1");
    // Without a transcript what was said is told all the same.
    let left = shown(&world.call(&["explain", "thr"], b""));
    assert!(
        left.1.contains("its transcript is not there") && left.1.contains(", denied: npm run tset 2>&1"),
        "{left:?}"
    );
    assert_eq!(world.call(&["explain", "one"], b"").status.code(), Some(66), "nothing was said there");
    // It goes with its session.
    world.call(&["purge", "--session", "three", "--yes"], b"");
    assert_eq!(world.count("SELECT count(*) FROM remarks WHERE session_id = 'three'"), 0);
}

#[test]
fn a_call_is_stopped_when_no_text_is_left() {
    let world = World::new();
    learn(&world);
    run(&world, "one", "c3", "npm run lnit", Some("npm error Missing script: \"lnit\""));
    run(&world, "one", "c4", "npm run lint", None);
    let set = |text: &str| std::fs::write(world.data().join("config.toml"), text).unwrap();
    world.prompt("two", "p2", GOAL);
    set("[correction]\nbudget_tokens = 1\n");
    assert!(context(&before(&world, "two", "d1", WRONG)).contains("npm run tset"));
    assert_eq!(before(&world, "two", "d2", "npm run lnit"), "", "the budget is spent");
    set("[correction]\nbudget_tokens = 1\n[memory]\npolicy = \"block\"\n");
    assert!(before(&world, "two", "d3", "npm run lnit").contains("deny"));
}

#[test]
fn a_damaged_memory_costs_lessons_and_no_session() {
    let world = World::new();
    learn(&world);
    std::fs::write(world.data().join("memory.db"), "no database at all").unwrap();
    for side in ["memory.db-wal", "memory.db-shm"] {
        let _ = std::fs::remove_file(world.data().join(side));
    }
    world.prompt("two", "p2", GOAL);
    assert_eq!(before(&world, "two", "d1", WRONG), "");
    assert!(world.counted("memory") > 0);
}
