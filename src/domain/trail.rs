//! What the agent did last: the window in which going round in circles can be seen.
//!
//! One [`Deed`] a finished action, reduced to marks that can be compared. The trail is stored with its session and is read
//! and written at every hook call, so a full window stays below 2 KB of JSON. It compares; it does not judge.

use super::{ActionKind, Digest, EventId};
use serde::{Deserialize, Serialize};

/// The lower half of a [`Digest`]: enough to tell the few deeds of a window apart, in half the space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Mark(pub u32);

impl From<Digest> for Mark {
    fn from(digest: Digest) -> Self {
        let [.., a, b, c, d] = digest.0.to_be_bytes();
        Self(u32::from_be_bytes([a, b, c, d]))
    }
}

/// What a run's own summary says about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunResult {
    /// All that ran passed.
    Passed,
    /// Something failed.
    Failed,
    /// The text does not tell.
    #[default]
    Unknown,
}

impl RunResult {
    /// True where nothing is told; serde asks with a reference.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    pub(super) const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }
}

/// A finished action as it is compared with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Packed", into = "Packed")]
pub struct Deed {
    /// The call.
    pub event: EventId,
    /// The verb.
    pub kind: ActionKind,
    /// What it was about: a file; a command without its `cd`, variables, wrappers and filters; else the whole input.
    pub target: Mark,
    /// All of the action: the target with its range, pattern or contents.
    pub whole: Mark,
    /// The target in words, for messages.
    pub shown: String,
    /// The text that an edit took out.
    pub before: Option<Mark>,
    /// The content that was written, or that a file was found with.
    pub after: Option<Mark>,
    /// The answer, volatile parts set aside.
    pub result: Mark,
    /// The error lines with their numbers, where it failed: equal for the very same error.
    pub error: Option<Mark>,
    /// The error lines without numbers, where it failed: equal for the same kind of failure.
    pub failure: Option<Mark>,
    /// What the run's summary said.
    pub run: RunResult,
    /// True when files changed, or may have, or something was started, stopped or installed.
    pub changed: bool,
    /// True for a command that waits for something, or looks at what changes by itself.
    pub waits: bool,
}

impl Deed {
    /// True when it did not do what it was meant to.
    pub const fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// True for the same action with the same answer: nothing was learned by doing it again.
    pub fn repeats(&self, other: &Self) -> bool {
        self.kind == other.kind && self.whole == other.whole && self.result == other.result
    }

    /// True when it is about the same thing, whatever came of it.
    pub fn same_target(&self, other: &Self) -> bool {
        self.kind == other.kind && self.target == other.target
    }

    /// True when it changes the same file.
    pub fn same_file(&self, other: &Self) -> bool {
        self.is_edit() && other.is_edit() && self.target == other.target
    }

    /// True for a change of one file by an editing tool.
    pub const fn is_edit(&self) -> bool {
        matches!(self.kind, ActionKind::Edit | ActionKind::Write | ActionKind::Delete)
    }
}

/// A [`Deed`] as it is stored: a list, since twenty sets of field names would be most of the window. The last number
/// holds the run's result and the two flags.
type Packed =
    (EventId, ActionKind, Mark, Mark, String, Option<Mark>, Option<Mark>, Mark, Option<Mark>, Option<Mark>, u8);

/// The bits of the last number of a [`Packed`].
const PASSED: u8 = 1;
const FAILED: u8 = 2;
const CHANGED: u8 = 4;
const WAITS: u8 = 8;

impl From<Packed> for Deed {
    fn from(packed: Packed) -> Self {
        let (event, kind, target, whole, shown, before, after, result, error, failure, bits) = packed;
        let run = match bits & (PASSED | FAILED) {
            PASSED => RunResult::Passed,
            FAILED => RunResult::Failed,
            _ => RunResult::Unknown,
        };
        let (changed, waits) = (bits & CHANGED != 0, bits & WAITS != 0);
        Self { event, kind, target, whole, shown, before, after, result, error, failure, run, changed, waits }
    }
}

impl From<Deed> for Packed {
    fn from(deed: Deed) -> Self {
        let run = match deed.run {
            RunResult::Passed => PASSED,
            RunResult::Failed => FAILED,
            RunResult::Unknown => 0,
        };
        let bits = run | if deed.changed { CHANGED } else { 0 } | if deed.waits { WAITS } else { 0 };
        (
            deed.event,
            deed.kind,
            deed.target,
            deed.whole,
            deed.shown,
            deed.before,
            deed.after,
            deed.result,
            deed.error,
            deed.failure,
            bits,
        )
    }
}

/// What the agent said again and again since it last did something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// The words, case and spacing set aside.
    #[serde(rename = "w")]
    pub mark: Mark,
    /// Where they were said, oldest first, bounded.
    #[serde(rename = "e")]
    pub events: Vec<EventId>,
}

/// The last deeds since the last human prompt, newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trail {
    /// The window.
    #[serde(rename = "d", skip_serializing_if = "Vec::is_empty")]
    pub deeds: Vec<Deed>,
    /// Deeds since the session began: the clock of the loop signals' cooldown.
    #[serde(rename = "n")]
    pub made: u64,
    /// The files that were edited, each with its content before the first edit, oldest first, bounded.
    #[serde(rename = "o", skip_serializing_if = "Vec::is_empty")]
    pub originals: Vec<(Mark, Mark)>,
    /// What the agent said last, while it did nothing.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub said: Option<Words>,
}

impl Trail {
    /// Takes a deed in; at most `window` deeds and originals are kept.
    pub fn push(&mut self, mut deed: Deed, window: usize) {
        self.made += 1;
        deed.shown = clipped(std::mem::take(&mut deed.shown), deed.kind == ActionKind::Bash);
        self.said = None;
        if deed.is_edit() && !deed.failed() {
            self.remember_original(&deed, window);
        }
        self.deeds.push(deed);
        self.deeds.drain(..self.deeds.len().saturating_sub(window));
    }

