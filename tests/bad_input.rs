//! What must not happen when something is wrong: a hook never speaks, fails or hangs for it, `doctor` counts it, a
//! command says it in one line with a way out, and nothing that is stored is lost.

use crate::world::{World, assert_silent, edit, feed, shown, typed};
use std::fs;
#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::path::Path;
use std::process::Output;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py. Keep to src/billing/ and tests/.";

/// A world in which a session has a goal, a step and an assessment.
fn with_session() -> World {
    let world = World::new();
    assert_silent(&world.prompt("s", "p1", GOAL));
    world.append("s", &(typed("s", "p1", GOAL) + &edit("s", "t1", "src/billing/invoice.py")));
    assert_silent(&world.stop("s"));
    world
}

/// Every row of what a session owns, as text.
fn rows(world: &World) -> Vec<String> {
    let sql = world.sql();
    let mut shown = Vec::new();
    for table in ["session_states", "steps", "drift_events", "tasks", "prompt_marks"] {
        let mut query = sql.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2")).unwrap();
        let columns = query.column_count();
        let mut found = query.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let values: Vec<String> =
                (0..columns).map(|column| format!("{:?}", row.get_ref(column).unwrap())).collect();
            shown.push(format!("{table}: {}", values.join(", ")));
        }
    }
    shown
}

