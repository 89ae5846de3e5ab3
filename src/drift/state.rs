//! The state machine of seed 004: NORMAL, DRIFTED, FORCED.

use crate::config::Config;
use crate::domain::{DriftState, GuardState, Score};

/// The state after an assessment or an action with this raw score. FORCED needs a plan, which is the way out of it, and
/// work that is no longer drifted needs none.
pub fn next(state: &DriftState, raw: Score, config: &Config) -> GuardState {
    let drifted = raw.value() < config.escalation.drifted_below;
    match state.state {
        _ if !drifted => GuardState::Normal,
        GuardState::Normal => GuardState::Drifted,
        GuardState::Drifted if state.escalation >= config.escalation.max && state.plan.is_some() => GuardState::Forced,
        other => other,
    }
}

/// Any human prompt, like the mandated action itself, leaves FORCED.
pub fn after_prompt(state: GuardState) -> GuardState {
    if state == GuardState::Forced { GuardState::Normal } else { state }
}

/// A human has decided about all that is open: what was said is settled, and nothing more is until something new comes.
pub fn decided(state: &mut DriftState) {
    state.open.iter_mut().for_each(|item| item.cited = true);
    state.delivered.iter_mut().for_each(|text| text.decided = true);
    state.plan = None;
    state.handed_over = false;
}

/// The change after an intervene or a halt followed the plan: nothing is mandated any more, and FORCED ends.
pub fn came_back(state: &mut DriftState, config: &Config) {
    state.plan = None;
    if state.state == GuardState::Forced {
        state.state = GuardState::Normal;
        state.state = next(state, state.score, config);
    }
}

/// What was done escalates by itself: a step beside the plan, an average that is saturated. Once between two texts,
/// however many reasons one action gives: the agent must have been told in between.
pub fn raise(state: &mut DriftState, config: &Config) {
    if !state.raised {
        state.escalation = (state.escalation + 1).min(config.escalation.max);
        state.raised = true;
    }
}

/// It strayed again instead: that escalates. While FORCED the plan stays, since only it leads out.
pub fn strayed_again(state: &mut DriftState, config: &Config) {
    raise(state, config);
    if state.state != GuardState::Forced {
        state.plan = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GuardState::{Drifted, Forced, Normal};

    #[track_caller]
    fn check(from: GuardState, raw: i64, escalation: u8, expected: GuardState) {
        let plan = crate::domain::RecoveryPlan { first_action: "go back".into(), first_path: None, steps: vec![] };
        let state = DriftState { state: from, escalation, plan: Some(plan), ..DriftState::default() };
        assert_eq!(next(&state, Score::new(raw), &crate::config::defaults()), expected);
    }

    #[test]
    fn the_table_of_transitions() {
        check(Normal, 10, 0, Normal);
        check(Normal, 5, 3, Normal);
        check(Normal, 4, 0, Drifted);
        check(Drifted, 4, 2, Drifted);
        check(Drifted, 5, 3, Normal);
        check(Drifted, 4, 3, Forced);
        check(Forced, 4, 3, Forced);
        check(Forced, 10, 3, Normal);
        // Without a plan there would be no way out.
        let state = DriftState { state: Drifted, escalation: 3, ..DriftState::default() };
        assert_eq!(next(&state, Score::new(2), &crate::config::defaults()), Drifted);
        assert_eq!(after_prompt(Forced), Normal);
        assert_eq!(after_prompt(Drifted), Drifted);
    }
    #[track_caller]
    fn check_change(
        from: GuardState,
        score: i64,
        change: fn(&mut DriftState, &Config),
        expected: (GuardState, u8, bool),
    ) {
        let plan = crate::domain::RecoveryPlan { first_action: "go back".into(), first_path: None, steps: vec![] };
        let mut state = DriftState {
            state: from,
            score: Score::new(score),
            escalation: 1,
            plan: Some(plan),
            ..DriftState::default()
        };
        change(&mut state, &crate::config::defaults());
        assert_eq!((state.state, state.escalation, state.plan.is_some()), expected);
    }

    #[test]
    fn a_change_is_compared_with_the_plan_once() {
        check_change(Drifted, 4, came_back, (Drifted, 1, false));
        check_change(Drifted, 4, strayed_again, (Drifted, 2, false));
        check_change(Forced, 6, came_back, (Normal, 1, false));
        check_change(Forced, 2, came_back, (Drifted, 1, false));
        check_change(Forced, 2, strayed_again, (Forced, 2, true));
    }
}
