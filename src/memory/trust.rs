//! What a lesson is worth after it was warned with.

use crate::config::MemoryConfig;
use crate::domain::{Trust, WarningEnding};

/// Before anything is known a lesson is as likely right as wrong.
pub const PRIOR: Trust = Trust { right: 1.0, wrong: 1.0 };

/// The trust after one more warning: Beta-Bernoulli, a trial a warning. Heeding it speaks for it as much as the failure that
/// comes back; the step that goes well all the same speaks against it.
pub fn learned(trust: Trust, ending: WarningEnding) -> Trust {
    match ending {
        WarningEnding::Heeded | WarningEnding::Repeated => Trust { right: trust.right + 1.0, ..trust },
        WarningEnding::Refuted => Trust { wrong: trust.wrong + 1.0, ..trust },
    }
}

/// True where a lesson was wrong so often that nobody is to be warned with it again.
pub fn retires(trust: Trust, config: &MemoryConfig) -> bool {
    let trials = trust.right + trust.wrong - PRIOR.right - PRIOR.wrong;
    trials >= f64::from(config.retire_after) && trust.mean() < config.retire_below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    #[track_caller]
    fn check(endings: &[WarningEnding], retired: bool) {
        let trust = endings.iter().fold(PRIOR, |trust, ending| learned(trust, *ending));
        assert_eq!(retires(trust, &config::defaults().memory), retired, "{trust:?}");
    }

    #[test]
    fn a_lesson_that_keeps_being_wrong_retires() {
        use WarningEnding::{Heeded, Refuted, Repeated};
        check(&[], false);
        check(&[Refuted], false);
        check(&[Refuted, Refuted], false);
        check(&[Refuted, Refuted, Refuted], true);
        check(&[Repeated, Refuted, Refuted, Refuted], false);
        check(&[Heeded, Heeded, Refuted], false);
        check(&[Refuted, Refuted, Repeated, Refuted, Refuted], true);
    }
}
