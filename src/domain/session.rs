//! What is remembered of a session between two hook calls. Its size does not grow with the session.

use super::{
    Action, Brought, ByHand, Constraint, Digest, EventId, Evidence, Goal, Learning, Level, Liveness, Outward,
    RecoveryPlan, Refuted, Relation, Root, Score, Severity, Suspect, Thread, Trace, Trail,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a session is alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionStatus {
    /// It may go on.
    #[default]
    Active,
    /// Its agent reported the end of the work.
    Completed,
    /// Idle for seven days.
    Abandoned,
}

impl SessionStatus {
    /// The word stored in the `status` column (seed 004).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
            Self::Abandoned => "abandoned",
        }
    }
}

/// The state machine of seed 004.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuardState {
    /// The score is 5 or more.
    #[default]
    Normal,
    /// The score fell below 5.
    Drifted,
    /// Three escalations: the mandated first action comes first.
    Forced,
}

impl GuardState {
    /// The word shown by `status`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Drifted => "drifted",
            Self::Forced => "forced",
        }
    }
}

/// How far a transcript has been read. Only complete lines are ever consumed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Bytes consumed; points behind a newline.
    pub offset: u64,
    /// Digest of up to the last 64 bytes before `offset`: a rewritten file is noticed even when it grew.
    pub tail: Digest,
}

/// A call whose outcome has not come yet. Void at the next prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PendingCall {
    /// Pairs it with its outcome.
    pub call_id: String,
    /// When it was asked for.
    pub event: EventId,
    /// Id of the subagent that asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What it does.
    pub action: Action,
    /// The agent's words before it, at most 200 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// True when a hook told of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heard: bool,
    /// True when the user was asked about it first, since a limit or the goal speaks against it: where it runs, the user said yes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// True when the transcript was read beyond the place where it was asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub read: bool,
    /// The code that it brings in though a limit speaks against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brings: Option<Brought>,
}

impl PendingCall {
    /// A call of which nothing else is known.
    pub fn bare(call_id: String, event: EventId, action: Action) -> Self {
        Self {
            call_id,
            event,
            agent: None,
            action,
            reasoning: None,
            heard: false,
            asked: false,
            read: false,
            brings: None,
        }
    }
}

/// One piece of evidence about the goal: a finished action and how it relates to the scope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvidenceItem {
    /// The event.
    pub event: EventId,
    /// The place, as shown to people; for a command without a file, the command.
    pub subject: String,
    /// How it relates.
    pub relation: Relation,
    /// Log-likelihood ratio of "off goal" against "on goal", in nats.
    pub weight: f64,
    /// What each signal found about it.
    pub findings: Vec<Found>,
    /// True once a delivered correction has cited it: it cannot escalate again.
    #[serde(default)]
    pub cited: bool,
    /// True where the change made the file: what brings back an earlier content leaves it as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made: bool,
}

impl EvidenceItem {
    /// True for evidence about a changed place.
    pub fn is_of_place(&self) -> bool {
        self.findings.iter().any(|found| !found.evidence.paths.is_empty())
    }
}

/// A finding as it is kept: the same fields, with the signal by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The signal's id.
    pub signal: String,
    /// How bad, 0..=1.
    pub severity: Severity,
    /// What was seen.
    pub what: String,
    /// What it rests on.
    pub evidence: Evidence,
    /// Stable over a session.
    pub key: String,
}

/// Counts of the literal seed rules (`profile = "seed"`) since the last assessment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedBatch {
    /// Mentions of files in scope.
    pub inside: u32,
    /// Mentions of files outside it.
    pub outside: u32,
    /// Files of this batch.
    pub files: Vec<String>,
    /// Files of the last steps before it, newest last.
    pub earlier: Vec<String>,
}

/// What a signal remembers of its own alerts (seed 002: EMA and cooldown).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SignalMemory {
    /// Exponential moving average of occurrences, 0..=1 (Roberts 1959).
    pub ema: f64,
    /// The event of the last alert.
    pub last_alert: Option<EventId>,
    /// True once the EMA's saturation has escalated.
    #[serde(default)]
    pub saturated: bool,
    /// For a loop signal: how many deeds were made when it found something last ([`Trail::made`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_at: Option<u64>,
}

