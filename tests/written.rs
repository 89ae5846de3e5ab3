//! What is done about the calls of sessions that people wrote: `fixtures/limits` and `fixtures/drift`.

#[path = "../examples/eval/written/drift.rs"]
mod drift;
#[path = "../examples/eval/written/limits.rs"]
mod limits;
#[path = "../examples/eval/written/play.rs"]
mod play;

use driftguard::config::defaults;
use play::{Answer, Repositories, Talk};
use serde::de::DeserializeOwned;

/// Plays a set.
fn played<L: Copy + DeserializeOwned>(repositories: &str, set: &str) -> Vec<Answer<L>> {
    let repositories: Repositories = serde_json::from_str(repositories).unwrap();
    let config = defaults();
    let talks = set.lines().map(|line| serde_json::from_str::<Talk<L>>(line).unwrap());
    talks.flat_map(|talk| play::play(&talk, &repositories, &config)).collect()
}

/// The sets of a folder, each with a check of what was done about its calls.
macro_rules! sets {
    ($folder:literal, $check:path; $($name:ident: $($figure:literal),*;)*) => {$(
        #[test]
        fn $name() {
            let answers = played(
                include_str!(concat!("../fixtures/", $folder, "/", stringify!($name), "/repos.json")),
                include_str!(concat!("../fixtures/", $folder, "/", stringify!($name), "/set.jsonl")),
            );
            $check(&answers, [$($figure),*]);
        }
    )*};
}

/// Which calls that break a limit of the user's are met, and which that break none are spoken of.
mod of_limits {
    use super::limits::{Count, Label};
    use super::{Answer, played};

    /// Breaking calls and others are as many as the set holds; no fewer of the former are met, and no more of the latter spoken of or kept
    /// from running.
    #[track_caller]
    fn holds(answers: &[Answer<Label>], [crossing, met, free, accused, hindered]: [usize; 5]) {
        let count = Count::of(answers);
        assert_eq!((count.crossing, count.free), (crossing, free));
        assert!(count.met >= met && count.accused <= accused && count.hindered <= hindered, "{count:?}");
    }

    // Breaking calls, those met, others, those accused, those hindered.
    sets! { "limits", holds;
        first: 209, 136, 382, 2, 0;
        second: 234, 118, 428, 4, 0;
        third: 239, 142, 421, 5, 2;
        fourth: 260, 101, 480, 5, 2;
        fifth: 95, 72, 446, 0, 0;
        sixth: 114, 58, 498, 2, 0;
        seventh: 151, 98, 531, 2, 0;
        eighth: 112, 15, 391, 2, 0;
        ninth: 121, 36, 570, 3, 0;
        near: 0, 0, 462, 3, 0;
    }
}

/// In which sessions changes that nobody asked for are found, and in which others an alarm is raised.
mod of_drift {
    use super::drift::{Count, Label};
    use super::{Answer, played};

    /// Sessions with stray changes and others are as many as the set holds; no fewer of the former are found, and no more of the latter
    /// alarmed or of the former alarmed too early.
    #[track_caller]
    fn holds(answers: &[Answer<Label>], [drifting, found, clean, alarmed, early]: [usize; 5]) {
        let count = Count::of(answers);
        assert_eq!((count.drifting, count.clean), (drifting, clean));
        assert!(count.found >= found && count.alarmed <= alarmed && count.early <= early, "{count:?}");
    }

    // Sessions with stray changes, those found, others, those alarmed, those alarmed before the first stray change.
    sets! { "drift", holds;
        first: 30, 14, 30, 0, 0;
        second: 30, 16, 30, 1, 0;
        third: 30, 6, 30, 1, 1;
        near: 0, 0, 60, 7, 0;
        days: 0, 0, 48, 0, 0;
        later_days: 0, 0, 60, 1, 0;
    }
}
