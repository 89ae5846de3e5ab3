//! What the work has been about: the words, files and folders that it met, and whether they still hang together.
//!
//! A thread of work begins with what a person asks for. What an action meets is either known to the thread or new. New
//! things that keep coming without a known one among them make a branch; known ones lead it back. The memory is stored
//! with its session at every call, so it stays below 4 KB of JSON. It remembers; it does not judge.

use super::Digest;
use serde::{Deserialize, Serialize};

/// Words of the person's prompts that are remembered, the last ones.
const MAX_ASKED: usize = 200;
/// Words, files and folders of the work that are remembered, those met last.
const MAX_KNOWN: usize = 600;
/// The same of a branch.
const MAX_BRANCH: usize = 150;
/// Words that the work has written, the last ones.
const MAX_WRITTEN: usize = 200;
/// Files that were seen to belong to the work, the last ones.
const MAX_SEEN: usize = 100;
/// Bits of a [`Trace`]: a word that was never met looks known once in 300 when the memory is full, which is towards silence.
const BITS: u32 = 18;
/// Digits of a stored trace.
const WIDTH: usize = 3;
/// The characters that stand for six bits each in a stored memory.
const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/// A word, a file or a folder, reduced to what can be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Trace(u32);

impl From<Digest> for Trace {
    fn from(digest: Digest) -> Self {
        // The upper bits: they fit.
        Self(u32::try_from(digest.0 >> (u64::BITS - BITS)).unwrap_or_default())
    }
}

impl Trace {
    /// As it is stored.
    fn digits(self) -> [u8; WIDTH] {
        [12, 6, 0].map(|shift| DIGITS[usize::try_from(self.0 >> shift & 63).unwrap_or_default()])
    }

    /// From what was stored; `None` for what no trace looks like.
    fn read(digits: &[u8]) -> Option<Self> {
        let whole = Some(digits).filter(|digits| digits.len() == WIDTH)?;
        whole.iter().try_fold(0, |number, digit| Some(number * 64 + u32::from(value(*digit)?))).map(Self)
    }
}

/// What a digit stands for; `None` for what is none.
const fn value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'z' => digit - b'a' + 10,
        b'A'..=b'Z' => digit - b'A' + 36,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    })
}

/// Something that an action meets by the agent's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// What.
    pub trace: Trace,
    /// How much it tells, in tenths of a word.
    pub weight: u32,
}

/// Traces in the order in which they were met last, each once, bounded by whoever adds to them. A [`Sieve`] stands beside them, because
/// an action asks for hundreds that were never met.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Traces {
    /// The numbers of the traces: whether one is among them is asked of many at once.
    numbers: Vec<u32>,
    sieve: Sieve,
}

impl PartialEq for Traces {
    /// The sieve may still let through what is forgotten: it says nothing about what is remembered.
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl Eq for Traces {}

/// Lets through every trace that is remembered, and few others: one bit for all traces with the same last bits. All of its
/// 2 KB are touched by every hook that reads a session; one bit for each trace there can be took 32 KB.
#[derive(Clone, Debug, Default)]
struct Sieve {
    /// Empty while nothing was let in.
    words: Vec<u64>,
    /// How many were let in, counting those that are forgotten since.
    marks: usize,
}

impl Sieve {
    /// Bits of it.
    const BITS: u32 = 1 << 14;
    /// With more marks it is made anew: one trace in five would pass it.
    const FULL: usize = 3000;

    fn bit(trace: Trace) -> (usize, u64) {
        let bit = trace.0 % Self::BITS;
        (usize::try_from(bit / u64::BITS).unwrap_or_default(), 1 << (bit % u64::BITS))
    }

    fn passes(&self, trace: Trace) -> bool {
        let (word, bit) = Self::bit(trace);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    fn mark(&mut self, trace: Trace) {
        let (word, bit) = Self::bit(trace);
        self.words.resize(usize::try_from(Self::BITS / u64::BITS).unwrap_or_default(), 0);
        self.words[word] |= bit;
        self.marks += 1;
    }
}

impl Traces {
    /// True when it was met and is not forgotten.
    pub fn holds(&self, trace: Trace) -> bool {
        self.sieve.passes(trace) && self.numbers.contains(&trace.0)
    }