/// One `error:` line, one `hint:` line, nothing else, and the documented code.
#[track_caller]
fn check_by_hand(world: &World, arguments: &[&str], code: i32, error: &str) {
    let (found, stdout, stderr) = shown(&world.call(arguments, b""));
    let lines: Vec<&str> = stderr.lines().collect();
    let told = matches!(lines[..], [first, second] if first.starts_with("error: ") && second.starts_with("hint: "));
    assert!(told && stderr.contains(error), "{arguments:?}: {stderr}");
    assert_eq!((found, stdout.as_str()), (Some(code), ""), "{arguments:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}

#[test]
fn payloads_that_are_none_are_counted() {
    let world = with_session();
    let before = rows(&world);
    let cut = world.payload("s", "UserPromptSubmit", "\"prompt\":\"fix it\"");
    let inputs: [&[u8]; 9] = [
        b"",
        b" \n",
        b"hello",
        b"[1, 2]",
        b"{}",
        &cut.as_bytes()[..cut.len() - 7],
        b"\xff\xfe\x00\x01",
        b"{\"session_id\":\"s\",\"prompt\":\"\xff\"",
        br#"{"session_id":["s"]}"#,
    ];
    for hook in ["session-start", "prompt-inject", "stop"] {
        for input in inputs {
            assert_silent(&world.call(&[hook], input));
        }
    }
    assert_eq!(world.counted("payload"), 3 * inputs.len());
    assert_eq!(rows(&world), before);
}

#[test]
fn an_event_that_nobody_knows_is_ignored() {
    let world = with_session();
    let payload = world.payload("s", "MoonRise", r#""phase":"full""#);
    for hook in ["session-start", "prompt-inject", "stop"] {
        assert_silent(&world.call(&[hook], payload.as_bytes()));
    }
    assert!(!world.data().join("faults.jsonl").exists());
}

#[test]
fn text_that_is_no_unicode_inside_a_payload_is_replaced() {
    let world = World::new();
    let mut payload = world.payload("s", "UserPromptSubmit", r#""prompt":"fix @ in src/billing/tax.py""#).into_bytes();
    let place = payload.iter().position(|byte| *byte == b'@').unwrap();
    payload[place] = 0xff;
    assert_silent(&world.call(&["prompt-inject"], &payload));
    let goal: String = world.sql().query_row("SELECT original_goal FROM session_states", [], |row| row.get(0)).unwrap();
    assert_eq!(goal, "fix \u{fffd} in src/billing/tax.py");
}

/// A shell script in the world's environment; `$0` is the binary.
#[cfg(unix)]
fn in_a_shell(world: &World, script: &str) -> Command {
    let binary = world.driftguard(&[]);
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(binary.get_program()).env_clear().current_dir(world.project());
    for (name, value) in binary.get_envs() {
        shell.env(name, value.unwrap());
    }
    shell
}

#[cfg(unix)]
#[test]
fn a_hundred_megabytes_are_refused_at_the_limit() {
    let world = World::new();
    // In 256 MB of address space a hook that kept what it is sent, in a buffer that doubles, would fail.
    let mut limited = in_a_shell(&world, "ulimit -v 262144; exec \"$0\" prompt-inject");
    let began = Instant::now();
    let mut child =
        limited.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("sh runs");
    let mut stdin = child.stdin.take().unwrap();
    let block = vec![b'x'; 1 << 20];
    let taken = (0..100).take_while(|_| stdin.write_all(&block).is_ok()).count();
    drop(stdin);
    assert_silent(&child.wait_with_output().unwrap());
    assert!(taken < 20, "{taken} MB were read");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(world.counted("payload"), 1);
}

// Windows has no such names.
#[cfg(unix)]
#[test]
fn a_name_with_a_line_break_is_told_in_one_line() {
    let world = World::new();
    check_by_hand(&world, &["check", "no\nsuch\u{1b}[31mfile"], 66, r"no\nsuch\u{1b}[31mfile");
    check_by_hand(&world, &["goal", "show"], 66, "no session of");
}

/// A transcript that cannot be read costs the catch-up and not the prompt.
#[cfg(unix)]
#[track_caller]
fn check_transcript(make: impl Fn(&Path), counted: usize, by_hand: (i32, &str)) {
    let world = World::new();
    make(&world.transcript("s"));
    assert_silent(&world.prompt("s", "p1", GOAL));
    assert_eq!(world.count("SELECT count(*) FROM session_states WHERE original_goal <> ''"), 1);
    let start = world.payload("s2", "SessionStart", r#""source":"fork""#).replace("s2.jsonl", "s.jsonl");
    assert_silent(&world.call(&["session-start"], start.as_bytes()));
    assert_eq!(world.count("SELECT count(*) FROM session_states"), 2);
    assert_eq!(world.counted("transcript"), counted);
    let path = world.transcript("s");
    check_by_hand(&world, &["check", path.to_str().unwrap()], by_hand.0, by_hand.1);
}

#[cfg(unix)]
#[test]
fn transcripts_that_cannot_be_read_are_counted() {
    check_transcript(|_| {}, 0, (66, "s.jsonl"));
    check_transcript(|path| fs::create_dir(path).unwrap(), 2, (66, "there is no transcript below"));
    check_transcript(World::looped, 2, (65, "leads in a circle"));
    check_transcript(|path| fs::write(path, b"\x7fELF\0\0\0\n").unwrap(), 2, (65, "binary"));
    let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    check_transcript(pipe, 2, (65, "is no regular file"));
    // A file for a folder above it: nobody may read it, root included.
    let below = |path: &Path| {
        fs::remove_dir(path.parent().unwrap()).unwrap();
        fs::write(path.parent().unwrap(), "").unwrap();
    };
    check_transcript(below, 2, (74, "cannot read"));
}

#[test]
fn ten_thousand_broken_lines_are_stepped_over() {
    let world = World::new();
    world.append("s", &"{\"type\":\"user\",\"message\":{\n".repeat(10_000));
    world.append("s", &(typed("s", "p0", GOAL) + &edit("s", "t1", "web/theme.css")));
    let told = shown(&world.prompt("s", "p1", "go on"));
    assert!(told.1.contains("web/theme.css"), "{told:?}");
    assert_eq!(world.counted("transcript"), 1);
    let (code, stdout, stderr) = shown(&world.call(&["check", world.transcript("s").to_str().unwrap()], b""));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.contains("10000") || stdout.contains("10,000"), "{stdout}");
}

/// With the database in a bad state hooks stay silent and count it; commands tell it.
#[track_caller]
fn check_database(world: &World, cause: &str, by_hand: (i32, &str)) {
    assert_silent(&world.prompt("s", "p2", "go on"));
    assert_silent(&world.stop("s"));
    assert_silent(
        &world.call(&["session-start"], world.payload("n", "SessionStart", r#""source":"startup""#).as_bytes()),
    );
    assert_eq!(world.counted(cause), 3);
    for arguments in
        [&["status"][..], &["goal", "show"], &["goal", "set", "x"], &["wrong"], &["purge", "--session", "s"]]
    {
        check_by_hand(world, arguments, by_hand.0, by_hand.1);
    }
}

#[test]
fn a_locked_database_is_waited_for_and_then_told() {
    let world = with_session();
    let before = rows(&world);
    let lock = world.sql();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_silent(&world.prompt("s", "p2", "also fix src/billing/tax.py"));
    assert_silent(&world.stop("s"));
    assert_eq!(world.counted("busy"), 2);
    check_by_hand(&world, &["goal", "set", "x"], 69, "busy");
    assert_eq!(rows(&world), before);
    drop(lock);
    // What waited is merged by the next call, in its order.
    assert_silent(&world.stop("s"));
    let goal = world.state()["goal"].to_string();
    assert!(goal.contains("also fix src/billing/tax.py"), "{goal}");
    assert_eq!(world.count("SELECT count(*) FROM drift_events"), 4);
}

#[test]
fn a_damaged_database_is_left_as_it_is() {
    let world = with_session();
    world.sql().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let mut bytes = fs::read(world.database()).unwrap();
    bytes[..64].fill(b'?');
    fs::write(world.database(), &bytes).unwrap();
    check_database(&world, "corrupt", (65, "driftguard.db is damaged"));
    assert_eq!(fs::read(world.database()).unwrap(), bytes);
}

#[test]
fn a_folder_in_the_databases_place_is_told() {
    let world = World::new();
    fs::create_dir_all(world.database()).unwrap();
    check_database(&world, "unusable", (74, "driftguard.db"));
    check_by_hand(&world, &["purge", "--all", "--yes"], 74, "driftguard.db");
}

#[test]
fn an_empty_or_older_database_is_brought_forward() {
    let world = World::new();
    fs::create_dir_all(world.data()).unwrap();
    fs::write(world.database(), "").unwrap();
    assert_silent(&world.prompt("s", "p1", GOAL));
    assert_eq!(world.count("SELECT count(*) FROM session_states"), 1);
    assert!(!world.data().join("faults.jsonl").exists());
}

#[test]
fn a_newer_database_is_left_alone() {
    let world = with_session();
    world.sql().execute_batch("PRAGMA user_version = 999").unwrap();
    let before = rows(&world);
    check_database(&world, "newer", (69, "schema 999"));
    check_by_hand(&world, &["purge", "--all", "--yes"], 69, "schema 999");
    assert_eq!(rows(&world), before);
}

#[test]
fn a_row_that_does_not_read_back_costs_only_its_session() {
    let world = with_session();
    world.sql().execute_batch("UPDATE guard_states SET state = '{'").unwrap();
    let before = rows(&world);
    assert_silent(&world.prompt("s", "p2", "go on"));
    assert_eq!(world.counted("undecodable"), 1);
    assert_eq!(rows(&world), before);
    check_by_hand(&world, &["status"], 65, "does not read back");
    assert_silent(&world.prompt("other", "p3", GOAL));
    assert_eq!(world.count("SELECT count(*) FROM session_states"), 2);
}

/// Files may not grow past `blocks` of 512 bytes, which is how a full disk looks to the program: writing fails.
#[cfg(unix)]
fn on_a_full_disk(world: &World, blocks: u32, hook: &str, payload: &str) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {hook}");
    feed(&mut in_a_shell(world, &script), payload.as_bytes())
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_is_stored() {
    let world = with_session();
    let before = rows(&world);
    let words = "and also ".repeat(8_000);
    let payload = world.payload("s", "UserPromptSubmit", &format!(r#""prompt_id":"p2","prompt":"{words}""#));
    assert_silent(&on_a_full_disk(&world, 8, "prompt-inject", &payload));
    assert_eq!(world.counted("unusable"), 1);
    assert_eq!(rows(&world), before);
    assert_silent(&world.stop("s"));
    let fresh = World::new();
    assert_silent(&on_a_full_disk(
        &fresh,
        2,
        "prompt-inject",
        &fresh.payload("s", "UserPromptSubmit", r#""prompt":"x""#),
    ));
    assert_eq!(fresh.counted("unusable"), 1);
    assert_silent(&fresh.prompt("s", "p1", GOAL));
    assert_eq!(fresh.count("SELECT count(*) FROM session_states"), 1);
}

#[test]
fn a_home_that_cannot_be_written_or_found_is_survived() {
    let world = World::new();
    let file = world.project().join("README.md");
    let payload = world.payload("s", "UserPromptSubmit", r#""prompt":"fix it""#);
    let with = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = world.driftguard(arguments);
        for (name, value) in variables {
            if value.is_empty() {
                command.env_remove(name)
            } else {
                command.env(name, value)
            };
        }
        feed(&mut command, payload.as_bytes())
    };
    let below = file.join("driftguard");
    let unwritable = [("DRIFTGUARD_HOME", below.to_str().unwrap())];
    assert_silent(&with(&unwritable, &["prompt-inject"]));
    let (code, stdout, stderr) = shown(&with(&unwritable, &["status"]));
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(74), "", 2), "{stderr}");
    // A folder that would be another one after each `cd` is none.
    let relative = [("DRIFTGUARD_HOME", "data")];
    assert_silent(&with(&relative, &["prompt-inject"]));
    let (code, stdout, stderr) = shown(&with(&relative, &["status"]));
    assert!(stderr.contains("DRIFTGUARD_HOME must be an absolute path"), "{stderr}");
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(78), "", 2), "{stderr}");
    // Both folders are named: a home is not needed.
    assert_silent(&with(&[("HOME", "")], &["prompt-inject"]));
    assert_eq!(world.count("SELECT count(*) FROM session_states"), 1);
}

#[test]
fn a_clock_that_goes_back_changes_nothing() {
    let world = with_session();
    let sql = world.sql();
    sql.execute_batch("UPDATE session_states SET updated_at = '2999-01-01T00:00:00.000Z'").unwrap();
    sql.execute_batch(
        "UPDATE steps SET timestamp = 32472144000000; UPDATE drift_events SET timestamp = 32472144000000",
    )
    .unwrap();
    world.append("s", &edit("s", "t2", "web/theme.css"));
    let told = shown(&world.prompt("s", "p2", "go on"));
    assert!(told.1.contains("web/theme.css"), "{told:?}");
    assert_silent(
        &world.call(&["session-start"], world.payload("s", "SessionStart", r#""source":"resume""#).as_bytes()),
    );
    assert_eq!(world.count("SELECT count(*) FROM steps"), 2);
    assert_eq!(world.count("SELECT count(*) FROM session_states WHERE status = 'active' AND updated_at < '2999'"), 1);
    assert!(!world.data().join("faults.jsonl").exists());
}

#[test]
fn who_wants_to_fail_closed_is_told_why_the_prompt_was_blocked() {
    let world = with_session();
    fs::write(world.data().join("config.toml"), "fail = \"closed\"\n").unwrap();
    let blocked = |output: &Output, why: &str| {
        let (code, stdout, stderr) = shown(output);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        let answer: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let reason = answer["reason"].as_str().unwrap();
        assert_eq!(answer["decision"], "block");
        assert!(reason.contains(why) && reason.contains("driftguard doctor"), "{reason}");
    };
    blocked(&world.call(&["prompt-inject"], b"garbage"), "not JSON");
    // A wrapper script asked for words: it gets none.
    world.sql().execute_batch("PRAGMA user_version = 999").unwrap();
    blocked(&world.prompt("s", "p2", "go on"), "schema 999");
    assert_silent(&world.call(&["prompt-inject", "--print"], b""));
    assert_silent(&world.stop("s"));
    assert_eq!(world.counted("payload"), 1);
    assert_eq!(world.counted("newer"), 3);
}

#[cfg(feature = "fault-injection")]
#[test]
fn a_panic_is_counted_and_costs_nothing() {
    let world = with_session();
    let before = rows(&world);
    let panicking = |hook: &str, payload: &str| {
        feed(world.driftguard(&[hook]).env("DRIFTGUARD_FAULT", "panic"), payload.as_bytes())
    };
    let payload = world.payload("s", "UserPromptSubmit", r#""prompt":"go on""#);
    for hook in ["session-start", "prompt-inject", "stop"] {
        assert_silent(&panicking(hook, &payload));
    }
    assert_eq!(world.counted("panic"), 3);
    assert_eq!(rows(&world), before);
    fs::write(world.data().join("config.toml"), "fail = \"closed\"\n").unwrap();
    let (code, stdout, stderr) = shown(&panicking("prompt-inject", &payload));
    assert!(stdout.contains(r#""decision":"block""#) && stdout.contains("a fault was asked for"), "{stdout}");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
}
