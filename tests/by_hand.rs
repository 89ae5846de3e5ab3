//! What a person says at the terminal: which finding is dropped, what is protected, and surroundings that do not serve.

use crate::world::{World, edit, shown, typed};
use std::fs;

const GOAL: &str = "Fix the rounding of line totals in src/billing/invoice.py. Keep to src/billing/ and tests/.";

/// A session with two stray changes, each in a turn of its own, and what the person was told at the end of the second.
fn strayed_twice() -> (World, String) {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    world.append("s", &(typed("s", "p1", GOAL) + &edit("s", "t1", "web/theme.css")));
    world.stop("s");
    world.prompt("s", "p2", "go on");
    world.append("s", &(typed("s", "p2", "go on") + &edit("s", "t2", r"web/new\nline.css")));
    let told = shown(&world.stop("s")).1;
    (world, told)
}

#[test]
fn wrong_drops_what_was_shown_last_and_says_when_nothing_is_left() {
    let (world, told) = strayed_twice();
    assert!(told.contains("line.css"), "the end of the turn names it: {told}");
    let answer = |arguments: &[&str]| shown(&world.call(arguments, b""));
    let first = answer(&["wrong"]).1;
    assert!(first.starts_with(r"out-of-scope:web/new\nline.css counts as a false alarm"), "{first}");
    let second = answer(&["wrong"]).1;
    assert!(second.starts_with("out-of-scope:web/theme.css counts as a false alarm"), "{second}");
    assert!(second.contains("the score is now 10"), "{second}");
    let (code, _, error) = answer(&["wrong"]);
    assert_eq!(code, Some(66));
    assert!(error.contains("no finding left that counts: there is nothing to drop"), "{error}");
}

#[test]
fn what_is_dropped_already_is_not_marked_twice() {
    let (world, _) = strayed_twice();
    let answer = |arguments: &[&str]| shown(&world.call(arguments, b"")).1;
    answer(&["wrong", "out-of-scope:web/theme.css"]);
    let scores = || world.state()["scores"].clone();
    let before = (scores(), answer(&["trial", "report"]));
    let again = answer(&["wrong", "out-of-scope:web/theme.css"]);
    assert!(again.starts_with("out-of-scope:web/theme.css was dropped already"), "{again}");
    assert!(again.contains("nothing changes"), "{again}");
    assert_eq!((scores(), answer(&["trial", "report"])), before);
}

#[test]
fn a_mark_and_the_score_are_written_together_or_not_at_all() {
    let (world, _) = strayed_twice();
    let stored = || (world.state(), world.count("SELECT count(*) FROM drift_events"));
    let before = stored();
    let refused = "CREATE TRIGGER no_marks BEFORE INSERT ON wrong_findings BEGIN SELECT raise(ABORT, 'refused'); END";
    world.sql().execute_batch(refused).unwrap();
    let (code, told, _) = shown(&world.call(&["wrong"], b""));
    assert_eq!((code, told.as_str()), (Some(74), ""));
    assert_eq!(stored(), before);
    world.sql().execute_batch("DROP TRIGGER no_marks").unwrap();
    assert_eq!(shown(&world.call(&["wrong"], b"")).0, Some(0));
    assert_eq!(world.count("SELECT count(*) FROM wrong_findings"), 1);
}

#[test]
fn where_nothing_is_judged_for_the_present_goal_no_score_is_told() {
    let (world, _) = strayed_twice();
    world.call(&["goal", "set", "Describe the invoices in README.md"], b"");
    shown(&world.call(&["wrong", "out-of-scope:web/theme.css"], b""));
    let told = shown(&world.call(&["wrong"], b"")).1;
    assert!(told.contains("the score is now open: nothing was checked for the present goal yet\n"), "{told}");
    let listed = shown(&world.call(&["status", "--all"], b"")).1;
    assert!(listed.contains("not checked"), "{listed}");
}

