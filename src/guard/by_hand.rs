//! What a person says about the goal at the terminal.

use super::state::Guard;
use crate::domain::{ByHand, GoalOrder};
use crate::goal::{self, GoalContext};

/// Orders that are kept of a session, the newest: whoever plays its transcript again obeys them at their moments.
const MAX_KEPT: usize = 32;

impl Guard<'_> {
    /// Obeys an order and keeps it. The error is what it names and is no place in the project; then nothing has changed.
    pub fn obey(&mut self, said: ByHand) -> Result<(), String> {
        let known = self.session.goal.clone().unwrap_or_default();
        match &said.order {
            GoalOrder::Set { words, scope } => {
                let make = |cx: &GoalContext<'_>| match goal::stray(scope, cx) {
                    Some(stray) => Err(stray.clone()),
                    None => Ok(goal::set(&known, words, scope, cx)),
                };
                let goal = self.make_goal(&said, make)?;
                self.replace_goal(goal);
            }
            GoalOrder::Allow(what) => {
                let goal = self.make_goal(&said, |cx| goal::allow(&known, what, cx)).ok_or_else(|| what.clone())?;
                self.set_goal(goal);
            }
            GoalOrder::Forbid(what) => {
                let goal = self.make_goal(&said, |cx| goal::forbid(&known, what, cx)).ok_or_else(|| what.clone())?;
                self.set_goal(goal);
            }
            GoalOrder::Reset => self.forget_goal(),
        }
        let kept = &mut self.session.by_hand;
        kept.push(said);
        kept.drain(..kept.len().saturating_sub(MAX_KEPT));
        Ok(())
    }

    fn make_goal<T>(&self, said: &ByHand, make: impl FnOnce(&GoalContext<'_>) -> T) -> T {
        self.with_goal_context(said.cwd.as_deref(), make)
    }
}
