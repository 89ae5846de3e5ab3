//! Which call or prompt of a session an event was. People count calls and prompts, the guard counts events.

use super::layout::number;
use crate::domain::{Event, EventId, What};

/// The events of a session that people count, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    calls: Vec<EventId>,
    prompts: Vec<EventId>,
}

impl Positions {
    /// Takes note of an event that is about to be observed as `id` ([`crate::domain::Session::next_event`]). Calls of
    /// subagents count, as they do in [`crate::domain::Session::calls`]; prompts are those of people.
    pub fn note(&mut self, id: EventId, event: &Event) {
        match &event.what {
            What::Call(_) => self.calls.push(id),
            What::Prompt(prompt) if event.agent.is_none() && prompt.class.is_human() => self.prompts.push(id),
            _ => {}
        }
    }

    /// The number of the call that an event is, or of the last call before it; counted from 1. `None` before the first.
    pub fn call(&self, event: EventId) -> Option<u64> {
        match self.calls.partition_point(|call| *call <= event) {
            0 => None,
            before => Some(number(before)),
        }
    }

    /// The number of the prompt that an event is, counted from 1; `None` where it is something else.
    pub fn prompt(&self, event: EventId) -> Option<u64> {
        self.prompts.binary_search(&event).ok().map(|index| number(index + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::scenario::read_line;

    #[test]
    fn calls_and_prompts_are_counted_from_one() {
        let mut positions = Positions::default();
        let lines = ["user fix it", "say on it", "edit src/a.rs", "interrupt", "user go on", "read src/b.rs"];
        let events = lines.iter().zip(1..).flat_map(|(line, number)| read_line(line, number).unwrap());
        for (event, id) in events.zip(0..) {
            positions.note(EventId(id), &event);
        }
        let calls: Vec<_> = (0..8).map(|id| positions.call(EventId(id))).collect();
        assert_eq!(calls, [None, None, Some(1), Some(1), Some(1), Some(1), Some(2), Some(2)]);
        let prompts: Vec<_> = (0..8).map(|id| positions.prompt(EventId(id))).collect();
        assert_eq!(prompts, [Some(1), None, None, None, None, Some(2), None, None]);
    }
}
