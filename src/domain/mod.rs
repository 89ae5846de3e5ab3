//! The vocabulary: plain data that every other room speaks in.
//!
//! Owns the words of the product (event, action, goal, scope, finding, verdict, decision, step) and
//! nothing that happens to them: no room is imported here, nothing is read, nothing is decided.

mod action;
mod by_hand;
mod called;
mod claim;
mod code;
mod decision;
mod denial;
mod digest;
mod entailment;
mod event;
mod fact;
mod files;
mod finding;
mod glob;
mod goal;
mod hook;
mod index;
mod learning;
mod ledger;
mod lesson;
mod liveness;
mod outward;
mod place;
mod remark;
mod report;
mod session;
mod step;
mod suspect;
mod suspicion;
mod thread;
mod trail;
mod vector;
mod verdict;

pub use action::{Action, ActionKind, Draft, FileEffect, FileVerb, Replacement, Rewrite};
pub use by_hand::{ByHand, GoalOrder};
pub use called::Called;
pub use claim::{
    Claim, ClaimDoubt, ClaimKind, ClaimSignal, ClaimVerdict, Judgement, Quantifier, Refuted, Reported, Untold,
};
pub use code::{Brought, ChangedLines, Code};
pub use decision::Decision;
pub use denial::{Prohibited, Stopped, Tampering, Wired, protected, protecting_entry};
pub use digest::Digest;
pub use entailment::Entailed;
pub use event::{Call, Event, EventId, Outcome, OutcomeStatus, Prompt, PromptClass, What};
pub use fact::{Fact, FactSource};
pub use files::{FileList, OnDisk};
pub use finding::{Evidence, Finding, SCORE_KEY, Severity, SignalId, split_key};
pub use glob::nests_too_deep;
pub use goal::{
    CallKind, Constraint, ConstraintKind, Goal, GoalChange, Likely, Pattern, Relation, Revision, Scope, ScopeEntry,
    ScopeReason, Spares, Target, WorkKind,
};
pub use hook::{HookEvent, HookInput, StartSource};
pub use index::{Bond, Match, Neighbour};
pub use learning::{FailedRun, Learning, Warned};
pub use ledger::{Commit, Entry, Ledger, Run, RunCounts, RunKind, RunKinds};
pub use lesson::{
    Lesson, LessonKind, LessonOrigin, LessonVerdict, RecalledBy, Recording, Role, Said, Trust, Warning, WarningEnding,
};
pub use liveness::{Beat, Liveness};
pub use outward::Outward;
pub use place::{Place, Root};
pub use remark::{Remark, RemarkKind};
pub use report::{Assessment, DriftEvent, Task};
pub use session::{
    Checkpoint, Cursor, Delivered, DriftState, EvidenceItem, Found, GuardState, MAX_UNLOCK_MS, Pause, PendingCall,
    SeedBatch, Session, SessionStatus, SignalMemory, TaskTally, Turn,
};
pub use step::{Step, StepOutcome};
pub use suspect::{Followed, Injected, Intent, Ordered, Origin, Suspect};
pub use suspicion::Suspicion;
pub use thread::{Balance, Branch, Change, Met, Progress, Thread, Trace, Traces};
pub use trail::{Deed, Mark, RunResult, Trail, Words};
pub use vector::Vector;
pub use verdict::{DriftKind, Level, RecoveryPlan, Score, Standing, Verdict};