    /// How many are remembered.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// True when nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Lets the sieve know all that is remembered, and nothing else.
    fn sift(&mut self) {
        let mut sieve = Sieve::default();
        self.traces().for_each(|trace| sieve.mark(trace));
        self.sieve = sieve;
    }

    /// Adds what was met now; gives back what is forgotten for it.
    fn add(&mut self, trace: Trace, max: usize) -> Option<Trace> {
        let full = self.len() >= max;
        let known = self.holds(trace).then(|| self.numbers.iter().rposition(|known| *known == trace.0)).flatten();
        let leaves = known.or(full.then_some(0)).map(|at| self.numbers.remove(at));
        self.numbers.push(trace.0);
        if self.sieve.marks < Sieve::FULL {
            self.sieve.mark(trace);
        } else {
            self.sift();
        }
        leaves.filter(|_| known.is_none()).map(Trace)
    }

    fn traces(&self) -> impl Iterator<Item = Trace> {
        self.numbers.iter().copied().map(Trace)
    }
}

impl From<String> for Traces {
    /// What is damaged is an empty memory.
    fn from(text: String) -> Self {
        let numbers: Option<Vec<u32>> =
            text.as_bytes().chunks(WIDTH).map(|digits| Trace::read(digits).map(|trace| trace.0)).collect();
        let mut traces = Self { numbers: numbers.unwrap_or_default(), sieve: Sieve::default() };
        traces.sift();
        traces
    }
}

impl From<Traces> for String {
    fn from(traces: Traces) -> Self {
        traces.traces().flat_map(Trace::digits).map(char::from).collect()
    }
}

/// How an action's new things weigh against its known ones, and when a branch is a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Actions with which a thread begins: whatever they meet belongs to it.
    pub settle: u32,
    /// What a known thing weighs against a new one, in tenths.
    pub known_cost: u32,
    /// Tenths of a word that new things can be ahead at most: so much known work leads back from the longest branch.
    pub lead_cap: u32,
}

/// How far what a person asked for has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Progress {
    /// Nothing was changed for it.
    #[default]
    #[serde(rename = "a")]
    Asked,
    /// Something was, and nothing says that this was all.
    #[serde(rename = "c")]
    Changed,
    /// The test of what was changed was written, or changed too: mostly the last of it.
    #[serde(rename = "t")]
    Tested,
    /// A run of tests, a build or a check has passed since: it may well be done.
    #[serde(rename = "p")]
    Passed,
}

/// What is changed for what a person asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A file that was not changed before: the work grows.
    New,
    /// What was changed already, or what follows any work.
    Again,
    /// A test.
    Test,
}

/// The present thread of work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thread {
    /// What the person's prompts speak of.
    #[serde(rename = "a", skip_serializing_if = "Traces::is_empty")]
    asked: Traces,
    /// What the work has met.
    #[serde(rename = "k", skip_serializing_if = "Traces::is_empty")]
    known: Traces,
    /// What was met since new things are ahead.
    #[serde(rename = "b", skip_serializing_if = "Traces::is_empty")]
    branch: Traces,
    /// What the work has written into files, or taken out of them.
    #[serde(rename = "w", skip_serializing_if = "Traces::is_empty")]
    written: Traces,
    /// The files that were seen to belong to it.
    #[serde(rename = "s", skip_serializing_if = "Traces::is_empty")]
    seen: Traces,
    /// How far it has come.
    #[serde(rename = "p")]
    progress: Progress,
    /// Actions since a person asked for something.
    #[serde(rename = "t")]
    since: u32,
    /// Actions since the thread began and before the branch.
    #[serde(rename = "n")]
    actions: u32,
    /// How far new things are ahead, in tenths of a word; 0 while there is no branch.
    #[serde(rename = "l")]
    lead: u32,
    /// What the branch met that was new, and what was known, in tenths of a word.
    #[serde(rename = "f")]
    fresh: u32,
    /// See [`Thread::fresh`].
    #[serde(rename = "o")]
    familiar: u32,
    /// Actions of the branch.
    #[serde(rename = "m")]
    length: u32,
}

