//! What a goal keeps of its own past.

use super::GoalContext;
use crate::domain::{Goal, GoalChange, Revision};

/// The beginning of everything said at the terminal; what begins so outlives the goal with which it was said.
pub(super) const BY_HAND: &str = "driftguard goal";

/// Whose word opened a goal where the user was asked before a call; it ends with the goal.
pub(super) const BY_ANSWER: &str = "your yes in the client's question";

/// Constraints kept of one goal, the newest; nobody keeps more in mind, and every hook call reads and writes them.
pub(super) const MAX_CONSTRAINTS: usize = 32;

/// Notes a change in the goal's history. Of history and constraints the oldest are dropped.
pub(super) fn record(goal: &mut Goal, change: GoalChange, reason: &str, prompt: &str, cx: &GoalContext<'_>) {
    let surplus = goal.constraints.len().saturating_sub(MAX_CONSTRAINTS);
    goal.constraints.drain(..surplus);
    let limits = &cx.config.goal;
    let prompt = one_line(prompt, limits.max_line);
    goal.history.push(Revision { revision: goal.revision, change, reason: reason.to_owned(), prompt });
    let surplus = goal.history.len().saturating_sub(limits.max_history);
    goal.history.drain(..surplus);
}

/// Text without line breaks and control characters, capped with an ellipsis.
pub(super) fn one_line(text: &str, max: usize) -> String {
    let clean: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let clean = clean.join(" ");
    if clean.chars().nth(max).is_none() {
        return clean;
    }
    let short: String = clean.chars().take(max.saturating_sub(1)).collect();
    format!("{}…", short.trim_end())
}

/// True for the words of an entry or constraint that was set at the terminal for longer than one goal.
pub(super) fn is_by_hand(words: &str) -> bool {
    words.starts_with(BY_HAND)
}