#[test]
fn what_is_damaged_is_removed_with_all_the_rest() {
    // Folded back, so that what is damaged is all there is.
    let folded = |world: &World| world.sql().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let garbage = |world: &World| {
        folded(world);
        fs::write(world.database(), [0xa5; 5000]).unwrap();
    };
    let torn = |world: &World| {
        folded(world);
        let mut pages = fs::read(world.database()).unwrap();
        pages.iter_mut().skip(2048).for_each(|byte| *byte = 0xa5);
        fs::write(world.database(), pages).unwrap();
    };
    let removed = |damage: &dyn Fn(&World), command: &[&str], expected: &str| {
        let (world, _) = strayed_twice();
        damage(&world);
        let (code, told, error) = shown(&world.call(command, b""));
        assert_eq!(code, Some(0), "{command:?}: {error}");
        assert!(told.contains(expected), "{command:?}: {told}");
        let left: Vec<_> = fs::read_dir(world.data()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.is_empty(), "{command:?}: {left:?}");
    };
    removed(&garbage, &["purge", "--all", "--yes"], "the database, which was damaged, removed, and all lessons");
    removed(&torn, &["purge", "--all", "--yes"], "the database, which was damaged, removed, and all lessons");
    removed(&garbage, &["uninstall", "--purge", "--yes"], "everything that was stored is removed");

    // What one session is asked for cannot be told in it, and stays for a person to look at.
    let (world, _) = strayed_twice();
    garbage(&world);
    let (code, _, error) = shown(&world.call(&["purge", "--session", "s", "--yes"], b""));
    assert_eq!(code, Some(65));
    assert!(error.contains("move the file away, with its -wal and -shm"), "{error}");
    // Another program's file is none of ours to remove.
    let world = World::new();
    fs::create_dir_all(world.data()).unwrap();
    world.sql().execute_batch("CREATE TABLE bookmarks (url TEXT)").unwrap();
    assert_eq!(shown(&world.call(&["purge", "--all", "--yes"], b"")).0, Some(74));
    assert!(world.database().exists());
}

#[test]
fn an_event_that_did_not_read_back_is_told_by_doctor() {
    let world = World::new();
    world.prompt("s", "p1", GOAL);
    let seen = || {
        let told = world.call(&["doctor", "--json"], b"");
        let page: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
        let check = page["checks"].as_array().unwrap().iter().find(|check| check["name"] == "spool").unwrap();
        (check["state"].as_str().unwrap().to_owned(), check["seen"].as_str().unwrap().to_owned())
    };
    assert_eq!(seen(), ("ok".to_owned(), "nothing waits to be taken in".to_owned()));
    let folder = world.data().join("spool/s-s");
    fs::create_dir_all(&folder).unwrap();
    for name in ["0000000000001-1-0000.json", "0000000000002-1-0000.json"] {
        fs::write(folder.join(name), "{\"at\":1,").unwrap();
    }
    assert_eq!(seen().1, "2 events of 1 session to be taken in with the next hook call of the session");
    world.prompt("s", "p2", "go on");
    assert_eq!(world.counted("undecodable"), 1, "once a call");
    let (state, text) = seen();
    assert_eq!(state, "warn");
    assert!(text.starts_with("2 events did not read back") && text.ends_with("nothing waits to be taken in"), "{text}");
    world.prompt("s", "p3", "go on");
    assert_eq!(world.counted("undecodable"), 1);
}

#[test]
fn a_finding_is_accepted_as_it_is_printed() {
    let (world, _) = strayed_twice();
    let answer = |arguments: &[&str]| shown(&world.call(arguments, b""));
    let told = answer(&["wrong", "out-of-scope:web/theme.css"]).1;
    let printed = told.lines().find(|line| line.contains("line.css")).unwrap_or_else(|| panic!("{told}")).trim();
    assert_eq!(printed, r"out-of-scope:web/new\nline.css");
    let explained = answer(&["explain", world.transcript("s").to_str().unwrap()]).1;
    assert!(explained.lines().any(|line| line.trim() == printed), "explain prints it alike: {explained}");
    let (code, told, error) = answer(&["wrong", printed]);
    assert_eq!(code, Some(0), "{error}");
    assert!(told.contains("the score is now 10"), "{told}");
}

