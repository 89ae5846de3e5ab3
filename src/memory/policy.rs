//! What a recalled lesson does before the step.

use crate::config::{MemoryConfig, MemoryPolicy};
use crate::domain::{RecalledBy, Warning};
use serde::Serialize;

/// What is done; ordered from the mildest to the strictest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Nothing is said.
    #[default]
    Nothing,
    /// A text.
    Text,
    /// A person is asked.
    Ask,
    /// The step is denied.
    Deny,
}

/// What a warning does under a policy. One below `memory.min_confidence` does nothing; a step that is only alike is never asked
/// about and never denied, however sure the memory is: the words of two steps may agree and the steps not.
pub fn measure(policy: MemoryPolicy, warning: &Warning, config: &MemoryConfig) -> Measure {
    if warning.confidence < config.min_confidence {
        return Measure::Nothing;
    }
    match (policy, warning.by) {
        (MemoryPolicy::RecordOnly, _) => Measure::Nothing,
        (MemoryPolicy::Warn, _) | (_, RecalledBy::Likeness) => Measure::Text,
        (MemoryPolicy::Acknowledge, RecalledBy::Key) => Measure::Ask,
        (MemoryPolicy::Block, RecalledBy::Key) => Measure::Deny,
    }
}

/// The warnings that are given at once, with what the strictest of them does: those that do something, the surest first,
/// `memory.max_warnings` at most. `warnings` come the surest first.
pub fn given<'a>(policy: MemoryPolicy, warnings: &'a [Warning], config: &MemoryConfig) -> (Vec<&'a Warning>, Measure) {
    let mut doing: Vec<(&Warning, Measure)> = warnings
        .iter()
        .map(|warning| (warning, measure(policy, warning, config)))
        .filter(|(_, measure)| *measure != Measure::Nothing)
        .collect();
    // What stops a step is told before what only speaks of it; the order is otherwise kept.
    doing.sort_by_key(|(_, measure)| std::cmp::Reverse(*measure));
    doing.truncate(config.max_warnings);
    let strictest = doing.iter().map(|(_, measure)| *measure).max().unwrap_or_default();
    (doing.into_iter().map(|(warning, _)| warning).collect(), strictest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::domain::LessonOrigin;

    fn warning(lesson: i64, by: RecalledBy, confidence: f64) -> Warning {
        Warning {
            lesson,
            trigger: "npm run tset".into(),
            risk: "missing script".into(),
            outcome: "npm run test worked".into(),
            origin: LessonOrigin::Misuse,
            frequency: 1,
            similarity: 1.0,
            confidence,
            by,
        }
    }

    #[track_caller]
    fn check(policy: MemoryPolicy, by: RecalledBy, confidence: f64, expected: Measure) {
        let config = config::defaults().memory;
        assert_eq!(measure(policy, &warning(1, by, confidence), &config), expected, "{policy:?} {by:?} {confidence}");
    }

    #[test]
    fn a_policy_says_what_is_done_and_likeness_never_more_than_a_text() {
        use MemoryPolicy::{Acknowledge, Block, RecordOnly, Warn};
        for by in [RecalledBy::Key, RecalledBy::Likeness] {
            check(RecordOnly, by, 0.95, Measure::Nothing);
            check(Warn, by, 0.95, Measure::Text);
            for policy in [RecordOnly, Warn, Acknowledge, Block] {
                check(policy, by, 0.69, Measure::Nothing);
            }
        }
        check(Acknowledge, RecalledBy::Key, 0.95, Measure::Ask);
        check(Block, RecalledBy::Key, 0.95, Measure::Deny);
        check(Acknowledge, RecalledBy::Likeness, 0.95, Measure::Text);
        check(Block, RecalledBy::Likeness, 0.95, Measure::Text);
    }

    #[test]
    fn few_warnings_are_given_and_the_stricter_ones_first() {
        let config = config::defaults().memory;
        let (key, like) = (RecalledBy::Key, RecalledBy::Likeness);
        let found = [warning(1, like, 0.9), warning(2, like, 0.85), warning(3, key, 0.8), warning(4, key, 0.1)];
        let told = |policy| {
            let (warnings, measure) = given(policy, &found, &config);
            (warnings.iter().map(|warning| warning.lesson).collect::<Vec<_>>(), measure)
        };
        assert_eq!(told(MemoryPolicy::Warn), (vec![1, 2], Measure::Text));
        assert_eq!(told(MemoryPolicy::Block), (vec![3, 1], Measure::Deny));
        assert_eq!(told(MemoryPolicy::RecordOnly), (vec![], Measure::Nothing));
        assert_eq!(given(MemoryPolicy::Block, &[], &config), (vec![], Measure::Nothing));
    }
}
