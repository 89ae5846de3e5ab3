//! Levels, escalation and when to be quiet (seed 004, with the corrections that its own users asked for).

use super::cooldown::cooling;
use crate::config::Config;
use crate::domain::{DriftState, EventId, Level, Score, split_key};

/// The score after escalation: `raw - escalation`, at least 1; a clean raw score is not touched.
pub fn effective(raw: Score, escalation: u8, config: &Config) -> Score {
    if raw.value() >= config.score.clean {
        return raw;
    }
    Score::new(i64::from(raw.value()) - i64::from(escalation.min(config.escalation.max)))
}

/// The level of an effective score (seed 004): none from `score.clean` on, then 7 and more nudge, 5-6 correct, 3-4 intervene,
/// 1-2 halt.
pub fn level(effective: Score, config: &Config) -> Level {
    match effective.value() {
        value if value >= config.score.clean => Level::None,
        7.. => Level::Nudge,
        5..=6 => Level::Correct,
        3..=4 => Level::Intervene,
        _ => Level::Halt,
    }
}

/// Whether something is said, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// Nobody is told.
    Silent,
    /// The agent is told, and the human sees one line.
    Agent,
    /// Only the human is told, once: the agent did not react.
    Human,
}

/// Decides who is told. `key` is the key of the worst finding, `fresh` whether evidence is open that no text has cited.
pub fn may_speak(state: &DriftState, level: Level, key: &str, fresh: bool, now: EventId, config: &Config) -> Speech {
    if level == Level::None || !fresh {
        return Speech::Silent;
    }
    let undecided = || state.delivered.iter().filter(|text| !text.decided);
    let without_effect = || undecided().filter(|text| !text.answered);
    let at_level = without_effect().filter(|text| text.level == level).count();
    let halted = without_effect().any(|text| text.level == Level::Halt);
    if halted || at_level >= config.escalation.give_up_after {
        return if state.handed_over { Speech::Silent } else { Speech::Human };
    }
    let said = undecided().any(|text| text.level == level && text.key == key);
    let repeated = state.delivered.iter().any(|text| text.key == key) && cooling(state, split_key(key).0, now, config);
    let broke = state.spent_tokens >= config.correction.budget_tokens && level != Level::Halt;
    if said || repeated || broke { Speech::Silent } else { Speech::Agent }
}

