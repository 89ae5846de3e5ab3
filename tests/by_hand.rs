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
