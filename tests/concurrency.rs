//! Many hooks of one session at once, which is the normal case: nothing is lost, nothing counts twice, nobody sees it.

use crate::world::{World, assert_silent, edit, shown, typed};
use std::collections::BTreeSet;
use std::thread;

const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py. Keep to src/billing/ and tests/.";
const DENIALS: usize = 24;
const PROCESSES: usize = 64;
const CALLS: usize = 5;

#[test]
fn sixty_four_hooks_at_once_lose_nothing() {
    let world = World::new();
    assert_silent(&world.prompt("s", "p", GOAL));
    let one = |process: usize| {
        for call in 0..CALLS {
            let id = format!("{process}-{call}");
            // The transcript grows while others read it; edits in scope, so that silence is right.
            world.append("s", &edit("s", &id, "src/billing/invoice.py"));
            let output = if call % 2 == 0 {
                let words = format!("also fix the cents in src/billing/part{id}.py");
                let output = world.prompt("s", &id, &words);
                world.append("s", &typed("s", &id, &words));
                output
            } else {
                world.stop("s")
            };
            assert_silent(&output);
        }
    };
    thread::scope(|scope| {
        for process in 0..PROCESSES {
            scope.spawn(move || one(process));
        }
    });
    // One further call merges what waits and reads the rest.
    assert_silent(&world.stop("s"));
    let steps: BTreeSet<String> = {
        let sql = world.sql();
        let mut query = sql.prepare("SELECT id FROM steps").unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let expected: BTreeSet<String> =
        (0..PROCESSES).flat_map(|process| (0..CALLS).map(move |call| format!("s:{process}-{call}"))).collect();
    assert_eq!(steps, expected);
    let assessments = PROCESSES * CALLS + 1;
    assert_eq!(world.count("SELECT count(*) FROM drift_events"), i64::try_from(assessments).unwrap());
    assert_eq!(world.count("SELECT count(DISTINCT seq) FROM drift_events"), i64::try_from(assessments).unwrap());
    let spool = world.data().join("spool");
    let waiting = std::fs::read_dir(&spool).map_or(0, Iterator::count);
    assert_eq!(waiting, 0, "events are left in the spool");
    let state = world.state();
    assert_eq!(state["calls"].as_u64(), u64::try_from(PROCESSES * CALLS).ok());
    // Each prompt extends the goal: one that was taken twice would show as a revision too many.
    let prompts = PROCESSES * CALLS.div_ceil(2);
    assert_eq!(state["goal"]["revision"].as_u64(), u64::try_from(1 + prompts).ok());
    let faults = std::fs::read_to_string(world.data().join("faults.jsonl")).unwrap_or_default();
    let other: Vec<&str> = faults.lines().filter(|line| !line.contains(r#""cause":"busy""#)).collect();
    assert!(other.is_empty(), "{other:#?}");
    let (code, _, errors) = shown(&world.call(&["status"], b""));
    assert_eq!((code, errors.as_str()), (Some(0), ""));
}

#[test]
fn calls_that_are_denied_at_once_are_each_recorded_once_and_undo_nothing() {
    let world = World::new();
    world.prompt("s", "p", "Fix the rounding in src/billing/invoice.py, but do not touch src/billing/tax.py");
    let call = |hook: &str, event: &str, id: &str, file: &str, rest: &str| {
        let file = world.project().join(file);
        let input = serde_json::json!({ "file_path": file, "content": "x" });
        let fields = format!(r#""tool_name":"Write","tool_input":{input},"tool_use_id":"{id}"{rest}"#);
        shown(&world.call(&[hook], world.payload("s", event, &fields).as_bytes())).1
    };
    let both = |number: usize| {
        let denied = call("pre-tool-use", "PreToolUse", &format!("no-{number}"), "src/billing/tax.py", "");
        // Busy longer than the deadline, a hook lets the call pass and leaves its event in the spool.
        assert!(denied.is_empty() || denied.contains("deny"), "{denied}");
        let answer = r#","tool_response":{"filePath":"x"}"#;
        call("post-tool-use", "PostToolUse", &format!("yes-{number}"), "src/billing/invoice.py", answer);
        usize::from(!denied.is_empty())
    };
    let denied: usize = thread::scope(|scope| {
        let running: Vec<_> = (0..DENIALS).map(|number| scope.spawn(move || both(number))).collect();
        running.into_iter().map(|one| one.join().unwrap()).sum()
    });
    world.stop("s");
    let steps = |outcome: &str| world.count(&format!("SELECT count(*) FROM steps WHERE outcome = '{outcome}'"));
    assert_eq!((steps("denied"), steps("ok")), (i64::try_from(denied).unwrap(), i64::try_from(DENIALS).unwrap()));
    let state = world.state();
    assert_eq!(state["void_calls"].as_u64(), u64::try_from(denied).ok());
    assert_eq!(state["calls"].as_u64(), u64::try_from(2 * DENIALS).ok());
}
