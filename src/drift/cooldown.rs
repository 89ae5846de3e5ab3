//! Not saying the same thing again too soon: an exponentially weighted moving average per signal (Roberts 1959) and a
//! cooldown that grows with it (seed 002).

use crate::config::Config;
use crate::domain::{DriftState, EventId, SignalMemory};

/// Takes note of one judged action: each signal's average moves towards 1 if it found something new, towards 0 if not.
/// Returns true when a finding meets a saturated average for the first time, which escalates once; what happens while
/// the signal's last alert is near waits for the next finding after it.
pub fn remember_occurrences(state: &mut DriftState, found: &[&str], now: EventId, config: &Config) -> bool {
    let numbers = &config.cooldown;
    for signal in found {
        state.signals.entry((*signal).to_owned()).or_default();
    }
    let mut saturated = false;
    for (signal, memory) in &mut state.signals {
        let occurred = found.contains(&signal.as_str());
        memory.ema += numbers.alpha * (if occurred { 1.0 } else { 0.0 } - memory.ema);
        let over = memory.ema > numbers.saturation;
        let newly = over && occurred && !memory.saturated && !too_near(memory, now, config);
        memory.saturated = over && (memory.saturated || newly);
        saturated |= newly;
    }
    saturated
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
    let stretched = 1.0 + config.cooldown.stretch * memory.ema;
    let passed = u32::try_from(now.0.saturating_sub(last.0)).unwrap_or(u32::MAX);
    f64::from(passed) < f64::from(config.cooldown.events) * stretched
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
            remember_occurrences(&mut state, &["s"], EventId(10), &config);
        }
        assert!(cooling(&state, "s", EventId(24), &config));
        assert!(!cooling(&state, "s", EventId(25), &config));
    }

    #[test]
    fn saturation_is_told_once_until_it_calms_down() {
        let config = crate::config::defaults();
        let mut state = DriftState::default();
        let told: Vec<bool> = (0..4).map(|_| remember_occurrences(&mut state, &["s"], EventId(10), &config)).collect();
        assert_eq!(told, [false, true, false, false]);
        for _ in 0..10 {
            assert!(!remember_occurrences(&mut state, &[], EventId(10), &config));
        }
        let again: Vec<bool> = (0..2).map(|_| remember_occurrences(&mut state, &["s"], EventId(10), &config)).collect();
        assert_eq!(again, [false, true]);
    }

    #[test]
    fn inside_the_cooldown_nothing_escalates() {
        let config = crate::config::defaults();
        let mut state = DriftState::default();
        remember_alert(&mut state, "s", EventId(10));
        let told: Vec<bool> = [11, 12, 13, 60, 61]
            .map(|event| remember_occurrences(&mut state, &["s"], EventId(event), &config))
            .to_vec();
        assert_eq!(told, [false, false, false, true, false]);
    }
}
