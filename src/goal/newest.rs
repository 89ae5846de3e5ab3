//! The newest request in one line, for the messages that name the goal.
//!
//! Owns which sentence of a prompt says what is wanted: no exclamation before it, and no word by which a change is kept.

use super::beside::{accepted, only_accepts};
use super::history::quoted_line;
use super::line::{Ask, Line};
use super::prompt::sentence::Mood;
use super::reading::Reading;
use super::{GoalContext, ask};
use crate::domain::Goal;
use crate::text::words;

/// The first sentence of a prompt that asks for more, as one line; that of the prompt before where none does.
/// Who keeps what was changed asks for nothing more.
pub(super) fn latest(goal: &Goal, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> String {
    let keeps = !accepted(goal, reading, cx).is_empty();
    let tells = |line: &Line<'_>| line.asking().any(|(_, token)| words::is_telling(&token.word));
    let asks = |line: &&Line<'_>| {
        matches!(line.ask, Ask::Work | Ask::Suggestion | Ask::Nothing)
            && line.sentence.mood != Mood::Question
            && !ask::only_exclaims(&line.sentence)
            && !(keeps && only_accepts(line))
            && (tells(line) || line.ask == Ask::Work && line.sentence.tokens.len() > 1)
    };
    reading
        .typed()
        .find(asks)
        .map_or_else(|| goal.latest.clone(), |line| quoted_line(line.sentence.text, cx.config.goal.max_line))
}
