//! Signs of life: what is heard, what is only read later, and where a person sees the difference.

use crate::world::{World, assert_silent, edit, feed, shown};
use std::fs;

const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py. Keep to src/billing/ and tests/.";
const FILE: &str = "src/billing/invoice.py";

/// A call that is heard, before and after.
fn live(world: &World, id: &str) {
    let input = format!(r#"{{"file_path":"$PROJECT/{FILE}","old_string":"a","new_string":"{id}"}}"#);
    let fields = format!(r#""tool_name":"Edit","tool_input":{input},"tool_use_id":"{id}""#);
    assert_silent(&world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", &fields).as_bytes()));
    let fields = fields + r#","tool_response":{"filePath":"x"}"#;
    assert_silent(&world.call(&["post-tool-use"], world.payload("s", "PostToolUse", &fields).as_bytes()));
}

/// The same call as the transcript holds it, after the session's first hook.
fn written(id: &str) -> String {
    edit("s", id, FILE).replace("2026-05-04", "2999-05-04")
}

/// The agent's words as the transcript holds them.
fn said(words: &str) -> String {
    format!(
        "{{\"type\":\"assistant\",\"uuid\":\"w-{words}\",\"sessionId\":\"s\",\"timestamp\":\"2999-05-04T08:00:00.000Z\",\
         \"message\":{{\"role\":\"assistant\",\"content\":[{{\"type\":\"text\",\"text\":\"{words}\"}}]}}}}\n"
    )
}

fn status(world: &World) -> serde_json::Value {
    let told = world.call(&["status", "--json"], b"");
    serde_json::from_slice::<serde_json::Value>(&told.stdout).unwrap()["session"].clone()
}

/// The liveness check of `doctor`: its state, what was seen, the fix.
fn doctor(world: &World) -> (String, String, String) {
    let told = world.call(&["doctor", "--json"], b"");
    let page: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    let check = page["checks"].as_array().unwrap().iter().find(|check| check["name"] == "liveness").unwrap().clone();
    let text = |key: &str| check[key].as_str().unwrap_or_default().to_owned();
    (text("state"), text("seen"), text("fix"))
}

#[test]
fn calls_that_no_hook_told_of_are_caught_up_and_counted() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    live(&world, "t1");
    world.append("s", &(written("t1") + &written("t2") + &written("t3")));
    // What ran before the first hook was not missed; what never ran was no call.
    world.append("s", &edit("s", "t0", FILE));
    let refused = written("t4").replace(
        r#""content":"updated t4""#,
        r#""is_error":true,"content":"The user doesn't want to proceed with this tool use. The tool use was rejected""#,
    );
    world.append("s", &refused);
    world.stop("s");
    assert_eq!(world.count("SELECT count(*) FROM steps WHERE outcome = 'ok'"), 4);
    let session = status(&world);
    assert_eq!(session["coverage"], 33, "{session}");
    assert_eq!((&session["liveness"]["met"], &session["liveness"]["missed"]), (&1.into(), &2.into()), "{session}");
    for (moment, times) in [("prompt", 1), ("after-tool", 1), ("stop", 1)] {
        assert_eq!(session["liveness"]["beats"][moment]["n"], times, "{moment}");
    }
    // A hook that comes after all does not count the call again.
    live(&world, "t2");
    let liveness = &status(&world)["liveness"];
    assert_eq!((&liveness["met"], &liveness["missed"]), (&1.into(), &2.into()));
    let (_, text, _) = shown(&world.call(&["status"], b""));
    assert!(text.contains("33 %, hooks told of 1 of 3 finished calls"), "{text}");
}

#[test]
fn the_words_before_a_call_are_filled_in_when_the_transcript_is_read() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    live(&world, "t1");
    live(&world, "t2");
    assert_eq!(world.count("SELECT count(*) FROM steps WHERE reasoning IS NULL"), 2);
    world.append(
        "s",
        &(said("First the rounding.") + &written("t1") + &said("Now TOKEN=s3cretvalue the rest.") + &written("t2")),
    );
    world.stop("s");
    let reasoning = |id: &str| -> String {
        let sql = format!("SELECT reasoning FROM steps WHERE id = 's:{id}'");
        world.sql().query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(reasoning("t1"), "First the rounding.");
    assert_eq!(reasoning("t2"), "Now TOKEN=REDACTED the rest.");
    // What is known stays, when the whole is read anew.
    let whole = fs::read_to_string(world.transcript("s")).unwrap();
    fs::write(world.transcript("s"), whole.replace("First the", "Only then the")).unwrap();
    world.stop("s");
    assert_eq!(reasoning("t1"), "First the rounding.");
}

#[test]
fn words_with_calls_between_them_are_no_monologue() {
    let check = |transcript: &str, found: i64| {
        let world = World::new();
        world.prompt("s", "p1", GOAL);
        for id in ["t1", "t2", "t3"] {
            live(&world, id);
        }
        world.append("s", transcript);
        world.stop("s");
        let told = "SELECT count(*) FROM drift_events WHERE findings LIKE '%monologue%'";
        assert_eq!(world.count(told), found, "{transcript}");
    };
    let word = said("Let me look at the next part.");
    let calls: String = ["t1", "t2", "t3"].map(written).concat();
    check(&(calls + &word.repeat(3)), 1);
    check(&["t1", "t2", "t3"].map(|id| word.clone() + &written(id)).concat(), 0);
}

#[test]
fn the_doctor_warns_of_a_guard_that_is_not_called() {
    let world = World::new();
    assert_eq!(doctor(&world).0, "skipped");
    world.prompt("s", "p1", GOAL);
    assert_eq!(doctor(&world), ("ok".into(), doctor(&world).1, String::new()));
    for number in 0..12 {
        world.append("s", &written(&format!("t{number}")));
    }
    world.stop("s");
    let (state, seen, fix) = doctor(&world);
    assert_eq!(state, "warn");
    assert!(
        seen.starts_with("coverage 0 %: hooks told of 0 of 12 finished calls; heard: prompt 1, stop 1; last "),
        "{seen}"
    );
    assert!(fix.contains("no tool hook was heard"), "{fix}");
    // The client's own record says more.
    let kept = world.home().join(".claude/projects/project");
    fs::create_dir_all(&kept).unwrap();
    let record = r#"{"type":"attachment","uuid":"x","sessionId":"s","attachment":{"type":"hook_cancelled","hookEvent":"PreToolUse","command":"/opt/driftguard pre-tool-use","timedOut":true}}"#;
    fs::write(kept.join("s.jsonl"), format!("{record}\n{record}\n")).unwrap();
    let (state, seen, fix) = doctor(&world);
    assert_eq!(state, "warn");
    assert!(seen.ends_with("the client ended a hook that took too long 2 times"), "{seen}");
    assert!(fix.contains("`timeout`"), "{fix}");
}

/// What the status line shows for a payload, with the arguments behind the subcommand.
fn line(world: &World, payload: &str, more: &[&str]) -> String {
    let output =
        feed(world.driftguard(&[&["statusline"], more].concat()).env("PATH", "/usr/bin:/bin"), payload.as_bytes());
    let (code, line, errors) = shown(&output);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    line
}

#[test]
fn the_status_line_tells_score_goal_mode_and_what_was_missed() {
    let world = World::new();
    let payload = world.placed(
        r#"{"session_id":"s","transcript_path":"$TRANSCRIPTS/s.jsonl","cwd":"$PROJECT","model":{"id":"m","display_name":"M"},"workspace":{"current_dir":"$PROJECT","project_dir":"$PROJECT"},"version":"2.1.329"}"#,
    );
    assert_eq!(line(&world, &payload, &[]), "driftguard: no hook has told of this session\n");
    assert!(!world.database().exists(), "only a hook makes a database");
    world.prompt("s", "p1", GOAL);
    assert_eq!(
        line(&world, &payload, &[]),
        "driftguard not checked · “Fix the rounding of line totals in src/…” · limits: only src/billing/ and tests/ · guide\n"
    );
    live(&world, "t1");
    world.append("s", &(written("t1") + &written("t2")));
    world.stop("s");
    let whole = "driftguard 10/10 on goal · “Fix the rounding of line totals in src/…” · limits: only src/billing/ and tests/ · guide · coverage 50 %";
    assert_eq!(line(&world, &payload, &[]), format!("{whole}\n"));
    assert_eq!(world.call(&["pause"], b"").status.code(), Some(0));
    assert!(line(&world, &payload, &[]).contains(" · paused · coverage"));
    assert_eq!(world.call(&["pause", "--end"], b"").status.code(), Some(0));
    // A session that was paused by itself is guarded again with all others.
    assert_eq!(world.call(&["pause", "--session"], b"").status.code(), Some(0));
    assert!(line(&world, &payload, &[]).contains(" · paused · coverage"));
    assert_eq!(world.call(&["pause", "--end"], b"").status.code(), Some(0));
    assert_eq!(line(&world, &payload, &[]), format!("{whole}\n"));
    // Behind the user's own line, which gets the same payload; one that fails takes nothing away.
    if cfg!(unix) {
        let own = r#"grep -o '"version":"[^"]*"' && echo second"#;
        assert_eq!(line(&world, &payload, &["--with", own]), format!("\"version\":\"2.1.329\" | {whole}\nsecond\n"));
    }
    assert_eq!(line(&world, &payload, &["--with", "exit 3"]), format!("{whole}\n"));
    assert_eq!(line(&world, "garbage", &["--with", "echo mine"]), "mine\n");
    // No wait, no trace: a held lock does not matter to somebody who only looks.
    let lock = world.sql();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(line(&world, &payload, &[]), format!("{whole}\n"));
    drop(lock);
    for odd in ["", "garbage", "{}", "[]", "{\"session_id\":7}"] {
        assert_eq!(line(&world, odd, &[]), "", "{odd}");
    }
    // Hooks say nothing of it: here somebody looks.
    fs::write(world.database(), "no database").unwrap();
    let unguarded = "driftguard cannot read its database and guards nothing: driftguard doctor\n";
    assert_eq!(line(&world, &payload, &[]), unguarded);
}

#[test]
fn a_status_line_of_a_guard_that_is_off_says_so() {
    let world = World::new();
    let output = feed(world.driftguard(&["statusline"]).env("DRIFTGUARD", "off"), br#"{"session_id":"s"}"#);
    assert_eq!(shown(&output), (Some(0), "driftguard off\n".to_owned(), String::new()));
}