/// The escalation count after an assessment: a clean raw score lowers it by one where something new was judged, and a
/// delivered text above nudge raises it by one.
pub fn after_assessment(escalation: u8, raw: Score, delivered: Option<Level>, news: bool, config: &Config) -> u8 {
    if raw.value() >= config.score.clean {
        return if news { escalation.saturating_sub(1) } else { escalation };
    }
    match delivered {
        Some(level) if level > Level::Nudge => (escalation + 1).min(config.escalation.max),
        _ => escalation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels_at(escalation: u8) -> String {
        let config = crate::config::defaults();
        let short = |value: i64| match level(effective(Score::new(value), escalation, &config), &config) {
            Level::None => '-',
            Level::Nudge => 'n',
            Level::Correct => 'c',
            Level::Intervene => 'i',
            Level::Halt => 'h',
        };
        (1..=10).rev().map(short).collect()
    }

    #[test]
    fn the_table_of_levels() {
        // Scores 10 to 1; a score of 8 or more is silent at every count.
        assert_eq!(levels_at(0), "---ncciihh");
        assert_eq!(levels_at(1), "---cciihhh");
        assert_eq!(levels_at(2), "---ciihhhh");
        assert_eq!(levels_at(3), "---iihhhhh");
    }

    #[test]
    fn what_counts_as_clean_is_a_setting_and_never_speaks() {
        let mut config = crate::config::defaults();
        for clean in 1..=10_u8 {
            config.score.clean = clean;
            for raw in 1..=10 {
                for escalation in 0..=3 {
                    let level = level(effective(Score::new(raw), escalation, &config), &config);
                    assert_eq!(
                        level == Level::None,
                        raw >= i64::from(clean),
                        "{raw} at {escalation}, clean from {clean}"
                    );
                }
            }
        }
    }

    /// Runs assessments with new evidence through the pure functions: (raw score, expected level, expected count after).
    #[track_caller]
    fn check(run: &[(i64, Level, u8)]) {
        let config = crate::config::defaults();
        let mut escalation = 0;
        for (raw, expected, count) in run {
            let raw = Score::new(*raw);
            let level = level(effective(raw, escalation, &config), &config);
            assert_eq!(level, *expected, "raw {raw:?} at {escalation}");
            let delivered = (level != Level::None).then_some(level);
            escalation = after_assessment(escalation, raw, delivered, true, &config);
            assert_eq!(escalation, *count, "after {raw:?}");
        }
    }

    #[test]
    fn six_five_four_is_correct_intervene_halt() {
        check(&[(6, Level::Correct, 1), (5, Level::Intervene, 2), (4, Level::Halt, 3)]);
    }

    #[test]
    fn a_clean_score_is_silent_and_calms_down() {
        check(&[(6, Level::Correct, 1), (8, Level::None, 0), (6, Level::Correct, 1)]);
        check(&[
            (5, Level::Correct, 1),
            (5, Level::Intervene, 2),
            (5, Level::Intervene, 3),
            (10, Level::None, 2),
            (9, Level::None, 1),
        ]);
    }

    #[test]
    fn a_nudge_does_not_escalate() {
        check(&[(7, Level::Nudge, 0), (7, Level::Nudge, 0)]);
    }

    #[test]
    fn without_delivery_or_news_the_count_stays() {
        let config = crate::config::defaults();
        assert_eq!(after_assessment(1, Score::new(4), None, true, &config), 1);
        assert_eq!(after_assessment(1, Score::new(10), None, false, &config), 1);
        assert_eq!(after_assessment(3, Score::new(2), Some(Level::Halt), true, &config), 3);
    }

    #[test]
    fn two_texts_at_one_level_hand_over_to_the_human_once() {
        let config = crate::config::defaults();
        let mut state = DriftState::default();
        let text = |level, key: &str, event| crate::domain::Delivered {
            level,
            key: key.into(),
            event: EventId(event),
            in_turn: false,
            answered: false,
            decided: false,
        };
        let ask =
            |state: &DriftState, level, key: &str, event| may_speak(state, level, key, true, EventId(event), &config);
        assert_eq!(ask(&state, Level::Correct, "a", 1), Speech::Agent);
        state.delivered.push(text(Level::Correct, "a", 1));
        assert_eq!(ask(&state, Level::Correct, "a", 90), Speech::Silent, "the same finding at the same level");
        assert_eq!(ask(&state, Level::Correct, "b", 90), Speech::Agent);
        state.delivered.push(text(Level::Correct, "b", 90));
        assert_eq!(ask(&state, Level::Correct, "c", 120), Speech::Human);
        state.handed_over = true;
        assert_eq!(ask(&state, Level::Correct, "d", 150), Speech::Silent);
        state.delivered.push(text(Level::Halt, "e", 160));
        assert_eq!(ask(&state, Level::Intervene, "f", 190), Speech::Silent);
        // The work came back in between: the agent did react, and new drift is a new matter.
        state.delivered.iter_mut().for_each(|text| text.answered = true);
        assert_eq!(ask(&state, Level::Correct, "g", 300), Speech::Agent);
        assert_eq!(ask(&state, Level::Correct, "b", 300), Speech::Silent, "the same finding at the same level");
    }

    #[test]
    fn what_a_human_has_decided_is_settled_and_what_comes_next_is_said() {
        let config = crate::config::defaults();
        let halt = crate::domain::Delivered {
            level: Level::Halt,
            key: "a".into(),
            event: EventId(1),
            in_turn: false,
            answered: false,
            decided: false,
        };
        let mut state = DriftState { delivered: vec![halt], handed_over: true, ..DriftState::default() };
        let ask = |state: &DriftState, fresh| may_speak(state, Level::Halt, "b", fresh, EventId(90), &config);
        assert_eq!(ask(&state, true), Speech::Silent);
        super::super::decided(&mut state);
        assert_eq!((ask(&state, false), ask(&state, true)), (Speech::Silent, Speech::Agent));
    }

    #[test]
    fn a_spent_budget_leaves_only_the_halt() {
        let config = crate::config::defaults();
        let state = DriftState { spent_tokens: config.correction.budget_tokens, ..DriftState::default() };
        assert_eq!(may_speak(&state, Level::Correct, "a", true, EventId(1), &config), Speech::Silent);
        assert_eq!(may_speak(&state, Level::Halt, "a", true, EventId(1), &config), Speech::Agent);
    }
}
