//! What a goal keeps of its own past.

use super::GoalContext;
use crate::domain::{Goal, GoalChange, Revision};
use crate::text::clip::{head, one_line};

/// The beginning of everything said at the terminal; what begins so outlives the goal with which it was said.
pub(super) const BY_HAND: &str = "driftguard goal";

/// Whose word opened a goal where the user was asked before a call; it ends with the goal.
pub(super) const BY_ANSWER: &str = "your yes in the client's question";

/// Constraints kept of one goal, the newest; nobody keeps more in mind, and every hook call reads and writes them.
const MAX_OF_GOAL: usize = 32;

/// Notes a change in the goal's history. Of history and constraints the oldest are dropped.
pub(super) fn record(goal: &mut Goal, change: GoalChange, reason: &str, prompt: &str, cx: &GoalContext<'_>) {
    let surplus = goal.constraints.len().saturating_sub(MAX_OF_GOAL);
    goal.constraints.drain(..surplus);
    let limits = &cx.config.goal;
    let prompt = quoted_line(prompt, limits.max_line);
    goal.history.push(Revision { revision: goal.revision, change, reason: reason.to_owned(), prompt });
    let surplus = goal.history.len().saturating_sub(limits.max_history);
    goal.history.drain(..surplus);
}

/// Text without line breaks and control characters, capped with an ellipsis that stands behind a word.
pub(super) fn quoted_line(text: &str, max: usize) -> String {
    let clean = one_line(&text.replace(char::is_control, " "));
    if head(&clean, max).len() == clean.len() {
        return clean;
    }
    format!("{}…", head(&clean, max.saturating_sub(1)).trim_end())
}

/// True for the words of an entry or constraint that was set at the terminal for longer than one goal.
pub(super) fn is_by_hand(words: &str) -> bool {
    words.starts_with(BY_HAND)
}