/// The branch in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// What it met that was new, in tenths of a word.
    pub fresh: u32,
    /// What it met that the thread knew, in tenths of a word.
    pub familiar: u32,
    /// Its actions.
    pub length: u32,
    /// Actions of the thread before it.
    pub before: u32,
}

impl Thread {
    /// A person has said what is wanted, or accepted what was done: what comes now belongs to it.
    pub fn begin(&mut self, asked: impl Iterator<Item = Trace>) {
        for trace in asked {
            // Of a long plan the beginning is still known.
            if let Some(trace) = self.asked.add(trace, MAX_ASKED) {
                self.known.add(trace, MAX_KNOWN);
            }
        }
        self.join();
        self.actions = 0;
    }

    /// The branch turns out to be a part of the work.
    fn join(&mut self) {
        for trace in std::mem::take(&mut self.branch).traces() {
            self.known.add(trace, MAX_KNOWN);
        }
        self.actions = self.actions.saturating_add(self.length);
        (self.lead, self.fresh, self.familiar, self.length) = (0, 0, 0, 0);
    }

    /// True when the person asked for it.
    pub fn is_asked(&self, trace: Trace) -> bool {
        self.asked.holds(trace)
    }

    /// True when the person asked for it or the work met it before the branch.
    pub fn knows(&self, trace: Trace) -> bool {
        self.asked.holds(trace) || self.known.holds(trace)
    }

    /// True when the work has met a word that the person asked with: none of "make it fast" is a name of anything.
    pub fn is_answered(&self) -> bool {
        self.asked.traces().any(|trace| self.known.holds(trace))
    }

    /// A person has asked for something: none of it is done.
    pub fn reopen(&mut self) {
        (self.progress, self.since) = (Progress::Asked, 0);
    }

    /// Something was changed for what was asked; `words` are what the change says.
    pub fn change(&mut self, words: &[Trace], change: Change) {
        for word in words {
            self.written.add(*word, MAX_WRITTEN);
        }
        self.progress = match (self.progress, change) {
            // A test may come first.
            (Progress::Asked, Change::Test) => Progress::Asked,
            (Progress::Asked, _) | (_, Change::New) => Progress::Changed,
            (progress, Change::Test) => progress.max(Progress::Tested),
            (progress, Change::Again) => progress,
        };
    }

    /// The work was tried, and holds or does not yet. Before anything was changed that tells nothing.
    pub fn run(&mut self, passed: bool) {
        if self.progress != Progress::Asked {
            self.progress = if passed { Progress::Passed } else { Progress::Changed };
        }
    }

    /// Actions since a person asked for something.
    pub fn since(&self) -> u32 {
        self.since
    }

    /// A file is seen to belong to the work.
    pub fn look(&mut self, file: Trace) {
        self.seen.add(file, MAX_SEEN);
    }

    /// True for a file that was seen to belong to the work.
    pub fn has_seen(&self, file: Trace) -> bool {
        self.seen.holds(file)
    }

    /// How far what was asked has come.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// True when the work has written it.
    pub fn has_written(&self, trace: Trace) -> bool {
        self.written.holds(trace)
    }

    /// True when new things are ahead.
    pub fn is_apart(&self) -> bool {
        self.lead > 0
    }

    /// What of an action is new, and what is known, in tenths of a word. What only the branch knows is neither.
    fn weigh(&self, met: &[Met]) -> (u32, u32) {
        let (mut fresh, mut familiar) = (0, 0);
        for met in met {
            if self.knows(met.trace) {
                familiar += met.weight;
            } else if !self.branch.holds(met.trace) {
                fresh += met.weight;
            }
        }
        (fresh, familiar)
    }

    /// The branch as it would be after an action.
    pub fn with(&self, met: &[Met]) -> Branch {
        let (fresh, familiar) = self.weigh(met);
        let (fresh, familiar) = (self.fresh.saturating_add(fresh), self.familiar.saturating_add(familiar));
        Branch { fresh, familiar, length: self.length + 1, before: self.actions }
    }