    fn remember_original(&mut self, deed: &Deed, window: usize) {
        if self.originals.iter().any(|(file, _)| *file == deed.target) {
            return;
        }
        // What an edit takes out is known; what a write replaces only when the file was read before.
        let found = |known: &&Deed| known.kind == ActionKind::Read && known.target == deed.target;
        let read = || self.deeds.iter().rev().find(found).and_then(|known| known.after);
        if let Some(content) = deed.before.or_else(read) {
            self.originals.push((deed.target, content));
            self.originals.drain(..self.originals.len().saturating_sub(window));
        }
    }

    /// The content of a file before its first edit.
    pub fn original(&self, file: Mark) -> Option<Mark> {
        self.originals.iter().find(|(known, _)| *known == file).map(|(_, content)| *content)
    }

    /// Takes words in: where they are the last ones again, that is counted; `kept` places are remembered.
    pub fn say(&mut self, mark: Mark, event: EventId, kept: usize) {
        match &mut self.said {
            Some(said) if said.mark == mark => {
                said.events.push(event);
                said.events.drain(..said.events.len().saturating_sub(kept));
            }
            said => *said = Some(Words { mark, events: vec![event] }),
        }
    }

    /// A person spoke: what comes now is another attempt. The clock goes on, and what the files held stays known: it may be asked back.
    pub fn reset(&mut self) {
        *self = Self { made: self.made, originals: std::mem::take(&mut self.originals), ..Self::default() };
    }

    /// The context was summarised: what was read is no longer known to the agent, and is rightly read again.
    pub fn forget_reading(&mut self) {
        self.deeds.retain(|deed| !matches!(deed.kind, ActionKind::Read | ActionKind::Search));
    }
}

/// Characters of a deed's words that are kept: they only name it beside another one.
const KEPT: usize = 20;

/// The telling end of what is too long: the beginning of a command, the end of a path.
fn clipped(shown: String, head: bool) -> String {
    let length = shown.chars().count();
    if length <= KEPT {
        return shown;
    }
    let kept = if head { KEPT - 1 } else { length + 1 - KEPT };
    let at = shown.char_indices().nth(kept).map_or(shown.len(), |(at, _)| at);
    if head { [&shown[..at], "…"].concat() } else { ["…", &shown[at..]].concat() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deed(number: u32) -> Deed {
        Deed {
            event: EventId(2_000 + u64::from(number)),
            kind: ActionKind::Bash,
            target: Mark(u32::MAX - number),
            whole: Mark(u32::MAX - number),
            shown: "cargo test --locked --all-features -q ab".into(),
            before: None,
            after: None,
            result: Mark(u32::MAX - number),
            error: Some(Mark(u32::MAX - number)),
            failure: Some(Mark(u32::MAX)),
            run: RunResult::Failed,
            changed: false,
            waits: true,
        }
    }

    fn edit(before: Option<u32>, after: u32) -> Deed {
        Deed {
            kind: ActionKind::Edit,
            target: Mark(7),
            before: before.map(Mark),
            after: Some(Mark(after)),
            failure: None,
            ..deed(1)
        }
    }

    #[test]
    fn a_full_window_is_small_and_reads_back() {
        // As in a real session: twice as much is looked at and edited as is run, and some runs fail.
        let mut trail = Trail::default();
        for number in 0..30 {
            let read = Deed { kind: ActionKind::Read, error: None, failure: None, ..deed(number) };
            trail.push(if number % 3 == 0 { deed(number) } else { read }, 20);
        }
        let text = serde_json::to_string(&trail).unwrap();
        assert_eq!((trail.deeds.len(), trail.made), (20, 30));
        assert!(text.len() <= 2_048, "{} bytes", text.len());
        assert_eq!(serde_json::from_str::<Trail>(&text).unwrap(), trail);
        assert_eq!(serde_json::to_string(&Trail::default()).unwrap(), r#"{"n":0}"#);
    }

    #[test]
    fn what_is_too_long_keeps_its_telling_end() {
        assert_eq!(clipped("cargo test".into(), true), "cargo test");
        assert_eq!(clipped("cargo test --locked --all-features".into(), true), "cargo test --locked…");
        assert_eq!(clipped("src/billing/invoice/rounding.rs".into(), false), "…invoice/rounding.rs");
    }

    #[test]
    fn the_original_is_what_stood_before_the_first_edit() {
        let mut trail = Trail::default();
        trail.push(edit(Some(1), 2), 20);
        trail.push(edit(Some(2), 3), 20);
        assert_eq!(trail.original(Mark(7)), Some(Mark(1)));
        trail.reset();
        // The next attempt begins; what the file held first may be asked back all the same.
        assert_eq!((trail.original(Mark(7)), trail.deeds.len(), trail.made), (Some(Mark(1)), 0, 2));
        let mut trail = Trail::default();
        trail.push(Deed { kind: ActionKind::Read, after: Some(Mark(9)), ..edit(None, 9) }, 20);
        trail.push(edit(None, 5), 20);
        assert_eq!(trail.original(Mark(7)), Some(Mark(9)));
    }

    #[test]
    fn words_count_while_nothing_is_done() {
        let mut trail = Trail::default();
        let times = |trail: &Trail| trail.said.as_ref().map_or(0, |said| said.events.len());
        for _ in 0..3 {
            trail.say(Mark(1), EventId(1), 8);
        }
        assert_eq!(times(&trail), 3);
        trail.say(Mark(2), EventId(2), 8);
        assert_eq!(times(&trail), 1);
        trail.push(deed(1), 20);
        assert_eq!(times(&trail), 0);
    }
}
