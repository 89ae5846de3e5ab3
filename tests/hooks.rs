//! The hooks as the client calls them: payloads in, answers out, to the byte.
//!
//! `fixtures/hooks` has a folder a sequence. Each moment is a payload (`.in.json`) with the expected stdout
//! (`.out.json`, empty for silence) and, where the transcript grew before it, the new lines (`.transcript.jsonl`).
//! `UPDATE_HOOKS=1` writes the answers anew: read the difference before it is committed.

use crate::world::{World, assert_silent, edit, feed, shown, typed};
use driftguard::cli::HOOK_NAMES;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py. Keep to src/billing/ and tests/.";

/// The subcommand that a payload's event is registered for. One that no subcommand serves goes to `prompt-inject`: that
/// a hook was registered for the wrong event must not make it speak either.
fn subcommand(event: &str) -> &'static str {
    match event {
        "SessionStart" => "session-start",
        "PreToolUse" => "pre-tool-use",
        "PostToolUse" | "PostToolUseFailure" => "post-tool-use",
        "Stop" => "stop",
        "SubagentStop" => "subagent-stop",
        "PreCompact" => "pre-compact",
        "SessionEnd" => "session-end",
        _ => "prompt-inject",
    }
}

/// Plays one sequence in a world of its own and compares each answer.
fn check(folder: &Path) {
    let world = World::new();
    let mut moments: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    moments.retain(|path| path.to_str().unwrap().ends_with(".in.json"));
    moments.sort();
    assert!(!moments.is_empty(), "{} is empty", folder.display());
    for moment in moments {
        let name = moment.to_str().unwrap().strip_suffix(".in.json").unwrap();
        let payload = world.placed(&fs::read_to_string(&moment).unwrap());
        let told: serde_json::Value = serde_json::from_str(&payload).unwrap();
        if let Ok(lines) = fs::read_to_string(format!("{name}.transcript.jsonl")) {
            world.append(told["session_id"].as_str().unwrap(), &lines);
        }
        let output = world.call(&[subcommand(told["hook_event_name"].as_str().unwrap())], payload.as_bytes());
        let file = format!("{name}.out.json");
        if std::env::var_os("UPDATE_HOOKS").is_some() {
            let answer = world.displaced(&shown(&output).1);
            fs::write(&file, if answer.is_empty() { answer } else { answer + "\n" }).unwrap();
        }
        let expected = world.placed(&fs::read_to_string(file).unwrap());
        assert_eq!(shown(&output), (Some(0), expected.trim_end().to_owned(), String::new()), "{name}");
    }
    assert!(!world.data().join("faults.jsonl").exists(), "{}: a fault was recorded", folder.display());
}

#[test]
fn every_moment_of_a_session_is_answered_to_the_byte() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/hooks");
    let mut sequences = 0;
    for entry in fs::read_dir(fixtures).unwrap() {
        check(&entry.unwrap().path());
        sequences += 1;
    }
    assert_eq!(sequences, 6);
}

#[test]
fn a_hook_of_a_later_version_is_no_fault() {
    let world = World::new();
    for hook in HOOK_NAMES {
        assert_silent(&world.call(&[hook, "--of-a-later-version"], b"no payload"));
    }
    assert_eq!(world.counted("usage"), HOOK_NAMES.len());
}

