//! Signs of life: which hooks were heard in a session, and how many of its calls they told of.
//!
//! Owns the counting. A guard that is not called looks like one that has nothing to say; these figures tell the two apart.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often a hook was heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// Times since the session began.
    #[serde(rename = "n")]
    pub times: u64,
    /// When last, in milliseconds since 1970.
    #[serde(rename = "t")]
    pub last: i64,
}

/// What was heard of a session, and what of it only its transcript told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Liveness {
    /// By the name of the moment ([`super::HookEvent::name`]). A call that is about to run leaves no
    /// beat where its hook has nothing to keep.
    pub beats: BTreeMap<String, Beat>,
    /// Finished calls of the main agent that a tool hook told of.
    pub met: u64,
    /// Those that only the transcript told of, since the session's first hook.
    pub missed: u64,
}

impl Liveness {
    /// A hook was heard; `at` in milliseconds since 1970.
    pub fn beat(&mut self, moment: &str, at: i64) {
        let beat = self.beats.entry(moment.to_owned()).or_default();
        beat.times += 1;
        beat.last = beat.last.max(at);
    }

    /// Finished calls of the main agent.
    pub fn calls(&self) -> u64 {
        self.met + self.missed
    }

    /// Percent of the calls that a hook told of, rounded down so that 100 means all; `None` before the first call.
    pub fn coverage(&self) -> Option<u8> {
        (self.met * 100).checked_div(self.calls()).and_then(|percent| u8::try_from(percent).ok())
    }

    /// How often a moment was heard.
    pub fn heard(&self, moment: &str) -> u64 {
        self.beats.get(moment).map_or(0, |beat| beat.times)
    }

    /// True where nothing was heard yet: nothing needs to be kept.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_rounded_down_and_unknown_before_the_first_call() {
        let check = |met: u64, missed: u64, expected: Option<u8>| {
            let liveness = Liveness { met, missed, ..Liveness::default() };
            assert_eq!(liveness.coverage(), expected, "{met} of {}", liveness.calls());
        };
        check(0, 0, None);
        check(7, 0, Some(100));
        check(0, 7, Some(0));
        check(999, 1, Some(99));
        check(1, 2, Some(33));
    }

    #[test]
    fn a_beat_is_counted_and_its_time_never_goes_back() {
        let mut liveness = Liveness::default();
        assert!(liveness.is_empty());
        for at in [5, 9, 7] {
            liveness.beat("prompt", at);
        }
        assert_eq!(liveness.beats["prompt"], Beat { times: 3, last: 9 });
        assert_eq!((liveness.heard("prompt"), liveness.heard("stop")), (3, 0));
        let text = serde_json::to_string(&liveness).unwrap();
        assert_eq!(text, r#"{"beats":{"prompt":{"n":3,"t":9}},"met":0,"missed":0}"#);
    }
}
