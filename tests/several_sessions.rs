//! Several sessions in one repository: which of them a command is about, and how another one is named.

use crate::world::{World, edit, shown, typed};

const A: &str = "aaaaaaaa-1111-4111-8111-111111111111";
const B: &str = "bbbbbbbb-2222-4222-8222-222222222222";
const C: &str = "cccccccc-3333-4333-8333-333333333333";

fn edited(world: &World, session: &str, id: &str, file: &str) {
    let fields = format!(
        r#""tool_name":"Edit","tool_input":{{"file_path":"$PROJECT/{file}","old_string":"a","new_string":"{id}"}},"tool_use_id":"{id}""#
    );
    world.call(&["pre-tool-use"], world.payload(session, "PreToolUse", &fields).as_bytes());
    let fields = format!(r#"{fields},"tool_response":{{"filePath":"x"}}"#);
    world.call(&["post-tool-use"], world.payload(session, "PostToolUse", &fields).as_bytes());
}

/// A keeps to its goal; B, which began before it, leaves its own and is told.
fn two() -> World {
    let world = World::new();
    world.prompt(B, "p1", "Fix the rounding in src/billing/invoice.py. Keep to src/billing.");
    edited(&world, B, "b1", "src/billing/invoice.py");
    edited(&world, B, "b2", "web/theme.css");
    world.prompt(A, "p2", "Describe the invoices in README.md");
    edited(&world, A, "a1", "README.md");
    world
}

fn said(world: &World, arguments: &[&str]) -> (Option<i32>, String) {
    let (code, answer, complaint) = shown(&world.call(arguments, b""));
    // Wherever a line is broken.
    (code, (answer + &complaint).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[track_caller]
fn check(world: &World, arguments: &[&str], code: i32, expected: &[&str]) {
    let (ended, text) = said(world, arguments);
    assert_eq!(ended, Some(code), "{text}");
    for wanted in expected {
        assert!(text.contains(wanted), "{wanted} is missing in: {text}");
    }
}

#[test]
fn a_goal_is_shown_and_changed_in_the_session_that_is_named() {
    let world = two();
    check(&world, &["goal", "show"], 0, &[A, "the last active of 2; --session ID", "Describe the invoices"]);
    check(&world, &["goal", "show", "--session", "bbbb"], 0, &[B, "Fix the rounding"]);
    check(&world, &["goal", "allow", "web/", "--session", "bbbb"], 0, &[B, "driftguard goal allow web/"]);
    let (_, text) = said(&world, &["goal", "--session", "aaaa", "show"]);
    assert!(!text.contains("web/"), "{text}");
    check(&world, &["goal", "show", "--session", "ffff"], 66, &["no session is known whose id begins with ffff"]);
}

#[test]
fn a_session_that_was_only_opened_hides_none_that_works() {
    let world = two();
    let opened = |world: &World, id: &str| {
        world.call(&["session-start"], world.payload(id, "SessionStart", r#""source":"startup""#).as_bytes());
    };
    opened(&world, C);
    let why = "the last active that has a goal; cccccccc has none yet";
    check(&world, &["goal", "show"], 0, &["aaaaaaaa", why]);
    check(&world, &["status"], 0, &["aaaaaaaa", why]);
    let world = two();
    for id in [A, B] {
        world.call(&["session-end"], world.payload(id, "SessionEnd", r#""reason":"exit""#).as_bytes());
    }
    opened(&world, C);
    // What has ended is not gone back to.
    check(&world, &["goal", "show"], 0, &[C, "none: the next prompt sets one"]);
}

#[test]
fn one_session_of_a_project_is_not_named() {
    let world = World::new();
    world.prompt(A, "p", "Describe the invoices in README.md");
    let (_, text) = said(&world, &["goal", "show"]);
    assert!(!text.contains("session"), "{text}");
}

#[test]
fn a_false_alarm_is_marked_in_the_session_whose_text_was_read() {
    let world = two();
    check(&world, &["wrong", "--session", "aaaa"], 66, &["has no finding left that counts"]);
    check(&world, &["wrong", "out-of-scope:nowhere.css"], 66, &["has no finding", "driftguard status --all"]);
    check(
        &world,
        &["wrong"],
        0,
        &["out-of-scope:web/theme.css counts as a false alarm", "session bbbbbbbb (“Fix the rounding"],
    );
    let world = two();
    check(&world, &["wrong", "out-of-scope:web/theme.css"], 0, &["session bbbbbbbb (“Fix the rounding"]);
    let world = two();
    check(&world, &["wrong", "--session", "bbbb", "out-of-scope:web/theme.css"], 0, &["session bbbbbbbb"]);
}

#[test]
fn what_is_said_of_another_session_makes_it_no_later() {
    let world = two();
    let latest = |world: &World| check(world, &["status"], 0, &[A, "the last active of 2"]);
    check(&world, &["wrong", "--session", "bbbb"], 0, &["session bbbbbbbb"]);
    latest(&world);
    check(&world, &["goal", "allow", "web/", "--session", "bbbb"], 0, &[B]);
    latest(&world);
    check(&world, &["pause", "--session=bbbb", "2h"], 0, &["session bbbbbbbb"]);
    latest(&world);
    check(&world, &["goal", "forbid", "git push"], 0, &[A, "git push"]);
    // What happens in it does.
    world.prompt(B, "p3", "go on");
    check(&world, &["status"], 0, &[B, "the last active of 2"]);
}

#[test]
fn to_drop_once_more_drops_nothing_of_another_session() {
    let world = two();
    world.prompt(C, "p4", "Fix the taxes in src/billing/tax.py. Keep to src/billing.");
    edited(&world, C, "c1", "src/billing/tax.py");
    edited(&world, C, "c2", "web/cart.js");
    check(&world, &["wrong"], 0, &["out-of-scope:web/cart.js counts", "session cccccccc"]);
    let other = "session bbbbbbbb (“Fix the rounding in src/billing/invoice…”) has one left: `driftguard wrong --session bbbbbbbb` drops it";
    check(&world, &["wrong"], 66, &[&format!("session {C} has no finding left"), other]);
    check(&world, &["wrong", "--session", "bbbbbbbb"], 0, &["out-of-scope:web/theme.css counts"]);
    check(&world, &["wrong"], 66, &["`driftguard explain` names all findings"]);
}

#[test]
fn a_session_that_nobody_knows_is_told_by_what_was_asked_for() {
    let world = two();
    let folder = world.home().join(".claude/projects/-p");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{A}.jsonl")), "").unwrap();
    for command in [&["explain", "zzz"][..], &["check", "--session", "zzz"], &["verify", "--session", "zzz"]] {
        let expected = ["no transcript of a session whose id begins with zzz", "`driftguard status --all` lists"];
        check(&world, command, 66, &expected);
        assert!(!said(&world, command).1.contains("on record there"));
    }
    // Nothing is made by asking.
    let world = World::new();
    check(&world, &["explain", "zzz"], 66, &[]);
    assert!(!world.database().exists());
}

#[test]
fn above_the_projects_it_is_said_where_the_last_session_ran() {
    let world = two();
    let above = |arguments: &[&str]| {
        let mut command = world.driftguard(arguments);
        command.current_dir(world.project().parent().unwrap()).env_remove("CLAUDE_PROJECT_DIR");
        let (code, answer, complaint) = shown(&command.output().unwrap());
        (code, world.displaced(&(answer + &complaint)))
    };
    let (code, text) = above(&["goal", "show"]);
    assert!(code == Some(66) && text.contains("the last session below it ran in $PROJECT: go there first"), "{text}");
    let (code, text) = above(&["status"]);
    assert!(code == Some(0) && text.contains("none in this folder; the last below it ran in"), "{text}");
}

#[test]
fn the_newest_transcript_of_a_session_without_hooks_is_told_apart_and_offers_no_mark() {
    let world = two();
    let folder = world.home().join(".claude/projects/-p");
    std::fs::create_dir_all(&folder).unwrap();
    let lines = typed(C, "p9", "Fix the rounding in src/billing/invoice.py. Keep to src/billing.")
        + &edit(C, "c1", "src/billing/invoice.py")
        + &edit(C, "c2", "web/theme.css");
    std::fs::write(folder.join(format!("{C}.jsonl")), world.placed(&lines)).unwrap();
    let apart = "session cccccccc has the newest transcript, and no hook ran in it";
    let other = "`driftguard status`, `goal` and `wrong` are about aaaaaaaa";
    check(&world, &["explain"], 0, &[apart, other, "there is nothing to mark as wrong"]);
    check(&world, &["check"], 0, &[apart, other]);
    let (_, text) = said(&world, &["explain", C]);
    assert!(!text.contains("newest transcript") && !text.contains("`driftguard wrong"), "{text}");
}

#[test]
fn a_reset_forgets_what_was_forbidden_by_hand_and_says_so() {
    let world = two();
    check(&world, &["goal", "forbid", "git push"], 0, &["git push"]);
    let (_, text) = said(&world, &["goal", "reset"]);
    assert!(text.contains("those of `driftguard goal forbid` too") && !text.contains("whatever the goal is"), "{text}");
}
