//! The same words again and again, and nothing done.

use super::context::{Context, Doc, Signal};
use crate::domain::{Finding, SignalId};

/// See [`Doc`].
pub(super) struct Monologue;

impl Signal for Monologue {
    fn id(&self) -> SignalId {
        SignalId::MONOLOGUE
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "the agent says the same words several times in a row and does nothing in between",
            why: "talking has taken the place of work",
            near_miss: "reports of progress, which are alike but not the same; words with an action between; another prompt",
            source: "the monologue rule of OpenHands' stuck detector (3 equal messages)",
        }
    }

    fn is_loop(&self) -> bool {
        true
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.monologue;
        let Some(said) = cx.trail().said.as_ref().filter(|_| config.enabled) else { return };
        // Only the words themselves are one time more; an action that is looked at is none.
        if said.events.last() == Some(&cx.event) && said.events.len() >= config.times {
            let what = "said the same again and did nothing".to_owned();
            findings.push(cx.stretch(self.id(), config.weight, "words", what, said.events.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check_run;

    const GOAL: &str = "fix the auth bug";

    #[test]
    fn the_third_time_without_a_deed_is_a_monologue() {
        let say = "say The issue seems to be in the configuration.";
        check_run(GOAL, &[say; 2], "");
        check_run(GOAL, &[say; 3], "monologue");
        check_run(GOAL, &[say, say, "say The issue  seems to be in the CONFIGURATION."], "monologue");
        check_run(GOAL, &[say, say, "read src/auth/a.rs => x", say], "");
        check_run(GOAL, &[say, say, "user go on", say], "");
        check_run(GOAL, &["say step 1 is done", "say step 2 is done", "say step 3 is done", "say step 4 is done"], "");
    }
}