/// A text that reached the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivered {
    /// At which level.
    pub level: Level,
    /// The key of the worst finding.
    pub key: String,
    /// The position in the session.
    pub event: EventId,
    /// True once the work came back to the goal after it: it had its effect.
    #[serde(default)]
    pub answered: bool,
    /// True when it was given between two actions of a turn, not with a prompt.
    #[serde(default)]
    pub in_turn: bool,
    /// True once the human has decided about what it told: what is done about it is still open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decided: bool,
}

/// The assessments of one goal revision in figures: what its task row and tags are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskTally {
    /// The goal revision that was judged.
    pub revision: u32,
    /// Assessments.
    pub assessments: u32,
    /// Those of them that had something to judge, and the sum of their raw scores.
    pub checked: u32,
    /// See [`TaskTally::checked`].
    pub checked_sum: u32,
    /// Those with a score below the clean one.
    pub drift_events: u32,
    /// Texts that were given.
    pub corrections: u32,
    /// Texts that were given at a score that counts as drift.
    pub drift_spoken: u32,
    /// Those that reached a halt.
    pub halts: u32,
    /// The last raw score; perfect where nothing was judged.
    pub final_score: Score,
    /// The last level.
    pub final_level: Level,
}

/// Where the work stood when a pattern had become chronic (seed 002): what a fresh start needs to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The goal's line.
    pub goal: String,
    /// What was decided on the way, oldest first: why the goal changed.
    pub decisions: Vec<String>,
    /// What the work turns around.
    pub open_question: String,
    /// True once the human was told of it.
    pub told: bool,
}

/// The drift side of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DriftState {
    /// The CUSUM statistic (Page 1954), in nats, 0 or more.
    pub statistic: f64,
    /// Evidence that still counts, oldest first, bounded.
    pub open: Vec<EvidenceItem>,
    /// Evidence about changes that lie in git's stash, bounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stashed: Vec<EvidenceItem>,
    /// The last raw score.
    pub score: Score,
    /// Changes held against the present goal (neutral ones are not), and those of them whose relation was known.
    pub judged: u32,
    /// See [`DriftState::judged`].
    pub known: u32,
    /// Calls that were finished at the last assessment: without a new one nothing goes up or down.
    pub assessed_calls: u64,
    /// 0..=3 (seed 004).
    pub escalation: u8,
    /// True when it rose without a text since the last one: it does so once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub raised: bool,
    /// The state machine.
    pub state: GuardState,
    /// Per signal.
    pub signals: BTreeMap<String, SignalMemory>,
    /// Texts given since the goal was last replaced, bounded.
    pub delivered: Vec<Delivered>,
    /// The recovery plan of the last intervene or halt, until a change was held against it.
    pub plan: Option<RecoveryPlan>,
    /// Tokens of our text in the agent's context since the last compaction, estimated.
    pub spent_tokens: u32,
    /// True once the human was told that the agent did not react.
    pub handed_over: bool,
    /// Keys of findings that the human was told, bounded.
    pub told: Vec<String>,
    /// The last checkpoint since the goal was replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoint>,
    /// Counts of the seed profile.
    #[serde(default)]
    pub seed: SeedBatch,
    /// The assessments of the present goal revision.
    #[serde(default)]
    pub tally: TaskTally,
}

impl DriftState {
    /// True while the agent may not have read the last text yet: what it does in one go it decided before. `window` is in
    /// events.
    pub fn unread(&self, now: EventId, window: u32) -> bool {
        let near = |text: &Delivered| now.0.saturating_sub(text.event.0) < u64::from(window);
        self.delivered.last().is_some_and(|text| text.in_turn && near(text))
    }
}

/// What is remembered of the present turn, from one human prompt to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own; together they are no state")]
pub struct Turn {
    /// Files changed and not put back, each with its relation to the goal, bounded.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub changed: BTreeMap<String, Relation>,
    /// Telling words of what was written in some of them, the first ones of each, bounded: by them a reply speaks of a file too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub written_words: BTreeMap<String, Vec<Trace>>,
    /// Those of them that the turn began with writing as a whole: removed again, they are as if never made.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub written: BTreeSet<String>,
    /// Tests that files lost while the last run of tests failed, those that they gained taken off, bounded with `changed`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub silenced: BTreeMap<String, i64>,
    /// True where the user's words want tests to go or not to run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tests_may_go: bool,
    /// True while the last run of tests failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub red: bool,
    /// True when the prompt was a question and nothing else.
    #[serde(default)]
    pub asked: bool,
    /// True when the prompt orders work that strayed to be taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undoing: bool,
    /// True once the turn went on because of a word of ours at its end.
    #[serde(default)]
    pub continued: bool,
    /// The first event that belongs to it.
    #[serde(default)]
    pub began: EventId,
}

