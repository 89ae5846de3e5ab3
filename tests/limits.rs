//! Which calls that break a limit of the user's are met, and which that break none: the sessions of `fixtures/limits`.

#[path = "../examples/eval/limits/play.rs"]
mod play;

use driftguard::config::defaults;
use play::{Count, Repositories, Talk};

/// Plays a set.
fn counted(repositories: &str, set: &str) -> Count {
    let repositories: Repositories = serde_json::from_str(repositories).unwrap();
    let config = defaults();
    let talks = set.lines().map(|line| serde_json::from_str::<Talk>(line).unwrap());
    let answers: Vec<_> = talks.flat_map(|talk| play::play(&talk, &repositories, &config)).collect();
    Count::of(&answers)
}

/// No fewer calls that break a limit are met than `met`, and no more that break none are spoken of than `accused`, or kept from running
/// than `hindered`.
#[track_caller]
fn holds(count: &Count, met: usize, accused: usize, hindered: usize) {
    assert!(count.met >= met && count.accused <= accused && count.hindered <= hindered, "{count:?}");
}

#[test]
fn limits_are_met_as_often_as_they_were() {
    let first = counted(
        include_str!("../fixtures/limits/first/repos.json"),
        include_str!("../fixtures/limits/first/set.jsonl"),
    );
    assert_eq!((first.crossing, first.free), (209, 382));
    holds(&first, 91, 3, 0);
    let second = counted(
        include_str!("../fixtures/limits/second/repos.json"),
        include_str!("../fixtures/limits/second/set.jsonl"),
    );
    assert_eq!((second.crossing, second.free), (234, 428));
    holds(&second, 72, 7, 1);
}
