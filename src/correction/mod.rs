//! The words: what is said to the agent and to the human, and the way back.
//!
//! Owns every sentence that leaves driftguard for a session. Plain, factual, short, attributed to the user's own words;
//! what was seen, then the goal, then the next action. No clock, no ids, no counters: the text stays in the agent's
//! context and in its prompt cache, so the same situation gives the same bytes.

mod claim;
mod denial;
mod disclosure;
mod injection;
mod lesson;
mod name;
mod recovery;
mod template;

pub use claim::{refuted_notice, refuted_nudge};
pub use denial::{consent_question, off_goal_question, off_goal_reason, prohibition_reason, tampering_reason};
pub use disclosure::{answered_with_edits, silenced_notice, undisclosed_notice, undisclosed_nudge};
pub use injection::{injected_reason, spotlight, spotlight_notice};
pub use lesson::{lesson_notice, lesson_question, lesson_reason, lesson_text};
pub use recovery::plan;
pub use template::{
    CHECKPOINT_ADVICE, compose, for_summary, goal_reminder, halt_trace, handed_over, notice, plain_goal, recovered,
    requests, tokens,
};