    /// Takes an action in with what it met, and what its answer told.
    pub fn take(&mut self, met: &[Met], told: impl Iterator<Item = Trace>, balance: Balance) {
        self.since = self.since.saturating_add(1);
        let (fresh, familiar) = self.weigh(met);
        let back = familiar.saturating_mul(balance.known_cost) / 10;
        let settling = self.actions < balance.settle;
        self.lead = if settling { 0 } else { (self.lead + fresh).saturating_sub(back).min(balance.lead_cap) };
        if self.lead == 0 {
            self.join();
            self.actions = self.actions.saturating_add(1);
        } else {
            self.fresh = self.fresh.saturating_add(fresh);
            self.familiar = self.familiar.saturating_add(familiar);
            self.length = self.length.saturating_add(1);
        }
        for trace in met.iter().map(|met| met.trace).chain(told) {
            if self.lead == 0 || self.known.holds(trace) {
                self.known.add(trace, MAX_KNOWN);
            } else {
                self.branch.add(trace, MAX_BRANCH);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALANCE: Balance = Balance { settle: 2, known_cost: 16, lead_cap: 40 };

    fn trace(number: u32) -> Trace {
        Digest(u64::from(number) << 46).into()
    }

    fn words(numbers: &[u32]) -> Vec<Met> {
        numbers.iter().map(|number| Met { trace: trace(*number), weight: 10 }).collect()
    }

    fn after(actions: &[&[u32]]) -> Thread {
        let mut thread = Thread::default();
        for action in actions {
            thread.take(&words(action), std::iter::empty(), BALANCE);
        }
        thread
    }

    #[test]
    fn what_is_remembered_and_what_is_forgotten_is_told_apart_at_any_length() {
        let mut traces = Traces::default();
        let number = |at: u32| trace(at * 7919 % (1 << BITS));
        for at in 0..10_000 {
            traces.add(number(at), 100);
            assert!(traces.sieve.marks <= Sieve::FULL, "a full sieve is made anew");
        }
        let held: Vec<u32> = (0..10_000).filter(|at| traces.holds(number(*at))).collect();
        assert_eq!(held, (9_900..10_000).collect::<Vec<_>>());
        assert_eq!(Traces::from(String::from(traces.clone())), traces);
    }

    #[test]
    fn new_things_make_a_branch_and_known_ones_lead_back() {
        assert!(!after(&[&[1], &[2]]).is_apart(), "the thread settles");
        let apart = after(&[&[1], &[2], &[3, 4], &[5]]);
        assert!(apart.is_apart() && apart.knows(trace(1)) && !apart.knows(trace(3)));
        let coming = apart.with(&words(&[5, 6]));
        assert_eq!(coming, Branch { fresh: 40, familiar: 0, length: 3, before: 2 }, "what the branch knows is not new");
        let mut back = apart;
        back.take(&words(&[1, 2, 3]), std::iter::empty(), BALANCE);
        assert!(!back.is_apart() && back.knows(trace(4)), "the branch has turned out to be a part of the work");
        assert_eq!(back.with(&[]).before, 5);
    }

    #[test]
    fn an_action_without_words_is_no_branch() {
        assert!(!after(&[&[1], &[2], &[], &[]]).is_apart());
    }

    #[test]
    fn a_person_begins_a_thread() {
        let mut thread = after(&[&[1], &[2], &[3], &[4]]);
        thread.begin([trace(9)].into_iter());
        assert!(!thread.is_apart() && thread.is_asked(trace(9)) && thread.knows(trace(4)));
        assert_eq!(thread.with(&[]).before, 0);
        thread.take(&words(&[7]), std::iter::empty(), BALANCE);
        assert!(!thread.is_apart());
    }

    #[test]
    fn work_is_done_when_a_run_passes_behind_a_change_until_one_fails_or_a_person_asks() {
        let mut thread = Thread::default();
        let mut after = |step: &dyn Fn(&mut Thread)| {
            step(&mut thread);
            thread.progress()
        };
        assert_eq!(after(&|thread| thread.run(true)), Progress::Asked);
        assert_eq!(after(&|thread| thread.change(&[trace(1)], Change::Test)), Progress::Asked, "it may come first");
        assert_eq!(after(&|thread| thread.change(&[trace(5)], Change::New)), Progress::Changed);
        assert_eq!(after(&|thread| thread.change(&[trace(2)], Change::Test)), Progress::Tested);
        assert_eq!(after(&|thread| thread.run(true)), Progress::Passed);
        assert_eq!(after(&|thread| thread.change(&[trace(3)], Change::Again)), Progress::Passed, "polished");
        assert_eq!(after(&|thread| thread.change(&[trace(3)], Change::New)), Progress::Changed, "it grows");
        assert_eq!(after(&|thread| thread.run(true)), Progress::Passed);
        assert_eq!(after(&|thread| thread.run(false)), Progress::Changed);
        assert_eq!(after(&Thread::reopen), Progress::Asked);
        assert!(thread.has_written(trace(1)) && !thread.has_written(trace(4)));
    }

    #[test]
    fn what_an_answer_tells_belongs_to_the_action() {
        let mut thread = after(&[&[1], &[2]]);
        thread.take(&words(&[1]), [trace(50)].into_iter(), BALANCE);
        assert!(thread.knows(trace(50)));
        thread.take(&words(&[60]), [trace(51)].into_iter(), BALANCE);
        assert!(!thread.knows(trace(51)));
    }

    #[test]
    fn what_was_not_met_for_long_is_forgotten_first() {
        let mut traces = Traces::default();
        for number in [1, 2, 1, 3] {
            traces.add(trace(number), 2);
        }
        assert_eq!((traces.holds(trace(1)), traces.holds(trace(2)), traces.len()), (true, false, 2));
    }

    #[test]
    fn a_full_memory_is_small_and_reads_back() {
        let mut thread = Thread::default();
        let mut next = 0_u32;
        let mut some = |count: u32| {
            next += count;
            (next - count..next).map(|number| trace(number.wrapping_mul(2_654_435_761) >> 7)).collect::<Vec<_>>()
        };
        thread.begin(some(3_000).into_iter());
        for _ in 0..200 {
            let met: Vec<Met> = some(40).into_iter().map(|trace| Met { trace, weight: 10 }).collect();
            thread.take(&met, some(40).into_iter(), Balance { settle: 100, ..BALANCE });
        }
        for trace in some(500) {
            thread.look(trace);
            thread.change(&[trace], Change::Again);
        }
        let text = serde_json::to_string(&thread).unwrap();
        assert!(thread.is_apart() && text.len() > 3_600 && text.len() <= 4_096, "{} bytes", text.len());
        assert_eq!(serde_json::from_str::<Thread>(&text).unwrap(), thread);
        assert_eq!(serde_json::from_str::<Thread>("{}").unwrap(), Thread::default());
    }

    #[test]
    fn what_only_looks_like_a_trace_between_two_is_none() {
        let trace = |digits: &[u8; 3]| Trace::read(digits).unwrap();
        let (one, other) = (trace(b"abc"), trace(b"def"));
        let mut traces = Traces::default();
        traces.add(one, 9);
        traces.add(other, 9);
        assert!(traces.holds(one) && traces.holds(other));
        assert!(!traces.holds(trace(b"bcd")) && !traces.holds(trace(b"cde")));
        // "aaa" begins before the place where it stands.
        traces.add(trace(b"xaa"), 9);
        traces.add(trace(b"aaa"), 9);
        assert!(traces.holds(trace(b"aaa")));
        assert_eq!(Traces::from("abc?ef".to_owned()), Traces::default());
    }

    #[test]
    fn a_damaged_memory_is_an_empty_one() {
        let mut traces = Traces::default();
        traces.add(trace(1), 9);
        traces.add(trace(2), 9);
        let whole = String::from(traces);
        for damaged in [whole[1..].to_owned(), whole.replacen(|_| true, "?", 1), format!("{whole}é")] {
            assert_eq!(Traces::from(damaged.clone()), Traces::default(), "{damaged}");
        }
        assert!(Traces::from(whole).holds(trace(1)));
    }
}