#[test]
fn a_wrapper_script_gets_plain_text() {
    let world = World::new();
    let print = |input: &str| shown(&world.call(&["prompt-inject", "--print"], input.as_bytes()));
    assert_eq!(print(""), (Some(0), String::new(), String::new()));
    assert_silent(&world.prompt("s", "p1", GOAL));
    let (code, latest, errors) = print("\n");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(latest.contains("rounding of line totals") && !latest.contains('{'), "{latest}");
    // With a payload it is the hook, in words.
    world.append("s", &(edit("s", "t1", "web/theme.css") + &edit("s", "t2", "web/cart.js")));
    let (code, words, errors) = print(&world.payload("s", "UserPromptSubmit", r#""prompt_id":"p2","prompt":"go on""#));
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(
        words.contains("web/cart.js") && words.contains("src/billing/invoice.py") && !words.contains('{'),
        "{words}"
    );
}

#[test]
fn driftguard_off_is_off() {
    let world = World::new();
    let payload = world.payload("s", "UserPromptSubmit", r#""prompt":"fix it""#);
    assert_silent(&feed(world.driftguard(&["prompt-inject"]).env("DRIFTGUARD", "off"), payload.as_bytes()));
    assert!(!world.data().exists());
}

/// The goal as `status --json` tells it, and the steps and assessments stored.
fn stored(world: &World) -> (String, i64, i64) {
    let goal: String =
        world.sql().query_row("SELECT original_goal FROM session_states LIMIT 1", [], |row| row.get(0)).unwrap();
    (goal, world.count("SELECT count(*) FROM steps"), world.count("SELECT count(*) FROM drift_events"))
}

#[test]
fn a_prompt_counts_once_however_often_it_is_met() {
    // In the payload and in the transcript, with an id in both, in one of them, in neither.
    for (in_payload, in_transcript) in [("p1", "p1"), ("", "p1"), ("p1", ""), ("", "")] {
        let world = World::new();
        world.prompt("s", in_payload, GOAL);
        world.append("s", &typed("s", in_transcript, GOAL));
        world.stop("s");
        let state = world.state();
        let marks = state["seen_prompts"].as_array().unwrap().len();
        assert_eq!((state["goal"]["revision"].as_u64(), marks), (Some(1), 2), "{in_payload:?} {in_transcript:?}");
    }
}

#[test]
fn a_hook_registered_twice_assesses_a_prompt_once() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    world.append("s", &edit("s", "t1", "web/theme.css"));
    let first = shown(&world.prompt("s", "p2", "go on"));
    assert!(first.1.contains("web/theme.css"), "{first:?}");
    assert_silent(&world.prompt("s", "p2", "go on"));
    assert_eq!(stored(&world), (GOAL.to_owned(), 1, 1));
}

#[test]
fn a_transcript_that_is_rewritten_is_not_counted_again() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    let old = typed("s", "p1", GOAL) + &edit("s", "t1", "src/billing/invoice.py") + &edit("s", "t2", "web/theme.css");
    world.append("s", &old);
    world.stop("s");
    let evidence = |world: &World| {
        let state = world.state();
        (state["drift"]["statistic"].to_string(), state["calls"].as_u64(), state["goal"]["revision"].as_u64())
    };
    let before = evidence(&world);
    // The same records in another spelling, as a client writes them that tidies up its log.
    fs::write(world.transcript("s"), world.placed(&old.replace(":false", ": false"))).unwrap();
    world.stop("s");
    assert_eq!(evidence(&world), before);
    // What is new in it counts.
    fs::write(world.transcript("s"), world.placed(&(old + &edit("s", "t3", "web/cart.js")))).unwrap();
    world.stop("s");
    assert_eq!(world.count("SELECT count(*) FROM steps"), 3);
    assert_eq!(evidence(&world).1, Some(3));
}

#[test]
fn a_fork_knows_its_parent_and_a_fork_of_the_fork_too() {
    let world = World::new();
    world.prompt("old", "p1", GOAL);
    world.append("old", &(typed("old", "p1", GOAL) + &edit("old", "t1", "src/billing/invoice.py")));
    world.stop("old");
    world.sql().execute("UPDATE session_states SET status = 'abandoned'", []).unwrap();
    let goal_set = world.call(&["goal", "set", "Round totals to cents", "--scope", "src/billing"], b"");
    assert_eq!(goal_set.status.code(), Some(0), "{goal_set:?}");
    let fork = |from: &str, to: &str| {
        fs::copy(world.transcript(from), world.transcript(to)).unwrap();
        assert_silent(
            &world.call(&["session-start"], world.payload(to, "SessionStart", r#""source":"fork""#).as_bytes()),
        );
        let sql = format!("SELECT original_goal || ' ' || status FROM session_states WHERE session_id = '{to}'");
        let found: String = world.sql().query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(found, "Round totals to cents active");
    };
    fork("old", "middle");
    world.sql().execute("UPDATE session_states SET updated_at = '2000' WHERE session_id = 'middle'", []).unwrap();
    fork("middle", "young");
    // Copied lines are not the fork's work, and its own prompt finds the parent where the start came too early.
    assert_eq!(world.count("SELECT count(*) FROM steps"), 1);
    fs::copy(world.transcript("old"), world.transcript("late")).unwrap();
    assert_silent(&world.prompt("late", "p7", "is it right now?"));
    world.append("late", &edit("late", "t9", "web/theme.css"));
    let told = shown(&world.prompt("late", "p8", "go on")).1;
    assert!(told.contains("Round totals to cents"), "{told}");
}

#[test]
fn nothing_of_a_moment_that_was_spooled_counts_as_said() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    world.append("s", &edit("s", "t1", "web/theme.css"));
    let lock = world.sql();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_silent(&world.prompt("s", "p2", "go on"));
    drop(lock);
    let told = shown(&world.prompt("s", "p3", "and then?")).1;
    assert!(told.contains("web/theme.css"), "the correction was lost with the moment: {told:?}");
    let spoken: Vec<bool> = {
        let sql = world.sql();
        let mut rows = sql.prepare("SELECT spoken FROM drift_events ORDER BY seq").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!(spoken, [false, true]);
}

#[test]
fn a_start_after_a_compaction_restores_the_goal_and_marks_idle_sessions() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    world.sql().execute_batch("INSERT INTO session_states SELECT 'idle', project_path, status, escalation_count, last_checked_at, created_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days'), goal_revision, guard_state, original_goal, expected_scope, constraints, keywords, drift_history FROM session_states").unwrap();
    let told =
        shown(&world.call(&["session-start"], world.payload("s", "SessionStart", r#""source":"compact""#).as_bytes()))
            .1;
    assert!(told.contains("rounding of line totals"), "{told}");
    assert_eq!(world.count("SELECT count(*) FROM session_states WHERE status = 'abandoned'"), 1);
}

#[test]
fn what_the_spool_keeps_of_sessions_long_gone_goes_at_a_start_and_by_hand() {
    let world = World::new();
    let old = || {
        let folder = world.data().join("spool/s-gone");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("0000000000001-1-0000.json"), "{}").unwrap();
        folder
    };
    let folder = old();
    world.call(&["session-start"], world.payload("s", "SessionStart", r#""source":"startup""#).as_bytes());
    assert!(!folder.exists());
    let folder = old();
    assert_eq!(world.call(&["purge", "--older-than", "30d", "--yes"], b"").status.code(), Some(0));
    assert!(!folder.exists());
    // Nor does an empty folder cost each later call of its session the lock.
    world.prompt("s", "p1", GOAL);
    let folder = world.data().join("spool/s-s");
    fs::create_dir_all(&folder).unwrap();
    let fields = r#""tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t1""#;
    assert_silent(&world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", fields).as_bytes()));
    assert!(!folder.exists());
}

#[test]
fn what_is_gone_on_without_is_counted_with_its_reason() {
    let world = World::new();
    let start = || {
        let payload = world.payload("s", "SessionStart", r#""source":"startup""#);
        assert_silent(&world.call(&["session-start"], payload.as_bytes()));
    };
    let faults = || fs::read_to_string(world.data().join("faults.jsonl")).unwrap_or_default();
    world.prompt("old", "p0", GOAL);
    start();
    assert_eq!(faults(), "");
    assert_eq!(world.sql().execute("UPDATE project_files SET paths = 5", []).unwrap(), 1);
    world.prompt("s", "p1", GOAL);
    assert_eq!(world.counted("undecodable"), 1, "{}", faults());
    world.prompt("s", "p2", "Round the discounts in src/billing/invoice.py too");
    assert_eq!(world.counted("undecodable"), 1, "it was listed anew and kept");
    world.prompt("other", "p3", GOAL);
    let kept = "CREATE TRIGGER kept BEFORE DELETE ON session_states BEGIN SELECT raise(ABORT, 'the reason'); END";
    world.sql().execute_batch(kept).unwrap();
    let old = "UPDATE session_states SET updated_at = '2001-01-01T00:00:00Z' WHERE session_id = 'old'";
    assert_eq!(world.sql().execute(old, []).unwrap(), 1);
    start();
    assert!(
        faults().contains("old sessions could not be removed: ") && faults().contains("the reason"),
        "{}",
        faults()
    );
}

#[test]
fn a_part_of_the_configuration_that_is_not_in_force_is_told_at_a_start() {
    let world = World::new();
    let start = |source: &str| {
        let fields = format!(r#""source":"{source}""#);
        shown(&world.call(&["session-start"], world.payload("s", "SessionStart", &fields).as_bytes())).1
    };
    let own = |text: &str| fs::write(world.project().join(".driftguard.toml"), text).unwrap();
    own("[scope]\nprotect = [\"web/\"]\n");
    assert_eq!(start("startup"), "");
    // What a rule refuses is nobody's mistake here.
    own("mode = \"monitor\"\n");
    assert_eq!(start("startup"), "");
    own("modee = 1\n[scope]\nprotect = [\"web/\", \"[\"]\n");
    let told: serde_json::Value = serde_json::from_str(&start("startup")).unwrap();
    assert!(told.get("hookSpecificOutput").is_none(), "{told}");
    let told = told["systemMessage"].as_str().unwrap();
    for part in
        ["is not in force", ".driftguard.toml:1: unknown key `modee`", "(and 1 more)", "driftguard config check"]
    {
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(start("compact"), "", "it was told of before");
    assert!(start("resume").contains("is not in force"));
    // What is understood protects.
    world.prompt("s", "p1", GOAL);
    let fields =
        r#""tool_name":"Write","tool_input":{"file_path":"$PROJECT/web/cart.js","content":"x"},"tool_use_id":"t1""#;
    let denied = shown(&world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", fields).as_bytes())).1;
    assert!(denied.contains(r#""permissionDecision":"deny""#), "{denied}");
    assert!(denied.contains("`scope.protect` in `.driftguard.toml` in the project"), "{denied}");
    // An entry that means a place elsewhere is told, and the others protect.
    own("[scope]\nprotect = [\"web/\", \"../other/\"]\n");
    assert!(start("startup").contains("does not lie in the project"));
    assert!(refuses(&world, "t8", "web/theme.css"));
    fs::create_dir_all(world.data()).unwrap();
    fs::write(world.data().join("config.toml"), "mode = \"monitor\"\n").unwrap();
    own("[scope]\nprotect = [\"[\"]\n");
    assert_eq!(start("startup"), "", "monitor says nothing");
}

#[test]
fn no_credential_is_kept() {
    let world = World::new();
    world.prompt("s", "p1", "fix src/billing/tax.py, the service wants TOKEN=tok3nvalue");
    let edits = edit("s", "t1", "src/billing/tax.py");
    let command = r#""name":"Bash","input":{"command":"DB_PASSWORD=pa55word ./load; curl -H 'Authorization: Bearer b3arer-value'"}"#;
    let from = edits.find(r#""name":"Edit""#).unwrap();
    let to = edits.find("}]").unwrap();
    world.append("s", &format!("{}{command}{}", &edits[..from], &edits[to..]));
    world.stop("s");
    let step: String = world.sql().query_row("SELECT command FROM steps", [], |row| row.get(0)).unwrap();
    assert_eq!(step, "DB_PASSWORD=REDACTED ./load; curl -H 'Authorization: Bearer REDACTED'");
    for entry in fs::read_dir(world.data()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        for secret in ["tok3nvalue", "pa55word", "b3arer-value"] {
            assert!(!text.contains(secret), "{secret}");
        }
    }
}

#[test]
fn a_false_alarm_stays_one_when_the_session_is_judged_again() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    let lines = typed("s", "p1", GOAL) + &edit("s", "t1", "web/theme.css");
    world.append("s", &lines);
    world.stop("s");
    let kept = world.home().join(".claude/projects/project");
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("s.jsonl"), world.placed(&lines)).unwrap();
    let judged = |world: &World| world.call(&["check", "--session", "s", "--fail-below", "8"], b"").status.code();
    assert_eq!(judged(&world), Some(1));
    assert_eq!(world.call(&["wrong"], b"").status.code(), Some(0));
    assert_eq!(judged(&world), Some(0));
}

/// A call about to run and, where it may, its outcome.
fn tool(world: &World, id: &str, name: &str, input: &str) -> String {
    let fields = format!(r#""tool_name":"{name}","tool_input":{input},"tool_use_id":"{id}""#);
    let (code, answer, complaint) =
        shown(&world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", &fields).as_bytes()));
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    if !answer.is_empty() {
        return answer;
    }
    let fields = format!(r#"{fields},"tool_response":{{"stdout":"ok","stderr":""}}"#);
    shown(&world.call(&["post-tool-use"], world.payload("s", "PostToolUse", &fields).as_bytes())).1
}

#[test]
fn what_the_user_forbade_and_the_guard_itself_are_denied_before_the_write() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    let file = |name: &str| format!(r#"{{"file_path":"$PROJECT/{name}","content":"x"}}"#);
    let forbidden = tool(&world, "t1", "Write", &file("src/billing/tax.py"));
    assert!(forbidden.contains(r#""permissionDecision":"deny""#), "{forbidden}");
    assert!(forbidden.contains("do not touch src/billing/tax.py"), "{forbidden}");
    let by_shell = tool(&world, "t2", "Bash", r#"{"command":"cd src && echo x > billing/tax.py"}"#);
    assert!(by_shell.contains(r#""permissionDecision":"deny""#), "{by_shell}");
    let listed = r#"{"edits":[{"path":"src/billing/invoice.py"},{"path":"src/billing/tax.py"}]}"#;
    assert!(tool(&world, "t7", "mcp__files__apply", listed).contains(r#""permissionDecision":"deny""#));
    let tamper = format!(r#"{{"command":"rm -rf {}"}}"#, world.data().to_str().unwrap().replace('\\', "/"));
    let tampering = tool(&world, "t3", "Bash", &tamper);
    assert!(tampering.contains("what driftguard has stored") && tampering.contains("driftguard unlock"), "{tampering}");
    assert_eq!(tool(&world, "t4", "Write", &file("src/billing/invoice.py")), "");
    let outcomes = "SELECT count(*) FROM steps WHERE outcome = 'denied' AND is_validated = 0";
    assert_eq!((world.count(outcomes), world.count("SELECT count(*) FROM steps WHERE outcome = 'ok'")), (4, 1));
    // The human lifts the one by a sentence, the other in a terminal.
    world.prompt("s", "p2", "ok, you may change src/billing/tax.py too");
    assert_eq!(tool(&world, "t5", "Write", &file("src/billing/tax.py")), "");
    let unlock = |from_now: Duration| {
        let until = (SystemTime::now() + from_now).duration_since(UNIX_EPOCH).unwrap().as_millis();
        let stored = format!("INSERT OR REPLACE INTO settings VALUES ('unlocked', '{{\"until\":{until}}}')");
        world.sql().execute(&stored, []).unwrap();
    };
    // An end that far away was made by a clock that was wrong.
    unlock(Duration::from_hours(1000));
    assert!(tool(&world, "t6", "Bash", &tamper).contains("driftguard unlock"));
    unlock(Duration::from_mins(10));
    assert!(shown(&world.call(&["doctor"], b"")).1.contains("`driftguard unlock --end` locks it"));
    assert_eq!(tool(&world, "t8", "Bash", &tamper), "");
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_nobody_takes_is_counted() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    let fields = r#""tool_name":"Write","tool_input":{"file_path":"$PROJECT/src/billing/tax.py","content":"x"},"tool_use_id":"t1""#;
    let payload = world.project().join("payload.json");
    fs::write(&payload, world.payload("s", "PreToolUse", fields)).unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = world.driftguard(&["pre-tool-use"]).stdin(fs::File::open(&payload).unwrap()).stdout(full).status();
    assert_eq!(status.unwrap().code(), Some(0));
    assert!(shown(&world.call(&["doctor"], b"")).1.contains("the answer could not be written"));
}

#[test]
fn what_was_denied_is_nothing_to_assess() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    let end = || world.call(&["session-end"], world.payload("s", "SessionEnd", r#""reason":"other""#).as_bytes());
    let assessed = || world.count("SELECT count(*) FROM drift_events");
    let write = |file: &str| format!(r#"{{"file_path":"$PROJECT/{file}","content":"x"}}"#);
    assert!(tool(&world, "t1", "Write", &write("src/billing/tax.py")).contains("deny"));
    end();
    assert_eq!((assessed(), world.state()["calls"].as_u64()), (0, Some(1)));
    tool(&world, "t2", "Write", &write("src/billing/invoice.py"));
    end();
    assert_eq!(assessed(), 1);
    end();
    assert_eq!(assessed(), 1);
}

#[test]
fn the_step_of_a_long_command_says_that_it_was_cut() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    let run = |id: &str, command: &str| {
        let input = serde_json::json!({ "command": command }).to_string();
        let denied = tool(&world, id, "Bash", &input).contains("deny");
        let sql = format!("SELECT command FROM steps WHERE id = 's:{id}'");
        let stored: String = world.sql().query_row(&sql, [], |row| row.get(0)).unwrap();
        (denied, stored)
    };
    let text = "a line\n".repeat(50_000);
    let (denied, stored) = run("t1", &format!("cat > notes.txt <<'EOF'\n{text}EOF\nrm src/billing/tax.py"));
    assert!(!denied && stored.ends_with("a line\n … (cut)"), "{}", &stored[stored.len() - 40..]);
    let (denied, stored) = run("t2", &format!("cat > src/billing/tax.py <<'EOF'\n{text}EOF"));
    assert!(denied && stored.ends_with(" … (cut)"), "{}", &stored[stored.len() - 40..]);
    let (denied, stored) = run("t3", &format!("cat > notes.txt <<'EOF'\n{}EOF\nrm src/billing/tax.py", &text[..7_000]));
    assert!(denied && stored.ends_with(" … (cut)"), "{}", &stored[stored.len() - 40..]);
    assert_eq!(run("t4", "cat src/billing/tax.py"), (false, "cat src/billing/tax.py".to_owned()));
}

#[test]
fn unlocking_is_for_a_person_at_a_terminal() {
    let world = World::new();
    let (code, _, told) = shown(&world.call(&["unlock", "5m"], b""));
    assert_eq!(code, Some(77));
    assert!(told.contains("terminal of your own"), "{told}");
    assert_eq!(shown(&world.call(&["unlock", "--end"], b"")).0, Some(0));
}

#[test]
fn the_mode_decides_what_is_done_about_work_beyond_the_goal() {
    let in_mode = |mode: &str| {
        let world = World::new();
        fs::create_dir_all(world.data()).unwrap();
        fs::write(world.data().join("config.toml"), format!("mode = \"{mode}\"\n")).unwrap();
        world.prompt("s", "p1", GOAL);
        let answer = tool(&world, "t1", "Write", r#"{"file_path":"$PROJECT/web/theme.css","content":"x"}"#);
        (answer, world.count("SELECT count(*) FROM steps WHERE outcome = 'denied'"))
    };
    assert_eq!(in_mode("monitor"), (String::new(), 0));
    let (told, denied) = in_mode("guide");
    assert!(told.contains(r#""additionalContext":"driftguard: web/theme.css"#), "{told}");
    assert_eq!(denied, 0);
    let (told, denied) = in_mode("enforce");
    assert!(told.contains(r#""permissionDecision":"deny""#) && !told.contains("continue"), "{told}");
    assert_eq!(denied, 1);
}

#[test]
fn a_limit_that_is_told_at_first_is_held_in_enforce_when_it_is_crossed_on() {
    let denied_in = |mode: &str, prompt: &str| {
        let world = World::new();
        fs::create_dir_all(world.data()).unwrap();
        fs::write(world.data().join("config.toml"), format!("mode = \"{mode}\"\n")).unwrap();
        world.prompt("s", "p1", prompt);
        for (id, file) in [("t1", "src/billing/tax.py"), ("t2", "src/billing/invoice.py"), ("t3", "src/billing/tax.py")]
        {
            let input = format!(r#"{{"file_path":"$PROJECT/{file}","old_string":"a{id}","new_string":"b"}}"#);
            tool(&world, id, "Edit", &input);
        }
        let sql = "SELECT coalesce(group_concat(text), '') FROM remarks WHERE kind = 'denial'";
        let reasons: String = world.sql().query_row(sql, [], |row| row.get(0)).unwrap();
        (world.count("SELECT count(*) FROM steps WHERE outcome = 'denied'"), reasons)
    };
    let looking = "Don't change anything yet, just tell me how src/billing works.";
    assert_eq!(denied_in("guide", looking).0, 0);
    let (denied, reasons) = denied_in("enforce", looking);
    assert!(denied > 0 && reasons.contains("Don't change anything yet"), "{denied} {reasons}");
    assert_eq!(denied_in("enforce", "Change how src/billing rounds.").0, 0);
}

#[test]
fn hooks_in_any_order_and_number_count_a_call_once() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    let input = r#"{"file_path":"$PROJECT/web/theme.css"}"#;
    let fields = |id: &str| format!(r#""tool_name":"Edit","tool_input":{input},"tool_use_id":"{id}""#);
    let before =
        |id: &str| shown(&world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", &fields(id)).as_bytes())).1;
    let after = |id: &str| {
        let fields = fields(id) + r#","tool_response":{"filePath":"x"}"#;
        shown(&world.call(&["post-tool-use"], world.payload("s", "PostToolUse", &fields).as_bytes())).1
    };
    // Twice before, twice after; then an end without a beginning, and a beginning that comes late.
    assert_eq!((before("t1"), before("t1")), (String::new(), String::new()));
    assert!(after("t1").contains("web/theme.css"));
    assert_eq!(after("t1"), "");
    let first = world.state();
    after("t2");
    before("t2");
    world.append("s", &(edit("s", "t1", "web/theme.css") + &edit("s", "t2", "web/theme.css")));
    world.stop("s");
    assert_eq!(world.count("SELECT count(*) FROM steps"), 2);
    assert_eq!((first["calls"].as_u64(), world.state()["calls"].as_u64()), (Some(1), Some(2)));
    assert_eq!(world.state()["pending"], serde_json::json!([]));
}

#[test]
fn a_reply_that_leaves_out_what_was_changed_is_completed_once() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    let input = r#"{"file_path":"$PROJECT/web/theme.css"}"#;
    assert!(tool(&world, "t1", "Edit", input).contains("web/theme.css as it is now and say in your reply"));
    // A word about the first one was asked for on the spot; about the second one nothing was said yet.
    assert_eq!(tool(&world, "t2", "Edit", r#"{"file_path":"$PROJECT/web/print.css"}"#), "");
    let stop = |fields: &str| shown(&world.call(&["stop"], world.payload("s", "Stop", fields).as_bytes())).1;
    let reply = r#""last_assistant_message":"The rounding in invoice.py is fixed.""#;
    let said = || world.state()["said_tokens"].as_u64().unwrap();
    let before = said();
    let sent_back = stop(reply);
    assert!(said() > before, "what sends the agent back is counted too");
    assert!(sent_back.starts_with(r#"{"decision":"block","reason":"driftguard: web/print.css changed"#), "{sent_back}");
    assert!(sent_back.contains("not mentioned in the reply: web/print.css and web/theme.css"), "{sent_back}");
    assert_eq!(stop(&format!(r#"{reply},"stop_hook_active":true"#)), "");
    // Who asks later finds what was said, and that it was said.
    let explained = shown(&world.call(&["explain", "s"], b"")).1;
    let told = "the agent was sent back at the end of a turn\n    driftguard: web/print.css changed in this turn";
    assert!(explained.contains(told), "{explained}");
    let status = shown(&world.call(&["status"], b"")).1;
    assert!(status.contains("so far      2 texts to the agent"), "{status}");
    // What was told once is not told again when a machine's turn ends behind it.
    let later = stop(r#""last_assistant_message":"The build passed.""#);
    assert!(!later.contains("block") && !later.contains("not mentioned"), "{later}");
    // While something runs in the background the agent is not sent back.
    tool(&world, "t9", "Edit", input);
    let busy = stop(&format!(r#"{reply},"background_tasks":[{{"id":"b1"}}]"#));
    assert!(busy.contains("not mentioned in the reply: web/theme.css") && !busy.contains("block"), "{busy}");
    // The next turn is a new one, and a reply that tells it is complete.
    world.prompt("s", "p2", "go on");
    tool(&world, "t10", "Edit", input);
    assert!(!stop(r#""last_assistant_message":"I also restyled web/theme.css.""#).contains("not mentioned"));
}

#[test]
fn what_a_correction_has_asked_for_is_not_asked_for_again_at_the_end_of_its_turn() {
    let world = World::new();
    let input = r#"{"file_path":"$PROJECT/web/theme.css"}"#;
    let reply = r#""last_assistant_message":"The rounding in invoice.py is fixed.""#;
    let stop = || shown(&world.call(&["stop"], world.payload("s", "Stop", reply).as_bytes())).1;
    world.prompt("s", "p1", GOAL);
    assert!(tool(&world, "t1", "Edit", input).contains("say in your reply"));
    let told = stop();
    assert!(told.contains("not mentioned in the reply: web/theme.css") && !told.contains("block"), "{told}");
    // A later turn in which nothing was said about it asks once.
    world.prompt("s", "p2", "go on");
    assert_eq!(tool(&world, "t2", "Edit", input), "");
    assert!(stop().contains("block"));
}

/// A session with stray edits in the client's folder, where `check` finds it.
fn strayed(world: &World, edits: &[&str]) {
    let mut lines = typed("s", "p1", GOAL);
    world.prompt("s", "p1", GOAL);
    world.append("s", &lines);
    for (id, file) in ["t1", "t2", "t3", "t4", "t5"].into_iter().zip(edits) {
        let input = format!(r#"{{"file_path":"$PROJECT/{file}"}}"#);
        tool(world, id, "Edit", &input);
        lines += &edit("s", id, file);
    }
    let kept = world.home().join(".claude/projects/project");
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("s.jsonl"), world.placed(&lines)).unwrap();
}

#[test]
fn what_was_said_stands_beside_what_would_be_said() {
    let world = World::new();
    strayed(&world, &["web/theme.css"]);
    let page = |arguments: &[&str]| shown(&world.call(arguments, b"")).1;
    let checked = page(&["check", "--session", "s"]);
    assert!(checked.contains("said then   1 correction given"), "{checked}");
    let explained = page(&["explain", "s"]);
    assert!(explained.contains("the agent would be told (intervene)"), "{explained}");
    assert!(explained.contains(", the agent was told (intervene)\n    driftguard: web/theme.css"), "{explained}");
}

#[test]
fn in_monitor_nothing_was_said_and_nothing_ignored() {
    for (mode, ignored) in [("guide", true), ("monitor", false)] {
        let world = World::new();
        assert_eq!(world.call(&["mode", mode], b"").status.code(), Some(0));
        strayed(&world, &["web/theme.css", "web/cart.js", "README.md", "web/theme.css", "web/cart.js"]);
        let page = shown(&world.call(&["check", "--session", "s"], b"")).1;
        assert_eq!(page.contains("after a correction"), ignored, "{page}");
        assert_eq!(page.contains("nobody is told anything"), !ignored, "{page}");
        assert_eq!(world.count("SELECT count(*) FROM remarks WHERE kind = 'correction'") > 0, ignored);
    }
}

#[test]
fn what_was_allowed_behind_the_last_event_counts_for_the_report() {
    let world = World::new();
    strayed(&world, &["web/theme.css"]);
    let judged = || shown(&world.call(&["check", "--session", "s"], b"")).1;
    assert!(judged().contains("\noff goal, score"), "{}", judged());
    assert_eq!(world.call(&["goal", "allow", "web/"], b"").status.code(), Some(0));
    assert!(judged().contains("allowed by hand") && !judged().contains("\noff goal"), "{}", judged());
}

#[test]
fn a_question_that_is_answered_with_edits_is_told_to_the_human() {
    // Calls of the turn, each a tool and its input below the project; whether the human is told.
    let check = |calls: &[(&str, &str)], expected: bool| {
        let world = World::new();
        world.prompt("s", "p1", GOAL);
        world.prompt("s", "p2", "How is the rounding of a line total computed?");
        for (index, (name, input)) in calls.iter().enumerate() {
            tool(&world, &format!("t{index}"), name, input);
        }
        let fields = r#""last_assistant_message":"It is computed in invoice.py, and I changed something.""#;
        let told = shown(&world.call(&["stop"], world.payload("s", "Stop", fields).as_bytes())).1;
        assert_eq!(told.contains("the prompt was a question"), expected, "{calls:?}: {told}");
    };
    let edit = ("Edit", r#"{"file_path":"$PROJECT/src/billing/invoice.py"}"#);
    let make = ("Write", r#"{"file_path":"$PROJECT/src/billing/repro.py","content":"x"}"#);
    let rework = ("Edit", r#"{"file_path":"$PROJECT/src/billing/repro.py"}"#);
    let run = ("Bash", r#"{"command":"python src/billing/repro.py"}"#);
    let remove = ("Bash", r#"{"command":"rm src/billing/repro.py"}"#);
    let approve = ("ExitPlanMode", r#"{"plan":"Round each line in src/billing/invoice.py."}"#);
    check(&[edit], true);
    check(&[make], true);
    // A file that was made for the answer and removed again is nothing to tell; one that was there before is.
    check(&[make, rework, run, remove], false);
    check(&[rework, remove], true);
    check(&[remove, make, remove], true);
    // With the folder it was made in, too; not with one that holds files of the project.
    let put = ("Write", r#"{"file_path":"$PROJECT/scratch/deep/probe.py","content":"x"}"#);
    check(&[put, ("Bash", r#"{"command":"rm -r scratch"}"#)], false);
    check(&[make, ("Bash", r#"{"command":"rm -r src/billing"}"#)], true);
    // An approved plan is an order.
    check(&[approve, edit], false);
    // A task that ends in the background goes on with the work that was ordered before.
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    world.prompt("s", "p2", "How is the rounding of a line total computed?");
    world.append("s", &typed("s", "n1", "<task-notification>\\n<task-id>b1</task-id>\\n</task-notification>"));
    tool(&world, "t1", "Edit", edit.1);
    let fields = r#""last_assistant_message":"The task has ended.""#;
    assert_eq!(shown(&world.call(&["stop"], world.payload("s", "Stop", fields).as_bytes())).1, "");
}

#[test]
fn a_credential_in_a_command_does_not_hide_the_rest_of_it() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    for (id, command) in [
        ("t1", ": PRIVATE KEY-----; echo x > src/billing/tax.py"),
        ("t2", "TOKEN=abcdefghijklmnop$(rm src/billing/tax.py)"),
    ] {
        let answer = tool(&world, id, "Bash", &serde_json::json!({ "command": command }).to_string());
        assert!(answer.contains(r#""permissionDecision":"deny""#), "{command}: {answer}");
    }
}

#[test]
fn what_waits_in_the_spool_holds_no_credential() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    let lock = world.sql();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let fields = r#""tool_name":"Bash","tool_input":{"command":"cat .env"},"tool_use_id":"t1","tool_response":{"stdout":"DB_PASSWORD=hunter2hunter2","stderr":""}"#;
    assert_silent(&world.call(&["post-tool-use"], world.payload("s", "PostToolUse", fields).as_bytes()));
    let folder = fs::read_dir(world.data().join("spool")).unwrap().next().unwrap().unwrap().path();
    let file = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("DB_PASSWORD") && !text.contains("hunter2"), "{text}");
}

#[test]
fn what_is_forbidden_is_refused_while_another_process_writes_and_under_a_known_id() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py. web/ must not change.");
    let refused = |id: &str, file: &str| {
        let fields = format!(
            r#""tool_name":"Write","tool_input":{{"file_path":"$PROJECT/{file}","content":"x"}},"tool_use_id":"{id}""#
        );
        let told = shown(&world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", &fields).as_bytes()));
        assert_eq!(told.0, Some(0));
        told.1.contains(r#""permissionDecision":"deny""#)
    };
    assert!(refused("t1", "web/theme.css"));
    assert!(refused("t1", "web/theme.css"), "an id is no leave");
    assert!(!refused("t2", "src/billing/invoice.py"));
    let lock = world.sql();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(refused("t3", "web/theme.css"));
    assert!(!refused("t4", "src/billing/invoice.py"));
}

/// True when a write of the file is denied.
fn refuses(world: &World, id: &str, file: &str) -> bool {
    let input = serde_json::json!({ "file_path": world.project().join(file), "content": "x" });
    tool(world, id, "Write", &input.to_string()).contains(r#""permissionDecision":"deny""#)
}

#[test]
fn what_no_list_holds_is_denied_where_it_lies_on_the_disk() {
    let world = World::new();
    fs::write(world.project().join(".gitignore"), ".env\nout/\n").unwrap();
    fs::write(world.project().join(".env"), "PORT=1\n").unwrap();
    fs::create_dir_all(world.project().join("out")).unwrap();
    fs::create_dir_all(world.project().join("tools/src/billing")).unwrap();
    fs::write(world.project().join("tools/src/billing/tax.py"), "").unwrap();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py. Do not touch .env or out/.");
    assert!(refuses(&world, "t1", ".env") && refuses(&world, "t2", "out/a.js"));
    let fields = r#""cwd":"$PROJECT/tools","prompt":"Fix the rounding. Do not touch src/billing/tax.py.""#;
    let payload = world.payload("s2", "UserPromptSubmit", fields);
    assert_silent(&world.call(&["prompt-inject"], payload.as_bytes()));
    let input = serde_json::json!({ "file_path": world.project().join("tools/src/billing/tax.py"), "content": "x" });
    let fields = format!(r#""tool_name":"Write","tool_input":{input},"tool_use_id":"t3""#);
    let told = shown(&world.call(&["pre-tool-use"], world.payload("s2", "PreToolUse", &fields).as_bytes())).1;
    assert!(told.contains(r#""permissionDecision":"deny""#), "{told}");
}

#[test]
fn what_is_forbidden_is_refused_where_nothing_can_be_written() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py. web/ must not change.");
    let full = "CREATE TRIGGER full BEFORE INSERT ON steps BEGIN SELECT RAISE(ABORT, 'no room'); END";
    world.sql().execute_batch(full).unwrap();
    assert!(refuses(&world, "t1", "web/theme.css"));
    assert_eq!(world.counted("unusable"), 1);
}

#[test]
fn what_is_protected_is_refused_without_a_database() {
    let world = World::new();
    fs::write(world.project().join(".driftguard.toml"), "[scope]\nprotect = [\"web/\"]\n").unwrap();
    fs::create_dir_all(world.database()).unwrap();
    assert!(refuses(&world, "t1", "web/theme.css"));
    assert!(refuses(&world, "t2", ".driftguard.toml"));
    assert!(!refuses(&world, "t3", "src/billing/invoice.py"));
    // So is what the user said, as far as the transcript tells it.
    let line = r#"{"type":"user","uuid":"u1","cwd":"$PROJECT","message":{"content":"Fix the rounding. Don't touch src/billing/invoice.py."}}"#;
    world.append("s", &format!("{line}\n"));
    assert!(refuses(&world, "t4", "src/billing/invoice.py"));
    assert!(world.counted("unusable") >= 4);
}

#[test]
fn a_pause_holds_for_a_new_session_while_the_database_is_busy() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    fs::write(world.project().join(".driftguard.toml"), "[scope]\nprotect = [\"web/\"]\n").unwrap();
    let holder = world.sql();
    let theme = format!(r#"{{"file_path":"{}"}}"#, world.placed("$PROJECT/web/theme.css"));
    let fields = format!(r#""tool_name":"Write","tool_input":{theme},"tool_use_id":"t1""#);
    let ask = || shown(&world.call(&["pre-tool-use"], world.payload("new", "PreToolUse", &fields).as_bytes())).1;
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(ask().contains(r#""permissionDecision":"deny""#));
    holder.execute_batch("COMMIT").unwrap();
    assert_eq!(shown(&world.call(&["pause"], b"")).0, Some(0));
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(ask(), "");
    holder.execute_batch("COMMIT").unwrap();
}

#[test]
fn the_policy_of_another_worktree_stays() {
    let world = World::new();
    // What git keeps of a linked worktree: two files that name each other.
    let other = world.home().join("login");
    let kept = world.project().join(".git/worktrees/login");
    fs::create_dir_all(&kept).unwrap();
    fs::create_dir_all(&other).unwrap();
    fs::write(kept.join("gitdir"), format!("{}\n", other.join(".git").display())).unwrap();
    fs::write(kept.join("commondir"), "../..\n").unwrap();
    fs::write(other.join(".git"), format!("gitdir: {}\n", kept.display())).unwrap();
    for folder in [world.project(), other] {
        fs::write(folder.join(".driftguard.toml"), "mode = \"enforce\"\n").unwrap();
        let input = serde_json::json!({"file_path": folder.join(".driftguard.toml"), "content": ""});
        let answer = tool(&world, "t1", "Write", &input.to_string());
        assert!(answer.contains(r#""permissionDecision":"deny""#), "{}: {answer}", folder.display());
    }
}

#[test]
fn who_wants_to_be_asked_is_asked_while_the_database_is_busy() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py. Ask me before you touch web/.");
    let theme = format!(r#"{{"file_path":"{}"}}"#, world.placed("$PROJECT/web/theme.css"));
    let holder = world.sql();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let asked = before(&world, "cli", "t1", "Write", &theme);
    assert!(asked.contains(r#""permissionDecision":"ask""#), "{asked}");
    holder.execute_batch("COMMIT").unwrap();
    assert_eq!(world.counted("busy"), 1);
}

#[test]
fn where_the_store_is_lost_the_transcript_tells_the_goal_again() {
    let world = World::new();
    let line = r#"{"type":"user","uuid":"u1","cwd":"$PROJECT","message":{"content":"Fix the rounding in src/billing/invoice.py. web/ must not change."}}"#;
    world.append("s", &format!("{line}\n"));
    let call = r#"{"type":"assistant","uuid":"u2","cwd":"$PROJECT","message":{"content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"$PROJECT/web/theme.css","content":"x"}}]}}"#;
    world.append("s", &format!("{call}\n"));
    assert!(refuses(&world, "t1", "web/theme.css"));
    assert!(!refuses(&world, "t2", "src/billing/invoice.py"));
    assert_eq!(world.counted("transcript"), 0);
}

#[test]
fn a_guard_that_fails_closed_blocks_the_action_too() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    fs::write(world.data().join("config.toml"), "fail = \"closed\"\n").unwrap();
    fs::remove_file(world.data().join("driftguard.db-wal")).unwrap();
    fs::write(world.database(), "no database ".repeat(400)).unwrap();
    let answer = tool(&world, "t1", "Bash", r#"{"command":"ls"}"#);
    assert!(answer.contains(r#""permissionDecision":"deny""#) && answer.contains("DRIFTGUARD=off"), "{answer}");
}

#[test]
fn a_prompt_that_a_guard_which_fails_closed_has_refused_was_never_said() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py");
    fs::write(world.data().join("config.toml"), "fail = \"closed\"\n").unwrap();
    let holder = rusqlite::Connection::open(world.database()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (_, answer, _) = shown(&world.prompt("s", "p2", "Rewrite web/theme.css in dark colours, nothing else."));
    assert!(answer.contains(r#""decision":"block""#), "{answer}");
    holder.execute_batch("COMMIT").unwrap();
    world.stop("s");
    assert_eq!(world.state()["goal"]["text"], "Fix the rounding in src/billing/invoice.py");
}

#[test]
fn an_agent_that_takes_its_stray_edit_back_is_on_goal_again() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    let css = |old: &str, new: &str| {
        serde_json::json!({ "file_path": world.project().join("web/theme.css"), "old_string": old, "new_string": new })
            .to_string()
    };
    assert!(tool(&world, "t1", "Edit", &css("red", "blue")).contains("web/theme.css"));
    let back = tool(&world, "t2", "Edit", &css("blue", "red"));
    assert!(back.contains("back on goal") && !back.contains("additionalContext"), "{back}");
    let drift = &world.state()["drift"];
    // A single revert is noted, and costs nothing.
    assert!(drift["statistic"].as_f64().unwrap() < 0.2 && drift["state"] == "normal", "{drift}");
}

#[test]
fn calls_without_an_id_are_decided_each_time() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    let fields = r#""tool_name":"Write","tool_input":{"file_path":"$PROJECT/src/billing/tax.py","content":"x"}"#;
    for _ in 0..2 {
        let answer = shown(&world.call(&["pre-tool-use"], world.payload("s", "PreToolUse", fields).as_bytes())).1;
        assert!(answer.contains("deny"), "{answer}");
    }
}

/// Text without the line breaks of its page.
fn on_one_line(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the hook before a call answers, where a human is at hand and where none is.
fn before(world: &World, entry: &str, id: &str, name: &str, input: &str) -> String {
    let fields = format!(r#""tool_name":"{name}","tool_input":{input},"tool_use_id":"{id}""#);
    let payload = world.payload("s", "PreToolUse", &fields);
    let mut command = world.driftguard(&["pre-tool-use"]);
    shown(&feed(command.env("CLAUDE_CODE_ENTRYPOINT", entry), payload.as_bytes())).1
}

fn after(world: &World, id: &str, name: &str, input: &str) -> String {
    let fields =
        format!(r#""tool_name":"{name}","tool_input":{input},"tool_use_id":"{id}","tool_response":{{"stdout":"ok"}}"#);
    shown(&world.call(&["post-tool-use"], world.payload("s", "PostToolUse", &fields).as_bytes())).1
}

#[test]
fn who_wants_to_be_asked_is_asked_and_a_yes_holds_for_that_file() {
    let world = World::new();
    world.prompt(
        "s",
        "p1",
        "Fix the rounding in src/billing/invoice.py. Ask me before touching web. No commits without asking me.",
    );
    let file = |name: &str| format!(r#"{{"file_path":"$PROJECT/{name}","content":"x"}}"#);
    let (cart, theme) = (file("web/cart.js"), file("web/theme.css"));
    let asked = before(&world, "cli", "t1", "Write", &cart);
    assert!(asked.contains(r#""permissionDecision":"ask""#), "{asked}");
    // What it is, the limit, what either answer does, how the limit is lifted. Beside a file the client shows no reason: a line does.
    let question: serde_json::Value = serde_json::from_str(&asked).unwrap();
    for part in [
        "change web/cart.js",
        "“Ask me before touching web”",
        "Yes: ",
        "No: ",
        "“you may change web/cart.js” in the chat",
    ] {
        let reason = question["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
        assert!(reason.contains(part), "{part}: {reason}");
        assert_eq!(question["systemMessage"], reason);
    }
    // It ran, so the user said yes: no finding, and the same file is not asked about again.
    assert_eq!(after(&world, "t1", "Write", &cart), "");
    assert_eq!(before(&world, "cli", "t2", "Write", &cart), "");
    assert_eq!(after(&world, "t2", "Write", &cart), "");
    assert!(before(&world, "cli", "t3", "Write", &theme).contains(r#""permissionDecision":"ask""#));
    let commit = r#"{"command":"git commit -am 'round it'"}"#;
    for id in ["t4", "t5"] {
        let asked = before(&world, "cli", id, "Bash", commit);
        assert!(asked.contains(r#""permissionDecision":"ask""#) && !asked.contains("systemMessage"), "{asked}");
        assert_eq!(after(&world, id, "Bash", commit), "");
    }
    let score = &world.state()["drift"]["score"];
    assert!(score.is_null() || score.as_u64() >= Some(8), "{score}");
    // A yes is told as one wherever the goal is shown, and never as a command that nobody gave.
    let page = |command: &[&str]| on_one_line(&shown(&world.call(command, b"")).1);
    for told in [page(&["goal", "show"]), page(&["status"])] {
        assert!(told.contains("your yes") && told.contains("change web/cart.js"), "{told}");
        assert!(told.contains("in the client's question") && told.contains("not by a command"), "{told}");
        assert!(!told.contains("goal allow"), "{told}");
    }
    let goal = page(&["goal", "show"]);
    assert!(goal.contains("crossed: web/, except web/cart.js)"), "{goal}");
    let explained = page(&["explain"]);
    assert!(explained.contains("you said yes in the client's question: git commit"), "{explained}");
    assert!(explained.contains("“you may change web/cart.js” in the chat lifts the limit."), "{explained}");
    let stored = world.state();
    assert_eq!(
        stored["consented"],
        serde_json::json!(["change web/cart.js", "run `git commit -am 'round it'`"]),
        "{stored}"
    );
    // Where nobody can answer, the answer is no, and the reason says how the user lifts it.
    let denied = before(&world, "sdk-cli", "t6", "Write", &theme);
    assert!(denied.contains(r#""permissionDecision":"deny""#) && denied.contains("“you may"), "{denied}");
    world.prompt("s", "p2", "yes, you may change web/theme.css");
    assert_eq!(before(&world, "cli", "t7", "Write", &theme), "");
}

#[test]
fn a_yes_to_the_question_at_a_halt_is_no_drift_of_its_own() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py. Keep to src/billing.");
    let file = |name: &str| format!(r#"{{"file_path":"$PROJECT/{name}","content":"x"}}"#);
    let mut asked = None;
    for step in 0..12 {
        let (id, stray) = (format!("t{step}"), file(&format!("web/page{step}.css")));
        let answer = before(&world, "cli", &id, "Write", &stray);
        if answer.contains(r#""permissionDecision":"ask""#) {
            asked = Some((id, stray));
            break;
        }
        after(&world, &id, "Write", &stray);
    }
    let (id, stray) = asked.expect("a halt asks");
    let open = world.state()["drift"]["open"].as_array().map(Vec::len);
    assert_eq!(after(&world, &id, "Write", &stray), "");
    assert_eq!(world.state()["drift"]["open"].as_array().map(Vec::len), open, "the change that was let through counts");
    assert_eq!(before(&world, "cli", "again", "Write", &stray), "");
    let told = on_one_line(&shown(&world.call(&["goal", "show"], b"")).1);
    assert!(told.contains("(allowed: your yes in the client's question)"), "{told}");
    assert!(
        told.contains("your yes in the client's question, not a command") && !told.contains("goal allow"),
        "{told}"
    );
    // It was for this goal: the next one does not begin with it.
    let next = shown(&world.call(&["goal", "set", "write a parser for the invoices of last year"], b"")).1;
    assert!(next.contains("write a parser") && !next.contains("your yes") && !next.contains("web/page"), "{next}");
}

#[test]
fn what_is_forbidden_outright_is_denied_beside_what_is_asked_about() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py. Ask me before touching web. Never push.");
    let both = r#"{"command":"echo x > web/cart.js && git push"}"#;
    let denied = before(&world, "cli", "t1", "Bash", both);
    assert!(denied.contains(r#""permissionDecision":"deny""#) && denied.contains("Never push"), "{denied}");
    world.prompt("s", "p2", "Don't touch src/billing/tax.py.");
    for (id, command) in
        [("t2", "rm -rf src web"), ("t3", "sed -i s/a/b/ */*.css src/*/*.py"), ("t4", "mv web src lib/")]
    {
        let denied = before(&world, "cli", id, "Bash", &format!(r#"{{"command":"{command}"}}"#));
        assert!(denied.contains(r#""permissionDecision":"deny""#) && denied.contains("tax.py"), "{command}: {denied}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_forbidden_file_is_that_file() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    std::os::unix::fs::symlink(world.project().join("src/billing/tax.py"), world.project().join("notes.py")).unwrap();
    std::os::unix::fs::symlink(world.project().join("src/billing"), world.project().join("money")).unwrap();
    for (id, name) in [("t1", "notes.py"), ("t2", "money/tax.py")] {
        let input = serde_json::json!({ "file_path": world.project().join(name), "content": "x" }).to_string();
        assert!(tool(&world, id, "Write", &input).contains("deny"), "{name}");
    }
    let bash = |id: &str, command: &str| {
        let input = serde_json::json!({ "command": command }).to_string();
        tool(&world, id, "Bash", &input).contains("deny")
    };
    for (at, command) in [
        "echo x >> notes.py",
        "cd src && sed -i s/a/b/ ../money/tax.py",
        "echo x | tee notes.py",
        "rm money/tax.py",
        "bash -c 'printf x > notes.py'",
        // Another file of that name goes, and not the link.
        "rm -f /tmp/notes.py; echo x >> notes.py",
    ]
    .iter()
    .enumerate()
    {
        assert!(bash(&format!("b{at}"), command), "{command}");
    }
    // The link alone goes, and what lies beside the forbidden file is free.
    for (at, command) in [
        "rm notes.py",
        "mv web/cart.js notes.py",
        "ln -sf ../web/cart.js notes.py",
        "cat notes.py",
        "echo x > money/invoice.py",
        "rm notes.py && echo x > notes.py",
    ]
    .iter()
    .enumerate()
    {
        assert!(!bash(&format!("c{at}"), command), "{command}");
    }
    let input =
        serde_json::json!({ "file_path": world.project().join("money/invoice.py"), "content": "x" }).to_string();
    assert!(!tool(&world, "t3", "Write", &input).contains("deny"));
}

#[test]
fn wide_work_that_was_asked_for_ends_without_a_word() {
    let world = World::new();
    world.prompt("s", "p1", "Rename the function total to sum_lines everywhere in the project and update the docs");
    for (number, file) in
        ["src/billing/invoice.py", "src/billing/tax.py", "web/cart.js", "README.md"].iter().enumerate()
    {
        let input =
            serde_json::json!({ "file_path": world.project().join(file), "old_string": number, "new_string": "b" });
        assert_eq!(tool(&world, &format!("t{number}"), "Edit", &input.to_string()), "", "{file}");
    }
    let fields = r#""last_assistant_message":"Done. I changed what was needed.""#;
    assert_silent(&world.call(&["stop"], world.payload("s", "Stop", fields).as_bytes()));
}

/// Whether a command is denied after a prompt, in a world with scripts and tasks of its own.
#[track_caller]
fn check_behind(prompt: &str, command: &str, expected: Option<&str>) {
    let world = World::new();
    let files = [
        (
            "Makefile",
            "release: build\n\tgit push origin HEAD\nbuild:\n\tpython -m compileall src\nclean:\n\trm -rf web build\n",
        ),
        (
            "package.json",
            r#"{"scripts": {"release": "make release", "test": "pytest", "lint": "[ -n \"$CI\" ] && git push; true"}}"#,
        ),
        ("justfile", "ship:\n    git push\n"),
        ("build/Makefile", ".DEFAULT_GOAL := ship\nhelp:\n\techo x\ninclude tasks.mk\n"),
        ("build/tasks.mk", "ship:\n\tgit push\nlint:\n\truff check\n"),
        (
            "web/package.json",
            r#"{"scripts": {"ship": "run-s lint out", "lint": "eslint .", "out": "git push", "release": "ls"}}"#,
        ),
        ("scripts/steps.sh", "run() {\n  echo \"+ $*\"\n  \"$@\"\n}\nrun git push origin HEAD\n"),
        ("scripts/steps_dry.sh", "run() {\n  if [ -z \"$DRY\" ]; then \"$@\"; fi\n}\nrun git push origin HEAD\n"),
        ("scripts/release.sh", "#!/bin/sh\nset -e\nmain() {\n  git push\n}\nmain \"$@\"\n"),
        (
            "scripts/any.sh",
            "case \"$1\" in\n  push) git push ;;\n  *) pytest ;;\nesac\nif [ \"$2\" ]; then git push; fi\n",
        ),
        ("scripts/reset.sh", "cp /dev/null src/billing/tax.py\n"),
        ("scripts/guarded.sh", "#!/bin/sh\n[ -n \"$CI\" ] || exit 0\ngit push\n"),
        ("scripts/open.sh", "if [ \"$1\" = dry ]; then FLAGS=--dry-run; fi\ngit push $FLAGS\n"),
        ("scripts/copy.sh", "cp src/billing/invoice.py web/\n"),
        ("scripts/format.sh", "npx prettier --write web/\n"),
        ("scripts/deps.sh", "npm install axios\n"),
        ("scripts/known.py", "open('src/billing/tax.py', 'w').write('')\n"),
    ];
    for (file, text) in files {
        let path = world.project().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    world.prompt("s", "p1", prompt);
    let written = r#"{"file_path":"$PROJECT/fix.py","content":"x"}"#;
    assert_eq!(tool(&world, "t1", "Write", written), "");
    fs::write(world.project().join("fix.py"), "open('src/billing/tax.py', 'w').write('')\n").unwrap();
    let input = serde_json::json!({ "command": command }).to_string();
    let answer = before(&world, "sdk-cli", "t2", "Bash", &input);
    match expected {
        Some(seen) => {
            assert!(answer.contains("\"deny\"") && answer.contains(seen), "{command}: {answer}");
            // What the message suggests to the user lifts it.
            world.prompt("s", "p2", &format!("You may {}", seen.split(" through ").next().unwrap()));
            assert_eq!(before(&world, "sdk-cli", "t3", "Bash", &input), "", "{command} after “you may {seen}”");
        }
        None => assert_eq!(answer, "", "{command}"),
    }
}

#[test]
fn what_a_script_of_the_project_does_is_held_against_the_limits() {
    let push = "Fix src/billing/invoice.py, but don't push.";
    check_behind(push, "make release", Some("run `git push` through Makefile"));
    check_behind(push, "make", Some("run `git push` through Makefile"));
    check_behind(push, "cd src && make -C .. release", Some("run `git push` through Makefile"));
    check_behind(push, "npm run release", Some("run `git push` through Makefile"));
    check_behind(push, "make -C build", Some("run `git push` through build/Makefile"));
    check_behind(push, "npm -w web run ship", Some("run `git push` through web/package.json"));
    check_behind(push, "npm run ship --workspace=web", Some("run `git push` through web/package.json"));
    check_behind(push, "cd web && npx run-s lint out", Some("run `git push` through web/package.json"));
    check_behind(push, "scripts/steps.sh", Some("run `git push` through scripts/steps.sh"));
    check_behind(push, "just ship", Some("run `git push` through justfile"));
    check_behind(push, "./scripts/release.sh now", Some("run `git push` through scripts/release.sh"));
    check_behind(push, "bash scripts/release.sh", Some("run `git push` through scripts/release.sh"));
    check_behind(
        "Don't touch src/billing/tax.py.",
        "sh scripts/reset.sh",
        Some("change src/billing/tax.py through scripts/reset.sh"),
    );
    check_behind("Don't touch web/.", "sh scripts/copy.sh", Some("change web/invoice.py through scripts/copy.sh"));
    check_behind("Don't touch web/.", "sh scripts/format.sh", Some("change web/ through scripts/format.sh"));
    check_behind("No new dependencies.", "sh scripts/deps.sh", Some("run `npm install axios` through scripts/deps.sh"));
    check_behind("Don't touch web/.", "rm -rf web", Some("delete web/"));
    check_behind("Don't touch web/.", "prettier --write web", Some("change web/"));
    check_behind("Don't touch web/.", "make clean", Some("delete web/ through Makefile"));
    // Written a moment ago, it is the agent's own command.
    check_behind("Don't touch src/billing/tax.py.", "python3 fix.py", Some("change src/billing/tax.py through fix.py"));
}

#[test]
fn what_a_script_may_do_and_what_nobody_forbade_is_let_pass() {
    let push = "Fix src/billing/invoice.py, but don't push.";
    for command in [
        "make build",
        "npm test",
        "npm run lint",
        "bash scripts/any.sh",
        "make -n release",
        "make -C build lint",
        "npm -w web run release",
        "npm run release -w web",
        "pnpm --filter web release",
        "cd web && npx run-s lint",
        "sh scripts/steps_dry.sh",
        "make gone",
        "./gone.sh",
        "sh scripts/guarded.sh",
        "sh scripts/open.sh",
        "./scripts/release.sh --help",
        "bash scripts/release.sh --dry-run",
    ] {
        check_behind(push, command, None);
    }
    check_behind("Don't touch src/billing/tax.py.", "python3 scripts/known.py", None);
    check_behind("Fix src/billing/invoice.py.", "make release", None);
}

#[test]
fn a_task_that_the_user_names_may_do_what_it_does() {
    for said in ["You may run `make release`", "run make release", "ok, run `make release` please"] {
        let world = World::new();
        fs::write(world.project().join("Makefile"), "release:\n\tgit push\n").unwrap();
        world.prompt("s", "p1", "Fix src/billing/invoice.py, but don't push.");
        let call = |id: &str, command: &str| {
            before(&world, "sdk-cli", id, "Bash", &serde_json::json!({ "command": command }).to_string())
        };
        assert!(call("t1", "make release").contains("deny"));
        world.prompt("s", "p2", said);
        assert_eq!(call("t2", "make release"), "", "{said}");
    }
    // To work on a script is no leave to run it.
    check_behind(
        "Fix scripts/release.sh, but don't push.",
        "./scripts/release.sh",
        Some("run `git push` through scripts/release.sh"),
    );
    check_behind(
        "Fix the make release target, but don't push.",
        "make release",
        Some("run `git push` through Makefile"),
    );
    check_behind("Fix src/billing/invoice.py and run scripts/release.sh. Don't push.", "bash scripts/release.sh", None);
}

#[test]
fn what_may_be_installed_is_what_was_named() {
    for (said, command) in [
        ("you may run `npm install axios`", "npm install axios"),
        ("you may run `brew install jq`", "brew install jq"),
        ("you may run `npm install`", "npm install"),
        ("you can install axios", "npm install axios"),
    ] {
        let world = World::new();
        world.prompt("s", "p1", "Fix src/billing/invoice.py. Don't install anything.");
        let call = |id: &str, command: &str| {
            before(&world, "sdk-cli", id, "Bash", &serde_json::json!({ "command": command }).to_string())
        };
        assert!(call("t1", command).contains("deny"), "{command}");
        world.prompt("s", "p2", said);
        assert_eq!(call("t2", command), "", "{said}");
        assert!(call("t3", "npm install lodash").contains("deny"), "{said}");
    }
}

#[test]
fn a_lift_opens_what_it_names_and_can_be_taken_back() {
    let check = |prompts: &[&str], file: &str, denied: bool| {
        let world = World::new();
        fs::create_dir_all(world.project().join("docs")).unwrap();
        fs::write(world.project().join("docs/guide.md"), "x").unwrap();
        for (place, prompt) in prompts.iter().enumerate() {
            world.prompt("s", &format!("p{place}"), prompt);
        }
        let answer = before(&world, "sdk-cli", "t1", "Edit", &format!(r#"{{"file_path":"$PROJECT/{file}"}}"#));
        assert_eq!(answer.contains("\"deny\""), denied, "{prompts:?} {file}: {answer}");
    };
    let (web, docs) =
        ("Fix src/billing/invoice.py. Don't touch web/.", "Fix src/billing/invoice.py. Don't touch the docs.");
    check(&[web, "you may change web/theme.css"], "web/theme.css", false);
    check(&[web, "you may change web/theme.css"], "web/cart.js", true);
    check(&[web, "you may change web/theme.css but nothing else in web"], "web/cart.js", true);
    check(&[web, "you may change web/theme.css", "Don't touch web/."], "web/theme.css", true);
    check(&[web, "you may change web/theme.css", "ok now leave web/ alone again"], "web/theme.css", true);
    check(&[docs, "you may change docs/guide.md"], "docs/guide.md", false);
    check(&[docs, "you may change docs/guide.md"], "README.md", true);
    check(&[docs, "you may change the docs"], "README.md", false);
}
