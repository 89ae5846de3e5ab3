//! Not saying the same thing again too soon: an exponentially weighted moving average per signal (Roberts 1959) and a
//! cooldown that grows with it (seed 002).

use crate::config::{Config, Profile};
use crate::domain::{Delivered, DriftState, EventId, Level, SignalMemory};

/// Takes note of one judged action: the average of each signal that it `concerns` moves towards 1 if the signal found
/// something, towards 0 if not. Returns true when a finding meets a saturated average for the first time, which escalates once. What happens before
/// any text was given, or while the signal's last alert is near, waits for the next finding after it: nobody goes on in spite of what
/// they were not told.
pub fn remember_occurrences(
    state: &mut DriftState,
    concerns: impl Fn(&str) -> bool,
    found: &[&str],
    now: EventId,
    config: &Config,
) -> bool {
    let numbers = &config.cooldown;
    let unanswered = |text: &Delivered| text.level > Level::Nudge && !text.answered;
    // By the letter of the seed the second occurrence in a row is enough.
    let told = config.profile == Profile::Seed || state.delivered.iter().any(unanswered);
    for signal in found {
        state.signals.entry((*signal).to_owned()).or_default();
    }
    let mut saturated = false;
    for (signal, memory) in state.signals.iter_mut().filter(|(signal, _)| concerns(signal)) {
        let occurred = found.contains(&signal.as_str());
        memory.ema += numbers.alpha * (if occurred { 1.0 } else { 0.0 } - memory.ema);
        let over = memory.ema > numbers.saturation;
        let newly = told && over && occurred && !memory.saturated && !too_near(memory, now, config);
        memory.saturated = over && (memory.saturated || newly);
        saturated |= newly;
    }
    saturated
}

/// Takes note of a loop that was found, `made` deeds into the session.
pub fn remember_found(state: &mut DriftState, signal: &str, made: u64) {
    state.signals.entry(signal.to_owned()).or_default().found_at = Some(made);
}

/// True while a loop signal rests: not more than the cooldown's number of deeds were made since it found a loop (seed
/// 002: strictly more than 5). The average lengthens the rest, except by the letter of the seed.
pub fn resting(state: &DriftState, signal: &str, made: u64, config: &Config) -> bool {
    let Some((memory, last)) = state.signals.get(signal).and_then(|memory| Some((memory, memory.found_at?))) else {
        return false;
    };
    let stretch = if config.profile == Profile::Seed { 0.0 } else { config.cooldown.stretch };
    within(made.saturating_sub(last)) <= f64::from(config.cooldown.events) * (1.0 + stretch * memory.ema)
}

/// A number of events for arithmetic with an average.
fn within(events: u64) -> f64 {
    f64::from(u32::try_from(events).unwrap_or(u32::MAX))
}

/// Takes note of an alert.
pub fn remember_alert(state: &mut DriftState, signal: &str, now: EventId) {
    state.signals.entry(signal.to_owned()).or_default().last_alert = Some(now);
}

/// True while a signal's last alert is too near: `events * (1 + stretch * average)` events, on which the seed's fixed 5
/// is the shortest.
pub fn cooling(state: &DriftState, signal: &str, now: EventId, config: &Config) -> bool {
    state.signals.get(signal).is_some_and(|memory| too_near(memory, now, config))
}

fn too_near(memory: &SignalMemory, now: EventId, config: &Config) -> bool {
    let Some(last) = memory.last_alert else { return false };
    within(now.0.saturating_sub(last.0))
        < f64::from(config.cooldown.events) * (1.0 + config.cooldown.stretch * memory.ema)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cooldown_grows_with_the_average() {
        let config = crate::config::defaults();
        let mut state = DriftState::default();
        assert!(!cooling(&state, "s", EventId(0), &config));
        remember_alert(&mut state, "s", EventId(10));
        assert!(cooling(&state, "s", EventId(14), &config));
        assert!(!cooling(&state, "s", EventId(15), &config));
        for _ in 0..20 {
            remember_occurrences(&mut state, |_| true, &["s"], EventId(10), &config);
        }
        assert!(cooling(&state, "s", EventId(24), &config));
        assert!(!cooling(&state, "s", EventId(25), &config));
    }

    /// The state behind a text that was given long ago.
    fn told(level: Level, answered: bool) -> DriftState {
        let text = Delivered { level, key: "k".into(), event: EventId(1), answered, in_turn: false, decided: false };
        DriftState { delivered: vec![text], ..DriftState::default() }
    }

    #[test]
    fn before_a_text_without_effect_no_average_escalates() {
        let mut config = crate::config::defaults();
        let saturated = |state: &mut DriftState, config: &Config| {
            (0..9).any(|_| remember_occurrences(state, |_| true, &["s"], EventId(10), config))
        };
        for (level, answered) in [(Level::Nudge, false), (Level::Correct, true)] {
            assert!(!saturated(&mut told(level, answered), &config), "{level:?}");
        }
        let mut state = DriftState::default();
        assert!(!saturated(&mut state, &config));
        // It goes on behind the text: that is what the average tells of.
        state.delivered = told(Level::Correct, false).delivered;
        assert!(saturated(&mut state, &config));
        config.profile = Profile::Seed;
        assert!(saturated(&mut DriftState::default(), &config));
    }

    #[test]
    fn saturation_is_told_once_until_it_calms_down() {
        let config = crate::config::defaults();
        let mut state = told(Level::Correct, false);
        let told: Vec<bool> =
            (0..4).map(|_| remember_occurrences(&mut state, |_| true, &["s"], EventId(10), &config)).collect();
        assert_eq!(told, [false, true, false, false]);
        for _ in 0..10 {
            assert!(!remember_occurrences(&mut state, |_| true, &[], EventId(10), &config));
        }
        let again: Vec<bool> =
            (0..2).map(|_| remember_occurrences(&mut state, |_| true, &["s"], EventId(10), &config)).collect();
        assert_eq!(again, [false, true]);
    }

    #[test]
    fn inside_the_cooldown_nothing_escalates() {
        let config = crate::config::defaults();
        let mut state = told(Level::Correct, false);
        remember_alert(&mut state, "s", EventId(10));
        let told: Vec<bool> = [11, 12, 13, 60, 61]
            .map(|event| remember_occurrences(&mut state, |_| true, &["s"], EventId(event), &config))
            .to_vec();
        assert_eq!(told, [false, false, false, true, false]);
    }

    #[test]
    fn a_loop_signal_rests_for_more_than_five_deeds() {
        let mut config = crate::config::defaults();
        let mut state = DriftState::default();
        let rests = |state: &DriftState, made: u64, config: &Config| resting(state, "s", made, config);
        assert!(!rests(&state, 3, &config));
        remember_found(&mut state, "s", 3);
        assert!(rests(&state, 8, &config) && !rests(&state, 9, &config));
        remember_occurrences(&mut state, |_| true, &["s"], EventId(1), &config);
        assert!(rests(&state, 11, &config) && !rests(&state, 12, &config));
        config.profile = Profile::Seed;
        assert!(rests(&state, 8, &config) && !rests(&state, 9, &config));
    }

    #[test]
    fn only_those_concerned_move() {
        let config = crate::config::defaults();
        let mut state = DriftState::default();
        remember_occurrences(&mut state, |_| true, &["a", "b"], EventId(1), &config);
        remember_occurrences(&mut state, |name| name == "a", &[], EventId(2), &config);
        assert!(state.signals["a"].ema < state.signals["b"].ema);
    }
}
