//! Many hooks of one session at once, which is the normal case: nothing is lost, nothing counts twice, nobody sees it.

use crate::world::{World, assert_silent, edit, shown, typed};
use std::collections::BTreeSet;
use std::thread;

const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py. Keep to src/billing/ and tests/.";
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