#[test]
fn what_is_protected_is_shown_and_not_opened_by_a_word() {
    let (world, _) = strayed_twice();
    fs::write(world.project().join(".driftguard.toml"), "[scope]\nprotect = [\"legacy/\"]\n").unwrap();
    let answer = |arguments: &[&str]| shown(&world.call(arguments, b""));
    let told = answer(&["goal", "show"]).1;
    assert!(told.contains("protected   legacy/ (scope.protect of the configuration)"), "{told}");
    for what in ["legacy", "legacy/old.py", "legacy/**"] {
        let (code, _, error) = answer(&["goal", "allow", what]);
        assert_eq!(code, Some(0), "{error}");
        assert!(error.contains("is not open to the agent") && error.contains("`scope.protect`"), "{what}: {error}");
    }
    let (_, _, error) = answer(&["goal", "allow", "web"]);
    assert!(!error.contains("not open"), "{error}");
}

#[test]
fn one_word_that_is_no_place_may_have_been_meant_as_a_command() {
    let (world, _) = strayed_twice();
    let error = shown(&world.call(&["goal", "forbid", "git"], b"")).2;
    assert!(error.contains("A command is named with several words, such as \"git push\""), "{error}");
    let error = shown(&world.call(&["goal", "forbid", "web/none.css"], b"")).2;
    assert!(error.contains("look for a typo") && !error.contains("git push"), "{error}");
}

#[test]
fn a_pause_of_one_session_is_told_as_one() {
    let (world, _) = strayed_twice();
    let status = || shown(&world.call(&["status"], b"")).1;
    world.call(&["pause", "--session", "2h"], b"");
    assert!(status().contains("paused      this session alone, until "), "{}", status());
    world.call(&["pause", "1h"], b"");
    assert!(status().contains("paused      until "), "{}", status());
}

#[test]
fn a_session_is_paused_by_its_id() {
    let (world, _) = strayed_twice();
    let unknown = world.call(&["pause", "--session=zz", "2h"], b"");
    assert_eq!(shown(&unknown).0, Some(66));
    let paused = shown(&world.call(&["pause", "--session=s", "2h"], b"")).1;
    assert!(paused.starts_with("session s is only watched until "), "{paused}");
}

#[cfg(unix)]
#[test]
fn a_home_that_is_none_is_told_and_not_made() {
    let world = World::new();
    let project = world.project();
    let status = |home: &str| {
        let mut command = world.driftguard(&["status"]);
        command.env_remove("DRIFTGUARD_HOME").env_remove("CLAUDE_CONFIG_DIR").env("HOME", home);
        shown(&command.output().unwrap())
    };
    let missing = project.join("missing");
    let (code, _, error) = status(missing.to_str().unwrap());
    assert_eq!(code, Some(78), "{error}");
    assert!(error.contains("missing does not exist\nhint: set HOME"), "{error}");
    let (code, _, error) = status("relative");
    assert_eq!(code, Some(78), "{error}");
    assert!(error.contains("HOME must be an absolute path, not \"relative\""), "{error}");
    assert!(!missing.exists() && !project.join("relative").exists());
}

#[test]
fn a_folder_of_ours_that_is_a_file_is_told() {
    let world = World::new();
    let file = world.project().join("file");
    fs::write(&file, "").unwrap();
    let output = world.driftguard(&["status"]).env("DRIFTGUARD_HOME", &file).output().unwrap();
    let (code, _, error) = shown(&output);
    assert_eq!(code, Some(78), "{error}");
    assert!(error.contains("DRIFTGUARD_HOME names") && error.contains("which is no folder"), "{error}");
    assert!(error.contains("hint: name a folder"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_told_by_its_own_name() {
    let world = World::new();
    let (code, _, error) = shown(&world.call(&["memory", "export", "/proc/lessons.jsonl"], b""));
    assert_eq!(code, Some(74), "{error}");
    assert!(error.contains("cannot write /proc/lessons.jsonl") && !error.contains(".tmp"), "{error}");
}
