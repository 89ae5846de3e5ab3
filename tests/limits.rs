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

/// The sets, with what each holds and what is wanted of it: breaking calls, those met, others, those accused, those hindered.
macro_rules! sets {
    ($($name:ident: $crossing:literal, $met:literal, $free:literal, $accused:literal, $hindered:literal;)*) => {$(
        #[test]
        fn $name() {
            let count = counted(
                include_str!(concat!("../fixtures/limits/", stringify!($name), "/repos.json")),
                include_str!(concat!("../fixtures/limits/", stringify!($name), "/set.jsonl")),
            );
            assert_eq!((count.crossing, count.free), ($crossing, $free));
            holds(&count, $met, $accused, $hindered);
        }
    )*};
}

sets! {
    first: 209, 127, 382, 2, 0;
    second: 234, 105, 428, 7, 1;
    third: 239, 142, 421, 6, 3;
    fourth: 260, 95, 480, 9, 2;
    near: 0, 0, 462, 3, 0;
}