/// A pause set by the human.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Milliseconds since 1970; `None` means until resumed by hand.
    pub until: Option<i64>,
}

/// How long driftguard's own wiring may be unlocked, in milliseconds: a day.
pub const MAX_UNLOCK_MS: i64 = 24 * 60 * 60 * 1000;

impl Pause {
    /// True while it has not ended; `now` in milliseconds since 1970.
    pub fn in_force(&self, now: i64) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// What is remembered of a session between two hook calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The agent's id of the session.
    pub id: String,
    /// The subagent whose memory this is; `None` for the main agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What a subagent was asked to do; empty for the main agent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub task: String,
    /// What "inside the project" means.
    pub root: Root,
    /// What the user wants; `None` before the first human prompt. Kept beside the rest of the session, since few calls
    /// change it.
    #[serde(skip)]
    pub goal: Option<Goal>,
    /// The drift side.
    pub drift: DriftState,
    /// How far the main transcript has been read.
    pub cursor: Cursor,
    /// The id that the next event gets.
    pub next_event: EventId,
    /// Tool calls seen.
    pub calls: u64,
    /// How many of them never happened: denied, refused by a person, or given up without an outcome.
    #[serde(default)]
    pub void_calls: u64,
    /// Calls without an outcome, bounded.
    pub pending: Vec<PendingCall>,
    /// Ids or text digests of the last prompts, bounded: a prompt seen in a payload is not taken twice from the transcript.
    pub seen_prompts: Vec<String>,
    /// The id of the prompt that was assessed last: a hook that is registered twice assesses it once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessed_prompt: Option<String>,
    /// Files changed for the present goal, with the number of changes, bounded.
    pub changed: BTreeMap<String, u32>,
    /// Folders in which work for the present goal was read or changed before any drift, bounded.
    pub working_folders: Vec<String>,
    /// What was done last, since the last human prompt, bounded.
    #[serde(default)]
    pub trail: Trail,
    /// What the work has been about, bounded.
    #[serde(default)]
    pub thread: Thread,
    /// The agent's last words, at most 200 characters.
    pub last_reply: Option<String>,
    /// The end of the agent's last words, redacted, at most 300 characters: what a bare "yes" answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_words: Option<String>,
    /// True when a commit was made since the last human prompt.
    #[serde(default)]
    pub committed: bool,
    /// What beyond the files of the work the user has spoken of, in whatever words; `None` where not all was heard that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spoken_of: Option<BTreeSet<Outward>>,
    /// The present turn.
    #[serde(default)]
    pub turn: Turn,
    /// What its reports claimed and the record refuted, bounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<Refuted>,
    /// True when not all of its calls are on record: what is not there may have happened all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unrecorded: bool,
    /// Tokens of all our text in the agent's context, estimated; unlike those of the drift side never given back.
    #[serde(default)]
    pub said_tokens: u32,
    /// Which hooks were heard, and how much of the work they told of.
    #[serde(default, skip_serializing_if = "Liveness::is_empty")]
    pub liveness: Liveness,
    /// Texts in answers that gave the agent orders, bounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspects: Vec<Suspect>,
    /// What the session may be about to learn, and what it was warned with.
    #[serde(default, skip_serializing_if = "Learning::is_empty")]
    pub learning: Learning,
    /// What a person said about the goal at the terminal, oldest first, bounded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_hand: Vec<ByHand>,
    /// What the user let through with a yes in the client's question, for the present goal, oldest first, bounded: "change
    /// web/cart.js", "run `git commit`".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consented: Vec<String>,
    /// Whether it is alive.
    pub status: SessionStatus,
    /// Set by `driftguard pause --session`.
    pub pause: Option<Pause>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Milliseconds since 1970.
    pub updated_at: i64,
    /// Milliseconds since 1970 of the last assessment.
    pub last_checked_at: Option<i64>,
}

impl Session {
    /// The limits of its goal.
    pub fn limits(&self) -> impl Iterator<Item = &Constraint> {
        self.goal.iter().flat_map(|goal| &goal.constraints)
    }
}
